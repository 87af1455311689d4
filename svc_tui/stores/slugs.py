"""A step of a path, made of any text by the rules of Django's `slugify`."""

from __future__ import annotations

import re
import unicodedata

_OTHER = re.compile(r"[^\w\s-]")
_GAPS = re.compile(r"[-\s]+")


def slugify(text: str, *, allow_unicode: bool = False, longest: int | None = None) -> str:
    """Lower case, words joined by dashes; without `allow_unicode` in ASCII, accents dropped."""
    if allow_unicode:
        text = unicodedata.normalize("NFKC", text)
    else:
        text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    slug = _GAPS.sub("-", _OTHER.sub("", text.lower())).strip("-_")
    return slug if longest is None else slug[:longest].rstrip("-_")
