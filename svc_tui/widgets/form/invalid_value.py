"""Text that could not be read as a value, edited in place of the field's editor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static, TextArea

from svc_tui.stores.record.draft import MISSING, Draft, Unreadable, get_path
from svc_tui.text import label
from svc_tui.widgets.form.field_edits import FieldEdits
from svc_tui.widgets.form.long import LongField
from svc_tui.widgets.form.longtext import LongText
from svc_tui.widgets.form.messages import FieldMessages
from svc_tui.widgets.form.source import TextEdits
from svc_tui.widgets.form.tools import Tool

WAYS = "Correct it here, or press F4 for your editor. F5 u restores the old value."
MENDED = "It is correct now. Press Esc or Tab to go back to the fields."

LEAST, MOST = 4, 16
"""Rows of the text."""

HEAVY, REST = 20_000, 0.3
"""Characters beyond which it is parsed only when typing pauses, and seconds of that pause."""


class InvalidTextInput(Vertical):
    """The text as it was written, and the problem with it."""

    DEFAULT_CSS = """
    InvalidTextInput { height: auto; width: 1fr; }
    InvalidTextInput > .why { height: auto; width: 100%; }
    """

    def __init__(
        self, text: str, problem: str, changed: Callable[[], None], *, begin: bool = False
    ) -> None:
        super().__init__(classes="mended")
        self.area = LongText(text, least=LEAST, most=MOST, marked_as="json")
        self._begin = begin
        self._changed = changed
        self._problem = problem
        self._rest: Timer | None = None

    def compose(self) -> ComposeResult:
        yield Static(classes="why")
        yield self.area

    def on_mount(self) -> None:
        """Show the problem; the focus stays where the user was typing."""
        self.tell(self._problem)
        if self._begin:
            self.area.focus()

    @property
    def text(self) -> str:
        return self.area.text

    def take(self, text: str, problem: str) -> None:
        """Show another text, written elsewhere."""
        if text != self.area.text:
            self.area.load_text(text)
        self.tell(problem)

    def tell(self, problem: str) -> None:
        """Show the problem with it; an empty one says that it is valid now."""
        self._problem = problem
        for line in self.query(".why").results(Static):
            line.update(label(f"{problem} {WAYS}" if problem else MENDED))
            line.set_class(bool(problem), "error")

    @on(TextArea.Changed)
    def _typed(self, event: TextArea.Changed) -> None:
        event.stop()
        if self._rest is not None:
            self._rest.stop()
        if len(self.area.text) > HEAVY:
            self._rest = self.set_timer(REST, self._changed)
        else:
            self._changed()


class InvalidHost(Protocol):
    """A field whose editor is no text."""

    value: Any
    readonly: bool
    editor: Widget | None
    edits: FieldEdits
    messages: FieldMessages
    text_edits: TextEdits

    @property
    def has_focus_within(self) -> bool: ...
    def mount(self, widget: Widget, /, *, after: Widget) -> object: ...
    def refresh(self, *, layout: bool) -> object: ...
    def content(self) -> Any: ...
    def read(self, content: Any) -> Any: ...
    def from_source(self, text: str) -> Any: ...
    def put(self, value: Any) -> None: ...
    def begin(self) -> bool: ...
    def edited(self) -> None: ...


class InvalidText:
    """Puts a text in place of the editor while the value can't be read."""

    def __init__(self, host: InvalidHost) -> None:
        self._host = host
        self.input: InvalidTextInput | None = None
        """In the place of the editor; None while the value can be read."""
        self.loaded: Any = None
        self._readable: Any = MISSING
        self._left_text = ""
        """The text that was there when the old value was restored."""

    @property
    def before(self) -> Any:
        """Return the last valid value; for a draft, the loaded one."""
        return self.loaded if self._readable is MISSING else self._readable

    def content(self) -> str:
        return self.input.text if self.input is not None else ""

    def read(self, content: str) -> Any:
        return self._host.from_source(content)

    def place(self) -> None:
        """Show the editor, or the text in its place: a draft may have one from the start."""
        field = self._host
        if not isinstance(field.value, Unreadable):
            self._readable = field.value
        if field.editor is None or field.readonly or not field.messages.composed:
            return
        if isinstance(field.value, Unreadable):
            self._show_text(field.editor, field.value)
        elif self.input is not None:
            self._show_editor(field.editor, self.input)

    def _show_text(self, editor: Widget, value: Unreadable) -> None:
        if self.input is not None:
            self.input.take(value.text, value.problem)
            return
        begin = self._host.has_focus_within
        self.input = InvalidTextInput(value.text, value.problem, self._typed, begin=begin)
        self._host.edits.source, self._host.edits.hint = self, WAYS
        self._host.mount(self.input, after=editor)
        editor.display = False
        self._host.edits.mark_posted()
        self._host.refresh(layout=True)

    def _show_editor(self, editor: Widget, shown: InvalidTextInput) -> None:
        inside = shown.has_focus_within
        self.input = None
        self._host.edits.source, self._host.edits.hint = self._host, ""
        shown.remove()
        editor.display = True
        self._host.put(self._host.value)
        self._host.edits.mark_posted()
        self._host.refresh(layout=True)
        if inside:
            self._host.begin()

    def _typed(self) -> None:
        self._host.edited()
        if self.input is not None:
            value = self._host.value
            self.input.tell(value.problem if isinstance(value, Unreadable) else "")

    def leave(self) -> None:
        """Show the editor again when a text that can be read now loses the focus."""
        if not isinstance(self._host.value, Unreadable):
            self.place()

    def tools(self) -> Sequence[Tool]:
        if self.input is not None:
            return (Tool("u", "Restore the old value", self.take_back),)
        if self._left_text:
            return (Tool("u", "Bring the text back", self.bring_back),)
        return ()

    def take_back(self) -> None:
        """Restore the old value; the text is kept in case the user wants it back."""
        if self.input is None:
            return
        self._left_text = self.input.text
        self._host.text_edits.give(self.before)
        self.place()
        self._host.text_edits.say("The old value is restored. Press F5 u to bring your text back.")

    def bring_back(self) -> None:
        """Edit the unreadable text again."""
        text, self._left_text = self._left_text, ""
        if text:
            self._host.text_edits.give_source(text)
            self.place()


class InvalidValueEditor(LongField):
    """The base of fields with an editor that is not a text; unreadable text replaces it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.invalid = InvalidText(self)

    def put(self, value: Any) -> None:
        self.invalid.place()

    def source(self) -> str:
        return super().source() if self.invalid.input is None else self.invalid.input.text

    def begin(self) -> bool:
        if self.invalid.input is None or not self.display:
            return super().begin()
        self.invalid.input.area.focus()
        return True

    def tools(self) -> Sequence[Tool]:
        return (*self.invalid.tools(), *super().tools())

    def on_mount(self) -> None:
        """Put the widget to type into in its place, before anything counts as typed."""
        self.invalid.place()

    def on_descendant_blur(self) -> None:
        if self.invalid.input is not None:
            self.call_later(self.invalid.leave)  # After a debounced edit was posted.

    def record_changed(self, draft: Draft, languages: Sequence[str], lang: str | None) -> None:
        self.invalid.loaded = get_path(draft.original, self.path)
