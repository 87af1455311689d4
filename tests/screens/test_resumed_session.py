"""A saved session is checked while somebody may already be typing into the sign-in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from textual.widgets import Input

from svc_tui import Options, SvcApp
from svc_tui.screens.listing import ListPage
from svc_tui.screens.login import LoginPage
from tests.console import Person
from tests.fakes import BASE, FakeBackend
from tests.screens.test_dashboard import books, console_on, shop


class SlowProfile(httpx.AsyncBaseTransport):
    """Answers whose session it is only when told to."""

    def __init__(self, backend: FakeBackend) -> None:
        self._inner = backend.transport
        self.asked, self.answer = asyncio.Event(), asyncio.Event()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if request.url.path.startswith("/api/profiles/me"):
            self.asked.set()
            await self.answer.wait()
        return await self._inner.handle_async_request(request)


@pytest.fixture
async def profile(tmp_path: Path) -> AsyncIterator[SlowProfile]:
    """The profile of a session that was saved."""
    backend = shop("books")
    backend.add_user("clerk", superuser=True)
    app = console_on(backend, tmp_path, books())
    async with app.run_test() as pilot:
        person = Person(app, pilot, [])
        await person.until(app.booted.is_set)
        await person.settles()
        await person.type("admin\nadmin\n")
        await person.until(lambda: app.svc is not None and app.svc.auth.is_authenticated)
    slow = SlowProfile(backend)
    backend.transport = slow  # type: ignore[assignment]
    yield slow
    slow.answer.set()


@asynccontextmanager
async def starting(profile: SlowProfile, folder: Path) -> AsyncIterator[Person]:
    """A console that checks its saved session, seen by somebody who has begun to sign in."""
    app = SvcApp(
        Options(base_url=BASE),
        resources=[books()],
        state_dir=folder,
        transport=profile,
        start="/books",
    )
    async with app.run_test() as pilot:
        person = Person(app, pilot, [])
        await asyncio.wait_for(profile.asked.wait(), 20)
        await person.sees("Checking your saved session…")
        yield person


def typed(person: Person) -> list[str]:
    """What stands in the fields of the sign-in."""
    return [one.value for one in person.app.screen.query(Input)]


async def test_what_is_typed_meanwhile_stays_in_the_sign_in(
    profile: SlowProfile, tmp_path: Path
) -> None:
    async with starting(profile, tmp_path) as person:
        await person.pilot.press(*"clerk", "enter", *"cl")
        await person.until(lambda: typed(person) == ["clerk", "cl"])
        profile.answer.set()
        await person.sees("You are still signed in as admin", "Press Esc")
        await person.pilot.press(*"erk")

        assert isinstance(person.app.screen, LoginPage)
        assert typed(person) == ["clerk", "clerk"]
        await person.press("enter")

        await person.until(lambda: isinstance(person.app.screen, ListPage))
        assert person.app.svc is not None and person.app.svc.auth.name == "clerk"
        await person.settles()


async def test_esc_goes_on_with_the_saved_session(profile: SlowProfile, tmp_path: Path) -> None:
    async with starting(profile, tmp_path) as person:
        await person.pilot.press(*"clerk")
        await person.until(lambda: "clerk" in "".join(typed(person)))
        profile.answer.set()
        await person.sees("You are still signed in as admin")

        await person.press("f1")
        await person.sees("You are still signed in as admin", "Press Esc")
        await person.press("escape")

        await person.until(lambda: isinstance(person.app.screen, ListPage))
        assert person.app.svc is not None and person.app.svc.auth.name == "admin"
        await person.settles()


async def test_where_nothing_is_typed_the_session_goes_on_by_itself(
    profile: SlowProfile, tmp_path: Path
) -> None:
    async with starting(profile, tmp_path) as person:
        profile.answer.set()

        await person.until(lambda: isinstance(person.app.screen, ListPage))
        await person.settles()
