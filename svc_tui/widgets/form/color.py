"""A color: its hex text, with the color beside it, and a palette."""

from __future__ import annotations

from typing import Any, ClassVar

from rich.style import Style
from rich.text import Text
from textual.binding import Binding
from textual.content import Content
from textual.message import Message

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.colors import NAMED, NO_COLOR, color_of, color_problem, full, name_of
from svc_tui.stores.record.draft import Unreadable
from svc_tui.text import label
from svc_tui.widgets.form.chooser import ChoiceDialog, ChoiceOption
from svc_tui.widgets.form.field import Attrs
from svc_tui.widgets.form.line import LineField, LineInput
from svc_tui.widgets.form.summary import summary

SWATCH = 4
"""Cells of a color swatch."""


class ColorLine(LineInput):
    """A line from which a palette opens."""

    BINDINGS = [
        Binding(
            "f6,down", "palette", "Palette", tooltip="Choose a color by name.", id="form.palette"
        )
    ]

    class PaletteWanted(Message):
        """The user wants to choose a color by name."""

    def action_palette(self) -> None:
        self.post_message(self.PaletteWanted())


class PaletteDialog(ChoiceDialog):
    """Names and their colors."""

    def drawn(self, offer: ChoiceOption) -> Content:
        swatch = label(" " * SWATCH, f"on {offer.value}")
        return swatch + label(f" {offer.text:<12}") + label(f" {offer.value}", "$text-muted")


class ColorField(LineField):
    """A CSS hex text."""

    keys_inside: ClassVar[bool] = True
    has_picker: ClassVar[bool] = True
    editor_type: ClassVar[type[LineInput]] = ColorLine

    @property
    def type_hint(self) -> str:
        # Enter goes on, once something was typed or chosen.
        key = "F6" if self.has_focus_within else "Enter"
        return f"Press {key} for the palette, or type #3a7bd5 or a name such as tomato."

    def aside(self, text: str) -> Text | None:
        color = color_of(text)
        drawn = full(color) if color is not None else None
        if drawn is None:
            return None
        words = f"{name_of(drawn) or ''} ".lstrip()
        return Text(words, style="dim", end="") + Text(" " * SWATCH, Style(bgcolor=drawn), end="")

    def as_text(self) -> Content:
        drawn = full(self.value) if isinstance(self.value, str) else None
        words = label(summary(self.value))
        return words if drawn is None else words + label(" ") + label(" " * SWATCH, f"on {drawn}")

    def read(self, content: str) -> Any:
        """Return the hex text; an empty one is null where the value was null, else empty."""
        text = content.strip()
        if not text:
            return "" if isinstance(self.edits.loaded, str) else None
        return color_of(text) or Unreadable(content, NO_COLOR)

    @classmethod
    def check_given(cls, descriptor: FieldDescriptor, attrs: Attrs, value: Any) -> str | None:
        return color_problem(value)

    def on_color_line_palette_wanted(self, event: ColorLine.PaletteWanted) -> None:
        event.stop()
        self.open_picker()

    def open_picker(self) -> None:
        """Show the palette."""
        offers = [ChoiceOption(color, name) for name, color in NAMED.items()]
        color = color_of(self.content())
        now = None if color is None else full(color)
        at = next((n for n, one in enumerate(offers) if one.value == now), None)
        self.app.push_screen(PaletteDialog(self.descriptor.label, offers, at, ""), self._chose)

    def _chose(self, offer: ChoiceOption | None) -> None:
        if offer is not None:
            self.write(str(offer.value))
