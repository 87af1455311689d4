"""RecordDeletion: delete a record, unless another user changed it unseen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from svc_tui.api.errors import PRECONDITION_FAILED, ApiError, Conflict, NotFound
from svc_tui.api.write_subject import about_write
from svc_tui.models.location import Location
from svc_tui.stores.record import write_result as outcome
from svc_tui.stores.record.detail_state import DetailState
from svc_tui.stores.record.draft import Draft
from svc_tui.stores.record.merge import Steps

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud


class DeletingStore(Protocol):
    """The store of a record that can be deleted."""

    crud: Crud[Any]
    state: DetailState
    tag: str | None
    base: str

    def name_of(self, record: Mapping[str, Any]) -> str:
        """Return the name of a version of the record for messages."""

    @property
    def unremembered(self) -> tuple[str, ...]: ...

    def change(self, **changes: object) -> None: ...
    async def read_again(self, known: Draft) -> tuple[Mapping[str, Any], str | None]: ...
    def differing(self, known: Mapping[str, Any], theirs: Mapping[str, Any]) -> list[Steps]: ...
    def deleted(self, *, by_us: bool) -> None: ...


class RecordDeletion:
    """Compares, deletes, and checks the record if the answer is unclear."""

    def __init__(self, store: DeletingStore) -> None:
        self.store = store
        self.unknown = False
        """Whether it is unknown if the last attempt deleted the record."""
        self._newest: Mapping[str, Any] | None = None
        """The changed record, as it was found."""
        self._asked_about: tuple[frozenset[Steps], ...] = ()
        """The values that had changed at each question."""
        self.number = 0
        """The number of the deletion in the log; 0 without a log."""

    async def run(self, confirmed: bool) -> bool:
        """Delete the record; True when it is gone.

        If another user changed it since it was loaded, nothing is deleted and the state names what
        is `outdated`; with `confirmed`, it is deleted anyway.
        """
        store = self.store
        if store.state.saving or store.state.is_new:
            return False
        self.unknown = False
        store.change(saving=True, problem=None, outdated=())
        try:
            return await self._delete(confirmed)
        except ApiError as error:
            self.unknown = error.may_have_been_applied
            store.change(problem=str(error))
            return False
        finally:
            store.change(saving=False)

    async def _delete(self, confirmed: bool) -> bool:
        crud, key = self.store.crud, self.store.state.id
        tag, known = self.store.tag, self.store.state.draft.original
        if confirmed and self._newest is not None:
            known = self._newest
        else:
            self._asked_about = ()
        if tag is None or confirmed:
            try:
                theirs, tag = await self.store.read_again(self.store.state.draft)
            except NotFound:
                return self._gone(by_us=False)
            if self._is_outdated(known, theirs):
                return False
            known = theirs
        try:
            await self._send(known, tag)
        except Conflict as error:
            if error.status != PRECONDITION_FAILED:
                raise
            theirs, _ = await self.store.read_again(self.store.state.draft)
            if not self._is_outdated(known, theirs):
                raise error from None
            return False
        except ApiError as error:
            if not (error.may_have_been_applied or isinstance(error, NotFound)):
                raise
            there = await outcome.is_there(crud, key)
            if there is not False:
                raise outcome.of_deletion(error, there) from None
            return self._gone(by_us=not isinstance(error, NotFound))
        return self._gone(by_us=True)

    async def _send(self, known: Mapping[str, Any], tag: str | None) -> None:
        store = self.store
        about = about_write(
            title=store.name_of(known),
            location=str(Location(store.base).child(store.state.id)) if store.base else "",
            before=known,
            whole_before=True,
            secrets=store.unremembered,
            numbers=[],
        )
        with about as subject:
            try:
                await store.crud.delete(store.state.id, if_match=tag)
            finally:
                self.number = subject.numbers[-1] if subject.numbers else 0

    def _gone(self, *, by_us: bool) -> bool:
        self.store.deleted(by_us=by_us)
        return True

    def _is_outdated(self, known: Mapping[str, Any], theirs: Mapping[str, Any]) -> bool:
        """Whether others changed the record, which the user has to confirm first.

        A value that has changed at two questions in a row, such as a view counter, is not asked
        about a third time: such a record could never be deleted.
        """
        ways = frozenset(self.store.differing(known, theirs))
        asked_twice = len(self._asked_about) > 1 and frozenset.intersection(*self._asked_about[-2:])
        if not ways or (asked_twice and ways <= asked_twice):
            return False
        self._newest, self._asked_about = theirs, (*self._asked_about, ways)
        self.store.change(outdated=tuple(".".join(way) for way in sorted(ways)))
        return True
