"""Pages of a list that come back: as they would be drawn anew, and without being drawn."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.widgets import DataTable

from svc_tui.models.listing import ListColumn
from svc_tui.models.slots import Slots
from svc_tui.stores.rows import ChangedRow
from svc_tui.textual_patches.speed import PLAIN
from svc_tui.widgets.listing import page_cache as kept_pages
from svc_tui.widgets.listing.grid import ListGrid

COLUMNS = [ListColumn(key="name"), ListColumn(key="kind"), ListColumn(key="tons", label="Weight")]
PAGES = [
    tuple(
        {"id": n, "name": f"Boat {n} " + "of the bay " * (n % 3), "kind": "tug", "tons": n * 1000}
        for n in range(start, start + length)
    )
    for start, length in ((1, 30), (31, 30), (61, 4), (91, 30), (121, 0), (131, 30))
]


class Host(App[None]):
    def __init__(self, grid: ListGrid) -> None:
        super().__init__()
        self.grid = grid
        self.told: list[int] = []

    def compose(self) -> ComposeResult:
        yield self.grid

    def on_data_table_row_highlighted(self, event: DataTable.RowHighlighted) -> None:
        self.told.append(event.cursor_row)


@asynccontextmanager
async def shown(width: int = 50, slots: Slots | None = None) -> AsyncIterator[Pilot[None]]:
    async with Host(ListGrid(COLUMNS, slots=slots)).run_test(size=(width, 12)) as pilot:
        await pilot.pause()
        yield pilot


def grid_of(pilot: Pilot[None]) -> ListGrid:
    return pilot.app.query_one(ListGrid)


def turn(grid: ListGrid, rows: Sequence[Any], ordering: tuple[str, ...] = ()) -> None:
    grid.show(tuple(rows), [str(row["id"]) for row in rows], ordering)


def picture(grid: ListGrid) -> list[list[Any]]:
    """Every line with its styles, and how far it scrolls."""
    lines = [list(grid.render_line(y)) for y in range(grid.size.height)]
    return [*lines, [grid.virtual_size, grid.keys, grid.cursor_row, grid.drawn_columns]]


@pytest.mark.parametrize("seed", range(6))
async def test_whatever_is_done_a_page_looks_as_if_it_were_drawn_for_the_first_time(seed: int):
    chance = random.Random(seed)
    async with shown() as pilot:
        grid = grid_of(pilot)
        for _ in range(12):
            rows = PAGES[chance.randrange(len(PAGES))]
            ordering = chance.choice([(), ("name",), ("-tons", "name")])
            turn(grid, rows, ordering)
            marked = [str(row["id"]) for row in rows if chance.random() < 0.3]
            grid.sign(marked, None, None)
            if chance.random() < 0.4:
                await pilot.press(*chance.choices(["down", "pagedown", "end", "right"], k=3))
            if chance.random() < 0.2:
                await pilot.resize_terminal(chance.choice([34, 50, 70]), 12)
            await pilot.pause()
            width, line, column = pilot.app.size.width, grid.cursor_row, grid.column

            async with shown(width) as first:
                new = grid_of(first)
                new.column, new.is_pointed = column, grid.is_pointed
                turn(new, rows, ordering)
                new.sign(marked, None, None)
                new.go_to_row(line)
                await first.pause()
                new.scroll_to(grid.scroll_x, grid.scroll_y, animate=False, immediate=True)
                new.app.set_focus(new)
                await first.pause()
                assert picture(grid) == picture(new)


async def test_going_back_draws_nothing_again():
    drawn: list[Any] = []

    def name(item: Any, value: Any) -> str:
        drawn.append(item["id"])
        return str(value)

    async with shown(slots=Slots({"cell.name": name})) as pilot:
        grid = grid_of(pilot)
        for rows in (*PAGES[:2], *PAGES[:2], *PAGES[:2]):
            turn(grid, rows)
            await pilot.pause()
        assert drawn == [row["id"] for rows in PAGES[:2] for row in rows]


async def test_a_tall_terminal_keeps_the_lines_of_all_its_pages(monkeypatch: pytest.MonkeyPatch):
    """Each line is kept by two keys, which must not cost the lines of another page."""
    drawn: list[int] = []
    in_row = DataTable._render_line_in_row

    def counted(self: DataTable[Any], *given: Any, **named: Any) -> Any:
        drawn.append(1)
        return in_row(self, *given, **named)

    monkeypatch.setattr(DataTable, "_render_line_in_row", counted)
    pages = [[{"id": n, "name": f"{p}-{n}"} for n in range(70)] for p in range(kept_pages.KEPT)]
    async with shown() as pilot:
        await pilot.resize_terminal(50, 60)
        for again in (False, True):
            drawn.clear()
            for rows in pages:
                turn(grid_of(pilot), rows)
                await pilot.pause()
                picture(grid_of(pilot))
            assert bool(drawn) is not again


async def test_who_listens_is_told_of_the_record_under_the_cursor_of_each_page():
    async with shown() as pilot:
        app = pilot.app
        assert isinstance(app, Host)
        for rows in (*PAGES[:2], *PAGES[:2]):
            app.told.clear()
            turn(app.grid, rows)
            await pilot.pause()
            assert app.told and set(app.told) == {0}


async def test_keys_in_an_empty_list_do_not_mark_the_heading():
    async with shown() as pilot:
        grid = grid_of(pilot)
        turn(grid, [])
        await pilot.pause()
        before = list(grid.render_line(0))
        await pilot.press("down", "end", "up")
        assert list(grid.render_line(0)) == before


async def test_ages_are_told_anew_after_a_while(monkeypatch: pytest.MonkeyPatch):
    now = [1000.0]
    monkeypatch.setattr(kept_pages, "monotonic", lambda: now[0])
    ages = iter(["now", "now", "1 min ago"])
    async with shown(slots=Slots({"cell.name": lambda item, value: next(ages)})) as pilot:
        grid = grid_of(pilot)
        for rows in (PAGES[0][:1], PAGES[1][:1]):
            turn(grid, rows)
        now[0] += 2 * kept_pages.FRESH
        turn(grid, PAGES[0][:1])
        assert str(grid.get_cell_at((0, 1))) == "1 min ago"  # type: ignore[arg-type]


async def test_what_was_sent_meanwhile_has_no_star_any_more():
    row = {"id": 1, "name": "Argo", "kind": "ship", "tons": 3}
    async with shown() as pilot:
        grid = grid_of(pilot)
        turn(grid, [ChangedRow(row, frozenset({"name"}))])
        assert str(grid.get_cell_at((0, 1))) == "*Argo"  # type: ignore[arg-type]
        turn(grid, [row])
        assert str(grid.get_cell_at((0, 1))) == "Argo"  # type: ignore[arg-type]


async def test_without_patches_for_speed_every_page_is_drawn(monkeypatch: pytest.MonkeyPatch):
    async with shown() as pilot:
        grid = grid_of(pilot)
        turn(grid, PAGES[0])
        await pilot.pause()
        usual = picture(grid)
    monkeypatch.setenv(PLAIN, "1")
    async with shown() as pilot:
        grid = grid_of(pilot)
        for rows in (PAGES[0], PAGES[1], PAGES[0]):
            turn(grid, rows)
            await pilot.pause()
        assert picture(grid) == usual


async def test_a_heading_is_underlined_once_somebody_goes_to_a_column() -> None:
    async with shown() as pilot:
        grid = grid_of(pilot)
        turn(grid, PAGES[0], ("kind",))

        def underlined() -> list[str]:
            heading = grid.render_line(0)
            return [one.text.strip() for one in heading if one.style and one.style.underline]

        assert not underlined(), "the list is sorted by another column"
        grid.action_column(1)
        await pilot.pause()
        assert any("Kind" in text for text in underlined())
