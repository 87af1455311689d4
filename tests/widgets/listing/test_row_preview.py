"""The preview beside the rows: the whole record, with the titles of related ones."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from textual.app import App, ComposeResult

from svc_tui.widgets.listing.field_words import FieldWords
from svc_tui.widgets.listing.preview import RowPreview
from tests.console import screen_text, wait_until


class TwoRows:
    """A list of two rows, each of which refers to another record."""

    lookup = "id"
    state = SimpleNamespace(loaded_at=1)

    def __init__(self) -> None:
        self.asked: list[str] = []

    def name_of(self, row: dict[str, Any]) -> str:
        return str(row["id"])

    async def whole(self, key: str) -> dict[str, Any]:
        self.asked.append(key)
        return {"id": key, "owner": f"id-{key}"}


class SlowTitles(FieldWords):
    """Titles that come when the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.wanted: list[str] = []
        self.known: set[str] = set()
        self.come = asyncio.Event()

    def of(self, key: str, row: Mapping[str, Any]) -> str | None:
        return f"Owner of {row['id']}" if key == "owner" and row["id"] in self.known else None

    async def learn(self, row: Mapping[str, Any]) -> bool:
        self.wanted.append(row["id"])
        await self.come.wait()
        self.known.add(row["id"])
        return True


async def test_titles_are_loaded_for_a_record_that_was_left_before_they_came() -> None:
    store: Any = TwoRows()
    words = SlowTitles()

    class Previewed(App[None]):
        def compose(self) -> ComposeResult:
            yield RowPreview(store, words=words)

    async with Previewed().run_test(size=(80, 24)) as pilot:
        preview = pilot.app.query_one(RowPreview)
        for key in ("1", "2"):
            preview.follow(key)
            await wait_until(pilot, lambda key=key: words.wanted[-1:] == [key])
        preview.follow("1")
        await wait_until(pilot, lambda: "id-1" in screen_text(pilot.app))
        words.come.set()
        await wait_until(pilot, lambda: "Owner of 1" in screen_text(pilot.app))

    assert store.asked == ["1", "2"]
