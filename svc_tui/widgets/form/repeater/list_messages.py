"""ListMessages: the messages about a list, and about its items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from svc_tui.widgets.form.messages import FieldMessages, MessageHost
from svc_tui.widgets.form.repeater.item_text import errors_by_item, split_problems


class ItemErrors(Protocol):
    """A list of items that shows what is wrong in each."""

    errors: dict[int, dict[str, list[str]]]

    def tell(self, inside: Mapping[int, dict[str, list[str]]]) -> None: ...
    def settle(self) -> None: ...


class ItemListHost(MessageHost, Protocol):
    """A field with items, as its messages see it."""

    @property
    def items(self) -> ItemErrors | None: ...


class ListMessages(FieldMessages):
    """Gives messages about items to their lines; the others go under the list."""

    def __init__(self, host: ItemListHost) -> None:
        super().__init__(host)
        self._list = host
        self._checked: Mapping[int, dict[str, list[str]]] = {}
        """The messages of the checks inside the items."""

    def mark(self, changed: bool, problems: Sequence[str]) -> None:
        """Show the problems of the list; `show_inner` shows those of its items."""
        own, self._checked = split_problems(problems)
        saved = self.changed and not changed
        super().mark(changed, own)
        if saved and self._list.items is not None:
            self._list.items.settle()

    def show_inner(self, errors: Mapping[str, Sequence[str]]) -> None:
        """Show a backend's messages about items; the form calls this right after `mark`.

        A message about several items stays with the others while one of them is edited.
        """
        inside, others = errors_by_item(self._checked, errors)
        super().show_inner(others)
        items = self._list.items
        if items is not None and (inside or not self.changed or not items.errors):
            items.tell(inside)

    @property
    def every(self) -> tuple[str, ...]:
        items = self._list.items
        inside = items.errors.values() if items is not None else ()
        return (*self.problems, *(line for one in inside for said in one.values() for line in said))
