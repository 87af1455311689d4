"""Markup: how formatted text is written in a source: HTML and Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from textual.content import Content

from svc_tui.widgets.form.rich.html_renderer import LONGEST, advice, rendered


class Markup:
    """The base of the languages of formatted text; pairs are before and after the words."""

    bold: tuple[str, str]
    italic: tuple[str, str]
    underline: tuple[str, str] | None = None
    """None where the language has no such thing."""

    def heading(self, level: int) -> tuple[str, str]:
        """Return the markup around the words of a heading."""
        raise NotImplementedError

    def link(self, address: str) -> tuple[str, str]:
        """Return the markup around the words of a link."""
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
        """Return what in a source is often removed when it is shown."""
        return ()

    def meaning(self, source: str, loaded: object) -> str:
        """Return what a typed source is sent as; `loaded` is what was there before."""
        return source

    def rule(self, loaded: object) -> str:
        """Return what an empty line means, with a trailing space; "" if it means nothing."""
        return ""


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

    def meaning(self, source: str, loaded: object) -> str:
        """Return plain text in paragraphs.

        A source with tags of blocks stays as it is, and so does a text that came without them.
        """
        return paragraphs(source) if is_plain(source) and not _came_plain(loaded) else source

    def rule(self, loaded: object) -> str:
        return "" if _came_plain(loaded) else PARAGRAPHS


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


_TAG = re.compile(r"<\s*(/?)\s*([A-Za-z][\w:-]*)[^<>]*?(/?)>|<[!?]")
_GAP = re.compile(r"(?:[ \t]*(?:\r\n|\n|\r)){2,}[ \t]*")

INLINE = {
    "a",
    "abbr",
    "b",
    "cite",
    "code",
    "del",
    "em",
    "i",
    "ins",
    "kbd",
    "mark",
    "q",
    "s",
    "small",
}
INLINE |= {"small", "span", "strong", "sub", "sup", "u"}
"""Tags that are inside a paragraph."""


PARAGRAPHS = "An empty line begins a paragraph, unless you write block tags (<p>). "


def _came_plain(loaded: object) -> bool:
    """Whether a text was loaded without block tags, where empty lines may mean something else."""
    if loaded in (None, ""):
        return False
    return not isinstance(loaded, str) or is_plain(loaded)


def is_plain(source: str) -> bool:
    """Whether a source has only inline tags, each closed within its paragraph."""
    return all(_is_closed(part) for part in _GAP.split(source))


def _is_closed(part: str) -> bool:
    open_tags: list[str] = []
    for found in _TAG.finditer(part):
        closing, name = found[1], (found[2] or "").lower()
        if name == "img" and not closing:
            continue
        if name not in INLINE or found[3]:
            return False
        if not closing:
            open_tags.append(name)
        elif not open_tags or open_tags.pop() != name:
            return False
    return not open_tags


def paragraphs(source: str) -> str:
    """Return a plain source with a `<p>` for each part between empty lines; one part stays."""
    parts = [part for part in _GAP.split(source.strip()) if part]
    return "\n\n".join(f"<p>{part}</p>" for part in parts) if len(parts) > 1 else source


HTML = HtmlMarkup()
MARKDOWN = MarkdownMarkup()
