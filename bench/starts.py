"""Starts: first paint, a usable login, a list; signing in; quitting; the command line alone."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Callable, Sequence
from time import perf_counter

from bench import processes
from bench.backend import FIRST_ROW
from bench.figures import Rounds, Sample, interleave
from bench.program import Program
from bench.table import Line, NotMeasured
from bench.world import World

LOGIN = "Username"


def start(world: World, command: Sequence[str], text: str) -> Sample:
    """One start, up to quiet."""
    with Program(command, world.env, world.folder) as program:
        painted, shown, quiet = program.reach(text)
        figures = {
            "paint": painted * 1000,
            "text": shown * 1000,
            "quiet": quiet * 1000,
            "cpu": program.cpu_ms,
            "bytes": float(program.bytes),
            "memory": processes.peak_megabytes(program.pid),
        }
        ended, modes = program.quit()
    return {**figures, "quit": ended, "left": float(len(modes))}


def sign_in(world: World) -> Sample:
    """From Enter at the login to rows; a kept session is there afterwards."""
    world.forget()
    with Program(world.open(), world.env, world.folder) as program:
        program.reach(LOGIN)
        for key in ("admin", "tab", "secret"):
            program.press(key)
        before, cpu = program.bytes, program.cpu_ms
        pressed = program.press_only("enter")
        _, shown, quiet = program.reach(FIRST_ROW)
        figures = {
            "text": (shown - pressed) * 1000,
            "quiet": (quiet - pressed) * 1000,
            "bytes": float(program.bytes - before),
            "cpu": program.cpu_ms - cpu,
        }
        program.quit()
    return figures


def keep_session(world: World) -> None:
    """Sign in, unless that was done before."""
    if not world.signed_in:
        sign_in(world)


def starts(world: World, rounds: int) -> list[Line | NotMeasured]:
    """The console's first paint, and its list with a kept session, over the bare programs."""
    keep_session(world)
    kept = world.folder / "state"
    aside = world.folder / "kept"

    def without_session() -> Sample:
        kept.rename(aside)
        try:
            return start(world, world.open(), LOGIN)
        finally:
            world.forget()
            aside.rename(kept)

    programs: dict[str, Callable[[], Sample]] = {
        "console": without_session,
        "list": lambda: start(world, world.open(), FIRST_ROW),
        "bare login": lambda: start(world, world.bare("login"), LOGIN),
        "bare table": lambda: start(world, world.bare("table"), "Row 000"),
        "bare rows": lambda: start(world, [*world.bare("rows"), world.url], FIRST_ROW),
    }
    return _start_lines(interleave(programs, rounds))


def _start_lines(rounds: Rounds) -> list[Line | NotMeasured]:
    lines: list[Line | NotMeasured] = []
    for floor in ("bare table", "bare login"):
        lines.append(_over(rounds, f"first paint, to {floor}", "paint", floor, 1.3, 1.0))
        lines.append(_over(rounds, f"usable login, to {floor}", "quiet", floor))
        lines.append(_over(rounds, f"CPU of the start, to {floor}", "cpu", floor))
    bytes_ = rounds.median("console", "bytes"), rounds.median("bare table", "bytes")
    lines.append(Line("bytes at start", bytes_[0], "bytes", bytes_[1], None, 9_000, 5_500))
    what = "kept session to rows"
    shown = [
        _over(rounds, f"{what}, to bare + 2 requests", "text", "bare rows", 1.6, 1.35, "list"),
        _over(rounds, f"{what}, to bare table", "text", "bare table", program="list"),
        _over(rounds, f"CPU of {what}", "cpu", "bare rows", program="list"),
    ]
    memory = rounds.median("list", "memory"), rounds.median("bare table", "memory")
    quit_ = rounds.median("list", "quit"), rounds.median("bare table", "quit")
    return [
        *lines,
        *shown,
        Line("bytes to a list", rounds.median("list", "bytes"), "bytes", bytes_[1]),
        Line("peak memory, list open", memory[0], "MB", memory[1], None, 66, 55),
        Line("quit to the shell", quit_[0], "ms", quit_[1], quit_[0] / quit_[1], 150, 80),
        Line("terminal modes left on", rounds.median("list", "left"), "", None, None, 0),
    ]


def _over(
    rounds: Rounds,
    what: str,
    figure: str,
    floor: str,
    target: float | None = None,
    stretch: float | None = None,
    program: str = "console",
) -> Line:
    ratio = rounds.ratio(program, floor, figure)
    value, base = rounds.median(program, figure), rounds.median(floor, figure)
    return Line(what, value, "ms", base, ratio, target, stretch, relative=True)


def signing_in(world: World, rounds: int) -> list[Line | NotMeasured]:
    """Enter at the login to a list of 50 rows, backend of 0 ms."""
    found = interleave({"console": lambda: sign_in(world)}, rounds)
    return [
        Line(
            "Enter at the login to rows",
            found.median("console", "text"),
            "ms",
            target=150,
            stretch=100,
        ),
        Line("the same, to quiet", found.median("console", "quiet")),
        Line("the same, CPU", found.median("console", "cpu")),
        Line("the same, bytes", found.median("console", "bytes"), "bytes"),
    ]


def command_line(world: World, rounds: int) -> list[Line | NotMeasured]:
    """Measure `--version` and `--help`, over a Python that does nothing."""
    if list(world.console[1:]) == ["-m", "svc_tui"] and not _has_entry():
        return [NotMeasured("--version, --help", "svc_tui/__main__.py is missing")]

    def run(*command: str) -> Sample:
        began = perf_counter()
        subprocess.run(command, env=world.env, cwd=world.folder, capture_output=True, check=True)
        return {"wall": (perf_counter() - began) * 1000}

    programs = {
        "--version": lambda: run(*world.console, "--version"),
        "--help": lambda: run(*world.console, "--help"),
        "pass": lambda: run(sys.executable, "-c", "pass"),
    }
    found = interleave(programs, max(rounds, 15) if rounds > 2 else rounds)
    return [
        Line(
            f"svc-tui {name}, to python -c pass",
            found.median(name, "wall"),
            "ms",
            found.median("pass", "wall"),
            found.ratio(name, "pass", "wall"),
            4,
            2.5,
            relative=True,
        )
        for name in ("--version", "--help")
    ]


def _has_entry() -> bool:
    return importlib.util.find_spec("svc_tui.__main__") is not None
