"""Forms: one of sixty mixed fields in three tabs, a list of 200 items, a text of a megabyte."""

from __future__ import annotations

from bench.figures import Sample, interleave, percentile
from bench.program import Program
from bench.starts import keep_session
from bench.table import Line, NotMeasured
from bench.world import World

OPENINGS = 3


def opening(program: Program, field: str, back: str, gone: str) -> Sample:
    """Enter on a row, until a field of the form is seen and the screen rests; then back."""
    found = []
    for _ in range(OPENINGS):
        pressed = program.press_only("enter")
        _, _, last = program.reach(field)
        found.append((last - pressed) * 1000)
        program.press(back)
        program.reach(gone)
    return {"open p50": percentile(found, 50)}


def typing(program: Program) -> Sample:
    """Type into the first field that takes letters, and go through the next ones."""
    typed = [program.press(key) for key in "the quick brown"]
    return {
        "type p50": percentile([one.last_ms for one in typed], 50),
        "type bytes": percentile([float(one.bytes) for one in typed], 50),
    }


def in_wide_forms(world: World, rounds: int) -> list[Line | NotMeasured]:
    """Sixty fields, of which twenty are on the first tab, over twenty bare editors."""
    keep_session(world)
    world.forget_drafts()
    with (
        Program(world.open("/wide"), world.env, world.folder) as console,
        Program(world.bare("sixty"), world.env, world.folder) as bare,
    ):
        console.reach("Story 000")
        console.press("down")
        bare.reach("Press Enter")
        opened = interleave(
            {
                "console": lambda: opening(console, "Field 05", "q", "Story 000"),
                "bare": lambda: opening(bare, "Field 05", "escape", "Press Enter"),
            },
            rounds,
        )
        for one in (console, bare):
            one.press_only("enter")
            one.reach("Field 05")
        console.press("e")
        bare.press("tab")
        typed = interleave(
            {"console": lambda: typing(console), "bare": lambda: typing(bare)}, rounds
        )
    found: list[Line | NotMeasured] = []
    for name, rows, target, stretch in (
        ("open p50", opened, 1.3, 1.1),
        ("type p50", typed, 1.3, 1.0),
    ):
        value, floor = rows.median("console", name), rows.median("bare", name)
        ratio = rows.ratio("console", "bare", name)
        words = f"form of 60 fields: {name}"
        found.append(Line(words, value, "ms", floor, ratio, target, stretch, relative=True))
    size = typed.median("console", "type bytes")
    floor = typed.median("bare", "type bytes")
    found.append(Line("form of 60 fields: type bytes", size, "bytes", floor, None, 150, 70))
    return found


LONG = (
    ("repeater of 200 items", "/lists", "Block 000", ("j", "j", "k", "j", "k", "j")),
    ("textarea of 1 MB", "/texts", "The harbour", tuple("the quick")),
)
"""Name, location, a text that is seen when it is there, and the keys that are pressed in it."""


def in_long_fields(world: World, rounds: int) -> list[Line | NotMeasured]:
    """From Enter to usable, and a key; no bare widget does what these do, so there is no floor."""
    keep_session(world)
    world.forget_drafts()
    found: list[Line | NotMeasured] = []
    for words, location, seen, keys in LONG:
        with Program(world.open(location), world.env, world.folder) as console:
            console.reach("Story 001")
            opened = [opening(console, seen, "q", "Story 001") for _ in range(rounds)]
            console.press_only("enter")
            console.reach(seen)
            console.press("e")
            pressed = [console.press(key).last_ms for _ in range(rounds) for key in keys]
        median = percentile([one["open p50"] for one in opened], 50)
        found.append(Line(f"{words}: open p50", median, "ms", None, None, 1000, 500))
        found.append(Line(f"{words}: key p50", percentile(pressed, 50), "ms", None, None, 20, 10))
    return found
