"""Field types: what is shown, what is handed back, what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from textual.widgets import Input

from svc_tui import SvcField
from svc_tui.models.fields import Accessor, FieldDescriptor
from svc_tui.stores.record.draft import Draft, Unreadable
from svc_tui.stores.record.number_parser import parsed
from svc_tui.widgets.form.chooser import ChoiceInput, offers_of
from svc_tui.widgets.form.hints import UNREAD
from tests.console import screen_text, wait_until
from tests.hostile import HOSTILE
from tests.widgets.form.form_alone import Host, shown, typed, values

UNTOUCHED = [
    ("text", None),
    ("text", "a\nb\x00"),
    ("textarea", "a\u2028b\x0bc\x0cd\re\r\nf\n"),
    ("number", "11.770"),
    ("number", 1e300),
    ("number", "no number at all"),
    ("boolean", None),
    ("boolean", 1),
    ("boolean", "yes"),
    ("switch", {"a": 1}),
    ("text", {"a": [1, None]}),
    ("text", 5),
    ("text", True),
    ("number", True),
    ("number", {"a": 1}),
    ("number", 0.0000001),
    ("number", 10**40),
    ("color", "papayawhip"),
    ("color", ["#fff"]),
    ("slug", "Not a slug!"),
    ("email", "nobody"),
    ("url", 12),
    ("select", {"odd": [1]}),
    ("date", "31/12/2020"),
    ("datetime", "2026-05-31T18:30:00.123456+05:30"),
    ("datetime", {"a": 1}),
    ("date", "2026-05-31T18:30:00Z"),
    ("date", 20260531),
    ("time", "25:99"),
    ("json", {"b": [1.0, {"a": "è"}], "a": None}),
    ("fks", {"id": 3, "name": "Ada", "more": [1]}),
    ("media", {"id": 1}),
    ("what-is-this", ["x", 2]),
]


@pytest.mark.parametrize(("type", "value"), UNTOUCHED)
async def test_a_value_that_nobody_touched_is_no_edit(type: str, value: Any):
    async with shown(value, type) as (pilot, app, field):
        field.begin()
        await pilot.press("end")
        await pilot.pause()

        assert field.edits.take_newest() is None
        assert values(app) == []
        assert field.value is value


@pytest.mark.parametrize("type", ["text", "textarea", "number", "json", "datetime"])
async def test_typing_something_and_taking_it_back_gives_the_value_as_it_came(type: str):
    value = {"text": "x\u2028", "textarea": "a\u2028b\r\n", "number": "1.50", "json": {"b": 1}}.get(
        type, "2026-05-31T18:30:00Z"
    )
    async with shown(value, type) as (pilot, app, field):
        await typed(pilot, field, "end", "7", "backspace")

        assert values(app)[-1] is value


@pytest.mark.parametrize(
    "text", ["1_000", "+5", "1e3", "1,5", "007", "nan", "inf", "٣", "--1", "."]
)
def test_what_people_would_not_call_a_number_is_none(text: str):
    assert parsed(text) is None


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("-12", -12), ("1.50", 1.5), ("9" * 20, int("9" * 20))]
)
def test_a_number_is_read_exactly(text: str, number: Any):
    assert parsed(text) == number


def test_more_digits_than_a_float_carries_stay_text():
    assert parsed("0.12345678901234567890") == "0.12345678901234567890"


async def test_a_decimal_that_came_as_text_goes_as_text():
    async with shown("1.50", "number") as (pilot, app, field):
        await typed(pilot, field, "end", "1")
        assert values(app) == ["1.501"]


async def test_an_emptied_number_is_null():
    async with shown(5, "number") as (pilot, app, field):
        await typed(pilot, field, "end", "backspace")
        assert values(app) == [None]


async def test_bad_text_is_kept_with_what_is_wrong_with_it():
    async with shown(5, "number") as (pilot, app, field):
        await typed(pilot, field, "end", "x")

        (value,) = values(app)
        assert isinstance(value, Unreadable)
        assert value.text == "5x"
        assert "5x" in screen_text(app)


async def test_bad_json_says_where():
    async with shown({"a": 1}, "json") as (pilot, app, field):
        await typed(pilot, field, "down", "down", "end", "x")
        assert "line 3" in values(app)[-1].problem


@pytest.mark.parametrize(
    ("before", "text", "sent"),
    [
        ("2026-05-31T18:30:00+02:00", "2026-06-01 10:00", "2026-06-01T10:00:00+02:00"),
        ("2026-05-31T18:30:00Z", "2026-06-01 10:00:05", "2026-06-01T10:00:05Z"),
        ("2026-05-31T18:30:00", "2026-06-01T10:00", "2026-06-01T10:00:00"),
        ("2026-05-31T18:30:00Z", "2026-06-01 10:00+01:00", "2026-06-01T10:00:00+01:00"),
    ],
)
async def test_a_time_keeps_its_zone(before: str, text: str, sent: str):
    async with shown(before, "datetime") as (_, _app, field):
        assert field.read(text) == sent


@pytest.mark.parametrize(
    ("type", "text"),
    [
        ("date", "2026-02-30"),
        ("date", "20260230"),
        ("date", "2026-W01-1"),
        ("date", "next week"),
        ("time", "25:00"),
        ("time", "7"),
        ("datetime", "2026-05-31"),
        ("datetime", "2026-05-31 25:00"),
    ],
)
async def test_what_is_no_date_is_refused(type: str, text: str):
    async with shown(None, type) as (_, _app, field):
        assert isinstance(field.read(text), Unreadable)


@pytest.mark.parametrize(
    ("type", "attrs", "value", "right"),
    [
        ("email", {}, "a@b.org", True),
        ("email", {}, "a@b", False),
        ("email", {}, "a b@c.org", False),
        ("url", {}, "https://x.org/a?b", True),
        ("url", {}, "x.org", False),
        ("url", {}, "http://[", False),
        ("slug", {}, "a-b_1", True),
        ("slug", {}, "a b", False),
        ("text", {"max_length": 3}, "abcd", False),
        ("text", {"pattern": "^[a-z]+$"}, "abcd", True),
        ("text", {"pattern": "^[a-z]+$"}, "ab3", False),
        ("textarea", {"pattern": "^[a-z]+$"}, "ab3", False),
        ("text", {"min_length": 3}, "ab", False),
        ("number", {"min": 0, "max": 5}, 5, True),
        ("number", {"min": 0, "max": 5}, "5.1", False),
        ("date", {"min": "2026-01-01"}, "2025-12-31", False),
    ],
)
def test_values_are_checked(type: str, attrs: dict[str, Any], value: Any, right: bool):
    from svc_tui.models.field_types import default_registry
    from svc_tui.widgets.form.checks import kind_of

    descriptor = FieldDescriptor(key="it", type=type, attrs=attrs)
    kind = kind_of(default_registry(), descriptor)

    assert (kind.problem(descriptor, attrs, value) is None) is right


async def test_a_long_line_shows_its_beginning_until_one_types_into_it():
    async with shown("start " + "x" * 200 + " end") as (pilot, app, field):
        await wait_until(pilot, lambda: "start" in screen_text(app))
        await typed(pilot, field, "!")
        await wait_until(pilot, lambda: "end!" in screen_text(app))
        assert "…xxx" in screen_text(app), "its beginning is out of sight"
        await pilot.press("home")
        await wait_until(pilot, lambda: "start xxx" in screen_text(app))


async def test_a_tick_turns_over_with_space_and_ignores_letters():
    async with shown(False, "switch") as (pilot, app, field):
        await typed(pilot, field, "x", "space", "space")
        assert values(app) == [True, False]


async def test_a_choice_is_found_by_typing():
    items = ["draft", {"value": 2, "label": "In review"}, {"value": 3, "text": "Out"}]
    async with shown("draft", "select", attrs={"items": items}) as (pilot, app, field):
        await typed(pilot, field, "r", "e", "v", "enter")
        await wait_until(pilot, lambda: values(app) == [2])
        assert "In review" in screen_text(app)


async def test_a_value_that_the_list_does_not_know_is_shown_and_offered():
    async with shown("gone", "select", attrs={"items": ["a"]}) as (pilot, app, field):
        await typed(pilot, field, "enter")
        await wait_until(pilot, lambda: "gone (now)" in screen_text(app))
        await pilot.press("escape")
        await pilot.pause()
        assert values(app) == []


def test_items_of_every_shape_are_offers():
    assert offers_of(["a", {"value": 1, "label": "b"}, {"value": None, "text": "c"}]) == [
        ("a", "a"),
        (1, "b"),
        (None, "c"),
    ]
    assert offers_of("nonsense") == []


async def test_an_unknown_type_names_itself_and_keeps_its_value():
    async with shown({"title": "kept"}, "hologram") as (_, app, field):
        assert "unknown type “hologram”, kept unchanged" in screen_text(app)
        assert "kept" in screen_text(app)
        assert not field.begin()


async def test_a_read_only_field_has_no_caret():
    async with shown("abc", readonly=True) as (_, app, field):
        assert field.editor is None
        assert "abc" in screen_text(app)
        assert app.focused is None


async def test_marks_and_messages_come_and_go():
    async with shown("abc", required=True, label="Name") as (pilot, app, field):
        field.messages.mark(True, [])
        await pilot.pause()
        assert "Name* •" in screen_text(app)

        field.messages.mark(True, ["Too short."])
        await pilot.pause()
        assert "Too short." in screen_text(app)
        assert "•" not in screen_text(app)  # The message tells enough of the change.

        field.messages.mark(False, [])
        await pilot.pause()
        assert "•" not in screen_text(app)
        assert "Too short." not in screen_text(app)


@pytest.mark.parametrize("value", HOSTILE.values(), ids=HOSTILE.keys())
@pytest.mark.parametrize("type", ["text", "textarea", "select", "media", "alien"])
async def test_hostile_values_do_no_harm(type: str, value: str):
    said = {
        "label": value,
        "help": value,
        "attrs": {"items": [value, {"value": 1, "label": value}]},
    }
    async with shown(value, type, **said) as (pilot, app, field):
        field.messages.mark(True, [value])
        await typed(pilot, field, "end")
        assert values(app) == []
        assert field.hint is not None


async def test_a_field_of_a_consumers_own_slot_takes_the_editors_place():
    from svc_tui.models.slots import Slots

    slots = Slots({"field.it": lambda field, value: f"slot has {value}"})
    app = Host([FieldDescriptor(key="it")], {"it": 5}, slots=slots)
    async with app.run_test(size=(60, 5)) as pilot:
        await pilot.pause()
        assert "slot has 5" in screen_text(app)
        field = app.query_one(SvcField)
        assert not field.begin()  # Nothing in the slot takes the focus.
        field.show(6)
        await wait_until(pilot, lambda: "slot has 6" in screen_text(app))
        assert "slot has 5" not in screen_text(app)


async def test_a_slot_that_is_filled_again_keeps_the_focus_and_one_editor():
    from svc_tui.models.slots import Slots

    def fill(field: SvcField, value: object) -> Input | None:
        return None if value is None else Input(str(value), id="own")

    two = [FieldDescriptor(key="first"), FieldDescriptor(key="it")]
    app = Host(two, {"it": 5}, slots=Slots({"field.it": fill}))
    async with app.run_test(size=(60, 8)) as pilot:
        await pilot.pause()
        field = app.query(SvcField).last()
        assert field.begin()
        field.show(6)
        field.show(7)
        await wait_until(pilot, lambda: "7" in screen_text(app))
        await wait_until(pilot, lambda: app.focused is not None and app.focused.id == "own")
        assert len(field.query(Input)) == 1
        field.show(None)
        await wait_until(pilot, lambda: not field.query(Input))
        field.show(8)
        await wait_until(pilot, lambda: "8" in screen_text(app))


async def test_letters_typed_quickly_open_one_dialog_and_all_arrive_in_it():
    async with shown("draft", "select", attrs={"items": ["draft", "in review"]}) as world:
        pilot, app, field = world
        for letter in "re":
            field.editor.post_message(ChoiceInput.OpenWanted(letter))
        await wait_until(pilot, lambda: "in review" in screen_text(app))
        await pilot.pause()

        assert len(app.screen_stack) == 2
        assert app.screen.query_one(Input).value == "re"


@pytest.mark.parametrize("readonly", [False, True])
@pytest.mark.parametrize("help", ["", "In euros."])
async def test_the_help_says_that_the_accessor_failed(readonly: bool, help: str):
    def half(model: Any, val: Any, lang: str | None) -> Any:
        return val["amount"]

    said = {"accessor": Accessor(get=half), "help": help, "readonly": readonly}
    async with shown(5, **said) as (_, app, field):
        assert field.hint == field.looking_hint == UNREAD
        app.form.show(Draft.of({"it": {"amount": "7"}}), {}, None)
        assert field.value == "7"
        assert field.hint == help
