"""The plan of a form and the lines of its grid."""

from __future__ import annotations

import pytest
from textual.message import Message
from textual.messages import Layout

from svc_tui.models.fields import ColumnSpan, FieldDescriptor
from svc_tui.widgets.form.arrangement import lines_of, span_of
from svc_tui.widgets.form.form import SvcForm
from svc_tui.widgets.form.layout import plan
from tests.console import wait_until
from tests.widgets.form.test_form import Host


def field(key: str, **said: object) -> FieldDescriptor:
    return FieldDescriptor(key=key, **said)


def keys(fields) -> list[str]:
    return [one.key for one in fields]


def test_fields_without_a_tab_stand_above_the_tabs():
    sheet = plan([field("a", tab="One"), field("b"), field("c", tab="Two"), field("d", tab="One")])

    assert keys(sheet.cards[0].fields) == ["b"]
    assert [(one.name, keys(one.every)) for one in sheet.sheets] == [
        ("One", ["a", "d"]),
        ("Two", ["c"]),
    ]


@pytest.mark.parametrize("tab", ["One/Inner", ("One", "Inner")])
def test_a_tab_may_lie_in_another(tab: str):
    (one,) = plan([field("a", tab=tab), field("b", tab="One")]).sheets

    assert keys(one.cards[0].fields) == ["b"]
    assert [inner.name for inner in one.sheets] == ["Inner"]
    assert keys(one.every) == ["b", "a"]


def test_a_group_stands_where_its_first_field_does_and_keeps_its_fields_together():
    sheet = plan([field("a"), field("b", group="G"), field("c"), field("d", group="G"), field("e")])

    assert [(card.name, keys(card.fields)) for card in sheet.cards] == [
        ("", ["a"]),
        ("G", ["b", "d"]),
        ("", ["c", "e"]),
    ]


def test_sub_tabs_live_in_groups_and_say_nothing_outside_of_one():
    sheet = plan([field("a", group="G"), field("b", group="G", subtab="S"), field("c", subtab="T")])

    group, loose = sheet.cards
    assert keys(group.fields) == ["a"]
    assert [(tab.name, keys(tab.fields)) for tab in group.subtabs] == [("S", ["b"])]
    assert (keys(loose.fields), loose.subtabs) == (["c"], ())


@pytest.mark.parametrize(
    ("cols", "width", "span"),
    [
        (6, 59, 12),
        (6, 60, 6),
        (ColumnSpan(sm=12, md=6, lg=3), 59, 12),
        (ColumnSpan(sm=12, md=6, lg=3), 99, 6),
        (ColumnSpan(sm=12, md=6, lg=3), 100, 3),
        (ColumnSpan(sm=6), 20, 6),
    ],
)
def test_a_field_takes_its_columns_by_the_width_of_the_form(cols, width: int, span: int):
    assert span_of(cols, width) == span


def test_a_line_takes_as_many_fields_as_twelve_columns_hold():
    assert lines_of([6, 6, 4, 4, 4, 12, 8, 6]) == [[0, 1], [2, 3, 4], [5], [6], [7]]


async def test_fields_that_hear_of_another_width_ask_for_no_second_layout():
    kinds = ("text", "number", "select", "switch", "date", "textarea")
    app = Host([FieldDescriptor(key=one, type=one) for one in kinds], {})
    heard: list[Message] = []
    async with app.run_test(size=(80, 24), message_hook=heard.append) as pilot:
        await pilot.pause()
        form = app.query_one(SvcForm)
        before = form.size.width
        heard.clear()

        await pilot.resize_terminal(100, 30)
        await wait_until(pilot, lambda: form.size.width > before)
        await pilot.pause()

        asked = [one.widget for one in heard if isinstance(one, Layout)]
        assert [one for one in asked if form in one.ancestors_with_self] == []
