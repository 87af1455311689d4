"""An object can be read in one sitting, however many files it is made of."""

from __future__ import annotations

import inspect
from importlib import import_module
from pathlib import Path

import svc_tui

MOST_LINES = 600
"""Lines of a class with all that it inherits from this package."""


def test_no_class_is_longer_than_can_be_read_in_one_sitting() -> None:
    own = {one for name in _modules() for one in vars(import_module(name)).values() if _is_own(one)}
    parts = {one: {base: _lines(base) for base in one.__mro__ if _is_own(base)} for one in own}
    # The message has the lines of each part: those of a base count in every class below it.
    too_long = {one: found for one, found in parts.items() if sum(found.values()) > MOST_LINES}
    assert too_long == {}


def _modules() -> list[str]:
    root = Path(svc_tui.__file__).parent
    paths = [path.relative_to(root.parent).with_suffix("") for path in root.rglob("*.py")]
    apart = {"demo", "project"}  # Another program, and files that `svc-tui new` copies.
    return [
        ".".join(one.parts)
        for one in paths
        if apart.isdisjoint(one.parts) and not one.name.startswith("_")
    ]


def _is_own(one: object) -> bool:
    """Whether it is a class of this package; its patches of Textual's classes belong to Textual."""
    where = one.__module__ if inspect.isclass(one) else ""
    return where.startswith("svc_tui.") and not where.startswith("svc_tui.textual_patches.")


def _lines(one: type) -> int:
    """Return the lines from `class` on; none of a class that a call has made."""
    try:
        lines = inspect.getsource(one).rstrip().splitlines()
    except OSError:
        return 0
    return len(lines) - next(
        n for n, line in enumerate(lines) if line.lstrip().startswith("class ")
    )
