"""The floor of a form of sixty fields: the twenty editors of its first tab, on a second screen."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Checkbox, Input, Label, Select, TextArea

FIELDS = 20


def editor(number: int) -> Widget:
    """The same mixture as the console's form."""
    kind = number % 6
    if kind == 2:
        return Select([(word, word) for word in ("draft", "published")], compact=True)
    if kind == 3:
        return Checkbox(compact=True)
    return TextArea(compact=True) if kind == 5 else Input(compact=True)


class Record(Screen[None]):
    """Labels and editors."""

    BINDINGS = [("escape", "app.pop_screen", "Back")]
    CSS = "TextArea { height: 4; } Select { height: 1; }"

    def compose(self) -> ComposeResult:
        """One below the other."""
        with VerticalScroll():
            for number in range(FIELDS):
                yield Label(f"Field {number:02d}")
                yield editor(number)


class Sixty(App[None]):
    """Enter opens the form."""

    BINDINGS = [("enter", "open", "Open")]

    def compose(self) -> ComposeResult:
        """A line."""
        yield Label("Press Enter")

    def action_open(self) -> None:
        """Show it."""
        self.push_screen(Record())


if __name__ == "__main__":
    Sixty().run()
