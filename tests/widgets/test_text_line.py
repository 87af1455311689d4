"""A line to type into: letters move nothing on the screen but the text."""

from __future__ import annotations

from typing import Any

import pytest
from textual._compositor import Compositor
from textual.app import App, ComposeResult
from textual.events import Paste
from textual.geometry import Region

from svc_tui.widgets.text_line import TextLine


class Line(App[None]):
    """One line of ten columns."""

    CSS = "TextLine { width: 10; }"

    def compose(self) -> ComposeResult:
        yield TextLine("", compact=True)


async def test_a_letter_lays_nothing_out_and_a_long_text_still_scrolls(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reflow, layouts = Compositor.reflow, []

    def counted(self: Compositor, *args: Any) -> Any:
        layouts.append(args)
        return reflow(self, *args)

    app = Line()
    async with app.run_test() as pilot:
        line = app.query_one(TextLine)
        await pilot.pause()
        monkeypatch.setattr(Compositor, "reflow", counted)

        await pilot.press(*"in the harbour")
        await pilot.pause()

        assert not layouts
        assert line.render_lines(Region(0, 0, 10, 1))[0].text == "e harbour "

        await pilot.press("home")
        await pilot.pause()
        assert line.render_lines(Region(0, 0, 10, 1))[0].text == "in the har"


async def test_pasted_lines_replace_the_selection_joined_and_are_undone_at_once() -> None:
    app = Line()
    async with app.run_test() as pilot:
        line = app.query_one(TextLine)
        await pilot.press(*"boats")
        line.action_select_all()
        app.post_message(Paste("old\n\nlight\x1b\nhouse\n"))
        await pilot.pause()
        assert line.value == "old light house"
        await pilot.press("ctrl+z")
        assert line.value == "boats"
        app.copy_to_clipboard("one\ntwo")
        await pilot.press("ctrl+v")
        assert line.value == "boatsone two"
