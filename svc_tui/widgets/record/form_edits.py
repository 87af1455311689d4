"""FormEdits: write what is typed into a form to the draft of its record."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any, Protocol

from svc_tui.stores.record.detail_store import DetailStore
from svc_tui.stores.session.remote_checks import RemoteCheckStore
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.field_edits import take_edit
from svc_tui.widgets.form.form import SvcForm


class EditsHost(Protocol):
    """A widget with the forms of one record."""

    store: DetailStore
    forms: list[SvcForm]

    def run_worker(self, work: Coroutine[Any, Any, Any], *, group: str, exclusive: bool) -> Any: ...


class FormEdits:
    """Writes edits into the draft, and runs the checks that only advise."""

    def __init__(self, host: EditsHost) -> None:
        self.host = host
        self.advice = RemoteCheckStore()

    def take(self, event: SvcField.Edited) -> None:
        """Write an edit, unless a newer one has been written."""
        if take_edit(event):
            self._write(event)

    def take_typed(self) -> None:
        """Write what the editors hold now."""
        for form in self.host.forms:
            for edit in form.typed():
                self._write(edit)

    def _write(self, edit: SvcField.Edited) -> None:
        store = self.host.store
        form = next((form for form in self.host.forms if edit.field in form.fields), None)
        if form is not None:
            lookup = "" if store.state.is_new else store.lookup
            for path, value in form.write(store.state.draft, edit, lookup).items():
                store.edit(path, value)
            self._ask_advice(edit.field)

    def _ask_advice(self, field: SvcField) -> None:
        check, path, draft = (
            field.descriptor.validate_async,
            field.path,
            self.host.store.state.draft,
        )
        if check is not None:
            rest = field.descriptor.validate_async_debounce
            asking = self.advice.ask(path, draft.get(path), check, model=draft.current, rest=rest)
            self.host.run_worker(asking, group=f"advice:{path}", exclusive=True)

    def draw_advice(self) -> None:
        """Show the advice of the checks about the current values."""
        if self.advice.state.said:
            draft = self.host.store.state.draft
            for field in [field for form in self.host.forms for field in form.fields]:
                field.messages.advise(self.advice.about(field.path, draft.get(field.path)))
