"""Take frames from Textual before they are drawn; the only file of the layer that knows it.

`install` is all that an app needs. It uses private parts of Textual, so it does nothing on an
untested version: the app then draws as usual.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from time import monotonic, sleep
from types import FrameType
from typing import Any, TextIO, cast

from rich.color import ColorSystem
from rich.segment import Segment
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.events import CursorPosition
from textual.message import Message
from textual.messages import TerminalSupportsSynchronizedOutput
from textual.strip import Strip

from svc_tui.thinline.capabilities import TerminalCapabilities, detect_capabilities
from svc_tui.thinline.cells import Cell, UnsupportedText, piece
from svc_tui.thinline.memory import ScreenState
from svc_tui.thinline.overlays import Overlay
from svc_tui.thinline.pacer import FramePacer
from svc_tui.thinline.passthrough import PassthroughEffect, passthrough_effect
from svc_tui.thinline.sender import Sender
from svc_tui.thinline.stats import OutputStats
from svc_tui.thinline.textual_version import is_tried
from svc_tui.thinline.writer import OutputWriter

FRAMES_PER_SECOND = 60.0
LAST_ANSWERS = 0.5
"""Seconds to wait for pending answers before the terminal is restored."""

ANSWER_PATIENCE = 5.0
"""Timeout for an answer of the terminal in seconds."""

_LAYER = "_thin_layer"
_WHERE = "\x1b[6n"
_MOVE_COST = 8
_SYNC_COST = 16


def install(
    app: App[Any],
    *,
    frames_per_second: float = FRAMES_PER_SECOND,
    can: TerminalCapabilities | None = None,
) -> bool:
    """Let an app send differences; before it runs. False where it goes on as plain Textual.

    `can` says what the terminal is able to do; by default that is read from the environment.
    """
    if not is_tried() or app.driver_class is not LinuxDriver:
        return False
    layer = Layer(app, FramePacer(frames_per_second), can or detect_capabilities(os.environ))
    app.driver_class = type("ThinDriver", (ThinDriver,), {"layer": layer})
    vars(app)[_LAYER] = layer
    vars(app)["_display"] = layer.display
    return True


def output_stats(app: App[Any]) -> OutputStats | None:
    """Return the counters of an app's output; None where nothing is installed."""
    layer: Layer | None = vars(app).get(_LAYER)
    return layer.stats if layer else None


def forget(app: App[Any]) -> None:
    """Redraw everything with the next frame, as something else wrote to the terminal."""
    layer: Layer | None = vars(app).get(_LAYER)
    if layer:
        layer.memory.forget()


def overlay_sources_of(app: App[Any]) -> dict[object, Callable[[], Overlay | None]] | None:
    """Return the functions that place pictures over the cells; None where nothing is installed."""
    layer: Layer | None = vars(app).get(_LAYER)
    return layer.overlay_sources if layer else None


def cells_of(app: App[Any], strips: Iterable[Strip]) -> tuple[tuple[Cell, ...], ...]:
    """Lines of the terminal after they are painted."""
    colors = app.console._color_system or ColorSystem.TRUECOLOR
    return tuple(tuple(_cells(strip, colors)[0]) for strip in strips)


async def ask_terminal(app: App[Any]) -> float | None:
    """Seconds until the terminal answers a small question; None where it does not, or cannot."""
    driver = app._driver
    return await driver.ask() if isinstance(driver, ThinDriver) else None


class Layer:
    """Between an app and its driver."""

    def __init__(self, app: App[Any], pace: FramePacer, can: TerminalCapabilities) -> None:
        self.stats = OutputStats()
        self.memory = ScreenState(can)
        self.pace = pace
        self.sender: Sender | None = None
        """None until the app has a terminal."""
        self.resized = False
        """Set from outside the event loop; applied with the next frame."""
        self.overlay_sources: dict[object, Callable[[], Overlay | None]] = {}
        """Functions that say where a picture is to be over the cells now, by their owner."""
        self._app = app
        self._plainly = app._display

    def display(self, screen: Any, update: Any) -> None:
        """Keep a frame and send what is new in it; stands in for `App._display`."""
        if not self._takes(update):
            self._plainly(screen, update)
            return
        try:
            self._paint(update)
        except UnsupportedText:
            # Sent as it is; the driver sees that it draws, and sends what was kept before it.
            self._plainly(screen, update)
        except Exception as error:
            self._app._handle_exception(error)
            self._app.post_display_hook()
        else:
            if self.sender is not None:
                self.sender.painted()
            self._app.post_display_hook()

    def _takes(self, update: Any) -> bool:
        app = self._app
        return (
            type(update) in (LayoutUpdate, ChopsUpdate)
            and isinstance(app._driver, ThinDriver)
            and app._running
            and not app._closed
            and not app._batch_count
        )

    def _paint(self, update: CompositorUpdate) -> None:
        """All or nothing of an update."""
        self._fit()
        console = self._app.console
        colors = console._color_system or ColorSystem.TRUECOLOR
        spots, cost = [], _SYNC_COST if self.sender and self.sender.synchronized else 0
        for y, x, end, strip in _spots(update):
            cells, bytes_of_it = _cells(strip, colors)
            spots.append((y, x, cells if end is None else _cropped(cells, end - x)))
            cost += bytes_of_it + _MOVE_COST
        for spot in spots:
            self.memory.place(*spot)
        if self.overlay_sources or self.memory.overlays:
            found = {key: find() for key, find in self.overlay_sources.items()}
            self.memory.overlays.wanted = {key: one for key, one in found.items() if one}
        self.stats.bytes_saved += cost
        cursor = self._app.screen.outer_size.clamp_offset(self._app.cursor_position)
        self.memory.cursor = self._app._previous_cursor_position = cursor

    def _fit(self) -> None:
        """Forget a terminal that was resized."""
        size = self._app.size
        if size != self.memory.size:
            self.memory.resize(*size)
        elif self.resized:
            self.memory.forget()
        self.resized = False


class ThinDriver(LinuxDriver):
    """Textual's own driver, with a look at its input and output."""

    layer: Layer

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        self._outlet = OutputWriter(cast(TextIO, self._file), self._left)
        self._file = cast(Any, self._outlet)
        self._answer: asyncio.Future[float] | None = None
        layer = self.layer
        self._sender = layer.sender = Sender(
            layer.memory,
            layer.pace,
            layer.stats,
            self._outlet,
            self._hand_over,
            self._loop.call_later,
        )

    def write(self, data: str) -> None:
        """Write a text that is no frame, after all that was painted before it."""
        does = passthrough_effect(data)
        if does is PassthroughEffect.DRAWS:
            self._sender.send()
            self.layer.memory.discard_frame()
        elif does is PassthroughEffect.CLEARS:
            self.layer.memory.forget()
        self._hand_over(data)

    def _hand_over(self, text: str) -> None:
        self.layer.stats.bytes_sent += len(text.encode(errors="replace"))
        if (left := self._outlet.begin(text)) is not None:
            super().write(left)

    def close(self) -> None:
        """Close the terminal for good, or until another program has given it back."""
        super().close()
        self._outlet.close()

    def send_message(self, message: Message) -> None:
        """In the reading thread: to the app, without a task of its own for each key."""
        self._loop.call_soon_threadsafe(self._app.post_message, message)

    def _left(self) -> None:
        """Send what waits, as all before it has left; called in the writing thread."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._sender.go_on)

    async def ask(self) -> float | None:
        """Seconds until the terminal says where its cursor is."""
        answer = self._answer = self._loop.create_future()
        asked = monotonic()
        self.write(_WHERE)
        try:
            arrived: float = await asyncio.wait_for(answer, ANSWER_PATIENCE)
            return arrived - asked
        except TimeoutError:
            return None
        finally:
            if self._answer is answer:  # From Python 3.12 on, a newer question may be asked by now.
                self._answer = None

    def _heard(self, answer: asyncio.Future[float], moment: float) -> None:
        if not answer.done():
            answer.set_result(moment)

    def process_message(self, message: Message) -> None:
        """Run in the reading thread; don't pass on an answer that is for us."""
        if isinstance(message, CursorPosition) and (answer := self._answer) is not None:
            self._loop.call_soon_threadsafe(self._heard, answer, monotonic())
            return
        if isinstance(message, TerminalSupportsSynchronizedOutput):
            if self.layer.pace.answered():
                self._left()
                return
            self.layer.pace.answering = self._sender.synchronized = True
        super().process_message(message)

    def start_application_mode(self) -> None:
        """The terminal is ours, or ours again, and nothing on it is known."""
        self._outlet.open()
        super().start_application_mode()  # type: ignore[no-untyped-call]  # Textual names no types.
        self.layer.memory.forget()
        self._hear_of_resizes()
        self._sender.running = True

    def _hear_of_resizes(self) -> None:
        """Note a new size at once: a terminal rearranges its cells before Textual knows of it."""
        textuals = signal.getsignal(signal.SIGWINCH)

        def resized(number: int, frame: FrameType | None) -> None:
            self.layer.resized = True
            if callable(textuals):
                textuals(number, frame)

        signal.signal(signal.SIGWINCH, resized)

    def stop_application_mode(self) -> None:
        """Stop drawing: another program has the terminal."""
        self._sender.running = False
        until = monotonic() + LAST_ANSWERS
        while self.layer.pace.waiting and monotonic() < until:
            sleep(0.005)
        self.layer.pace.forget()
        super().stop_application_mode()
        self.layer.memory.forget()


def _spots(update: Any) -> Iterator[tuple[int, int, int | None, Strip]]:
    """Line, column, the column to stop before, and what is painted there."""
    if isinstance(update, LayoutUpdate):
        for y, line in enumerate(update.strips, update.region.y):
            x = update.region.x
            for strip in line:
                yield y, x, None, strip
                x += strip.cell_length
        return
    for y, x1, x2 in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            if strip is not None and x <= x2 and end > x1:
                yield y, x, None if x1 <= x < x2 and end <= x2 else min(end, x2), strip


def _cells(strip: Strip, colors: ColorSystem) -> tuple[list[Cell], int]:
    """The cells of a strip and the bytes that it takes; raises UnsupportedText for any other."""
    if type(strip) is not Strip:
        raise UnsupportedText(type(strip))
    cells: list[Cell] = []
    cost = 0
    for segment in strip._segments:
        found = _piece(segment, colors)
        cells += found.cells
        cost += found.cost
    return cells, cost


def _piece(segment: Segment, colors: ColorSystem) -> Any:
    text, style, control = segment
    if control:
        raise UnsupportedText(text)
    if style is None:
        return piece(text)
    sgr = style._ansi
    if sgr is None:
        sgr = Strip.render_ansi(style, colors)
    return piece(text, sgr, f"id={style._link_id};{style._link}" if style._link else "")


def _cropped(cells: list[Cell], width: int) -> list[Cell]:
    """The first columns; half of a wide sign is a blank."""
    kept = cells[: max(0, width)]
    if kept and kept[-1].width == 2:
        kept[-1] = kept[-1].blanked
    return kept
