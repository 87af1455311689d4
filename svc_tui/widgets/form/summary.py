"""Any JSON value in words, on one line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from svc_tui.stores.record.draft import Unreadable
from svc_tui.text import clean, cut, plural
from svc_tui.widgets.formatting import NAME_KEYS, NOTHING

MOST_NAMED = 4

LONGEST = 300
"""Cells of a value on one line."""

_SPACES = re.compile(r"\s+")


def summary(value: Any) -> str:
    """Return a value in words: an object by its name, a list by its length and first members."""
    if isinstance(value, Unreadable):
        return clean(value.text)
    if value is None or value == "":
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return _object(value)
    if isinstance(value, (list, tuple)):
        names = ", ".join(summary(one) for one in value[:MOST_NAMED])
        more = ", …" if len(value) > MOST_NAMED else ""
        return f"{plural(len(value), 'item', 'items')}: {names}{more}" if value else NOTHING
    return clean(value, multiline=True)


def one_line(value: Any, width: int = LONGEST) -> str:
    """Return a value in words, on a single line of at most so many cells."""
    return cut(_SPACES.sub(" ", summary(value)), width)


def _object(value: Mapping[str, Any]) -> str:
    for key in NAME_KEYS:
        if isinstance(value.get(key), str | int) and value[key] not in ("", None):
            return clean(value[key])
    if isinstance(picture := value.get("media"), Mapping):  # With its own alt text and caption.
        return _object(picture)
    keys = ", ".join(clean(key) for key in list(value)[:MOST_NAMED])
    return f"{{{keys}{', …' if len(value) > MOST_NAMED else ''}}}"
