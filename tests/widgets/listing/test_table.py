"""SvcListTable and SvcList in a small host: slots, faces, odd rows, messages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual import on
from textual.app import App, ComposeResult
from textual.message import Message
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Static, _data_table

from svc_tui.models.listing import ListColumn, ListTabItem
from svc_tui.models.slots import Slots
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.widgets.listing.grid import ListGrid
from svc_tui.widgets.listing.listing import SvcList
from svc_tui.widgets.listing.table import SvcListTable
from tests.backends.demo import DemoProcess
from tests.console import screen_text, wait_until
from tests.hostile import HOSTILE

NAME = ListColumn(key="name", sortable=True)
KIND = ListColumn(key="kind", label="Sort of")


class Host(App[None]):
    """One widget, and what it says."""

    def __init__(self, widget: Widget, svc: Any = None) -> None:
        super().__init__()
        self.widget = widget
        self.svc = svc
        self.heard: list[Message] = []

    def compose(self) -> ComposeResult:
        yield self.widget

    @on(SvcListTable.SelectionChanged)
    @on(SvcListTable.SelectionQueryChanged)
    @on(SvcListTable.Opened)
    @on(SvcListTable.NewWanted)
    def _keep(self, event: Message) -> None:
        self.heard.append(event)


@asynccontextmanager
async def shown(widget: Widget, size: tuple[int, int] = (60, 14)) -> AsyncIterator[Pilot[None]]:
    async with Host(widget).run_test(size=size) as pilot:
        await wait_until(pilot, lambda: pilot.app.query_one(SvcListTable).listed.loaded_at)
        await pilot.pause()
        yield pilot


def text(pilot: Pilot[None]) -> str:
    return screen_text(pilot.app)


def table(rows: list[Any], *columns: ListColumn, **props: Any) -> SvcListTable:
    return SvcListTable(columns=columns or (NAME, KIND), rows=rows, **props)


def boats(count: int) -> list[dict[str, Any]]:
    return [{"id": n, "name": f"Boat {n}", "kind": "tug"} for n in range(1, count + 1)]


async def test_what_is_said_instead_of_rows_is_drawn_again_only_when_it_changes(monkeypatch):
    async with shown(table(boats(5))) as pilot:
        shows = pilot.app.query_one(SvcListTable)
        words, drawn = shows.query_one(".face.words", Static), []
        monkeypatch.setattr(words, "update", lambda *said, **how: drawn.append(str(said[0])))
        shows.store.change(loading=True)
        shows.store.change(loading=False)
        await pilot.pause()
        assert drawn == []
        shows.store.change(rows=(), count=0)
        await pilot.pause()
        assert drawn == ["Nothing here yet. Press n to create the first one."]


async def test_what_is_marked_and_what_matches_is_said():
    async with shown(table(boats(5))) as pilot:
        await pilot.press("space", "s")
        await pilot.pause()
        heard = pilot.app.heard  # type: ignore[attr-defined]
        marked = [one.selection for one in heard if isinstance(one, SvcListTable.SelectionChanged)]
        asked = [one.query for one in heard if isinstance(one, SvcListTable.SelectionQueryChanged)]

    assert marked == [({"id": 1, "name": "Boat 1", "kind": "tug"},)]
    assert str(asked[-1]) == "ordering=name"


async def test_marking_everything_leaves_the_page_that_is_on_its_way(monkeypatch):
    async with shown(table(boats(41))) as pilot:
        store, gate = pilot.app.query_one(SvcListTable).store, asyncio.Event()
        page = store.source.page

        async def held(query: ListQuery) -> Any:
            await gate.wait()
            return await page(query)

        monkeypatch.setattr(store.source, "page", held)
        await pilot.press("full_stop")
        await wait_until(pilot, lambda: store._asking is not None and not store._asking.done())
        await pilot.press("A")
        await wait_until(pilot, lambda: len(store.state.selection) == 41)
        gate.set()
        await wait_until(pilot, lambda: store.state.current and store.state.query.page == 2)
        assert not store.state.stopped


async def test_no_cell_is_measured_as_all_widths_are_given(monkeypatch):
    measured: list[object] = []
    monkeypatch.setattr(_data_table, "measure", lambda *what: measured.append(what[1]) or 1)

    async with shown(table(boats(5))) as pilot:
        grid = pilot.app.query_one(ListGrid)
        assert not any(column.auto_width for column in grid.columns.values())
        assert not any(row.auto_height for row in grid.rows.values())
        wide = sum(column.get_render_width(grid) for column in grid.columns.values())
        assert grid.virtual_size == (wide, 6)

    assert not any("Boat" in str(one) for one in measured)


async def test_a_row_opens_at_its_base():
    async with shown(table(boats(2), detail_base="/boats/")) as pilot:
        await pilot.press("down", "enter")
        await pilot.pause()
        opened = [one for one in pilot.app.heard if isinstance(one, SvcListTable.Opened)]  # type: ignore[attr-defined]

    assert [(one.key, one.location) for one in opened] == [("2", "/boats/2")]


async def test_a_cell_slot_gets_item_and_value():
    slots = Slots({"cell.kind": lambda item, value: f"<{value} of {item['name']}>"})
    async with shown(table(boats(1), slots=slots)) as pilot:
        assert "<tug of Boat 1>" in text(pilot)


async def test_the_faces_and_the_toolbar_can_be_filled():
    slots = Slots(
        {"dtable.empty": lambda: "No boats at all", "dtable.toolbar": lambda: "Harbour master"}
    )
    async with shown(table([], slots=slots)) as pilot:
        assert "No boats at all" in text(pilot)
        assert "Harbour master" in text(pilot)
        assert "Nothing here yet" not in text(pilot)


async def test_a_row_without_its_key_is_shown_and_can_be_neither_marked_nor_opened():
    async with shown(table([{"name": "Nobody"}, *boats(1)])) as pilot:
        await pilot.press("space", "enter")
        await pilot.pause()
        assert "Nobody" in text(pilot)
        assert not pilot.app.query_one(SvcListTable).listed.selection
        heard = pilot.app.heard  # type: ignore[attr-defined]
        assert not [one for one in heard if isinstance(one, SvcListTable.Opened)]


async def test_values_of_any_type_and_paths_to_nowhere_are_drawn():
    rows = [
        {"id": 1, "name": {"deep": [1, {"a": None}]}, "kind": [1, 2]},
        {"id": 2, "name": None, "kind": False},
        {"id": 2, "name": 1e300, "kind": {"name": "twin"}},
    ]
    nowhere = ListColumn(key="a.b.c", label="Nowhere")
    async with shown(table(rows, NAME, KIND, nowhere)) as pilot:
        assert "twin" in text(pilot)
        assert text(pilot).count("—") >= 3


@pytest.mark.parametrize("value", HOSTILE.values(), ids=HOSTILE.keys())
async def test_hostile_rows_do_no_harm(value: str):
    column = ListColumn(key="name", label=value or "x")
    async with shown(table([{"id": value, "name": value}], column)) as pilot:
        await pilot.press("space", "Y", "escape", "y", "j", "C", "escape")
        await pilot.pause()
        assert pilot.app.is_running


async def test_columns_are_guessed_where_none_are_given():
    async with shown(SvcListTable(rows=boats(3))) as pilot:
        assert "Name" in text(pilot)
        assert "Boat 3" in text(pilot)


async def test_an_unchanged_answer_draws_nothing_again():
    async with shown(table(boats(30))) as pilot:
        grid = pilot.app.query_one(SvcListTable).grid
        drawn: list[int] = []
        grid.clear = lambda columns=False: drawn.append(1) or grid  # type: ignore[method-assign]
        pilot.app.query_one(SvcListTable).reload()
        await pilot.pause()
        await pilot.press("down", "space", "up")
        await pilot.pause()
    assert drawn == []


async def test_columns_give_way_where_room_is_short_and_the_title_last():
    wide = [ListColumn(key="name"), ListColumn(key="kind", width=40)]
    rows = [{"id": 1, "name": "A boat with a name", "kind": "tug"}]
    async with shown(table(rows, *wide), size=(40, 10)) as pilot:
        grid = pilot.app.query_one(SvcListTable).grid
        assert grid.virtual_size.width <= 40


async def test_a_hybrid_list_asks_once_and_works_in_memory(demo: DemoProcess):
    from svc_tui import Svc

    async with Svc(demo.url) as svc:
        await svc.auth.login("admin", "admin")
        tabs = [ListTabItem(value=""), ListTabItem(value="x")]
        widget = SvcList("/api/tags", [NAME], mode="hybrid", tabs=tabs, svc=svc)
        async with Host(widget, svc).run_test(size=(80, 24)) as pilot:
            await wait_until(pilot, lambda: widget.table.listed.loaded_at)
            await wait_until(pilot, lambda: widget.table.grid.has_focus)
            assert svc.fetch._client is not None
            sent: list[str] = []

            async def note(request: Any) -> None:
                sent.append(str(request.url))

            svc.fetch._client.event_hooks = {"request": [note]}
            await pilot.press("s", "full_stop", "s", "z", "slash", *"har", "enter")
            await wait_until(pilot, lambda: widget.table.listed.query.search == "har")
            assert sent == []


LONG = "The harbour at the end of a long road"


def wordy(count: int) -> list[dict[str, Any]]:
    return [
        {"id": n, "name": f"{LONG} {n}", "kind": "tugboat, iron", "port": "Port of Somewhere"}
        for n in range(1, count + 1)
    ]


async def test_trailing_columns_give_way_before_the_widest_one_is_cut_short():
    port = ListColumn(key="port", label="Port", sortable=True)
    async with shown(table(wordy(5), NAME, KIND, port), size=(50, 14)) as pilot:
        grid = pilot.app.query_one(SvcListTable).grid
        assert "Port of" not in text(pilot)
        assert LONG[:23] in text(pilot)
        assert "+1 column" in text(pilot)

        await pilot.press("right", "right", "right", "s")
        assert grid.current_column == KIND, "the marked column is one that is seen"

        await pilot.resize_terminal(100, 14)
        await wait_until(pilot, lambda: "Port of Somewhere" in text(pilot))
        assert "+1 column" not in text(pilot)


async def test_one_column_is_left_where_there_is_hardly_any_room():
    async with shown(table(wordy(3)), size=(20, 5)) as pilot:
        assert "The harb" in text(pilot)


@pytest.mark.parametrize("kind", [SvcListTable, SvcList])
async def test_a_list_that_has_no_services_says_what_is_missing(kind: Any):
    async with Host(kind("/api/articles", [NAME])).run_test(size=(80, 14)) as pilot:
        await wait_until(pilot, lambda: "no services" in text(pilot))
        assert "Pass svc=Svc(…), or set app.svc first." in " ".join(text(pilot).split())
        assert "0 rows" not in text(pilot)
        await pilot.press("tab", "r", "A", "x", "slash", "f", "z", "d", "n", "enter", "full_stop")
        assert "no services" in text(pilot)
