"""Open the records of a resource outside a form, with the rules of its form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from svc_tui.stores.listing.list_adapters import adapter_for, adapter_of
from svc_tui.stores.listing.row_sources import ServerSource
from svc_tui.stores.record.detail_store import DetailStore
from svc_tui.widgets.form.record_rules import record_rules

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.models.resource import Resource
    from svc_tui.stores.listing.move_rows import MoveRows
    from svc_tui.stores.runs.row_writers import OpenRecord


def source_of(svc: Svc, resource: Resource, shown: Sequence[str] = ()) -> ServerSource:
    """Return the rows of a resource as its list loads them, with the columns `shown`."""
    crud = svc.crud(resource.endpoint)
    return ServerSource(crud, adapter_for(resource.pagination) or adapter_of(crud, shown), ahead=0)


def move_rows(svc: Svc, resource: Resource) -> MoveRows:
    """Return the object that moves the rows of a list."""
    from svc_tui.stores.listing.list_store import ListStore
    from svc_tui.stores.listing.move_rows import MoveRows
    from svc_tui.stores.listing.resource_query import initial_query

    config = svc.config

    def open_list() -> ListStore:
        query = initial_query(resource, config.page_size, config.zone).on_tab("").unfiltered()
        place, source = resource.position_field, source_of(svc, resource)
        return ListStore(
            source,
            lookup=resource.lookup,
            title_field=resource.title_field,
            query=query,
            position_field=place,
        )

    return MoveRows(open_list)


def record_opener(svc: Svc, resource: Resource, history: Any = None) -> OpenRecord:
    """Return a function that opens a record by id, as its form would; `new` is a new one.

    Its writes are added to `history`, else to that of the session.
    """
    crud, registry = svc.crud(resource.endpoint), svc.inject("svc_form_registry", None)
    rules = record_rules(resource.form_fields, registry, resource.languages or ())

    def open_record(key: str) -> DetailStore:
        return DetailStore(
            crud.counted_apart(),
            id=key,
            lookup=resource.lookup,
            title_field=resource.title_field,
            use_patch=svc.takes_patch(resource),
            history=history or svc.history,
            base=resource.record_base,
            **rules,
        )

    return open_record
