"""What a list does not understand in a location, and so leaves out."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from svc_tui.models.location import Location
from svc_tui.models.overrides import meant_key
from svc_tui.stores.listing.list_query import FILTER_PREFIX, LARGEST_PAGE, OWN_NAMES
from svc_tui.text import cut, plural

if TYPE_CHECKING:
    from svc_tui.models.resource import Resource

MEANT = {
    "sort": "ordering",
    "order": "ordering",
    "order_by": "ordering",
    "q": "search",
    "limit": "page_size",
    "per_page": "page_size",
}
"""Names that other programs use, and what a location calls them."""

MOST = 3
"""Parts that a toast names; the others are counted."""

WIDEST, WIDEST_NAMES = 30, 120
"""Cells of a name or value in a sentence, and of a line of names."""


@dataclass(frozen=True)
class Unread:
    """A part of a location that a list leaves out."""

    key: str
    """Its name in the query."""
    what: str
    """What is wrong with it: `the list has no filter “status”`."""
    hint: str = ""
    """A sentence with the names that there are, or the one that was probably meant."""

    @property
    def notice(self) -> str:
        """The message to the user, in sentences."""
        said = f"{self.what[0].upper()}{self.what[1:]}, so that was ignored."
        return f"{said} {self.hint}".rstrip()

    @property
    def refusal(self) -> str:
        """The end of a sentence about a declaration."""
        hint = f"; {self.hint[0].lower()}{self.hint[1:].removesuffix('.')}" if self.hint else ""
        return f"{self.what}{hint}".replace("“", '"').replace("”", '"')


def unread_parts(
    resource: Resource, location: Location, own: Collection[str] = (), *, settled: bool = True
) -> tuple[Unread, ...]:
    """Return the parts of a location that the list of a resource would leave out.

    A filter with the prefix `f_` is sent whether it is declared or not.

    Args:
        resource: The resource of the list.
        location: The location of the list.
        own: Names that the page of the list reads itself.
        settled: Whether all filters are known; otherwise any name may be one.
    """
    return tuple(
        found
        for key in _keys(location)
        if key not in own and (found := _unread(resource, key, location.get(key), settled))
    )


def order_hint(resource: Resource, location: Location) -> str:
    """Return a sentence about a likely misspelt name in the ordering; "" for none.

    The ordering is sent as it is: the backend may sort by values that the list does not have.
    """
    more = (resource.lookup, resource.title_field, resource.position_field, *resource.ordering)
    known = {one.lstrip("-") for one in more if one}
    known |= {one.key for one in resource.columns} | {one.key for one in resource.form_fields}
    for part in location.get("ordering").split(","):
        path = part.lstrip("-")
        if near := meant_key(path.replace("__", "."), known):
            return f"The list has no column “{cut(path, WIDEST)}”. Did you mean “{near}”?"
    return ""


def unread_names(
    location: Location, names: Collection[str], whose: str = "the list"
) -> tuple[Unread, ...]:
    """Return the parts of a location that a page with these names would leave out."""
    return tuple(
        found
        for key in _keys(location)
        if (found := _no_number(key, location.get(key)) or _unknown(key, names, whose))
    )


def understood(location: Location, unread: Collection[Unread]) -> Location:
    """Return the location without these parts."""
    left_out = {one.key for one in unread}
    return replace(
        location, query=tuple(part for part in location.query if part[0] not in left_out)
    )


def notice_of(unread: Collection[Unread]) -> str:
    """Return what to tell the user about all of them."""
    said = [one.notice for one in unread]
    if (more := len(said) - MOST) > 0:
        said[MOST:] = [f"{plural(more, 'more was', 'more were')} ignored."]
    return " ".join(said)


def _keys(location: Location) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key for key, _ in location.query))


def _unread(resource: Resource, key: str, value: str, settled: bool) -> Unread | None:
    filters = [one.value for one in resource.filters]
    tabs = [one.value for one in resource.tabs]
    if key == resource.tab_query_param and (tabs or (settled and key not in filters)):
        if value in ("", *tabs):
            return None
        return Unread(key, f"the list has no tab “{cut(value, WIDEST)}”", _those("Tabs", tabs))
    if key.removeprefix(FILTER_PREFIX) not in ("", key):
        return None
    names = (*OWN_NAMES, resource.tab_query_param, *filters)
    unknown = _unknown(key, names, "the list", filters) if settled else None
    return _no_number(key, value) or unknown


def _unknown(
    key: str, names: Collection[str], whose: str, filters: Collection[str] = ()
) -> Unread | None:
    if key in names:
        return None
    common = MEANT.get(key)
    near = common if common in names else meant_key(key, {*names})
    hint = f"Did you mean “{near}”?" if near else _those("Filters", filters)
    return Unread(key, f"{whose} has no filter “{cut(key, WIDEST)}”", hint)


def _no_number(key: str, value: str) -> Unread | None:
    """Return a page or a page size that is none; an empty one is the usual one."""
    if key not in ("page", "page_size") or not value:
        return None
    largest = LARGEST_PAGE if key == "page_size" else 10**8
    if value.isascii() and value.isdigit() and 0 < int(value[:10]) <= largest:
        return None
    noun = f"page size from 1 to {LARGEST_PAGE:,}" if key == "page_size" else "page number"
    return Unread(key, f"“{cut(value, WIDEST)}” is not a {noun}")


def _those(noun: str, names: Collection[str]) -> str:
    listed = ", ".join(filter(None, names))
    return f"{noun}: {cut(listed, WIDEST_NAMES)}." if listed else ""
