"""PageMaker: create the pages and dialogs of an app, built-in or the consumer's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from textual.screen import Screen

from svc_tui.models.components import COMPONENTS, SHORT_NAMES, component
from svc_tui.models.foreign_code import hold, log_failure
from svc_tui.models.location import Location
from svc_tui.models.slots import Slots
from svc_tui.routing.history_entry import HistoryEntry
from svc_tui.routing.route import import_page
from svc_tui.routing.turns import TurnCounter, loop_words
from svc_tui.screens.start import StartPage
from svc_tui.widgets.components import check_made, make_component

if TYPE_CHECKING:
    from svc_tui.app.console import Splash
    from svc_tui.app.context import Svc
    from svc_tui.routing.middleware import Block
    from svc_tui.routing.route import Route


class PageHost(Protocol):
    """The app that shows the pages."""

    svc: Svc | None
    slots: Slots


class PageMaker:
    """Creates pages and dialogs; if one fails, the built-in one, or a page with the reason."""

    def __init__(self, host: PageHost, replaced: Mapping[str, Any]) -> None:
        self._host = host
        self._replaced = replaced
        self.turns = TurnCounter()
        """Is told when a page is shown."""

    def component(self, name: str) -> Any:
        """Return the class of a component, by its name in `COMPONENTS`."""
        one = COMPONENTS[name]
        given = self._replaced.get(name) or self._replaced.get(one.class_name)
        if given is None and (svc := self._host.svc) is not None:
            given = component(svc.inject("svc_components", None), name)
        return given or import_page(one.place)

    def make(self, name: str, /, *args: Any, **named: Any) -> Any:
        """Return a component; the built-in one if a consumer's can't be created."""
        return make_component(name, self.component(name), *args, **named)

    def make_built_in(self, name: str, /, *args: Any, **named: Any) -> Any:
        """Return a built-in component, even if it is replaced."""
        return component(None, name)(*args, **named)

    def first(self, greeting: Splash) -> Screen[Any]:
        """Return the first page: the sign-in, if one is needed."""
        if greeting.waiting:
            return StartPage(greeting.title, greeting.place, greeting.waiting)
        return self.sign_in(greeting, HistoryEntry(Location.parse("/login"), None))

    def sign_in(
        self, greeting: Splash, visit: HistoryEntry, *, built_in: bool = False
    ) -> Screen[Any]:
        """Return the page that signs in; with `built_in`, even if it is replaced."""
        page: Screen[Any] = (self.make_built_in if built_in else self.make)(
            "login",
            visit,
            title=greeting.title,
            place=greeting.place,
            user=greeting.user,
            key=greeting.key,
            slots=self._host.slots,
        )
        return page

    def next_page(self, visit: HistoryEntry, route: Route, idle: float) -> Screen[Any]:
        """Return the page that a turn leads to, or one that ends a loop of turns.

        `idle` are the seconds since the last key.
        """
        if not (paths := self.turns.loop(visit.location.path, idle)):
            return self.page(visit, route)
        from svc_tui.routing.middleware import PageLoop

        words = loop_words(paths)
        log_failure("go()", RecursionError(words))
        return self.blocked(visit, PageLoop(words))

    def blocked(self, visit: HistoryEntry, verdict: Block) -> Screen[Any]:
        """Return the page that says why a location is not shown."""
        from svc_tui.routing.middleware import PageLoop

        if isinstance(verdict, PageLoop):
            from svc_tui.screens.error_pages import LoopPage

            return LoopPage(visit, verdict.reason)
        page: Screen[Any] = self.make("forbidden", visit, verdict, slots=self._host.slots)
        return page

    def page(self, visit: HistoryEntry, route: Route) -> Screen[Any]:
        """Return the page of a route, or a page with the error if it can't be created."""
        resource = route.props.get("resource")
        slots = self._host.slots
        slots = slots if resource is None else slots.extend(resource.slots)

        if isinstance(route.page, str) and route.page.startswith("svc_tui."):
            import_page(route.page)  # Ours may be slow on a slow machine, but never hangs.

        def make() -> Screen[Any]:
            name = SHORT_NAMES.get(route.page) if isinstance(route.page, str) else None
            if name == "login":  # Without one, the user could not sign in.
                page = self.make(name, visit, slots=slots, **route.props)
            else:
                kind = import_page(route.page) if name is None else self.component(name)
                page = kind(visit, slots=slots, **route.props)
            if not isinstance(page, Screen):
                raise TypeError(f"it should return a page, not {type(page).__name__}")
            check_made(page)
            return page

        if (page := hold(f"page {route.name}", make, None)) is not None:
            return page
        from svc_tui.screens.error_pages import FailedPage

        return FailedPage(visit, f"page {route.name}")
