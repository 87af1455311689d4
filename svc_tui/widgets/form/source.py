"""TextSource: the base of fields whose value can be edited as text in $EDITOR."""

from __future__ import annotations

from typing import Any, ClassVar

from svc_tui.widgets.form.external_editor import edit_field
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.notices import notify
from svc_tui.widgets.form.pasting import has_lines, in_one_line
from svc_tui.widgets.form.secrets import is_kept_off_disk


class TextSource(SvcField):
    """A field whose value can be edited as text, here and in the user's own editor."""

    suffix: ClassVar[str] = ".txt"
    """Suffix of the file in which it is edited."""
    one_line: ClassVar[bool] = False
    """Whether the lines of a text from elsewhere are joined."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.text_edits = TextEdits(self)

    def source(self) -> str:
        """Return the value as text: what $EDITOR edits."""
        return str(self.content())

    def from_source(self, text: str) -> Any:
        """Return the value that a text stands for, or an `Unreadable`."""
        return self.read(text)

    def put_source(self, value: Any, text: str | None) -> None:
        """Show a value that was written elsewhere, as `text`."""
        self.put(value)

    def action_outside(self) -> None:
        """Edit the value in the user's own editor."""
        self.app.run_worker(edit_field(self), group="outside", exclusive=True)


class TextEdits:
    """Accepts values and texts that were written elsewhere, as if they had been typed."""

    def __init__(self, field: TextSource) -> None:
        self._field = field

    def give(self, value: Any, text: str | None = None) -> None:
        """Accept a value; `text` is how it was written."""
        self._field.edits.give(value, text, self._field.put_source)

    def give_source(self, text: str) -> Any:
        """Accept a text and return its value; one line takes several as a paste does."""
        joined = in_one_line(text) if self._field.one_line else text
        if joined != text and not has_lines(self._field.source()):
            self.say("This field has one line: line breaks were changed to spaces.", "warning")
            text = joined
        value = self._field.from_source(text)
        self.give(value, text)
        return value

    def say(self, words: str, kind: Any = "info") -> None:
        """Show a message."""
        notify(self._field, words, kind)

    @property
    def opens_outside(self) -> bool:
        """Whether $EDITOR is offered: not for values that must not be written to disk."""
        field = self._field
        return not field.readonly and not is_kept_off_disk(field.descriptor, field.value)
