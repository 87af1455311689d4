"""A site that keeps texts by language under a key of its own, as the CMS lets it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from svc_tui.app.context import Svc
from svc_tui.models.resource import Resource
from svc_tui.stores.menus.menu_store import MenuStore
from svc_tui.stores.record.detail_store import DetailStore
from svc_tui.stores.record.publication_store import PublicationStore
from tests.backends.cms import CmsProcess
from tests.cms_services import ARTICLES, MENUS, PRODUCTS, signed_in
from tests.screens.cms_consoles import FILE, starter
from tests.screens.test_record import opened, writes


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CmsProcess]:
    with CmsProcess(tmp_path_factory.mktemp("texts"), accessor="texts") as process:
        yield process


@pytest.fixture
async def svc(site: CmsProcess, tmp_path: Path) -> AsyncIterator[Svc]:
    async with signed_in(site, tmp_path) as services:
        yield services
    site.reset()


async def stored(svc: Svc, path: str) -> Any:
    """What the CMS has, in its own words."""
    return (await svc.fetch("GET", path)).json()


async def test_a_record_is_read_and_written_in_its_languages(svc: Svc) -> None:
    store = DetailStore(svc.crud(PRODUCTS), id="2")
    await store.load()
    assert store.state.draft.current["translations"]["en"]["name"] == "Copper thing 01"
    store.edit("translations.it.name", "Cosa nuova")

    assert await store.save() and store.state.not_kept == ()
    kept = await stored(svc, "/api/models/product/2/")
    assert kept["texts"]["it"]["name"] == "Cosa nuova" and "translations" not in kept
    assert kept["texts"]["en"]["name"] == "Copper thing 01"


async def test_lists_and_what_is_found_out_have_them_too(svc: Svc) -> None:
    page = await svc.crud(PRODUCTS).list(page_size=2)
    assert page.results[1]["translations"]["it"]["name"] == "Cosa 01"

    bare = Resource(name="product", endpoint=PRODUCTS)
    learnt = (await svc.discovery.describe(bare, whole=True)).resource
    names = [field.key for field in learnt.fields]
    assert "texts" not in names and "translations" not in names
    assert learnt.languages == ("en", "it")


async def test_the_library_keeps_its_texts(svc: Svc) -> None:
    before = await svc.media.look(1)
    assert before.text("title", "en") == "Morning 0"
    await svc.media.update_media(before.with_text("title", "Alba", "it"), since=before)

    kept = await stored(svc, "/api/camomilla/media/1/")
    assert (kept["texts"]["it"]["title"], kept["texts"]["en"]["title"]) == ("Alba", "Morning 0")


async def test_a_menu_has_its_trees(svc: Svc) -> None:
    store = MenuStore(svc.crud(MENUS), id="1", languages=("en", "it"))
    await store.load()
    assert len(store.trees.edited("en")) == 3
    store.edits.write_node("it", (0,), "title", "Noi")

    assert await store.save(), (store.state.errors, store.state.problem)
    kept = await stored(svc, f"{MENUS}/1/")
    assert kept["texts"]["it"]["nodes"][0]["title"] == "Noi"
    assert len(kept["texts"]["en"]["nodes"]) == 2


async def test_pages_are_published_by_language_and_keep_drafts(svc: Svc) -> None:
    store = PublicationStore(svc.crud(ARTICLES), svc.config.base_url)
    await store.look("2")
    assert [one.words() for one in store.state.editions] == ["en published", "it not published"]
    await store.save_draft("2", {"translations": {"en": {"title": "Better"}}}, "en")

    assert store.state.editions[0].has_draft
    assert (await stored(svc, f"{ARTICLES}/2/"))["title"] == "Harbour news 01"
    preview = await svc.crud(ARTICLES).request("GET", f"{ARTICLES}/2/preview/?language=en")
    assert preview["translations"]["en"]["title"] == "Better"


async def test_the_console_shows_and_saves_them(svc: Svc, site: CmsProcess, tmp_path: Path) -> None:
    async with starter(site, tmp_path, FILE)(start="/products/3?lang=it") as person:
        await opened(person, "Name")
        await writes(person, "name", "Cosa del porto")
        await person.press("f2")
        await person.told_of("Saved.")
        kept = await stored(svc, "/api/models/product/3/")
        assert kept["texts"]["it"]["name"] == "Cosa del porto"
