"""Faults of Textual 8.2, each mended by a patch of its own.

Where no issue is named, none was found. A fault counts as open in every version up to the newest
tried one, which has its tests: each fails without its patch.
"""

from __future__ import annotations

import asyncio
import codecs
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from inspect import iscoroutine
from traceback import walk_tb
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from textual import _dispatch_key, _xterm_parser, message_pump, timer
from textual import app as app_module
from textual import screen as screen_module
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._callback import invoke
from textual._compositor import Compositor, CompositorMap, ReflowResult
from textual._context import active_app
from textual.app import App
from textual.dom import DOMNode
from textual.drivers import linux_driver
from textual.events import Event, Key, Mount, Paste, Resize
from textual.geometry import Region, Size
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widget import AwaitMount, MountError, Widget
from textual.widgets import OptionList
from textual.worker import Worker, WorkerState

from svc_tui.terminal.input_sanitizer import InputSanitizer
from svc_tui.textual_patches.hooks import deliver_event, guard_of, key_queue
from svc_tui.textual_patches.key_order import KeyPassed
from svc_tui.textual_patches.replace import replace

# What comes from the terminal

SEQUENCES = "[O]P_\x1b"
"""The characters after ESC that begin a sequence of a terminal."""


def accept_any_bytes() -> None:
    """A byte that is not UTF-8, as a Latin-1 terminal sends it, ends the app.

    https://github.com/Textualize/textual/issues/6456
    """
    replace(linux_driver, "getincrementaldecoder", lambda encoding: _Decoder)


class _Decoder:
    """Decodes input, and ends the app when the terminal is gone.

    The kernel sends SIGHUP to the leader of a session alone. Any other process, as behind `make` or
    `su`, reads an empty input from then on, and the driver would read it in a busy loop.
    """

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._is_open = sys.__stdin__ is not None and sys.__stdin__.isatty()

    def decode(self, data: bytes, final: bool = False) -> str:
        """Return the text of these bytes; nothing to read, though there was input, is a hang-up."""
        if self._is_open and not data and not final:
            self._is_open = False
            os.kill(os.getpid(), signal.SIGHUP)
        return self._decoder.decode(data, final)


def sanitize_input() -> None:
    """Late answers of the terminal are typed into the focused input; ESC in a paste scrambles it.

    The parser takes every sequence that it does not know for keys.
    """
    feed = _xterm_parser.XTermParser.feed
    sanitizers: WeakKeyDictionary[_xterm_parser.XTermParser, InputSanitizer] = WeakKeyDictionary()

    def feed_sanitized(self: _xterm_parser.XTermParser, data: str) -> Iterable[Message]:
        sanitized = sanitizers.setdefault(self, InputSanitizer()).sanitized(data)
        # Empty data means the end of all input there, which only the driver may say.
        return feed(self, sanitized) if sanitized or not data else ()

    replace(_xterm_parser.XTermParser, "feed", feed_sanitized)


def type_space() -> None:
    """A space that arrives as `CSI 32 u` without its text is swallowed by every editor.

    The terminal of VS Code 1.110 and newer sends it so:
    https://github.com/Textualize/textual/issues/6408
    """
    parse_keys = _xterm_parser.XTermParser._sequence_to_key_events

    def parse_keys_with_space(
        self: _xterm_parser.XTermParser, sequence: str, alt: bool = False
    ) -> Iterable[Key]:
        for key in parse_keys(self, sequence, alt):
            if key.key == "space" and key.character is None:
                key.character = " "
            yield key

    replace(_xterm_parser.XTermParser, "_sequence_to_key_events", parse_keys_with_space)


def type_no_alt_letters() -> None:
    """Textual takes Esc and a letter soon after it for Alt and that letter, and types it.

    Terminals send Alt and a letter in one piece: what comes in two was typed as two keys, unless
    it goes on with a sequence. Alt and a letter type nothing; bindings still get them. Nor do Alt
    and a digit, `-` or `=`, which Textual reads as the signs of an Option key, like ™ and ≠:
    terminals send those signs themselves.
    """
    parser = _xterm_parser.XTermParser
    feed, parse_keys = parser.feed, parser._sequence_to_key_events
    after_escape: WeakSet[_xterm_parser.XTermParser] = WeakSet()

    def feed_apart(self: _xterm_parser.XTermParser, data: str) -> Iterator[Message]:
        if self in after_escape and self._timeout_time and data and data[0] not in SEQUENCES:
            self._timeout_time = 0.0
            yield from self.tick()
        (after_escape.add if data.endswith("\x1b") else after_escape.discard)(self)
        yield from feed(self, data)

    def parse_without_text(
        self: _xterm_parser.XTermParser, sequence: str, alt: bool = False
    ) -> Iterator[Key]:
        if len(sequence) == 2 and isinstance(ANSI_SEQUENCES_KEYS.get(sequence), str):
            sequence, alt = sequence[1], True
        for key in parse_keys(self, sequence, alt):
            if alt and key.is_printable:
                name = key.key if key.key.startswith("alt+") else f"alt+{key.key}"
                yield Key(name, None)
            else:
                yield key

    replace(parser, "feed", feed_apart)
    replace(parser, "_sequence_to_key_events", parse_without_text)


def keep_key_order() -> None:
    """Letters overtake arrows, backspace, tab and every other bound key that was typed before.

    On a slow line, where keys arrive together, text is scrambled:
    https://github.com/Textualize/textual/issues/6605
    """

    async def on_event_in_order(self: App[Any], event: Event) -> None:
        if isinstance(event, KeyPassed):
            await key_queue(self).passed(event)
        elif isinstance(event, (Key, Paste)) and not event.is_forwarded:
            await key_queue(self).enter(event)
        else:
            await deliver_event(self, event)

    replace(App, "on_event", on_event_in_order)


def read_size_in_the_loop() -> None:
    """Resizes that come fast leave the app at an older size for good.

    Python runs signal handlers nested: the driver's handler reads the size, is interrupted by the
    next SIGWINCH, and posts what it had read after the newer size. Here the handler reads nothing.
    """
    start: Any = linux_driver.LinuxDriver.start_application_mode

    def start_and_handle_resizes(self: linux_driver.LinuxDriver) -> None:
        start(self)
        loop = asyncio.get_running_loop()

        def resized(*_: object) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(_post_size, self)

        signal.signal(signal.SIGWINCH, resized)

    replace(linux_driver.LinuxDriver, "start_application_mode", start_and_handle_resizes)


def _post_size(driver: linux_driver.LinuxDriver) -> None:
    if not driver._in_band_window_resize:
        size = Size(*driver._get_terminal_size())
        driver._app.post_message(Resize(size, size))


# What the app does


def end_unstarted_workers() -> None:
    """A worker that is cancelled before it began counts as running forever.

    Its coroutine is dropped with the warning that it was never awaited: two loads at once, of which
    the second replaces the first.
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


def page_laid_out_options() -> None:
    """PageUp and PageDown end the app by a `KeyError` in a list of options that has no size yet.

    The command palette fills its list before it shows it, so the key typed right behind the one
    that opens it is enough.
    """
    move_page = OptionList._move_page

    def move_page_if_laid_out(self: OptionList, direction: Any) -> None:
        if (self.highlighted or 0) in self._index_to_line:
            move_page(self, direction)

    replace(OptionList, "_move_page", move_page_if_laid_out)


# What is drawn


def skip_removed_widgets() -> None:
    """A text area that was removed ends the app when it is painted before the next layout.

    It is on the old map until then, but the styles of its parts are gone.
    """
    get_renders = Compositor._get_renders

    def get_renders_of_mounted(self: Compositor, crop: Region | None = None) -> Iterable[Any]:
        visible = self.visible_widgets
        if any(widget.parent is None for widget in visible):
            self._visible_widgets = {
                widget: place for widget, place in visible.items() if widget.parent is not None
            }
        return get_renders(self, crop)

    replace(Compositor, "_get_renders", get_renders_of_mounted)


def paint_after_a_batch() -> None:
    """A layout during a batch stays unpainted when the batch is over.

    Its picture is made and thrown away, and the marks of what had to be painted go with it. Here
    they are kept until the batch is over, for one picture of all that came meanwhile.
    """
    paint, end = Screen._compositor_refresh, App._end_batch

    def paint_unless_in_a_batch(self: Screen[Any]) -> None:
        app = self.app
        if app._batch_count and not app.is_inline and app.screen is self:
            self._repaint_required = True
        else:
            paint(self)

    def end_and_paint(self: App[Any]) -> None:
        end(self)
        if not self._batch_count and self._screen_stack:
            self.screen.check_idle()

    replace(Screen, "_compositor_refresh", paint_unless_in_a_batch)
    replace(App, "_end_batch", end_and_paint)


_REPORTED = "_svc_reported"


def report_every_size() -> None:
    """A widget may never hear of its size: a text area stays unwrapped, or wrapped as it was.

    Layout tells the widgets whose place differs from the one on the last map. But asking for a
    place after a scroll may have a new map drawn up, with what is mounted or changed by then; the
    layout that follows finds no difference to it. Such a map is also drawn up after each layout,
    though the layout has just made one.
    """
    reflow = Compositor.reflow

    def reflow_and_report(self: Compositor, *details: Any) -> ReflowResult:
        reported: CompositorMap = vars(self).get(_REPORTED, {})
        before = self._full_map
        found = reflow(self, *details)
        self._full_map_invalidated = False
        now = vars(self)[_REPORTED] = self._full_map
        if before is reported:
            return found
        resized = {
            widget
            for widget, place in now.items()
            if widget in reported and reported[widget].region.size != place.region.size
        }
        return found._replace(
            shown=found.shown | (now.keys() - reported.keys()), resized=found.resized | resized
        )

    replace(Compositor, "reflow", reflow_and_report)


def keep_widgets_that_fail() -> None:
    """A widget whose handler raises is taken away, and silently where the app goes on.

    A page stays, and so do its keys.
    """
    dispatch = MessagePump._dispatch_message
    initialize: Callable[[DOMNode], None] = DOMNode._post_mount

    async def dispatch_and_hold(self: MessagePump, message: Message) -> None:
        try:
            await dispatch(self, message)
        except BaseException as error:
            if not guard_of(active_app.get(None)).holds(error, message):
                raise
            if isinstance(self, Screen) and isinstance(message, Key):
                hand_on_key(self, message, error)

    def initialize_and_hold(self: DOMNode) -> None:
        try:
            initialize(self)
        except BaseException as error:  # Of a watcher; its widget would handle no message.
            if not guard_of(active_app.get(None)).holds(error, Mount()):
                raise

    def hand_on_key(page: Screen[Any], key: Key, error: BaseException) -> None:
        """Give the bindings a key of which `on_key` failed; a `key_…` method has taken its own.

        After a page that has closed itself, they would be those of the page beneath.
        """
        if not page.is_current or page.app.screen is not page or page._pruning:
            return
        called = (frame.f_code for frame, _ in walk_tb(error.__traceback__))
        if _dispatch_key.dispatch_key.__code__ not in called and not key._stop_propagation:
            key._bubble_to(page.app)

    replace(MessagePump, "_dispatch_message", dispatch_and_hold)
    replace(DOMNode, "_post_mount", initialize_and_hold)


def mount_only_new_widgets() -> None:
    """A widget that is mounted in itself waits for itself; one of a taken id ends the app.

    One without an `__init__` of its base fails without a name. The app's `foreign_guard` says what
    is mounted in the place of the last two.
    """
    mount = Widget.mount

    def mount_checked(self: Widget, *widgets: Widget, **place: Any) -> AwaitMount:
        if any(isinstance(one, Widget) and "_nodes" not in vars(one) for one in widgets):
            widgets = guard_of(active_app.get(None)).mountable(self, widgets)
        if any(one.is_attached for one in widgets):
            for one in self.ancestors_with_self:
                if one in widgets:
                    raise MountError(f"{type(one).__name__} can't be mounted in itself")
        if any(one.id for one in widgets):
            widgets = guard_of(active_app.get(None)).mountable(self, widgets)
        return mount(self, *widgets, **place)

    replace(Widget, "mount", mount_checked)


def dismiss_only_itself() -> None:
    """A dialog that is dismissed below another one takes that one away, and stays itself."""
    dismiss = Screen.dismiss

    def dismiss_from_the_top(self: Screen[Any], result: Any = None) -> Any:
        stack = self.app._screen_stack
        if self in stack[1:-1]:
            stack.remove(self)
            stack.append(self)
        return dismiss(self, result)

    replace(Screen, "dismiss", dismiss_from_the_top)


def survive_exits() -> None:
    """`sys.exit()` in a handler, a timer, a worker or while drawing ends the event loop.

    It becomes an error like any other, as Ctrl+C is a key and no signal while an app runs. Handlers
    that the app's `foreign_guard` limits in time are called by it.
    """

    async def invoke_and_survive(callback: Callable[..., Any], *params: object) -> Any:
        guard = guard_of(active_app.get(None))
        try:
            if guard.limits(callback):
                return await guard.invoke_in_time(callback, *params)
            if isinstance(callback, partial):  # A timer, or `call_later`.
                return await guard.await_work(callback, invoke(callback, *params))
            return await invoke(callback, *params)
        except (SystemExit, KeyboardInterrupt) as error:
            raise RuntimeError(f"it tried to end the program: {error!r}") from error

    run = Worker.run

    async def run_and_survive(self: Worker[Any]) -> Any:
        step = invoke_and_survive(run, self)
        return await guard_of(active_app.get(None)).await_work(self._work, step)

    for module in (app_module, message_pump, screen_module, timer, _dispatch_key):
        replace(module, "invoke", invoke_and_survive)
    replace(Worker, "run", run_and_survive)


FIXES: tuple[Callable[[], None], ...] = (
    accept_any_bytes,
    sanitize_input,
    type_space,
    type_no_alt_letters,
    keep_key_order,
    read_size_in_the_loop,
    end_unstarted_workers,
    page_laid_out_options,
    skip_removed_widgets,
    paint_after_a_batch,
    report_every_size,
    keep_widgets_that_fail,
    mount_only_new_widgets,
    dismiss_only_itself,
    survive_exits,
)
