"""SvcTopbar: breadcrumbs, the state of the backend, and the signed-in user."""

from __future__ import annotations

from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.messages import Update
from textual.widgets import Static

from svc_tui.models.arguments import checks_arguments
from svc_tui.routing.router import Router
from svc_tui.stores.session.auth_store import AuthStore
from svc_tui.stores.session.in_flight_store import InFlightStore
from svc_tui.text import cut, label
from svc_tui.widgets.base import SvcWidget, when_booted
from svc_tui.widgets.panel import PROTECTED
from svc_tui.widgets.shell.buttons import SvcThemeToggle
from svc_tui.widgets.shell.light import backend_light

WAIT = 0.15
"""Seconds of loading before the light goes on, so that quick answers repaint nothing."""


@checks_arguments()
class SvcTopbar(SvcWidget):
    """One line; slots left, default, right."""

    DEFAULT_CSS = """
    SvcTopbar { height: 1; width: 100%; }
    SvcTopbar > Horizontal { height: 1; }
    SvcTopbar Static { width: auto; height: 1; }
    SvcTopbar .left, SvcTopbar .right { width: auto; height: 1; }
    SvcTopbar .place { width: 1fr; height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    SvcTopbar .light { width: 11; height: 1; text-align: right; margin-right: 2; }
    """

    needs_services = True

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._texts: dict[str, str] = {}
        self._kind = ""
        """The backend's last answer when the light was drawn."""

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield from self.fill("left", Static(classes="title left"))
            yield from self.fill("default", Static(classes="place"))
            yield Static("", classes="light")
            yield from self.fill("right", Static(classes="who right"), SvcThemeToggle())

    def on_mount(self) -> None:
        when_booted(self, self._begin)

    def _begin(self) -> None:
        self.listen(self.svc.router, self.svc.auth, self.svc.activity)
        self._show_title()
        self._show_place()
        self._show_user()
        self._wait()

    def _show_title(self) -> None:
        config = self.svc.config
        marks = f" {PROTECTED}" * config.protect + " [RO]" * config.read_only
        profile = f" · {cut(config.profile, 16)}" if config.profile else ""
        self._put(".title", f" {cut(config.title, 24)}{profile}{marks} ")
        self.set_class(config.protect, "-protected")

    @on(Router.Changed)
    def _show_place(self) -> None:
        if self._put(".place", f" {' › '.join(self.svc.router.trail)}"):
            self._show_light(anew=True)

    @on(AuthStore.Changed)
    def _show_user(self) -> None:
        user = self.svc.auth.user
        name = f"{cut(user.name, 20)}@" if user and self.svc.auth.asks else ""
        self._put(".who", f"{name}{cut(self.svc.host, 28)} " if user else "")

    @on(InFlightStore.Changed)
    def _wait(self) -> None:
        if self.svc.activity.state.loading:
            self.set_timer(WAIT, self._show_light)
        else:
            self._show_light()

    def _show_light(self, *, anew: bool = False) -> None:
        """Show how the backend answers; a change in the number alone sends no bytes."""
        waits = self.svc.activity.state.loading
        kind, words = ("waiting", "…") if waits else backend_light(self.svc)
        if kind != self._kind or anew:
            self._kind = kind
            for light in self.query(".light").results(Static):
                light.set_classes(f"light -{kind}" if kind else "light")
            self._put(".light", words)

    def _put(self, part: str, text: str) -> bool:
        """Show the text of a part; return whether it changed."""
        if self._texts.get(part) == text:
            return False
        self._texts[part] = text
        for found in self.query(part).results(Static):
            # If the width is set elsewhere, new text moves nothing.
            width = found.styles.width
            found.update(label(text), layout=width is None or width.is_auto)
            # Painted with the current page: by itself it would come a frame later, which is long
            # after a large frame.
            self.screen.post_message(Update(found))
        return True
