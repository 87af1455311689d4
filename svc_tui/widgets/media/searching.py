"""Search the library, filter it by type, turn its pages, reload it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from textual.timer import Timer
from textual.widgets import Input

from svc_tui.stores.media.media_location import MediaLocation
from svc_tui.stores.media.media_state import MediaState
from svc_tui.stores.session.snack_store import LEFT, UNDONE
from svc_tui.stores.unavailable_reason import FIRST_PAGE, LAST_PAGE
from svc_tui.widgets.command import Blocked, Command, Controller
from svc_tui.widgets.focusing import focus_now
from svc_tui.widgets.media.folders import SvcMediaFolders
from svc_tui.widgets.media.host import MediaHost

SEARCH_PAUSE = 0.5
"""Seconds without typing before the search starts."""

HIDDEN = Blocked(hidden=True)
NOTHING_TO_CLEAR = Blocked("There is no search or filter to clear.", hidden=True)


class MediaSearching(Controller):
    """The search, the type filter, and the pages of their results."""

    GROUP = "Media"

    def __init__(self, host: MediaHost, field: Input, filters: SvcMediaFolders) -> None:
        self._host = host
        self._field = field
        self._filters = filters
        self._pause: Timer | None = None
        self._cleared: tuple[MediaLocation, MediaLocation, int] | None = None
        """What was cleared last: the place before it, and after it, and its toast."""

    @property
    def is_typing(self) -> bool:
        return self._field.has_focus

    def not_typing(self) -> Blocked | None:
        return None if self.is_typing else HIDDEN

    def not_narrowed(self) -> Blocked | None:
        """Hide the key that clears search and filter if there is neither."""
        return None if self._host.store.state.narrowed else NOTHING_TO_CLEAR

    def no_next_page(self) -> Blocked | None:
        return self._no_page(1)

    def no_previous_page(self) -> Blocked | None:
        return self._no_page(-1)

    def _no_page(self, by: int) -> Blocked | None:
        """Return why there is no such page; after the last one, a stopped search continues."""
        state = self._host.store.state
        last = state.pages + (1 if state.looked.stopped and state.missing else 0)
        if 1 <= state.page + by <= last:
            return None
        return Blocked(LAST_PAGE if by > 0 else FIRST_PAGE)

    def show(self, state: MediaState) -> None:
        """Draw the filter and the words; text being typed is left alone."""
        self._filters.show(state.mime)
        if not self.is_typing and self._field.value.strip() != state.search:
            self._put(state.search)
        if self._cleared is not None:
            before, after, toast = self._cleared
            here = replace(MediaLocation.shown(state), page=1)
            if here not in (replace(before, page=1), after):  # `u` no longer brings it back.
                self._host.svc.snack.dismiss(toast)

    def typed(self, field: Input) -> None:
        """Search for what is typed after a pause; called at each change of the field."""
        if field.has_focus:  # An input also posts this for its initial text.
            self._stop_pause()
            words = field.value
            self._pause = self._host.work.later(SEARCH_PAUSE, lambda: self._search(words))

    def submitted(self, words: str) -> None:
        """Search immediately, and go to the list."""
        self._stop_pause()
        self._search(words, self._host.work.enter)
        self._host.gallery.focus()

    def focus(self) -> None:
        focus_now(self._field)

    def leave(self) -> None:
        self._host.gallery.focus()

    def next_filter(self) -> None:
        self._filters.want_next()

    def narrow(self, mime: str | None) -> None:
        self._host.work.load(self._host.store.set_mime_type(mime))

    def clear(self) -> None:
        """Clear the search and the filters; `u` brings them back."""
        self._stop_pause()
        self._put("")
        before = MediaLocation.shown(self._host.store.state)
        place = MediaLocation(before.folder)
        gone = {"search": before.search, "filters": before.mime or before.missing}
        what = " and ".join(name for name, one in gone.items() if one)
        self._restore(place)
        words = f"{what.capitalize()} cleared. Press u to undo."
        toast = self._host.svc.snack.show(words, until=(LEFT, UNDONE))
        self._cleared = before, place, toast.id

    def nothing_cleared(self) -> Blocked | None:
        """Hide the key that brings search and filters back, unless they were cleared here last."""
        here = replace(MediaLocation.shown(self._host.store.state), page=1)
        return None if self._cleared is not None and self._cleared[1] == here else HIDDEN

    def bring_back(self) -> None:
        """Search and filter as before they were cleared."""
        if self._cleared is not None:
            place, _, toast = self._cleared
            self._host.svc.snack.dismiss(toast)
            self._restore(place)
            self._cleared = None

    def _restore(self, place: MediaLocation) -> None:
        if place.mime is None:
            place = replace(place, mime=self._host.store.state.locked_mime)
        self._host.work.load(self._host.store.restore(place))

    def next_page(self) -> None:
        self._turn(1)

    def previous_page(self) -> None:
        self._turn(-1)

    def _turn(self, by: int) -> None:
        host, state = self._host, self._host.store.state
        turning = host.store.get_root(page=state.page + by)
        if state.looking:  # The files found so far can be browsed while the search goes on.
            host.work.run(turning, "turning")
        else:
            host.work.load(turning)

    def refresh(self) -> None:
        """Reload what is shown, and details that could not be read."""
        host, state = self._host, self._host.store.state
        host.work.load(host.store.refresh())
        if state.edit_media is not None and state.edit_error is not None:
            host.work.run(host.store.open_editor(state.edit_media), "details")

    def _put(self, words: str) -> None:
        with self._field.prevent(Input.Changed):
            self._field.value = words

    def _search(self, words: str, load: Callable[[Awaitable[object]], None] | None = None) -> None:
        store = self._host.store
        if words.strip() != store.state.search and store.keeper is self._host:
            (load or self._host.work.load)(store.get_root(page=1, search=words))

    def _stop_pause(self) -> None:
        if self._pause is not None:
            self._pause.stop()
            self._pause = None

    COMMANDS = (
        Command(
            "media.search",
            "slash",
            "Search",
            focus,
            help="Search in all folders.",
            shown=True,
            key_display="/",
        ),
        Command(
            "media.leave_search", "escape", "Leave", leave, not_typing, help="Go back to the files."
        ),
        Command(
            "media.filter",
            "f",
            "Filter",
            next_filter,
            help="Show only files of one type.",
            shown=True,
        ),
        Command(
            "media.next",
            "full_stop",
            "Next page",
            next_page,
            no_next_page,
            key_display=".",
            help="Show the next page.",
        ),
        Command(
            "media.previous",
            "comma",
            "Previous page",
            previous_page,
            no_previous_page,
            key_display=",",
            help="Show the previous page.",
        ),
        Command("media.refresh", "r,ctrl+r", "Reload", refresh, help="Reload this folder."),
        Command(
            "media.clear",
            "0",
            "Clear filters",
            clear,
            not_narrowed,
            help="Clear the search and the filters.",
        ),
        Command(
            "media.search_again",
            "u",
            "Undo",
            bring_back,
            nothing_cleared,
            help="Bring back the search and the filters that were cleared.",
        ),
    )
