"""BatchUndo: undo an action on many rows, compared one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from svc_tui.api.errors import ApiError
from svc_tui.stores.history.whole_records import LeftAlone, take_back_whole
from svc_tui.stores.record.detail_state import IN_FORM, save_failure
from svc_tui.stores.record.draft import Draft, same
from svc_tui.stores.record.history_store import CollectedWrites, HistoryStore, Write
from svc_tui.stores.record.save_report import DEFERRED
from svc_tui.stores.record.write_result import Deferred

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud
    from svc_tui.models.listing import ActionRequest
    from svc_tui.stores.record.detail_store import DetailStore

AS_BEFORE = "It already has its previous values."


class RestoreFailed(ApiError):
    """The backend rejected the old values; the detail says why."""

    def what(self) -> str:
        return self.detail


class BatchUndo:
    """The action that puts back what stood in these rows before.

    Values that others have changed since stay; rows that were not restored can be retried.
    """

    id = "undo"
    handle_multiple = True
    handle_all = False
    dangerous = False
    handler: str | Callable[..., Any] | None = None

    def __init__(
        self,
        writes: Iterable[Write],
        *,
        names: Mapping[str, str] | None = None,
        lookup: str = "id",
        use_patch: bool = True,
        left_out: tuple[str, ...] = (),
        base: str = "",
    ) -> None:
        from svc_tui.models.listing import ActionRequest

        given = {one.id: one for one in writes}
        self.writes = {key: one for key, one in given.items() if _changed_anything(one)}
        """The rows in which anything was changed, by key."""
        self.never_changed = len(given) - len(self.writes)
        """Rows that the action wrote but that already had these values."""
        self.names = dict(names or {})
        self.label = f"Undo “{next((one.action for one in given.values()), '')}”"
        self.request: ActionRequest | None = ActionRequest(method="PATCH", path="{endpoint}/{id}/")
        """Method and address; the body differs for each row."""
        method = next((one.method for one in given.values()), "")
        self.permissions = ({"POST": "delete", "DELETE": "add"}.get(method, "change"),)
        self._lookup, self._use_patch = lookup, use_patch
        self._left_out, self._base = left_out, base
        self._own = CollectedWrites()
        self._settled = [one.number for key, one in given.items() if key not in self.writes]
        self._passed = list[int]()

    async def write(self, crud: Crud[Any], key: str) -> None:
        """Restore one record.

        Raises: LeftAlone: it has changed since, or already has the old values. ApiError: it could
        not be read or written.
        """
        write = self.writes[key]
        if write.method in ("POST", "DELETE"):
            self._own.add(await take_back_whole(crud, write, self._lookup))
            return
        record, tag = await crud.detail_with_etag(write.id)
        if not write.inverse(record).differences:
            self._settled.append(write.number)
            raise LeftAlone(AS_BEFORE)
        store = self._store(crud, write, record)
        if await store.undo_in(record, tag, write):
            return
        if (clash := store.state.clash) is not None:
            about = ", ".join(self.names.get(path, path) for path in clash.fields)
            self._passed.append(write.number)
            have = "have" if len(clash.fields) > 1 else "has"
            words = f"{about or 'It'} {have} changed since then."
            raise LeftAlone(f"{words} Open the record and press u to choose.")
        if store.state.problem == DEFERRED:
            raise Deferred(crud.dialect.change_method, crud.requested(crud.endpoint.item(write.id)))
        error = RestoreFailed(detail=save_failure(store.state, self.names).removesuffix(IN_FORM))
        error.may_have_been_applied = store.state.uncertain is not None
        raise error

    @property
    def own(self) -> tuple[Write, ...]:
        """The writes so far that are not in the history yet."""
        return tuple(self._own.writes)

    def remembered_in(self, history: HistoryStore) -> None:
        """Add what was restored to the history, and mark what can't be undone again."""
        run = history.new_run()
        history.add_all(replace(one, run=run) for one in self._own.writes)
        history.mark_settled(self._settled, self._passed)
        for records in (self._own.writes, self._settled, self._passed):
            records.clear()

    def _store(self, crud: Crud[Any], write: Write, record: Mapping[str, Any]) -> DetailStore:
        from svc_tui.stores.record.detail_store import DetailStore  # A list is shown without it.

        store = DetailStore(
            crud,
            id=write.id,
            lookup=self._lookup,
            use_patch=self._use_patch,
            history=self._own,
            left_out=self._left_out,
            base=self._base,
            parts=write.parts,
        )
        store.change(draft=Draft.of(record), loaded=True)
        return store


def _changed_anything(write: Write) -> bool:
    """Whether there was a different value before."""
    return any(not same(one.before, one.after) for one in write.values)
