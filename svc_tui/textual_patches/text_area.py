"""What a text area of Textual 8.2.8 offers no public way to: hearing what a keyboard puts in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.widgets import TextArea
from textual.widgets.text_area import EditResult


class KeyboardText(TextArea):
    """A text area that may change what is typed or pasted before it is put in.

    In all versions up to 8.2.8 keys, pastes and the clipboard meet in a private method only.
    """

    def taken_in(self, insert: str) -> str:
        """What is put in for what was typed or pasted; as it is, unless a subclass says."""
        return insert

    def _recompute_cursor_offset(self) -> None:
        """Leave the offset as it is while the caret stands beyond the text.

        An undo that makes the scroll bar vanish scrolls to the caret before it puts it back, which
        ends the app. In all versions up to 8.2.8.
        """
        if self.cursor_location[0] < self.document.line_count:
            recompute: Callable[[], None] = super()._recompute_cursor_offset
            recompute()

    def _replace_via_keyboard(self, insert: str, *places: Any) -> EditResult | None:
        return super()._replace_via_keyboard(self.taken_in(insert), *places)
