"""Dates, times and both: typed as ISO text or in words, stepped by keys, chosen in a calendar."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any, ClassVar

from rich.text import Text
from textual import on
from textual.binding import Binding
from textual.content import Content
from textual.message import Message
from textual.widgets import Input

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.datetime_parser import (
    BEYOND,
    UNITS,
    ZONE,
    InvalidDatetime,
    bare,
    datetime_input_text,
    in_zone,
    on_grid,
    parse_date_input,
    parse_datetime_input,
    parse_time_input,
    shifted,
    stepped_time,
    to_local,
    to_utc,
)
from svc_tui.stores.record.draft import Unreadable
from svc_tui.text import cell, label
from svc_tui.widgets.form.calendar import CalendarDialog
from svc_tui.widgets.form.datetime_display import format_datetime, format_day
from svc_tui.widgets.form.line import LineField, LineInput

_STARTS_WITH_DAY = re.compile(r"\d{4}-\d{2}-\d{2}(?=[T ])", re.ASCII)
_MOMENT = re.compile(r"(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}(?::\d{2})?)(.*)", re.ASCII)

_PARTS = ((4, "y"), (7, "m"), (10, "d"), (13, "hour"), (16, "minute"))
"""Where the caret stands in `2026-05-31 18:30:00`, and what it stands on."""

_MINUTES = 16
"""Behind the minutes; that is what one means where one begins to type."""


class DateTimeInput(LineInput):
    """A line in which up and down change a day or a time, and from which a calendar opens."""

    BINDINGS = [
        Binding("up", "step(1)", "Later", show=False, tooltip="Later.", id="form.later"),
        Binding("down", "step(-1)", "Earlier", show=False, tooltip="Earlier.", id="form.earlier"),
        Binding("pageup", "leap(1)", "Much later", show=False, id="form.much_later"),
        Binding("pagedown", "leap(-1)", "Much earlier", show=False, id="form.much_earlier"),
        Binding("f6", "calendar", "Calendar", tooltip="Choose a day.", id="form.calendar"),
    ]

    has_days = True
    """Whether there is a day in it, to be chosen in a calendar."""

    class Stepped(Message):
        """A step (`leap` for a large one) later or earlier."""

        def __init__(self, by: int, leap: bool) -> None:
            super().__init__()
            self.by = by
            self.leap = leap

    class CalendarWanted(Message):
        """A day is to be chosen."""

    def action_step(self, by: int) -> None:
        """A step."""
        self.post_message(self.Stepped(by, False))

    def action_leap(self, by: int) -> None:
        """A large step."""
        self.post_message(self.Stepped(by, True))

    def action_calendar(self) -> None:
        """Show the calendar."""
        self.post_message(self.CalendarWanted())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A time of day has no calendar."""
        return self.has_days if action == "calendar" else True


class DateField(LineField):
    """A day."""

    keys_inside: ClassVar[bool] = True
    worded: ClassVar[bool] = True

    example = "2026-05-31"

    @staticmethod
    def now() -> datetime:
        """The clock."""
        return datetime.now()

    @property
    def type_hint(self) -> str:
        """The form, and the keys."""
        return f"As {self.example} or today +7d; ↑ ↓ day, PgUp PgDn month, F6 calendar."

    def make_editor(self) -> LineInput:
        """The line."""
        return self.dressed(DateTimeInput)

    def written(self, value: Any) -> str:
        """The day alone; a time behind it goes back with the untouched value (reference 2.9)."""
        found = _STARTS_WITH_DAY.match(str(value))
        return found[0] if found else str(value)

    def as_text(self) -> Content:
        """The day, as lists show it."""
        return label(self.words(self.value))

    def words(self, value: Any) -> str:
        """The day, as lists show it."""
        return format_day(value, self)

    def aside(self, text: str) -> Text | None:
        """The day of the week; and the day, where words were typed for it."""
        try:
            day = date.fromisoformat(self.normal(text.strip())[:10])
        except InvalidDatetime:
            return None
        typed = text.strip().startswith(day.isoformat())
        return cell(f"{day:%a}" if typed else f"= {day.isoformat()} {day:%a}", "dim")

    def read(self, content: str) -> Any:
        """The text in its full form; nothing is null."""
        text = content.strip()
        if not text:
            return None
        try:
            return self.normal(text)
        except InvalidDatetime as error:
            return Unreadable(content, str(error))

    def normal(self, text: str) -> str:
        """The text as it is sent; raises InvalidDatetime."""
        return parse_date_input(text, self.now().date(), self.example).isoformat()

    @on(Input.Blurred)
    def _spell_out(self, event: Input.Blurred) -> None:
        """Words that were typed become the day they mean."""
        event.stop()
        content = self.content()
        if content != self.edits.loaded_content and not isinstance(self.read(content), Unreadable):
            self.write(self._written(self.read(content)))

    @on(DateTimeInput.Stepped)
    def _step(self, event: DateTimeInput.Stepped) -> None:
        event.stop()
        try:
            text = self.moved(self.content().strip(), event.by, event.leap)
        except InvalidDatetime:
            return  # There is nothing later, or what stands there is no day.
        if text is not None and self.editor is not None:
            at = self.editor.cursor_position
            self.write(text)
            self.editor.cursor_position = min(at, len(text)) if self.content() else 0

    def moved(self, text: str, by: int, leap: bool) -> str | None:
        """The text a step later; an empty one begins today. Raises InvalidDatetime."""
        today = self.now().date()
        if not text:
            return today.isoformat()
        return shifted(parse_date_input(text, today), by, "m" if leap else "d").isoformat()

    @on(DateTimeInput.CalendarWanted)
    def _show_calendar(self, event: DateTimeInput.CalendarWanted) -> None:
        event.stop()
        today = self.now().date()
        low, high = (bound(self.attrs, name, today)[:10] for name in ("min", "max"))
        try:
            day = date.fromisoformat(self.written(self.normal(self.content()))[:10])
        except ValueError:
            day = today
        dialog = CalendarDialog(self.descriptor.label, day, today, low=low, high=high)
        self.app.push_screen(dialog, self._chose)

    def _chose(self, day: date | None) -> None:
        if day is not None:
            self.write(self.with_day(day.isoformat()))

    def with_day(self, day: str) -> str:
        """The text with another day in it."""
        return day

    @classmethod
    def check(cls, descriptor: FieldDescriptor, attrs: Mapping[str, Any], value: Any) -> str | None:
        """Its bounds; texts of this form are in order when their letters are."""
        today = cls.now().date()
        text = str(value)
        low, high = bound(attrs, "min", today), bound(attrs, "max", today)
        if low and text[: len(low)] < low:
            return f"Not before {low.replace('T', ' ')}."
        if high and text[: len(high)] > high:
            return f"Not after {high.replace('T', ' ')}."
        return None


class TimeField(DateField):
    """A time of day."""

    example = "18:30"

    @property
    def type_hint(self) -> str:
        """The form, and the keys."""
        return "As 18:30 or now; ↑ ↓ change what the caret stands on, PgUp PgDn the hour."

    def make_editor(self) -> LineInput:
        """The line, without a calendar."""
        line = self.dressed(DateTimeInput)
        assert isinstance(line, DateTimeInput)
        line.has_days = False
        return line

    def written(self, value: Any) -> str:
        """As it is."""
        return str(value)

    def aside(self, text: str) -> Text | None:
        """The time, where words were typed for it."""
        try:
            at = self.normal(text)
        except InvalidDatetime:
            return None
        return None if at == text.strip() else cell(f"= {at}", "dim")

    def normal(self, text: str) -> str:
        """The text, where it is a time."""
        return parse_time_input(text, self.now(), self.example)

    def moved(self, text: str, by: int, leap: bool) -> str | None:
        """What the caret stands on, later or earlier, around midnight."""
        if not text:
            return self.now().strftime("%H:%M")
        at = self.editor.cursor_position if self.editor is not None else len(text)
        # Behind the last letter, where one begins, it is the minutes that are meant.
        on_seconds = 5 < at < len(text)
        unit = "hours" if leap or at <= 2 else "seconds" if on_seconds else "minutes"
        return stepped_time(text, timedelta(**{unit: by}))


class DatetimeField(DateField):
    """A day and a time (reference 2.9).

    `attrs.tz` "utc": an instant that ends with Z, typed in local time. "naive": no zone, one that
    came with the value is not shown. Without it the zone that a value came with stays.
    """

    example = "2026-05-31 18:30"

    @property
    def tz(self) -> str:
        """What `attrs.tz` says; empty for "as it came"."""
        return str(self.attrs.get("tz") or "")

    @property
    def granularity(self) -> str:
        """The finest part that can be told."""
        wanted = str(self.attrs.get("granularity") or "")
        return wanted if wanted in UNITS else "minute"

    @property
    def type_hint(self) -> str:
        """The form, and what a time without a zone means."""
        zone = self._own_zone
        means = f", without a zone {'UTC' if zone == 'Z' else zone}" if zone else ""
        means = ", in local time" if self.tz == "utc" else means
        return f"As {self.example}{means}; ↑ ↓ change what the caret stands on, F6 calendar."

    def written(self, value: Any) -> str:
        """With a space, which is easier to read than a T; in local time where UTC is kept."""
        text = str(value)
        if self.tz == "utc" and (local := to_local(text)) is not None:
            return datetime_input_text(local.replace(tzinfo=None).isoformat(), self.granularity)
        if self.tz:
            return datetime_input_text(bare(text), self.granularity)
        return text.replace("T", " ", 1)

    def words(self, value: Any) -> str:
        """Day, time and zone, as lists show them."""
        return format_datetime(value, self, self.tz)

    def normal(self, text: str) -> str:
        """Day, T, time to the second, zone; raises InvalidDatetime."""
        moment, zone = parse_datetime_input(text, self.now(), self.example)
        if self.tz == "utc":
            return _instant(moment, zone) if zone else to_utc(moment)
        if self.tz and zone:
            raise InvalidDatetime(f"No zone is kept here: leave {zone} out.")
        return moment + (zone or ("" if self.tz else self._own_zone))

    def aside(self, text: str) -> Text | None:
        """The weekday; and the same instant in UTC or in local time, where that is another one."""
        value = self.read(text)
        if text == self._untouched_text:
            value = self.edits.loaded
        if not isinstance(value, str):
            return None
        local = to_local(value)
        words = [] if _MOMENT.match(text.strip()) else [f"= {self.written(value)}"]
        if local is None:
            day = _STARTS_WITH_DAY.match(value)
            words += [f"{date.fromisoformat(day[0]):%a}"] if day else []
        elif self.tz == "utc" and (utc := in_zone(local, UTC)) is not None:
            same_day = utc.date() == local.date()
            told = utc.strftime("%H:%M UTC" if same_day else "%Y-%m-%d %H:%M UTC")
            words += [local.strftime("%a %Z")] + [f"= {told}"] * bool(local.utcoffset())
        elif datetime.fromisoformat(value).utcoffset() != local.utcoffset():
            words += [local.strftime("= %a %H:%M %Z here")]
        else:
            words += [local.strftime("%a")]
        return cell(" ".join(words), "dim")

    @property
    def _untouched_text(self) -> str:
        return self._written(self.edits.loaded)

    def moved(self, text: str, by: int, leap: bool) -> str | None:
        """What the caret stands on, later or earlier; an empty text begins now."""
        if not text:
            return self._cut_to_grid(self.now())
        found = _MOMENT.fullmatch(text)
        if found is None:
            return self.written(self.normal(text))
        at = self.editor.cursor_position if self.editor is not None else len(text)
        at = _MINUTES if at >= len(text) and self.granularity != "second" else at
        unit = "d" if leap else next((unit for end, unit in _PARTS if at <= end), "second")
        if unit in UNITS and UNITS.index(unit) > UNITS.index(self.granularity):
            unit = self.granularity
        moment = datetime.fromisoformat(f"{found[1]}T{found[2]}")
        if unit in UNITS[1:]:
            try:
                moment += timedelta(**{f"{unit}s": by})
            except OverflowError as error:
                raise InvalidDatetime("Years go from 0001 to 9999.") from error
        else:
            day = shifted(moment.date(), by, unit[0])
            moment = datetime.combine(day, moment.time())
        clock = moment.time().isoformat(_precision(found[2]))
        return f"{moment.date().isoformat()} {clock}{found[3]}"

    def _cut_to_grid(self, moment: datetime) -> str:
        """Now, as finely as this field tells it."""
        finer: dict[str, Any] = {"hour": 0, "minute": 0, "second": 0, "microsecond": 0}
        for unit in UNITS[1 : UNITS.index(self.granularity) + 1]:
            del finer[unit]
        return datetime_input_text(moment.replace(**finer).isoformat(), self.granularity)

    def with_day(self, day: str) -> str:
        """The text with another day and the time that is there."""
        found = _MOMENT.fullmatch(self.content().strip())
        return f"{day} {found[2]}{found[3]}" if found else f"{day} 00:00"

    @property
    def _own_zone(self) -> str:
        """The zone of the value that is replaced."""
        before = self.edits.loaded
        found = ZONE.search(before) if isinstance(before, str) and ":" in before else None
        return found[0] if found else ""

    @classmethod
    def check(cls, descriptor: FieldDescriptor, attrs: Mapping[str, Any], value: Any) -> str | None:
        """Its bounds, and how finely it is told."""
        local = to_local(str(value)) if attrs.get("tz") == "utc" else None
        told = str(value) if local is None else local.isoformat()
        granularity = str(attrs.get("granularity") or "")
        return super().check(descriptor, attrs, value) or on_grid(told, granularity)


def bound(attrs: Mapping[str, Any], name: str, today: date) -> str:
    """`attrs.min` or `attrs.max` as text; `today +1m` is the day it means, "" stands for none."""
    given = attrs.get(name)
    if given is None:
        return ""
    text = given.isoformat() if isinstance(given, date) else str(given).strip().replace(" ", "T", 1)
    try:
        return text if re.match(r"\d", text) else parse_date_input(str(given), today).isoformat()
    except InvalidDatetime:
        return text


def _instant(moment: str, zone: str) -> str:
    """A time with its zone as an instant that ends with Z."""
    instant = in_zone(datetime.fromisoformat(moment + zone), UTC)
    if instant is None:
        raise InvalidDatetime(BEYOND)
    return instant.replace(tzinfo=None).isoformat() + "Z"


def _precision(clock: str) -> str:
    return "seconds" if clock.count(":") == 2 else "minutes"
