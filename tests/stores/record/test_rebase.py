"""What was typed while a save ran, on top of what the backend made of it."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given

from svc_tui.stores.record.draft import diff, merged, same
from svc_tui.stores.record.rebase import rebase
from tests.stores.record.test_draft import JSON, RECORDS

SENT = [{"id": 1, "word": "one"}, {"word": "two"}, {"word": "three"}]
STORED = [{"id": 1, "word": "one"}, {"id": 2, "word": "two"}, {"id": 3, "word": "three"}]


def blocks(values: list[Any]) -> dict[str, Any]:
    return {"blocks": values}


def now(typed: list[Any], stored: list[Any] = STORED) -> list[Any]:
    found = rebase(blocks(stored), blocks(SENT), blocks(typed))["blocks"]
    assert isinstance(found, list)
    return found


def test_an_item_that_was_typed_in_meanwhile_gets_its_id():
    typed = [SENT[0], SENT[1], {"word": "three!"}]

    assert now(typed) == [STORED[0], STORED[1], {"id": 3, "word": "three!"}]


def test_an_item_that_is_new_since_gets_none():
    typed = [{"word": "zero"}, *SENT]

    assert now(typed) == [{"word": "zero"}, *STORED]


def test_moved_and_deleted_items_keep_theirs():
    typed = [{"word": "three!"}, SENT[0]]

    assert now(typed) == [{"id": 3, "word": "three!"}, STORED[0]]


def test_of_two_equal_items_one_is_the_copy():
    typed = [*SENT, deepcopy(SENT[2])]

    assert now(typed) == [*STORED, {"word": "three"}]


def test_an_answer_in_another_order_is_understood_by_the_ids_that_were_sent():
    stored = [STORED[1], STORED[2], STORED[0]]
    typed = [{"id": 1, "word": "one!"}, SENT[1], SENT[2]]

    assert now(typed, stored) == [{"id": 1, "word": "one!"}, STORED[1], STORED[2]]


def test_what_the_backend_took_away_or_added_is_not_guessed_at():
    typed = [{"id": 1, "word": "one!"}, SENT[1], SENT[2]]

    assert now(typed, [STORED[0], STORED[2]]) == [
        {"id": 1, "word": "one!"}, SENT[1], SENT[2], STORED[2],
    ]  # fmt: skip


def test_items_in_items_get_theirs_too():
    sent = [{"id": 1, "parts": [{"w": "a"}]}]
    stored = [{"id": 1, "parts": [{"id": 7, "w": "a"}]}]
    typed = [{"id": 1, "parts": [{"w": "ab"}, {"w": "c"}]}]

    assert rebase(stored, sent, typed) == [{"id": 1, "parts": [{"id": 7, "w": "ab"}, {"w": "c"}]}]


@pytest.mark.parametrize("typed", [[2, 1], ["x"], [], None, [1, {"id": 1}]])
def test_lists_of_plain_values_are_taken_as_they_were_typed(typed: Any):
    assert rebase({"tags": [1]}, {"tags": [1]}, {"tags": typed}) == {"tags": typed}


@given(RECORDS, RECORDS)
def test_nothing_typed_leaves_what_was_stored(stored: Any, sent: Any):
    assert same(rebase(stored, sent, deepcopy(sent)), stored)


@given(RECORDS, RECORDS, JSON)
def test_what_was_typed_stands_there(stored: Any, sent: Any, typed: Any):
    found = rebase(stored, sent, {**sent, "x": typed})

    assert same(found["x"], typed)


@given(RECORDS, RECORDS)
def test_a_record_that_came_back_as_it_was_sent_becomes_what_was_typed(sent: Any, typed: Any):
    found, expected = rebase(sent, sent, typed), merged(sent, diff(sent, typed))

    assert same(without_nulls(found), without_nulls(expected))


def without_nulls(value: Any) -> Any:
    """A value in which a key that holds nothing is as good as none."""
    if isinstance(value, dict):
        return {key: without_nulls(one) for key, one in value.items() if one is not None}
    return [without_nulls(one) for one in value] if isinstance(value, list) else value
