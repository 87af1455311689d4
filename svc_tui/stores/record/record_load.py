"""RecordLoad: read a record, and keep what is typed meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from svc_tui.api.errors import ApiError, BadId, InvalidResponse, NotFound, Unauthorized
from svc_tui.models.records import OWN_KEYS, is_id
from svc_tui.stores.record.detail_state import DetailState
from svc_tui.stores.record.draft import Draft, same
from svc_tui.stores.record.merge import reapply_changes
from svc_tui.stores.record.write_result import of_another
from svc_tui.stores.rows import key_of, names_another

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud

STOPPED = "Loading was stopped."
"""The problem of a record whose first load was cancelled."""


class LoadingStore(Protocol):
    """The store of a record that can be loaded."""

    crud: Crud[Any]
    state: DetailState
    lookup: str
    defaults: dict[str, Any]
    tag: str | None

    @property
    def address(self) -> str: ...

    def change(self, **changes: object) -> None: ...
    async def read(self, key: str) -> tuple[Mapping[str, Any], str | None]: ...
    def take(self, record: Mapping[str, Any]) -> None: ...


class RecordLoad:
    """Loads the record of a store; of several loads at once, the newest counts."""

    def __init__(self, store: LoadingStore, *, ask_metadata: bool) -> None:
        self.store = store
        self.ask_metadata = ask_metadata
        """Whether a load requests the collection's metadata, once."""
        self._begun = 0
        """How many loads have begun."""

    async def run(self) -> None:
        """Load the record; drop earlier edits, and keep what is typed while it loads.

        An answer that arrives during or after a save is outdated.
        """
        store = self.store
        before = store.state.draft
        self._begun += 1
        number = self._begun
        store.change(loading=True, problem=None)
        try:
            await self._ask_metadata()
            record, tag = await self._read()
        except ApiError as error:
            missing, final = isinstance(error, NotFound), isinstance(error, BadId)
            store.change(loading=False, problem=str(error), missing=missing, final=final)
        except BaseException:
            if number == self._begun:  # Else a newer load has begun, and cancelled this one.
                stopped = None if store.state.loaded else STOPPED
                store.change(loading=False, problem=stopped)
            raise
        else:
            self._show(record, tag, before)

    async def _ask_metadata(self) -> None:
        """Without it, the form still works: the record is what matters."""
        if not self.ask_metadata or self.store.state.metadata is not None:
            return
        try:
            self.store.change(metadata=await self.store.crud.options())
        except Unauthorized:
            raise
        except ApiError:
            return

    async def _read(self) -> tuple[Mapping[str, Any], str | None]:
        """Return the record that was asked for, and its tag; the defaults of a new one."""
        store = self.store
        if store.state.is_new:
            return store.defaults, store.tag
        record, tag = await store.read(store.state.id)
        if store.lookup in record and not key_of(record, store.lookup):
            why = f"it should be one record, but its {store.lookup} is empty"
            raise InvalidResponse(None, "GET", store.address, why)
        self._check_is_asked_for(record)
        return record, tag

    def _check_is_asked_for(self, record: Mapping[str, Any]) -> None:
        """Raise `InvalidResponse` for another record than the one that was asked for.

        Only numbers and UUIDs are exact: a word such as `me` may stand for any record, and a slug
        for the one that has it or had it before.
        """
        key, lookup = self.store.state.id, self.store.lookup
        if lookup in OWN_KEYS and is_id(key) and names_another(record, {}, {}, key, lookup):
            raise of_another("GET", self.store.address, key_of(record, lookup))

    def _show(self, record: Mapping[str, Any], tag: str | None, before: Draft) -> None:
        """Show a record, with what was typed since it was requested."""
        store = self.store
        typed = store.state.draft
        if store.state.saving or typed.original is not before.original:
            store.change(loading=False)  # The data that a save reads, or has read, is newer.
            return
        store.tag = tag
        store.take(record)
        if not same(before.current, typed.current):
            record = store.state.draft.original
            current = reapply_changes(record, before.current, typed.current)
            store.change(draft=Draft(record, current))
