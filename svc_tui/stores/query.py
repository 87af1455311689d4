"""What a list is asked for, as a value that is also the location."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from svc_tui.models.location import Location

PAGE_SIZE = 20
PAGE_SIZES = (10, 20, 50, 100)
"""The page sizes that are offered (decisions 3: List params)."""

FILTER_PREFIX = "f_"
"""Marks a filter in the location; never sent to the backend (reference 2.3)."""


@dataclass(frozen=True)
class ListQuery:
    """Page, page size, search, ordering, filters and tab of a list; each change is a new value."""

    page: int = 1
    page_size: int = PAGE_SIZE
    search: str = ""
    ordering: tuple[str, ...] = ()
    """Field names, `-` in front for descending; the first one counts most."""
    filters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Query parameter to the chosen values."""
    tab: str = ""
    tab_param: str = "tab"
    default_size: int = PAGE_SIZE
    default_tab: str = ""
    default_ordering: tuple[str, ...] = ()
    """How the list starts; the location names only what differs."""

    def at(self, page: int) -> ListQuery:
        """The same query on another page; pages begin at 1."""
        return replace(self, page=max(1, page))

    def sized(self, page_size: int) -> ListQuery:
        """Another page size, from page 1."""
        return replace(self, page=1, page_size=page_size)

    def searching(self, text: str) -> ListQuery:
        """Another search, from page 1."""
        return replace(self, page=1, search=text.strip())

    def sorted_by(self, key: str) -> ListQuery:
        """Sort by a column: ascending, then descending, then not at all; from page 1."""
        turn = {"": (key,), key: (f"-{key}",), f"-{key}": ()}
        current = next((name for name in self.ordering if name.lstrip("-") == key), "")
        return replace(self, page=1, ordering=turn[current])

    def filtered(self, name: str, values: tuple[str, ...]) -> ListQuery:
        """Other values for one filter, from page 1; none takes the filter away."""
        filters = {key: chosen for key, chosen in self.filters.items() if key != name}
        if values:
            filters[name] = values
        return replace(self, page=1, filters=filters)

    def on_tab(self, tab: str) -> ListQuery:
        """Another tab, from page 1."""
        return replace(self, page=1, tab=tab)

    def params(self) -> dict[str, Any]:
        """What is sent. Where a filter has the tab's parameter, the tab wins (decisions 3)."""
        params: dict[str, Any] = dict(self.filters)
        if self.tab:
            params[self.tab_param] = self.tab
        params |= {"page": self.page, "page_size": self.page_size}
        if self.search:
            params["search"] = self.search
        if self.ordering:
            params["ordering"] = self.ordering
        return params

    def located(self, location: Location) -> Location:
        """The location that shows this query; what is as by default is left out."""
        shown: dict[str, str | int | None] = {
            name: None for name, _ in location.query if name.startswith(FILTER_PREFIX)
        }
        shown[self.tab_param] = _unless(self.default_tab, self.tab)
        shown |= {FILTER_PREFIX + name: _joined(values) for name, values in self.filters.items()}
        shown["search"] = _unless("", self.search)
        shown["ordering"] = _unless(",".join(self.default_ordering), ",".join(self.ordering))
        shown["page_size"] = _unless(self.default_size, self.page_size)
        shown["page"] = _unless(1, self.page)
        return location.with_query(**shown)

    def restored(self, location: Location) -> ListQuery:
        """The query of a location; what it leaves out is as by default, nonsense passed over."""
        filters = {
            name.removeprefix(FILTER_PREFIX): _split(value)
            for name, value in location.query
            if name.startswith(FILTER_PREFIX) and name != FILTER_PREFIX and value
        }
        size = _number(location.get("page_size"), self.default_size)
        return replace(
            self,
            page=max(1, _number(location.get("page"), 1)),
            page_size=size if 1 <= size <= 1000 else self.default_size,
            search=location.get("search").strip(),
            ordering=_listed(location.get("ordering", ",".join(self.default_ordering))),
            filters=filters,
            tab=location.get(self.tab_param, self.default_tab),
        )


def _number(text: str, default: int) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else default


def _unless(default: str | int, value: str | int) -> str | int | None:
    """What a location shows of a value: nothing where it is as by default."""
    return None if value == default else value


def _joined(values: tuple[str, ...]) -> str:
    """The values of a filter as one text; a comma inside of one is escaped."""
    return ",".join(value.replace("%", "%25").replace(",", "%2C") for value in values)


def _split(text: str) -> tuple[str, ...]:
    """The values of a filter again."""
    return tuple(part.replace("%2C", ",").replace("%25", "%") for part in text.split(","))


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part for part in text.split(",") if part)
