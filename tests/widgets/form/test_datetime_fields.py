"""Dates, times and both, used by keyboard."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from svc_tui.config.options import Options
from svc_tui.stores.record.draft import Draft, Unreadable
from svc_tui.widgets.form.calendar import CalendarDialog
from svc_tui.widgets.form.datetime_fields import DateField
from tests.console import screen_text, wait_until
from tests.widgets.form.form_alone import shown, typed, value_now, values

NARROW = (48, 14)


@pytest.fixture(autouse=True)
def a_day_in_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DateField, "now", staticmethod(lambda: datetime(2026, 5, 31, 9, 5, 7)))


async def test_shift_with_arrows_changes_the_day_and_ctrl_the_month():
    async with shown("2026-05-31", "date", size=NARROW) as (pilot, app, field):
        assert "Sun" in screen_text(app)
        await typed(pilot, field, "shift+up", "ctrl+up", "shift+down", "ctrl+down")
        assert values(app) == ["2026-06-01", "2026-07-01", "2026-06-30", "2026-05-30"]


async def test_the_first_arrow_in_an_empty_date_is_today():
    async with shown(None, "date") as (pilot, app, field):
        await typed(pilot, field, "shift+up")
        assert values(app) == ["2026-05-31"]


async def test_the_fraction_of_a_second_is_not_shown_and_is_kept_until_an_edit():
    value = "2026-11-30 15:50:42.719950"
    async with shown(value, "datetime") as (pilot, app, field):
        field.begin()
        await pilot.pause()
        assert field.content() == "2026-11-30 15:50:42"
        app.set_focus(None)
        await pilot.pause()
        assert values(app) == [] and field.value == value
        await typed(pilot, field, "end", "backspace", "3")
        assert value_now(app) == "2026-11-30T15:50:43"


async def test_words_are_shown_as_the_day_they_mean_and_spelled_out_when_one_leaves():
    async with shown(None, "date") as (pilot, app, field):
        await typed(pilot, field, *"today", "space", "plus", *"7d")
        assert value_now(app) == "2026-06-07"
        assert "= 2026-06-07 Sun" in screen_text(app)
        app.set_focus(None)
        await wait_until(pilot, lambda: field.content() == "2026-06-07")
        assert value_now(app) == "2026-06-07"


async def test_an_impossible_date_is_kept_with_how_many_days_there_are():
    async with shown("2026-02-3", "date") as (pilot, app, field):
        await typed(pilot, field, "1")
        assert value_now(app) == Unreadable(
            "2026-02-31", "There is no day 31 in 2026-02: use 01 to 28."
        )
        await pilot.press("shift+up")
        await pilot.pause()
        assert "2026-02-31" in screen_text(app)


async def calendar(pilot: Any, app: Any) -> CalendarDialog:
    await wait_until(pilot, lambda: isinstance(app.screen, CalendarDialog))
    await pilot.pause()
    return app.screen


async def test_a_day_is_chosen_in_a_calendar_within_its_bounds():
    attrs = {"min": "today", "max": "today +1m"}
    async with shown("2026-06-15", "date", attrs=attrs) as (pilot, app, field):
        await typed(pilot, field, "f6")
        dialog = await calendar(pilot, app)
        await wait_until(pilot, lambda: "June 2026" in screen_text(app))
        assert "[15]" in screen_text(app)
        await pilot.press("pageup", "enter")
        await wait_until(pilot, lambda: "2026-06-30." in screen_text(app))
        assert app.screen is dialog
        await pilot.press("t", "right", "down", "enter")
        await wait_until(pilot, lambda: values(app)[-1:] == ["2026-06-08"])


async def test_escape_leaves_the_calendar_and_the_day():
    async with shown("2026-06-15", "date") as (pilot, app, field):
        await typed(pilot, field, "f6")
        await calendar(pilot, app)
        await pilot.press("greater_than_sign", "end", "home", "escape")
        await wait_until(pilot, lambda: len(app.screen_stack) == 1)
        assert values(app) == []


async def test_what_is_typed_into_a_calendar_changes_the_value_only_if_it_is_a_day():
    async with shown("2026-06-15", "date") as (pilot, app, field):
        await typed(pilot, field, "f6")
        dialog = await calendar(pilot, app)
        assert "type 2026-05-31 · Enter chooses" in screen_text(app)
        await pilot.press(*"2x9q!", "enter")
        await wait_until(pilot, lambda: "Typed: 29 · Use the format" in screen_text(app))
        assert app.screen is dialog and field.content() == "2026-06-15"
        await pilot.press("backspace", "backspace", *"2027-02-30", "enter")
        await wait_until(pilot, lambda: "2027-02: use 01 to 28." in screen_text(app))
        await pilot.press("escape")
        await wait_until(pilot, lambda: len(app.screen_stack) == 1)
        assert values(app) == [] and field.content() == "2026-06-15"
        await pilot.press("f6")
        await calendar(pilot, app)
        await pilot.press(*"20270228", "enter")
        await wait_until(pilot, lambda: values(app)[-1:] == ["2027-02-28"])


async def test_the_calendar_ends_where_the_years_do():
    async with shown("9999-12-30", "date") as (pilot, app, field):
        await typed(pilot, field, "f6")
        dialog = await calendar(pilot, app)
        await pilot.press("right", "right", "down", "pagedown", "greater_than_sign")
        await pilot.pause()
        assert dialog.month.day == date(9999, 12, 31)


async def test_shift_with_arrows_changes_the_part_of_a_time_that_the_caret_stands_on():
    async with shown("23:59", "time") as (pilot, app, field):
        await typed(pilot, field, "shift+up", "home", "shift+up", "ctrl+down")
        assert values(app) == ["00:00", "01:00", "00:00"]


async def test_a_datetime_steps_by_its_parts_and_keeps_its_zone():
    async with shown("2026-05-31T23:30:00+02:00", "datetime") as (pilot, app, field):
        await typed(pilot, field, "home", "right", "shift+up")
        assert value_now(app) == "2027-05-31T23:30:00+02:00"
        await pilot.press(*["right"] * 11, "shift+up")
        await pilot.pause()
        assert value_now(app) == "2027-06-01T00:30:00+02:00"
        await pilot.press("ctrl+down")
        await pilot.pause()
        assert value_now(app) == "2027-05-31T00:30:00+02:00"


async def test_an_instant_is_typed_in_local_time_and_sent_in_utc(in_rome: None):
    async with shown("2026-07-01T10:00:00Z", "datetime", attrs={"tz": "utc"}) as world:
        pilot, app, field = world
        await wait_until(pilot, lambda: "2026-07-01 12:00" in screen_text(app))
        assert "10:00 UTC" in screen_text(app)
        await typed(pilot, field, "shift+up")
        assert value_now(app) == "2026-07-01T10:01:00Z"
        await pilot.press("shift+down")
        await pilot.pause()
        assert value_now(app) == "2026-07-01T10:00:00Z"
        assert field.read("2026-07-01 12:00+05:00") == "2026-07-01T07:00:00Z"


async def test_an_untouched_instant_of_the_second_two_o_clock_goes_back_as_it_came(in_rome: None):
    value = "2026-10-25T01:30:00.500Z"
    async with shown(value, "datetime", attrs={"tz": "utc"}) as (pilot, app, field):
        await typed(pilot, field, "end", "7", "backspace")
        assert values(app)[-1] is value


async def test_a_naive_field_shows_no_zone_and_takes_none():
    value = "2026-07-01T10:00:00.25+05:30"
    async with shown(value, "datetime", attrs={"tz": "naive"}) as (pilot, app, field):
        await wait_until(pilot, lambda: "2026-07-01 10:00" in screen_text(app))
        assert "+05:30" not in screen_text(app)
        await typed(pilot, field, "shift+up", "shift+down")
        assert values(app) == ["2026-07-01T10:01:00", value]
        refused = field.read("2026-07-01 10:00Z")
        assert isinstance(refused, Unreadable)
        assert "Time zones are not saved here" in refused.problem


async def test_whole_hours_step_by_hours():
    attrs = {"granularity": "hour", "tz": "naive"}
    async with shown(None, "datetime", attrs=attrs) as (pilot, app, field):
        await typed(pilot, field, "shift+up", "end", "shift+up")
        assert values(app) == ["2026-05-31T09:00:00", "2026-05-31T10:00:00"]


async def test_a_calendar_leaves_the_time_alone():
    async with shown("2026-05-31T18:30:05Z", "datetime") as (pilot, app, field):
        await typed(pilot, field, "f6")
        await calendar(pilot, app)
        await pilot.press("left", "enter")
        await wait_until(pilot, lambda: values(app)[-1:] == ["2026-05-30T18:30:05Z"])


def test_bounds_of_every_type_are_told():
    attrs = {"min": "2026-01-01", "max": "2026-12-31"}
    tomorrow = date(2026, 5, 31) + timedelta(days=1)
    assert DateField.check(None, attrs, "2027-01-01") == "Must not be after 2026-12-31."
    assert (
        DateField.check(None, {"max": "today"}, tomorrow.isoformat())
        == "Must not be after 2026-05-31."
    )
    assert DateField.check(None, attrs, "2026-12-31T23:59:59") is None
    assert DateField.check(None, {"min": date(2026, 2, 1)}, "2026-01-31") == (
        "Must not be before 2026-02-01."
    )


READ = [
    ("datetime", "2026-05-31T10:00:30.5Z", {}, "2026-05-31 12:00 CEST"),
    ("datetime", "2026-05-31T10:00:30Z", {"tz": "utc"}, "2026-05-31 12:00 CEST"),
    ("datetime", "2026-05-31T10:00:30Z", {"tz": "naive"}, "2026-05-31 10:00:30"),
    ("datetime", "2026-05-31T10:00:00", {}, "2026-05-31 10:00"),
    ("datetime", "0001-01-01T00:00:00+14:00", {}, "0001-01-01T00:00:00+14:00"),
    ("datetime", "some day in spring", {}, "some day in spring"),
    ("datetime", None, {}, "—"),
    ("datetime", 7, {}, "7"),
    ("date", "2026-05-31", {}, "2026-05-31"),
    ("date", "2026-05-31T23:00:00Z", {}, "2026-06-01"),
    ("date", "some day in spring", {}, "some day in spring"),
    ("time", "18:30:00", {}, "18:30:00"),
]


@pytest.mark.parametrize(("kind", "value", "attrs", "words"), READ)
async def test_what_can_only_be_read_stands_as_in_a_list(
    in_rome: None, kind: str, value: object, attrs: dict[str, str], words: str
):
    async with shown(value, kind, readonly=True, attrs=attrs) as (_, app, field):
        assert screen_text(app).splitlines()[0].split("It", 1)[1].strip() == words
        app.form.show(Draft.of({"it": "2026-06-30T10:00:00Z"}), {}, None)
        assert str(field.as_text()) != words


async def test_what_can_only_be_read_is_told_in_the_zone_of_the_console(in_rome: None):
    config = Options(base_url="http://demo.test", timezone="America/New_York")
    svc = SimpleNamespace(config=config, inject=lambda *_: None)
    async with shown("2026-05-31T10:00:00Z", "datetime", readonly=True, svc=svc) as (_, app, _):
        assert "2026-05-31 06:00 EDT" in screen_text(app)
