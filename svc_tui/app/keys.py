"""What the keys do that work on every page."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding, BindingType
from textual.screen import ModalScreen, Screen

from svc_tui.screens.login import LoginPage
from svc_tui.screens.page import SvcPage
from svc_tui.text import clean
from svc_tui.textual_patches.hooks import UnusedKeys
from svc_tui.thinline import hook as tap
from svc_tui.thinline.stats import OutputStats
from svc_tui.widgets.shell.breakpoints import SIDEBAR_ICONS_MIN_WIDTH, SIDEBAR_LABELS_MIN_WIDTH
from svc_tui.widgets.shell.disabled_keys import disabled_key_reason

if TYPE_CHECKING:
    from svc_tui.app.context import Svc

CHORDS = {
    "gg": "app.top",
    "gh": "app.go('/')",
    "gm": "app.go('/media')",
    "gd": "app.target",
    "gr": "app.references",
    "gk": "app.drafts",
    "go": "app.own_writes",
    "gp": "app.own_profile",
}
"""Two keys after each other, and what they do."""

CHORD_PATIENCE = 1.0
"""Seconds in which the second key has to come."""


class AppKeys(UnusedKeys):
    """The bindings of a console, and their actions."""

    svc: Svc | None = None
    """The services; None until the console has booted."""
    commands: list[str]
    """What was typed behind `:` so far, the newest last."""
    _chord = ""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True, id="app.quit"),
        Binding(
            "question_mark,f1",
            "help",
            "Keys",
            key_display="?",
            tooltip="All keys of this page.",
            id="app.help",
        ),
        Binding("b", "sidebar", "Sidebar", show=False, tooltip="Show or hide.", id="app.sidebar"),
        Binding("B", "mini", "Mini sidebar", show=False, tooltip="Icons only.", id="app.mini"),
        Binding("at", "log", "Log", show=False, key_display="@", id="app.log"),
        Binding(
            "w",
            "tasks",
            "Tasks",
            show=False,
            tooltip="What is under way, and what came of it.",
            id="app.tasks",
        ),
        Binding("H", "history(-1)", "Back", show=False, tooltip="History back.", id="app.back"),
        Binding("L", "history(1)", "Forward", show=False, id="app.forward"),
        Binding("minus", "last", "Last page", show=False, key_display="-", id="app.last"),
        Binding(
            "g",
            "chord('g')",
            "Go to…",
            show=False,
            tooltip="gg top, gh home, gm media, gd target, gr uses, gk drafts, go own writes, "
            "gp own profile.",
            id="app.go",
        ),
        *(
            Binding(key, f"second('{key}')", show=False, priority=True, id=f"app.second_{key}")
            for key in sorted({keys[1] for keys in CHORDS})
        ),
        Binding(
            "colon",
            "command",
            "Command",
            show=False,
            key_display=":",
            tooltip="Type a command: :articles status=draft, :w, :q, :line.",
            id="app.command",
        ),
        Binding(
            "T",
            "line",
            "Traffic",
            show=False,
            tooltip="What went over the line so far.",
            id="app.line",
        ),
        Binding(
            "u",
            "bring_back",
            "Bring back",
            show=False,
            tooltip="Put what you discarded last back into its form.",
            id="app.bring_back",
        ),
        Binding("ctrl+l", "redraw", "Redraw", show=False, priority=True, id="app.redraw"),
        Binding("ctrl+c", "copy_or_cancel", "Copy", show=False, id="app.copy"),
        *(
            Binding(str(n), f"section({n})", f"Page {n}", show=False, id=f"app.section_{n}")
            for n in range(1, 10)
        ),
    ]

    # Actions

    def unused_key(self, key: str) -> None:
        """A key whose action is dim says why, on whatever page; nothing is pressed in silence."""
        # Here, not above: the first paint needs no store.
        from svc_tui.stores.session.snack_store import LEFT

        why = disabled_key_reason(self.screen, key) if self.svc is not None else None
        if why and all(toast.message != why for toast in self._svc.snack.state.toasts):
            self._svc.snack.show(why, until=(LEFT,))

    def action_help(self) -> None:
        """All keys of what has the focus."""
        from svc_tui.widgets.shell.help import HelpScreen

        self.push_screen(HelpScreen(self.screen))

    def action_log(self) -> None:
        """Toasts and requests so far."""
        from svc_tui.widgets.shell.log_panel import LogPanel

        self.push_screen(LogPanel())

    def action_tasks(self) -> None:
        """What is under way, and what came out of what was."""
        from svc_tui.widgets.shell.tasks import TasksDialog

        self.push_screen(TasksDialog())

    def action_drafts(self) -> None:
        """What was typed and never saved."""
        from svc_tui.widgets.record.drafts_dialog import DraftsDialog

        self.push_screen(DraftsDialog())

    def action_bring_back(self) -> None:
        """Open the record whose changes were discarded last, with them in its form."""
        self.run_worker(self._svc.restore_last_discarded())

    def action_own_writes(self) -> None:
        """What was written in this session."""
        from svc_tui.widgets.record.history_dialog import HistoryDialog

        self.push_screen(HistoryDialog())

    def action_own_profile(self) -> None:
        """One's own names, address and password, where the backend has a place for them."""
        svc = self._svc
        if not svc.dialect.own_profile:
            svc.snack.show("This backend has no page for your own profile.")
            return
        from svc_tui.widgets.shell.profile_dialog import ProfileDialog

        self.push_screen(ProfileDialog(svc))

    def action_sidebar(self) -> None:
        """Show or hide the sidebar, and remember it."""
        likes = self._svc.preferences
        likes.remember(sidebar_shown=not likes.state.sidebar_shown)

    def action_mini(self) -> None:
        """Icons only, or icons and words."""
        likes = self._svc.preferences
        likes.remember(sidebar_mini=not likes.state.sidebar_mini)

    async def action_history(self, by: int) -> None:
        """Back or forward."""
        if self._svc.blocks_leaving():
            return
        router = self._svc.router
        self.run_worker(router.back() if by < 0 else router.forward())

    def action_last(self) -> None:
        """The page before this one, and back again."""
        if self._svc.blocks_leaving():
            return
        self.run_worker(self._svc.router.last())

    def action_section(self, number: int) -> None:
        """The page with this number in the sidebar."""
        from svc_tui.widgets.shell.sidebar import SvcSidebarList

        for pages in self.screen.query(SvcSidebarList):
            nodes = pages.pages()
            if not pages.footer and number <= len(nodes) and nodes[number - 1].route:
                if self._svc.blocks_leaving():
                    return
                self.run_worker(self._svc.router.push(nodes[number - 1].route or "/"))

    def action_chord(self, start: str) -> None:
        """The first key of two; the next one decides, if it comes soon."""
        self._chord = start
        self.set_timer(CHORD_PATIENCE, self._forget_chord)
        self.screen.refresh_bindings()

    def _forget_chord(self) -> None:
        self._chord = ""
        if self.screen_stack:  # None is left once the console closes.
            self.screen.refresh_bindings()

    async def action_second(self, key: str) -> None:
        """The second key of two."""
        action = CHORDS[self._chord + key]
        self._chord = ""
        await self.run_action(action)

    async def action_go(self, location: str) -> None:
        """Go to one of the console's own pages."""
        if self._svc.blocks_leaving():
            return
        self.run_worker(self._svc.router.push(location))

    async def action_top(self) -> None:
        """The first row, the first line."""
        focused = self.screen.focused
        if focused is not None:
            focused.scroll_home(animate=False)
            if (cursor := getattr(focused, "go_to_row", None)) is not None:
                cursor(0)

    @property
    def page(self) -> SvcPage | None:
        """The page under all modals."""
        pages = [screen for screen in self.screen_stack if isinstance(screen, SvcPage)]
        return pages[-1] if pages else None

    @property
    def line(self) -> OutputStats | None:
        """What went to the terminal so far; None where Textual sends by itself."""
        return tap.output_stats(self)

    def action_line(self) -> None:
        """What went over the line so far."""
        from svc_tui.widgets.shell.connection_panel import ConnectionPanel

        self.push_screen(ConnectionPanel(self.line, partial(tap.ask_terminal, self)))

    def action_command(self) -> None:
        """Type a command."""
        from svc_tui.widgets.shell.command_line import CommandLine

        self.push_screen(CommandLine(self.screen, self.commands))

    def action_references(self) -> None:
        """What uses the thing at hand, where the page knows such a thing."""
        show = getattr(self.page, "show_references", None)
        if show is not None:
            show()

    def action_target(self) -> None:
        """The record that the field under the cursor points to."""
        if self._svc.blocks_leaving():
            return
        for body in self.screen.query("DetailBody"):
            open_target = getattr(getattr(body, "here", None), "open_target", None)
            if open_target is not None:
                open_target()

    def action_redraw(self) -> None:
        """Paint everything again: something else wrote on the terminal."""
        tap.forget(self)
        self.refresh(layout=True)
        self.screen.refresh(layout=True)

    def action_copy_or_cancel(self) -> None:
        """Copy what is selected; without a selection, give up waiting."""
        if (selected := self.screen.get_selected_text()) is not None:
            self.copy_to_clipboard(clean(selected, multiline=True))
            if self.svc is not None:
                self.svc.snack.show("Sent to the terminal's clipboard.")
            return
        for worker in list(self.workers):
            if worker.group == "load" and worker.node.screen is self.screen:
                worker.cancel()

    async def action_quit(self) -> None:
        """Quit; asks first when something would be lost."""
        asked = None if self.svc is None else self.svc.confirm.state.question
        quitting = any(one.group == "quit" and not one.is_finished for one in self.workers)
        if asked is not None and quitting:
            self._svc.snack.show("Answer this question first; Esc harms nothing.", "warning")
            return
        if asked is not None:
            self._svc.confirm.answer(asked.id, asked.cancel)
        self.run_worker(self._quit(), group="quit", exclusive=True)

    async def _quit(self) -> None:
        if self.svc is None:
            self.exit()
        elif await self.svc.confirm_end_session("Quit"):
            # Nobody sees the results of what was stopped: the shell shows them instead.
            from rich.text import Text

            words = clean("\n".join(self.svc.exit_messages), multiline=True)
            self.exit(message=Text(words) if words else None)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What needs services is not there before the console has booted, or without a session."""
        needs = {
            "log",
            "line",
            "command",
            "sidebar",
            "mini",
            "history",
            "last",
            "section",
            "help",
            "chord",
            "go",
            "drafts",
            "bring_back",
            "own_writes",
            "tasks",
        }
        if action == "second":
            return bool(self._chord) and self._chord + str(parameters[0]) in CHORDS
        if action == "bring_back" and (self.svc is None or self.svc.drafts.discarded is None):
            return False
        if action in needs and (self.svc is None or self._is_apart(self.screen)):
            return False
        # Keys that could change nothing to be seen are dim.
        room = {"sidebar": SIDEBAR_ICONS_MIN_WIDTH, "mini": SIDEBAR_LABELS_MIN_WIDTH}.get(action, 0)
        return True if self.size.width >= room else None

    def _is_apart(self, screen: Screen[Any]) -> bool:
        """Whether a screen has no page's keys: one signs in or answers there, and nothing else."""
        return isinstance(screen, LoginPage | ModalScreen)

    @property
    def _svc(self) -> Svc:
        assert self.svc is not None
        return self.svc
