"""SvcSidebarProfile: who is signed in, and the way out."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.reactive import reactive
from textual.widgets import Static

from svc_tui.models.slots import Slots
from svc_tui.stores.auth import AuthStore
from svc_tui.text import label
from svc_tui.widgets.base import SvcWidget
from svc_tui.widgets.shell.buttons import SvcLogoutButton


class SvcSidebarProfile(SvcWidget):
    """Avatar (the first letter), username, logout button; reads the auth store."""

    DEFAULT_CSS = """
    SvcSidebarProfile { height: auto; }
    SvcSidebarProfile .row { height: 1; }
    SvcSidebarProfile .avatar { width: 3; height: 1; }
    SvcSidebarProfile .who { width: 1fr; height: 1; }
    SvcSidebarProfile SvcLogoutButton { width: auto; min-width: 3; }
    """

    mini: reactive[bool] = reactive(False, toggle_class="-mini")
    """Only the avatar."""

    def __init__(self, *, mini: bool = False, slots: Slots | None = None, **kwargs: object) -> None:
        super().__init__(slots=slots, **kwargs)  # type: ignore[arg-type]
        self.set_reactive(SvcSidebarProfile.mini, mini)

    def compose(self) -> ComposeResult:
        """The user's line."""
        with Horizontal(classes="row"):
            yield Static(classes="avatar")
            yield Static(classes="who")
            yield SvcLogoutButton(icon_only=True, svc=self._svc)

    def on_mount(self) -> None:
        """Begin to hear who is signed in."""
        self.watch_mini()
        self.when_booted(self._begin)

    def _begin(self) -> None:
        self.listen(self.svc.auth)
        self._show()

    def watch_mini(self) -> None:
        """Hide what has no room."""
        for part in self.query(".who, SvcLogoutButton"):
            part.display = not self.mini

    @on(AuthStore.Changed)
    def _show(self) -> None:
        user = self.svc.auth.user
        name = user.username if user else ""
        self.query_one(".avatar", Static).update(label(f" {name[:1].upper() or '?'} "))
        self.query_one(".who", Static).update(label(f" {name}"))
        self.display = user is not None
