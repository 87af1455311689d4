"""Few bytes for the way of the cursor, the change of a pen, and blanks."""

from __future__ import annotations

import pytest

from svc_tui.thinline.capabilities import TerminalCapabilities, detect_capabilities
from svc_tui.thinline.cells import UnsupportedText, piece
from svc_tui.thinline.cursor import NOWHERE, move_sequence
from svc_tui.thinline.memory import ScreenState
from svc_tui.thinline.passthrough import PassthroughEffect, passthrough_effect
from svc_tui.thinline.sgr import PLAIN, change, pen


@pytest.mark.parametrize(
    ("start", "end", "sequence"),
    [
        ((3, 3), (3, 3), ""),
        ((3, 3), (4, 3), "\x1b[C"),
        ((3, 3), (30, 3), "\x1b[27C"),
        ((3, 3), (2, 3), "\x1b[D"),
        ((30, 3), (0, 3), "\r"),
        ((30, 3), (1, 3), "\r\x1b[C"),
        ((30, 3), (0, 4), "\r\n"),
        ((30, 3), (30, 9), "\x1b[6B"),
        ((30, 3), (5, 20), "\x1b[21;6H"),
        ((30, 30), (29, 31), "\x1b[B\x1b[D"),
        ((NOWHERE, 3), (5, 3), "\r\x1b[5C"),
        ((NOWHERE, NOWHERE), (0, 0), "\x1b[H"),
        ((NOWHERE, NOWHERE), (0, 4), "\x1b[5H"),
    ],
)
def test_the_cursor_takes_the_cheapest_way(start, end, sequence) -> None:
    assert move_sequence(*start, *end) == sequence


@pytest.mark.parametrize(
    ("old", "new", "sequence"),
    [
        ("", "", ""),
        ("1;31", "1;31;44", "\x1b[44m"),
        ("1;31", "31", "\x1b[22m"),
        ("1;2;31", "2;31", "\x1b[22;2m"),
        ("1;3;4;31;44", "", "\x1b[m"),
        ("1;38;2;1;2;3;44", "1;44", "\x1b[39m"),
        ("31;44", "32;44", "\x1b[32m"),
    ],
)
def test_a_pen_changes_only_in_what_differs(old, new, sequence) -> None:
    assert change(pen(old), pen(new)) == sequence


def test_a_link_ends_where_it_ends() -> None:
    linked = pen("31", "id=1;https://example.org")
    assert change(PLAIN, linked) == "\x1b]8;id=1;https://example.org\x1b\\\x1b[31m"
    assert change(linked, pen("31")) == "\x1b]8;;\x1b\\"


def drawn(text: str, sgr: str, can: TerminalCapabilities) -> str:
    """A line of forty columns, over another that is known."""
    memory = ScreenState(can)
    memory.resize(40, 1)
    memory.place(0, 0, piece("x" * 40).cells)
    memory.difference()
    memory.place(0, 0, piece(text.ljust(40), sgr).cells)
    return memory.difference()


def test_blanks_are_erased_in_color_only_where_the_terminal_can() -> None:
    can, cannot = TerminalCapabilities(erases_in_color=True), TerminalCapabilities()
    assert "\x1b[K" in drawn("a", "44", can)
    assert " " * 39 in drawn("a", "44", cannot)
    assert "\x1b[K" in drawn("a", "", cannot)
    assert "\x1b[18X" in drawn(f"a{' ' * 18}b", "44", can)


def in_two_columns(x: int, text: str, sign: str) -> str:
    """Four rows, and a sign beside each or apart from it; over a screen that is known."""
    memory = ScreenState(TerminalCapabilities())
    memory.resize(30, 4)
    for y in range(4):
        memory.place(y, 0, piece("." * 30).cells)
    memory.difference()
    for y in range(4):
        memory.place(y, 2, piece(f"row {y}", text).cells)
        memory.place(y, x, piece("#", sign).cells)
    return memory.difference()


@pytest.mark.parametrize(
    ("x", "text", "sign"),
    [(20, "34", "31"), (7, "38;2;1;2;3;48;2;4;5;6", "38;2;7;8;9;48;2;10;11;12")],
)
def test_a_column_of_another_style_changes_the_pen_once(x, text, sign) -> None:
    sent = in_two_columns(x, text, sign)
    assert sent.count(f"{text}m") == sent.count(f"{sign}m") == 1
    assert sent.index("row 3") < sent.index("#")


def test_a_short_change_is_made_where_the_cursor_is() -> None:
    assert "row 0\x1b[31m#" in in_two_columns(7, "34", "31")


def test_words_left_for_the_end_are_sent_with_the_blanks_between() -> None:
    memory = ScreenState(TerminalCapabilities())
    memory.resize(30, 1)
    memory.place(0, 0, piece(" " * 30).cells)
    memory.difference()
    memory.place(0, 0, piece("#", "31").cells)
    memory.place(0, 5, piece("two words", "34").cells)
    assert "two words" in memory.difference()


def test_a_field_with_the_cursor_in_it_has_its_background_sent_once() -> None:
    memory = ScreenState(TerminalCapabilities(erases_in_color=True))
    memory.resize(60, 1)
    memory.place(0, 0, piece("." * 60).cells)
    memory.difference()
    field, cursor = "38;2;1;2;3;48;2;57;57;57", "48;2;228;228;228"
    memory.place(0, 0, piece("|" + " " * 12, "34;45").cells)
    memory.place(0, 13, piece(" written", field).cells)
    memory.place(0, 21, piece(" ", cursor).cells)
    memory.place(0, 22, piece(" " * 30, field).cells)
    assert memory.difference().count("48;2;57;57;57") == 1


def test_the_colour_of_a_blanks_text_is_not_sent() -> None:
    memory = ScreenState(TerminalCapabilities())
    memory.resize(5, 1)
    memory.place(0, 0, piece("     ", "31;44").cells)
    memory.difference()
    memory.place(0, 0, piece("     ", "1;32;44").cells)
    assert memory.difference() == ""


@pytest.mark.parametrize("text", ["a\x1b[31m", "a\nb", "\t", "\x9b5n", "\ud800", "\u0301a"])
def test_what_a_terminal_would_obey_is_no_text(text) -> None:
    with pytest.raises(UnsupportedText):
        piece(text)


@pytest.mark.parametrize(
    ("text", "does"),
    [
        ("\x07", PassthroughEffect.HARMLESS),
        ("\x1b]52;c;aGFsbG8=\x07", PassthroughEffect.HARMLESS),
        ("\x1b[?25l", PassthroughEffect.HARMLESS),
        ("\x1b[?2026$p\x1b[>13u", PassthroughEffect.HARMLESS),
        ("\x1b[?1049h", PassthroughEffect.CLEARS),
        ("\x1b[2J", PassthroughEffect.DRAWS),
        ("\x07hello", PassthroughEffect.DRAWS),
        ("\x1bPq#0~\x1b\\", PassthroughEffect.DRAWS),
        ("\x1b_Ga=t;\x1b\\", PassthroughEffect.HARMLESS),
    ],
)
def test_what_passes_by_is_judged_by_what_it_does(text, does) -> None:
    assert passthrough_effect(text) is does


@pytest.mark.parametrize(
    ("environ", "can"),
    [
        ({"TERM": "xterm-256color"}, TerminalCapabilities(True, True)),
        ({"TERM": "xterm-256color", "STY": "1.pts"}, TerminalCapabilities(False, True)),
        ({"TERM": "tmux-256color"}, TerminalCapabilities(True, True)),
        ({"TERM": "screen-256color"}, TerminalCapabilities(False, True)),
        ({"TERM": "linux"}, TerminalCapabilities(True, False)),
        ({"TERM": "vt100"}, TerminalCapabilities()),
        ({}, TerminalCapabilities()),
    ],
)
def test_a_terminal_can_only_what_is_known_of_it(environ, can) -> None:
    assert detect_capabilities(environ) == can
