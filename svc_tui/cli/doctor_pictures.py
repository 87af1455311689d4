"""The doctor's checks of pictures: the setting, the mode used, and obstacles."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING

from svc_tui.cli.findings import Findings
from svc_tui.config.paths import state_dir
from svc_tui.stores.media.picture_modes import (
    GRAPHIC,
    MODES,
    PictureMode,
    TerminalInfo,
    resolve_mode,
    saved_choice,
)
from svc_tui.stores.session.preferences_store import PreferencesStore

if TYPE_CHECKING:
    from svc_tui.config.options import MediaOptions

DRAWN: Mapping[PictureMode, str] = {
    "off": "off",
    "half-block": "half blocks",
    "kitty": "kitty graphics",
    "sixel": "sixel graphics",
}


def look_at_pictures(findings: Findings, media: MediaOptions | None) -> None:
    """Report how the console would draw pictures on this terminal; `media` is from the file."""
    environ = dict(os.environ)
    terminal_info, wish = TerminalInfo.of(environ), media.pictures if media is not None else "auto"
    kept = PreferencesStore(state_dir() / "preferences.json")
    kept.load()
    chosen = saved_choice(kept.state.pictures, terminal_info).get("way")
    way = resolve_mode(wish, chosen, terminal_info)
    facts = {"wish": wish, "chosen": chosen, "way": way, "known_by": terminal_info.name}
    words = f"Pictures: {DRAWN[way]} ({_why(wish, chosen, terminal_info)})."
    if way == "off":
        words += " Only icons and details are shown, and nothing is downloaded."
    findings.good("pictures", words, **facts)
    if find_spec("PIL") is None and way != "off":
        words = "Pillow is not installed, so only icons and details are shown"
        findings.doubt("pictures", f"{words}: pip install pillow")
    better = _drawn_here(environ)
    if way in GRAPHIC and way != better:
        words = f"This terminal may not support {DRAWN[way]}."
        findings.doubt("pictures", f"{words} Open “Pictures…” in the command palette to try them.")
    elif way in GRAPHIC and terminal_info.in_tmux:
        findings.doubt(
            "pictures", "tmux must allow it: `set -g allow-passthrough on` in its settings."
        )
    elif better is not None and way == "half-block":
        findings.good(
            "pictures",
            f"This terminal should support {DRAWN[better]}. To try them, open “Pictures…” in the "
            f'command palette, or set pictures = "{better}" in [svc.uikit.media].',
        )


def _why(wish: str, chosen: object, terminal_info: TerminalInfo) -> str:
    """Return the reason for the mode."""
    if chosen in MODES:
        return f"chosen for this terminal ({terminal_info.name})"
    if wish in MODES:
        return "set in the console file"
    if terminal_info.over_ssh:
        return "over SSH; press P to show them"
    return "default"


def _drawn_here(environ: Mapping[str, str]) -> PictureMode | None:
    """Return how a terminal of this name draws pixels; None if unknown."""
    name, term = environ.get("TERM_PROGRAM", ""), environ.get("TERM", "")
    if "kitty" in term or "ghostty" in term or name == "ghostty":
        return "kitty"
    known = name in ("WezTerm", "iTerm.app", "mintty") or term.startswith(("foot", "mlterm"))
    if known or environ.get("KONSOLE_VERSION"):
        return "sixel"
    return None
