"""AppPages: shows the page that the router resolved, and signs in again over it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual.screen import ModalScreen, Screen

from svc_tui.app.keys import AppKeys
from svc_tui.models.components import COMPONENTS, SHORT_NAMES, component
from svc_tui.models.foreign_code import hold
from svc_tui.models.slots import Slots
from svc_tui.routing.route import import_page
from svc_tui.screens.login import LoginOverlay, LoginPage
from svc_tui.textual_patches import hooks
from svc_tui.widgets.shell.breakpoints import SIDEBAR_ICONS_MIN_WIDTH, SIDEBAR_LABELS_MIN_WIDTH

if TYPE_CHECKING:
    from svc_tui.routing.history_entry import HistoryEntry
    from svc_tui.routing.route import Route
    from svc_tui.routing.router import Router
    from svc_tui.stores.session.auth_store import AuthStore


class AppPages(AppKeys):
    """Hears the router and the session, and switches pages."""

    HORIZONTAL_BREAKPOINTS = [
        (0, "-tiny"),
        (SIDEBAR_ICONS_MIN_WIDTH, "-narrow"),
        (SIDEBAR_LABELS_MIN_WIDTH, "-wide"),
    ]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (20, "-tall")]

    slots: Slots
    """Handed to every page: the layout's slots, cells, fields."""

    @property
    def coming(self) -> bool:
        """Whether a page or a form is on its way that takes the keys typed from now on."""
        screen, svc = self.screen, self.svc
        if getattr(screen, "coming", False):
            return True
        if svc is None or isinstance(screen, ModalScreen):
            return False
        here = svc.router.visit
        return svc.router.going or getattr(screen, "visit", here) is not here

    # Messages of the router and of stores are heard by their names: the first paint has
    # no need of what sends them.

    async def on_router_navigated(self, event: Router.Navigated) -> None:
        if hooks.is_ending(self):
            return
        route = event.visit.route
        assert route is not None
        screen = self.screen
        if isinstance(screen, LoginPage) and route.pattern == self._svc.router.login_url:
            screen.visit = event.visit  # What is typed there already stays.
            return
        await self.show_page(self._made(event.visit, route))

    def _made(self, visit: HistoryEntry, route: Route) -> Screen[Any]:
        """Return the page of a route; one that says so where the page can't be made."""
        resource = route.props.get("resource")
        slots = self.slots if resource is None else self.slots.extend(resource.slots)

        def make() -> Screen[Any]:
            page = self._page_class(route.page)(visit, slots=slots, **route.props)
            if not isinstance(page, Screen):
                raise TypeError(f"a page is wanted here, and it gave {type(page).__name__}")
            return page

        if (page := hold(f"page {route.name}", make, None)) is not None:
            return page
        from svc_tui.screens.error_pages import FailedPage

        return FailedPage(visit, f"page {route.name}")

    def component(self, name: str) -> Any:
        """Return the class of a component, by its name in `COMPONENTS`."""
        one = COMPONENTS[name]
        own = self.parts.components
        given = own.get(name) or own.get(one.class_name)
        if given is None and self.svc is not None:
            given = component(self.svc.inject("svc_components"), name)
        return given or import_page(one.place)

    def _page_class(self, page: Callable[..., Any] | str) -> Callable[..., Any]:
        """Return what makes a page: a built-in one may have been replaced."""
        name = SHORT_NAMES.get(page) if isinstance(page, str) else None
        return import_page(page) if name is None else self.component(name)

    async def on_router_blocked(self, event: Router.Blocked) -> None:
        page = self.component("forbidden")
        await self.show_page(page(event.visit, event.verdict, slots=self.slots))

    async def on_router_not_found(self, event: Router.NotFound) -> None:
        await self.show_page(self.component("not_found")(event.visit, slots=self.slots))

    async def show_page(self, page: Screen[Any]) -> None:
        """Take modals down, then put the page where the last one was, in one paint."""
        with self.batch_update():
            while isinstance(self.screen, ModalScreen):
                await self.pop_screen()
            await self.switch_screen(self._fitted(page))
        self.call_next(hooks.paint_now, page)  # After what Textual still does for this page.

    def _fitted(self, page: Screen[Any]) -> Screen[Any]:
        """Return a page with the classes of the terminal's size, so that it is styled only once."""
        for have, steps in (
            (self.size.width, self.HORIZONTAL_BREAKPOINTS),
            (self.size.height, self.VERTICAL_BREAKPOINTS),
        ):
            page.add_class(max((least, name) for least, name in steps or () if least <= have)[1])
        return page

    # The session

    async def on_auth_store_signed_out(self, event: AuthStore.SignedOut) -> None:
        svc = self._svc
        if not event.expired:
            await svc.router.push(svc.config.login_url, asking=False)
        elif not any(isinstance(shown, LoginPage | LoginOverlay) for shown in self.screen_stack):
            name = event.user.name if event.user else ""
            title, place, key = svc.config.title, svc.config.base_url, "key" in svc.auth.asks
            overlay = self.component("login_dialog")(title, place, name, key=key)
            self.push_screen(overlay, self._resume_session)

    def _resume_session(self, user: object) -> None:
        """Go on with the page below, if the user who signed in may see it."""
        from svc_tui.routing.middleware import ALLOW

        router = self._svc.router
        if user is None:
            return
        if router.recheck() != ALLOW:
            self.run_worker(router.push(router.state.location))
        elif (page := self.page) is not None:
            page.signed_in_again()
