"""The lines of a picker, the note below them, and its keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

from textual.content import Content

from svc_tui.stores.record.related_store import Picks, RelatedState, RelatedStore, Row
from svc_tui.text import cut, label, plural

Part = Literal["search", "list", "chosen"]
"""The parts of a picker that can have the focus."""

SEARCH = "Type to search · ↓ list · Enter chooses · Esc cancels"
SEARCH_MANY = "Type to search · ↓ then Space ticks · Enter chooses"
LIST = "/ search · . next page · Enter chooses · Esc cancels"
LIST_MANY = "Space ticks · . next page · Enter chooses · Esc cancels"
CHOSEN = "J K move · Delete removes · Ctrl+S chooses"
NONE = "Type to search · Esc cancels"
NONE_IN_LIST = "/ search · Esc cancels"


class RowLabels(NamedTuple):
    """Functions that name records."""

    words: Any
    """The name of a record or id."""
    extra: Any
    """The value that tells records with the same name apart."""


def said_made(name: str) -> str:
    """Return a sentence about a record that was created in a picker."""
    return f"Created and chosen:  {cut(name, 40)}."


def recent_first(store: RelatedStore, recent: Sequence[str]) -> Iterator[tuple[Row, bool]]:
    """Yield the rows, and whether each is recent: those first while nothing is searched for."""
    state = store.state
    first = [key for key in recent if key in state.known] if not state.search else []
    yield from ((state.known[key], True) for key in first)
    yield from ((row, False) for row in state.rows if store.key(row) not in first)


def cursor_row(
    store: RelatedStore,
    picks: Picks,
    keys: Sequence[str | None],
    here: str | None,
    before: int | None,
) -> int | None:
    """Return the cursor's row: its record's, else that of the chosen one, else the first.

    Args:
        store: The records.
        picks: What was chosen.
        keys: The ids of the lines; None for a line without a record.
        here: The id under the cursor before the lines changed.
        before: Its row then.
    """
    if here is not None and here in keys:
        return keys.index(here)
    if before and before < len(keys) and store.state.page > 1:
        return before
    chosen = next((key for key in picks.keys if key in keys), None)
    if chosen is not None and not store.state.search:
        return keys.index(chosen)
    # Never on the empty line: Enter would clear the field if the list could not be loaded.
    return next((n for n, key in enumerate(keys) if key is not None), None)


def offer(row: Row, naming: RowLabels, picks: Picks, key: str, *, recent: bool) -> Content:
    """Return the line of a record: its mark, its name and what tells it apart."""
    ticked = key in picks.keys
    marks = ("[x] ", "[ ] ") if picks.multiple else ("● ", "  ")
    extra = naming.extra(row)
    line = label(marks[0 if ticked else 1]) + label(cut(naming.words(row), 44))
    line += label(f"  {cut(extra, 40)}", "$text-muted") if extra else label("")
    return line + label("  recent" if recent else "", "$text-accent")


def note(state: RelatedState, picks: Picks, *, can_create: bool, made: str) -> str:
    """Return what is known of the list; `made` is said of a record that was created here."""
    chosen = f" {len(picks.keys)} chosen." if picks.multiple else ""
    if state.problem is not None:
        return f"{state.problem} Press F5 to try again."
    if state.loading and not state.rows:
        return "Loading…"
    if state.loaded and not state.rows:
        said = f"Nothing matches “{cut(state.search, 30)}”." if state.search else "None yet."
        return said + (" Press Ctrl+N to create one." if can_create else "") + chosen
    total = plural(state.count, "record", "records")
    seen = f"{len(state.rows)} of {total}" if state.more else total
    here = " Loaded rows only: the server can't search." if state.searched_here else ""
    busy = " Loading…" if state.loading else ""
    lost = f" Not shown: {state.without_id:,} without an id." if state.without_id else ""
    return f"{made} {seen}.{lost}{chosen}{here}{busy}".strip()


def hint(part: Part, *, several: bool, can_choose: bool) -> str:
    """Return the keys of a part of the picker."""
    if part == "search":
        return NONE if not can_choose else SEARCH_MANY if several else SEARCH
    if part == "chosen":
        return CHOSEN
    return NONE_IN_LIST if not can_choose else LIST_MANY if several else LIST
