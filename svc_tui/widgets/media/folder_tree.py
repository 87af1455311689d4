"""The folders of the library as a tree, each read when opened; and the dialog around it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.style import Style
from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Button, Static, Tree
from textual.widgets.tree import TreeNode

from svc_tui.api.errors import ApiError
from svc_tui.models.media import Explorer, MediaFolder
from svc_tui.models.records import Id
from svc_tui.text import cell, label
from svc_tui.widgets.base import CANCEL, SvcModal, drawable_hint
from svc_tui.widgets.dialog_words import DialogTitle
from svc_tui.widgets.media.breadcrumbs import folder_title
from svc_tui.widgets.media.tree_keys import open_node, shut_node

Peek = Callable[[MediaFolder | None], Awaitable[Explorer]]
"""Reads what is in a folder; None is the root. Raises `ApiError`."""

MOVING = ("up", "down", "left", "right", "home", "end", "pageup", "pagedown")

SEEKING = "Type a name · → ← open and close folders"

Node = TreeNode[MediaFolder | None]


class FolderTree(Tree[MediaFolder | None]):
    """A tree that reads a folder when it is opened, and stops at cycles.

    `excluded` is a folder that can't be chosen or opened, as a folder can't be moved into itself.
    Letters search for a name among the folders read so far.
    """

    BINDINGS = [
        Binding("enter", "choose", "Choose", tooltip="Choose this folder.", id="folders.choose"),
        Binding(
            "right", "open", "Unfold", show=False, tooltip="Unfold this folder.", id="folders.open"
        ),
        Binding(
            "left", "shut", "Fold", show=False, id="folders.shut",
            tooltip="Fold this folder, or go to the one it is in.",
        ),
    ]  # fmt: skip

    DEFAULT_CSS = "FolderTree { height: 1fr; width: 1fr; }"

    @dataclass
    class Typed(Message):
        """The name that is searched for has changed."""

        words: str
        found: bool

    @dataclass
    class Chosen(Message):
        """The user chose a folder; None is the root."""

        folder: MediaFolder | None

    def __init__(self, peek: Peek, *, excluded: Id | None = None, **kwargs: Any) -> None:
        self._notes: dict[int, str] = {}
        """The note after a folder's name, by the id of its node."""
        super().__init__(folder_title(None), None, **kwargs)
        self.peek = peek
        self.excluded = excluded
        self.auto_expand = False
        self.guide_depth = 2
        self.sought = ""
        """The typed beginning of a name."""
        self.is_found = True
        """Whether a folder has that name; if not, nothing is chosen."""
        self._read: set[Node] = set()
        self._filling = asyncio.Lock()

    def on_mount(self) -> None:
        self.root.expand()

    def open_trail(self, folders: Sequence[MediaFolder]) -> None:
        """Open the folders of a trail, and put the cursor on the last one."""
        self.run_worker(self._open_trail(folders), group="trail", exclusive=True)

    def render_label(self, node: Node, base_style: Style, style: Style) -> Text:
        sign = ("▾ " if node.is_expanded else "▸ ") if node.allow_expand else "  "
        if self._is_excluded(node):
            style += Style(dim=True)
        text = cell(sign + folder_title(node.data) + self._notes.get(node.id, ""))
        text.stylize(style)
        return text

    def process_label(self, label: Any) -> Text:
        return cell(label) if isinstance(label, str) else label

    async def _on_tree_node_expanded(self, event: Tree.NodeExpanded[Any]) -> None:
        await self._fill(event.node)

    async def _fill(self, node: Node) -> None:
        async with self._filling:
            if node not in self._read:
                await self._read_folder(node)

    async def _read_folder(self, node: Node) -> None:
        self._read.add(node)
        self._say(node, "  …")
        try:
            explorer = await self.peek(node.data)
        except ApiError as error:
            self._read.discard(node)
            node.collapse()
            self._say(node, f"  {error}")
            return
        self._say(node, "")
        above = _ids_above(node)
        for folder in explorer.folders:
            allowed = folder.id not in above and folder.id != self.excluded
            node.add(folder_title(folder), folder, allow_expand=allowed)
        if not explorer.folders:
            node.allow_expand = False
        if self.sought:
            self.seek(self.sought)

    def seek(self, sought: str) -> None:
        """Put the cursor on a folder whose name begins with this, or else contains it."""
        self.sought = sought
        known = [node for node in _below(self.root) if not self._is_excluded(node)]
        wanted = sought.casefold()
        names = [(folder_title(node.data).casefold(), node) for node in known]
        found = [node for name, node in names if name.startswith(wanted)]
        found += [node for name, node in names if wanted in name]
        self.is_found = bool(found) or not sought
        if sought and found:
            self._show_node(found[0])
        self.post_message(self.Typed(sought, self.is_found))

    def _show_node(self, node: Node) -> None:
        above = node.parent
        while above is not None:
            above.expand()
            above = above.parent
        # Immediately: Enter may be the next key, and would choose the previous folder.
        if self.last_line >= 0:  # This makes the tree count its lines again.
            self.move_cursor(node)
        self.call_after_refresh(self._into_sight, node)

    def _into_sight(self, node: Node) -> None:
        if self.cursor_node is node:
            self.scroll_to_node(node, animate=False)

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Take letters for the name search, so that they are not commands."""
        return character is not None and character.isprintable() and self._is_letter(key)

    def on_key(self, event: events.Key) -> None:
        """Search for a name with each letter; an arrow ends the search."""
        if event.is_printable and event.character and self._is_letter(event.key):
            event.stop()
            event.prevent_default()
            self.seek(self.sought + event.character)
        elif self.sought and event.key in ("backspace", "escape"):
            event.stop()
            event.prevent_default()
            self.seek(self.sought[:-1] if event.key == "backspace" else "")
        elif self.sought and event.key in MOVING:
            self.seek("")

    def on_click(self) -> None:
        if self.sought:
            self.seek("")

    def _is_letter(self, key: str) -> bool:
        return key != "space" or bool(self.sought)

    async def _open_trail(self, folders: Sequence[MediaFolder]) -> None:
        node: Node = self.root
        await self._fill(node)
        for folder in folders:
            inside = (one for one in node.children if one.data and one.data.id == folder.id)
            if (found := next(inside, None)) is None:
                break
            node = found
            if node.allow_expand:
                await self._fill(node)
                node.expand()
        self.call_after_refresh(self._begin_at, node)

    def _begin_at(self, node: Node) -> None:
        """Put the cursor there, unless it has been moved."""
        if not self.sought and self.cursor_node in (None, self.root):
            self.move_cursor(node)

    def action_choose(self) -> None:
        node = self.cursor_node
        if node is not None and self.is_found and not self._is_excluded(node):
            self.post_message(self.Chosen(node.data))

    def action_open(self) -> None:
        open_node(self)

    def action_shut(self) -> None:
        shut_node(self)

    def _is_excluded(self, node: Node) -> bool:
        return node.data is not None and node.data.id == self.excluded

    def _say(self, node: Node, words: str) -> None:
        self._notes[node.id] = words
        node.refresh()


@dataclass(frozen=True)
class Target:
    """The folder chosen in the dialog; None inside is the root."""

    folder: MediaFolder | None


class FolderPicker(SvcModal):
    """Asks for a folder; dismissed with a `Target`, or None."""

    DEFAULT_CSS = """
    FolderPicker { align: center middle; }
    FolderPicker > .dialog { width: 60; height: 80%; max-height: 24; }
    FolderPicker .about { height: auto; }
    FolderPicker .buttons { height: auto; align-horizontal: right; }
    """

    BINDINGS = [CANCEL]

    def __init__(
        self,
        heading: str,
        peek: Peek,
        *,
        about: str = "",
        excluded: Id | None = None,
        start: Sequence[MediaFolder] = (),
    ) -> None:
        super().__init__()
        self._heading = heading
        self._about = about
        self._peek = peek
        self._excluded = excluded
        self._start = tuple(start)

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield DialogTitle(label(self._heading))
            if self._about:
                yield Static(label(self._about, multiline=True), classes="about muted")
            yield FolderTree(self._peek, excluded=self._excluded)
            yield Static(label(drawable_hint(SEEKING, self)), classes="sought muted")
            with Horizontal(classes="buttons"):
                yield Button("Cancel (Esc)", id="cancel", action="screen.close", compact=True)
                yield Button("Choose (Enter)", id="choose", variant="primary", compact=True)

    def on_mount(self) -> None:
        tree = self.query_one(FolderTree)
        tree.focus()
        tree.open_trail(self._start)

    @on(FolderTree.Typed)
    def _show_search(self, event: FolderTree.Typed) -> None:
        event.stop()
        words = f"Name: {event.words}" if event.words else drawable_hint(SEEKING, self)
        odd = "  ! no loaded folder matches · → opens one"
        odd = "" if event.found else drawable_hint(odd, self)
        self.query_one(".sought", Static).update(label(words + odd))

    @on(FolderTree.Chosen)
    def _chosen(self, event: FolderTree.Chosen) -> None:
        event.stop()
        self.close(Target(event.folder))

    @on(Button.Pressed, "#choose")
    def _choose(self) -> None:
        self.query_one(FolderTree).action_choose()


def _below(node: Node) -> Iterator[Node]:
    """Yield the nodes of a tree, each before those in it."""
    yield node
    for child in node.children:
        yield from _below(child)


def _ids_above(node: Node) -> set[Id]:
    """Return the ids of the folders from the root to this one."""
    found: set[Id] = set()
    step: Node | None = node
    while step is not None:
        if step.data is not None:
            found.add(step.data.id)
        step = step.parent
    return found
