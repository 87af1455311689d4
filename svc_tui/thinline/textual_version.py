"""Which Textual is installed."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import textual


def textual_version() -> str:
    """Its version, as `textual.__version__` has it.

    That one reads a file with a parser for e-mail, which takes a tenth of the time to the first
    paint; the name of the folder that pip keeps beside the package says the same.
    """
    told = vars(textual).get("__version__")
    return str(_found(Path(textual.__file__).parent.parent) if told is None else told)


@cache
def _found(place: Path) -> str:
    """The version of what lies there; looked for once."""
    kept = [found.name for found in place.glob("textual-*.dist-info")]
    # Two of them were left by something that broke off: then only the metadata knows.
    named = kept[0][len("textual-") : -len(".dist-info")] if len(kept) == 1 else ""
    return named or textual.__version__
