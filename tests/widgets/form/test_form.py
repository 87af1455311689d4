"""The form engine in a ten-line host: tabs, groups, columns, conditions, comparison."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import Any

from textual import on
from textual.app import App, ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Input, Static

from svc_tui.models.field_types import default_registry
from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.draft import Draft
from svc_tui.widgets.components import make_whole
from svc_tui.widgets.form.expanded import ExpandedField
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.form import SvcForm
from svc_tui.widgets.form.group import FormGroup
from svc_tui.widgets.form.tabs import FormTabs, TabBar
from tests.console import screen_text, wait_until


class Host(App[None]):
    """A form, its draft, and what a server said."""

    AUTO_FOCUS = None

    def __init__(self, fields: list[FieldDescriptor], record: dict[str, Any], **props: Any) -> None:
        super().__init__()
        self.draft = Draft.of(record)
        self.errors: dict[str, tuple[str, ...]] = {}
        # As a page makes it: what a file or a backend describes may be wrong.
        self.form: SvcForm = make_whole(SvcForm, fields, self.draft, **props)
        self.lang = props.get("lang")

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield self.form

    def show(self, **errors: str) -> None:
        self.errors = {path: (said,) for path, said in errors.items()}
        self.form.show(self.draft, self.errors, self.lang)

    @on(SvcField.Edited)
    def _edited(self, event: SvcField.Edited) -> None:
        event.field.edits.newest = None
        for path, value in self.form.write(self.draft, event).items():
            self.draft = self.draft.edited(path, value)
        self.form.show(self.draft, self.errors, self.lang)


def text(key: str, **said: Any) -> FieldDescriptor:
    return FieldDescriptor(key=key, **said)


@asynccontextmanager
async def shown(*fields: FieldDescriptor, size=(80, 24), record=None, **props: Any):
    app = Host(list(fields), record or {}, **props)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot, app, app.form


def mounted(form: SvcForm) -> list[str]:
    return [one.descriptor.key for one in form.fields]


def at(form: SvcForm, key: str) -> SvcField:
    return next(one for one in form.fields if one.descriptor.key == key)


TABBED = (text("a", tab="One"), text("b", tab="Two"), text("c", tab="Three/Inner"), text("d"))


async def test_only_what_is_shown_is_mounted():
    async with shown(*TABBED) as (pilot, _app, form):
        assert mounted(form) == ["a", "d"]

        await form.turn(1, None)
        await pilot.pause()

        assert mounted(form) == ["a", "b", "d"]
        assert [stop for stop in form.stops if isinstance(stop, SvcField)] == [
            at(form, "d"),
            at(form, "b"),
        ]


async def test_a_tab_that_was_never_opened_shows_changes_and_errors_of_its_fields():
    async with shown(*TABBED) as (pilot, app, form):
        app.draft = app.draft.edited("b", "new")
        app.show(b="Wrong.", c="Wrong too.")
        await pilot.pause()

        assert "[One]  Two• 1!   Three 1!" in screen_text(app)
        await form.turn(1, None)
        await pilot.pause()
        assert "Wrong." in screen_text(app)
        assert at(form, "b").content() == "new"


async def test_what_was_typed_stays_while_other_tabs_are_looked_at():
    async with shown(*TABBED) as (pilot, app, form):
        at(form, "a").begin()
        await pilot.press("x")
        for _ in range(3):
            await form.turn(1, None)
        await pilot.pause()
        assert at(form, "a").content() == "x"
        assert app.draft.get("a") == "x"
        assert form.query_one(FormTabs).bar.active == "One"


async def test_turning_goes_through_inner_tabs_first():
    fields = [text("a", tab="One/I"), text("b", tab="One/II"), text("c", tab="Two")]
    async with shown(*fields) as (pilot, _app, form):
        here: Any = at(form, "a")
        seen = []
        for _ in range(3):
            here = await form.turn(1, here)
            await pilot.pause()
            seen.append([one.descriptor.key for one in form.stops if isinstance(one, SvcField)])
            here = form.stops[-1]
        assert seen == [["b"], ["c"], ["b"]]


async def test_the_bar_is_turned_with_arrows_and_clicks():
    async with shown(*TABBED) as (pilot, _app, form):
        form.query_one(TabBar).focus()
        await pilot.press("right")
        assert form.query_one(FormTabs).bar.active == "Two"
        await pilot.press("right", "right", "left")
        assert form.query_one(FormTabs).bar.active == "Two"
        await pilot.click(TabBar, offset=(1, 0))
        assert form.query_one(FormTabs).bar.active == "One"


async def test_many_tabs_are_scrolled_so_that_the_open_one_is_seen():
    fields = [text(f"f{n}", tab=f"A long name {n}") for n in range(12)]
    async with shown(*fields, size=(40, 10)) as (pilot, app, form):
        assert "[A long name 0]" in screen_text(app)
        await form.turn(-1, None)
        await pilot.pause()
        assert "[A long name 11]" in screen_text(app)
        assert "‹" in screen_text(app)


async def test_a_field_is_revealed_through_tabs_groups_and_sub_tabs():
    deep = text("deep", tab="Two/Inner", group="G", subtab="S2")
    fields = [text("a", tab="One"), text("x", tab="Two/Inner", group="G", subtab="S1"), deep]
    async with shown(*fields, groups_expanded=False) as (pilot, _app, form):
        field = await form.reveal(deep)
        await pilot.pause()

        assert field is at(form, "deep")
        assert field in form.stops
        assert await form.reveal(text("stranger")) is None


async def test_a_folded_group_is_not_mounted_and_shows_its_marks():
    fields = [text("a", group="Prices"), text("b", group="Prices"), text("c")]
    async with shown(*fields, groups_expanded=False) as (pilot, app, form):
        app.draft = app.draft.edited("a", "1")
        app.show(b="Wrong.")
        await pilot.pause()
        assert mounted(form) == ["c"]
        assert "▸ Prices• 1!" in screen_text(app)

        group = form.query_one(FormGroup)
        group.heading.focus()
        await pilot.press("enter")
        await pilot.pause()
        assert mounted(form) == ["a", "b", "c"]
        assert "▾ Prices• 1!" in screen_text(app)


async def test_a_condition_is_heard_while_one_types_and_takes_its_tab_along():
    fields = [
        text("kind"),
        text("a", tab="One"),
        text("why", tab="Two", when={"kind": {"matches": "^x"}}),
    ]
    async with shown(*fields) as (pilot, app, form):
        assert "Two" not in screen_text(app)
        at(form, "kind").begin()
        await pilot.press("x")
        await pilot.pause()
        assert "[One]  Two" in screen_text(app)
        await form.turn(1, None)
        at(form, "kind").begin()
        await pilot.press("backspace")
        await wait_until(pilot, lambda: form.query_one(FormTabs).bar.active == "One")


async def test_two_fields_of_one_key_are_shown_by_their_conditions():
    fields = [
        text("kind"),
        text("value", label="As text", when={"kind": "t"}),
        text("value", label="As number", type="number", when_not={"kind": "t"}),
    ]
    async with shown(*fields, record={"kind": "t"}) as (_pilot, app, _form):
        assert "As text" in screen_text(app)
        assert "As number" not in screen_text(app)


async def test_fields_share_a_line_where_there_is_room_and_keep_focus_and_text_on_a_resize():
    fields = [text("a", cols=6), text("b", cols=6), text("c")]
    async with shown(*fields, size=(120, 20)) as (pilot, app, form):
        a, b = at(form, "a"), at(form, "b")
        b.begin()
        await pilot.press("x")
        assert a.region.y == b.region.y

        await pilot.resize_terminal(50, 20)
        await wait_until(pilot, lambda: b.region.y > a.region.y)
        assert b.content() == "x"
        assert app.focused is b.editor
        assert form.fields == [a, b, at(form, "c")]


async def test_in_a_narrow_column_the_label_stands_above():
    async with shown(text("a", label="Wide"), size=(30, 6), record={"a": "value"}) as world:
        pilot, _app, form = world
        field = at(form, "a")
        assert field.editor is not None
        assert field.editor.region.y == field.region.y + 1
        await pilot.resize_terminal(60, 6)
        await wait_until(pilot, lambda: field.editor.region.y == field.region.y)


async def test_on_change_writes_another_field_that_is_seen_at_once():
    title = text("title", on_change=lambda model, val: {"slug": val.lower().replace(" ", "-")})
    async with shown(title, text("slug")) as (pilot, _app, form):
        at(form, "title").begin()
        await pilot.press("A", "space", "b")
        await pilot.pause()
        assert at(form, "slug").content() == "a-b"


async def test_an_edit_that_rests_counts_late_but_never_gets_lost():
    async with shown(text("a", debounce=60_000), text("b")) as (pilot, app, form):
        field = at(form, "a")
        field.begin()
        await pilot.press("x", "y")
        assert app.draft.get("a") is None

        at(form, "b").begin()
        await pilot.pause()
        assert app.draft.get("a") == "xy"

        field.begin()
        await pilot.press("z")
        edit = field.edits.take_newest()
        assert edit is not None
        assert edit.value == "xyz"


async def test_another_languages_value_stands_beside_the_edited_one():
    record = {"translations": {"en": {"title": "Harbour"}, "it": {"title": "Porto"}}, "slug": "x"}
    fields = [text("title", translatable=True), text("slug")]
    async with shown(*fields, record=record, languages=("en", "it"), lang="en") as world:
        pilot, app, form = world
        form.beside = "it"
        app.show()
        await pilot.pause()
        seen = next(line for line in screen_text(app).splitlines() if "Title" in line)
        assert "Harbour" in seen
        assert "it │ Porto" in seen

        form.beside = None
        app.show()
        await pilot.pause()
        assert "Porto" not in screen_text(app)


async def test_a_field_fills_the_screen_and_nothing_typed_there_is_lost():
    async with shown(text("body", type="textarea", expandable=True), record={"body": "one"}) as w:
        pilot, app, form = w
        app.push_screen(ExpandedField(at(form, "body")))
        await wait_until(pilot, lambda: isinstance(app.screen, ExpandedField))
        await pilot.pause()
        await pilot.press("X", "escape")
        await wait_until(pilot, lambda: not isinstance(app.screen, ExpandedField))

        assert app.draft.get("body") == at(form, "body").content()
        assert "X" in app.draft.get("body")
        await pilot.pause()
        assert "Body •" in screen_text(app)


async def test_messages_from_inside_a_value_are_said_under_it():
    async with shown(text("blocks", type="what-is-this"), record={"blocks": [1]}) as world:
        pilot, app, form = world
        app.errors = {"blocks.0.title": ("Too long.",)}
        form.show(app.draft, app.errors, None)
        await pilot.pause()
        assert "item 1, title: Too long." in screen_text(app)


class InPlace(SvcField):
    """A line in a container, which changes the value that it was given."""

    def make_editor(self) -> Horizontal:
        return Horizontal(Input(self.value["name"]), Static("!"))

    def put(self, value: Any) -> None:
        self.query_one(Input).value = value["name"]

    def content(self) -> Any:
        return self.value

    def on_input_changed(self, event: Input.Changed) -> None:
        self.value["name"] = event.value
        self.edited()


async def test_a_field_may_change_its_value_in_place_and_have_a_container_as_its_editor():
    fields = [text("thing", type="in_place")]
    registry = default_registry().extend({"in_place": InPlace})
    record = {"thing": {"name": "quay"}}
    app = Host(fields, record, registry=registry)
    async with app.run_test() as pilot:
        assert at(app.form, "thing").begin()
        await wait_until(pilot, lambda: isinstance(app.focused, Input))
        await pilot.press("end", "s")
        await wait_until(pilot, lambda: app.draft.current == {"thing": {"name": "quays"}})
        assert record == {"thing": {"name": "quay"}} and app.draft.dirty
        await pilot.press("backspace")
        await wait_until(pilot, lambda: not app.draft.dirty)
