"""The set `drf` on a plain Django REST framework site: pages, search, order, filter, writes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from svc_tui import SessionAuth, Svc, TokenAuth
from svc_tui.api.errors import NotFound, TooManyRequests, ValidationFailed
from svc_tui.config.options import Options
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.page_reader import PageReader
from svc_tui.stores.listing.row_sources import ServerSource
from tests.backends.stock import StockProcess
from tests.backends.wires_process import WireProcess

ARTICLES = "/api/articles"


@pytest.fixture
async def svc(fresh_stock: StockProcess, tmp_path: Path):
    auth = SessionAuth("/api/auth/login/", profile="/api/auth/me/", logout="/api/auth/logout/")
    options = Options(base_url=fresh_stock.url, dialect="drf")
    async with Svc(options=options, auth=auth, state_dir=tmp_path) as made:
        await made.auth.login("admin", "admin")
        yield made


async def test_lists_are_paged_searched_and_sorted(svc: Svc) -> None:
    source = ServerSource(svc.crud(ARTICLES))
    first = await source.page(ListQuery())
    second = await source.page(ListQuery(page=2))
    falling = await source.page(ListQuery(ordering=("-id",)))
    word = str(first.results[3]["title"])
    found = await source.page(ListQuery(search=word))

    ids = [row["id"] for row in (*first.results, *second.results)]
    assert len(set(ids)) == len(ids) > 20
    assert not first.at_least and first.count > len(ids) - 1
    assert falling.results[0]["id"] > falling.results[-1]["id"]
    assert 0 < found.count < first.count
    assert word in [row["title"] for row in found.results]


async def test_a_record_is_made_changed_refused_and_deleted(svc: Svc) -> None:
    articles = svc.crud(ARTICLES)
    one = (await articles.list()).results[0]
    changed = await articles.partial_update(one["id"], {"title": "Another title"})
    with pytest.raises(ValidationFailed) as refused:
        await articles.partial_update(one["id"], {"title": ""})
    await articles.delete(one["id"])

    assert changed["title"] == "Another title"
    assert list(refused.value.errors) == ["title"]
    with pytest.raises(NotFound):
        await articles.detail(one["id"])


@pytest.fixture
async def articles(
    wires: Callable[[str], WireProcess], tmp_path: Path
) -> AsyncIterator[tuple[WireProcess, Svc]]:
    """A site as its tutorial makes it, with its own token."""
    server = wires("token")
    auth = TokenAuth("/api-token-auth/", header="Authorization: Token {token}")
    async with Svc(server.url, auth=auth, state_dir=tmp_path) as made:
        await made.auth.login("admin", "admin")
        yield server, made
    server.reset()


async def test_a_long_throttle_is_one_sentence_and_ends_no_session(
    articles: tuple[WireProcess, Svc],
) -> None:
    server, svc = articles
    server.steer("throttle")
    authors = svc.crud("/api/authors")
    assert (await authors.list()).count == 3
    with pytest.raises(TooManyRequests) as refused:
        await authors.list()

    assert "\n" not in str(refused.value) and svc.auth.is_authenticated
    assert (await svc.crud("/api/articles").list()).count == 31
    assert server.steer("requests")["GET /api/authors/"] == 2


async def test_all_rows_are_read_by_cursors_that_nobody_named(
    articles: tuple[WireProcess, Svc],
) -> None:
    server, svc = articles
    server.steer("cursors")
    source = ServerSource(svc.crud("/api/articles"), ahead=0)
    first = await source.page(ListQuery(page_size=10))
    reader = PageReader(source, ListQuery(page_size=10))
    read = [row["id"] async for page in reader.pages() for row in page.results]

    assert first.at_least and read == [*range(31, 0, -1)]
