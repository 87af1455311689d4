"""The filter panel alone: late answers and other filters."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

from textual.app import App

from svc_tui.models.listing import FilterDescriptor
from svc_tui.widgets.listing.filter_panel import FilterPanel
from tests.console import screen_text, wait_until

AUTHOR = FilterDescriptor(value="author", text="Author", endpoint="/api/authors")
STATUS = FilterDescriptor(value="status", text="Status", choices=("draft", "published"))


class Slow:
    """A collection that answers when it is told to."""

    def __init__(self) -> None:
        self.asked, self.go_on = asyncio.Event(), asyncio.Event()

    async def list(self, **params: Any) -> Any:
        self.asked.set()
        await self.go_on.wait()
        return SimpleNamespace(results=[{"id": 7, "name": "Giulia"}], pages=1)


async def test_a_late_answer_is_not_offered_as_choices_of_another_filter():
    authors = Slow()
    svc: Any = SimpleNamespace(crud=lambda endpoint: authors)
    async with App[None]().run_test(size=(80, 24)) as pilot:
        panel = FilterPanel([AUTHOR, STATUS], {}, svc=svc)
        pilot.app.push_screen(panel)
        await wait_until(pilot, authors.asked.is_set)
        await pilot.press("down")
        await wait_until(pilot, lambda: "[ ] Draft" in screen_text(pilot.app))

        authors.go_on.set()
        await pilot.pause(0.1)
        await pilot.press("right", "space")

        assert panel.values == {"status": ("draft",)}
        assert "Loading" not in screen_text(pilot.app)


async def test_fetched_booleans_are_written_as_a_query_has_them():
    rows = [{"flag": True, "words": "Only those"}, {"flag": False, "words": False}]
    flags = FilterDescriptor(
        value="flag", endpoint="/api/flags", item_value="flag", item_text="words"
    )
    chosen: list[Any] = []
    async with App[None]().run_test(size=(80, 24)) as pilot:
        panel = FilterPanel([flags], {"flag": ("false",)}, svc=answering(rows))
        pilot.app.push_screen(panel, chosen.append)
        await wait_until(pilot, lambda: "[x] false" in screen_text(pilot.app))
        assert "[ ] Only those" in screen_text(pilot.app)
        await pilot.press("tab", "down", "down", "space", "enter")
        await pilot.pause()

    assert chosen == [{"flag": ("true",)}]


async def test_choices_that_nothing_matches_say_so():
    async with App[None]().run_test(size=(80, 24)) as pilot:
        local = FilterDescriptor(value="author", endpoint="/api/authors", search=False)
        panel = FilterPanel([local], {}, svc=answering([{"id": 7, "name": "Giulia"}]))
        pilot.app.push_screen(panel)
        await wait_until(pilot, lambda: "[ ] Giulia" in screen_text(pilot.app))
        await pilot.press("tab", *"zz")
        await wait_until(pilot, lambda: "Nothing matches zz." in screen_text(pilot.app))


def answering(rows: list[dict[str, Any]]) -> Any:
    """Services whose collections all answer with these rows."""

    async def listed(**params: Any) -> Any:
        return SimpleNamespace(results=rows, pages=1)

    return SimpleNamespace(crud=lambda endpoint: SimpleNamespace(list=listed))
