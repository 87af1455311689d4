"""FieldMessages: the label of a field, its marks, and the lines under or beside its editor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.redact import hidden
from svc_tui.text import cut, label
from svc_tui.widgets.form.arrangement import LABEL_WIDTH, editor_at, is_stacked
from svc_tui.widgets.form.field_help import FieldHelp
from svc_tui.widgets.form.foreign_call import words_of
from svc_tui.widgets.form.summary import summary

SHARED = "≡ "
"""Before the label of a field that all languages share, while another language is shown."""


class MessageHost(Protocol):
    """A field, as its messages see it."""

    descriptor: FieldDescriptor
    readonly: bool
    stacked: bool
    help: FieldHelp

    @property
    def has_focus_within(self) -> bool: ...
    def has_class(self, *class_names: str) -> bool: ...
    def words(self, value: Any) -> str: ...
    def words_inside(self, path: str) -> str: ...
    def mount(self, *widgets: Static) -> object: ...
    def set_class(self, add: bool, *class_names: str) -> object: ...
    def refresh(self) -> object: ...


class FieldMessages:
    """Keeps and draws the messages of a field; a line is a widget only while it has text.

    The field draws the label itself, so it is two widgets, and three while it has an error.
    """

    def __init__(self, host: MessageHost) -> None:
        self._host = host
        self.changed = False
        self.shared = False
        """Whether the value is shared by all languages, and this should be shown."""
        self.lang = ""
        """The language of the value; "" if it has none, or there is no other."""
        self.problems: tuple[str, ...] = ()
        self.inner: tuple[str, ...] = ()
        """Messages about fields inside the value, with their place."""
        self.advice = ""
        self.beside: tuple[str, Any, str] | None = None
        """A language, its value, and the words shown for the value."""
        self.composed = False
        self.label_width = LABEL_WIDTH
        """Cells of the column in which the labels of the form end."""
        self._lines: dict[str, Static] = {}

    @property
    def wrong(self) -> bool:
        """Whether there is an error message."""
        return bool(self.problems or self.inner)

    @property
    def every(self) -> tuple[str, ...]:
        """The errors of the value and of its parts."""
        return self.problems

    def compose(self) -> ComposeResult:
        self._host.set_class(self.wrong, "-wrong")
        if self.wrong:
            yield self._made("problems error", self._errors())
        if self.advice:
            yield self._made("advice", label(self.advice))
        if self.beside is not None:
            yield self._made("beside muted", self._other())
        self.composed = True

    def label(self, width: int) -> Content:
        """Return the label, the star of a required field, and the mark of a change.

        An error below the field tells enough of a change.
        """
        field = self._host
        star = "*" if field.descriptor.required and not field.readonly else ""
        marked = self.changed and not self.wrong
        changed = label("• " if marked else "", "bold $warning")
        changed += label(SHARED if self.shared else "", "$text-muted")
        above = is_stacked(width, field.stacked, self.label_width)
        room = (width - 2 if above else self.label_width) - changed.cell_length
        room -= bool(changed)
        style = "$text-muted" if field.readonly else ""
        name = label(cut(field.descriptor.label, room), style)
        named = name + label(star, "bold $text-primary")
        if changed:
            named += label(" ") + changed.rstrip()
        spoken = label(self.lang, "bold $text-primary") if self.is_current else Content("")
        if above:
            return Content("  ").join(one for one in (named, spoken) if one)
        left = self.label_width + 1 - named.cell_length  # For the language, where it fits.
        if spoken.cell_length >= left:
            return named + label(" " * left)
        return named + label(" " * (left - spoken.cell_length)) + spoken

    @property
    def is_current(self) -> bool:
        """Whether the cursor is on the field, or the user types in it."""
        return self._host.has_class("-cursor") or self._host.has_focus_within

    def drawn(self, above: Sequence[Content], width: int, height: int) -> Content:
        """Return the lines `above`, the help as the last ones, and the bar of the cursor."""
        if not self.is_current:
            return Content("\n").join(Content(" ") + one for one in above)
        below = self.help_lines(width)
        between = [Content("")] * (height - len(above) - len(below))
        bar = label("▎", "$primary")
        return Content("\n").join(bar + one for one in (*above, *between, *below))

    def help_lines(self, width: int) -> list[Content]:
        """Return the help below the editor, in a field of this width."""
        left, _ = editor_at(width, self._host.stacked, self.label_width)
        return self._host.help.lines(width - 1, left)

    def mark(self, changed: bool, problems: Sequence[str]) -> None:
        """Show whether the value was changed, and what is wrong with it."""
        if changed != self.changed:
            self.changed = changed
            self._host.refresh()
        if tuple(problems) != self.problems:
            self.problems = tuple(problems)
            self._draw_errors()

    def speak(self, lang: str, shared: bool) -> None:
        """Show the language of the value, or the mark of a field that all languages share."""
        if (lang, shared) != (self.lang, self.shared):
            self.lang, self.shared = lang, shared
            self._host.refresh()

    def advise(self, words: str) -> None:
        """Show advice; empty words remove it."""
        if words != self.advice:
            self.advice = words
            self._line("advice", label(words) if words else None)

    def show_beside(self, lang: str | None, value: Any, said: str) -> None:
        """Show the value of another language, read-only; None removes it."""
        other = None if lang is None else (lang, value, said)
        if other != self.beside:
            self.beside = other
            self.draw_beside()

    def draw_beside(self) -> None:
        """Draw the value of the other language again, as its words may have been loaded."""
        self._line("beside muted", None if self.beside is None else self._other())

    def show_inner(self, errors: Mapping[str, Sequence[str]]) -> None:
        """Show messages about parts of the value, by their path within it."""
        inner = tuple(
            f"{self._host.words_inside(path)}: {said}"
            for path, found in errors.items()
            for said in found
        )
        if inner != self.inner:
            self.inner = inner
            self._draw_errors()

    def _other(self) -> Content:
        lang, value, said = self.beside or ("", None, "")
        value = hidden(self._host.descriptor.key, value)
        empty = value in (None, "", [], {})
        words = said or (summary(value) if empty else words_of(self._host, value))
        return label(f"{cut(lang, 8)} │ ") + label(words, multiline=True)

    def _errors(self) -> Content:
        found = (f"✕ {one}" for one in (*self.problems, *self.inner))
        return label("\n".join(found), multiline=True)

    def _draw_errors(self) -> None:
        self._host.set_class(self.wrong, "-wrong")
        self._line("problems error", self._errors() if self.wrong else None)
        self._host.refresh()

    def _line(self, classes: str, said: Content | None) -> None:
        if not self.composed:
            return
        if said is None:
            if classes in self._lines:
                self._lines.pop(classes).remove()
        elif classes in self._lines:
            self._lines[classes].update(said)
        else:
            self._host.mount(self._made(classes, said))

    def _made(self, classes: str, said: Content) -> Static:
        line = self._lines[classes] = Static(said, classes=classes)
        return line
