"""Ctrl+Z while typing: in long texts and on one line."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.document._wrapped_document import WrappedDocument
from textual.widget import Widget
from textual.widgets import Input, TextArea

from svc_tui.models.fields import FieldDescriptor
from svc_tui.widgets.form.longtext import LongText
from svc_tui.widgets.form.text import TextField
from svc_tui.widgets.text_line import TextLine


class Host(App[None]):
    """An app of somebody else around one widget."""

    def __init__(self, widget: Callable[[], Widget]) -> None:
        super().__init__()
        self.make = widget

    def compose(self) -> ComposeResult:
        yield self.make()


def long_text() -> LongText:
    return LongText("", least=4, most=12)


async def test_undoing_a_long_paste_leaves_an_empty_text():
    async with Host(long_text).run_test(size=(80, 24)) as pilot:
        area = pilot.app.query_one(TextArea)
        area.focus()
        await pilot.pause()
        pilot.app.post_message(events.Paste("\n".join(f"line {n}" for n in range(60))))
        await pilot.pause()
        await pilot.press("ctrl+z")
        await pilot.pause()
        assert area.text == ""
        await pilot.press("ctrl+y")
        await pilot.pause()
        assert area.document.line_count == 60


async def test_undoing_lines_that_were_typed_takes_them_back_one_run_at_a_time():
    async with Host(long_text).run_test(size=(80, 24)) as pilot:
        area = pilot.app.query_one(TextArea)
        area.focus()
        for _ in range(25):
            await pilot.press("a", "enter")
        for _ in range(60):
            await pilot.press("ctrl+z")
        await pilot.pause()
        assert area.text == ""


@pytest.mark.parametrize("seed", range(6))
async def test_rows_fit_the_text_after_any_edits_and_undos(seed: int):
    dice = random.Random(seed)
    async with Host(long_text).run_test(size=(40, 20)) as pilot:
        area = pilot.app.query_one(LongText)
        for _ in range(60):
            end = area.document.end
            rows = sorted(dice.randint(0, end[0]) for _ in range(2))
            spots = [(row, dice.randint(0, len(area.document[row]))) for row in rows]
            match dice.randint(0, 4):
                case 0 | 1:
                    text = "\n".join("x" * dice.randint(0, 60) for _ in range(dice.randint(1, 9)))
                    area.replace(text, *sorted(spots))
                case 2:
                    area.undo()
                case 3:
                    area.redo()
                case 4:
                    area.history.checkpoint()
            if dice.random() < 0.2:
                await pilot.pause()
        await pilot.pause()
        fresh = WrappedDocument(area.document, tab_width=area.indent_width)
        fresh.wrap(area.wrap_width, area.indent_width)
        assert area.wrapped_document._wrap_offsets == fresh._wrap_offsets
        assert area.wrapped_document.height == fresh.height


async def test_a_line_is_undone_and_redone_word_by_word_of_typing():
    async with Host(lambda: TextLine("here", select_on_focus=False)).run_test() as pilot:
        line = pilot.app.query_one(TextLine)
        line.focus()
        await pilot.press("a", "b", "backspace", "c")
        assert line.value == "hereac"
        seen = []
        for _ in range(5):
            await pilot.press("ctrl+z")
            seen.append(line.value)
        assert seen == ["herea", "hereab", "here", "here", "here"]
        for _ in range(5):
            await pilot.press("ctrl+y")
        assert (line.value, line.cursor_position) == ("hereac", 6)


async def test_a_field_is_undone_to_what_was_loaded_and_tells_so():
    field = TextField(FieldDescriptor(key="title"), "Loaded")
    async with Host(lambda: field).run_test() as pilot:
        field.begin()
        await pilot.press("x", "ctrl+z")
        await pilot.pause()
        assert field.value == "Loaded"


async def test_another_value_from_outside_is_no_step_of_typing():
    field = TextField(FieldDescriptor(key="title"), "First")
    async with Host(lambda: field).run_test() as pilot:
        field.show("Second")
        field.begin()
        await pilot.press("ctrl+z")
        await pilot.pause()
        assert field.content() == "Second"


async def test_a_password_is_not_brought_back():
    async with Host(lambda: TextLine(password=True)).run_test() as pilot:
        line = pilot.app.query_one(Input)
        line.focus()
        await pilot.press("s", "e")
        line.value = ""
        await pilot.press("ctrl+z")
        assert line.value == ""
