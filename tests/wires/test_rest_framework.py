"""The set `drf` on a plain Django REST framework site: pages, search, order, filter, writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from svc_tui import SessionAuth, Svc
from svc_tui.api.errors import NotFound, ValidationFailed
from svc_tui.config.options import Options
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.row_sources import ServerSource
from tests.backends.stock import StockProcess

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
