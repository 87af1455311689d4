"""seo: what a search page shows of a record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from textual import on
from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static

from svc_tui.stores.record.draft import Unreadable
from svc_tui.text import cut, label
from svc_tui.widgets.form.invalid_value import InvalidValueEditor
from svc_tui.widgets.form.long import json_text, read_json
from svc_tui.widgets.form.summary import summary
from svc_tui.widgets.form.text import LineInput

PARTS = ("title", "description", "permalink")
ALIAS = "url"
"""Another name of the permalink; written back under the name that was there."""

AMBER = {"title": 51, "description": 131}
MOST = {"title": 60, "description": 155}
"""Characters that a search page shows (reference 2.9: seo)."""


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
        """Name, text, length."""
        yield Static(self.part.capitalize(), classes="name muted")
        yield self.line
        yield Static(self._count(), classes="count")

    def recount(self) -> None:
        """The length anew."""
        for count in self.query(".count").results(Static):
            count.update(self._count(), layout=False)

    def _count(self) -> Content:
        most = MOST.get(self.part)
        if most is None:
            return Content("")
        length = len(self.line.value)
        near = "$text-warning" if length >= AMBER[self.part] else "$text-muted"
        return label(f"{length}/{most}", "bold $text-error" if length > most else near)


class SeoField(InvalidValueEditor):
    """{title, description, permalink}; whatever else is in the object stays."""

    DEFAULT_CSS = """
    SeoField .result { height: auto; margin-top: 1; }
    """

    BINDINGS = [
        Binding("down", "step_in(1)", "Down", show=False, id="seo.down"),
        Binding("up", "step_in(-1)", "Up", show=False, id="seo.up"),
    ]

    wide: ClassVar[bool] = True
    suffix: ClassVar[str] = ".json"
    rows: tuple[SeoRow, ...] = ()
    result: Static | None = None

    @property
    def own_hint(self) -> str:
        """What fits."""
        return "A search page shows about 60 characters of the title, 155 of the description."

    @property
    def kept(self) -> bool:
        """Whether the value is no object, and is only shown."""
        return not (self.value is None or isinstance(self.value, Mapping))

    def key_of(self, part: str, value: Any) -> str:
        """The key under which a part stands in a value."""
        known = value if isinstance(value, Mapping) else {}
        return ALIAS if part == "permalink" and part not in known and ALIAS in known else part

    def text_of(self, part: str, value: Any) -> str:
        """A part as it is edited."""
        found = value.get(self.key_of(part, value)) if isinstance(value, Mapping) else None
        if found is None:
            return ""
        return found if isinstance(found, str) else json_text(found)

    def make_editor(self) -> Widget:
        """Three lines and what comes of them."""
        self.rows = tuple(SeoRow(part, self.text_of(part, self.value)) for part in PARTS)
        self.result = Static(self.picture(), classes="result")
        self._hide_lines()
        return Vertical(*self.rows, self.result)

    def _hide_lines(self) -> None:
        for row in self.rows:
            row.display = not self.kept

    def put(self, value: Any) -> None:
        """Another value."""
        if not isinstance(value, Unreadable):
            self._hide_lines()
            for row in self.rows:
                row.line.value = self.text_of(row.part, value)
            self._redraw()
        super().put(value)

    def held(self) -> tuple[str, ...]:
        """The texts."""
        return tuple(row.line.value for row in self.rows)

    def value_from_editor(self, content: tuple[str, ...]) -> Any:
        """An object; parts that read as they came stay as they came."""
        before = self.edits.loaded
        found = dict(before) if isinstance(before, Mapping) else {}
        for part, text in zip(PARTS, content, strict=True):
            if text != self.text_of(part, before):
                found[self.key_of(part, before)] = text
        return found

    def from_source(self, text: str) -> Any:
        """Out of JSON."""
        return read_json(text)

    def begin(self) -> bool:
        """Type into the first line."""
        if super().begin():
            return True
        if self.kept or not self.rows or not self.display:
            return False
        self.rows[0].line.focus()
        return True

    # What comes of it

    def picture(self) -> Content:
        """As on a page of search results."""
        if isinstance(self.value, Unreadable):
            return label(f"{self.value.problem} It is kept: {summary(self.value)}", "$text-error")
        if self.kept:
            edits = " F4 edits it." if self.opens_outside else ""
            return label(f"This is no object; it is kept as it is: {summary(self.value)}.{edits}")
        title, description, link = (self.text_of(part, self.value) for part in PARTS)
        if self.rows and self.is_mounted:
            title, description, link = self.held()
        if not (title or description or link):
            return Content("")
        lines = (
            label(cut(link or "—", 70), "$text-success"),
            label(cut(title or "—", MOST["title"]), "bold $text-primary"),
            label(cut(description or "—", MOST["description"]), "$text-muted"),
        )
        return Content("\n").join(lines)

    def as_text(self) -> Content:
        """The result, where it can only be read."""
        return self.picture() if self.value else label(summary(None))

    def _redraw(self) -> None:
        for row in self.rows:
            row.recount()
        if self.result is not None:
            self.result.update(self.picture())

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self.edited()
        self._redraw()

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        event.stop()
        if not self._step(1):
            self.post_message(self.Finished(self))

    def _step(self, by: int) -> bool:
        lines = [row.line for row in self.rows]
        here = next((at for at, line in enumerate(lines) if line.has_focus), -1)
        if here < 0 or not 0 <= here + by < len(lines):
            return False
        lines[here + by].focus()
        return True

    def action_step_in(self, by: int) -> None:
        """The next line; beyond the last one the next field."""
        if not self._step(by):
            raise SkipAction
