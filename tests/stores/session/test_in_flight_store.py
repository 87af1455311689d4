"""The loading light is on from the first request until the last one ends."""

from __future__ import annotations

import asyncio

from textual.message import Message

from svc_tui.app.context import Svc
from svc_tui.stores.session.in_flight_store import InFlightStore
from tests.fakes import FakeBackend, refuses, waits_for


async def test_the_light_stays_on_until_the_last_request_ends(
    svc: Svc, backend: FakeBackend
) -> None:
    quick, slow = asyncio.Event(), asyncio.Event()
    backend.on("GET", "/quick/", waits_for(quick)).on("GET", "/slow/", waits_for(slow))
    heard: list[Message] = []
    svc.activity.subscribe(heard.append)

    first = asyncio.create_task(svc.fetch("GET", "/quick/"))
    second = asyncio.create_task(svc.fetch("GET", "/slow/"))
    while len(backend.requests) < 2:
        await asyncio.sleep(0)
    quick.set()
    await first
    assert svc.activity.state.loading and svc.svc_fetch_loading
    slow.set()
    await second

    assert not svc.activity.state.loading and not svc.svc_fetch_loading
    lights = [said.state.loading for said in heard if isinstance(said, InFlightStore.Changed)]
    assert lights == [True, False]


async def test_the_light_goes_out_after_a_failure(svc: Svc, backend: FakeBackend) -> None:
    backend.on("GET", "/api/articles/", refuses())
    crud = svc.crud("/api/articles")

    await asyncio.gather(crud.list(), return_exceptions=True)

    assert not svc.activity.state.loading
