"""A server in front of a backend that speaks TLS, as in front of most sites."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit

import trustme


@asynccontextmanager
async def tls_before(url: str) -> AsyncIterator[tuple[str, ssl.SSLContext]]:
    """The https address of a backend, and what makes a client trust it; bytes pass unchanged."""
    authority, backend = trustme.CA(), urlsplit(url)
    served = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(served)
    trusted = ssl.create_default_context()
    authority.configure_trust(trusted)

    open_ones: set[asyncio.Task[None]] = set()

    async def passed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        here = asyncio.current_task()
        assert here is not None
        open_ones.add(here)
        inner, behind = await asyncio.open_connection(backend.hostname, backend.port)
        try:
            await asyncio.gather(pumped(reader, behind), pumped(inner, writer))
        except asyncio.CancelledError:
            pass  # It was still open when the test was over.
        finally:
            writer.transport.abort()
            behind.transport.abort()
            open_ones.discard(here)

    server = await asyncio.start_server(passed, "127.0.0.1", 0, ssl=served)
    try:
        yield f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}", trusted
    finally:
        server.close()
        for task in tuple(open_ones):
            task.cancel()
        await asyncio.gather(*open_ones, return_exceptions=True)
        await server.wait_closed()


async def pumped(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    """All bytes of one direction, until either side has had enough."""
    with suppress(OSError):
        while part := await source.read(65536):
            target.write(part)
            await target.drain()
    target.close()
