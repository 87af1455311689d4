"""The collections that a backend's root lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from urllib.parse import urlsplit

from svc_tui.introspect.names import slug_of
from svc_tui.models.location import NEW
from svc_tui.models.own_pages import RESERVED_NAMES

MOST_COLLECTIONS = 300
"""Maximum number of collections of one root."""

DESCRIBED = "openapi:"
"""Prefix of the root of a collection in an OpenAPI description, followed by its address."""

TAKEN = RESERVED_NAMES | {NEW}
"""Names that no collection gets."""


@dataclass(frozen=True)
class RootEntry:
    """One entry of a root."""

    name: str
    """The resource's name: part of the console's own paths."""
    endpoint: str
    """The path on the backend."""
    label: str = ""
    root: str = ""
    """The path of the root that lists it."""


OF_A_ROOT = frozenset({"self", "profile", "curies"})
"""Names of links that are not collections."""


def addresses_of(body: object) -> object:
    """Return a root as an object of addresses, unwrapped from HAL and tastypie."""
    links = body.get("_links") if isinstance(body, Mapping) else None
    links = links if isinstance(links, Mapping) else body
    if not isinstance(links, Mapping) or not any(isinstance(v, Mapping) for v in links.values()):
        return body
    found = {name: one for name, one in links.items() if name not in OF_A_ROOT}
    return {
        name: one.get("href", one.get("list_endpoint")) if isinstance(one, Mapping) else one
        for name, one in found.items()
    }


def looks_like_root(body: object) -> bool:
    """Whether an answer is a root: an object whose values are all addresses."""
    if not isinstance(body, Mapping) or not body:
        return False
    return all(isinstance(value, str) and _is_address(value) for value in body.values())


def collections_of(body: object, root: str, base_path: str = "") -> tuple[RootEntry, ...]:
    """Return the collections of a root; `base_path` is what the console adds to every path.

    Only the path of an address counts: a backend behind a proxy seldom knows its own name.
    Addresses outside this server's paths, and the root itself, are left out.
    """
    if not looks_like_root(body):
        return ()
    assert isinstance(body, Mapping)
    from svc_tui.models.base import label_from  # pydantic: not before there is something to name

    found: list[RootEntry] = []
    for name, address in islice(body.items(), MOST_COLLECTIONS):
        endpoint = _endpoint(str(address), base_path)
        if endpoint and endpoint.strip("/") != root.strip("/") and (slug := slug_of(str(name))):
            found.append(RootEntry(slug, endpoint, label_from(str(name)), root))
    return tuple(found)


def distinct_collections(
    collections: Iterable[RootEntry], skip: Iterable[str] = ()
) -> tuple[RootEntry, ...]:
    """Return the collections of several roots, each endpoint once and each name once.

    `skip` are endpoints that have pages of their own.
    """
    endpoints = {endpoint.strip("/") for endpoint in skip}
    names = set(TAKEN)
    found: list[RootEntry] = []
    for one in collections:
        if one.endpoint.strip("/") in endpoints:
            continue
        endpoints.add(one.endpoint.strip("/"))
        name, number = one.name, 2
        while name in names:
            name, number = f"{one.name}-{number}", number + 1
        names.add(name)
        found.append(RootEntry(name, one.endpoint, one.label, one.root))
    return tuple(found)


def _is_address(text: str) -> bool:
    return text.startswith(("http://", "https://", "/")) and text.isprintable() and " " not in text


def _endpoint(address: str, base_path: str) -> str:
    """Return the path without the base path that the console adds."""
    try:
        path = urlsplit(address.partition("{?")[0]).path  # HAL also has the query.
    except ValueError:
        return ""
    path = path.removeprefix(base_path) if base_path else path
    usable = path.startswith("/") and ".." not in path and "{" not in path and path.isprintable()
    return path if usable and path.strip("/") else ""
