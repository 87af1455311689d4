"""TextSource: what all values have in common that can be edited as text in $EDITOR."""

from __future__ import annotations

from typing import Any, ClassVar

from svc_tui.stores.record.draft import Unreadable, same
from svc_tui.stores.unavailable_reason import CAN_ONLY_BE_READ, not_possible_message
from svc_tui.widgets.base import is_open, services
from svc_tui.widgets.form.external_editor import SECRET, edit_outside
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.secrets import is_kept_off_disk


class TextSource(SvcField):
    """The base of fields whose value can be edited as text, here and in the user's own editor."""

    suffix: ClassVar[str] = ".txt"
    """How the file is called in which it is edited outside."""

    # Its text

    def source(self) -> str:
        """The value as text: what $EDITOR edits."""
        raise NotImplementedError

    def from_source(self, text: str) -> Any:
        """The value that a text stands for, or an `Unreadable`."""
        raise NotImplementedError

    def give(self, value: Any, text: str | None = None) -> None:
        """Another value, not typed here; it counts as typed. `text` is how it was written."""
        if same(value, self.value):
            if self.editor is not None and text is not None:
                self.put_source(value, text)
                self.edits.mark_told()
            return
        if self.editor is not None:
            self.value = value
            self.put_source(value, text)
            self.edits.mark_told()
        self.post_edit(value)

    def put_source(self, value: Any, text: str | None) -> None:
        """Show a value that was written somewhere else."""
        self.put(value)

    def say(self, words: str, kind: Any = "info") -> None:
        """A sentence for the operator."""
        if (svc := services(self)) is not None:
            svc.snack.show(words, kind, 6)
        else:
            self.app.notify(words, markup=False)

    # Editing elsewhere

    @property
    def opens_outside(self) -> bool:
        """Whether the user's editor is offered: not for what must not lie on a disk."""
        return not self.readonly and not is_kept_off_disk(self.descriptor, self.value)

    def action_outside(self) -> None:
        """The value in the operator's editor."""
        self.app.run_worker(self.edit_outside(), group="outside", exclusive=True)

    async def edit_outside(self) -> None:
        """Open an editor on the value and take what comes back. Nothing that was typed is lost."""
        if self.readonly:
            self.say(not_possible_message("Editing", CAN_ONLY_BE_READ))
            return
        self.edited_now()
        if is_kept_off_disk(self.descriptor, self.value):
            self.say(SECRET, "warning")
            return
        before = self.source()
        late = next((node for node in self.ancestors if hasattr(node, "keep_late")), None)
        returned = await edit_outside(self.app, before, self.suffix, self.give_source)
        words = returned.words
        if returned.text is not None and returned.text != before:
            value = self.give_source(returned.text)
            if isinstance(value, Unreadable):
                words = f"{value.problem} What you wrote is kept, to be mended here or with F4."
            if not is_open(self) and late is not None:
                late.keep_late()
                return
        if words:
            self.say(words)

    def give_source(self, text: str) -> Any:
        """Another value, written elsewhere as text; the value that it stands for."""
        value = self.from_source(text)
        self.give(value, text)
        return value

    def edited_now(self) -> None:
        """Take what was typed and not yet read."""
        if self.editor is not None and self.is_mounted:
            self.edits.tell()
