"""Signing in: on the first page, and over a page whose session has ended."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from svc_tui.screens.login import LoginOverlay, LoginPage
from svc_tui.widgets.base import SvcModal

if TYPE_CHECKING:
    from svc_tui.app.app import SvcApp
    from svc_tui.stores.session.auth_store import AuthStore


class SigningIn:
    """Opens the sign-in of an app, and keeps what is typed there."""

    def __init__(self, app: SvcApp) -> None:
        self._app = app

    @property
    def overlay(self) -> LoginOverlay | None:
        """The sign-in that is open over a page."""
        shown = self._app.screen_stack
        return next((one for one in shown if isinstance(one, LoginOverlay)), None)

    def may_cover(self, screen: object) -> bool:
        """Whether a screen may open over the sign-in: only the question whether to quit."""
        return bool(getattr(screen, "is_question", False)) and self._app.quitting.asking

    # The first page

    def takes_text(self, screen: Screen[Any]) -> bool:
        """Whether what is typed is for the sign-in page, although another page may come."""
        auth = self._app.svc.auth if self._app.svc is not None else None
        return (
            isinstance(screen, LoginPage)
            and auth is not None
            and (auth.state.checking or screen.offers_session)
        )

    def keep_page(self, go_on: Callable[[], Coroutine[Any, Any, object]]) -> bool:
        """Leave a sign-in page that is being typed into, although a session was resumed.

        Returns whether there is one; it calls `go_on` when the user is done with it.
        """
        page = self._app.screen_stack[0]
        return isinstance(page, LoginPage) and page.offer_session(go_on)

    def show_checking(self, checking: bool) -> None:
        """Show on the sign-in page that a saved session is being checked."""
        shown = self._app.screen_stack
        if shown and isinstance(shown[0], LoginPage):
            shown[0].show_checking(checking)

    # Over a page

    async def signed_out(self, event: AuthStore.SignedOut) -> None:
        """Go to the sign-in page; if the session expired, sign in over the page."""
        app = self._app
        if not event.expired:
            if app.svc is not None:
                router = app.svc.router
                if await router.push(app.svc.config.login_url, asking=False):
                    router.forget_history()  # Esc leads to no page of the session that ended.
        elif not any(isinstance(one, LoginPage | LoginOverlay) for one in app.screen_stack):
            self.open_over_page(app.pages.make, event.user.name if event.user else "")

    def open_over_page(self, make: Callable[..., Any], user: str) -> None:
        """Sign in over the page; `make` creates the dialog."""
        if (svc := self._app.svc) is None:
            return
        config, key = svc.config, "key" in svc.auth.asks
        overlay = make("login_dialog", config.title, config.base_url, user, key=key)
        self._app.push_screen(overlay, self._resume_page)

    def _resume_page(self, user: object) -> None:
        """Continue with the page below, if the user who signed in may see it."""
        from svc_tui.routing.middleware import ALLOW

        app = self._app
        if user is None or app.svc is None:
            return
        router = app.svc.router
        if router.recheck() != ALLOW:
            app.run_worker(router.push(router.state.location))
        elif (page := app.page) is not None:
            page.signed_in_again()
            for dialog in app.screen_stack:
                if isinstance(dialog, SvcModal):
                    dialog.signed_in_again()
