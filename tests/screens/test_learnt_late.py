"""A list that learns more of its backend while somebody works in it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import httpx
import pytest
from textual.pilot import Pilot
from textual.widget import Widget

from svc_tui import Options, SvcApp
from svc_tui.models.resource import Resource
from svc_tui.screens.listing import ListPage
from svc_tui.testing import BASE, FakeBackend, sign_in, until, until_idle, waits_for
from tests.console import Person

Console = Callable[..., AbstractAsyncContextManager[Person]]


async def test_a_row_that_can_be_opened_late_does_not_open_over_another_page(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        found = asyncio.Event()

        async def lookup_of(resource: Resource) -> str:
            await found.wait()
            return resource.lookup

        assert person.app.svc is not None
        monkeypatch.setattr(person.app.svc.discovery, "lookup_of", lookup_of)
        await person.press("enter")
        await person.goes_to("/categories")
        found.set()
        await person.settles()

        assert person.location.startswith("/categories")


async def test_the_page_is_not_renewed_between_the_two_keys_of_a_copy(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.settles()
        page = person.app.screen
        assert isinstance(page, ListPage) and person.app.svc is not None
        await person.until(page._is_quiet)
        learnt = page.resource.model_copy(update={"label": "Learnt"})
        monkeypatch.setattr(page, "_known_resource", lambda: learnt)  # What is as it was stays.

        await person.press("y")
        assert not page._is_quiet()
        person.app.svc.discovery.notify_learnt("")
        await person.press("escape")

        await person.until(lambda: person.app.screen is not page)
        await person.settles()


@pytest.fixture
def bare(tmp_path: Path, backend: FakeBackend) -> SvcApp:
    """A console with nothing but an address; its books can be filtered by `lent`."""
    rows = [{"id": n, "title": f"Book {n}", "lent": n > 2} for n in range(1, 6)]
    backend.add_collection("/api/books", rows)
    backend.on("GET", "/api/", {"books": f"{BASE}/api/books/"})
    return SvcApp(Options(base_url=BASE), transport=backend.transport, state_dir=tmp_path)


def held_fields(backend: FakeBackend) -> asyncio.Event:
    """Hold what tells the fields of the books until the event is set."""
    known, (books,) = asyncio.Event(), backend.collections
    fields = waits_for(known, lambda request: books.answer(request, ""))
    backend.on("OPTIONS", "/api/books", fields)
    return known


async def opens(app: SvcApp, pilot: Pilot[None], location: str) -> None:
    """Go to a location, and wait until its own page shows all rows."""
    assert app.svc is not None
    router = app.svc.router
    await router.push(location)
    await until(pilot, lambda: app.page is not None and app.page.visit is router.visit)
    await until(pilot, lambda: isinstance(app.page, ListPage) and app.page.is_mounted)
    await until(pilot, "1-5 of 5")


def told(app: SvcApp) -> str:
    """Everything that was said so far about filters."""
    assert app.svc is not None
    said = [one.message for one in app.svc.snack.history]
    return " ".join(one for one in said if "has no filter" in one)


async def test_a_filter_of_a_location_is_kept_until_the_filters_are_known(
    bare: SvcApp, backend: FakeBackend
) -> None:
    known = held_fields(backend)
    async with bare.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        assert bare.svc is not None
        router = bare.svc.router
        await opens(bare, pilot, "/books")
        await until(pilot, lambda: "OPTIONS /api/books/" in backend.calls)
        await opens(bare, pilot, "/books?lent=true&statsu=x")
        assert str(router.state.location) == "/books?lent=true&statsu=x"
        assert told(bare) == ""

        known.set()
        await until(pilot, "1-3 of 3")
        await until_idle(pilot)
        assert str(router.state.location) == "/books?f_lent=true"
        assert "“statsu”" in told(bare)
        assert "“lent”" not in told(bare)


@pytest.mark.usefixtures("bare")
async def test_a_filter_that_is_learnt_before_the_page_listens_is_used(
    tmp_path: Path, backend: FakeBackend
) -> None:
    made: list[ListPage] = []

    class Late(ListPage):
        """Its first one was made before its filters were known, and is not told of them."""

        def content(self) -> list[Widget]:
            if self.visit.location.query and not made:
                made.append(self)
                self.resource = self.resource.model_copy(update={"filters": []})
            return super().content()

    given = {"transport": backend.transport, "state_dir": tmp_path / "late"}
    app = SvcApp(Options(base_url=BASE), components={"list": Late}, **given)
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        assert app.svc is not None
        router = app.svc.router
        await opens(app, pilot, "/books")
        await until(pilot, lambda: isinstance(app.page, ListPage) and app.page.resource.filters)
        await until_idle(pilot)
        await router.push("/books?lent=true")
        await until(pilot, "1-3 of 3")
        await until(pilot, lambda: str(router.state.location) == "/books?f_lent=true")
        assert made


async def test_a_list_that_learns_nothing_new_reports_the_location_all_the_same(
    bare: SvcApp, backend: FakeBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = held_fields(backend)
    async with bare.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        assert bare.svc is not None
        router = bare.svc.router
        await opens(bare, pilot, "/books")
        await opens(bare, pilot, "/books?statsu=x")
        page = bare.page
        assert isinstance(page, ListPage)
        monkeypatch.setattr(page, "_known_resource", lambda: page.resource)

        known.set()
        await until(pilot, lambda: "“statsu”" in told(bare))
        await until(pilot, lambda: str(router.state.location) == "/books")
        assert bare.page is page


async def test_a_filter_of_a_location_is_kept_while_the_backend_fails(
    bare: SvcApp, backend: FakeBackend
) -> None:
    async with bare.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        assert bare.svc is not None
        backend.on("GET", "/api/books", lambda request: httpx.Response(500))
        await bare.svc.router.push("/books?lent=true")
        await until_idle(pilot)

        assert str(bare.svc.router.state.location) == "/books?lent=true"
        assert told(bare) == ""
