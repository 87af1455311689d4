"""The text above a form says what happened before why."""

from __future__ import annotations

from svc_tui.stores.record.detail_state import IN_FORM, DetailState
from svc_tui.widgets.record.errors_dialog import ErrorEntry
from svc_tui.widgets.record.lines import ErrorKeys, notice

KEYS = ErrorKeys("F8", "!")


def test_reasons_without_a_field_follow_what_happened() -> None:
    words = notice(DetailState(), [ErrorEntry("1"), ErrorEntry("2.a: b")], 3, KEYS)

    assert words == "Not saved. Correct the values and save again:\n1\n2.a: b"


def test_that_the_text_is_kept_is_said_once() -> None:
    state = DetailState(problem=f"Not confirmed.{IN_FORM}")

    assert notice(state, [], 3, KEYS) == "Not confirmed. What you typed is still in the form."
    assert notice(DetailState(problem="No."), [], 3, KEYS) == "No. Nothing you typed is lost."


def test_a_new_record_is_only_offered_in_place_of_one_that_is_gone() -> None:
    gone, there = (DetailState(problem="404.", missing=missing) for missing in (True, False))

    offer = "Press c to create a new record from it."
    assert notice(gone, [], 3, KEYS) == f"404. {offer} Nothing you typed is lost."
    assert notice(there, [], 3, KEYS) == "404. Nothing you typed is lost."
