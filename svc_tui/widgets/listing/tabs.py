"""SvcListTabs: one line of tabs with their counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

from rich.text import Text
from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive

from svc_tui.models.arguments import ListOf, checks_arguments
from svc_tui.models.listing import ListTabItem
from svc_tui.text import label
from svc_tui.widgets.base import SvcWidget
from svc_tui.widgets.slots import slot_line
from svc_tui.widgets.tab_label import tab_label

NO_COUNTS: Mapping[str, int] = {}


@checks_arguments(tabs=ListOf(ListTabItem))
class SvcListTabs(SvcWidget, can_focus=True):
    """The tabs of a list. Slot `tab` receives tab and active."""

    DEFAULT_CSS = """
    SvcListTabs { height: 1; width: 1fr; }
    SvcListTabs { background: $background; color: $text-muted; }
    SvcListTabs:focus { background: $panel; }
    """

    BINDINGS = [
        Binding(
            "left", "turn(-1)", "Previous tab", show=False, id="list.tab_left",
            tooltip="Show the previous tab.",
        ),
        Binding(
            "right", "turn(1)", "Next tab", show=False, id="list.tab_right",
            tooltip="Show the next tab.",
        ),
    ]  # fmt: skip

    model_value: reactive[str] = reactive("")
    """The value of the tab that is open."""
    counts: reactive[Mapping[str, int]] = reactive(NO_COUNTS)
    """Tab value to a count that is more recent than the tab's own."""
    narrowed: reactive[bool] = reactive(False)
    """Whether the counts are those of a search or of filters instead of all records."""

    class ModelValueChanged(Message):
        """The user chose another tab."""

        def __init__(self, tabs: SvcListTabs, value: str) -> None:
            super().__init__()
            self.tabs = tabs
            self.value = value

        @property
        def control(self) -> SvcListTabs:
            """The tabs."""
            return self.tabs

    def __init__(
        self, tabs: Sequence[ListTabItem], *, model_value: str = "", **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.tabs = tuple(tabs)
        self.set_reactive(SvcListTabs.model_value, model_value)

    def render(self) -> Content:
        """The tabs beside each other; the open one is underlined."""
        return Content("").join([self._lead, *self._parts()])

    def on_click(self, event: events.Click) -> None:
        """The tab under the mouse."""
        ends = accumulate(part.cell_length for part in self._parts())
        x = event.x - self._lead.cell_length
        for tab, end in zip(self.tabs, ends, strict=True):
            if 0 <= x < end:
                self.choose(tab.value)
                return

    def choose(self, value: str) -> None:
        """Open a tab; post a message if it changed."""
        if value != self.model_value:
            self.model_value = value
            self.post_message(self.ModelValueChanged(self, value))

    def turn(self, by: int) -> None:
        """Go to the next or previous tab; after the last comes the first."""
        values = [tab.value for tab in self.tabs]
        if values:
            at = values.index(self.model_value) if self.model_value in values else 0
            self.choose(values[(at + by) % len(values)])

    def action_turn(self, by: int) -> None:
        self.turn(by)

    @property
    def _lead(self) -> Content:
        """Text before the tabs that says what is counted, unless it is everything."""
        counted = self.narrowed and any(one.value in self.counts for one in self.tabs)
        return label(" Found: ", "$text-muted") if counted else Content("")

    def _parts(self) -> list[Content]:
        return [self._part(tab) for tab in self.tabs]

    def _part(self, tab: ListTabItem) -> Content:
        active = tab.value == self.model_value
        fill = self.slots.get("tab")
        if fill is not None:
            filled = slot_line("tab", fill, tab=tab, active=active)
            if isinstance(filled, Text):
                filled = Content.from_rich_text(filled)
            words = filled if isinstance(filled, Content) else label(filled)
            return label(" ") + words + label("  ")
        count = self.counts.get(tab.value, tab.count)
        named = tab.text if count is None else f"{tab.text} {count:,}"
        return tab_label(self, named, active=active)
