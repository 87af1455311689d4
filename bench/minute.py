"""A minute of ordinary work at the console, with and without the layer: bytes, and their weight."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bench.backend import FIRST_ROW
from bench.program import KEYS, Piece, Program
from bench.starts import keep_session
from bench.table import Line, NotMeasured
from bench.world import World

SETTLED = 1.5
"""Seconds of silence after which the work is on the screen, on a slow line too."""

PLAIN, THIN = ("--no-diff",), ()


@dataclass(frozen=True)
class Step:
    """A key, and how long one looks at what it did."""

    key: str
    pause: float


def work() -> Iterator[Step]:
    """Look through a list, search, read and change a record, look at the keys, go back."""
    for _ in range(3):
        yield from (Step("down", 0.12) for _ in range(10))
        yield Step("pagedown", 1.5)
    yield Step(".", 2.0)
    yield Step("/", 0.6)
    yield from (Step(letter, 0.2) for letter in "harbour")
    yield Step("enter", 2.5)
    yield from (Step("down", 0.4) for _ in range(5))
    yield Step("enter", 3.0)
    yield Step("enter", 0.5)
    yield from (Step(letter, 0.2) for letter in "A quiet morning at the harbour of ")
    yield from (Step("tab", 1.0) for _ in range(4))
    yield from (Step(letter, 0.2) for letter in "with a few more words ")
    yield Step("escape", 1.0)
    yield Step("=", 3.0)
    yield Step("escape", 1.0)
    yield Step("?", 3.0)
    yield Step("escape", 1.0)
    yield from (Step("down", 0.3) for _ in range(5))
    yield Step("q", 2.0)
    yield Step("x", 2.0)
    yield from (Step("down", 0.3) for _ in range(10))


@dataclass(frozen=True)
class Shift:
    """The cost of a minute of work."""

    seconds: float
    lag: float
    """Seconds from the last key to the last byte of what it did."""
    pieces: Sequence[Piece]

    @property
    def bytes(self) -> int:
        """Output."""
        return sum(len(piece.data) for piece in self.pieces)

    @property
    def packed(self) -> int:
        """The same as `ssh -C` sends it: compressed, each piece at once."""
        packer = zlib.compressobj(6)
        packed = (
            len(packer.compress(piece.data)) + len(packer.flush(zlib.Z_SYNC_FLUSH))
            for piece in self.pieces
        )
        return sum(packed)


def shift(program: Program, steps: Sequence[Step]) -> Shift:
    """Press keys at the pace of a person, whatever the screen says, and wait for its end."""
    began, last, pieces = program.now, program.now, []
    for step in steps:
        last = program.send(KEYS.get(step.key, step.key.encode()))
        until = last + step.pause
        while (left := until - program.now) > 0:
            pieces += program.listen(0.0, first=left)
    pieces += program.listen(SETTLED, first=SETTLED)
    end = pieces[-1].at if pieces else last
    return Shift(end - began, max(0.0, end - last), pieces)


def worked(world: World, *flags: str) -> Shift:
    """The minute, from the list that is there to the list again."""
    with Program([*world.open(), *flags], world.env, world.folder) as program:
        program.reach(FIRST_ROW)
        done = shift(program, list(work()))
        program.quit()
    return done


def minute(world: World, rounds: int) -> list[Line | NotMeasured]:
    """The same minute twice; the recordings' sizes side by side."""
    keep_session(world)
    ours, theirs = worked(world, *THIN), worked(world, *PLAIN)
    return [
        Line("a minute of work", ours.bytes, "bytes", theirs.bytes, ours.bytes / theirs.bytes),
        Line("… compressed", ours.packed, "bytes", theirs.packed, ours.packed / theirs.packed),
    ]
