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

    Wherever click happens to be installed it brings that along, with Rich and Pygments: half of
    its import. It is made to go without; who wants that command line later finds it.
    """
    if "httpx" in sys.modules or _COMMAND_LINE in sys.modules:
        import httpx

        return httpx
    modules = cast("dict[str, ModuleType | None]", sys.modules)  # None makes an import fail.
    modules[_COMMAND_LINE] = None
    try:
        import httpx
    finally:
        modules.pop(_COMMAND_LINE, None)
    return httpx


def trust(origin: str, *, trust_env: bool = True) -> ssl.SSLContext:
    """Return the trusted certificates: those of the usual authorities, as `httpx` has them.

    Reading those takes longer than importing all of `httpx`. A backend that is spoken to without
    TLS, and without a proxy on the way, does without: its context trusts no certificate.
    """
    import ssl
    from urllib.request import getproxies

    if origin.startswith("https:") or (trust_env and getproxies()):
        context: ssl.SSLContext = library().create_ssl_context(trust_env=trust_env)
        return context
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
