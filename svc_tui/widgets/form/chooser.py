"""One line that shows what is chosen, and the dialog in which something else is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from textual import events, on
from textual.app import ComposeResult, RenderResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.text import clean, cut, label
from svc_tui.widgets.base import SvcModal
from svc_tui.widgets.form.arrangement import LaidOutOnce
from svc_tui.widgets.form.line import LineInput


class ChoiceOption(NamedTuple):
    """Something that can be chosen."""

    value: Any
    text: str


class ChoiceInput(LaidOutOnce, can_focus=True):
    """The words of a choice; Space, Enter or a letter open the dialog."""

    DEFAULT_CSS = "ChoiceInput { height: 1; }"

    BINDINGS = [
        Binding("enter,space", "open", "Choose", tooltip="Choose from a list.", id="form.choose"),
    ]

    words: reactive[str] = reactive("")
    """What is chosen, as a person reads it."""

    class OpenWanted(Message):
        """Something else is to be chosen; `typed` begins the search."""

        def __init__(self, typed: str = "") -> None:
            super().__init__()
            self.typed = typed

    def __init__(self, words: str) -> None:
        super().__init__()
        self.set_reactive(ChoiceInput.words, words)

    def render(self) -> RenderResult:
        """The words, and the sign that there are others."""
        return label(cut(self.words, self.size.width - 2)) + label(" ▾", "$text-muted")

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """One line; drawn to be measured, it would ask for its size, and so for a whole layout."""
        return 1

    def action_open(self) -> None:
        """Show the list."""
        self.post_message(self.OpenWanted())

    def on_click(self, event: events.Click) -> None:
        """A click opens it too."""
        event.stop()
        self.focus()
        self.action_open()

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Letters search here; they are no commands."""
        return key != "space" and character is not None and character.isprintable()

    def on_key(self, event: events.Key) -> None:
        """A letter opens the list at what begins with it."""
        if event.key != "space" and event.is_printable and event.character:
            event.stop()
            self.post_message(self.OpenWanted(event.character))


class ChoiceDialog(SvcModal):
    """A list that shrinks while one types; closes with an `ChoiceOption`, or None."""

    DEFAULT_CSS = """
    ChoiceDialog { align: center middle; }
    ChoiceDialog > .dialog { width: 60; max-width: 90%; height: auto; max-height: 90%; }
    ChoiceDialog .offers { height: auto; max-height: 14; border: none; padding: 0; }
    ChoiceDialog .note { height: auto; }
    """

    def __init__(
        self,
        heading: str,
        offers: Sequence[ChoiceOption],
        current: int | None,
        typed: str,
        note: str = "",
    ) -> None:
        super().__init__()
        self.heading = heading
        self.offers = tuple(offers)
        self.current_offer = current
        self.typed = typed
        self.note = note
        self._shown: list[int] = []

    def compose(self) -> ComposeResult:
        """Title, what is searched for, the list, a note."""
        with Vertical(classes="dialog"):
            yield Static(label(self.heading), classes="title")
            yield LineInput(self.typed, placeholder="type to narrow")
            yield OptionList(classes="offers", compact=True)
            yield Static(label(self.note), classes="note muted")

    def on_mount(self) -> None:
        """Show everything, with what is chosen under the cursor."""
        self._narrow(self.typed)
        self.query_one(Input).focus()

    def drawn(self, offer: ChoiceOption) -> Content:
        """An offer as a line of the list."""
        return label(offer.text)

    def type_on(self, text: str) -> None:
        """Letters that came while this was being opened."""
        self.typed += text
        for line in self.query(Input):
            line.insert_text_at_cursor(text)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self._narrow(event.value)

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        event.stop()
        self._close_with(self._list.highlighted)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._close_with(event.option_index)

    def on_key(self, event: events.Key) -> None:
        """Arrows move in the list while one types above it."""
        if isinstance(self.focused, Input) and event.key in ("up", "down"):
            event.stop()
            if event.key == "down":
                self._list.action_cursor_down()
            else:
                self._list.action_cursor_up()

    @property
    def _list(self) -> OptionList:
        return self.query_one(OptionList)

    def _narrow(self, text: str) -> None:
        wanted = text.strip().casefold()
        self._shown = [n for n, one in enumerate(self.offers) if wanted in one.text.casefold()]
        offers = [Option(self.drawn(self.offers[n])) for n in self._shown]
        self._list.clear_options().add_options(offers)
        empty = nothing_matches(text, len(self.offers))
        self._say(self.note if self._shown or (not self.offers and self.note) else empty)
        if self._shown:
            here = self.current_offer
            self._list.highlighted = self._shown.index(here) if here in self._shown else 0

    def _say(self, words: str) -> None:
        line = self.query_one(".note", Static)
        line.update(label(words))
        line.display = bool(words)

    def _close_with(self, index: int | None) -> None:
        if index is not None and index < len(self._shown):
            self.close(self.offers[self._shown[index]])


def nothing_matches(text: str, count: int) -> str:
    """Why a list is empty."""
    return f'Nothing matches "{cut(text, 30)}".' if count else "There is nothing to choose from."


def offers_of(items: Any) -> list[ChoiceOption]:
    """The items of a select: plain values, `{label, value}` or `{text, value}`."""
    found = []
    for item in items if isinstance(items, (list, tuple)) else ():
        if isinstance(item, dict):
            value = item.get("value")
            words = item.get("label", item.get("text", value))
        else:
            value = words = item
        found.append(ChoiceOption(value, clean(words)))
    return found
