"""Authentication by session, and Django's codenames per method."""

from __future__ import annotations

from typing import Any

from rest_framework.authentication import SessionAuthentication
from rest_framework.permissions import BasePermission
from rest_framework.request import Request


class Session403(SessionAuthentication):
    """REST framework's own way: strangers are answered 403."""


class Session401(SessionAuthentication):
    """A name for the scheme turns the answer to strangers into a 401."""

    def authenticate_header(self, request: Request) -> str:
        return "Session"


VERBS = {
    "GET": "view",
    "HEAD": "view",
    "POST": "add",
    "PUT": "change",
    "PATCH": "change",
    "DELETE": "delete",
}
"""The verb of the codename that each method needs; OPTIONS needs only a signed-in user."""


class ByCodename(BasePermission):
    """Asks for `<verb>_<model>` of the model behind the view.

    A view names the verb of its extra actions in `verbs`, as a POST there seldom adds a row.
    """

    def has_permission(self, request: Request, view: Any) -> bool:
        """Signed in, and holding the codename of this method."""
        if not request.user.is_authenticated:
            return False
        verb = getattr(view, "verbs", {}).get(view.action) or VERBS.get(request.method or "")
        if verb is None or request.method == "OPTIONS":
            return True
        meta = view.queryset.model._meta
        return bool(request.user.has_perm(f"{meta.app_label}.{verb}_{meta.model_name}"))
