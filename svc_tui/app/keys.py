"""AppKeys: the keys that work on every page."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding, BindingType

from svc_tui.app.chords import CHORDS, Chords
from svc_tui.config.restricted import is_restricted
from svc_tui.routing.route import import_page
from svc_tui.screens.page import SvcPage
from svc_tui.text import clean
from svc_tui.textual_patches.hooks import UnusedKeys
from svc_tui.thinline import hook as tap
from svc_tui.thinline.stats import OutputStats

if TYPE_CHECKING:
    from svc_tui.app.available_keys import AvailableKeys
    from svc_tui.app.context import Svc
    from svc_tui.app.parts import ConsoleParts
    from svc_tui.app.profiles import Profiles
    from svc_tui.app.program_commands import ProgramCommands
    from svc_tui.app.quitting import Quitting
    from svc_tui.app.signing_in import SigningIn
    from svc_tui.app.unused_keys import UnusedKeyNotice

DIALOGS = {
    "log": "svc_tui.widgets.shell.log_panel:LogPanel",
    "tasks": "svc_tui.widgets.shell.tasks:TasksDialog",
    "drafts": "svc_tui.widgets.record.drafts_dialog:DraftsDialog",
    "palette": "svc_tui.widgets.shell.palette:Palette",
    "own_writes": "svc_tui.widgets.record.history_dialog:HistoryDialog",
    "jump": "svc_tui.widgets.shell.jump_labels:JumpLabels",
}
"""Dialogs that every page has, each imported when it is first opened."""

KEYS: list[BindingType] = [
    Binding(
        "ctrl+q",
        "quit",
        "Quit",
        show=False,
        priority=True,
        id="app.quit",
        tooltip="Quit the program.",
    ),
    Binding(
        "question_mark,f1",
        "help",
        "Keys",
        key_display="?",
        tooltip="Show all keys of this page.",
        id="app.help",
    ),
    Binding(
        "b", "sidebar", "Sidebar", show=False, tooltip="Show or hide the sidebar.", id="app.sidebar"
    ),
    Binding(
        "B",
        "mini",
        "Mini sidebar",
        show=False,
        tooltip="Show only icons in the sidebar.",
        id="app.mini",
    ),
    Binding(
        "at",
        "dialog('log')",
        "Log",
        show=False,
        key_display="@",
        id="app.log",
        tooltip="Show the log of requests and changes.",
    ),
    Binding(
        "w",
        "dialog('tasks')",
        "Tasks",
        show=False,
        tooltip="Show running and finished tasks.",
        id="app.tasks",
    ),
    Binding(
        "H",
        "history(-1)",
        "Back",
        show=False,
        tooltip="Go back to the previous page.",
        id="app.back",
    ),
    Binding(
        "L",
        "history(1)",
        "Forward",
        show=False,
        id="app.forward",
        tooltip="Go forward again, after going back.",
    ),
    Binding(
        "minus",
        "last",
        "Previous page",
        show=False,
        key_display="-",
        id="app.last",
        tooltip="Switch to the page you were on last.",
    ),
    Binding(
        "g",
        "chord('g')",
        "Go to…",
        show=False,
        tooltip="Go to a place by its letter or a menu.",
        id="app.go",
    ),
    *(
        Binding(key, f"second('{key}')", show=False, priority=True, id=f"app.second_{key}")
        for key in sorted({keys[1] for keys in CHORDS})
    ),
    Binding(
        "ctrl+o",
        "dialog('jump')",
        "Jump",
        show=False,
        id="app.jump",
        tooltip="Jump to a part of the page by letter.",
    ),
    Binding(
        "colon",
        "command",
        "Command",
        show=False,
        key_display=":",
        tooltip="Type a command, such as :articles or :w.",
        id="app.command",
    ),
    Binding(
        "T",
        "line",
        "Traffic",
        show=False,
        tooltip="Show how much was sent and received.",
        id="app.line",
    ),
    Binding(
        "u",
        "bring_back",
        "Undo",
        show=False,
        tooltip="Undo your last step on this page.",
        id="app.bring_back",
    ),
    Binding(
        "ctrl+l",
        "redraw",
        "Redraw",
        show=False,
        priority=True,
        id="app.redraw",
        tooltip="Redraw the whole screen.",
    ),
    Binding(
        "ctrl+z",
        "suspend_process",
        "Suspend",
        show=False,
        id="app.suspend",
        tooltip="Suspend svc-tui; run `fg` in the shell to return.",
    ),
    Binding(
        "ctrl+c",
        "copy_or_cancel",
        "Copy",
        show=False,
        id="app.copy",
        tooltip="Copy the selected text, or stop loading.",
    ),
    *(
        Binding(str(n), f"section({n})", f"Page {n}", show=False, id=f"app.section_{n}")
        for n in range(1, 10)
    ),
]
"""The keys that every page has."""


class AppKeys(UnusedKeys):
    """The bindings of a console, and their actions."""

    svc: Svc | None = None
    """The services; None until the console has booted."""
    profiles: Profiles
    """The other profiles of the console file."""
    parts: ConsoleParts
    """The parts that the program adds to the console."""
    own: ProgramCommands
    """The commands of the program."""
    typed_lines: list[str]
    """The command lines so far, the newest last."""
    chords: Chords
    """Two keys after each other."""
    quitting: Quitting
    signing_in: SigningIn
    unused: UnusedKeyNotice
    available: AvailableKeys

    BINDINGS: ClassVar[list[BindingType]] = KEYS

    # Actions

    def unused_key(self, key: str) -> None:
        """Tell why a pressed key does nothing."""
        self.unused.tell(key)

    def takes_key(self, key: str) -> bool:
        """Take what is pressed behind the first of two keys."""
        return self.chords.refuse(key)

    def action_dialog(self, name: str) -> None:
        """Open one of the dialogs that every page has."""
        self.push_screen(import_page(DIALOGS[name])())

    def action_command_palette(self) -> None:
        from svc_tui.widgets.shell.help import HelpScreen

        if isinstance(self.screen, HelpScreen):  # The commands are those of the page below.
            self.screen.close()
            self.call_later(self.action_dialog, "palette")
        elif not self.screen.has_class("--textual-command-palette"):
            self.action_dialog("palette")

    def action_help(self) -> None:
        from svc_tui.widgets.shell.help import HelpScreen

        self.push_screen(HelpScreen(self.screen))

    def action_bring_back(self) -> None:
        """Open the record whose changes were discarded last, unless something was saved since."""
        self.run_worker(self._svc.undo_newest())

    def action_own_profile(self) -> None:
        """Edit the signed-in user's profile, if the backend has one."""
        from svc_tui.widgets.shell.profile_dialog import open_profile

        open_profile(self, self._svc)

    def action_profile(self, name: str) -> None:
        """Show another profile of the console file, or ask which."""
        self.run_worker(self.profiles.switch(name) if name else self.profiles.ask())

    def action_sidebar(self) -> None:
        """Show or hide the sidebar, and remember it."""
        likes = self._svc.preferences
        likes.remember(sidebar_shown=not likes.state.sidebar_shown)

    def action_mini(self) -> None:
        """Switch the sidebar between icons and icons with words."""
        likes = self._svc.preferences
        likes.remember(sidebar_mini=not likes.state.sidebar_mini)

    def _leave(self, go: Callable[[], Coroutine[Any, Any, object]]) -> None:
        if not self._svc.blocks_leaving():
            self.run_worker(go())

    def action_history(self, by: int) -> None:
        router = self._svc.router
        self._leave(router.back if by < 0 else router.forward)

    def action_last(self) -> None:
        self._leave(self._svc.router.last)

    def action_go(self, location: str) -> None:
        self._leave(partial(self._svc.router.revisit, location))

    def action_section(self, number: int) -> None:
        """Go to the page with this number in the sidebar."""
        from svc_tui.widgets.shell.sidebar import numbered_pages

        pages = numbered_pages(self.screen)
        if number <= len(pages):
            self.action_go(pages[number - 1].route or "/")

    def action_chord(self, start: str) -> None:
        """Take the first key of two; the next one decides, if it follows soon."""
        self.chords.begin(start)

    async def action_second(self, key: str) -> None:
        """Run what the two keys stand for."""
        await self.chords.run(key)

    def action_top(self) -> None:
        """Go to the first row or line."""
        if (focused := self.screen.focused) is not None:
            focused.scroll_home(animate=False)
            if (cursor := getattr(focused, "go_to_row", None)) is not None:
                cursor(0)
            elif (first := getattr(focused, "action_first", None)) is not None:
                first()

    @property
    def page(self) -> SvcPage | None:
        """The page under all modals."""
        pages = [screen for screen in self.screen_stack if isinstance(screen, SvcPage)]
        return pages[-1] if pages else None

    @property
    def line(self) -> OutputStats | None:
        """The counters of the output layer; None if Textual draws directly."""
        return tap.output_stats(self)

    def action_line(self) -> None:
        """Show what was sent and received so far."""
        from svc_tui.widgets.shell.connection_panel import ConnectionPanel

        self.push_screen(ConnectionPanel(self.line, partial(tap.ask_terminal, self)))

    def action_command(self) -> None:
        from svc_tui.widgets.shell.command_line import CommandLine

        self.push_screen(CommandLine(self.screen, self.typed_lines))

    def action_references(self) -> None:
        """Show what uses the current record, if the page knows that."""
        if (show := getattr(self.page, "show_references", None)) is not None:
            show()

    def action_target(self) -> None:
        """Open the record that the field under the cursor refers to."""
        if self._svc.blocks_leaving():
            return
        for body in self.screen.query("DetailBody"):
            if (show := getattr(getattr(body, "here", None), "open_target", None)) is not None:
                show()

    def action_redraw(self) -> None:
        """Repaint everything, as something else wrote to the terminal."""
        tap.forget(self)
        self.refresh(layout=True)
        self.screen.refresh(layout=True)

    def action_copy_or_cancel(self) -> None:
        """Copy the selection; without one, stop loading."""
        if (selected := self.screen.get_selected_text()) is not None:
            self.copy_to_clipboard(clean(selected, multiline=True))
            if self.svc is not None:
                self.svc.snack.show("Copied to the terminal's clipboard.")
            return
        for worker in list(self.workers):
            if worker.group in ("load", "load-marks") and worker.node.screen is self.screen:
                worker.cancel()

    def action_sign_out(self) -> None:
        """Sign out, unless there is something to lose and the user stays."""
        from svc_tui.widgets.shell.buttons import sign_out

        if self._svc.auth.asks and self._svc.auth.is_authenticated:
            self.run_worker(sign_out(self._svc))
        else:
            self._svc.snack.show("You are not signed in.")

    def action_own(self, id: str) -> None:
        """Run a command of the program."""
        self.own.run(id)

    def hidden_key_reason(self, binding: Binding) -> str:
        """Return why there is nothing to undo."""
        return "There is nothing to undo." if binding.action == "bring_back" else ""

    def unavailable_reason(self, action: str, parameters: tuple[object, ...]) -> str:
        """Return why the sidebar can't change, or a command of the program can't be run now."""
        return self.available.reason(action, parameters)

    async def action_quit(self) -> None:
        """Quit; asks first when something would be lost."""
        self.quitting.begin()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer actions that need services only after the boot and on a page with a session."""
        if action == "suspend_process":
            return self._driver is not None and self._driver.can_suspend and not is_restricted()
        return self.available.check(action, parameters)

    @property
    def _svc(self) -> Svc:
        assert self.svc is not None
        return self.svc
