"""Editing: quick edit and quick add, a small form over the list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Protocol

from textual.widget import Widget

from svc_tui.models.location import is_new
from svc_tui.models.slots import Slots
from svc_tui.stores.listing.offline_sources import OfflineRecords, OfflineSource
from svc_tui.widgets.command import Blocked, Command
from svc_tui.widgets.listing.host import ListHost, not_permitted, without_rows

if TYPE_CHECKING:
    from svc_tui.widgets.listing.quick_edit import SvcListQuickEdit
    from svc_tui.widgets.listing.staging import Staging

NO_QUICK_EDIT = Blocked(
    "This list has no quick edit. Press e to edit the record on its own page.", hidden=True
)
NO_QUICK_ADD = Blocked(
    "This list has no quick edit. Press n to add a record on its own page.", hidden=True
)


class EditingHost(ListHost, Protocol):
    """The list whose records are edited."""

    slots: Slots

    def open_row(self, key: str, typing: bool = False) -> None:
        """Open a record, optionally for typing."""

    def show_form(self, form: Widget) -> None:
        """Mount the widget that opens the form, replacing the last one."""


class Editing:
    """Opens the form; offered only where the list has `edit_fields`."""

    GROUP: ClassVar[str] = "Records"
    COMMANDS: ClassVar[Sequence[Command]] = (
        Command(
            "list.edit",
            "i,f2",
            "Quick edit",
            lambda self: self.edit_current(),
            lambda self: self.without_edit(),
            "Edit this row in a small form.",
        ),
        Command(
            "list.edit_record",
            "e",
            "Edit",
            lambda self: self.open_record(),
            lambda self: self.without_change(),
            "Open the record and edit its first field.",
        ),
        Command(
            "list.add",
            "I",
            "Quick add",
            lambda self: self.edit(None),
            lambda self: self.without_add(),
            "Add a record without leaving the list.",
        ),
    )

    def __init__(self, host: EditingHost, staging: Staging) -> None:
        self.host = host
        self.staging = staging
        self._form: SvcListQuickEdit | None = None
        """What opened the last form."""

    @property
    def coming(self) -> bool:
        """Whether keys that reach the list are meant for a form that opens or closes."""
        return self._form is not None and self._form.coming

    @property
    def _has_form(self) -> bool:
        return bool(self.host.options.edit_fields)

    def without_change(self) -> Blocked | None:
        """Return why no record can be changed."""
        if not self.host.options.may_change:
            return not_permitted(self.host, "change")
        return without_rows(self)

    def without_edit(self) -> Blocked | None:
        """Return why there is no quick edit."""
        return self.without_change() if self._has_form else NO_QUICK_EDIT

    def without_add(self) -> Blocked | None:
        """Return why there is no quick add."""
        if not self._has_form:
            return NO_QUICK_ADD
        return None if self.host.options.may_add else not_permitted(self.host, "add")

    def open_record(self) -> None:
        """Open the record's own page, typing in its first field."""
        self.host.open_row(self.host.grid.current or "", typing=True)

    def edit_current(self) -> None:
        """Edit the record under the cursor."""
        if (key := self.host.grid.current) is not None:
            self.edit(key)

    def edit_next(self, after: str) -> None:
        """After "save and next", edit the record on the next line, or another new one."""
        if self._form is not None:
            self._form.next_wanted = False
        if is_new(after):
            self.edit(None)
            return
        keys = self.host.grid.keys
        at = keys.index(after) + 1 if after in keys else len(keys)
        following = next(((n, key) for n, key in enumerate(keys) if n >= at and key), None)
        if following is None:
            self.host.say("That was the last row on this page.")
            return
        self.host.grid.go_to_row(following[0])
        self.edit(following[1])

    def edit(self, key: str | None) -> None:
        """Open the form for this record; None adds one."""
        # Imported here: a list is shown before forms are needed.
        from svc_tui.widgets.listing.quick_edit import SvcListQuickEdit

        options, source = self.host.options, self.host.store.source
        pointed = self.host.grid.current_column if self.host.grid.is_pointed else None
        self._form = SvcListQuickEdit(
            open=True,
            begin_at=pointed.key if pointed is not None and key is not None else "",
            endpoint=options.endpoint,
            item_id=key,
            edit_fields=options.edit_fields,
            lookup=options.lookup,
            title_field=options.title_field,
            languages=options.languages,
            registry=options.registry,
            records=OfflineRecords(source) if isinstance(source, OfflineSource) else None,
            stage=options.stage,
            staged=self.staging.waiting.get(key or ""),
            slots=self.host.slots.scoped("qedit"),
            svc=self.host.services,
        )
        self.host.show_form(self._form)
