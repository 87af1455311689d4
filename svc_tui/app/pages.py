"""AppPages: show the page that the router resolved, and sign in again over it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.screen import ModalScreen, Screen

from svc_tui.app.keys import AppKeys
from svc_tui.app.theming import ThemePreview
from svc_tui.models.slots import Slots
from svc_tui.screens.login import LoginPage
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
        if self.signing_in.takes_text(screen):
            return False
        return svc.router.leaves(screen)

    # Messages of the router and of stores are handled by name: the first paint does not need the
    # modules that send them.

    async def on_router_navigated(self, event: Router.Navigated) -> None:
        route = event.visit.route
        assert route is not None
        screen = self.screen_stack[-1] if self.screen_stack else None
        if isinstance(screen, LoginPage) and route.pattern == self._svc.router.login_url:
            screen.visit = event.visit  # Text typed there already stays.
            return
        idle = hooks.seconds_since_last_key(self)
        await self.show_page(self.pages.next_page(event.visit, route, idle))
        self.pages.turns.shown()

    async def on_router_blocked(self, event: Router.Blocked) -> None:
        await self.show_page(self.pages.blocked(event.visit, event.verdict))

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
        self.theme_preview.follow(event.highlighted_event)

    def on_command_palette_closed(self, event: Any) -> None:
        self.theme_preview.closed(chosen=event.option_selected)

    # The session

    def push_screen(self, screen: Any, *args: Any, **named: Any) -> Any:
        """Push a screen; under an open sign-in, whose keys it would take."""
        over = self.signing_in.overlay
        pushed = super().push_screen(screen, *args, **named)
        if over is not None and not self.signing_in.may_cover(screen):
            hooks.move_under(self, over)
        return pushed

    def on_auth_store_changed(self, event: AuthStore.Changed) -> None:
        self.signing_in.show_checking(event.state.checking)

    async def on_auth_store_signed_out(self, event: AuthStore.SignedOut) -> None:
        await self.signing_in.signed_out(event)


def fitted(page: Screen[Any], app: App[None]) -> Screen[Any]:
    """Return a page with the classes of the terminal's size, so that it is styled only once."""
    for have, steps in (
        (app.size.width, app.HORIZONTAL_BREAKPOINTS),
        (app.size.height, app.VERTICAL_BREAKPOINTS),
    ):
        page.add_class(max((least, name) for least, name in steps or () if least <= have)[1])
    return page
