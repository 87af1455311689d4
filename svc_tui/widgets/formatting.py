"""Values in words, for people: a name, an amount, a day, how long ago."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, tzinfo
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from svc_tui.stores.record.datetime_parser import in_zone
from svc_tui.stores.record.draft import same
from svc_tui.stores.record.number_parser import exact
from svc_tui.text import human_size

if TYPE_CHECKING:
    from svc_tui.models.listing import Format, ListColumn

NOTHING = "—"
"""Stands for no value."""

EMPTY = "(empty)"
"""Stands for no value where it is compared with another one."""

MINUTE = 60
"""Seconds of a minute."""

DAY, TO_THE_MINUTE = len("2026-03-31"), len("2026-03-31 09:30")
"""Characters of a day, and of a day with a time without its zone."""

_DATED = re.compile(r"\d{4}-\d\d-\d\d")

MOST_DIGITS = 40
"""A number with more is shown as it was sent."""

NAME_KEYS = ("name", "title", "label", "text", "username", "number", "code", "file", "id")
"""The keys that may hold the name of a related record; the first one found is used."""


def as_text(value: Any, zone: tzinfo | None = None) -> str:
    """Any JSON value as a line of text; objects by their name, never whole."""
    if value is None or value == "":
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return next((as_text(value[key]) for key in NAME_KEYS if value.get(key)), "{…}")
    if isinstance(value, (list, tuple)):
        return ", ".join(map(as_text, value[:6])) + "…" * (len(value) > 6) or NOTHING
    return str(value)


def words_or_values(values: tuple[Any, ...], said: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the words of values; the values themselves if two that differ have the same words."""
    alike = any(
        same(said[n], said[m]) and not same(values[n], values[m])
        for n in range(len(values))
        for m in range(n)
    )
    return values if alike else said


def as_number(value: Any, zone: tzinfo | None = None) -> str:
    """Digits in groups; anything but a number stays as it is."""
    number = _legible_number(value)
    return as_text(value) if number is None else f"{number:,f}"


def _legible_number(value: Any) -> Decimal | None:
    """Return a number that can be written with all its digits; None for anything else."""
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return None
    return number if number.is_finite() and abs(number.adjusted()) < MOST_DIGITS else None


def as_money(value: Any, zone: tzinfo | None = None) -> str:
    """Two decimals at least; anything but a number stays as it is."""
    if (number := _legible_number(value)) is None:
        return as_text(value)
    places = max(2, -int(number.normalize().as_tuple().exponent))
    return f"{number:,.{places}f}"


def as_date(value: Any, zone: tzinfo | None = None) -> str:
    """The day; of an instant, the day in the user's time zone."""
    moment = _moment(value, zone)
    return moment.strftime("%Y-%m-%d") if moment else _as_sent(value, DAY)


def as_datetime(value: Any, zone: tzinfo | None = None) -> str:
    """Date and time in the user's time zone, with the zone; a time without one stays as sent."""
    moment = _moment(value, zone)
    if moment is None:
        return _as_sent(value, TO_THE_MINUTE)
    return moment.strftime("%Y-%m-%d %H:%M %Z").rstrip()


def _as_sent(value: Any, length: int) -> str:
    """Return a day that no calendar has, without what is behind it; anything else is whole."""
    text = as_text(value)
    return text.replace("T", " ")[:length] if _DATED.match(text) else text


def as_relative(value: Any, zone: tzinfo | None = None) -> str:
    """Return how long ago, in the largest unit: `just now`, `3 h ago`, `in 2 d`."""
    moment = _moment(value, UTC)
    if moment is None:
        return as_text(value)
    seconds = (datetime.now(UTC) - moment).total_seconds()
    if 0 <= seconds < MINUTE:
        return "just now"
    unit, size = _unit(abs(seconds))
    amount = int(abs(seconds) // size)
    return f"{amount} {unit} ago" if seconds >= 0 else f"in {amount} {unit}"


def as_boolean(value: Any, zone: tzinfo | None = None) -> str:
    """A sign that does not rely on color alone."""
    return NOTHING if value is None else "✓" if value else "·"


def as_size(value: Any, zone: tzinfo | None = None) -> str:
    """A size in bytes for people, even if the number is text."""
    number = exact(value)
    return as_text(value) if number is None else human_size(number)


def as_image(value: Any, zone: tzinfo | None = None) -> str:
    """A mark for a picture."""
    return "▣" if value else NOTHING


LOWEST_FIRST = ("lowest first", "highest first")
OLDEST_FIRST = ("oldest first", "newest first")


class CellFormat(NamedTuple):
    """A column format: how it shows a value, and what follows for its column."""

    text: Callable[[Any, tzinfo | None], str]
    """Returns a value as text, with instants in the given zone."""
    side: Literal["left", "right"] = "left"
    """The alignment of its column, unless that declares one."""
    order: tuple[str, str] | None = None
    """Ascending and descending in words; if None, from A to Z, or of choices just `ascending`."""
    stays_whole: bool = False
    """Whether other columns are cut before it: its values say nothing once they are cut."""
    value_in_preview: bool = False
    """Whether a preview, which has room, shows the value itself: for a format that cuts or rounds
    values, or draws a sign. (A size is as well read rounded, and is so everywhere.)"""
    takes_choices: bool = False
    """Whether the names of choices, of a filter, a field or a relation, stand for its values."""


FORMATS: Mapping[Format, CellFormat] = {
    "text": CellFormat(as_text, value_in_preview=True, takes_choices=True),
    "number": CellFormat(as_number, "right", LOWEST_FIRST, stays_whole=True),
    "money": CellFormat(as_money, "right", LOWEST_FIRST, stays_whole=True),
    "boolean": CellFormat(
        as_boolean, order=("no first", "yes first"), stays_whole=True, value_in_preview=True
    ),
    "date": CellFormat(as_date, order=OLDEST_FIRST, stays_whole=True),
    "datetime": CellFormat(as_datetime, order=OLDEST_FIRST),
    "relative": CellFormat(as_relative, order=OLDEST_FIRST, stays_whole=True),
    "size": CellFormat(as_size, "right", LOWEST_FIRST, stays_whole=True),
    "badge": CellFormat(as_text, stays_whole=True, takes_choices=True),
    "image": CellFormat(as_image, stays_whole=True, value_in_preview=True),
    "labels": CellFormat(as_text, value_in_preview=True, takes_choices=True),
    "publishing": CellFormat(as_text),  # `listing/cells.py` words the whole row.
}
"""Every column format."""


def format_of(column: ListColumn) -> CellFormat:
    """Return the format of a column; one that declares none is text."""
    return FORMATS[column.format or "text"]


MILLISECONDS = 10**11
"""Numbers from here on are milliseconds since 1970; as seconds, they'd be after year 5000."""

LEAST_SECONDS = 10**8
"""The smallest number of seconds since 1970 that is an instant."""


def _moment(value: Any, zone: tzinfo | None) -> datetime | None:
    """An instant in a zone; None for days, local times, and dates that don't exist."""
    if isinstance(value, str) and len(value) > 10:
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            return None
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        value = _since_1970(value)
    if not isinstance(value, datetime) or value.tzinfo is None:
        return None
    return in_zone(value, zone)


def _since_1970(value: float) -> datetime | None:
    """Return the instant of a number of seconds or milliseconds.

    None of numbers near 1970, and of those before the year 1.
    """
    if not LEAST_SECONDS <= abs(value) < MILLISECONDS * 1000:
        return None
    seconds = value / 1000 if abs(value) >= MILLISECONDS else value
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        return None


def _unit(seconds: float) -> tuple[str, int]:
    for unit, size in (("y", 31_536_000), ("mo", 2_592_000), ("d", 86_400), ("h", 3_600)):
        if seconds >= size:
            return unit, size
    return ("min", MINUTE) if seconds >= MINUTE else ("s", 1)
