"""ReadOnlyValue: the value of a read-only field."""

from __future__ import annotations

from typing import Any, Protocol

from textual.content import Content
from textual.widgets import Static

from svc_tui.models.foreign_code import check_return
from svc_tui.stores.redact import MASK
from svc_tui.text import label
from svc_tui.widgets.form.masked_value import MaskedValue


class ReadField(Protocol):
    """A field, as its value is drawn."""

    value: Any
    secrets: MaskedValue

    def as_text(self) -> Content: ...


class HasChildren(Protocol):
    """A field, as its children are found."""

    def query_children(self, kind: Any, /) -> Any: ...


class ReadOnlyValue(Static):
    """Draws a value with its secrets masked."""

    def __init__(self, field: ReadField) -> None:
        super().__init__(_text_of(field), classes="editor value")
        self._field = field

    def draw(self) -> None:
        """Draw the value again."""
        self.update(_text_of(self._field))


def redraw_value(field: HasChildren) -> None:
    """Redraw the value of a read-only field."""
    for line in field.query_children(ReadOnlyValue):
        line.draw()


def _text_of(field: ReadField) -> Content:
    value, seen = field.value, field.secrets.seen(field.value)
    if seen is MASK:
        return label(MASK)
    field.value = seen
    try:
        said: object = field.as_text()
        check_return("as_text", said, (Content, str))
        return said if isinstance(said, Content) else label(said, multiline=True)
    finally:
        field.value = value
