"""Lists of the real CMS: paged, sorted, filtered, moved; nothing is silently left out."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from svc_tui.api.dialects.camomilla.cms_lists import CmsLists
from svc_tui.app.context import Svc
from svc_tui.models.listing import FilterDescriptor
from svc_tui.stores.listing.action_store import DELETE, ActionStore, selection_query
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.list_store import ListStore
from svc_tui.stores.listing.row_sources import ServerSource
from tests.backends.cms import CmsProcess
from tests.cms_services import ARTICLES, PRODUCTS, signed_in

FILTERS = [
    FilterDescriptor(value="status", multiple=True, choices=["draft", "active", "archived"]),
    FilterDescriptor(value="released_on", datepicker=True),
    FilterDescriptor(value="labels", multiple=True, endpoint="/api/models/label"),
    FilterDescriptor(value="name"),
    FilterDescriptor(value="nonsense"),
    FilterDescriptor(value="specs__certified"),
]


@pytest.fixture
async def svc(cms: CmsProcess, tmp_path: Path) -> AsyncIterator[Svc]:
    async with signed_in(cms, tmp_path) as services:
        yield services


async def shown(svc: Svc, endpoint: str = PRODUCTS, **query: Any) -> ListStore:
    source = ServerSource(svc.crud(endpoint), rest=60)
    store = ListStore(source, query=ListQuery(**query).knowing(FILTERS))
    await store.refresh()
    return store


def ids(store: ListStore) -> list[int]:
    return [row["id"] for row in store.state.rows]


async def test_pages_come_by_their_size_and_a_page_too_many_says_where_it_ended(svc: Svc) -> None:
    store = await shown(svc, page=2, page_size=25)
    assert (store.state.count, store.state.pages, len(store.state.rows)) == (60, 3, 25)

    beyond = await shown(svc, page=9, page_size=25)
    assert beyond.state.query.page == 3 and ids(beyond) == list(range(51, 61))
    assert beyond.state.note == "There are only 3 pages."


async def test_sorting_reaches_across_relations(svc: Svc) -> None:
    store = await shown(svc, ordering=("-category.name", "price"), page_size=5)

    assert {row["category"]["name"] for row in store.state.rows} == {"Category 05"}
    assert [row["price"] for row in store.state.rows] == sorted(
        row["price"] for row in store.state.rows
    )


async def test_what_the_cms_cannot_sort_by_is_told_and_asked_for_once(svc: Svc) -> None:
    store = await shown(svc, ordering=("nonsense", "-price"), page_size=5)

    assert store.state.note == "The CMS can't sort by nonsense, so that was ignored."
    assert store.state.rows[0]["price"] == "69.50"
    before = len(svc.fetch.history)
    await store.refresh()
    assert len(svc.fetch.history) == before + 1


async def test_filters_narrow_and_say_nothing_when_they_do(svc: Svc) -> None:
    store = await shown(svc)
    await store.filter("status", ("draft", "archived"))
    assert {row["status"] for row in store.state.rows} == {"draft", "archived"}
    assert (store.state.count, store.state.note) == (30, None)

    await store.filter("released_on", ("2026-01-06", "2026-01-08"))
    assert [row["released_on"] for row in store.state.rows] == ["2026-01-08"]
    await store.ask(store.state.query.unfiltered())
    await store.filter("name", ("Paper thing 03",))
    assert store.state.count == 1 and store.state.note is None


@pytest.mark.parametrize(
    ("name", "called"), [("nonsense", "Nonsense"), ("specs__certified", "Specs Certified")]
)
async def test_a_filter_that_was_left_out_is_told(svc: Svc, name: str, called: str) -> None:
    store = await shown(svc)
    await store.filter(name, ("true",))

    assert store.state.count == 60
    assert store.state.note == (
        f"The CMS ignored the filter {called}: rows that don't match it are also shown."
    )


async def test_a_bad_value_is_told_as_well(svc: Svc) -> None:
    store = await shown(svc)
    await store.filter("status", ("draft",))
    await store.ask(store.state.query.filtered("rating", ("many",)))

    assert "ignored the filter rating" in (store.state.note or "")


async def test_what_cannot_be_written_is_refused_in_a_sentence(svc: Svc) -> None:
    store = await shown(svc)
    await store.filter("name", ("it's",))

    assert "the CMS can't filter by name: it can't handle ' or =" in str(store.state.error)


async def test_rows_that_fit_twice_are_shown_once(svc: Svc) -> None:
    labels = (await svc.crud("/api/models/label").list()).results
    store = await shown(svc, page_size=100)
    await store.filter("labels", tuple(str(one["id"]) for one in labels))

    assert len(ids(store)) == len(set(ids(store))) == 45
    assert "duplicate rows hidden" in (store.state.note or "")


async def test_a_search_works_where_the_cms_can_search(svc: Svc) -> None:
    store = await shown(svc, search="SKU-00007")

    assert store.state.count == 1 and store.state.note is None


async def test_a_search_that_minds_capitals_says_so_where_it_finds_nothing(
    svc: Svc, fresh_cms: CmsProcess
) -> None:
    fresh_cms.change("shop.product", 5, name_en="Élan")
    store = await shown(svc, search="élan")
    assert store.state.count == 0
    assert store.state.note == "This CMS may treat É and é as different letters: try both."
    store = await shown(svc, search="ÉLAN")
    assert (store.state.count, store.state.note) == (1, None)
    for words in ("nowhere", "nirgends, straße"):
        assert (await shown(svc, search=words)).state.note is None


async def test_a_search_that_the_cms_breaks_on_becomes_one_in_titles(svc: Svc) -> None:
    store = await shown(svc, ARTICLES, search="news 07")

    assert [row["title"] for row in store.state.rows] == ["Harbour news 07"]
    assert store.state.note == (
        "The CMS can't search here, so the list shows rows where the title contains “news 07”."
    )


async def test_a_search_that_the_cms_ignores_becomes_one_in_titles(svc: Svc) -> None:
    store = await shown(svc, "/api/camomilla/media", search="Manual")

    assert [row["title"] for row in store.state.rows] == ["Manual"]


async def test_a_row_is_moved_by_hand(svc: Svc, fresh_cms: CmsProcess) -> None:
    store = await shown(svc, ordering=("position",), page_size=10)
    assert store.begin_move("1")
    await store.move_to(12)  # on the second page
    assert await store.drop()

    assert (await svc.crud(PRODUCTS).detail(1))["position"] == 12
    first = await shown(svc, ordering=("position",), page_size=10)
    assert ids(first) == [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]


async def test_a_row_moved_onto_itself_sends_nothing(svc: Svc) -> None:
    before = len(svc.fetch.history)

    assert not await svc.crud(PRODUCTS).update_order(3, 3)
    assert len(svc.fetch.history) == before


async def test_marked_rows_are_deleted_one_by_one_with_the_right_to_delete(
    fresh_cms: CmsProcess, tmp_path: Path
) -> None:
    async with Svc(fresh_cms.url, dialect="camomilla", state_dir=tmp_path / "state") as svc:
        await svc.auth.login("editor", "editor")  # may add products, and not delete them
        store = await shown(svc)
        for key in ("1", "2"):
            store.toggle(key)
        actions = ActionStore(store.source)
        result = await actions.run(DELETE, store.state.selection)
        assert len(result.of("failed")) == 2
        await svc.auth.login("admin", "admin")
        result = await actions.run(DELETE, store.state.selection)
        assert len(result.of("ok")) == 2
        assert await store.source.count(ListQuery()) == 58


async def test_a_key_that_comes_only_with_whole_rows_is_had_with_them(svc: Svc) -> None:
    lists, crud = CmsLists(("title", "permalink")), svc.crud(ARTICLES)
    page = await lists.ask(crud, ListQuery(page_size=2))

    assert all(row["permalink"].startswith("/harbour-news-") for row in page.results)
    before = len(svc.fetch.history)
    await lists.ask(crud, ListQuery(page_size=2))
    assert len(svc.fetch.history) == before + 1


async def test_of_a_row_only_what_is_shown_is_asked_for(svc: Svc) -> None:
    columns = ("sku", "category.slug", "image", "translations.it.name", "attributes.color")
    crud = svc.crud(PRODUCTS)
    page = await CmsLists(columns).ask(crud, ListQuery(page_size=2))

    row = page.results[1]
    assert row["category"] == {"slug": "category-01"} and row["sku"] == "SKU-00001"
    assert row["translations"] == {"it": {"name": "Cosa 01"}}
    assert row["image"]["title"] == "Morning 1" and row["image"]["thumbnail"]
    assert row["attributes"]["color"] == "緑"
    assert row["id"] == 2 and "description" not in row and "specs" not in row


async def test_all_is_named_as_the_cms_lists_are_asked(svc: Svc) -> None:
    store = await shown(
        svc, f"{PRODUCTS}?fltr=price__gte=10", filters={"status": ("draft",)}, ordering=("price",)
    )
    meant = selection_query(store.state.query, store.source)

    assert meant.get_list("fltr")[0] == "price__gte=10" and len(meant.get_list("fltr")) == 2
    assert meant["sort"] == "price" and "items" not in meant and "page" not in meant
    again = await svc.crud(PRODUCTS).matching(meant.multi_items()).list(page=1, page_size=1)
    assert again.count == store.state.count > 0


async def test_a_search_by_title_keeps_the_endpoints_own_conditions(svc: Svc) -> None:
    narrow, wide = f"{ARTICLES}?fltr=id__lte=3", ARTICLES
    found = await shown(svc, narrow, search="a")
    assert "search here" in (found.state.note or "")
    assert 0 < found.state.count <= 3 < (await shown(svc, wide, search="a")).state.count
    meant = selection_query(found.state.query, found.source)
    again = await svc.crud(ARTICLES).matching(meant.multi_items()).list(page=1, page_size=1)
    assert again.count == found.state.count
