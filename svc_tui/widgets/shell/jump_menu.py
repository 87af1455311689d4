"""JumpMenu: the second keys behind `g`, shown after a pause."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from textual import events, on
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from svc_tui.text import cut, label
from svc_tui.widgets.base import accent_on_cursor
from svc_tui.widgets.choice_menu import LineMenu

ROOM = 40
"""Cells for what a key does."""


@dataclass(frozen=True)
class Jump:
    """One place to go to."""

    key: str
    """The second key; "" for a place that only the cursor reaches."""
    text: str
    go: Callable[[], object]
    """Goes there; a coroutine is awaited."""


class JumpMenu(LineMenu):
    """Resolves to the place that was chosen; Esc resolves to None."""

    DEFAULT_CSS = """
    JumpMenu > .dialog { width: 50; }
    JumpMenu OptionList { max-height: 80vh; }
    """

    def __init__(self, jumps: Iterable[Jump]) -> None:
        super().__init__("Go to", "")
        self.jumps = [*jumps]

    def options(self) -> list[Option]:
        """Return a line for each place: its key and its name."""
        return [
            Option(
                label(f" {one.key or ' '}  ", accent_on_cursor(self)) + label(cut(one.text, ROOM))
            )
            for one in self.jumps
        ]

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.close(self.jumps[event.option_index])

    def on_key(self, event: events.Key) -> None:
        """Go to the place of this key."""
        for one in self.jumps:
            if one.key and one.key == event.character:
                event.stop()
                event.prevent_default()
                self.close(one)
                return
