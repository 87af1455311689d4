"""Where a page of the CMS is out, by a row of a list."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from svc_tui.stores.record.publication_store import SIGNS, WORDS, states_of, status_markers
from svc_tui.terminal.ascii_filter import _PLAIN

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def page(deleted: str | None = None, **published: Any) -> dict[str, Any]:
    texts = {lang: {"published_at": moment} for lang, moment in published.items()}
    return {"id": 1, "deleted_at": deleted, "translations": texts}


def test_each_language_has_its_own_state() -> None:
    row = page(en="2026-02-01T09:00:00Z", it=None, fr="2026-04-01T09:00:00+02:00")

    assert states_of(row, NOW) == {"en": "PUB", "it": "DRF", "fr": "PLA"}
    assert status_markers(row, NOW) == "en ✓ it · fr ◷"


def test_what_is_in_the_bin_is_out_in_no_language() -> None:
    assert status_markers(page("2026-02-02T00:00:00Z", en="2026-02-01T09:00:00Z"), NOW) == "en ✗"


@pytest.mark.parametrize(
    "row", [{}, {"translations": None}, {"translations": {"en": 3, "it": {"title": "x"}}}]
)
def test_where_nothing_is_told_nothing_is_claimed(row: dict[str, Any]) -> None:
    assert status_markers(row, NOW) == ""


def test_nonsense_is_no_moment_and_a_moment_without_a_zone_is_one() -> None:
    assert status_markers(page(en="soon", it="2026-02-01T09:00:00", fr=7), NOW) == "en · it ✓ fr ·"


def test_no_two_states_look_alike_in_ascii() -> None:
    assert SIGNS.keys() == WORDS.keys()
    assert len({sign.translate(_PLAIN) for sign in SIGNS.values()}) == len(SIGNS)
