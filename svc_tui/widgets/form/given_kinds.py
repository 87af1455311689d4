"""The kinds of values that no form made: strings, objects, lists, and ids of records."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any


def kind_words(value: Any) -> str:
    """Return the kind of a value in words."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, str):
        return "a string"
    if isinstance(value, Mapping):
        return "an object"
    return "a list" if isinstance(value, (list, tuple)) else "a number"


def string_problem(value: Any) -> str | None:
    """Return why a value is no string; a number may stand for one, as in choices."""
    if isinstance(value, (str, int, float)) and not isinstance(value, bool):
        return None
    return f"This should be a string, not {kind_words(value)}."


def object_problem(value: Any) -> str | None:
    """Return why a value is no object."""
    if isinstance(value, Mapping):
        return None
    return f"This should be an object, not {kind_words(value)}."


def list_problem(value: Any, problem: Callable[[Any], str | None]) -> str | None:
    """Return why a value is no list of what a rule accepts."""
    if not isinstance(value, (list, tuple)):
        return f"This should be a list, not {kind_words(value)}."
    said = ((number, problem(one)) for number, one in enumerate(value, 1))
    return next((f"item {number}: {why}" for number, why in said if why), None)


def record_problem(value: Any, key: str = "id") -> str | None:
    """Return why a value is neither the id of a record nor a record with its `key`."""
    if not isinstance(value, Mapping):
        return None if may_be_id(value) else f"This should be an id, not {kind_words(value)}."
    return None if may_be_id(value.get(key)) else f"This object has no {key}."


def may_be_id(value: Any) -> bool:
    """Whether a value identifies a record."""
    return isinstance(value, (str, int)) and not isinstance(value, bool) and value != ""


def containers(paths: Sequence[str]) -> list[str]:
    """Return the paths around these, the outer ones first."""
    steps = [path.split(".") for path in paths]
    around = {".".join(one[:n]) for one in steps for n in range(1, len(one))}
    return sorted(around, key=lambda path: path.count("."))
