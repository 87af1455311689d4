"""ASCII-only drawing never makes one key look like another."""

from __future__ import annotations

from rich.segment import Segment
from textual.app import App
from textual.binding import Binding
from textual.color import Color

from svc_tui.terminal.ascii_filter import AsciiFilter, key_in_words


def test_keys_without_a_letter_are_written_in_words() -> None:
    app: App[None] = App()
    written = [
        key_in_words(app.get_key_display(Binding(key, "act")))
        for key in ("enter", "up", "down", "left", "right", "backspace", "shift+down", "slash")
    ]
    words = ["enter", "up", "down", "left", "right", "backspace", "shift+down", "/"]
    assert written == words


def test_the_end_of_a_line_is_no_slash() -> None:
    (line,) = AsciiFilter().apply([Segment("and⏎or")], Color(0, 0, 0))
    assert line.text == "and|or"
