"""A table's cells are drawn in a shorter way, and are the same cells."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import unwrap
from typing import Any

import pytest
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.app import App, ComposeResult
from textual.widgets import DataTable

from svc_tui.text import cell
from svc_tui.textual_patches import table_drawing
from svc_tui.textual_patches.apply import patch_tables
from svc_tui.textual_patches.speed import PLAIN

WIDTH = 8


def _styled() -> Text:
    text = Text("a b c d", style="bold", no_wrap=True, end="")
    text.stylize("red", 2, 3)
    return text


CELLS: list[Any] = [
    "plain",
    cell("short"),
    cell("dim one", "dim"),
    cell("exactly8"),
    cell("東京 東"),
    cell("東京東京"),
    cell("too long for it"),
    cell(""),
    cell("     42"),
    cell("end    "),
    _styled(),
    Text("right", justify="right", end=""),
    Text("two\nlines", end=""),
    Text("tab\there", end=""),
    Text("[b]no markup", end=""),
]


class Table(App[None]):
    def compose(self) -> ComposeResult:
        yield DataTable(cursor_type="row", zebra_stripes=True, fixed_columns=1)

    def on_mount(self) -> None:
        table: DataTable[Any] = self.query_one(DataTable)
        table.add_column("n", width=2)
        table.add_column("cells", width=WIDTH)
        for n, one in enumerate(CELLS):
            table.add_row(cell(n), one, height=1)


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    names = "_render_cell", "_render_line"
    before = [getattr(DataTable, name) for name in names]
    for name, value in zip(names, before, strict=True):
        setattr(DataTable, name, unwrap(value))
    yield
    for name, value in zip(names, before, strict=True):
        setattr(DataTable, name, value)


def columns(line: list[Segment]) -> list[tuple[str, object]]:
    """Each sign with the style that it is drawn in."""
    return [(char, style and (style, style.meta)) for text, style, _ in line for char in text]


@pytest.mark.parametrize("cursor", [False, True])
@pytest.mark.parametrize("hover", [False, True])
async def test_every_cell_is_drawn_as_textual_draws_it(cursor: bool, hover: bool) -> None:
    app = Table()
    async with app.run_test(size=(40, 24)) as pilot:
        await pilot.pause()
        table = app.query_one(DataTable)
        ground = Style(color="blue", bgcolor="white")

        def drawn() -> list[object]:
            table._clear_caches()
            places = [(row, column) for row in range(-1, len(CELLS)) for column in (0, 1)]
            lines = [
                table._render_cell(*place, ground, WIDTH + 2, cursor=cursor, hover=hover)
                for place in places
            ]
            return [[columns(line) for line in each] for each in lines]

        as_textual_does = drawn()
        table_drawing.draw_short_cells()
        assert drawn() == as_textual_does


async def test_a_short_cell_is_laid_out_by_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    table_drawing.draw_short_cells()
    app = Table()
    async with app.run_test(size=(40, 24)) as pilot:
        await pilot.pause()
        table = app.query_one(DataTable)
        table._clear_caches()
        monkeypatch.setattr(app.console, "render_lines", None)
        assert table._render_cell(1, 1, Style(), WIDTH + 2)


async def test_a_step_of_the_cursor_draws_the_lines_anew_that_it_leaves_and_meets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[object] = []
    in_row = DataTable._render_line_in_row

    def counted(self: DataTable[Any], row_key: object, *given: Any, **named: Any) -> Any:
        drawn.append(row_key)
        return in_row(self, row_key, *given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(DataTable, "_render_line_in_row", counted)
    pictures, costs = [], []
    for mended in (False, True):
        if mended:
            table_drawing.draw_lines_once()
        app = Table()
        async with app.run_test(size=(40, 8)) as pilot:
            table = app.query_one(DataTable)
            table.focus()
            seen = []
            drawn.clear()
            for key in ["down"] * 9 + ["home", "up", "down"]:
                await pilot.press(key)
                await pilot.pause()
                lines = [table.render_line(y) for y in range(8)]
                seen.append([columns(list(line)) for line in lines])
            costs.append(len(drawn))
            pictures.append(seen)
    assert pictures[0] == pictures[1]
    assert costs[1] * 2 < costs[0]


def test_without_patches_for_speed_textual_draws_its_own_tables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(PLAIN, "1")
    before = DataTable._render_cell
    patch_tables()
    assert DataTable._render_cell is before
