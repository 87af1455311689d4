"""The terminal's clipboard, and what `y` and a second key say about a copy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from textual.app import App

from svc_tui.widgets.key_mode import KeyMode, mode_keys, takes_all

SENT = "Copied to the terminal's clipboard."
"""That is all we know: terminals do not answer, and some refuse silently."""


def copy_hint(copies: Mapping[str, str], between: str = " · ") -> str:
    """Return the second keys and what they copy, on a line."""
    return between.join(f"{letter} {what}" for letter, what in copies.items())


def copy_mode(copies: Mapping[str, str]) -> KeyMode:
    """Return the keys that may follow `y`."""
    named = [(letter, what[:1].upper() + what[1:]) for letter, what in copies.items()]
    return KeyMode(mode_keys(*named, ("escape", "Cancel")), takes_all)


def to_clipboard(app: App[Any], text: str) -> None:
    """Copy text through the terminal (OSC 52), which also works over SSH."""
    # A lone surrogate can't be encoded for the terminal.
    app.copy_to_clipboard(text.encode("utf-8", "replace").decode())


def copy_part(
    app: App[Any],
    letter: str,
    copies: Mapping[str, str],
    text_of: Callable[[str], str | None],
    say: Callable[..., object],
) -> None:
    """Copy what a letter names, or say why there is nothing to copy."""
    if letter not in copies:
        say(f"Nothing was copied. Press y, then {copy_hint(copies)}.", "warning")
    elif (text := text_of(letter)) is None:
        say(f"There is no {copies[letter]} to copy.", "warning")
    else:
        to_clipboard(app, text)
        say(SENT)
