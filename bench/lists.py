"""A list over 100,000 rows of the demo backend: keys, page turns, and what stays in memory."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from bench import processes
from bench.demo import Demo
from bench.figures import Rounds, Sample, interleave
from bench.keys import pressed
from bench.program import Program
from bench.table import Line, NotMeasured
from bench.world import World

MANY, FEW = 100_000, 1_000
SHOWN = 50
"""Rows on a page, as many as the bare table has."""
TURNS = 200
PRESSES = 20
SETTLED = 1.5
"""Seconds after which the neighbouring pages have been fetched."""

CONSOLE_FILE = f"""\
[svc]
base_url = "{{url}}"
title = "Bench"
page_size = {SHOWN}

[[resources]]
name = "articles"
endpoint = "/api/articles"
columns = ["title", "status", "category_name", "author.name", "published_at", "position"]
"""


class Newsroom(World):
    """A console on the demo, signed in as its administrator."""

    def __post_init__(self) -> None:
        self.folder.mkdir()
        (self.folder / "svc.toml").write_text(CONSOLE_FILE.format(url=self.url), "utf-8")

    def sign_in(self, count: int) -> None:
        """Keep a session."""
        with Program(self.open(), self.env, self.folder) as program:
            program.reach("Username")
            for key in ("admin", "tab", "admin", "enter"):
                program.press(key)
            program.reach(first_of(count))
            program.quit()


def first_of(count: int) -> str:
    """A text that is seen on the first page."""
    return f"1-{SHOWN} of {count:,}"


def keys_of(program: Program) -> Sample:
    """Move the cursor; turn between two pages that are there."""
    program.press("ctrl+home")
    moved = pressed(program, ["down"] * PRESSES, "move")
    program.press("ctrl+home")
    program.rest(SETTLED)
    turned = pressed(program, [".", ","] * (PRESSES // 2), "turn")
    return {**moved, **turned}


def bare_keys(program: Program) -> Sample:
    """The same keys where a page is a screenful of one table."""
    program.press("ctrl+home")
    moved = pressed(program, ["down"] * PRESSES, "move")
    program.press("ctrl+home")
    turned = pressed(program, ["pagedown", "pageup"] * (PRESSES // 2), "turn")
    return {**moved, **turned}


def kept_by_turning(program: Program) -> float:
    """Measure the megabytes that 200 page turns leave behind, once the caches are full."""
    _turn(program, PRESSES)
    before = processes.resident_megabytes(program.pid)
    _turn(program, TURNS)
    return processes.resident_megabytes(program.pid) - before


def lists(world: World, rounds: int) -> list[Line | NotMeasured]:
    """Figures of long lists, over the bare table where there is a floor."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-lists-")))
        rooms = {}
        for count in (FEW, MANY):
            demo = stack.enter_context(Demo(folder / f"demo-{count}", count))
            rooms[count] = Newsroom(folder / f"console-{count}", demo.url, world.console)
            rooms[count].sign_in(count)
        memory = {count: _resident(room, count) for count, room in rooms.items()}
        with (
            Program(rooms[MANY].open(), rooms[MANY].env, rooms[MANY].folder) as console,
            Program(world.bare("table"), world.env, world.folder) as bare,
        ):
            console.reach(first_of(MANY))
            bare.reach("Row 000")
            programs = {"console": lambda: keys_of(console), "bare": lambda: bare_keys(bare)}
            found = interleave(programs, rounds)
            kept = kept_by_turning(console)
    lines: list[Line | NotMeasured] = []
    for figure, target, stretch in (("move p50", 1.1, 0.8), ("move p95", 1.1, 0.8)):
        lines.append(_timed(found, figure, target, stretch))
    lines.append(_timed(found, "turn p50", 1.2, 1.0))
    lines += [_sent(found, "move bytes", 400, 250), _sent(found, "turn bytes", 3_500, 3_000)]
    ratio = memory[MANY] / memory[FEW]
    what = f"memory, {MANY:,} rows in the backend over {FEW:,}"
    lines.append(Line(what, memory[MANY], "MB", memory[FEW], ratio, 1.05, 1.02, relative=True))
    lines.append(Line(f"memory left by {TURNS} page turns", kept, "MB", target=2.0, stretch=0.5))
    return lines


def _timed(found: Rounds, figure: str, target: float, stretch: float) -> Line:
    value, floor = found.median("console", figure), found.median("bare", figure)
    ratio = found.ratio("console", "bare", figure)
    name = f"{MANY:,} rows: {NAMES[figure]}"
    return Line(name, value, "ms", floor, ratio, target, stretch, relative=True)


def _sent(found: Rounds, figure: str, target: float, stretch: float) -> Line:
    value, floor = found.median("console", figure), found.median("bare", figure)
    name = f"{MANY:,} rows: {NAMES[figure]}"
    return Line(name, value, "bytes", floor, None, target, stretch)


NAMES = {
    "move p50": "cursor key to last byte, p50",
    "move p95": "cursor key to last byte, p95",
    "turn p50": "page turn within fetched pages, p50",
    "move bytes": "cursor key, sent",
    "turn bytes": "page turn, sent",
}


def _resident(room: Newsroom, count: int) -> float:
    """Measure the resident memory of a console with an open list, at rest."""
    with Program(room.open(), room.env, room.folder) as program:
        program.reach(first_of(count))
        program.rest(SETTLED)
        megabytes = processes.resident_megabytes(program.pid)
        program.quit()
    return megabytes


def _turn(program: Program, times: int) -> None:
    keys: Sequence[str] = "." * times
    for key in keys:
        program.press(key)
