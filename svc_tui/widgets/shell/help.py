"""The help: every key of what has the focus, by area, searchable; Enter runs it."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.text import cut, label
from svc_tui.widgets.base import SvcModal
from svc_tui.widgets.command import CommandHost
from svc_tui.widgets.dialog_words import DialogTitle
from svc_tui.widgets.shell.effective_bindings import effective_bindings, key_name
from svc_tui.widgets.text_line import TextLine

KEY_WIDTH = 14
NAME_WIDTH = 18
ABOUT_WIDTH = 33
"""Cells for the key, its word, and what is said about it."""

WAY_BACK = "Clear the line to see all keys; Esc closes this."

AREAS = {
    "app": "Console",
    "page": "Page",
    "detail": "Record",
    "form": "Field",
    "field": "Field",
    "": "Known from elsewhere",
}
"""The heading for ids that begin so, where the keys' owner has no `KEYS_ABOUT` of its own."""


class HelpScreen(SvcModal):
    """Built from the bindings themselves, so that it cannot be out of date."""

    DEFAULT_CSS = """
    HelpScreen { align: center middle; }
    HelpScreen > .dialog { width: 76; max-width: 100%; height: 90%; }
    HelpScreen OptionList { height: 1fr; }
    """

    BINDINGS = [
        Binding("down", "move('cursor_down')", "Down", show=False, id="help.down"),
        Binding("up", "move('cursor_up')", "Up", show=False, id="help.up"),
        Binding("pagedown", "move('page_down')", "Page down", show=False, id="help.page_down"),
        Binding("pageup", "move('page_up')", "Page up", show=False, id="help.page_up"),
        Binding("f1", "close", "Close", show=False, id="help.close"),
    ]

    def __init__(self, about: Screen[Any]) -> None:
        super().__init__()
        self._about = about
        self._keys = _unique(effective_bindings(about))
        self._listed: list[ActiveBinding] = []

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield DialogTitle("Keys")
            if signs := getattr(self._about, "signs", ""):
                yield Static(label(signs), classes="muted")
            yield TextLine(placeholder="Type to narrow, Enter runs", compact=True)
            yield OptionList(compact=True)

    def on_mount(self) -> None:
        self._list("")

    @on(Input.Changed)
    def _narrow(self, event: Input.Changed) -> None:
        self._list(event.value)

    @on(Input.Submitted)
    def _run_first(self) -> None:
        options = self.query_one(OptionList)
        if options.highlighted is not None:
            self._run_option(options.get_option_at_index(options.highlighted))

    @on(OptionList.OptionSelected)
    def _run_chosen(self, event: OptionList.OptionSelected) -> None:
        self._run_option(event.option)

    def action_move(self, how: str) -> None:
        options = self.query_one(OptionList)
        before = options.highlighted
        getattr(options, f"action_{how}")()
        if options.highlighted is None:  # Beyond the last key that can be run now.
            options.highlighted = before
            options.scroll_page_down() if how == "page_down" else options.scroll_page_up()
        elif how.endswith("up") and options.highlighted == _first(options):
            options.scroll_home(animate=False)  # Its heading too.

    def _list(self, words: str) -> None:
        wanted = words.casefold().split()
        self._listed = [one for one in self._keys if all(w in self._text(one) for w in wanted)]
        options = self.query_one(OptionList)
        options.clear_options()
        area = ""
        for n, one in enumerate(self._listed):
            if area_of(one) != area:
                area = area_of(one)
                options.add_option(Option(label(f" {area}", "bold"), disabled=True))
            options.add_option(Option(self._line(one), id=str(n), disabled=not one.enabled))
        if not self._listed:
            found_none = f"No key of this page has to do with “{cut(words.strip(), 30)}”."
            options.add_option(Option(label(f" {found_none}"), disabled=True))
            options.add_option(Option(label(f" {WAY_BACK}"), disabled=True))
        options.highlighted = _first(options)

    def _line(self, active: ActiveBinding) -> Content:
        binding = active.binding
        key = key_name(self.app, binding)
        about, *more = wrap(binding.tooltip or "", ABOUT_WIDTH) or [""]
        line = label(f" {key:<{KEY_WIDTH}}", "bold $accent")
        line += label(f"{binding.description:<{NAME_WIDTH}}") + label(f" {about}", "$text-muted")
        for rest in more:
            indent = " " * (KEY_WIDTH + NAME_WIDTH + 2)
            line += Content("\n") + label(indent + rest, "$text-muted")
        return line

    def _text(self, active: ActiveBinding) -> str:
        binding = active.binding
        words = (binding.key, binding.description, binding.tooltip or "", binding.id or "")
        return " ".join(words).casefold()

    def _run_option(self, option: Option) -> None:
        """Close first: the action belongs to the page below."""
        if option.id is None:
            return
        active = self._listed[int(option.id)]
        self.close()
        self.app.call_later(self.app.run_action, active.binding.action, active.node)


def area_of(active: ActiveBinding) -> str:
    """The heading that a key stands under: what its owner says its keys are about."""
    name = active.binding.id
    if name is None:
        return AREAS[""]
    if isinstance(active.node, CommandHost) and (group := active.node.group_of(name)):
        return group
    for kind in type(active.node).__mro__:
        declared = kind.__dict__.get("BINDINGS", ())
        if any(isinstance(one, Binding) and one.id == name for one in declared):
            about = kind.__dict__.get("KEYS_ABOUT")
            if isinstance(about, str):
                return about
    area = name.partition(".")[0]
    return AREAS.get(area, area.replace("_", " ").capitalize())


def _first(options: OptionList) -> int | None:
    return next((n for n, one in enumerate(options.options) if not one.disabled), None)


def _unique(bindings: list[ActiveBinding]) -> list[ActiveBinding]:
    """One line an action; the keys of one area together, the areas of the focus first."""
    found: dict[tuple[int, str], ActiveBinding] = {}
    for active in bindings:
        if active.binding.description:
            found.setdefault((id(active.node), active.binding.action), active)
    areas = list(dict.fromkeys(map(area_of, found.values())))
    # Ours first: what Textual binds by itself (scrolling, focus) is known to most.
    areas.sort(key=lambda area: area == AREAS[""])
    return sorted(found.values(), key=lambda active: areas.index(area_of(active)))
