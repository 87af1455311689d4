"""Marks stay on their rows, in the order in which they were made."""

from __future__ import annotations

from svc_tui.stores.listing.selection import Selection

ONE, TWO, THREE = {"id": 1}, {"id": 2}, {"id": 3}


def test_a_row_is_marked_and_unmarked_by_the_same_key() -> None:
    marked = Selection().toggled("1", ONE)

    assert "1" in marked
    assert len(marked) == 1
    assert "1" not in marked.toggled("1", ONE)


def test_the_order_of_marking_is_kept() -> None:
    marked = Selection().toggled("3", THREE).toggled("1", ONE).with_rows({"2": TWO, "3": THREE})

    assert [*marked.rows] == ["3", "1", "2"]


def test_marks_can_be_taken_away_together() -> None:
    marked = Selection({"1": ONE, "2": TWO, "3": THREE})

    assert [*marked.without(["1", "3", "9"]).rows] == ["2"]


def test_each_change_is_a_new_selection() -> None:
    before = Selection({"1": ONE})

    before.toggled("2", TWO)
    before.without(["1"])

    assert [*before.rows] == ["1"]
