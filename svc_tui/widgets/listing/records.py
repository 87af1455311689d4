"""Records: open, create and delete them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from textual.message import Message

from svc_tui.api.errors import ApiError
from svc_tui.api.write_subject import about_write
from svc_tui.models.location import Location
from svc_tui.stores.listing.action_history import deleted
from svc_tui.stores.record.write_result import CheckedWriteError
from svc_tui.stores.rows import lacks_key
from svc_tui.text import cut
from svc_tui.widgets.command import Blocked, Command
from svc_tui.widgets.listing.host import ListHost, not_permitted, without_rows
from svc_tui.widgets.listing.table_messages import DeleteWanted, NewWanted, Opened
from svc_tui.widgets.record.confirmations import CREATED_AGAIN, FOR_GOOD

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.widgets.listing.marking import Marking


STILL_LISTED = "The server confirmed the deletion of {}, but still lists it. Press r to look again."


class RecordsHost(ListHost, Protocol):
    """The list of the records."""

    marking: Marking

    @property
    def svc(self) -> Svc:
        """The services; raises `NoServices` without any."""

    def post_message(self, message: Message) -> bool:
        """Post a message of the list."""


class Records:
    """Posts which record to open; deletes the one under the cursor after a question."""

    GROUP: ClassVar[str] = "Records"
    COMMANDS: ClassVar[Sequence[Command]] = (
        Command(
            "list.new",
            "n,ctrl+n",
            "New",
            lambda self: self.begin(),
            lambda self: self.without_add(),
            "Create a record.",
            shown=True,
        ),
        Command(
            "list.delete",
            "d",
            "Delete",
            lambda self: self.delete(),
            lambda self: self.without_delete(),
            "Delete this or marked rows. Asks first.",
        ),
    )

    def __init__(self, host: RecordsHost) -> None:
        self.host = host

    def without_add(self) -> Blocked | None:
        """Return why no record can be added."""
        return None if self.host.options.may_add else not_permitted(self.host, "add")

    def without_delete(self) -> Blocked | None:
        """Return why nothing can be deleted."""
        if not self.host.options.may_delete:
            return not_permitted(self.host, "delete")
        if self.host.services is None:
            return Blocked("Deleting needs services.")
        return without_rows(self)

    def open(self, key: str, typing: bool = False) -> None:
        """Post that the operator wants to see a record, or to type into it."""
        options = self.host.options
        if not key:
            why = lacks_key(self.host.grid.current_row or {}, options.lookup)
            self.host.say(f"{why}, so it can't be opened.", "warning")
            return
        location = location_of(options.detail_base, key) if options.detail_base else None
        self.host.post_message(Opened(key, location, typing))

    def begin(self) -> None:
        """Post that the operator wants a new record."""
        self.host.post_message(NewWanted())

    def delete(self) -> None:
        """Delete the record under the cursor, or post that the marked ones should be deleted."""
        grid = self.host.grid
        self.host.marking.take_range()
        if self.host.listed.selection:
            self.host.post_message(DeleteWanted())
        elif (key := grid.current) is not None:
            self.host.ask(self._ask_and_delete(key, grid.current_row or {}))

    async def _ask_and_delete(self, key: str, row: Mapping[str, Any]) -> None:
        options, svc = self.host.options, self.host.svc
        title = self.host.store.name_of(row)
        sure = await svc.confirm.ask(
            "Delete this record?",
            f"{title}\n{FOR_GOOD if svc.write_log is None else CREATED_AGAIN}",
            confirm_text="Delete",
            dangerous=True,
        )
        if not sure:
            return
        try:
            if not await self._still_sure(key, row, title):
                return
            about = about_write(
                title=title,
                before=row,
                location=location_of(options.detail_base, key) if options.detail_base else "",
                numbers=[],
            )
            with about as subject:
                deleted_now = await self.host.store.delete(key)
        except ApiError as error:
            words = str(error) if isinstance(error, CheckedWriteError) else f"Not deleted. {error}"
            self.host.say(words, "warning" if error.may_have_been_applied else "error", 8)
            return
        if not deleted_now:
            self.host.say(f"Already deleted: {title}")
            return
        self._tell_deleted(key, row, title, max(subject.numbers, default=0))

    def _tell_deleted(self, key: str, row: Mapping[str, Any], title: str, number: int) -> None:
        """Report that a record was deleted, and how to undo it; `number` is that in the log."""
        options, svc = self.host.options, self.host.svc
        if self.host.store.lists(key):
            # Undo would create a second one.
            self.host.say(STILL_LISTED.format(title), "warning", 8)
            return
        if crud := self.host.store.crud:
            base = options.detail_base or ""
            write = deleted(row, crud.endpoint.collection, key, title, base)
            svc.history.add(replace(write, log_number=number))
        undo = "" if svc.write_log is None else ". Press u to create it again."
        self.host.say(f"Deleted: {title}{undo}", "success", here=bool(undo))

    async def _still_sure(self, key: str, row: Mapping[str, Any], title: str) -> bool:
        """Ask once more if the record is not as the list shows it."""
        # Staged values are in no row of the store.
        changed = await self.host.store.changed_since(key, self.host.store.row(key) or row)
        if changed == ():
            return True
        names = {column.key: column.label for column in self.host.grid.list_columns}
        what = cut(", ".join(names.get(one, one) for one in changed or ()), 120)
        why = f"Someone changed it since the list was loaded: {what}."
        if changed is None:
            why = "It is no longer on this page: it may have been changed or deleted."
        return await self.host.svc.confirm.ask(
            "Delete it anyway?", f"{title}\n{why}", confirm_text="Delete", dangerous=True
        )


def location_of(base: str, key: str) -> str:
    """Return the location of a row's own page."""
    return str(Location(base.rstrip("/")).record(key))
