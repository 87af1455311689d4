"""Line ends in a text that is edited: each stays as it came."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.app import App, ComposeResult

from svc_tui.models.fields import FieldDescriptor
from svc_tui.widgets.form.longdocument import LongDocument
from svc_tui.widgets.form.textarea import TextareaField

MIXED = "one\r\ntwo\nthree\rfour\u2028five\x85six\x0bseven\x0ceight\u2029nine\r\n"


class Form(App[None]):
    def __init__(self, value: str) -> None:
        super().__init__()
        self.value = value

    def compose(self) -> ComposeResult:
        yield TextareaField(FieldDescriptor(key="body"), self.value)


async def test_typing_in_one_line_leaves_the_ends_of_all_others():
    async with Form(MIXED).run_test(size=(60, 20)) as pilot:
        field = pilot.app.query_one(TextareaField)
        field.begin()
        await pilot.press("X", "down", "down", "Y")
        await pilot.pause()
        assert field.value == MIXED.replace("one", "Xone").replace("three", "tYhree")
        await pilot.press("ctrl+z", "ctrl+z")
        await pilot.pause()
        assert field.value == MIXED


@pytest.mark.parametrize(("text", "end"), [("a\r\nb", "\r\n"), ("a\nb", "\n"), ("", "\n")])
async def test_a_new_line_ends_as_the_text_does(text: str, end: str):
    async with Form(text).run_test(size=(60, 20)) as pilot:
        field = pilot.app.query_one(TextareaField)
        field.begin()
        await pilot.press("enter")
        await pilot.pause()
        assert field.value == end + text


async def test_joining_two_lines_and_taking_that_back_keeps_a_rare_end():
    async with Form("a\u2028b\r\nc").run_test(size=(60, 20)) as pilot:
        field = pilot.app.query_one(TextareaField)
        field.begin()
        await pilot.press("end", "delete")
        await pilot.pause()
        assert field.value == "ab\r\nc"
        await pilot.press("ctrl+z")
        await pilot.pause()
        assert field.value == "a\u2028b\r\nc"


PIECES = st.lists(
    st.sampled_from(["a", "bc", "\n", "\r\n", "\r", "\u2028", "\x85", "\x0b", "\x0c"]), max_size=12
).map("".join)


@given(PIECES, PIECES, st.data())
def test_an_edit_changes_its_own_range_and_nothing_else(text: str, new: str, data: st.DataObject):
    document = LongDocument(text)
    assert document.text == text
    spots = []
    for _ in range(2):
        row = data.draw(st.integers(0, document.line_count - 1))
        spots.append((row, data.draw(st.integers(0, len(document[row])))))
    start, end = sorted(spots)
    head, tail = document.get_text_range((0, 0), start), document.get_text_range(end, document.end)
    gone = document.get_text_range(start, end)
    assert head + gone + tail == text
    result = document.replace_range(start, end, new)
    assert document.text == head + new + tail
    assert result.replaced_text == gone
