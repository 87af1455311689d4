"""SliderField: a number on a scale that the arrow keys move."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, ClassVar

from textual import events
from textual.app import RenderResult
from textual.binding import Binding
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.draft import same
from svc_tui.stores.record.number_parser import exact, held, number_problem, parsed, stepped
from svc_tui.text import cut, label
from svc_tui.widgets.form.field import Attrs, SvcField
from svc_tui.widgets.form.summary import summary
from svc_tui.widgets.formatting import NOTHING

LOW, HIGH = Decimal(0), Decimal(100)
"""The default ends of a scale."""

WIDEST = 40
"""Cells of the longest bar."""


class Scale(Widget, can_focus=True):
    """One line: the bar and its number."""

    DEFAULT_CSS = "Scale { height: 1; }"

    BINDINGS = [
        Binding("right", "step(1)", "More", tooltip="Add one step.", id="form.slide_up"),
        Binding("left", "step(-1)", "Less", tooltip="Subtract one step.", id="form.slide_down"),
        Binding(
            "shift+right", "tenth(1)", "Much more", show=False, id="form.slide_far_up",
            tooltip="Add a tenth of the scale.",
        ),
        Binding(
            "shift+left", "tenth(-1)", "Much less", show=False, id="form.slide_far_down",
            tooltip="Subtract a tenth of the scale.",
        ),
        Binding(
            "home", "end(0)", "Lowest", show=False, id="form.slide_lowest",
            tooltip="Set the lowest value.",
        ),
        Binding(
            "end", "end(1)", "Highest", show=False, id="form.slide_highest",
            tooltip="Set the highest value.",
        ),
        Binding(
            "delete,backspace", "clear", "Clear", show=False, id="form.slide_clear",
            tooltip="Clear this value.",
        ),
        Binding(
            "enter", "finish", "Next field", show=False, id="form.slide_next",
            tooltip="Go to the next field, or stop editing after the last one.",
        ),
    ]  # fmt: skip

    number: reactive[Any] = reactive(None, always_update=True)
    """The number, in whatever form the record has it."""

    class Moved(Message):
        """The slider was moved to a number, as text; empty for none."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Finished(Message):
        """Enter was pressed."""

    def __init__(self, number: Any, attrs: Mapping[str, Any]) -> None:
        super().__init__()
        self.attrs = attrs
        low, high = exact(attrs.get("min")), exact(attrs.get("max"))
        self.low = LOW if low is None else low
        self.high = max(self.low, HIGH) if high is None else max(self.low, high)
        step = exact(attrs.get("step"))
        self.unit = step if step and step > 0 else Decimal(1)
        self.set_reactive(Scale.number, number)

    @property
    def _bounds(self) -> dict[str, Any]:
        return {"min": self.low, "max": self.high, "step": self.unit}

    def render(self) -> RenderResult:
        """Draw the bar in proportion to the number; any other value in words."""
        at = exact(self.number)
        if at is None:
            return label(cut(summary(self.number), self.size.width))
        words = f" {self.number} of {format(self.high, 'f')}"
        width = min(WIDEST, self.size.width - len(words))
        if width < 4:
            return label(words.strip())
        span = self.high - self.low
        share = (min(max(at, self.low), self.high) - self.low) / span if span else Decimal(1)
        filled = round(share * width)
        return label("━" * filled, "bold") + label("─" * (width - filled)) + label(words)

    def action_step(self, by: int) -> None:
        at = exact(self.number)
        text = stepped("" if at is None else format(at, "f"), by, self._bounds)
        if text is not None:
            self.post_message(self.Moved(text))

    def action_tenth(self, by: int) -> None:
        """Move by a tenth of the scale, one step at least."""
        steps = max(1, round((self.high - self.low) / self.unit / 10))
        self.action_step(by * steps)

    def action_end(self, which: int) -> None:
        self.post_message(self.Moved(format((self.low, self.high)[which], "f")))

    def action_clear(self) -> None:
        self.post_message(self.Moved(""))

    def action_finish(self) -> None:
        self.post_message(self.Finished())

    def _jump(self, digit: int) -> None:
        """Go to the number on a short scale; on a longer one, to so many tenths of it."""
        if self.high - self.low <= 10 and self.low <= digit <= self.high:
            target = Decimal(digit)
        else:
            span = self.high - self.low
            target = self.low + (span * digit / 10 // self.unit) * self.unit
        self.post_message(self.Moved(held(target, self.low, self.high)))

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.focus()
        if exact(self.number) is None:
            return
        width = min(WIDEST, self.size.width - len(f" {self.number} of {format(self.high, 'f')}"))
        if width >= 4 and event.x < width:
            share = Decimal(event.x + 1) / width
            steps = round((self.high - self.low) * share / self.unit)
            self.post_message(self.Moved(held(self.low + steps * self.unit, self.low, self.high)))

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Take letters, so that they are not commands, and digits, which jump."""
        return character is not None and character.isprintable()

    def on_key(self, event: events.Key) -> None:
        """Jump by a digit; do nothing by a letter."""
        if event.is_printable and event.character:
            event.stop()
            if event.character in "0123456789":
                self._jump(int(event.character))


class SliderField(SvcField):
    """A number from `attrs.min` to `attrs.max`; text stays text, as exact decimals are."""

    keys_inside: ClassVar[bool] = True

    editor: Scale | None

    @property
    def type_hint(self) -> str:
        return "← → one step, Shift+← → larger steps, 0-9 jump."

    def make_editor(self) -> Scale:
        return Scale(self.value, self.attrs)

    def put(self, value: Any) -> None:
        if self.editor is not None:
            self.editor.number = value

    def content(self) -> Any:
        return self.editor.number if self.editor is not None else None

    def as_text(self) -> Content:
        return label(NOTHING if self.value is None else summary(self.value))

    def on_scale_moved(self, event: Scale.Moved) -> None:
        """Take another number; the loaded one stays exactly as it came."""
        event.stop()
        before = self.edits.loaded
        value: Any = parsed(event.text) if event.text else None
        if value is not None and exact(before) == exact(value):
            value = before
        elif isinstance(before, str) and exact(before) is not None:
            value = event.text
        if self.editor is not None and not same(value, self.editor.number):
            self.editor.number = value
            self.edited()

    def on_scale_finished(self, event: Scale.Finished) -> None:
        event.stop()
        self.post_message(self.Finished(self))

    @classmethod
    def check(cls, descriptor: FieldDescriptor, attrs: Attrs, value: Any) -> str | None:
        return number_problem(attrs, value)
