"""The router knows where the console is; it shows nothing itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from textual.message import Message

from svc_tui.models.foreign_code import hold, value_in_time
from svc_tui.models.location import BadLocation, Location
from svc_tui.routing.history_entry import HistoryEntry as HistoryEntry
from svc_tui.routing.middleware import (
    ALLOW,
    BUILT_IN,
    Block,
    Middleware,
    NavigationRequest,
    PageLoop,
    Redirect,
    Verdict,
)
from svc_tui.routing.route import Route, RouteMeta
from svc_tui.routing.sidebar import MenuNode, menu
from svc_tui.routing.turns import loop_words
from svc_tui.stores.base import Store, StoreChanged
from svc_tui.stores.session.auth_store import AuthStore

Before = Callable[[Location], Awaitable[None]]
"""Prepares what a location needs before it is resolved or shown; never raises."""

LeaveGuard = Callable[[], Awaitable[bool]]
"""Called before a page is left; False stays."""

Unsaved = Callable[[], str]
"""Returns what would be lost, "" for nothing."""

MAX_REDIRECTS = 10


@dataclass(frozen=True)
class RouterState:
    """The current location."""

    location: Location = field(default_factory=Location)
    title: str = ""
    """The title of the page's content, such as a record's, beside the name of its route."""


class Router(Store[RouterState]):
    """push, replace, back and forward; runs guards first, then middleware."""

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """The location changed, perhaps only in its query."""

        state: RouterState

    @dataclass
    class Navigated(Message, bubble=False):
        """A page was reached and should be shown."""

        visit: HistoryEntry

    @dataclass
    class Blocked(Message, bubble=False):
        """A page was refused."""

        visit: HistoryEntry
        verdict: Block

    @dataclass
    class NotFound(Message, bubble=False):
        """No route has this path."""

        visit: HistoryEntry

    def __init__(
        self, auth: AuthStore, routes: Sequence[Route] = (), login_url: str = "/login"
    ) -> None:
        super().__init__(RouterState())
        self.routes = list(routes)
        self.login_url = login_url
        self.middleware: dict[str, Middleware] = dict(BUILT_IN)
        self.groups: dict[str, MenuNode] = {}
        """Headings of the sidebar, by the name that pages give as their parent."""
        self.before: Before | None = None
        """Awaited before a location is resolved; until then the old page stays."""
        self.left: Callable[[], object] = lambda: None
        """Called when a page is about to be left; not before there is one."""
        self.complete = True
        """Whether all pages are known; else an unknown path may become one after a sign-in."""
        self._auth = auth
        self._goings = 0
        self._pending_navigations = 0
        self._visits: list[HistoryEntry] = []
        self._at = -1
        self._guards: list[tuple[LeaveGuard, Unsaved]] = []
        self._shown: HistoryEntry | None = None
        self._previous: HistoryEntry | None = None
        self._left: dict[str, tuple[object, HistoryEntry]] = {}
        """The user who left a page, and its history entry, by path."""

    @property
    def visit(self) -> HistoryEntry | None:
        """The current place in the history."""
        return self._visits[self._at] if 0 <= self._at < len(self._visits) else None

    @property
    def can_go_back(self) -> bool:
        """Whether there is an earlier page."""
        return self._at > 0

    @property
    def going(self) -> bool:
        """Whether a navigation is in progress."""
        return self._pending_navigations > 0

    def leaves(self, screen: object) -> bool:
        """Whether another page than this screen is about to appear, as after Enter on a row.

        Never true of a screen that is no page, once no navigation is in progress.
        """
        return self.going or getattr(screen, "visit", self.visit) is not self.visit

    @contextmanager
    def _navigating(self) -> Iterator[None]:
        self._pending_navigations += 1
        try:
            yield
        finally:
            self._pending_navigations -= 1

    def guard(self, ask: LeaveGuard, unsaved: Unsaved = lambda: "") -> Callable[[], None]:
        """Call `ask` before this page is left; call the returned function to remove it.

        `unsaved` returns the unsaved changes of a form, and "" for none.
        """
        guard = ask, unsaved
        self._guards.append(guard)
        return lambda: self._guards.remove(guard) if guard in self._guards else None

    @property
    def unsaved(self) -> str:
        """Return the unsaved changes of this page's form in words; "" for none."""
        return next(filter(None, (unsaved() for _, unsaved in tuple(self._guards))), "")

    async def may_leave(self) -> bool:
        """Whether the page may be left: call every guard until one says no.

        The answer of a page that was left in the meantime no longer counts.
        """
        here = self.visit
        for ask, _ in tuple(self._guards):
            if not await ask() or self.visit is not here:
                return False
        return True

    async def push(
        self,
        location: Location | str,
        *,
        asking: bool = True,
        memory: dict[str, Any] | None = None,
    ) -> bool:
        """Go to a location, or reload the current one; return False if a guard refused.

        With `asking=False`, no guard is called, as the page can't stay anyway. Raises
        `BadLocation`, a kind of `ValueError`, for an invalid text.
        """
        if (found := await self._left_for(location, memory, asking)) is None:
            return False
        visit, verdict = found
        here = self.visit
        self._at += here is None or here.location != visit.location
        self._visits[self._at :] = [visit]
        self._arrive(visit, verdict)
        return True

    async def revisit(self, location: Location | str) -> bool:
        """Go to a page as it was left: query, cursor and marks; otherwise, like `push`."""
        wanted = _located(location)
        user, left = self._left.get(wanted.path, (None, None))
        here = self.visit is not None and self.visit.location.path == wanted.path
        if left is None or here or wanted.query or user != self._auth.user:
            return await self.push(wanted)
        return await self.push(left.location, memory=dict(left.memory))

    async def replace(
        self, location: Location | str, *, memory: dict[str, Any] | None = None
    ) -> bool:
        """Replace the current page; return False if a guard refused."""
        if (found := await self._left_for(location, memory)) is None:
            return False
        visit, verdict = found
        self._visits[max(self._at, 0) : self._at + 1] = [visit]
        self._at = max(self._at, 0)
        self._arrive(visit, verdict)
        return True

    async def back(self) -> bool:
        """Go back; return False if there is no earlier page, or a guard refused."""
        return await self._step(-1)

    async def forward(self) -> bool:
        """Undo a `back`."""
        return await self._step(1)

    async def last(self) -> bool:
        """Switch to the page that was shown before this one."""
        if self._previous is None:
            return False
        return await self.push(self._previous.location, memory=self._previous.memory)

    def forget_history(self) -> None:
        """Forget all pages but the one that is shown, as after a sign-out."""
        self._visits, self._at = self._visits[self._at :][:1], min(self._at, 0)
        self._previous = None

    def redirect_target(self, login: Location) -> Location:
        """Return the location after a sign-in: its `redirect`, if it is a page of the console.

        Never on another host, and never the login itself.
        """
        wanted = login.get("redirect", "/")
        try:
            target = Location.parse(wanted)
        except BadLocation:
            return Location()
        ours = wanted.startswith("/") and target.path != Location.parse(self.login_url).path
        return target if ours else Location()

    def recheck(self) -> Verdict:
        """Call the middleware again, after a sign-in over the page."""
        visit = self.visit
        if visit is None or visit.route is None:
            return ALLOW
        verdict = self._verdict(visit.route, visit.location)
        if verdict == ALLOW:
            self._note_permissions(visit.route)
        return verdict

    def describe(self, location: Location) -> None:
        """Change the location of the page that is shown (its query, or a new record's id)."""
        if (visit := self.visit) is None:
            return
        found = self.find(location.path)
        if found is not None:
            visit.route, visit.params = found
        visit.location = location
        self.change(location=location)

    def name_page(self, title: str, visit: HistoryEntry | None = None) -> None:
        """Set the title of the current page for `trail`; ignored for a page that was left."""
        if visit is None or visit is self.visit:
            self.change(title=title)

    @property
    def trail(self) -> tuple[str, ...]:
        """Titles of the pages that lead here: `("Articles", "Town council draws record crowd")`."""
        path, title = self.state.location.path, self.state.title
        above = [one for one in self.routes if one.label and _leads_to(one.pattern, path)]
        nearest = max(above, key=lambda one: len(one.pattern), default=None)
        if nearest is None:
            return (title or path,)
        rest = path.rstrip("/").removeprefix(nearest.pattern.rstrip("/")).strip("/")
        return (nearest.label, title or rest) if title or rest else (nearest.label,)

    def can_access(self, target: Route | RouteMeta | Location | str) -> bool:
        """Whether `push` would open a location."""
        if isinstance(target, Location | str):
            found = self.find(_located(target).path)
            if found is None:
                return False
            target = found[0]
        elif not isinstance(target, Route):
            target = Route("/", "svc_tui.screens.page:SvcPage", **vars(target))
        return self._verdict(target, Location(target.pattern)) == ALLOW

    def offers(self, route: Route) -> bool:
        """Whether a page is named in the sidebar, the palette and the command line.

        One that redirects is, unless to the sign-in, as it may lead to a choice that it waits for.
        """
        verdict = self._verdict(route, Location(route.pattern))
        if isinstance(verdict, Redirect):
            return verdict.to.path != self.login_url
        return verdict == ALLOW

    def menu(self) -> tuple[MenuNode, ...]:
        """The sidebar's tree for the signed-in user."""
        return menu(self.routes, self.offers, self.groups)

    def refused(self) -> dict[str, Block]:
        """The sidebar's pages that the signed-in user can't open, and why."""
        verdicts = {
            route.label: self._verdict(route, Location(route.pattern))
            for route in self.routes
            if route.label and not route.hidden
        }
        return {name: why for name, why in verdicts.items() if isinstance(why, Block)}

    def find(self, path: str) -> tuple[Route, dict[str, str]] | None:
        """Return the first route that matches a path, with the values of its parameters."""
        for route in self.routes:
            if (params := route.match(path)) is not None:
                return route, params
        return None

    async def _step(self, by: int) -> bool:
        if not 0 <= self._at + by < len(self._visits):
            return False
        with self._navigating():
            if not await self.may_leave():
                return False
            self.left()
            old = self._visits[self._at + by]
            if not await self._ready(old.location):
                return False
        self._at += by
        visit, verdict = self._resolve(old.location)
        visit.memory = old.memory
        self._visits[self._at] = visit
        self._arrive(visit, verdict)
        return True

    async def _left_for(
        self, location: Location | str, memory: dict[str, Any] | None, asking: bool = True
    ) -> tuple[HistoryEntry, Verdict] | None:
        """Leave the page for another one; None when a guard stayed, or another way was taken."""
        wanted = _located(location)
        with self._navigating():
            if asking and not await self.may_leave():
                return None
            if self.visit is not None:
                self.left()
            if not await self._ready(wanted):
                return None
        visit, verdict = self._resolve(wanted)
        visit.memory = memory or {}
        return visit, verdict

    async def _ready(self, location: Location) -> bool:
        """Prepare what this location needs; False if the user went elsewhere.

        Middleware runs first, so that a refused page sends no requests.
        """
        self._goings += 1
        going = self._goings
        if self.before is not None:
            visit, verdict = self._resolve(location)
            if not isinstance(verdict, Block):
                await self.before(visit.location)
        return going == self._goings

    def _resolve(self, location: Location) -> tuple[HistoryEntry, Verdict]:
        """Follow redirects to the page to show, or report what blocks it."""
        seen: dict[str, None] = {}
        for _ in range(MAX_REDIRECTS):
            seen[location.path] = None
            found = self.find(location.path)
            if found is None and not self.complete and self._auth.user is None:
                login = Location.parse(self.login_url)
                location = login.with_query(redirect=str(location))
                continue
            if found is None:
                return HistoryEntry(location, None), ALLOW
            verdict = self._verdict(found[0], location)
            if not isinstance(verdict, Redirect):
                return HistoryEntry(location, *found), verdict
            location = verdict.to
        return HistoryEntry(location, None), PageLoop(loop_words(seen))

    def is_blocked(self, location: Location) -> bool:
        """Whether middleware blocks the page of a location, as far as pages are known."""
        return self.block_of(location) is not None

    def block_of(self, location: Location) -> Block | None:
        """Why middleware blocks the page of a location; None if it does not."""
        verdict = self._resolve(location)[1]
        return verdict if isinstance(verdict, Block) else None

    def _verdict(self, route: Route, location: Location) -> Verdict:
        going = NavigationRequest(route, location, self._auth.permissions, self.login_url)
        for name in route.middleware:
            known = self.middleware.get(name)
            verdict = (
                _asked(name, known, going) if known else Block(f"Unknown middleware {name!r}.")
            )
            if verdict != ALLOW:
                return verdict
        return ALLOW

    def _arrive(self, visit: HistoryEntry, verdict: Verdict) -> None:
        self._guards.clear()
        if self._shown is not None and self._shown.location.path != visit.location.path:
            self._previous = self._shown
            self._left[self._shown.location.path] = self._auth.user, self._shown
        self._shown = visit
        self.change(location=visit.location, title="")
        if isinstance(verdict, Block):
            self.publish(self.Blocked(visit, verdict))
        elif visit.route is None:
            self.publish(self.NotFound(visit))
        else:
            self._note_permissions(visit.route)
            self.publish(self.Navigated(visit))

    def _note_permissions(self, route: Route) -> None:
        if model := route.model:
            self._auth.note_page_permissions(route.name, model)


def _asked(name: str, middleware: Middleware, going: NavigationRequest) -> Verdict:
    closed: Verdict = Block(
        f"The middleware {name!r} failed, so this page can't be opened. See :log."
    )
    return hold(f"middleware {name}", lambda: _verdict_of(value_in_time(middleware, going)), closed)


def _verdict_of(said: object) -> Verdict:
    """Return a verdict. Raises `TypeError` for anything else."""
    if said != ALLOW and not isinstance(said, Block | Redirect):
        raise TypeError(f"it should return a verdict, not {type(said).__name__}")
    return said


def _located(location: Location | str) -> Location:
    return location if isinstance(location, Location) else Location.parse(location)


def _leads_to(pattern: str, path: str) -> bool:
    """Whether a page is the one at a path, or its parent; the first page is no parent."""
    return path == pattern or (pattern != "/" and path.startswith(f"{pattern.rstrip('/')}/"))
