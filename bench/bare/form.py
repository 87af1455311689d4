"""The floor of a form: twelve labelled inputs that scroll."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Footer, Header, Input, Label

FIELDS = 12


class Form(App[None]):
    """A form as a tutorial would write it."""

    def compose(self) -> ComposeResult:
        """Header, fields, footer."""
        yield Header()
        with VerticalScroll():
            for number in range(FIELDS):
                yield Label(f"Field {number:02d}")
                yield Input()
        yield Footer()

    def on_mount(self) -> None:
        """Begin in the first field."""
        self.query(Input).first().focus()


if __name__ == "__main__":
    Form().run()
