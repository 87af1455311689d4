"""The console's own resource for an endpoint: its pages, and the form of a new record."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.location import Location
from svc_tui.stores.unavailable_reason import ONLY_READS, needs_permission

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.models.resource import Resource
    from svc_tui.stores.record.history_store import Write


def resource_at(svc: Svc, endpoint: str) -> Resource | None:
    """Return the resource of a collection; None where the console file names none."""
    wanted = _collection(endpoint)
    for route in svc.router.routes:
        resource: Resource | None = route.props.get("resource")
        if resource is not None and _collection(resource.endpoint) == wanted:
            return resource
    return None


def sends_changes(svc: Svc, endpoint: str) -> bool:
    """Whether a save sends changed values alone to a collection, which may be no resource's."""
    resource = resource_at(svc, endpoint)
    return svc.sends_changes(resource) if resource is not None else svc.may_send_changes(endpoint)


def location_of(svc: Svc, endpoint: str, key: Any) -> str | None:
    """Return the page of a record; None without a resource."""
    resource = resource_at(svc, endpoint)
    if resource is None or key in (None, ""):
        return None
    return Location(f"/{resource.name}").record(str(key)).path


def with_page(svc: Svc, write: Write) -> Write:
    """Return a write with the page of its record, which the log does not have of every row."""
    if write.location:
        return write
    return replace(write, location=location_of(svc, write.endpoint, write.id) or "")


def fields_to_create(
    resource: Resource | None, item_text: str, own: Iterable[FieldDescriptor] = ()
) -> tuple[FieldDescriptor, ...]:
    """Return the fields of a new record: those named, its resource's, or its name alone."""
    own = tuple(own)
    if own:
        return own
    if resource is not None and (resource.fields or resource.sidebar_fields):
        return (*resource.fields, *resource.sidebar_fields)
    return (FieldDescriptor(key=item_text, required=True),)


def lacking_to_create(svc: Svc, resource: Resource | None, model: str | None) -> str:
    """Return why no record may be created, in words; empty where one may be."""
    if svc.config.read_only:
        return ONLY_READS
    name = model or (resource.model if resource is not None else None)
    if resource is not None and resource.readonly:
        return f"{resource.label} can only be read"
    if not name or svc.permissions.can_add(name):
        return ""
    return needs_permission(f"add_{name}")


def _collection(endpoint: str) -> str:
    return endpoint.partition("?")[0].strip("/")
