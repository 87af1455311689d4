"""ItemMarking: mark items, so that a command acts on several at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Protocol

from svc_tui.widgets.command import Blocked, Command
from svc_tui.widgets.form.repeater.host import ItemsHost, unless_editable


class MarkHost(ItemsHost, Protocol):
    """A list that draws marks."""

    def redraw_lines(self) -> None: ...
    def step(self, by: int) -> bool: ...


def _blocked(marking: ItemMarking) -> Blocked | None:
    return unless_editable(marking.host, marking.host.items.items)


class ItemMarking:
    """Marks items; the set belongs to the list, which drops removed items."""

    GROUP: ClassVar[str] = "Repeater"

    def __init__(self, host: MarkHost) -> None:
        self.host = host
        self._last: int | None = None

    def toggle(self) -> None:
        """Mark or unmark the item under the cursor, and move on."""
        if self.host.at is not None:
            self._last = self.host.at
            self.host.marked ^= {self.host.at}
            self.host.step(1)
            self._changed()

    def mark_range(self) -> None:
        """Mark everything from the last mark to here."""
        items = self.host.items
        begin = items.index(self._last) if self._last is not None else 0
        end = items.index(self.host.at) if self.host.at is not None else 0
        first, last = sorted((max(begin, 0), end))
        self.host.marked |= {item.key for item in items.items[first : last + 1]}
        self._changed()

    def mark_all(self) -> None:
        """Mark all items."""
        self.host.marked = {item.key for item in self.host.items.items}
        self._changed()

    def invert(self) -> None:
        """Mark what is not marked."""
        self.host.marked = {item.key for item in self.host.items.items} - self.host.marked
        self._changed()

    def clear(self) -> None:
        """Unmark all items."""
        self.host.marked = set()
        self._changed()

    def _changed(self) -> None:
        # Redraw all visible items: what a command will act on must be seen.
        self.host.redraw_lines()
        self.host.move_cursor_to(self.host.at)
        count = len(self.host.marked)
        self.host.say(f"{count} marked. d D J K m < > act on marked items." if count else "")

    COMMANDS: ClassVar[Sequence[Command]] = (
        Command("repeater.mark", "space", "Mark", toggle, _blocked,
                "Mark this item, to act on several at once.",
                shown=True),
        Command("repeater.range", "v", "Mark from the last mark to here", mark_range, _blocked,
                "Mark the items from the last mark to this one."),
        Command("repeater.invert", "asterisk", "Mark the others", invert, _blocked,
                "Invert all marks.",
                key_display="*"),
        Command("repeater.all", "A", "Mark all", mark_all, _blocked,
                "Mark all items."),
    )  # fmt: skip
