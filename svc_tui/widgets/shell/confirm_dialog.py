"""SvcConfirmDialog: ask the confirm store's questions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Input, Static
from textual.widgets.button import ButtonVariant

from svc_tui.models.arguments import checks_arguments
from svc_tui.stores.session.confirm_store import Choice, ConfirmStore, Question
from svc_tui.text import clean, cut, label
from svc_tui.widgets.base import WIDEST, SvcModal, checked_svc, room_over_page, services
from svc_tui.widgets.dialog_words import BETWEEN, DialogHint, DialogTitle
from svc_tui.widgets.text_line import TextLine

if TYPE_CHECKING:
    from svc_tui.app.context import Svc

WIDTH, FRAME = 60, 6
"""Cells of the dialog, and of what is around its buttons."""

APART, CLOSE = 6, 3
"""Cells around each button, and around those that stand close together."""

IN_EDGE = 12
"""Cells of a label in the lower edge, which has room for two."""

IN_FOOTER = 24
"""Cells of a label in the footer, which leaves out what it has no room for."""


@checks_arguments(question=Question)
class SvcConfirmDialog(SvcModal):
    """A question. Esc is the safe choice; Enter never confirms by accident.

    Dismissed with the value of the answer. The harmless choice has the focus at first; the key that
    confirms (`y`) never opens a dialog.
    """

    enter_word = "Continue"

    DEFAULT_CSS = """
    SvcConfirmDialog { align: center middle; }
    SvcConfirmDialog > .dialog { width: 60; height: auto; max-height: 100%; }
    SvcConfirmDialog .message { height: auto; }
    SvcConfirmDialog .wrong { height: auto; display: none; }
    SvcConfirmDialog .buttons { height: auto; align-horizontal: right; }
    SvcConfirmDialog .buttons Button { width: auto; min-width: 6; }
    SvcConfirmDialog.-stacked .buttons { layout: vertical; }
    SvcConfirmDialog.-stacked .buttons Button { width: 1fr; content-align: left middle; }
    """

    BINDINGS = [
        # The meaning of Esc is on a button, and differs with each question.
        Binding(
            "escape",
            "close",
            "Back",
            show=False,
            tooltip="Close this dialog without doing anything.",
            id="dialog.close",
        )
    ]

    is_question = True

    AUTO_FOCUS = ""
    """The focus is set here: a field that takes it by itself would get keys too early."""

    def __init__(self, question: Question, svc: Svc | None = None) -> None:
        super().__init__(classes="-dangerous" if question.dangerous else "")
        self._svc = checked_svc(self, svc)
        self.question = question
        self.by_itself = question.by_itself
        self._name_answers()

    def _name_answers(self) -> None:
        """Bind the letters of the answers; the footer names them, and what Esc does."""
        keys = self._bindings.key_to_bindings
        back = self._cancel.label
        keys["escape"] = [replace(one, description=back, show=True) for one in keys["escape"]]
        for choice in self.question.choices:
            if choice.key and choice.key not in keys and not self._is_locked(choice):
                shown = choice is not self._cancel
                action = f"answer({choice.value!r})"
                self._bindings.bind(choice.key, action, cut(choice.label, IN_FOOTER), show=shown)
                if choice.also:
                    self._bindings.bind(choice.also, action, show=False)

    def compose(self) -> ComposeResult:
        question = self.question
        with Vertical(classes="dialog"):
            if question.title:
                yield DialogTitle(label(question.title))
            yield Static(label(question.message, multiline=True), classes="message")
            if question.must_type is not None:
                wanted = f"Type {question.must_type} to continue, then press Enter."
                yield Static(label(wanted), classes="must-type")
                yield TextLine(compact=True, classes="typed")
                yield Static(classes="wrong error")
            with Horizontal(classes="buttons"):
                for choice in question.choices:
                    yield self._button(choice)
            if question.must_type is None:  # Else the buttons name all keys.
                yield DialogHint(label(self._keys(self._cancel)))

    def on_mount(self) -> None:
        if services(self) is not None:
            self.listen(self.svc.confirm)
        if self.question.must_type is None:
            self.query(f"#{self._button_id(self._cancel)}").focus()  # None once it closes.

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Show what Enter does now."""
        for choice in self.question.choices:
            if event.widget.id == self._button_id(choice):
                for hint in self.query(DialogHint):
                    hint.update(label(self._keys(choice)))

    def _keys(self, focused: Choice) -> str:
        """Return the keys that no button names: those of the lower edge."""
        enter, esc = (cut(one.label, IN_EDGE) for one in (focused, self._cancel))
        if focused == self._cancel:
            return f"Enter or Esc presses {esc}"
        return f"Enter presses {enter}{BETWEEN}Esc presses {esc}"

    def enable_keys(self) -> None:
        """Typing may begin."""
        if self.question.must_type is not None:
            self.query_one(".typed").focus()

    def on_unmount(self) -> None:
        if (svc := services(self)) is not None:
            svc.confirm.answer(self.question.id, self.question.cancel)

    @on(ConfirmStore.Changed)
    def _leave_when_settled(self) -> None:
        if self.svc.confirm.state.question != self.question:
            self.close()

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        event.stop()
        for choice in self.question.choices:
            if event.button.id == self._button_id(choice):
                self._answer(choice)

    @on(Input.Changed)
    def _unlock(self, event: Input.Changed) -> None:
        typed, must = event.value, self.question.must_type or ""
        if typed in {one.key for one in self.question.choices} and not must.startswith(typed):
            event.input.value = ""
            self._say(self._how)
            return
        if typed:
            self._say("")
        for choice in self.question.choices:
            self.query_one(f"#{self._button_id(choice)}", Button).disabled = not self._allowed(
                choice
            )

    @on(Input.Submitted)
    def _submitted(self) -> None:
        """Answer by Enter, once the right text is typed."""
        others = [one for one in self.question.choices if one.value != self.question.cancel]
        if others and self._allowed(others[0]):
            self._answer(others[0])
            return
        typed = self.query_one(".typed", Input).value.strip()
        must = self.question.must_type
        other = f"“{cut(typed, 20)}” doesn't match. Type {must} and press Enter, or Esc to cancel."
        self._say(other if typed else self._how)

    @property
    def _how(self) -> str:
        return f"To confirm, type {self.question.must_type} and press Enter, or Esc to cancel."

    def _say(self, words: str) -> None:
        line = self.query_one(".wrong", Static)
        line.update(label(words))
        line.display = bool(words)

    def on_key(self, event: events.Key) -> None:
        """Show what is missing if the letter of an answer is not enough."""
        if isinstance(self.focused, Input):
            return
        for choice in self.question.choices:
            if event.key == choice.key and self._is_locked(choice):
                event.stop()
                self._say(self._how)

    def action_close(self) -> None:
        self._answer(self._cancel)

    def action_answer(self, value: str) -> None:
        """Give this answer."""
        self._answer(next(one for one in self.question.choices if one.value == value))

    @property
    def _cancel(self) -> Choice:
        return next(one for one in self.question.choices if one.value == self.question.cancel)

    @property
    def _main(self) -> Choice | None:
        """The answer that carries out what the question asks, unless it is dangerous."""
        others = [one for one in self.question.choices if one.value != self.question.cancel]
        return others[0] if others and not others[0].dangerous else None

    def _allowed(self, choice: Choice) -> bool:
        must = self.question.must_type
        if must is None or choice.value == self.question.cancel:
            return True
        return self.query_one(".typed", Input).value.strip() == must

    def _answer(self, choice: Choice) -> None:
        if not self._allowed(choice):
            return
        if (svc := services(self)) is not None:
            svc.confirm.answer(self.question.id, choice.value)
        if svc is None or svc.confirm.state.question != self.question:
            self.close(choice.value)

    def _button(self, choice: Choice) -> Button:
        variant: ButtonVariant = "error" if choice.dangerous else "default"
        if choice == self._main:
            variant = "primary"
        return Button(
            self._words(choice),
            id=self._button_id(choice),
            variant=variant,
            disabled=self._is_locked(choice),
            compact=True,
        )

    def fit_width(self) -> None:
        """Widen for long answers and lines; answers that are too long get a line each."""
        choices = self.question.choices
        words = sum(cell_len(one.label) + len(self._key_words(one)) for one in choices)
        wanted = FRAME + words + CLOSE * len(choices)
        lines = FRAME + self._longest_line
        room = min(WIDEST, room_over_page(self.app, min(WIDEST, wanted))[1])
        self.set_class(FRAME + words + APART * len(choices) > min(WIDTH, room), "-close")
        self.set_class(wanted > room, "-stacked")
        for dialog in self.query(".dialog").results(Vertical):
            dialog.styles.width = max(WIDTH, lines, wanted if wanted <= room else 0)
        for choice in choices:
            for button in self.query(f"#{self._button_id(choice)}").results(Button):
                button.label = self._words(choice)

    @property
    def _longest_line(self) -> int:
        """The cells of the longest row in the message; sentences that are longer are wrapped."""
        lines = [
            cell_len(line) for line in clean(self.question.message, multiline=True).split("\n")
        ]
        return max((cells for cells in lines[:-1] if cells <= WIDEST - FRAME), default=0)

    def _words(self, choice: Choice) -> Content:
        """Return the label of a button with its key, cut to one line of the dialog."""
        key = self._key_words(choice)
        room = min(WIDTH, self.app.size.width) - FRAME - CLOSE - len(key)
        if not self.has_class("-stacked"):
            room = cell_len(choice.label)
        return label(f"{cut(choice.label, room)}{key}")

    def _key_words(self, choice: Choice) -> str:
        """Return the key of an answer as its button names it: ` (y)`; "" for none."""
        key = "escape" if self.question.must_type else choice.key
        if self._is_locked(choice):
            others = [one for one in self.question.choices if one.value != self.question.cancel]
            key = "enter" if choice is others[0] else ""
        name = {"escape": "Esc", "enter": "Enter"}.get(key, key)
        return f" ({name})" if key else ""

    def _is_locked(self, choice: Choice) -> bool:
        return self.question.must_type is not None and choice.value != self.question.cancel

    def _button_id(self, choice: Choice) -> str:
        return f"answer-{self.question.choices.index(choice)}"
