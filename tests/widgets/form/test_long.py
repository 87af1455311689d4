"""Long texts: typing, counting, the pager, the operator's own editor, the whole screen."""

from __future__ import annotations

from typing import Any

import pytest
from textual.geometry import Region

from svc_tui.models import exact_json
from svc_tui.stores.record.draft import Unreadable
from svc_tui.terminal.external_editor import EditorResult
from svc_tui.widgets.form.external_editor import SECRET
from svc_tui.widgets.form.longtext import LongText
from svc_tui.widgets.form.marks import marks
from svc_tui.widgets.form.pager import Pager, PagerView
from tests.console import wait_until
from tests.hostile import HOSTILE
from tests.widgets.form.form_with_draft import one_field

VALUES = [None, "a\u2028b\r\nc\x0b", {"b": [1.0]}, 7, [], HOSTILE["bidi"], HOSTILE["surrogates"]]
SUFFIXES = {"textarea": ".txt", "json": ".json"}


async def test_a_text_area_grows_with_its_text_and_stops_growing():
    async with one_field("one", "textarea", attrs={"rows": 2}) as it:
        area = it.app.query_one(LongText)
        assert area.size.height == 2

        await it.begin("end", *["enter"] * 5)
        assert area.size.height == 6
        await it.press(*["enter"] * 20)
        assert area.size.height == 12


async def test_a_text_that_keeps_its_number_of_rows_is_painted_with_its_new_breaks():
    words = [f"word{n:02d}" for n in range(12)]
    async with one_field(" ".join(words), "textarea") as it:
        await wait_until(it.pilot, lambda: words[7] in it.text)
        area = it.app.query_one(LongText)
        rows, width = area.wrapped_document.height, area.size.width

        await it.pilot.resize_terminal(70, 24)

        await wait_until(it.pilot, lambda: area.size.width == width - 10)
        assert area.wrapped_document.height == rows == 2
        await wait_until(it.pilot, lambda: all(word in it.text for word in words))


async def test_the_line_with_the_caret_keeps_the_colors_of_its_words():
    async with one_field('{"a": 1}\n{"a": 1}', "textarea") as it:
        area = it.app.query_one(LongText)
        area.marked_as = "json"
        area.load_text('{"a": 1}\n{"a": 1}')
        first, second = (
            [
                (word.strip(), style.color)
                for word, style, _ in area.render_line(y)
                if style and word.strip()
            ]
            for y in (0, 1)
        )
        assert area.cursor_location[0] == 0
        assert len({color for _, color in second}) > 1
        assert first == second


async def test_a_text_area_that_was_removed_may_be_painted_before_the_next_layout():
    async with one_field("one", "textarea") as it:
        area = it.app.query_one(LongText)
        gone = area._task
        area.remove()
        await gone

        (strip,) = area.render_lines(Region(0, 0, 7, 1))

        assert strip.text == " " * 7


async def test_the_characters_are_counted_where_they_are_limited():
    async with one_field("abc", "textarea", attrs={"max_length": 5}) as it:
        assert "3/5" in it.text

        await it.begin("end", "d", "e", "f")

        assert "6/5" in it.text


async def test_letters_are_text_and_tab_is_not():
    async with one_field("", "textarea") as it:
        await it.begin("q", "d", "E", "plus", "tab")

        assert it.now == "qdE+"
        assert it.app.query_one(LongText).text == "qdE+"


@pytest.mark.parametrize(("type", "suffix"), SUFFIXES.items())
async def test_a_value_is_edited_outside_under_the_right_suffix(type: str, suffix: str):
    async with one_field("old", type) as it:
        it.app.outside = ['"new"' if type == "json" else "new"]

        await it.begin("f4")
        await it.settle()

        assert it.app.opened[0][1] == suffix
        assert it.values == ["new"]


@pytest.mark.parametrize("type", SUFFIXES)
@pytest.mark.parametrize("value", VALUES)
async def test_a_value_that_was_only_looked_at_outside_is_no_edit(type: str, value: Any):
    async with one_field(value, type) as it:
        it.app.outside = [EditorResult(None), lambda text: text]

        await it.begin("f4")
        await it.settle()
        await it.press("f4")
        await it.settle()

        assert it.values == []
        assert it.field.value is value


async def test_what_was_typed_goes_along_into_the_editor():
    async with one_field("a", "textarea") as it:
        it.app.outside = [lambda text: text + "c"]

        await it.begin("end", "b", "f4")
        await it.settle()

        assert it.now == "abc"
        assert it.app.query_one(LongText).text == "abc"


async def test_json_with_a_mistake_is_kept_said_and_opened_again():
    async with one_field({"a": 1}, "json") as it:
        it.app.outside = ['{"a": 2,,}', lambda text: text.replace(",,", "")]

        await it.begin("f4")
        await it.settle()
        kept = it.now
        assert isinstance(kept, Unreadable)
        assert (kept.text, "line 1, column" in kept.problem) == ('{"a": 2,,}', True)
        assert '{"a": 2,,}' in it.text
        assert "was kept. Correct it here or press F4" in it.app.said[-1]

        await it.press("f4")
        await it.settle()
        assert it.now == {"a": 2}


async def test_a_failed_editor_leaves_the_text_and_says_so():
    async with one_field("a", "textarea") as it:
        it.app.outside = [EditorResult(None, "The editor exited with code 1.")]

        await it.begin("b", "f4")
        await it.settle()

        assert it.now == "ba"
        assert it.app.said == ["The editor exited with code 1."]


HIDING = {"fields": [{"key": "name"}, {"key": "pin", "no_draft": True}]}


@pytest.mark.parametrize(
    ("value", "type", "said"),
    [
        ("s3cret", "textarea", {"no_draft": True}),
        ({"smtp": {"password": "s3cret"}}, "json", {}),
        ([{"api_key": "s3cret"}], "json", {}),
        ([{"name": "a", "pin": "s3cret"}], "repeater", HIDING),
        ([{"name": "a", "token": "s3cret"}], "repeater", {"fields": [{"key": "name"}]}),
    ],
)
async def test_a_secret_is_not_written_to_disk(value: Any, type: str, said: dict[str, Any]):
    async with one_field(value, type, **said) as it:
        await it.begin("f4")
        await it.settle()

        assert it.app.opened == []
        assert it.app.said == [SECRET]


async def test_a_secret_that_was_typed_into_broken_json_is_not_written_to_disk():
    async with one_field({}, "json") as it:
        it.app.query_one(LongText).load_text('{"password": "s3cret",}')
        await it.begin("f4")
        await it.settle()

        assert it.app.opened == []
        assert it.app.said == [SECRET]


async def test_json_that_was_typed_keeps_its_form_until_it_is_formatted():
    async with one_field({"a": 1}, "json") as it:
        await it.begin("ctrl+home", "ctrl+shift+k")
        area = it.app.query_one(LongText)
        area.load_text('{"a":1,   "b":[]}')
        await it.pilot.pause()
        assert it.now == {"a": 1, "b": []}
        it.show({"a": 1, "b": []})
        assert area.text == '{"a":1,   "b":[]}'

        await it.press("f5", "r")
        assert area.text == '{\n  "a": 1,\n  "b": []\n}'
        assert len(it.values) == 2


async def test_another_form_of_the_same_json_is_no_edit():
    async with one_field({"a": [1, 2]}, "json") as it:
        it.app.query_one(LongText).load_text(' {"a":[1,2]}')
        await it.pilot.pause()

        assert it.values == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": 1, "a": 2}', "appears twice"),
        ("[NaN]", "NaN is not supported"),
        ("[1,\n 2,,]", "line 2, column"),
        ("[" * 40_000, "This is not valid JSON"),
    ],
    ids=["twice", "nan", "comma", "deep"],
)
async def test_a_text_that_is_no_json_is_told(text: str, said: str):
    async with one_field(None, "json") as it:
        it.app.query_one(LongText).load_text(text)
        await it.pilot.pause()

        assert said in it.now.problem
        assert it.now.text == text


async def test_the_pager_shows_all_of_a_value_and_searches_in_it():
    text = "\n".join(f"line {number}" for number in range(500))
    async with one_field(text, "textarea") as it:
        await it.begin("f3")
        assert "line 0" in it.text
        await it.press("slash", *"line 33", "enter")
        assert "line 33" in it.text
        assert "11 lines match" in it.text
        pages = it.app.screen.query_one(PagerView)
        await it.press("n")
        assert pages.here == 330
        await it.press("N", "N")
        assert pages.here == 339
        await it.press("q")
        assert not isinstance(it.app.screen, Pager)
        assert it.values == []


async def test_hostile_text_is_shown_as_signs_in_the_pager():
    async with one_field("a\x1b[31mb\u202ec [bold]d", "textarea") as it:
        await it.begin("f3")

        assert "a␛[31mb‹U+202E›c [bold]d" in it.text


async def test_a_field_fills_the_screen_and_comes_back_with_all_that_was_typed():
    async with one_field("a", "textarea") as it:
        await it.begin("f5", "f", "b")
        area = it.app.query_one(LongText)
        await wait_until(it.pilot, lambda: area.size.height > 20)
        await it.press("escape")

        assert area.size.height == 4
        assert it.now == "ba"
        assert it.app.focused is area


async def test_a_megabyte_is_typed_into_quickly_and_arrives():
    text = "some words on a line of text\n" * 36_000
    async with one_field(text, "textarea") as it:
        await it.begin("ctrl+home")
        await it.press(*"abc")
        it.field.edits.take_newest()

        assert it.field.value == f"abc{text}"


@pytest.mark.parametrize(
    ("language", "line", "found"),
    [
        ("json", '"a": "b", 1', ["key", "text", "number"]),
        ("html", '<p class="x">&amp; <!-- no -->', ["tag", "text", "tag", "number", "faint"]),
        ("markdown", "- **a** `b` [c](d)", ["number", "strong", "text", "key"]),
        ("", "<p>", []),
        ("html", "<" * 5000, []),
    ],
    ids=["json", "html", "markdown", "plain", "long"],
)
def test_source_is_coloured_by_what_it_is(language: str, line: str, found: list[str]):
    assert [mark.name for mark in marks(language, line)] == found


@pytest.mark.parametrize("number", ["1e999", "NaN"])
async def test_a_number_that_only_its_text_holds_stays_in_an_edit_from_outside(number: str):
    loaded = exact_json.read(f'{{"a": {number}, "b": 1}}')
    async with one_field(loaded, "json") as it:
        it.app.outside = [lambda text: text.replace("1\n", "2\n")]
        await it.begin("f4")
        await it.settle()

        assert exact_json.written(it.now) == f'{{"a": {number}, "b": 2}}'
