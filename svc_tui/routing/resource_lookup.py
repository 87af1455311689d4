"""Which resource has an endpoint, and where the page of a record is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from svc_tui.models.location import Location

if TYPE_CHECKING:
    from svc_tui.models.resource import Resource
    from svc_tui.routing.route import Route
    from svc_tui.stores.record.history_store import Write


def resource_at(routes: Iterable[Route], endpoint: str) -> Resource | None:
    """Return the resource of a collection; None if no page shows it."""
    wanted = _collection(endpoint)
    for route in routes:
        resource: Resource | None = route.props.get("resource")
        if resource is not None and _collection(resource.endpoint) == wanted:
            return resource
    return None


def location_of(routes: Iterable[Route], endpoint: str, key: Any) -> str | None:
    """Return the page of a record of a collection; None without a resource or a key."""
    resource = resource_at(routes, endpoint)
    if resource is None or key in (None, ""):
        return None
    return Location(f"/{resource.name}").record(str(key)).path


def with_page(routes: Iterable[Route], write: Write) -> Write:
    """Return a write with the page of its record, which the log does not have of every row."""
    if write.location:
        return write
    return replace(write, location=location_of(routes, write.endpoint, write.id) or "")


def _collection(endpoint: str) -> str:
    return endpoint.partition("?")[0].strip("/")
