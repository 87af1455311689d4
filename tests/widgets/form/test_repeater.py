"""Lists of objects on the screen."""

from __future__ import annotations

from typing import Any

import pytest
from textual.widgets import Input

from svc_tui.api.errors import flatten_errors
from svc_tui.models.field_types import default_registry
from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.draft import Draft, Unreadable
from svc_tui.widgets.form.checks import problem_of
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.repeater.item_lines import ItemLines
from svc_tui.widgets.form.repeater.item_list import ItemList
from svc_tui.widgets.form.repeater.item_text import card_of, split_problems
from svc_tui.widgets.form.repeater.open_forms import MOST_FORMS
from svc_tui.widgets.form.repeater.open_item import OpenItem
from svc_tui.widgets.form.text import TextField
from tests.console import wait_until
from tests.widgets.form.form_with_draft import one_field

FIELDS: list[Any] = [{"key": "title", "required": True}, {"key": "size", "type": "number"}]
TEMPLATES: dict[str, Any] = {
    "text": [{"key": "text", "type": "textarea"}],
    "quote": [{"key": "text", "required": True}, {"key": "source"}],
}
NESTED: list[Any] = [
    {"key": "name"},
    {"key": "parts", "type": "repeater", "fields": [{"key": "word", "required": True}]},
]


def titles(*names: str) -> list[Any]:
    return [{"title": name, "size": at} for at, name in enumerate(names)]


def named(value: Any) -> str:
    return "".join(item["title"] for item in value)


def repeater(value: Any, attrs: Any = None, **said: Any) -> Any:
    if "templates" not in said:
        said.setdefault("fields", FIELDS)
    return one_field(value, "repeater", attrs=attrs or {}, **said)


async def test_items_are_lines_and_open_into_their_fields():
    async with repeater(titles("a", "b")) as it:
        assert "▸  1 a" in it.text
        assert not it.app.query(OpenItem)

        await it.begin("down", "enter")

        assert "▾  2 b" in it.text
        assert isinstance(it.app.focused, Input)
        await it.press("end", "x", "tab", "end", "7")
        assert it.now == [{"title": "a", "size": 0}, {"title": "bx", "size": 17}]


async def test_a_list_that_was_only_looked_at_is_no_edit():
    value = [{"title": "a", "size": "1.50", "more": [1]}, {"title": None}, "odd", None]
    async with repeater(value) as it:
        await it.begin("underscore", "enter", "escape", "underscore", "end", "enter")

        assert it.field.edits.take_newest() is None
        assert it.values == []
        assert it.field.value is value


@pytest.mark.parametrize("value", [{"a": 1}, "text", 7, False])
async def test_what_is_no_list_is_shown_kept_and_edited_as_json_only(value: Any):
    async with repeater(value) as it:
        assert "This is not a list. It is kept unchanged" in it.text
        assert it.field.looking_hint == ""  # Enter edits nothing.
        await it.begin("n", "d", "y", "m", "space")
        assert it.values == []

        it.app.outside = ['[{"title": "new"}]']
        await it.press("f4")
        await it.settle()
        assert it.now == [{"title": "new"}]
        assert "1 new" in it.text


async def test_null_becomes_a_list_with_the_first_item_and_null_again_without_it():
    async with repeater(None) as it:
        assert "No items. Press Enter, then n to add one." in it.text
        await it.begin("n", "x")
        assert it.now == [{"title": "x"}]

        await it.press("escape", "u")
        assert it.now is None


async def test_without_an_item_enter_is_no_key_to_edit_one():
    async with repeater([]) as it:
        await it.begin()
        await it.settle()
        keys = it.app.screen.active_bindings
        assert keys["n"].enabled and not keys["enter"].enabled
        await it.press("n")
        await it.press("escape")
        assert it.app.screen.active_bindings["enter"].enabled


async def test_a_template_is_chosen_and_kept_with_the_item():
    async with repeater([], templates=TEMPLATES) as it:
        await it.begin("n")
        await it.press("q", "u", "o", "enter")
        await wait_until(it.pilot, lambda: isinstance(it.app.focused, Input))
        await it.press("h", "i")

        assert it.now == [{"_template": "quote", "text": "hi"}]
        assert "Quote hi" in it.text


async def test_an_item_of_an_unknown_template_is_shown_and_kept():
    value = [{"_template": "video", "url": "x"}, {"_template": "quote", "text": "a"}]
    async with repeater(value, templates=TEMPLATES) as it:
        await it.begin("right")
        assert "unknown template “video”" in it.text
        assert "kept unchanged" in it.text
        await it.press("J")

        assert it.now == [value[1], value[0]]


async def test_a_delete_wants_a_second_key_and_is_taken_back():
    async with repeater(titles("a", "b", "c")) as it:
        await it.begin("down", "d")
        assert "Delete 2 “b”? Press y to delete" in it.text
        await it.press("n")
        assert it.values == []

        await it.press("d", "y")
        assert named(it.now) == "ac"
        await it.press("u")
        assert named(it.now) == "abc"
        await it.press("ctrl+y")
        assert named(it.now) == "ac"


async def test_a_delete_that_needs_no_question_has_none():
    async with repeater(titles("a", "b"), {"confirmDelete": False, "minItems": 1}) as it:
        await it.begin("d")
        assert named(it.now) == "b"

        await it.press("d")
        assert named(it.now) == "b"
        assert "At least 1 item is required." in it.text


async def test_what_is_typed_in_an_item_outlives_moves_and_undo():
    async with repeater(titles("a", "b", "c")) as it:
        await it.begin("enter", "end", "x", "escape", "J", "J")
        assert named(it.now) == "bcax"
        await it.press("enter", "end", "y", "escape", "u", "u")

        assert named(it.now) == "axybc"


async def test_items_move_to_a_position_to_the_ends_and_several_together():
    async with repeater(titles(*"abcd")) as it:
        await it.begin("m")
        await it.press("3", "enter")
        assert named(it.now) == "bcad"
        await it.press("greater_than_sign")
        assert named(it.now) == "bcda"
        await it.press("home", "space", "space", "greater_than_sign")
        assert named(it.now) == "dabc"
        await it.press("K")
        assert named(it.now) == "dbca"
        await it.press("m")
        await it.press("9", "enter")
        assert "is not a position from 1 to 4" in it.text


async def test_an_item_at_an_end_has_no_key_that_moves_it_on():
    async with repeater(titles("a", "b")) as it:
        await it.begin("home")
        blocked = it.app.query_one(ItemList).blocked
        assert blocked("repeater.up") is not None and blocked("repeater.down") is None
        await it.press("down")
        assert blocked("repeater.up") is None and blocked("repeater.down") is not None


async def test_copies_stand_after_their_originals_and_stop_at_the_limit():
    async with repeater(titles(*"ab"), {"maxItems": 3}) as it:
        await it.begin("A", "c")

        assert named(it.now) == "aab"
        assert "1 copy: at most 3 items are allowed." in it.text
        await it.press("n")
        assert named(it.now) == "aab"


async def test_copying_can_be_forbidden():
    async with repeater(titles(*"ab"), {"allowDuplicate": False}) as it:
        await it.begin("c")

        assert it.values == []


async def test_a_range_is_marked_inverted_and_deleted_but_never_below_the_least():
    async with repeater(titles(*"abcdef"), {"minItems": 2}) as it:
        await it.begin("down", "space", "down", "v")
        assert "3 marked" in it.text
        await it.press("asterisk", "d", "y")
        assert named(it.now) == "bcd"

        await it.press("A", "d")
        assert "At least 2 items are required." in it.text
        assert named(it.now) == "bcd"


async def test_every_row_that_an_action_is_for_is_shown_as_marked():
    async with repeater(titles(*"abcdef")) as it:
        await it.begin("down", "space", "down", "down", "v")
        assert shown_as_marked(it) == "bcde"
        await it.press("asterisk")
        assert shown_as_marked(it) == "af"
        await it.press("A")
        assert shown_as_marked(it) == "abcdef"
        await it.press("escape")
        assert shown_as_marked(it) == ""
        await it.press("end", "space")
        assert shown_as_marked(it) == "f"


def shown_as_marked(it: Any) -> str:
    """The titles of the rows that carry a mark on the screen."""
    return "".join(line.split()[-1] for line in it.text.splitlines() if "✓▸" in line)


async def test_readers_open_items_and_change_nothing():
    async with repeater(titles(*"ab"), readonly=True) as it:
        await it.begin("right", "J", "d", "y", "c", "n", "space", "u")

        assert "▾  1 a" in it.text
        assert it.values == []
        assert not it.app.query(Input)


async def test_errors_are_told_at_the_item_and_in_it():
    async with repeater(titles(*"ab")) as it:
        messages = ["item 2, title: No.", "item 2, size: Odd.", "Too short."]
        it.show(titles(*"ab"), {"it": messages})
        await it.pilot.pause()
        assert "2 errors" in it.text
        assert "Too short." in it.text

        it.field.begin()
        await wait_until(it.pilot, lambda: isinstance(it.app.focused, Input))
        assert "No." in it.text
        assert it.app.focused.parent.descriptor.key == "title"


async def test_errors_go_along_with_a_moved_item_and_away_when_it_is_mended():
    async with repeater(titles(*"abc")) as it:
        it.show(titles(*"abc"), {"it": ["item 1, title: No.", "item 3, title: Nor."]})
        it.field.items.focus()
        await it.press("J")
        it.app.form.show(it.app.draft, {}, None)
        await it.pilot.pause()
        line = next(line for line in it.text.splitlines() if "2 a" in line)
        assert "1 error" in line

        await it.press("enter", "end", "x", "escape")
        it.app.form.show(it.app.draft, {}, None)
        await it.pilot.pause()
        assert it.text.count("1 error") == 1


def checked(value: Any, **said: Any) -> str | None:
    field = FieldDescriptor.model_validate({"key": "it", "type": "repeater", **said})
    return problem_of(default_registry(), field, value, {})


class Shouted(TextField):
    @classmethod
    def check(cls, descriptor: Any, attrs: Any, value: Any) -> str | None:
        return None if str(value).isupper() else "Louder."


def test_a_type_of_ones_own_is_checked_in_items_as_well():
    registry = default_registry().extend({"shout": Shouted})
    inner = {"key": "parts", "type": "repeater", "fields": [{"key": "word", "type": "shout"}]}
    field = FieldDescriptor.model_validate({"key": "it", "type": "repeater", "fields": [inner]})

    said = problem_of(registry, field, [{"parts": [{"word": "psst"}]}], {})

    assert said == "item 1, parts: item 1, word: Louder."


def test_fields_of_items_are_checked_however_deep():
    value = [{"name": "a", "parts": [{"word": "x"}, {"word": ""}]}, {"size": 1}]

    assert checked(value, fields=NESTED) == ("item 1, parts: item 2, word: This field is required.")


def test_lengths_are_checked():
    said = {"fields": FIELDS, "attrs": {"min_items": 2, "max_items": 3}}

    assert "At least 2" in (checked(titles("a"), **said) or "")
    assert "At most 3" in (checked(titles(*"abcd"), **said) or "")
    assert checked(titles(*"abc"), **said) is None
    assert checked([], fields=FIELDS, required=True) is None
    assert checked(None, fields=FIELDS, required=True) == "This field is required."


def test_a_text_that_is_no_value_is_a_problem_of_its_item():
    value = [{"title": "a", "size": Unreadable("x", "This is not a number.")}]

    assert checked(value, fields=FIELDS) == "item 1, size: This is not a number."


def test_messages_are_read_back():
    own, inside = split_problems(["A.\nitem 2: B.", "item 1, a.0.b: item 3, c: D: e."])

    assert own == ["A."]
    assert inside == {1: {"": ["B."]}, 0: {"a.0.b": ["item 3, c: D: e."]}}


async def test_lists_in_items_are_edited_in_their_place():
    value = [{"name": "a", "parts": [{"word": "x"}, {"word": "y"}]}]
    async with one_field(value, "repeater", fields=NESTED) as it:
        await it.begin("enter")
        await wait_until(it.pilot, lambda: isinstance(it.app.focused, Input))
        await it.press("tab", "J")
        assert it.now == [{"name": "a", "parts": [{"word": "y"}, {"word": "x"}]}]
        await it.press("enter", "end", "z", "escape", "escape", "d", "y")

        assert it.values[-2] == [{"name": "a", "parts": [{"word": "y"}, {"word": "xz"}]}]
        assert it.now == []


async def test_an_error_deep_inside_is_shown_at_its_field():
    value = [{"name": "a", "parts": [{"word": "x"}]}]
    async with one_field(value, "repeater", fields=NESTED) as it:
        it.show(value, {"it": ["item 1, parts.0.word: Bad word."]})
        it.field.begin()
        await it.pilot.pause()
        await wait_until(it.pilot, lambda: "Bad word." in it.text)
        await wait_until(it.pilot, lambda: isinstance(it.app.focused, Input))


async def test_texts_of_items_have_languages():
    fields = [{"key": "title", "translatable": True}]
    value = [{"translations": {"en": {"title": "one"}, "it": {"title": "uno"}}}]
    async with one_field(value, "repeater", fields=fields, languages=("en", "it")) as it:
        await it.begin("enter", "end", "x")
        it.app.form.show(it.app.draft, {}, "it")
        await it.pilot.pause()
        await it.press("end", "y")

        texts = {"en": {"title": "onex"}, "it": {"title": "unoy"}}
        assert it.now == [{"translations": texts}]


async def test_an_item_fills_the_screen_and_comes_back():
    async with repeater(titles(*"abc")) as it:
        await it.begin("down", "plus")
        await wait_until(it.pilot, lambda: "It › 2 of 3" in it.text)
        await it.press("end", "x")
        assert "1 a" not in it.text
        await it.press("escape", "escape")

        assert named(it.now) == "abxc"
        assert "1 a" in it.text


async def test_only_items_in_use_have_fields_however_many_are_open():
    value = [{"title": f"item {at}", "size": at} for at in range(200)]
    async with repeater(value) as it:
        await it.begin("underscore")
        assert len(it.app.query(SvcField)) == 1
        for _ in range(MOST_FORMS + 3):
            await it.press("enter", "end", "x", "escape", "down")
        assert len(it.app.query(OpenItem)) == MOST_FORMS

        assert it.now[0] == {"title": "item 0x", "size": 0}
        assert [item["title"][-1] for item in it.now].count("x") == MOST_FORMS + 3
        await it.press("G")
        await wait_until(it.pilot, lambda: "200 item 199" in it.text)


async def test_it_is_used_in_a_narrow_column():
    async with repeater(titles("a long name of an item", "b"), size=(30, 24)) as it:
        await it.begin("enter", "end", "x")

        assert it.now[0]["title"].endswith("x")
        assert "Title" in it.text
        field = it.app.focused
        assert field is not None and field.size.width > 18


@pytest.mark.parametrize(
    ("attrs", "card"),
    [
        ({}, ("Hello", "", "")),
        ({"preview": "{title} by {by.name}"}, ("Hello by Ann", "", "")),
        ({"preview": "{nothing}"}, ("Hello", "", "")),
        ({"preview_label": lambda item, at: f"{at}: {item['title']}"}, ("0: Hello", "", "")),
        ({"preview_label": lambda item, at: item["no"]}, ("Hello", "", "")),
        (
            {"mini_card": {"title": "{title}", "subtitle": "{by.name}", "status_color": "{tint}"}},
            ("Hello", "Ann", "#ff0000"),
        ),
        ({"mini_card": lambda item, at: {"title": item["title"]}}, ("Hello", "", "")),
        ({"mini_card": {"title": "x", "status_color": "[evil]"}}, ("x", "", "")),
    ],
)
def test_an_item_is_called_as_it_was_said(attrs: Any, card: Any):
    item = {"_template": "t", "title": "Hello", "by": {"name": "Ann"}, "tint": "#ff0000"}

    assert card_of(attrs, item, 0) == (*card, None)


async def test_hostile_items_are_signs():
    value = [{"_template": "\x1b[2J", "title": "[bold]x\x1b]0;a\x07\u202e\n"}, "\x1b[31m"]
    async with repeater(value, templates=TEMPLATES) as it:
        await it.begin("underscore")

        assert "␛[2J" in it.text
        assert "[bold]x␛]0;a␇‹U+202E›⏎" in it.text


async def test_what_a_backend_says_of_a_path_is_told_at_that_item():
    value = [{"name": "a", "parts": [{"word": "x"}]}, {"name": "b", "parts": []}]
    async with one_field(value, "repeater", fields=NESTED) as it:
        it.show(value, {"it.0.parts.0.word": ["Bad."], "it.1.name": ["No."], "it.odd": ["Hm."]})
        await it.pilot.pause()
        assert it.text.count("1 error") == 2
        assert "odd: Hm." in it.text

        it.field.begin()
        await wait_until(it.pilot, lambda: "Bad." in it.text)


async def test_a_step_draws_two_lines_however_many_items_there_are(monkeypatch):
    drawn: list[Any] = []
    line = ItemLines.draw

    def counted(self: ItemLines, row: Any, width: int) -> Any:
        drawn.append(row.key)
        return line(self, row, width)

    async with repeater(titles(*(f"t{n}" for n in range(200)))) as it:
        await it.begin()
        monkeypatch.setattr(ItemLines, "draw", counted)
        it.field.items._rows[0]._drawn = it.field.items.lines.draw
        await it.press("down", "up")  # What came with the focus has been drawn behind these.
        drawn.clear()
        await it.press("down")

        assert sorted(set(drawn)) == [0, 1]


BROKEN = '[{"title": "a"}, {"title": "b",}]'


async def test_a_list_that_came_back_broken_is_mended_where_it_stands():
    async with repeater(titles("a", "b")) as it:
        it.app.outside = [BROKEN]
        await it.begin("f4")
        await it.settle()
        assert isinstance(it.now, Unreadable)
        assert BROKEN in it.text
        assert "Correct it here" in it.text

        await it.press("end", "left", "left", "backspace")
        assert it.now == [{"title": "a"}, {"title": "b"}]
        assert "It is correct now" in it.text

        it.app.set_focus(None)
        await wait_until(it.pilot, lambda: "▸  2 b" in it.text)
        assert BROKEN not in it.text


async def test_a_list_that_came_back_broken_can_be_taken_back_and_the_text_with_it():
    value = titles("a", "b")
    async with repeater(value) as it:
        it.app.outside = [BROKEN]
        await it.begin("f4")
        await it.settle()

        await it.press("f5", "u")
        await it.settle()
        assert it.now == value
        assert "▸  2 b" in it.text
        assert "to bring your text back" in it.app.said[-1]

        await it.press("f5", "u")
        await it.settle()
        assert it.now == Unreadable(BROKEN, it.now.problem)
        assert BROKEN in it.text


async def test_what_is_written_outside_in_the_place_of_a_list_has_to_be_one():
    async with repeater(titles("a")) as it:
        it.app.outside = ['{"title": "b"}']
        await it.begin("f4")
        await it.settle()

        assert isinstance(it.now, Unreadable)
        assert "This is not a list" in it.text


async def test_a_draft_with_a_broken_list_shows_it_and_can_go_back_to_what_was_loaded():
    value = titles("a")
    async with repeater(value) as it:
        it.app.draft = it.app.draft.edited("it", Unreadable(BROKEN, "This is no JSON."))
        it.app.form.show(it.app.draft, {}, None)
        await it.pilot.pause()
        assert BROKEN in it.text

        await it.begin("f5", "u")
        await it.settle()
        assert it.now == value


async def test_a_broken_list_is_mended_too_in_a_form_that_is_opened_with_it():
    async with repeater(Unreadable(BROKEN, "This is no JSON.")) as it:
        await it.settle()
        assert "Correct it here" in it.text

        assert it.field.begin()
        await it.press("end", "left", "left", "backspace")
        assert it.now == [{"title": "a"}, {"title": "b"}]


async def test_what_is_typed_in_an_item_while_its_id_arrives_stays_and_the_id_too():
    async with repeater([]) as it:
        await it.begin("n")
        await wait_until(it.pilot, lambda: isinstance(it.app.focused, Input))
        await it.press("a")
        sent = it.now
        it.app.form.fields[0].items.forms.get(0).form.fields[0].edits.rest = 60_000
        it.app.focused.insert_text_at_cursor("b")
        await it.pilot.pause()
        assert it.now == sent

        it.app.draft = Draft.of({"it": [{"id": 9, "title": "a"}]})
        it.app.form.show(it.app.draft, {}, None)
        await it.press("c")
        it.field.edits.take_newest()
        await it.pilot.pause()

        assert it.field.value == [{"id": 9, "title": "abc"}]


async def test_a_list_that_was_saved_while_an_edit_was_on_its_way_keeps_its_ids():
    async with repeater([]) as it:
        await it.begin("n")
        await wait_until(it.pilot, lambda: isinstance(it.app.focused, Input))
        await it.press("a")
        form, saved = it.app.form, Draft.of({"it": [{"id": 9, "title": "a"}]})
        it.app.focused.insert_text_at_cursor("b")
        await wait_until(it.pilot, lambda: it.now == [{"title": "ab"}])
        edit = it.app.edits[-1]
        it.field.edits.draft_value = [{"title": "a"}]

        assert form.write(saved, edit) == {"it": [{"id": 9, "title": "ab"}]}


async def test_a_copy_of_an_item_is_a_record_of_its_own():
    fields = [*NESTED, {"key": "author", "type": "fks"}]
    value = [{"id": 1, "name": "a", "parts": [{"id": 2, "word": "x"}], "author": {"id": 3}}]
    async with one_field(value, "repeater", fields=fields) as it:
        await it.begin("c")

        copy = {"name": "a", "parts": [{"word": "x"}], "author": {"id": 3}}
        assert it.now == [*value, copy]


async def test_errors_that_come_as_lists_beside_the_items_stand_at_their_items():
    value = [{"name": "a", "parts": [{"word": "x"}, {"word": "y"}]}, {"name": "b", "parts": []}]
    async with one_field(value, "repeater", fields=NESTED) as it:
        body = {"it": [{"parts": [{}, {"word": ["Bad word."]}]}, {"name": ["Bad name."]}]}
        it.show(value, flatten_errors(body))
        await it.begin()
        await wait_until(it.pilot, lambda: "Bad word." in it.text)

        def wrong_items() -> list[str]:
            return [line.split()[1] for line in it.text.splitlines() if "1 error" in line]

        await wait_until(it.pilot, lambda: wrong_items() == ["1", "2", "2"])
        assert "x" in it.text.split("Bad word.")[0]


async def test_errors_of_the_items_of_one_language_stand_there_only():
    fields = [{"key": "title"}]
    texts = {"en": {"it": [{"title": "one"}]}, "it": {"it": [{"title": "uno"}, {"title": "due"}]}}
    body = {"translations": {"it": {"it": [{}, {"title": ["Too short."]}]}}}
    async with one_field(
        None, "repeater", fields=fields, translatable=True, languages=("en", "it")
    ) as it:
        draft = Draft.of({"translations": texts})
        it.app.form.show(draft, flatten_errors(body), "en")
        await it.pilot.pause()
        assert "1 error" not in it.text

        it.app.form.show(draft, flatten_errors(body), "it")
        await it.pilot.pause()
        assert it.text.splitlines()[2].split()[-3:] == ["due", "1", "error"]


async def test_what_is_typed_right_behind_the_key_that_opens_an_item_goes_into_it():
    async with repeater(titles("a", "b")) as it:
        it.field.begin()
        await it.pilot.pause()
        await it.pilot.press("e", "d", "d", "y")
        await wait_until(it.pilot, lambda: it.now and it.now[0]["title"] == "addy")

        assert len(it.now) == 2


async def test_a_save_takes_the_marks_of_changes_from_the_fields_of_open_items():
    async with repeater(titles("a")) as it:
        await it.begin("enter", "x")
        it.app.form.show(it.app.draft, {}, None)
        await it.pilot.pause()
        assert "title* •" in it.text.lower()

        it.show(it.now)
        await it.pilot.pause()

        assert "•" not in it.text


def test_an_item_with_a_picture_only_is_called_as_the_picture():
    value = {"_template": "image", "picture": {"media": {"id": 1, "title": "Quay"}, "alt": ""}}
    assert card_of({}, value, 0).title == "Quay"
