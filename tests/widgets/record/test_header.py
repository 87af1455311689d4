"""The heading of a record in little room."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from textual.app import App, ComposeResult

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.detail_state import DetailState
from svc_tui.stores.record.draft import Draft
from svc_tui.stores.record.field_paths import places
from svc_tui.widgets.form.tabs import TabBar, named_place
from svc_tui.widgets.record.header import DetailHeader, Title, heading_of, shown_title


class Page(App[None]):
    """A heading alone."""

    def compose(self) -> ComposeResult:
        yield DetailHeader()


async def test_what_is_cut_ends_in_a_sign_and_the_marks_are_cut_last() -> None:
    app = Page()
    async with app.run_test(size=(40, 3)) as pilot:
        head = app.query_one(DetailHeader)
        state = DetailState(id="12", draft=Draft.of({"title": "Harbour"}))
        marks, title = ["changed (2)"], Title("Harbour", expected=True)
        head.show("Articles", title, state, marks, "1 error. Press F8 to go to it.")
        await pilot.pause()
        text = head.render().plain
        assert len(text) <= 40
        assert "changed (2)" in text and "…" in text and "1 error" in text


def test_the_first_title_of_a_language_is_the_name_while_it_is_typed() -> None:
    form = places([FieldDescriptor(key="title", translatable=True)], ["en", "it"])
    stored = Draft.of({"translations": {"en": {"title": "Harbour"}, "it": {"title": ""}}})
    typed = stored.edited("translations.it.title", "Porto").edited("translations.en.title", "Sea")

    def name(draft: Draft, lang: str) -> str:
        return heading_of(DetailState(id="12", draft=draft, loaded=True), form, lang).text

    assert [name(stored, "en"), name(stored, "it")] == ["Harbour", "[en] Harbour"]
    assert [name(typed, "en"), name(typed, "it")] == ["Harbour", "Porto"]

    state = DetailState(id="12", draft=typed, loaded=True)
    store = SimpleNamespace(state=state, title_field=None, label_of=lambda record: "")
    host: Any = SimpleNamespace(store=store, places=form, lang="it", registry=None)
    assert shown_title(host).text == "Porto"
    assert shown_title(host, stored=True).text == "[en] Harbour", "what is deleted has this name"


def test_a_key_that_works_elsewhere_names_what_the_focus_is_on() -> None:
    assert named_place(TabBar.__new__(TabBar)) == "these tabs"
    assert named_place(None) == "this field"
