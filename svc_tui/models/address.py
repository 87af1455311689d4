"""The rule for the address of a collection, as programs and console files give it."""

from __future__ import annotations

import re


def why_no_address(endpoint: str) -> str:
    """Return why no server could be asked for a collection at an address; "" if one can."""
    path = endpoint.strip().partition("?")[0]
    scheme, there, rest = path.partition("://")
    if there and (scheme.lower() not in ("http", "https") or not rest.strip("/")):
        return "should be a path such as /api/books, or begin with http(s)://"
    if not there and (path.startswith("//") or not path.strip("/")):
        return "should be a path such as /api/books"
    if len(path.split()) > 1:
        return "can't have spaces"
    if found := re.search(r"\{\w*\}", endpoint):
        return f"contains the placeholder {found[0]}, which has no value here"
    return ""
