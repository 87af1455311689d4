"""The media library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events, on
from textual.binding import Binding
from textual.widget import Widget

from svc_tui.screens.page import SvcPage
from svc_tui.stores.listing.location_check import notice_of, understood, unread_names
from svc_tui.stores.media.media_location import NAMES, MediaLocation
from svc_tui.stores.session.snack_store import LEFT
from svc_tui.widgets.media.manager import SvcMediaManager

if TYPE_CHECKING:
    from svc_tui.stores.listing.location_check import Unread


class MediaPage(SvcPage):
    """`/media`: its folder, search, filter and page are the location's query."""

    BINDINGS = [
        Binding(
            "u", "undo", "Undo", show=False,
            tooltip="Restore what you discarded last. Changes to files can't be undone.",
            id="media.undo",
        ),
    ]  # fmt: skip

    _unread: tuple[Unread, ...] = ()  # A subclass may have a content of its own.

    def content(self) -> list[Widget]:
        self._unread = unread_names(self.visit.location, NAMES, "the library")
        if self._unread:
            self.svc.snack.show(notice_of(self._unread), "warning", 8, until=(LEFT,))
        self.manager = SvcMediaManager(
            place=MediaLocation.of(self.visit.location),
            cursor=self.visit.memory.get("cursor"),
            zone=self.svc.config.zone,
            slots=self.slots,
        )
        return [self.manager]

    @property
    def coming(self) -> bool:
        return self.manager.coming

    def main(self) -> Widget | None:
        """Return the list, or the details if they cover it."""
        if not self.manager.is_ready:
            return None
        narrow = not self.manager.has_class("-beside")
        hidden = self.manager.has_class("-editing") and narrow
        return self.manager.editor if hidden else self.manager.gallery.view

    def show_references(self) -> None:
        """Show the records that use the current file (`gr`)."""
        self.manager.show_references()

    def on_mount(self) -> None:
        self._unguard = self.svc.router.guard(self.manager.may_leave, self.manager.unsaved)

    def on_unmount(self) -> None:
        self._unguard()

    def signed_in_again(self) -> None:
        """Load the folder again if it could not be loaded."""
        self.manager.signed_in_again()

    def on_paste(self, event: events.Paste) -> None:
        """Treat a path pasted beside the manager as a dropped file too."""
        self.manager.drop(event.text)

    def action_undo(self) -> None:
        """Restore what was discarded, unless something here has changed since."""
        if self.svc.undo_restores_discarded:
            self.ask(self.svc.restore_last_discarded())
        else:
            words = "There is nothing to undo: changes to files can't be undone."
            self.svc.snack.show(words, until=(LEFT,))

    @on(SvcMediaManager.Moved)
    def _follow(self, event: SvcMediaManager.Moved) -> None:
        """Put the place into the location, and keep the cursor for coming back."""
        if not self.manager.is_ready:
            return  # The page is closing; its message came too late.
        self.visit.memory["cursor"] = self.manager.gallery.current_key
        here = self.svc.router.state.location
        located = event.place.located(understood(here, self._unread))
        if self.svc.router.visit is self.visit and located != here:
            self.svc.router.describe(located)
