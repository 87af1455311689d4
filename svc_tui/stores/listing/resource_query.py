"""The initial query of a resource's list, and that of a typed line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, tzinfo
from typing import TYPE_CHECKING, Any

from svc_tui.models.listing import FIT, RowsPerPage
from svc_tui.stores.listing.date_spans import today_in
from svc_tui.stores.listing.filter_choices import fetched, named
from svc_tui.stores.listing.list_query import PAGE_SIZE, ListQuery
from svc_tui.stores.listing.query_parser import ParsedQuery, QueryLineError, parse
from svc_tui.text import clean

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud
    from svc_tui.models.listing import FilterDescriptor
    from svc_tui.models.resource import Resource


def fits_screen(resource: Resource, page_size: RowsPerPage) -> bool:
    """Whether the list shows as many rows as the screen has lines, unless its user chose."""
    return (resource.page_size or page_size) == FIT


def first_size(resource: Resource, page_size: RowsPerPage) -> int:
    """Return the rows of a list's page while nothing is known of the screen.

    `page_size` is the console's own, for resources without one.
    """
    size = resource.page_size or page_size
    return PAGE_SIZE if size == FIT else size


def initial_query(
    resource: Resource, page_size: RowsPerPage, zone: tzinfo | None = None
) -> ListQuery:
    """Return the query of a resource's list before it is narrowed.

    `page_size` is the console's own, for resources without one.
    """
    size = first_size(resource, page_size)
    return replace(plain_query(resource, today_in(zone)), page_size=size, default_size=size)


def plain_query(resource: Resource, today: Callable[[], date]) -> ListQuery:
    """Return the query with a resource's own order, tab and filters."""
    ordering = resource.ordering or (resource.position_field,) * resource.draggable
    return ListQuery(
        ordering=ordering,
        default_ordering=ordering,
        tab=resource.first_tab,
        default_tab=resource.first_tab,
        tab_param=resource.tab_query_param,
        today=today,
    ).knowing(resource.filters)


async def read_line(
    line: str,
    filters: Sequence[FilterDescriptor],
    crud: Callable[[str], Crud[Any]],
    query: ListQuery,
) -> ParsedQuery:
    """Return a typed line with the choices that its words mean, loaded from the backend.

    Raises:
        ValueError: the line can't be read, or a word means no single choice; says so.
        ApiError: choices could not be read.
    """
    read = parse(line, filters, today=query.today())
    if isinstance(read, QueryLineError):
        raise ValueError(read.sentence)
    for name, words in read.to_find.items():
        item = next(one for one in filters if one.value == name)
        values = []
        for word in words:
            offers, _ = await fetched(crud(item.endpoint or ""), item, word)
            found = named(offers, word) or (offers[0] if len(offers) == 1 else None)
            if found is None:
                raise ValueError(f"No exact match for “{clean(word)}” in {item.text}.")
            values.append(found.value)
        read = read.resolved(name, tuple(values))
    return read
