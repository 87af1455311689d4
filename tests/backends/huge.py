"""A server whose answers are far too large, or never end; a process of its own, run by its tests.

The path says what is wrong: `/gzip/` unpacks to gigabytes, `/endless/` has no end, `/drip/` sends a
byte at a time. `/fine/<encoding>/` is a small list, packed; `/exactly/<bytes>/` is an empty list in
so many bytes.
"""

from __future__ import annotations

import gzip
import json
import sys
import time
import zlib
from contextlib import suppress
from functools import cache

from tests.backends.process import Answers, ServerProcess, serve

MEGABYTE = bytes(2**20)

ROWS = [{"id": number, "title": f"Row {number}"} for number in range(50)]


@cache
def bomb(encoding: str) -> bytes:
    """A few megabytes at most that unpack to a gigabyte and more."""
    if encoding in ("gzip", "deflate"):
        packer = zlib.compressobj(wbits=zlib.MAX_WBITS | (16 if encoding == "gzip" else 0))
        head = packer.compress(MEGABYTE) + packer.flush(zlib.Z_FULL_FLUSH)
        # After a full flush nothing refers back, so the same block may follow again and again.
        block = packer.compress(MEGABYTE) + packer.flush(zlib.Z_FULL_FLUSH)
        return head + block * 4000
    if encoding == "br":
        import brotli

        packer = brotli.Compressor(quality=1)
        return b"".join(packer.process(MEGABYTE) for _ in range(1000)) + packer.finish()
    import zstandard

    return zstandard.ZstdCompressor().compress(MEGABYTE * 16) * 250


def packed(encoding: str, body: bytes) -> bytes:
    """A body in an encoding."""
    if encoding == "gzip":
        return gzip.compress(body)
    if encoding == "deflate":
        return zlib.compress(body)
    if encoding == "deflate-raw":
        packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
        return packer.compress(body) + packer.flush()
    if encoding == "br":
        import brotli

        return brotli.compress(body)
    import zstandard

    return zstandard.ZstdCompressor().compress(body)


class Handler(Answers):
    """Answers every method in the way that the path names."""

    protocol_version = "HTTP/1.1"

    def handle_all(self) -> None:
        """Any request."""
        self.body()
        self.close_connection = True
        kind, _, rest = self.path.strip("/").partition("/")
        with suppress(OSError):  # Whoever reads enough goes away.
            self._answer(kind, rest)

    do_GET = do_POST = do_PATCH = handle_all

    def _answer(self, kind: str, rest: str) -> None:
        if kind == "fine":
            body = packed(rest, json.dumps(ROWS).encode())
            self._head(200, rest.partition("-")[0], len(body))
            self.wfile.write(body)
        elif kind == "exactly":
            self._head(200, "", int(rest))
            self.wfile.write(b"[" + b" " * (int(rest) - 2) + b"]")
        elif kind in ("gzip", "deflate", "br", "zstd"):
            self._head(200, kind, len(bomb(kind)))
            self.wfile.write(bomb(kind))
        elif kind == "error":
            self._head(int(rest), "gzip", len(bomb("gzip")))
            self.wfile.write(bomb("gzip"))
        elif kind == "declared":
            self._head(200, "", 10 * 2**30)
            self._endlessly(b"[" + b" " * 65535)
        elif kind == "drip-head":
            self.wfile.write(b"HTTP/1.1 200 OK\r\n")
            self._endlessly(b"X: y\r\n", 0.05)
        else:
            self._head(200, "", None)
            self._endlessly(*{"drip": (b" ", 0.05), "endless": (b" " * 65536, 0)}[kind])

    def _endlessly(self, piece: bytes, pause: float = 0) -> None:
        while True:
            self.wfile.write(piece)
            self.wfile.flush()
            time.sleep(pause)

    def _head(self, status: int, encoding: str, length: int | None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Connection", "close")
        if encoding:
            self.send_header("Content-Encoding", encoding)
        if length is not None:
            self.send_header("Content-Length", str(length))
        self.end_headers()


class HugeProcess(ServerProcess):
    """The server."""

    def __init__(self) -> None:
        super().__init__(sys.executable, "-m", "tests.backends.huge")


if __name__ == "__main__":
    serve(Handler)
