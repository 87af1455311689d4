"""The emulated terminal: what is seen, when, and what it answers."""

from __future__ import annotations

from bench.screen import Screen, answers


def test_a_synchronized_update_is_seen_when_it_ends() -> None:
    screen = Screen((20, 3))

    screen.feed(b"\x1b[?2026hhalf")
    assert not screen.complete

    screen.feed(b" done\x1b[?2026l")
    assert screen.complete
    assert "half done" in screen.text


def test_a_sequence_may_arrive_in_two_pieces() -> None:
    screen = Screen((20, 3))

    screen.feed(b"\x1b[2;")
    screen.feed(b"3Hhere")

    assert screen.text.splitlines()[1].startswith("  here")


def test_questions_leave_no_letters_on_the_screen() -> None:
    screen = Screen((20, 3))

    screen.feed(b"\x1b[?2026$p\x1b[>1u\x1b[?u\x1b[c\x1b]11;?\x1b\\")

    assert screen.blank


def test_repeated_characters_are_spelled_out() -> None:
    screen = Screen((20, 3))

    screen.feed("─\x1b[4b".encode())

    assert screen.text.startswith("─────")


def test_scrolling_moves_the_lines() -> None:
    screen = Screen((10, 3))
    screen.feed(b"one\r\ntwo\r\nthree")

    screen.feed(b"\x1b[1S")
    assert [row.strip() for row in screen.text.splitlines()] == ["two", "three", ""]

    screen.feed(b"\x1b[1T")
    assert [row.strip() for row in screen.text.splitlines()] == ["", "two", "three"]


def test_the_terminal_knows_synchronized_output_and_no_other_mode() -> None:
    assert answers(b"\x1b[?2026$p") == b"\x1b[?2026;2$y"
    assert answers(b"\x1b[?2048$p") == b"\x1b[?2048;0$y"
    assert answers(b"\x1b[c text \x1b[6n") == b"\x1b[?62;22c\x1b[1;1R"
    assert answers(b"plain") == b""
