"""SvcListQuickEdit: open a small form over the list, and post the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from textual.message import Message
from textual.reactive import reactive

from svc_tui.models.arguments import Address, ListOf, checks_arguments
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.location import record_id
from svc_tui.models.registry import FieldRegistry
from svc_tui.stores.listing.staged_store import StagedRecord
from svc_tui.stores.record.detail_store import NEW
from svc_tui.widgets.base import SvcWidget, when_booted, when_drawn
from svc_tui.widgets.form.setting_checks import check_bare_fields
from svc_tui.widgets.listing.quick_edit_dialog import QuickEditDialog


@checks_arguments(
    endpoint=Address, item_id=(str, int, type(None)), edit_fields=ListOf(FieldDescriptor)
)
class SvcListQuickEdit(SvcWidget):
    """Opens a form while `open` is true.

    Without `item_id` it adds a record. Only changed fields are sent, or the whole record where
    there is no PATCH; the backend's errors are shown at the fields, and the form stays open. Slot
    `extra` receives model.
    """

    DEFAULT_CSS = "SvcListQuickEdit { display: none; }"

    open: reactive[bool] = reactive(False, init=False)
    """Whether the form is on the screen."""

    class OpenChanged(Message):
        """The form was opened or closed."""

        def __init__(self, open: bool) -> None:
            super().__init__()
            self.open = open

    class Saved(Message):
        """The record was written."""

        def __init__(self, item: Mapping[str, Any]) -> None:
            super().__init__()
            self.item = item

    class Staged(Message):
        """The edit was staged: the list sends it later."""

        def __init__(self, staged: StagedRecord) -> None:
            super().__init__()
            self.staged = staged

    class NextWanted(Message):
        """Edit the record after `key`, which is saved; "new" means another new one."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(
        self,
        *,
        open: bool,
        endpoint: str,
        item_id: str | int | None = None,
        edit_fields: Sequence[FieldDescriptor] = (),
        lookup: str = "id",
        title_field: str | None = None,
        languages: Sequence[str] | None = None,
        registry: FieldRegistry | None = None,
        defaults: Mapping[str, Any] | None = None,
        records: Any = None,
        quiet: bool = False,
        stage: bool = False,
        staged: StagedRecord | None = None,
        begin_at: str = "",
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.needs_services = records is None
        self.quiet = quiet
        """Whether the opener reports the save itself."""
        self.defaults = dict(defaults or {})
        """The initial values of a new record."""
        self.records = records
        """The given rows to read and write instead of the endpoint."""
        self.stage = stage and item_id is not None
        """Whether it is staged in the list instead of being written; a new record never is."""
        self.staged = staged
        """The staged changes of this record."""
        self.begin_at = begin_at
        """The column whose field has the focus at first; the first field if it has none."""
        self.endpoint = endpoint
        self.item_id = item_id
        self.edit_fields = tuple(edit_fields)
        self.lookup = lookup
        self.title_field = title_field
        self.languages = tuple(languages or ())
        self.registry = registry
        check_bare_fields(self, self.edit_fields, registry)
        self.set_reactive(SvcListQuickEdit.open, open)
        self._dialog: QuickEditDialog | None = None
        self.next_wanted = False
        """Whether the list should open the next form and has not done so yet."""

    @property
    def coming(self) -> bool:
        """Whether keys that reach the page below are meant for the form: it opens or closes."""
        return self.next_wanted or self.open

    def on_mount(self) -> None:
        """Open at once if asked to."""
        if self.records is not None:
            when_drawn(self, self.watch_open)
        else:
            when_booted(self, lambda: when_drawn(self, self.watch_open))

    def watch_open(self) -> None:
        """Open or close."""
        if self.open and self._dialog is None:
            self._dialog = QuickEditDialog(self)
            self.app.push_screen(self._dialog, self._dialog_closed)
        elif not self.open and self._dialog is not None:
            self._dialog.close()

    def _dialog_closed(self, result: Mapping[str, Any] | None) -> None:
        self._dialog = None
        self.set_reactive(SvcListQuickEdit.open, False)
        self.post_message(self.OpenChanged(False))
        if result is None:
            return
        if isinstance(result["item"], StagedRecord):
            self.post_message(self.Staged(result["item"]))
        else:
            self.post_message(self.Saved(result["item"]))
        if result["next"]:
            self.next_wanted = True
            self.post_message(
                self.NextWanted(NEW if self.item_id is None else record_id(str(self.item_id)))
            )
