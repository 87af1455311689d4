"""Read the decompressed body of an answer in pieces, up to a limit.

An HTTP library decompresses each piece as a whole, and a few kilobytes can become gigabytes. Here
the decoder returns bounded pieces, and compressed bytes are counted too.
"""

from __future__ import annotations

import asyncio
import importlib
import zlib
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import httpx

PIECE = 64 * 1024
"""Bytes to decompress at a time."""

ZSTD_PIECE = 256
"""Packed bytes that are given to zstd at a time: its decoder has no limit for what comes out, and
one block of four bytes can hold 128 KB."""

ZSTD_WINDOW = 8 * 2**20
"""Maximum memory of a zstd answer, in bytes; RFC 9659 allows no more over HTTP."""

ERROR_BODY = 2**20
"""Bytes read of an error response, whose message is at the beginning."""


class BodyTooLarge(Exception):
    """A body is larger than its limit, compressed or decompressed."""


class DecompressionError(Exception):
    """A body can't be decompressed; the text says why."""


class Decoder(Protocol):
    """Decompresses one body."""

    error: type[Exception]
    """The exception it raises for a broken body."""

    def pieces(self, packed: bytes) -> Iterator[bytes]:
        """Yield the decompressed data of the next piece, in bounded pieces."""
        ...


class _Gzip:
    error: type[Exception] = zlib.error

    def __init__(self) -> None:
        self._state = zlib.decompressobj(zlib.MAX_WBITS | 16)

    def pieces(self, packed: bytes) -> Iterator[bytes]:
        yield from _inflated(self._state, packed)


class _Deflate:
    """Deflate, with a zlib header as the standard says, or without."""

    error: type[Exception] = zlib.error

    def __init__(self) -> None:
        self._head = b""
        self._state: Any = None

    def pieces(self, packed: bytes) -> Iterator[bytes]:
        if self._state is None:
            self._head += packed
            if len(self._head) < 2:
                return
            packed, first = self._head, self._head[:2]
            has_header = first[0] & 15 == 8 and int.from_bytes(first, "big") % 31 == 0
            self._state = zlib.decompressobj(zlib.MAX_WBITS if has_header else -zlib.MAX_WBITS)
        yield from _inflated(self._state, packed)


class _Brotli:
    def __init__(self, module: Any) -> None:
        self.error: type[Exception] = module.error
        self._state = module.Decompressor()

    def pieces(self, packed: bytes) -> Iterator[bytes]:
        if self._state.is_finished():
            return
        yield self._state.process(packed, output_buffer_limit=PIECE)
        while not self._state.can_accept_more_data():
            yield self._state.process(b"", output_buffer_limit=PIECE)


class _Zstd:
    def __init__(self, module: Any) -> None:
        self.error: type[Exception] = module.ZstdError
        decompressor = module.ZstdDecompressor(max_window_size=ZSTD_WINDOW)
        self._state = decompressor.decompressobj(read_across_frames=True)

    def pieces(self, packed: bytes) -> Iterator[bytes]:
        for start in range(0, len(packed), ZSTD_PIECE):
            yield self._state.decompress(packed[start : start + ZSTD_PIECE])


def _inflated(state: Any, packed: bytes) -> Iterator[bytes]:
    # Bytes after the end would be collected, and copied with every following piece.
    while packed and not state.eof:
        yield state.decompress(packed, PIECE)
        packed = state.unconsumed_tail


def accepted() -> str:
    """The value of Accept-Encoding: encodings that can be decompressed in bounded pieces here."""
    found = ["gzip", "deflate"]
    found += ["br"] if _brotli() else []
    found += ["zstd"] if _module("zstandard") else []
    return ", ".join(found)


def decoder_for(encoding: str) -> Decoder | None:
    """Return the decoder of a Content-Encoding; None for plain. Raises `DecompressionError`."""
    how = encoding.strip().lower()
    if how in ("", "identity"):
        return None
    if how in ("gzip", "x-gzip"):
        return _Gzip()
    if how == "deflate":
        return _Deflate()
    if how == "br" and (brotli := _brotli()):
        return _Brotli(brotli)
    if how == "zstd" and (zstd := _module("zstandard")):
        return _Zstd(zstd)
    raise DecompressionError(f"it has an unexpected encoding ({how[:20]})")


async def unpacked(response: httpx.Response, most: int) -> AsyncGenerator[bytes]:
    """Yield the body unpacked, in pieces.

    Raises `BodyTooLarge` if more than `most` compressed bytes arrive, and `DecompressionError`. The
    reader counts the decompressed bytes.
    """
    encoding = response.headers.get("content-encoding", "")
    # A transport without a network has read the body already.
    decoder = None if response.is_stream_consumed else decoder_for(encoding)
    if decoder is None:
        async for piece in response.aiter_bytes():
            yield piece
        return
    arrived = 0
    try:
        async for packed in response.aiter_raw():
            if arrived > most:
                raise BodyTooLarge
            arrived += len(packed)
            for number, piece in enumerate(decoder.pieces(packed)):
                yield piece
                if number % 16 == 15:
                    await asyncio.sleep(0)  # After each megabyte, let keys be handled.
    except decoder.error:
        raise DecompressionError("it can't be decompressed") from None


async def whole_body(response: httpx.Response, most: int) -> bytes:
    """Read a body of at most `most` bytes; for an error, only the beginning.

    Raises `BodyTooLarge` and `DecompressionError`.
    """
    cut = response.status_code >= 400
    most = min(most, ERROR_BODY) if cut else most
    declared = response.headers.get("content-length", "")
    if not cut and declared.isdecimal() and int(declared[:18]) > most:
        raise BodyTooLarge
    body = bytearray()
    try:
        async with aclosing(unpacked(response, most)) as pieces:
            async for piece in pieces:
                body += piece
                if len(body) > most:
                    raise BodyTooLarge
        return bytes(body)
    except (BodyTooLarge, DecompressionError):
        if cut:
            return bytes(body[:most])
        raise
    finally:
        body.clear()  # The traceback of an error would keep it.


def _brotli() -> Any:
    """Return the Brotli library, if it supports a limit (1.2 or newer)."""
    for name in ("brotli", "brotlicffi"):
        module = _module(name)
        if hasattr(getattr(module, "Decompressor", None), "can_accept_more_data"):
            return module
    return None


def _module(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None
