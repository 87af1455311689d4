"""Watchdog: logs where a consumer's widget keeps a console from running."""

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
"""Seconds between two looks."""


class WatchedApp(Protocol):
    """An app with parts of a program."""

    parts: ConsoleParts

    @property
    def is_running(self) -> bool: ...


class Watchdog:
    """A thread that looks whether the event loop still turns.

    Where a method of a consumer's widget has kept it for `LIMIT` seconds, the log says which one
    and where, and a toast does when it goes on. Nothing can stop such a method.
    """

    def __init__(self, app: WatchedApp) -> None:
        self._app = app
        self._loop = asyncio.get_running_loop()
        self._context = copy_context()
        self._thread = threading.get_ident()
        threading.Thread(target=self._watch, name="watchdog", daemon=True).start()

    def _watch(self) -> None:
        while self._app.is_running:
            time.sleep(EVERY)
            turned = threading.Event()
            try:
                self._loop.call_soon_threadsafe(turned.set)
                if not turned.wait(foreign_code.LIMIT) and (place := self._hanging()):
                    self._loop.call_soon_threadsafe(_tell, place, context=self._context)
                    while self._app.is_running and not turned.wait(EVERY):
                        pass  # It is told once.
            except RuntimeError:  # The loop has ended.
                return

    def _hanging(self) -> str:
        """Log the widget whose method runs; returns its place, "" where none does."""
        # Here, not above: most consoles have no widget that fails.
        from svc_tui.app.foreign_widgets import foreign_around

        frame: FrameType | None = sys._current_frames().get(self._thread)
        now = frame
        while now is not None:
            node = now.f_locals.get("self")
            found = foreign_around(node) if isinstance(node, Widget) else None
            if found is not None and not foreign_code.is_ours(now):
                foreign_code.log_hanging(found[1], frame)
                return found[1]
            now = now.f_back
        return ""


def _tell(place: str) -> None:
    from svc_tui.widgets.slots import tell_failure

    tell_failure(place, f"⚠ {place} took more than {foreign_code.LIMIT:g} seconds · see :log")


def watch(app: WatchedApp) -> None:
    """Watch an app that has widgets of a program."""
    parts = app.parts
    own = parts.slots or parts.routes or parts.components or parts.field_types
    if own or any(one.slots or one.list_page or one.detail_page for one in parts.resources):
        Watchdog(app)
