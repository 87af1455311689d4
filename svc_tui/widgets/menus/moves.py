"""EntryMoves: move an entry of a menu with keys or the mouse."""

from __future__ import annotations

from svc_tui.stores.menus.menu_tree import MoveDirection, Path
from svc_tui.widgets.menus.entries import go_where
from svc_tui.widgets.menus.host import MenuHost

DIRECTIONS: dict[str, MoveDirection] = {"up": "up", "down": "down", "in": "in", "out": "out"}

MOVING = "Moving: ↑ ↓ position · → in · ← out"


class EntryMoves:
    """While an entry is carried, arrows move it until Enter; Esc puts it back."""

    def __init__(self, host: MenuHost) -> None:
        self.host = host
        self._start: tuple[int, Path] | None = None
        """The position in the edits of the store, and the original place of the entry."""
        self._blocked = ""
        """Why the carried entry could not go further."""

    @property
    def carrying(self) -> bool:
        """Whether arrows move the entry."""
        return self._start is not None

    @property
    def hint(self) -> str:
        """The text to show while an entry is carried; "" otherwise."""
        return (self._blocked or MOVING) if self.carrying else ""

    def carry(self) -> None:
        """Begin to move the entry."""
        self.host.take_typed()
        self._start, self._blocked = (self.host.menus.edits.mark(), self.host.path), ""
        self.host.draw()

    def shift(self, direction: MoveDirection) -> None:
        """Move the entry one step."""
        host = self.host
        host.take_typed()
        end = host.menus.edits.move(host.lang, host.path, direction)
        self._blocked = end if self.carrying and isinstance(end, str) else ""
        if self._blocked:
            host.draw()
        else:
            go_where(host, end)

    def stop(self) -> None:
        """Drop the entry where it is, without drawing."""
        self._start = None

    def let_go(self) -> None:
        """Drop the entry where it is."""
        self.stop()
        self.host.draw()

    def put_back(self) -> None:
        """Put the entry back where it was."""
        if self._start is not None:
            mark, self.host.path = self._start
            self.stop()
            self.host.menus.edits.rewind(mark)
            self.host.draw()

    def drop(self, path: Path, target: Path) -> None:
        """Put a dragged entry in the place of another one."""
        if self.host.unavailable_reason("carry"):
            return
        self.host.take_typed()
        if path[:-1] == target[:-1] and path[-1] < target[-1]:
            target = (*target[:-1], target[-1] + 1)
        go_where(self.host, self.host.menus.edits.put(self.host.lang, path, target))
