"""Dates, times and both: typed as ISO text or in words, stepped by keys, chosen in a calendar."""

from __future__ import annotations

from contextlib import suppress
from datetime import date, datetime
from typing import Any, ClassVar

from rich.text import Text
from textual import on
from textual.binding import Binding
from textual.message import Message

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.datetime_parser import InvalidDatetime
from svc_tui.stores.record.draft import Unreadable
from svc_tui.text import cell
from svc_tui.widgets.form.calendar import CalendarDialog
from svc_tui.widgets.form.datetime_formats import DatetimeFormat, DayFormat, TimeFormat, bound
from svc_tui.widgets.form.field import Attrs
from svc_tui.widgets.form.line import LineField, LineInput


class DateTimeInput(LineInput):
    """A line in which Shift+Up and Shift+Down step a day or a time; it opens a calendar."""

    BINDINGS = [
        Binding(
            "shift+up", "step(1)", "Later", show=False,
            tooltip="Move the part under the cursor forward.", id="form.later",
        ),
        Binding(
            "shift+down", "step(-1)", "Earlier", show=False,
            tooltip="Move the part under the cursor back.", id="form.earlier",
        ),
        Binding(
            "ctrl+up", "leap(1)", "Much later", show=False, id="form.much_later",
            tooltip="Add a month, or an hour to a time.",
        ),
        Binding(
            "ctrl+down", "leap(-1)", "Much earlier", show=False, id="form.much_earlier",
            tooltip="Subtract a month, or an hour from a time.",
        ),
        Binding("f6", "calendar", "Calendar", tooltip="Choose a day.", id="form.calendar"),
    ]  # fmt: skip

    has_days = True
    """Whether its value has a day, which a calendar can choose."""

    class Stepped(Message):
        """Go a step (with `leap` a large one) later or earlier."""

        def __init__(self, by: int, leap: bool) -> None:
            super().__init__()
            self.by = by
            self.leap = leap

    class CalendarWanted(Message):
        """The user wants the calendar."""

    def action_step(self, by: int) -> None:
        self.post_message(self.Stepped(by, False))

    def action_leap(self, by: int) -> None:
        self.post_message(self.Stepped(by, True))

    def action_calendar(self) -> None:
        self.post_message(self.CalendarWanted())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.has_days if action == "calendar" else True


class TimeInput(DateTimeInput):
    """A line for a time of day: it has no calendar."""

    has_days = False


class DateField(LineField):
    """A day; the base of times and moments, which differ in their format."""

    keys_inside: ClassVar[bool] = True
    spelled_out: ClassVar[bool] = True
    worded: ClassVar[bool] = True
    has_picker: ClassVar[bool] = True
    editor_type: ClassVar[type[LineInput]] = DateTimeInput
    format_type: ClassVar[type[DayFormat]] = DayFormat

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.format = self.format_type(self.attrs, self.now, lambda: self.edits.loaded)

    @staticmethod
    def now() -> datetime:
        return datetime.now()

    @property
    def type_hint(self) -> str:
        hint = self.format.hint
        # Enter goes on, once something was typed or chosen.
        return hint.replace("Press Enter", "Press F6", 1) if self.has_focus_within else hint

    def written(self, value: Any) -> str:
        return self.format.written(value)

    def words(self, value: Any) -> str:
        return self.format.words(value, self)

    def aside(self, text: str) -> Text | None:
        words = self.format.aside(text)
        return None if words is None else cell(words, "dim")

    def read(self, content: str) -> Any:
        text = content.strip()
        if not text:
            return None
        try:
            return self.format.normal(text)
        except InvalidDatetime as error:
            return Unreadable(content, str(error))

    @on(DateTimeInput.Stepped)
    def _step(self, event: DateTimeInput.Stepped) -> None:
        event.stop()
        if self.editor is None:
            return
        at, content = self.editor.cursor_position, self.content()
        try:
            text = self.format.moved(content.strip(), event.by, event.leap, at)
        except InvalidDatetime:
            return  # There is nothing later, or the text is not a day.
        if text is not None:
            self.write(text)
            self.editor.cursor_position = min(at, len(text))

    @on(DateTimeInput.CalendarWanted)
    def _show_calendar(self, event: DateTimeInput.CalendarWanted) -> None:
        event.stop()
        self.open_picker()

    def open_picker(self) -> None:
        day = today = self.now().date()
        low, high = (bound(self.attrs, name, today)[:10] for name in ("min", "max"))
        with suppress(ValueError):
            day = date.fromisoformat(self.written(self.format.normal(self.content()))[:10])
        dialog = CalendarDialog(self.descriptor.label, day, today, low=low, high=high)
        self.app.push_screen(dialog, self._chose)

    def _chose(self, day: date | None) -> None:
        if day is not None:
            self.write(self.format.with_day(self.content(), day.isoformat()))

    @classmethod
    def check(cls, descriptor: FieldDescriptor, attrs: Attrs, value: Any) -> str | None:
        return cls.format_type.rule_problem(attrs, value, cls.now().date())

    @classmethod
    def check_given(cls, descriptor: FieldDescriptor, attrs: Attrs, value: Any) -> str | None:
        return cls.format_type.given_problem(value)


class TimeField(DateField):
    """A time of day."""

    has_picker: ClassVar[bool] = False
    editor_type: ClassVar[type[LineInput]] = TimeInput
    format_type: ClassVar[type[DayFormat]] = TimeFormat


class DatetimeField(DateField):
    """A day and a time."""

    format_type: ClassVar[type[DayFormat]] = DatetimeFormat
