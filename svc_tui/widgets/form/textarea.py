"""SourceField: the base of what is typed on several lines; textarea and json."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from textual import on
from textual.content import Content
from textual.widgets import TextArea

from svc_tui.models import exact_json
from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.draft import Unreadable
from svc_tui.stores.redact import MASK
from svc_tui.text import label
from svc_tui.widgets.form.arrangement import is_stacked
from svc_tui.widgets.form.field import Attrs
from svc_tui.widgets.form.line import length_counter
from svc_tui.widgets.form.long import LongField, json_text, read_json
from svc_tui.widgets.form.longtext import LongText
from svc_tui.widgets.form.text import text_problem
from svc_tui.widgets.form.tools import Tool

ROWS = 4
GROWN_ROWS = 12
MOST_ROWS = 30
HEAVY = 50_000
"""Characters beyond which text is parsed when typing pauses, not with every key."""
REST = 0.3


class SourceField(LongField):
    """A text on several lines.

    Each line keeps its own line end; new lines get the one that the text has.
    """

    DEFAULT_CSS = """
    SourceField.-maximized LongText { height: 1fr; }
    """

    area: LongText | None = None
    """The widget that is typed into; None if the field is read-only."""
    marked_as: ClassVar[str] = ""
    """The language of the colors."""

    def make_editor(self) -> Any:
        return self.make_area()

    def make_area(self) -> LongText:
        """Return the text area, holding the value."""
        rows = self.attrs.get("rows")
        self.area = LongText(
            self.written(self.value),
            least=min(rows, MOST_ROWS) if isinstance(rows, int) and rows > 0 else ROWS,
            most=GROWN_ROWS,
            marked_as=self.marked_as,
            placeholder=str(self.attrs.get("placeholder") or ""),
        )
        return self.area

    def put(self, value: Any) -> None:
        self.put_source(value, None)

    def put_source(self, value: Any, text: str | None) -> None:
        """Show a value, as `text` if it was written so elsewhere."""
        if self.area is not None:
            self.area.load_text(self.written(value) if text is None else text)

    def content(self) -> str:
        return self.area.text if self.area is not None else ""

    def written(self, value: Any) -> str:
        if isinstance(value, Unreadable):
            return value.text
        value = self.secrets.seen(value)
        if isinstance(value, (Mapping, list, tuple)):
            return json_text(value)
        return "" if value is None else str(value)

    def source(self) -> str:
        return self.written(self.value)

    def label_lines(self) -> list[Content]:
        """Return the label, with the length beside or under it if there is a limit."""
        most, (named,) = self.attrs.get("max_length"), super().label_lines()
        if not isinstance(most, int) or self.area is None:
            return [named]
        counter = length_counter(len(self.area.text), most)
        if is_stacked(self.size.width, self.wide, self.messages.label_width):
            return [named + label("  ") + counter]
        return [named, counter]

    @on(TextArea.Changed)
    def _typed(self, event: TextArea.Changed) -> None:
        event.stop()
        if "max_length" in self.attrs:
            self.refresh()
        self.edits.changed(REST if len(self.content()) > HEAVY else 0)


class TextareaField(SourceField):
    """Text with line ends."""

    @classmethod
    def check(cls, descriptor: FieldDescriptor, attrs: Attrs, value: Any) -> str | None:
        return text_problem(attrs, value)


class JsonField(SourceField):
    """Any JSON value, as indented text; what was typed keeps its form."""

    keys_inside: ClassVar[bool] = True
    suffix: ClassVar[str] = ".json"
    marked_as: ClassVar[str] = "json"

    @property
    def type_hint(self) -> str:
        outside = ", F4 opens your editor" if self.text_edits.opens_outside else ""
        return f"JSON (empty means null). F5 r formats it{outside}."

    def written(self, value: Any) -> str:
        if value is None:
            return ""
        seen = self.secrets.seen(value)
        return MASK if seen is MASK else json_text(seen)

    def source(self) -> str:
        return self.area.text if self.area is not None else self.written(self.value)

    def as_text(self) -> Content:
        return label(exact_json.written(self.value))

    def read(self, content: str) -> Any:
        if not content.strip():
            return None
        return read_json(content, constants=exact_json.has_constants(self.edits.loaded))

    def tools(self) -> Sequence[Tool]:
        return (Tool("r", "Format: fix the indentation", self.action_format), *super().tools())

    def action_format(self) -> None:
        """Indent the text again; invalid JSON stays as it is."""
        value = self.read(self.content())
        if isinstance(value, Unreadable):
            self.text_edits.say(value.problem, "warning")
        elif self.area is not None:
            # As typed, masks included: a typed secret must not vanish behind a mask.
            self.area.replace(json_text(value), (0, 0), self.area.document.end)
