"""DetailStore: saves, deletes, merges and undoes one record without overwriting others' work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from svc_tui.api.errors import (
    ApiError,
    Conflict,
    NotAllowed,
    NotFound,
    PartiallySaved,
    Unauthorized,
    ValidationFailed,
)
from svc_tui.models.location import is_new
from svc_tui.models.records import is_name_of
from svc_tui.stores.record import write_result as outcome
from svc_tui.stores.record.deletion import RecordDeletion
from svc_tui.stores.record.detail_state import NEW, UNSAID, DetailState, EditConflict, Errors
from svc_tui.stores.record.draft import Draft, get_path, merged, same
from svc_tui.stores.record.error_paths import relocate_errors
from svc_tui.stores.record.history_store import Write
from svc_tui.stores.record.merge import Merge, Steps, at, changed, put, reapply_changes, value_path
from svc_tui.stores.record.patch_payload import sent_paths
from svc_tui.stores.record.rebase import rebase
from svc_tui.stores.record.record_store import RecordStore
from svc_tui.stores.record.record_write import RecordWrite
from svc_tui.stores.record.save_report import nothing_kept, rewriting_report, save_report
from svc_tui.stores.record.server_changes import differing_paths, differs_at, is_alike, is_gone
from svc_tui.stores.record.write_memory import write_of
from svc_tui.stores.record.write_result import WriteResult
from svc_tui.stores.record.write_verification import ignored
from svc_tui.stores.rows import key_of
from svc_tui.stores.unavailable_reason import WAIT_UNTIL_READ, WAIT_UNTIL_SAVED

__all__ = ["NEW", "DetailState", "DetailStore", "EditConflict"]

MAYBE_CREATED = (
    "Not saved: your last attempt may already have created this record. Check the list first."
)
"""Why a new record is not sent again after an unclear save."""


class DetailStore(RecordStore):
    """Saves changed values: compares before saving and reports the result."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._last_write: RecordWrite | None = None
        self.refusal: ApiError | None = None
        """Why the last write failed, whatever was read after it."""
        self.deletion = RecordDeletion(self)

    @property
    def overtaken(self) -> bool:
        """Whether someone else has already overwritten part of the last save."""
        return bool(self._last_write and self._last_write.lost)

    def offered_again(self) -> None:
        """Mark an interrupted save as offered, so that it is not offered twice."""
        self.change(unsaved_by_expiry=False, problem=None)

    async def save(self, *, again: bool = False) -> bool:
        """Save the changed values; return whether they were saved. Does nothing during a save.

        A creation whose outcome is unknown is only repeated with `again`.
        """
        if not self._may_be_saved(again=again):
            return False
        sent, before = self.state.draft, self.state.uncertain
        self.change(saving=True, **UNSAID)
        try:
            if before is not None and await self._was_stored(before):
                return True
            sent = self.state.draft
            self._since_sent.clear()
            self._last_write = write = RecordWrite(self, sent)
            record = await write.run()
        except PartiallySaved as error:
            self._half_saved(error, sent)
            return False
        except ApiError as error:
            return await self._failed(error, sent)
        except BaseException:  # Cancelled, perhaps after it was sent.
            self.change(saving=False, uncertain=sent)
            raise
        unkept = (*ignored(sent, record), *write.unreturned)
        if problem := nothing_kept(write, unkept):
            original = replace(self.state.draft, original=record)
            doubt = sent if write.outcome.deferred else None
            self.change(draft=original, saving=False, problem=problem, uncertain=doubt)
            return False
        report = save_report(write, record, unkept)
        self._saved(record, sent, (*write.lost, *unkept))
        self.change(not_kept=report, rewritten=rewriting_report(write, record))
        return True

    def _may_be_saved(self, *, again: bool) -> bool:
        """Whether there is something to save that can be sent now; else say why not."""
        if self.state.saving or not self.state.loaded:
            self.publish(self.Told(WAIT_UNTIL_SAVED if self.state.saving else WAIT_UNTIL_READ))
            return False
        if not self.state.is_new and not self.dirty:
            self.publish(self.NothingToSave())
            return False
        if unreadable := self.state.draft.unreadable():
            self.say({path: (value.problem,) for path, value in unreadable.items()})
            return False
        if self.state.is_new and self.state.uncertain is not None and not again:
            self.publish(self.Told(MAYBE_CREATED))
            return False
        return True

    async def _was_stored(self, before: Draft) -> bool:
        """Check the outcome of an earlier, unclear save; True if nothing is left to save.

        Raises:
            ApiError: the record could not be read.
        """
        self.change(uncertain=None)
        if self.state.is_new:
            return False
        try:
            record, tag = await self.read_again(before)
        except NotFound:
            raise
        except ApiError:
            self.change(uncertain=before)
            raise
        if self._write_result(before, record) is not WriteResult.STORED:
            return False
        self.tag = tag
        self._saved(record, before)
        if not self.dirty:
            return True
        self.change(saving=True)
        return False

    async def delete(self, *, told: bool = False) -> bool:
        """Delete the record; return whether it is gone. Does nothing during a save.

        If another user changed it since it was loaded, nothing is deleted and the state names what
        is `outdated`; with `told`, the user has seen that and confirmed.
        """
        return await self.deletion.run(told)

    def deleted(self, *, by_us: bool) -> None:
        """Mark the record as deleted; `missing` if another user had already deleted it."""
        if by_us:
            self._remember("DELETE", Draft(self.state.draft.original, {}), {})
        unchanged = Draft.of(self.state.draft.original)
        self.change(saving=False, draft=unchanged, missing=not by_us)
        self.publish(self.Deleted())

    def comparable(self, record: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the values to compare between two versions of the record."""
        return record

    def differing(self, known: Mapping[str, Any], theirs: Mapping[str, Any]) -> list[Steps]:
        """Return the paths of the values that someone else changed."""
        return differing_paths(self.comparable(known), self.comparable(theirs))

    async def undo(self, write: Write) -> bool:
        """Restore the values from before a change by this user; return whether they were saved.

        Values that others have changed since are never overwritten: they become a conflict.
        """
        if self.state.saving or not self.state.loaded or self.dirty or write.obstacle:
            return False
        self.change(saving=True, problem=None)
        try:
            theirs, tag = await self.read_again(self.state.draft)
        except ApiError as error:
            self.change(saving=False, problem=str(error))
            return False
        except BaseException:
            self.change(saving=False)
            raise
        self.change(saving=False)
        return await self.undo_in(theirs, tag, write)

    async def undo_in(self, theirs: Mapping[str, Any], tag: str | None, write: Write) -> bool:
        """Undo like `undo`, on a record that was just read."""
        if self.state.draft.dirty:
            self.publish(self.Told("Nothing was undone: save what you typed first."))
            return False
        merge = write.inverse(theirs)
        clash = EditConflict(merge, self.state.draft, tag, write)
        if merge.clashes:
            self.change(clash=clash)
            return False
        if not merge.differences:
            self.take(theirs)
            self.tag = tag
            self.publish(self.Told("It already has its previous value."))
            return False
        self.whole |= write.whole
        self.parts |= write.parts
        self._settle(clash, merge)
        return await self.save()

    def settle(self, merge: Merge) -> None:
        """Resolve a conflict with the chosen values; a save continues from theirs."""
        if (clash := self.state.clash) is not None:
            self._settle(clash, merge)

    def stay(self) -> None:
        """Leave a conflict unresolved; the next save finds it again."""
        self.undoing = None
        self.change(clash=None)

    def _settle(self, clash: EditConflict, merge: Merge) -> None:
        self.tag, self.undoing = clash.tag, clash.undoing
        current = reapply_changes(merge.result(), clash.draft.current, self.state.draft.current)
        draft = Draft(clash.theirs, current)
        self.change(draft=draft, clash=None, problem=None)

    def touched(self, sent: Draft, theirs: Mapping[str, Any]) -> bool:
        """Whether a save would overwrite someone else's change."""
        known, theirs = self.comparable(sent.original), self.comparable(theirs)
        if not self.use_patch:
            return not is_alike(known, theirs)
        ways = sent_paths(changed(known, self.comparable(sent.current)), self.parts)
        return differs_at(ways, known, theirs)

    def _write_result(self, sent: Draft, record: Mapping[str, Any]) -> WriteResult:
        """Return the outcome of a write, from the current record."""
        sent = Draft(self.comparable(sent.original), self.comparable(sent.current))
        return outcome.compare_written(sent, self.comparable(record))

    async def _failed(self, error: ApiError, sent: Draft) -> bool:
        """Report what went wrong; True if it turns out that it was stored anyway."""
        self.refusal = error
        if isinstance(error, ValidationFailed):
            errors = self._errors_of(error, sent)
            self.change(saving=False, errors=errors, problem=None if errors else str(error))
        elif isinstance(error, Conflict) and not self.state.is_new:
            await self._clashed(error)
        elif error.may_have_been_applied and self.state.is_new:
            self.change(saving=False, uncertain=sent, problem=outcome.of_creation(error))
        elif error.may_have_been_applied or (outcome.says_gone(error) and not self.state.is_new):
            return await self._verify_stored(error, sent)
        elif isinstance(error, NotAllowed) and self.use_patch and "PUT" in error.allow:
            self.use_patch = False
            self.change(saving=False, problem=outcome.PUT_INSTEAD)
        else:
            expired = isinstance(error, Unauthorized)
            missing = isinstance(error, NotFound)
            gone = missing and not self.state.is_new
            whole = self.state.uncertain or (missing and not gone)
            problem = str(error) if whole else outcome.why(error)
            self.change(saving=False, problem=problem, unsaved_by_expiry=expired, missing=gone)
        return False

    def _errors_of(self, error: ApiError, sent: Draft) -> Errors:
        """The messages at the form's paths; items may have moved since they were sent."""
        said = {path: tuple(found) for path, found in error.errors.items()}
        return relocate_errors(self.place(said), (sent.current, *self._since_sent))

    async def _verify_stored(self, error: ApiError, sent: Draft) -> bool:
        """Read the record and compare, to learn whether a write was stored."""
        try:
            record, tag = await self.read_again(sent)
        except ApiError as unreadable:
            self._could_not_verify(error, unreadable, sent)
            return False
        except BaseException:
            self.change(saving=False, uncertain=sent)
            raise
        result = self._write_result(sent, record)
        words = outcome.of_change(error, result)
        if result is WriteResult.STORED:
            self.tag = tag
            self._saved(record, sent)
            self.publish(self.Told(words))
            return True
        still = result is WriteResult.NOT_STORED and error.may_still_apply
        self.change(saving=False, problem=words, uncertain=sent if still else None)
        return False

    def _could_not_verify(self, error: ApiError, unreadable: ApiError, sent: Draft) -> None:
        """Report a failed write after which the record could not be read."""
        gone = outcome.says_gone(error) and isinstance(unreadable, NotFound)
        self.change(
            saving=False,
            uncertain=sent if error.may_have_been_applied else None,
            problem=outcome.why(error) if gone else outcome.unread(error),
            unsaved_by_expiry=isinstance(unreadable, Unauthorized),
            missing=gone,
        )

    async def _clashed(self, error: Conflict) -> None:
        """Show the current values; without them, the user could not choose."""
        try:
            theirs, tag = await self.read_again(self.state.draft)
        except ApiError as unreadable:
            gone = isinstance(unreadable, NotFound)
            self.change(saving=False, problem=outcome.why(unreadable), missing=gone)
            return
        except BaseException:
            self.change(saving=False)
            raise
        draft = self.state.draft
        if same(dict(theirs), dict(draft.original)):
            # Refused for the backend's own reason: there was no other write.
            self.tag = tag
            self.change(saving=False, problem=str(error))
            return
        merge = self.merge(draft, theirs)
        self.change(saving=False, clash=EditConflict(merge, draft, tag, self.undoing))

    def merge(self, draft: Draft, theirs: Mapping[str, Any]) -> Merge:
        """Merge the three versions for the user to choose."""
        return Merge.of(draft.original, theirs, draft.current, self.whole)

    def _saved(self, record: Mapping[str, Any], sent: Draft, lost: tuple[Steps, ...] = ()) -> None:
        """Load the stored record; values `lost` to another write stay in the form."""
        created = self.state.is_new
        written = record or sent.current
        write = self._last_write
        besides = write.server_changes(sent, written) if write and not created else ()
        # If values next to a sent part vanish, the backend replaces whole values.
        self.parts -= {value_path(way)[-1] for way in besides if is_gone(way, written)}
        typed = rebase(written, sent.current, self.state.draft.current)
        own = written
        for way in lost:
            typed = put(typed, way, at(self.state.draft.current, way))
            own = put(own, way, at(sent.current, way))
        draft = Draft(written, typed)
        key = key_of(written, self.lookup) or self.state.id
        method = "POST" if created else "PATCH" if self.use_patch else "PUT"
        # Without the id of the new record, saving again would create a second one.
        doubt = sent if is_new(key) else None
        told = [way for way in besides if not _is_name_beside(way, sent)]
        self.change(
            id=key,
            draft=draft,
            saving=False,
            errors={},
            problem=None,
            uncertain=doubt,
            also_changed=tuple(".".join(way) for way in told),
        )
        self._remember(method, sent, own, besides)
        self.publish(self.Saved(written, created))

    def _remember(
        self, method: str, sent: Draft, written: Mapping[str, Any], besides: tuple[Steps, ...] = ()
    ) -> None:
        """Add the write to the history of this session, without secrets."""
        undoes, self.undoing = self.undoing, None
        if self.history is not None:
            sent_by = self.deletion if method == "DELETE" else self._last_write
            self.history.add(write_of(self, method, sent, written, besides, undoes, sent_by))

    def _half_saved(self, error: PartiallySaved, sent: Draft) -> None:
        """Continue with the created record; only its files are still to be sent."""
        errors = self._errors_of(error, sent)
        self._saved(error.record, sent)
        files = {key: get_path(sent.current, key) for key in error.files}
        draft = Draft(self.state.draft.original, merged(self.state.draft.current, files))
        self.change(draft=draft, errors=errors, problem=str(error))


def _is_name_beside(way: Steps, sent: Draft) -> bool:
    """Whether a value is only the name of a related record that was sent: `category_name`."""
    return len(way) == 1 and any(is_name_of(str(way[0]), key) for key in sent.diff())
