"""SvcListFilters: the filters in use, as chips, and the panel to choose them in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from typing import Any

from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive

from svc_tui.api.errors import ApiError
from svc_tui.models.arguments import ListOf, checks_arguments
from svc_tui.models.listing import ActiveFilter, FilterDescriptor
from svc_tui.stores.listing.filter_choices import label_of, wire_text
from svc_tui.text import label
from svc_tui.widgets.base import SvcWidget, services
from svc_tui.widgets.listing.filter_values import chip, values_of, with_values
from svc_tui.widgets.listing.options import check_bare_filters

CLEAR = " Press 0 to clear "

NONE = " f filters "
"""Shown while no filter is in use."""


@checks_arguments(filters=ListOf(FilterDescriptor))
class SvcListFilters(SvcWidget, can_focus=True):
    """One line of chips.

    `f` or Enter opens the panel; on a chip, Delete removes it. A slot `filter.<value>` receives
    filter, toggle_choice and remove_filter and replaces the choices in the panel.
    """

    DEFAULT_CSS = """
    SvcListFilters { height: 1; width: auto; max-width: 100%; }
    SvcListFilters { text-wrap: nowrap; text-overflow: ellipsis; }
    SvcListFilters { color: $foreground; background: $background; }
    SvcListFilters:focus { background: $panel; }
    """

    BINDINGS = [
        Binding(
            "f,enter", "open", "Filter", tooltip="Choose what to filter by.", id="filters.open"
        ),
        Binding(
            "left", "chip(-1)", "Previous chip", show=False, id="filters.left",
            tooltip="Go to the previous filter.",
        ),
        Binding(
            "right", "chip(1)", "Next chip", show=False, id="filters.right",
            tooltip="Go to the next filter.",
        ),
        Binding(
            "delete,backspace", "remove", "Remove", show=False, id="filters.remove",
            tooltip="Remove this filter.",
        ),
        Binding(
            "0", "clear", "Clear all", show=False, id="filters.clear", tooltip="Remove all filters."
        ),
    ]  # fmt: skip

    model_value: reactive[tuple[ActiveFilter, ...]] = reactive(())
    """The filters in use."""
    here: reactive[int] = reactive(0)
    """The chip that Delete removes."""

    class ModelValueChanged(Message):
        """Filters were added or removed."""

        def __init__(self, filters: SvcListFilters, value: tuple[ActiveFilter, ...]) -> None:
            super().__init__()
            self.filters = filters
            self.value = value

        @property
        def control(self) -> SvcListFilters:
            """The filters."""
            return self.filters

    def __init__(
        self,
        filters: Sequence[FilterDescriptor],
        *,
        model_value: Sequence[ActiveFilter] = (),
        disabled: bool = False,
        today: Callable[[], date] = date.today,
        **kwargs: Any,
    ) -> None:
        super().__init__(disabled=disabled, **kwargs)
        check_bare_filters(self, filters)
        self.needs_services = any(one.endpoint for one in filters)
        self.today = today
        """The operator's day, from which `last month` is read."""
        self.filters = tuple(filters)
        self.names: dict[tuple[str, str], str] = {}
        """The labels of fetched choices, by filter and choice value."""
        self._named: set[tuple[str, str]] = set()
        self.set_reactive(SvcListFilters.model_value, tuple(model_value))

    def render(self) -> Content:
        """Draw the chips; without any, the key that opens the panel."""
        if not self.model_value:
            return label(NONE, "$text-muted")
        return Content("").join(part for part, _ in self._shown_parts(self.size.width))

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the cells of all chips."""
        everything = self._shown_parts(0) or [(label(NONE), None)]
        return sum(part.cell_length for part, _ in everything)

    def on_mount(self) -> None:
        """Show what is chosen from the start."""
        self._show()

    def endpoints(self) -> Iterable[str]:
        """Return the endpoints that choices come from."""
        return [one.endpoint or "" for one in self.filters]

    def watch_model_value(self) -> None:
        """Show the filters in use, and load the labels of fetched choices."""
        self.here = max(0, min(self.here, len(self.model_value) - 1))
        if self.is_mounted:
            self._show()

    def watch_here(self) -> None:
        """Mark the chip."""
        if self.is_mounted:
            self._draw()

    def on_focus(self) -> None:
        """Mark the chip under the cursor."""
        self._draw()

    def on_blur(self) -> None:
        self._draw()

    def on_click(self, event: events.Click) -> None:
        """Remove the chip that was clicked; elsewhere, open the panel."""
        end = 0
        for part, click in self._shown_parts(self.size.width):
            end += part.cell_length
            if click is not None and event.x < end:
                click()
                return
        self.action_open()

    def choose(self, values: dict[str, tuple[str, ...]]) -> None:
        """Select exactly these values; post the change, if any."""
        found = [
            with_values(one, values.get(one.value, ()), self.named, self.today())
            for one in self.filters
        ]
        chosen = tuple(one for one in found if one.active or any(one.dates))
        if chosen != self.model_value:
            self.model_value = chosen
            self.post_message(self.ModelValueChanged(self, chosen))

    def action_open(self) -> None:
        """The panel."""
        from svc_tui.widgets.listing.filter_panel import FilterPanel

        if not self.disabled and self.filters:
            values = {one.value: values_of(one) for one in self.model_value}
            panel = FilterPanel(
                self.filters,
                values,
                svc=services(self),
                names=self.names,
                slots=self.slots,
                today=self.today(),
            )
            self.app.push_screen(panel, self._panel_closed)

    def action_chip(self, by: int) -> None:
        """Go to another chip."""
        self.here = max(0, min(self.here + by, len(self.model_value) - 1))

    def action_remove(self) -> None:
        """Remove the selected chip."""
        self._without(self.here)

    def action_clear(self) -> None:
        """Remove all chips."""
        self.choose({})

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Dim or hide what can't be done now."""
        if action == "open":
            return True if self.filters and not self.disabled else None
        if action in ("remove", "clear", "chip"):
            return bool(self.model_value) and not self.disabled
        return True

    def _panel_closed(self, values: dict[str, tuple[str, ...]] | None) -> None:
        if values is not None:
            self.choose(values)

    def _without(self, n: int) -> None:
        kept = [one for at, one in enumerate(self.model_value) if at != n]
        self.choose({one.value: values_of(one) for one in kept})

    def _show(self) -> None:
        self._draw()
        missing = [
            (one, choice.text)
            for one in self.model_value
            if one.endpoint
            for choice in one.active
            if (one.value, wire_text(choice.value)) not in self.names.keys() | self._named
        ]
        if missing and services(self) is not None:
            self._named |= {(one.value, value) for one, value in missing}
            self.run_worker(self._ask_names(missing), group="names")

    def _draw(self) -> None:
        self.refresh(layout=True)

    def _shown_parts(self, width: int) -> list[tuple[Content, Callable[[], object] | None]]:
        """Return what is drawn in so many cells (0: any number), with what a click on it does.

        What there is no room for is left out whole: the hint first, then the chips that are
        farthest from the one that Delete takes away.
        """
        chips = [
            label(f" {chip(one)} × ", "reverse" if self.has_focus and n == self.here else "$accent")
            for n, one in enumerate(self.model_value)
        ]
        first, last, more = 0, len(chips), label("")
        while width and last - first > 1 and _cells([*chips[first:last], more]) > width:
            first, last = (first, last - 1) if last - 1 > self.here else (first + 1, last)
            more = label(f" +{len(chips) - last + first} ", "$text-muted")
        shown: list[tuple[Content, Callable[[], object] | None]] = [
            (chips[n], partial(self._without, n)) for n in range(first, last)
        ]
        clear = label(CLEAR, "$text-muted")
        if last - first < len(chips):
            shown.append((more, None))
        elif len(chips) > 1 and (not width or _cells([*chips, clear]) <= width):
            shown.append((clear, self.action_clear))
        return shown

    def named(self, name: str, value: str) -> str:
        """Return the label of a fetched choice; empty where it is not known."""
        return self.names.get((name, value), "")

    async def _ask_names(self, missing: list[tuple[ActiveFilter, str]]) -> None:
        """Load once the labels of fetched choices that were restored from a location."""
        for one, value in missing:
            with suppress(ApiError):  # The chip keeps showing the value itself.
                words = await label_of(self.svc.crud(one.endpoint or ""), one.item_text, value)
                self.names[(one.value, value)] = words
        named = {one.value: values_of(one) for one in self.model_value}
        renamed = [
            with_values(one, named.get(one.value, ()), self.named, self.today())
            for one in self.filters
        ]
        self.model_value = tuple(one for one in renamed if one.active or any(one.dates))


def _cells(parts: Iterable[Content]) -> int:
    return sum(part.cell_length for part in parts)
