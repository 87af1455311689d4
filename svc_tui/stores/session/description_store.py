"""DescriptionStore: fetch the backend's OpenAPI description, and cache it by ETag."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from svc_tui.api.errors import ApiError, BadUrl, Unauthorized, Unreachable
from svc_tui.api.urls import is_absolute
from svc_tui.config.private_files import write_private

if TYPE_CHECKING:  # Imported when there is a description: most backends that have roots have none.
    from svc_tui.api.fetch import SvcFetch
    from svc_tui.introspect.openapi.description import Description

WELL_KNOWN = ("/openapi.json", "/api/schema/", "/api/openapi.json", "/swagger.json", "/v3/api-docs")
"""Usual addresses of descriptions, the likeliest first."""

LESS_KNOWN = ("/schema/openapi.json", "/api-json", "/swagger/v1/swagger.json", "/openapi/v1.json")
"""Those of Litestar, NestJS and ASP.NET, tried if neither the others nor a sign-in exist."""

ACCEPT = "application/vnd.oai.openapi+json, application/json"

FRESH_FOR = 600.0
"""Seconds for which a public description is not requested again."""

MARKS = {"etag": "If-None-Match", "last-modified": "If-Modified-Since"}
"""Headers of an answer, and those that check whether it is unchanged."""


class DescriptionStore:
    """Loads a description once per session; `address` is a URL, a path on the backend or a file."""

    def __init__(
        self,
        fetch: SvcFetch,
        address: str = "",
        folder: Path | None = None,
        *,
        public: bool = False,
    ) -> None:
        self._fetch = fetch
        self._folder = folder
        self._public = public
        """Whether it is read without signing in, so that it is public."""
        self.waits = False
        """Whether one that was recently public is used until `check` loads it again."""
        self.is_unchecked = False
        """Whether `current` is as it was before the sign-in."""
        self.address = address
        """The address of the description; "" if it is unknown."""
        self.on_found: Callable[[Description], object] = lambda found: None
        """Called with the description once it is read."""
        self.problem = ""
        """Why the configured description is not used, in a sentence."""
        self.current: Description | None = None
        """The description, once it has been found."""
        self._asked: dict[str, asyncio.Task[Description | None]] = {}
        self._text = b""

    @property
    def is_at_hand(self) -> bool:
        """Whether the configured description is available without a request."""
        known = self.waits and bool(self.address) and _is_recent(self._kept(self.address)[0])
        return self.current is not None or known

    def forget(self) -> None:
        """Forget the description, as another user may see another one."""
        self.current, self.problem, self._asked = None, "", {}
        self.is_unchecked = False

    async def load(self) -> Description | None:
        """Return the configured description; None, and a problem, if there is none."""
        return await self.look(self.address) if self.address else None

    async def look(self, address: str) -> Description | None:
        """Return the description at an address; loaded once, even for concurrent callers.

        Raises:
            Unauthorized: no user is signed in.
            Unreachable: there was no answer.
        """
        if address not in self._asked:
            self._asked[address] = asyncio.ensure_future(self._found(address))
        try:
            found = await asyncio.shield(self._asked[address])
        except ApiError:  # It may be available after the sign-in.
            self._asked.pop(address, None)
            raise
        if found is not None and found is not self.current:
            self.current = found
            self.on_found(found)
        return found

    async def check(self) -> bool:
        """Reload a description from before the sign-in; True if it has changed.

        Raises:
            ApiError: as `look` does.
        """
        before = self.current
        if before is None or not self.is_unchecked:
            return False
        self.waits = self.is_unchecked = False
        self._asked.pop(before.address, None)
        return await self.look(before.address) not in (None, before)

    def kept(self, address: str) -> Description | None:
        """Return the cached description without a request; None if there is none."""
        from svc_tui.introspect.openapi.description import Description
        from svc_tui.introspect.openapi.document import BadDescription, parsed

        try:
            document = parsed(self._kept(address)[1])
        except BadDescription:
            return None
        return Description(document, address=address, base_path=self._fetch.base.path)

    async def _found(self, address: str) -> Description | None:
        from svc_tui.introspect.openapi.description import Description
        from svc_tui.introspect.openapi.document import BadDescription, parsed

        try:
            body = await self._body(address)
            document = parsed(body)
        except (Unauthorized, Unreachable):
            raise
        except ApiError as error:
            self._complain(address, f"could not be loaded: {error.what()}")
        except OSError as error:
            self._complain(address, f"can't be read: {error.strerror or error}.")
        except (BadDescription, BadUrl) as error:
            self._complain(address, f"{error}.")
        else:
            same = self.current is not None and self.current.address == address
            if same and body == self._text:
                return self.current
            found = Description(document, address=address, base_path=self._fetch.base.path)
            if self.is_unchecked and not found.collections:
                self.waits = self.is_unchecked = False  # It may be visible after signing in.
                return await self._found(address)
            self._text = body
            return found
        return None

    def _complain(self, address: str, why: str) -> None:
        if address != self.address:
            return  # A guessed address: there may be no description.
        self.problem = f"The OpenAPI document at {_shown(address)} {why} It was not used."

    async def _body(self, address: str) -> bytes:
        if not is_absolute(address) and (Path(address).is_file() or not address.startswith("/")):
            return await asyncio.to_thread(_read, Path(address))
        parts = urlsplit(address)
        origin = f"{parts.scheme}://{parts.netloc}"
        if not is_absolute(address) or origin == self._fetch.base.origin:
            return await self._fetched(self._fetch, address)
        from svc_tui.api.fetch import SvcFetch

        elsewhere = SvcFetch(origin)  # Without the session, which only the backend may get.
        try:
            return await self._fetched(elsewhere, address)
        finally:
            await elsewhere.aclose()

    async def _fetched(self, fetch: SvcFetch, address: str) -> bytes:
        from svc_tui.api.responses import raise_for_status
        from svc_tui.introspect.openapi.document import LARGEST_MB

        marks, kept = self._kept(address)
        if self.waits and kept and _is_recent(marks):
            self.is_unchecked = True
            return kept
        headers = {"Accept": ACCEPT}
        headers |= {MARKS[name]: mark for name, mark in marks.items() if name in MARKS}
        response = await fetch(
            "GET", address, headers=headers, hooks=False, raw=True, limit=LARGEST_MB
        )
        if response.status_code == 304 and kept:
            if self._public:
                self._keep(address, marks, kept)
            return kept
        body = raise_for_status(response).content
        if body != kept or self._public:
            self._keep(address, response.headers, body)
        return body

    def _place(self, address: str) -> Path | None:
        named = f"{self._fetch.base}\n{address}".encode("utf-8", "replace")
        name = hashlib.sha256(named).hexdigest()[:32]
        return self._folder / name if self._folder else None

    def _kept(self, address: str) -> tuple[Mapping[str, str], bytes]:
        """Return the description's text, and what identifies its version."""
        place = self._place(address)
        if place is None:
            return {}, b""
        try:
            first, _, body = _read(place).partition(b"\n")
            marks: Any = json.loads(first)
            kept = {name: str(marks[name]) for name in MARKS if name in marks}
            kept |= {"public": str(float(marks["public"]))} if "public" in marks else {}
            return kept, body
        except (OSError, ValueError, TypeError):
            return {}, b""

    def _keep(self, address: str, headers: Mapping[str, str], body: bytes) -> None:
        marks = {name: headers[name] for name in MARKS if name in headers}
        marks |= {"public": str(time())} if self._public else {}
        place = self._place(address)
        if place is not None:
            with suppress(OSError):
                write_private(place, json.dumps(marks).encode() + b"\n" + body)


def _is_recent(marks: Mapping[str, str]) -> bool:
    """Whether a description was recently public."""
    return 0 <= time() - float(marks.get("public", 0)) < FRESH_FOR


def _read(path: Path) -> bytes:
    """Return a file's content; raises OSError if it is not a file, or too large."""
    from svc_tui.introspect.openapi.document import LARGEST_MB

    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:
        if os.fstat(file.fileno()).st_size > LARGEST_MB << 20:
            raise OSError(f"it is larger than {LARGEST_MB} MB")
        return file.read()


def _shown(address: str) -> str:
    """Return an address without parts that may be private."""
    return address.partition("?")[0].rpartition("@")[2]
