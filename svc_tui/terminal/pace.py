"""When the next frame may go: never before the line has taken the last one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from time import monotonic

QUESTION = "\x1b[?2026$p"
"""Asks a terminal that has answered it before: its answer tells that all before has arrived."""

ASK_AFTER = 1024
"""Bytes of frames after which the terminal is asked."""
LEAST_WINDOW = 2048
"""Bytes that may always be on their way."""
WINDOW_SECONDS = 0.25
"""How long the line may need for what is on its way, as fast as it was found to be."""
BLOCKED_SECONDS = 0.05
"""After this long, the terminal's side was full."""
ROOM = 16384
"""Bytes, about, that a pseudo-terminal takes before it is full."""
PATIENCE = 3.0
"""Seconds after which an answer is taken for lost."""


class Pace:
    """Counts what is on its way to the terminal.

    A slow line does not block for long: between a program and a terminal behind SSH there is room
    for megabytes. Only the terminal's own answers tell how far it is. From one that does not
    answer, all there is to learn is how fast a full line took the rest.
    """

    def __init__(self, frames_per_second: float, clock: Callable[[], float] = monotonic) -> None:
        self.answering = False
        """Whether the terminal has shown that it answers."""
        self._period = 1 / frames_per_second
        self._clock = clock
        self._last = self._last_asked = 0.0
        self._sent = self._asked_at = self._arrived = 0
        self._window: float = LEAST_WINDOW
        self._speed = self._backlog = self._backlog_at = 0.0
        self._asked: deque[tuple[int, float]] = deque()

    @property
    def waiting(self) -> bool:
        """Whether an answer is still to come."""
        return bool(self._asked)

    def wait(self) -> float:
        """Seconds until the next frame may go, if no answer comes before that."""
        now = self._clock()
        if self._speed and (left := self._drained(now) / self._speed - WINDOW_SECONDS) > 0:
            return left
        if self._asked and self._sent - self._arrived > self._window:
            left = self._asked[0][1] + PATIENCE - now
            if left > 0:
                return left
            self.forget()
        return max(0.0, self._last + self._period - now)

    def sent(self, size: int) -> str:
        """A frame of so many bytes goes; returns the question to send with it."""
        self._last = self._clock()
        self._sent += size
        self._backlog += size
        if not self.answering or self._sent - self._asked_at < ASK_AFTER:
            return ""
        self._sent += len(QUESTION)
        self._asked_at = self._sent
        self._asked.append((self._sent, self._last))
        return QUESTION

    def took(self, size: int, seconds: float) -> None:
        """So much has left in so much time: where it was blocked, that tells the line's speed."""
        if seconds > BLOCKED_SECONDS:
            self._speed, self._backlog = max(1.0, size / seconds), ROOM
            self._backlog_at = self._clock()

    def _drained(self, now: float) -> float:
        """Bytes that still stand in a line that was full; its speed is forgotten with the last."""
        self._backlog = max(0.0, self._backlog - self._speed * (now - self._backlog_at))
        self._backlog_at = now
        backlog = self._backlog
        if not backlog:
            self._speed = 0.0
        return backlog

    def answered(self) -> bool:
        """An answer has come; False where nothing was asked."""
        if not self._asked:
            return False
        place, asked = self._asked.popleft()
        took = max(0.001, self._clock() - asked)
        speed = (place - self._arrived) / took
        self._arrived = place
        self._window = max(LEAST_WINDOW, speed * WINDOW_SECONDS)
        return True

    def forget(self) -> None:
        """Answers that were due do not come any more."""
        self._asked.clear()
        self._arrived = self._sent
        self.answering = False
