"""A step of a path, which follows the text it is made of until somebody types it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from textual.binding import Binding

from svc_tui.models.base import label_from
from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.draft import MISSING, Draft
from svc_tui.stores.slugs import slugify
from svc_tui.widgets.form.line import Line
from svc_tui.widgets.form.text import TextField, length_problem

_ANY = re.compile(r"[-\w]+")
_ASCII = re.compile(r"[-a-zA-Z0-9_]+")


class SlugLine(Line):
    """The line of a slug."""

    BINDINGS = [
        Binding(
            "ctrl+g", "remake", "Make anew", tooltip="Make it from its source again.",
            id="form.slug",
        ),
    ]  # fmt: skip

    field: SlugField | None = None

    def action_remake(self) -> None:
        """Made of what the source says now."""
        if self.field is not None:
            self.field.remake()


class SlugField(TextField):
    """Follows `attrs.source` (or `from`) while it was empty and nobody typed into it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.source = str(self.attrs.get("source") or self.attrs.get("from") or "")
        """The key of the field it is made of; empty where there is none."""
        self._made = ""
        self._source_text = ""

    @property
    def type_hint(self) -> str:
        """What it is made of."""
        if not self.source:
            return "Letters, digits, - and _."
        return f"Made of {label_from(self.source)} until you type; Ctrl+G makes it anew."

    def make_editor(self) -> Line:
        """The line, which knows whom to ask for another slug."""
        line = self.dressed(SlugLine)
        assert isinstance(line, SlugLine)
        line.field = self
        return line

    def heed(self, draft: Draft, languages: Sequence[str], lang: str | None) -> None:
        """Follow the source, where it was changed and the slug was empty before."""
        path = self._source_path(draft, lang if self.descriptor.translatable else None, languages)
        text = draft.get(path)
        self._source_text = text if isinstance(text, str) else ""
        if not draft.dirty:
            self._made = ""
        before = Draft.of(draft.original).get(self.path)
        if before in (None, "") and self.content() == self._made and draft.changed(path):
            self.remake()

    def remake(self) -> None:
        """Make the slug of what the source says now; without any, nothing changes."""
        longest = self.attrs.get("max_length")
        made = slugify(
            self._source_text,
            allow_unicode=bool(self.attrs.get("allow_unicode")),
            longest=longest if isinstance(longest, int) else None,
        )
        if self.editor is None or made == self.content() or not (made or self._made):
            return
        self._made = made
        self.write(made)
        self.edited()

    def _source_path(self, draft: Draft, lang: str | None, languages: Sequence[str]) -> str:
        """Where the source lives: in the slug's own language, else in the first one."""
        lang = lang or next(iter(languages), None)
        path = f"translations.{lang}.{self.source}"
        translated = lang is not None and draft.get(path, MISSING) is not MISSING
        return path if translated else self.source

    @classmethod
    def check(cls, descriptor: FieldDescriptor, attrs: Mapping[str, Any], value: Any) -> str | None:
        """Letters, digits, - and _."""
        ascii_only = attrs.get("allow_unicode") is False
        if not (_ASCII if ascii_only else _ANY).fullmatch(str(value)):
            letters = "letters from a to z" if ascii_only else "letters"
            return f"Only {letters}, digits, - and _ can stand here."
        return length_problem(attrs, value)
