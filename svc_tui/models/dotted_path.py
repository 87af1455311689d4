"""Dotted paths into rows and answers: `author.name` is the name of the author."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def value_at(values: Any, path: str, default: Any = None) -> Any:
    """Return the value at a dotted path, or the default if there is none.

    An empty path is the value itself. A key that contains the dots takes precedence.
    """
    if isinstance(values, Mapping) and path in values:
        return values[path]
    return value_in(values, [step for step in path.split(".") if step], default)


def value_in(values: Any, steps: Iterable[str], default: Any = None) -> Any:
    """Return the value at the end of these steps, through objects and list positions."""
    for step in steps:
        if isinstance(values, Mapping) and step in values:
            values = values[step]
        elif isinstance(values, list | tuple) and step.isdecimal() and int(step) < len(values):
            values = values[int(step)]
        else:
            return default
    return values


def path_exists(row: Any, path: str) -> bool:
    """Whether a row has a value at a dotted path, or may have one below a null."""
    missing = object()
    if value_at(row, path, missing) is not missing:
        return True
    above, _, _ = path.rpartition(".")
    return bool(above) and (value_at(row, above) is None and path_exists(row, above))
