"""FramePacer: decides when the next frame may go, never before the line has taken the last one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from time import monotonic

QUESTION = "\x1b[?2026$p"
"""Asks a terminal that has answered it before: its answer means that all before has arrived."""

BURST = 4
"""Frames that may follow each other at once: one key can take a few, a stream of them is capped."""
ASK_AFTER = 1024
"""Bytes of frames after which the terminal is queried."""
LEAST_WINDOW, MOST_WINDOW = 2048, 16384
"""Bytes that may be on their way on the slowest line, and on the fastest."""
WINDOW_SECONDS = 0.25
"""Seconds that the line may need for the bytes on their way, at its measured speed."""
BLOCKED_SECONDS = 0.05
"""After this long, the terminal's side was full."""
ROOM = 16384
"""Bytes, about, that a pseudo-terminal takes before it is full."""
LEAST_SPEED = 4096
"""Bytes per second; a slower terminal is not waited for longer."""
PATIENCE = 3.0
"""Seconds after which an answer counts as lost."""


class FramePacer:
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
        self._times: deque[float] = deque([-1.0] * BURST, BURST)
        self._sent = self._asked_at = self._arrived = 0
        self._window: float = LEAST_WINDOW
        self._speed = self._backlog = self._backlog_at = 0.0
        self._blocked = False
        self._asked: deque[tuple[int, float]] = deque()

    @property
    def waiting(self) -> bool:
        """Whether an answer is still to come."""
        return bool(self._asked)

    def wait(self) -> float:
        """Seconds until the next frame may go, if no answer comes before that."""
        now = self._clock()
        if (left := self._still_there(now)) > WINDOW_SECONDS:
            return left - WINDOW_SECONDS
        if self._asked and self._sent - self._arrived > self._window:
            left = self._asked[0][1] + PATIENCE - now
            if left > 0:
                return left
            self.forget()
        return max(0.0, self._times[0] + self._period * BURST - now)

    def sent(self, size: int) -> str:
        """A frame of so many bytes goes; returns the question to send with it."""
        now = self._clock()
        self._times.append(now)
        self._sent += size
        self._backlog += size
        if not self.answering or self._sent - self._asked_at < ASK_AFTER:
            return ""
        self._sent += len(QUESTION)
        self._asked_at = self._sent
        self._asked.append((self._sent, now))
        return QUESTION

    def took(self, size: int, seconds: float) -> None:
        """So much has left in so much time.

        What blocks right after something that blocked went into a line that was full: that tells
        the speed. Once alone, the terminal may only have been held.
        """
        blocked = seconds > BLOCKED_SECONDS and not self.answering
        if blocked and self._blocked:
            self._speed, self._backlog = max(LEAST_SPEED, size / seconds), ROOM
            self._backlog_at = self._clock()
        if size:
            self._blocked = blocked

    def _still_there(self, now: float) -> float:
        """Seconds of bytes in a line that was full; its speed is forgotten with the last."""
        if not self._speed:
            return 0.0
        self._backlog -= self._speed * (now - self._backlog_at)
        self._backlog_at = now
        left = self._backlog / self._speed
        if left <= 0:
            self._speed, self._blocked = 0.0, False
        return left

    def answered(self) -> bool:
        """An answer has come; False where nothing was asked."""
        if not self._asked:
            return False
        place, asked = self._asked.popleft()
        took = max(0.001, self._clock() - asked)
        speed = (place - self._arrived) / took
        self._arrived = place
        self._window = min(max(LEAST_WINDOW, speed * WINDOW_SECONDS), MOST_WINDOW)
        return True

    def forget(self) -> None:
        """Answers that were due do not come any more."""
        self._asked.clear()
        self._arrived = self._sent
        self.answering = False
