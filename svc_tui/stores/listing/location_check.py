"""What a list does not understand in a location, and so leaves out."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from svc_tui.models.location import Location
from svc_tui.models.overrides import meant_key
from svc_tui.stores.listing.list_query import FILTER_PREFIX, LARGEST_PAGE, OWN_NAMES
from svc_tui.text import clean

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
        """What to tell the user, in sentences."""
        said = f"{self.what[0].upper()}{self.what[1:]}, so it was left out."
        return f"{said} {self.hint}".rstrip()

    @property
    def refusal(self) -> str:
        """The end of a sentence about a declaration."""
        hint = f"; {self.hint[0].lower()}{self.hint[1:].removesuffix('.')}" if self.hint else ""
        return f"{self.what}{hint}".replace("“", '"').replace("”", '"')


def unread_parts(
    resource: Resource, location: Location, own: Collection[str] = ()
) -> tuple[Unread, ...]:
    """Return the parts of a location that the list of a resource would leave out.

    A filter with the prefix `f_` is sent whether it is declared or not. `own` are names that the
    page of the list reads itself.
    """
    return tuple(
        found
        for key in _keys(location)
        if key not in own and (found := _unread(resource, key, location.get(key))) is not None
    )


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
    return " ".join(one.notice for one in unread)


def _keys(location: Location) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key for key, _ in location.query))


def _unread(resource: Resource, key: str, value: str) -> Unread | None:
    filters = [one.value for one in resource.filters]
    tabs = [one.value for one in resource.tabs]
    if key == resource.tab_query_param and (tabs or key not in filters):
        if value in ("", *tabs):
            return None
        return Unread(key, f"the list has no tab “{clean(value)}”", _those("Tabs", tabs))
    if key == "ordering":
        return _misspelt_order(resource, key, value)
    if key.removeprefix(FILTER_PREFIX) not in ("", key):
        return None
    names = (*OWN_NAMES, resource.tab_query_param, *filters)
    return _no_number(key, value) or _unknown(key, names, "the list", filters)


def _unknown(
    key: str, names: Collection[str], whose: str, filters: Collection[str] = ()
) -> Unread | None:
    if key in names:
        return None
    common = MEANT.get(key)
    near = common if common in names else meant_key(key, {*names})
    hint = f"Did you mean “{near}”?" if near else _those("Filters", filters)
    return Unread(key, f"{whose} has no filter “{clean(key)}”", hint)


def _no_number(key: str, value: str) -> Unread | None:
    """Return a page or a page size that is none."""
    if key not in ("page", "page_size"):
        return None
    largest = LARGEST_PAGE if key == "page_size" else 10**8
    if value.isascii() and value.isdigit() and 0 < int(value[:10]) <= largest:
        return None
    noun = f"page size from 1 to {LARGEST_PAGE:,}" if key == "page_size" else "page number"
    return Unread(key, f"“{clean(value)}” is not a {noun}")


def _misspelt_order(resource: Resource, key: str, value: str) -> Unread | None:
    """Return a name in an ordering that is likely a misspelt one; others are the backend's."""
    more = (resource.lookup, resource.title_field, resource.position_field, *resource.ordering)
    known = {one.lstrip("-") for one in more if one}
    known |= {one.key for one in resource.columns} | {one.key for one in resource.form_fields}
    for path in value.split(","):
        if near := meant_key(path.lstrip("-").replace("__", "."), known):
            said = f"the list can't be sorted by “{clean(path)}”"
            return Unread(key, said, f"Did you mean “{near}”?")
    return None


def _those(noun: str, names: Collection[str]) -> str:
    return f"{noun}: {', '.join(filter(None, names))}." if any(names) else ""
