"""A request before it is sent; kept, as a renewed token or a redirect sends it again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from svc_tui.api.errors import SAFE_METHODS


@dataclass(frozen=True)
class Timeouts:
    """Seconds to wait for a connection, for the next piece in, and for the next piece out."""

    connect: float = 10.0
    read: float = 60.0
    write: float = 60.0
    pool: float = 60.0


@dataclass(frozen=True, repr=False)
class Call:
    """A request before it is sent; without a repr, as its body may contain a password."""

    method: str
    url: str
    params: Any
    body: Mapping[str, Any]
    headers: dict[str, str]
    timeout: Timeouts | float | None
    authorized: bool = True
    """Whether it carries credentials besides the cookies."""
    limit: float | None = None
    """Maximum size of the answer in MB; None means the client's own limit."""
    declared: str = ""
    """The declared URL, if `url` is a guess; "" if it is not."""

    @property
    def is_safe(self) -> bool:
        """Whether it changes nothing."""
        return self.method in SAFE_METHODS

    @property
    def is_repeatable(self) -> bool:
        """Whether it can be sent again, as text and files can; a stream runs only once."""
        content = self.body["content"]
        return content is None or isinstance(content, str | bytes)

    def to(self, url: str) -> Call:
        """Return the same call at the address of a redirect, which has its own query."""
        return replace(self, url=url, params=None, declared="")

    def as_declared(self) -> Call:
        """Return the same call at its declared URL."""
        return replace(self, url=self.declared, declared="")


def httpx_timeout(timeout: Timeouts | float) -> Any:
    """Return the HTTP client's value of a timeout."""
    if not isinstance(timeout, Timeouts):
        return timeout
    import httpx

    return httpx.Timeout(
        connect=timeout.connect, read=timeout.read, write=timeout.write, pool=timeout.pool
    )
