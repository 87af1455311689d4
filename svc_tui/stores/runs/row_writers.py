"""Write single rows of a run: change, delete or create them, or run an action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

from svc_tui.api.errors import ApiError, Conflict
from svc_tui.api.urls import segment
from svc_tui.models.location import NEW, record_id
from svc_tui.models.records import TRANSLATIONS
from svc_tui.stores.listing.action_store import ActionStore
from svc_tui.stores.listing.action_types import Action, State
from svc_tui.stores.listing.planned_changes import planned_by
from svc_tui.stores.listing.row_sources import ServerSource
from svc_tui.stores.listing.selection import Selection
from svc_tui.stores.record.detail_state import IN_FORM, STILL_TYPED, save_failure
from svc_tui.stores.record.draft import MISSING, Draft, get_path, leaves, same
from svc_tui.stores.record.merge import at, changed
from svc_tui.stores.record.patch_payload import sent_paths
from svc_tui.stores.record.publication_steps import PublicationStep
from svc_tui.stores.record.write_result import of_another
from svc_tui.stores.record.write_verification import alike
from svc_tui.stores.rows import Row, key_of, names_another, row_name
from svc_tui.text import clean

if TYPE_CHECKING:
    from svc_tui.stores.record.detail_store import DetailStore
    from svc_tui.stores.record.history_store import HistoryStore

OpenRecord = Callable[[str], "DetailStore"]
"""Returns the store of a record, with a collection that counts its own requests."""

GONE = "It no longer existed."
ALREADY = "It already has these values."
FOUND_WRITTEN = "It was saved before the run was interrupted."


@dataclass(frozen=True)
class RowWork:
    """One row of a run, and what to write to it."""

    key: str
    """The id of the record; for a new one, a name for messages that no other row of the run has."""
    changes: Mapping[str, Any] = field(default_factory=dict)
    """The values by dotted path; all values of a new record."""
    title: str = ""
    base: Mapping[str, Any] | None = None
    """The original record of the changes; None for whatever is there."""
    new: bool = False
    """Whether to create the record, in a run that does both."""
    tabular: bool = False
    """Whether the values come from a table, where null looks like empty text."""


@dataclass(frozen=True)
class RowResult:
    """The outcome of one row."""

    key: str
    title: str
    state: State
    reason: str = ""
    """Why it is not ok, or a note, in a sentence."""
    error: ApiError | None = None
    """The error behind a failure, if one request failed."""
    untried: bool = False
    """Whether nothing was sent for this row."""


@dataclass(frozen=True)
class RequestPreview:
    """The request that a row would be written with."""

    method: str
    path: str
    title: str
    changes: tuple[tuple[str, Any, Any], ...] = ()
    """Dotted path, the current value (`MISSING` if there is none), the new value."""
    problem: str = ""
    """Why nothing would be sent."""
    record: Mapping[str, Any] | None = None
    """The current record; None for a new one."""
    further: tuple[RequestPreview, ...] = ()
    """Further requests for the same row."""


class RowWriter(Protocol):
    """Writes rows one by one; errors of the backend are results, not exceptions."""

    async def write(self, work: RowWork) -> RowResult: ...

    async def look(self, work: RowWork) -> RowResult | None:
        """Check a row whose write was interrupted; None if it still has to be written."""

    async def preview(self, work: RowWork) -> RequestPreview:
        """Return what `write` would send; sends no write."""


class WritesInOrder:
    """A writer whose rows depend on each other, so that they are written in order."""


class UpdateRows:
    """Changes values of records: each is read, compared and written as in a form."""

    def __init__(self, open_record: OpenRecord) -> None:
        self._open = open_record

    async def write(self, work: RowWork) -> RowResult:
        store = self._open(record_id(work.key))
        if (failed := await loaded(store, work)) is not None:
            return failed
        _edit(store, work)
        title = work.title or store.name_of(store.state.draft.original)
        if not store.dirty:
            return RowResult(work.key, title, "skipped", ALREADY)
        return await saved(store, work.key, title)

    async def look(self, work: RowWork) -> RowResult | None:
        """Compare the record with what should have been written."""
        store = self._open(record_id(work.key))
        if (failed := await loaded(store, replace(work, base=None))) is not None:
            return failed
        record = store.state.draft.original
        title = work.title or store.name_of(record)
        if all(alike(get_path(record, path), value) for path, value in work.changes.items()):
            return RowResult(work.key, title, "ok", FOUND_WRITTEN)
        return None

    async def preview(self, work: RowWork) -> RequestPreview:
        store = self._open(record_id(work.key))
        path = store.address_of(work.key)
        if (failed := await loaded(store, replace(work, base=None))) is not None:
            return RequestPreview(store.change_method, path, failed.title, problem=failed.reason)
        _edit(store, work)
        draft = store.state.draft
        title = store.name_of(draft.original)
        problem = ALREADY if not store.dirty else ""
        if work.base is not None and store.touched(Draft(work.base, draft.current), draft.original):
            problem = "The record has changed since."
        return RequestPreview(
            store.change_method, path, title, _differences(draft), problem, draft.original
        )


class DeleteRows:
    """Deletes records: each is read and compared first, as in a form."""

    def __init__(self, open_record: OpenRecord, *, named: bool = False) -> None:
        self._open = open_record
        self._named = named
        """Whether the ids were given explicitly: then a missing one is a failure."""

    async def write(self, work: RowWork) -> RowResult:
        store = self._open(record_id(work.key))
        if (failed := await loaded(store, work)) is not None:
            return failed if self._named else _gone(store, failed)
        title = work.title or store.name_of(store.state.draft.original)
        if await store.delete():
            state = store.state
            return RowResult(
                work.key, title, "skipped" if state.missing else "ok", GONE * state.missing
            )
        if store.state.outdated:
            about = ", ".join(map(clean, store.state.outdated))
            words = f"Someone changed it at the same time ({about}): nothing was deleted."
            return RowResult(work.key, title, "failed", words, Conflict(409, "DELETE", "", words))
        unknown = store.deletion.unknown
        words = store.state.problem or "It was not deleted."
        return RowResult(
            work.key, title, "unknown" if unknown else "failed", words, store.crud.sent.error
        )

    async def look(self, work: RowWork) -> RowResult | None:
        """Check whether the record is gone."""
        store = self._open(record_id(work.key))
        failed = await loaded(store, work)
        if failed is None:
            return None
        gone = store.state.missing
        return RowResult(work.key, work.title, "ok", FOUND_WRITTEN) if gone else failed

    async def preview(self, work: RowWork) -> RequestPreview:
        store = self._open(record_id(work.key))
        path = store.address_of(work.key)
        if (failed := await loaded(store, work)) is not None:
            return RequestPreview("DELETE", path, failed.title, problem=failed.reason)
        record = store.state.draft.original
        return RequestPreview("DELETE", path, store.name_of(record), record=record)


class CreateRows:
    """Creates records; if the result is unknown, a record with its natural key is looked for."""

    def __init__(
        self, open_record: OpenRecord, *, source: ServerSource | None = None, key_field: str = ""
    ) -> None:
        self._open, self._source, self._key_field = open_record, source, key_field

    async def write(self, work: RowWork) -> RowResult:
        store = await self._new(work)
        title = work.title or store.name_of(store.state.draft.current)
        result = await saved(store, work.key, title)
        if result.state == "unknown" and (found := await self.look(work)) is not None:
            return found if found.state == "ok" else result
        return result

    async def look(self, work: RowWork) -> RowResult | None:
        """Look for a record with the same natural key; without one, the result stays unknown."""
        value = get_path(work.changes, self._key_field, MISSING) if self._key_field else MISSING
        unknown = "Sent, but the server didn't confirm it. Check the list to see if it was created."
        if value is MISSING or self._source is None:
            return RowResult(work.key, work.title, "unknown", unknown)
        try:
            found = await find_by(self._source, self._key_field, value)
        except ApiError as error:
            return RowResult(work.key, work.title, "unknown", unknown, error)
        if found is None:
            return None
        key = key_of(found, self._open(NEW).lookup)
        return RowResult(key or work.key, work.title, "ok", FOUND_WRITTEN)

    async def preview(self, work: RowWork) -> RequestPreview:
        store = await self._new(work)
        values = leaves(store.state.draft.current)
        changes = tuple((path, MISSING, value) for path, value in values.items())
        title = work.title or store.name_of(work.changes)
        path = store.crud.requested(store.crud.endpoint.collection)
        return RequestPreview("POST", path, title, changes)

    async def _new(self, work: RowWork) -> DetailStore:
        store = self._open(NEW)
        await store.load()
        _edit(store, work)
        return store


class PutRows:
    """Creates or changes records, as each row says."""

    def __init__(self, update: UpdateRows, create: CreateRows) -> None:
        self._update, self._create = update, create

    def _for(self, work: RowWork) -> RowWriter:
        return self._create if work.new else self._update

    async def write(self, work: RowWork) -> RowResult:
        return await self._for(work).write(work)

    async def look(self, work: RowWork) -> RowResult | None:
        """Check the row as its own writer does."""
        return await self._for(work).look(work)

    async def preview(self, work: RowWork) -> RequestPreview:
        return await self._for(work).preview(work)


class ActOnRows:
    """Runs an action with a request for each row."""

    def __init__(
        self,
        action: Action,
        source: Callable[[], ServerSource],
        *,
        lookup: str = "id",
        title_field: str | None = None,
        history: HistoryStore | None = None,
        base: str = "",
    ) -> None:
        self._action, self._source, self._title_field = action, source, title_field
        self._lookup, self._history, self._base = lookup, history, base

    async def write(self, work: RowWork) -> RowResult:
        source = self._source()
        row, failed = await self._row(source, work)
        if failed is not None:
            return failed
        store = ActionStore(source, lookup=self._lookup, history=self._history, base=self._base)
        state = await store.run(self._action, Selection({work.key: row}))
        title = work.title or row_name(row, self._lookup, self._title_field)
        error = store.error
        for one in state.outcomes:
            return RowResult(work.key, title, one.state, one.reason, error, one.untried)
        return RowResult(work.key, title, "failed", state.problem or "", error)

    async def look(self, work: RowWork) -> RowResult | None:
        """Compare the record with the values of the request, if it has any."""
        request = self._action.request
        body = leaves(request.body) if request is not None and request.body else {}
        row, failed = await self._row(self._source(), work)
        if failed is not None:
            return failed
        if request is not None and request.method == "PATCH" and body:
            done = all(alike(get_path(row, path), value) for path, value in body.items())
            return RowResult(work.key, work.title, "ok", FOUND_WRITTEN) if done else None
        words = "Sent, but the server didn't confirm it. Check the record to see if it was done."
        return RowResult(work.key, work.title, "unknown", words)

    async def preview(self, work: RowWork) -> RequestPreview:
        source, request = self._source(), self._action.request
        row, failed = await self._row(source, work)
        if request is None:
            return self._of_step(source, work, row, failed)
        endpoint = source.crud.endpoint.collection.rstrip("/")
        path = _requested(source, request.path.format(endpoint=endpoint, id=segment(work.key)))
        if failed is not None:
            return RequestPreview(request.method, path, failed.title, problem=failed.reason)
        found = planned_by(self._action, [row])
        changes = tuple((one.path, one.before, one.after) for one in found if not one.already)
        sent = leaves(request.body or {}) if not found else {}
        sends = tuple((path, MISSING, value) for path, value in sent.items())
        title = row_name(row, self._lookup, self._title_field)
        return RequestPreview(request.method, path, title, changes or sends, record=row)

    def _of_step(
        self, source: ServerSource, work: RowWork, row: Row, failed: RowResult | None
    ) -> RequestPreview:
        """Return the requests of a publication step, one per language."""
        assert isinstance(self._action, PublicationStep)
        title = row_name(row, self._lookup, self._title_field) if failed is None else failed.title
        why, found = failed.reason if failed else "", list[RequestPreview]()
        for one in self._action.requests(source.crud, work.key):
            changes = tuple(
                (path, get_path(row, path, MISSING), value)
                for path, value in leaves(one.body).items()
            )
            found.append(
                RequestPreview(one.method, _requested(source, one.path), title, changes, why, row)
            )
        first, *rest = found
        return replace(first, further=() if why else tuple(rest))

    async def _row(self, source: ServerSource, work: RowWork) -> tuple[Row, RowResult | None]:
        try:
            row = await source.crud.detail(work.key)
            if names_another(row, {}, {}, work.key, self._lookup):
                path = source.crud.requested(source.crud.endpoint.item(work.key))
                raise of_another("GET", path, key_of(row, self._lookup))
            return row, None
        except ApiError as error:
            no_record = f"There is no record {clean(work.key)}."
            words = no_record if error.status == 404 else error.what()
            return {}, RowResult(work.key, work.title, "failed", words, error)


async def find_by(source: ServerSource, key: str, value: Any) -> Row | None:
    """Return the row with this value at a dotted path, if there is one.

    Raises:
        ApiError: the rows could not be read.
    """
    from svc_tui.stores.listing.list_query import ListQuery
    from svc_tui.stores.listing.page_reader import PageReader

    async for page in PageReader(source, ListQuery()).pages():
        for row in page.results:
            if alike(get_path(row, key), value):
                found: Row = row
                return found
    return None


def flattened(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a row by path: text by language, all others whole."""
    changes = {key: value for key, value in row.items() if key != TRANSLATIONS}
    texts = row.get(TRANSLATIONS)
    if isinstance(texts, Mapping):
        changes |= leaves({TRANSLATIONS: texts})
    return changes


def _edit(store: DetailStore, work: RowWork) -> None:
    for path, value in work.changes.items():
        blank = work.tabular and value == "" and store.state.draft.get(path) is None
        if not blank:
            store.edit(path, value)
            # A form treats null for a missing value as no change; here it was written on purpose.
            if value is None and get_path(store.state.draft.current, path, MISSING) is MISSING:
                store.change(draft=store.state.draft.edited(path, None))


async def loaded(store: DetailStore, work: RowWork) -> RowResult | None:
    """Read a record, or use the original of the changes; or return why there is none."""
    if work.base is not None:
        store.change(draft=Draft.of(work.base), loaded=True)
        return None
    await store.load()
    if store.state.loaded:
        return None
    if store.state.missing:
        return RowResult(work.key, work.title, "failed", f"There is no record {clean(work.key)}.",
                         store.crud.sent.error)  # fmt: skip
    cause = store.crud.sent.error
    return RowResult(work.key, work.title, "failed", store.state.problem or "", cause)


async def saved(store: DetailStore, key: str, title: str) -> RowResult:
    """Save a record, and return the result."""
    new = store.state.is_new
    if await store.save():
        said = (*store.state.not_kept, *store.state.rewritten)
        words = " ".join(one for one in said if one != STILL_TYPED)
        state: State = "failed" if store.overtaken else "ok"
        unnamed = new and store.state.is_new
        return RowResult("" if unnamed else store.state.id, title, state, words)
    state_now = store.state
    if state_now.clash is not None:
        about = ", ".join(map(clean, state_now.clash.fields)) or "the record"
        words = f"Someone else changed {about}: nothing was saved."
        return RowResult(key, title, "failed", words, Conflict(409, "PATCH", "", words))
    unknown = state_now.uncertain is not None
    words = save_failure(state_now, {}).removesuffix(IN_FORM)
    error = store.refusal or store.crud.sent.error
    return RowResult(key, title, "unknown" if unknown else "failed", words, error)


def _gone(store: DetailStore, failed: RowResult) -> RowResult:
    if store.state.missing:
        return replace(failed, state="skipped", reason=GONE, error=None)
    return failed


def _differences(draft: Draft) -> tuple[tuple[str, Any, Any], ...]:
    ways = sent_paths(changed(draft.original, draft.current), ())
    found = ((".".join(way), at(draft.original, way), at(draft.current, way)) for way in ways)
    return tuple(one for one in found if not same(one[1], one[2]))


def _requested(source: ServerSource, path: str) -> str:
    """Return the path that is requested, with its query."""
    place, mark, query = path.partition("?")
    return source.crud.requested(place) + mark + query
