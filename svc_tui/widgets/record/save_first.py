"""SaveFirst: save a form before an action runs on its record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svc_tui.stores.listing.selection import Selection
from svc_tui.widgets.record.confirmations import named

if TYPE_CHECKING:
    from svc_tui.widgets.record.base import RecordWidget


class SaveFirst:
    """The unsaved changes of a form, for the question before an action."""

    def __init__(self, form: RecordWidget) -> None:
        self._form = form

    @property
    def unsaved(self) -> str:
        """The sentence about what is saved before the action; empty without changes."""
        self._form.take_typed()
        if not self._form.store.dirty:
            return ""
        return f"Saved first: {named(self._form.words.changed())}."

    def can_be_saved(self) -> bool:
        """Check what is typed; the first error is shown."""
        self._form.take_typed()
        valid = self._form.is_valid()
        if not valid:
            self._form.go_to_error()
        return valid

    async def save(self, selection: Selection) -> Selection | None:
        """Save as the form does, with its checks and questions.

        Returns the saved record; None if it was not saved.
        """
        if not await self._form.save():
            return None
        return Selection(dict.fromkeys(selection.rows, self._form.store.state.draft.original))
