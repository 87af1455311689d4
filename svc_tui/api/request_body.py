"""A request body that is read in a thread, so that a slow disk does not block the loop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

import httpx


class AsyncRequestBody(httpx.AsyncByteStream):
    """A form whose pieces are read in a thread, one at a time and only when the last is sent.

    Between two pieces, everything else that is ready runs first: keys come before bytes.
    """

    def __init__(self, form: httpx.SyncByteStream) -> None:
        self._form = form

    async def __aiter__(self) -> AsyncIterator[bytes]:
        pieces = iter(self._form)
        while (piece := await asyncio.to_thread(_next, pieces)) is not None:
            yield piece


def _next(pieces: Iterator[bytes]) -> bytes | None:
    """Return the next piece; a `StopIteration` could not leave the thread."""
    return next(pieces, None)
