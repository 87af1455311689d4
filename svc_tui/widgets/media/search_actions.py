"""What is shown of the library: words, a type of files, a page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from textual import on
from textual.timer import Timer
from textual.widgets import Input

from svc_tui.stores.media.media_location import MediaLocation
from svc_tui.widgets.media.base import MediaBase
from svc_tui.widgets.media.folders import SvcMediaFolders

SEARCH_PAUSE = 0.5
"""Seconds of rest before typed words are searched for (reference 2.22)."""


class SearchActions(MediaBase):
    """The search, the filter, and turning pages."""

    _pause: Timer | None = None

    @on(SvcMediaFolders.MimeWanted)
    def _filter(self, event: SvcMediaFolders.MimeWanted) -> None:
        event.stop()
        self._load(self.store.set_mime_type(event.mime))

    @on(Input.Changed, ".search")
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        if event.input.has_focus:  # An input says this also of the text that it begins with.
            self._stop_pause()
            self._pause = self.set_timer(SEARCH_PAUSE, lambda: self._search(event.value))

    @on(Input.Submitted, ".search")
    def _searched(self, event: Input.Submitted) -> None:
        event.stop()
        self._stop_pause()
        self._search(event.value, self._enter)
        self.gallery.focus()

    def action_leave_search(self) -> None:
        """Esc: out of the words, back to the list."""
        self.gallery.focus()

    def action_search(self) -> None:
        """Type words."""
        self.query_one(".search", Input).focus()

    def action_filter(self) -> None:
        """The next type of files."""
        self.query_one(SvcMediaFolders).want_next()

    def action_clear(self) -> None:
        """Forget words and filter."""
        self._stop_pause()
        with self.prevent(Input.Changed):
            self.query_one(".search", Input).value = ""
        state = self.store.state
        folder = state.parent_folder.id if state.parent_folder else None
        self._load(self.store.restore(MediaLocation(folder, mime=state.locked_mime)))

    def action_page(self, by: int) -> None:
        """The next or the previous page."""
        turning = self.store.get_root(page=self.store.state.page + by)
        if self.store.state.looking:  # What has been found is turned over while more is looked for.
            self.run_worker(turning, group="turning", exclusive=True)
        else:
            self._load(turning)

    def _search(self, words: str, load: Callable[[Awaitable[object]], None] | None = None) -> None:
        """Ask for what holds these words; `load` says how, where keys are to wait for it."""
        if words.strip() != self.store.state.search and self.store.keeper is self:
            (load or self._load)(self.store.get_root(page=1, search=words))

    def _stop_pause(self) -> None:
        if self._pause is not None:
            self._pause.stop()
            self._pause = None
