"""Faults that only a real socket shows, each against a tiny server on this machine."""

from __future__ import annotations

import asyncio
import socket
import ssl
import tracemalloc
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import httpx
import pytest
import trustme
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from svc_tui.api.errors import InvalidResponse, NotSent, Unreachable, UnreadableFile
from svc_tui.api.fetch import SvcFetch, Timeouts
from svc_tui.api.media import MediaApi
from svc_tui.api.transport import api_error_for, reason
from tests.backends.process import free_port

Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]

MEGABYTE = 1024 * 1024
OK = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"


@asynccontextmanager
async def server(serve: Serve, scheme: str = "http") -> AsyncIterator[str]:
    """A server on a free port of this machine; gives its base URL."""

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await serve(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    listening = await asyncio.start_server(handle, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    try:
        yield f"{scheme}://127.0.0.1:{port}"
    finally:
        listening.close()
        await listening.wait_closed()


@asynccontextmanager
async def client(base: str, **words: object) -> AsyncIterator[SvcFetch]:
    fetch = SvcFetch(base, trust_env=False, **words)  # type: ignore[arg-type]
    try:
        yield fetch
    finally:
        await fetch.aclose()


def answers(raw: bytes) -> Serve:
    """Reads a request's head and answers it, again and again, on one connection."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await reader.readuntil(b"\r\n\r\n"):
            writer.write(raw)
            await writer.drain()
            if b"Content-Length: 2\r\n" not in raw:
                return

    return serve


async def failure(base: str, method: str = "GET", **words: object) -> Unreachable:
    async with client(base, **words) as fetch:
        with pytest.raises(Unreachable) as caught:
            await fetch(method, "/api/x/")
        assert not fetch.loading
        assert fetch.history[-1].status is None
    return caught.value


async def test_a_port_where_nobody_listens_refuses():
    error = await failure(f"http://127.0.0.1:{free_port()}", "POST")

    assert error.detail == "the connection was refused"
    assert not error.may_have_been_applied


async def test_a_server_that_never_answers_times_out():
    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()

    async with server(silent) as base:
        error = await failure(base, "POST", timeout=Timeouts(read=0.05))

    assert error.timed_out
    assert error.detail == "it did not respond in time"
    assert error.may_have_been_applied


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"HTTP/1.1 200 OK\r\nContent-Le",
        b'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"results": [',
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nhalf",
    ],
)
async def test_a_connection_that_breaks_anywhere_is_said(raw: bytes):
    async with server(answers(raw)) as base:
        error = await failure(base, "POST")

    assert error.detail == "the connection was lost midway"
    assert not error.timed_out
    assert error.may_have_been_applied


def closes_instead_of_a_second_answer(heads: list[bytes]) -> Serve:
    """Answers one request of each connection; the next one on it finds the connection closed."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for raw in (OK, b""):
            heads.append((await reader.readuntil(b"\r\n\r\n")).partition(b" ")[0])
            writer.write(raw)
            await writer.drain()

    return serve


async def test_a_read_on_a_kept_connection_that_was_closed_is_sent_once_more():
    heads: list[bytes] = []
    async with server(closes_instead_of_a_second_answer(heads)) as base, client(base) as fetch:
        for _ in range(3):
            assert (await fetch("GET", "/api/x/")).json() == {}

    assert heads == [b"GET"] * 5


async def test_a_write_on_a_kept_connection_that_was_closed_is_not_sent_again():
    heads: list[bytes] = []
    async with server(closes_instead_of_a_second_answer(heads)) as base, client(base) as fetch:
        await fetch("GET", "/api/x/")
        with pytest.raises(Unreachable) as caught:
            await fetch("POST", "/api/x/")

    assert caught.value.may_have_been_applied
    assert heads == [b"GET", b"POST"]


async def test_a_read_on_a_new_connection_that_breaks_is_not_sent_again():
    heads: list[bytes] = []

    async def breaks(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heads.append(await reader.readuntil(b"\r\n\r\n"))

    async with server(breaks) as base:
        await failure(base)

    assert len(heads) == 1


async def test_a_secure_address_on_a_plain_port_is_a_tls_failure():
    async def plain(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()

    async with server(plain, "https") as base:
        error = await failure(base, "POST")

    assert error.detail == "a secure connection (TLS) could not be made"
    assert not error.may_have_been_applied


async def test_a_client_is_as_good_as_new_after_a_hundred_cancelled_requests():
    held = asyncio.Event()
    waiting = 0

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal waiting
        while head := await reader.readuntil(b"\r\n\r\n"):
            if b"/held/" in head:
                waiting += 1
                await held.wait()
            writer.write(OK)
            await writer.drain()

    async with server(serve) as base, client(base) as fetch:
        requests = [asyncio.create_task(fetch("GET", "/held/")) for _ in range(100)]
        while waiting < 100:
            await asyncio.sleep(0)
        for request in requests:
            request.cancel()
        await asyncio.gather(*requests, return_exceptions=True)

        assert not fetch.loading
        answered = await asyncio.gather(*(fetch("GET", "/free/") for _ in range(100)))
        assert {response.status_code for response in answered} == {200}
        held.set()


async def test_a_cookie_set_over_the_wire_comes_back():
    heads: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while head := await reader.readuntil(b"\r\n\r\n"):
            heads.append(head)
            cookie = b"Set-Cookie: __svc_session=s3cret; HttpOnly; Path=/; SameSite=Lax\r\n"
            writer.write(OK.replace(b"Content-Type", cookie + b"Content-Type", 1))

    async with server(serve) as base, client(base) as fetch:
        await fetch("GET", "/api/x/")
        await fetch("GET", "/api/x/")
        assert fetch.cookies.has_session

    assert b"__svc_session=s3cret" not in heads[0]
    assert b"__svc_session=s3cret" in heads[1]


async def test_memory_stays_flat_while_a_large_file_is_sent(tmp_path: Path):
    path = tmp_path / "video.mp4"
    with path.open("wb") as file:
        file.truncate(200 * MEGABYTE)
    received = 0

    async def sink(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal received
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        while received < length:
            received += len(await reader.read(MEGABYTE))
        writer.write(OK.replace(b": 2", b": 9").replace(b"{}", b'{"id": 9}'))

    heard: list[int] = []
    async with server(sink) as base, client(base) as fetch:
        await fetch.open()
        tracemalloc.start()
        item = await MediaApi(fetch).upload(path, on_progress=heard.append)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()

    assert item.id == 9
    assert received > 200 * MEGABYTE
    assert peak < 8 * MEGABYTE
    assert heard == [*range(100), 100]


async def test_a_file_that_shrinks_on_its_way_is_said_and_the_client_lives_on(tmp_path: Path):
    path = tmp_path / "video.mp4"
    with path.open("wb") as file:
        file.truncate(20 * MEGABYTE)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        if head.startswith(b"POST"):
            while await reader.read(MEGABYTE):
                pass
        writer.write(OK)
        await writer.drain()

    async with server(serve) as base, client(base) as fetch:
        with pytest.raises(UnreadableFile, match="shrank during the upload"):
            await MediaApi(fetch).upload(path, on_progress=lambda _: path.write_bytes(b""))
        assert (await fetch("GET", "/api/x/")).status_code == 200
        assert not fetch.loading


@pytest.mark.parametrize(
    ("cause", "words"),
    [
        (socket.gaierror(-2, "Name or service not known"), "the host was not found"),
        (OSError(113, "No route to host"), "the connection failed"),
        (ExceptionGroup("all", [ConnectionRefusedError(), OSError()]), "connection was refused"),
    ],
)
def test_the_reason_is_found_behind_the_clients_own_error(cause: BaseException, words: str):
    error = httpx.ConnectError("All connection attempts failed")
    error.__cause__ = OSError("All connection attempts failed")
    error.__cause__.__cause__ = cause

    assert words in reason(error)


@pytest.mark.parametrize(
    ("error", "words", "timed_out", "applied"),
    [
        (httpx.ConnectTimeout("x"), "did not accept the connection in time", True, False),
        (httpx.PoolTimeout("x"), "too many requests", True, False),
        (httpx.WriteTimeout("x"), "did not respond in time", True, True),
        (httpx.ProxyError("x"), "proxy", False, False),
        (httpx.WriteError("x"), "was lost", False, True),
        (httpx.ReadError("x"), "was lost", False, True),
    ],
)
def test_each_way_to_fail_has_its_words(error, words, timed_out, applied):
    failed = api_error_for(error, "POST", "https://cms.test/")

    assert isinstance(failed, Unreachable)
    assert words in str(failed)
    assert (failed.timed_out, failed.may_have_been_applied) == (timed_out, applied)


def test_what_cannot_be_sent_or_unpacked_has_its_own_kind():
    refused = api_error_for(httpx.LocalProtocolError("Illegal header value"), "POST", "https://x/")
    unpacked = api_error_for(httpx.DecodingError("gzip"), "POST", "https://x/")

    assert isinstance(refused, NotSent) and not refused.may_have_been_applied
    assert isinstance(unpacked, InvalidResponse) and unpacked.may_have_been_applied


@pytest.mark.parametrize(
    ("valid", "said"),
    [
        ((-20, -10), "has expired, or this machine's clock is wrong"),
        ((10, 20), "is not valid yet: check this machine's clock"),
    ],
)
async def test_a_certificate_out_of_its_time_is_named_with_the_clock(
    valid: tuple[int, int], said: str
) -> None:
    authority, now = trustme.CA(), datetime.now(UTC)
    begins, ends = (now + timedelta(days=days) for days in valid)
    served = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1", not_before=begins, not_after=ends).configure_cert(served)
    trusted = ssl.create_default_context()
    authority.configure_trust(trusted)

    assert said in await words_of_refusal(served, trusted)


async def test_a_certificate_that_only_a_newer_python_refuses_is_named_with_the_rule(
    tmp_path: Path,
) -> None:
    key, address = ec.generate_private_key(ec.SECP256R1()), ip_address("127.0.0.1")
    authority = certificate("Company", key, x509.BasicConstraints(ca=True, path_length=None))
    issued = certificate("Server", key, x509.SubjectAlternativeName([x509.IPAddress(address)]))
    (tmp_path / "issued.pem").write_bytes(issued + pem_of(key))
    served = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    served.load_cert_chain(tmp_path / "issued.pem")
    trusted = ssl.create_default_context(cadata=authority.decode())
    trusted.verify_flags |= ssl.VERIFY_X509_STRICT  # As Python 3.13 sets it by itself.

    said = await words_of_refusal(served, trusted)

    assert "breaks a rule that Python enforces from 3.13 on (" in said
    assert "key usage" in said.lower() or "key identifier" in said.lower()


def certificate(name: str, key: ec.EllipticCurvePrivateKey, fact: x509.ExtensionType) -> bytes:
    """A certificate of an authority that says no more than it must, for itself or for a server."""
    now = datetime.now(UTC)
    built = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Company")]))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(fact, critical=isinstance(fact, x509.BasicConstraints))
        .sign(key, hashes.SHA256())
    )
    return built.public_bytes(serialization.Encoding.PEM)


def pem_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


async def words_of_refusal(served: ssl.SSLContext, trusted: ssl.SSLContext) -> str:
    """What a user reads when a client that trusts so much is served so."""
    listening = await asyncio.start_server(lambda _, w: w.close(), "127.0.0.1", 0, ssl=served)
    url = f"https://127.0.0.1:{listening.sockets[0].getsockname()[1]}/"
    try:
        async with httpx.AsyncClient(verify=trusted, trust_env=False) as http:
            with pytest.raises(httpx.ConnectError) as caught:
                await http.get(url)
    finally:
        listening.close()
    return str(api_error_for(caught.value, "GET", url))
