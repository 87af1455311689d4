"""RecordWidget: the base of widgets that edit one record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual import events, on

from svc_tui.models.field_types import default_registry
from svc_tui.models.registry import FieldRegistry
from svc_tui.stores.record.detail_store import DetailStore
from svc_tui.stores.record.field_paths import FieldPath, placed
from svc_tui.stores.session.snack_store import LEFT, PASSED, UNDONE
from svc_tui.widgets.base import SvcWidget, is_open, services
from svc_tui.widgets.listing.undo_hint import UNDO_IT
from svc_tui.widgets.record.autosave import DraftAutosave
from svc_tui.widgets.record.leave_guard import LeaveGuard
from svc_tui.widgets.record.words import RecordWords
from svc_tui.widgets.record.writer import RecordWriter

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.stores.record.history_store import Write


class RecordWidget(SvcWidget):
    """A widget around one `DetailStore`. Subclasses have the fields, and show their errors."""

    store: DetailStore

    def __init__(self, *, registry: FieldRegistry | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.registry = registry or default_registry()
        self.places: tuple[FieldPath, ...] = ()
        """Every value of the form, in every language; set once its fields are known."""
        self.words = RecordWords(self, self)
        self.drafts = DraftAutosave(self)
        self.writer = RecordWriter(self)
        self.leaving = LeaveGuard(self, self.writer)

    @property
    def known_services(self) -> Svc | None:
        """The services; None outside a console, where given rows are edited."""
        return services(self)

    @property
    def is_open(self) -> bool:
        """Whether this is on a page or in a dialog that is open."""
        return is_open(self)

    # For subclasses

    def take_typed(self) -> None:
        """Add the latest keystrokes to the draft."""

    def go_to_error(self) -> None:
        """Show the first error."""

    def is_valid(self) -> bool:
        """Check the draft; errors go to the fields."""
        return self.writer.check(self.registry)

    def put_errors(self, errors: Any) -> Any:
        """Return a backend's messages by field; others are under `""`."""
        return placed(errors, self.places)

    def notify_saved(self, words: str) -> None:
        """Tell the user that the record was saved."""
        until = (UNDONE, PASSED, LEFT) if words.endswith(UNDO_IT) else (UNDONE, PASSED)
        self.svc.snack.show(words, "warning" if self.store.overtaken else "success", until=until)

    # Writing and leaving

    async def save(self) -> bool:
        """Check, then send changes; True if it was written."""
        return await self.writer.save()

    async def undo(self, write: Write | None = None) -> bool:
        """Undo the user's last save, or this one; asks first. True if that was written."""
        return await self.writer.undo(write)

    async def discard(self) -> None:
        """Discard unsaved changes, but keep them as a draft that `u` restores."""
        await self.drafts.discard()

    async def may_leave(self) -> bool:
        """Ask if something is unsaved; whether the form may be left."""
        return await self.leaving.may_leave()

    def keep_late(self) -> None:
        """Save as a draft what an external editor returned after the form was closed."""
        self.drafts.keep_late()

    @on(DetailStore.Changed)
    def _autosave(self, event: DetailStore.Changed) -> None:
        if event.store is self.store:
            self.drafts.record_changed()

    @on(events.DescendantBlur)
    def _autosave_now(self) -> None:
        """Save the draft when a field is left."""
        self.drafts.hurry()

    @on(DetailStore.Saved)
    def _begin_draft(self) -> None:
        self.drafts.record_saved()

    def on_unmount(self) -> None:
        """Let the page be left; unsaved changes stay on disk."""
        self.leaving.stop()
        self.drafts.stop()
