"""Filters as people choose them, and as a query has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date

from rich.cells import cell_len
from textual.content import Content

from svc_tui.models.listing import ActiveFilter, FilterChoice, FilterDescriptor
from svc_tui.stores.listing.date_spans import day_span, in_words
from svc_tui.stores.listing.filter_choices import wire_text
from svc_tui.text import cut, label

Values = Mapping[str, tuple[str, ...]]
"""Query parameter to the chosen values, as `ListQuery.filters` has them."""

Namer = Callable[[str, str], str]
"""Names a fetched choice: takes the filter's and the choice's value, returns its label."""


def active_filters(
    filters: Sequence[FilterDescriptor],
    values: Values,
    name: Namer | None = None,
    today: date | None = None,
) -> tuple[ActiveFilter, ...]:
    """The filters of a query that are in use, in the order they were declared."""
    found = (with_values(one, values.get(one.value, ()), name, today) for one in filters)
    return tuple(one for one in found if one.active or one.dates)


def with_values(
    descriptor: FilterDescriptor,
    values: Sequence[str],
    name: Namer | None = None,
    today: date | None = None,
) -> ActiveFilter:
    """A filter with these chosen values; values that are not on offer are shown as they are."""
    given = {key: getattr(descriptor, key) for key in FilterDescriptor.model_fields}
    if descriptor.datepicker and len(values) == 1:
        days = day_span(values[0], today or date.today())
        return ActiveFilter(**given, dates=days or tuple(values), words=values[0])
    if descriptor.datepicker:
        return ActiveFilter(**given, dates=tuple(values))
    return ActiveFilter(**given, active=tuple(_choice(descriptor, one, name) for one in values))


def values_of(active: ActiveFilter) -> tuple[str, ...]:
    """Return the values of an active filter in a query."""
    if active.datepicker:
        return (active.words,) if active.words else active.dates
    return tuple(wire_text(choice.value) for choice in active.active)


def toggled(descriptor: FilterDescriptor, values: Sequence[str], value: str) -> tuple[str, ...]:
    """Add or remove a choice; if the filter takes only one value, it replaces that."""
    if value in values:
        return tuple(one for one in values if one != value)
    return (*values, value) if descriptor.multiple else (value,)


def chip(active: ActiveFilter) -> str:
    """`Status: Draft, In review`; a span of days by its words, else by its ends."""
    return f"{active.text}: {chosen_words(active)}"


def chosen_words(active: ActiveFilter) -> str:
    """`Draft, In review`, or a range of days; "" if nothing is chosen."""
    if active.datepicker:
        first, last = (*active.dates, "", "")[:2]
        return active.words or (in_words((first, last)) if first or last else "")
    return ", ".join(choice.text for choice in active.active)


def filter_line(active: ActiveFilter, width: int, accent: str) -> Content:
    """A line of a list of filters: the name in `width` cells, then the values in this style."""
    name = cut(active.text, width)
    name += " " * (width - cell_len(name))
    if not (chosen := chosen_words(active)):
        return label(f" {name}")
    return label(f" {name}  ", "bold") + label(chosen, accent)


def tick_line(words: str, ticked: bool, accent: str) -> Content:
    """A line of a list of choices, with its tick in this style."""
    if ticked:
        return label(" [x]", accent) + label(f" {words}", "bold")
    return label(f" [ ] {words}")


def _choice(descriptor: FilterDescriptor, value: str, name: Namer | None) -> FilterChoice:
    for choice in descriptor.choices:
        if wire_text(choice.value) == value:
            return choice
    words = name(descriptor.value, value) if name is not None else ""
    return FilterChoice(value=value, text=words or value)
