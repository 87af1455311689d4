"""DetailState: the state of a detail page, as a value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from svc_tui.models.location import NEW as NEW
from svc_tui.models.location import is_new
from svc_tui.stores.record.draft import Draft
from svc_tui.stores.record.history_store import Write
from svc_tui.stores.record.merge import Merge

if TYPE_CHECKING:
    from svc_tui.models.records import ResourceMetadata

Errors = Mapping[str, tuple[str, ...]]
"""Messages by dotted path."""


@dataclass(frozen=True, eq=False)
class EditConflict:
    """The record was changed by another user since it was loaded; nothing was written here."""

    merge: Merge
    """Loaded, theirs and mine, value by value."""
    draft: Draft
    """The form's content at that time: later typing is not part of the merge."""
    tag: str | None = None
    """The tag of theirs; ours is used until the user has chosen."""
    undoing: Write | None = None
    """The write to undo; `mine` then has the values before it."""

    @property
    def theirs(self) -> Mapping[str, Any]:
        """The record as it is on the backend."""
        return self.merge.theirs

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that both sides changed; empty if only the backend reports a conflict."""
        return tuple(one.path for one in self.merge.clashes)


@dataclass(frozen=True)
class DetailState:
    """The state of a record being edited."""

    id: str = NEW
    draft: Draft = field(default_factory=Draft)
    loaded: bool = False
    """Whether there is something to edit; a failed load never becomes an empty form."""
    loading: bool = False
    saving: bool = False
    errors: Errors = field(default_factory=dict)
    """Dotted path to messages; those without a field are under `""`."""
    problem: str | None = None
    """Why the last load or save failed, in a sentence."""
    missing: bool = False
    """Whether the backend has no such record, or no longer has it."""
    final: bool = False
    """Whether loading again can't help."""
    not_kept: tuple[str, ...] = ()
    """Values of the accepted save that the backend dropped, one sentence each."""
    rewritten: tuple[str, ...] = ()
    """Values of the accepted save that the backend changed, one sentence each."""
    also_changed: tuple[str, ...] = ()
    """Dotted paths that the backend itself changed in the last save."""
    unsaved_by_expiry: bool = False
    """Whether a save failed because the session ended; it is offered again after signing in."""
    uncertain: Draft | None = None
    """The draft that was sent if it is unknown whether it was stored."""
    outdated: tuple[str, ...] = ()
    """The paths that others have changed since it was loaded, found before deleting it."""
    clash: EditConflict | None = None
    metadata: ResourceMetadata | None = None
    """The collection's own metadata, if it was requested."""

    @property
    def is_new(self) -> bool:
        """Whether saving creates."""
        return is_new(self.id)

    @property
    def nothing_here(self) -> bool:
        """Whether no record could be read: no such id, no permission, or no answer."""
        return not self.loaded and (self.missing or self.problem is not None)


UNSAID: Mapping[str, Any] = {
    "problem": None, "errors": {}, "clash": None, "unsaved_by_expiry": False, "missing": False,
    "not_kept": (), "rewritten": (), "also_changed": (),
}  # fmt: skip
"""The state at the start of a save: nothing is said of it yet."""

IN_FORM = " What you typed is still in the form."
"""Appended to messages in a form, but not in a command."""

STILL_TYPED = "What was not saved is still in the form."


def save_failure(state: DetailState, names: Mapping[str, str]) -> str:
    """Why a save wrote nothing, in a sentence that uses labels."""
    said = [
        f"{names.get(path, path)}: {' '.join(found)}" if path else " ".join(found)
        for path, found in state.errors.items()
    ]
    return " ".join([*said, *([state.problem] if state.problem else [])]) or "It was not saved."
