"""KeyGuard: keeps keys from a dialog that could not be read when they were pressed."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Protocol

from textual.events import Event, Key, Paste
from textual.widget import Widget

from svc_tui.widgets.letters import is_typing

QUIET_SECONDS = 0.5
"""Seconds without a key before a dialog that opens over a text field takes keys."""

GLANCE_SECONDS = 0.25
"""The same if nothing was being typed: an earlier key was meant for the page."""

ALWAYS = ("ctrl+q", "ctrl+c")
"""Keys that act at once."""

IGNORED = "A key pressed before this dialog appeared was ignored. Press it again."
# Neither names the key: it may be a character of a password.
NOT_TYPED = "The save was rejected. What you typed after it was ignored."


class GuardedDialog(Protocol):
    """A dialog, as its guard sees it."""

    is_question: bool
    by_itself: bool

    @property
    def is_active(self) -> bool: ...

    @property
    def covered_focus(self) -> Widget | None: ...

    def enable_keys(self) -> None: ...

    def handle_early_key(self, event: Key | Paste) -> None: ...

    def say_once(self, words: str) -> None: ...

    def call_after_refresh(self, callback: Callable[[], None]) -> bool: ...

    def set_timer(self, delay: float, callback: Callable[[], None]) -> object: ...


class KeyGuard:
    """Decides which keys a dialog takes.

    A question takes none that were typed before it was painted. One that opened by itself takes
    none before some seconds have passed without a key.
    """

    def __init__(self, dialog: GuardedDialog) -> None:
        self._dialog = dialog
        self._silence = 0.0
        self._quiet_since: float | None = None
        """When the last early key came, or the dialog was painted; None before that."""
        self._opened = False
        self._ignored_until = 0.0
        """Until when keys are ignored in any dialog, in seconds of the clock of events."""

    @property
    def _guards(self) -> bool:
        return self._dialog.is_question or self._dialog.by_itself

    @property
    def open(self) -> bool:
        """Whether keys are accepted now."""
        return self._opened or not self._guards

    def begin(self) -> None:
        """Wait until the dialog, which is the top one now, was painted."""
        if not self.open:
            self._dialog.call_after_refresh(self._painted)

    def _painted(self) -> None:
        if self._dialog.by_itself:
            typing = is_typing(self._dialog.covered_focus)
            self._silence = QUIET_SECONDS if typing else GLANCE_SECONDS
        self._quiet_since = monotonic()
        self._open_after_silence()

    def _open_after_silence(self) -> None:
        assert self._quiet_since is not None
        left = self._quiet_since + self._silence - monotonic()
        if left > 0:
            self._dialog.set_timer(left, self._open_after_silence)
        elif self._dialog.is_active:  # Below a sign-in it begins anew once it is on top.
            self._open()

    def _open(self) -> None:
        if not self._opened:
            self._opened = True
            self._dialog.enable_keys()

    def ignore_typed_ahead(self) -> None:
        """Ignore what was typed until now: it was meant for what did not open."""
        self._ignored_until = Event().time

    def divert(self, event: Key | Paste) -> bool:
        """Handle a key that came too early; return whether it did."""
        if event.time < self._ignored_until:
            self._dialog.say_once(NOT_TYPED)
            return True
        if self._takes(event):
            return False
        self._dialog.handle_early_key(event)
        return True

    def _takes(self, event: Key | Paste) -> bool:
        """Whether the dialog takes this key; an early one makes the wait begin anew."""
        if not self._guards or (isinstance(event, Key) and event.key in ALWAYS):
            return True
        since = self._quiet_since
        # A slow machine may deliver keys late that were typed before the paint.
        if since is None or event.time < since:
            return False
        if self._opened or event.time >= since + self._silence:
            self._open()
            return True
        self._quiet_since = event.time
        return False
