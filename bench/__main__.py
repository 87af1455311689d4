"""`python -m bench`: every figure of the console beside its floor, in one table."""

from __future__ import annotations

import argparse
import json
import os
import platform
import shlex
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

from bench import busy, forms, gallery, keys, lists, minute, pictures, rows, service, ssh, starts
from bench.backend import Backend
from bench.table import Line, NotMeasured, drawn
from bench.world import World

Part = Callable[[World, int], list[Line | NotMeasured]]

PARTS: Mapping[str, Part] = {
    "start": starts.starts,
    "enter": starts.signing_in,
    "cli": starts.command_line,
    "rows": rows.streaming,
    "keys": keys.in_lists,
    "form": keys.in_forms,
    "lists": lists.lists,
    "wide": forms.in_wide_forms,
    "long": forms.in_long_fields,
    "idle": keys.idle,
    "service": service.service,
    "gallery": gallery.gallery,
    "pictures": pictures.pictures,
    "busy": busy.busy,
    "minute": minute.minute,
    "ssh": ssh.over_ssh,
}
ROUNDS, FEW = 7, 2


def arguments(argv: Sequence[str] | None = None) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help=f"{FEW} rounds, for a look")
    parser.add_argument("--rounds", type=int, help=f"rounds of each part (default {ROUNDS})")
    parser.add_argument("--only", type=_parts, default=list(PARTS), help=",".join(PARTS))
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    parser.add_argument("--console", type=shlex.split, help="another command that is the console")
    return parser.parse_args(argv)


def _parts(text: str) -> list[str]:
    names = text.split(",")
    if unknown := [name for name in names if name not in PARTS]:
        raise argparse.ArgumentTypeError(f"no part {unknown[0]!r}, only {', '.join(PARTS)}")
    return names


def machine(rounds: int) -> str:
    """Describe the machine and the run, for comparison with others."""
    names = [f"{name} {version(name)}" for name in ("textual", "rich", "httpx", "pydantic")]
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    return (
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores (load {load}); "
        f"Python {platform.python_version()}; {', '.join(names)}; medians of {rounds} rounds"
    )


def main() -> int:
    """Measure, print, and say whether all targets were met (exit code 0)."""
    asked = arguments()
    rounds = asked.rounds or (FEW if asked.quick else ROUNDS)
    print(machine(rounds), flush=True)
    lines: list[Line | NotMeasured] = []
    with tempfile.TemporaryDirectory(prefix="bench-") as folder, Backend() as backend:
        world = World(Path(folder), backend.url)
        if asked.console:
            world.console = asked.console
        for name in asked.only:
            print(f"… {name}", file=sys.stderr, flush=True)
            lines += _measured(name, world, rounds)
    print(drawn(lines))
    if asked.json:
        found = {"machine": machine(rounds), "lines": [line.as_json() for line in lines]}
        asked.json.write_text(json.dumps(found, indent=1), encoding="utf-8")
    return 1 if any(isinstance(line, Line) and line.verdict == "missed" for line in lines) else 0


def _measured(name: str, world: World, rounds: int) -> list[Line | NotMeasured]:
    """One part; one that does not come to its end is a line too, not the end of the run."""
    try:
        return PARTS[name](world, rounds)
    except TimeoutError as error:
        return [NotMeasured(name, str(error).splitlines()[0])]


if __name__ == "__main__":
    sys.exit(main())
