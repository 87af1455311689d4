"""Habits of the real CMS that nobody expects, one after another, and what is made of each."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from svc_tui.api.crud import FetchConfig
from svc_tui.api.errors import ApiError, NotFound, ServerError, ValidationFailed
from svc_tui.app.context import Svc
from svc_tui.config.options import Options
from svc_tui.models.resource import Resource
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.list_store import ListStore
from svc_tui.stores.listing.row_sources import ServerSource
from svc_tui.stores.record.detail_store import DetailStore
from tests.backends.cms import CmsProcess
from tests.backends.tls import tls_before
from tests.cms_services import ARTICLES, PRODUCTS, STORIES, opened


@asynccontextmanager
async def plain_site(cms: CmsProcess, folder: Path) -> AsyncIterator[Svc]:
    """The collection of the site that is without the CMS, for the admin."""
    options = Options(
        base_url=cms.url,
        auth_login_url="/api/camomilla/auth/login/",
        user_info_api="/api/camomilla/users/current/",
    )
    async with Svc(options=options, state_dir=folder / "plain") as plain:
        await plain.auth.login("admin", "admin")
        yield plain


async def test_rows_of_equal_rank_are_all_numbered_anew_and_the_list_is_read_again(
    svc: Svc, cms: CmsProcess
) -> None:
    for id in range(1, 61):
        cms.change("shop.product", id, position=7)
    store = ListStore(
        ServerSource(svc.crud(PRODUCTS), rest=0),
        query=ListQuery(ordering=("position",), page_size=100),
    )
    await store.refresh()
    first, second, third = store.state.keys[:3]

    assert store.begin_move(first)
    await store.move_to(2)
    assert await store.drop()
    assert store.state.keys[:3] == (second, third, first)
    assert sorted(row["position"] for row in store.state.rows) == list(range(60))


async def test_a_relation_of_many_that_holds_nothing_is_emptied(svc: Svc) -> None:
    store = await opened(svc, PRODUCTS, 2)
    assert store.state.draft.current["labels"]
    store.edit("labels", None)

    assert await store.save(), (store.state.errors, store.state.problem)
    assert (await svc.crud(PRODUCTS).detail(2))["labels"] == []


async def test_a_list_in_the_place_of_a_record_is_a_failure_of_the_server_in_a_sentence(
    svc: Svc,
) -> None:
    with pytest.raises(ServerError) as told:
        await svc.crud(PRODUCTS).request("POST", "/api/models/product/", json=[{"sku": "A"}])

    assert "<" not in str(told.value) and "500" in str(told.value)


async def test_an_object_where_a_list_was_costs_nothing_of_what_was_typed(svc: Svc) -> None:
    store = await opened(svc, STORIES, 1)
    store.edit("blocks", {"text": "a"})
    store.edit("title", "Renamed")

    assert not await store.save()
    assert "500" in (store.state.problem or "")
    assert store.changes() == {"blocks": {"text": "a"}, "title": "Renamed"}
    kept = await svc.crud(STORIES).detail(1)
    assert (kept["blocks"], kept["title"]) == ([{"text": "Block 0"}], "Story 0")


async def test_a_switch_that_a_form_with_a_file_turned_off_is_told(
    fresh_cms: CmsProcess, tmp_path: Path
) -> None:
    """What REST framework does by itself: the site has one collection without the CMS."""
    attachment = tmp_path / "notice.txt"
    attachment.write_text("Low water")
    async with plain_site(fresh_cms, tmp_path) as plain:
        notices = plain.crud("/api/plain/notices")
        assert (await notices.create({"title": "Without a file"}))["pinned"] is True
        store = DetailStore(notices)
        await store.load()
        store.edit("title", "With a file")
        store.edit("attachment", attachment)

        assert await store.save(), (store.state.errors, store.state.problem)
        assert store.state.draft.current["pinned"] is False
        assert store.state.not_kept == (
            "“pinned” was left unset, but the backend saved it as “no”. Some backends do this when "
            "a file is uploaded.",
        )


async def test_a_record_that_is_put_back_whole_keeps_its_file(
    fresh_cms: CmsProcess, tmp_path: Path
) -> None:
    """To REST framework the address of a file, which it sends by itself, is no file."""
    attachment = tmp_path / "notice.txt"
    attachment.write_text("Low water")
    async with plain_site(fresh_cms, tmp_path) as plain:
        notices = plain.crud("/api/plain/notices")
        made = await notices.create({"title": "Tides", "attachment": attachment})
        store = await opened(plain, "/api/plain/notices", made["id"], use_patch=False)
        store.edit("title", "")
        assert not await store.save()
        assert list(store.state.errors) == ["title"]  # Nothing is said of the file.

        store.edit("title", "High tides")
        assert await store.save(), (store.state.errors, store.state.problem)
        kept = await notices.detail(made["id"])
        assert (kept["title"], kept["attachment"]) == ("High tides", made["attachment"])


async def test_a_collection_that_takes_no_new_records_is_known_after_one_try(svc: Svc) -> None:
    resource = Resource(name="permissions", endpoint="/api/camomilla/permissions/")
    assert svc.lacks(resource, "add") == ""
    with pytest.raises(ApiError) as told:
        await svc.crud(resource.endpoint).create({"name": "x"})

    assert told.value.status == 405
    assert svc.lacks(resource, "add") == "the backend allows no POST here"


async def test_two_folders_of_one_name_and_path_are_two(svc: Svc) -> None:
    await svc.media.navigate_to_folder(None)
    twins = [await svc.media.api.create_folder("Twins", None) for _ in range(2)]
    assert twins[0].path == twins[1].path
    below = await svc.media.api.create_folder("Below", twins[1].id)

    await svc.media.navigate_to_folder(None)
    listed = [one.id for one in svc.media.folders if one.name == "Twins"]
    assert sorted(listed) == sorted(one.id for one in twins)
    await svc.media.navigate_to_folder(twins[0])
    assert svc.media.folders == ()
    await svc.media.navigate_to_folder(below)
    assert [one.id for one in svc.media.parent_folders] == [twins[1].id, below.id]


async def test_a_deleted_folder_takes_its_files_along(svc: Svc) -> None:
    await svc.media.navigate_to_folder(None)
    photos = next(one for one in svc.media.folders if one.name == "Photos")
    await svc.media.navigate_to_folder(photos)
    inside = svc.media.medias[0]
    address = str(inside.file)
    assert httpx.get(address, trust_env=False).status_code == 200

    await svc.media.delete_folder(photos)
    with pytest.raises(NotFound):
        await svc.media.look(inside.id)
    assert photos.id not in [one.id for one in svc.media.folders]


async def test_the_search_that_the_cms_breaks_on_is_never_asked_of_its_library(svc: Svc) -> None:
    asked: list[httpx.URL] = []
    assert svc.fetch._client is not None
    svc.fetch._client.event_hooks["request"] = [lambda request: _noted(asked, request)]
    await svc.media.get_root(search="Morning 1")

    assert svc.media.state.count == 11
    assert asked and all("search" not in url.params for url in asked)


async def _noted(asked: list[httpx.URL], request: httpx.Request) -> None:
    asked.append(request.url)


async def test_messages_in_another_language_are_read_like_any(svc: Svc) -> None:
    with pytest.raises(ValidationFailed) as told:
        italian = FetchConfig(headers={"Accept-Language": "it"})
        await svc.crud(PRODUCTS).partial_update(2, {"sku": "SKU-00003"}, config=italian)

    assert "esiste già" in told.value.errors["sku"][0]


async def test_a_token_that_went_stale_is_known_in_any_language(svc: Svc) -> None:
    svc.jar.set("csrftoken", "of-no-use")
    answer = await svc.fetch(
        "PATCH", "/api/models/product/2/", json={"price": "5.00"}, headers={"Accept-Language": "it"}
    )
    assert answer.status_code == 200


async def test_a_permalink_that_is_taken_stands_at_the_field_of_its_language(svc: Svc) -> None:
    with pytest.raises(ValidationFailed) as told:
        await svc.crud(ARTICLES).partial_update(
            2, {"translations": {"en": {"permalink": "/harbour-news-02", "autopermalink": False}}}
        )

    assert list(told.value.errors) == ["translations.en.permalink"]


@pytest.mark.parametrize(
    ("status", "request_with"),
    [
        (406, {"headers": {"Accept": "text/plain"}}),
        (415, {"headers": {"Content-Type": "text/plain"}, "content": b"x"}),
    ],
)
async def test_refusals_of_a_kind_of_content_are_told_in_a_sentence(
    svc: Svc, status: int, request_with: dict[str, Any]
) -> None:
    from svc_tui.api.responses import raise_for_status

    answer = await svc.fetch("PATCH", "/api/models/product/2/", **request_with)
    with pytest.raises(ApiError) as told:
        raise_for_status(answer)

    assert told.value.status == status
    assert str(told.value).endswith((".", "request.")) and "Traceback" not in str(told.value)


async def test_over_https_writes_are_taken_for_their_referer(tmp_path: Path) -> None:
    with CmsProcess(tmp_path / "site", https=True) as site:
        async with tls_before(site.url) as (url, trusted):
            transport = httpx.AsyncHTTPTransport(verify=trusted)
            state = tmp_path / "state"
            async with Svc(url, dialect="camomilla", state_dir=state, transport=transport) as svc:
                await svc.auth.login("admin", "admin")
                row = await svc.crud(PRODUCTS).partial_update(2, {"price": "5.00"})
                assert row["price"] == "5.00"
                async with httpx.AsyncClient(
                    transport=httpx.AsyncHTTPTransport(verify=trusted), cookies=svc.jar.cookies
                ) as bare:
                    refused = await bare.patch(
                        f"{url}/api/models/product/2/",
                        json={"price": "6.00"},
                        headers={"X-CSRFToken": svc.jar.csrf or ""},
                    )
                assert refused.status_code == 403 and "no Referer" in refused.text
