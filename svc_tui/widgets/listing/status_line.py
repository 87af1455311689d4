"""StatusLine: the last line of a list, or the lower edge of its frame."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from textual.app import App
from textual.geometry import Size
from textual.widgets import Static

from svc_tui.stores.listing.list_store import ListState
from svc_tui.widgets.clipboard import are_in_footer
from svc_tui.widgets.listing.copying import COPIES
from svc_tui.widgets.listing.grid import ListGrid
from svc_tui.widgets.listing.list_labels import ListLabels
from svc_tui.widgets.listing.status import list_facts, status_line
from svc_tui.widgets.panel import is_framed, show_status, status_width
from svc_tui.widgets.shell.effective_bindings import bound_key

if TYPE_CHECKING:
    from svc_tui.widgets.listing.copying import Copying
    from svc_tui.widgets.listing.marking import Marking
    from svc_tui.widgets.listing.narrowing import Narrowing
    from svc_tui.widgets.listing.paging import Paging
    from svc_tui.widgets.listing.previewing import Previewing
    from svc_tui.widgets.listing.searching import Searching
    from svc_tui.widgets.listing.staging import Staging

BACK = ("p or Esc: rows · +: whole record", "p or Esc: rows")
"""The hint while the preview hides the rows."""


class StatusHost(Protocol):
    """A table, as its status line uses it."""

    copying: Copying
    marking: Marking
    narrowing: Narrowing
    paging: Paging
    previewing: Previewing
    searching: Searching
    staging: Staging

    @property
    def app(self) -> App[Any]: ...
    @property
    def grid(self) -> ListGrid: ...
    @property
    def has_store(self) -> bool: ...
    @property
    def size(self) -> Size: ...
    @property
    def listed(self) -> ListState: ...
    @property
    def labels(self) -> ListLabels: ...
    def query_one(self, selector: str, expect_type: type[Static], /) -> Static: ...


class StatusLine:
    """The line about the shown rows, the running work or the next key."""

    def __init__(self, host: StatusHost) -> None:
        self._host = host
        self._shown = self._progress = ""
        self._action: Callable[[int], str] = lambda width: ""
        self._view: tuple[str, ...] = ()

    def draw(self) -> None:
        """Draw the text, if it has changed."""
        host = self._host
        if not host.has_store:
            return
        if is_framed(host.grid):
            room = host.grid.outer_size.width // 2
            host.grid.show_facts(list_facts(host.listed, host.labels, width=room))
        action = self._action(status_width(host.grid, host.size))
        words = host.searching.hint or self._progress or action or self._words()
        if words != self._shown:
            self._shown = words
            show_status(host.grid, host.query_one(".status", Static), words)

    def move(self) -> None:
        """Draw the text in its place, which may have changed."""
        self._shown = ""
        self.draw()

    def show_progress(self, words: str) -> None:
        """Show progress; empty ends it."""
        self._progress = f" {words}" if words else ""
        self.draw()

    def show_action(self, words: Callable[[int], str]) -> None:
        """Show the progress of an action in the words for a width; empty ends it."""
        self._action = words
        self.draw()

    def show_view(self, *words: str) -> None:
        """Show that a saved view was changed, in a long and a short form."""
        if words != self._view:
            self._view = words
            self.draw()

    def _words(self) -> str:
        host = self._host
        mood = "ranging" if host.marking.anchor else ""
        if host.copying.active:
            mood = "copying" + " without footer" * (not are_in_footer(host.app, COPIES))
        back = BACK if host.previewing.place == "whole" else self._view
        return status_line(
            host.listed,
            mood,
            host.grid.hidden,
            width=status_width(host.grid, host.size),
            narrowed=host.narrowing.words,
            labels=host.labels,
            also=host.staging.status() or back,
            keys=host.paging.hint(),
            columns_key=bound_key(host.app, "list.columns", "C"),
            framed=is_framed(host.grid),
        )
