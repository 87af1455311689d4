"""Where the entries of a grid stand: every one has a place, and none has two."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svc_tui.widgets.media.grid_geometry import LEAST_PICTURE, GridGeometry

PLACES = st.builds(
    GridGeometry,
    st.integers(0, 200),
    st.integers(0, 30),
    st.integers(0, 300),
    st.integers(0, 60),
    st.booleans(),
)


@given(PLACES)
def test_every_entry_is_in_the_row_that_its_place_says(places: GridGeometry):
    for at in range(places.count):
        assert at in places.in_row(places.row_of(at))
        region = places.region_of(at)
        assert places.row_at(region.y) == (places.row_of(at), 0)
        assert region.bottom <= places.height


@given(PLACES)
def test_a_name_stands_within_its_entry(places: GridGeometry):
    for at in range(places.count):
        name = places.name_of(at)
        assert places.region_of(at).contains_region(name) and name.height == 1
        assert places.row_at(name.y) == (places.row_of(at), places.name_line(at))


@given(PLACES, st.integers(0, 400), st.integers(-50, 50))
def test_a_step_to_another_row_ends_on_an_entry(places: GridGeometry, at: int, rows: int):
    if at < places.count:
        there = places.below(at, rows)
        assert 0 <= there < places.count
        assert abs(places.row_of(there) - places.row_of(at)) <= abs(rows)


@given(PLACES, st.integers(0, 3000), st.integers(1, 60))
def test_what_is_seen_are_entries(places: GridGeometry, top: int, height: int):
    seen = places.seen(min(top, max(0, places.height - 1)), height)
    assert set(seen) <= set(range(places.count))


@given(PLACES)
def test_a_point_of_an_entry_is_found_and_none_in_a_gap(places: GridGeometry):
    for at in range(places.count):
        region, row = places.region_of(at), places.row_of(at)
        assert places.entry_at(region.x, region.y) == at
        assert places.entry_at(region.x, region.y + places.lines(row)) is None or row + 1 in (
            places.folder_rows,
            *range(places.folder_rows),
        )
    if places.rule is not None:
        assert places.folders and places.entry_at(0, places.rule) is None


def test_a_row_of_which_only_the_gap_is_left_is_not_seen():
    places = GridGeometry(79, 0, 60, 20)
    height = places.shape.height
    assert places.seen(height - 2, 5).start == 0
    assert places.seen(height - 1, 5).start == places.columns


@pytest.mark.parametrize(("width", "columns"), [(10, 1), (40, 2), (119, 5)])
def test_columns_share_the_width_where_there_is_little_room(width: int, columns: int):
    places = GridGeometry(width, 1, 7)
    assert places.columns == columns
    assert places.cell_width(places.folder_rows) * columns <= max(4, width)
    assert (places.rule, places.top) == (1, 2)
    assert (places.height + 1 - places.top) % (LEAST_PICTURE + 2) == 0


@pytest.mark.parametrize(
    ("width", "room", "columns", "picture"), [(73, 20, 3, 7), (94, 34, 4, 11), (174, 44, 4, 17)]
)
def test_pictures_grow_with_the_room(width: int, room: int, columns: int, picture: int):
    places = GridGeometry(width, 4, 8, room)
    assert (places.columns, places.shape.picture) == (columns, picture)


def test_files_are_as_large_on_each_page():
    first, last = GridGeometry(174, 0, 30, 44, more=True), GridGeometry(174, 0, 2, 44, more=True)
    assert first.shape == last.shape != GridGeometry(174, 0, 2, 44).shape


def test_the_file_below_a_folder_is_the_one_under_its_middle():
    places = GridGeometry(174, 7, 8, 44)
    assert (places.folder_columns, places.columns) == (7, 4)
    assert [places.below(at, 1) - 7 for at in range(7)] == [0, 0, 1, 1, 2, 3, 3]
    assert places.below(7 + 3, -1) == 6


def test_a_rule_parts_files_from_folders_of_one_line_alone():
    assert GridGeometry(73, 4, 8, 20).rule == 2
    tiles = GridGeometry(94, 4, 8, 34)
    assert (tiles.rule, tiles.top) == (None, 4)


@given(PLACES, st.integers(0, 400), st.integers(0, 3000))
def test_a_scroll_to_an_entry_shows_it_whole_below_the_top_of_a_row(
    places: GridGeometry, at: int, before: int
):
    if at < places.count:
        region, top = places.region_of(at), places.top_for(at, before)
        tops = {places.region_of(one).y for one in range(places.count)}
        assert top == before or top in tops
        if region.height <= places.room:
            assert top <= region.y and region.bottom <= top + places.room
        last = places.top_for(places.count - 1)
        assert last <= max(0, places.scrolled_height - places.room)


def test_two_rows_of_pictures_have_their_names_below_four_folders_on_a_small_screen():
    places = GridGeometry(74, 4, 8, 18)
    assert places.region_of(4 + 2 * places.columns - 1).bottom <= 18
