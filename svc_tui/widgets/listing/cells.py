"""How a value looks in a cell: by the column's format, else by what the value is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from decimal import Decimal, InvalidOperation
from typing import Any

from rich.cells import cell_len
from rich.text import Text

from svc_tui.models.listing import ListColumn
from svc_tui.stores.publication import in_signs
from svc_tui.text import cell, clean, human_size
from svc_tui.widgets.listing.labelled import called

NOTHING = "—"
"""What stands for no value (reference 2.4)."""

TO_THE_MINUTE = len("2026-03-31 09:30")
"""Characters of a day and a time without its zone."""

NAME_KEYS = ("name", "title", "label", "username", "text", "number", "code", "id")
"""Where the words for a related record are looked for, the first one found counts."""

AMOUNT_FORMATS = ("number", "money", "size")
"""Formats that stand right when the column says nothing else."""


def value_at(row: Any, path: str) -> Any:
    """The value at a dotted path of a row; None where the path leads nowhere."""
    if isinstance(row, Mapping) and path in row:
        return row[path]
    for part in path.split("."):
        if not isinstance(row, Mapping):
            return None
        row = row.get(part)
    return row


def leads(row: Any, path: str) -> bool:
    """Whether a row has a value at a dotted path, or could have: what is null may hide anything."""
    if isinstance(row, Mapping) and path in row:
        return True
    for part in path.split("."):
        if row is None:
            return True
        if not isinstance(row, Mapping) or part not in row:
            return False
        row = row[part]
    return True


def words(value: Any, zone: tzinfo | None = None) -> str:
    """Any JSON value as a line of text; objects by their name, never whole."""
    if value is None or value == "":
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return next((words(value[key]) for key in NAME_KEYS if value.get(key)), "{…}")
    if isinstance(value, (list, tuple)):
        return (
            ", ".join(words(one) for one in value[:6]) + ("…" if len(value) > 6 else "") or NOTHING
        )
    return str(value)


def as_number(value: Any, zone: tzinfo | None = None) -> str:
    """Digits in groups; what is no number stays what it is."""
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return words(value)
    return f"{number:,f}" if number.is_finite() and abs(number.adjusted()) < 40 else words(value)


def as_money(value: Any, zone: tzinfo | None = None) -> str:
    """Two decimals at least."""
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return words(value)
    if not number.is_finite() or abs(number.adjusted()) > 40:
        return words(value)
    places = max(2, -int(number.normalize().as_tuple().exponent))
    return f"{number:,.{places}f}"


def as_date(value: Any, zone: tzinfo | None = None) -> str:
    """The day; of an instant, the day where the operator is."""
    moment = _moment(value, zone)
    return moment.strftime("%Y-%m-%d") if moment else words(value)[:10]


def as_datetime(value: Any, zone: tzinfo | None = None) -> str:
    """Day and time where the operator is, and the zone; a time without one stays as it was sent."""
    moment = _moment(value, zone)
    if moment is None:
        return words(value).replace("T", " ")[:TO_THE_MINUTE]
    return moment.strftime("%Y-%m-%d %H:%M %Z").rstrip()


def as_relative(value: Any, zone: tzinfo | None = None) -> str:
    """How long ago, in the largest unit."""
    moment = _moment(value, UTC)
    if moment is None:
        return words(value)
    seconds = (datetime.now(UTC) - moment).total_seconds()
    unit, size = _unit(abs(seconds))
    amount = int(abs(seconds) // size)
    return f"{amount}{unit} ago" if seconds >= 0 else f"in {amount}{unit}"


def as_boolean(value: Any, zone: tzinfo | None = None) -> str:
    """A sign that is not only a colour."""
    return NOTHING if value is None else "✓" if value else "·"


def as_size(value: Any, zone: tzinfo | None = None) -> str:
    """Bytes for people."""
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return human_size(value) if number else words(value)


def as_image(value: Any, zone: tzinfo | None = None) -> str:
    """A mark that there is a picture."""
    return "▣" if value else NOTHING


FORMATS: Mapping[str, Callable[[Any, tzinfo | None], str]] = {
    "text": words,
    "badge": words,
    "labels": words,
    "number": as_number,
    "money": as_money,
    "boolean": as_boolean,
    "date": as_date,
    "datetime": as_datetime,
    "relative": as_relative,
    "size": as_size,
    "image": as_image,
}


def shown(column: ListColumn, row: Any, zone: tzinfo | None = None) -> str:
    """The clean text of one cell."""
    if column.format == "publishing" and isinstance(row, Mapping):
        return clean(in_signs(row, datetime.now(UTC))) or NOTHING
    value = value_at(row, column.key)
    if value is None or value == "":
        return NOTHING
    if column.format is None and isinstance(value, bool):
        return as_boolean(value)
    if column.choices:
        value = called(column.choices, value)
    return clean(FORMATS.get(column.format or "text", words)(value, zone))


def drawn(column: ListColumn, text: str, width: int) -> Text:
    """A cell's text, cut to its column and put to its side.

    Of an instant the zone gives way first: a time that is cut is none.
    """
    if column.format == "datetime" and TO_THE_MINUTE <= width < len(text):
        text = text[:TO_THE_MINUTE]
    text_cell = cell(text, style_of(column, text), width)
    gap = " " * max(0, width - text_cell.cell_len)
    if side(column) == "right":
        return Text(gap, end="") + text_cell
    if side(column) == "center":
        half = len(gap) // 2
        return Text(gap[:half], end="") + text_cell
    return text_cell


def side(column: ListColumn) -> str:
    """Where the column's values stand."""
    return column.align or ("right" if column.format in AMOUNT_FORMATS else "left")


BADGES: Mapping[str, str] = {
    "published": "green",
    "active": "green",
    "paid": "green",
    "done": "green",
    "draft": "yellow",
    "pending": "yellow",
    "new": "yellow",
    "review": "cyan",
    "archived": "dim",
    "cancelled": "red",
    "failed": "red",
}
"""Colours of the usual states; the word itself says it too."""


def style_of(column: ListColumn, text: str) -> str:
    """A badge has the colour of its word; what is missing is dim."""
    if text == NOTHING:
        return "dim"
    if column.format != "badge":
        return ""
    meant = next((str(one.value) for one in column.choices if one.text == text), text)
    return BADGES.get(meant.casefold(), "bold")


NARROWEST = 6
"""Cells that a column keeps, however short the room is; beyond that the table scrolls."""


ROOMY = 24
"""Cells that the widest flexible column has, as long as columns behind it can give way."""


def widths(columns: Sequence[ListColumn], texts: Sequence[Sequence[str]], room: int) -> list[int]:
    """Cells for each column: what its values need; the widest give way where room is short."""
    return _shrunk(columns, _needed(columns, texts), room)


def fitting(columns: Sequence[ListColumn], texts: Sequence[Sequence[str]], room: int) -> list[int]:
    """Which columns are drawn: the last ones go while the widest flexible one is short of room.

    `room` includes the blank that stands on both sides of every column.
    """
    kept, needed = list(range(len(columns))), _needed(columns, texts)
    free = [n for n in kept if columns[n].width is None]
    if not free:
        return kept
    widest = max(free, key=lambda n: needed[n])
    while len(kept) > 1:
        parts = [columns[n] for n in kept], [needed[n] for n in kept]
        fitted = _shrunk(*parts, room - 2 * len(kept))
        if fitted[kept.index(widest)] >= min(ROOMY, needed[widest]):
            break
        kept.remove(kept[-1] if kept[-1] != widest else kept[-2])
    return kept


def _needed(columns: Sequence[ListColumn], texts: Sequence[Sequence[str]]) -> list[int]:
    """The cells that the values and the heading of each column would take."""
    return [
        column.width
        or min(60, max(map(cell_len, [f"{column.label} ▲", *(row[n] for row in texts)])))
        for n, column in enumerate(columns)
    ]


def _shrunk(columns: Sequence[ListColumn], wanted: Sequence[int], room: int) -> list[int]:
    needed = list(wanted)
    free = [n for n, column in enumerate(columns) if column.width is None]
    while sum(needed) > room:
        widest = max(free, key=lambda n: needed[n], default=-1)
        if widest < 0 or needed[widest] <= NARROWEST:
            if len(free) == len(needed):
                break
            free = list(range(len(needed)))  # Now those with a width of their own as well.
            continue
        needed[widest] -= max(
            1, min(sum(needed) - room, needed[widest] - _second(needed, free, widest))
        )
    return needed


def _second(needed: Sequence[int], free: Sequence[int], widest: int) -> int:
    """The width that the widest column is brought down to at once: the next widest one's."""
    others = [needed[n] for n in free if n != widest and needed[n] < needed[widest]]
    return max([NARROWEST, *others])


def _moment(value: Any, zone: tzinfo | None) -> datetime | None:
    """An instant in a zone; None for days, wall times, nonsense, and what no calendar there has."""
    if not isinstance(value, str) or len(value) <= 10:
        return None
    try:
        moment = datetime.fromisoformat(value)
        return moment.astimezone(zone) if moment.tzinfo is not None else None
    except (ValueError, OverflowError):
        return None


def _unit(seconds: float) -> tuple[str, int]:
    for unit, size in (("y", 31_536_000), ("mo", 2_592_000), ("d", 86_400), ("h", 3_600)):
        if seconds >= size:
            return unit, size
    return ("min", 60) if seconds >= 60 else ("s", 1)
