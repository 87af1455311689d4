"""Modes: a widget in one takes keys before any binding sees them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual.binding import Binding
from textual.dom import DOMNode
from textual.keys import REPLACED_KEYS, key_to_character


@dataclass(frozen=True)
class KeyMode:
    """The keys of a mode: those to show, and all those that never reach a binding in it."""

    bindings: Sequence[Binding]
    takes: Callable[[str, str | None], bool]
    """Whether the widget itself takes a key with the character that it types."""


def takes_all(key: str, character: str | None) -> bool:
    """Take every key."""
    return True


def mode_keys(*keys: tuple[str, str]) -> tuple[Binding, ...]:
    """Return bindings that show the keys of a mode; choosing one in the help presses it."""
    return tuple(Binding(key, f"app.simulate_key({key!r})", word) for key, word in keys)


def mode_of(node: DOMNode) -> KeyMode | None:
    """Return the mode of a widget from its `key_mode` method, if it has one."""
    ask: Callable[[], KeyMode | None] | None = getattr(node, "key_mode", None)
    return ask() if ask is not None else None


def character_of(key: str) -> str | None:
    """Return what a key types; Textual itself does not know it of `/`, `@`, `-`, `+` and `_`."""
    return key_to_character(REPLACED_KEYS.get(key, key))
