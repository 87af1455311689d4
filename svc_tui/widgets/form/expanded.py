"""ExpandedField: one field on the full screen, with the same editor."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import TextArea

from svc_tui.widgets.base import SvcModal
from svc_tui.widgets.dialog_words import DialogHint
from svc_tui.widgets.form.arrangement import FieldLayout
from svc_tui.widgets.form.field import SvcField


class ExpandedField(SvcModal):
    """A second editor for the field below it; each edit is copied to the field at once."""

    DEFAULT_CSS = """
    ExpandedField > .dialog { width: 100%; height: 100%; }
    ExpandedField SvcField { height: 1fr; }
    ExpandedField TextArea.editor { height: 1fr; }
    ExpandedField .hint { height: 1; }
    """

    BINDINGS = [
        Binding("f5", "close", "Close", tooltip="Go back to the form.", id="expanded.close"),
        Binding("ctrl+s,f2", "close", "Close", show=False, id="expanded.done"),
    ]

    def __init__(self, owner: SvcField) -> None:
        super().__init__()
        self._svc = owner._svc
        self.owner = owner
        self.field = type(owner)(
            owner.descriptor,
            owner.value,
            attrs=owner.attrs,
            readonly=owner.readonly,
            slots=owner.slots,
            svc=owner._svc,
        )
        self.field.path = owner.path
        self.field.stacked = True
        self.field.styles.set_rule("layout", FieldLayout(wide=True))

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield self.field
            yield DialogHint("Esc goes back to the form. Nothing is lost.")

    def on_mount(self) -> None:
        self.field.messages.mark(False, self.owner.messages.every)
        if isinstance(self.field.editor, TextArea):
            self.field.editor.styles.height = "1fr"
        self.field.begin()

    @on(SvcField.Edited)
    def _edited(self, event: SvcField.Edited) -> None:
        event.stop()
        if event.field is self.field:
            self.field.edits.newest = None
            self.owner.accept(event.value)

    @on(SvcField.Finished)
    def _finished(self, event: SvcField.Finished) -> None:
        event.stop()
        self.action_close()

    def action_close(self) -> None:
        """Go back to the form, keeping the last keystroke."""
        if (edit := self.field.edits.take_newest()) is not None:
            self.owner.accept(edit.value)
        self.close()
