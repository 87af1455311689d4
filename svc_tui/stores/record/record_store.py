"""RecordStore: one record, loaded and edited."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from textual.message import Message

from svc_tui.api.errors import InvalidResponse
from svc_tui.api.responses import describe
from svc_tui.stores.base import Store, StoreChanged
from svc_tui.stores.record.detail_state import NEW, DetailState, Errors
from svc_tui.stores.record.draft import Draft, within
from svc_tui.stores.record.error_paths import keep_list_errors
from svc_tui.stores.record.history_store import Write
from svc_tui.stores.record.merge import MINE, Merge, put
from svc_tui.stores.record.patch_payload import payload
from svc_tui.stores.record.record_load import RecordLoad
from svc_tui.stores.record.slugs import Slugs
from svc_tui.stores.record.write_result import of_another
from svc_tui.stores.record.write_verification import in_quotes
from svc_tui.stores.rows import is_record, key_of, names_another, row_name
from svc_tui.text import cut

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud


class WriteRecorder(Protocol):
    """The memory of the user's own writes: a `HistoryStore`."""

    def add(self, write: Write) -> object:
        """One that was made."""


class RecordStore(Store[DetailState]):
    """Loads a record and holds what is typed; `DetailStore` writes it."""

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
        """A save was requested, but nothing differs from the loaded record."""

    @dataclass
    class Told(Message, bubble=False):
        """A save or an undo had a notable result, described in `words`."""

        words: str

    def __init__(
        self,
        crud: Crud[Any],
        *,
        id: str = NEW,
        lookup: str = "id",
        title_field: str | None = None,
        use_patch: bool = True,
        defaults: Mapping[str, Any] | None = None,
        whole: frozenset[str] = frozenset(),
        parts: frozenset[str] = frozenset(),
        place: Callable[[Errors], Errors] = dict,
        ask_metadata: bool = False,
        history: WriteRecorder | None = None,
        left_out: tuple[str, ...] = (),
        write_only: frozenset[str] = frozenset(),
        base: str = "",
        fields: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(DetailState(id=str(id)))
        self.crud = crud
        self.lookup = lookup
        self.title_field = title_field
        """Where the title of a record is; None if that was not declared."""
        self.label_of: Callable[[Mapping[str, Any]], str] = lambda record: ""
        """Returns the name of the related record that is the title; "" for none."""
        self.named: Callable[[str], str] = in_quotes
        """Returns the label of the value at a path, else the path, in quotes."""
        self.use_patch = use_patch
        self.defaults = dict(defaults or {})
        self.whole = whole
        """Keys in which another record is one value, never merged or saved in part."""
        self.parts = parts
        """Keys of which a PATCH has only the changes; all other values are sent whole."""
        self.place = place
        """Maps a backend's messages to the form's paths."""
        self.history = history
        """The history of the user's writes."""
        self.left_out = left_out
        """Dotted patterns of secrets, which are neither recorded nor saved to disk."""
        self.write_only = write_only
        """Dotted paths of values that the backend never returns."""
        self.base = base
        """The path under which records are opened."""
        self.fields = fields
        """The keys that a record has, one of them at least; none if they are not known."""
        self.slugs = Slugs()
        """The slugs of this record that follow a text."""
        self.tag: str | None = None
        """The tag of the record as last read; None if the backend has none."""
        self.undoing: Write | None = None
        self._load = RecordLoad(self, ask_metadata=ask_metadata)
        self._since_sent: list[Mapping[str, Any]] = []
        """The record edit by edit since a save began: messages are about what was sent."""

    def name_of(self, record: Mapping[str, Any]) -> str:
        """Return the name of a version of the record in messages; headings use `shown_title`."""
        return cut(self.label_of(record), 60) or row_name(record, self.lookup, self.title_field)

    @property
    def unremembered(self) -> tuple[str, ...]:
        """The values that are neither logged nor undone: secrets, and what is never returned."""
        return (*self.left_out, *self.write_only)

    @property
    def change_method(self) -> str:
        """The method that a change of the record is sent with."""
        return self.crud.dialect.change_method if self.use_patch else "PUT"

    @property
    def dirty(self) -> bool:
        """Whether leaving now would lose something."""
        return self.state.loaded and self.state.draft.dirty

    @property
    def address(self) -> str:
        """The path that is requested for the record."""
        return self.address_of(self.state.id)

    def address_of(self, key: str) -> str:
        """Return the path that is requested for a record of the collection."""
        return self.crud.requested(self.crud.endpoint.item(key))

    async def read(self, key: str) -> tuple[Mapping[str, Any], str | None]:
        """Return a record of the collection, and its tag.

        Raises:
            ApiError: it could not be read, or the answer is no record.
        """
        record, tag = await self.crud.detail_with_etag(key)
        if not is_record(record, self.fields, self.lookup):
            why = f"it should be one record, but it {describe(record)}"
            raise InvalidResponse(None, "GET", self.address_of(key), why)
        return record, tag

    async def read_again(self, known: Draft) -> tuple[Mapping[str, Any], str | None]:
        """Return the current version of the form's record, and its tag.

        Raises:
            ApiError: it could not be read, or the answer is another record.
        """
        record, tag = await self.read(self.state.id)
        if names_another(record, known.original, known.current, self.state.id, self.lookup):
            raise of_another("GET", self.address, key_of(record, self.lookup))
        return record, tag

    async def load(self) -> None:
        """Load the record; drop earlier edits, and keep what is typed while it loads."""
        await self._load.run()

    def edit(self, path: str, value: Any) -> None:
        """Write a value at a dotted path, and the slugs that follow; drop messages about it."""
        before = self.state.draft
        self.slugs, draft = self.slugs.after(before, before.typed(path, value))
        slugs = (one.path for one in self.slugs.followers)
        changed = (path, *(one for one in slugs if before.get(one) != draft.get(one)))
        errors = {
            key: found
            for key, found in self.state.errors.items()
            if not any(within(key, one) for one in changed)
        }
        if len(errors) < len(self.state.errors):
            errors |= keep_list_errors(self.state.errors, path, before.current, draft.current)
        if self.state.saving:
            self._since_sent.append(draft.current)
        self.change(draft=draft, errors=errors)

    def discard(self) -> None:
        """Discard all edits."""
        self.undoing, self.slugs = None, self.slugs.begun()
        self.change(draft=Draft.of(self.state.draft.original), errors={}, problem=None, clash=None)

    def say(self, errors: Errors) -> None:
        """Show errors found before anything was sent, without why an earlier save failed."""
        state = self.state
        lasting = state.uncertain is not None or state.missing or state.unsaved_by_expiry
        self.change(errors=dict(errors), problem=state.problem if lasting else None)

    def begin_with(self, values: Mapping[str, Any]) -> None:
        """Set values of a new record, as if they had been typed."""
        self.change(draft=Draft(self.state.draft.original, {**self.state.draft.current, **values}))

    def apply_draft(self, merge: Merge) -> None:
        """Set the chosen values of a draft, as if they had just been typed."""
        current = self.state.draft.current
        for one in merge.differences:
            if merge.side(one.steps) == MINE:
                current = put(current, one.steps, one.mine)
        self.change(draft=Draft(self.state.draft.original, current), errors={})

    def changes(self) -> dict[str, Any]:
        """Return what a save would send of an existing record."""
        return self.changes_of(self.state.draft)

    def changes_of(self, draft: Draft) -> dict[str, Any]:
        """Return what a PATCH of this draft carries."""
        return payload(draft, self.parts)

    def take(self, record: Mapping[str, Any]) -> None:
        """Show a record as it was read; drop edits and messages."""
        self.undoing, self.slugs = None, self.slugs.begun()
        self.change(
            draft=Draft.of(record),
            loaded=True,
            loading=False,
            errors={},
            problem=None,
            missing=False,
            clash=None,
            unsaved_by_expiry=False,
            # The record shows what was stored; a creation can't be read.
            uncertain=self.state.uncertain if self.state.is_new else None,
        )
