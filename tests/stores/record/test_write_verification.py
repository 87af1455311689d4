"""What a backend did not keep is said; what it only tidied is not."""

from __future__ import annotations

from typing import Any

import pytest

from svc_tui import DetailStore, Svc
from svc_tui.stores.record.detail_store import NEW
from svc_tui.stores.record.draft import Draft
from svc_tui.stores.record.write_verification import ignored, not_kept
from svc_tui.testing import FakeBackend


def test_what_is_kept_or_only_tidied_is_not_spoken_of():
    sent = {"title": "New ", "price": "5.5", "category": 3, "tags": [1, 2], "seo": {"title": "x"}}
    before = {"title": "New", "price": "5.50", "category": {"id": 1}, "tags": [], "seo": {}}
    kept = {
        "title": "New",
        "price": "5.50",
        "category": {"id": 3, "name": "News"},
        "tags": [{"id": 1}, {"id": 2}],
        "seo": {"title": "x", "more": 1},
    }

    assert not_kept(sent, before, kept) == ()


def test_a_value_that_is_as_before_was_dropped():
    assert not_kept({"name": "B"}, {"name": "A"}, {"name": "A"}) == (
        "“name” was not saved by the backend: it is unchanged.",
    )
    assert not_kept({"name": "B"}, {}, {"name": None})
    assert not_kept({"category": 99}, {"category": None}, {"category": None})


def test_the_last_digit_of_a_long_number_that_was_dropped_is_told():
    before, sent = 98765432109876543210, 98765432109876543211

    assert not_kept({"number": sent}, {"number": before}, {"number": before})
    assert not_kept({"number": str(sent)}, {"number": str(before)}, {"number": str(before)})
    assert not not_kept({"price": "5.5"}, {"price": "5.50"}, {"price": "5.50"})


def test_a_lost_translation_is_named_with_its_language():
    texts = {"translations": {"it": {"name": "B"}}}
    before = {"translations": {"it": {"name": "A"}}}

    assert not_kept(texts, before, before)[0].startswith("“translations.it.name” was not saved")


def test_relations_that_were_dropped_or_mixed_up_are_told_apart():
    lost = not_kept({"labels": [3, 99]}, {}, {"labels": [{"id": 3}]})
    stored = {"labels": [{"id": 1}, {"id": 3}]}
    mixed = not_kept({"labels": [3, 1]}, stored, stored)

    assert lost == ("The backend did not save 1 entry of “labels” (99).",)
    assert mixed == ("The backend does not keep the order of “labels” and chose its own.",)


def test_an_entry_that_was_not_removed_is_told():
    stored = {"labels": [{"id": 1}, {"id": 3}]}
    unchanged = ("“labels” was not saved by the backend: it is unchanged.",)

    assert not_kept({"labels": [3]}, stored, stored) == unchanged
    assert not_kept({"labels": []}, stored, stored) == unchanged


async def test_the_order_of_a_list_of_a_new_record_is_told(svc: Svc, backend: FakeBackend) -> None:
    backend.on("POST", "/api/articles/", {"id": 7, "labels": [1, 3]})
    store = DetailStore(svc.crud("/api/articles"), id=NEW)
    await store.load()
    store.edit("labels", [3, 1])
    await store.save()

    told = store.state.not_kept
    assert told == ("The backend does not keep the order of “labels” and chose its own.",)
    assert not_kept({"labels": [3, 1]}, {"labels": [2]}, {"labels": [1, 3]}) == ()


def test_an_order_that_nobody_changed_is_not_reported():
    stored = {"labels": [{"id": 1}, {"id": 2}, {"id": 3}]}

    assert not_kept({"labels": [3, 1]}, {"labels": []}, {"labels": [{"id": 1}, {"id": 3}]}) == ()
    assert not_kept({"labels": [1, 3, 2]}, {"labels": [{"id": 1}, {"id": 3}]}, stored) == ()


def test_an_object_that_could_not_be_emptied_is_told():
    assert not_kept({"attributes": {}}, {"attributes": {"a": 1}}, {"attributes": {"a": 1}}) == (
        "“attributes” was not cleared: the backend only adds values.",
    )


def test_keys_that_could_not_be_taken_out_of_an_object_are_told():
    before = {"attributes": {"color": "red", "size": "L", "box": {"w": 1, "h": 2}}}
    sent = {"attributes": {"color": "red", "box": {"w": 1}}}

    assert not_kept(sent, before, before, {"attributes"}) == (
        "“size”, “box.h” were not removed from “attributes”: the backend only adds values.",
    )
    assert not_kept(sent, before, sent, {"attributes"}) == ()
    assert not_kept(sent, before, before) == ()  # A part of an object leaves the rest alone.


def test_what_does_not_come_back_at_all_says_nothing():
    assert not_kept({"password": "secret"}, {}, {"id": 1}) == ()


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        (True, 1),  # as MySQL has flags
        (False, 0),
        ("2026-05-31T18:30:00+02:00", "2026-05-31T16:30:00Z"),
        (["2026-05-31T18:30:00Z"], ["2026-05-31T18:30:00+00:00"]),
        (["1.5"], ["1.50"]),
        ([" a "], ["a"]),
    ],
)
def test_a_value_in_the_spelling_of_the_backend_is_kept(sent: Any, kept: Any) -> None:
    assert not_kept({"value": sent}, {"value": kept}, {"value": kept}) == ()
    assert ignored(Draft({"value": kept}, {"value": sent}), {"value": kept}) == ()


def test_a_flag_that_did_not_change_is_told() -> None:
    assert not_kept({"on": True}, {"on": 0}, {"on": 0}) == (
        "“on” was not saved by the backend: it is unchanged.",
    )
