"""The kind of a file, from its first bytes rather than its declared type."""

from __future__ import annotations

import re
from typing import Literal

Kind = Literal["picture", "svg", "pdf", "video", "audio", "text", "archive", "other"]

ICONS: dict[Kind, str] = {
    "picture": "▣",
    "svg": "◆",
    "pdf": "☰",
    "video": "▶",
    "audio": "◉",
    "text": "≡",
    "archive": "◫",
    "other": "□",
}
"""Icons of one cell, where there is no picture."""

LINES = 40
"""Maximum lines of a text to show."""

HEAD = 8 * 1024
"""Bytes read of a file for its facts."""

_SVG = re.compile(rb"<svg[\s>]", re.IGNORECASE)
_DOCUMENT = re.compile(rb"\s*(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html[\s>])", re.IGNORECASE)


def kind_of(mime: str, name: str = "") -> Kind:
    """Return the kind from a type, else from a file ending."""
    mime, ending = mime.lower(), name.lower().rpartition(".")[2]
    if "svg" in mime or (not mime and ending == "svg"):
        return "svg"
    if mime.startswith("image/"):
        return "picture"
    if mime == "application/pdf" or (not mime and ending == "pdf"):
        return "pdf"
    if mime.startswith("video/"):
        return "video"
    if mime.startswith("audio/"):
        return "audio"
    if mime.startswith("text/") or mime in _TEXTUAL:
        return "text"
    return "archive" if mime in _ARCHIVES else "other"


_TEXTUAL = frozenset(
    {"application/json", "application/xml", "application/yaml", "application/javascript"}
)
_ARCHIVES = frozenset(
    {"application/zip", "application/gzip", "application/x-tar", "application/x-7z-compressed"}
)


def is_page(head: bytes) -> bool:
    """Whether a server sent an HTML page, such as its login, in place of a file."""
    return _DOCUMENT.match(head[:512]) is not None


def is_svg(head: bytes) -> bool:
    return _SVG.search(head[:HEAD]) is not None


def svg_facts(head: bytes) -> tuple[str, ...]:
    """Return size, title and description of an SVG, from its first bytes without parsing it.

    A drawing may expand endlessly or fetch other files, so nothing in it is interpreted.
    """
    text = head[:HEAD].decode("utf-8", "replace")
    opening = re.search(r"<svg\b[^>]{0,4000}", text, re.IGNORECASE)
    attrs = (
        dict(re.findall(r'\b(width|height|viewBox)\s*=\s*["\']([^"\']{0,60})', opening[0]))
        if opening
        else {}
    )
    sides = [attrs[key] for key in ("width", "height") if key in attrs]
    box = attrs.get("viewBox", "").replace(",", " ").split()
    size = " × ".join(sides if len(sides) == 2 or len(box) != 4 else box[2:])
    facts = (
        f"SVG drawing, {size}" if size else "SVG drawing",
        f"View box {attrs['viewBox']}" if "viewBox" in attrs else "",
        _said("title", text),
        _said("desc", text),
    )
    return tuple(fact for fact in facts if fact)


def _said(tag: str, text: str) -> str:
    """Return the content of the first element of a name, in one line."""
    found = re.search(rf"<{tag}[^>]{{0,200}}>([^<]{{1,400}})", text)
    return " ".join(found[1].split()) if found else ""


def svg_lines(head: bytes) -> tuple[str, ...]:
    """Return the beginning of an SVG's text, one element per line."""
    lines = re.sub(r">[ \t]*<", ">\n<", head[:HEAD].decode("utf-8-sig", "replace")).splitlines()
    return tuple(line.rstrip() for line in lines if line.strip())[:LINES]


def pdf_facts(head: bytes) -> tuple[str, ...]:
    version = re.match(rb"%PDF-(\d\.\d)", head)
    if version is None:
        return ("The file claims to be a PDF, but is not.",)
    return (f"PDF {version[1].decode()}",)


def first_lines(head: bytes, complete: bool) -> tuple[str, ...]:
    """Return the beginning of a text; a note if its bytes are not text."""
    if b"\0" in head[:1024]:
        return ("The file claims to be text, but is not.",)
    text = head.decode("utf-8-sig", "replace")
    if not complete:
        text = text.rpartition("\n")[0] or text
    return tuple(line.rstrip() for line in text.splitlines()[:LINES])
