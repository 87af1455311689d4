"""Quick edit and quick add: a small form over the list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from textual.binding import Binding

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.listing.offline_sources import OfflineRecords, OfflineSource
from svc_tui.stores.record.detail_state import NEW
from svc_tui.widgets.base import services
from svc_tui.widgets.listing.base import ListPart

if TYPE_CHECKING:
    from svc_tui.models.registry import FieldRegistry
    from svc_tui.stores.listing.staged_store import Staged
    from svc_tui.widgets.listing.quick_edit import SvcListQuickEdit


class EditingKeys(ListPart):
    """`i` edits the row under the cursor, `I` adds one; only where `edit_fields` are given."""

    KEYS_ABOUT = "Records"

    BINDINGS = [
        Binding("i,f2", "quick_edit", "Quick edit", show=False, tooltip="Here.", id="list.edit"),
        Binding("e", "edit_record", "Edit", show=False, tooltip="Its page.", id="list.edit_record"),
        Binding("I", "quick_add", "Quick add", show=False, tooltip="Here.", id="list.add"),
    ]

    endpoint: str = ""
    lookup: str = "id"
    edit_fields: Sequence[FieldDescriptor] = ()
    """The fields of quick edit (toolkit: SvcList)."""
    languages: Sequence[str] | None = None
    registry: FieldRegistry | None = None
    stage: bool = False
    """Whether edits wait in the list until they are sent together."""
    may_change: bool = True
    may_add: bool = True

    def action_edit_record(self) -> None:
        """The record's own page, typing in its first field."""
        self.open_row(self.grid.current or "", typing=True)

    def action_quick_edit(self) -> None:
        """The fresh record, in a small form."""
        if (key := self.grid.current) is not None:
            self.quick_edit(key)

    def action_quick_add(self) -> None:
        """A new record, in the same form."""
        self.quick_edit(None)

    def on_svc_list_quick_edit_saved(self) -> None:
        """A record was changed, or added."""
        self.load(self.store.refresh())

    def on_svc_list_quick_edit_next_wanted(self, event: SvcListQuickEdit.NextWanted) -> None:
        """Save and next: the record on the next line, or another new one."""
        event.stop()
        if event.key == NEW:
            self.quick_edit(None)
            return
        keys = self.grid.keys
        at = keys.index(event.key) + 1 if event.key in keys else len(keys)
        following = next(((n, key) for n, key in enumerate(keys) if n >= at and key), None)
        if following is None:
            self.say("That was the last row of this page.")
            return
        self.grid.go_to_row(following[0])
        self.quick_edit(following[1])

    def quick_edit(self, key: str | None) -> None:
        """A small form over the list: of this record, or of a new one."""
        # Here, not above: a list is shown before anybody needs all that a form is made of.
        from svc_tui.widgets.listing.quick_edit import SvcListQuickEdit

        for old in self.query(SvcListQuickEdit):
            old.remove()
        self.mount(
            SvcListQuickEdit(
                open=True,
                endpoint=self.endpoint,
                item_id=key,
                edit_fields=self.edit_fields,
                lookup=self.lookup,
                languages=self.languages,
                registry=self.registry,
                records=self._given_records(),
                stage=self.stage,
                staged=self.waiting.get(key or ""),
                slots=self.slots.scoped("qedit"),
                svc=services(self),
            )
        )

    @property
    def waiting(self) -> Mapping[str, Staged]:
        """What waits to be sent, by the keys of the rows."""
        return {}

    def _given_records(self) -> OfflineRecords | None:
        """The rows that were given, as records to edit; None where there is a backend."""
        source = self.store.source
        return OfflineRecords(source) if isinstance(source, OfflineSource) else None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Without fields there is nothing to edit; without the right it is dim."""
        editable = self.edit_fields and (self.endpoint or hasattr(self, "store"))
        if action in ("quick_edit", "quick_add") and not editable:
            return False
        if action in ("quick_edit", "edit_record"):
            return True if self.may_change and self.listed.rows else None
        if action == "quick_add":
            return True if self.may_add else None
        return super().check_action(action, parameters)

    def why_not(self, action: str, parameters: tuple[object, ...]) -> str:
        """The right that is missing."""
        if action in ("quick_edit", "edit_record") and not self.may_change:
            return self.lacks("change")
        if action == "quick_add" and not self.may_add:
            return self.lacks("add")
        return super().why_not(action, parameters)
