"""Where rows stand while one of them is held."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from svc_tui.stores.listing.row_move import RowMove, with_position_of

PLACES = st.integers(0, 30)


@given(PLACES, PLACES, PLACES)
def test_the_order_shown_is_the_one_that_a_drop_makes(start: int, at: int, more: int) -> None:
    last = max(start, at) + more
    order = list(range(last + 1))
    order.insert(at, order.pop(start))

    held = RowMove("x", {}, start, start, last).to(at)

    assert [held.before(position) for position in range(last + 1)] == order


def test_beyond_the_ends_is_at_the_end() -> None:
    held = RowMove("x", {}, 3, 3, 9)

    assert (held.to(-5).at, held.to(99).at) == (0, 9)
    assert not held.moved
    assert held.to(4).moved


def test_a_row_has_the_number_of_its_place() -> None:
    assert with_position_of({"id": 1, "rank": 5}, {"id": 2, "rank": 9}, "rank") == {
        "id": 1,
        "rank": 9,
    }
    assert with_position_of({"id": 1}, {"id": 2, "rank": 9}, "rank") == {"id": 1}
