"""Numbers, parsed strictly: only what a person would call a number is one."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.binding import Binding
from textual.message import Message

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.draft import Unreadable
from svc_tui.stores.record.number_parser import (
    number_problem,
    parsed,
    plain,
    stepped,
    why_no_number,
)
from svc_tui.widgets.form.field import Attrs
from svc_tui.widgets.form.line import LineField, LineInput

STEPS = "Shift+↑ ↓ adjusts."


class NumberLine(LineInput):
    """A line in which Shift+Up and Shift+Down change the number."""

    BINDINGS = [
        Binding("shift+up", "step(1)", "More", show=False, tooltip="Add one step.", id="form.more"),
        Binding(
            "shift+down", "step(-1)", "Less", show=False, tooltip="Subtract one step.",
            id="form.less",
        ),
        Binding(
            "ctrl+up", "step(10)", "Ten more", show=False, id="form.ten_more",
            tooltip="Add ten steps.",
        ),
        Binding(
            "ctrl+down", "step(-10)", "Ten less", show=False, id="form.ten_less",
            tooltip="Subtract ten steps.",
        ),
    ]  # fmt: skip

    class Stepped(Message):
        """Step up, or down."""

        def __init__(self, by: int) -> None:
            super().__init__()
            self.by = by

    def action_step(self, by: int) -> None:
        self.post_message(self.Stepped(by))


class NumberField(LineField):
    """A number; if it was loaded as text, as exact decimals are, it is sent as text."""

    keys_inside: ClassVar[bool] = True
    editor_type: ClassVar[type[LineInput]] = NumberLine

    @property
    def type_hint(self) -> str:
        low, high = self.attrs.get("min"), self.attrs.get("max")
        if low is not None and high is not None:
            return f"A number from {low} to {high}. {STEPS}"
        if low is not None:
            return f"A number, {low} or more. {STEPS}"
        return f"A number, {high} or less. {STEPS}" if high is not None else STEPS

    def written(self, value: Any) -> str:
        """Return the number without an exponent, which would not be read back."""
        return plain(value)

    def read(self, content: str) -> Any:
        text = content.strip()
        if not text:
            return None
        number = parsed(text)
        if number is None:
            return Unreadable(content, why_no_number(text, self.attrs))
        return text if isinstance(self.edits.loaded, str) and self.edits.loaded else number

    def on_number_line_stepped(self, event: NumberLine.Stepped) -> None:
        """Write the next number; any other text stays as it is."""
        event.stop()
        text = stepped(self.content(), event.by, self.attrs)
        if text is not None:
            self.write(text)

    @classmethod
    def check(cls, descriptor: FieldDescriptor, attrs: Attrs, value: Any) -> str | None:
        return number_problem(attrs, value)
