"""What a location needs before it is shown: the backend's collections, and what this one is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from svc_tui.api.dialect import REST, Dialect
from svc_tui.api.errors import Unauthorized
from svc_tui.models.location import Location
from svc_tui.routes import MENUS, resource_routes
from svc_tui.stores.auth import AuthStore

if TYPE_CHECKING:
    from svc_tui.context import Svc
    from svc_tui.introspect.roots import Collection
    from svc_tui.models.resource import Resource
    from svc_tui.routing.route import Route

OWN_PAGES = (MENUS, "media")
"""Pages of the console itself, before which the backend's collections stand."""


class Arrivals:
    """Awaited by the router: asks the backend's roots where no file names resources, and a
    collection about itself when it is first opened. What cannot be learnt stays as it is."""

    def __init__(self, svc: Svc) -> None:
        self._svc = svc
        self._declared = any("resource" in route.props for route in svc.router.routes)
        svc.router.complete = self._declared
        self._user: object = None
        self._told: set[str] = set()
        self._as_declared: dict[str, Resource] = {}
        """The resources as their file has them, by name, where something was learnt of them."""
        svc.auth.subscribe(self._heard)

    async def __call__(self, location: Location) -> None:
        """Make ready what this location needs; never raises for what a backend answers."""
        svc = self._svc
        if not svc.auth.is_authenticated:
            return
        self._follow_user()
        try:
            if not self._declared and not svc.discovery.state.looked:
                self._add(await svc.discovery.find())
            await self._learn(location)
        except Unauthorized as error:
            svc.unauthorized(error)

    def _follow_user(self) -> None:
        """What one user may see says nothing of another."""
        user = self._svc.auth.user
        key = user and (user.id, user.username)
        if key == self._user:
            return
        if self._user is not None:
            self._forget()
            if not self._declared:
                routes = self._svc.router.routes
                routes[:] = [route for route in routes if "resource" not in route.props]
        self._user = key

    def _heard(self, message: object) -> None:
        """Whoever signs out leaves nothing behind; an ended session goes on with its user."""
        if isinstance(message, AuthStore.SignedOut) and not message.expired and self._declared:
            self._forget()

    def _forget(self) -> None:
        """What was learnt; resources are again as their file has them."""
        self._svc.discovery.forget()
        self._told.clear()
        routes = self._svc.router.routes
        for place, route in enumerate(routes):
            resource = route.props.get("resource")
            if resource is not None and resource.name in self._as_declared:
                routes[place] = _with(route, resource=self._as_declared[resource.name])
        self._as_declared.clear()

    def _add(self, collections: Sequence[Collection]) -> None:
        """The pages of what was found, before those of the media library."""
        rights = self._svc.auth.user.permissions if self._svc.auth.user else frozenset()
        resources = resources_of(collections, rights, self._svc.dialect)
        routes = self._svc.router.routes
        at = next((n for n, one in enumerate(routes) if one.name in OWN_PAGES), len(routes))
        routes[at:at] = resource_routes(resources)
        if problem := self._svc.discovery.state.problem:
            self._svc.snack.show(problem, "warning", 10)

    async def _learn(self, location: Location) -> None:
        found = self._svc.router.find(location.path)
        resource = found and found[0].props.get("resource")
        if not resource or not wants_more(resource):
            return
        learnt = await self._svc.discovery.describe(resource, whole=not self._declared)
        self._put(resource, learnt.resource)
        if resource.name not in self._told and not learnt.problem:
            self._told.add(resource.name)
            if words := limits_of(learnt.resource):
                self._svc.snack.show(words, "info", 8)

    def _put(self, before: Resource, now: Resource) -> None:
        """Both pages of a resource show what was learnt of it."""
        if self._declared:
            self._as_declared.setdefault(before.name, before)
        routes = self._svc.router.routes
        for place, route in enumerate(routes):
            if route.props.get("resource") is before:
                routes[place] = _with(route, resource=now)


def wants_more(resource: Resource) -> bool:
    """Whether a resource leaves to the backend what its pages show."""
    return not resource.columns or not (resource.fields or resource.sidebar_fields)


def resources_of(
    collections: Sequence[Collection],
    rights: frozenset[str] = frozenset(),
    dialect: Dialect = REST,
) -> tuple[Resource, ...]:
    """A resource for each collection; those of several roots stand under a heading each."""
    from svc_tui.introspect.described import model_of
    from svc_tui.models.resource import Resource

    known = dialect.model_at
    several = len({one.root for one in collections}) > 1
    return tuple(
        Resource(
            name=one.name,
            endpoint=one.endpoint,
            label=one.label or one.name,
            parent=(one.root.strip("/").rpartition("/")[2] or None) if several else None,
            model=model_of(one.name, rights) or (known(one.endpoint) if known else None),
        )
        for one in collections
    )


def limits_of(resource: Resource) -> str:
    """What the backend does not let anybody do with a collection, in a sentence; "" for nothing."""
    verbs = {"add": "added", "change": "changed", "delete": "deleted"}
    missing = [words for action, words in verbs.items() if resource.lacks(action)]
    if not missing:
        return ""
    if len(missing) == len(verbs):
        return f"{resource.label} can only be read: the backend takes no changes there."
    words = " or ".join(missing)
    return f"{resource.label} cannot be {words}: the backend does not take that request."


def _with(route: Route, **props: Any) -> Route:
    return replace(route, props={**route.props, **props})
