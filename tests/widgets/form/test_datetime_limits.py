"""The first and the last moment of the calendar, wherever the machine is."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import date

import pytest
from textual.app import App, ComposeResult

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.draft import Unreadable
from svc_tui.widgets.form.calendar import CalendarDialog
from svc_tui.widgets.form.datetime_fields import DatetimeField
from svc_tui.widgets.formatting import FORMATS

FAR = (
    "0001-01-01T00:00:00Z",
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59Z",
    "9999-12-31T23:59:59-12:00",
)


@pytest.fixture(params=["UTC", "Europe/Rome", "America/New_York", "Pacific/Kiritimati"])
def place(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Where the machine is."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


class Form(App[None]):
    def __init__(self, value: str, tz: str) -> None:
        super().__init__()
        self.field = (FieldDescriptor(key="at", type="datetime", attrs={"tz": tz}), value)

    def compose(self) -> ComposeResult:
        yield DatetimeField(*self.field)


@pytest.mark.parametrize("tz", ["utc", "naive", ""])
@pytest.mark.parametrize("value", FAR)
async def test_a_far_moment_is_shown_and_goes_back_as_it_came(place: str, value: str, tz: str):
    async with Form(value, tz).run_test() as pilot:
        field = pilot.app.query_one(DatetimeField)
        field.begin()
        await pilot.press("x", "backspace", "end")
        await pilot.pause()
        assert field.value == value


@pytest.mark.parametrize("typed", ["0001-01-01 00:00", "9999-12-31 23:59"])
async def test_a_far_moment_can_be_typed_or_is_told_to_be_too_far(place: str, typed: str):
    async with Form("2026-05-31T10:00:00Z", "utc").run_test() as pilot:
        field = pilot.app.query_one(DatetimeField)
        field.begin()
        field.write(typed)
        await pilot.press("shift+up", "shift+down", "ctrl+up", "ctrl+down")
        await pilot.pause()
        value = field.value
        assert isinstance(value, str) or (
            isinstance(value, Unreadable) and "0001 and 9999" in value.problem
        )


@pytest.mark.parametrize("value", FAR)
def test_lists_have_words_for_a_far_moment(place: str, value: str):
    assert all(one.text(value, None) for one in FORMATS.values())


@pytest.mark.parametrize("day", [date(1, 1, 1), date(9999, 12, 31)])
async def test_a_calendar_stops_at_its_ends(day: date):
    async with App[None]().run_test() as pilot:
        dialog = CalendarDialog("At", day, date(2026, 5, 31))
        await pilot.app.push_screen(dialog)
        keys = ("up", "down", "left", "right", "pageup", "pagedown", "home", "end")
        await pilot.press(*keys, *keys, "left", "left", "right", "right")
        assert pilot.app.screen is dialog
