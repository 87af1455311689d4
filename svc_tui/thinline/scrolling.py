"""Detect that lines have only moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from svc_tui.thinline.cells import BLANK, differing
from svc_tui.thinline.diff import BRIDGED, Row

_SAMPLES = 8
_LEAST = 3
"""Minimum number of moved lines that count as scrolling."""
_PIECE = 12
"""Bytes for the way to a few cells that change, and for their pen."""


class Scroll(NamedTuple):
    """Lines `top` to `bottom`, both included, move up by so many, or down where it is negative."""

    top: int
    bottom: int
    by: int

    @property
    def sequence(self) -> str:
        """The bytes that scroll; they send the cursor home."""
        turn = f"\x1b[{abs(self.by) if abs(self.by) > 1 else ''}{'S' if self.by > 0 else 'T'}"
        return f"\x1b[{self.top + 1};{self.bottom + 1}r{turn}\x1b[r"

    def source(self, y: int) -> int | None:
        """The line that comes to stand at `y`, None for one that comes in empty."""
        if not self.top <= y <= self.bottom:
            return y
        return y + self.by if self.top <= y + self.by <= self.bottom else None


def scroll(shown: Sequence[Row], wanted: Sequence[Row], changed: Sequence[int]) -> Scroll | None:
    """The scroll that most of the changed lines speak for; None where none saves anything."""
    if len(changed) < _LEAST:
        return None
    columns = {y: found for y in changed if (found := differing(shown[y], wanted[y]))}
    spans = {y: slice(found[0], found[-1] + 1) for y, found in columns.items()}
    votes: Counter[int] = Counter()
    for y in list(spans)[:: max(1, len(spans) // _SAMPLES)]:
        votes.update(_moved(y, spans[y], shown, wanted))
    if not votes:
        return None
    by, _ = votes.most_common(1)[0]
    moved = [y for y in spans if 0 <= y + by < len(shown) and _same(y, by, spans, shown, wanted)]
    if len(moved) < max(_LEAST, abs(by)):
        return None  # More lines come in empty: all that stands beside is drawn again in those.
    move = Scroll(min(min(moved), min(moved) + by), max(max(moved), max(moved) + by), by)
    within = [y for y in columns if move.top <= y <= move.bottom]
    cost = sum(_cost(wanted[y], columns[y]) for y in within)
    return move if _costs_less_than(cost, move, shown, wanted) else None


def _costs_less_than(cost: int, move: Scroll, shown: Sequence[Row], wanted: Sequence[Row]) -> bool:
    """Whether less is to be drawn once lines have moved: rows of a table are much alike."""
    empty = [BLANK] * len(wanted[move.top])
    for y in range(move.top, move.bottom + 1):
        source = move.source(y)
        was = empty if source is None else shown[source]
        if was != wanted[y]:
            cost -= _cost(wanted[y], differing(was, wanted[y]))
            if cost <= 0:
                return False
    return True


def _cost(new: Row, columns: Sequence[int]) -> int:
    """About how many bytes draw these columns: each piece is gone to, blanks are erased."""
    pieces = 1 + sum(b - a > BRIDGED for a, b in pairwise(columns)) if columns else 0
    return pieces * _PIECE + sum(new[x].text != " " for x in columns)


def _moved(y: int, span: slice, shown: Sequence[Row], wanted: Sequence[Row]) -> list[int]:
    """Return the distances at which the wanted line stands on the terminal now."""
    new = wanted[y][span]
    return [was - y for was, row in enumerate(shown) if was != y and row[span] == new]


def _same(
    y: int, by: int, spans: dict[int, slice], shown: Sequence[Row], wanted: Sequence[Row]
) -> bool:
    return shown[y + by][spans[y]] == wanted[y][spans[y]]
