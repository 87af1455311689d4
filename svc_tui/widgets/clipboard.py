"""The terminal's clipboard, and what `y` and a second key say about a copy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from textual.app import App
from textual.binding import Binding

from svc_tui.widgets.key_mode import KeyMode, mode_keys, takes_all
from svc_tui.widgets.shell.footer import SvcFooter

COPY_WHAT = "Copy what? Esc cancels"
"""Asks for the second key, which the footer names."""

SENT = "Copied to the terminal's clipboard."
"""That is all we know: terminals do not answer, and some refuse silently."""


def copy_hint(copies: Mapping[str, str], between: str = " · ") -> str:
    """Return the second keys and what they copy, on a line."""
    return between.join(f"{letter} {what}" for letter, what in copies.items())


def copy_mode(app: App[Any], copies: Mapping[str, str]) -> KeyMode:
    """Return the keys that may follow `y`; the footer names all of them, or none."""
    letters = _letters(copies)
    if not are_in_footer(app, copies):
        letters = tuple(replace(one, show=False) for one in letters)
    return KeyMode((*letters, *mode_keys(("escape", "Cancel"))), takes_all)


def are_in_footer(app: App[Any], copies: Mapping[str, str]) -> bool:
    """Return whether the footer has room for the keys that may follow `y`."""
    footers = app.screen_stack[0].query("SvcFooter").results(SvcFooter)
    return any(one.has_room(_letters(copies)) for one in footers)


def _letters(copies: Mapping[str, str]) -> tuple[Binding, ...]:
    return mode_keys(*((one, what[:1].upper() + what[1:]) for one, what in copies.items()))


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
