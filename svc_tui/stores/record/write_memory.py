"""Turn a record's save into an entry of this session's history."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from svc_tui.models.location import Location
from svc_tui.stores.record.detail_state import DetailState
from svc_tui.stores.record.draft import Draft
from svc_tui.stores.record.history_store import Write, changed_values, written_at
from svc_tui.stores.record.merge import Steps

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud


class RememberedStore(Protocol):
    """The store of a record whose writes are recorded."""

    crud: Crud[Any]
    state: DetailState
    base: str
    whole: frozenset[str]
    parts: frozenset[str]

    def name_of(self, record: Mapping[str, Any]) -> str:
        """Return the name of a version of the record for messages."""

    @property
    def unremembered(self) -> tuple[str, ...]: ...


class LoggedWrite(Protocol):
    """A write that may have a number in the log."""

    number: int


def write_of(
    store: RememberedStore,
    method: str,
    sent: Draft,
    written: Mapping[str, Any],
    besides: tuple[Steps, ...],
    undoes: Write | None,
    sent_by: LoggedWrite | None = None,
) -> Write:
    """Return what a write did to its record, without secrets."""
    values, with_secrets = changed_values(sent, written, store.unremembered)
    return Write(
        method,
        store.crud.endpoint.collection,
        store.state.id,
        store.name_of(written or sent.original),
        str(Location(store.base).child(store.state.id)) if store.base else "",
        values,
        with_secrets,
        store.whole,
        store.parts,
        written_at(besides, sent.original, written, store.unremembered),
        undoes.number if undoes else None,
        log_number=sent_by.number if sent_by else 0,
    )
