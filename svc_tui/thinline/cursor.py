"""The cheapest way for the cursor from one cell to another."""

from __future__ import annotations

from functools import lru_cache

NOWHERE = -1
"""A column, or a line, that is not known."""


@lru_cache(8192)
def move_sequence(x: int, y: int, to_x: int, to_y: int) -> str:
    """The shortest sequence from one cell to another; columns and lines count from 0."""
    if (x, y) == (to_x, to_y):
        return ""
    ways = [_address(to_x, to_y)]
    if y == to_y:
        ways.append("\r" + _along(0, to_x))
        if x != NOWHERE:
            ways.append(_along(x, to_x))
    elif y != NOWHERE:
        if x == to_x:
            ways.append(_count(abs(to_y - y), "B" if to_y > y else "A"))
        if to_y == y + 1:
            ways.append("\r\n" + _along(0, to_x))
            if x != NOWHERE:
                ways.append("\x1b[B" + _along(x, to_x))
    return min(ways, key=_length)


def _address(x: int, y: int) -> str:
    if x:
        return f"\x1b[{y + 1 if y else ''};{x + 1}H"
    return f"\x1b[{y + 1}H" if y else "\x1b[H"


def _along(x: int, to_x: int) -> str:
    """To another column of the same line.

    Never by backspaces, two bytes shorter for one step: so a control character among the output
    always tells that something foreign got through.
    """
    if to_x < x:
        return _count(x - to_x, "D")
    return _count(to_x - x, "C") if to_x > x else ""


def _count(steps: int, final: str) -> str:
    return f"\x1b[{steps if steps > 1 else ''}{final}"


def _length(sequence: str) -> int:
    """Bytes on the line: a terminal driver sends a line feed with a return of its own."""
    return len(sequence) + sequence.count("\n")
