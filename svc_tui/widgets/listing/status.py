"""What a list says about itself in words: its faces and its status line."""

from __future__ import annotations

from svc_tui.stores.listing import ListState
from svc_tui.stores.query import ListQuery
from svc_tui.text import plural
from svc_tui.widgets.listing.copying import COPY_HINT
from svc_tui.widgets.listing.moving import MOVE_HINT

MOODS = {
    "copying": f"Copy: {COPY_HINT}",
    "ranging": "Range: move the cursor · Space or v marks it · Esc leaves it",
}
"""What the next key is for."""


def face_of(state: ListState, may_add: bool) -> tuple[str, str]:
    """What is said instead of rows or about old ones, and which face that is."""
    if state.error is not None:
        old = " The rows below are from before." if state.rows else ""
        bad = " Press 0 to clear the filters." if state.rejected else ""
        return f"{state.error} Press r to try again.{bad}{old}", "failed"
    if state.loaded_at is None:
        return "Loading…", "loading"
    if state.rows:
        return "", "rows"
    query = state.query
    if query.search or query.filters:
        return "Nothing matches. Press 0 to clear search and filters.", "empty"
    if query.tab:
        return "Nothing on this tab. Press [ or ] for another one.", "empty"
    return "Nothing here yet." + (" Press n to make the first one." if may_add else ""), "empty"


def status_of(state: ListState, mood: str = "", hidden: int = 0) -> str:
    """Where one is in the list, what made it so short, how many columns gave way, the marks."""
    if state.moving is not None:
        return f" {state.moving.at + 1} of {state.moving.last + 1} · {MOVE_HINT}"
    if mood:
        return f" {MOODS[mood]}"
    parts = [_place(state), *_narrowed(state.query), *_marked(state)]
    if hidden:
        parts.append(f"+{plural(hidden, 'column', 'columns')}")
    if state.query.ordering:
        parts.append("sorted by " + ", ".join(state.query.ordering))
    if state.error is not None and state.rows:
        parts.append("old rows")
    if state.loading and state.loaded_at is not None:
        parts.append("loading…")
    return " " + " · ".join(parts)


def all_words(state: ListState) -> str:
    """What "everything" was when it was chosen: the frozen query, printed."""
    frozen = state.selection.everything
    if frozen is None:
        return ""
    params = {name: _joined(value) for name, value in frozen.query.criteria().items()}
    asked = " ".join(f"{name}={value}" for name, value in params.items())
    return f"all {frozen.count:,} marked ({asked or 'no filter'})"


def _place(state: ListState) -> str:
    """`1-20 of 540 · page 1/27`."""
    total = f"{state.count:,}" + ("+" if state.at_least else "")
    if not state.rows:
        return plural(state.count, "row", "rows")
    first = state.first + 1
    here = f"{first}-{first + len(state.rows) - 1} of {total}"
    last = f"{state.pages}" + ("+" if state.at_least else "")
    return f"{here} · page {state.query.page}/{last}" if state.pages > 1 else here


def _narrowed(query: ListQuery) -> list[str]:
    """What made it so short."""
    parts = [f'search "{query.search}"'] if query.search else []
    if query.filters:
        parts.append(plural(len(query.filters), "filter", "filters"))
    return parts


def _marked(state: ListState) -> list[str]:
    if state.selection.everything is not None:
        return [all_words(state)]
    if not state.selection:
        return []
    elsewhere = f" ({state.elsewhere} elsewhere)" if state.elsewhere else ""
    return [f"{len(state.selection)} marked{elsewhere}"]


def _joined(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
