"""FilterPanel: all filters of a list, with their choices, over the list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.api.errors import ApiError
from svc_tui.models.listing import FilterDescriptor
from svc_tui.models.slots import Slots
from svc_tui.stores.filter_choices import fetched
from svc_tui.text import label
from svc_tui.widgets.base import SvcModal, filled
from svc_tui.widgets.listing.chosen import chip, text_of_value, toggled, with_values

if TYPE_CHECKING:
    from svc_tui.context import Svc

PAUSE = 0.3
"""Seconds of rest before typed words are asked for (reference 2.9)."""

Choices = list[tuple[str, str]]
"""Values and what people call them."""

HINT = "Space ticks · → to the choices · Enter applies · Esc leaves all as it was"


class FilterPanel(SvcModal):
    """Filters on the left, the choices of one of them on the right.

    Resolves to what is chosen of each filter, or to None for "as it was".
    """

    DEFAULT_CSS = """
    FilterPanel { align: center middle; }
    FilterPanel > .dialog { width: 76; max-width: 100%; height: 20; max-height: 100%; }
    FilterPanel .sides { height: 1fr; }
    FilterPanel .filters { width: 30; max-width: 45%; height: 1fr; }
    FilterPanel .choices { width: 1fr; height: 1fr; margin-left: 1; }
    FilterPanel .choices > * { width: 1fr; }
    FilterPanel .choices OptionList { height: 1fr; }
    FilterPanel .dates { height: auto; }
    FilterPanel .problem { height: auto; }
    """

    BINDINGS = [
        Binding("enter", "apply", "Apply", priority=True, id="filter_panel.apply"),
        Binding("space", "tick", "Tick", show=False, id="filter_panel.tick"),
        Binding("left", "sides('.filters')", "Filters", show=False, id="filter_panel.filters"),
        Binding("right", "sides('.offer')", "Choices", show=False, id="filter_panel.choices"),
        Binding("down", "into_offer", "Choices", show=False, id="filter_panel.down"),
        Binding("delete", "remove", "Clear one", show=False, id="filter_panel.remove"),
        Binding("0", "clear", "Clear all", show=False, id="filter_panel.clear"),
    ]

    def __init__(
        self,
        filters: Sequence[FilterDescriptor],
        values: Mapping[str, tuple[str, ...]],
        *,
        svc: Svc | None = None,
        names: dict[tuple[str, str], str] | None = None,
        slots: Slots | None = None,
    ) -> None:
        super().__init__()
        self._svc = svc
        self.filters = tuple(filters)
        self.values = dict(values)
        self._before = dict(values)
        self.names = {} if names is None else names
        self.slots = slots or Slots()
        self._offer: Choices = []
        self._fetched: dict[tuple[str, str], tuple[Choices, bool]] = {}
        self._pause: Timer | None = None

    def compose(self) -> ComposeResult:
        """Title, both sides, hint."""
        with Vertical(classes="dialog"):
            yield Static("Filters", classes="title")
            with Horizontal(classes="sides"):
                yield OptionList(*self._filter_lines(), classes="filters", compact=True)
                yield Vertical(classes="choices")
            yield Static(classes="problem error")
            yield Static(label(HINT), classes="hint muted")

    def on_mount(self) -> None:
        """The first filter in use, else the first one."""
        used = (n for n, one in enumerate(self.filters) if self.values.get(one.value))
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
        self._forget_asked()
        await side.remove_children()
        self._offer = []
        if f"filter.{one.value}" in self.slots:
            await side.mount(*self._slot(one))
        elif one.datepicker:
            await side.mount(*self._date_inputs(one))
        else:
            await side.mount(*self._choice_widgets(one))
            await self._offer_choices("")

    def _slot(self, one: FilterDescriptor) -> list[Any]:
        return list(
            filled(
                self.slots,
                f"filter.{one.value}",
                filter=with_values(one, self.values.get(one.value, ()), self._called),
                toggle_choice=lambda value: self._toggle(one, text_of_value(value)),
                remove_filter=lambda: self._set(one, ()),
            )
        )

    def _date_inputs(self, one: FilterDescriptor) -> list[Any]:
        first, last = (*self.values.get(one.value, ()), "", "")[:2]
        return [
            Static("From"),
            Input(first, placeholder="YYYY-MM-DD", compact=True, classes="from offer"),
            Static("To"),
            Input(last, placeholder="YYYY-MM-DD", compact=True, classes="to"),
        ]

    def _choice_widgets(self, one: FilterDescriptor) -> list[Any]:
        offer = OptionList(classes="offer", compact=True)
        if not one.endpoint:
            return [offer]
        return [Input(placeholder="Type to search", compact=True, classes="narrow"), offer]

    @on(Input.Changed, ".narrow")
    def _typed(self, event: Input.Changed) -> None:
        if self._pause is not None:
            self._pause.stop()
        words = event.value
        self._pause = self.set_timer(PAUSE, lambda: self._search(words))

    def _forget_asked(self) -> None:
        """What another filter was asked for is of no use here, and its answer would be wrong."""
        self.workers.cancel_group(self, "choices")
        self._say("")
        if self._pause is not None:
            self._pause.stop()

    def _search(self, words: str) -> None:
        self.run_worker(self._offer_choices(words), group="choices", exclusive=True)

    async def _offer_choices(self, words: str) -> None:
        one = self.here
        if one.endpoint:
            self.run_worker(self._fetch(one, words), group="choices", exclusive=True)
        else:
            self._show_offer([(text_of_value(choice.value), choice.text) for choice in one.choices])

    async def _fetch(self, one: FilterDescriptor, words: str) -> None:
        """Ask for choices; what was asked before is not asked again."""
        asked = (one.value, words if one.search else "")
        if asked not in self._fetched:
            self._say("Loading…")
            try:
                offers, more = await fetched(self.svc.crud(one.endpoint or ""), one, asked[1])
            except ApiError as error:
                self._say(str(error))
                return
            self._fetched[asked] = [(offer.value, offer.text) for offer in offers], more
        found, more = self._fetched[asked]
        self._say(f"Only the first {len(found)} are listed: type to find others." if more else "")
        self.names.update({(one.value, value): text for value, text in found})
        if not one.search:
            found = [pair for pair in found if words.casefold() in pair[1].casefold()]
        chosen = [
            (value, self._called(one.value, value) or value)
            for value in self.values.get(one.value, ())
        ]
        offer = [*chosen, *(pair for pair in found if pair[0] not in dict(chosen))]
        self._show_offer(offer, f"Nothing matches {words.strip()}." if words.strip() else "")

    def _show_offer(self, offer: Choices, nothing: str = "") -> None:
        self._offer = offer
        for choices in self.query(".offer").results(OptionList):
            choices.clear_options()
            choices.add_options([Option(self._choice_line(n)) for n in range(len(offer))])
            choices.highlighted = 0 if offer else None
            if not offer:
                words = nothing or "Nothing to choose from."
                choices.add_option(Option(label(words), disabled=True))

    # Actions

    def action_sides(self, side: str) -> None:
        """To the filters or to the choices."""
        if not isinstance(self.focused, Input):
            for widget in self.query(side).results():
                widget.focus()

    def action_into_offer(self) -> None:
        """Down from the search line."""
        if isinstance(self.focused, Input):
            self.focus_next()

    def action_tick(self) -> None:
        """Take the choice, or take it away."""
        if self.focused is self._list:
            self.action_sides(".offer")
            return
        for choices in self.query(".offer").results(OptionList):
            if choices.highlighted is not None and choices.highlighted < len(self._offer):
                self._toggle(self.here, self._offer[choices.highlighted][0])

    def action_remove(self) -> None:
        """Nothing of this filter."""
        self._set(self.here, ())

    def action_clear(self) -> None:
        """Nothing of any."""
        self.values.clear()
        self._redraw()

    def action_apply(self) -> None:
        """Enter: take what is chosen; where nothing was ticked, the choice under the cursor."""
        if not self._dates_taken():
            return
        focused = self.focused
        picking = isinstance(focused, OptionList) and focused.has_class("offer")
        if picking and self.values == self._before and not self.values.get(self.here.value):
            self.action_tick()
        self.close({name: values for name, values in self.values.items() if any(values)})

    def _toggle(self, one: FilterDescriptor, value: str) -> None:
        self._set(one, toggled(one, self.values.get(one.value, ()), value))

    def _set(self, one: FilterDescriptor, values: tuple[str, ...]) -> None:
        self.values[one.value] = values
        self._redraw()

    @on(Input.Changed, ".from,.to")
    def _dates_typed(self) -> None:
        self._dates_taken()

    def _dates_taken(self) -> bool:
        """Keep the days that were typed; False, and a sentence, where one is no day."""
        inputs = [*self.query(".from").results(Input), *self.query(".to").results(Input)]
        if len(inputs) != 2:
            return True
        days = tuple(one.value.strip() for one in inputs)
        wrong = next((day for day in days if day and not _is_day(day)), None)
        self._say(f"{wrong} is no day; write it as 2026-01-31." if wrong else "")
        if wrong is None:
            self.values[self.here.value] = days if any(days) else ()
        return wrong is None

    def _redraw(self) -> None:
        for n, line in enumerate(self._filter_lines()):
            self._list.replace_option_prompt_at_index(n, line.prompt)
        for choices in self.query(".offer").results(OptionList):
            for n in range(len(self._offer)):
                choices.replace_option_prompt_at_index(n, self._choice_line(n))

    def _filter_lines(self) -> list[Option]:
        return [Option(self._filter_line(one)) for one in self.filters]

    def _filter_line(self, one: FilterDescriptor) -> Content:
        active = with_values(one, self.values.get(one.value, ()), self._called)
        if active.active or any(active.dates):
            return label(f" {chip(active)}", "bold")
        return label(f" {one.text}")

    def _choice_line(self, n: int) -> Content:
        value, words = self._offer[n]
        ticked = value in self.values.get(self.here.value, ())
        return label(f" {'[x]' if ticked else '[ ]'} {words}")

    def _say(self, words: str) -> None:
        self.query_one(".problem", Static).update(label(words))

    def _called(self, name: str, value: str) -> str:
        return self.names.get((name, value), "")

    @property
    def _list(self) -> OptionList:
        return self.query_one(".filters", OptionList)


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return len(text) == 10
