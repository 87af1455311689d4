"""Choosing media: selection modes, the select-all box, the MIME lock."""

from __future__ import annotations

import pytest

from svc_tui.models.media import MediaItem
from svc_tui.stores.media.media_picks import (
    EditListState,
    MimeFilter,
    covers,
    edit_list_state,
    emptied,
    picked,
)

CAT, DOG = MediaItem(1, title="cat"), MediaItem(2, title="dog")


def test_single_replaces_and_multi_toggles_in_order():
    assert picked("single", CAT, DOG) == DOG
    assert picked("multi", (), CAT) == (CAT,)
    assert picked("multi", (CAT,), DOG) == (CAT, DOG)
    assert picked("multi", (CAT, DOG), MediaItem(1, title="renamed")) == (DOG,)


def test_without_a_mode_nothing_is_picked():
    assert picked("none", None, CAT) is None


def test_another_mode_starts_with_nothing_selected():
    assert emptied("multi") == ()
    assert emptied("single") is None
    assert emptied("none") is None


@pytest.mark.parametrize(
    ("lock", "mime", "within"),
    [
        ("image/*", "image/png", True),
        ("image/*", "image/*", True),
        ("image/*", "video/*", False),
        ("image/*", "imagery/png", False),
        ("image/*", None, False),
        ("application/pdf", "application/pdf", True),
        ("application/pdf", "application/*", False),
        ("*/*", "video/mp4", True),
    ],
)
def test_what_lies_within_a_lock(lock, mime, within):
    assert covers(lock, mime) is within


def test_a_lock_is_never_widened():
    locked = MimeFilter().locked_to("image/*")

    assert locked.narrowed("video/*") == locked
    assert locked.narrowed(None) == locked
    assert locked.narrowed("image/png").active == "image/png"
    assert locked.narrowed("image/png").locked == "image/*"


def test_taking_the_lock_away_takes_its_filter_away():
    assert MimeFilter("image/png", "image/*").locked_to(None) == MimeFilter()


@pytest.mark.parametrize(
    ("flagged", "page", "state"),
    [
        ([], [1, 2], EditListState(False, False, False)),
        ([1, 2, 9], [1, 2], EditListState(True, False, False)),
        ([1], [1, 2], EditListState(False, True, False)),
        ([9], [1, 2], EditListState(False, False, True)),
        ([9], [], EditListState(False, False, True)),
    ],
)
def test_the_select_all_box_knows_all_some_and_elsewhere(flagged, page, state):
    assert edit_list_state(flagged, page) == state
