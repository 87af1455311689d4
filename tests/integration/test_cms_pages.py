"""The life of articles and pages on the real CMS: out, planned, in draft, put back; by language."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from svc_tui.app.context import Svc
from svc_tui.models.resource import Resource
from svc_tui.stores.listing.action_store import ActionState, ActionStore
from svc_tui.stores.listing.selection import Selection
from svc_tui.stores.record.publication_steps import STEPS, PublicationStep
from svc_tui.stores.record.publication_store import PublicationStore
from tests.backends.cms import CmsProcess
from tests.cms_services import ARTICLES

TOMORROW = (datetime.now(UTC) + timedelta(days=1)).replace(microsecond=0)
NEVER_OUT, OUT = "1", "2"


def step(id: str) -> PublicationStep:
    return next(one for one in STEPS if one.id == id)


async def done(svc: Svc, what: PublicationStep, *ids: str) -> ActionState:
    crud = svc.crud(ARTICLES)
    rows = {key: await crud.detail(key) for key in ids}
    return await ActionStore(crud).run(what, Selection(rows))


async def words(svc: Svc, id: str) -> list[str]:
    store = PublicationStore(svc.crud(ARTICLES), svc.config.base_url)
    await store.look(id)
    return [one.words(UTC) for one in store.state.editions]


async def test_each_language_is_published_and_taken_back_by_itself(svc: Svc) -> None:
    assert await words(svc, OUT) == ["en published", "it not published"]

    result = await done(svc, step("publish").chosen(("it",), None), OUT, NEVER_OUT)
    assert len(result.of("ok")) == 2
    assert await words(svc, OUT) == ["en published", "it published"]
    assert await words(svc, NEVER_OUT) == ["en not published", "it published"]

    await done(svc, step("unpublish").chosen(("en", "it"), None), OUT)
    assert await words(svc, OUT) == ["en not published", "it not published"]


async def test_a_page_that_was_never_out_is_planned(svc: Svc) -> None:
    await done(svc, step("schedule").chosen(("en",), TOMORROW), NEVER_OUT)

    planned = f"en scheduled for {TOMORROW.strftime('%Y-%m-%d %H:%M')}"
    assert await words(svc, NEVER_OUT) == [planned, "it not published"]


async def test_a_plan_that_the_cms_silently_drops_is_told(svc: Svc) -> None:
    result = await done(svc, step("schedule").chosen(("en",), TOMORROW), OUT)

    (failed,) = result.of("failed")
    assert "public, and there is no draft" in failed.reason


async def test_a_draft_waits_until_it_is_published(svc: Svc) -> None:
    store = PublicationStore(svc.crud(ARTICLES), svc.config.base_url)
    changes = {"translations": {"en": {"title": "Better"}, "it": {"title": "Meglio"}}}
    await store.save_draft(OUT, changes, "en")
    assert [one.words(UTC) for one in store.state.editions] == [
        "en published, draft pending",
        "it not published, draft pending",
    ]
    assert (await svc.crud(ARTICLES).detail(OUT))["title"] == "Harbour news 01"

    await done(svc, step("schedule").chosen(("en",), TOMORROW), OUT)
    assert "draft scheduled for" in (await words(svc, OUT))[0]
    await done(svc, step("publish").chosen(("en",), None), OUT)
    kept = await svc.crud(ARTICLES).detail(OUT)
    assert kept["translations"]["en"]["title"] == "Better"
    assert kept["translations"]["it"]["title"] == "Notizie del porto 01"
    assert await words(svc, OUT) == ["en published", "it not published, draft pending"]


async def test_a_draft_is_discarded_and_none_is_told(svc: Svc) -> None:
    store = PublicationStore(svc.crud(ARTICLES), svc.config.base_url)
    await store.save_draft(OUT, {"identifier": "another"}, "en")

    result = await done(svc, step("discard-draft").chosen(("en", "it"), None), OUT)
    assert result.of("failed")[0].reason == "it: there was no pending draft"
    assert await words(svc, OUT) == ["en published", "it not published"]


async def test_revisions_are_listed_and_put_back(svc: Svc) -> None:
    store = PublicationStore(svc.crud(ARTICLES), svc.config.base_url)
    assert await store.revisions(OUT) == ()
    await done(svc, step("publish").chosen(("en",), None), OUT)
    (kept,) = await store.revisions(OUT)
    assert kept.comment == "Published" and kept.when is not None

    await svc.crud(ARTICLES).partial_update(OUT, {"identifier": "renamed"})
    await store.revert(OUT, kept.id)
    assert (await svc.crud(ARTICLES).detail(OUT))["identifier"] == "article-01"


async def test_addresses_are_those_of_the_site(svc: Svc) -> None:
    store = PublicationStore(svc.crud(ARTICLES), svc.config.base_url)
    await store.look(OUT)

    assert [one.address for one in store.state.editions] == [
        f"{svc.config.base_url}/harbour-news-01/",
        f"{svc.config.base_url}/it/notizie-del-porto-01/",
    ]


async def test_who_may_only_look_changes_nothing(fresh_cms: CmsProcess, tmp_path: Path) -> None:
    async with Svc(fresh_cms.url, dialect="camomilla", state_dir=tmp_path / "state") as svc:
        await svc.auth.login("viewer", "viewer")
        result = await done(svc, step("publish").chosen(("en",), None), NEVER_OUT)
        assert "Permission denied" in result.of("failed")[0].reason
        await svc.auth.login("editor", "editor")
        result = await done(svc, step("publish").chosen(("en",), None), NEVER_OUT)
        assert result.of("ok")


def test_the_collections_of_pages_are_known_and_others_can_say_so(tmp_path: Path) -> None:
    svc = Svc("http://cms.test", dialect="camomilla", state_dir=tmp_path)

    assert svc.has_lifecycle(Resource(name="news", endpoint="api/camomilla/articles"))
    assert not svc.has_lifecycle(Resource(name="products", endpoint="/api/models/product/"))
    assert svc.has_lifecycle(Resource(name="p", endpoint="/api/models/event/", lifecycle=True))
    plain = Svc("http://cms.test", state_dir=tmp_path)
    assert not plain.has_lifecycle(Resource(name="news", endpoint="/api/camomilla/articles"))
