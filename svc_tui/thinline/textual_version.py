"""The installed version of Textual, and the tested ones."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import textual

LOWEST, NEWEST = "8.2.0", "8.2.8"
"""The oldest and the newest version on which the thin line and all patches were tried.

`make test` and `make test-textual` try them again. `constraints.txt` pins the newest, and
`pyproject.toml` allows no older one than the lowest.
"""


def is_tried() -> bool:
    """Whether the installed version lies between the tried ones.

    Private parts of Textual may be relied on there alone.
    """
    return _numbers(LOWEST) <= _numbers(textual_version()) <= _numbers(NEWEST)


def textual_version() -> str:
    """Return what `textual.__version__` says.

    That one reads a file with a parser for e-mail, which takes a tenth of the time to the first
    paint. The folder that pip keeps beside the package has the version in its name.
    """
    known = vars(textual).get("__version__")
    return str(_version_beside(Path(textual.__file__).parent.parent) if known is None else known)


@cache
def _version_beside(place: Path) -> str:
    names = [found.name for found in place.glob("textual-*.dist-info")]
    # Two of them were left by an interrupted install: then only the metadata knows.
    named = names[0][len("textual-") : -len(".dist-info")] if len(names) == 1 else ""
    return named or textual.__version__


def _numbers(version: str) -> tuple[int, ...]:
    """Return the parts of a release; a pre-release, such as 8.3.0rc1, is no tried version."""
    parts = version.split(".")
    return tuple(map(int, parts)) if all(part.isdecimal() for part in parts) else ()


if __name__ == "__main__":
    # The versions that are left to `make test-textual`.
    print(*sorted({LOWEST, NEWEST} - {textual_version()}))
