"""Values that are shown and sent back unchanged."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.content import Content

from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.foreign_code import failure_mark
from svc_tui.text import cut, label
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.summary import one_line

KEPT = "kept unchanged"


class UneditableField(SvcField):
    """A type that can't be edited here: shows its value on one line."""

    DEFAULT_CSS = """
    UneditableField > .value { height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    editable: ClassVar[bool] = False

    def as_text(self) -> Content:
        words = label(one_line(self.value))
        return label(f"({self.promise}) ", "$text-disabled") + words

    @property
    def promise(self) -> str:
        return KEPT

    @property
    def reading_hint(self) -> str:
        return "This value can't be edited here. Saving keeps it unchanged."


class FailedField(UneditableField):
    """Replaces a field whose type failed; the value is kept as it is."""

    def __init__(self, descriptor: FieldDescriptor, value: Any = None, **given: Any) -> None:
        super().__init__(descriptor, value, **{**given, "slots": None})

    def as_text(self) -> Content:
        return label(failure_mark(f"field {self.descriptor.key}"), "$text-warning")

    @property
    def reading_hint(self) -> str:
        return "This field's code failed (see :log). Its value is not changed."


class UnknownField(UneditableField):
    """A type that is not registered; the rest of the form works."""

    @property
    def promise(self) -> str:
        return f"unknown type “{cut(self.descriptor.type, 40)}”, {KEPT}"
