"""Replace a part of Textual."""

from __future__ import annotations


def replace(owner: object, name: str, value: object) -> None:
    """Replace an attribute; raises AttributeError where there is none of this name."""
    getattr(owner, name)
    setattr(owner, name, value)
