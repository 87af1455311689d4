"""Permissions on the records of a resource, for its list and its record pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svc_tui.stores.unavailable_reason import CAN_ONLY_BE_READ

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.models.resource import Resource

ACTIONS = ("view", "add", "change", "delete")


def model_of(resource: Resource) -> str:
    """The model name for rights on these records; empty if they have other rights, or none."""
    needed = resource.required_permissions
    return needed.get("model", "") if isinstance(needed, dict) else ""


def unable_here(svc: Svc, resource: Resource) -> dict[str, str]:
    """Return why records can't be added, changed or deleted here, by verb."""
    if resource.readonly:
        return dict.fromkeys(ACTIONS[1:], CAN_ONLY_BE_READ)
    return {one: why for one in ACTIONS if (why := svc.lacks(resource, one))}


def resource_permissions(svc: Svc, resource: Resource) -> tuple[str, ...] | None:
    """Return the user's rights here; None if no page declares any. A read-only console may view."""
    if svc.config.read_only or resource.readonly:
        return ("view",)
    held = svc.auth.page_permissions.get(resource.name)
    if held is None and (model := model_of(resource)):
        held = svc.permissions.actions(model)
    able = [one for one in ACTIONS if not svc.lacks(resource, one)]
    if held is None:
        return None if len(able) == len(ACTIONS) else tuple(able)
    return tuple(one for one in held if one in able)
