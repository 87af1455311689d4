"""Lists on a real backend: paged, filtered, counted, moved, changed and exported over HTTP."""

from __future__ import annotations

import asyncio
import csv
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from svc_tui.app.context import Svc
from svc_tui.models.listing import ActionDescriptor, FilterDescriptor, ListColumn
from svc_tui.stores.listing.action_store import DELETE, ActionStore
from svc_tui.stores.listing.export import export
from svc_tui.stores.listing.filter_choices import fetched, named
from svc_tui.stores.listing.list_adapters import LIMIT_OFFSET, adapter_for
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.list_store import ListStore
from svc_tui.stores.listing.query_parser import ParsedQuery, parse
from svc_tui.stores.listing.row_sources import HybridSource, ServerSource
from tests.backends.demo import DemoProcess

PUBLISH = ActionDescriptor(
    label="Publish",
    request={"path": "{endpoint}/bulk_publish/", "per": "selection"},
    handle_all=True,
)
FILTERS = [
    FilterDescriptor(value="status", multiple=True, choices=["draft", "review", "published"]),
    FilterDescriptor(value="author", endpoint="/api/authors"),
    FilterDescriptor(value="category", endpoint="/api/categories"),
    FilterDescriptor(
        value="published_at",
        datepicker=True,
        from_param="published_after",
        to_param="published_before",
    ),
]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DemoProcess]:
    with DemoProcess(tmp_path_factory.mktemp("lists") / "newsroom") as process:
        yield process


@asynccontextmanager
async def signed_in(demo: DemoProcess, state: Path) -> AsyncIterator[Svc]:
    async with Svc(demo.url, state_dir=state) as svc:
        await svc.auth.login("admin", "admin")
        yield svc


@pytest.fixture
async def svc(demo: DemoProcess, tmp_path: Path) -> AsyncIterator[Svc]:
    """Signed in as admin, on freshly seeded articles."""
    async with Svc(demo.url, state_dir=tmp_path / "state") as services:
        await services.fetch("POST", "/api/_test/reset")
        await services.auth.login("admin", "admin")
        yield services


@pytest.fixture
async def store(svc: Svc) -> AsyncIterator[ListStore]:
    """The articles on the screen, in their own order."""
    source = ServerSource(svc.crud("/api/articles"), rest=0)
    store = ListStore(source, query=ListQuery(ordering=("position",)).knowing(FILTERS))
    await store.refresh()
    yield store
    store.close()


def ids(store: ListStore) -> list[int]:
    return [row["id"] for row in store.state.rows]


def values(store: ListStore, key: str) -> list[Any]:
    return [row[key] for row in store.state.rows]


async def until(predicate: Callable[[], object]) -> None:
    async with asyncio.timeout(30):
        while not predicate():
            await asyncio.sleep(0.01)


async def test_neighbouring_pages_are_there_before_they_are_wanted(store: ListStore) -> None:
    query = store.state.query
    await until(lambda: store.source.has(query.at(2)))

    await store.go_to(2)

    assert store.state.prefetched
    assert values(store, "position") == [*range(21, 41)]


async def test_a_typed_line_asks_the_backend(svc: Svc, store: ListStore) -> None:
    offers, more = await fetched(svc.crud("/api/authors"), FILTERS[1])
    someone = store.state.rows[0]["author"]["name"]
    assert named(offers, someone) and not more

    line = f'author:"{someone}" status:draft,published'
    changes = parse(line, FILTERS, known={"author": offers}, today=date(2026, 3, 31))
    assert isinstance(changes, ParsedQuery)
    await store.ask(changes.over(store.state.query))

    assert store.state.rows
    assert {row["author"]["name"] for row in store.state.rows} == {someone}
    assert set(values(store, "status")) <= {"draft", "published"}


async def test_a_span_of_dates_is_two_parameters(store: ListStore) -> None:
    await store.filter("published_at", ("2026-03-31", "2026-03-01"))

    assert store.state.rows
    assert all(day.startswith("2026-03-") for day in values(store, "published_at"))


async def test_a_filter_that_the_backend_rejects_is_named(store: ListStore) -> None:
    before = ids(store)
    await store.filter("category", ("abc",))

    assert store.state.rejected == ("category",)
    assert store.state.error is not None and "rejected the filter Category" in store.state.error
    assert ids(store) == before


async def test_tabs_have_their_numbers(store: ListStore) -> None:
    await store.counts(["", "draft", "published"])

    counts = store.state.tab_counts
    assert counts[""] == store.state.count == 300
    await store.select_tab("draft")
    assert counts["draft"] == store.state.count


async def test_more_rows_than_the_backend_gives_are_told(store: ListStore) -> None:
    await store.show(250)

    assert (store.state.query.page_size, len(store.state.rows)) == (200, 200)
    assert store.state.note == "The backend returns at most 200 rows per page."
    await store.go_to(2)
    assert values(store, "position") == [*range(201, 301)]


async def test_a_page_that_is_not_there_is_one_that_is(store: ListStore) -> None:
    await store.ask(store.state.query.at(999))

    assert store.state.query.page == 1
    assert store.state.error is None


async def test_a_row_is_moved_across_pages(svc: Svc, store: ListStore) -> None:
    third = store.state.rows[2]
    store.begin_move(store.key_of(third))
    await store.move_to(27)
    shown = store.state.rows

    assert await store.drop()
    await store.refresh()

    assert [row["id"] for row in shown] == ids(store)
    assert [row["position"] for row in shown] == values(store, "position")
    assert store.state.rows[7]["id"] == third["id"]


async def test_everything_that_matches_is_published_and_nothing_else(
    svc: Svc, store: ListStore
) -> None:
    await store.filter("status", ("review",))
    meant = store.state.count
    await store.select_all()
    await store.ask(store.state.query.unfiltered())
    # Looking at other rows ends "everything"; marked once more, under its filter:
    assert store.state.selection.value == ()
    await store.filter("status", ("review",))
    await store.select_all()
    published = await svc.crud("/api/articles").list(status="published", page_size=1)

    state = await ActionStore(store.source).run(PUBLISH, store.state.selection)
    await store.refresh()

    assert state.summary == "Publish: 1 ok"
    assert store.state.count == 0
    after = await svc.crud("/api/articles").list(status="published", page_size=1)
    assert after.count == published.count + meant


async def test_everything_is_counted_again_before_it_is_changed(svc: Svc, store: ListStore) -> None:
    await store.filter("status", ("draft",))
    await store.select_all()
    await svc.crud("/api/articles").partial_update(ids(store)[0], {"status": "review"})

    state = await ActionStore(store.source).run(PUBLISH, store.state.selection)

    assert state.problem is not None and state.problem.startswith("Nothing was done")
    await store.refresh()
    assert store.state.count == len(store.state.selection) - 1


async def test_some_deletions_fail_and_stay_marked(svc: Svc) -> None:
    crud = svc.crud("/api/categories")
    used = (await crud.list(page_size=3)).results
    free = [await crud.create({"name": f"Nobody's {n}"}) for n in range(3)]
    store = ListStore(crud, query=ListQuery(page_size=100))
    await store.refresh()
    for row in [*used, *free]:
        store.toggle(store.key_of(row))

    state = await ActionStore(store.source).run(DELETE, store.state.selection)
    store.unmark(state.finished_keys)
    await store.refresh()

    assert (len(state.of("ok")), len(state.of("failed"))) == (3, 3)
    assert all("is still used by" in one.reason for one in state.of("failed"))
    assert [*store.state.selection.rows] == [store.key_of(row) for row in used]
    store.close()


async def test_what_matches_is_exported(svc: Svc, store: ListStore, tmp_path: Path) -> None:
    await store.filter("status", ("draft",))
    columns = [ListColumn(key="id"), ListColumn(key="title"), ListColumn(key="author.name")]

    done = await export(store.source, store.state.query, columns, tmp_path / "drafts.csv")

    with done.path.open(newline="") as file:
        rows = list(csv.reader(file))[1:]
    assert len(rows) == done.rows == store.state.count
    assert [int(row[0]) for row in rows[:20]] == ids(store)
    assert not any(row[1][:1] in "=+@" for row in rows if row[1])


async def test_whole_records_are_exported_as_lines(store: ListStore, tmp_path: Path) -> None:
    done = await export(store.source, store.state.query, [], tmp_path / "all.jsonl", "jsonl")

    rows = [json.loads(line) for line in done.path.read_text("utf-8").splitlines()]
    assert [row["position"] for row in rows] == [*range(1, 301)]


async def test_hybrid_agrees_with_the_backend(svc: Svc, store: ListStore) -> None:
    local = ListStore(HybridSource(svc.crud("/api/articles")), query=store.state.query)
    for name, wanted in (("status", ("draft", "review")), ("category", ("1", "2"))):
        await local.filter(name, wanted)
        await store.filter(name, wanted)

    assert local.state.count == store.state.count
    assert ids(local) == ids(store)


async def test_limit_and_offset(tmp_path: Path) -> None:
    with DemoProcess(tmp_path / "demo", rows=45, variant="limit-offset") as demo:
        async with signed_in(demo, tmp_path / "state") as svc:
            source = ServerSource(svc.crud("/api/articles"), LIMIT_OFFSET, rest=0)
            store = ListStore(source, query=ListQuery(ordering=("position",)))
            await store.go_to(1)
            await store.go_to(3)

            assert (store.state.pages, store.state.count) == (3, 45)
            assert values(store, "position") == [*range(41, 46)]
            store.close()


async def test_cursors(tmp_path: Path) -> None:
    with DemoProcess(tmp_path / "demo", rows=45, variant="cursor") as demo:
        async with signed_in(demo, tmp_path / "state") as svc:
            store = ListStore(
                ServerSource(svc.crud("/api/articles"), adapter_for("cursor"), rest=0)
            )
            seen: list[int] = []
            await store.refresh()
            seen += ids(store)
            while store.state.at_least:
                await store.go_to(store.state.query.page + 1)
                seen += ids(store)

            assert len(seen) == len(set(seen)) == store.state.count == 45
            store.close()


async def test_all_rows_at_once(tmp_path: Path) -> None:
    with DemoProcess(tmp_path / "demo", rows=45, variant="array") as demo:
        async with signed_in(demo, tmp_path / "state") as svc:
            store = ListStore(ServerSource(svc.crud("/api/articles"), rest=0))
            await store.refresh()
            await store.go_to(2)
            assert store.state.prefetched
            await store.go_to(3)

            assert (store.state.pages, store.state.count, len(store.state.rows)) == (3, 45, 5)
            store.close()
