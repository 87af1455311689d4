"""Steps of a page's life over many pages."""

from __future__ import annotations

from typing import Any

import pytest

from svc_tui.api.crud import Crud
from svc_tui.api.dialects.camomilla import CAMOMILLA
from svc_tui.app.context import Svc
from svc_tui.stores.listing.action_store import ActionStore
from svc_tui.stores.listing.selection import Selection
from svc_tui.stores.record.publication_steps import STEPS, PublicationStep
from tests.fakes import FakeBackend, json_answer

PUBLISH = next(one for one in STEPS if one.id == "publish")


def pages(*ids: int) -> Selection:
    return Selection({str(id): {"id": id, "title": f"Page {id}"} for id in ids})


@pytest.fixture
def published(backend: FakeBackend) -> list[str]:
    """The pages and languages that were brought out."""
    found: list[str] = []

    def answer(request: Any) -> Any:
        found.append(f"{request.url.path.split('/')[3]} {request.url.query.decode()}")
        return json_answer({})(request)

    for id in range(1, 31):
        backend.on("POST", f"/api/pages/{id}/publish/", answer)
    return found


def called_off_after(
    store: ActionStore, published: list[str], count: int, step: PublicationStep
) -> PublicationStep:
    """The same step; once so many requests have gone out nobody wants any more."""
    does = step.does
    assert does is not None

    async def and_then(*args: Any) -> str:
        said = await does(*args)
        if len(published) >= count:
            store.cancel()
        return said

    return PublicationStep(step.id, step.label, and_then, languages=step.languages)


async def test_publishing_that_is_called_off_sends_nothing_more(
    svc: Svc, backend: FakeBackend, published: list[str]
) -> None:
    store = ActionStore(Crud(svc.fetch, "/api/pages", dialect=CAMOMILLA))
    step = called_off_after(store, published, 3, PUBLISH)

    state = await store.run(step, pages(*range(1, 31)))

    assert 3 <= len(published) <= 9  # What was on its way was waited for.
    assert len(state.of("ok")) == len(published)
    assert {one.reason for one in state.of("skipped")} == {
        "The action was cancelled before it started."
    }
    assert not state.of("failed")


async def test_a_page_that_was_begun_says_in_which_languages_it_was_left(
    svc: Svc, backend: FakeBackend, published: list[str]
) -> None:
    store = ActionStore(Crud(svc.fetch, "/api/pages", dialect=CAMOMILLA))
    step = called_off_after(store, published, 1, PUBLISH).chosen(("en", "it", "de"), None)

    state = await store.run(step, pages(1))

    assert published == ["1 language=en"]
    assert state.of("failed")[0].reason == "cancelled before it, de"
