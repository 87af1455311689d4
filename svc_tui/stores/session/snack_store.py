"""Toasts: what the snack bar shows now, and everything shown so far."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Literal, get_args

from svc_tui.models.arguments import checks_arguments
from svc_tui.stores.base import Store, StoreChanged

Kind = Literal["info", "success", "warning", "error"]

SHOWN_FOR = 4.0
"""Seconds that a toast stays; 0 means until dismissed."""

LONGEST_SHOWN = 86_400.0
"""Maximum seconds; a toast that should stay longer has a duration of 0."""

SETTLED, LEFT, UNDONE, CLOSED = "settled", "left", "undone", "closed"
"""Events that end a toast: the form has nothing unsaved, the page was left, what it tells of was
undone, the dialog that it is about was closed."""

PASSED = "passed"
"""Ends a toast as `LEFT` does, but not one that was just raised: Save and close leaves with it.

A plain hint (`info`) that names no end is ended by it too.
"""

JUST_RAISED = timedelta(seconds=1)

HISTORY = 500
"""Maximum number of toasts kept for the log panel."""


@dataclass(frozen=True)
class Toast:
    """One thing that was said to the operator."""

    message: str
    kind: Kind = "info"
    duration: float = SHOWN_FOR
    """Seconds on the screen; 0 stays until dismissed."""
    detail: str = ""
    """Details for the log panel: method, path, the backend's message."""
    until: tuple[str, ...] = ()
    """Events that remove it early: `SETTLED`, `LEFT`, `PASSED`, `UNDONE`, `CLOSED`."""
    id: int = 0
    raised_at: datetime = field(default_factory=lambda: datetime.now(UTC))

    @property
    def passes(self) -> bool:
        """Whether it closes with its page: a hint does, unless something else ends it.

        What came of work is still of interest on the next page.
        """
        return PASSED in self.until or (
            self.kind == "info" and bool(self.duration) and not self.until
        )


@dataclass(frozen=True)
class SnackState:
    """The toasts on the screen, oldest first."""

    toasts: tuple[Toast, ...] = ()


@checks_arguments()
class SnackStore(Store[SnackState]):
    """`$snack` of the specification: shows toasts and remembers them for the log panel."""

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """A toast came or went."""

        state: SnackState

    def __init__(self, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        super().__init__(SnackState())
        self.history: deque[Toast] = deque(maxlen=HISTORY)
        """Every toast raised so far, oldest first."""
        self.unshown: Callable[[Toast], object] = bool
        """Called with a toast that no subscriber shows."""
        self._clock = clock
        self._ids = count(1)
        self._shown_once: set[str] = set()

    @property
    def newest(self) -> int:
        """The id of the newest toast; 0 without any."""
        return self.history[-1].id if self.history else 0

    def show(
        self,
        message: str,
        kind: Kind = "info",
        duration: float = SHOWN_FOR,
        *,
        detail: str = "",
        until: tuple[str, ...] = (),
    ) -> Toast:
        """Show a toast for `duration` seconds (0: until dismissed) and remember it.

        `until` names events that make it outdated, which remove it.
        """
        toast = self._toast(message, kind, duration, detail, until)
        self.history.append(toast)
        self.change(toasts=(*self.state.toasts, toast))
        if not self._subscribers:
            self.unshown(toast)
        return toast

    def show_once(self, message: str, kind: Kind = "info", duration: float = SHOWN_FOR) -> bool:
        """Show a toast unless `show_once` showed the same in this session; whether it did."""
        new = message not in self._shown_once
        if new:
            self._shown_once.add(message)
            self.show(message, kind, duration)
        return new

    def shows(self, message: str) -> bool:
        """Whether a toast with this message is on the screen."""
        return any(toast.message == message for toast in self.state.toasts)

    def note(self, message: str, detail: str = "", kind: Kind = "info") -> None:
        """Write a line for the log panel only."""
        self.history.append(self._toast(message, kind, 0, detail))

    def _toast(
        self, message: str, kind: Kind, duration: float, detail: str, until: tuple[str, ...] = ()
    ) -> Toast:
        """Make a toast of what any code gave: an unknown kind is plain, odd seconds the usual."""
        known: Kind = kind if kind in get_args(Kind) else "info"
        usual = isinstance(duration, int | float) and 0 <= duration < LONGEST_SHOWN
        seconds = duration if usual else SHOWN_FOR
        return Toast(
            str(message), known, seconds, str(detail), until, next(self._ids), self._clock()
        )

    def dismiss(self, toast_id: int | None = None) -> None:
        """Remove one toast, or the oldest."""
        toasts = self.state.toasts
        gone = toast_id if toast_id is not None or not toasts else toasts[0].id
        self.change(toasts=tuple(toast for toast in toasts if toast.id != gone))

    def end(self, event: str) -> None:
        """Remove the toasts that an event makes outdated."""
        toasts, seen_before = self.state.toasts, self._clock() - JUST_RAISED
        left = tuple(
            toast
            for toast in toasts
            if event not in toast.until
            and not (event == LEFT and toast.passes and toast.raised_at <= seen_before)
        )
        if left != toasts:
            self.change(toasts=left)

    def withdraw(self, message: str) -> None:
        """Remove the toasts with a message that is no longer true."""
        if self.shows(message):
            self.change(toasts=tuple(one for one in self.state.toasts if one.message != message))

    def dismiss_all(self) -> None:
        """Clear the bar; the history stays."""
        self.change(toasts=())
