"""Spans of days as people type them: `today`, `>-7d`, `2026-01`, `2026-01-01..2026-02-01`."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, timedelta

Span = tuple[str, str]
"""First and last day as ISO dates, both included; "" where the span is open."""

_AGO = re.compile(r"([+-]?)(\d{1,4})([dwmy])")
_MONTH = re.compile(r"(\d{4})-(\d{2})")
_YEAR = re.compile(r"\d{4}")


def day_span(text: str, today: date) -> Span | None:
    """The days that a text means; None where it means none."""
    text = text.strip().casefold()
    try:
        if ".." in text:
            first, _, last = text.partition("..")
            return _between(first, last, today)
        if text.startswith(("<", ">")):
            return _bounded(text, today)
        return _days(text, today)
    except (ValueError, OverflowError):
        return None


def _between(first: str, last: str, today: date) -> Span | None:
    low = _days(first, today)[0] if first else ""
    high = _days(last, today)[1] if last else ""
    if low and high and low > high:
        low, high = _days(last, today)[0], _days(first, today)[1]
    return (low, high) if low or high else None


def _bounded(text: str, today: date) -> Span:
    """`>` and `>=` are from that day on: an interval such as `>-7d` includes its first day."""
    sign, rest = text[0], text[1:]
    same = rest.startswith("=") or _AGO.fullmatch(rest) is not None
    first, last = _days(rest.removeprefix("="), today)
    if sign == ">":
        return (first if same else _shifted(last, 1)), ""
    return "", (last if same else _shifted(first, -1))


def _days(text: str, today: date) -> Span:
    """One day, month or year as its first and last day; raises ValueError for nonsense."""
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


def _ago(found: re.Match[str], today: date) -> date:
    """So long before today; after it with a plus."""
    amount = int(found[2]) * (1 if found[1] == "+" else -1)
    if found[3] in "dw":
        return today + timedelta(days=amount * (7 if found[3] == "w" else 1))
    months = today.year * 12 + today.month - 1 + amount * (12 if found[3] == "y" else 1)
    year, month = divmod(months, 12)
    return date(year, month + 1, min(today.day, monthrange(year, month + 1)[1]))


def _shifted(day: str, by: int) -> str:
    return (date.fromisoformat(day) + timedelta(days=by)).isoformat()
