"""The page of a server that gives no answer at start."""

from __future__ import annotations

import asyncio
from pathlib import Path

from svc_tui import Options, Svc, SvcApp
from svc_tui.screens.error_pages import UnreachablePage
from svc_tui.screens.home import HomePage
from tests.console import screen_text, wait_until
from tests.fakes import BASE, FakeBackend, cookie_answer, refuses, waits_for

ME = {"id": 1, "username": "ed", "is_superuser": True}


async def test_a_key_pressed_twice_asks_once(tmp_path: Path) -> None:
    gate, backend = asyncio.Event(), FakeBackend()
    backend.on("POST", "/api/auth/login", cookie_answer({}, "__svc_session=x; Path=/"))
    backend.on("GET", "/api/profiles/me/", ME)
    async with Svc(BASE, transport=backend.transport, state_dir=tmp_path) as svc:
        await svc.auth.login("ed", "pw")
    backend.on("GET", "/api/profiles/me/", refuses(), waits_for(gate, ME))
    app = SvcApp(Options(base_url=BASE), state_dir=tmp_path, transport=backend.transport)

    async with app.run_test() as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, UnreachablePage))
        before = asked(backend)
        await pilot.press("r", "r")
        await wait_until(pilot, lambda: asked(backend) > before)
        await pilot.press("r")
        gate.set()
        await wait_until(pilot, lambda: isinstance(app.screen, HomePage))

        assert asked(backend) == before + 1


def asked(backend: FakeBackend) -> int:
    """How often somebody wanted to know who is signed in; home asks for other things later."""
    return backend.calls.count("GET /api/profiles/me/")


async def test_a_request_that_the_console_gives_up_is_no_silence_of_the_backend(
    tmp_path: Path,
) -> None:
    backend = FakeBackend()
    backend.on("POST", "/api/auth/login", cookie_answer({}, "__svc_session=x; Path=/"))
    backend.on("GET", "/api/profiles/me/", ME)
    backend.on("GET", "/api/slow", waits_for(asyncio.Event()))
    async with Svc(BASE, transport=backend.transport, state_dir=tmp_path) as svc:
        await svc.auth.login("ed", "pw")
    options = Options(base_url=BASE, home="plain")
    app = SvcApp(options, state_dir=tmp_path, transport=backend.transport)

    async with app.run_test() as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, HomePage))
        assert app.svc is not None
        slow = asyncio.create_task(app.svc.fetch("GET", "/api/slow"))
        await wait_until(pilot, lambda: "GET /api/slow" in backend.calls)
        slow.cancel()
        await asyncio.gather(slow, return_exceptions=True)
        await wait_until(pilot, lambda: " ms" in screen_text(app))

        assert "no response" not in screen_text(app)
        await pilot.press("colon", *"log", "enter")
        await wait_until(pilot, lambda: "/api/slow  cancelled" in screen_text(app))
