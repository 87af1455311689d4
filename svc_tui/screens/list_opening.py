"""The store of a list page, as its location and its visit have it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from svc_tui.models.location import Location
from svc_tui.models.records import PaginatedList
from svc_tui.routing.router import HistoryEntry
from svc_tui.stores.listing.fitted_pages import with_fitted_size
from svc_tui.stores.listing.list_adapters import adapter_for
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.list_store import ListStore
from svc_tui.stores.listing.resource_query import fits_screen, initial_query
from svc_tui.stores.listing.row_sources import ServerSource
from svc_tui.widgets.listing.store_factory import create_list_store

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.models.resource import Resource


def opened_store(
    svc: Svc, resource: Resource, visit: HistoryEntry, here: Location, shown: tuple[str, ...]
) -> ListStore:
    """Return a store at the query of a location; `shown` are the paths that rows need."""
    query = initial_query(resource, svc.config.page_size, svc.config.zone)
    usual = fits_screen(resource, svc.config.page_size)
    query = with_fitted_size(query.restored(here), svc.preferences, resource.name, usual)
    store = create_list_store(
        svc,
        resource.endpoint,
        lookup=resource.lookup,
        title_field=resource.title_field,
        adapter=adapter_for(resource.pagination),
        query=query,
        position_field=resource.position_field,
        shown=shown,
    )
    if (marked := visit.memory.get("selection")) is not None:
        store.change(selection=marked)
    source, query = store.source, store.state.query
    first = _prefetched_rows(svc, resource, visit, query)
    if isinstance(source, ServerSource) and first is not None:
        source.prime(query, first)
    return store


def _prefetched_rows(
    svc: Svc, resource: Resource, visit: HistoryEntry, query: ListQuery
) -> PaginatedList[Any] | None:
    """Return rows read to learn what the collection is, or before more was learned."""
    kept = visit.memory.pop("rows", None)
    if kept is not None:
        asked, page = kept
        return page if asked == query.params() else None
    plain = query.at(1).params() == ListQuery(page_size=query.page_size).params()
    if not plain or query.page != 1:
        return None
    return svc.discovery.first_page(resource, query.page_size)
