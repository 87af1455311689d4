"""Access to parts of Textual that have no public API: base classes and functions."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Any

from rich.text import Text
from textual import events
from textual._callback import count_parameters
from textual._context import active_message_pump, visible_screen_stack
from textual.app import App
from textual.binding import Binding, BindingsMap
from textual.css.query import NoMatches
from textual.dom import DOMNode, NoScreen
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input
from textual.worker import get_current_worker

from svc_tui.terminal.error_log import crash_message, record
from svc_tui.textual_patches.key_order import KeyQueue
from svc_tui.textual_patches.style_faults import check_default_css, screen_css_checked

deliver_event = App.on_event
"""Textual's own delivery of an event, from before any patch."""

_KEY_QUEUE = "_svc_key_queue"


class FaultGuard:
    """Deals with what fails in an app, which has it as its `foreign_guard`; this one does not."""

    def survives(self, error: Exception) -> bool:
        """Whether an unexpected exception was handled; else Textual ends the app."""
        return False

    def holds(self, error: BaseException, message: Message) -> bool:
        """Whether the fault of a handler of this message was dealt with; else it goes on up.

        Textual takes a widget away whose handler raised, also where the app survives.
        """
        return False

    def guard_actions(self, node: DOMNode) -> None:
        """Called with a widget, a page or the app, before one of its actions is checked or run."""

    def mountable(self, parent: Widget, widgets: tuple[Widget, ...]) -> tuple[Widget, ...]:
        """Return what is mounted for these widgets."""
        return widgets

    def limits(self, handler: object) -> bool:
        """Whether a handler is called by `invoke_in_time`."""
        return False

    async def invoke_in_time(self, handler: Callable[..., Any], *params: object) -> Any:
        """Call a handler, and stop it where it takes too long."""

    async def await_work(self, work: object, step: Awaitable[Any]) -> Any:
        """Await a worker or a callback; `work` is its function or coroutine."""
        return await step

    def guards_style(self, kind: type) -> bool:
        """Whether the style sheets of a class are looked at."""
        return False

    def holds_style(self, widget: Widget, error: Exception) -> None:
        """Called for each widget whose class has a wrong style sheet, which is left out."""


class FaultTolerantApp(App[None]):
    """An app whose guard is asked about what fails, and about the actions of widgets.

    A crash prints one sentence, as Textual's traceback holds the values of all local variables,
    passwords among them. A wrong style sheet of a class is left out; it would end the app as soon
    as anything is styled.
    """

    # Only private methods of Textual, which all of them go through, know of them.

    foreign_guard = FaultGuard()

    def _handle_exception(self, error: Exception) -> None:
        if not self.foreign_guard.survives(error):
            super()._handle_exception(error)

    def _fatal_error(self, *_: Any) -> None:
        self.panic()

    def panic(self, *_: Any) -> None:
        """End the app with exit code 1; the log has the traceback."""
        error = sys.exc_info()[1] or self._exception
        if error is not None:
            record(error)
        self._return_code = 1
        self._exit_renderables[:] = [Text(crash_message(self._exception or error))]
        self._close_messages_no_wait()

    def _register_child(self, parent: DOMNode, child: Widget, *place: Any) -> None:
        super()._register_child(parent, child, *place)
        check_default_css(self.foreign_guard, self.stylesheet, child)

    def _load_screen_css(self, screen: Screen[Any]) -> None:
        with screen_css_checked(self.foreign_guard, self.stylesheet, screen):
            super()._load_screen_css(screen)

    def _parse_action(self, *args: Any, **named: Any) -> tuple[DOMNode, str, tuple[object, ...]]:
        found = super()._parse_action(*args, **named)
        self.foreign_guard.guard_actions(found[0])
        return found


def guard_of(app: App[Any] | None) -> FaultGuard:
    """Return the guard of an app; of one that is none of ours, one that does nothing."""
    return (
        app.foreign_guard if isinstance(app, FaultTolerantApp) else FaultTolerantApp.foreign_guard
    )


class UnusedKeys(App[None]):
    """An app with hooks for keys: before any binding, and where none did anything.

    Only a private method of Textual knows of them.
    """

    def takes_key(self, key: str) -> bool:
        """Called with each key; whether the app takes it before any binding and widget."""
        return False

    def unused_key(self, key: str) -> None:
        """Called with a key that no binding has taken."""

    async def _check_bindings(self, key: str, priority: bool = False) -> bool:
        if priority and self.takes_key(key):
            return True
        if await super()._check_bindings(key, priority):
            return True
        if not priority:
            self.unused_key(key)
        return False


# Before an app runs


def disable_animation(app: App[Any]) -> None:
    """Disable blinking and animation, as each frame may be sent over a slow line."""
    app.animation_level = "none"
    Input.cursor_blink._default = False
    if (text_areas := sys.modules.get("textual.widgets._text_area")) is not None:
        text_areas.TextArea.cursor_blink._default = False


def stop_blink(focused: Widget) -> None:
    """Stop the cursor of a text area, which is imported after the app has started."""
    if hasattr(focused, "cursor_blink"):
        focused.cursor_blink = False


def apply_theme(app: App[Any], theme: str) -> None:
    """Set a theme before the app runs.

    Set in `on_mount`, as is usual, it has everything parsed, styled and laid out a second time
    before the first paint.
    """
    app.set_reactive(App.theme, theme)
    dark = app.current_theme.dark
    for name, added in (("-dark-mode", dark), ("-light-mode", not dark), (f"-theme-{theme}", True)):
        app.set_class(added, name, update=False)
    app._refresh_truecolor_filter(app.ansi_theme)
    app.stylesheet.set_variables(app.get_css_variables())


def add_bindings(app: App[Any], bindings: list[Binding]) -> None:
    """Add bindings with ids to one app; `App.bind` gives them none."""
    app._bindings = BindingsMap.merge([app._bindings, BindingsMap(bindings)])


def switchable(screen: Screen[Any], app: App[Any]) -> Screen[Any]:
    """Return a first screen that `switch_screen` can remove, which needs to pop a callback."""
    screen._push_result_callback(app, None)
    return screen


# While it runs


def is_ending(app: App[Any]) -> bool:
    """Whether an app was asked to exit."""
    return bool(app._exit)


def stop_watching(watcher: DOMNode, watched: DOMNode) -> None:
    """Make a node that outlives its watcher forget it.

    Textual does so when the watched attribute changes next; until then the removed widget stays in
    memory, with all that it holds.
    """
    watchers: dict[str, list[tuple[object, object]]] = vars(watched).get("__watchers", {})
    for name, those in watchers.items():
        watchers[name] = [one for one in those if one[0] is not watcher]


def last_words(app: App[Any]) -> str:
    """Return what an app prints when it ends."""
    return "\n".join(str(one) for one in app._exit_renderables)


def is_leaving(error: Exception) -> bool:
    """Whether a widget missed its children or screen, as it is being removed while it is mounted.

    Textual mounts nothing into a widget that is being removed, and calls its `on_mount` all the
    same.
    """
    return _misses_children(active_message_pump.get(None), error)


def works_for_widget() -> bool:
    """Whether the current worker belongs to a widget, without which the console can continue."""
    return isinstance(get_current_worker().node, Widget)


def worker_was_left(error: BaseException) -> bool:
    """Whether the current worker missed children of a widget that is being removed.

    Textual cancels the workers of a widget only after its children are gone: a palette that is
    closed while it gathers its commands looks for its list in vain.
    """
    return _misses_children(get_current_worker().node, error)


def _misses_children(node: object, error: BaseException) -> bool:
    return (
        isinstance(error, NoMatches | NoScreen)
        and isinstance(node, Widget)
        and any(one._pruning for one in node.ancestors_with_self)
    )


def taken_by(handler: Any, params: tuple[object, ...]) -> tuple[object, ...]:
    """Return as many of a handler's parameters as it accepts."""
    return params[: count_parameters(handler)]


def target_of(timer: Timer) -> object:
    """Return the widget or app of a timer; None if it is gone."""
    return timer._target()


def binding_chain(screen: Screen[Any]) -> list[tuple[DOMNode, BindingsMap]]:
    """Return all bindings from the focus up to the app, but for keys that are text below them.

    `Screen.active_bindings` asks of all whether they can act now, of which a footer shows a few;
    and one that can't act hides another of the same key that would.
    """
    return screen._binding_chain


def bound_here(screen: Screen[Any], key: str) -> Iterator[tuple[DOMNode, Binding]]:
    """Yield the bindings of a key from the focus on upwards, whether they can act now or not.

    `Screen.active_bindings` leaves out those that are not offered at present.
    """
    for node, bindings in screen._modal_binding_chain:
        for binding in bindings.key_to_bindings.get(key, ()):
            yield node, binding


def own_bindings(node: DOMNode) -> Iterator[Binding]:
    """Yield the bindings of one widget with the keys that the user configured."""
    for _, binding in node._bindings:
        yield binding


def action_state(screen: Screen[Any], action: str, node: DOMNode) -> bool | None:
    """Return whether an action can run now; None if it is dim, False if it is not offered."""
    return screen.app._check_action_state(action, node)


def drawn_strips(app: App[Any], screen: Screen[Any]) -> list[Strip]:
    """Return the lines of an open screen of an app as they are drawn now.

    `screen.app` is the app that runs the caller, and that may be another one.
    """
    # What is below a dialog: drawing asks for it if nothing is cached of the last frame.
    stack = app.screen_stack
    visible_screen_stack.set([*stack[: stack.index(screen)]])
    return screen._compositor.render_strips()


def close_unanswered(dialog: Screen[Any]) -> None:
    """Resolve the result of a dialog that can no longer be closed with None."""
    for one in dialog._result_callbacks:
        if one.future is not None and not one.future.done():
            one.future.set_result(None)


def move_under(app: App[Any], other: Screen[Any]) -> None:
    """Move the screen that was just pushed below another one, which stays as it is."""
    stack = app._screen_stack
    pushed = stack.pop()
    stack.insert(stack.index(other), pushed)
    pushed.post_message(events.ScreenSuspend())
    app.screen.post_message(events.ScreenResume())
    app.screen_change_signal.publish(app.screen)


def lay_out_again(screen: Screen[Any]) -> None:
    """Lay out a screen whose layout failed: a new one has no size then, and waits for one."""
    screen._refresh_layout(screen.app.size)


def paint_now(screen: Screen[Any]) -> None:
    """Paint a screen without waiting for the next tick of its clock, which is a frame away."""
    screen.call_later(screen._on_timer_update)


def write_to_terminal(app: App[Any], text: str) -> None:
    """Send a sequence past the frames; does nothing without a terminal."""
    if app._driver is not None:
        app._driver.write(text)


def key_queue(app: App[Any]) -> KeyQueue:
    """Return the queue of an app's keys, which ends with the app."""
    queue: KeyQueue | None = vars(app).get(_KEY_QUEUE)
    if queue is None:
        queue = vars(app)[_KEY_QUEUE] = KeyQueue(app, partial(deliver_event, app))
    return queue


def hold_keys(app: App[Any]) -> None:
    """Hold keys back until a page that opens by itself is there, for `OPENING` seconds at most."""
    key_queue(app).expect()


def seconds_since_last_key(app: App[Any]) -> float:
    """Return how long ago the last key took effect; 0 while one is on its way."""
    return key_queue(app).quiet_for
