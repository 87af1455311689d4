"""What a detail page asks: before leaving, on a conflict, before deleting."""

from __future__ import annotations

from collections.abc import Sequence

from svc_tui.stores.confirm import Choice, ConfirmStore

STAY, SAVE, DISCARD = "stay", "save", "discard"
THEIRS, MINE = "theirs", "mine"

MOST_NAMED = 8


async def before_leaving(confirm: ConfirmStore, changed: Sequence[str]) -> str:
    """`stay`, `save` or `discard`."""
    return await confirm.choose(
        "Unsaved changes",
        f"Not saved yet: {named(changed)}.",
        (
            Choice(STAY, "Stay", "escape"),
            Choice(SAVE, "Save", "s"),
            Choice(DISCARD, "Discard", "x", dangerous=True),
        ),
        cancel=STAY,
    )


async def which_counts(confirm: ConfirmStore, both: Sequence[str]) -> str:
    """`stay`, `theirs` or `mine`, where two people wrote."""
    if both:
        what = (
            f"You both changed: {named(both)}.\n"
            "Take theirs: what you typed in these fields is lost.\n"
            "Keep mine: yours is put on top of theirs, and saved."
        )
    else:
        what = (
            "They changed other fields than you did.\n"
            "Take theirs: their changes are shown, yours stay to be saved.\n"
            "Keep mine: yours is put on top of theirs, and saved."
        )
    return await confirm.choose(
        "Somebody else changed this record",
        f"Nothing has been written yet. {what}",
        (
            Choice(STAY, "Stay", "escape"),
            Choice(THEIRS, "Take theirs", "t"),
            Choice(MINE, "Keep mine", "m", dangerous=True),
        ),
        cancel=STAY,
        dangerous=True,
    )


async def before_reloading(confirm: ConfirmStore, changed: Sequence[str]) -> bool:
    """Whether what was typed may go."""
    return await confirm.ask(
        "Reload and lose your changes?",
        f"Not saved yet: {named(changed)}.",
        confirm_text="Reload",
        dangerous=True,
    )


async def before_deleting(confirm: ConfirmStore, title: str) -> bool:
    """Whether to delete."""
    return await confirm.ask(
        "Delete this record?",
        f"{title}\nThis can't be undone.",
        confirm_text="Delete",
        dangerous=True,
    )


async def save_once_more(confirm: ConfirmStore) -> bool:
    """Whether to repeat a save that the end of the session broke off."""
    return await confirm.ask(
        "Save now?",
        "Your session had ended, so your changes were not saved. They are all still here.",
        confirm_text="Save",
        cancel_text="Not now",
    )


def named(words: Sequence[str]) -> str:
    """A few names, and how many more there are."""
    more = len(words) - MOST_NAMED
    return ", ".join(words[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
