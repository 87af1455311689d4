"""Keys: what one press costs in time and bytes, and what no press at all costs."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping, Sequence
from statistics import median

from bench.backend import FIRST_ROW
from bench.figures import Rounds, Sample, interleave, percentile
from bench.program import Answer, Program
from bench.starts import keep_session
from bench.table import Line, NotMeasured
from bench.world import World

PRESSES = 20
TO_THE_EDGE = 13
"""Further Downs after which the cursor stands on the last row that is seen."""
IDLE_SECONDS = 10.0


def pressed(program: Program, keys: Sequence[str], name: str) -> dict[str, float]:
    """Press keys one after the other, each when the one before has had its effect."""
    answers = [program.press(key) for key in keys]
    return _figures(name, answers)


def _figures(name: str, answers: Sequence[Answer]) -> dict[str, float]:
    last = [answer.last_ms for answer in answers]
    return {
        f"{name} p50": percentile(last, 50),
        f"{name} p95": percentile(last, 95),
        f"{name} bytes": median(answer.bytes for answer in answers),
    }


def in_a_list(program: Program) -> Sample:
    """One pass through a list of 50 rows: move, scroll line by line, turn screens."""
    program.press("ctrl+home")
    moved = pressed(program, ["down"] * PRESSES, "move")
    for _ in range(TO_THE_EDGE):
        program.press("down")
    scrolled = pressed(program, ["down"] * (PRESSES // 2), "scroll")
    program.press("ctrl+home")
    turned = pressed(program, ["pagedown", "pageup"] * (PRESSES // 4), "page")
    return {**moved, **scrolled, **turned}


def in_a_form(program: Program) -> Sample:
    """One pass through a form: type into the field that has the focus, go through the next ones."""
    typed = pressed(program, list("the quick brown fox "), "type")
    tabbed = pressed(program, ["tab"] * 6, "tab")
    for _ in range(6):
        program.press("shift+tab")
    return {**typed, **tabbed}


def both(
    world: World,
    commands: Mapping[str, tuple[Sequence[str], str]],
    walk: Callable[[Program], Sample],
    rounds: int,
) -> Rounds:
    """Two programs side by side, walked through in turns."""
    keep_session(world)
    (name, (command, text)), (floor, (bare, bare_text)) = commands.items()
    with (
        Program(command, world.env, world.folder) as console,
        Program(bare, world.env, world.folder) as base,
    ):
        console.reach(text)
        base.reach(bare_text)
        programs = {name: lambda: walk(console), floor: lambda: walk(base)}
        return interleave(programs, rounds)


LIMITS: Mapping[str, tuple[float, float]] = {
    "move bytes": (400, 250),
    "scroll bytes": (1_800, 600),
    "page bytes": (3_500, 3_000),
    "type bytes": (150, 70),
    "tab bytes": (1_500, 500),
}
TIMES: Mapping[str, tuple[float, float]] = {
    "move p50": (1.1, 0.8),
    "move p95": (1.1, 0.8),
    "page p50": (1.2, 1.0),
    "type p50": (1.3, 1.0),
}


def in_lists(world: World, rounds: int) -> list[Line | NotMeasured]:
    """Keys in a list of 50 rows, over the bare table of as many."""
    commands = {
        "console": (world.open(), FIRST_ROW),
        "bare": (world.bare("table"), "Row 000"),
    }
    return _lines(both(world, commands, in_a_list, rounds), ("move", "scroll", "page"))


def in_forms(world: World, rounds: int) -> list[Line | NotMeasured]:
    """Keys in a form, over the bare form of twelve inputs."""
    if importlib.util.find_spec("svc_tui.screens.record") is None:
        return [NotMeasured("keys in a form", "svc_tui/screens/record.py is missing")]
    commands = {
        "console": (world.open("/articles/1"), "Story 001"),
        "bare": (world.bare("form"), "Field 00"),
    }
    return _lines(both(world, commands, in_a_form, rounds), ("type", "tab"))


def _lines(rounds: Rounds, names: Sequence[str]) -> list[Line | NotMeasured]:
    lines: list[Line | NotMeasured] = []
    for name in names:
        for part, unit in (("p50", "ms"), ("p95", "ms"), ("bytes", "bytes")):
            figure = f"{name} {part}"
            value, floor = rounds.median("console", figure), rounds.median("bare", figure)
            ratio = rounds.ratio("console", "bare", figure) if floor else None
            target, stretch = TIMES.get(figure) or LIMITS.get(figure) or (None, None)
            judged = figure in TIMES
            name_shown = f"key: {figure}"
            lines.append(
                Line(name_shown, value, unit, floor, ratio, target, stretch, relative=judged)
            )
    return lines


def idle(world: World, rounds: int) -> list[Line | NotMeasured]:
    """Measure bytes and processor time of a list while no key is pressed."""
    keep_session(world)
    with Program(world.open(), world.env, world.folder) as program:
        program.reach(FIRST_ROW)
        program.rest(1.0)
        before, cpu = program.bytes, program.cpu_ms
        program.rest(IDLE_SECONDS)
        sent, used = program.bytes - before, program.cpu_ms - cpu
        program.quit()
    return [
        Line(f"idle {IDLE_SECONDS:.0f} s in a list: sent", sent, "bytes", target=0, stretch=0),
        Line("idle: CPU", used / IDLE_SECONDS / 10, "%", target=0.3, stretch=0.15),
    ]
