"""DateRangeFilter: a range of days in the filter panel, by its ends or in words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.suggester import SuggestFromList
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.stores.listing.date_spans import (
    PHRASES,
    SYNTAX_HINT,
    as_written,
    day_span,
    in_words,
    is_relative,
)
from svc_tui.text import clean, label
from svc_tui.widgets.base import accent_on_cursor
from svc_tui.widgets.listing.filter_values import tick_line
from svc_tui.widgets.text_line import TextLine

Values = tuple[str, ...]


class DateRangeFilter(Vertical):
    """From, to, and texts such as `last month` with the days that they mean today."""

    DEFAULT_CSS = """
    DateRangeFilter { height: 1fr; }
    DateRangeFilter Horizontal { height: 1; }
    DateRangeFilter .end { width: 7; }
    DateRangeFilter Input { width: 1fr; }
    DateRangeFilter .meant { height: 1; margin-bottom: 1; }
    DateRangeFilter OptionList { height: 1fr; }
    """

    BINDINGS = [
        Binding(
            "space",
            "tick",
            "Tick",
            show=False,
            tooltip="Apply or remove these days as a filter.",
            id="filter_days.tick",
        )
    ]

    LINES = len(PHRASES) + 4
    """The number of lines it needs."""

    class Chosen(Message):
        """Other days were chosen; `values` is None if the text can't be parsed."""

        def __init__(self, filter: str, values: Values | None, problem: str = "") -> None:
            super().__init__()
            self.filter = filter
            """The name of the filter."""
            self.values = values
            self.problem = problem

    def __init__(self, filter: str, values: Sequence[str], today: date | None = None) -> None:
        super().__init__()
        self.filter = filter
        """The name of the filter, which `Chosen` carries."""
        self.values: Values = tuple(values)
        self.today = today or date.today()
        self.problem = ""
        """The error in the typed days, in a sentence."""

    def compose(self) -> ComposeResult:
        """Two input lines, their meaning, and the presets."""
        first, last = _as_typed(self.values)
        for name, kind, typed in (("From", "from offer", first), ("To", "to", last)):
            with Horizontal():
                yield Static(name, classes="end")
                yield TextLine(
                    typed,
                    placeholder="YYYY-MM-DD, or words",
                    suggester=SuggestFromList(PHRASES, case_sensitive=False),
                    compact=True,
                    select_on_focus=False,
                    classes=kind,
                )
        yield Static(classes="meant muted")
        yield OptionList(*(Option(self._line(one)) for one in PHRASES), compact=True)

    @on(events.DescendantFocus)
    @on(events.DescendantBlur)
    def _looks_elsewhere(self) -> None:
        self._show_meant()

    def on_mount(self) -> None:
        """Put the cursor on the chosen preset."""
        at = PHRASES.index(self.values[0]) if self._in_words else 0
        self._list.highlighted = at
        self._draw()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        first, last = (one.value.strip() for one in self.query(Input))
        if (first, last) == _as_typed(self.values) and not self.problem:
            return
        read = read_span(first, last, self.today)
        self.problem = read if isinstance(read, str) else ""
        if not isinstance(read, str):
            self.values = read
        self._tell()

    def action_tick(self) -> None:
        """Choose this preset, or none; it replaces what was typed."""
        at = self._list.highlighted
        if not self._list.has_focus or at is None:
            return
        self.values = () if self.values == (PHRASES[at],) else (PHRASES[at],)
        self.problem = ""
        with self.prevent(Input.Changed):
            for line in self.query(Input):
                line.value = ""
        self._tell()

    def take(self) -> None:
        """Choose the preset under the cursor."""
        if (at := self._list.highlighted) is not None:
            self.values = (PHRASES[at],)

    def clear(self) -> None:
        """Choose no days."""
        self.values, self.problem = (), ""
        with self.prevent(Input.Changed):
            for line in self.query(Input):
                line.value = ""
        self._draw()

    def _tell(self) -> None:
        self._draw()
        self.post_message(
            self.Chosen(self.filter, None if self.problem else self.values, self.problem)
        )

    def _draw(self) -> None:
        for n, one in enumerate(PHRASES):
            self._list.replace_option_prompt_at_index(n, self._line(one))
        self._show_meant()

    @on(OptionList.OptionHighlighted)
    def _show_meant(self) -> None:
        """The days of the preset under the cursor, else the chosen ones."""
        at = self._list.highlighted
        words = self.values[0] if len(self.values) == 1 else ""
        if self._list.has_focus and at is not None:
            words = PHRASES[at]
        span = day_span(words, self.today)
        self.query_one(".meant", Static).update(label(f"        {in_words(span)}" if span else ""))

    def _line(self, words: str) -> Content:
        return tick_line(words, self.values == (words,), accent_on_cursor(self))

    @property
    def _in_words(self) -> bool:
        return len(self.values) == 1 and self.values[0] in PHRASES

    @property
    def _list(self) -> OptionList:
        return self.query_one(OptionList)


def read_span(first: str, last: str, today: date) -> Values | str:
    """Parse two typed ends into days, a relative text, or an error.

    Words in the first line alone that mean several days are the whole range: `last month`.
    """
    for end in (first, last):
        if end and day_span(end, today) is None:
            return f"“{clean(end)}” is not a date: {SYNTAX_HINT}."
    if not first and not last:
        return ()
    alone = day_span(first, today) if first and not last else None
    whole = alone is not None and alone[0] != alone[1]
    text = first if whole else f"{first}..{last}"
    span = day_span(text, today)
    if span is None:
        return f"“{clean(text)}” is not a date range: {SYNTAX_HINT}."
    return (as_written(text),) if is_relative(text) else span


def _as_typed(values: Values) -> tuple[str, str]:
    """Return the text of both lines; empty if the list below has it."""
    if len(values) != 1:
        first, last = (*values, "", "")[:2]
        return first, last
    if values[0] in PHRASES:
        return "", ""
    first, _, last = values[0].partition("..")
    return first, last
