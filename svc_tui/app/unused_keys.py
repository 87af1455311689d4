"""UnusedKeyNotice: says why a key did nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.events import Key
from textual.screen import ModalScreen

from svc_tui.models.foreign_code import is_foreign
from svc_tui.screens.login import LoginPage
from svc_tui.widgets.key_mode import character_of
from svc_tui.widgets.shell.disabled_keys import disabled_key_reason, lists_keys

if TYPE_CHECKING:
    from textual.dom import DOMNode

    from svc_tui.app.app import SvcApp

NOTHING = "This key does nothing here."
UNUSED = f"{NOTHING} Press ? to see the keys of this page."
UNUSED_IN_DIALOG = f"{NOTHING} Press F1 to see the keys of this dialog."


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
        if not why and character_of(key) is not None and not self._may_be_heard:
            why = UNUSED
            if isinstance(screen, ModalScreen):
                why = UNUSED_IN_DIALOG if lists_keys(screen) else NOTHING
                why = getattr(screen, "unused_key", why)
        if why:
            self.say(why)

    @property
    def _may_be_heard(self) -> bool:
        """Whether a consumer's own handler may have used the key, or its dialog names no keys."""
        screen = self._app.screen
        foreign_dialog = isinstance(screen, ModalScreen) and is_foreign(type(screen))
        return foreign_dialog or any(
            map(_hears_keys, (screen.focused or screen).ancestors_with_self)
        )

    def say(self, why: str) -> None:
        """Show why a key did nothing, unless it is shown already; ⚠ begins a failure."""
        # Here, not above: the first paint needs no store.
        from svc_tui.stores.session.snack_store import CLOSED, LEFT

        svc = self._app.svc
        if svc is not None and not svc.snack.shows(why):
            until = (LEFT, CLOSED) if isinstance(self._app.screen, ModalScreen) else (LEFT,)
            svc.snack.show(why, "error" if why[0] == "⚠" else "info", until=until)


def _hears_keys(node: DOMNode) -> bool:
    """Whether a consumer's class handles keys beside its bindings."""
    own = [vars(kind) for kind in type(node).__mro__ if is_foreign(kind)]
    return any(
        name.startswith("key_")
        or name in ("on_key", "_on_key")
        or any(kind is Key for kind, _ in getattr(value, "_textual_on", ()))
        for names in own
        for name, value in names.items()
    )
