"""Which keys of a record can be declared."""

from __future__ import annotations


def is_a_name(key: str) -> bool:
    """Whether a key can name a field or column: it says something, and its letters are whole."""
    return bool(key) and not any("\ud800" <= letter <= "\udfff" for letter in key)
