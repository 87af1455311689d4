"""Ordering: move items, and undo changes of the list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar, Protocol

from textual.screen import Screen

from svc_tui.stores.record.repeater_items import RepeaterItems
from svc_tui.text import cut, plural
from svc_tui.widgets.command import Blocked, Command
from svc_tui.widgets.form.repeater.host import ItemsHost, chosen, named, unless_editable
from svc_tui.widgets.listing.prompt import Prompt


class OrderHost(ItemsHost, Protocol):
    """A list that can ask a question."""

    def ask(self, dialog: Screen[Any], answer: Callable[[Any], Any]) -> None: ...


def _move(ordering: Ordering, by: int) -> None:
    ordering.moved(ordering.host.items.moved(chosen(ordering.host), by))


def _move_to_end(ordering: Ordering, end: int) -> None:
    items = ordering.host.items
    ordering.moved(items.moved_to(chosen(ordering.host), len(items) * end))


def _blocked(ordering: Ordering) -> Blocked | None:
    return unless_editable(ordering.host, ordering.host.items.items)


def _at_edge(ordering: Ordering, by: int) -> Blocked | None:
    """Return why the chosen items can't be moved: there are none, or it is the first or last."""
    items, end = ordering.host.items.items, "first" if by < 0 else "last"
    if list(chosen(ordering.host)) == [0 if by < 0 else len(items) - 1] and items:
        return _blocked(ordering) or Blocked(f"This is the {end} item.")
    return _blocked(ordering)


def _not_undoable(ordering: Ordering) -> Blocked | None:
    return unless_editable(ordering.host, ordering.host.items.past)


def _not_redoable(ordering: Ordering) -> Blocked | None:
    return unless_editable(ordering.host, ordering.host.items.future)


class Ordering:
    """Moves the chosen items; each move can be undone."""

    GROUP: ClassVar[str] = "Repeater"

    def __init__(self, host: OrderHost) -> None:
        self.host = host

    def moved(self, items: RepeaterItems) -> None:
        """Apply another order; the cursor stays on its item."""
        self.host.set_items(items, self.host.at)
        self.host.move_cursor_to(self.host.at)

    def ask_position(self) -> None:
        """Move the chosen items to a typed position."""
        hint = named(self.host, chosen(self.host))
        prompt = Prompt("Move to position", f"1 to {len(self.host.items)}", hint=hint)
        self.host.ask(prompt, self._position_typed)

    def _position_typed(self, text: str | None) -> None:
        items = self.host.items
        if text is None:
            return
        if not text.isdecimal() or not 1 <= int(text) <= len(items):
            self.host.say(f"“{cut(text, 20)}” is not a position from 1 to {len(items)}.")
            return
        self.moved(items.moved_to(chosen(self.host), int(text) - 1))

    def undo(self) -> None:
        """Restore the list as it was before the last change."""
        self.host.take_typed()
        self.host.set_items(self.host.items.undone())
        left = plural(len(self.host.items.past), "more change", "more changes")
        self.host.say(f"Undone. {left} to undo. Press Ctrl+Y to redo.")

    def redo(self) -> None:
        """Redo the change."""
        self.host.take_typed()
        self.host.set_items(self.host.items.redone())

    COMMANDS: ClassVar[Sequence[Command]] = (
        Command("repeater.down", "J", "Move down", partial(_move, by=1),
                partial(_at_edge, by=1),
                help="Move this item down."),
        Command("repeater.up", "K", "Move up", partial(_move, by=-1),
                partial(_at_edge, by=-1),
                "Move this item up.", shown=True),
        Command("repeater.move", "m", "Move to…", ask_position, _blocked,
                "Move this item to a position, or drag its number with the mouse.", shown=True),
        Command("repeater.top", "less_than_sign", "To the top", partial(_move_to_end, end=0),
                _blocked, "Move this item to the top.", key_display="<"),
        Command("repeater.bottom", "greater_than_sign", "To the end",
                partial(_move_to_end, end=1), _blocked, "Move this item to the end.",
                key_display=">"),
        Command("repeater.undo", "u", "Undo", undo, _not_undoable,
                "Undo the last change to the items.", shown=True),
        Command("repeater.redo", "ctrl+y", "Redo", redo, _not_redoable,
                "Redo the last undone change to the items."),
    )  # fmt: skip
