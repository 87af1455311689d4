"""The heading of a record in little room."""

from __future__ import annotations

from textual.app import App, ComposeResult

from svc_tui.stores.record.detail_state import DetailState
from svc_tui.stores.record.draft import Draft
from svc_tui.widgets.form.tabs import TabBar, named_place
from svc_tui.widgets.record.header import DetailHeader


class Page(App[None]):
    """A heading alone."""

    def compose(self) -> ComposeResult:
        yield DetailHeader()


async def test_what_is_cut_ends_in_a_sign_and_the_marks_are_cut_last() -> None:
    app = Page()
    async with app.run_test(size=(40, 3)) as pilot:
        head = app.query_one(DetailHeader)
        state = DetailState(id="12", draft=Draft.of({"title": "Harbour"}))
        marks = ["changed (2)"]
        head.show("Articles", "Harbour", state, marks, "1 error. Press F8 to go to it.")
        await pilot.pause()
        text = head.render().plain
        assert len(text) <= 40
        assert "changed (2)" in text and "…" in text and "1 error" in text


def test_a_key_that_works_elsewhere_names_what_the_focus_is_on() -> None:
    assert named_place(TabBar.__new__(TabBar)) == "these tabs"
    assert named_place(None) == "this field"
