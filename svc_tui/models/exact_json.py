"""JSON read and written without loss, with a limit to its depth."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from math import isfinite
from pathlib import PurePath
from typing import Any

DEEPEST = 100
"""Maximum nesting of an answer, as code that reads it may recurse."""

TYPED = DEEPEST - 20
"""The same for values typed into a field, which are nested in a record later."""

KEPT = DEEPEST + 20
"""The same for writing: a request or a draft wraps a value that was read."""


NESTING = (dict, list, tuple)
"""The types of values that hold others."""

PLAIN = frozenset({str, int, float, bool, type(None)})
"""The types of nearly all values: a lookup halves the time of the depth check."""


class TooDeep(ValueError):
    """A value is nested deeper than can be handled."""

    def __init__(self, deepest: int = DEEPEST) -> None:
        super().__init__(f"it is nested more than {deepest} levels deep")


class ExactFloat(float):
    """A number that a float cannot hold as it was written: `1.10`, `1e999`, 17 digits, NaN.

    In calculations it is a float; it is written as its original text.
    """

    text: str

    def __new__(cls, text: str) -> ExactFloat:
        number = super().__new__(cls, text)
        number.text = text
        return number

    def __repr__(self) -> str:
        return self.text

    __str__ = __repr__

    def __copy__(self) -> ExactFloat:
        return self

    def __deepcopy__(self, memo: object) -> ExactFloat:
        return self

    def __getnewargs__(self) -> tuple[Any]:
        return (self.text,)


def _number(text: str) -> float:
    number = float(text)
    return number if repr(number) == text else ExactFloat(text)


def read(
    text: str | bytes,
    *,
    constant: Callable[[str], Any] = ExactFloat,
    pairs: Callable[[list[tuple[str, Any]]], Any] | None = None,
    deepest: int = DEEPEST,
) -> Any:
    """Return the value of a JSON text; `constant` reads `NaN` and `Infinity`.

    Raises: ValueError: it is not JSON, or (`TooDeep`) it is nested too deeply.
    """
    try:
        value = json.loads(
            text, parse_float=_number, parse_constant=constant, object_pairs_hook=pairs
        )
    except RecursionError:
        raise TooDeep(deepest) from None
    if is_too_deep(value, deepest):
        raise TooDeep(deepest)
    return value


def is_too_deep(value: Any, deepest: int = DEEPEST) -> bool:
    """Whether a value is nested deeper than a limit; checked without recursion."""
    level, depth = [value] if isinstance(value, NESTING) else [], 0
    while level:
        depth += 1
        if depth > deepest:
            return True
        level = [
            inner
            for one in level
            for inner in (one.values() if isinstance(one, dict) else one)
            if type(inner) not in PLAIN and isinstance(inner, NESTING)
        ]
    return False


MOST_BITS = 14_280
"""Maximum bits of a whole number; Python writes none of more than 4,300 digits."""


def not_sendable(value: Any) -> str:
    """Return a name of the first value within a value that no request can carry; "" without.

    Dates, exact numbers, UUIDs, sets, models and files have a form of their own there; so has an
    `ExactFloat`, as it was written (`1e999`).
    """
    from datetime import date, time
    from decimal import Decimal
    from uuid import UUID

    texts, stack = (date, time, Decimal, UUID, PurePath), [value]
    while stack:
        one = stack.pop()
        if isinstance(one, Mapping):
            if not all(isinstance(key, str) for key in one):
                return "dict with keys that are not strings"
            stack.extend(one.values())
        elif isinstance(one, list | tuple | set | frozenset):
            stack.extend(one)
        elif isinstance(one, float) and not isinstance(one, ExactFloat) and not isfinite(one):
            return str(one)
        elif isinstance(one, int) and one.bit_length() > MOST_BITS:
            return "number of more than 4,300 digits"
        elif not (one is None or isinstance(one, (str, int, float, *texts))) and not any(
            hasattr(one, name) for name in ("model_dump", "read", "source", "problem")
        ):
            return type(one).__name__
    return ""


def written(
    value: Any,
    *,
    indent: int | None = None,
    default: Callable[[Any], Any] = str,
    ascii: bool = False,
    sort: bool = False,
    compact: bool = False,
    strict: bool = False,
) -> str:
    """Return a value as JSON text with its original numbers; `default` encodes what JSON lacks.

    Raises: ValueError: it is nested deeper than `KEPT` (`TooDeep`), or, if `strict`, contains an
    infinity or NaN that was calculated here.
    """
    if is_too_deep(value, KEPT):
        raise TooDeep(KEPT)
    separators = (",", ":") if compact else None
    encoder = _ExactEncoder if any(True for _ in _exact_in(value)) else json.JSONEncoder
    try:
        return encoder(
            indent=indent,
            default=default,
            ensure_ascii=ascii,
            sort_keys=sort,
            separators=separators,
            allow_nan=not strict,
        ).encode(value)
    except ValueError as error:
        if not str(error).startswith("Out of range"):
            raise
        raise ValueError("A value is NaN or infinite, which JSON can't represent.") from None


def has_constants(value: Any) -> bool:
    """Whether a value holds `NaN` or `Infinity`, which JSON proper does not have."""
    return any(one.text.endswith(("NaN", "Infinity")) for one in _exact_in(value))


def _exact_in(value: Any) -> Iterator[ExactFloat]:
    stack = [value]
    while stack:
        one = stack.pop()
        if isinstance(one, ExactFloat):
            yield one
        if isinstance(one, Mapping):
            stack.extend(one.values())
        elif isinstance(one, list | tuple):
            stack.extend(one)


class _ExactEncoder(json.JSONEncoder):
    """The standard encoder, with exact numbers written as their own text."""

    def iterencode(self, o: Any, _one_shot: bool = False) -> Iterator[str]:
        return self._pieces(o, "\n" if self.indent is not None else "")

    def _pieces(self, value: Any, line: str) -> Iterator[str]:
        if isinstance(value, ExactFloat):
            yield value.text
        elif isinstance(value, dict) and value:
            keys = sorted(value, key=str) if self.sort_keys else list(value)
            parts = [(f"{self._text(str(key))}{self.key_separator}", value[key]) for key in keys]
            yield from self._inside("{}", parts, line)
        elif isinstance(value, list | tuple) and value:
            yield from self._inside("[]", [("", one) for one in value], line)
        elif value is None or isinstance(value, str | int | float | dict | list | tuple):
            yield self._text(value)
        else:
            yield from self._pieces(self.default(value), line)

    def _inside(self, signs: str, parts: list[tuple[str, Any]], line: str) -> Iterator[str]:
        indent = self.indent if isinstance(self.indent, int) else 0
        inner = line + " " * indent if line else ""
        yield signs[0]
        for n, (head, one) in enumerate(parts):
            comma = self.item_separator if n else ""
            yield comma + inner + head
            yield from self._pieces(one, inner)
        yield line + signs[1]

    def _text(self, value: Any) -> str:
        return json.dumps(value, ensure_ascii=self.ensure_ascii, allow_nan=self.allow_nan)
