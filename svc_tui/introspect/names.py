"""Which keys of a record can be declared, which look like secrets, and which make a title."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_SECRET = re.compile(
    r"pass(word|wd|phrase|code)|secret|(private|api)[_-]?key|credential|otp_|totp|salt\b"
    r"|token($|[_.-])|(^|[_.-])(hash|jwt|pwd|csrf\w*|session[_-]?(id|key))($|[_.-])",
    re.IGNORECASE,
)
_HIDDEN_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def is_a_name(key: str) -> bool:
    """Whether a key can name a field or column: no empty segment, only valid letters."""
    return all(key.split(".")) and not any("\ud800" <= letter <= "\udfff" for letter in key)


def is_a_field(key: str) -> bool:
    """Whether a key can be a field of a form: a name of one step that can be drawn."""
    return is_a_name(key) and "." not in key and key.isprintable() and len(key) <= 200


def is_secret(key: str) -> bool:
    """Whether a key looks like a secret: a password, a hash, a token."""
    return bool(_SECRET.search(_HIDDEN_HUMP.sub("_", key)))


HIDDEN = "••••"
"""Replaces a secret in a text."""

_NAMED = re.compile(r"""([\w.-]+)['"]?\s*[:=]\s*""")
_VALUE = re.compile(r"""b?"(?:[^"\\]|\\.)*"|b?'(?:[^'\\]|\\.)*'|[^\s,;&(){}\[\]'"]+""")
_BEARER = re.compile(r"\b(Bearer|Basic|Token|Api-?Key|JWT)\s+[\w.~+/=-]{6,}", re.IGNORECASE)
_USER_IN_ADDRESS = re.compile(r"""://[^/\s?#'"]*@""")
_ONLY_IN_TEXTS = re.compile(r"(cookie|authorization|session)$|^(access|refresh)$", re.IGNORECASE)
"""Names of secrets in headers and answers that are not secrets in a record."""


def without_secrets(text: str) -> str:
    """Return a text, such as a traceback, with the values of likely secrets hidden.

    `{'password': 'x'}`, `token=x`, `Bearer x` and `https://user:x@host` are found; an unnamed
    secret is not.
    """

    text = _USER_IN_ADDRESS.sub(f"://{HIDDEN}@", text)
    text = _BEARER.sub(rf"\1 {HIDDEN}", text)
    parts: list[str] = []
    done = 0
    for named in _NAMED.finditer(text):
        name, start = named[1], named.end()
        if start <= done or not (is_secret(name) or _ONLY_IN_TEXTS.search(name)):
            continue
        if value := _VALUE.match(text, start):
            parts += text[done:start], HIDDEN
            done = value.end()
    return "".join((*parts, text[done:]))


def slug_of(text: str) -> str:
    """Return a resource's name from any text: lower-case ASCII letters, digits, single dashes."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def singular(word: str) -> str:
    """Return the singular of a plain English word: categories, boxes, articles."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def looks_like_seo(keys: Iterable[object]) -> bool:
    """Whether an object of these keys holds a page's data for search engines."""
    keys = set(keys)
    return (
        {"title", "description"} <= keys
        and bool(keys & {"url", "slug", "permalink"})
        and len(keys) < 5
    )
