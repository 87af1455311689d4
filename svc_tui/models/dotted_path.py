"""Dotted paths into rows and answers: `author.name` is the name of the author."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def value_at(values: Any, path: str, default: Any = None) -> Any:
    """Return the value at a dotted path, or the default if there is none.

    An empty path is the value itself. A key that contains the dots takes precedence.
    """
    if isinstance(values, Mapping) and path in values:
        return values[path]
    for step in filter(None, path.split(".")):
        if not isinstance(values, Mapping) or step not in values:
            return default
        values = values[step]
    return values


def path_exists(row: Any, path: str) -> bool:
    """Whether a row has a value at a dotted path, or may have one below a null."""
    missing = object()
    if value_at(row, path, missing) is not missing:
        return True
    above, _, _ = path.rpartition(".")
    return bool(above) and (value_at(row, above) is None and path_exists(row, above))
