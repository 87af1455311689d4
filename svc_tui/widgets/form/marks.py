"""Colors in a line of source: JSON, HTML, Markdown.

Each line is colored by itself, so that a long text costs no more than what is on the screen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

LONGEST_MARKED = 2000
"""Longest line that is colored, in characters."""

NAMES = ("key", "text", "number", "tag", "strong", "faint")
"""The kinds of mark; each is a component class `mark--<name>` of the text."""


class Mark(NamedTuple):
    """A part of a line, and its kind."""

    start: int
    end: int
    name: str


_JSON = re.compile(
    r'(?P<key>"(?:[^"\\]|\\.)*"(?=\s*:))'
    r'|(?P<text>"(?:[^"\\]|\\.)*"?)'
    r"|(?P<number>-?\d[\d.eE+-]*|\btrue\b|\bfalse\b|\bnull\b)"
    r"|(?P<faint>^\s*//.*)"
)
_HTML = re.compile(
    r"(?P<faint><!--.*?(?:-->|$))"
    r"|(?P<tag></?[A-Za-z][\w:-]*|/?>)"
    r'|(?P<text>"[^"<>]*"(?=[\s/>]|$))'
    r"|(?P<number>&(?:#\d+|#[xX][\da-fA-F]+|\w+);)"
)
_MARKDOWN = re.compile(
    r"(?P<tag>^\s{0,3}#{1,6}\s.*|^\s{0,3}(?:```|~~~).*|^\s{0,3}(?:[-*_]\s*){3,}$)"
    r"|(?P<number>^\s*(?:[-*+]|\d+[.)])\s|^\s*>+)"
    r"|(?P<text>`[^`]+`)"
    r"|(?P<strong>\*\*[^*]+\*\*|__[^_]+__)"
    r"|(?P<key>!?\[[^\]]*\]\([^)\s]*\)?)"
)
_LANGUAGES = {"json": _JSON, "html": _HTML, "markdown": _MARKDOWN}


def marks(language: str, line: str) -> Iterator[Mark]:
    """Yield the marks of a line; none in an unknown language."""
    pattern = _LANGUAGES.get(language)
    if pattern is None or len(line) > LONGEST_MARKED:
        return
    for found in pattern.finditer(line):
        yield Mark(found.start(), found.end(), found.lastgroup or "")
