"""Parse dates, times and both as people type them; errors have a valid example."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta, tzinfo

_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})", re.ASCII)
_SENT_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})", re.ASCII)
_TIME = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,6})?)?", re.ASCII)
ZONE = re.compile(r"(Z|[+-]\d{2}:?\d{2})$", re.ASCII)
_SHIFT = re.compile(r"([+-])\s*(\d{1,5})\s*([dwmy])")
_RELATIVE = re.compile(r"(today|tomorrow|yesterday)?\s*((?:[+-]\s*\d{1,5}\s*[dwmy]\s*)*)")
_BY_NAME = {"today": 0, "tomorrow": 1, "yesterday": -1}

UNITS = ("day", "hour", "minute", "second")
"""The precisions of a time, the coarsest first."""


BEYOND = "This is out of range in UTC: the year must be between 0001 and 9999."


class InvalidDatetime(ValueError):
    """The text is not a date or time; says why, in a sentence."""


def parse_date_input(text: str, today: date, example: str = "2026-05-31") -> date:
    """Parse `2026-05-31`, `today`, `tomorrow +2w`, `-3d`. Raises `InvalidDatetime`."""
    text = text.strip().casefold()
    if found := _DAY.fullmatch(text):
        return real_day(*map(int, found.groups()))
    found = _RELATIVE.fullmatch(text)
    if found is None or not text:
        raise InvalidDatetime(f"Use the format {example}.")
    day = today + timedelta(days=_BY_NAME.get(found[1] or "", 0))
    for sign, count, unit in _SHIFT.findall(found[2]):
        day = shifted(day, int(count) * (1 if sign == "+" else -1), unit)
    return day


def real_day(year: int, month: int, day: int) -> date:
    """The day of these numbers; raises InvalidDatetime that says what the calendar has instead."""
    if not 1 <= year <= 9999:
        raise InvalidDatetime("The year must be between 0001 and 9999.")
    if not 1 <= month <= 12:
        raise InvalidDatetime(f"There is no month {month:02}: use 01 to 12.")
    last = monthrange(year, month)[1]
    if not 1 <= day <= last:
        raise InvalidDatetime(
            f"There is no day {day:02} in {year:04}-{month:02}: use 01 to {last}."
        )
    return date(year, month, day)


def shifted(day: date, by: int, unit: str) -> date:
    """Add days (`d`), weeks (`w`), months (`m`) or years (`y`); limited to the end of the month.

    Raises InvalidDatetime beyond the years 1 to 9999.
    """
    try:
        if unit in "dw":
            return day + timedelta(days=by * (7 if unit == "w" else 1))
        months = day.year * 12 + day.month - 1 + by * (12 if unit == "y" else 1)
        year, month = divmod(months, 12)
        return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))
    except (OverflowError, ValueError) as error:
        raise InvalidDatetime("The year must be between 0001 and 9999.") from error


def parse_time_input(text: str, now: datetime, example: str = "18:30") -> str:
    """Parse a time, with its seconds if given: `18:30`, `7:05`, `now`.

    Raises InvalidDatetime.
    """
    text = text.strip().casefold()
    if text == "now":
        return now.strftime("%H:%M")
    found = _TIME.fullmatch(text)
    if found is None:
        raise InvalidDatetime(f"Use the format {example}.")
    hour, minute, second = (int(part or 0) for part in found.group(1, 2, 3))
    if hour > 23:
        raise InvalidDatetime(f"There is no hour {hour}: use 00 to 23.")
    if minute > 59:
        raise InvalidDatetime(f"There is no minute {minute}: use 00 to 59.")
    if second > 59:
        raise InvalidDatetime(f"There is no second {second}: use 00 to 59.")
    seconds = f":{second:02}{found[4] or ''}" if found[3] else ""
    return f"{hour:02}:{minute:02}{seconds}"


def parse_datetime_input(
    text: str, now: datetime, example: str = "2026-05-31 18:30"
) -> tuple[str, str]:
    """Return date, `T`, time to the second; and the typed zone, or "". Raises InvalidDatetime.

    Relative words may stand for the day: `tomorrow 9:00`.
    """
    text = text.strip()
    if text.casefold() == "now":
        return now.strftime("%Y-%m-%dT%H:%M:%S"), ""
    zone = ZONE.search(text) if ":" in text else None
    bare = text[: zone.start()].rstrip() if zone and text[: zone.start()].count(":") else text
    zone_text = zone[0] if zone and bare != text else ""
    iso = re.fullmatch(r"(\S+?)[Tt ]\s*(\S+)", bare) if _DAY.match(bare) else None
    day_text, _, clock = (iso[1], "", iso[2]) if iso else bare.rpartition(" ")
    if not day_text or ":" not in clock:
        if found := _DAY.fullmatch(bare):
            real_day(*map(int, found.groups()))
            raise InvalidDatetime(f"The time is missing: use the format {example}.")
        raise InvalidDatetime(f"Use the format {example}.")
    day = parse_date_input(day_text, now.date(), example)
    at = parse_time_input(clock, now, example)
    return f"{day.isoformat()}T{at}{':00' if at.count(':') == 1 else ''}", _real_zone(zone_text)


def _real_zone(zone: str) -> str:
    if zone and zone != "Z" and (int(zone[1:3]) > 14 or int(zone[-2:]) > 59):
        raise InvalidDatetime(f"No time zone is {zone} from UTC.")
    return zone


def day_problem(value: object) -> str | None:
    """Return why a value is not a date as it is sent; a time after the date is allowed."""
    text = str(value)
    found = _SENT_DAY.match(text)
    if found is None or text[found.end() : found.end() + 1] not in ("", "T", " "):
        return "Use the format 2026-05-31."
    return _problem(real_day, *map(int, found.groups()))


def time_problem(value: object) -> str | None:
    """Return why a value is not a time as it is sent."""
    text = str(value)
    return _problem(parse_time_input, text if text[:2].isdigit() else "", datetime.min)


def moment_problem(value: object) -> str | None:
    """Return why a value is not a date with a time as it is sent; any zone is allowed."""
    text = str(value)
    try:
        if ":" in text and _SENT_DAY.match(text):
            datetime.fromisoformat(text)
            return None
    except ValueError:
        pass  # The parser says what is wrong.
    return _problem(parse_datetime_input, text if _SENT_DAY.match(text) else "", datetime.min)


def _problem(read: Callable[..., object], *given: object) -> str | None:
    """Return why a reader refuses what it is given; None if it does not."""
    try:
        read(*given)
    except InvalidDatetime as error:
        return str(error)
    return None


def to_local(value: str) -> datetime | None:
    """An instant as a local time with its zone; None for anything else."""
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return None
    return in_zone(moment, None) if moment.tzinfo is not None else None


def in_zone(moment: datetime, zone: tzinfo | None) -> datetime | None:
    """Return a moment in a zone (None: the machine's); None beyond the years 1 to 9999 there."""
    try:
        return moment.astimezone(zone)
    except (ValueError, OverflowError, OSError):
        return None


def to_utc(local: str) -> str:
    """Return a local time in UTC, ending with Z. Raises `InvalidDatetime` for a skipped hour.

    An hour that clocks show twice is the first of the two.
    """
    moment = datetime.fromisoformat(local)
    instant = in_zone(moment, UTC)
    back = in_zone(instant, None) if instant is not None else None
    if instant is None or back is None:
        raise InvalidDatetime(BEYOND)
    if back.replace(tzinfo=None) != moment:
        raise InvalidDatetime(f"There is no {moment:%H:%M} on that day: clocks skip that hour.")
    return instant.replace(tzinfo=None).isoformat() + "Z"


def bare(value: str) -> str:
    """Return a text without zone and fraction, as a naive field shows it."""
    text = ZONE.sub("", value) if ":" in value else value
    return text.partition(".")[0]


def datetime_input_text(value: str, granularity: str = "minute") -> str:
    """Return `2026-05-31T18:30:00` as it is typed: with a space, and seconds only if not zero."""
    text = value.replace("T", " ", 1)
    short = re.fullmatch(r"(\d{4}-\d{2}-\d{2} \d{2}:\d{2}):00", text, re.ASCII)
    return short[1] if short and granularity != "second" else text


def on_grid(value: str, granularity: str) -> str | None:
    """Return what is wrong with a time that is more precise than its field."""
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return None
    fine = (moment.hour, moment.minute, moment.second + moment.microsecond)
    place = UNITS.index(granularity) if granularity in UNITS else 2
    if any(fine[place:]):
        return {
            "day": "Only whole days are allowed: set the time to 00:00.",
            "hour": "Only whole hours are allowed: set the minutes to 00.",
            "minute": "Only whole minutes are allowed: remove the seconds.",
        }.get(granularity)
    return None


def stepped_time(text: str, by: timedelta) -> str | None:
    """Move a time, wrapping at midnight; its seconds stay. None if it is not a time."""
    try:
        at = time.fromisoformat(parse_time_input(text, datetime.min))
    except InvalidDatetime:
        return None
    moved = datetime.combine(date(2000, 1, 2), at) + by
    return moved.time().isoformat("seconds" if text.count(":") > 1 else "minutes")
