"""The command line: `:articles status:draft`, `:w`, `:q`, `:line`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Input, Static

from svc_tui.models.location import Location
from svc_tui.stores.session.command_line import (
    UnknownCommand,
    common_prefix,
    completions,
    line_completions,
    not_here_message,
    parse_command,
)
from svc_tui.text import label
from svc_tui.widgets.base import SvcModal
from svc_tui.widgets.shell.disabled_keys import disabled_command_reason
from svc_tui.widgets.text_line import TextLine

if TYPE_CHECKING:
    from svc_tui.models.listing import FilterDescriptor
    from svc_tui.models.resource import Resource

MOST_REMEMBERED = 100
SHOWN = 12
"""Maximum number of names offered at once."""


class CommandLine(SvcModal):
    """One line at the bottom. Tab completes, Enter runs what is typed, Up recalls it."""

    enter_word = "Run"

    DEFAULT_CSS = """
    CommandLine { background: transparent; align: left bottom; }
    CommandLine > Vertical { height: auto; width: 100%; background: $surface; }
    CommandLine .offers, CommandLine .problem { height: auto; width: 100%; padding: 0 1; }
    CommandLine Horizontal { height: 1; }
    CommandLine .colon { width: 2; padding: 0 0 0 1; }
    CommandLine Input { width: 1fr; height: 1; }
    """

    BINDINGS = [
        Binding(
            "tab", "complete", "Complete", tooltip="Complete this name.", id="command.complete"
        ),
        Binding(
            "up", "recall(-1)", "Previous", tooltip="Show the previous command.", id="command.up"
        ),
        Binding("down", "recall(1)", "Next", tooltip="Show the next command.", id="command.down"),
    ]

    shows_toasts = False
    """The page below is not dimmed, and nothing covers the line being typed into."""

    def __init__(self, about: Screen[Any], typed: list[str]) -> None:
        super().__init__()
        self._about = about
        self._keys = {active.binding.id: active for active in about.active_bindings.values()}
        self._typed = typed
        self._at = len(typed)
        self._refused = ""
        """The last rejected line."""

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(classes="offers muted")
            yield Static(classes="problem error")
            with Horizontal():
                yield Static(":", classes="colon")
                yield TextLine(compact=True, select_on_focus=False)

    def on_mount(self) -> None:
        self._say("")
        self.query_one(Input).focus()

    def on_click(self, event: events.Click) -> None:
        if event.widget is self:
            self.close()

    @property
    def pages(self) -> dict[str, str]:
        """The paths of the pages that this user may see, by typed name."""
        router = self.svc.router
        found = {"home": "/"}
        for route in router.routes:
            if "{" in route.pattern or route.hidden or not router.offers(route):
                continue
            if route.pattern not in ("/", router.login_url):
                found.setdefault(route.pattern.strip("/"), route.pattern)
        return found

    @property
    def _refused_pages(self) -> dict[str, str]:
        """Return the pages that this user may not see; opening one says why."""
        router = self.svc.router
        paths = [one.pattern for one in router.routes if "{" not in one.pattern and not one.hidden]
        return {path.strip("/"): path for path in paths if router.is_blocked(Location(path))}

    @property
    def filters(self) -> dict[str, Sequence[FilterDescriptor]]:
        """Return the filters that can be typed as `name:value` after a list's name."""
        return {name: one.filters for name, one in self._resources.items()}

    @property
    def _resources(self) -> dict[str, Resource]:
        found = {
            route.pattern.strip("/"): route.props.get("resource")
            for route in self.svc.router.routes
            if "{" not in route.pattern
        }
        return {name: one for name, one in found.items() if one is not None}

    @on(Input.Changed)
    def _offer(self, event: Input.Changed) -> None:
        event.stop()
        if self._refused and event.value == f"{self._refused}:":  # A new command has been started.
            event.input.value = ""
        self._say("")

    def _say(self, problem: str) -> None:
        typed = self.query_one(Input).value
        found = completions(typed, self.pages)
        found += [one.offer for one in line_completions(typed, self.filters)]
        more = f"  … {len(found) - SHOWN} more" if len(found) > SHOWN else ""
        self.query_one(".offers", Static).update(label("  ".join(found[:SHOWN]) + more))
        self.query_one(".offers").display = bool(found) and not problem
        self.query_one(".problem", Static).update(label(problem))
        self.query_one(".problem").display = bool(problem)

    def _refuse(self, problem: str) -> None:
        """Show why the line can't be run; the next letter replaces a single word, `:` any line."""
        self._say(problem)
        line = self.query_one(Input)
        self._refused = line.value
        if " " not in line.value.strip():
            line.select_all()

    def action_complete(self) -> None:
        """Complete as far as it is unique; if it is complete, offer the next one."""
        line = self.query_one(Input)
        if begun := line_completions(line.value, self.filters):
            line.value = begun[0].put_into(line.value)
            line.cursor_position = len(line.value)
        elif found := completions(line.value, self.pages):
            common = common_prefix(found)
            line.value = common if len(common) > len(line.value) else found[0]
            line.cursor_position = len(line.value)

    def action_recall(self, by: int) -> None:
        """Recall the previous or next typed line."""
        self._at = max(0, min(self._at + by, len(self._typed)))
        line = self.query_one(Input)
        line.value = self._typed[self._at] if self._at < len(self._typed) else ""
        line.cursor_position = len(line.value)

    @on(Input.Submitted)
    async def _run(self, event: Input.Submitted) -> None:
        event.stop()
        if not event.value.strip():
            self.close()
            return
        try:
            tabs = {name: one.tab_query_param for name, one in self._resources.items()}
            pages = {**self._refused_pages, **self.pages}
            command = parse_command(event.value, pages, self.filters, tabs)
        except UnknownCommand as error:
            self._refuse(str(error))
            return
        active = next(filter(None, map(self._keys.get, command.bindings)), None)
        named = bool(command.bindings) or not command.action
        if command.location is None and named and (active is None or not active.enabled):
            why = disabled_command_reason(self._about, command.bindings)
            self._refuse(why or not_here_message(event.value.strip(), command.bindings))
            return
        self._remember(event.value)
        self.close()
        if command.location is not None:
            place = self._page_at(command.location, command.address)
            memory = {"line": command.line} if command.line else None
            self.ask(self.svc.router.push(place, memory=memory))
        elif active is not None:
            action = command.action or active.binding.action
            self.app.call_later(self.app.run_action, action, active.node)
        else:
            self.app.call_later(self.app.run_action, command.action)

    def _page_at(self, place: Location, address: str) -> Location:
        """Return the page of a location; that of the collection at `address` if it has none."""
        if not address.strip("/") or self.svc.router.find(address) is not None:
            return place
        for name, one in self._resources.items():
            if one.endpoint.partition("?")[0].strip("/") == address.strip("/"):
                return replace(place, path=f"/{name}")
        return replace(place, path=self.svc.discovery.open(address))

    def _remember(self, line: str) -> None:
        if line in self._typed:
            self._typed.remove(line)
        self._typed.append(line)
        del self._typed[:-MOST_REMEMBERED]
