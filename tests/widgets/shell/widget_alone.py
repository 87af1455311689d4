"""A ten-line app that holds one widget: no console, no router of its own, services handed in."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.app import App, ComposeResult
from textual.message import Message
from textual.pilot import Pilot
from textual.widget import Widget

from svc_tui import Route, Svc
from tests.console import screen_text, wait_until
from tests.fakes import BASE, FakeBackend, cookie_answer

EDITOR = {"id": 2, "username": "editor", "groups": ["editors"], "permissions": ["view_article"]}
LOGIN, ME, LOGOUT = "/api/auth/login", "/api/profiles/me/", "/api/auth/logout"


def page(name: str, **meta: Any) -> Route:
    """A route whose page is never shown here."""
    return Route(f"/{name}", page="pages:Page", label=name.title(), **{"middleware": (), **meta})


class Host(App[None]):
    """Shows what it is given."""

    def __init__(self, *shown: Widget) -> None:
        super().__init__()
        self.shown = shown
        self.heard: list[Message] = []

    def compose(self) -> ComposeResult:
        yield from self.shown


class World:
    """A host, its pilot, and the backend behind it."""

    def __init__(self, host: Host, pilot: Pilot[None], svc: Svc, backend: FakeBackend) -> None:
        self.host, self.pilot, self.svc, self.backend = host, pilot, svc, backend

    @property
    def text(self) -> str:
        """What stands on the screen."""
        return screen_text(self.host)

    async def until(self, predicate: Callable[[], object]) -> None:
        """Wait for a condition."""
        await wait_until(self.pilot, predicate)

    async def sees(self, *texts: str) -> None:
        """Wait until all of these stand on the screen."""
        await self.until(lambda: all(text in self.text for text in texts))

    async def press(self, *keys: str) -> None:
        """Press keys; a question is read before it is answered."""
        await self.until(lambda: getattr(self.host.screen, "takes_keys", True))
        await self.pilot.press(*keys)


@asynccontextmanager
async def showing(
    make: Callable[[Svc], Widget | list[Widget]],
    folder: Path,
    *,
    user: dict[str, Any] | None = EDITOR,
    routes: tuple[Route, ...] = (),
    size: tuple[int, int] = (100, 30),
) -> AsyncIterator[World]:
    """A widget in a host, with somebody signed in unless `user` is None."""
    backend = FakeBackend().on("POST", LOGIN, cookie_answer({}, "__svc_session=x; Path=/"))
    backend.on("GET", ME, user or EDITOR).on("POST", LOGOUT, None)
    async with Svc(BASE, transport=backend.transport, state_dir=folder) as svc:
        svc.router.routes.extend((Route("/login", page="pages:Page", middleware=()), *routes))
        if user is not None:
            await svc.auth.login("x", "y")
        backend.requests.clear()
        made = make(svc)
        host = Host(*(made if isinstance(made, list) else [made]))
        async with host.run_test(size=size, message_hook=host.heard.append) as pilot:
            yield World(host, pilot, svc, backend)
