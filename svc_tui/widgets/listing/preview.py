"""RowPreview: the record under the cursor, next to the rows."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from datetime import tzinfo
from typing import Any

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from svc_tui.api.errors import ApiError
from svc_tui.stores.listing.list_store import ListStore
from svc_tui.text import label
from svc_tui.widgets.base import SvcModal
from svc_tui.widgets.dialog_words import DialogHint, DialogTitle
from svc_tui.widgets.listing.facts import NO_LABELS, drawn_facts, row_facts
from svc_tui.widgets.listing.field_words import FieldWords
from svc_tui.widgets.listing.list_labels import ListLabels
from svc_tui.widgets.panel import name_panel

REST = 0.3
"""Seconds that the cursor must rest before its record is loaded."""

KEPT = 20
"""Cached records, so that going up and down loads none twice."""

NO_WORDS = FieldWords()


class RowPreview(Static):
    """Facts about one record, next to the rows, below them or instead of them."""

    DEFAULT_CSS = (
        "RowPreview { width: 32%; min-width: 42; max-width: 72; height: 1fr; padding: 0 1; }"
    )

    def __init__(
        self,
        store: ListStore,
        zone: tzinfo | None = None,
        labels: Callable[[], ListLabels] = ListLabels,
        zoom_key: Callable[[], str] = lambda: "+",
        words: FieldWords = NO_WORDS,
        **kwargs: Any,
    ) -> None:
        super().__init__("", **kwargs)
        self.list_store = store
        self.zone = zone
        self.labels = labels
        """The list's labels and formats."""
        self.zoom_key = zoom_key
        """The key that shows the whole record."""
        self.words = words
        """The values of fields in words."""
        self._showing: tuple[Mapping[str, Any], str] | None = None
        self._rest: Timer | None = None
        self._records: OrderedDict[tuple[str, object], Mapping[str, Any]] = OrderedDict()
        self._wanted: tuple[str, object] | None = None

    def follow(self, key: str | None) -> None:
        """Show another record; it is loaded when the cursor rests."""
        wanted = None if key is None else (key, self.list_store.state.loaded_at)
        if wanted == self._wanted:
            return
        self._wanted = wanted
        if self._rest is not None:
            self._rest.stop()
        if wanted is not None and wanted in self._records:
            self._show(self._records[wanted])
        self._rest = self.set_timer(REST, self._ask)  # Of a loaded one, titles may be missing.

    def forget(self) -> None:
        """Hide; loads nothing any more."""
        self._wanted = None
        if self._rest is not None:
            self._rest.stop()

    def _ask(self) -> None:
        if self._wanted is None:
            self._showing = None
            self.update("")
        else:
            self.run_worker(self._load(self._wanted), group="preview", exclusive=True)

    async def _load(self, wanted: tuple[str, object]) -> None:
        """Show the whole record; if it can't be loaded, what the list knows of it."""
        key, problem = wanted[0], ""
        try:
            row = self._records.get(wanted) or await self.list_store.whole(key)
        except ApiError as error:
            row, problem = self.list_store.row(key) or {}, str(error)
        else:
            self._remember(wanted, row)
        if wanted != self._wanted:
            return
        self._show(row, problem)
        if await self.words.learn(row) and wanted == self._wanted:
            self._show(row, problem)

    def _remember(self, wanted: tuple[str, object], row: Mapping[str, Any]) -> None:
        self._records[wanted] = row
        while len(self._records) > KEPT:
            self._records.popitem(last=False)

    def on_resize(self) -> None:
        """Draw as much of each value as there is room for."""
        if self._showing is not None:
            self._show(*self._showing)

    def _show(self, row: Mapping[str, Any], problem: str = "") -> None:
        self._showing = row, problem
        width, height = self.content_size
        said = label(problem, "bold $text-error").wrap(max(1, width)) if problem else []
        facts = row_facts(row, self.zone, self.labels(), self.words.of)
        room, more = max(1, height - len(said)), f" · {self.zoom_key()} shows all"
        lines = [*said, drawn_facts(facts, width, room, more)]
        self.update(Content("\n").join(lines), layout=False)
        name_panel(self, self.list_store.name_of(row))


class ZoomedRow(SvcModal):
    """All facts about one record, scrollable."""

    DEFAULT_CSS = """
    ZoomedRow { align: center middle; }
    ZoomedRow > .dialog { width: 90%; height: 90%; }
    ZoomedRow VerticalScroll { height: 1fr; scrollbar-gutter: stable; }
    ZoomedRow .facts { height: auto; }
    """

    BINDINGS = [
        Binding("q,plus", "close", "Close", tooltip="Go back to the list.", id="zoom.close")
    ]

    def __init__(
        self,
        store: ListStore,
        key: str,
        zone: tzinfo | None = None,
        labels: ListLabels = NO_LABELS,
        words: FieldWords = NO_WORDS,
    ) -> None:
        super().__init__()
        self.words = words
        self.labels = labels
        self.list_store = store
        self.key = key
        self.zone = zone

    def compose(self) -> ComposeResult:
        """Yield what the list knows of it, until the whole record is loaded."""
        self._row = row = self.list_store.row(self.key) or {}
        with Vertical(classes="dialog"):
            yield DialogTitle(label(self.list_store.name_of(row)))
            with VerticalScroll():
                yield Static(classes="facts")
            yield DialogHint(label("Loading…"))

    def on_mount(self) -> None:
        """Scroll with the arrows; load the rest."""
        self.query_one(VerticalScroll).focus()
        self.run_worker(self._load(), group="zoom")

    async def _load(self) -> None:
        hint = "Esc closes"
        try:
            self._row = await self.list_store.whole(self.key)
        except ApiError as error:
            hint = f"{error} These values are from the list · Esc closes"
        else:
            self._draw()
        self.query_one(".hint", Static).update(label(hint))
        if await self.words.learn(self._row):
            self._draw()

    def on_resize(self) -> None:
        """Wrap values to the width there is now."""
        self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        facts = row_facts(self._row, self.zone, self.labels, self.words.of)
        for lines in self.query(".facts").results(Static):
            if width := lines.content_size.width:  # 0 before the first layout.
                lines.update(drawn_facts(facts, width))
