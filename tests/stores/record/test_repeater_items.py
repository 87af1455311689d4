"""Lists of objects: order, limits, undo."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from svc_tui.stores.record.repeater_items import UNDO_STEPS, Limits, RepeaterItems


def letters(items: RepeaterItems) -> str:
    return "".join(items.values)


def of(text: str, **limits: Any) -> RepeaterItems:
    return RepeaterItems.of(list(text), Limits(**limits))


def test_a_copy_stands_right_after_its_original_and_shares_nothing_with_it():
    items, keys = RepeaterItems.of([{"a": [1]}, {"a": [2]}]).duplicated({0})

    assert items.values == [{"a": [1]}, {"a": [1]}, {"a": [2]}]
    assert items.values[0]["a"] is not items.values[1]["a"]
    assert [item.key for item in items.items] == [0, keys[0], 1]


def test_copies_are_made_only_as_long_as_there_is_room():
    items, keys = of("abc", most=4).duplicated({0, 1, 2})

    assert letters(items) == "aabc"
    assert len(keys) == 1


def test_nothing_is_added_to_a_full_list():
    items = of("abc", most=3)

    assert items.added("d", 3) == (items, None)


def test_a_delete_that_would_leave_too_few_changes_nothing():
    items = of("abc", least=2)

    assert items.deleted({0, 1}) is items
    assert letters(items.deleted({1})) == "ac"


def test_several_move_together_and_stop_at_the_edge():
    items = of("abcde")

    assert letters(items.moved({1, 2}, -1)) == "bcade"
    assert items.moved({0, 1}, -1) is items
    assert letters(items.moved({0, 2}, 1)) == "badce"
    assert letters(items.moved_to({1, 3}, 0)) == "bdace"
    assert letters(items.moved_to({0, 2}, 99)) == "bdeac"


def test_undo_brings_a_deleted_item_back_and_keeps_what_was_typed_in_others_since():
    items = of("abc").deleted({0}).written(2, "C")

    undone = items.undone()

    assert letters(undone) == "abC"
    assert letters(undone.redone()) == "bC"


def test_twenty_changes_can_be_taken_back_and_no_more():
    items = of("ab")
    for _ in range(UNDO_STEPS + 5):
        items = items.moved({0}, 1).moved({0}, -1)

    steps = 0
    while items.past:
        items, steps = items.undone(), steps + 1

    assert steps == UNDO_STEPS


def test_a_list_of_the_same_length_from_outside_keeps_its_keys():
    items = of("abc").followed(["a", "B", "c"])

    assert [(item.key, item.value) for item in items.items] == [(0, "a"), (1, "B"), (2, "c")]


def test_limits_that_are_no_numbers_are_none():
    assert Limits.of({"min_items": "2", "max_items": None}) == Limits()
    assert Limits(2, 3).problem(1) == "At least 2 are required, but there is 1."
    assert Limits(0, 3).problem(4) == "At most 3 are allowed, but there are 4."
    assert Limits(0, 3).problem(3) is None


@given(st.data())
def test_no_move_loses_or_doubles_an_item_and_each_can_be_taken_back(data: st.DataObject):
    number = data.draw(st.integers(0, 7))
    items = RepeaterItems.of(list(range(number)))
    keys = data.draw(st.sets(st.integers(0, 7)))
    changed = data.draw(
        st.sampled_from(
            [
                items.moved(keys, 1),
                items.moved(keys, -1),
                items.moved_to(keys, data.draw(st.integers(-2, 9))),
            ]
        )
    )

    assert sorted(changed.values) == items.values
    assert changed.undone().values == items.values
