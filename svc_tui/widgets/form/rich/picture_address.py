"""The address of a library picture as it is written into a text."""

from __future__ import annotations

import re
from urllib.parse import urlsplit, urlunsplit

from svc_tui.api.urls import is_this_machine

_SOURCE = re.compile(r"""<img\b[^>]*?\bsrc\s*=\s*["']?([^"'\s>]+)|!\[[^\]]*\]\(([^)\s]+)""", re.I)


def lasting_address(address: str, base_url: str, text: str) -> str:
    """Return the address of a file in a form that outlasts the console's session.

    A file of the backend is written without its host if the host is this machine, or if the other
    pictures in the text have none.

    Args:
        address: The file's address as the library gives it.
        base_url: The address of the backend.
        text: The text that the picture is put into.
    """
    parts = urlsplit(address)
    if not parts.netloc or parts.netloc != urlsplit(base_url).netloc:
        return address
    if parts.path.startswith("//"):  # Alone, it would be the address of another host.
        return address
    others = [one or other for one, other in _SOURCE.findall(text)]
    bare = bool(others) and not any(urlsplit(one).netloc for one in others)
    if bare or is_this_machine(parts.hostname or ""):
        return urlunsplit(("", "", parts.path, parts.query, parts.fragment))
    return address
