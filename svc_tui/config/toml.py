"""Writes values as TOML, with every text quoted."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)
_SHORT = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def toml_value(value: Any) -> str:
    """Return a value on one line; null is left out of lists and tables.

    Raises: ValueError: a required value is null, or not valid in JSON either.
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, str):
        return toml_text(value)
    if isinstance(value, Mapping):
        pairs = [f"{toml_key(str(key))} = {toml_value(one)}" for key, one in _kept(value)]
        return f"{{ {', '.join(pairs)} }}" if pairs else "{}"
    if isinstance(value, Sequence):
        return f"[{', '.join(toml_value(one) for one in value if one is not None)}]"
    raise ValueError(f"{type(value).__name__} can't be written to TOML")


def toml_text(text: str) -> str:
    """Return a quoted text; invisible and control characters are escaped."""
    return f'"{"".join(map(_letter, text))}"'


def toml_key(key: str) -> str:
    """Return a key, quoted if necessary."""
    return key if _BARE.fullmatch(key) else toml_text(key)


def toml_comment(text: str) -> str:
    """Return a comment of one line."""
    shown = "".join(one if one.isprintable() else " " for one in text)
    return f"# {' '.join(shown.split())}".rstrip()


def _letter(letter: str) -> str:
    if letter in _SHORT:
        return _SHORT[letter]
    if letter.isprintable():
        return letter
    number = ord(letter)
    if 0xD800 <= number <= 0xDFFF:
        return "\\uFFFD"  # A lone surrogate can't be written.
    return f"\\u{number:04X}" if number < 0x10000 else f"\\U{number:08X}"


def _number(value: float) -> str:
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return repr(value)


def _kept(table: Mapping[Any, Any]) -> list[tuple[Any, Any]]:
    return [(key, one) for key, one in table.items() if one is not None]
