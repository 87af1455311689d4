"""The query of a list, as a value that is also its location."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING, Any

from svc_tui.api.dialects import Span
from svc_tui.models.location import Location
from svc_tui.stores.listing.date_spans import SYNTAX_HINT, as_written, day_span, is_relative
from svc_tui.text import clean

if TYPE_CHECKING:  # A descriptor is a pydantic model, which startup does not wait for.
    from svc_tui.models.listing import FilterDescriptor

PAGE_SIZE = 20
PAGE_SIZES = (10, 20, 50, 100)
"""The offered page sizes."""

FILTER_PREFIX = "f_"
"""Marks a filter in the location; never sent to the backend."""

SENT_NAMES = ("page", "page_size", "search", "ordering")
"""Names under which each list asks for its rows, whatever the backend calls them."""

OWN_NAMES = (*SENT_NAMES, "lang")
"""Keys of a location that are no filters: those of the list, and the language of records."""

LARGEST_PAGE = 1000
"""Maximum number of rows that a location may ask for at once."""

Values = tuple[str, ...]
"""Chosen values of a filter; of a span of dates its first and last day, "" where it is open, or a
text that is relative to today: `last month`."""

LAST_MOMENT = "T23:59:59.999"
"""The end of a day, in the backend's own time zone."""


@dataclass(frozen=True)
class ListQuery:
    """Page, page size, search, ordering, filters and tab of a list; each change is a new value."""

    page: int = 1
    page_size: int = PAGE_SIZE
    search: str = ""
    ordering: tuple[str, ...] = ()
    """Field names, with `-` for descending; the first one ranks highest."""
    filters: Mapping[str, Values] = field(default_factory=dict)
    """The chosen values by query parameter."""
    tab: str = ""
    tab_param: str = "tab"
    default_size: int = PAGE_SIZE
    spans: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Filters that are spans of dates, with the parameters of their first and last day; both are
    the filter's name where one parameter carries them."""
    timed: frozenset[str] = frozenset()
    """The spans whose last day is sent with its last moment."""
    labels: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    """The labels of the filters, by their names."""
    known: frozenset[str] = frozenset()
    """Filters that a location may also name without the prefix: `/articles?status=draft`."""
    default_tab: str = ""
    default_ordering: tuple[str, ...] = ()
    default_filters: Mapping[str, Values] = field(default_factory=dict)
    """The initial filters; the location names only differences."""
    today: Callable[[], date] = field(default=date.today, compare=False, repr=False)
    """The user's day, to which `last month` is relative."""

    def knowing(self, filters: Iterable[FilterDescriptor]) -> ListQuery:
        """Return with these initial filters, so that the very first request has them.

        Known filters stay known.
        """
        filters = tuple(filters)
        spans = {
            item.value: (item.from_param or item.value, item.to_param or item.value)
            for item in filters
            if item.datepicker
        }
        names = [item.value for item in filters]
        started = {item.value: _default(item, self.today()) for item in filters}
        chosen = {name: values for name, values in started.items() if values}
        return replace(
            self,
            spans={**self.spans, **spans},
            timed=(self.timed - set(names)).union(one.value for one in filters if one.with_time),
            labels={**self.labels, **{item.value: item.text for item in filters}},
            known=self.known.union(names) - {*OWN_NAMES, self.tab_param},
            filters={**chosen, **self.filters},
            default_filters={**self.default_filters, **chosen},
        )

    def at(self, page: int) -> ListQuery:
        """Return the query on another page; pages begin at 1."""
        return replace(self, page=max(1, page))

    def sized(self, page_size: int) -> ListQuery:
        """Return the query with another page size, on page 1."""
        return replace(self, page=1, page_size=max(1, page_size))

    def searching(self, text: str) -> ListQuery:
        """Return with another search, from page 1."""
        return replace(self, page=1, search=text.strip())

    def sorted_by(self, key: str, add: bool = False) -> ListQuery:
        """Sort by a column: ascending, then descending, then by default; from page 1.

        With `add`, the other columns stay, and the column keeps its rank.
        """
        turn = {"": (key,), key: (f"-{key}",), f"-{key}": ()}
        current = next((name for name in self.ordering if name.lstrip("-") == key), "")
        if not add:
            ordering = turn[current]
        elif current:
            at = self.ordering.index(current)
            ordering = self.ordering[:at] + turn[current] + self.ordering[at + 1 :]
        else:
            ordering = (*self.ordering, key)
        return replace(self, page=1, ordering=ordering or self.default_ordering)

    def ordered(self, ordering: Iterable[str]) -> ListQuery:
        """Return sorted by these names, from page 1."""
        return replace(self, page=1, ordering=tuple(ordering))

    def filtered(self, name: str, values: Values) -> ListQuery:
        """Return with other values of one filter, from page 1; none removes it."""
        filters = {key: chosen for key, chosen in self.filters.items() if key != name}
        if name in self.spans and not (len(values) == 1 and is_relative(values[0])):
            values = _span(values)
        if any(values):
            filters[name] = values
        return replace(self, page=1, filters=filters)

    def unfiltered(self) -> ListQuery:
        """Return without any filter, from page 1; the tab stays."""
        return replace(self, page=1, filters={})

    def with_fixed_dates(self) -> ListQuery:
        """Return with days instead of texts that are relative to today."""
        today = self.today()
        days = {
            name: _days_of(self.filters[name], today) for name in self.filters.keys() & self.spans
        }
        return replace(self, filters={**self.filters, **days}) if days else self

    def on_tab(self, tab: str) -> ListQuery:
        """Return on another tab, from page 1."""
        return replace(self, page=1, tab=tab)

    def matches_as(self, other: ListQuery) -> bool:
        """Whether both match the same records, in whatever order and pages."""
        return self.criteria() == other.criteria()

    def criteria(self) -> dict[str, Any]:
        """Return what decides which records match; the tab wins over a filter of its name."""
        criteria: dict[str, Any] = {}
        for name, values in self.with_fixed_dates().filters.items():
            criteria |= self._sent(name, values)
        if self.tab:
            criteria[self.tab_param] = self.tab
        if self.search:
            criteria["search"] = self.search
        return criteria

    def params(self) -> dict[str, Any]:
        """Return the query parameters."""
        params = {**self.criteria(), "page": self.page, "page_size": self.page_size}
        if self.ordering:
            params["ordering"] = self.ordering
        return params

    def selecting(self) -> dict[str, Any]:
        """Return the parameters of the matching records and their order, without a page."""
        params = self.params()
        return {name: params[name] for name in params if name not in ("page", "page_size")}

    def located(self, location: Location) -> Location:
        """Return the location of this query; defaults are left out."""
        shown: dict[str, str | int | None] = {
            name: None
            for name, _ in location.query
            if name.startswith(FILTER_PREFIX) or name in self.known
        }
        shown[self.tab_param] = _unless(self.default_tab, self.tab)
        for name in {**self.default_filters, **self.filters}:
            values = self.filters.get(name, ())
            shown[FILTER_PREFIX + name] = _unless(
                _joined(self.default_filters.get(name, ())), _joined(values)
            )
        shown["search"] = _unless("", self.search)
        shown["ordering"] = _unless(",".join(self.default_ordering), ",".join(self.ordering))
        shown["page_size"] = _unless(self.default_size, self.page_size)
        shown["page"] = _unless(1, self.page)
        return location.with_query(**shown)

    def restored(self, location: Location) -> ListQuery:
        """Return the query of a location; missing parts are defaults, invalid ones are ignored."""
        size = _number(location.get("page_size"), self.default_size)
        return replace(
            self,
            page=max(1, _number(location.get("page"), 1)),
            page_size=size if 1 <= size <= LARGEST_PAGE else self.default_size,
            search=location.get("search").strip(),
            ordering=_listed(location.get("ordering", ",".join(self.default_ordering))),
            filters=_filters_in(location, self.known, self.default_filters),
            tab=location.get(self.tab_param, self.default_tab),
        )

    def _sent(self, name: str, values: Values) -> dict[str, Any]:
        """Return one filter as query parameters, without open ends of a span."""
        first_param, last_param = self.spans.get(name, (name, name))
        if first_param == last_param:
            return {name: Span(values) if name in self.spans else values}
        first, last = _span(values)
        last += LAST_MOMENT if last and name in self.timed else ""
        both = {first_param: first, last_param: last}
        return {param: day for param, day in both.items() if day}


def _filters_in(
    location: Location, known: Collection[str], started: Mapping[str, Values]
) -> dict[str, Values]:
    """Return the filters of a location, over the initial ones."""
    named = {
        name.removeprefix(FILTER_PREFIX): _split(value) if value else ()
        for name, value in location.query
        if (name.startswith(FILTER_PREFIX) and name != FILTER_PREFIX) or name in known
    }
    return {name: values for name, values in {**started, **named}.items() if values}


def _default(item: FilterDescriptor, today: date) -> Values:
    """Return the initial values of a filter: choices, or days as a query line has them."""
    if item.datepicker:
        return _first_days((item.default_choice or "").replace(",", ".."), today)
    chosen = _listed(item.default_choice or "")
    return chosen if item.multiple else chosen[:1]


def strange_default(filters: Iterable[FilterDescriptor], today: date) -> str:
    """Return the error about a datepicker with an invalid initial date; "" where there is none."""
    for item in filters:
        if item.datepicker and item.default_choice and not _default(item, today):
            said = f"“{clean(item.default_choice)}” is not a date: {SYNTAX_HINT}"
            return f"{item.text} starts empty: its default_choice {said}."
    return ""


def _first_days(text: str, today: date) -> Values:
    """Return initial days, as text if relative; empty if invalid."""
    days = day_span(text, today)
    return () if days is None else (as_written(text),) if is_relative(text) else days


def _span(values: Values) -> Values:
    """Return first and last day in order; one day is a span by itself."""
    days = (*values, "", "")[:2] if len(values) != 1 else values * 2
    return tuple(sorted(days)) if all(days) else days


def _days_of(values: Values, today: date) -> Values:
    """Return the span of days of a text; another text is returned unchanged."""
    return (day_span(values[0], today) or values) if len(values) == 1 else values


def _number(text: str, default: int) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else default


def _unless(default: str | int, value: str | int) -> str | int | None:
    return None if value == default else value


def _joined(values: tuple[str, ...]) -> str:
    """Return the values of a filter as one text, with commas escaped."""
    return ",".join(value.replace("%", "%25").replace(",", "%2C") for value in values)


def _split(text: str) -> tuple[str, ...]:
    return tuple(part.replace("%2C", ",").replace("%25", "%") for part in text.split(","))


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part for part in text.split(",") if part)
