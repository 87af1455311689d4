"""ToolMenu: what can be done with a long field while letters are text (F5, then a letter)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import isawaitable
from typing import NamedTuple

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from svc_tui.text import label
from svc_tui.widgets.base import CANCEL, SvcModal
from svc_tui.widgets.dialog_words import DialogTitle


class Tool(NamedTuple):
    """A letter, its label, and what it runs; a coroutine is awaited."""

    key: str
    words: str
    run: Callable[[], object]


def open_tools(field: Widget, heading: str, tools: Sequence[Tool]) -> None:
    """Show a menu over the page; the chosen tool runs where the focus was."""
    focus = field.screen.focused

    async def chosen(tool: Tool | None) -> None:
        if isinstance(focus, Widget) and focus.is_attached:
            focus.focus()
        if tool is not None and isawaitable(done := tool.run()):
            await done

    field.app.push_screen(ToolMenu(heading, tools), chosen)


class ToolMenu(SvcModal):
    """Closes with a tool, or None; a tool's letter chooses it at once."""

    DEFAULT_CSS = """
    ToolMenu { align: center middle; }
    ToolMenu > .dialog { width: 44; height: auto; max-height: 100%; }
    ToolMenu OptionList { height: auto; max-height: 16; border: none; padding: 0; }
    """

    BINDINGS = [CANCEL]

    def __init__(self, heading: str, tools: Sequence[Tool]) -> None:
        super().__init__()
        self.heading = heading
        self.tools = tuple(tools)

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield DialogTitle(label(self.heading))
            rows = [label(f"{tool.key}  ", "bold") + label(tool.words) for tool in self.tools]
            yield OptionList(*map(Option, rows), compact=True)

    def on_mount(self) -> None:
        menu = self.query_one(OptionList)
        menu.highlighted = 0
        menu.focus()

    def on_key(self, event: events.Key) -> None:
        for tool in self.tools:
            if event.character == tool.key:
                event.stop()
                self.close(tool)
                return

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.close(self.tools[event.option_index])
