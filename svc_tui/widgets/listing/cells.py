"""Values drawn in cells: by the column's format, else by the type of the value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from typing import Any, NamedTuple

from rich.cells import cell_len
from rich.style import StyleType
from rich.text import Text

from svc_tui.models.dotted_path import value_at
from svc_tui.models.listing import ListColumn
from svc_tui.stores.record.publication_store import status_markers
from svc_tui.stores.redact import hidden
from svc_tui.text import cell, clean
from svc_tui.widgets.formatting import (
    NOTHING,
    TO_THE_MINUTE,
    as_boolean,
    format_of,
)
from svc_tui.widgets.listing.choice_labels import called

Styles = Mapping[str, StyleType]
"""The style of each role of a `Status`."""

NO_STYLES: Styles = {}


def shown(column: ListColumn, row: Any, zone: tzinfo | None = None) -> str:
    """The clean text of one cell."""
    if column.format == "publishing" and isinstance(row, Mapping):
        return clean(status_markers(row, datetime.now(UTC))) or NOTHING
    value = hidden(column.key, value_at(row, column.key))
    if value is None or value == "":
        return NOTHING
    if column.format is None and isinstance(value, bool):
        return as_boolean(value)
    if column.choices:
        value = called(column.choices, value)
    return clean(format_of(column).text(value, zone))


def drawn(column: ListColumn, text: str, width: int, styles: Styles = NO_STYLES) -> Text:
    """A cell's text, cut to its column and put to its side.

    A known state has its sign in front and the style of its role in `styles`. Of an instant, the
    zone is dropped first: a cut time is no time.
    """
    zoned = column.format == "datetime" and text[TO_THE_MINUTE : TO_THE_MINUTE + 1] == " "
    if zoned and TO_THE_MINUTE <= width < len(text):
        text = text[:TO_THE_MINUTE]
    status = status_of(column, text)
    sign = f"{status.sign} " if status is not None else ""
    text_cell = cell(f"{sign}{text}", width=width)
    text_cell.style = _style_of(column, text, status, styles)
    gap = " " * max(0, width - text_cell.cell_len)
    if side(column) == "right":
        return Text(gap, end="") + text_cell
    if side(column) == "center":
        half = len(gap) // 2
        return Text(gap[:half], end="") + text_cell
    return text_cell


def cut_cell(text: Text, width: int) -> Text:
    """Return the text of a slot's cell, cut to its column."""
    if text.cell_len <= width:
        return text
    text = text.copy()
    text.truncate(width, overflow="ellipsis")
    return text


def side(column: ListColumn) -> str:
    """Return the alignment of the column's values."""
    return column.align or format_of(column).side


class Status(NamedTuple):
    """A kind of state: the sign in front of its word, and the role of its color."""

    sign: str
    role: str


GOOD, UNDERWAY = Status("●", "good"), Status("◐", "underway")
DRAFT, FAILED = Status("○", "draft"), Status("✕", "failed")

ROLE_STYLES = {
    "good": "$text-success",
    "underway": "$text-warning",
    "draft": "$text-muted",
    "failed": "$text-error",
}
"""The colors of states outside of lists, by their roles."""

SIGN_WIDTH = 2
"""Cells of the sign and the space after it."""

_WORDS: Mapping[Status, str] = {
    GOOD: "published active approved completed confirmed delivered done enabled live ok online "
    "paid sent shipped succeeded success verified",
    UNDERWAY: "review processing pending queued running scheduled started waiting",
    DRAFT: "draft archived closed disabled inactive new paused unpublished",
    FAILED: "failed blocked cancelled canceled declined error expired overdue refused rejected",
}

STATUSES: Mapping[str, Status] = {
    word: status for status, words in _WORDS.items() for word in words.split()
}
"""The usual states by their words in lower case."""


def status_of(column: ListColumn, text: str) -> Status | None:
    """Return the state that a badge names; None for other columns and unknown words."""
    if column.format != "badge" or text == NOTHING:
        return None
    meant = next((str(one.value) for one in column.choices if one.text == text), text)
    return STATUSES.get(meant.casefold())


def _style_of(column: ListColumn, text: str, status: Status | None, styles: Styles) -> StyleType:
    if text == NOTHING:
        return "dim"
    if column.format != "badge":
        return ""
    return "bold" if status is None else styles.get(status.role, "")


NARROWEST = 6
"""Cells that a column keeps, however short the room is; beyond that the table scrolls."""


ROOMY = 24
"""Cells that the widest flexible column keeps while later columns can be hidden."""


LONG = 60
"""Cells that a column wants at most, however long its values are."""


WIDEST = 72
"""Maximum cells of the first text column when room is left."""


def widths(columns: Sequence[ListColumn], texts: Sequence[Sequence[str]], room: int) -> list[int]:
    """Cells for each column: as its values need; the widest shrink if room is short.

    If room is left, no value is cut, and the first text column grows up to `WIDEST` cells; all
    columns share the rest, so that the end of a row is easy to find.
    """
    found = _shrunk(columns, _needed(columns, texts), room)
    longest = _longest(columns, texts)
    for n in sorted(range(len(found)), key=lambda n: longest[n] - found[n]):
        found[n] += max(0, min(longest[n] - found[n], room - sum(found)))
    if (first := _first_text(columns, texts)) is not None:
        found[first] += max(0, min(room - sum(found), WIDEST - found[first]))
        each = max(0, room - sum(found)) // len(found)
        found = [one + each for one in found]
        found[first] += max(0, room - sum(found))
    return found


def _first_text(columns: Sequence[ListColumn], texts: Sequence[Sequence[str]]) -> int | None:
    """Return the first column whose values are words, before those that declare a width."""
    found = []
    for n, column in enumerate(columns):
        words = not texts or any(not row[n].isdecimal() and row[n] != NOTHING for row in texts)
        if column.format in (None, "text") and side(column) == "left" and words:
            found.append(n)
    return min(found, key=lambda n: columns[n].width is not None, default=None)


def fitting(columns: Sequence[ListColumn], texts: Sequence[Sequence[str]], room: int) -> list[int]:
    """The columns to draw: the last ones are hidden while the widest flexible one lacks room.

    `room` includes the blank that is on both sides of every column.
    """
    kept, needed = list(range(len(columns))), _needed(columns, texts)
    flexible = [n for n in kept if columns[n].width is None]
    if not flexible:
        return kept
    widest = max(flexible, key=lambda n: needed[n])
    # Other long values are cut first: they must not hide the columns after them.
    for n in flexible:
        if n != widest and needed[n] == LONG:
            needed[n] = ROOMY // 2
    while len(kept) > 1:
        parts = [columns[n] for n in kept], [needed[n] for n in kept]
        fitted = _shrunk(*parts, room - 2 * len(kept))
        if fitted[kept.index(widest)] >= min(ROOMY, needed[widest]):
            break
        kept.remove(kept[-1] if kept[-1] != widest else kept[-2])
    return kept


def _needed(columns: Sequence[ListColumn], texts: Sequence[Sequence[str]]) -> list[int]:
    """The initial cells of each column: its own width, else what its values take."""
    longest = _longest(columns, texts)
    return [
        column.width + SIGN_WIDTH * (column.format == "badge")
        if column.width is not None
        else min(LONG, longest[n])
        for n, column in enumerate(columns)
    ]


def _longest(columns: Sequence[ListColumn], texts: Sequence[Sequence[str]]) -> list[int]:
    """The cells that the values and the heading of each column would take."""
    return [
        max(
            cell_len(f"{column.label} ▲"),
            *(
                cell_len(row[n]) + SIGN_WIDTH * (status_of(column, row[n]) is not None)
                for row in texts
            ),
            0,
        )
        for n, column in enumerate(columns)
    ]


def _shrunk(columns: Sequence[ListColumn], wanted: Sequence[int], room: int) -> list[int]:
    """Return the cells of each column so that all fit, or as few as they can have.

    Words are cut first, then what says nothing once it is cut, then columns with a width of their
    own. No state or number is as long as words.
    """
    needed = list(wanted)
    flexible = [n for n, column in enumerate(columns) if column.width is None]
    words = [n for n in flexible if not format_of(columns[n]).stays_whole or wanted[n] > ROOMY]
    for group in (words, flexible, range(len(needed))):
        _shrink(needed, group, room)
    return needed


def _shrink(needed: list[int], group: Sequence[int], room: int) -> None:
    """Take cells from the widest columns of a group until all fit, or each is at its narrowest."""
    while group and (over := sum(needed) - room) > 0:
        widest = max(group, key=lambda n: needed[n])
        if needed[widest] <= NARROWEST:
            return
        needed[widest] -= max(1, min(over, needed[widest] - _next_widest(needed, group, widest)))


def _next_widest(needed: Sequence[int], group: Sequence[int], widest: int) -> int:
    """The width to which the widest column shrinks in one step: that of the next widest."""
    others = [needed[n] for n in group if n != widest and needed[n] < needed[widest]]
    return max([NARROWEST, *others])
