"""Parses spans of days: `last month`, `>-7d`, `2026-01`, `2026-01-01..2026-02-01`."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import date, datetime, timedelta, tzinfo

Span = tuple[str, str]
"""First and last day as ISO dates, both included; "" if the span is open."""

PHRASES = (
    "today",
    "yesterday",
    "this week",
    "last week",
    "last 7 days",
    "last 30 days",
    "this month",
    "last month",
    "this year",
    "last year",
)
"""Suggested phrases; a week begins on Monday, and the last 7 days end today."""

SYNTAX_HINT = "write a date such as 2026-01-31, or last month, last 7 days, >-7d, from..to"
"""The syntax, for error messages."""

_AGO = re.compile(r"([+-]?)(\d{1,4})([dwmy])")
_MONTH = re.compile(r"(\d{4})-(\d{2})")
_YEAR = re.compile(r"\d{4}")
_TURN = {"last": -1, "previous": -1, "this": 0, "current": 0, "next": 1}
_CALENDAR = re.compile(rf"({'|'.join(_TURN)}) (week|month|quarter|year)")
_ROLLING = re.compile(r"(last|past|next) (\d{1,4}) (day|week|month|year)s?")
_APART = 400
"""Days between two readings of a text, to see whether it depends on the day."""


def day_span(text: str, today: date) -> Span | None:
    """Return the span of a text; None if it is not one."""
    text = as_written(text)
    try:
        if ".." in text:
            first, _, last = text.partition("..")
            return _between(first, last, today)
        if text.startswith(("<", ">")):
            return _bounded(text, today)
        return _days(text, today)
    except (ValueError, OverflowError):
        return None


def today_in(zone: tzinfo | None) -> Callable[[], date]:
    """Return a clock of the user's day; None is the machine's time zone."""
    return lambda: datetime.now(zone).date()


def as_written(text: str) -> str:
    """Return a text as it is shown: `Last_month` is `last month`."""
    return " ".join(re.split(r"[\s_]+", text.strip().casefold()))


def is_relative(text: str) -> bool:
    """Whether a text means other days on another day: `last month` does, `2026-01` does not."""
    day = date(2026, 1, 1)
    first, later = day_span(text, day), day_span(text, day + timedelta(days=_APART))
    return first is not None and first != later


def in_words(span: Span) -> str:
    """Return `2026-01-01 – 2026-01-31`; a single day by itself, an open end as a dash."""
    first, last = span
    return first if first == last else f"{first or '…'} – {last or '…'}"


def _between(first: str, last: str, today: date) -> Span | None:
    first, last = first.strip(), last.strip()
    low = _days(first, today)[0] if first else ""
    high = _days(last, today)[1] if last else ""
    if low and high and low > high:
        low, high = _days(last, today)[0], _days(first, today)[1]
    return (low, high) if low or high else None


def _bounded(text: str, today: date) -> Span:
    """Parse a comparison: `>` and `>=` include that day, as in `>-7d`."""
    sign, rest = text[0], text[1:]
    same = rest.startswith("=") or _AGO.fullmatch(rest) is not None
    first, last = _days(rest.removeprefix("=").strip(), today)
    if sign == ">":
        return (first if same else _shifted(last, 1)), ""
    return "", (last if same else _shifted(first, -1))


def _days(text: str, today: date) -> Span:
    """Return one day, week, month or year as its first and last day; raises ValueError."""
    if found := _CALENDAR.fullmatch(text):
        return _calendar(_TURN[found[1]], found[2], today)
    if found := _ROLLING.fullmatch(text):
        return _rolling(found, today)
    if found := _AGO.fullmatch(text):
        return (_ago(found, today).isoformat(),) * 2
    if found := _MONTH.fullmatch(text):
        year, month = int(found[1]), int(found[2])
        first = date(year, month, 1)
        return first.isoformat(), first.replace(day=monthrange(year, month)[1]).isoformat()
    if _YEAR.fullmatch(text):
        return f"{date(int(text), 1, 1)}", f"{date(int(text), 12, 31)}"
    by_name = {"today": 0, "yesterday": -1, "tomorrow": 1}
    if text in by_name:
        return (_shifted(today.isoformat(), by_name[text]),) * 2
    return (date.fromisoformat(text).isoformat(),) * 2


def _calendar(turn: int, unit: str, today: date) -> Span:
    """Parse the last, this or next week, month, quarter or year; weeks begin on Monday."""
    if unit == "week":
        monday = today + timedelta(days=7 * turn - today.weekday())
        return monday.isoformat(), (monday + timedelta(days=6)).isoformat()
    months = {"month": 1, "quarter": 3, "year": 12}[unit]
    begun = (today.year * 12 + today.month - 1) // months * months + turn * months
    first, after = _first_of(begun), _first_of(begun + months)
    return first.isoformat(), (after - timedelta(days=1)).isoformat()


def _rolling(found: re.Match[str], today: date) -> Span:
    """Parse a number of days, weeks, months or years that end or begin with today."""
    sign, amount = (1, found[2]) if found[1] == "next" else (-1, found[2])
    if int(amount) == 0:
        raise ValueError("none at all")
    moved = _AGO.fullmatch(f"{'+' if sign > 0 else '-'}{amount}{found[3][0]}")
    assert moved is not None
    far = _ago(moved, today) - timedelta(days=sign)
    return (min(far, today).isoformat(), max(far, today).isoformat())


def _first_of(months: int) -> date:
    return date(months // 12, months % 12 + 1, 1)


def _ago(found: re.Match[str], today: date) -> date:
    """Return the day that long before today; with a plus, after it."""
    amount = int(found[2]) * (1 if found[1] == "+" else -1)
    if found[3] in "dw":
        return today + timedelta(days=amount * (7 if found[3] == "w" else 1))
    months = today.year * 12 + today.month - 1 + amount * (12 if found[3] == "y" else 1)
    year, month = divmod(months, 12)
    return date(year, month + 1, min(today.day, monthrange(year, month + 1)[1]))


def _shifted(day: str, by: int) -> str:
    return (date.fromisoformat(day) + timedelta(days=by)).isoformat()
