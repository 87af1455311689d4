"""Days and times as they are typed, and what is said of those that cannot be."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svc_tui.stores.record.datetime_parser import (
    InvalidDatetime,
    bare,
    datetime_input_text,
    on_grid,
    parse_date_input,
    parse_datetime_input,
    parse_time_input,
    shifted,
    stepped_time,
    to_local,
    to_utc,
)

TODAY = date(2026, 1, 31)
NOW = datetime(2026, 1, 31, 9, 5, 7)


@given(st.dates())
def test_every_day_comes_back_as_it_was(day: date):
    assert parse_date_input(day.isoformat(), TODAY) == day


@given(st.datetimes().map(lambda one: one.replace(microsecond=0)))
def test_every_moment_comes_back_as_it_was(moment: datetime):
    text = moment.isoformat()
    assert parse_datetime_input(datetime_input_text(text), NOW) == (text, "")


@given(
    st.datetimes(min_value=datetime(1980, 1, 1), max_value=datetime(2035, 1, 1)),
    st.integers(-12, 14),
)
def test_every_instant_comes_back_from_its_local_time(moment: datetime, hours: int):
    moment = moment.replace(microsecond=0, tzinfo=UTC)
    local = to_local((moment + timedelta(hours=hours)).isoformat())
    assert local is not None
    if local.fold == 0:
        back = to_utc(local.replace(tzinfo=None).isoformat())
        assert datetime.fromisoformat(back) == moment + timedelta(hours=hours)


@given(st.dates(date(1900, 1, 1), date(2200, 1, 1)), st.integers(-500, 500))
def test_months_on_and_back_end_in_the_same_month(day: date, by: int):
    there = shifted(day, by, "m")
    back = shifted(there, -by, "m")
    assert (back.year, back.month) == (day.year, day.month)
    assert back.day <= day.day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-11-21", "2026-11-21"),
        ("2026-1-5", "2026-01-05"),
        ("today", "2026-01-31"),
        ("Tomorrow", "2026-02-01"),
        ("yesterday", "2026-01-30"),
        ("today +7d", "2026-02-07"),
        ("+1m", "2026-02-28"),
        ("today +1m -1d", "2026-02-27"),
        ("-2w", "2026-01-17"),
        ("tomorrow + 1 y", "2027-02-01"),
    ],
)
def test_relative_words_are_days(text: str, day: str):
    assert parse_date_input(text, TODAY).isoformat() == day


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("2026-02-31", "There is no day 31 in 2026-02: use 01 to 28."),
        ("2024-02-30", "There is no day 30 in 2024-02: use 01 to 29."),
        ("2026-04-31", "There is no day 31 in 2026-04: use 01 to 30."),
        ("2026-13-01", "There is no month 13: use 01 to 12."),
        ("0000-01-01", "The year must be between 0001 and 9999."),
        ("today +9999y", "The year must be between 0001 and 9999."),
        ("31/12/2026", "Use the format 2026-05-31"),
        ("20260131", "Use the format"),
        ("2026-W01-1", "Use the format"),
        ("٢٠٢٦-01-01", "Use the format"),
        ("", "Use the format"),
        ("next week", "Use the format"),
    ],
)
def test_impossible_days_say_why(text: str, why: str):
    with pytest.raises(InvalidDatetime, match=why.replace(".", r"\.")):
        parse_date_input(text, TODAY)


@pytest.mark.parametrize(
    ("text", "time"),
    [("18:30", "18:30"), ("7:05", "07:05"), ("23:59:59.5", "23:59:59.5"), ("now", "09:05")],
)
def test_times_are_read(text: str, time: str):
    assert parse_time_input(text, NOW) == time


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("24:00", "There is no hour 24"),
        ("12:60", "There is no minute 60"),
        ("12:00:61", "There is no second 61"),
        ("7", "Use the format 18:30"),
    ],
)
def test_impossible_times_say_why(text: str, why: str):
    with pytest.raises(InvalidDatetime, match=why):
        parse_time_input(text, NOW)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-06-01 10:00", ("2026-06-01T10:00:00", "")),
        ("2026-06-01T10:00:05Z", ("2026-06-01T10:00:05", "Z")),
        ("2026-06-01 10:00+01:00", ("2026-06-01T10:00:00", "+01:00")),
        ("2026-06-01 10:00 -0530", ("2026-06-01T10:00:00", "-0530")),
        ("tomorrow 9:00", ("2026-02-01T09:00:00", "")),
        ("today +7d 9:00", ("2026-02-07T09:00:00", "")),
        ("now", ("2026-01-31T09:05:07", "")),
    ],
)
def test_moments_are_read_with_the_zone_that_was_typed(text: str, moment: tuple[str, str]):
    assert parse_datetime_input(text, NOW) == moment


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("2026-06-01", "The time is missing"),
        ("2026-02-31", "There is no day 31 in 2026-02: use 01 to 28."),
        ("2026-06-31 10:00", "There is no day 31 in 2026-06"),
        ("2026-06-01 25:00", "There is no hour 25"),
        ("2026-06-01 10:00+99:00", "No time zone is"),
        ("10:00", "Use the format"),
        ("nonsense", "Use the format"),
    ],
)
def test_impossible_moments_say_why(text: str, why: str):
    with pytest.raises(InvalidDatetime, match=why):
        parse_datetime_input(text, NOW)


def test_an_hour_that_clocks_skip_is_told(in_rome: None):
    with pytest.raises(InvalidDatetime, match="no 02:30 on that day: clocks skip"):
        to_utc("2026-03-29T02:30:00")


def test_an_hour_that_clocks_show_twice_is_the_first(in_rome: None):
    assert to_utc("2026-10-25T02:30:00") == "2026-10-25T00:30:00Z"


def test_an_instant_has_a_local_time(in_rome: None):
    local = to_local("2026-07-01T10:00:00Z")
    assert local is not None
    assert local.isoformat() == "2026-07-01T12:00:00+02:00"
    assert to_local("2026-07-01T10:00:00") is None
    assert to_local("nonsense") is None


def test_zone_and_fraction_are_left_out_of_a_naive_text():
    assert bare("2026-05-31T18:30:00.123456+05:30") == "2026-05-31T18:30:00"
    assert bare("2026-05-31T18:30:00Z") == "2026-05-31T18:30:00"
    assert bare("2026-05-31") == "2026-05-31"


def test_seconds_are_spoken_where_they_say_something():
    assert datetime_input_text("2026-05-31T18:30:00") == "2026-05-31 18:30"
    assert datetime_input_text("2026-05-31T18:30:05") == "2026-05-31 18:30:05"
    assert datetime_input_text("2026-05-31T18:30:00", "second") == "2026-05-31 18:30:00"


def test_what_is_finer_than_the_field_is_told():
    assert "whole hours" in str(on_grid("2026-05-31T18:30:00Z", "hour"))
    assert "whole days" in str(on_grid("2026-05-31T18:00:00", "day"))
    assert on_grid("2026-05-31T18:00:00", "hour") is None
    assert on_grid("2026-05-31T18:30:05", "second") is None


def test_a_time_steps_around_midnight_and_keeps_its_seconds():
    assert stepped_time("23:59", timedelta(minutes=1)) == "00:00"
    assert stepped_time("00:00:30", timedelta(hours=-1)) == "23:00:30"
    assert stepped_time("soon", timedelta(hours=1)) is None
