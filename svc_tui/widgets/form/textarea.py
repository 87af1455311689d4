"""Several lines: textarea and json."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from textual import on
from textual.content import Content
from textual.widgets import TextArea

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.draft import Unreadable
from svc_tui.text import label
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.text import length_problem

ROWS = 4
MOST_ROWS = 30
LONGEST_WRAPPED = 5000
"""Characters of a line that is still wrapped: beyond that every key would cost a second."""


class TextareaField(SvcField):
    """Text with line ends. The editor rewrites rare ones; untouched, all go back as they came."""

    editor: TextArea | None

    def make_editor(self) -> TextArea:
        """A few lines without a border; Tab leaves them."""
        text = self.written(self.value)
        wrapped = max(map(len, text.splitlines()), default=0) <= LONGEST_WRAPPED
        editor = TextArea(text, soft_wrap=wrapped, compact=True, tab_behavior="focus")
        rows = self.attrs.get("rows")
        editor.styles.height = min(rows, MOST_ROWS) if isinstance(rows, int) and rows > 0 else ROWS
        return editor

    def put(self, value: Any) -> None:
        """Show another value, from its beginning."""
        if self.editor is not None:
            self.editor.load_text(self.written(value))

    def content(self) -> str:
        """The text as the editor has it."""
        return self.editor.text if self.editor is not None else ""

    def written(self, value: Any) -> str:
        """A value as the text that is edited."""
        if isinstance(value, Unreadable):
            return value.text
        return "" if value is None else str(value)

    @classmethod
    def check(cls, descriptor: FieldDescriptor, attrs: Mapping[str, Any], value: Any) -> str | None:
        """Its length."""
        return length_problem(attrs, value)

    @on(TextArea.Changed)
    def _typed(self, event: TextArea.Changed) -> None:
        event.stop()
        self.edited()


class JsonField(TextareaField):
    """Any JSON value, as indented text."""

    @property
    def type_hint(self) -> str:
        """What is expected."""
        return "JSON. Left empty, it is null."

    def written(self, value: Any) -> str:
        """The value, indented."""
        if isinstance(value, Unreadable):
            return value.text
        return "" if value is None else json.dumps(value, indent=2, ensure_ascii=False)

    def as_text(self) -> Content:
        """The value on one line, where it can only be read."""
        return label(json.dumps(self.value, ensure_ascii=False, default=str))

    def read(self, content: str) -> Any:
        """The JSON value; a text that is none is kept with what is wrong with it."""
        if not content.strip():
            return None
        try:
            return json.loads(content, parse_constant=_refused)
        except json.JSONDecodeError as error:
            place = f"line {error.lineno}, column {error.colno}"
            return Unreadable(content, f"This is no JSON: {error.msg}, {place}.")
        except (ValueError, RecursionError) as error:
            return Unreadable(content, f"This is no JSON: {error}.")

    @classmethod
    def check(cls, descriptor: FieldDescriptor, attrs: Mapping[str, Any], value: Any) -> str | None:
        """Whatever could be read is right."""
        return None


def _refused(name: str) -> Any:
    raise ValueError(f"{name} is not allowed in it")
