"""A body on its way out: read beside the loop, so that a slow disk and a fast line stop nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

import httpx


class AsyncRequestBody(httpx.AsyncByteStream):
    """A form whose pieces are read in a thread, one at a time and only when the last one is out.

    Between two pieces everything else that is ready has its turn: keys come before bytes.
    """

    def __init__(self, form: httpx.SyncByteStream) -> None:
        self._form = form

    async def __aiter__(self) -> AsyncIterator[bytes]:
        pieces = iter(self._form)
        while (piece := await asyncio.to_thread(_next, pieces)) is not None:
            yield piece


def _next(pieces: Iterator[bytes]) -> bytes | None:
    """The next piece; a `StopIteration` could not leave the thread."""
    return next(pieces, None)
