"""RouteLoader: create the routes of discovered collections before a location is resolved."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from svc_tui.api.dialects import REST, Dialect
from svc_tui.api.errors import Unauthorized
from svc_tui.app.routes import opened_by, resource_routes
from svc_tui.models.location import Location
from svc_tui.models.own_pages import BELOW
from svc_tui.stores.listing.list_query import OWN_NAMES
from svc_tui.stores.listing.resource_query import first_size
from svc_tui.stores.session.auth_store import AuthStore
from svc_tui.stores.session.snack_store import LEFT

if TYPE_CHECKING:
    from svc_tui.app.console import Console
    from svc_tui.app.context import Svc
    from svc_tui.introspect.discovered import DiscoveredResource
    from svc_tui.introspect.roots import RootEntry
    from svc_tui.models.resource import Resource
    from svc_tui.routing.route import Route


class RouteLoader:
    """Awaited by the router: requests the backend's roots if no file lists resources, and a
    collection's description when it is first opened. What can't be discovered stays as it is."""

    def __init__(self, svc: Svc) -> None:
        self._svc = svc
        self._declared = any("resource" in route.props for route in svc.router.routes)
        svc.router.complete = self._declared
        self._user: object = None
        self._announced: set[str] = set()
        self._as_declared: dict[str, Resource] = {}
        """The original resources of those with discovered details, by name."""
        self._begun: tuple[RootEntry, ...] = ()
        """The collections known before all roots have been requested."""
        self._under_way: set[str] = set()
        """The resources whose remaining details are being discovered."""
        self._failed: set[str] = set()
        """The collections that were opened by address and could not be read."""
        self._behind: set[asyncio.Task[None]] = set()
        """Tasks that continue while the page is shown."""
        svc.auth.subscribe(self._on_auth_event)
        svc.discovery.description.waits = True

    async def __call__(self, location: Location) -> None:
        """Prepare the routes that a location needs; a backend's errors are not raised."""
        svc = self._svc
        if not svc.auth.is_authenticated:
            return
        self._follow_user()
        try:
            if not self._declared and not svc.discovery.state.looked:
                await self._find(location)
            self._add_opened(location)
            if not svc.router.is_blocked(location):
                await self._learn(location)
            self._tell_changes()
        except Unauthorized as error:
            svc.unauthorized(error)

    def _follow_user(self) -> None:
        """Forget what was discovered for another user."""
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
        if user is not None:
            self._svc.discovery.load_for_user(user.name)
            self._go_on(self._check_description)

    def _add_opened(self, location: Location) -> None:
        """Add the routes of a collection that was opened by address, without failed ones."""
        name = location.path.strip("/").partition("/")[0]
        if gone := self._failed - {name}:
            self._drop(gone)
        opened = [one for one in self._svc.discovery.opened if one.name == name]
        if opened and self._svc.router.find(f"/{name}") is None:
            self._insert(resources_of(opened, dialect=self._svc.dialect))

    def _drop(self, names: set[str]) -> None:
        routes = self._svc.router.routes
        there = ((route, route.props.get("resource")) for route in routes)
        routes[:] = [route for route, one in there if one is None or one.name not in names]

    async def _find(self, location: Location) -> None:
        """Find the collection of this location; the others are found in the background."""
        discovery, user = self._svc.discovery, self._user
        wanted = location.path.strip("/").partition("/")[0]
        # A description that was just read lists them without a request.
        kept = () if discovery.description.is_at_hand else discovery.recall()
        known = self._begun or kept
        if not known or (wanted and wanted not in {one.name for one in known}):
            known = await discovery.find(wanted)
            if user != self._user:
                return  # Another user has signed in, which starts this again.
        if known != self._begun or not known:
            self._add(known)
        if not discovery.state.looked and not self._begun:
            self._go_on(self._find_rest)
        self._begun = known

    async def _find_rest(self) -> None:
        user = self._user
        found = await self._svc.discovery.find()
        if user == self._user:
            self._add(found)
            self._tell_changes()
            self._svc.discovery.notify_learnt("")

    async def _check_description(self) -> None:
        """Reload a description after the sign-in, as the user who has signed in."""
        if await self._svc.discovery.check_description() and not self._declared:
            await self._find_rest()

    def _tell_changes(self) -> None:
        if said := self._svc.discovery.told_changes():
            # Also over a page that is reloaded because of it.
            self._svc.snack.show(said, "info", 10)

    def _go_on(self, learn: Callable[[], Awaitable[None]]) -> None:
        """Run a discovery in the background, after the rows of the page."""

        async def quietly() -> None:
            try:
                await self._svc.discovery.rows_shown()
                await learn()
            except Unauthorized as error:
                self._svc.unauthorized(error)

        task = asyncio.ensure_future(quietly())
        self._behind.add(task)
        task.add_done_callback(self._behind.discard)
        self._svc.discovery.cancel_on_close(task)

    def _on_auth_event(self, message: object) -> None:
        if isinstance(message, AuthStore.SignedOut) and not message.expired and self._declared:
            self._forget()

    def _forget(self) -> None:
        self._svc.discovery.forget()
        self._begun = ()
        self._announced.clear()
        self._under_way.clear()
        routes = self._svc.router.routes
        for place, route in enumerate(routes):
            resource = route.props.get("resource")
            if resource is not None and resource.name in self._as_declared:
                routes[place] = _with(route, resource=self._as_declared[resource.name])
        self._as_declared.clear()

    def _add(self, collections: Sequence[RootEntry]) -> None:
        """Add the routes of collections, before those of the media library; known ones stay."""
        rights = self._svc.auth.user.permissions if self._svc.auth.user else frozenset()
        routes = self._svc.router.routes
        there = {
            one.props["resource"].name: one.props["resource"]
            for one in routes
            if "resource" in one.props
        }
        resources = [
            there[one.name] if _is_same(there.get(one.name), one) else one
            for one in resources_of(collections, rights, self._svc.dialect)
        ]
        resources += resources_of(self._svc.discovery.opened, rights, self._svc.dialect)
        routes[:] = [one for one in routes if "resource" not in one.props]
        self._insert(resources)
        state = self._svc.discovery.state
        if problem := state.problem or state.missing:
            self._svc.snack.show(problem, "warning", 10, until=(LEFT,))

    def _insert(self, resources: Sequence[Resource]) -> None:
        routes = self._svc.router.routes
        at = next((n for n, one in enumerate(routes) if one.name in BELOW), len(routes))
        routes[at:at] = resource_routes(resources)

    def _is_whole(self, resource: Resource) -> bool:
        """Whether a resource is not declared, so that its filters are discovered too."""
        opened = {one.name for one in self._svc.discovery.opened}
        return not self._declared or resource.name in opened

    async def _learn(self, location: Location) -> None:
        """Describe a collection enough to show this page; the rest follows in the background."""
        found = self._svc.router.find(location.path)
        resource = found and found[0].props.get("resource")
        if not found or not resource or not needs_discovery(self._declared_as(resource)):
            return
        if resource.name in self._under_way:
            return
        self._failed.discard(resource.name)
        is_list = not found[1]
        if not (is_list and await self._glance(resource, location)):
            await self._describe(resource, location, is_list)

    async def _glance(self, resource: Resource, location: Location) -> bool:
        """Describe a new list by its first rows alone; whether nothing else has to be awaited."""
        discovery, user = self._svc.discovery, self._user
        if discovery.knows(resource) or not self._can_be_shown(resource, location):
            return False
        declared = self._declared_as(resource)
        glance = await discovery.glance(declared, first_size(declared, self._svc.config.page_size))
        if user != self._user:
            return True  # Another user has signed in, which starts this again.
        if glance is None:
            return False
        self._put(resource, glance.resource)
        self._under_way.add(resource.name)
        self._go_on(partial(self._learn_all, glance.resource, declared))
        return True

    async def _describe(self, resource: Resource, location: Location, is_list: bool) -> None:
        """Describe a collection whole, before its page is shown."""
        discovery, user = self._svc.discovery, self._user
        learnt = await discovery.describe(
            self._declared_as(resource),
            whole=self._is_whole(resource),
            tried=is_list,
            # A filter in the location would be dropped if it is not known yet.
            hurry=self._names_nothing_else(location),
        )
        if user != self._user:
            return
        self._learnt(resource, learnt)
        if learnt.problem and resource.name in {one.name for one in discovery.opened}:
            self._failed.add(resource.name)
        if learnt.problem and not self._declared and not discovery.state.looked:
            await self._find_rest()  # What was cached at the last start may be gone.

    def _can_be_shown(self, resource: Resource, location: Location) -> bool:
        return self._names_nothing_else(location) or self._svc.discovery.has_tried(resource)

    def _names_nothing_else(self, location: Location) -> bool:
        return not {name for name, _ in location.query} - {*OWN_NAMES}

    async def _learn_all(self, shown: Resource, declared: Resource) -> None:
        user, whole = self._user, self._is_whole(declared)
        try:
            learnt = await self._svc.discovery.describe(declared, whole=whole, hurry=False)
        finally:
            self._under_way.discard(shown.name)
        if user == self._user and not learnt.problem:
            self._learnt(shown, learnt)
            self._svc.discovery.notify_learnt(shown.name)

    def _learnt(self, before: Resource, learnt: DiscoveredResource) -> None:
        self._put(before, learnt.resource)
        if before.name not in self._announced and not learnt.problem:
            self._announced.add(before.name)
            if words := limits_of(learnt.resource):
                self._svc.snack.show(words, "info", 8, until=(LEFT,))

    def _declared_as(self, resource: Resource) -> Resource:
        return self._as_declared.get(resource.name, resource)

    def _put(self, before: Resource, now: Resource) -> None:
        self._as_declared.setdefault(before.name, before)
        routes = self._svc.router.routes
        for place, route in enumerate(routes):
            there = route.props.get("resource")
            if there is not None and there.name == before.name:
                routes[place] = _with(route, resource=now)


def open_routes(console: Console) -> None:
    """Give the router of a console its pages, and what finds the others."""
    router = console.svc.router
    router.routes.extend(console.routes)
    router.groups.update(console.groups)
    router.before = RouteLoader(console.svc)


def needs_discovery(resource: Resource) -> bool:
    """Whether a resource leaves its columns or fields to the backend."""
    return not resource.columns or not (resource.fields or resource.sidebar_fields)


def resources_of(
    collections: Sequence[RootEntry],
    rights: frozenset[str] = frozenset(),
    dialect: Dialect = REST,
) -> tuple[Resource, ...]:
    """Return a resource for each collection, under a heading for each of several roots."""
    from svc_tui.introspect.discovered import model_of
    from svc_tui.models.base import label_from
    from svc_tui.models.resource import Resource

    known = dialect.model_at
    several = len({one.root for one in collections}) > 1
    found = (
        Resource(
            name=one.name,
            endpoint=one.endpoint,
            label=one.label or label_from(one.name),
            parent=(one.root.strip("/").rpartition("/")[2] or None) if several else None,
            model=model_of(one.name, rights) or (known(one.endpoint) if known else None),
        )
        for one in collections
    )
    return tuple(opened_by(dialect.lookup, one) for one in found)


def limits_of(resource: Resource) -> str:
    """Return which writes the backend does not support, in a sentence; "" for none."""
    verbs = {"add": "added", "change": "changed", "delete": "deleted"}
    missing = [words for action, words in verbs.items() if resource.lacks(action)]
    if not missing:
        return ""
    if len(missing) == len(verbs):
        return f"{resource.label} is read-only: the backend allows no changes."
    words = " or ".join(missing)
    return f"{resource.label} can't be {words}: the backend does not allow it."


def _is_same(there: Resource | None, found: Resource) -> bool:
    return there is not None and there.endpoint == found.endpoint


def _with(route: Route, **props: Any) -> Route:
    return replace(route, props={**route.props, **props})
