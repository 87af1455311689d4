"""One line of text: text, email, url, slug."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from textual import on
from textual.widgets import Input

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.draft import Unreadable
from svc_tui.widgets.form.field import SvcField

_EMAIL = re.compile(r"[^@\s]+@[^@\s.]+(\.[^@\s.]+)+")
_SLUG = re.compile(r"[-\w]+")


class Line(Input):
    """One line without a border; a long value shows its beginning until somebody types into it."""

    def on_mount(self) -> None:
        """The beginning."""
        self.cursor_position = 0

    def on_focus(self) -> None:
        """One goes on where the text ends."""
        self.cursor_position = len(self.value)

    def on_blur(self) -> None:
        """The beginning again."""
        self.cursor_position = 0


class LineField(SvcField):
    """The base of what is typed on one line; a subclass turns text into a value and back."""

    editor: Input | None

    def make_editor(self) -> Input:
        """The line."""
        text = self._written(self.value)
        placeholder = str(self.attrs.get("placeholder") or "")
        return Line(text, placeholder=placeholder, compact=True, select_on_focus=False)

    def put(self, value: Any) -> None:
        """Show another value."""
        if self.editor is not None:
            self.editor.value = self._written(value)
            self.editor.cursor_position = len(self.editor.value) if self.editor.has_focus else 0

    def content(self) -> str:
        """The text."""
        return self.editor.value if self.editor is not None else ""

    def written(self, value: Any) -> str:
        """A value as the text that is edited."""
        return str(value)

    def _written(self, value: Any) -> str:
        if isinstance(value, Unreadable):
            return value.text
        return "" if value is None else self.written(value)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self.edited()

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        event.stop()
        self.post_message(self.Finished(self))


class TextField(LineField):
    """Any text."""

    @classmethod
    def check(cls, descriptor: FieldDescriptor, attrs: Mapping[str, Any], value: Any) -> str | None:
        """Its length."""
        return length_problem(attrs, value)


class EmailField(TextField):
    """An address, checked for its shape only: whether it exists the backend may know."""

    @classmethod
    def check(cls, descriptor: FieldDescriptor, attrs: Mapping[str, Any], value: Any) -> str | None:
        """Something, an @, and a host with a dot."""
        if not _EMAIL.fullmatch(str(value)):
            return "This is no e-mail address: it needs the form name@example.org."
        return super().check(descriptor, attrs, value)


class UrlField(TextField):
    """A web address."""

    @classmethod
    def check(cls, descriptor: FieldDescriptor, attrs: Mapping[str, Any], value: Any) -> str | None:
        """A scheme and a host, without spaces."""
        try:
            parts = urlsplit(str(value))
        except ValueError:
            parts = urlsplit("")
        if not (parts.scheme and parts.netloc) or re.search(r"\s", str(value)):
            return "This is no address: it needs the form https://example.org/page."
        return super().check(descriptor, attrs, value)


class SlugField(TextField):
    """A step of a path."""

    @classmethod
    def check(cls, descriptor: FieldDescriptor, attrs: Mapping[str, Any], value: Any) -> str | None:
        """Letters, digits, - and _."""
        if not _SLUG.fullmatch(str(value)):
            return "Only letters, digits, - and _ can stand here."
        return super().check(descriptor, attrs, value)


def length_problem(attrs: Mapping[str, Any], value: Any) -> str | None:
    """What is wrong with the length of a text."""
    most, least = attrs.get("max_length"), attrs.get("min_length")
    length = len(str(value))
    if isinstance(most, int) and length > most:
        return f"At most {most} characters; these are {length}."
    if isinstance(least, int) and length < least:
        return f"At least {least} characters; these are {length}."
    return None
