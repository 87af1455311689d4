"""What a console learns of a declared collection belongs to who was signed in."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from svc_tui.app.context import Svc
from svc_tui.app.route_loader import RouteLoader
from svc_tui.app.routes import resource_routes
from svc_tui.models.location import Location
from svc_tui.models.resource import Resource
from tests.fakes import BASE, FakeBackend, json_answer, waits_for

SALARY = {"id": 1, "name": "Ann", "salary": 5000}
PEOPLE = Location.parse("/people")


def seen(svc: Svc) -> tuple[str, ...]:
    """The columns that the list of people would have."""
    routes = [one for one in svc.router.routes if "resource" in one.props]
    return tuple(column.key for column in routes[0].props["resource"].columns)


def backend() -> FakeBackend:
    """Everybody may see names; the boss sees salaries too."""
    fake = FakeBackend()
    who = {"name": ""}

    def login(request: httpx.Request) -> httpx.Response:
        who["name"] = "boss" if b"boss" in request.content else "clerk"
        return httpx.Response(200, json={})

    def me(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json={"id": len(who["name"]), "username": who["name"]})

    def people(request: httpx.Request) -> httpx.Response:
        hidden = set() if who["name"] == "boss" else {"salary"}
        row: dict[str, Any] = {key: one for key, one in SALARY.items() if key not in hidden}
        return httpx.Response(200, json={"count": 1, "next": None, "results": [row]})

    fake.on("POST", "/api/auth/login", login).on("GET", "/api/profiles/me/", me)
    fake.on("POST", "/api/auth/logout", json_answer({})).on("GET", "/api/people/", people)
    return fake.on("OPTIONS", "/api/people/", json_answer({}))


@pytest.mark.parametrize("signs_out", [True, False], ids=["signed out", "session taken over"])
async def test_what_one_user_was_shown_is_no_column_for_the_next_one(
    tmp_path: Path, signs_out: bool
):
    async with Svc(BASE, transport=backend().transport, state_dir=tmp_path) as svc:
        resource = Resource(name="people", endpoint="/api/people")
        svc.router.routes[:] = [*resource_routes((resource,)), *svc.router.routes]
        arrivals = RouteLoader(svc)
        await svc.auth.login("boss", "pw")
        await arrivals(PEOPLE)
        assert "salary" in seen(svc)

        if signs_out:
            await svc.auth.logout()
            assert seen(svc) == ()
        await svc.auth.login("clerk", "pw")
        await arrivals(PEOPLE)

        assert "name" in seen(svc)
        assert "salary" not in seen(svc)


async def test_rows_that_arrive_after_a_change_of_user_are_shown_to_nobody(tmp_path: Path):
    fake, held = backend(), asyncio.Event()
    salaries = json_answer({"count": 1, "next": None, "results": [SALARY]})
    async with Svc(BASE, transport=fake.transport, state_dir=tmp_path) as svc:
        resource = Resource(name="people", endpoint="/api/people")
        svc.router.routes[:] = [*resource_routes((resource,)), *svc.router.routes]
        arrivals = RouteLoader(svc)
        await svc.auth.login("boss", "pw")
        fake.on("GET", "/api/people/", waits_for(held, salaries))
        late = asyncio.create_task(arrivals(PEOPLE))
        while fake.calls[-1:] != ["GET /api/people/"]:
            await asyncio.sleep(0)

        await svc.auth.logout()
        await svc.auth.login("clerk", "pw")
        await arrivals(Location.parse("/"))
        held.set()
        await late

        assert svc.discovery.first_page(resource, 20) is None
        assert "salary" not in seen(svc)


async def test_a_collection_that_is_refused_is_not_asked_about(tmp_path: Path):
    fake = backend()
    async with Svc(BASE, transport=fake.transport, state_dir=tmp_path) as svc:
        resource = Resource(name="people", endpoint="/api/people", permissions=("boss_only",))
        svc.router.routes[:] = [*resource_routes((resource,)), *svc.router.routes]
        svc.router.before = RouteLoader(svc)
        await svc.auth.login("clerk", "pw")
        before = len(fake.calls)
        await svc.router.push("/people")

        assert fake.calls[before:] == []
        assert svc.router.is_blocked(PEOPLE)
