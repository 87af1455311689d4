"""Middleware: a function from "where to, and who" to a verdict."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from svc_tui.models.arguments import (
    Name,
    checks_arguments,
    checks_fields,
    given_words,
    refused_arguments,
)
from svc_tui.models.location import Location
from svc_tui.routing.route import Route
from svc_tui.stores.session.permissions import Permissions


@dataclass(frozen=True)
class Allow:
    """Allow the navigation."""


@dataclass(frozen=True)
class Redirect:
    """Go to another location: `Redirect(Location.parse("/books"))`; a string works too."""

    to: Location

    if TYPE_CHECKING:

        def __init__(self, to: Location | str) -> None: ...

    def __post_init__(self) -> None:
        given: object = self.to
        if isinstance(given, str):
            object.__setattr__(self, "to", Location.parse(given))
        elif not isinstance(given, Location):
            said = f"to should be a Location or a string, not {given_words(given)}"
            raise refused_arguments(type(self), said)


@checks_arguments(reason=Name, missing=(tuple, list))
@dataclass(frozen=True)
class Block:
    """Block the page: the Forbidden page names what is missing."""

    reason: str
    """A sentence for the page."""
    missing: tuple[str, ...] = ()
    """The permissions or groups that are missing."""


class PageLoop(Block):
    """End a loop of pages or of redirects, which is no lack of a permission."""


LACKING = "You don't have the permission it needs. Ask an administrator."

Verdict = Allow | Redirect | Block
"""What middleware returns."""

ALLOW = Allow()
"""The verdict that allows the navigation."""


@checks_fields
@dataclass(frozen=True)
class NavigationRequest:
    """A request to open a route."""

    route: Route
    """The route of the page."""
    location: Location
    """The requested location with its query; for the sidebar, the pattern of the route."""
    permissions: Permissions
    """The permissions of the signed-in user; `permissions.user` is None without a session."""
    login_url: str = "/login"
    """The path of the sign-in."""


Middleware = Callable[[NavigationRequest], Verdict]


def auth(going: NavigationRequest) -> Verdict:
    """Require a session; the way back is kept in `redirect`.

    The login page itself never requires a login.
    """
    login = Location.parse(going.login_url)
    if going.permissions.user is not None or going.location.path == login.path:
        return ALLOW
    return Redirect(login.with_query(redirect=str(going.location)))


def permissions(going: NavigationRequest) -> Verdict:
    """Codenames, all of them; or `view_<model>`."""
    wanted = going.route.permissions
    if not wanted:
        return ALLOW
    names = (f"view_{wanted['model']}",) if isinstance(wanted, Mapping) else tuple(wanted)
    missing = going.permissions.missing(*names)
    return Block(LACKING, missing) if missing else ALLOW


def roles(going: NavigationRequest) -> Verdict:
    """Require one of the page's roles among the user's groups; a superuser passes."""
    wanted = going.route.roles
    if not wanted or going.permissions.has_role(*wanted):
        return ALLOW
    return Block("This page is for members of certain groups.", wanted)


BUILT_IN: Mapping[str, Middleware] = {"auth": auth, "permissions": permissions, "roles": roles}
