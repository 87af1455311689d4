"""Input, tidied: answers that come late are no keys, and a paste is only text."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svc_tui.terminal.input_sanitizer import InputSanitizer

PASTE = "\x1b[200~one\x1b[31m two\x1b]0;x\x07\x1b\x1b[201~"
SHOWN = "\x1b[200~one␛[31m two␛]0;x\x07␛\x1b[201~"


@pytest.mark.parametrize(
    "answer",
    [
        "\x1b[?62;4;22c",
        "\x1b[>1;10;0c",
        "\x1b[?1u",
        "\x1b[6;20;10t",
        "\x1b[8;24;80t",
        "\x1b]11;rgb:0000/0000/0000\x1b\\",
        "\x1b]52;c;aGk=\x07",
        "\x1bP>|kitty(0.32)\x1b\\",
        "\x1b_Gi=31;OK\x1b\\",
    ],
)
def test_a_late_answer_is_not_typed_even_in_two_pieces(answer: str) -> None:
    assert InputSanitizer().sanitized(f"a{answer}b") == "ab"
    for end in range(4, len(answer)):
        arrivals = InputSanitizer()
        assert (
            arrivals.sanitized("a" + answer[:end]) + arrivals.sanitized(answer[end:] + "b") == "ab"
        )


@pytest.mark.parametrize(
    "keys",
    [
        "\x1b",
        "\x1b[A",
        "\x1b[24~",
        "\x1b[32u",
        "\x1b]",
        "\x1bP",
        "\x1b[?2026;2$y",
        "\x1b[48;24;80;480;800t",
        "\x1b[12;40R",
        "\x1b[<0;10;10M",
        "\x1b[I",
        "日é",
    ],
)
def test_keys_and_what_textual_expects_pass_at_once(keys: str) -> None:
    assert InputSanitizer().sanitized(keys) == keys


def test_what_only_looked_like_an_answer_is_held_for_one_piece() -> None:
    arrivals = InputSanitizer()
    assert arrivals.sanitized("\x1b[?62;") == ""
    assert arrivals.sanitized("x") == "\x1b[?62;x"
    assert arrivals.sanitized("y") == "y"


@given(st.lists(st.integers(len("\x1b[200~"), len(PASTE))))
def test_a_paste_in_any_pieces_is_only_text(cuts: list[int]) -> None:
    ends = sorted({*cuts, 0, len(PASTE)})
    arrivals = InputSanitizer()
    sanitized = [arrivals.sanitized(PASTE[start:end]) for start, end in pairwise(ends)]
    assert "".join(sanitized) == SHOWN
    assert arrivals.sanitized("\x1b[A") == "\x1b[A"


def test_two_pastes_and_a_key_between_stay_apart() -> None:
    assert InputSanitizer().sanitized(f"{PASTE}\x1b[A{PASTE}") == f"{SHOWN}\x1b[A{SHOWN}"
