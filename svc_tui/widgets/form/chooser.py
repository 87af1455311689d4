"""ChoiceInput, the line that shows a choice; ChoiceDialog, the list that it opens."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar, NamedTuple, Self

from textual import events, on
from textual.app import ComposeResult, RenderResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Offset, Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.stores.session.snack_store import LEFT
from svc_tui.text import clean, cut, label
from svc_tui.widgets.base import CANCEL, SvcModal, drawable_hint, services
from svc_tui.widgets.dialog_words import DialogHint, DialogTitle
from svc_tui.widgets.form.arrangement import LaidOutOnce
from svc_tui.widgets.form.line import LineInput
from svc_tui.widgets.shell.effective_bindings import effective_bindings

MOVES = {"up": "cursor_up", "down": "cursor_down", "pageup": "page_up", "pagedown": "page_down"}
"""The keys that move in the list while the user types above it."""


NOT_SAVED, SAVE_NEXT = "Chosen, not saved yet.", " Press Ctrl+S again to save."

MOST_LINES, AROUND = 14, 9
"""Lines of the list, and those around it: its frame, its search, its note and its keys."""


class ChoiceOption(NamedTuple):
    """Something that can be chosen."""

    value: Any
    text: str


class ChoiceInput(LaidOutOnce, can_focus=True):
    """The words of a choice; Space, Enter or a letter open the dialog."""

    DEFAULT_CSS = "ChoiceInput { height: 1; }"

    BINDINGS = [
        Binding(
            "enter,space", "open", "Choose", tooltip="Choose a value from a list.", id="form.choose"
        )
    ]

    words: reactive[str] = reactive("")
    """The chosen value, in words."""

    class OpenWanted(Message):
        """Something else is to be chosen; `typed` begins the search."""

        def __init__(self, typed: str = "") -> None:
            super().__init__()
            self.typed = typed

    def __init__(self, words: str) -> None:
        super().__init__()
        self.set_reactive(ChoiceInput.words, words)

    def render(self) -> RenderResult:
        words = label(cut(self.words, self.size.width - 2))
        blank = " " * (self.size.width - 1 - words.cell_length)
        return words + label(f"{blank}▾", "$text-muted")

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return one line: measuring it by drawing would cause a full layout."""
        return 1

    def action_open(self) -> None:
        self.post_message(self.OpenWanted())

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.focus()
        self.action_open()

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return key != "space" and character is not None and character.isprintable()

    def on_key(self, event: events.Key) -> None:
        """Open the list at the choices that begin with a letter."""
        if event.key != "space" and event.is_printable and event.character:
            event.stop()
            self.post_message(self.OpenWanted(event.character))


def below(editor: Widget | None, lines: int) -> Offset | None:
    """Return where a list of so many lines opens below a row; None without room."""
    if editor is None or not editor.is_attached:
        return None
    if editor.region.bottom + lines > editor.screen.size.height - 1:
        return None
    return editor.region.bottom_left - Offset(1, 0)


class Chooser(SvcModal):
    """The base of dialogs with a list that narrows while the user types."""

    DEFAULT_CSS = """
    Chooser { align: center middle; }
    Chooser > .dialog { width: 60; height: auto; max-height: 90%; }
    Chooser .offers { height: auto; max-height: 14; border: none; padding: 0; }
    Chooser .note, Chooser .hint { height: auto; }
    """

    hint: ClassVar[str] = ""
    """The keys, on the last line."""

    BINDINGS = [CANCEL]

    enter_word = "Choose"

    def open_below(self, editor: Widget | None) -> Self:
        """Open below the row of its field, where there is room."""
        self.under = partial(below, editor, min(len(self.offers), MOST_LINES) + AROUND)
        return self

    def __init__(self, heading: str, offers: Sequence[ChoiceOption], typed: str) -> None:
        super().__init__()
        self.heading = heading
        self.offers = tuple(offers)
        self.typed = typed
        self.shown: list[int] = []
        """Positions of the offers that match what is typed."""

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield DialogTitle(label(self.heading))
            yield from self.above()
            yield LineInput(self.typed, placeholder="type to filter")
            yield OptionList(classes="offers", compact=True)
            yield Static(classes="note")
            if self.hint:
                yield DialogHint(label(drawable_hint(self.hint, self)))

    def above(self) -> ComposeResult:
        """Yield the widgets above the search line."""
        yield from ()

    @property
    def search_line(self) -> LineInput:
        """The line that is typed into."""
        return self.query_one(LineInput)

    @property
    def options(self) -> OptionList:
        """The offers that match."""
        return self.query_one(OptionList)

    def rows(self) -> list[Content]:
        """Return the lines of the list."""
        raise NotImplementedError

    def narrowed(self) -> None:
        """Update the cursor and the note, after other offers are shown."""
        raise NotImplementedError

    def type_on(self, text: str) -> None:
        """Add letters that were typed while this was opening."""
        self.typed += text
        for line in self.query(LineInput):
            line.focus()
            line.insert_text_at_cursor(text)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self.narrow(event.value)

    def narrow(self, text: str) -> None:
        """Show the offers that match a text."""
        wanted = text.strip().casefold()
        self.shown = [n for n, one in enumerate(self.offers) if wanted in one.text.casefold()]
        self.options.clear_options().add_options([Option(row) for row in self.rows()])
        self.narrowed()

    def say(self, words: str) -> None:
        """Show a note; an empty one takes no line."""
        note = self.query_one(".note", Static)
        note.update(label(words))
        note.display = bool(words)


class ChoiceDialog(Chooser):
    """Closes with a `ChoiceOption`, or None."""

    BINDINGS = [
        Binding(
            "ctrl+s,f2", "take", "Choose", show=False, id="choice.take",
            tooltip="Choose this value.",
        )
    ]  # fmt: skip

    def __init__(
        self,
        heading: str,
        offers: Sequence[ChoiceOption],
        current: int | None,
        typed: str,
        note: str = "",
    ) -> None:
        super().__init__(heading, offers, typed)
        self.current_offer = current
        self.note = note

    def on_mount(self) -> None:
        """Show all choices, with the cursor on the current one."""
        self.query_one(".note").add_class("muted")
        self.narrow(self.typed)
        self.search_line.focus()

    def drawn(self, offer: ChoiceOption) -> Content:
        return label(offer.text)

    def rows(self) -> list[Content]:
        return [self.drawn(self.offers[n]) for n in self.shown]

    def narrowed(self) -> None:
        empty = nothing_matches(self.search_line.value, len(self.offers))
        self.say(self.note if self.shown or (not self.offers and self.note) else empty)
        if self.shown:
            here = self.current_offer
            self.options.highlighted = self.shown.index(here) if here in self.shown else 0

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        event.stop()
        self._close_with(self.options.highlighted)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._close_with(event.option_index)

    def on_key(self, event: events.Key) -> None:
        """Move in the list with the arrows while the user types above it."""
        if isinstance(self.focused, Input) and event.key in MOVES:
            event.stop()
            getattr(self.options, f"action_{MOVES[event.key]}")()

    def action_take(self) -> None:
        """Choose what is under the cursor; a form is saved by the key after that."""
        if self.shown and self.under is not None and (svc := services(self)) is not None:
            svc.snack.show(NOT_SAVED + SAVE_NEXT * self._saves_next, until=(LEFT,))
        self._close_with(self.options.highlighted)

    @property
    def _saves_next(self) -> bool:
        """Whether Ctrl+S saves what is beneath; a form for many rows shows a review first."""
        stack = self.app.screen_stack
        known = effective_bindings(stack[stack.index(self) - 1])
        keys = [one for one in known if one.enabled and one.binding.key == "ctrl+s"]
        return any(one.binding.description.startswith("Save") for one in keys)

    def _close_with(self, index: int | None) -> None:
        if index is not None and index < len(self.shown):
            self.close(self.offers[self.shown[index]])


def nothing_matches(text: str, count: int) -> str:
    """Return why a list is empty."""
    return f"Nothing matches “{cut(text, 30)}”." if count else "There is nothing to choose from."


def offers_of(items: Any) -> list[ChoiceOption]:
    """Return the items of a select: plain values, `{label, value}` or `{text, value}`."""
    found = []
    for item in items if isinstance(items, (list, tuple)) else ():
        if isinstance(item, dict):
            value = item.get("value")
            words = item.get("label", item.get("text", value))
        else:
            value = words = item
        found.append(ChoiceOption(value, clean(words)))
    return found
