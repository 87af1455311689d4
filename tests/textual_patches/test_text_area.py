"""What the keyboard puts into a text area is heard, on whichever way it comes."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.events import Paste

from svc_tui.textual_patches.text_area import KeyboardText


class Loud(KeyboardText):
    """Takes in capitals."""

    def taken_in(self, insert: str) -> str:
        """In capitals."""
        return insert.upper()


class Page(App[None]):
    """One text area."""

    def compose(self) -> ComposeResult:
        """The text area."""
        yield Loud()


async def test_ctrl_home_and_ctrl_end_go_to_the_ends_of_the_text() -> None:
    app = Page()
    async with app.run_test() as pilot:
        area = app.query_one(Loud)
        area.text = "one\ntwo\nthree"
        await pilot.press("ctrl+end")
        assert area.cursor_location == (2, 5)
        await pilot.press("ctrl+home")
        assert area.cursor_location == (0, 0)


async def test_what_is_typed_and_pasted_is_put_in_as_it_is_taken_in() -> None:
    app = Page()
    async with app.run_test() as pilot:
        area = app.query_one(Loud)
        await pilot.press("a", "b")
        app.post_message(Paste("one\ntwo"))
        await pilot.pause()
        app.copy_to_clipboard("three")
        await pilot.press("enter", "ctrl+v")
        assert area.text == "ABONE\nTWO\nTHREE"
        area.insert("four")
        assert area.text.endswith("THREEfour"), "what the program puts in is not typed"
