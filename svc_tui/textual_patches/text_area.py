"""A text area with a hook for what a keyboard inserts, for which Textual has no public way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.binding import Binding
from textual.widgets import TextArea
from textual.widgets.text_area import EditResult

from svc_tui.textual_patches.hooks import stop_watching


class KeyboardText(TextArea):
    """A text area that may change what is typed or pasted before it is put in.

    Keys, pastes and the clipboard meet in a private method only. Ctrl+Home and Ctrl+End go to the
    ends of the text, for which Textual has no keys.
    """

    BINDINGS = [
        Binding(
            "ctrl+home", "text_start", "Start of the text", show=False, id="field.start",
            tooltip="Go to the start of the text.",
        ),
        Binding(
            "ctrl+end", "text_end", "End of the text", show=False, id="field.end",
            tooltip="Go to the end of the text.",
        ),
    ]  # fmt: skip

    def on_unmount(self) -> None:
        """Let the app forget the text: Textual's text areas watch the app's theme."""
        stop_watching(self, self.app)

    def action_text_start(self) -> None:
        self.move_cursor((0, 0))

    def action_text_end(self) -> None:
        self.move_cursor(self.document.end)

    def taken_in(self, insert: str) -> str:
        """Return the text to put in for one that was typed or pasted."""
        return insert

    def _recompute_cursor_offset(self) -> None:
        """Leave the offset as it is while the caret stands beyond the text.

        An undo that makes the scroll bar vanish scrolls to the caret before it puts it back, which
        ends the app.
        """
        if self.cursor_location[0] < self.document.line_count:
            recompute: Callable[[], None] = super()._recompute_cursor_offset
            recompute()

    def _replace_via_keyboard(self, insert: str, *places: Any) -> EditResult | None:
        return super()._replace_via_keyboard(self.taken_in(insert), *places)
