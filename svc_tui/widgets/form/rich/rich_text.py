"""editor and markdown: the source is edited, a preview shows what it says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static, TextArea

from svc_tui.text import label
from svc_tui.widgets.form.library import open_picker, picker_of
from svc_tui.widgets.form.longtext import LongText
from svc_tui.widgets.form.rich.html_renderer import LONGEST, advice, is_allowed, rendered
from svc_tui.widgets.form.textarea import SourceField
from svc_tui.widgets.form.tools import Tool
from svc_tui.widgets.listing.prompt import Prompt

BESIDE = 90
"""Cells of a field from which on source and preview stand beside each other."""

REST = 0.3
"""Seconds of rest before the preview is drawn anew."""


class Preview(VerticalScroll, can_focus=True):
    """What a source says; only to be read."""

    DEFAULT_CSS = """
    Preview { width: 1fr; height: auto; min-height: 4; max-height: 14; padding: 0 1; }
    Preview > Static { height: auto; }
    """

    def compose(self) -> ComposeResult:
        """The words."""
        yield Static(classes="words")

    def show(self, content: Content) -> None:
        """Other words."""
        for words in self.query(".words").results(Static):
            words.update(content)


class Faces(Horizontal):
    """Source and preview."""

    DEFAULT_CSS = """
    Faces { height: auto; }
    Faces > LongText { width: 1fr; }
    """


class RichField(SourceField):
    """The base of texts with a preview. The source is never touched by it."""

    DEFAULT_CSS = """
    RichField.-maximized Faces > * { height: 1fr; max-height: 100%; }
    """

    BINDINGS = [
        Binding("alt+p", "preview", "Preview", show=False, id="rich.preview"),
        Binding("alt+b", "bold", "Bold", show=False, id="rich.bold"),
        Binding("alt+i", "italic", "Italic", show=False, id="rich.italic"),
        Binding("alt+k", "link", "Link", show=False, id="rich.link"),
        Binding("alt+g", "picture", "Picture", show=False, id="rich.picture"),
        Binding("alt+2", "heading(2)", "Heading", show=False, id="rich.heading"),
    ]

    wide: ClassVar[bool] = True
    bold: ClassVar[tuple[str, str]]
    italic: ClassVar[tuple[str, str]]

    pane: Preview | None = None
    _redraw: Timer | None = None

    @property
    def type_hint(self) -> str:
        """Keys."""
        return "F5 p shows a preview, F5 b i k 2 put bold, italic, link, heading; F4 your editor."

    @property
    def looking_hint(self) -> str:
        """The keys that act before one types: letters are no text there, and F5 is another key."""
        if self.descriptor.help or self.readonly:
            return self.hint
        return "p shows a preview, F4 opens your editor; Enter types, then F5 lists all tools."

    def make_editor(self) -> Widget:
        """The source; the preview is there when it is wanted."""
        self.pane = Preview()
        self.pane.display = False
        return Faces(self.make_area(), self.pane)

    def picture(self, source: str) -> Content:
        """What a source says."""
        return rendered(source)

    def as_text(self) -> Content:
        """What it says, where it can only be read."""
        return self.picture(self.written(self.value)) if self.value else label("—")

    # Source and preview

    def action_preview(self) -> None:
        """Source, and preview: beside each other where there is room, else in turns."""
        if self.area is None or self.pane is None:
            return
        shown = not self.pane.display
        self.pane.display = shown
        self.area.display = not shown or self.size.width >= BESIDE
        self._draw_preview()
        (self.area if self.area.display else self.pane).focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Where it can only be read, its preview is what is shown already."""
        if action == "preview" and self.area is None:
            return False
        return super().check_action(action, parameters)

    def begin(self) -> bool:
        """Type into the source, which comes back for that."""
        if self.area is not None and self.pane is not None and not self.area.display:
            self.action_preview()
        return super().begin()

    def put_source(self, value: Any, text: str | None) -> None:
        """The preview goes along."""
        super().put_source(value, text)
        self._draw_preview()

    def _draw_preview(self) -> None:
        if self.pane is not None and self.pane.display and self.area is not None:
            self.pane.show(self.picture(self.area.text))

    @on(TextArea.Changed)
    def _changed_source(self) -> None:
        if self._redraw is not None:
            self._redraw.stop()
        self._redraw = self.set_timer(REST, self._rested)

    def _rested(self) -> None:
        self._draw_preview()
        if self.area is not None:
            self.advise(" ".join(self.advices(self.area.text)))

    def advices(self, source: str) -> Sequence[str]:
        """What commonly gets lost of a source."""
        return ()

    # Marking up

    def tools(self) -> Sequence[Tool]:
        """What can be put round the selection."""
        return (
            Tool("p", "Preview, and back", "preview"),
            Tool("b", "Bold", "bold"),
            Tool("i", "Italic", "italic"),
            Tool("k", "Link…", "link"),
            Tool("g", "Picture from the library…", "picture"),
            Tool("2", "Heading", "heading(2)"),
            Tool("3", "Smaller heading", "heading(3)"),
            Tool("-", "List", "items(False)"),
            Tool("#", "Numbered list", "items(True)"),
            *super().tools(),
        )

    def action_bold(self) -> None:
        """Strong words."""
        self._round(*self.bold)

    def action_italic(self) -> None:
        """Stressed words."""
        self._round(*self.italic)

    def action_heading(self, level: int) -> None:
        """A heading."""
        self._round(*self.heading(level))

    def action_items(self, numbered: bool) -> None:
        """The selected lines as a list."""
        if self.area is not None:
            start, end = sorted(self.area.selection)
            lines = self.area.get_text_range(start, end).split("\n")
            self.area.replace(self.listed(lines, numbered), start, end)

    def action_link(self) -> None:
        """A link; its address is asked for."""
        hint = "http, https, mailto, tel, or an address without a beginning"
        self.app.push_screen(Prompt("Link", "https://", hint=hint), self._link_to)

    def _link_to(self, address: str | None) -> None:
        if self.area is not None:
            self.area.focus()
        if address is not None and not is_allowed(address):
            self.say(f'"{address}" is no address for a link; nothing was put in.', "warning")
        elif address is not None:
            self._round(*self.link(address))

    async def action_picture(self) -> None:
        """A picture of the library, put where the caret is."""
        if self.area is None or not self.area.display:
            return
        if (component := picker_of(self)) is None:
            self.say("Pictures are chosen in the media library, which is not there.", "warning")
            return
        await open_picker(self, component, selection_mode="single", mime="image/*")

    def on_svc_media_manager_dialog_model_value_changed(self, event: Any) -> None:
        """Nobody above needs to hear of it; whoever typed goes on typing."""
        event.stop()
        if not event.value and self.area is not None:
            self.area.focus()

    def on_svc_media_manager_dialog_confirm(self, event: Any) -> None:
        """The picture takes the place of what is selected."""
        event.stop()
        media = event.value
        if self.area is not None and media is not None:
            address, words = one_line(media.file), one_line(media.alt_text or media.title)
            start, end = sorted(self.area.selection)
            self.area.replace(self.image(address, words), start, end)

    def _round(self, before: str, after: str) -> None:
        if isinstance(self.area, LongText) and self.area.display:
            self.area.wrap_selection(before, after)

    def heading(self, level: int) -> tuple[str, str]:
        """What stands before and after a heading."""
        raise NotImplementedError

    def link(self, address: str) -> tuple[str, str]:
        """What stands before and after the words of a link."""
        raise NotImplementedError

    def image(self, address: str, words: str) -> str:
        """A picture, and what it shows in words."""
        raise NotImplementedError

    def listed(self, lines: Sequence[str], numbered: bool) -> str:
        """Lines as a list."""
        raise NotImplementedError


class EditorField(RichField):
    """HTML (reference 2.9: editor)."""

    BINDINGS = [Binding("alt+u", "underlined", "Underline", show=False, id="rich.underline")]

    suffix: ClassVar[str] = ".html"
    marked_as: ClassVar[str] = "html"
    bold: ClassVar[tuple[str, str]] = ("<strong>", "</strong>")
    italic: ClassVar[tuple[str, str]] = ("<em>", "</em>")

    def tools(self) -> Sequence[Tool]:
        """Underlining too."""
        first, *rest = super().tools()
        return (first, Tool("u", "Underline", "underlined"), *rest)

    def action_underlined(self) -> None:
        """Underlined words."""
        self._round("<u>", "</u>")

    def advices(self, source: str) -> Sequence[str]:
        """Links that lead nowhere allowed, scripts, handlers."""
        return advice(source)[:3]

    def heading(self, level: int) -> tuple[str, str]:
        """A heading's tags."""
        return f"<h{level}>", f"</h{level}>"

    def link(self, address: str) -> tuple[str, str]:
        """A link's tags."""
        return f'<a href="{escape(address)}">', "</a>"

    def image(self, address: str, words: str) -> str:
        """A picture's tag."""
        return f'<img src="{escape(address)}" alt="{escape(words)}">'

    def listed(self, lines: Sequence[str], numbered: bool) -> str:
        """A list's tags."""
        tag = "ol" if numbered else "ul"
        items = "\n".join(f"<li>{line}</li>" for line in lines)
        return f"<{tag}>\n{items}\n</{tag}>"


class MarkdownField(RichField):
    """Markdown (CommonMark with tables)."""

    suffix: ClassVar[str] = ".md"
    marked_as: ClassVar[str] = "markdown"
    bold: ClassVar[tuple[str, str]] = ("**", "**")
    italic: ClassVar[tuple[str, str]] = ("*", "*")

    def picture(self, source: str) -> Content:
        """Through HTML, so that one renderer holds for both; tags in it are text."""
        from markdown_it import MarkdownIt

        reader = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
        return rendered(str(reader.render(source[:LONGEST])))

    def heading(self, level: int) -> tuple[str, str]:
        """Number signs."""
        return f"{'#' * level} ", ""

    def link(self, address: str) -> tuple[str, str]:
        """Brackets."""
        return "[", f"]({address.replace(' ', '%20').replace(')', '%29')})"

    def image(self, address: str, words: str) -> str:
        """An exclamation mark before a link."""
        _, end = self.link(address)
        shown = re.sub(r"([\[\]\\])", r"\\\1", words)
        return f"![{shown}{end}"

    def listed(self, lines: Sequence[str], numbered: bool) -> str:
        """Dashes or numbers."""
        signs = (f"{at}. " if numbered else "- " for at in range(1, len(lines) + 1))
        return "\n".join(sign + line for sign, line in zip(signs, lines, strict=True))


def one_line(text: object) -> str:
    """A name or an address as it may stand inside a tag: no line ends, no control characters."""
    return "".join(one for one in " ".join(str(text or "").split()) if one.isprintable())
