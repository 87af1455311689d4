"""The same values for many records: one PATCH each with the edited values only, else one PUT."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from svc_tui.api.errors import ApiError
from svc_tui.api.write_subject import WriteOutcome, about_write
from svc_tui.models.field_types import LISTS, holds
from svc_tui.models.records import wire_id
from svc_tui.stores.listing.planned_changes import MIXED
from svc_tui.stores.record.draft import Draft, set_path, unreadable_in
from svc_tui.stores.record.merge import at, put, value_path
from svc_tui.stores.record.unreturned import check_kept
from svc_tui.stores.record.write_result import Deferred, check_same, of_another
from svc_tui.stores.record.write_verification import in_quotes
from svc_tui.stores.rows import Row, key_of, names_another

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud
    from svc_tui.models.listing import ActionRequest, FilterChoice

NOT_COMPARED = "Newer values that someone else saved in these fields will be overwritten."


@dataclass(frozen=True, eq=False)
class BulkChanges:
    """The edited values, by dotted path; every other field stays as it is in each row."""

    values: Mapping[str, Any] = field(default_factory=dict)

    def given(self, path: str, value: Any) -> BulkChanges:
        """Return with an edited value; None means that the editor is unchanged: left out."""
        return self.without_change(path) if value is None else self.put(path, value)

    def put(self, path: str, value: Any) -> BulkChanges:
        """Return a copy with this value, which may be None."""
        return BulkChanges({**self.values, path: value})

    def without_change(self, path: str) -> BulkChanges:
        """Return without an edited value."""
        return BulkChanges({key: one for key, one in self.values.items() if key != path})

    @property
    def changes(self) -> dict[str, Any]:
        """Return the edited values as an object."""
        found: dict[str, Any] = {}
        for path, value in self.values.items():
            found = set_path(found, path, value)
        return found

    @property
    def draft(self) -> Draft:
        """Return the draft for a form: new values over nothing."""
        return Draft({}, self.changes)

    @property
    def unreadable(self) -> dict[str, tuple[str, ...]]:
        """Return the texts that can't be read as values yet, by dotted path."""
        return {path: (found.problem,) for path, found in unreadable_in(self.changes)}


def empty_value(kind: str, before: Any) -> Any:
    """Return the empty value of a field: as its rows have it, else the usual one of its type."""
    if before is not MIXED and isinstance(before, str | list | tuple):
        return "" if isinstance(before, str) else []
    if holds(kind, *LISTS):
        return []
    return "" if holds(kind, "words", "markup") else None


@dataclass(frozen=True, eq=False)
class EditFields:
    """The action that sends the values; without `changes` it still has to ask for them."""

    id: str = "edit"
    label: str = "Edit fields…"
    permissions: tuple[str, ...] = ("change",)
    handle_multiple: bool = True
    handle_all: bool = True
    dangerous: bool = False
    request: ActionRequest | None = None
    handler: str | Callable[..., Any] | None = None
    touched: BulkChanges = field(default_factory=BulkChanges)
    """The edited values."""
    parts: frozenset[str] = frozenset()
    """Keys that are sent in part; all other values are sent whole, read just before."""
    sends_changes: Callable[[], bool] = lambda: True
    """Whether only the edited values are sent, asked for each row: a backend may refuse PATCH. Else
    the whole record is, read just before."""
    names: Mapping[str, str] = field(default_factory=dict)
    """The label of each value, by dotted path."""
    secrets: tuple[str, ...] = ()
    """Dotted paths that are neither shown nor remembered."""
    write_only: frozenset[str] = frozenset()
    """Dotted paths of values that the backend never returns."""
    choices: Mapping[str, Sequence[FilterChoice]] = field(default_factory=dict)
    """The titles of related records, by the dotted path of the values that name them."""
    note: str = NOT_COMPARED

    def changing(
        self,
        touched: BulkChanges,
        *,
        parts: frozenset[str] = frozenset(),
        names: Mapping[str, str] | None = None,
        secrets: tuple[str, ...] = (),
        write_only: frozenset[str] = frozenset(),
    ) -> EditFields:
        """Return the action with its values."""
        from svc_tui.models.listing import ActionRequest

        request = ActionRequest(method="PATCH", path="{endpoint}/{id}/", body=touched.changes)
        return replace(
            self,
            label=self.label.rstrip("…"),
            request=request,
            touched=touched,
            parts=parts,
            names=names or {},
            secrets=secrets,
            write_only=write_only,
        )

    async def write(self, crud: Crud[Any], key: str, row: Row, lookup: str) -> Any:
        """Change one record, and return it as the backend has it then.

        Args:
            crud: The collection.
            key: The id of the record.
            row: The record as the list has it.
            lookup: The name of the value that records are opened by.

        Raises:
            ApiError: the backend refused, did not answer, or answered about another record.
            Deferred: it answered with 202.
            ValuesNotKept: the backend confirmed the change and did not keep all of it.
        """
        if self.sends_changes():
            method, body = crud.dialect.change_method, await self._changes(crud, key, row, lookup)
            send = partial(crud.partial_update, wire_id(key), body)
        else:
            from svc_tui.stores.record.record_write import put_whole  # A list is shown without it.

            record, tag = await self._read(crud, key, row, lookup)
            method, draft = "PUT", Draft(record, self._applied(record))
            body = {name: draft.current[name] for name in self.touched.changes}
            send = partial(put_whole, crud, wire_id(key), draft, tag)
        written = {**row, **body}
        with about_write(outcome=WriteOutcome()) as subject:
            try:
                answer = await send()
            except ApiError:
                if not subject.outcome.deferred:
                    raise  # Else only reading the record failed, after the change was accepted.
        if subject.outcome.deferred:
            raise Deferred(method, crud.requested(crud.endpoint.item(key)))
        await check_same(crud, method, answer, row, written, key, lookup)
        hidden = (*self.secrets, *self.write_only)
        renamed, names = subject.outcome.renamed, self._quoted
        await check_kept(crud, wire_id(key), row, body, answer, hidden, renamed, names)
        return answer

    def _quoted(self, path: str) -> str:
        return in_quotes(self.names.get(path, path))

    async def _changes(self, crud: Crud[Any], key: str, row: Row, lookup: str) -> dict[str, Any]:
        """Return the values to send; of one that must be sent whole, as the record has it now."""
        body: dict[str, Any] = dict((self.request.body if self.request is not None else None) or {})
        inside = [path for path in self.touched.values if self._is_inside(path)]
        if inside:
            record, _ = await self._read(crud, key, row, lookup)
            for way in dict.fromkeys(value_path(tuple(path.split("."))) for path in inside):
                body = put(body, way, at(record, way))
            for path in inside:
                body = set_path(body, path, self.touched.values[path])
        return body

    async def _read(
        self, crud: Crud[Any], key: str, row: Row, lookup: str
    ) -> tuple[Row, str | None]:
        """Return the record of a row, and its ETag."""
        record, tag = await crud.detail_with_etag(wire_id(key))
        if names_another(record, row, row, key, lookup):
            path = crud.requested(crud.endpoint.item(key))
            raise of_another("GET", path, key_of(record, lookup))
        return record, tag

    def _applied(self, record: Row) -> dict[str, Any]:
        """Return a record with the edited values; what is beside them stays."""
        found = dict(record)
        for path, value in self.touched.values.items():
            found = set_path(found, path, value)
        return found

    def _is_inside(self, path: str) -> bool:
        """Whether a value is part of one that must be sent whole."""
        steps = tuple(path.split("."))
        value = value_path(steps)
        return value != steps and value[-1] not in self.parts


EDIT = EditFields()
