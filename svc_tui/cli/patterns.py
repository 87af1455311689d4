"""Regular expressions as `re` has them compiled, so that they can be kept.

`re` parses a pattern and writes its code in Python, and has `_sre` make an object of that code. The
code is nothing but numbers, and `_sre` checks them before it trusts them.
"""

from __future__ import annotations

import _sre  # type: ignore[import-not-found]
import re
import sys
from array import array
from typing import Any

TRIED = ((3, 11), (3, 12), (3, 13))
"""The Pythons in which this was tried; any other one compiles its patterns as ever."""

NEVER = re.DEBUG | re.LOCALE
"""What these patterns say depends on more than their text."""

Parts = tuple[int, bytes, int, dict[str, int], tuple[str | None, ...]]
"""All flags, the code, the count of groups, the groups by name, and the names by group."""


def can_be_kept(pattern: object, flags: int) -> bool:
    """Whether it is a text, and part of a module: what is made later may hold what was typed."""
    return isinstance(pattern, str | bytes) and not flags & NEVER and _a_module_is_imported()


def parts_of(pattern: Any, flags: int) -> Parts:
    """What `re` makes of a pattern; raises what `re` raises."""
    compiler: Any = re._compiler  # type: ignore[attr-defined]
    parsed = re._parser.parse(pattern, flags)  # type: ignore[attr-defined]
    code = array("I", compiler._code(parsed, flags)).tobytes()
    groups: dict[str, int] = dict(parsed.state.groupdict)
    names: list[str | None] = [None] * parsed.state.groups
    for name, number in groups.items():
        names[number] = name
    return int(flags | parsed.state.flags), code, parsed.state.groups - 1, groups, tuple(names)


def made_of(pattern: Any, parts: Parts) -> re.Pattern[Any]:
    """The object; raises RuntimeError for code that is none."""
    flags, code, count, groups, names = parts
    made: re.Pattern[Any] = _sre.compile(
        pattern, flags, array("I", code).tolist(), count, groups, names
    )
    return made


def _a_module_is_imported() -> bool:
    """Whether this is called, however deep, by the body of a module other than the program's."""
    frame = sys._getframe(1)
    while (caller := frame.f_back) is not None:
        frame = caller
        if frame.f_code.co_name == "<module>" and frame.f_globals.get("__name__") != "__main__":
            return True
    return False
