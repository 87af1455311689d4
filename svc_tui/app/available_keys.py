"""AvailableKeys: which keys of every page can be pressed now, and why others can't."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.screen import ModalScreen

from svc_tui.screens.login import LoginPage
from svc_tui.widgets.shell.breakpoints import SIDEBAR_ICONS_MIN_WIDTH, SIDEBAR_LABELS_MIN_WIDTH

if TYPE_CHECKING:
    from svc_tui.app.keys import AppKeys

NEED_SERVICES = frozenset({
    "bring_back", "chord", "command", "dialog", "go", "help", "history", "last", "line", "mini",
    "own", "section", "sidebar", "sign_out",
})  # fmt: skip
"""Actions that wait for the boot, and that are hidden on a page without a session."""

ROOM = {"sidebar": SIDEBAR_ICONS_MIN_WIDTH, "mini": SIDEBAR_LABELS_MIN_WIDTH}
"""The minimum columns at which an action has a visible effect."""


class AvailableKeys:
    """Decides what the actions of the app can do on the current page."""

    def __init__(self, app: AppKeys) -> None:
        self._app = app

    def check(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action is offered; None if it is dimmed."""
        app = self._app
        if action == "second":
            return app.chords.takes(str(parameters[0]))
        if action == "bring_back" and (app.svc is None or not app.svc.something_to_undo):
            return False
        if action == "command_palette" and app.signing_in.overlay is not None:
            return False
        if action in NEED_SERVICES and not self._has_session_page:
            return False
        if action == "own":
            blocked = app.own.blocked(parameters[0])
            return True if blocked is None else False if blocked.hidden else None
        return True if app.size.width >= ROOM.get(action, 0) else None  # Dim without effect.

    @property
    def _has_session_page(self) -> bool:
        screen = self._app.screen
        return self._app.svc is not None and not isinstance(screen, LoginPage | ModalScreen)

    def reason(self, action: str, parameters: tuple[object, ...]) -> str:
        """Return why an action is dimmed; "" if nothing is known."""
        if room := ROOM.get(action):
            names = "names" if action == "mini" else "a sidebar"
            return f"The terminal is too narrow for {names}: {room} columns are needed."
        blocked = self._app.own.blocked(parameters[0]) if action == "own" else None
        return blocked.reason if blocked is not None else ""
