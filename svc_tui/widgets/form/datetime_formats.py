"""Dates, times and both as text: written, read, stepped and bounded."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any

from textual.widget import Widget

from svc_tui.stores.record.datetime_parser import (
    BEYOND,
    UNITS,
    ZONE,
    InvalidDatetime,
    bare,
    datetime_input_text,
    day_problem,
    in_zone,
    moment_problem,
    on_grid,
    parse_date_input,
    parse_datetime_input,
    parse_time_input,
    shifted,
    stepped_time,
    time_problem,
    to_local,
    to_utc,
)
from svc_tui.widgets.form.datetime_display import format_datetime, format_day

_STARTS_WITH_DAY = re.compile(r"\d{4}-\d{2}-\d{2}(?=[T ])", re.ASCII)
_MOMENT = re.compile(r"(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}(?::\d{2})?)(.*)", re.ASCII)

_FRACTION = re.compile(r"(?<=:\d{2}:\d{2})\.\d+", re.ASCII)

_PARTS = ((4, "y"), (7, "m"), (10, "d"), (13, "hour"), (16, "minute"))
"""The positions of the caret in `2026-05-31 18:30:00`, and the part at each."""

_MINUTES = 16
"""Behind the minutes, the part that is stepped before anything is typed."""


class DayFormat:
    """Days as ISO text; also words such as `today +7d`. The base of the other formats."""

    example = "2026-05-31"

    def __init__(
        self, attrs: Mapping[str, Any], now: Callable[[], datetime], loaded: Callable[[], Any]
    ) -> None:
        self.attrs = attrs
        self.now = now
        self.loaded = loaded
        """Returns the value as it was loaded."""

    @property
    def hint(self) -> str:
        words = f"Press Enter for a calendar, or type {self.example} or today +7d."
        return f"{words} Shift+↑ ↓ adjusts."

    def written(self, value: Any) -> str:
        """Return the text to edit: only the day; a time after it is kept."""
        found = _STARTS_WITH_DAY.match(str(value))
        return found[0] if found else str(value)

    def words(self, value: Any, widget: Widget) -> str:
        return format_day(value, widget)

    def aside(self, text: str) -> str | None:
        """Return the weekday, and the date too if words such as `tomorrow` were typed."""
        try:
            day = date.fromisoformat(self.normal(text.strip())[:10])
        except InvalidDatetime:
            return None
        typed = text.strip().startswith(day.isoformat())
        return f"{day:%a}" if typed else f"= {day.isoformat()} {day:%a}"

    def normal(self, text: str) -> str:
        """Return the text as it is sent; raises `InvalidDatetime`."""
        return parse_date_input(text, self.now().date(), self.example).isoformat()

    def moved(self, text: str, by: int, leap: bool, caret: int) -> str | None:
        """Return the text one step later; an empty one starts now. Raises `InvalidDatetime`."""
        today = self.now().date()
        if not text:
            return today.isoformat()
        return shifted(parse_date_input(text, today), by, "m" if leap else "d").isoformat()

    def with_day(self, text: str, day: str) -> str:
        """Return the text with another day in it."""
        return day

    @staticmethod
    def given_problem(value: object) -> str | None:
        """Return why a value is none of this format as it is sent."""
        return day_problem(value)

    @staticmethod
    def rule_problem(attrs: Mapping[str, Any], value: object, today: date) -> str | None:
        """Return which setting of the field a value breaks, in a sentence."""
        return bounds_problem(attrs, value, today)


class TimeFormat(DayFormat):
    """Times of day."""

    example = "18:30"

    @property
    def hint(self) -> str:
        return "Type 18:30, or now. Shift+↑ ↓ adjusts the part at the cursor, Ctrl+↑ ↓ the hour."

    def written(self, value: Any) -> str:
        return str(value)

    def aside(self, text: str) -> str | None:
        try:
            at = self.normal(text)
        except InvalidDatetime:
            return None
        return None if at == text.strip() else f"= {at}"

    def normal(self, text: str) -> str:
        return parse_time_input(text, self.now(), self.example)

    def moved(self, text: str, by: int, leap: bool, caret: int) -> str | None:
        """Return the text with the part at the caret stepped, wrapping at midnight."""
        if not text:
            return self.now().strftime("%H:%M")
        # Behind the last letter, where the caret starts, the minutes are stepped.
        on_seconds = 5 < caret < len(text)
        unit = "hours" if leap or caret <= 2 else "seconds" if on_seconds else "minutes"
        return stepped_time(text, timedelta(**{unit: by}))

    @staticmethod
    def given_problem(value: object) -> str | None:
        return time_problem(value)


class DatetimeFormat(DayFormat):
    """Days with a time.

    `attrs.tz` "utc": an instant that ends with Z, typed in local time. "naive": no zone, one that
    came with the value is not shown. Without it the zone that a value came with stays.
    """

    example = "2026-05-31 18:30"

    def __init__(
        self, attrs: Mapping[str, Any], now: Callable[[], datetime], loaded: Callable[[], Any]
    ) -> None:
        super().__init__(attrs, now, loaded)
        self.tz = str(attrs.get("tz") or "")
        """Empty for "as it came"."""
        wanted = str(attrs.get("granularity") or "")
        self.granularity = wanted if wanted in UNITS else "minute"
        """The finest part that can be typed."""

    @property
    def hint(self) -> str:
        zone = self._loaded_zone
        means = f", default zone {'UTC' if zone == 'Z' else zone}" if zone else ""
        means = ", in local time" if self.tz == "utc" else means
        return f"Press Enter for a calendar, or type {self.example}{means}. Shift+↑ ↓ adjusts."

    def written(self, value: Any) -> str:
        """With a space, which reads better than a T; in local time if UTC is stored."""
        text = str(value)
        if self.tz == "utc" and (local := to_local(text)) is not None:
            return datetime_input_text(local.replace(tzinfo=None).isoformat(), self.granularity)
        if self.tz:
            return datetime_input_text(bare(text), self.granularity)
        return _FRACTION.sub("", text.replace("T", " ", 1))

    def words(self, value: Any, widget: Widget) -> str:
        return format_datetime(value, widget, self.tz)

    def normal(self, text: str) -> str:
        """Return day, T, time to the second, zone."""
        moment, zone = parse_datetime_input(text, self.now(), self.example)
        if self.tz == "utc":
            return _instant(moment, zone) if zone else to_utc(moment)
        if self.tz and zone:
            raise InvalidDatetime(f"Time zones are not saved here. Remove {zone}.")
        return moment + (zone or ("" if self.tz else self._loaded_zone))

    def aside(self, text: str) -> str | None:
        """Return the weekday; and the instant in UTC or in local time, where that differs."""
        value = self._value_of(text)
        if not isinstance(value, str):
            return None
        local = to_local(value)
        words = [] if _MOMENT.match(text.strip()) else [f"= {self.written(value)}"]
        if local is None:
            day = _STARTS_WITH_DAY.match(value)
            words += [f"{date.fromisoformat(day[0]):%a}"] if day else []
        elif self.tz == "utc" and (utc := in_zone(local, UTC)) is not None:
            same_day = utc.date() == local.date()
            moment = utc.strftime("%H:%M UTC" if same_day else "%Y-%m-%d %H:%M UTC")
            words += [local.strftime("%a %Z")] + [f"= {moment}"] * bool(local.utcoffset())
        elif datetime.fromisoformat(value).utcoffset() != local.utcoffset():
            words += [local.strftime("= %a %H:%M %Z here")]
        else:
            words += [local.strftime("%a")]
        return " ".join(words)

    def _value_of(self, text: str) -> Any:
        loaded = self.loaded()
        if isinstance(loaded, str) and text == self.written(loaded):
            return loaded
        try:
            return self.normal(text.strip()) if text.strip() else None
        except InvalidDatetime:
            return None

    def moved(self, text: str, by: int, leap: bool, caret: int) -> str | None:
        """Return the text with the part at the caret stepped."""
        if not text:
            return self._cut_to_grid(self.now())
        found = _MOMENT.fullmatch(text)
        if found is None:
            return self.written(self.normal(text))
        at = _MINUTES if caret >= len(text) and self.granularity != "second" else caret
        unit = "d" if leap else next((unit for end, unit in _PARTS if at <= end), "second")
        if unit in UNITS and UNITS.index(unit) > UNITS.index(self.granularity):
            unit = self.granularity
        moment = datetime.fromisoformat(f"{found[1]}T{found[2]}")
        if unit in UNITS[1:]:
            try:
                moment += timedelta(**{f"{unit}s": by})
            except OverflowError as error:
                raise InvalidDatetime("The year must be between 0001 and 9999.") from error
        else:
            day = shifted(moment.date(), by, unit[0])
            moment = datetime.combine(day, moment.time())
        clock = moment.time().isoformat("seconds" if found[2].count(":") == 2 else "minutes")
        return f"{moment.date().isoformat()} {clock}{found[3]}"

    def _cut_to_grid(self, moment: datetime) -> str:
        finer: dict[str, Any] = {"hour": 0, "minute": 0, "second": 0, "microsecond": 0}
        for unit in UNITS[1 : UNITS.index(self.granularity) + 1]:
            del finer[unit]
        return datetime_input_text(moment.replace(**finer).isoformat(), self.granularity)

    def with_day(self, text: str, day: str) -> str:
        """Return the text with another day and the same time."""
        found = _MOMENT.fullmatch(text.strip())
        return f"{day} {found[2]}{found[3]}" if found else f"{day} 00:00"

    @staticmethod
    def given_problem(value: object) -> str | None:
        return moment_problem(value)

    @staticmethod
    def rule_problem(attrs: Mapping[str, Any], value: object, today: date) -> str | None:
        local = to_local(str(value)) if attrs.get("tz") == "utc" else None
        text = str(value) if local is None else local.isoformat()
        granularity = str(attrs.get("granularity") or "")
        return bounds_problem(attrs, value, today) or on_grid(text, granularity)

    @property
    def _loaded_zone(self) -> str:
        before = self.loaded()
        found = ZONE.search(before) if isinstance(before, str) and ":" in before else None
        return found[0] if found else ""


def bound(attrs: Mapping[str, Any], name: str, today: date) -> str:
    """Return `attrs.min` or `attrs.max` as text; `today +1m` becomes that day, "" if not set."""
    given = attrs.get(name)
    if given is None:
        return ""
    text = given.isoformat() if isinstance(given, date) else str(given).strip().replace(" ", "T", 1)
    try:
        return text if re.match(r"\d", text) else parse_date_input(str(given), today).isoformat()
    except InvalidDatetime:
        return text


def bounds_problem(attrs: Mapping[str, Any], value: object, today: date) -> str | None:
    """Return what is wrong with a value; texts of these forms are ordered as their letters are."""
    text = str(value)
    low, high = bound(attrs, "min", today), bound(attrs, "max", today)
    if low and text[: len(low)] < low:
        return f"Must not be before {low.replace('T', ' ')}."
    if high and text[: len(high)] > high:
        return f"Must not be after {high.replace('T', ' ')}."
    return None


def _instant(moment: str, zone: str) -> str:
    """Return a time with its zone as an instant that ends with Z."""
    instant = in_zone(datetime.fromisoformat(moment + zone), UTC)
    if instant is None:
        raise InvalidDatetime(BEYOND)
    return instant.replace(tzinfo=None).isoformat() + "Z"
