"""The question before unsaved text is left."""

from __future__ import annotations

from svc_tui.stores.session.confirm_store import Choice, ConfirmStore

STAY, SAVE, DISCARD = "stay", "save", "discard"
"""The answers."""

SAVE_KEYS = "ctrl+s,f2"
"""The keys that save elsewhere, which answer it too."""


async def ask_about_unsaved(confirm: ConfirmStore, title: str, words: str) -> str:
    """Ask to stay, save or discard."""
    choices = (
        Choice(STAY, "Cancel", "n"),
        Choice(SAVE, "Save", "s", also=SAVE_KEYS),
        Choice(DISCARD, "Discard", "x", dangerous=True),
    )
    return await confirm.choose(title, words, choices, cancel=STAY, by_itself=True)
