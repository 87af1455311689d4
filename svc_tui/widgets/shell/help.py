"""The help: every key of what has the focus, searchable; Enter runs it."""

from __future__ import annotations

from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.text import label
from svc_tui.widgets.base import SvcModal

KEY_WIDTH = 14


class HelpScreen(SvcModal):
    """Built from the bindings themselves, so that it cannot be out of date."""

    DEFAULT_CSS = """
    HelpScreen { align: center middle; }
    HelpScreen > .dialog { width: 76; max-width: 100%; height: 90%; }
    HelpScreen OptionList { height: 1fr; }
    """

    BINDINGS = [
        Binding("down", "into_list", "List", show=False, id="help.list"),
        Binding("f1", "close", "Close", show=False, id="help.close"),
    ]

    def __init__(self, about: Screen[Any]) -> None:
        super().__init__()
        self._about = about
        self._keys = _unique(list(about.active_bindings.values()))
        self._listed: list[ActiveBinding] = []

    def compose(self) -> ComposeResult:
        """A filter, and the keys."""
        with Vertical(classes="dialog"):
            yield Static("Keys", classes="title")
            yield Input(placeholder="Type to narrow, Enter runs", compact=True)
            yield OptionList(compact=True)

    def on_mount(self) -> None:
        """All of them at first."""
        self._list("")

    @on(Input.Changed)
    def _narrow(self, event: Input.Changed) -> None:
        self._list(event.value)

    @on(Input.Submitted)
    def _run_first(self) -> None:
        if self._listed:
            self._run(self._listed[self.query_one(OptionList).highlighted or 0])

    @on(OptionList.OptionSelected)
    def _run_chosen(self, event: OptionList.OptionSelected) -> None:
        self._run(self._listed[event.option_index])

    def action_into_list(self) -> None:
        """From the filter to the keys."""
        self.query_one(OptionList).focus()

    def _list(self, words: str) -> None:
        wanted = words.casefold().split()
        self._listed = [one for one in self._keys if all(w in self._text(one) for w in wanted)]
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options(
            [Option(self._line(one), disabled=not one.enabled) for one in self._listed]
        )
        if self._listed:
            options.highlighted = 0

    def _line(self, active: ActiveBinding) -> Content:
        binding = active.binding
        key = self.app.get_key_display(binding)
        about = binding.tooltip or ""
        line = label(f" {key:<{KEY_WIDTH}}", "bold $accent") + label(f"{binding.description:<18}")
        return line + label(f" {about}", "$text-muted")

    def _text(self, active: ActiveBinding) -> str:
        binding = active.binding
        words = (binding.key, binding.description, binding.tooltip or "", binding.id or "")
        return " ".join(words).casefold()

    def _run(self, active: ActiveBinding) -> None:
        """Close first: the action belongs to the page below."""
        self.close()
        namespace = active.node
        self.app.call_later(self.app.run_action, active.binding.action, namespace)


def _unique(bindings: list[ActiveBinding]) -> list[ActiveBinding]:
    """One line an action, the ones of the focus first; the keys of one action stand together."""
    found: dict[tuple[int, str], ActiveBinding] = {}
    for active in bindings:
        if active.binding.description:
            found.setdefault((id(active.node), active.binding.action), active)
    # Ours first: what Textual binds by itself (scrolling, focus) is known to most.
    return sorted(found.values(), key=lambda active: active.binding.id is None)
