"""Markup: how formatted text is written in a source: HTML and Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from textual.content import Content

from svc_tui.widgets.form.rich.html_renderer import LONGEST, advice, rendered


class Markup:
    """The base of the languages of formatted text; pairs stand before and after the words."""

    bold: tuple[str, str]
    italic: tuple[str, str]
    underline: tuple[str, str] | None = None
    """None where the language has no such thing."""

    def heading(self, level: int) -> tuple[str, str]:
        """Return what stands around the words of a heading."""
        raise NotImplementedError

    def link(self, address: str) -> tuple[str, str]:
        """Return what stands around the words of a link."""
        raise NotImplementedError

    def image(self, address: str, words: str) -> str:
        """Return a picture, with what it shows in words."""
        raise NotImplementedError

    def listed(self, lines: Sequence[str], numbered: bool) -> str:
        """Return lines as a list."""
        raise NotImplementedError

    def rendered(self, source: str) -> Content:
        """Return what a source says, as a person reads it."""
        raise NotImplementedError

    def advices(self, source: str) -> Sequence[str]:
        """Return what of a source is commonly dropped when it is shown."""
        return ()


class HtmlMarkup(Markup):
    """HTML."""

    bold = ("<strong>", "</strong>")
    italic = ("<em>", "</em>")
    underline = ("<u>", "</u>")

    def heading(self, level: int) -> tuple[str, str]:
        return f"<h{level}>", f"</h{level}>"

    def link(self, address: str) -> tuple[str, str]:
        return f'<a href="{escape(address)}">', "</a>"

    def image(self, address: str, words: str) -> str:
        return f'<img src="{escape(address)}" alt="{escape(words)}">'

    def listed(self, lines: Sequence[str], numbered: bool) -> str:
        tag = "ol" if numbered else "ul"
        items = "\n".join(f"<li>{line}</li>" for line in lines)
        return f"<{tag}>\n{items}\n</{tag}>"

    def rendered(self, source: str) -> Content:
        return rendered(source)

    def advices(self, source: str) -> Sequence[str]:
        return advice(source)[:3]


class MarkdownMarkup(Markup):
    """Markdown (CommonMark with tables); tags in it are text."""

    bold = ("**", "**")
    italic = ("*", "*")

    def heading(self, level: int) -> tuple[str, str]:
        return f"{'#' * level} ", ""

    def link(self, address: str) -> tuple[str, str]:
        return "[", f"]({address.replace(' ', '%20').replace(')', '%29')})"

    def image(self, address: str, words: str) -> str:
        _, end = self.link(address)
        shown = re.sub(r"([\[\]\\])", r"\\\1", words)
        return f"![{shown}{end}"

    def listed(self, lines: Sequence[str], numbered: bool) -> str:
        signs = (f"{at}. " if numbered else "- " for at in range(1, len(lines) + 1))
        return "\n".join(sign + line for sign, line in zip(signs, lines, strict=True))

    def rendered(self, source: str) -> Content:
        from markdown_it import MarkdownIt

        reader = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
        return rendered(str(reader.render(source[:LONGEST])))


HTML = HtmlMarkup()
MARKDOWN = MarkdownMarkup()
