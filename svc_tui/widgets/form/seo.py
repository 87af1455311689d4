"""seo: what a search page shows of a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

from textual import on
from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.draft import Unreadable
from svc_tui.text import cut, label
from svc_tui.widgets.form.field import Attrs
from svc_tui.widgets.form.given_kinds import object_problem
from svc_tui.widgets.form.invalid_value import InvalidValueEditor
from svc_tui.widgets.form.long import json_text, read_json
from svc_tui.widgets.form.summary import summary
from svc_tui.widgets.form.text import LineInput

PARTS = ("title", "description", "permalink")
ALIAS = "url"
"""The alternative key of the permalink; the loaded one is written back."""

AMBER = {"title": 51, "description": 131}
MOST = {"title": 60, "description": 155}
"""Characters that a search page shows."""


class SeoRow(Horizontal):
    """A part with its name and its length."""

    DEFAULT_CSS = """
    SeoRow { height: 1; }
    SeoRow > .name { width: 12; }
    SeoRow > Input { width: 1fr; height: 1; }
    SeoRow > .count { width: 8; text-align: right; }
    """

    def __init__(self, part: str, text: str) -> None:
        super().__init__()
        self.part = part
        self.line = LineInput(text)

    def compose(self) -> ComposeResult:
        yield Static(self.part.capitalize(), classes="name muted")
        yield self.line
        yield Static(self._count(), classes="count")

    def recount(self) -> None:
        """Draw the length again."""
        for count in self.query(".count").results(Static):
            count.update(self._count(), layout=False)

    def _count(self) -> Content:
        most = MOST.get(self.part)
        if most is None:
            return Content("")
        length = len(self.line.value)
        near = "$text-warning" if length >= AMBER[self.part] else "$text-muted"
        return label(f"{length}/{most}", "bold $text-error" if length > most else near)


class SeoEditor(Vertical):
    """The parts, and the search result made from them."""

    DEFAULT_CSS = """
    SeoEditor > .result { height: auto; margin-top: 1; }
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self.rows = tuple(SeoRow(*one) for one in zip(PARTS, texts, strict=True))
        self._result = Static(classes="result")
        super().__init__(*self.rows, self._result)

    @property
    def texts(self) -> tuple[str, ...]:
        """The typed text, part by part."""
        return tuple(row.line.value for row in self.rows)

    def focus(self, scroll_visible: bool = True) -> Self:
        self.rows[0].line.focus(scroll_visible)
        return self

    def show(self, texts: Sequence[str]) -> None:
        for row, text in zip(self.rows, texts, strict=True):
            row.line.value = text

    def draw(self, result: Content, *, editable: bool) -> None:
        """Draw lengths and result; a value without parts shows only the result."""
        for row in self.rows:
            row.display = editable
            row.recount()
        self._result.update(result)

    def step(self, by: int) -> bool:
        """Focus the next line; False beyond the last one."""
        lines = [row.line for row in self.rows]
        here = next((at for at, line in enumerate(lines) if line.has_focus), -1)
        if here < 0 or not 0 <= here + by < len(lines):
            return False
        lines[here + by].focus()
        return True


class SeoField(InvalidValueEditor):
    """{title, description, permalink}; other keys of the object are kept."""

    enter_word = "Next field"

    BINDINGS = [
        Binding("down", "step_in(1)", "Down", show=False, id="seo.down"),
        Binding("up", "step_in(-1)", "Up", show=False, id="seo.up"),
    ]

    wide: ClassVar[bool] = True
    suffix: ClassVar[str] = ".json"
    parts: SeoEditor | None = None

    @property
    def type_hint(self) -> str:
        return "Search engines show about 60 characters of the title, 155 of the description."

    @property
    def kept(self) -> bool:
        """Whether the value is not an object and is only shown."""
        return not (self.value is None or isinstance(self.value, Mapping))

    def make_editor(self) -> Widget:
        self.parts = SeoEditor(texts_of(self.value))
        self._draw()
        return self.parts

    def put(self, value: Any) -> None:
        if self.parts is not None and not isinstance(value, Unreadable):
            self.parts.show(texts_of(value))
            self._draw()
        super().put(value)

    @classmethod
    def check_given(cls, descriptor: FieldDescriptor, attrs: Attrs, value: Any) -> str | None:
        return object_problem(value)

    def content(self) -> tuple[str, ...]:
        return self.parts.texts if self.parts is not None else ()

    def read(self, content: tuple[str, ...]) -> Any:
        return with_texts(self.edits.loaded, content)

    def from_source(self, text: str) -> Any:
        return read_json(text)

    def begin(self) -> bool:
        return (self.invalid.input is not None or not self.kept) and super().begin()

    def as_text(self) -> Content:
        return self._result() if self.value else label(summary(None))

    def _result(self) -> Content:
        if isinstance(self.value, Unreadable):
            return label(f"{self.value.problem} It is kept: {summary(self.value)}", "$text-error")
        if self.kept:
            edits = " Press F4 to edit it." if self.text_edits.opens_outside else ""
            return label(
                f"This is not an object. It is kept unchanged: {summary(self.value)}.{edits}"
            )
        return search_result(self.content() or texts_of(self.value))

    def _draw(self) -> None:
        if self.parts is not None:
            self.parts.draw(self._result(), editable=not self.kept)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self.edited()
        self._draw()

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        event.stop()
        if self.parts is not None and not self.parts.step(1):
            self.post_message(self.Finished(self))

    def action_step_in(self, by: int) -> None:
        """Go to the next line; beyond the last one to the next field."""
        if self.parts is None or not self.parts.step(by):
            raise SkipAction


def texts_of(value: Any) -> tuple[str, ...]:
    """Return the parts of a value as they are edited."""
    return tuple(_text_of(part, value) for part in PARTS)


def with_texts(before: Any, texts: Sequence[str]) -> dict[str, Any]:
    """Return an object with these parts; unchanged parts stay as loaded."""
    found = dict(before) if isinstance(before, Mapping) else {}
    for part, text in zip(PARTS, texts, strict=True):
        if text != _text_of(part, before):
            found[_key_of(part, before)] = text
    return found


def search_result(texts: Sequence[str]) -> Content:
    """Return the parts as a search page shows them."""
    if not any(texts):
        return Content("")
    title, description, link = texts
    lines = (
        label(cut(link or "No permalink", 70), "$text-success"),
        label(cut(title or "No title", MOST["title"]), "bold $text-primary"),
        label(cut(description or "No description", MOST["description"]), "$text-muted"),
    )
    return Content("\n").join(lines)


def _key_of(part: str, value: Any) -> str:
    known = value if isinstance(value, Mapping) else {}
    return ALIAS if part == "permalink" and part not in known and ALIAS in known else part


def _text_of(part: str, value: Any) -> str:
    found = value.get(_key_of(part, value)) if isinstance(value, Mapping) else None
    if found is None:
        return ""
    return found if isinstance(found, str) else json_text(found)
