"""A bulk delete of a thousand rows that is cut short: each row is counted exactly once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from svc_tui import Svc
from svc_tui.stores.listing.action_store import DELETE, ActionState, ActionStore
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.row_sources import ServerSource
from svc_tui.stores.listing.selection import Selection
from tests.backends.demo import DemoProcess

ROWS, MARKED, BEFORE_THE_END = 1_200, 1_000, 60
ARTICLES = "/api/articles"


@pytest.fixture
def large(tmp_path: Path) -> Iterator[DemoProcess]:
    """A demo that may be ended."""
    with DemoProcess(tmp_path / "demo", rows=ROWS) as process:
        yield process


@asynccontextmanager
async def signed_in(url: str) -> AsyncIterator[Svc]:
    async with Svc(url) as svc:
        await svc.auth.login("admin", "admin")
        yield svc


async def marked(svc: Svc) -> Selection:
    """A thousand rows, read page by page."""
    rows = {}
    articles = svc.crud(ARTICLES)
    for page in range(1, MARKED // 100 + 1):
        found = await articles.list(page=page, page_size=100, ordering="id")
        rows |= {str(row["id"]): row for row in found.results}
    assert len(rows) == MARKED
    return Selection(rows)


async def deleting(
    svc: Svc, chosen: Selection, cut: Callable[[ActionStore], object]
) -> ActionState:
    """Delete the rows, and cut it short when some are gone."""
    store = ActionStore(ServerSource(svc.crud(ARTICLES)))
    reached = asyncio.Event()

    def hear(message: object) -> None:
        if len(store.state.of("ok")) >= BEFORE_THE_END:
            reached.set()

    store.subscribe(hear)
    running = asyncio.create_task(store.run(DELETE, chosen, query=ListQuery()))
    await asyncio.wait_for(reached.wait(), 30)
    assert store.state.running
    found = cut(store)
    if asyncio.iscoroutine(found):
        await found
    return await asyncio.wait_for(running, 30)


def counted_once(state: ActionState, chosen: Selection) -> None:
    """Each row has one outcome, and the marks that stay are those of all rows that are not gone."""
    keys = [one.key for one in state.outcomes]
    assert sorted(keys) == sorted(chosen.rows)
    kinds = {kind: len(state.of(kind)) for kind in ("ok", "failed", "skipped", "unknown")}
    assert sum(kinds.values()) == state.total == MARKED
    assert kinds["ok"] >= BEFORE_THE_END and kinds["skipped"] > 0
    assert all(one.untried for one in state.of("skipped") if not one.gone)


async def ids(url: str) -> set[str]:
    """The rows that are there."""
    async with signed_in(url) as svc:
        articles, found, page = svc.crud(ARTICLES), set[str](), 1
        while True:
            answer = await articles.list(page=page, page_size=100, ordering="id")
            found |= {str(row["id"]) for row in answer.results}
            if page >= answer.pages:
                return found
            page += 1


async def test_each_row_is_counted_once_when_the_server_dies_in_the_middle(
    large: DemoProcess, tmp_path: Path
) -> None:
    async with signed_in(large.url) as svc:
        chosen = await marked(svc)
        state = await deleting(svc, chosen, lambda _: large.process.kill())

    counted_once(state, chosen)
    port = urlsplit(large.url).port or 0
    with DemoProcess(tmp_path / "demo", rows=ROWS, port=port) as again:
        there = await ids(again.url)
    assert {one.key for one in state.of("ok")}.isdisjoint(there)
    assert {one.key for one in (*state.of("failed"), *state.of("skipped"))} <= there


async def test_each_row_is_counted_once_when_somebody_quits_in_the_middle(
    large: DemoProcess,
) -> None:
    async with signed_in(large.url) as svc:
        chosen = await marked(svc)
        state = await deleting(svc, chosen, ActionStore.stop)

    counted_once(state, chosen)
    assert not state.of("unknown")
    there = await ids(large.url)
    assert {one.key for one in state.of("ok")} == chosen.rows.keys() - there
