"""A row as it came, however long it is."""

from __future__ import annotations

from textual.app import App
from textual.containers import VerticalScroll

from svc_tui.widgets.listing.raw import MOST, RawRow
from tests.console import screen_text


async def shown_to_the_end(text: str) -> str:
    async with App[None]().run_test(size=(80, 24)) as pilot:
        pilot.app.push_screen(RawRow(text))
        await pilot.pause()
        pilot.app.screen.query_one(VerticalScroll).scroll_end(animate=False)
        await pilot.pause()
        return screen_text(pilot.app)


async def test_a_long_line_is_scrolled_through_to_its_end():
    assert "the very end" in await shown_to_the_end("x" * 20_000 + "the very end")


async def test_what_is_too_long_to_be_drawn_is_said():
    words = await shown_to_the_end("x" * MOST + "y" * 1_234)
    assert "1,234 more characters are not drawn" in words
