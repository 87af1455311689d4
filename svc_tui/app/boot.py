"""Boot: load the console once the first page is painted, and detect the backend."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from textual.message_pump import MessagePump
from textual.screen import Screen

from svc_tui.api.daemon_thread import run_in_daemon_thread
from svc_tui.api.errors import ApiError
from svc_tui.app.watchdog import watch
from svc_tui.routing.route import import_page
from svc_tui.text import clean
from svc_tui.textual_patches.apply import patch_tables

if TYPE_CHECKING:
    from svc_tui.app.console import Console
    from svc_tui.app.context import Svc
    from svc_tui.app.look import DeferredStylesheet
    from svc_tui.app.parts import ConsoleParts
    from svc_tui.app.signing_in import SigningIn
    from svc_tui.models.location import Location


class BootHost(Protocol):
    """The app that is booted."""

    svc: Svc | None
    parts: ConsoleParts
    signing_in: SigningIn

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""

    async def adopt(self, console: Console) -> None:
        """Take the services over."""

    async def show_page(self, page: Screen[Any]) -> None:
        """Replace the current page."""

    def exit(self, result: Any = None, return_code: int = 0, message: Any = None) -> None:
        """End the app."""


class Boot:
    """Creates the `Console` in a thread, as its imports take longer than the first paint."""

    def __init__(self, host: BootHost, load: Callable[[], Console], start: Location) -> None:
        self._host = host
        self._load = load
        self._start = start
        self.done = asyncio.Event()
        """Set when the first location is about to be resolved: there are services."""
        self._dialect_known = True
        self._waiting: list[tuple[MessagePump, Callable[[], object]]] = []

    async def run(self, look: DeferredStylesheet) -> bool:
        """Load the console and open the first location; False if that ends the app."""
        from svc_tui.app.plugins import BootError

        watch(self._host)
        try:
            console = await run_in_daemon_thread(partial(self._load_all, look))
            self._dialect_known = console.dialect_known
            await self._adopt(console)
        except (OSError, ValueError, BootError) as error:
            words = clean(error, multiline=True)
            self._host.exit(return_code=getattr(error, "exit_code", 1), message=words)
            return False
        await self._open_first_location(console)
        return True

    def _load_all(self, look: DeferredStylesheet) -> Console:
        """Do everything that the first paint did without; runs in a thread.

        The first page is imported here too: that takes no extra time while the user signs in.
        """
        console = self._load()
        patch_tables()
        look.parse()
        # Read ahead, for the pages that will be made of them.
        for name in ("footer", "sidebar", "topbar"):
            import_module(f"svc_tui.widgets.shell.{name}")
        for route in console.routes:
            if route.match(self._start.path) is not None:
                with suppress(ImportError):  # Reported when the page is shown.
                    import_page(route.page)
        return console

    async def _adopt(self, console: Console) -> None:
        """Hand over the services, and show warnings about the console."""
        # Imported here: the first paint needs no store.
        from svc_tui.stores.session.snack_store import LEFT

        await self._host.adopt(console)
        svc = console.svc
        for warning in console.warnings:
            svc.snack.show(warning, "warning", 10, until=(LEFT,))
        for note in console.notes:
            svc.snack.show(note, "info", 10, until=(LEFT,))
        if svc.auth.state.refused:
            svc.snack.show(svc.auth.state.refused, "warning", 8)
        svc.preferences.remember(starts=svc.preferences.state.starts + 1)

    async def _open_first_location(self, console: Console) -> None:
        """Resolve the first location; sign in first if requested."""
        svc, problem = console.svc, ""
        resumed = svc.auth.is_authenticated
        try:
            if console.credentials is not None and not svc.auth.is_authenticated:
                await svc.auth.login(*console.credentials)
            elif svc.can_sign_in_unattended:
                await svc.sign_in_unattended()
        except ApiError as error:
            problem = svc.auth.failure(error)
        self.finish()
        # What is being typed into the sign-in must not go on in the page that replaces it.
        if not resumed or not self._host.signing_in.keep_page(partial(self.open_start, svc)):
            await self.open_start(svc)
        if problem:
            svc.snack.show(problem, "error", 8)

    async def know_backend(self) -> None:
        """Detect the backend, if it did not answer at the start.

        Call this before signing in, as the addresses depend on it. The console is created again
        with the result, and text typed into a sign-in stays. If that fails, as its file is now
        broken, a warning says so and the console stays as it is.
        """
        before = self._host.svc
        if self._dialect_known or before is None:
            return
        try:
            console = await run_in_daemon_thread(self._load)
        except (OSError, ValueError) as error:
            before.snack.show(clean(error), "error", 10)
            return
        self._dialect_known = console.dialect_known
        if not console.dialect_known or console.svc.dialect.name == before.dialect.name:
            await console.svc.aclose()
            return
        await self._adopt(console)
        await before.aclose()
        if console.svc.auth.state.unreachable is None:
            await console.svc.router.push(self._start)

    async def open_start(self, svc: Svc) -> None:
        """Show the first location, or that the backend did not answer."""
        if svc.auth.state.unreachable is None:
            await svc.router.push(self._start)
        else:
            await self._host.show_page(self._unreachable_page(svc))

    def _unreachable_page(self, svc: Svc) -> Screen[None]:
        from svc_tui.screens.error_pages import UnreachablePage

        async def retry() -> None:
            # Detected first: at another dialect's address, the saved session would look refused.
            await self.know_backend()
            now = self._host.svc or svc
            if now is svc:
                await svc.auth.hydrate(svc.config.user)
            if now is svc or now.auth.state.unreachable is not None:
                await self.open_start(now)

        async def sign_in() -> None:
            svc.auth.give_up()
            await svc.router.push(self._start)

        reason = svc.auth.state.unreachable or ""
        return UnreachablePage(svc.config.base_url, reason, retry, sign_in)

    def call_when_done(self, node: MessagePump, begin: Callable[[], object]) -> None:
        """Call `begin` once there are services, unless its widget is gone by then."""
        self._waiting.append((node, begin))

    def finish(self) -> None:
        """Call all that wait for the services."""
        self.done.set()
        for node, begin in self._waiting:
            if node.is_running:
                begin()
        self._waiting.clear()
