"""The floor of a login: what stock Textual needs for the same four widgets."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.widgets import Button, Input, Static


class Login(App[None]):
    """A label, two inputs and a button."""

    def compose(self) -> ComposeResult:
        """The form, with its first input in focus."""
        yield Static("Username")
        yield Input()
        yield Input(password=True)
        yield Button("Sign in")


if __name__ == "__main__":
    Login().run()
