"""A draft: what counts as a change, and what a PATCH is made of."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from svc_tui.stores.record.draft import Draft, Unreadable, diff, leaves, merged, same, set_path
from svc_tui.stores.record.rebase import rebase

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=True)
    | st.sampled_from(["", "x"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
    ),
    max_leaves=4,
)
RECORDS = st.dictionaries(st.sampled_from("abcd"), JSON, max_size=4)


def test_nothing_differs_at_first():
    assert not Draft.of({"a": [1, {"b": math.nan}]}).dirty


def test_a_patch_holds_changed_keys_parts_of_objects_and_whole_lists():
    draft = Draft.of({"a": 1, "seo": {"x": 1, "y": 2}, "tags": [1, 2]})

    draft = draft.edited("seo.y", 3).edited("tags", [1]).edited("new", True)

    assert draft.diff() == {"seo": {"y": 3}, "tags": [1], "new": True}


def test_typing_a_value_back_is_no_change():
    draft = Draft.of({"title": "a"}).edited("title", "b").edited("title", "a")

    assert not draft.dirty


def test_one_is_neither_true_nor_a_text():
    assert not same(1, True)
    assert not same(1, "1")
    assert not same([0], [False])
    assert same(1, 1.0)


def test_null_is_not_the_same_as_nothing():
    assert diff({}, {"a": None}) == {"a": None}
    assert diff({"a": 1}, {}) == {"a": None}


def test_missing_objects_on_the_way_are_made():
    draft = Draft.of({"translations": None}).edited("translations.it.title", "Ciao")

    assert draft.current == {"translations": {"it": {"title": "Ciao"}}}


def test_an_edit_inside_a_list_keeps_the_list():
    record = {"blocks": [{"text": "a", "kind": "x"}, {"text": "b"}]}

    assert set_path(record, "blocks.0.text", "c") == {
        "blocks": [{"text": "c", "kind": "x"}, {"text": "b"}]
    }
    assert record["blocks"][0]["text"] == "a"


def test_what_was_typed_during_a_save_stays_an_edit():
    sent = Draft.of({"title": "a", "slug": ""}).edited("title", "b")
    typed = sent.edited("title", "bc")

    stored = {"title": "b", "slug": "b"}
    after = Draft(stored, rebase(stored, sent.current, typed.current))

    assert after.diff() == {"title": "bc"}
    assert after.get("slug") == "b"


def test_typing_the_old_value_back_during_a_save_is_an_edit_too():
    sent = Draft.of({"title": "a"}).edited("title", "b")

    stored = {"title": "b"}
    typed = sent.edited("title", "a")
    after = Draft(stored, rebase(stored, sent.current, typed.current))

    assert after.diff() == {"title": "a"}


def test_what_is_no_value_yet_is_told_by_its_path():
    wrong = Unreadable("12x", "This is not a number.")

    draft = Draft.of({"seo": {"n": 1}}).edited("seo.n", wrong)

    assert draft.unreadable() == {"seo.n": wrong}


def test_what_is_no_value_yet_is_found_in_the_items_of_lists():
    bad = Unreadable("x", "no")
    draft = Draft.of({"blocks": [{"size": 1}, {"parts": [2]}]})

    draft = draft.edited("blocks", [{"size": 1}, {"parts": [bad]}])

    assert draft.unreadable() == {"blocks.1.parts.0": bad}


def test_changes_can_be_left_out_by_path():
    changes = {"a": 1, "seo": {"x": 1, "y": {"z": 2}}, "empty": {}}

    assert leaves(changes) == {"a": 1, "seo.x": 1, "seo.y.z": 2, "empty": {}}


def without_nulls(value: object) -> object:
    """What is left where a null in an object means that the key is gone."""
    if isinstance(value, dict):
        return {key: without_nulls(one) for key, one in value.items() if one is not None}
    return value


@given(RECORDS, RECORDS)
def test_a_diff_put_on_top_of_the_old_record_gives_the_new_one(old: dict, new: dict):
    result = merged(old, diff(old, new))

    assert same(without_nulls(result), without_nulls(new))


@given(RECORDS)
def test_a_record_never_differs_from_itself(record: dict):
    assert diff(record, record) == {}


def test_what_nobody_edited_is_not_looked_through():
    class Unseen(list[int]):
        def __iter__(self):
            raise AssertionError("it was looked through")

    draft = Draft.of({"blocks": Unseen([1, 2]), "seo": {"tags": Unseen([3])}, "title": "a"})

    assert not draft.dirty
    assert draft.edited("title", "b").diff() == {"title": "b"}
