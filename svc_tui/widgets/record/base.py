"""RecordWidget: the base of whatever edits one record."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from textual import on

from svc_tui.models.registry import FieldRegistry
from svc_tui.stores.record.detail_store import DetailStore
from svc_tui.stores.record.draft import leaves
from svc_tui.stores.session.snack_store import UNDONE, Kind
from svc_tui.widgets.base import SvcWidget, services
from svc_tui.widgets.form import checks
from svc_tui.widgets.form.defaults import default_registry
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.field_paths import FieldPath, placed, words_at
from svc_tui.widgets.form.value_text import ValueFormatter
from svc_tui.widgets.record.autosave import DraftAutosave
from svc_tui.widgets.record.leave_guard import LeaveGuard
from svc_tui.widgets.record.merge_dialog import MergeDialog, MergeText
from svc_tui.widgets.record.writer import RecordWriter

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.stores.record.history_store import Write
    from svc_tui.stores.record.merge import Merge


class RecordWidget(SvcWidget):
    """Around one `DetailStore`. A subclass has the fields, and shows what is wrong with them."""

    store: DetailStore

    def __init__(self, *, registry: FieldRegistry | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.registry = registry or default_registry()
        self.places: tuple[FieldPath, ...] = ()
        """Every value of the form, in every language."""
        self.drafts = DraftAutosave(self)
        self.writer = RecordWriter(self)
        self.leaving = LeaveGuard(self, self.writer)

    @property
    def known_services(self) -> Svc | None:
        """The services; None outside a console, where given rows are edited."""
        return services(self)

    # For a subclass

    def take_typed(self) -> None:
        """Bring the newest keystrokes into the draft."""

    def go_to_error(self) -> None:
        """Show the first error."""

    def is_valid(self) -> bool:
        """Check the draft; the messages of what is wrong go to the fields."""
        state = self.store.state
        if not self.store.dirty and not state.is_new:
            return True
        found = checks.problems(state.draft, self.places, self.registry)
        if found:
            self.store.say(found)
        return not found

    def put_errors(self, errors: Any) -> Any:
        """Return a backend's messages at our fields; what belongs to none stands under `""`."""
        return placed(errors, self.places)

    def notify_saved(self, words: str) -> None:
        """Tell the user that the record was saved."""
        kind: Kind = "warning" if self.store.overtaken else "success"
        self.svc.snack.show(words, kind, until=(UNDONE,))

    # Writing and leaving

    async def save(self) -> bool:
        """Check, then send what differs; True when it was written."""
        return await self.writer.save()

    async def undo(self, write: Write | None = None) -> bool:
        """Undo the user's last save, or this one; asks first. True when that was written."""
        return await self.writer.undo(write)

    async def discard(self) -> None:
        """Give up what is unsaved, but keep it as a draft that `u` brings back."""
        await self.drafts.discard()

    def unsaved(self) -> str:
        """Return the names of what is not saved; "" where everything is."""
        return self.leaving.unsaved()

    async def may_leave(self) -> bool:
        """Ask where something is unsaved; whether the form may be left."""
        return await self.leaving.may_leave()

    def keep_late(self) -> None:
        """Keep as a draft what an external editor returned after the form was closed."""
        self.drafts.keep_late()

    @on(DetailStore.Changed)
    def _autosave(self, event: DetailStore.Changed) -> None:
        if event.store is self.store:
            self.drafts.record_changed()

    @on(DetailStore.Saved)
    def _begin_draft(self) -> None:
        self.drafts.record_saved()

    def on_unmount(self) -> None:
        """Let the page be left; unsaved changes stay on disk."""
        self.leaving.stop()
        self.drafts.stop()

    # Words

    @property
    def readings(self) -> ValueFormatter:
        """The words for the values of the form, as far as they have any of their own."""
        mounted = self.query(SvcField).results(SvcField)
        return ValueFormatter(self.places, self.registry, mounted=mounted, svc=services(self))

    def merge_view(self, merge: Merge, wording: MergeText, note: str = "") -> MergeDialog:
        """Return a dialog about three states of this record, in the words of its form."""
        return MergeDialog(merge, self.words_at, wording, note, self.readings)

    def changed_words(self) -> list[str]:
        """Return the names of what differs, in the form's order."""
        return self.words_of(leaves(self.store.state.draft.diff()))

    def words_of(self, paths: Iterable[str]) -> list[str]:
        """Return the names of the values at these paths; what lies in a field is that field."""
        return list(dict.fromkeys(self.words_at(path) or path for path in paths))

    def words_at(self, path: str) -> str | None:
        """Return the name of the value at a path, or what it lies in; None outside all fields."""
        return words_at(self.places, path)
