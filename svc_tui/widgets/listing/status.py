"""The placeholders and the status line of a list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.cells import cell_len

from svc_tui.stores.listing.ignored_params import ignored_summary
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.list_store import ListState
from svc_tui.text import clean, cut, plural
from svc_tui.widgets.clipboard import COPY_WHAT, copy_hint
from svc_tui.widgets.listing.copying import COPIES, COPY_HINT
from svc_tui.widgets.listing.list_labels import ListLabels
from svc_tui.widgets.listing.moving import MOVE_HINTS

Variants = Sequence[str]
"""One text in a long and shorter forms: the first one that fits is shown."""

MOODS: Mapping[str, Variants] = {
    "copying": (COPY_WHAT,),
    "copying without footer": (f"Copy: {COPY_HINT}", f"Copy: {copy_hint(COPIES, ' ')}"),
    "ranging": (
        "Range: move the cursor · Space or v marks it · Esc cancels",
        "Range: Space or v marks it · Esc cancels",
        "Range: v marks · Esc",
    ),
}
"""The purpose of the next key."""

SHORTEST = 6
"""The number of shorter forms of the status line."""


def status_line(
    state: ListState,
    mood: str = "",
    hidden: int = 0,
    *,
    width: int = 0,
    narrowed: str = "",
    labels: ListLabels | None = None,
    also: Variants = (),
    keys: Variants = (),
    columns_key: str = "C",
    framed: bool = False,
) -> str:
    """Return the status line: the place in the list, what narrows it, hidden columns, the marks.

    `width` is the room for it, 0 for no limit; what matters least is shortened, then left out.
    `also` is an extra text in several lengths and is dropped last; `keys` are shown only if all the
    rest fits. `columns_key` opens the columns, hidden ones too. If `framed`, the marks are in the
    upper edge of the frame.
    """
    if state.moving is not None:
        place = f"{state.moving.at + 1:,} of {state.moving.last + 1:,}"
        return fit_to_width([f" {place} · {hint}" for hint in MOVE_HINTS], width)
    if mood:
        return fit_to_width([f" {words}" for words in MOODS[mood]], width)
    said = labels or ListLabels()
    more = (hidden, columns_key)
    lines = []
    for short in range(SHORTEST + 1):
        marks = [] if framed else _marked(state, said, short)
        lines.append(_line(state, more, narrowed, said, short, marks))
    with_it = [f"{line} · {words}" for line in lines for words in also]
    with_keys = [f"{lines[0]} · {words}" for words in keys] if not also else []
    return fit_to_width([*with_keys, *with_it, *lines], width)


def fit_to_width(variants: Variants, width: int) -> str:
    """The first of them that fits, else the last one cut; `width` 0 means no limit."""
    for words in variants:
        if not width or cell_len(clean(words)) <= width:
            return words
    return cut(variants[-1], width)


def list_facts(state: ListState, labels: ListLabels | None = None, *, width: int = 0) -> str:
    """Return the facts of a list for the frame around it: `300 · 2 marked`."""
    total = [f"{state.count:,}" + "+" * state.at_least] if state.rows and not state.old else []
    said = labels or ListLabels()
    variants = (" · ".join([*total, *_marked(state, said, short)]) for short in (0, 2, 5))
    return fit_to_width([*variants], width)


def _line(
    state: ListState,
    more: tuple[int, str],
    narrowed: str,
    labels: ListLabels,
    short: int,
    marks: list[str],
) -> str:
    """The status line, shortened `short` times; `more` are hidden columns and their key."""
    hidden, key = more
    parts = [_place(state), *_narrowed(state.query, labels, short), *_ignored(state, short)]
    parts += marks
    if narrowed:
        parts.insert(1, f"only “{cut(narrowed, 60 if not short else 12)}”")
    if hidden and short < 5:
        columns = plural(hidden, "column", "columns") if not short else f"{hidden} col"
        parts.append(f"+{columns} ({key})" if key else f"+{columns}")
    if state.query.ordering and short < 3:
        parts.append(("by " if short else "sorted by ") + labels.order(state.query.ordering))
    if state.old:
        parts.append("out of date")
    if state.loading and state.loaded_at is not None:
        parts.append("loading…")
    return " " + " · ".join(parts)


def _place(state: ListState) -> str:
    """`1-20 of 540 · page 1/27`."""
    total = f"{'at least ' * state.at_least}{state.count:,}"
    if not state.rows:
        unread = state.stopped and not state.current
        return "no rows loaded" if unread else plural(state.count, "row", "rows")
    last = f"{state.pages:,}" + ("+" if state.at_least else "")
    if state.old:  # The rows belong to another page or another query.
        failed = "could not load" if state.error is not None else "not loaded"
        return f"page {state.query.page:,}/{last} {failed}"
    first = state.first + 1
    here = f"{first}-{first + len(state.rows) - 1} of {total}"
    return f"{here} · page {state.query.page:,}/{last}" if state.pages > 1 else here


def _narrowed(query: ListQuery, labels: ListLabels, short: int) -> list[str]:
    """Return what narrows the list; the tabs, the search line and the chips show it too."""
    if short > 5:
        return []
    parts = [f"tab {labels.tabs.get(query.tab, query.tab)}"] if query.tab and short < 4 else []
    parts += [f"search “{cut(query.search, 12 if short > 1 else 60)}”"] if query.search else []
    if query.filters:
        parts.append(plural(len(query.filters), "filter", "filters"))
    return parts


def _ignored(state: ListState, short: int) -> list[str]:
    """Return the filters that the backend ignores."""
    if not state.ignored:
        return []
    return [
        f"{ignored_summary(state.query, state.ignored)} ignored" if short < 2 else "not filtered"
    ]


def _marked(state: ListState, labels: ListLabels, short: int) -> list[str]:
    """The marks; for "everything", also the query at that time."""
    if (frozen := state.selection.everything) is not None:
        asked = f" ({labels.matched(frozen.query) or 'no filter'})" if short <= 1 else ""
        return [f"all {frozen.count:,} marked{asked}"]
    if not state.selection:
        return []
    elsewhere = f" ({state.elsewhere} elsewhere)" if state.elsewhere and short < 5 else ""
    return [f"{len(state.selection)} marked{elsewhere}"]
