"""Keys for whole records of a list: open one, begin one, delete one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textual import on
from textual.binding import Binding
from textual.message import Message

from svc_tui.api.errors import ApiError
from svc_tui.stores.listing.action_history import deleted
from svc_tui.stores.record.write_result import CheckedWriteError
from svc_tui.stores.rows import title_of
from svc_tui.text import cut
from svc_tui.widgets.base import services
from svc_tui.widgets.listing.base import ListPart
from svc_tui.widgets.listing.grid import ListGrid


class RecordKeys(ListPart):
    """Enter opens the row under the cursor, `n` begins a record, `d` deletes after a question."""

    KEYS_ABOUT = "Records"

    BINDINGS = [
        Binding("n,ctrl+n", "new", "New", tooltip="A new record.", id="list.new"),
        Binding("d", "delete", "Delete", show=False, tooltip="Asks first.", id="list.delete"),
    ]

    lookup: str = "id"
    detail_base: str | None = None
    may_add: bool = True
    may_delete: bool = True

    class Opened(Message, namespace="svc_list_table"):
        """The operator wants to see a record; `location` is its page, where the list knows it."""

        def __init__(self, key: str, location: str | None, typing: bool = False) -> None:
            super().__init__()
            self.key = key
            self.location = location
            self.typing = typing
            """Whether to type into its first field at once."""

    class NewWanted(Message, namespace="svc_list_table"):
        """The operator wants a new record."""

    class DeleteWanted(Message, namespace="svc_list_table"):
        """The operator wants what is marked deleted."""

    @on(ListGrid.Opened)
    def _opened(self, event: ListGrid.Opened) -> None:
        event.stop()
        self.open_row(event.key)

    def open_row(self, key: str, typing: bool = False) -> None:
        """Say that the operator wants to see a record, or to type into it."""
        if not key:
            self.say(f"This row has no {self.lookup}, so it can't be opened.", "warning")
            return
        base = self.detail_base
        self.post_message(self.Opened(key, location_of(base, key) if base else None, typing))

    def action_new(self) -> None:
        """A new record."""
        self.post_message(self.NewWanted())

    def action_delete(self) -> None:
        """Delete the record under the cursor, or let whoever runs actions delete the marked."""
        if self.listed.selection:
            self.post_message(self.DeleteWanted())
        elif (key := self.grid.current) is not None:
            self.ask(self._ask_and_delete(key, self.grid.current_row or {}))

    async def _ask_and_delete(self, key: str, row: Mapping[str, Any]) -> None:
        title = title_of(row, self.lookup)
        sure = await self.svc.confirm.ask(
            "Delete this record?",
            f"{title}\nThis can't be undone.",
            confirm_text="Delete",
            dangerous=True,
        )
        if not sure:
            return
        try:
            if not await self._still_sure(key, row, title):
                return
            deleted_now = await self.store.delete(key)
        except ApiError as error:
            words = str(error) if isinstance(error, CheckedWriteError) else f"Not deleted. {error}"
            self.say(words, "warning" if error.may_have_been_applied else "error", 8)
            return
        if not deleted_now:
            self.say(f"It was gone already: {title}")
            return
        if crud := self.store.crud:
            endpoint = crud.endpoint.collection
            self.svc.history.add(deleted(row, endpoint, key, title, self.detail_base or ""))
        self.say(f"Deleted: {title}", "success")

    async def _still_sure(self, key: str, row: Mapping[str, Any], title: str) -> bool:
        """Whether to delete a row; asks once more where it is not what the list shows of it."""
        # What is staged over the list is in no row of the store.
        changed = await self.store.changed_since(key, self.store.row(key) or row)
        if changed == ():
            return True
        names = {column.key: column.label for column in self.grid.list_columns}
        what = cut(", ".join(names.get(one, one) for one in changed or ()), 120)
        why = f"Somebody changed it since the list was loaded: {what}."
        if changed is None:
            why = "It is not on this page any more: somebody may have changed or deleted it."
        return await self.svc.confirm.ask(
            "Delete it all the same?", f"{title}\n{why}", confirm_text="Delete", dangerous=True
        )

    def why_not(self, action: str, parameters: tuple[object, ...]) -> str:
        """The right that is missing."""
        if action == "new" and not self.may_add:
            return self.lacks("add")
        if action == "delete" and not self.may_delete:
            return self.lacks("delete")
        if action == "delete" and services(self) is None:
            return "Deleting needs services to ask with."
        return super().why_not(action, parameters)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Without the right they are dim."""
        if action == "new":
            return True if self.may_add else None
        if action == "delete":
            able = self.may_delete and services(self) is not None
            return True if able and self.listed.rows else None
        return super().check_action(action, parameters)


def location_of(base: str, key: str) -> str:
    """A row's own page: the base and its key."""
    from svc_tui.models.location import Location

    return str(Location(base.rstrip("/")).child(key))
