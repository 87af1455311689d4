"""The modes in which a terminal shows pictures, and those that users chose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

PictureMode = Literal["off", "half-block", "kitty", "sixel"]
"""The ways to draw pictures. `off`: an icon and facts, without a request."""

Wish = Literal["auto", "off", "half-block", "kitty", "sixel"]
"""The console file's option; `auto`: half blocks, but over SSH off until switched on."""

MODES: tuple[PictureMode, ...] = get_args(PictureMode)

GRAPHIC: frozenset[PictureMode] = frozenset({"kitty", "sixel"})
"""Modes in which the terminal draws pixels, only chosen after a user has seen them work."""


@dataclass(frozen=True)
class TerminalInfo:
    """The user's terminal, as the environment names it; it is never queried."""

    name: str = "unknown"
    """The key of remembered choices: `xterm-kitty`, `iTerm.app 256`, `tmux screen-256color`."""
    over_ssh: bool = False
    in_tmux: bool = False

    @classmethod
    def of(cls, environ: Mapping[str, str]) -> TerminalInfo:
        """Return the terminal of a process with this environment."""
        ssh = bool(environ.get("SSH_CONNECTION") or environ.get("SSH_TTY"))
        tmux = bool(environ.get("TMUX"))
        # Inside tmux, TERM_PROGRAM is tmux; the outer terminal may differ each day.
        program = "" if tmux else environ.get("TERM_PROGRAM") or environ.get("LC_TERMINAL") or ""
        parts = (
            "ssh" if ssh else "",
            "tmux" if tmux else "screen" if environ.get("STY") else "",
            program,
            environ.get("TERM", ""),
        )
        name = " ".join(part for part in parts if part)[:80]
        return cls(name or "unknown", ssh, tmux)


def resolve_mode(wish: str, chosen: object, terminal_info: TerminalInfo) -> PictureMode:
    """Return the mode: the one chosen at this terminal, else the file's, else by connection."""
    if chosen in MODES:
        return chosen
    if wish in MODES:
        return wish
    return "off" if terminal_info.over_ssh else "half-block"


def toggled(mode: PictureMode, before: object) -> PictureMode:
    """Return `off`, or the mode that was there before."""
    if mode != "off":
        return "off"
    return cast(PictureMode, before) if before in MODES and before != "off" else "half-block"


def remembered(
    kept: Mapping[str, Any], terminal_info: TerminalInfo, mode: PictureMode
) -> dict[str, Any]:
    """Return the remembered choices with one more; `on` remembers what pictures return to."""
    before = saved_choice(kept, terminal_info)
    on = mode if mode != "off" else before.get("on")
    entry = {"way": mode} | ({"on": on} if on else {})
    return {**kept, terminal_info.name: entry}


def saved_choice(kept: Mapping[str, Any], terminal_info: TerminalInfo) -> Mapping[str, Any]:
    """Return the choice that is remembered of a terminal."""
    found = kept.get(terminal_info.name)
    return found if isinstance(found, Mapping) else {}
