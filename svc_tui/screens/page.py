"""SvcPage: a layout, a location, and the keys that every page has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from svc_tui.models.arguments import given_words, refused_arguments
from svc_tui.models.foreign_code import is_foreign, value_in_time
from svc_tui.models.overrides import check_overrides
from svc_tui.models.slots import Slots
from svc_tui.routing.history_entry import HistoryEntry
from svc_tui.text import label
from svc_tui.widgets.base import StoreSubscriber, lacks_services, no_services
from svc_tui.widgets.command import (
    Blocked,
    Command,
    CommandHost,
    check_binding_shapes,
    check_own_bindings,
    checked_blocked,
    own_key_problems,
)
from svc_tui.widgets.focusing import MAIN, focus_now, main_part
from svc_tui.widgets.letters import is_typing
from svc_tui.widgets.running_commands import RunningCommands
from svc_tui.widgets.shell.layout import LAYOUTS
from svc_tui.widgets.slots import widgets_of

OVERRIDABLE = ("KEYS", "GROUP", "content", "main", "coming", "signed_in_again", "layout_name")
"""What a page may define."""


class SvcPage(CommandHost, StoreSubscriber, Screen[None]):
    """A page that a route shows: `Route("/dashboard", Dashboard, label="Dashboard")`.

    A subclass returns its widgets from `content()`; the layout is around them. `self.svc` are the
    services, `self.visit.location` the location with its query, `self.listen(store)` follows a
    store while the page is shown, and `main()` is the widget that has the focus. The commands in
    `KEYS` are offered in the footer, the help and the palette; `run` is handed the page.
    """

    KEYS: ClassVar[Sequence[Command]] = ()
    """The page's own commands, added to those of the classes above."""
    GROUP = ""
    """The heading of the page's commands in the help; if empty, that of their ids."""

    BINDINGS = [
        Binding(
            "escape", "leave", "Back", show=False, id="page.back",
            tooltip="Leave the field or the page.",
        ),
        Binding("q", "close_page", "Close", show=False, id="page.close",
                tooltip="Close this page, or quit on Home."),
    ]  # fmt: skip

    AUTO_FOCUS = ""
    """Each page sets its own focus; the first button of the top bar is not it."""

    layout_name = "svc-default"

    @property
    def coming(self) -> bool:
        """Whether content that keys are meant for is still loading."""
        return False

    def __init__(self, visit: HistoryEntry, *, slots: Slots | None = None, **props: Any) -> None:
        super().__init__()
        given: object = visit
        if not isinstance(given, HistoryEntry):
            said = f"visit should be HistoryEntry(…), not {given_words(given)}: a console makes its"
            raise refused_arguments(type(self), f"{said} pages, SvcApp(…, routes=[Route(…)])")
        self.visit = visit
        self.slots = slots or Slots()
        self.props = {**visit.params, **props}
        self._svc = None
        self._running_commands = RunningCommands(self)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Bind the keys of the page's own commands."""
        own = _checked_keys(cls)
        check_own_bindings(cls)
        check_overrides(cls, OVERRIDABLE, may_yield=("content",))
        if keys := [one.binding for one in own if one.keys]:
            cls.BINDINGS = [*vars(cls).get("BINDINGS", ()), *keys]
        super().__init_subclass__(**kwargs)

    def own_commands(self) -> Iterator[Command]:
        """Yield the commands in `KEYS` of this class and of those above it."""
        for kind in type(self).__mro__:
            yield from vars(kind).get("KEYS", ())

    def commands(self) -> Iterator[tuple[Command, Any]]:
        """Yield the page's own commands."""
        yield from super().commands()
        for command in self.own_commands():
            yield command, self

    def _own(self, id: object) -> Command | None:
        return next((one for one in self.own_commands() if one.id == id), None)

    def blocked(self, id: object) -> Blocked | None:
        """Return why a command can't be run now; a check of `KEYS` may fail."""
        if (own := self._own(id)) is None:
            return super().blocked(id)
        return self.gate(own) or checked_blocked(own, self)

    async def action_command(self, id: str) -> None:
        """Run a command; one of `KEYS` is stopped if it hangs, or runs beside the page."""
        if (own := self._own(id)) is None:
            await super().action_command(id)
        elif self.blocked(id) is None:
            self._running_commands.run(own)

    def compose(self) -> ComposeResult:
        if lacks_services(self):
            _idle(self)
            yield Static(label(no_services(self), "$text-error"))
            return
        route = self.visit.route
        name = route.layout if route else self.layout_name
        layout = LAYOUTS.get(name, LAYOUTS["svc-default"])
        yield layout(*self.checked_content(), slots=self.slots)

    def checked_content(self) -> list[Widget]:
        """Return `content()`, stopped if it hangs.

        Raises `RuntimeError` if it hangs, `TypeError` for what is no widget, and its own errors.
        """
        return _foreign_content(self) if is_foreign(type(self)) else self.content()

    def content(self) -> list[Widget]:
        """The page itself."""
        return []

    def main(self) -> Widget | None:
        """Return the widget that has the focus while nothing is being typed.

        By default, that is the first list or record of the page.
        """
        return next(iter(self.query(", ".join(MAIN)).results(Widget)), None)

    def _focused_first(self) -> Widget | None:
        main = self.main()
        return main if main is None or main.focusable else main_part(main) or main

    def on_mount(self) -> None:
        """Focus the main widget."""
        if (main := self._focused_first()) is not None:
            focus_now(main)

    def signed_in_again(self) -> None:
        """Called after a sign-in over the page; reload here what had failed."""

    async def action_leave(self) -> None:
        """Handle Esc: leave a text field, dismiss toasts, else go back one level; never quit."""
        main, snack = self._focused_first(), self.svc.snack
        elsewhere = main is not None and self.focused is not None and not main.has_focus_within
        if is_typing(self.focused) or elsewhere:
            self.set_focus(None if is_typing(main) else main)
        elif staying := [toast.id for toast in snack.state.toasts if not toast.duration]:
            snack.dismiss(staying[-1])
        elif self.svc.router.can_go_back:
            self.ask(self.svc.router.back())

    async def action_close_page(self) -> None:
        """Close this page; on the first one, quit."""
        if self.svc.blocks_leaving():
            return
        if self.svc.router.can_go_back:
            self.ask(self.svc.router.back())
        else:
            await self.app.run_action("app.quit")


def _checked_keys(page: type[SvcPage]) -> Sequence[Command]:
    """Return the commands that a class adds; raises `ConfigError` for what can't be bound."""
    own: object = vars(page).get("KEYS", ())
    if isinstance(own, str | Mapping) or not isinstance(own, Sequence):
        said = f"KEYS should be a list of Command(…), not {given_words(own)}"
        raise refused_arguments(page, said)
    if wrong := [one for one in own if not isinstance(one, Command)]:
        said = f"KEYS: each should be a Command(…), not {given_words(wrong[0])}"
        raise refused_arguments(page, said)
    check_binding_shapes(page)
    if twice := [*own_key_problems(own, vars(page).get("BINDINGS", ()))]:
        raise refused_arguments(page, *twice)
    return own


def _idle(page: SvcPage) -> None:
    """Have a page without services only close: its own methods may need them.

    On this object only: a class that handles events itself would be asked about every key.
    """

    def close() -> None:
        if len(page.app.screen_stack) > 1:
            page.dismiss()

    async def no_key(event: events.Key) -> bool:
        return False

    idle: Any = page
    idle.handle_key = no_key
    idle.on_event = partial(_handle_idle_event, page)
    idle.controllers = tuple
    idle.action_leave = idle.action_close_page = close


async def _handle_idle_event(page: SvcPage, event: events.Event) -> None:
    """Handle an event of a page without services, whose own methods may need them."""
    if isinstance(event, events.Mount):
        Screen._on_mount(page, event)
    elif not isinstance(event, events.Unmount):
        await Screen.on_event(page, event)


def _foreign_content(page: SvcPage) -> list[Widget]:
    """Return the widgets of a consumer's page; of an empty one a line that says what is missing."""
    kind = type(page)
    if kind.content is SvcPage.content and kind.on_mount is SvcPage.on_mount:
        return [Static(label(f"{kind.__name__} is empty: return its widgets in content()."))]
    found: object = value_in_time(page.content)
    if found is None:
        raise TypeError("content() returned None, not widgets: is a `return` missing?")
    return widgets_of(found)
