"""A month to choose a day from."""

from __future__ import annotations

from calendar import Calendar, month_name, monthrange
from contextlib import suppress
from datetime import date

from textual import events
from textual.app import ComposeResult, RenderResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from svc_tui.stores.record.datetime_parser import InvalidDatetime, parse_date_input, shifted
from svc_tui.text import label
from svc_tui.widgets.base import CANCEL, SvcModal
from svc_tui.widgets.dialog_words import DialogHint, DialogTitle

CELL = 4
"""Cells of a day: its number and the brackets of the cursor."""

DATE_CHARACTERS = "0123456789-"

HINT = "Arrows move · PgUp PgDn month · < > year\nt today · type 2026-05-31 · Enter chooses"


class Month(Widget, can_focus=True):
    """One month; the day under the cursor in brackets, today with a dot."""

    DEFAULT_CSS = "Month { width: 28; height: 8; }"

    BINDINGS = [
        Binding(
            "left,h", "move(-1, 'd')", "Previous day", show=False, id="calendar.day_before",
            tooltip="Go to the day before.",
        ),
        Binding(
            "right,l", "move(1, 'd')", "Next day", show=False, id="calendar.day",
            tooltip="Go to the day after.",
        ),
        Binding(
            "up,k", "move(-1, 'w')", "Previous week", show=False, id="calendar.week_before",
            tooltip="Go back one week.",
        ),
        Binding(
            "down,j", "move(1, 'w')", "Next week", show=False, id="calendar.week",
            tooltip="Go forward one week.",
        ),
        Binding(
            "pageup", "move(-1, 'm')", "Previous month", show=False, id="calendar.month_before",
            tooltip="Go back one month.",
        ),
        Binding(
            "pagedown", "move(1, 'm')", "Next month", show=False, id="calendar.month",
            tooltip="Go forward one month.",
        ),
        Binding(
            "less_than_sign", "move(-1, 'y')", "Previous year", show=False, key_display="<",
            id="calendar.year_before", tooltip="Go back one year.",
        ),
        Binding(
            "greater_than_sign", "move(1, 'y')", "Next year", show=False, key_display=">",
            id="calendar.year", tooltip="Go forward one year.",
        ),
        Binding(
            "home", "first", "First day of the month", show=False, id="calendar.first",
            tooltip="Go to the first day of this month.",
        ),
        Binding(
            "end", "last", "Last day of the month", show=False, id="calendar.last",
            tooltip="Go to the last day of this month.",
        ),
        Binding("t", "today", "Today", show=False, tooltip="Go to today.", id="calendar.today"),
    ]  # fmt: skip

    day: reactive[date] = reactive(date.today)
    """The day under the cursor."""

    def __init__(self, day: date, today: date, low: str, high: str) -> None:
        super().__init__()
        self.today = today
        self.low = low
        """The first day that can be chosen, as ISO text; empty without one."""
        self.high = high
        self.set_reactive(Month.day, day)

    def render(self) -> RenderResult:
        title = f"{month_name[self.day.month]} {self.day.year:04}"
        week = "".join(f"{name:^{CELL}}" for name in ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"))
        rows = [label(f"{title:^28}", "bold"), label(week, "$text-muted")]
        for days in Calendar().monthdayscalendar(self.day.year, self.day.month):
            rows.append(Content("").join([self._drawn(day) for day in days]))
        return Content("\n").join(rows)

    def _drawn(self, number: int) -> Content:
        if not number:
            return label(" " * CELL)
        day = self.day.replace(day=number)
        if day == self.day:
            return label(f"[{number:2}]", "bold reverse" if self.may(day) else "reverse")
        dot = "·" if day == self.today else " "
        return label(f" {number:2}{dot}", "" if self.may(day) else "$text-disabled")

    def may(self, day: date) -> bool:
        """Whether a day lies within the bounds."""
        text = day.isoformat()
        return not (self.low and text < self.low) and not (self.high and text > self.high)

    def action_move(self, by: int, unit: str) -> None:
        """Move by so many days, weeks, months or years."""
        try:
            self.day = shifted(self.day, by, unit)
        except InvalidDatetime:
            return  # The calendar ends there.

    def action_first(self) -> None:
        self.day = self.day.replace(day=1)

    def action_last(self) -> None:
        last = monthrange(self.day.year, self.day.month)[1]
        self.day = self.day.replace(day=last)

    def action_today(self) -> None:
        self.day = self.today

    def on_click(self, event: events.Click) -> None:
        event.stop()
        weeks = Calendar().monthdayscalendar(self.day.year, self.day.month)
        row, column = event.y - 2, event.x // CELL
        if 0 <= row < len(weeks) and 0 <= column < 7 and weeks[row][column]:
            self.day = self.day.replace(day=weeks[row][column])


class CalendarDialog(SvcModal):
    """Closes with a `date`, or None; a date can also be typed into it.

    `low` and `high` are ISO days, empty where there is none.
    """

    DEFAULT_CSS = """
    CalendarDialog { align: center middle; }
    CalendarDialog > .dialog { width: 48; height: auto; max-height: 100%; }
    CalendarDialog .hint, CalendarDialog .note { height: auto; }
    """

    BINDINGS = [
        CANCEL,
        Binding(
            "enter,space,ctrl+s,f2",
            "take",
            "Choose",
            tooltip="Choose this day.",
            id="calendar.take",
        ),
    ]

    def __init__(
        self, heading: str, day: date, today: date, *, low: str = "", high: str = ""
    ) -> None:
        super().__init__()
        self.heading = heading
        self.month = Month(day, today, low, high)
        self.typed = ""
        """The date as far as it was typed; empty while arrows choose."""

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield DialogTitle(label(self.heading))
            yield self.month
            yield Static(classes="note error")
            yield DialogHint(label(HINT, multiline=True))

    def on_mount(self) -> None:
        self.month.focus()
        self.watch(self.month, "day", self._moved, init=True)

    def on_key(self, event: events.Key) -> None:
        """Take the digits of a date; the calendar follows once it is complete."""
        if event.character is not None and event.character in DATE_CHARACTERS:
            self._type(self.typed + event.character)
        elif event.key == "backspace":
            self._type(self.typed[:-1])
        else:
            return
        event.stop()

    def _type(self, text: str) -> None:
        if len(text) == len("20260531") and text.isdigit():
            text = f"{text[:4]}-{text[4:6]}-{text[6:]}"
        self.typed = text[: len("2026-05-31")]
        with suppress(InvalidDatetime):
            self.month.day = self._read()
        self._tell()

    def _read(self) -> date:
        """Return the typed day, else the one under the cursor; raises InvalidDatetime."""
        if not self.typed:
            return self.month.day
        return parse_date_input(self.typed, self.month.today)

    def action_take(self) -> None:
        """Close with the day, unless it is out of bounds or what was typed is no date."""
        try:
            day = self._read()
        except InvalidDatetime as error:
            self._tell(str(error))
            return
        if self.month.may(day):
            self.close(day)

    def _moved(self) -> None:
        with suppress(InvalidDatetime):
            if self._read() == self.month.day:
                self._tell()
                return
        self.typed = ""
        self._tell()

    def _tell(self, problem: str = "") -> None:
        low, high = self.month.low, self.month.high
        limits = f"from {low} to {high}" if low and high else f"on or before {high}"
        limits = limits if high else f"on or after {low}"
        if not problem and not self.month.may(self.month.day):
            problem = f"Choose a day {limits}."
        line = self.query_one(".note", Static)
        typed = f"Typed: {self.typed}" if self.typed else ""
        line.update(label(" · ".join(filter(None, (typed, problem)))))
        line.set_class(bool(problem), "error")
