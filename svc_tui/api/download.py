"""Read files of the library: from the backend with the session, from elsewhere without any."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from svc_tui.api.decompression import BodyTooLarge, DecompressionError, unpacked
from svc_tui.api.errors import ApiError, ForeignOrigin, NotFound, without_query
from svc_tui.api.fetch import MOST_REDIRECTS, SvcFetch
from svc_tui.api.urls import is_absolute, is_this_machine

if TYPE_CHECKING:
    import httpx


class NotDownloaded(Exception):
    """A file was not read; the text is a sentence for people."""

    def __init__(self, why: str, *, lasting: bool = True) -> None:
        super().__init__(why)
        self.lasting = lasting
        """Whether another try would end the same way."""


@dataclass(frozen=True)
class Downloaded:
    """The content of a file."""

    data: bytes
    mime: str = ""
    """The type that the server names."""
    complete: bool = True
    """False if only the beginning was requested."""


class Downloads:
    """Reads files by the addresses that a backend gives: relative, absolute, or elsewhere.

    The session's cookies never leave the backend's origin: once a redirect leads elsewhere, the
    rest is requested without them. With `other_hosts=False`, no other host is used; local addresses
    are only used for a backend on this machine.
    """

    def __init__(self, fetch: SvcFetch, *, other_hosts: bool = True) -> None:
        self.other_hosts = other_hosts
        self._fetch = fetch
        self._external_client: httpx.AsyncClient | None = None

    @property
    def base(self) -> str:
        """The backend's address, to which others are relative."""
        return str(self._fetch.base)

    def where(self, address: str, seen_from: str = "") -> str:
        """Return the whole address of a file, resolved as a browser would.

        Raises `NotDownloaded` for what is no address of the web.
        """
        try:
            url = urljoin(seen_from or str(self._fetch.base), address.strip())
            parts = urlsplit(url)
            _ = parts.port
            url.encode()  # A lone surrogate can't be part of an address.
        except ValueError:
            raise NotDownloaded("Its address is invalid.") from None
        if not address.strip() or not is_absolute(url) or not parts.hostname:
            raise NotDownloaded("It has no web address.")
        return url

    async def read(self, address: str, *, most: int, whole: bool = True) -> Downloaded:
        """Return at most `most` bytes of a file, or its beginning; raises `NotDownloaded`."""
        seconds = self._fetch.answer_timeout
        try:
            async with asyncio.timeout(seconds):
                return await self._read_along(address, most, whole)
        except TimeoutError:
            raise NotDownloaded(f"It did not load within {seconds:g} s.", lasting=False) from None

    async def _read_along(self, address: str, most: int, whole: bool) -> Downloaded:
        url, away = self.where(address), False
        try:
            for _ in range(MOST_REDIRECTS + 1):
                away = away or self._is_elsewhere(url)
                async with self._asked(url, away) as response:
                    if not response.has_redirect_location:
                        return await _read(response, most, whole)
                    url = self.where(response.headers["location"], url)
        except ApiError as error:
            lasting = isinstance(error, NotFound)
            raise NotDownloaded(error.what(), lasting=lasting) from None
        raise NotDownloaded("Its address redirects too many times.")

    async def aclose(self) -> None:
        """Close the connections to other servers."""
        client, self._external_client = self._external_client, None
        if client is not None:
            await client.aclose()

    def _is_elsewhere(self, url: str) -> bool:
        try:
            self._fetch.base.check(url)
        except ForeignOrigin:
            if not self.other_hosts:
                host = urlsplit(url).hostname
                raise NotDownloaded(f"It is on {host}, which is not an allowed host.") from None
            self._check_host(url)
            return True
        return False

    def _check_host(self, url: str) -> None:
        """Raise `NotDownloaded` if a remote backend names the user's own machine."""
        import httpx

        try:
            host = httpx.URL(url).raw_host.decode("ascii")
        except (httpx.InvalidURL, UnicodeError):
            raise NotDownloaded("Its address is invalid.") from None
        if is_this_machine(host) and not is_this_machine(self._fetch.base.host):
            raise NotDownloaded(f"It is on {host}, which is a local address.")

    @asynccontextmanager
    async def _asked(self, url: str, away: bool) -> AsyncIterator[httpx.Response]:
        if not away:
            async with self._fetch.streamed(url) as response:
                yield response
            return
        import httpx

        from svc_tui.api.transport import api_error_for

        if self._external_client is None:
            self._external_client = await self._fetch.external_client()
        started, status = perf_counter(), None
        try:
            async with self._external_client.stream("GET", url, auth=None) as response:
                status = response.status_code
                yield response
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, UnicodeError) as error:
            raise api_error_for(error, "GET", url) from error
        finally:
            self._external_client.cookies.clear()  # No session with other servers is kept.
            self._fetch.note("GET", _plainly(url), status, started)


def _plainly(url: str) -> str:
    """Return an address elsewhere as it may be logged: host and path only."""
    parts = urlsplit(url)
    port = f":{parts.port}" if parts.port is not None else ""
    host = (parts.hostname or "").encode("ascii", "backslashreplace").decode("ascii")
    return f"{parts.scheme}://{host}{port}{without_query(url)}"


async def _read(response: httpx.Response, most: int, whole: bool) -> Downloaded:
    status = response.status_code
    if status >= 400:
        why = {
            401: "Sign in to see it.",
            403: "You don't have permission to see it.",
            404: "The file was not found.",
        }
        words = why.get(status, f"The server returned status {status}.")
        raise NotDownloaded(words, lasting=status in (403, 404, 410))
    mime = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    declared = response.headers.get("content-length", "")
    if whole and declared.isdecimal() and int(declared) > most:
        raise NotDownloaded(_too_large(most))
    data = bytearray()
    try:
        async with aclosing(unpacked(response, most)) as pieces:
            async for piece in pieces:
                data += piece
                if len(data) > most and whole:
                    raise BodyTooLarge
                if len(data) >= most and not whole:
                    return Downloaded(bytes(data[:most]), mime, complete=False)
    except BodyTooLarge:
        raise NotDownloaded(_too_large(most)) from None
    except DecompressionError as reason:
        words = str(reason)
        raise NotDownloaded(f"{words[0].upper()}{words[1:]}.") from None
    return Downloaded(bytes(data), mime)


def _too_large(most: int) -> str:
    return f"It is larger than the {most / 2**20:.3g} MB limit for pictures."
