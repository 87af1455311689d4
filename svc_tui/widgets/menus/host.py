"""MenuHost: what the controllers of a menu need of the widget around them."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Protocol

from textual.app import App

from svc_tui.stores.menus.menu_store import MenuStore
from svc_tui.stores.menus.menu_tree import MenuTree, Path

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.widgets.menus.entry_editor import SvcMenuNodeEditor
    from svc_tui.widgets.menus.words import MenuWords
    from svc_tui.widgets.record.frame import RecordFrame
    from svc_tui.widgets.record.permissions import RecordPermissions
    from svc_tui.widgets.record.writer import RecordWriter


class MenuHost(Protocol):
    """A widget that edits one menu; the cursor stands on an entry of one language."""

    menus: MenuStore
    languages: tuple[str, ...]
    lang: str
    """The language whose tree is shown; empty without languages."""
    path: Path
    """The entry under the cursor; () where there is none."""
    frame: RecordFrame
    writer: RecordWriter
    words: MenuWords

    @property
    def app(self) -> App[Any]:
        """The app that dialogs are shown on."""

    @property
    def svc(self) -> Svc:
        """The services."""

    @property
    def rights(self) -> RecordPermissions:
        """What the user may do with the menu."""

    @property
    def shown_tree(self) -> MenuTree:
        """The entries that are shown."""

    @property
    def editor(self) -> SvcMenuNodeEditor:
        """The form of the entry."""

    def take_typed(self) -> None:
        """Bring the newest keystrokes into the draft."""

    def go_to(self, path: Path) -> None:
        """Go to another entry."""

    def show_language(self, lang: str) -> None:
        """Show the tree of another language."""

    def draw(self) -> None:
        """Draw everything that depends on the state and the cursor."""

    def ask(self, work: Coroutine[Any, Any, Any]) -> object:
        """Run something that may outlive the widget."""

    def ask_here(self, work: Coroutine[Any, Any, Any]) -> object:
        """Ask a question; another one takes its place."""

    def why_not(self, what: str) -> str:
        """Return why a command can't be run now, in a sentence; "" where it can."""
