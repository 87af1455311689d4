"""Where the entries of a grid stand: every one has a place, and none has two."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svc_tui.widgets.media.grid_geometry import HEIGHT, GridGeometry

PLACES = st.builds(GridGeometry, st.integers(0, 200), st.integers(0, 30), st.integers(0, 300))


@given(PLACES)
def test_every_entry_is_in_the_row_that_its_place_says(places: GridGeometry):
    for at in range(places.count):
        assert at in places.in_row(places.row_of(at))
        region = places.region_of(at)
        assert places.row_at(region.y) == (places.row_of(at), 0)
        assert region.bottom <= places.height or at < places.folders


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


@pytest.mark.parametrize(("width", "columns"), [(10, 1), (40, 2), (119, 5)])
def test_columns_share_the_width(width: int, columns: int):
    places = GridGeometry(width, 1, 7)
    assert places.columns == columns
    assert places.cell_width * columns <= max(4, width)
    assert places.top == 2 and (places.height - places.top) % HEIGHT == 0
