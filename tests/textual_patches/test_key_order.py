"""Keys act where the keys before them have led."""

from __future__ import annotations

import sys

from textual.app import App
from textual.events import Event, Key

from svc_tui.textual_patches.key_order import KeyPassed, KeyQueue
from tests.pty.terminal import Terminal

SEARCHING = """
from textual.app import App
from textual.binding import Binding
from textual.widgets import Input, OptionList
from svc_tui.textual_patches.apply import apply_patches

class Searching(App):
    BINDINGS = [Binding("slash", "search"), Binding("l", "lose")]

    def compose(self):
        yield OptionList("one", "two")
        yield Input()

    def on_mount(self):
        self.query_one(OptionList).focus()
        self.query_one(Input).placeholder = "ready"

    def action_search(self):
        self.query_one(Input).focus()

    def action_lose(self):
        self.query_one(Input).placeholder = "lost"

    def on_input_submitted(self, event):
        self.query_one(OptionList).add_option(f"searched for {event.value}")

apply_patches()
Searching().run()
"""


def test_a_letter_typed_ahead_lands_in_the_field_that_is_being_opened() -> None:
    with Terminal([sys.executable, "-c", SEARCHING]) as terminal:
        terminal.wait_for("ready").wait_quiet().send(b"/lighthouse\r")
        terminal.wait_for("searched for lighthouse")


SIGNING_IN = """
from textual.app import App
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Input, Static
from svc_tui.textual_patches.apply import apply_patches

class Form(Widget):
    def compose(self):
        with Vertical(), Vertical(), Vertical():
            yield Input(id="name", placeholder="ready")
            yield Input(id="password")

    def on_input_submitted(self, event):
        if event.input.id == "name":
            self.query_one("#password").focus()
        else:
            name, password = (one.value for one in self.query(Input))
            self.app.query_one(Static).update(f"{name} with {password}")

class Program(App):
    CSS = "Form { height: 1fr; }"

    def compose(self):
        yield Static()
        yield Form()

apply_patches()
Program().run()
"""


def test_a_password_typed_ahead_is_not_written_into_the_name() -> None:
    with Terminal([sys.executable, "-c", SIGNING_IN]) as terminal:
        terminal.wait_for("ready").wait_quiet().send(b"editor\rsecret\r")
        terminal.wait_for("editor with secret")


async def test_what_is_typed_while_the_app_ends_is_heard_by_nobody() -> None:
    heard: list[Event] = []

    async def deliver(event: Event) -> None:
        heard.append(event)

    app = App[None]()  # Before its start, as after its end, it has no screen.
    lane = KeyQueue(app, deliver)
    lane._mark = mark = KeyPassed()
    await lane.enter(Key("x", "x"))
    await lane.passed(mark)
    assert not heard
