"""ToolMenu: what can be done with a long field while letters are text (F5, then a letter)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.text import label
from svc_tui.widgets.base import SvcModal


class Tool(NamedTuple):
    """A letter, what it does in words, and the action of the field."""

    key: str
    words: str
    action: str


class ToolMenu(SvcModal):
    """Closes with the action of a tool, or None; a tool's letter chooses it at once."""

    DEFAULT_CSS = """
    ToolMenu { align: center middle; }
    ToolMenu > .dialog { width: 44; max-width: 100%; height: auto; max-height: 100%; }
    ToolMenu OptionList { height: auto; max-height: 16; border: none; padding: 0; }
    """

    def __init__(self, heading: str, tools: Sequence[Tool]) -> None:
        super().__init__()
        self.heading = heading
        self.tools = tuple(tools)

    def compose(self) -> ComposeResult:
        """Title and tools."""
        with Vertical(classes="dialog"):
            yield Static(label(self.heading), classes="title")
            rows = [label(f"{tool.key}  ", "bold") + label(tool.words) for tool in self.tools]
            yield OptionList(*map(Option, rows), compact=True)

    def on_mount(self) -> None:
        """Arrows and Enter work too."""
        menu = self.query_one(OptionList)
        menu.highlighted = 0
        menu.focus()

    def on_key(self, event: events.Key) -> None:
        """A letter is a choice."""
        for tool in self.tools:
            if event.character == tool.key:
                event.stop()
                self.close(tool.action)
                return

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.close(self.tools[event.option_index].action)
