"""SvcApp: a console. Its pages are in `pages.py`, its keys in `keys.py`, its boot in `boot.py`."""

from __future__ import annotations

import signal
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, ClassVar

from textual import work
from textual.binding import Binding
from textual.events import DescendantFocus
from textual.filter import LineFilter
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.theme import Theme

from svc_tui.api.daemon_thread import run_in_daemon_thread
from svc_tui.app.available_keys import AvailableKeys
from svc_tui.app.beginning import begin_with, first_location
from svc_tui.app.boot import Boot
from svc_tui.app.chords import Chords
from svc_tui.app.console import Console, Splash
from svc_tui.app.current import CurrentSvc, current_svc
from svc_tui.app.ending import delete_pictures, ending_loop, save_before_end
from svc_tui.app.failures import Failures
from svc_tui.app.look import DeferredStylesheet, stylesheet
from svc_tui.app.page_maker import PageMaker
from svc_tui.app.pages import AppPages, fitted
from svc_tui.app.parts import ConsoleParts
from svc_tui.app.profiles import Profiles
from svc_tui.app.program_commands import ProgramCommands
from svc_tui.app.quitting import Quitting
from svc_tui.app.signing_in import SigningIn
from svc_tui.app.theming import apply_theme
from svc_tui.app.unused_keys import UnusedKeyNotice
from svc_tui.config.errors import ConfigError, ConfigProblem
from svc_tui.config.legible import legible
from svc_tui.config.restricted import is_restricted
from svc_tui.models.arguments import Name, Sync, checks_arguments
from svc_tui.models.foreign_code import failure_mark, forget_failures
from svc_tui.models.slots import Slots
from svc_tui.screens.login import LoginPage
from svc_tui.screens.page import SvcPage
from svc_tui.screens.start import StartPage
from svc_tui.terminal.ascii_filter import key_in_words
from svc_tui.terminal.error_log import RECENT_ERRORS, install_error_hooks, remove_error_hooks
from svc_tui.terminal.log_file import LogFile, close_log, open_log
from svc_tui.terminal.output_guard import LineFilters
from svc_tui.terminal.signals import install_signals
from svc_tui.terminal.startup_check import draws_on_terminal, exit_without_terminal
from svc_tui.text import clean
from svc_tui.textual_patches import hooks
from svc_tui.textual_patches.apply import apply_patches
from svc_tui.textual_patches.speed import is_fast
from svc_tui.thinline import hook as tap
from svc_tui.widgets.base import SvcModal
from svc_tui.widgets.command import check_binding_shapes

if TYPE_CHECKING:
    import httpx
    from textual.command import Provider
    from textual.notifications import SeverityLevel
    from textual.widget import Widget

    from svc_tui.api.auth.base import Auth
    from svc_tui.api.dialects import Dialect
    from svc_tui.app.plugins import Plugin
    from svc_tui.config.document import ConsoleConfig
    from svc_tui.config.options import Options
    from svc_tui.models.resource import Resource, SidebarGroup
    from svc_tui.models.slots import Fill
    from svc_tui.routing.middleware import Middleware
    from svc_tui.routing.route import Route
    from svc_tui.stores.session.snack_store import Kind
    from svc_tui.widgets.command import Command
    from svc_tui.widgets.form.field import SvcField


SNACK_KINDS: dict[SeverityLevel, Kind] = {
    "information": "info",
    "warning": "warning",
    "error": "error",
}
"""Our kind of toast for each severity of Textual."""

SHOW_TOASTS = (SvcPage, SvcModal, StartPage)
"""Screens that show toasts, or are followed by a page that does."""


def _shows_toasts(screen: Screen[Any]) -> bool:
    return isinstance(screen, SHOW_TOASTS) or bool(screen.query("SvcSnackBar"))


def _commands() -> type[Provider]:
    from svc_tui.widgets.shell.palette import SvcCommands

    return SvcCommands


@checks_arguments(
    log=(Name, PurePath, type(None)),
    state_dir=(Name, PurePath, type(None)),
    load=(Sync, type(None)),
    start=str,
    thin=(bool, type(None)),
    frame_rate=(int, float, type(None)),
    greeting=(Splash, type(None)),
)
class SvcApp(hooks.FaultTolerantApp, AppPages):
    """A console.

    `SvcApp(Options(base_url=…), resources=[…])` is enough; `SvcApp(console_from("svc.toml"), …)`
    starts from a console file. The other arguments are the parts of a console,
    each merged into the existing ones: an entry with an existing name replaces it.

    Args:
        options: The settings, or what `console_from` read.
        resources: The backend's collections.
        groups: Headings of the sidebar.
        routes: Your pages, as `Route("/dashboard", Dashboard, label="Dashboard")`.
        plugins: Startup steps, run in order after the built-in ones.
        middleware: Functions from `NavigationRequest` to a verdict, by the names that routes and
            resources give.
        field_types: Subclasses of `SvcField` (or `"module:Class"`) by the name of the type.
        components: Classes that replace built-in ones, by the names in `COMPONENTS`.
        media_adapter: Methods of the `MediaAdapter`, by name.
        slots: Functions that fill the slots in `SLOTS`.
        themes: Additional themes.
        commands: Commands of every page, in the palette and on keys; `run`, `blocked` get the app.
        dialect: A `Dialect`, or the name of one.
        auth: How the console signs in, as an object: `TokenAuth(…)`.
        log: A file for requests and failures, with tracebacks; only its owner can read it.
        transport: The httpx transport of every request, instead of the one that the options name.
        state_dir: The folder of sessions, drafts and preferences; None is the user's own.
        load: Builds the `Console` in a thread, after the first paint; of the above, takes `log`.
        greeting: The words of the first page, while `load` runs.
        start: The first location: `/books?page=2`; its slash may be left out.
        thin: Whether only changes are sent to the terminal; None uses the options.
        frame_rate: Maximum frames per second; None uses the options.

    Raises:
        ConfigError: a name does not exist, no backend is named, or arguments exclude each other;
            lists all. It is a kind of `ValueError`.
    """

    TITLE = "svc-tui"
    CSS_PATH = stylesheet()
    ENABLE_COMMAND_PALETTE = True
    COMMANDS: ClassVar[set[Any]] = {_commands}

    def __init__(
        self,
        options: Options | ConsoleConfig | None = None,
        *,
        resources: Sequence[Resource] = (),
        groups: Sequence[SidebarGroup] = (),
        routes: Sequence[Route] = (),
        plugins: Sequence[Plugin] = (),
        middleware: Mapping[str, Middleware] | None = None,
        field_types: Mapping[str, type[SvcField] | str] | None = None,
        components: Mapping[str, type[Widget]] | None = None,
        media_adapter: Mapping[str, Any] | None = None,
        slots: Mapping[str, Fill] | None = None,
        themes: Sequence[Theme] = (),
        commands: Sequence[Command] = (),
        dialect: Dialect | str | None = None,
        auth: Auth | httpx.Auth | None = None,
        log: Path | str | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
        state_dir: Path | str | None = None,
        load: Callable[[], Console] | None = None,
        greeting: Splash | None = None,
        start: str = "/",
        thin: bool | None = None,
        frame_rate: float | None = None,
    ) -> None:
        self.parts = ConsoleParts(
            resources=resources, groups=groups, routes=routes, plugins=plugins,
            middleware=_or_none(middleware), field_types=_or_none(field_types),
            components=_or_none(components), media_adapter=_or_none(media_adapter),
            slots=_or_none(slots), themes=themes, commands=commands, dialect=dialect, auth=auth,
        )  # fmt: skip
        first = first_location(start)
        beginning = begin_with(options, self.parts, load, state_dir, transport, first)
        self._line_filters = LineFilters()
        self._place = CurrentSvc()
        current_svc.set(self._place)
        self.svc = None
        self._painted = False
        self._subscriptions: list[Callable[[], None]] = []
        self.profiles = Profiles(self)
        self.chords = Chords(self)
        self.quitting = Quitting(self)
        self.signing_in = SigningIn(self)
        self.unused = UnusedKeyNotice(self)
        self.available = AvailableKeys(self)
        self.slots = Slots(slots)
        self.pages = PageMaker(self, self.parts.components)
        self.foreign_guard = Failures(self, self)
        self._booting = Boot(self, beginning.load, first)
        self.booted = self._booting.done
        """Set when the first location is about to be resolved."""
        self.greeting = greeting or beginning.splash
        self._mouse = beginning.mouse
        self.typed_lines = []
        self._log_file = None if log is None else _open_log(log)
        apply_patches()
        forget_failures()
        super().__init__()
        self._title = SvcApp.TITLE
        self._name_after(self.greeting.title)
        RECENT_ERRORS.begin(self)
        hooks.disable_animation(self)
        self.own = ProgramCommands(self, commands)
        hooks.add_bindings(self, self.own.bindings)
        for theme in themes:
            self.register_theme(theme)
        self._line_filters.look = apply_theme(self, self.greeting.theme, plain=self.greeting.ascii)
        if (rate := beginning.frame_rate(thin, frame_rate)) is not None:
            tap.install(self, frames_per_second=rate)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Check the keys that a console of one's own declares."""
        check_binding_shapes(cls)
        super().__init_subclass__(**kwargs)

    def run(self, **given: Any) -> Any:
        """Run the console; code that ignores its cancellation is cut off two seconds later."""
        if given.get("loop") is not None:
            return super().run(**given)
        with ending_loop() as loop:
            return super().run(**{**given, "loop": loop})

    async def run_async(self, *, headless: bool = False, mouse: bool = True, **more: Any) -> Any:
        """Run the console; without the mouse if the options or `mouse` say so.

        Raises:
            SystemExit: there is no terminal to draw on; a sentence on standard error says why.
        """
        if not headless and not self.is_headless and draws_on_terminal(self):
            exit_without_terminal()
        return await super().run_async(headless=headless, mouse=mouse and self._mouse, **more)

    def action_suspend_process(self) -> None:
        """Save drafts and lend the terminal to the shell; a restricted console never does."""
        if is_restricted():
            return
        for svc in filter(None, {*self.profiles.services, self.svc}):
            svc.drafts.flush()
        super().action_suspend_process()

    # Boot

    def on_load(self) -> None:
        """Make sure that the terminal is restored, whatever happens."""
        # Also here, for this app's tasks: another console may have been created since.
        current_svc.set(self._place)
        self._look = DeferredStylesheet(self.stylesheet)
        install_signals(self, self.before_end)
        install_error_hooks(self._tell_of_task)
        self.app_resume_signal.subscribe(self, lambda _: self.action_redraw())

    def _tell_of_task(self, name: str, what: str) -> None:
        """Report a failed task, or a coroutine, that nothing awaited; more of it is in the log."""
        if self.svc is not None and self.is_running:
            self.svc.snack.show(failure_mark(name, what), "error", 10)

    def get_default_screen(self) -> Screen[Any]:
        """Return the first page: one pushed over a blank screen would be laid out twice."""
        return hooks.switchable(fitted(self.pages.first(self.greeting), self), self)

    def post_display_hook(self) -> None:
        """Boot once the first page is painted."""
        if not self._painted:
            self._painted = True
            if is_restricted():
                signal.signal(signal.SIGTSTP, signal.SIG_IGN)  # The driver would suspend.
            self.call_later(self._boot)

    @work(name="boot")
    async def _boot(self) -> None:
        if not await self._booting.run(self._look):
            return
        self.run_worker(self._svc.drafts.drop_old())
        if is_fast() and isinstance(self.screen, LoginPage):
            self._look.apply_parsed(await run_in_daemon_thread(self._look.parse_widgets))

    async def adopt(self, console: Console) -> None:
        """Use these services, and subscribe to them."""
        # Imported here: the first paint needs no store.
        from svc_tui.app.route_loader import open_routes

        if self._look.add() and len(self.screen_stack) > 1:
            self.refresh_css()  # Something was opened over the first page.
        open_routes(console)
        self.take_over(console)
        await console.svc.start(held=True)
        self.profiles.adopted(console)

    def take_over(self, console: Console) -> None:
        """Subscribe to the services of a console, and to no others."""
        svc = self.svc = self._place.svc = console.svc
        while self._subscriptions:
            self._subscriptions.pop()()
        self._subscriptions += [one.subscribe(self.post_message) for one in (svc.router, svc.auth)]
        if console.keys:
            self.set_keymap(console.keys)
        self._name_after(svc.config.title)
        self.set_class(svc.config.protect, "-protected", update=self.is_running)
        self._line_filters.look = apply_theme(self, svc.config.theme, plain=svc.config.ascii)

    def _name_after(self, title: str) -> None:
        """Use the console's title as that of the app, unless a subclass chose its own."""
        if self.title == self._title:
            self.title = self._title = clean(title)

    async def know_backend(self) -> None:
        """Detect the backend, if it is not known yet."""
        await self._booting.know_backend()

    def when_booted(self, node: MessagePump, begin: Callable[[], object]) -> None:
        """Call `begin` once there are services, unless its widget is gone by then."""
        self._booting.call_when_done(node, begin)

    def before_end(self) -> None:
        """Save drafts and stop uploads, as the terminal is gone or the process should end."""
        if self.svc is not None:
            save_before_end(self, {*self.profiles.services, self.svc})

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        hooks.stop_blink(event.widget)

    async def on_unmount(self) -> None:
        try:
            delete_pictures(self)
            if self.svc is not None:
                await self.svc.aclose()
            await self.profiles.aclose()
            close_log(self._log_file)
        finally:
            remove_error_hooks(self._tell_of_task)

    def get_theme(self, theme_name: str) -> Theme | None:
        """Return a theme; Textual's own are adjusted for contrast on all our backgrounds."""
        theme = super().get_theme(theme_name)
        return legible(theme) if theme is not None else None

    def get_loading_widget(self) -> Widget:
        from svc_tui.widgets.loading import Loading

        return Loading()

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [self._line_filters.over(super().get_line_filters())]

    def notify(
        self, message: str, *, title: str = "", severity: SeverityLevel = "information",
        timeout: float | None = None, markup: bool = False,
    ) -> None:  # fmt: skip
        """Show a toast in the snack bar, for `timeout` seconds; nothing in its text is markup.

        A page that is not composed yet shows it once it is. Other screens without a snack bar, and
        a console that still boots, show Textual's own.
        """
        seconds = self.NOTIFICATION_TIMEOUT if timeout is None else timeout
        if self.svc is None or not _shows_toasts(self.screen):
            super().notify(message, title=title, severity=severity, timeout=seconds, markup=False)
            return
        words, kind = f"{title}: {message}" if title else message, SNACK_KINDS[severity]
        self.call_later(self.svc.snack.show, words, kind, seconds)

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Show the address: over SSH, a browser would open on the remote host, unseen."""
        if self.svc is not None:
            self.svc.snack.show(f"Address: {url}", "info", 10)

    @property
    def svc_fetch_loading(self) -> bool:
        """True while any request is in flight."""
        return self.svc is not None and self.svc.fetch.loading

    def get_key_display(self, binding: Binding) -> str:
        """Return a key's name, spelled out if its sign can't be drawn."""
        name = super().get_key_display(binding)
        return key_in_words(name) if self._line_filters.look else name


def _or_none(given: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """Return a part by name, or an empty one; any other value is checked as it is."""
    return {} if given is None else given


def _open_log(path: Path | str) -> LogFile:
    try:
        return open_log(path)
    except OSError as error:
        words = f"The log {path} can't be written: {error.strerror}."
        raise ConfigError(ConfigProblem(words)) from error
