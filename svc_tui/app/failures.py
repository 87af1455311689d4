"""Failures: which errors of a running console end it, and how the others are reported."""

from __future__ import annotations

from asyncio import get_running_loop, timeout
from collections.abc import Awaitable, Callable
from functools import partial
from inspect import isawaitable, iscoroutine
from typing import TYPE_CHECKING, Any, Protocol

from textual.app import App
from textual.dom import DOMNode
from textual.events import Compose, Mount, Unmount
from textual.message import Message
from textual.widget import Widget
from textual.worker import WorkerFailed

from svc_tui.api.errors import ApiError
from svc_tui.models import foreign_code
from svc_tui.models.foreign_code import (
    FAILURES,
    await_held,
    call_in_time,
    check_return,
    failure_in,
    is_foreign,
    is_foreign_call,
    log_failure,
    value_in_time,
)
from svc_tui.terminal.error_log import record, recoverable_message
from svc_tui.textual_patches import hooks

if TYPE_CHECKING:
    from svc_tui.app.foreign_widgets import ForeignWidgets


class FailingApp(Protocol):
    """The app that the error occurred in."""

    svc: Any
    booted: Any

    def before_end(self) -> None:
        """Write drafts and stop uploads."""


class Failures(hooks.FaultGuard):
    """Logs and reports errors of workers and of foreign code; any other ends the console."""

    def __init__(self, host: FailingApp, app: App[None]) -> None:
        self._host = host
        self._app = app

    def survives(self, error: Exception) -> bool:
        """Whether the error was handled; if not, drafts are saved, and Textual ends the app."""
        if hooks.is_leaving(error):
            return True
        fault = error.error if isinstance(error, WorkerFailed) else error
        worked = fault is not error
        if self._holds(fault, keep_page=worked, keep_login=worked):
            return True
        if hooks.is_ending(self._app):
            record(error)
            return True
        boots = self._host.svc is None or not self._host.booted.is_set()
        if not isinstance(error, WorkerFailed) or (boots and not hooks.works_for_widget()):
            self._save_drafts()
            return False
        if hooks.worker_was_left(fault):  # What it worked for is being closed: nothing is lost.
            return True
        record(fault)
        words = str(fault) if isinstance(fault, ApiError) else recoverable_message(fault)
        self._app.notify(words, severity="error", timeout=8)
        return True

    def holds(self, error: BaseException, message: Message) -> bool:
        """Whether a handler of a foreign widget or page failed; the console then keeps running."""
        if (failure := failure_in(error)) is None:
            return False
        if isinstance(message, Unmount):  # For this one, Textual ends the app without a hook.
            return self._foreign().hold_gone(failure) or hooks.is_leaving(failure)
        begins = isinstance(message, Compose | Mount)
        return not hooks.is_leaving(failure) and self._holds(failure, keep_page=not begins)

    def guard_actions(self, node: DOMNode) -> None:
        """Limit the time of a consumer's `check_action`, and report its failures."""
        kind = type(node)
        if "check_action" not in vars(node) and is_foreign_call(kind.check_action):
            vars(node)["check_action"] = partial(_checked, node)

    def mountable(self, parent: Widget, widgets: tuple[Widget, ...]) -> tuple[Widget, ...]:
        """Return widgets to mount, with marks for those that can't be."""
        from svc_tui.widgets.components import made_or_marked
        from svc_tui.widgets.slots import with_unique_ids

        return tuple(with_unique_ids(parent, [made_or_marked(one) for one in widgets]))

    def guards_style(self, kind: type) -> bool:
        """Whether a class belongs to a consumer, so that its style sheet may be wrong."""
        return is_foreign(kind)

    def limits(self, handler: object) -> bool:
        """Whether this is a method of a consumer's widget, which gets `LIMIT` seconds."""
        return isinstance(getattr(handler, "__self__", None), Widget) and is_foreign_call(handler)

    async def invoke_in_time(self, handler: Callable[..., Any], *params: object) -> Any:
        """Call a handler of a foreign widget; raises `TookTooLong` if it hangs.

        An async one is stopped while its widget is mounted or removed, as the page waits for that.
        Otherwise it is reported and continues: a request that it sends may be a change.
        """
        waiting = call_in_time(handler, *hooks.taken_by(handler, params))
        if not isawaitable(waiting):
            return waiting
        if not any(isinstance(one, Mount | Unmount) for one in params):
            warning = get_running_loop().call_later(
                foreign_code.LIMIT, _tell_waiting, handler, waiting
            )
            try:
                return await await_held(waiting)
            finally:
                warning.cancel()
        try:
            async with timeout(foreign_code.LIMIT) as limit:
                return await await_held(waiting)
        except TimeoutError as error:
            if not limit.expired():
                raise
            raise foreign_code.took_too_long() from error.__cause__

    async def await_work(self, work: object, step: Awaitable[Any]) -> Any:
        """Await a worker or a callback; that of a consumer fails if it cancels itself.

        So does one that awaits a consumer's coroutine, as that of a watcher.
        """
        given = work.args if isinstance(work, partial) else ()
        foreign = is_foreign_call(work) or any(map(_is_foreign_coroutine, given))
        return await (await_held(step) if foreign else step)

    def holds_style(self, widget: Widget, error: Exception) -> None:
        """Replace a foreign widget or page whose style sheet is wrong."""
        self._foreign().hold_in(widget, error)

    def _holds(self, error: BaseException, *, keep_page: bool, keep_login: bool = False) -> bool:
        return self._foreign().hold(error, keep_page=keep_page, keep_login=keep_login)

    def _foreign(self) -> ForeignWidgets:
        # Not imported above, as most consoles have no widget that fails.
        from svc_tui.app.foreign_widgets import ForeignWidgets

        return ForeignWidgets(self._app)

    def _save_drafts(self) -> None:
        try:
            self._host.before_end()
        except FAILURES as error:  # It must not hide the error that ends the console.
            record(error)


def _is_foreign_coroutine(part: object) -> bool:
    return iscoroutine(part) and is_foreign_call(part)


def _checked(node: DOMNode, action: str, parameters: tuple[object, ...]) -> bool | None:
    """Return whether an action can be run, as a consumer's widget says.

    If it fails, its own actions are dimmed, and inherited ones use the toolkit's check.
    """
    kind = type(node)

    def ask() -> bool | None:
        found: object = value_in_time(kind.check_action, node, action, parameters)
        if found is not None:
            check_return("check_action", found, bool)
        return bool(found) if found is not None else None

    try:
        return ask()
    except FAILURES as error:
        from svc_tui.widgets.slots import tell_failure

        if log_failure(place := f"check_action of {kind.__name__}", error):
            tell_failure(place)
    own = getattr(kind, f"action_{action}", None)
    if own is not None and is_foreign_call(own):
        return None
    known = (one for one in kind.__mro__ if hasattr(one, "check_action"))
    above: Any = next(one for one in known if not is_foreign_call(one.check_action))
    found: bool | None = above.check_action(node, action, parameters)
    return found


def _tell_waiting(handler: Any, waiting: Any) -> None:
    from svc_tui.app.foreign_widgets import foreign_around
    from svc_tui.widgets.slots import tell_failure

    if (found := foreign_around(handler.__self__)) is not None:
        place = f"{handler.__name__} of {found[1]}"
        frame = getattr(waiting, "cr_frame", None)
        foreign_code.log_hanging(place, frame, "is still waiting: use a worker for long tasks")
        tell_failure(place, f"⚠ {place} took more than {foreign_code.LIMIT:g} seconds · see :log")
