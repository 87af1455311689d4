"""SvcSidebarProfile: the signed-in user, and the sign-out."""

from __future__ import annotations

from typing import Any

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.reactive import reactive
from textual.widgets import Static

from svc_tui.models.arguments import checks_arguments
from svc_tui.models.slots import Slots
from svc_tui.stores.session.auth_store import AuthStore
from svc_tui.text import label
from svc_tui.widgets.base import SvcWidget, when_booted
from svc_tui.widgets.shell.buttons import SvcLogoutButton, sign_out


@checks_arguments()
class SvcSidebarProfile(SvcWidget):
    """Avatar (the first letter), username, logout button; reads the auth store."""

    DEFAULT_CSS = """
    SvcSidebarProfile { height: auto; }
    SvcSidebarProfile .row { height: 1; }
    SvcSidebarProfile .avatar { width: 3; height: 1; }
    SvcSidebarProfile .who { width: 1fr; height: 1; }
    SvcSidebarProfile SvcLogoutButton { width: auto; min-width: 3; }
    """

    needs_services = True

    mini: reactive[bool] = reactive(False, toggle_class="-mini")
    """Only the avatar."""

    def __init__(self, *, mini: bool = False, slots: Slots | None = None, **kwargs: Any) -> None:
        super().__init__(slots=slots, **kwargs)
        self.set_reactive(SvcSidebarProfile.mini, mini)

    def compose(self) -> ComposeResult:
        with Horizontal(classes="row"):
            yield Static(classes="avatar")
            yield Static(classes="who")
            yield SvcLogoutButton(icon_only=True, svc=self._svc)

    def on_click(self, event: events.Click) -> None:
        from svc_tui.widgets.choice_menu import ChoiceMenu, Entry

        svc = self.svc
        if isinstance(event.widget, SvcLogoutButton):
            return
        name = svc.auth.user.name if svc.auth.user else ""
        profile = Entry("profile", "Your profile and password")
        entries = [
            *([profile] if svc.dialect.own_profile else []),
            Entry("out", "Sign out", key="gq"),
        ]
        self.app.push_screen(ChoiceMenu(name, entries), self._chosen)

    def _chosen(self, chosen: str | None) -> None:
        if chosen == "profile":
            from svc_tui.widgets.shell.profile_dialog import open_profile

            open_profile(self.app, self.svc)
        elif chosen == "out":
            self.ask(sign_out(self.svc))

    def on_mount(self) -> None:
        self.watch_mini()
        when_booted(self, self._begin)

    def _begin(self) -> None:
        self.listen(self.svc.auth)
        self._show()

    def watch_mini(self) -> None:
        """Hide what does not fit."""
        for part in self.query(".who, SvcLogoutButton"):
            part.display = not self.mini

    @on(AuthStore.Changed)
    def _show(self) -> None:
        user = self.svc.auth.user
        name = user.name if user else ""
        self.query_one(".avatar", Static).update(label(f" {name[:1].upper() or '?'} "))
        self.query_one(".who", Static).update(label(f" {name}"))
        self.display = user is not None and bool(self.svc.auth.asks)
