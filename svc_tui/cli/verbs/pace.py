"""Pace: send requests at a certain rate."""

from __future__ import annotations

import asyncio


class Pace:
    """Lets `rate` requests per second through, evenly."""

    def __init__(self, rate: float) -> None:
        self._gap, self._next = 1 / rate, 0.0

    async def turn(self) -> None:
        """Wait until the next request may be sent."""
        now = asyncio.get_running_loop().time()
        at = max(now, self._next)
        self._next = at + self._gap
        if at > now:
            await asyncio.sleep(at - now)
