"""A text that was written elsewhere and is no value yet, to be put right where it stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Static, TextArea

from svc_tui.stores.record.draft import MISSING, Draft, Unreadable, get_path
from svc_tui.text import label
from svc_tui.widgets.form.long import LongField
from svc_tui.widgets.form.longtext import LongText
from svc_tui.widgets.form.tools import Tool

WAYS = "Mend it here, or F4 in your editor; F5 u takes the old value back."
MENDED = "Nothing is wrong with it any more: Esc or Tab goes back to the fields."

LEAST, MOST = 4, 16
"""Rows of the text."""

HEAVY, REST = 20_000, 0.3
"""Characters from which on it is read when typing rests, and seconds of rest."""


class InvalidTextInput(Vertical):
    """What is wrong, and the text as it was written; says when that was changed."""

    DEFAULT_CSS = """
    InvalidTextInput { height: auto; width: 1fr; }
    InvalidTextInput > .why { height: auto; width: 100%; }
    """

    class Typed(Message):
        """The text is another one."""

    def __init__(self, text: str, problem: str, *, begin: bool = False) -> None:
        super().__init__(classes="mended")
        self._begin = begin
        self.area = LongText(text, least=LEAST, most=MOST, marked_as="json")
        self._problem = problem
        self._rest: Timer | None = None

    def compose(self) -> ComposeResult:
        """Why there is a text in the place of the items, and the text."""
        yield Static(classes="why")
        yield self.area

    def on_mount(self) -> None:
        """Say it, and go on where one was."""
        self.tell(self._problem)
        if self._begin:
            self.area.focus()

    @property
    def text(self) -> str:
        """The text as it stands now."""
        return self.area.text

    def take(self, text: str, problem: str) -> None:
        """Another text, written elsewhere."""
        if text != self.area.text:
            self.area.load_text(text)
        self.tell(problem)

    def tell(self, problem: str) -> None:
        """What is wrong with it; "" where nothing is any more."""
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
            self._rest = self.set_timer(REST, self._say_so)
        else:
            self._say_so()

    def _say_so(self) -> None:
        self._rest = None
        self.post_message(self.Typed())


class InvalidValueEditor(LongField):
    """The base of fields whose editor is no text: a text that is no value takes its place.

    A subclass says `held`, `value_from_editor` and `own_hint` for its own editor.
    """

    invalid_input: InvalidTextInput | None = None
    """In the place of the editor, while what was written elsewhere can't be read."""
    left_text: str = ""
    """The text that was left when the old value was taken back; empty for none."""
    _readable: Any = MISSING
    _loaded: Any = None

    # What a type says of itself

    def held(self) -> Any:
        """What its own editor holds."""
        raise NotImplementedError

    def value_from_editor(self, content: Any) -> Any:
        """The value that its own editor's content stands for."""
        raise NotImplementedError

    @property
    def own_hint(self) -> str:
        """What its own editor expects."""
        return ""

    # The text in the editor's place

    @property
    def before(self) -> Any:
        """The newest value that was no mere text; of a draft what was loaded."""
        return self._loaded if self._readable is MISSING else self._readable

    def record_changed(self, draft: Draft, languages: Sequence[str], lang: str | None) -> None:
        """What was loaded, to go back to."""
        self._loaded = get_path(draft.original, self.path)

    @property
    def type_hint(self) -> str:
        """How to mend it, where something is to be mended."""
        return self.own_hint if self.invalid_input is None else WAYS

    def put(self, value: Any) -> None:
        """Another value."""
        self.place_editor()

    def content(self) -> Any:
        """The text, or what the editor holds."""
        return self.held() if self.invalid_input is None else self.invalid_input.text

    def read(self, content: Any) -> Any:
        """Out of the text, or out of the editor."""
        return (
            self.value_from_editor(content)
            if self.invalid_input is None
            else self.from_source(content)
        )

    def source(self) -> str:
        """As it was written, where it was."""
        return super().source() if self.invalid_input is None else self.invalid_input.text

    def begin(self) -> bool:
        """Into the text, where there is one."""
        if self.invalid_input is None or not self.display:
            return False
        self.invalid_input.area.focus()
        return True

    def on_mount(self) -> None:
        """Put what is typed into in its place, before anything counts as typed."""
        self.place_editor()

    def place_editor(self) -> None:
        """The editor, or the text in its place: a draft may hold one from the start."""
        if not isinstance(self.value, Unreadable):
            self._readable = self.value
        if self.editor is None or self.readonly or not self.messages.composed:
            return
        if isinstance(self.value, Unreadable):
            self._show_text(self.value)
        elif self.invalid_input is not None:
            self._show_editor()

    def _show_text(self, value: Unreadable) -> None:
        if self.invalid_input is not None:
            self.invalid_input.take(value.text, value.problem)
            return
        assert self.editor is not None
        self.invalid_input = InvalidTextInput(
            value.text, value.problem, begin=self.has_focus_within
        )
        self.mount(self.invalid_input, after=self.editor)
        self.editor.display = False
        self.edits.mark_told()
        self.refresh(layout=True)

    def _show_editor(self) -> None:
        assert self.invalid_input is not None and self.editor is not None
        inside = self.invalid_input.has_focus_within
        invalid_input, self.invalid_input = self.invalid_input, None
        invalid_input.remove()
        self.editor.display = True
        self.put(self.value)
        self.edits.mark_told()
        self.refresh(layout=True)
        if inside:
            self.begin()

    @on(InvalidTextInput.Typed)
    def _mended(self, event: InvalidTextInput.Typed) -> None:
        event.stop()
        self.edited()
        if self.invalid_input is not None:
            self.invalid_input.tell(
                self.value.problem if isinstance(self.value, Unreadable) else ""
            )

    def on_descendant_blur(self) -> None:
        """Whoever leaves a text with which nothing is wrong any more finds the editor there."""
        if self.invalid_input is not None:
            self.call_later(self._leave_text)  # Once what rested has been told as well.

    def _leave_text(self) -> None:
        if not isinstance(self.value, Unreadable):
            self.place_editor()

    def tools(self) -> Sequence[Tool]:
        """The old value, or the text that was left for it."""
        if self.invalid_input is not None:
            return (Tool("u", "Take the old value back", self.action_take_back), *super().tools())
        if self.left_text:
            return (Tool("u", "Bring the text back", self.action_bring_back), *super().tools())
        return super().tools()

    def action_take_back(self) -> None:
        """The value as it was before; the text is kept for a change of mind."""
        if self.invalid_input is None:
            return
        self.left_text = self.invalid_input.text
        self.give(self.before)
        self.place_editor()
        self.say("The old value is back; F5 u brings your text back.")

    def action_bring_back(self) -> None:
        """The text that could not be read, to be mended after all."""
        text, self.left_text = self.left_text, ""
        if text:
            self.give_source(text)
            self.place_editor()
