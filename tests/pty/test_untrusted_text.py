"""Hostile values in every kind of widget, and the bytes that really leave the process."""

from __future__ import annotations

import json
import re
import sys

import pytest

from svc_tui.text import clean
from tests.hostile import HOSTILE, leaks
from tests.pty.terminal import Terminal

CLEANED = """
import json, os
from textual.app import App
from textual.command import DiscoveryHit, Provider
from textual.widgets import (
    Button, Checkbox, Collapsible, DataTable, Header, Input, Label, Log, OptionList, RadioButton,
    RichLog, Select, SelectionList, Static, TabbedContent, TabPane, Tabs, TextArea, Tree)
from svc_tui.text import cell, clean, label

VALUE = json.loads(os.environ["VALUE"])
count = iter(range(100))

def numbered(make):
    return make(f"{next(count):02}:{VALUE}")

class Palette(Provider):
    async def discover(self):
        yield DiscoveryHit(numbered(label), lambda: None, text="x")

    async def search(self, query):
        return
        yield

class Sinks(App):
    COMMANDS = {Palette}
    CSS = "* { min-height: 1; height: auto; max-height: 5; } Screen { max-height: 100; }"

    def compose(self):
        yield Header()
        yield Static(numbered(label))
        yield Label(numbered(label))
        yield Button(numbered(label))
        yield Checkbox(numbered(label))
        yield RadioButton(numbered(label))
        with Collapsible(title="x", collapsed=False) as folded:
            folded.title = numbered(label)
        framed = Static("x")
        framed.styles.border = ("round", "red")
        framed.border_title, framed.border_subtitle = numbered(label), numbered(label)
        yield framed
        yield Select([(numbered(label), 1)], value=1)
        yield OptionList(numbered(label))
        yield SelectionList((numbered(label), 1))
        yield Tabs(numbered(label))
        with TabbedContent():
            yield TabPane(numbered(label))
        yield Input(placeholder=numbered(clean))
        yield TextArea(placeholder=numbered(label))
        yield DataTable()
        yield Tree(numbered(cell))
        yield RichLog()
        yield Log()

    def on_mount(self):
        table = self.query_one(DataTable)
        table.add_column(numbered(cell))
        table.add_row(numbered(cell), label=numbered(cell))
        tree = self.query_one(Tree)
        tree.root.add_leaf(numbered(cell))
        tree.root.expand()
        self.title, self.sub_title = numbered(clean), ""
        self.query_one(RichLog).write(numbered(cell))
        self.query_one(Log).write_line(numbered(clean))
        self.notify(numbered(clean), title=numbered(clean), markup=False, timeout=60)
        self.call_later(self.done)

    def done(self):
        self.query_one(Static).update(f"mounted {next(count)}")

Sinks().run()
"""

RAW = """
import json, os
from rich.style import Style
from rich.text import Text
from textual.app import App
from textual.content import Content
from textual.widgets import DataTable, Input, Markdown, Static, TextArea
from svc_tui.terminal.output_guard import OutputGuard

VALUE = json.loads(os.environ["VALUE"])

class Raw(App):
    CSS = '* { min-height: 1; height: auto; max-height: 5; } Screen { max-height: 100; }'

    def __init__(self):
        self.guard = OutputGuard()
        super().__init__()

    def get_line_filters(self):
        return [*super().get_line_filters(), self.guard]

    def compose(self):
        yield Static(Content(VALUE))
        yield Static(Text(VALUE, style=Style(link="http://e/" + VALUE)))
        yield Static(Text("web", style=Style(link="https://example.org/a?b=c")))
        yield Input(VALUE)
        yield TextArea(VALUE)
        yield Markdown(VALUE)
        yield DataTable()
        yield Static("all drawn")

    def on_mount(self):
        table = self.query_one(DataTable)
        table.add_column("c")
        table.add_row(Text(VALUE))

Raw().run()
"""


SIZE = (250, 110)
CONTROLS = " ".join(value for value in HOSTILE.values() if not value.isprintable())
VALUES = {"controls": CONTROLS, **{n: v for n, v in HOSTILE.items() if v.isprintable()}}
"""All controls in one line, as a program takes a moment to start; markup one by one."""


def env(value: str) -> dict[str, str | None]:
    """The value for a program, in ASCII."""
    return {"VALUE": json.dumps(value)}


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_no_widget_obeys_a_cleaned_value(value: str) -> None:
    with Terminal([sys.executable, "-c", CLEANED], size=SIZE, env=env(value)) as terminal:
        terminal.wait_for("mounted").press("ctrl+p").wait_for("Search for commands").wait_quiet()
        assert leaks(terminal.output) == []


def test_every_widget_shows_brackets_as_they_are() -> None:
    value = "[@click=app.bell]x[/nope]"
    with Terminal([sys.executable, "-c", CLEANED], size=SIZE, env=env(value)) as terminal:
        terminal.wait_for("mounted 25")
        # The first one has become the line that says so.
        for number in range(1, 25):
            terminal.wait_for(f"{number:02}:{value}")


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_the_guard_catches_what_nobody_cleaned(value: str) -> None:
    with Terminal([sys.executable, "-c", RAW], size=SIZE, env=env(value)) as terminal:
        terminal.wait_for("all drawn").wait_quiet()
        output = terminal.output
    web = b"https://example.org/a?b=c\x1b\\"
    assert web in output
    assert leaks(_without_web_links(output)) == []


def _without_web_links(output: bytes) -> bytes:
    """The output without the two sequences around each link that may be there."""
    return re.sub(rb"\x1b\]8;(?:id=[\d-]+)?;(?:https?://[!-~]+)?\x1b\\", b"", output)


def test_a_clean_value_is_what_is_seen() -> None:
    value = HOSTILE["title"]
    with Terminal([sys.executable, "-c", CLEANED], size=SIZE, env=env(value)) as terminal:
        terminal.wait_for(f"01:{clean(value)}")
