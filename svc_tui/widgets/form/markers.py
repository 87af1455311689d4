"""FieldMarkers: the label, marks, messages and other language around the editor of a field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.redact import hidden
from svc_tui.text import cut, label
from svc_tui.widgets.base import SvcWidget
from svc_tui.widgets.form.arrangement import LABEL_WIDTH, LaidOutOnce, is_stacked
from svc_tui.widgets.form.field_paths import words_inside
from svc_tui.widgets.form.summary import summary


class FieldMarkers(SvcWidget, LaidOutOnce):
    """Draws the label itself, so a field is two widgets, and three while it is wrong."""

    descriptor: FieldDescriptor
    readonly: bool = False
    stacked: bool = False
    """Whether the label stands above the editor, as it does in every narrow field."""

    _changed = False
    _problems: tuple[str, ...] = ()
    _inner: tuple[str, ...] = ()
    _advice = ""
    _beside: tuple[str, Any, str] | None = None
    _composed = False

    def _lines(self) -> ComposeResult:
        """What was to be said before there was a place for it."""
        wrong = bool(self._problems or self._inner)
        self.set_class(wrong, "-wrong")
        if wrong:
            yield Static(self._said(), classes="problems error")
        if self._advice:
            yield Static(label(self._advice), classes="advice")
        if self._beside is not None:
            yield Static(self._other(), classes="beside muted")
        self._composed = True

    def render(self) -> Content:
        """The label: changed, name, required."""
        star = "*" if self.descriptor.required and not self.readonly else ""
        room = self.size.width - 2 if is_stacked(self.size.width, self.stacked) else LABEL_WIDTH
        name = cut(self.descriptor.label, room - len(star))
        changed = label("•" if self._changed else " ", "bold $warning")
        return changed + label(name, self._label_style()) + label(star, "bold $error")

    def _label_style(self) -> str:
        if self._problems or self._inner:
            return "$text-error"
        return "$text-muted" if self.readonly else ""

    def mark(self, changed: bool, problems: Sequence[str]) -> None:
        """Whether it differs from what was loaded, and what is wrong with it."""
        if changed != self._changed:
            self._changed = changed
            self.refresh()
        if tuple(problems) != self._problems:
            self._problems = tuple(problems)
            self._tell()
            self.refresh()

    @property
    def problems(self) -> tuple[str, ...]:
        """What is said under the field."""
        return self._problems

    def advise(self, words: str) -> None:
        """What a check that only advises says, or that it is still asked; empty takes it away."""
        if words != self._advice:
            self._advice = words
            self._line("advice", label(words) if words else None)

    def show_beside(self, lang: str | None, value: Any = None, said: str = "") -> None:
        """The value of another language beside the editor, to be read; None takes it away.

        `said` are words in the place of a value, where there is no one value.
        """
        other = None if lang is None else (lang, value, said)
        if other != self._beside:
            self._beside = other
            self._line("beside muted", None if other is None else self._other())

    def redraw_beside(self) -> None:
        """The words of that value anew: what they need has arrived."""
        if self._beside is not None:
            self._line("beside muted", self._other())

    def show_inner(self, errors: Mapping[str, Sequence[str]]) -> None:
        """Messages about what lies inside the value, by the path from here.

        A type with fields of its own says them there; others say them under the editor.
        """
        inner = tuple(
            f"{self.words_inside(path)}: {said}" for path, found in errors.items() for said in found
        )
        if inner != self._inner:
            self._inner = inner
            self._tell()
            self.refresh()

    def words(self, value: Any) -> str:
        """A value of this type as people read it."""
        return summary(value)

    def words_inside(self, path: str) -> str:
        """What people call the place of a message inside the value."""
        return words_inside(path)

    def _other(self) -> Content:
        lang, value, said = self._beside or ("", None, "")
        value = hidden(self.descriptor.key, value)
        empty = value in (None, "", [], {})
        words = said or (summary(value) if empty else self.words(value))
        return label(f"{cut(lang, 8)} │ ") + label(words, multiline=True)

    def _said(self) -> Content:
        return label("\n".join((*self._problems, *self._inner)), multiline=True)

    def _tell(self) -> None:
        """The error line, made when there is something to say."""
        wrong = bool(self._problems or self._inner)
        self.set_class(wrong, "-wrong")
        self._line("problems error", self._said() if wrong else None)

    def _line(self, classes: str, said: Content | None) -> None:
        """One of the lines under the editor; before the field is composed there is no place."""
        if not self._composed:
            return
        name = classes.partition(" ")[0]
        lines = list(self.query_children(f".{name}").results(Static))
        for line in lines:
            if said is not None:
                line.update(said)
            else:
                line.remove()
        if said is not None and not lines:
            self.mount(Static(said, classes=classes))
