"""Changing: open items for editing, and add, delete and duplicate them."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from functools import partial
from typing import Any, ClassVar, Protocol

from textual.screen import Screen

from svc_tui.models.base import label_from
from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.repeater_items import TEMPLATE
from svc_tui.text import plural
from svc_tui.widgets.command import Blocked, Command
from svc_tui.widgets.form.chooser import ChoiceDialog, ChoiceOption
from svc_tui.widgets.form.repeater.host import (
    ItemsHost,
    chosen,
    named,
    unless_editable,
    unless_focused,
)
from svc_tui.widgets.form.repeater.item_text import copied_item


class ChangeHost(ItemsHost, Protocol):
    """A list whose items can be typed into."""

    @property
    def descriptor(self) -> FieldDescriptor: ...
    def ask(self, dialog: Screen[Any], answer: Callable[[Any], Any]) -> None: ...
    async def type_into(self, key: int) -> None: ...
    def refresh_bindings(self) -> None: ...


def _allowed(most: int | None) -> str:
    return plural(most or 0, "item is allowed", "items are allowed")


def _required(least: int) -> str:
    return plural(least, "item is required", "items are required")


def _not_editable(changing: Changing) -> Blocked | None:
    return unless_editable(changing.host, changing.host.items.items)


def _not_addable(changing: Changing) -> Blocked | None:
    return unless_editable(changing.host)


def _not_copyable(changing: Changing) -> Blocked | None:
    if not changing.host.attrs.get("allow_duplicate", True):
        return Blocked("Items in this field can't be duplicated.", hidden=True)
    return _not_editable(changing)


def _not_openable(changing: Changing) -> Blocked | None:
    if (why := unless_focused(changing.host)) is not None:
        return why
    return None if changing.host.items.items else Blocked("There is no item to open.")


class Changing:
    """Adds, duplicates and deletes items; asks before a delete where the field is set to."""

    GROUP: ClassVar[str] = "Repeater"

    def __init__(self, host: ChangeHost) -> None:
        self.host = host
        self._asked: Set[int] | None = None

    @property
    def asks(self) -> bool:
        """Whether a delete waits for its confirming key."""
        return self._asked is not None

    async def edit(self) -> None:
        """Open the item under the cursor, and type into its first field."""
        if self.host.at is not None:
            await self.host.type_into(self.host.at)

    async def add(self) -> None:
        """Add an item after this one; ask for its template where there are several."""
        if self.host.items.room == 0:
            self.host.say(f"At most {_allowed(self.host.items.limits.most)}.")
            return
        names = list(self.host.descriptor.templates)
        if len(names) > 1:
            offers = [ChoiceOption(name, label_from(name)) for name in names]
            heading = f"{self.host.descriptor.label}: add"
            self.host.ask(ChoiceDialog(heading, offers, 0, ""), self._template_chosen)
        else:
            await self._add(names[0] if names else None)

    async def _template_chosen(self, offer: ChoiceOption | None) -> None:
        if offer is not None:
            await self._add(str(offer.value))

    async def _add(self, template: str | None) -> None:
        items, at = self.host.items, self.host.at
        value: dict[str, Any] = {} if template is None else {TEMPLATE: template}
        here = items.index(at) if at is not None else -1
        items, key = items.added(value, here + 1 if here >= 0 else len(items))
        self.host.set_items(items, key)
        if key is not None:
            await self.host.type_into(key)

    def delete(self) -> None:
        """Delete the chosen items, after a confirming key if the field asks for one."""
        keys, items = chosen(self.host), self.host.items
        if len(keys) > items.spare:
            self.host.say(f"At least {_required(items.limits.least)}.")
        elif self.host.attrs.get("confirm_delete", True):
            self._asked = keys
            self.host.refresh_bindings()
            self.host.say(
                f"Delete {named(self.host, keys)}? Press y to delete, any other key to keep."
            )
        else:
            self._delete(keys)

    def answer(self, key: str) -> bool:
        """Take a key as the answer to a question; False where none is open."""
        asked, self._asked = self._asked, None
        self.host.say("")
        if asked is None:
            return False
        self.host.refresh_bindings()
        if key == "y":
            self._delete(asked)
        return True

    def drop_question(self) -> None:
        """Delete nothing, as the user did something else."""
        self._asked = None
        self.host.refresh_bindings()
        self.host.say("")

    def _delete(self, keys: Set[int]) -> None:
        items = self.host.items.deleted(keys)
        if items is not self.host.items:
            self.host.set_items(items)
            self.host.say(f"{plural(len(keys), 'item', 'items')} deleted. Press u to undo.")

    def duplicate(self) -> None:
        """Add copies of the chosen items, each after its original."""
        self.host.take_typed()
        keys = chosen(self.host)
        copied = partial(copied_item, self.host.descriptor)
        items, made = self.host.items.duplicated(keys, copied)
        self.host.set_items(items, made[0] if made else None)
        if len(made) < len(keys):
            said = plural(len(made), "copy", "copies") if made else "Not duplicated"
            self.host.say(f"{said}: at most {_allowed(items.limits.most)}.")

    COMMANDS: ClassVar[Sequence[Command]] = (
        Command("repeater.edit", "enter,e,i", "Edit", edit, _not_openable,
                "Open this item for editing.",
                shown=True),
        Command("repeater.add", "n", "Add", add, _not_addable, "Add a new item after this one.",
                shown=True),
        Command("repeater.delete", "d", "Delete", delete, _not_editable,
                "Delete this item, or all marked items.",
                shown=True),
        Command("repeater.copy", "c", "Duplicate", duplicate, _not_copyable,
                "Add a copy of this item after it.",
                shown=True),
    )  # fmt: skip
