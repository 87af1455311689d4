"""Pages for what can't be shown: forbidden, not found, unreachable."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button, Static

from svc_tui.models.foreign_code import failure_mark
from svc_tui.routing.middleware import Block
from svc_tui.routing.router import HistoryEntry
from svc_tui.screens.page import SvcPage
from svc_tui.text import label
from svc_tui.widgets.base import StoreSubscriber
from svc_tui.widgets.shell.footer import SvcFooter


class ForbiddenPage(SvcPage):
    """The page of a blocked location, with the missing permission, without a redirect."""

    def __init__(self, visit: HistoryEntry, verdict: Block, **props: Any) -> None:
        super().__init__(visit, **props)
        self.verdict = verdict

    def content(self) -> list[Widget]:
        user = self.svc.auth.user
        lines = [
            Static("Forbidden", classes="title"),
            Static(label(f"{self.visit.location} is not available to you.")),
            Static(label(self.verdict.reason)),
        ]
        if self.verdict.missing:
            lines.append(
                Static(label("Missing: " + ", ".join(self.verdict.missing)), classes="missing")
            )
        if user is not None:
            lines.append(Static(label(f"Signed in as {user.name}.")))
        lines.append(Static("Press Esc to go back, or choose another page.", classes="next"))
        return [Vertical(*lines, classes="notice")]


class NotFoundPage(SvcPage):
    """No route has this path."""

    def content(self) -> list[Widget]:
        return [
            Vertical(
                Static("Not found", classes="title"),
                Static(label(f"This console has no page {self.visit.location}.")),
                Static("Press Esc to go back, or choose a page from the sidebar.", classes="next"),
                classes="notice",
            )
        ]


class FailedPage(SvcPage):
    """Replaces a consumer's page that could not be shown; `r` opens that page again."""

    BINDINGS = [
        Binding("r", "reopen", "Open again", tooltip="Open this page again.", id="failed.reopen")
    ]

    def __init__(self, visit: HistoryEntry, place: str, said: str = "") -> None:
        super().__init__(visit)
        self.place = place
        self.said = said
        """The sentence of the request that failed; "" if something else did."""

    def content(self) -> list[Widget]:
        return [
            Vertical(
                Static("This page failed", classes="title"),
                Static(label(self.said or failure_mark(self.place))),
                Static("The rest of the console works. Your unsaved changes are kept."),
                Static("Press r to open it again, or Esc to go back.", classes="next"),
                classes="notice",
            )
        ]

    def action_reopen(self) -> None:
        """Make the page again."""
        self.ask(self.svc.router.replace(str(self.visit.location)))


class LoopPage(SvcPage):
    """Ends a loop of pages that open each other, or of redirects."""

    def __init__(self, visit: HistoryEntry, reason: str) -> None:
        super().__init__(visit)
        self.reason = reason

    def content(self) -> list[Widget]:
        return [
            Vertical(
                Static("Redirect loop", classes="title"),
                Static(label(self.reason)),
                Static("The rest of the console works. Your unsaved changes are kept."),
                Static("Choose another page from the sidebar.", classes="next"),
                classes="notice",
            )
        ]


class UnreachablePage(StoreSubscriber, Screen[None]):
    """The server did not answer at startup; the saved session is kept."""

    BINDINGS = [
        Binding(
            "r", "retry", "Retry", tooltip="Connect to the backend again.", id="unreachable.retry"
        ),
        Binding(
            "s",
            "sign_in",
            "Sign in",
            tooltip="Forget the saved session and sign in.",
            id="unreachable.sign_in",
        ),
    ]

    def __init__(
        self,
        place: str,
        reason: str,
        retry: Callable[[], Coroutine[Any, Any, None]],
        sign_in: Callable[[], Coroutine[Any, Any, None]],
    ) -> None:
        super().__init__()
        self._svc = None
        self.place = place
        self.reason = reason
        self._retry = retry
        self._sign_in = sign_in
        self._retrying = False

    def compose(self) -> ComposeResult:
        with Vertical(classes="notice"):
            yield Static("Server unreachable", classes="title")
            yield Static(label(self.place), classes="place")
            yield Static(label(self.reason), classes="reason")
            yield Static("Your session is kept.", classes="kept")
            with Horizontal(classes="buttons"):
                yield Button("Retry (r)", id="retry", variant="primary", compact=True)
                yield Button("Sign in (s)", id="sign-in", compact=True)
        yield SvcFooter()

    def on_mount(self) -> None:
        self.query_one("#retry").focus()

    @on(Button.Pressed, "#retry")
    async def action_retry(self) -> None:
        """Try again, once: the result is another page."""
        if not self._retrying:
            self._retrying = True
            self.query_one(".reason", Static).update("Trying again…")
            self.ask(self._retry())

    @on(Button.Pressed, "#sign-in")
    async def action_sign_in(self) -> None:
        """Give the kept session up."""
        self.ask(self._sign_in())
