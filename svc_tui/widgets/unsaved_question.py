"""The question before unsaved text is left."""

from __future__ import annotations

from svc_tui.stores.session.confirm_store import Choice, ConfirmStore

STAY, SAVE, DISCARD = "stay", "save", "discard"
"""The answers."""


async def ask_about_unsaved(confirm: ConfirmStore, title: str, words: str) -> str:
    """Ask to stay, save or discard."""
    choices = (
        Choice(STAY, "Stay", "n"),
        Choice(SAVE, "Save", "s"),
        Choice(DISCARD, "Discard", "x", dangerous=True),
    )
    return await confirm.choose(title, words, choices, cancel=STAY, by_itself=True)
