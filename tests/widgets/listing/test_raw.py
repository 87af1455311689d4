"""A row as it came, however long it is, and what is searched for in it."""

from __future__ import annotations

from textual.app import App

from svc_tui.widgets.form.pager import LONGEST, PagerView
from svc_tui.widgets.listing.raw import RawRow
from tests.console import screen_text, wait_until


async def shown(text: str, sentence: str, *keys: str) -> str:
    """Return the screen once these keys have brought a sentence onto it."""
    async with App[None]().run_test(size=(80, 24)) as pilot:
        pilot.app.push_screen(RawRow(text))
        await wait_until(pilot, lambda: isinstance(pilot.app.focused, PagerView))
        await wait_until(pilot, lambda: text[:40] in screen_text(pilot.app))
        await pilot.press(*keys)
        await wait_until(pilot, lambda: sentence in screen_text(pilot.app))
        return screen_text(pilot.app)


async def test_a_long_line_is_scrolled_through_to_its_end():
    assert await shown("x" * 20_000 + "the very end", "the very end", "end")


async def test_what_is_too_long_to_be_drawn_is_said():
    assert await shown("x" * LONGEST + "y" * 1_234, "1,234 more characters not shown")


async def test_it_is_searched_and_n_goes_on_to_the_next_place():
    lines = [f"line {n}" for n in range(300)]
    lines[150] = lines[250] = "the harbour"
    async with App[None]().run_test(size=(80, 24)) as pilot:
        pilot.app.push_screen(RawRow("\n".join(lines)))
        await pilot.pause()
        await pilot.press("slash", *"harbour", "enter")
        await wait_until(pilot, lambda: "2 lines match" in screen_text(pilot.app))
        await wait_until(pilot, lambda: "line 151" in screen_text(pilot.app))
        await pilot.press("n")
        await wait_until(pilot, lambda: "line 251" in screen_text(pilot.app))
        await pilot.press("N")
        await wait_until(pilot, lambda: "line 151" in screen_text(pilot.app))
        await pilot.press("Y")
        await wait_until(pilot, lambda: not isinstance(pilot.app.screen, RawRow))


async def test_no_letter_stands_under_the_scroll_bar():
    text = "".join(chr(ord("a") + n % 26) for n in range(2_600))
    screen = await shown(text, text[:40])
    rows = [row for row in screen.splitlines() if row.startswith(("a", "b")) or len(row) > 60]
    letters = "".join("".join(filter(str.isalpha, row)) for row in rows)
    assert letters[:400] == text[:400]
