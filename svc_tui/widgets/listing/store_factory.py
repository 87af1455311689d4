"""Create the store of a list that was given none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from svc_tui.stores.listing.list_adapters import adapter_of
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.list_store import ListStore
from svc_tui.stores.listing.row_sources import HybridSource, OfflineSource, RowSource, ServerSource
from svc_tui.widgets.base import NoServices

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.models.listing import FilterDescriptor
    from svc_tui.stores.listing.list_adapters import Adapter


def create_list_store(
    svc: Svc | None,
    endpoint: str,
    *,
    lookup: str = "id",
    title_field: str | None = None,
    rows: Sequence[Mapping[str, Any]] | None = None,
    mode: str = "server",
    adapter: Adapter | None = None,
    query: ListQuery | None = None,
    filters: Sequence[FilterDescriptor] = (),
    position_field: str = "position",
    shown: Sequence[str] = (),
) -> ListStore:
    """A store over given rows, or over an endpoint: page by page, or fetched once (`hybrid`).

    `shown` are the paths of all that is shown of a row; some backends can leave out the rest.

    Raises: NoServices: for an endpoint without services.
    """
    source: RowSource
    if rows is not None:
        source = OfflineSource(rows, lookup=lookup, position_field=position_field)
    elif svc is None:
        raise NoServices("A list of an endpoint needs services. Pass svc=Svc(…), or rows=[…].")
    else:
        crud = svc.crud(endpoint)
        source = (
            HybridSource(crud, adapter, lookup=lookup, position_field=position_field)
            if mode == "hybrid"
            else ServerSource(crud, adapter or adapter_of(crud, shown))
        )
    known = (query or ListQuery()).knowing(filters)
    return ListStore(
        source, lookup=lookup, title_field=title_field, query=known, position_field=position_field
    )
