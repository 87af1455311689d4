"""RecordWrite: write a draft, and verify it by reading the record again."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager, suppress
from typing import TYPE_CHECKING, Any, Protocol

from svc_tui.api.errors import (
    ApiError,
    BadId,
    Conflict,
    InvalidResponse,
    NotFound,
    PartiallySaved,
    Unconfirmed,
    ValidationFailed,
)
from svc_tui.api.write_subject import WriteOutcome, WriteSubject, about_write
from svc_tui.models.location import Location
from svc_tui.stores.record.detail_state import DetailState
from svc_tui.stores.record.draft import Draft, kept_files, same
from svc_tui.stores.record.merge import Steps, at, changed
from svc_tui.stores.record.server_changes import find_server_changes
from svc_tui.stores.record.unreturned import unreturned
from svc_tui.stores.record.write_result import check_same
from svc_tui.stores.record.write_verification import holds, overwritten, wrote_between
from svc_tui.stores.rows import key_of
from svc_tui.text import clean, cut

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud
    from svc_tui.models.records import Id
    from svc_tui.stores.record.history_store import Write


class WritingStore(Protocol):
    """The store of a record that can be written."""

    crud: Crud[Any]
    state: DetailState
    lookup: str
    use_patch: bool
    tag: str | None
    base: str
    whole: frozenset[str]
    parts: frozenset[str]
    write_only: frozenset[str]
    undoing: Write | None

    def name_of(self, record: Mapping[str, Any]) -> str:
        """Return the name of a version of the record for messages."""

    def named(self, path: str) -> str:
        """Return the label of the value at a path, else the path, in quotes."""

    @property
    def unremembered(self) -> tuple[str, ...]: ...
    @property
    def change_method(self) -> str: ...

    async def read(self, key: str) -> tuple[Mapping[str, Any], str | None]: ...
    async def read_again(self, known: Draft) -> tuple[Mapping[str, Any], str | None]: ...
    def touched(self, sent: Draft, theirs: Mapping[str, Any]) -> bool: ...
    def changes_of(self, draft: Draft) -> dict[str, Any]: ...


class RecordWrite:
    """Creates or changes a record, and reads it again."""

    def __init__(self, store: WritingStore, sent: Draft) -> None:
        self.store = store
        self.sent = sent
        self.lost: tuple[Steps, ...] = ()
        """The values that another write has overwritten since."""
        self.unreturned: tuple[Steps, ...] = ()
        """The values that were lost: no record that came back has them."""
        self.unshown: tuple[Steps, ...] = ()
        """Others that did not come back: the metadata describes their keys."""
        self.seen_old = False
        """Whether the record was read again unchanged before the write, which was confirmed."""
        self.between = False
        """Whether there was a write between the comparison and this one."""
        self._compared: Mapping[str, Any] | None = None
        """The record right before the write, if no tag guarded it."""
        self._answered: Mapping[str, Any] | None = None
        """The record in the write's answer, if it was read again since."""
        self.number = 0
        """The number of the write in the log; 0 without a log."""
        self.outcome = WriteOutcome()
        """How it was sent and accepted."""

    async def run(self) -> Mapping[str, Any]:
        """Save the draft; return the stored record.

        Raises:
            ApiError: the write failed, or its outcome is unknown.
        """
        tag = None if self.store.state.is_new else self.store.tag or await self._compare()
        with self._about() as subject:
            try:
                answer = await self._send(tag)
            except PartiallySaved as error:
                await self._check_same(error.record)
                raise
            finally:
                self.number = subject.numbers[-1] if subject.numbers else 0
        record = await self._read_back(answer)
        if self.store.state.is_new and holds(self.sent, record) is False:
            raise self._unconfirmed("it has none of the values that were sent")
        await self._find_unreturned(answer, record)
        return record

    def _about(self) -> AbstractContextManager[WriteSubject]:
        store, sent, undoing = self.store, self.sent, self.store.undoing
        new = store.state.is_new
        return about_write(
            title="" if new else store.name_of(sent.original),
            location=_location(store.base, "" if new else store.state.id),
            before=None if new else sent.original,
            after=None if new else sent.current,
            whole_before=not new,
            secrets=store.unremembered,
            whole=store.whole,
            parts=store.parts,
            undoes=(undoing.log_number,) if undoing is not None and undoing.log_number else (),
            numbers=[],
            outcome=self.outcome,
        )

    async def _send(self, tag: str | None) -> Any:
        store, sent = self.store, self.sent
        if store.state.is_new:
            try:
                return await store.crud.create(dict(sent.current))
            except Unconfirmed:
                if not key_of(sent.current, store.lookup):
                    raise
                return {}  # It can be read by the key that was sent.
        key = store.state.id
        if store.use_patch:
            changes = store.changes_of(sent)
            return await store.crud.partial_update(key, changes, if_match=tag)
        return await put_whole(store.crud, key, sent, tag)

    async def _compare(self) -> str | None:
        """Read the record again and compare the values that are about to be written.

        The tag is only valid for this write: fields that were not compared may have changed.
        """
        theirs, tag = await self.store.read_again(self.sent)
        if self.store.touched(self.sent, theirs):
            raise Conflict(detail="the record has changed")
        self._compared = theirs
        return tag

    async def _read_back(self, answer: Any) -> Mapping[str, Any]:
        """Return the current record with its new tag, if the backend gives tags.

        An existing record is always read again: another user may have written at the same moment,
        and an answer without the record does not show what is stored.

        Raises:
            ApiError: the answer names no record, and none could be read.
        """
        store, sent = self.store, self.sent
        record: Mapping[str, Any] = answer if isinstance(answer, Mapping) else {}
        new, named = store.state.is_new, key_of(record, store.lookup)
        await self._check_same(record)
        key = named or key_of(sent.current, store.lookup) or ("" if new else store.state.id)
        if not key:
            raise self._unconfirmed("it has no id for the new record")
        if new:
            self._check_id(key)
        expected = {store.lookup, *sent.current} if new else sent.original.keys()
        whole = bool(named) and expected <= record.keys()
        if new and whole and store.tag is None:
            return record
        try:
            found, store.tag = await store.read(key)
        except ApiError as error:
            if not named or (new and isinstance(error, NotFound) and not holds(sent, record)):
                error.may_have_been_applied = True
                raise
            store.tag = None  # It is written; only its newest state could not be read.
            known = {name: value for name, value in record.items() if name in expected}
            return record if whole else {**sent.current, **known}
        await self._check_same(found)
        if whole and (newer := self._newer(record, found)) is not None:
            self.seen_old = True
            return newer
        self._answered = record if whole else None
        if named and not new:
            self.lost = overwritten(sent, record, found)
            self.between = self._compared is not None and wrote_between(self._compared, record)
        return found

    def _newer(self, record: Mapping[str, Any], found: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return the record of the answer if what was read is still the one before the write."""
        before = dict(self.sent.original)
        # An answer may have more than the record, such as `"success": false`.
        names = {*before, *self.sent.current}
        known = {name: value for name, value in record.items() if name in names}
        return known if same(dict(found), before) and not same(known, before) else None

    def _check_id(self, key: str) -> None:
        """Raise if a new record has an id that can't be in an address."""
        with suppress(BadId):
            self.store.crud.endpoint.item(key)
            if ".." not in key.split("/"):
                return
        raise self._unconfirmed(f"its id is not valid ({cut(clean(key), 40)})")

    def _unconfirmed(self, why: str) -> InvalidResponse:
        """Return the error of an accepted creation that its answer does not confirm."""
        crud = self.store.crud
        error = InvalidResponse(None, "POST", crud.requested(crud.endpoint.collection), why)
        error.may_have_been_applied = True
        return error

    async def _find_unreturned(self, answer: Any, record: Mapping[str, Any]) -> None:
        store, sent = self.store, self.sent
        records = [one for one in (answer, record) if isinstance(one, Mapping)]
        ways = changed({} if store.state.is_new else sent.original, sent.current)
        hidden, renamed = store.unremembered, self.outcome.renamed
        self.unreturned, self.unshown = await unreturned(
            store.crud, sent.current, ways, records, hidden, renamed
        )

    async def _check_same(self, answer: Mapping[str, Any]) -> None:
        """Raise if the answer to a change is about another record."""
        store, sent = self.store, self.sent
        if not store.state.is_new:
            before, after, key = sent.original, sent.current, store.state.id
            await check_same(
                store.crud, store.change_method, answer, before, after, key, store.lookup
            )

    def server_changes(self, sent: Draft, found: Mapping[str, Any]) -> tuple[Steps, ...]:
        """Return the paths of values that the server changed by itself.

        Values that are unchanged in its answer were changed by another write.
        """
        ways, answer = find_server_changes(sent, found), self._answered
        if answer is None:
            return ways
        before = sent.original
        return tuple(way for way in ways if not same(at(answer, way), at(before, way)))


def _location(base: str, key: str) -> str:
    return str(Location(base).child(key)) if base else ""


async def put_whole(crud: Crud[Any], key: Id, sent: Draft, tag: str | None = None) -> Any:
    """Replace a record by the current values of a draft, and return the answer.

    A backend that does not accept the addresses of unchanged files as files gets the rest.

    Raises:
        ApiError: as `Crud.update` does.
    """
    try:
        return await crud.update(key, dict(sent.current), if_match=tag)
    except ValidationFailed as error:
        files = kept_files(error.errors, sent)
        error.errors = {key: said for key, said in error.errors.items() if key not in files}
        if error.errors or not files:
            raise
    rest = {key: value for key, value in sent.current.items() if key not in files}
    return await crud.update(key, rest, if_match=tag)
