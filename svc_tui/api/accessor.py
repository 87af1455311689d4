"""The key under which a site's records keep their translations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def renamed(value: Any, old: str, new: str) -> Any:
    """Return the same record with its translations under another key."""
    if old == new or not isinstance(value, Mapping) or not isinstance(value.get(old), Mapping):
        return value
    return {new if key == old else key: entry for key, entry in value.items()}
