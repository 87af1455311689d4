"""The capabilities of a terminal beyond moving its cursor; unknown ones count as missing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

_ERASES = (
    "xterm-256color",
    "xterm-color",
    "xterm-direct",
    "xterm-ghostty",
    "alacritty",
    "foot",
    "konsole",
    "linux",
    "putty",
    "rxvt",
    "st-",
    "tmux",
    "vte",
    "wezterm",
)
_SCROLLS = (*_ERASES, "screen", "xterm")
_NEITHER = ("linux",)
"""Without SU and SD, which the kernel's console ignores."""


@dataclass(frozen=True)
class TerminalCapabilities:
    """Sequences that can be sent beyond those that every terminal supports."""

    erases_in_color: bool = False
    """Erased cells take the background of the pen (bce)."""
    scrolls: bool = False
    """Scrolls between two lines (DECSTBM with SU and SD)."""
    repeats: bool = False
    """Repeats the last character (REP); only set by hand, as no terminal's name implies it."""


def detect_capabilities(environ: Mapping[str, str]) -> TerminalCapabilities:
    """Return the capabilities of the terminal that the environment names."""
    term = environ.get("TERM", "")
    plain_screen = "STY" in environ  # GNU screen, which erases without color under any name
    return TerminalCapabilities(
        erases_in_color=term.startswith(_ERASES) and not plain_screen,
        scrolls=term.startswith(_SCROLLS) and not term.startswith(_NEITHER),
    )
