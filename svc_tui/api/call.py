"""What is to be sent: kept, as a renewed token or a redirect sends it once more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from svc_tui.api.errors import SAFE_METHODS


@dataclass(frozen=True)
class Timeouts:
    """Seconds to wait: for a connection, for the next piece in, for the next piece out."""

    connect: float = 10.0
    read: float = 60.0
    write: float = 60.0
    pool: float = 60.0


@dataclass(frozen=True, repr=False)
class Call:
    """One request before it is on the wire; without a repr, as its body may hold a password."""

    method: str
    url: str
    params: Any
    body: Mapping[str, Any]
    headers: dict[str, str]
    timeout: Timeouts | float | None

    @property
    def is_safe(self) -> bool:
        """Whether it changes nothing."""
        return self.method in SAFE_METHODS

    @property
    def is_repeatable(self) -> bool:
        """A stream of pieces runs only once; texts and files can be sent again."""
        content = self.body["content"]
        return content is None or isinstance(content, str | bytes)

    def to(self, url: str) -> Call:
        """The same call, at the address a redirect names; it brings its own query."""
        return replace(self, url=url, params=None)


def httpx_timeout(timeout: Timeouts | float) -> Any:
    """The HTTP client's own word for it."""
    if not isinstance(timeout, Timeouts):
        return timeout
    import httpx

    return httpx.Timeout(
        connect=timeout.connect, read=timeout.read, write=timeout.write, pool=timeout.pool
    )
