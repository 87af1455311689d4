"""MenuHost: what the controllers of a menu get from the widget around them."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Protocol

from textual.app import App

from svc_tui.stores.menus.menu_store import MenuStore
from svc_tui.stores.menus.menu_tree import MenuTree, Path

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.widgets.menus.entry_editor import SvcMenuEntryEditor
    from svc_tui.widgets.menus.words import MenuWords
    from svc_tui.widgets.record.frame import RecordFrame
    from svc_tui.widgets.record.permissions import RecordPermissions
    from svc_tui.widgets.record.writer import RecordWriter


class MenuHost(Protocol):
    """A widget that edits one menu; the cursor is on an entry of one language."""

    menus: MenuStore
    languages: tuple[str, ...]
    lang: str
    """The language whose tree is shown; empty without languages."""
    path: Path
    """The entry under the cursor; () without one."""
    frame: RecordFrame
    writer: RecordWriter
    words: MenuWords

    @property
    def app(self) -> App[Any]: ...
    @property
    def svc(self) -> Svc: ...
    @property
    def rights(self) -> RecordPermissions: ...
    @property
    def shown_tree(self) -> MenuTree: ...
    @property
    def editor(self) -> SvcMenuEntryEditor: ...
    def take_typed(self) -> None: ...
    def is_valid(self) -> bool: ...
    def go_to_error(self) -> None: ...
    def go_to(self, path: Path) -> None: ...
    def show_language(self, lang: str) -> None: ...
    def draw(self) -> None: ...
    def ask(self, work: Coroutine[Any, Any, Any]) -> object: ...
    def ask_here(self, work: Coroutine[Any, Any, Any]) -> object: ...
    def unavailable_reason(self, what: str) -> str:
        """Return why a command can't be run now, in a sentence; "" if it can."""
