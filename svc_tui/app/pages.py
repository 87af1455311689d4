"""AppPages: show the page that the router resolved, and sign in again over it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import cached_property
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.screen import ModalScreen, Screen

from svc_tui.app.keys import AppKeys
from svc_tui.app.theming import ThemePreview
from svc_tui.models.slots import Slots
from svc_tui.screens.login import LoginOverlay, LoginPage
from svc_tui.textual_patches import hooks
from svc_tui.widgets.shell.breakpoints import (
    ROOMY_MIN_HEIGHT,
    SIDEBAR_ICONS_MIN_WIDTH,
    SIDEBAR_LABELS_MIN_WIDTH,
)

if TYPE_CHECKING:
    from svc_tui.app.page_maker import PageMaker
    from svc_tui.routing.router import Router
    from svc_tui.stores.session.auth_store import AuthStore


class AppPages(AppKeys):
    """Listens to the router and the session, and switches pages."""

    HORIZONTAL_BREAKPOINTS = [
        (0, "-tiny"),
        (SIDEBAR_ICONS_MIN_WIDTH, "-narrow"),
        (SIDEBAR_LABELS_MIN_WIDTH, "-wide"),
    ]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (20, "-tall"), (ROOMY_MIN_HEIGHT, "-lofty")]

    slots: Slots
    """Passed to every page: the layout's slots, cells, fields."""
    pages: PageMaker
    """Makes the pages and dialogs."""

    @property
    def session_over(self) -> bool:
        """Whether the user signed out, so that no key acts on the page that is still shown."""
        return self.svc is not None and self.svc.auth.signing_out

    @property
    def coming(self) -> bool:
        """Whether a page or a form is loading for which the next keys are meant."""
        screen, svc = self.screen, self.svc
        if getattr(screen, "coming", False):
            return True
        if svc is None or isinstance(screen, ModalScreen):
            return False
        if isinstance(screen, LoginPage) and (svc.auth.state.checking or screen.offers_session):
            return False  # It can be typed into, however long the check takes.
        here = svc.router.visit
        return svc.router.going or getattr(screen, "visit", here) is not here

    # Messages of the router and of stores are handled by name: the first paint does not need the
    # modules that send them.

    async def on_router_navigated(self, event: Router.Navigated) -> None:
        route = event.visit.route
        assert route is not None
        screen = self.screen_stack[-1] if self.screen_stack else None
        if isinstance(screen, LoginPage) and route.pattern == self._svc.router.login_url:
            screen.visit = event.visit  # Text typed there already stays.
            return
        await self.show_page(self.pages.page(event.visit, route))

    async def on_router_blocked(self, event: Router.Blocked) -> None:
        page = self.pages.make("forbidden", event.visit, event.verdict, slots=self.slots)
        await self.show_page(page)

    async def on_router_not_found(self, event: Router.NotFound) -> None:
        await self.show_page(self.pages.make("not_found", event.visit, slots=self.slots))

    async def show_page(self, page: Screen[Any]) -> None:
        """Close modals, then replace the last page with this one, in one paint.

        A message of the router may be handled after the app has ended; nothing is shown then.
        """
        if hooks.is_ending(self) or not self.screen_stack:
            return
        with self.batch_update():
            while isinstance(self.screen, ModalScreen):
                hooks.close_unanswered(self.screen)
                await self.pop_screen()
            await self.switch_screen(fitted(page, self))
        if self.svc is not None:
            self.svc.auth.signing_out = False
        self.call_next(hooks.paint_now, page)  # After Textual has finished its work for this page.

    # The palette's messages are handled by name, as it is imported when it is opened.

    @cached_property
    def theme_preview(self) -> ThemePreview:
        return ThemePreview(self)

    def on_command_palette_option_highlighted(self, event: Any) -> None:
        hit = getattr(event.highlighted_event.option, "hit", None)
        self.theme_preview.highlighted(str(getattr(hit, "text", None) or ""))

    def on_command_palette_closed(self, event: Any) -> None:
        self.theme_preview.closed(chosen=event.option_selected)

    # The session

    @property
    def sign_in(self) -> Screen[Any] | None:
        """The sign-in that is open over a page."""
        return next((one for one in self.screen_stack if isinstance(one, LoginOverlay)), None)

    def push_screen(self, screen: Any, *args: Any, **named: Any) -> Any:
        """Push a screen; under an open sign-in, whose keys it would take.

        Only the question whether to quit, which is asked by a key of the sign-in, opens over it.
        """
        over = self.sign_in
        pushed = super().push_screen(screen, *args, **named)
        if over is not None and not (
            getattr(screen, "is_question", False) and self.quitting.asking
        ):
            hooks.move_under(self, over)
        return pushed

    def keep_sign_in(self, go_on: Callable[[], Coroutine[Any, Any, object]]) -> bool:
        """Leave a sign-in page that is being typed into, although a session was resumed.

        Returns whether there is one; it calls `go_on` when the user is done with it.
        """
        page = self.screen_stack[0]
        return isinstance(page, LoginPage) and page.offer_session(go_on)

    def on_auth_store_changed(self, event: AuthStore.Changed) -> None:
        """Say on the sign-in page that a session is being checked."""
        page = self.screen_stack[0] if self.screen_stack else None
        if isinstance(page, LoginPage):
            page.show_checking(event.state.checking)

    async def on_auth_store_signed_out(self, event: AuthStore.SignedOut) -> None:
        svc = self._svc
        if not event.expired:
            await svc.router.push(svc.config.login_url, asking=False)
        elif not any(isinstance(shown, LoginPage | LoginOverlay) for shown in self.screen_stack):
            self.sign_in_over(self.pages.make, event.user.name if event.user else "")

    def sign_in_over(self, make: Callable[..., Any], user: str) -> None:
        """Sign in over the page; `make` creates the dialog."""
        config, key = self._svc.config, "key" in self._svc.auth.asks
        overlay = make("login_dialog", config.title, config.base_url, user, key=key)
        self.push_screen(overlay, self._resume_session)

    def _resume_session(self, user: object) -> None:
        """Continue with the page below, if the user who signed in may see it."""
        from svc_tui.routing.middleware import ALLOW

        router = self._svc.router
        if user is None:
            return
        if router.recheck() != ALLOW:
            self.run_worker(router.push(router.state.location))
        elif (page := self.page) is not None:
            page.signed_in_again()


def fitted(page: Screen[Any], app: App[None]) -> Screen[Any]:
    """Return a page with the classes of the terminal's size, so that it is styled only once."""
    for have, steps in (
        (app.size.width, app.HORIZONTAL_BREAKPOINTS),
        (app.size.height, app.VERTICAL_BREAKPOINTS),
    ):
        page.add_class(max((least, name) for least, name in steps or () if least <= have)[1])
    return page
