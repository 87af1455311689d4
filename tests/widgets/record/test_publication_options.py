"""A moment as people type it."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest

from svc_tui.widgets.record.publication_options import parse_future_datetime


def test_a_moment_is_meant_in_the_zone_of_the_console():
    moment, problem = parse_future_datetime(" 2199-07-01 09:00 ", ZoneInfo("Europe/Rome"))

    assert moment is not None and problem == ""
    assert moment.isoformat() == "2199-07-01T09:00:00+02:00"


@pytest.mark.parametrize("text", ["", "tomorrow", "2199-13-01 09:00", "2199-07-01"])
def test_what_is_no_moment_is_shown_how_to_be_one(text: str):
    assert parse_future_datetime(text, None) == (None, "Use the format 2026-12-31 09:00.")


def test_a_moment_in_the_past_is_no_plan():
    assert parse_future_datetime("2001-01-01 09:00", ZoneInfo("UTC"))[1].startswith(
        "That is in the past"
    )
