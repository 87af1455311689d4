"""One line of text: text, email, url."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from svc_tui.models.conditions import is_found
from svc_tui.models.fields import FieldDescriptor
from svc_tui.widgets.form.field import Attrs
from svc_tui.widgets.form.given_kinds import kind_words
from svc_tui.widgets.form.line import LineField
from svc_tui.widgets.form.line import LineInput as LineInput

_EMAIL = re.compile(r"[^@\s]+@[^@\s.]+(\.[^@\s.]+)+")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_HOST = re.compile(r"[\w-]+(\.[\w-]+)+")

SCHEMES = ("http", "https", "ftp")
"""The schemes of web addresses, unless `attrs.schemes` says otherwise."""


class TextField(LineField):
    """Any text."""

    @property
    def type_hint(self) -> str:
        value = self.edits.loaded
        if value is None or isinstance(value, str) or not self.is_mounted:
            return ""
        return f"This is {kind_words(value)}, not text: typing replaces it with text."

    @classmethod
    def check(cls, descriptor: FieldDescriptor, attrs: Attrs, value: Any) -> str | None:
        return text_problem(attrs, value)

    def make_editor(self) -> LineInput:
        line, most = super().make_editor(), self.attrs.get("max_length")
        line.most = most if isinstance(most, int) else None
        return line


class EmailField(TextField):
    """An e-mail address, checked for its shape only."""

    @classmethod
    def check(cls, descriptor: FieldDescriptor, attrs: Attrs, value: Any) -> str | None:
        if not isinstance(value, str):
            return f"This is not an email address: it is {kind_words(value)}."
        return email_problem(value) or super().check(descriptor, attrs, value)


class UrlField(TextField):
    """A web address."""

    @classmethod
    def check(cls, descriptor: FieldDescriptor, attrs: Attrs, value: Any) -> str | None:
        if not isinstance(value, str):
            return f"This is not a URL: it is {kind_words(value)}."
        wanted = attrs.get("schemes")
        schemes = tuple(map(str, wanted)) if isinstance(wanted, (list, tuple)) else SCHEMES
        return url_problem(value, schemes) or super().check(descriptor, attrs, value)


def email_problem(text: str) -> str | None:
    """Return what is wrong with an e-mail address."""
    if _EMAIL.fullmatch(text):
        return None
    name, at, host = text.rpartition("@")
    if not at:
        why = "it has no @"
    elif re.search(r"\s", text):
        why = "it has a space"
    elif "@" in name:
        why = "it has more than one @"
    elif not name:
        why = "nothing is before the @"
    elif not host:
        why = "nothing is after the @"
    elif "." not in host:
        why = f"{host} needs an ending such as .org"
    else:
        why = "it has an extra dot after the @"
    return f"This is not an email address: {why}. Write it as name@example.org."


def url_problem(text: str, schemes: tuple[str, ...] = SCHEMES) -> str | None:
    """Return what is wrong with a web address."""
    if re.search(r"\s", text):
        return "A URL can't have spaces. Write %20 instead."
    begins = _SCHEME.match(text)
    if begins is None or "://" not in text:
        if _HOST.match(text):
            return f"This is not a valid URL. Start it with https://, as in https://{text}"
        return "This is not a valid URL. Write it as https://example.org/page."
    if begins[1].lower() not in schemes:
        return f"The URL must begin with {' or '.join(f'{one}://' for one in schemes)}."
    try:
        parts = urlsplit(text)
        named = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError as error:
        return f"This is not a valid URL: {str(error)[:1].lower()}{str(error)[1:]}."
    return None if named else "This is not a valid URL: there is no server after the //."


def text_problem(attrs: Mapping[str, Any], value: Any) -> str | None:
    """Return what is wrong with a text: its length, or that its pattern is not found in it."""
    most, least = attrs.get("max_length"), attrs.get("min_length")
    length = len(str(value))
    if isinstance(most, int) and length > most:
        return f"At most {most} characters, but this has {length}."
    if isinstance(least, int) and length < least:
        return f"At least {least} characters, but this has {length}."
    pattern = attrs.get("pattern")
    if not isinstance(pattern, str) or not isinstance(value, str):
        return None
    found = is_found(pattern, value, otherwise=True)
    return None if found else f"This does not match the pattern {pattern}"
