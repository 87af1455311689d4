"""Pictures over cells: drawn when their ground stands there whole, and never left behind."""

from __future__ import annotations

import pytest

from svc_tui.thinline.capabilities import TerminalCapabilities
from svc_tui.thinline.cells import piece
from svc_tui.thinline.memory import ScreenState
from svc_tui.thinline.overlays import Overlay

WIDTH, HEIGHT = 20, 6
DRAWING = "\x1bP0;1;0q~\x1b\\"
GROUND = (piece("▀▀▀▀").cells, piece("▄▄▄▄").cells)


def stamp(y: int = 1, x: int = 3) -> Overlay:
    return Overlay(y, x, GROUND, DRAWING)


@pytest.fixture
def memory() -> ScreenState:
    found = ScreenState(TerminalCapabilities(True, True))
    found.resize(WIDTH, HEIGHT)
    for y in range(HEIGHT):
        found.place(y, 0, piece(f"line {y}".ljust(WIDTH)).cells)
    return found


def put(memory: ScreenState, at: Overlay) -> None:
    """Paint the ground, and want the picture over it."""
    for y, row in enumerate(at.ground, at.y):
        memory.place(y, at.x, row)
    memory.overlays.wanted = {"a": at}


def test_a_picture_is_drawn_after_its_ground_and_once(memory: ScreenState):
    put(memory, stamp())
    text = memory.difference()
    assert text.endswith(f"\x1b7\x1b[2;4H{DRAWING}\x1b8")
    assert text.index("▀") < text.index(DRAWING)
    memory.place(5, 0, piece("else").cells)
    assert DRAWING not in memory.difference()


def test_while_something_covers_it_it_is_gone_and_then_back(memory: ScreenState):
    put(memory, stamp())
    memory.difference()
    memory.place(1, 0, piece("+--------+").cells)
    covered = memory.difference()
    assert DRAWING not in covered
    assert "▄▄▄▄" in covered  # what is left of its ground is written: no pixel of it stays
    put(memory, stamp())
    assert DRAWING in memory.difference()


def test_where_it_was_before_it_moved_every_cell_is_written(memory: ScreenState):
    put(memory, stamp())
    memory.difference()
    for y in (1, 2):
        memory.place(y, 0, piece(f"line {y}".ljust(WIDTH)).cells)
    put(memory, stamp(3))
    moved = memory.difference()
    assert "\x1b[4;4H" in moved and DRAWING in moved
    assert "line 1" in moved or "e 1" in moved


def test_taken_away_nothing_of_it_stays(memory: ScreenState):
    put(memory, stamp())
    memory.difference()
    memory.overlays.wanted = {}
    again = memory.difference()
    assert "▀▀▀▀" in again and "▄▄▄▄" in again and DRAWING not in again
    assert memory.difference() == ""


def test_after_forgetting_it_is_drawn_again(memory: ScreenState):
    put(memory, stamp())
    memory.difference()
    memory.forget()
    assert DRAWING in memory.difference()


def test_it_never_reaches_the_last_line_which_would_scroll(memory: ScreenState):
    put(memory, stamp(HEIGHT - 2))
    assert DRAWING not in memory.difference()


def test_no_scrolling_moves_a_terminals_lines_while_one_is_there(memory: ScreenState):
    put(memory, stamp())
    memory.difference()
    for y in range(HEIGHT):
        memory.place(y, 0, piece(f"another line {y * 7}".ljust(WIDTH)).cells)
    text = memory.difference()
    assert "r\x1b" not in text and "S" not in text.replace("Sixel", "")
