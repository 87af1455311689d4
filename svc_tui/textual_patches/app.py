"""What Textual 8.2.8 needs mended, each as its own small function.

Every function here touches a private spot of Textual, so all of them are tied to the versions in
`MENDED`: a newer one is left alone until its tests have been seen to fail without the mend.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import lru_cache
from inspect import iscoroutine
from typing import Any
from weakref import WeakKeyDictionary

from rich.text import Text
from textual import _xterm_parser, on
from textual._context import active_message_pump
from textual._styles_cache import StylesCache
from textual.app import App
from textual.color import Color
from textual.css.query import NoMatches
from textual.events import InputEvent
from textual.message import Message
from textual.screen import Screen
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Input, Static
from textual.worker import Worker, WorkerState, get_current_worker

from svc_tui.terminal.error_log import LOG, crash_message, record
from svc_tui.terminal.input_sanitizer import InputSanitizer
from svc_tui.terminal.signals import install_signals
from svc_tui.textual_patches.classes import make_classes_quickly
from svc_tui.textual_patches.input import accept_any_bytes, end_at_once, read_size_in_the_loop
from svc_tui.textual_patches.keys import (
    UnusedKeys,
    hold_keys,
    keep_key_order,
    look_up_one_key,
    remember_handlers,
    replace,
    seconds_since_last_key,
    skip_unhandling_widgets,
)
from svc_tui.textual_patches.layout import tell_every_size
from svc_tui.textual_patches.option_list import page_only_what_is_laid_out
from svc_tui.textual_patches.pages import style_new_pages_once
from svc_tui.textual_patches.painting import (
    focus_quietly,
    make_lines_light,
    paint_after_a_batch,
    paint_once,
    paint_what_changed,
)
from svc_tui.textual_patches.styles import (
    cache_component_styles,
    know_rules_by_themselves,
    restyle_affected_only,
    skip_unmatchable_rules,
)
from svc_tui.thinline.textual_version import textual_version

__all__ = [
    "MENDED",
    "FaultTolerantApp",
    "Loading",
    "UnusedKeys",
    "apply_patches",
    "apply_theme",
    "disable_animation",
    "disable_text_area_blink",
    "hold_keys",
    "install_signals",
    "is_ending",
    "is_leaving",
    "paint_now",
    "patch_tables",
    "seconds_since_last_key",
    "switchable",
    "worker_was_left",
]

MENDED = frozenset({"8.2.8"})
"""The versions of Textual on which the mends were tried."""

_done: set[Callable[[], None]] = set()
_warned: set[str] = set()


def apply_patches() -> bool:
    """Apply every mend once, before the app is made; False on a version that is not known."""
    version = textual_version()
    if version not in MENDED:
        if version not in _warned:
            LOG.warning("Textual %s is not known here: nothing of it is mended.", version)
            _warned.add(version)
        return False
    for step in _STEPS:
        if step not in _done:
            step()
            _done.add(step)
    return True


def disable_animation(app: App[Any]) -> None:
    """No blinking and no animation: every such frame is sent down a line that may be slow."""
    app.animation_level = "none"
    Input.cursor_blink._default = False
    if "textual.widgets._text_area" in sys.modules:
        disable_text_area_blink()


def disable_text_area_blink() -> None:
    """The same for text areas, which are a heavy import: the first paint does without them."""
    from textual.widgets import TextArea

    TextArea.cursor_blink._default = False
    if textual_version() in MENDED:
        _know_heights()


def _know_heights() -> None:
    """Have the height of a text looked up: Textual counts all its lines for each line it draws.

    A megabyte on a screen of forty lines was counted forty times with every key.
    """
    from textual.document._wrapped_document import WrappedDocument

    replace(WrappedDocument, "height", property(_known_height))


def _known_height(document: Any) -> int:
    """How many lines a text takes as it is wrapped; one entry stands for each of them."""
    return len(document._offset_to_line_info)


def apply_theme(app: App[Any], theme: str) -> None:
    """Put on a theme before the app runs.

    Set in `on_mount`, as is usual, it has everything parsed, styled and laid out a second time
    before the first paint.
    """
    app.set_reactive(App.theme, theme)
    dark = app.current_theme.dark
    for name, added in (("-dark-mode", dark), ("-light-mode", not dark), (f"-theme-{theme}", True)):
        app.set_class(added, name, update=False)
    app._refresh_truecolor_filter(app.ansi_theme)
    app.stylesheet.set_variables(app.get_css_variables())


def patch_tables() -> None:
    """What makes the pages of tables cheaper: they are a heavy import, so not before the first."""
    if textual_version() in MENDED:
        from svc_tui.textual_patches.table import (
            draw_lines_once,
            draw_short_cells,
            measure_no_fixed_column,
        )

        for step in (draw_short_cells, draw_lines_once, measure_no_fixed_column):
            if step not in _done:
                step()
                _done.add(step)


def paint_now(screen: Screen[Any]) -> None:
    """Have a screen not wait for the next tick of its clock, which is a frame away."""
    if textual_version() in MENDED:
        screen.call_later(screen._on_timer_update)


def switchable(screen: Screen[Any], app: App[Any]) -> Screen[Any]:
    """A first screen that `switch_screen` can take away: it wants to pop a callback from it."""
    screen._push_result_callback(app, None)
    return screen


def is_ending(app: App[Any]) -> bool:
    """Whether an app was told to exit; Textual says so nowhere in public."""
    return bool(app._exit)


def is_leaving(error: Exception) -> bool:
    """Whether a widget missed its children because it is being taken away while it is mounted.

    Textual mounts nothing into what is leaving, and calls its `on_mount` all the same.
    """
    return _misses_children(active_message_pump.get(None), error)


def worker_was_left(error: BaseException) -> bool:
    """Whether the current worker missed children of a widget that is being taken away.

    Textual cancels the workers of a widget only after its children are gone: a palette that is
    closed while it gathers its commands looks for its list in vain, in all versions up to 8.2.8.
    """
    return _misses_children(get_current_worker().node, error)


def _misses_children(node: object, error: BaseException) -> bool:
    return (
        isinstance(error, NoMatches)
        and isinstance(node, Widget)
        and any(one._pruning for one in node.ancestors_with_self)
    )


class FaultTolerantApp(App[None]):
    """An app that is asked what to do with an unexpected exception, before it ends by it.

    In all versions up to 8.2.8 only a private method knows of them.
    """

    def survives(self, error: Exception) -> bool:
        """Whether this was dealt with; else Textual ends the app."""
        return False

    def _handle_exception(self, error: Exception) -> None:
        if not self.survives(error):
            super()._handle_exception(error)


class Loading(Static):
    """A word instead of an indicator that is painted sixteen times a second."""

    DEFAULT_CSS = """
    Loading {
        width: 100%;
        height: 100%;
        min-height: 1;
        content-align: center middle;
        color: $text-muted;
    }
    Loading.-textual-loading-indicator {
        layer: _loading;
        background: $boost;
        dock: top;
    }
    """

    def __init__(self) -> None:
        super().__init__("Loading…", markup=False)

    @on(InputEvent)
    def _take_no_input(self, event: InputEvent) -> None:
        """What loads cannot be used yet."""
        event.stop()
        event.prevent_default()


def release_painted_lines() -> None:
    """A cache on a method keeps up to 1 024 removed widgets with all their painted lines alive.

    The two colours are all that the result depends on. Open in 8.2.8:
    https://github.com/Textualize/textual/issues/6665
    """
    styles_of: Callable[..., tuple[Style, Style]] = StylesCache.get_inner_outer.__wrapped__

    @lru_cache(1024)
    def shared(base: Color, background: Color) -> tuple[Style, Style]:
        return styles_of(StylesCache, base, background)

    replace(StylesCache, "get_inner_outer", lambda self, *colors: shared(*colors))


def type_space() -> None:
    """A space that arrives as `CSI 32 u` without its text is swallowed by every editor.

    With the terminal of VS Code 1.110 and newer; open in 8.2.8:
    https://github.com/Textualize/textual/issues/6408
    """
    _xterm_parser.SPECIAL_KEY_TO_CHARACTER["space"] = " "


def sanitize_input() -> None:
    """Late answers of the terminal are typed into the focused input; ESC in a paste scrambles it.

    In all versions up to 8.2.8: the parser takes every sequence that it does not know for keys.
    """
    feed = _xterm_parser.XTermParser.feed
    arrivals: WeakKeyDictionary[_xterm_parser.XTermParser, InputSanitizer] = WeakKeyDictionary()

    def tidied_feed(self: _xterm_parser.XTermParser, data: str) -> Iterable[Message]:
        sanitized = arrivals.setdefault(self, InputSanitizer()).sanitized(data)
        # Empty data means the end of all input there, which only the driver may say.
        return feed(self, sanitized) if sanitized or not data else ()

    replace(_xterm_parser.XTermParser, "feed", tidied_feed)


def patch_fatal_error() -> None:
    """A crash prints a traceback with the values of all local variables, passwords among them.

    In all versions up to 8.2.8. The exit code is 1, for those who pass `return_code` on.
    """

    def fatal_error(self: App[Any], *details: object) -> None:
        error = sys.exc_info()[1] or self._exception
        if error is not None:
            record(error)
        self._return_code = 1
        self._exit_renderables[:] = [Text(crash_message(self._exception or error))]
        self._close_messages_no_wait()

    replace(App, "_fatal_error", fatal_error)
    replace(App, "panic", fatal_error)


def load_quietly() -> None:
    """The stock indicator repaints sixteen times a second, even with animations off.

    In all versions up to 8.2.8.
    """
    replace(App, "get_loading_widget", lambda self: Loading())


def end_work_that_never_began() -> None:
    """End a worker that is cancelled before it began, and close its coroutine.

    In all versions up to 8.2.8 it counts as running for ever, and its coroutine is dropped with the
    warning that it was never awaited: two loads at once, of which the second replaces the first.
    """
    start = Worker._start

    def start_and_end(
        self: Worker[Any],
        app: App[Any],
        done_callback: Callable[[Worker[Any]], None] | None = None,
    ) -> None:
        def done(worker: Worker[Any]) -> None:
            if not worker.is_finished:
                worker.state = WorkerState.CANCELLED
            if iscoroutine(worker._work):
                worker._work.close()
            if done_callback is not None:
                done_callback(worker)

        start(self, app, done)

    replace(Worker, "_start", start_and_end)


_STEPS: tuple[Callable[[], None], ...] = (
    make_classes_quickly,
    accept_any_bytes,
    read_size_in_the_loop,
    release_painted_lines,
    type_space,
    sanitize_input,
    keep_key_order,
    skip_unhandling_widgets,
    look_up_one_key,
    remember_handlers,
    page_only_what_is_laid_out,
    patch_fatal_error,
    load_quietly,
    end_work_that_never_began,
    end_at_once,
    paint_what_changed,
    paint_once,
    make_lines_light,
    paint_after_a_batch,
    focus_quietly,
    tell_every_size,
    style_new_pages_once,
    restyle_affected_only,
    know_rules_by_themselves,
    skip_unmatchable_rules,
    cache_component_styles,
)
