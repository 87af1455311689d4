"""A dialog that opens by itself, and takes no key that was meant for what it covers."""

from __future__ import annotations

from time import monotonic

from textual.events import Key, Paste
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from svc_tui.widgets.base import KEY_GUARD_SECONDS, SvcModal, is_typing

QUIET = KEY_GUARD_SECONDS
"""Seconds without a key, from the first paint on, until a dialog takes keys."""

ALWAYS = ("ctrl+q", "ctrl+c")
"""Keys that act at once."""


class UnsolicitedModal(SvcModal):
    """The base of dialogs that nobody called up: they may appear in the middle of a word.

    Such a dialog takes no key that was typed before it was painted, and none before half a second
    has passed without a key. `handle_early_key` gets the
    others, `accept_keys` is called when it is over.
    """

    takes_keys = False
    """Whether keys are taken by now."""
    _last_key_time: float | None = None
    """When the last key came that was not taken, or the dialog was painted; None before that."""

    def divert(self, event: Key | Paste) -> bool:
        """Whether a key is none of this dialog's; whoever delivers keys asks for each of them."""
        if isinstance(event, Key) and event.key in ALWAYS:
            return False
        since = self._last_key_time
        if since is not None and (self.takes_keys or event.time >= since + QUIET):
            # A slow machine may deliver late what was typed before.
            if event.time >= since:
                self._open()
                return False
        elif since is not None:
            self._last_key_time = max(since, event.time)
        self.handle_early_key(event)
        return True

    def handle_early_key(self, event: Key | Paste) -> None:
        """A key that came too early; it does nothing unless a subclass knows better."""

    def accept_keys(self) -> None:
        """Keys are taken from now on: put the focus where they go."""

    def _painted(self) -> None:
        self._last_key_time = monotonic()
        self.set_timer(QUIET, self._look)

    def _look(self) -> None:
        assert self._last_key_time is not None
        left = self._last_key_time + QUIET - monotonic()
        if left > 0:
            self.set_timer(left, self._look)
        else:
            self._open()

    def _open(self) -> None:
        if not self.takes_keys:
            self.takes_keys = True
            self.accept_keys()


def type_into_covered_field(dialog: Screen[object], event: Key | Paste) -> None:
    """Let text that is typed over a field go on into that field; anything else does nothing."""
    stack = dialog.app.screen_stack
    below = stack[stack.index(dialog) - 1] if dialog in stack[1:] else None
    field = below.focused if below is not None else None
    if field is None or not is_typing(field):
        return
    # Forwarded, as otherwise the app would deliver it once more where the field has no use for it.
    if isinstance(event, Key) and event.key == "backspace":
        field.call_later(field.run_action, "delete_left")
    elif isinstance(event, Paste) or event.is_printable or _breaks_line(event, field):
        field._forward_event(event)


def _breaks_line(event: Key, field: Widget) -> bool:
    return event.key == "enter" and not isinstance(field, Input)
