"""FilterPanel: all filters of a list, with their choices, over the list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.models.listing import FilterDescriptor
from svc_tui.models.slots import Slots
from svc_tui.stores.listing.date_spans import PHRASES
from svc_tui.stores.listing.filter_choices import wire_text
from svc_tui.text import label
from svc_tui.widgets.base import SvcModal, accent_on_cursor, drawable_hint
from svc_tui.widgets.choice_menu import next_beginning_with
from svc_tui.widgets.dialog_words import DialogHint, DialogTitle
from svc_tui.widgets.listing.choice_search import Choices, ChoiceSearch
from svc_tui.widgets.listing.chosen_values import ChosenValues
from svc_tui.widgets.listing.date_range_filter import DateRangeFilter
from svc_tui.widgets.listing.filter_values import filter_line, tick_line, toggled
from svc_tui.widgets.panel import is_framed
from svc_tui.widgets.slots import slot_widgets
from svc_tui.widgets.text_line import TextLine

if TYPE_CHECKING:
    from svc_tui.app.context import Svc

MOST_LINES = 20
"""Maximum lines of the dialog."""

MOST_NAME = 14
"""Maximum cells of a filter's name next to its values."""

LONGEST_HINT = 56
"""Cells of the longest hint, which fits into the frame as well."""

HINTS = {
    "filters": "→ choices · Enter applies · Esc cancels",
    "several": "Space ticks · Enter applies · Esc cancels",
    "one": "Enter applies this one · Space ticks · Esc cancels",
    "search": "Type to search · ↓ choices · Enter applies · Esc cancels",
    "found": "Enter chooses the first match · ↓ choices · Esc cancels",
    "typed": "Enter applies the value · Esc cancels",
    "days": "↓ presets · Enter applies · Esc cancels",
}
"""What Enter does, by the focused part."""


class PaneHead(Horizontal):
    """The heading of a side: its name, and at the right how many are chosen."""

    DEFAULT_CSS = """
    PaneHead { height: 1; padding: 0 1; }
    PaneHead > .name { width: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }
    PaneHead > .count { width: auto; margin-left: 1; }
    """

    def compose(self) -> ComposeResult:
        yield Static(classes="name")
        yield Static(classes="count")

    def show(self, name: str, chosen: int, of: int) -> None:
        """Show a name and how many are chosen; no count if there are no choices."""
        self.query_one(".name", Static).update(label(name))
        self.query_one(".count", Static).update(f"{chosen} of {of}" if of else "")


class FilterPanel(SvcModal):
    """Filters on the left, the choices of one of them on the right.

    Resolves to the chosen values of each filter, or to None if cancelled. Enter applies what is
    ticked; among the choices of a filter of which none is ticked, the one under the cursor.
    """

    DEFAULT_CSS = """
    FilterPanel { align: center top; }
    FilterPanel > .dialog { width: 78; height: 20; max-height: 100%; }
    FilterPanel .sides { height: 1fr; }
    FilterPanel .left { width: 37; max-width: 50%; padding-right: 1; }
    FilterPanel .right { width: 1fr; padding-left: 1; border-left: vkey $border-blurred; }
    FilterPanel .filters { height: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }
    FilterPanel .choices { height: 1fr; }
    FilterPanel .choices > * { width: 1fr; }
    FilterPanel .choices OptionList { height: 1fr; }
    FilterPanel .problem, FilterPanel .hint { height: auto; }
    FilterPanel .problem { display: none; }
    """

    BINDINGS = [
        Binding(
            "escape", "close", "Cancel", tooltip="Close without changing filters.",
            id="dialog.close",
        ),
        Binding(
            "enter", "apply", "Apply", priority=True,
            tooltip="Show the rows that match these filters.", id="filter_panel.apply",
        ),
        Binding("space", "tick", "Tick", False, tooltip="Tick or untick.", id="filter_panel.tick"),
        Binding(
            "left", "sides('.filters')", "Filters", False,
            tooltip="Go to the filters.", id="filter_panel.filters",
        ),
        Binding(
            "right", "sides('.offer')", "Choices", False,
            tooltip="Go to the choices of this filter.", id="filter_panel.choices",
        ),
        Binding(
            "down", "into_offer", "Choices", False,
            tooltip="Go to the choices.", id="filter_panel.down",
        ),
        Binding(
            "delete", "remove", "Clear one", False,
            tooltip="Clear this filter.", id="filter_panel.remove",
        ),
        Binding(
            "0", "clear", "Clear all", False, tooltip="Clear all filters.", id="filter_panel.clear"
        ),
    ]  # fmt: skip

    def __init__(
        self,
        filters: Sequence[FilterDescriptor],
        values: Mapping[str, tuple[str, ...]],
        *,
        svc: Svc | None = None,
        names: dict[tuple[str, str], str] | None = None,
        slots: Slots | None = None,
        today: date | None = None,
    ) -> None:
        super().__init__()
        self.today = today
        self._svc = svc
        self.filters = tuple(filters)
        self.values = dict(values)
        self.names = {} if names is None else names
        self._chosen = ChosenValues(self.values, self.names)
        self.slots = slots or Slots()
        self._offer: Choices = []
        self.search = ChoiceSearch(self)

    def compose(self) -> ComposeResult:
        """Title, both sides, hint."""
        with Vertical(classes="dialog"):
            yield DialogTitle("Filters")
            with Horizontal(classes="sides"):
                with Vertical(classes="left"):
                    yield PaneHead()
                    yield OptionList(*self._filter_lines(), classes="filters", compact=True)
                with Vertical(classes="right"):
                    yield PaneHead()
                    yield Vertical(classes="choices")
            yield Static(classes="problem error")
            yield DialogHint(label(drawable_hint(HINTS["filters"], self)), longest=LONGEST_HINT)

    def on_resize(self) -> None:
        """Keep the top edge where it is while the height follows the choices."""
        above = max(0, (self.app.size.height - MOST_LINES) // 2)
        self.query_one(".dialog").styles.offset = (0, above)
        self._fit()

    def on_mount(self) -> None:
        """The first filter in use, else the first one."""
        used = (n for n, one in enumerate(self.filters) if self._chosen.of(one))
        self._list.highlighted = next(used, 0)
        self._list.focus()

    @property
    def here(self) -> FilterDescriptor:
        """The filter whose choices are shown."""
        return self.filters[self._list.highlighted or 0]

    # Its choices

    @on(OptionList.OptionHighlighted, ".filters")
    async def _other_filter(self) -> None:
        one, side = self.here, self.query_one(".choices", Vertical)
        self.search.clear()
        await side.remove_children()
        self._offer = []
        if f"filter.{one.value}" in self.slots:
            await side.mount(*self._slot(one))
        elif one.datepicker:
            await side.mount(DateRangeFilter(one.value, self._chosen.of(one), self.today))
        else:
            await side.mount(*_choice_widgets(one, self._chosen.of(one)))
            if one.endpoint:
                self.search.start()
            else:
                self._show_offer([(wire_text(choice.value), choice.text) for choice in one.choices])
        self._show_counts()
        self._fit()
        self._show_hint()

    def _slot(self, one: FilterDescriptor) -> list[Any]:
        return list(
            slot_widgets(
                self.slots,
                f"filter.{one.value}",
                filter=self._chosen.active(one),
                toggle_choice=lambda value: self._toggle(one, wire_text(value)),
                remove_filter=lambda: self._set(one, ()),
            )
        )

    @on(Input.Changed, ".narrow")
    def _typed(self, event: Input.Changed) -> None:
        self.search.typed(event.value)
        self._show_hint()

    def show_found(self, found: Choices, nothing: str) -> None:
        """Show the choices that were found, after the chosen ones; `nothing` if there are none."""
        chosen = self._chosen.labelled(self.here)
        offer = [*chosen, *(pair for pair in found if pair[0] not in dict(chosen))]
        self._show_offer(offer, nothing)
        if chosen and nothing and not found:
            self.say(nothing)

    def _show_offer(self, offer: Choices, nothing: str = "") -> None:
        self._offer = offer
        self._show_counts()
        self._fit()
        for choices in self.query(".offer").results(OptionList):
            choices.clear_options()
            choices.add_options([Option(self._choice_line(n)) for n in range(len(offer))])
            choices.highlighted = 0 if offer else None
            if not offer:
                words = nothing or "There is nothing to choose from."
                choices.add_option(Option(label(f" {words}"), disabled=True))
            # Its scroll bar still has the old height.
            choices.call_after_refresh(choices.refresh, layout=True)

    # Actions

    def action_sides(self, side: str) -> None:
        """Move to the filters or to the choices."""
        if not isinstance(self.focused, Input):
            for widget in self.query(side).results():
                widget.focus()

    def action_into_offer(self) -> None:
        """Move down from the search line."""
        if isinstance(self.focused, Input):
            self.focus_next()

    def on_key(self, event: events.Key) -> None:
        """Go from the choices to the line above: on a letter, or on Up from the first one.

        Where there is no such line, a letter jumps to the next name that begins with it.
        """
        focused, lines = self.focused, list(self.query(".narrow").results(Input))
        if not isinstance(focused, OptionList):
            return
        letter = event.character if event.is_printable and event.key not in ("space", "0") else ""
        if letter and letter.isalnum() and (names := self._names(focused)):
            event.stop()
            self._jump(letter, focused, names)
            return
        leaves = letter or (event.key == "up" and not focused.highlighted)
        if focused is self._list or not lines or not leaves:
            return
        event.stop()
        event.prevent_default()
        lines[0].focus()
        if letter:
            lines[0].insert_text_at_cursor(letter)

    def _names(self, options: OptionList) -> Sequence[str]:
        """Return the names that a letter jumps to; none where letters search, or in a slot."""
        if options is self._list:
            return [one.text for one in self.filters]
        if isinstance(options.parent, DateRangeFilter):
            return PHRASES
        fixed = options.has_class("offer") and not self.here.endpoint
        return [text for _, text in self._offer] if fixed else ()

    def _jump(self, letter: str, options: OptionList, names: Sequence[str]) -> None:
        """Put the cursor on the next filter or choice that begins with a letter."""
        at = next_beginning_with(letter, names, (options.highlighted or 0) + 1)
        if at is None:
            what = "filter" if options is self._list else "choice"
            self.say_once(f"No {what} begins with “{letter}”.")
        else:
            options.highlighted = at

    def action_tick(self) -> None:
        """Choose this one, or remove it."""
        if self.focused is self._list:
            self.action_sides(".offer")
        else:
            self._tick_here()

    def _tick_here(self) -> None:
        for choices in self.query(".offer").results(OptionList):
            if choices.highlighted is not None and choices.highlighted < len(self._offer):
                self._toggle(self.here, self._offer[choices.highlighted][0])

    def action_remove(self) -> None:
        """Clear this filter."""
        self._set(self.here, ())
        self._empty_lines()

    def action_clear(self) -> None:
        """Clear all filters."""
        self._chosen.clear(self.filters)
        self._empty_lines()
        self._redraw()

    def _empty_lines(self) -> None:
        """Clear the typed lines with the ticks."""
        for days in self.query(DateRangeFilter):
            days.clear()
        for line in self.query(".text").results(Input):
            line.value = ""

    def action_apply(self) -> None:
        """Apply what is ticked; if no choice is, the one under the cursor.

        After typed words, Enter takes the first match: it applies a single value, or ticks it and
        clears the line.
        """
        if any(days.problem for days in self.query(DateRangeFilter)):
            return
        if (line := self._typed_line) is not None:
            if (found := self.search.first_match(line.value)) is None:
                return
            if found not in self._chosen.of(self.here):
                self._toggle(self.here, found)
            if self.here.multiple:
                line.value = ""
                return
        if self._applies_here:
            self._take_here()
        self.close(self._chosen.not_empty)

    @property
    def _typed_line(self) -> Input | None:
        """The search line, if the cursor is in it and words are typed."""
        line = self.focused
        typed = isinstance(line, Input) and line.has_class("narrow") and line.value.strip()
        return line if typed and isinstance(line, Input) else None

    @property
    def _applies_here(self) -> bool:
        """Whether Enter applies the choice under the cursor.

        Not after one was ticked or unticked here, nor in addition to what was ticked before.
        """
        focused, here = self.focused, self.here
        if not isinstance(focused, OptionList) or focused is self._list:
            return False
        adds = here.multiple and not here.datepicker and any(self._chosen.of(here))
        return not (adds or self._chosen.is_changed(here))

    def _take_here(self) -> None:
        """Choose the one under the cursor, unless it is chosen already."""
        for days in self.query(DateRangeFilter):
            days.take()
            self.values[self.here.value] = days.values
        for choices in self.query(".offer").results(OptionList):
            at = choices.highlighted
            if at is not None and at < len(self._offer):
                self.values[self.here.value] = (self._offer[at][0],)

    def _toggle(self, one: FilterDescriptor, value: str) -> None:
        self._set(one, toggled(one, self._chosen.of(one), value))

    def _set(self, one: FilterDescriptor, values: tuple[str, ...]) -> None:
        self._chosen.change(one, values)
        self._redraw()

    @on(DateRangeFilter.Chosen)
    def _days_chosen(self, event: DateRangeFilter.Chosen) -> None:
        event.stop()
        self.say(event.problem)
        one = next(one for one in self.filters if one.value == event.filter)
        self._set(one, event.values or ())  # An unreadable range is not kept.

    @on(Input.Changed, ".text")
    def _text_typed(self, event: Input.Changed) -> None:
        one = next(one for one in self.filters if one.value == event.input.name)
        text = event.value.strip()
        texts = text.split(",") if one.multiple else [text]
        self._set(one, tuple(filter(None, map(str.strip, texts))))

    @on(events.DescendantFocus)
    def _show_hint(self) -> None:
        """Show what Enter does here."""
        focused, here = self.focused, self.here
        if isinstance(focused, Input):
            words = HINTS["days" if here.datepicker else "typed"]
            if focused.has_class("narrow"):
                words = HINTS["found" if focused.value.strip() else "search"]
        elif focused is self._list:
            words = HINTS["filters"]
        else:
            words = HINTS["one" if self._applies_here else "several"]
        self.query_one(".hint", Static).update(label(drawable_hint(words, self)))

    def _redraw(self) -> None:
        for n, line in enumerate(self._filter_lines()):
            self._list.replace_option_prompt_at_index(n, line.prompt)
        for choices in self.query(".offer").results(OptionList):
            for n in range(len(self._offer)):
                choices.replace_option_prompt_at_index(n, self._choice_line(n))
        self._show_counts()
        self._show_hint()

    def _show_counts(self) -> None:
        """Show how many filters are in use, and how many choices of the one here are taken."""
        used = sum(any(self._chosen.of(one)) for one in self.filters)
        left, right = self.query(PaneHead)
        left.show("Filter", used, len(self.filters))
        right.show(self.here.text, len(self._chosen.of(self.here)), len(self._offer))

    def _fit(self) -> None:
        """Give the dialog the lines of its longer side; a slot's widgets get all of them."""
        dialog, problem = self.query_one(".dialog"), self.query_one(".problem")
        around = dialog.gutter.height + 1 if is_framed(dialog) else MOST_LINES
        parts = self.query_one(".choices").children
        right = sum(_lines_of(one, max(1, len(self._offer))) for one in parts)
        lines = max(len(self.filters), right) + problem.display
        dialog.styles.height = min(MOST_LINES, around + lines)

    def _filter_lines(self) -> list[Option]:
        width = min(MOST_NAME, max(cell_len(one.text) for one in self.filters))
        accent, shown = accent_on_cursor(self), map(self._chosen.active, self.filters)
        return [Option(filter_line(one, width, accent)) for one in shown]

    def _choice_line(self, n: int) -> Content:
        value, words = self._offer[n]
        return tick_line(words, value in self._chosen.of(self.here), accent_on_cursor(self))

    def say(self, words: str) -> None:
        """Show a sentence below the choices."""
        problem = self.query_one(".problem", Static)
        problem.update(label(words))
        if problem.display != bool(words):
            problem.display = bool(words)
            self._fit()

    @property
    def _list(self) -> OptionList:
        return self.query_one(".filters", OptionList)


def _choice_widgets(one: FilterDescriptor, values: Sequence[str]) -> list[Widget]:
    """Return the widgets to choose or type the values of a filter."""
    if not one.endpoint and not one.choices:
        return [
            TextLine(
                ",".join(values),
                placeholder="Type the value",
                name=one.value,
                compact=True,
                classes="text offer",
            )
        ]
    offer = OptionList(classes="offer", compact=True)
    if not one.endpoint:
        return [offer]
    line = TextLine(
        placeholder="Type to search", compact=True, classes="narrow", select_on_focus=False
    )
    return [line, offer]


def _lines_of(part: Widget, offered: int) -> int:
    """Return the lines of a part of the right side; the maximum for a slot's widgets."""
    if isinstance(part, Input):
        return 1
    if isinstance(part, DateRangeFilter):
        return part.LINES
    return offered if isinstance(part, OptionList) else MOST_LINES
