"""TextSource: the base of fields whose value can be edited as text in $EDITOR."""

from __future__ import annotations

from typing import Any, ClassVar

from svc_tui.widgets.form.external_editor import edit_field
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.notices import notify
from svc_tui.widgets.form.secrets import is_kept_off_disk


class TextSource(SvcField):
    """A field whose value can be edited as text, here and in the user's own editor."""

    suffix: ClassVar[str] = ".txt"
    """Suffix of the file in which it is edited."""

    def source(self) -> str:
        """Return the value as text: what $EDITOR edits."""
        return str(self.content())

    def from_source(self, text: str) -> Any:
        """Return the value that a text stands for, or an `Unreadable`."""
        return self.read(text)

    def put_source(self, value: Any, text: str | None) -> None:
        """Show a value that was written elsewhere, as `text`."""
        self.put(value)

    def give(self, value: Any, text: str | None = None) -> None:
        """Accept a value as if it had been typed; `text` is how it was written."""
        self.edits.give(value, text, self.put_source)

    def give_source(self, text: str) -> Any:
        """Accept text that was written elsewhere; return its value."""
        value = self.from_source(text)
        self.give(value, text)
        return value

    def say(self, words: str, kind: Any = "info") -> None:
        """Show a message."""
        notify(self, words, kind)

    @property
    def opens_outside(self) -> bool:
        """Whether $EDITOR is offered: not for values that must not be written to disk."""
        return not self.readonly and not is_kept_off_disk(self.descriptor, self.value)

    def action_outside(self) -> None:
        """Edit the value in the user's own editor."""
        self.app.run_worker(edit_field(self), group="outside", exclusive=True)
