"""Records of the real CMS: read, written by language, in conflict, with files, in order."""

from __future__ import annotations

from pathlib import Path

import pytest

from svc_tui.api.errors import PartiallySaved, ValidationFailed
from svc_tui.app.context import Svc
from svc_tui.stores.record.merge import MINE
from tests.backends.cms import CmsProcess
from tests.cms_services import ARTICLES, PRODUCTS, STORIES, opened


async def test_no_user_comes_along_with_the_hash_of_a_password(svc: Svc) -> None:
    one = await svc.crud(ARTICLES).detail(1)
    page = await svc.crud(ARTICLES).list(page_size=3)

    for row in (one, *page.results):
        assert row["author"] == {"id": 1, "username": "admin", "first_name": "", "last_name": ""}


async def test_no_hash_comes_along_with_answers_of_another_shape_either(svc: Svc) -> None:
    articles = svc.crud(ARTICLES)
    whole = await articles.list_raw(page_size=3)
    page = await articles.request("GET", f"{ARTICLES}/2/preview/?language=en")

    rows = [*whole["items"], page]
    assert all(
        row["author"].keys() <= {"id", "username", "first_name", "last_name"} for row in rows
    )
    users = await svc.crud("/api/camomilla/users").list_raw(page_size=3)
    assert all("email" in row for row in users["items"])


async def test_a_text_in_one_language_leaves_the_others(svc: Svc) -> None:
    store = await opened(svc, PRODUCTS, 2)
    store.edit("translations.it.name", "Cosa nuova")

    assert await store.save() and store.state.not_kept == ()
    kept = await svc.crud(PRODUCTS).detail(2)
    assert kept["translations"]["it"]["name"] == "Cosa nuova"
    assert kept["translations"]["en"]["name"] == "Copper thing 01"


async def test_a_text_that_names_no_language_is_not_dropped(svc: Svc) -> None:
    await svc.crud(PRODUCTS).partial_update(2, {"name": "Renamed", "price": "7.25"})
    new = await svc.crud(PRODUCTS).create({"name": "Brand new", "sku": "N-1", "price": 1})

    kept = await svc.crud(PRODUCTS).detail(2)
    assert (kept["translations"]["en"]["name"], kept["price"]) == ("Renamed", "7.25")
    assert new["translations"]["en"]["name"] == "Brand new"


async def test_relations_are_sent_as_ids_and_json_as_it_is(svc: Svc) -> None:
    store = await opened(svc, PRODUCTS, 2)
    category = await svc.crud("/api/models/category").detail(4)
    labels = (await svc.crud("/api/models/label").list()).results
    store.edit("category", category)
    store.edit("labels", labels[:2])
    store.edit("attributes", {"id": 5, "color": "blue"})

    assert await store.save()
    kept = await svc.crud(PRODUCTS).detail(2)
    assert kept["category"]["id"] == 4
    assert {one["id"] for one in kept["labels"]} == {one["id"] for one in labels[:2]}
    assert kept["attributes"]["id"] == 5


async def test_an_order_that_was_not_kept_is_told(svc: Svc) -> None:
    store = await opened(svc, PRODUCTS, 2)
    store.edit("labels", [3, 1, 99])

    assert await store.save()
    assert store.state.not_kept == ("The backend did not save 1 entry of “labels” (99).",)
    store.edit("labels", [3, 1, 2])
    assert await store.save()
    assert "does not keep the order" in store.state.not_kept[0]


async def test_json_that_could_not_be_emptied_is_told(svc: Svc, cms: CmsProcess) -> None:
    cms.change("shop.product", 2, attributes={"color": "red", "size": "L"})
    store = await opened(svc, PRODUCTS, 2, whole=frozenset({"attributes"}))
    store.edit("attributes", {"color": "blue"})

    assert await store.save()
    assert store.state.not_kept == (
        "“size” was not removed from “attributes”: the backend only adds values.",
    )
    store.edit("attributes", {})
    assert await store.save()
    assert store.state.not_kept == ("“attributes” was not cleared: the backend only adds values.",)
    assert store.state.draft.current["attributes"] == {"color": "blue", "size": "L"}


async def test_somebody_elses_change_is_found_before_it_is_overwritten(
    svc: Svc, cms: CmsProcess
) -> None:
    store = await opened(svc, PRODUCTS, 3)
    cms.change("shop.product", 3, price="99.00")
    store.edit("price", "1.00")

    assert not await store.save()
    assert store.state.clash is not None and store.state.clash.fields == ("price",)
    store.settle(store.state.clash.merge.choose_all(MINE))
    assert await store.save()
    assert (await svc.crud(PRODUCTS).detail(3))["price"] == "1.00"


async def test_errors_of_a_language_stand_under_its_path_in_forms(svc: Svc) -> None:
    long = "x" * 201
    with pytest.raises(ValidationFailed) as told:
        await svc.crud(PRODUCTS).partial_update(2, {"translations": {"it": {"name": long}}})

    assert list(told.value.errors) == ["translations.it.name"]


async def test_a_whole_record_keeps_its_place_in_the_order(svc: Svc) -> None:
    row = await svc.crud(PRODUCTS).update(2, {"sku": "SKU-00001", "price": "3.00"})

    assert (row["position"], row["price"]) == (1, "3.00")


async def test_a_file_goes_beside_values_that_a_form_would_spoil(svc: Svc, tmp_path: Path) -> None:
    manual = tmp_path / "guide.txt"
    manual.write_text("How to")
    store = await opened(svc, PRODUCTS, 2)
    store.edit("manual", manual)
    store.edit("labels", [1, 2])
    store.edit("translations.it.name", "Con manuale")

    assert await store.save(), (store.state.errors, store.state.problem)
    kept = await svc.crud(PRODUCTS).detail(2)
    assert "guide" in kept["manual"] and len(kept["labels"]) == 2
    assert kept["translations"]["it"]["name"] == "Con manuale"


async def test_where_json_travels_with_files_one_request_is_enough(
    svc: Svc, tmp_path: Path
) -> None:
    attachment = tmp_path / "note.txt"
    attachment.write_text("Note")
    made = await svc.crud(STORIES).create(
        {"title": "Filed", "blocks": [{"text": "a"}], "attachment": attachment}
    )

    assert made["blocks"] == [{"text": "a"}] and "note" in made["attachment"]
    assert [sent.method for sent in svc.fetch.history][-2:] == ["OPTIONS", "POST"]


async def test_a_file_that_is_refused_leaves_the_saved_values_known(
    svc: Svc, tmp_path: Path
) -> None:
    empty = tmp_path / "empty.txt"
    empty.touch()
    store = await opened(svc, PRODUCTS)
    store.edit("sku", "HALF-1")
    store.edit("price", "1.00")
    store.edit("manual", empty)

    assert not await store.save()
    assert not store.state.is_new  # A second save changes this record: it makes no twin.
    assert "The values are saved, but manual is not" in (store.state.problem or "")
    assert store.state.errors["manual"] == ("The submitted file is empty.",)
    assert store.changes() == {"manual": empty}
    with pytest.raises(PartiallySaved):
        await svc.crud(PRODUCTS).create({"sku": "HALF-2", "price": "1.00", "manual": empty})
