"""RecordQueue: the records that a list shows, one after another, for a worklist."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from svc_tui.api.errors import ApiError, Conflict
from svc_tui.models import exact_json
from svc_tui.models.records import Id
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.page_reader import PageReader
from svc_tui.stores.listing.row_sources import RowSource
from svc_tui.stores.record.detail_state import save_failure
from svc_tui.stores.rows import Row, as_row, key_of, row_name

if TYPE_CHECKING:
    from svc_tui.stores.record.detail_store import DetailStore
    from svc_tui.stores.runs.row_writers import OpenRecord

MOST = 5000
"""Records of one worklist."""


class NotWritten(ApiError):
    """A record was not written; the detail says why."""

    def what(self) -> str:
        return self.detail

    def next_step(self) -> str:
        return ""


class ChangedMeanwhile(NotWritten, Conflict):
    """The value was changed by another user first; the current one is shown."""


@dataclass(frozen=True)
class WorkRecord:
    """A record of the queue; read, it has a store."""

    key: str
    title: str
    store: DetailStore | None = None


class RecordQueue:
    """All records that matched at the start; finished ones are remembered until none is left."""

    nouns: ClassVar[tuple[str, str]] = ("record", "records")
    written: ClassVar[tuple[str, str]] = ("record", "records")
    is_counted = True

    def __init__(
        self,
        source: RowSource,
        query: ListQuery,
        open_record: OpenRecord,
        *,
        name: str,
        title: str,
        lookup: str = "id",
        title_field: str | None = None,
    ) -> None:
        self._source, self._query, self._open = source, query, open_record
        self._lookup, self.name, self.title = lookup, name, title
        self._title_field = title_field
        self.rounds = self.total = 0
        self._done: dict[str, None] = {}
        self._read = False

    @property
    def place(self) -> str:
        """The query of the records, and their order."""
        return exact_json.written([self._query.criteria(), list(self._query.ordering)])

    @property
    def lacking(self) -> int:
        """The number of records, less those finished earlier."""
        return self.total

    @property
    def position(self) -> Mapping[str, Any] | None:
        """The records that are done."""
        return {"done": list(self._done)} if self._done else None

    def begin(self, position: object) -> None:
        """Leave out what was finished in an earlier session."""
        done = position.get("done") if isinstance(position, Mapping) else None
        self._done = dict.fromkeys(map(str, done)) if isinstance(done, list) else {}

    def restart(self) -> None:
        """Begin with the first record again."""
        self._read = False

    async def next_page(self) -> Sequence[WorkRecord] | None:
        """Return all records once, as saving one may change which match; then None."""
        if self._read:
            return None
        found: dict[str, Row] = {}
        async for page in PageReader(self._source, self._query, self._lookup).pages():
            found |= {key_of(row, self._lookup): row for row in map(as_row, page.results)}
            if len(found) > MOST:
                raise NotWritten(detail=f"More than {MOST:,} records match. Filter the list first.")
        self._read = True
        left = [(key, row) for key, row in found.items() if key and key not in self._done]
        self.total = len(left)
        return [
            WorkRecord(key, row_name(row, self._lookup, self._title_field)) for key, row in left
        ]

    def id_of(self, item: WorkRecord) -> Id:
        """Return the id of a record."""
        return item.key

    def concerns(self, item: WorkRecord) -> bool:
        """Every record that matched is shown."""
        return True

    async def fresh(self, item: WorkRecord) -> WorkRecord | None:
        """Read a record; None if it is gone."""
        store = self._open(item.key)
        await store.load()
        if store.state.loaded:
            return WorkRecord(item.key, store.name_of(store.state.draft.original), store)
        if store.state.missing:
            return None
        raise store.crud.sent.error or NotWritten(detail=store.state.problem or "")

    async def write(self, item: WorkRecord, value: Mapping[str, Any]) -> None:
        """Write values by dotted path; a record that already has them is just finished."""
        store = item.store
        assert store is not None
        for path, one in value.items():
            store.edit(path, one)
        if store.dirty and not await store.save():
            state = store.state
            error: ApiError = NotWritten(detail=save_failure(state, {}))
            if state.clash is not None:
                words = "Someone else changed it. Save again to overwrite it."
                error = ChangedMeanwhile(409, detail=words)
            error.may_have_been_applied = state.uncertain is not None
            raise error
        self._done[item.key] = None
