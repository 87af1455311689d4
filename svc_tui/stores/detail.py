"""One record: loaded, edited, saved, deleted. What was typed is never lost here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from textual.message import Message

from svc_tui.api.errors import ApiError, Conflict, NotFound, Unauthorized, ValidationFailed
from svc_tui.stores.base import Store, StoreChanged
from svc_tui.stores.draft import MISSING, Draft, diff, dig, leaves, merged, same, without

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud
    from svc_tui.models.records import ResourceMetadata

Errors = Mapping[str, tuple[str, ...]]
"""Messages by dotted path."""

NEW = "new"
"""The id that means: create (toolkit: SvcDetail)."""

TIME_KEYS = ("modified", "modified_at", "updated", "updated_at", "last_modified")
"""Fields that a backend changes at every write; they tell that somebody else was there."""


@dataclass(frozen=True)
class Clash:
    """Somebody changed the record since it was loaded; nothing of ours has been written."""

    theirs: Mapping[str, Any]
    fields: tuple[str, ...]
    """The fields that both sides changed; empty when only the backend's word says so."""
    tag: str | None = None
    """The tag of theirs; ours counts until the operator has chosen."""


@dataclass(frozen=True)
class DetailState:
    """What a detail page shows."""

    id: str = NEW
    draft: Draft = field(default_factory=Draft)
    loaded: bool = False
    """Whether there is something to edit; a failed load never becomes an empty form."""
    loading: bool = False
    saving: bool = False
    errors: Errors = field(default_factory=dict)
    """Dotted path to messages; what belongs to no field stands under `""`."""
    problem: str | None = None
    """Why the last load or save failed, in a sentence."""
    missing: bool = False
    """Whether the backend has no such record."""
    unsaved_by_expiry: bool = False
    """Whether a save failed because the session had ended: it is offered again after signing in."""
    clash: Clash | None = None
    metadata: ResourceMetadata | None = None
    """What the collection says about itself, where that was asked."""

    @property
    def is_new(self) -> bool:
        """Whether saving creates."""
        return self.id == NEW


class DetailStore(Store[DetailState]):
    """Loads a record, holds the draft, sends the difference."""

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """The draft, its errors or what the store is doing changed."""

        state: DetailState

    @dataclass
    class Saved(Message, bubble=False):
        """The record was written; `model` is the backend's answer."""

        model: Mapping[str, Any]
        created: bool = False

    @dataclass
    class Deleted(Message, bubble=False):
        """The record is gone."""

    @dataclass
    class NothingToSave(Message, bubble=False):
        """Save was asked for, but nothing differs from what was loaded."""

    def __init__(
        self,
        crud: Crud[Any],
        *,
        id: str = NEW,
        lookup: str = "id",
        use_patch: bool = True,
        defaults: Mapping[str, Any] | None = None,
        whole: frozenset[str] = frozenset(),
        place: Callable[[Errors], Errors] = dict,
        ask_metadata: bool = False,
    ) -> None:
        super().__init__(DetailState(id=str(id)))
        self.crud = crud
        self.lookup = lookup
        self.use_patch = use_patch
        self.defaults = dict(defaults or {})
        self.whole = whole
        """Top-level keys that a PATCH carries whole when anything in them changed."""
        self.place = place
        """Puts a backend's messages at the form's own paths (decisions 3: Field errors)."""
        self.ask_metadata = ask_metadata
        """Whether a load asks what the collection says about itself, once."""
        self._tag: str | None = None

    @property
    def dirty(self) -> bool:
        """Whether leaving now would lose something."""
        return self.state.loaded and self.state.draft.dirty

    async def load(self) -> None:
        """Read the record; what was typed before goes, what is typed while it is read stays."""
        before = self.state.draft
        self.change(loading=True, problem=None)
        try:
            await self._ask_metadata()
            record: Mapping[str, Any] = self.defaults
            if not self.state.is_new:
                record, self._tag = await self.crud.detail_with_tag(self.state.id)
        except ApiError as error:
            missing = isinstance(error, NotFound)
            self.change(loading=False, problem=str(error), missing=missing)
        except BaseException:
            self.change(loading=False)
            raise
        else:
            typed_since = diff(before.current, self.state.draft.current)
            self._take(record)
            if typed_since:
                draft = self.state.draft
                self.change(draft=Draft(draft.original, merged(draft.current, typed_since)))

    async def _ask_metadata(self) -> None:
        """Without an answer the form does without: the record is what counts."""
        if not self.ask_metadata or self.state.metadata is not None:
            return
        try:
            self.change(metadata=await self.crud.options())
        except Unauthorized:
            raise
        except ApiError:
            return

    def edit(self, path: str, value: Any) -> None:
        """Another value at a dotted path; the messages about the old one go."""
        errors = {key: found for key, found in self.state.errors.items() if not _about(key, path)}
        self.change(draft=self.state.draft.edited(path, value), errors=errors)

    def discard(self) -> None:
        """Back to what was loaded."""
        original = self.state.draft.original
        self.change(draft=Draft.of(original), errors={}, problem=None, clash=None)

    def say(self, errors: Errors) -> None:
        """Errors found before anything was sent."""
        self.change(errors=dict(errors))

    def changes(self) -> dict[str, Any]:
        """What a save would send of an existing record."""
        return self._changes(self.state.draft)

    def _changes(self, draft: Draft) -> dict[str, Any]:
        changed = draft.diff()
        whole = {key: draft.current.get(key) for key in changed if key in self.whole}
        return {**changed, **whole}

    def offered_again(self) -> None:
        """The save that the end of a session broke off was offered: it is not offered twice."""
        self.change(unsaved_by_expiry=False)

    async def save(self) -> bool:
        """Write what differs; True when it was written. Does nothing while a save runs."""
        if self.state.saving or not self.state.loaded:
            return False
        if not self.state.is_new and not self.dirty:
            self.publish(self.NothingToSave())
            return False
        sent = self.state.draft
        if unreadable := sent.unreadable():
            self.say({path: (value.problem,) for path, value in unreadable.items()})
            return False
        self.change(saving=True, problem=None, errors={}, clash=None, unsaved_by_expiry=False)
        try:
            record = await self._write(sent)
        except ApiError as error:
            await self._failed(error)
            return False
        except BaseException:
            self.change(saving=False)
            raise
        self._saved(record, sent)
        return True

    async def delete(self) -> bool:
        """Delete the record; True when it is gone. Does nothing while a save runs."""
        if self.state.saving or self.state.is_new:
            return False
        self.change(saving=True, problem=None)
        try:
            await self.crud.delete(self.state.id, if_match=self._tag)
        except NotFound:
            pass  # Somebody else was quicker: it is gone, as wanted.
        except ApiError as error:
            self.change(saving=False, problem=str(error))
            return False
        except BaseException:
            self.change(saving=False)
            raise
        self.change(saving=False, draft=Draft.of(self.state.draft.original))
        self.publish(self.Deleted())
        return True

    def take_theirs(self) -> None:
        """Answer to a clash: their values where both sides wrote; what else was typed stays."""
        if (clash := self.state.clash) is not None:
            self._settle(clash, without(self.state.draft.diff(), clash.fields))

    def keep_mine(self) -> None:
        """Answer to a clash: what was typed is put on top of theirs; a save sends only that."""
        if (clash := self.state.clash) is not None:
            self._settle(clash, self.state.draft.diff())

    def stay(self) -> None:
        """Answer to a clash: nothing was written and nothing changes; a save finds it again."""
        self.change(clash=None)

    def _settle(self, clash: Clash, mine: Mapping[str, Any]) -> None:
        self._tag = clash.tag
        self.change(draft=Draft(clash.theirs, merged(clash.theirs, mine)), clash=None, problem=None)

    async def _write(self, sent: Draft) -> Mapping[str, Any]:
        if self.state.is_new:
            return await self._read_back(await self.crud.create(dict(sent.current)))
        tag, key = self._tag or await self._compare(sent), self.state.id
        if self.use_patch:
            answer = await self.crud.partial_update(key, self._changes(sent), if_match=tag)
        else:
            answer = await self.crud.update(key, dict(sent.current), if_match=tag)
        return await self._read_back(answer)

    async def _read_back(self, answer: Any) -> Mapping[str, Any]:
        """The record as the backend has it now, with its new tag where it gives tags."""
        record: Mapping[str, Any] = answer if isinstance(answer, Mapping) else {}
        key = str(record.get(self.lookup, self.state.id))
        if self._tag is None and record:
            return record
        if key != NEW:
            try:
                record, self._tag = await self.crud.detail_with_tag(key)
            except ApiError:
                self._tag = None  # It is written; only its newest face could not be had.
        return record

    async def _compare(self, sent: Draft) -> str | None:
        """Re-read and compare the fields about to be written (decisions 3: Conflict).

        The tag is good for this one write: fields that were not compared may be others already.
        """
        theirs, tag = await self.crud.detail_with_tag(self.state.id)
        if _touched_by_others(sent, theirs, self.use_patch):
            raise Conflict(detail="The record was changed meanwhile")
        return tag

    async def _failed(self, error: ApiError) -> None:
        if isinstance(error, ValidationFailed):
            errors = self.place({path: tuple(found) for path, found in error.errors.items()})
            self.change(saving=False, errors=errors, problem=None if errors else str(error))
        elif isinstance(error, Conflict) and not self.state.is_new:
            await self._clashed(error)
        else:
            expired = isinstance(error, Unauthorized)
            self.change(saving=False, problem=str(error), unsaved_by_expiry=expired)

    async def _clashed(self, error: Conflict) -> None:
        """Show what stands there now; without it the operator could not choose."""
        try:
            theirs, tag = await self.crud.detail_with_tag(self.state.id)
        except ApiError as unreadable:
            self.change(saving=False, problem=str(unreadable))
            return
        if same(dict(theirs), dict(self.state.draft.original)):
            # Refused for a reason of the backend's own: nobody else has written.
            self._tag = tag
            self.change(saving=False, problem=str(error))
            return
        clash = Clash(theirs, clashing(self.state.draft, theirs), tag)
        self.change(saving=False, clash=clash)

    def _saved(self, record: Mapping[str, Any], sent: Draft) -> None:
        created = self.state.is_new
        written = record or sent.current
        draft = self.state.draft.rebased(written, sent.current)
        key = str(written.get(self.lookup, self.state.id))
        self.change(id=key, draft=draft, saving=False, errors={}, problem=None)
        self.publish(self.Saved(written, created))

    def _take(self, record: Mapping[str, Any]) -> None:
        self.change(
            draft=Draft.of(record),
            loaded=True,
            loading=False,
            errors={},
            problem=None,
            missing=False,
            clash=None,
            unsaved_by_expiry=False,
        )


def clashing(draft: Draft, theirs: Mapping[str, Any]) -> tuple[str, ...]:
    """The dotted paths that both sides changed, to different values."""
    mine, other = leaves(draft.diff()), leaves(diff(draft.original, theirs))
    return tuple(
        path
        for path in mine
        if any(_overlap(path, their) for their in other)
        and not same(mine[path], dig(theirs, path, MISSING))
    )


def _overlap(one: str, other: str) -> bool:
    """Whether one of two dotted paths lies within the other."""
    return f"{one}.".startswith(f"{other}.") or f"{other}.".startswith(f"{one}.")


def _touched_by_others(draft: Draft, theirs: Mapping[str, Any], use_patch: bool) -> bool:
    """Whether a write would go over somebody's change; one of the whole record always would."""
    if not use_patch:
        return not same(draft.original, theirs)
    about = [*leaves(draft.diff()), *TIME_KEYS]
    return any(not same(dig(draft.original, path), dig(theirs, path)) for path in about)


def _about(error_path: str, edited_path: str) -> bool:
    return error_path == edited_path or error_path.startswith(f"{edited_path}.")
