"""Watchdog: log when a consumer's code blocks a console."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from contextvars import copy_context
from types import FrameType
from typing import TYPE_CHECKING, Protocol

from textual.widget import Widget

from svc_tui.models import foreign_code

if TYPE_CHECKING:
    from svc_tui.app.parts import ConsoleParts

EVERY = 1.0
"""Seconds between two checks."""

LOOKS = 5
"""How often is looked; a function that is seen in most looks is slow."""

BETWEEN = 0.02
"""Seconds between two such looks."""


class WatchedApp(Protocol):
    """An app with parts of a program."""

    parts: ConsoleParts

    @property
    def is_running(self) -> bool: ...


class Watchdog:
    """A thread that checks whether the event loop is running.

    If a method of a consumer's widget, or an async function that never waits, has blocked it for
    `LIMIT` seconds, the log says which one and where, and later a toast. Nothing can stop such
    code.
    """

    def __init__(self, app: WatchedApp) -> None:
        self._app = app
        self._loop = asyncio.get_running_loop()
        self._running = getattr(type(self._loop).run_forever, "__code__", None)
        """The code of the loop; frames outside it belong to the program that started it."""
        self._context = copy_context()
        self._thread = threading.get_ident()
        threading.Thread(target=self._watch, name="watchdog", daemon=True).start()

    def _watch(self) -> None:
        while self._app.is_running:
            time.sleep(EVERY)
            turned = threading.Event()
            try:
                self._loop.call_soon_threadsafe(turned.set)
                if not turned.wait(foreign_code.LIMIT) and (said := self._hanging()):
                    self._loop.call_soon_threadsafe(_tell, *said, context=self._context)
                    while self._app.is_running and not turned.wait(EVERY):
                        pass
            except RuntimeError:  # The loop has ended.
                return

    def _hanging(self) -> tuple[str, str] | None:
        """Log the widget or function that is running; return its place and what to say of it."""
        # Imported here: most consoles have no widget that fails.
        from svc_tui.app.foreign_widgets import foreign_around

        frame = self._frame()
        if slow := self._slow_place(frame):
            foreign_code.log_slow(slow, frame)
            return slow, f"⚠ {slow} is slow: busy for {foreign_code.LIMIT:g} seconds · see :log"
        now, place = frame, ""
        while now is not None and now.f_code is not self._running:
            if not foreign_code.is_ours(now):
                node = now.f_locals.get("self")
                found = foreign_around(node) if isinstance(node, Widget) else None
                if found is not None:
                    place = found[1]
                    break
                if not _is_library(now):
                    place = _function_words(now)
            elif place.startswith(LAMBDA) and now.f_code is foreign_code.hold.__code__:
                place = f"{now.f_locals['place']}, a {place}"
            now = now.f_back
        if not place:
            return None
        foreign_code.log_hanging(place, frame)
        return place, f"⚠ {place} took more than {foreign_code.LIMIT:g} seconds · see :log"

    def _frame(self) -> FrameType | None:
        """Return what the event loop is running."""
        return sys._current_frames().get(self._thread)

    def _slow_place(self, frame: FrameType | None) -> str:
        """Return the place of a slow function; "" if it is not the one that runs in most looks."""
        place = _called_often(frame)
        seen = 1
        for _ in range(LOOKS - 1 if place else 0):
            time.sleep(BETWEEN)
            seen += _called_often(self._frame()) == place
        return place if seen > LOOKS / 2 else ""


def _called_often(frame: FrameType | None) -> str:
    """Return the place of a guarded function that is slow because it is called often.

    "" for none: a single call that takes as long has begun before.
    """
    widget, place, began = None, "", 0.0
    while frame is not None and widget is None:
        if frame.f_code is foreign_code.call_in_time.__code__:
            began = frame.f_locals.get("began", 0.0)
        elif frame.f_code is foreign_code.hold.__code__:
            place = frame.f_locals["place"]
        elif place and isinstance(node := frame.f_locals.get("self"), Widget):
            widget = node
        frame = frame.f_back
    if not place or time.monotonic() - began >= foreign_code.LIMIT / 2:
        return ""
    resource = getattr(widget.screen, "resource", None) if widget and widget.is_attached else None
    return f"{place} of {resource.name}" if resource is not None else place


LAMBDA = "lambda in "
"""The beginning of the name of a function without one."""


def _function_words(frame: FrameType) -> str:
    """Return the name of a function; the module and line of one without a name."""
    name = frame.f_code.co_qualname.rpartition("<locals>.")[2]
    if name != "<lambda>":
        return f"function {name}"
    return f"{LAMBDA}{frame.f_globals.get('__name__')}, line {frame.f_code.co_firstlineno}"


def _is_library(frame: FrameType) -> bool:
    """Whether a frame belongs to Python or to a library that the toolkit calls itself."""
    name = str(frame.f_globals.get("__name__")).partition(".")[0]
    return name in sys.stdlib_module_names - {"__main__"} or name in _LIBRARIES


_LIBRARIES = frozenset(
    {"httpx", "httpcore", "anyio", "pydantic", "pydantic_core", "markdown_it", "PIL"}
)
"""The libraries that are slow because of data, without any code of a consumer."""


def _tell(place: str, words: str) -> None:
    from svc_tui.widgets.slots import tell_failure

    tell_failure(place, words)


def watch(app: WatchedApp) -> None:
    """Watch an app with a program's parts, any of which may be code."""
    if app.parts.given:
        Watchdog(app)
