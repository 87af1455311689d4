"""editor and markdown: the source is edited, a preview shows what it says."""

from __future__ import annotations

from collections.abc import Sequence
from inspect import isawaitable
from typing import Any, ClassVar

from textual.binding import Binding
from textual.content import Content
from textual.widget import Widget

from svc_tui.text import label
from svc_tui.widgets.form.rich.markup import HTML, MARKDOWN, Markup
from svc_tui.widgets.form.rich.rich_editor import RichEditor
from svc_tui.widgets.form.textarea import SourceField
from svc_tui.widgets.form.tools import Tool

TOOLS = "F5 for bold, links, pictures and a preview. F4 for your editor."

KEYS = (
    ("alt+p", "preview", "Preview", "Show how this text looks, or go back to editing it."),
    ("alt+b", "tool('b')", "Bold", "Make the selected text bold."),
    ("alt+i", "tool('i')", "Italic", "Make the selected text italic."),
    ("alt+k", "tool('k')", "Link", "Make the selected text a link."),
    ("alt+g", "tool('g')", "Picture", "Insert a picture."),
    ("alt+2", "tool('2')", "Heading", "Make this line a heading."),
)
"""The keys of every type: key, action, label and help."""


def _tool(key: str, action: str, name: str, words: str) -> Binding:
    return Binding(key, action, name, show=False, id=f"rich.{name.lower()}", tooltip=words)


class RichField(SourceField):
    """The base of fields with formatted text, edited by `RichEditor`."""

    DEFAULT_CSS = "RichField.-maximized RichEditor > * { height: 1fr; max-height: 100%; }"

    BINDINGS = [_tool(*one) for one in KEYS]

    wide: ClassVar[bool] = True
    markup: ClassVar[Markup]
    rich: RichEditor | None = None

    @property
    def type_hint(self) -> str:
        return self.markup.rule(self.edits.loaded) + TOOLS

    @property
    def looking_hint(self) -> str:
        if self.descriptor.help or self.readonly:
            return self.hint
        return "Press Enter to type, p for a preview, F4 for your editor."

    def read(self, content: str) -> Any:
        return self.markup.meaning(content, self.edits.loaded)

    def make_editor(self) -> Widget:
        advise = self.messages.advise
        self.rich = RichEditor(self.make_area(), self.markup, self.read, advise, self._svc)
        return self.rich

    def as_text(self) -> Content:
        return self.markup.rendered(self.written(self.value)) if self.value else label("—")

    def put_source(self, value: Any, text: str | None) -> None:
        super().put_source(value, text)
        if self.rich is not None:
            self.rich.draw_preview()

    def tools(self) -> Sequence[Tool]:
        """Return the preview and the markup tools, before those of all long fields."""
        preview = Tool("p", "Toggle preview", self.action_preview)
        return (preview, *(self.rich.tools() if self.rich is not None else ()), *super().tools())

    def action_preview(self) -> None:
        if self.rich is not None:
            self.rich.toggle_preview()

    async def action_tool(self, key: str) -> None:
        for tool in self.rich.tools() if self.rich is not None else ():
            if tool.key == key and isawaitable(done := tool.run()):
                await done

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        shown = action == "preview" and self.rich is None  # A read-only field shows it already.
        return False if shown else super().check_action(action, parameters)


class EditorField(RichField):
    """HTML."""

    BINDINGS = [_tool("alt+u", "tool('u')", "Underline", "Underline the selected text.")]

    suffix: ClassVar[str] = ".html"
    marked_as: ClassVar[str] = "html"
    markup: ClassVar[Markup] = HTML


class MarkdownField(RichField):
    """Markdown (CommonMark with tables)."""

    suffix: ClassVar[str] = ".md"
    marked_as: ClassVar[str] = "markdown"
    markup: ClassVar[Markup] = MARKDOWN
