"""Each part of a list stands in an app of its own, as the examples show."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.widget import Widget

from examples.list_actions import Actions
from examples.list_filters import Filters
from examples.list_offline import Boats
from examples.list_quick_edit import QuickEdit
from examples.list_server import Newsroom
from examples.list_staged import Staged
from examples.list_table import Articles
from examples.list_tabs import Tabs
from svc_tui import (
    ActionDescriptor,
    FieldDescriptor,
    Options,
    Svc,
    SvcList,
    SvcListActions,
    SvcListFilters,
    SvcListQuickEdit,
    SvcListTable,
    SvcListTabs,
    SvcRootComponents,
)
from svc_tui.stores.listing.row_sources import HybridSource, ServerSource
from svc_tui.testing import until
from tests.backends.demo import DemoProcess
from tests.backends.stock import StockProcess
from tests.console import wait_until


@asynccontextmanager
async def started(app: Any) -> AsyncIterator[Pilot[None]]:
    """The example, until it has something to show."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await pilot.pause()
        yield pilot
        if (svc := getattr(app, "svc", None)) is not None:
            await svc.aclose()


class Host(App[None]):
    """One part on a backend, signed in."""

    def __init__(self, url: str, part: Widget, **options: Any) -> None:
        super().__init__()
        self.svc = Svc(url, options=Options(base_url=url, **options))
        self.part = part

    async def on_mount(self) -> None:
        await self.svc.start()
        await self.svc.auth.login("admin", "admin")
        await self.mount(self.part, SvcRootComponents())


STOCK = {
    "auth_login_url": "/api/auth/login/",
    "user_info_api": "/api/auth/me/",
    "session_cookie": "sessionid",
}
"""Where plain REST framework differs from the demo."""


async def sees(pilot: Pilot[None], *texts: str) -> None:
    for text in texts:
        await until(pilot, text)


async def test_a_list_over_given_rows_sends_nothing_and_does_all_it_can():
    async with started(Boats()) as pilot:
        await sees(pilot, "Boat 1 ", "1-20 of 40", "Ferry 13")
        await pilot.press("right_curly_bracket")
        await sees(pilot, "[Ferry 13]", "1-13 of 13")
        await pilot.press("slash", *"39", "enter")
        await sees(pilot, "1-1 of 1", "Boat 39")
        await pilot.press("0", "s")  # Search and tab are cleared.
        await sees(pilot, "Name ▲", "1-20 of 40")
        assert not pilot.app.query_one(SvcList).store.state.error


async def test_given_rows_are_edited_in_place_and_said():
    async with started(Boats()) as pilot:
        await sees(pilot, "Boat 1 ")
        await pilot.press("down", "i")
        await sees(pilot, "Quick edit: Boat 2")
        await pilot.press("end", *"x", "escape")
        await sees(pilot, "Esc again to discard")
        await pilot.press("f9")
        await sees(pilot, "Boat 2x", "Quick edit: Boat 3")
        await pilot.press("escape", "I")
        await sees(pilot, "Quick add")
        await pilot.press(*"Zephyr", "ctrl+s")
        await sees(pilot, "1-20 of 41", "There are 41 boats now.")
        rows = pilot.app.query_one(SvcList).store.source.rows  # type: ignore[attr-defined]
        assert [rows[1]["name"], rows[-1]] == ["Boat 2x", {"id": 41, "name": "Zephyr"}]


@pytest.mark.parametrize("mode", ["server", "hybrid"])
async def test_a_whole_list_on_a_backend_is_searched_filtered_and_paged(
    demo: DemoProcess, mode: str
):
    app = Newsroom(demo.url, mode)
    async with started(app) as pilot:
        await sees(pilot, "1-20 of 300", "Draft 93")
        await pilot.press("full_stop")
        await sees(pilot, "21-40 of 300")
        await pilot.press("right_curly_bracket")
        await sees(pilot, "[Draft 93]", "1-20 of 93")
        await pilot.press("slash", *"harbour", "enter")
        await sees(pilot, "search “harbour”")
        store = app.query_one(SvcList).store
        await wait_until(pilot, lambda: store.state.count < 93)
        assert isinstance(store.source, HybridSource if mode == "hybrid" else ServerSource)


async def test_a_table_alone_reads_its_endpoint_and_says_what_is_marked(demo: DemoProcess):
    app = Articles(demo.url)
    async with started(app) as pilot:
        await sees(pilot, "1-20 of 300")
        table = app.query_one(SvcListTable)
        table.grid.focus()
        await pilot.press("space", "space")
        await sees(pilot, "2 marked")
        assert len(table.store.state.selection.value) == 2


async def test_tabs_alone_say_which_one_was_chosen():
    async with started(Tabs()) as pilot:
        await sees(pilot, "[All 12]", "Draft")
        pilot.app.query_one(SvcListTabs).focus()
        await pilot.press("right")
        await sees(pilot, "[Draft]")


async def test_filters_alone_show_chips_of_what_was_ticked():
    async with started(Filters()) as pilot:
        chips = pilot.app.query_one(SvcListFilters)
        chips.focus()
        await pilot.press("f")
        await sees(pilot, "[ ] Draft")
        await pilot.press("right", "space", "enter")
        await sees(pilot, "Status: Draft ×")
        assert [one.value for one in chips.model_value] == ["status"]
        await pilot.press("delete")
        await wait_until(pilot, lambda: chips.model_value == ())


async def test_actions_alone_ask_run_and_say_how_it_went(fresh_demo: DemoProcess):
    app = Actions(fresh_demo.url)
    async with started(app) as pilot:
        await wait_until(pilot, lambda: app.query(SvcListActions))
        await sees(pilot, "2 rows marked")
        await pilot.press("x")
        await sees(pilot, "Shout")
        await pilot.press("s", "enter")
        await sees(pilot, "Shout 2 rows?")
        await pilot.press("y")
        await sees(pilot, "Shout: 2 ok")
        tags = await app.svc.crud("/api/tags").list()
        assert [tag["name"].isupper() for tag in tags.results[:2]] == [True, True]


async def test_quick_edit_alone_saves_only_what_changed(fresh_demo: DemoProcess):
    app = QuickEdit(fresh_demo.url)
    async with started(app) as pilot:
        await sees(pilot, "Quick edit:", "Name*")
        await pilot.press("end", *"xyz", "ctrl+s")
        await sees(pilot, "It is called")
        with httpx.Client(base_url=fresh_demo.url, trust_env=False) as client:
            client.post("/api/auth/login", json={"username": "admin", "password": "admin"})
            assert client.get("/api/tags/1/").json()["name"].endswith("xyz")


async def test_staged_edits_wait_in_a_list_of_its_own_and_are_sent_together(
    fresh_demo: DemoProcess,
):
    async with started(Staged(fresh_demo.url)) as pilot:
        await sees(pilot, "1-20 of")
        await pilot.press("i")
        await sees(pilot, "Quick edit:", "Name*")
        await pilot.press("end", *"xyz", "ctrl+s")
        await sees(pilot, "1 change in 1 row, W to send", "xyz")
        await pilot.press("W")
        await sees(pilot, "Name: ", "xyz")
        await pilot.press("ctrl+s")
        await sees(pilot, "Staged changes: 1 ok")
        store = pilot.app.query_one(SvcList).store
        assert store.crud is not None
        sent = await store.crud.detail(store.state.keys[0])
        assert sent["name"].endswith("xyz")


@pytest.mark.parametrize("part", [SvcList, SvcListTable])
async def test_a_list_whose_rows_can_be_moved_is_asked_for_in_their_order(
    stock: StockProcess, part: Any
):
    """The steps of this backend have another order by default."""
    app = Host(stock.url, part("/api/steps", draggable=True), **STOCK)
    async with started(app) as pilot:
        await sees(pilot, "Step 18")
        table = app.query_one(SvcListTable)
        await wait_until(pilot, lambda: not table.store.state.loading)
        assert [row["position"] for row in table.store.state.rows] == [*range(20)]
        assert table.store.begin_move(table.store.state.keys[0])


async def test_actions_alone_take_everything_that_a_query_matches(fresh_demo: DemoProcess):
    seen: list[Any] = []

    async def shout(ctx: Any) -> None:
        seen.append((ctx.selection, str(ctx.selection_query)))
        rows = await ctx.crud.matching(ctx.selection_query.multi_items()).list(page_size=100)
        seen.append(rows.count)
        for row in rows.results:
            ctx.ok(row)

    action = ActionDescriptor(label="Shout", handler=shout, handle_all=True)
    bar = SvcListActions(
        actions=[action],
        selection="all",
        selection_query=httpx.QueryParams("author=3"),
        endpoint="/api/articles",
    )

    app = Host(fresh_demo.url, bar)
    async with started(app) as pilot:
        await wait_until(pilot, lambda: bar.is_mounted)
        bar.focus()
        await sees(pilot, "all rows that match marked")
        await pilot.press("x")
        await sees(pilot, "Actions for all rows that match")
        await pilot.press("s", "enter")
        count = (await app.svc.crud("/api/articles?author=3").list()).count
        await sees(pilot, f"Shout all {count} rows?")
        await pilot.press("y")
        await sees(pilot, f"Shout: {count} ok")
        assert seen == [("all", "author=3"), count]

        bar.selection_query = httpx.QueryParams("author=4")
        await pilot.press("x")
        await sees(pilot, "Actions for all rows that match")
        await pilot.press("s", "enter")
        count = (await app.svc.crud("/api/articles?author=4").list()).count
        await sees(pilot, f"Shout all {count} rows?")


async def test_quick_edit_reaches_all_its_languages(fresh_demo: DemoProcess):
    form = SvcListQuickEdit(
        open=True,
        endpoint="/api/articles",
        item_id=1,
        edit_fields=[FieldDescriptor(key="summary", translatable=True)],
        languages=["en", "it"],
    )
    app = Host(fresh_demo.url, form)
    async with started(app) as pilot:
        await sees(pilot, "[▸ English]", " Italiano")
        await pilot.press("end", *"XYZ", "ctrl+t")
        await sees(pilot, "[▸ Italiano", " English•")
        await pilot.press("end", *"ZYX", "ctrl+s")
        await sees(pilot, "Saved.")
        texts = (await app.svc.crud("/api/articles").detail(1))["translations"]
        assert texts["en"]["summary"].endswith("XYZ")
        assert texts["it"]["summary"].endswith("ZYX")
