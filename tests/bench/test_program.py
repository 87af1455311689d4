"""The stop-watch itself: a program with known figures in a real pseudo-terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench import processes
from bench.program import Piece, Program
from tests.bench import echo


@pytest.fixture
def program() -> Iterator[Program]:
    command = [sys.executable, "-I", str(Path(echo.__file__))]
    with Program(command, {"TERM": "xterm-256color"}, size=(40, 10)) as running:
        yield running


def test_a_start_is_timed_up_to_the_bytes_that_show_the_text(program: Program) -> None:
    painted, shown, last = program.reach("Ready")

    assert 0 < painted <= shown <= last <= program.now
    assert program.screen.text.splitlines()[2] == "   Ready".ljust(40)


def test_the_terminals_question_is_answered_or_the_program_would_wait(program: Program) -> None:
    program.reach("Ready")

    assert program.bytes == len(b"\x1b[c" + echo.GREETING)


def test_every_byte_of_a_key_is_counted(program: Program) -> None:
    program.reach("Ready")

    answer = program.press("x")

    assert answer.bytes == len(echo.ANSWER) + 1
    assert 0 < answer.first_ms <= answer.last_ms
    assert "key x" in program.screen.text


def test_a_key_without_effect_has_no_bytes(program: Program) -> None:
    program.reach("Ready")

    assert program.press("z").bytes == 0


def test_quitting_tells_the_modes_that_were_left_on(program: Program) -> None:
    program.reach("Ready")
    assert program.screen.modes == {1049}

    took, left = program.quit()

    assert took > 0
    assert left == set()


def test_a_text_that_never_comes_is_an_error_with_the_screen(program: Program) -> None:
    program.reach("Ready")
    program.send(b"q")

    with pytest.raises(TimeoutError, match="'Never' was not seen"):
        program.reach("Never")


def test_the_first_paint_is_the_piece_that_shows_something() -> None:
    program = Program([], {}, size=(20, 5))
    pieces = [Piece(0.1, b"\x1b[2J   "), Piece(0.2, b"a"), Piece(0.3, b"bc"), Piece(0.4, b"d")]

    assert program.see(pieces, "abc") == (0.2, 0.3)


def test_cpu_and_memory_are_those_of_a_living_process() -> None:
    mine = os.getpid()
    before = processes.cpu_seconds(mine)
    sum(range(200_000))

    assert processes.cpu_seconds(mine) > before
    assert 1 < processes.resident_megabytes(mine) <= processes.peak_megabytes(mine)


def test_a_process_that_is_gone_uses_nothing() -> None:
    assert processes.peak_megabytes(2**22 + 1) == 0
