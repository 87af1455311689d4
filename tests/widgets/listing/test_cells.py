"""Values in cells: what a format makes of them."""

from __future__ import annotations

import inspect
import re
from datetime import UTC, datetime, timedelta
from typing import Any, get_args
from zoneinfo import ZoneInfo

import pytest
from rich.text import Text

from svc_tui.models.listing import DATES, Format, ListColumn
from svc_tui.widgets.form.summary import summary
from svc_tui.widgets.formatting import FORMATS, OLDEST_FIRST, as_text
from svc_tui.widgets.listing.cells import cut_cell, drawn, fitting, shown, widths

ROME = ZoneInfo("Europe/Rome")
WHEN = ListColumn(key="when", format="datetime")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("2026-03-01T09:30:00Z", "2026-03-01 10:30 CET"),
        ("2026-07-01T09:30:00+00:00", "2026-07-01 11:30 CEST"),
        ("2026-03-01T09:30:00", "2026-03-01 09:30"),
        (1_772_357_400, "2026-03-01 10:30 CET"),
        (1_772_357_400_000, "2026-03-01 10:30 CET"),
        (2026, "2026"),
        ("soon", "soon"),
        (None, "—"),
    ],
)
def test_an_instant_names_its_zone_and_a_wall_time_has_none(value: object, text: str) -> None:
    assert shown(WHEN, {"when": value}, ROME) == text


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("digits", [9, 11, 14, 400])
def test_a_number_of_any_size_is_shown(format: Format, sign: int, digits: int) -> None:
    column = ListColumn(key="it", format=format)
    for number in (10**digits - 1, 1e300):
        assert shown(column, {"it": sign * number})


@pytest.mark.parametrize("format", ["date", "datetime", "relative"])
@pytest.mark.parametrize("value", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"])
@pytest.mark.parametrize("zone", [ROME, UTC, None])
def test_an_instant_that_no_calendar_has_here_stays_as_it_was_sent(
    value: str, format: Any, zone: Any
) -> None:
    column = ListColumn(key="when", format=format)
    assert shown(column, {"when": value}, zone).startswith(value[:10])


STATE = ListColumn(key="state", format="badge", width=9)


def test_a_state_has_its_sign_and_the_colour_of_its_kind() -> None:
    styles = {"good": "green", "failed": "red"}
    paid, lost = (drawn(STATE, word, 20, styles) for word in ("paid", "lost"))
    assert (paid.plain, str(paid.style)) == ("● paid", "green")
    assert lost.plain == "lost", "an unknown word has no sign"
    assert [drawn(STATE, word, 20).plain for word in ("In review", "draft", "failed")] == [
        "In review",
        "○ draft",
        "✕ failed",
    ]


def test_the_first_column_of_words_takes_the_room_that_is_left() -> None:
    columns = [ListColumn(key="id"), ListColumn(key="title"), ListColumn(key="author", width=6)]
    texts = [["1", "Ferry", "Oluwaseun Adeyemi"], ["20", "Harbour", "Vera"]]
    assert widths(columns, texts, 60) == [4, 39, 17], "nothing is cut while cells are free"
    assert widths([*columns, STATE], [[*row, "paid"] for row in texts], 36) == [4, 7, 14, 11]
    number = [ListColumn(key="number", width=8), ListColumn(key="customer")]
    rows = [["NR-00058", "Paola K."]]
    assert widths(number, rows, 100) == [18, 82], "beyond 72 cells all columns share the rest"
    assert widths(number, rows, 60) == [8, 52], "a column keeps the width that it declares"


@pytest.mark.parametrize("format", ["date", "datetime"])
def test_what_is_no_date_is_never_cut_without_a_sign(format: Any) -> None:
    column = ListColumn(key="when", format=format)
    number = 99999999999999999999999999999
    assert shown(column, {"when": number}, ROME) == str(number)
    assert shown(column, {"when": "Tomorrow, at about Ten"}, ROME) == "Tomorrow, at about Ten"
    assert drawn(column, str(number), 16).plain == "999999999999999…"


def test_words_give_way_before_dates_and_states() -> None:
    columns = [
        ListColumn(key="a", format="badge"),
        ListColumn(key="b"),
        ListColumn(key="c", format="date"),
    ]
    rows = [["Published", "A name of some length", "2026-03-01"]]
    assert widths(columns, rows, 30) == [11, 9, 10]


@pytest.mark.parametrize("format", ["badge", "number", "text"])
def test_a_value_without_end_is_cut_before_the_words_beside_it(format: Any) -> None:
    long = ListColumn(key="state", label="State", format=format)
    columns = [ListColumn(key="title"), long, ListColumn(key="author")]
    row = ["Town council draws record crowd", "x" * 10_000, "Ada Lovelace"]
    assert fitting(columns, [row], 78) == [0, 1, 2]
    found = widths(columns, [row], 72)
    assert sum(found) == 72 and min(found) >= 12
    cells = [drawn(long, row[1], found[1]), cut_cell(Text(row[1]), found[1])]
    assert all(one.cell_len == found[1] and one.plain.endswith("x…") for one in cells)


def test_without_room_the_zone_goes_before_the_minutes() -> None:
    text = shown(WHEN, {"when": "2026-03-01T09:30:00Z"}, ROME)
    assert drawn(WHEN, text, 16).plain == "2026-03-01 10:30"
    assert drawn(WHEN, text, 20).plain == "2026-03-01 10:30 CET"


def test_each_format_has_a_row_and_is_described() -> None:
    assert [*FORMATS] == [*get_args(Format)], "FORMATS has a row for each `Format`, in its order"
    said = inspect.getsource(ListColumn).partition("format: Format")[2].partition("align:")[0]
    plain = {"text", "boolean", "date", "datetime"}
    missing = [name for name in FORMATS if f"`{name}`" not in said and name not in plain]
    assert missing == [], "the description of `ListColumn.format` lacks these"


def test_the_description_of_align_names_the_formats_on_the_right() -> None:
    source = " ".join(inspect.getsource(ListColumn).split())
    said = re.search(r"amounts \((.+?)\) right", source)
    assert said, "`ListColumn.align` is described with `amounts (…) right`, which names the formats"
    named = set(re.findall(r"`(\w+)`", said[1]))
    right = {name for name, one in FORMATS.items() if one.side == "right"}
    assert named == right, "the description of `ListColumn.align` names these formats of FORMATS"


def test_the_formats_of_dates_are_ordered_by_age() -> None:
    by_age = {name for name, one in FORMATS.items() if one.order == OLDEST_FIRST}
    assert by_age == DATES, "Home finds the newest date of a list by `DATES`"


def test_a_related_record_has_one_name_in_lists_and_forms() -> None:
    for record in ({"username": "vera", "text": "Vera"}, {"id": 3, "file": "map.pdf"}):
        assert as_text(record) == summary(record)


@pytest.mark.parametrize(
    ("value", "text"),
    [(1536, "1.5 KiB"), ("1536", "1.5 KiB"), (10**400, f"{10**400} B"), ("much", "much")],
    ids=["number", "text", "huge", "word"],
)
def test_a_size_is_told_in_units_whatever_came(value: object, text: str) -> None:
    assert shown(ListColumn(key="size", format="size"), {"size": value}) == text


@pytest.mark.parametrize("kind", [str, lambda moment: moment])
def test_how_long_ago_is_told_of_texts_and_of_moments(kind: Any) -> None:
    column = ListColumn(key="when", format="relative")
    when = datetime.now(UTC) - timedelta(hours=3, minutes=5)
    assert shown(column, {"when": kind(when)}, ROME) == "3 h ago"


def test_a_row_with_two_very_long_values_does_not_hide_the_others() -> None:
    columns = [ListColumn(key=key) for key in ("title", "author", "isbn", "status", "mark")]
    row = ["x" * 10_000, "y" * 10_000, "9780140000016", "lent", "AUS-001"]

    assert fitting(columns, [row], 78) == [0, 1, 2, 3, 4]
    assert fitting(columns, [row], 58) == [0, 1, 2]
