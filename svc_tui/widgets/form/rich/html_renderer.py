"""HTML as text: blocks of styled words. Nothing in it is run, fetched or followed."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import groupby
from urllib.parse import urlsplit

from textual.content import Content

from svc_tui.text import clean, label

LONGEST = 50_000
"""Characters of a source that are rendered; the pager shows all of it."""

DEEPEST = 8
"""Levels of lists and quotes that are indented further."""

SCHEMES = frozenset({"http", "https", "mailto", "tel", ""})
"""The schemes that a link may have."""

_STYLES = {
    **dict.fromkeys(("b", "strong", "th"), "bold"),
    **dict.fromkeys(("i", "em", "cite"), "italic"),
    **dict.fromkeys(("u", "ins"), "underline"),
    **dict.fromkeys(("s", "del", "strike"), "strike"),
    **dict.fromkeys(("code", "kbd", "samp"), "$text-success"),
    "a": "$text-primary underline",
    "mark": "reverse",
}
_HEADINGS = {f"h{level}": "bold $text-primary" for level in range(1, 7)}
_BLOCKS = frozenset([
    "p", "div", "section", "article", "header", "footer", "main", "aside", "nav", "figure",
    "figcaption", "address", "dl", "dt", "dd", "table", "thead", "tbody", "tr", "ul", "ol", "li",
    "blockquote", "pre", "hr", "form", "fieldset", *_HEADINGS,
])  # fmt: skip
_UNSEEN = frozenset([
    "script", "style", "template", "title", "head", "noscript", "iframe", "object", "svg", "math",
])  # fmt: skip
_DROPPED = frozenset(["script", "style", "iframe", "object", "embed", "form", "template"])
_VOID = frozenset(["br", "embed", "hr", "img", "input", "link", "meta", "wbr"])
_SPACES = re.compile(r"[ \t\r\n\f]+")
_HIDING = re.compile(r"[\x00-\x20]+")


@dataclass
class TextBlock:
    """A paragraph, an item or a heading: an indent and words in their styles."""

    indent: str = ""
    sign: str = ""
    runs: list[tuple[str, str]] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(text for text, _ in self.runs)


class _Reader(HTMLParser):
    """A parser without recursion: deep nesting grows a list, not the stack."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks = [TextBlock()]
        self._styles: list[tuple[str, str]] = []
        self._lists: list[int | None] = []
        self._quotes = 0
        self._unseen: list[str] = []
        self._pre = 0
        self._links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _UNSEEN and tag not in _VOID:
            self._unseen.append(tag)
            return
        if self._unseen:
            return
        known = dict(attrs)
        if tag == "br":
            self._put("\n", raw=True)
        elif tag == "img":
            self._put(f"[image: {known.get('alt') or known.get('src') or '?'}]", "$text-muted")
        elif tag in ("td", "th") and self.blocks[-1].runs:
            self._put(" │ ", "$text-muted", raw=True)
        self._open(tag, known)
        if style := _STYLES.get(tag) or _HEADINGS.get(tag):
            self._styles.append((tag, style))

    def _open(self, tag: str, known: dict[str, str | None]) -> None:
        if tag in _BLOCKS:
            self._break()
        if tag in ("ul", "ol"):
            self._lists.append(1 if tag == "ol" else None)
        elif tag == "li":
            self.blocks[-1].sign = self._next_sign()
        elif tag == "blockquote":
            self._quotes += 1
            self._break()
        elif tag == "pre":
            self._pre += 1
        elif tag == "a":
            self._links.append(known.get("href") or "")
        elif tag == "hr":
            self._put("────────", "$text-muted", raw=True)
            self._break()

    def handle_endtag(self, tag: str) -> None:
        """Close an element; ignore one that was never opened."""
        if self._unseen:
            if tag == self._unseen[-1]:
                self._unseen.pop()
            return
        if tag == "a" and self._links:
            href = self._links.pop()
            if href and clean(href) not in self.blocks[-1].text:
                self._put(f" ({href})", "$text-muted", raw=True)
        for at in range(len(self._styles) - 1, -1, -1):
            if self._styles[at][0] == tag:
                del self._styles[at]
                break
        if tag in ("ul", "ol") and self._lists:
            self._lists.pop()
        elif tag == "blockquote":
            self._quotes = max(0, self._quotes - 1)
        elif tag == "pre":
            self._pre = max(0, self._pre - 1)
        if tag in _BLOCKS:
            self._break()

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self._put(data)

    def _put(self, text: str, style: str = "", raw: bool = False) -> None:
        if not (raw or self._pre):
            text = _SPACES.sub(" ", text)
            if not self.blocks[-1].runs or self.blocks[-1].runs[-1][0].endswith((" ", "\n")):
                text = text.lstrip(" ")
        if text:
            styles = " ".join(dict.fromkeys([one for _, one in self._styles] + [style]))
            self.blocks[-1].runs.append((text, styles.strip()))

    def _break(self) -> None:
        if self.blocks[-1].runs:
            self.blocks.append(TextBlock())
        depth = min(max(0, len(self._lists) - 1), DEEPEST)
        self.blocks[-1].indent = "▌ " * min(self._quotes, DEEPEST) + "  " * depth

    def _next_sign(self) -> str:
        if not self._lists or self._lists[-1] is None:
            return "• "
        number = self._lists[-1]
        self._lists[-1] = number + 1
        return f"{number}. "


def blocks(html: str) -> list[TextBlock]:
    """Return the blocks of any text; never raises."""
    reader = _Reader()
    try:
        reader.feed(html[:LONGEST])
        reader.close()
    except (AssertionError, ValueError):  # html.parser gives up on some broken declarations
        reader.blocks.append(TextBlock(runs=[("(the rest can't be read as HTML)", "$text-muted")]))
    return [block for block in reader.blocks if block.text.strip()]


def rendered(html: str) -> Content:
    """Return a text as a person reads it."""
    lines: list[Content] = []
    last: TextBlock | None = None
    for block in blocks(html):
        apart = last is not None and not (block.sign and last.sign)
        lines += [Content("")] if apart else []
        lines.append(_line(block))
        last = block
    if len(html) > LONGEST:
        lines.append(label("… the rest is not rendered. F3 shows the whole source.", "$text-muted"))
    return Content("\n").join(lines) if lines else label("Nothing to show.", "$text-muted")


def _line(block: TextBlock) -> Content:
    runs = [(style, "".join(text for text, _ in same)) for style, same in
            groupby(block.runs, key=lambda run: run[1])]  # fmt: skip
    words = Content("").join(
        Content(clean(text, multiline=True, limit=LONGEST)).stylize(style) if style
        else Content(clean(text, multiline=True, limit=LONGEST))
        for style, text in runs
    )  # fmt: skip
    return label(block.indent + block.sign, "$text-muted") + words.rstrip()


# What a strict backend would drop


class _Judge(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.said: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _DROPPED:
            self.said.append(f"Many sites remove <{tag}>.")
        for name, value in attrs:
            if name.startswith("on"):
                self.said.append(f"Many sites remove the attribute {name}.")
            elif name in ("href", "src") and not is_allowed(value or ""):
                self.said.append(f"“{clean(value, limit=60)}” is not a valid link.")


def is_allowed(address: str) -> bool:
    """Whether a link may go there: http, https, mailto, tel, or relative."""
    try:
        return urlsplit(_HIDING.sub("", address)).scheme.lower() in SCHEMES
    except ValueError:
        return False


def advice(html: str) -> list[str]:
    """Return what is often removed when a text is shown; it can be saved anyway."""
    judge = _Judge()
    try:
        judge.feed(html[:LONGEST])
        judge.close()
    except (AssertionError, ValueError):
        judge.said.append("This does not look like HTML.")
    return list(dict.fromkeys(judge.said))
