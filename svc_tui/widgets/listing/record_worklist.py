"""RecordWorklist: one field of record after record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textual import on
from textual.containers import VerticalScroll
from textual.widget import Widget

from svc_tui.models.dotted_path import value_at
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.registry import FieldRegistry
from svc_tui.stores.listing.record_queue import WorkRecord
from svc_tui.stores.record.draft import Draft, get_path, unreadable_in
from svc_tui.stores.record.field_paths import places
from svc_tui.stores.rows import Row
from svc_tui.stores.worklist.worklist_store import WorklistStore
from svc_tui.text import cut
from svc_tui.widgets.form.checks import problem_of
from svc_tui.widgets.form.field import REQUIRED, SvcField
from svc_tui.widgets.form.field_edits import take_edit
from svc_tui.widgets.form.form import SvcForm
from svc_tui.widgets.form.summary import summary
from svc_tui.widgets.listing.bulk_edit import is_blank
from svc_tui.widgets.worklist import WorklistDialog

SHOWN = 8
"""Maximum number of list columns above the field."""


class RecordWorklist(WorklistDialog):
    """Asks for the value of one field in each record."""

    DEFAULT_CSS = """
    RecordWorklist VerticalScroll { height: 1fr; margin-top: 1; }
    """

    keys = "Enter or Ctrl+S saves · Tab skips · Esc closes"

    def __init__(
        self,
        store: WorklistStore,
        field: FieldDescriptor,
        columns: Mapping[str, str],
        *,
        registry: FieldRegistry,
        languages: tuple[str, ...] = (),
        lang: str | None = None,
    ) -> None:
        super().__init__(store)
        self.columns = columns
        """The labels of the columns that are shown beside, by their keys."""
        self.registry = registry
        languages = languages if field.translatable else ()
        self.draft, self.edits = Draft(), dict[str, Any]()
        field = field.model_copy(update={"group": None, "tab": None, "subtab": None})
        shown = lang or next(iter(languages), None)
        self.form = SvcForm((field,), registry=registry, languages=languages, lang=shown)
        self.places = places((field,), languages)

    def editor(self) -> Widget:
        return VerticalScroll(self.form, can_focus=False)

    def show(self, item: WorkRecord, same: bool) -> None:
        """Show the field of a record; what is typed for the same one stays."""
        assert item.store is not None
        record: Row = item.store.state.draft.original
        if not same:
            self.edits = {}
        self.draft = Draft.of(record)
        for path, value in self.edits.items():
            self.draft = self.draft.edited(path, value)
        self._draw_field()
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        for field in self.form.fields:
            field.begin()

    def _draw_field(self, errors: Mapping[str, tuple[str, ...]] | None = None) -> None:
        self.form.show(self.draft, errors or {}, self.form.lang)

    @on(SvcField.Edited)
    def _edited(self, event: SvcField.Edited) -> None:
        if take_edit(event):
            self._write(event)
            self._draw_field()

    @on(SvcField.Finished)
    def _finished(self, event: SvcField.Finished) -> None:
        event.stop()
        self.action_save()

    def _write(self, edit: SvcField.Edited) -> None:
        for path, value in self.form.write(self.draft, edit).items():
            self.edits[path] = value
            self.draft = self.draft.edited(path, value)

    def _take_typed(self) -> None:
        for edit in self.form.typed():
            self._write(edit)

    def value(self) -> dict[str, Any] | None:
        """Return the edited values by path; None if one can't be sent, which is shown."""
        self._take_typed()
        errors: dict[str, tuple[str, ...]] = {
            path: (found.problem,) for path, found in unreadable_in(self.edits)
        }
        for place in self.places:
            if place.path in self.edits and place.path not in errors:
                value = self.edits[place.path]
                said = problem_of(self.registry, place.field, value, self.draft.current)
                said = said or (REQUIRED if place.field.required and is_blank(value) else None)
                errors |= {place.path: (said,)} if said else {}
        self._draw_field(errors)
        return None if errors else self.edits

    @property
    def unsaved(self) -> bool:
        self._take_typed()
        return self.draft.dirty

    def facts(self, item: WorkRecord) -> str:
        return item.title

    def others(self, item: WorkRecord) -> str:
        """Return what the list shows of the record."""
        record = self.draft.original
        found = (
            (text, summary(value_at(record, key))) for key, text in [*self.columns.items()][:SHOWN]
        )
        texts = ((text, cut(words, 60)) for text, words in found if words)
        lines = [f"{text}: {words}" for text, words in texts if words != item.title]
        lines += [
            f"Stored: {cut(summary(get_path(self.draft.original, path)), 60)}"
            for path in self.edits
        ]
        return "\n".join(lines)
