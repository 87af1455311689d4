"""The features of a list alone, each with a host that only notes what it is asked for."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from textual import on
from textual.app import App, ComposeResult

from svc_tui.models.listing import ActionDescriptor, ListColumn
from svc_tui.stores.listing.action_store import ActionState
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.list_store import ListState, ListStore
from svc_tui.stores.listing.row_sources import OfflineSource
from svc_tui.stores.session.preferences_store import PreferencesStore
from svc_tui.stores.unavailable_reason import FIRST_PAGE, LAST_PAGE
from svc_tui.testing.waiting import until_true
from svc_tui.widgets.listing import search
from svc_tui.widgets.listing.action_runner import progress_line
from svc_tui.widgets.listing.editing import NO_QUICK_EDIT, Editing
from svc_tui.widgets.listing.grid import ListGrid
from svc_tui.widgets.listing.host import NO_ROWS
from svc_tui.widgets.listing.marking import Marking
from svc_tui.widgets.listing.moving import NO_ORDER, Moving
from svc_tui.widgets.listing.narrowing import Narrowing
from svc_tui.widgets.listing.options import TableOptions
from svc_tui.widgets.listing.paging import Paging
from svc_tui.widgets.listing.records import Records
from svc_tui.widgets.listing.search import SearchLine
from svc_tui.widgets.listing.searching import Cleared, Searching
from svc_tui.widgets.listing.table_messages import DeleteWanted, Opened


def test_the_progress_of_an_action_gives_up_its_bar_before_its_words() -> None:
    action = ActionDescriptor(label="Lend", handler=print)
    state = ActionState(action=action, running=True, slow=True, cancelling=True, order=("1",))

    def line(width: int) -> str:
        return progress_line(state, width)

    assert line(0).count("░") == 20
    assert [line(width).count("░") for width in (71, 70, 58)] == [20, 8, 0]
    assert all(line(width).endswith("Esc aborts") for width in (0, 71, 70, 58, 54))
    assert len(line(40)) == 40


class Grid:
    """A cursor over keys."""

    def __init__(self, keys: list[str]) -> None:
        self.keys = keys
        self.cursor_row = 0
        self.current_column = ListColumn(key="name", sortable=True)

    @property
    def current(self) -> str | None:
        return self.keys[self.cursor_row] if self.keys else None

    current_row = None
    is_attached = False

    def go_to_row(self, row: int) -> None:
        self.cursor_row = max(0, min(row, len(self.keys) - 1))

    def action_cursor_down(self) -> None:
        self.go_to_row(self.cursor_row + 1)


class Host:
    """A list without a screen."""

    def __init__(self, count: int, **options: Any) -> None:
        rows = [{"id": n, "name": f"Boat {n}"} for n in range(1, count + 1)]
        self.options = TableOptions(rows=rows, **options)
        self.store = ListStore(OfflineSource(rows))
        self.grid = Grid([])
        self.marking = Marking(self)  # type: ignore[arg-type]
        self.services = None
        self.loaded: list[Any] = []
        self.posted: list[Any] = []
        self.said: list[str] = []

    async def read(self) -> Host:
        await self.store.refresh()
        self.grid.keys = list(self.store.state.keys)
        return self

    @property
    def listed(self) -> Any:
        return self.store.state

    def load(self, work: Any) -> None:
        self.loaded.append(work.__name__)
        work.close()

    load_ahead = load

    def say(self, words: str, *how: Any, here: bool = False) -> None:
        self.said.append(words)

    def post_message(self, message: Any) -> bool:
        self.posted.append(message)
        return True

    def refresh_markers(self) -> None:
        """Nothing is drawn."""

    refresh_mode = refresh_bindings = refresh_markers


async def test_a_range_marks_its_rows_wherever_the_cursor_came_from():
    host = await Host(5).read()
    marking: Any = Marking(host)  # type: ignore[arg-type]
    host.grid.go_to_row(3)
    marking.toggle_range()
    host.grid.go_to_row(1)
    assert marking.ranged() == range(1, 4)
    marking.mark()
    assert list(host.store.state.selection.rows) == ["2", "3", "4"]
    assert marking.clearable
    host.store.clear_selection()

    marking.anchor = "99"  # A row of the page before.
    marking.mark()
    assert marking.anchor == "2", "the range starts anew"
    assert not host.store.state.selection


async def test_a_row_is_dragged_by_its_key_when_the_rows_have_changed_under_the_mouse():
    host = await Host(3, draggable=True).read()
    moving: Any = Moving(host)  # type: ignore[arg-type]
    host.ask = host.load  # type: ignore[attr-defined]

    moving.drag(ListGrid.Dragged("3", 0, dropped=False))
    assert host.store.state.moving.key == "3"  # type: ignore[union-attr]
    moving.drag(ListGrid.Dragged("1", 2, dropped=True))
    assert host.loaded == ["_move_to"]

    await host.read()
    host.store.mark_only({})
    host.grid.keys = ["1", "2"]
    moving.drag(ListGrid.Dragged("3", 1, dropped=True))
    assert host.store.state.moving is None
    assert host.loaded == ["_move_to"]


async def test_a_heading_sorts_by_its_own_column_wherever_the_cursor_went():
    host = await Host(2).read()
    columns: Any = SimpleNamespace(sortable=[])
    paging: Any = Paging(host, columns)  # type: ignore[arg-type]
    asked: list[str] = []
    host.store.sort_by = lambda key: asked.append(key)  # type: ignore[assignment,method-assign,func-returns-value]
    host.load = lambda work: None  # type: ignore[method-assign,assignment]
    paging.sort(ListColumn(key="id", sortable=True))
    paging.sort(ListColumn(key="size", sortable=False))
    assert asked == ["id"]


async def test_marks_can_be_listed_only_while_there_are_any():
    host = await Host(2).read()
    marking: Any = Marking(host)  # type: ignore[arg-type]
    assert marking.without_marks().reason == "Nothing is marked. Press Space to mark a row."
    marking.mark()
    assert marking.without_marks() is None
    assert host.grid.cursor_row == 1


async def test_there_is_no_page_before_the_first_and_none_after_the_last():
    host = await Host(41).read()
    columns: Any = SimpleNamespace(sortable=[])
    paging: Any = Paging(host, columns)  # type: ignore[arg-type]
    assert paging.without_page(1) is None
    assert paging.without_page(-1).reason == FIRST_PAGE
    await host.store.go_to(3)
    assert paging.without_page(1).reason == LAST_PAGE
    paging.turn(-1)
    assert host.loaded == ["go_to"]


async def asking_for_12_rows() -> tuple[Host, Any]:
    """A list that is about to ask for as many rows as fit, with its worker not begun yet."""
    host: Any = await Host(41).read()
    host.room, host.load = 13, host.loaded.append
    paging: Any = Paging(host, SimpleNamespace(sortable=[]))  # type: ignore[arg-type]
    paging.toggle_fit()
    return host, paging


async def test_a_list_that_hears_of_something_while_it_asks_for_more_rows_stays_fitted():
    host, paging = await asking_for_12_rows()
    paging.land(host.listed)
    await host.loaded.pop()
    assert host.listed.query.page_size == 12
    assert paging.fits


async def test_a_list_whose_backend_returns_fewer_rows_is_fitted_no_more():
    host, paging = await asking_for_12_rows()
    whole = host.store.source.page

    async def at_most_5(query: ListQuery) -> Any:
        page = await whole(query)
        return replace(page, results=page.results[:5], page_size=5, pages=9)

    host.store.source.page = at_most_5  # type: ignore[method-assign]
    await host.loaded.pop()
    assert host.listed.query.page_size == 5
    assert not paging.fits


async def test_a_store_of_ones_own_is_fitted_to_what_filled_the_screen_before():
    host: Any = await Host(41, fit=True, remembered_as="boats").read()
    preferences = PreferencesStore()
    preferences.remember(fitted={"boats": 12})
    host.services, host.room = SimpleNamespace(preferences=preferences), 13
    host.set_timer = lambda delay, refit: refit()
    paging = Paging(host, SimpleNamespace(sortable=[]))  # type: ignore[arg-type]
    paging.begin()
    assert paging.fits
    assert host.loaded == ["_load_sized"], "its first page had the usual 20 rows"


async def test_a_column_that_the_backend_can_not_sort_by_says_so():
    host = await Host(1).read()
    paging: Any = Paging(host, SimpleNamespace(sortable=[]))  # type: ignore[arg-type]
    assert paging.without_order() is None
    assert "no column to sort by" in paging.without_orders().reason


@pytest.mark.parametrize(
    ("options", "blocked"),
    [({}, NO_ORDER), ({"draggable": True}, None)],
    ids=["no fixed order", "a fixed order"],
)
async def test_rows_are_moved_only_where_they_have_an_order(options: Any, blocked: Any):
    host = await Host(2, **options).read()
    assert Moving(host).unavailable() == blocked  # type: ignore[arg-type]


async def test_an_empty_list_and_a_missing_permission_are_told_apart():
    empty = await Host(0, draggable=True).read()
    assert Moving(empty).unavailable() is NO_ROWS  # type: ignore[arg-type]
    locked = await Host(1, draggable=True, may_change=False, model="boat").read()
    assert "change_boat" in Moving(locked).unavailable().reason  # type: ignore[arg-type, union-attr]


async def test_quick_edit_is_hidden_where_the_list_has_no_fields_for_it():
    host = await Host(1).read()
    staging: Any = SimpleNamespace(waiting={})
    assert Editing(host, staging).without_edit() is NO_QUICK_EDIT  # type: ignore[arg-type]


async def test_a_record_is_opened_at_its_base_and_marked_ones_are_deleted_together():
    host = await Host(2, detail_base="/boats/").read()
    records = Records(host)  # type: ignore[arg-type]
    records.open("2", typing=True)
    records.open("")
    host.store.toggle("1")
    records.delete()
    opened, deleted = host.posted
    assert isinstance(opened, Opened) and isinstance(deleted, DeleteWanted)
    assert (opened.key, opened.location, opened.typing) == ("2", "/boats/2", True)
    assert host.said == ["This row has no id, so it can't be opened."]


async def test_a_search_for_the_same_words_stops_no_load() -> None:
    host = await Host(3).read()
    searching = Searching(host, Narrowing(host))  # type: ignore[arg-type]

    searching.search(" ")
    assert host.loaded == []
    searching.search("harbour")
    assert host.loaded == ["search"]


class LineAlone(App[None]):
    """A search line, and what was typed into it and searched."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []

    def compose(self) -> ComposeResult:
        yield SearchLine()

    @on(SearchLine.Typed)
    @on(SearchLine.Searched)
    def _heard(self, event: SearchLine.Typed | SearchLine.Searched) -> None:
        self.heard.append(event.text)


async def test_words_that_are_put_into_the_line_are_not_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search, "PAUSE", 0.001)
    app = LineAlone()
    async with app.run_test() as pilot:
        line = app.query_one(SearchLine)
        line.put("a")
        line.put("harbour")  # As Enter does: the old words, and those that it searches.
        await pilot.press("x")
        await until_true(app, lambda: len(app.heard) > 1)

        assert app.heard == ["harbourx", "harbourx"]


def test_what_0_cleared_comes_back_with_initial_filters_and_the_present_order():
    drafts = {"status": ("draft",)}
    before = ListQuery(page=3, search="a", filters=drafts, default_filters=drafts)
    after = before.unfiltered().searching("")
    cleared = Cleared(before, after)

    def fits(query: ListQuery) -> bool:
        return cleared.fits(ListState(query=query), narrowed=False)

    assert fits(after), "the initial filters are cleared as well, and nothing was searched since"
    assert not fits(after.searching("b"))
    assert not fits(after.on_tab("new"))
    sorted_since = replace(after, ordering=("title",))
    assert fits(sorted_since)
    assert cleared.onto(sorted_since) == replace(before, ordering=("title",))
