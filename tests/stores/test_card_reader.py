"""What the dashboard reads of a media library."""

from __future__ import annotations

from typing import Any, cast

import pytest

from svc_tui import Resource, ResourceCard, Svc
from svc_tui.models.media import Explorer, MediaItem, MediaListParams
from svc_tui.models.records import Id
from svc_tui.stores.home.card_plan import media_plan, plan_of
from svc_tui.stores.home.card_reader import CardReader
from svc_tui.stores.home.home_store import CardFacts
from svc_tui.testing import BASE, FakeBackend


class Library:
    """A library of texts and pictures, whose backend may ignore the filter of their kind."""

    def __init__(self, *kinds: str, ignores: bool) -> None:
        self.files = tuple(MediaItem(n, mime_type=kind) for n, kind in enumerate(kinds))
        self.ignores = ignores

    async def explorer(self, folder: Id | None, params: MediaListParams) -> Explorer:
        start = "" if self.ignores else (params.mime or "").rstrip("*")
        found = tuple(file for file in self.files if file.mime_type.startswith(start))
        return Explorer(found, count=len(found))


async def read(library: Library) -> CardFacts:
    reader = CardReader(cast(Any, None), cast(Any, lambda: library))
    return await reader.read(media_plan("/api/media", "Media", ""))


async def test_files_are_counted_by_their_kind() -> None:
    facts = await read(Library("text/plain", "image/png", "image/jpeg", ignores=False))

    assert facts.count == 3
    assert facts.portions == {"image/*": 2, "video/*": 0, "application/pdf": 0}
    assert [lack.count for lack in facts.lacks] == [2]


@pytest.mark.parametrize("kinds", [("text/plain",), ("text/plain", "image/png")])
async def test_only_the_total_is_told_where_the_backend_ignores_the_kind(
    kinds: tuple[str, ...],
) -> None:
    facts = await read(Library(*kinds, ignores=True))

    assert facts.count == len(kinds)
    assert facts.portions == {} and facts.lacks == ()


async def test_a_date_that_no_row_has_is_logged_once_by_each_console_with_the_nearest_key(
    caplog: pytest.LogCaptureFixture,
) -> None:
    backend = FakeBackend()
    backend.add_collection("/api/books", [{"id": 1, "title": "A", "created": "2026-03-01"}])
    for name in ("creatd", "created", "creatd"):
        books = Resource(
            name="books", endpoint="/api/books", card=ResourceCard(date=name), columns=["title"]
        )
        async with Svc(BASE, transport=backend.transport) as svc:
            reader = CardReader(svc.crud, lambda: svc.media.api)
            for _ in range(2):
                await reader.read(plan_of(books))

    said = [one for one in caplog.messages if "no row has" in one]
    assert said == ['The card of books: no row has “creatd”; did you mean "created"?'] * 2
