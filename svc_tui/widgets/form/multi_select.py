"""A list of which several are chosen, by ticking them."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.text import label
from svc_tui.widgets.base import SvcModal
from svc_tui.widgets.form.chooser import ChoiceOption, nothing_matches
from svc_tui.widgets.form.line import LineInput

HINT = "Space ticks · / searches · Enter takes · Esc leaves"


class MultiSelectDialog(SvcModal):
    """A searchable list with boxes; closes with the ticked `ChoiceOption`s, or None.

    The order is that in which they were ticked, what was ticked before comes first.
    """

    DEFAULT_CSS = """
    MultiSelectDialog { align: center middle; }
    MultiSelectDialog > .dialog { width: 60; max-width: 90%; height: auto; max-height: 90%; }
    MultiSelectDialog .offers { height: auto; max-height: 12; border: none; padding: 0; }
    MultiSelectDialog .note, MultiSelectDialog .hint { height: auto; }
    """

    BINDINGS = [
        Binding("enter", "enter", "Take them", show=False, priority=True, id="ticks.enter"),
        Binding("f2,ctrl+s", "take", "Take them", tooltip="Take what is ticked.", id="ticks.take"),
        Binding("slash", "search", "Search", show=False, key_display="/", id="ticks.search"),
        Binding("space", "tick", "Tick", tooltip="Tick or untick this one.", id="ticks.tick"),
    ]

    def __init__(
        self, heading: str, offers: Sequence[ChoiceOption], ticked: Sequence[int], typed: str = ""
    ) -> None:
        super().__init__()
        self.heading = heading
        self.offers = tuple(offers)
        self.ticked = list(dict.fromkeys(ticked))
        """Positions among the offers, in the order of the value."""
        self.typed = typed
        self._shown: list[int] = []

    def compose(self) -> ComposeResult:
        """Title, search, list, how many, keys."""
        with Vertical(classes="dialog"):
            yield Static(label(self.heading), classes="title")
            yield LineInput(self.typed, placeholder="type to narrow")
            yield OptionList(classes="offers", compact=True)
            yield Static(classes="note")
            yield Static(label(HINT), classes="hint muted")

    def on_mount(self) -> None:
        """Everything; who began with a letter goes on searching."""
        self._narrow(self.typed)
        (self._line if self.typed else self._list).focus()

    def type_on(self, text: str) -> None:
        """Letters that came while this was being opened."""
        self.typed += text
        for line in self.query(LineInput):
            line.focus()
            line.insert_text_at_cursor(text)

    # What is searched for

    @on(Input.Changed)
    def _searched(self, event: Input.Changed) -> None:
        event.stop()
        self._narrow(event.value)

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        """Enter ticks the first match and begins another search; without a search it takes all."""
        event.stop()
        if not event.value.strip():
            self.action_take()
        elif self._shown:
            self._turn([self._shown[self._at or 0]])
            self._line.value = ""

    def on_key(self, event: events.Key) -> None:
        """Down leaves the search for the list; up from its first row comes back."""
        if self.focused is self._line and event.key == "down":
            event.stop()
            self._list.focus()
        elif self.focused is self._list and event.key == "up" and not self._list.highlighted:
            event.stop()
            event.prevent_default()
            self._line.focus()

    def action_search(self) -> None:
        """Type into the search."""
        self._line.focus()

    # What is ticked

    @on(OptionList.OptionSelected)
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.action_tick()

    def action_enter(self) -> None:
        """Enter on the list."""
        self.action_take()

    def action_tick(self) -> None:
        """This one, or on the first row all that are shown."""
        if self._list.highlighted is None or not self._shown:
            return
        at = self._at
        self._turn(self._shown if at is None else [self._shown[at]])

    def action_take(self) -> None:
        """Close with what is ticked."""
        self.close([self.offers[n] for n in self.ticked])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While one types, letters are text."""
        if action in ("tick", "search", "enter"):
            return not isinstance(self.focused, Input)
        return True

    def _turn(self, positions: Sequence[int]) -> None:
        """Tick all of these, or untick them where all are ticked."""
        if all(n in self.ticked for n in positions):
            self.ticked = [n for n in self.ticked if n not in positions]
        else:
            self.ticked += [n for n in positions if n not in self.ticked]
        self._draw()

    # What is drawn

    @property
    def _line(self) -> LineInput:
        return self.query_one(LineInput)

    @property
    def _list(self) -> OptionList:
        return self.query_one(OptionList)

    @property
    def _at(self) -> int | None:
        """The offer under the cursor; None on the row of all."""
        row = self._list.highlighted
        return row - 1 if row else None

    def _narrow(self, text: str) -> None:
        wanted = text.strip().casefold()
        self._shown = [n for n, one in enumerate(self.offers) if wanted in one.text.casefold()]
        self._list.clear_options().add_options([Option(row) for row in self._rows()])
        if self._shown:
            first = next((n for n in self._shown if n in self.ticked), self._shown[0])
            self._list.highlighted = self._shown.index(first) + 1
        self._count()

    def _draw(self) -> None:
        for n, row in enumerate(self._rows()):
            self._list.replace_option_prompt_at_index(n, row)
        self._count()

    def _rows(self) -> list[Content]:
        if not self._shown:
            return []
        every = all(n in self.ticked for n in self._shown)
        some = "all that match" if len(self._shown) < len(self.offers) else "all"
        boxes = [_box(n in self.ticked) + label(self.offers[n].text) for n in self._shown]
        return [_box(every) + label(f"{some} ({len(self._shown)})", "$text-muted"), *boxes]

    def _count(self) -> None:
        words = f"{len(self.ticked)} of {len(self.offers)} ticked."
        if not self._shown:
            words = f"{nothing_matches(self._line.value, len(self.offers))} {words}"
        self.query_one(".note", Static).update(label(words))


def _box(ticked: bool) -> Content:
    return label("[x] " if ticked else "[ ] ")
