"""FileBrowser: the files of this machine as a tree to choose from."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rich.style import Style
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, DirectoryTree
from textual.widgets._directory_tree import DirEntry
from textual.widgets.tree import TreeNode

from svc_tui.stores.file_access import check_access
from svc_tui.text import cell, filename, label
from svc_tui.widgets.base import CANCEL, SvcModal
from svc_tui.widgets.dialog_words import DialogHint, DialogTitle
from svc_tui.widgets.media.tree_keys import open_node, shut_node


class SafeTree(DirectoryTree):
    """Textual's file tree with marks; file names are drawn as data, never as markup."""

    BINDINGS = [
        Binding("space,v", "mark", "Mark", tooltip="Mark this file or folder.", id="browser.mark"),
        Binding(
            "right,l", "open", "Unfold", show=False, id="browser.open",
            tooltip="Unfold this folder.",
        ),
        Binding(
            "left,h", "shut", "Fold", show=False, id="browser.shut",
            tooltip="Fold this folder, or show the folder above.",
        ),
        Binding(
            "backspace", "above", "Folder above", tooltip="Show the folder above.", id="browser.up"
        ),
        Binding("o", "hidden", "Hidden", tooltip="Show hidden files too.", id="browser.hidden"),
        Binding("j", "cursor_down", "Down", show=False, id="browser.down"),
        Binding("k", "cursor_up", "Up", show=False, id="browser.cursor_up"),
    ]  # fmt: skip

    def __init__(self, path: Path, *, multiple: bool = True) -> None:
        super().__init__(path)
        self.multiple = multiple
        self.marked: dict[Path, None] = {}
        self.with_hidden = False

    def filter_paths(self, paths: Iterable[Path]) -> list[Path]:
        """Leave out files that can't be used, and hidden ones unless asked for."""
        seen = (path for path in paths if self.with_hidden or not path.name.startswith("."))
        return [path for path in seen if not check_access(path).refusal]

    def process_label(self, label: object) -> Text:
        return cell(filename(str(label)))

    def render_label(self, node: TreeNode[DirEntry], base_style: Style, style: Style) -> Text:
        path = node.data.path if node.data else Path()
        sign = ("▾ " if node.is_expanded else "▸ ") if node.allow_expand else "  "
        mark = "✓ " if path in self.marked else ""
        text = cell(sign + mark + (filename(path.name) or filename(path)))
        text.stylize(style)
        return text

    @property
    def path_at_hand(self) -> Path | None:
        node = self.cursor_node
        return node.data.path if node is not None and node.data is not None else None

    def action_mark(self) -> None:
        if self.multiple and (path := self.path_at_hand) is not None:
            if path in self.marked:
                del self.marked[path]
            else:
                self.marked[path] = None
            if (node := self.cursor_node) is not None:
                node.refresh()  # A line would otherwise stay as drawn before it had the cursor.
            self.action_cursor_down()
            self.screen.refresh_bindings()

    def action_open(self) -> None:
        open_node(self)

    def action_shut(self) -> None:
        if not shut_node(self):
            self.action_above()

    def action_above(self) -> None:
        self.path = Path(self.path).resolve().parent

    def action_hidden(self) -> None:
        self.with_hidden = not self.with_hidden
        self.reload()


class FileBrowser(SvcModal):
    """The dialog around the tree; dismissed with the chosen paths, or None."""

    DEFAULT_CSS = """
    FileBrowser { align: center middle; }
    FileBrowser > .dialog { width: 80%; min-width: 60; height: 90%; }
    FileBrowser SafeTree { height: 1fr; }
    FileBrowser .buttons { height: auto; align-horizontal: right; }
    FileBrowser .hint { height: 1; }
    """

    BINDINGS = [
        CANCEL,
        Binding(
            "ctrl+s,f2",
            "take",
            "Choose",
            tooltip="Choose this file, or all marked files.",
            id="browser.take",
        ),
    ]

    def __init__(self, start: Path | None = None, *, multiple: bool = True) -> None:
        super().__init__()
        self._start = start or Path.cwd()
        self._multiple = multiple

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield DialogTitle(label("Choose files"))
            yield SafeTree(self._start, multiple=self._multiple)
            yield DialogHint(label(self._hint()))
            with Horizontal(classes="buttons"):
                yield Button("Cancel (Esc)", id="cancel", action="screen.close", compact=True)
                yield Button(
                    "Choose (Ctrl+S)", "primary", id="take", action="screen.take", compact=True
                )

    def on_mount(self) -> None:
        self.query_one(SafeTree).focus()

    @on(DirectoryTree.FileSelected)
    def _selected(self, event: DirectoryTree.FileSelected) -> None:
        event.stop()
        self.close(tuple(dict.fromkeys([*self.query_one(SafeTree).marked, event.path])))

    def action_take(self) -> None:
        """Use the marked files, else what is under the cursor; a folder counts as a whole."""
        tree = self.query_one(SafeTree)
        here = tree.path_at_hand
        paths = tuple(tree.marked) or ((here,) if here is not None else ())
        if paths:
            self.close(paths)

    def _hint(self) -> str:
        if not self._multiple:
            return "Backspace goes up · Enter chooses"
        return "Backspace goes up · Space marks · Ctrl+S chooses"
