"""UnusedKeyNotice: says why a key did nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.screen import ModalScreen

from svc_tui.screens.login import LoginPage
from svc_tui.widgets.key_mode import character_of
from svc_tui.widgets.shell.disabled_keys import disabled_key_reason

if TYPE_CHECKING:
    from svc_tui.app.app import SvcApp

UNUSED = "This key does nothing here. Press ? to see the keys of this page."
UNUSED_IN_DIALOG = "This key does nothing in this dialog: its keys are in the last line."


class UnusedKeyNotice:
    """The toast about a key that did nothing."""

    def __init__(self, app: SvcApp) -> None:
        self._app = app

    def tell(self, key: str) -> None:
        """Tell why a pressed key does nothing."""
        screen = self._app.screen
        if self._app.svc is None or isinstance(screen, LoginPage):
            return
        why = disabled_key_reason(screen, key)
        if not why and character_of(key) is not None:
            why = UNUSED_IN_DIALOG if isinstance(screen, ModalScreen) else UNUSED
        if why:
            self.say(why)

    def say(self, why: str) -> None:
        """Say why a key did nothing, once at a time; ⚠ begins a failure."""
        # Here, not above: the first paint needs no store.
        from svc_tui.stores.session.snack_store import LEFT

        svc = self._app.svc
        if svc is not None and all(toast.message != why for toast in svc.snack.state.toasts):
            svc.snack.show(why, "error" if why[0] == "⚠" else "info", until=(LEFT,))
