"""SvcMenuTreeview: the entries of a menu, one line each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.cells import cell_len
from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from svc_tui.models.arguments import checks_arguments
from svc_tui.stores.menus.menu_tree import (
    RELATIONAL,
    MenuTree,
    Path,
    Row,
    fold_key,
    leads_to,
    link_of,
)
from svc_tui.text import clean, cut, label
from svc_tui.widgets.base import WIDGET
from svc_tui.widgets.key_mode import KeyMode, mode_keys

UNREADABLE = "(unreadable entry, kept unchanged)"

Drawn = tuple[Row, bool, bool, str, int]
"""A line: an entry, whether it has an error, whether it is carried, its branch, width of titles."""

KIND = 9
"""Cells of the link column; shown only if both columns fit."""


WAYS = {
    "up": "up", "k": "up", "down": "down", "j": "down", "left": "out", "h": "out",
    "right": "in", "l": "in", "enter": "let_go", "m": "let_go", "escape": "put_back",
}  # fmt: skip
"""The keys for an entry that is carried."""

CARRYING = KeyMode(
    mode_keys(
        ("up", "Up"), ("down", "Down"), ("left", "Out"), ("right", "In"),
        ("enter", "Drop it"), ("escape", "Put it back"),
    ),
    lambda key, character: key in WAYS,
)  # fmt: skip


@checks_arguments(may=Callable, **WIDGET)
class SvcMenuTreeview(OptionList):
    """The tree of entries: arrows move, letters are commands."""

    DEFAULT_CSS = """
    SvcMenuTreeview { height: 1fr; width: 1fr; border: none; padding: 0; }
    SvcMenuTreeview { text-wrap: nowrap; text-overflow: ellipsis; }
    """

    BINDINGS = [
        Binding("enter", "wish('edit')", "Edit", tooltip="Edit this entry.", id="menus.enter"),
        Binding("e", "wish('edit')", "Edit", show=False, id="menus.edit"),
        Binding("i", "wish('rename')", "Rename", show=False,
                tooltip="Change the title of this entry.",
                id="menus.rename"),
        Binding("n", "wish('add_after')", "New", tooltip="Add an entry after this one.",
                id="menus.add_after"),
        Binding("N", "wish('add_inside')", "New inside", tooltip="Add an entry inside this one.",
                id="menus.add_inside"),
        Binding("c", "wish('copy')", "Copy", show=False,
                tooltip="Duplicate this entry with everything inside it.", id="menus.copy"),
        Binding("m", "wish('carry')", "Move",
                tooltip="Move this entry with the arrows: up, down, out, in.",
                id="menus.move"),
        Binding(
            "J", "wish('shift_down')", "Move down", show=False, id="menus.shift_down",
            tooltip="Move this entry down.",
        ),
        Binding(
            "K", "wish('shift_up')", "Move up", show=False, id="menus.shift_up",
            tooltip="Move this entry up.",
        ),
        Binding("d", "wish('remove')", "Delete",
                tooltip="Delete this entry and everything inside it. Asks first.",
                id="menus.delete"),
        Binding("u", "wish('step_back')", "Undo", show=False,
                tooltip="Undo the last edit, then the last save.", id="menus.undo"),
        Binding("ctrl+y", "wish('step_forth')", "Redo", show=False, tooltip="Redo what was undone.",
                id="menus.redo"),
        Binding("right_square_bracket", "wish('next_lang')", "Language", key_display="]",
                tooltip="Show the tree in the next language.", id="menus.lang"),
        Binding("left_square_bracket", "wish('previous_lang')", "Previous language", show=False,
                key_display="[", tooltip="Show the tree in the previous language.",
                id="menus.lang_back"),
        Binding("F", "wish('fill')", "Fill", show=False,
                tooltip="Copy the entries of another language.", id="menus.fill"),
        Binding("slash", "wish('find')", "Find", key_display="/",
                tooltip="Filter the entries by title or address.",
                id="menus.find"),
        Binding("escape", "wish('show_all')", "All entries",
                tooltip="Show all entries again.", id="menus.show_all"),
        Binding("equals_sign", "wish('changes')", "Changes", show=False, key_display="=",
                tooltip="Review your changes.", id="menus.changes"),
        Binding("r", "wish('reload')", "Reload", show=False, tooltip="Reload the menu.",
                id="menus.reload"),
        Binding("x", "wish('more')", "Actions", show=False,
                tooltip="Change the menu itself: its key, on or off, delete it.",
                id="menus.actions"),
        Binding(
            "right,l", "unfold", "Unfold, in", show=False, id="menus.right",
            tooltip="Unfold this entry, or go to the first one in it.",
        ),
        Binding(
            "left,h", "fold", "Fold, out", show=False, id="menus.left",
            tooltip="Fold this entry, or go to the one it is in.",
        ),
        Binding("j", "cursor_down", "Down", show=False, id="menus.down_letter"),
        Binding("k", "cursor_up", "Up", show=False, id="menus.up_letter"),
        Binding("G", "last", "Last", show=False, tooltip="Go to the last entry.", id="menus.last"),
    ]  # fmt: skip

    class Wished(Message):
        """A key was pressed; `what` is the name of the command: `edit`, `remove`, …"""

        def __init__(self, what: str) -> None:
            super().__init__()
            self.what = what

    class Pointed(Message):
        """The cursor moved to another entry; () if there is none."""

        def __init__(self, path: Path) -> None:
            super().__init__()
            self.path = path

    class Dropped(Message):
        """An entry was dragged to the place of another one."""

        def __init__(self, path: Path, target: Path) -> None:
            super().__init__()
            self.path = path
            self.target = target

    def __init__(
        self, may: Callable[[str], bool | None] = lambda what: True, **kwargs: Any
    ) -> None:
        super().__init__(compact=True, **kwargs)
        self._may = may
        self.tree_shown = MenuTree()
        self.rows_shown: list[Row] = []
        self.closed: set[str] = set()
        """The entries that are folded, as `fold_key` names them."""
        self.words = ""
        """The search: only matching entries and their parents are shown."""
        self.carrying = False
        """Whether arrows move the entry instead of the cursor."""
        self._troubles: Mapping[Path, Any] = {}
        self._prompts: list[Content] = []
        self._seen: list[Drawn] = []
        self._grabbed: Path | None = None

    @property
    def path(self) -> Path:
        """The entry under the cursor; () in an empty menu."""
        at = self.highlighted
        return self.rows_shown[at].path if at is not None and at < len(self.rows_shown) else ()

    def show(
        self,
        tree: MenuTree,
        path: Path | None = None,
        errors_by_entry: Mapping[Path, Any] | None = None,
        *,
        carrying: bool = False,
    ) -> None:
        """Show entries with the cursor on one of them; redraw what changed."""
        path = self.path if path is None else path
        self.tree_shown, self._troubles, self.carrying = tree, errors_by_entry or {}, carrying
        self._unfold_above(path)
        here = tree.nearest(path)
        self.rows_shown = (
            tree.rows_fitting(self.words, here) if self.words else tree.rows(self.closed)
        )
        paths = [row.path for row in self.rows_shown]
        at = paths.index(here) if here in paths else None
        if at is None and paths:
            at = 0
        branches = _branches(self.rows_shown)
        width = self._title_width(branches)
        seen = [
            (row, self._wrong_at(row), carrying and n == at, branch, width)
            for n, (row, branch) in enumerate(zip(self.rows_shown, branches, strict=True))
        ]
        lines = [
            self._prompts[n]
            if n < len(self._seen) and _same(one, self._seen[n])
            else self._line(*one)
            for n, one in enumerate(seen)
        ]
        self._seen = seen
        with self.prevent(OptionList.OptionHighlighted):
            self._put(lines)
            self.highlighted = at

    def _put(self, lines: list[Content]) -> None:
        """Show lines; those that are the same objects are not drawn again."""
        if len(lines) != len(self._prompts):
            self.set_options([Option(line) for line in lines])
        else:
            for n, (line, before) in enumerate(zip(lines, self._prompts, strict=True)):
                if line is not before:
                    self.replace_option_prompt_at_index(n, line)
        self._prompts = lines

    def _unfold_above(self, path: Path) -> None:
        """Unfold the entries above the cursor, which is never on a hidden one."""
        for end in range(1, len(path)):
            if self.tree_shown.has(path[:end]):
                self.closed.discard(fold_key(self.tree_shown.at(path[:end]), path[:end]))

    def _title_width(self, branches: Sequence[str]) -> int:
        """Return the width of the title column: as needed, at most half of all."""
        needed = (
            cell_len(branch + _title(row.node))
            + len(f" ({self.tree_shown.below(row.path)})") * row.closed
            for row, branch in zip(self.rows_shown, branches, strict=True)
        )
        return min(max(needed, default=0) + 4, max(24, self.size.width // 2))

    def _line(self, row: Row, wrong: bool, carried: bool, branch: str, width: int) -> Content:
        line = label(branch, "$text-muted")
        if carried:
            line += label("⇅ ", "bold $warning")
        if not isinstance(row.node, Mapping):
            return line + label(UNREADABLE, "$text-error")
        if wrong:
            line += label("! ", "bold $text-error")
        count = f" ({self.tree_shown.below(row.path)})" if row.closed else ""
        room = width - 2 - line.cell_length - len(count)
        style = "$text-error" if wrong else "$text-muted" if row.aside else ""
        line += label(cut(_title(row.node), max(8, room)), style) + label(count, "$text-muted")
        line += label(" " * max(2, width - line.cell_length))
        return line + self._target(row.node)

    def _wrong_at(self, row: Row) -> bool:
        """Whether an entry, or one folded inside it, has an error."""
        if row.path in self._troubles:
            return True
        size = len(row.path)
        return row.closed and any(path[:size] == row.path for path in self._troubles)

    def _target(self, node: Mapping[str, Any]) -> Content:
        """Return what an entry links to, and its address."""
        address = leads_to(node)
        page = link_of(node).get("link_type") == RELATIONAL
        if page and not address:
            return label("links to no page", "$text-warning")
        kind = "Page" if page else "Address" if address else "Heading"
        return label(kind.ljust(KIND) + cut(address, 60), "$text-muted")

    def on_resize(self) -> None:
        """Lay out the columns again."""
        self._redraw(self.path)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """The cursor moved."""
        event.stop()
        self.post_message(self.Pointed(self.path))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do nothing more for a click on an entry."""
        event.stop()

    # Folding

    def action_unfold(self) -> None:
        """Unfold the entry; if it is unfolded, go to its first child."""
        row = self._row
        if row is None or not row.children:
            return
        if self.words:
            self._redraw(self._next_below(row.path))
            self.post_message(self.Pointed(self.path))
        elif row.closed:
            self.closed.discard(fold_key(row.node, row.path))
            self._redraw(row.path)
        else:
            self._redraw((*row.path, 0))
            self.post_message(self.Pointed(self.path))

    def action_fold(self) -> None:
        """Fold the entry; if it has nothing to fold, go to its parent."""
        row = self._row
        if row is None:
            return
        if row.children and not row.closed and not self.words:
            self.closed.add(fold_key(row.node, row.path))
            self._redraw(row.path)
        elif len(row.path) > 1:
            self._redraw(row.path[:-1])
            self.post_message(self.Pointed(self.path))

    def _next_below(self, path: Path) -> Path:
        """Return the nearest visible ancestor of an entry, or the entry itself."""
        return next((r.path for r in self.rows_shown if r.path[:-1] == path), path)

    @property
    def _row(self) -> Row | None:
        at = self.highlighted
        return self.rows_shown[at] if at is not None and at < len(self.rows_shown) else None

    def _redraw(self, path: Path) -> None:
        self.show(self.tree_shown, path, self._troubles, carrying=self.carrying)

    # Keys

    def action_wish(self, what: str) -> None:
        """Post a command, which the owner of the tree runs."""
        self.post_message(self.Wished(what))

    def key_mode(self) -> KeyMode | None:
        """Return the keys that carry an entry; None while none is carried."""
        return CARRYING if self.carrying else None

    def on_key(self, event: events.Key) -> None:
        """Move the carried entry with the arrows."""
        if self.carrying and (what := WAYS.get(event.key)) is not None:
            event.stop()
            event.prevent_default()
            self.post_message(self.Wished(what))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Dim what can't be done now; while an entry is carried, only moving is offered."""
        if action == "wish" and parameters[0] == "show_all":
            return bool(self.words) and not self.carrying
        if action == "wish":
            return False if self.carrying else self._may(str(parameters[0]))
        return not self.carrying or action not in ("cursor_up", "cursor_down", "fold", "unfold")

    def unavailable_reason(self, action: str, parameters: tuple[object, ...]) -> str:
        """Return why a letter is dimmed, as the owner of the tree says."""
        ways = (getattr(one, "unavailable_reason", None) for one in self.ancestors)
        why = next((one for one in ways if one is not None), None)
        return str(why(str(parameters[0]), ())) if why is not None and action == "wish" else ""

    # The mouse

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Start dragging an entry."""
        at = event.style.meta.get("option")
        self._grabbed = (
            self.rows_shown[at].path if isinstance(at, int) and at < len(self.rows_shown) else None
        )

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Drop it on another one."""
        grabbed, self._grabbed = self._grabbed, None
        at = event.style.meta.get("option")
        if grabbed is None or not isinstance(at, int) or at >= len(self.rows_shown):
            return
        if (target := self.rows_shown[at].path) != grabbed:
            self.post_message(self.Dropped(grabbed, target))


def _title(node: Any) -> str:
    title = node.get("title") if isinstance(node, Mapping) else UNREADABLE
    return cut(clean(title if isinstance(title, str) and title.strip() else "(no title)"), 60)


def _branches(rows: Sequence[Row]) -> list[str]:
    """Return the prefix of each title: the lines of the tree and the sign of folding."""
    found: list[str] = []
    open_levels: set[int] = set()
    """Return the levels on which another entry follows below."""
    for row in reversed(rows):
        level = len(row.path) - 1
        open_levels = {one for one in open_levels if one <= level}
        lines = "".join("│ " if one in open_levels else "  " for one in range(1, level))
        corner = "" if not level else "├─" if level in open_levels else "└─"
        sign = ("─ " if level else "  ") if not row.children else "▸ " if row.closed else "▾ "
        found.append(f" {lines}{corner}{sign}")
        open_levels.add(level)
    return found[::-1]


def _same(one: Drawn, other: Drawn) -> bool:
    """Whether two lines are the same; an unchanged entry is the identical object."""
    row, before = one[0], other[0]
    seen, known = ((r.path, r.children, r.closed, r.aside) for r in (row, before))
    return row.node is before.node and seen == known and not row.closed and one[1:] == other[1:]
