"""LongText: the text area of all long fields; quick with a megabyte, colored, growing."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from rich.style import Style
from rich.text import Text
from textual.document._document_navigator import DocumentNavigator
from textual.geometry import Offset, Region, Size
from textual.reactive import Reactive
from textual.strip import Strip

from svc_tui.textual_patches.text_area import KeyboardText
from svc_tui.widgets.form.arrangement import LaidOutOnce
from svc_tui.widgets.form.longdocument import LongDocument, LongWrapped
from svc_tui.widgets.form.marks import NAMES, marks
from svc_tui.widgets.form.pasting import taken_in
from svc_tui.widgets.scrolling import scroll_to_part

LONGEST_WRAPPED = 5000
"""Longest line that is wrapped, in characters: beyond it, each key would take a second."""

MOST_WRAPPED = 300_000
"""Longest text that is wrapped, in characters, for the same reason."""

_LINE_END = re.compile("\r\n|\r|\n")

STEP = 32
"""Columns by which unwrapped text grows in width."""


class LongText(KeyboardText, LaidOutOnce):
    """Source text without a border. Tab leaves it; it grows with what is typed."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"mark--{name}" for name in NAMES}

    DEFAULT_CSS = """
    LongText { height: auto; }
    LongText .mark--key { color: $text-primary; }
    LongText .mark--text { color: $text-success; }
    LongText .mark--number { color: $text-warning; }
    LongText .mark--tag { color: $text-primary; text-style: bold; }
    LongText .mark--strong { text-style: bold; }
    LongText .mark--faint { color: $text-muted; }
    """

    virtual_size = Reactive(Size(0, 0))
    """Repainted with it, as the number of lines is visible."""

    def __init__(
        self, text: str, *, least: int, most: int, marked_as: str = "", **kwargs: Any
    ) -> None:
        self._joined: str | None = None
        self._wrapped_as: tuple[object, int, int] | None = None
        self._rows = least
        self.least = least
        """Minimum rows."""
        self.most = max(least, most)
        """Maximum rows for the text."""
        self._filled = 0
        """The rows left on its page, which it may take."""
        self.marked_as = marked_as
        wrapped = len(text) <= MOST_WRAPPED and longest_line(text) <= LONGEST_WRAPPED
        super().__init__(soft_wrap=wrapped, compact=True, tab_behavior="focus", **kwargs)
        self._set_document(text, None)  # If Textual got it, it would wrap it first.

    def on_mount(self) -> None:
        self.grow()

    @property
    def text(self) -> str:
        """The whole text; joined once, as Textual asks for it with every line it draws."""
        if self._joined is None:
            self._joined = self.document.text
        return self._joined

    @text.setter
    def text(self, value: str) -> None:
        self.load_text(value)

    def _set_document(self, text: str, language: str | None) -> None:
        """Do as Textual does, but with documents that are fast when they are long."""
        self._joined = None
        self._highlight_query = None
        self.document = LongDocument(text)
        self.wrapped_document = LongWrapped(self.document, tab_width=self.indent_width)
        self.navigator = DocumentNavigator(self.wrapped_document)
        self._build_highlight_map()
        self.move_cursor((0, 0))
        self._rewrap_and_refresh_virtual_size()

    def _watch_language(self, language: str | None) -> None:
        """Do nothing: colors come from `marks`."""

    def _rewrap_and_refresh_virtual_size(self) -> None:
        """Wrap again, unless the width is the same: an edit wraps its own lines."""
        wanted = (self.wrapped_document, self.wrap_width, self.indent_width)
        if wanted != self._wrapped_as:
            self._wrapped_as = wanted
            self.wrapped_document.wrap(self.wrap_width, tab_width=self.indent_width)
            if self.is_attached:
                self.refresh()  # The same number of rows may have been painted with other breaks.
        self._line_cache.clear()
        self._refresh_size()
        self.grow()

    def edit(self, edit: Any) -> Any:
        self._joined = None
        result = super().edit(edit)
        self._changed()
        return result

    def scroll_cursor_visible(self, center: bool = False, animate: bool = False) -> Offset:
        """Scroll to the caret; also the form, once the text has grown."""
        if self.has_focus:
            self.call_after_refresh(self._scroll_form)
        return super().scroll_cursor_visible(center, animate)

    def _scroll_form(self) -> None:
        if self.has_focus:
            scroll_to_part(self, Region(*self.cursor_screen_offset, 1, 1))

    def taken_in(self, insert: str) -> str:
        """Return what a key or a paste inserts, with the line ends of this text."""
        insert = taken_in(self, insert) if len(insert) > 1 else insert
        return _LINE_END.sub(self.document.newline, insert)

    def undo(self) -> None:
        """Undo the last edits."""
        self._joined = None
        super().undo()
        self._changed()

    def redo(self) -> None:
        """Redo the edits that were undone."""
        self._joined = None
        super().redo()
        self._changed()

    def load_text(self, text: str) -> None:
        """Show another text, wrapped if it is not too long."""
        self.soft_wrap = len(text) <= MOST_WRAPPED and longest_line(text) <= LONGEST_WRAPPED
        super().load_text(text)
        self._changed()

    def _changed(self) -> None:
        self._joined = None
        self.grow()

    def grow(self) -> None:
        """Lay out again if the text needs another number of rows."""
        if self.is_attached and self._rows != (rows := self.rows):
            self._rows = rows
            self.refresh(layout=True)

    def _refresh_size(self) -> None:
        """Grow in steps, so that typing in the longest line doesn't lay out with every key."""
        if self.soft_wrap:
            super()._refresh_size()
            return
        width, height = self.document.get_size(self.indent_width)
        width += self.gutter_width + 1  # The caret may be after the last character.
        if width > self.scrollable_content_region.width:
            width = -(-width // STEP) * STEP
        self.virtual_size = Size(width, height)
        self._refresh_scrollbars()

    @property
    def rows(self) -> int:
        """The rows of the text, within bounds, or those left on the page."""
        rows = self.wrapped_document.height if self.soft_wrap else self.document.line_count
        return max(self.least, min(rows, self.most), self._filled)

    def fill(self, left: int) -> bool:
        """Take the rows left, or give back missing ones; return whether that changed any."""
        before, self._filled = self._rows, max(0, self._rows + left)
        self._rows = self.rows
        return self._rows != before

    def give_back(self) -> bool:
        """Give back the rows that `fill` took; whether that changed any."""
        before, self._filled = self._rows, 0
        self._rows = self.rows
        return self._rows != before

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self._rows

    def render_lines(self, crop: Region) -> list[Strip]:
        """Draw nothing once this was removed, but is painted before the next layout.

        The console has that mended in `compat_paint`; an app that takes only fields has not.
        """
        if self.parent is None:
            return [Strip.blank(crop.width)] * crop.height
        return super().render_lines(crop)

    def get_component_rich_style(self, *names: str, partial: bool = False, **kwargs: Any) -> Style:
        """Return a style; that of the line with the caret has only a ground, so its colors stay."""
        only = partial or names == ("text-area--cursor-line",)
        return super().get_component_rich_style(*names, partial=only, **kwargs)

    def get_line(self, line_index: int) -> Text:
        """Return a line with its colors."""
        text = super().get_line(line_index)
        if self.marked_as:
            for start, end, name in marks(self.marked_as, text.plain):
                style = self.get_component_rich_style(f"mark--{name}", partial=True)
                text.stylize(style, start, end)
        return text

    def wrap_selection(self, before: str, after: str) -> None:
        """Wrap the selection in markup, and leave the caret inside it."""
        start, end = sorted(self.selection)
        inside = self.get_text_range(start, end)
        self.replace(f"{before}{inside}{after}", start, end)
        if not inside:
            row, column = start
            lines = before.split("\n")
            row, column = row + len(lines) - 1, len(lines[-1]) + (column if len(lines) == 1 else 0)
            self.move_cursor((row, column))


def longest_line(text: str) -> int:
    """Return the characters of the longest line."""
    return max(map(len, text.splitlines()), default=0)
