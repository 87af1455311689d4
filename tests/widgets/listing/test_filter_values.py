"""Filters as people choose them."""

from __future__ import annotations

from svc_tui.models.listing import FilterDescriptor
from svc_tui.widgets.listing.filter_values import (
    active_filters,
    chip,
    toggled,
    values_of,
    with_values,
)

STATUS = FilterDescriptor(value="status", multiple=True, choices=("draft", "published"))
FEATURED = FilterDescriptor(value="featured", choices=(True, False))
DAY = FilterDescriptor(value="day", text="Day", datepicker=True)
AUTHOR = FilterDescriptor(value="author", endpoint="/api/authors")


def test_several_choices_add_up_and_a_second_tick_takes_one_away():
    assert toggled(STATUS, ("draft",), "published") == ("draft", "published")
    assert toggled(STATUS, ("draft", "published"), "draft") == ("published",)


def test_a_single_choice_replaces_the_one_before():
    assert toggled(FEATURED, ("true",), "false") == ("false",)


def test_a_chip_reads_as_people_read():
    assert chip(with_values(STATUS, ("draft", "published"))) == "Status: Draft, Published"
    assert chip(with_values(DAY, ("2026-01-31", ""))) == "Day: 2026-01-31 – …"


def test_a_fetched_choice_is_called_by_its_name_once_that_is_known():
    assert chip(with_values(AUTHOR, ("7",))) == "Author: 7"
    assert chip(with_values(AUTHOR, ("7",), lambda name, value: "Rossi")) == "Author: Rossi"


def test_what_a_filter_carries_survives_the_round_trip():
    for one, values in ((STATUS, ("draft",)), (FEATURED, ("true",)), (DAY, ("a", "b"))):
        assert values_of(with_values(one, values)) == values


def test_only_filters_in_use_are_active_in_the_order_declared():
    found = active_filters((STATUS, DAY, FEATURED), {"featured": ("true",), "status": ("draft",)})

    assert [one.value for one in found] == ["status", "featured"]
