"""Widgets in a foreign app: the services that a page provides in a console."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from textual.actions import SkipAction

from svc_tui.stores.session.auth_store import AuthStore
from svc_tui.widgets.base import SvcModal, services
from svc_tui.widgets.focusing import MAIN, main_part

if TYPE_CHECKING:
    from textual.notifications import SeverityLevel

    from svc_tui.stores.session.snack_store import Kind, Toast
    from svc_tui.widgets.base import SvcWidget

SEVERITIES: Mapping[Kind, SeverityLevel] = {
    "info": "information",
    "success": "information",
    "warning": "warning",
    "error": "error",
}
"""Textual's severity for each of our kinds of toast."""


def live_alone(widget: SvcWidget) -> Callable[[], None]:
    """Do for a widget what its page would do around it; returns a function that ends that."""
    _leave_fields_with_escape(widget)
    _tell_unasked_questions(widget)
    _tell_unshown_toasts(widget)
    widget.call_after_refresh(_take_idle_focus, widget)
    return _hear_sign_in(widget)


def _hear_sign_in(widget: SvcWidget) -> Callable[[], None]:
    def hear(message: object) -> None:
        if not isinstance(message, AuthStore.SignedIn):
            return
        dialogs = (one for one in widget.app.screen_stack if isinstance(one, SvcModal))
        for one in (widget, *(dialog for dialog in dialogs if services(dialog) is widget.svc)):
            if (again := getattr(one, "signed_in_again", None)) is not None:
                one.call_later(again)

    return widget.svc.auth.subscribe(hear)


def _tell_unasked_questions(widget: SvcWidget) -> None:
    """Have the app name the widget that shows the questions of its services, if none does."""

    def tell(title: str) -> None:
        if widget.is_attached:
            asked = f"“{title}” can't be shown" if title else "A question can't be shown"
            words = f"{asked}: mount SvcRootComponents(svc=…) to show questions."
            widget.app.notify(words, severity="warning", markup=False)

    widget.svc.confirm.unasked = tell


def _tell_unshown_toasts(widget: SvcWidget) -> None:
    """Have the app show the toasts of this widget's services where nothing else does."""

    def tell(toast: Toast) -> None:
        if widget.is_attached:
            widget.app.notify(toast.message, severity=SEVERITIES[toast.kind], markup=False)

    widget.svc.snack.unshown = tell


def _take_idle_focus(widget: SvcWidget) -> None:
    """Focus the main part of a widget that was mounted late, if nothing has the focus."""
    if not widget.is_attached:  # The widget was removed before it was shown.
        return
    screen = widget.screen
    wanted = widget.app.AUTO_FOCUS if screen.AUTO_FOCUS is None else screen.AUTO_FOCUS
    if wanted and screen.focused is None and (main := main_part(widget)) is not None:
        screen.set_focus(main)


def _leave_fields_with_escape(widget: Any) -> None:
    """Have Esc return the focus to the widget's main part; there, leave Esc to the app."""
    if not any(kind.__name__ in MAIN for kind in type(widget).__mro__):
        return

    def leave() -> None:
        main = main_part(widget)
        if main is None or main.has_focus:
            raise SkipAction
        main.focus()

    widget.action_leave_field = leave
    widget._bindings.bind("escape", "leave_field", show=False)
