"""A light import of `httpx`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    import ssl
    from types import ModuleType

_COMMAND_LINE = "httpx._main"


def library() -> Any:
    """Return `httpx`, without its command line.

    If click is installed, httpx imports it with Rich and Pygments, which takes half of its import
    time. That is prevented here; the command line can still be imported later.
    """
    if "httpx" in sys.modules or _COMMAND_LINE in sys.modules:
        import httpx

        return httpx
    modules = cast("dict[str, ModuleType | None]", sys.modules)
    modules[_COMMAND_LINE] = None
    try:
        import httpx
    finally:
        modules.pop(_COMMAND_LINE, None)
    return httpx


def trust(origin: str, *, trust_env: bool = True) -> ssl.SSLContext:
    """Return the trusted certificates: those of the usual authorities, as `httpx` has them.

    Loading them takes longer than importing all of `httpx`, so a backend without TLS or a proxy
    gets a context that trusts no certificate.
    """
    import ssl
    from urllib.request import getproxies

    if origin.startswith("https:") or (trust_env and getproxies()):
        context: ssl.SSLContext = library().create_ssl_context(trust_env=trust_env)
        return context
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
