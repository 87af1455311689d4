"""The status line in the room that there is."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from rich.cells import cell_len

from svc_tui.models.listing import FilterDescriptor
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.list_state import ListState
from svc_tui.stores.listing.row_move import RowMove
from svc_tui.stores.listing.selection import Selection
from svc_tui.widgets.listing.list_labels import ListLabels
from svc_tui.widgets.listing.status import list_facts, status_line

ROWS = tuple({"id": n} for n in range(20))
BUSY = ListState(
    query=ListQuery(search="harbour", ordering=("-title", "status"), filters={"a": ("b",)}),
    rows=ROWS,
    keys=tuple(str(row["id"]) for row in ROWS),
    count=100_000,
    pages=5_000,
    selection=Selection({"x": {}, "1": {}}),
    loaded_at=datetime(2026, 3, 31, tzinfo=UTC),
)
EVERYTHING = replace(BUSY, selection=Selection().of_everything(BUSY.query, 100_000))
CARRIED = replace(BUSY, moving=RowMove("1", {}, 99_000, 99_001, 99_999))


@pytest.mark.parametrize("width", [20, 40, 57, 76, 80, 100, 140])
@pytest.mark.parametrize("mood", ["", "copying", "copying without footer", "ranging"])
@pytest.mark.parametrize("state", [BUSY, EVERYTHING, CARRIED], ids=["busy", "all", "carried"])
def test_it_never_needs_more_room_than_there_is(state: ListState, mood: str, width: int) -> None:
    assert cell_len(status_line(state, mood, 3, width=width, narrowed="draft")) <= width


@pytest.mark.parametrize("width", [57, 76])
def test_where_one_is_and_what_is_marked_are_said_to_the_last(width: int) -> None:
    words = status_line(BUSY, hidden=3, width=width)
    assert "1-20 of 100,000 · page 1/5,000" in words
    assert "2 marked" in words
    assert not words.endswith("…")


def test_with_room_nothing_is_left_out() -> None:
    words = status_line(EVERYTHING, hidden=1, width=200)
    for part in ("search “harbour”", "1 filter", "all 100,000 marked (", "+1 column", "sorted by"):
        assert part in words


def test_in_a_frame_the_marks_are_among_the_facts_above_the_rows() -> None:
    assert "marked" not in status_line(BUSY, width=200, framed=True)
    assert "1-20 of 100,000" in status_line(BUSY, width=200, framed=True)
    assert list_facts(BUSY) == "100,000 · 2 marked (1 elsewhere)"
    assert list_facts(BUSY, width=20) == "100,000 · 2 marked"
    assert list_facts(replace(BUSY, at_least=True, selection=Selection())) == "100,000+"
    assert list_facts(EVERYTHING).startswith("100,000 · all 100,000 marked (")
    assert list_facts(EVERYTHING, width=30) == "100,000 · all 100,000 marked"


def test_rows_that_do_not_belong_to_the_query_are_not_counted_as_its_own() -> None:
    failed = replace(BUSY, query=replace(BUSY.query, page=4), error="Could not reach it.")
    assert list_facts(failed) == "2 marked (1 elsewhere)"
    assert list_facts(replace(BUSY, rows=(), keys=(), count=0, selection=Selection())) == ""


def test_hidden_columns_and_the_tab_are_told_longer_than_the_order() -> None:
    query = replace(BUSY.query, search="", tab="review")
    state = replace(BUSY, query=query, count=93, pages=5)
    labels = ListLabels(tabs={"review": "In review"})

    words = status_line(state, hidden=2, width=90, labels=labels)

    assert "tab In review" in words and "+2 col (C)" in words and "elsewhere" in words
    assert "by Title" not in words


def test_the_keys_that_turn_pages_are_named_where_all_of_it_fits() -> None:
    keys = (", . pages · z fits the page to the screen", ", . pages")
    assert status_line(BUSY, width=200, keys=keys).endswith(
        " · , . pages · z fits the page to the screen"
    )
    whole = cell_len(status_line(BUSY, width=200))
    assert status_line(BUSY, width=whole + 15, keys=keys).endswith(" · , . pages")
    assert status_line(BUSY, width=57, keys=keys) == status_line(BUSY, width=57)


def test_columns_filters_and_tabs_are_called_by_their_labels() -> None:
    labels = ListLabels(
        columns={"author.name": "Author"},
        filters=(FilterDescriptor(value="by", text="Written by"),),
        tabs={"draft": "Drafts"},
        named=lambda name, value: {"7": "Anna Rossi"}.get(value, ""),
    )
    query = ListQuery(filters={"by": ("7",)}, tab="draft", ordering=("-author.name", "word_count"))
    state = replace(BUSY, query=query, selection=Selection().of_everything(query, 12))

    words = status_line(state, width=200, labels=labels)

    assert "sorted by Author ▼, Word Count ▲" in words
    assert "all 12 marked (Drafts · Written by: Anna Rossi)" in words


@pytest.mark.parametrize("width", [57, 76, 100])
def test_a_carried_row_says_how_to_drop_it(width: int) -> None:
    words = status_line(CARRIED, width=width)
    assert "Enter drops" in words
    assert "Esc" in words
    assert "99,002 of 100,000" in words


def test_old_rows_are_not_said_to_be_those_of_the_page_that_failed() -> None:
    failed = replace(BUSY, query=replace(BUSY.query, page=4), error="Could not reach it.")
    words = status_line(failed)
    assert "page 4/5,000 could not load" in words
    assert "61-80" not in words
