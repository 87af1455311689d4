"""What may be done with the records of a resource, on its list and on its record pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.models.resource import Resource

ACTIONS = ("view", "add", "change", "delete")


def resource_permissions(svc: Svc, resource: Resource) -> tuple[str, ...] | None:
    """Return the rights held here; None where no page says so. A read-only console may view."""
    if svc.config.read_only or resource.readonly:
        return ("view",)
    held = svc.auth.page_permissions.get(resource.name)
    able = [one for one in ACTIONS if not svc.lacks(resource, one)]
    if held is None:
        return None if len(able) == len(ACTIONS) else tuple(able)
    return tuple(one for one in held if one in able)
