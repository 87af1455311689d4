"""The login page, and the login that opens over a page."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Center, Vertical
from textual.events import Key, Paste
from textual.widget import Widget
from textual.widgets import Input, Static

from svc_tui.models.arguments import checks_arguments
from svc_tui.models.foreign_code import hold, is_foreign, log_failure
from svc_tui.models.slots import Slots
from svc_tui.screens.page import SvcPage
from svc_tui.widgets.base import SvcModal, when_booted
from svc_tui.widgets.dialog_words import with_keys
from svc_tui.widgets.letters import is_typing
from svc_tui.widgets.shell.footer import SvcFooter
from svc_tui.widgets.shell.login import SvcLogin
from svc_tui.widgets.shell.snack_bar import SvcSnackBar
from svc_tui.widgets.slots import tell_failure

if TYPE_CHECKING:
    from svc_tui.routing.history_entry import HistoryEntry


KEYS = "Enter signs in · Tab moves on · Ctrl+Q quits"

WAY_OUT = "Sign in to continue, or press Ctrl+Q to quit."
"""Said by Esc and F1: there is nothing to go back to, and the frame names the keys."""


class LoginPage(SvcPage):
    """`/login`: painted before anything else, usable while the console is still booting."""

    layout_name = "svc-empty"
    BINDINGS = [
        Binding("escape", "nothing", show=False),
        Binding(
            "f1", "tell_keys", "Keys", show=False, tooltip="Show how to sign in.", id="login.keys"
        ),
    ]

    def __init__(
        self,
        visit: HistoryEntry,
        *,
        title: str = "",
        place: str = "",
        user: str = "",
        key: bool = False,
        **props: Any,
    ) -> None:
        super().__init__(visit, **props)
        slots = self.slots.scoped("login")
        # A slot that replaces every page would leave no way to sign in.
        self.slots = Slots({name: fill for name, fill in self.slots.items() if name != "default"})
        self._login = SvcLogin(title=title, place=place, user=user, key=key, slots=slots)
        self._resume: Callable[[], Coroutine[Any, Any, object]] | None = None
        """Opens the first page with the session that is there already."""

    def content(self) -> list[Widget]:
        """The sign-in box; a subclass may add widgets above and below it."""
        return [Center(self._login)]

    def checked_content(self) -> list[Widget]:
        """Return `content()`; if a subclass fails, only the sign-in box, with a toast."""
        content = hold("component login", super().checked_content, None)
        if not content:
            tell_failure("component login")
            return LoginPage.content(self)
        return content

    def on_mount(self) -> None:
        """Do nothing: the form sets the focus."""
        for panel in self.query("SvcLogin .panel"):
            panel.border_subtitle = with_keys(KEYS)
        self.call_after_refresh(self._check_sign_in)
        when_booted(self, self._introduce)

    def _check_sign_in(self) -> None:
        """Show the built-in page if a consumer's has no sign-in box."""
        if self.query(SvcLogin) or not is_foreign(type(self)) or not self.is_current:
            return
        app: Any = self.app
        log_failure("component login", TypeError("its content() has no SvcLogin"))
        tell_failure("component login")
        app.run_worker(app.show_page(app.pages.sign_in(app.greeting, self.visit, built_in=True)))

    def _introduce(self) -> None:
        config = self.svc.config
        for login in self.query(SvcLogin):
            login.name_place(config.title, self.svc.address, self.svc.auth.last_name or config.user)

    def show_checking(self, checking: bool) -> None:
        """Show that a saved session is being checked; what is typed meanwhile stays."""
        for login in self.query(SvcLogin) if self._resume is None else ():
            login.show_note("Checking your saved session…" if checking else "")

    @property
    def offers_session(self) -> bool:
        """Whether Esc goes on with a resumed session."""
        return self._resume is not None

    def offer_session(self, go_on: Callable[[], Coroutine[Any, Any, object]]) -> bool:
        """Let Esc go on with a resumed session; False if nothing was typed here."""
        logins = [one for one in self.query(SvcLogin) if one.typed]
        for login in logins:
            name = self.svc.auth.name
            login.show_note(
                f"You are still signed in as {name}. Press Esc to continue with that session."
            )
            self._resume = go_on
        return bool(logins)

    @on(SvcLogin.SignedIn)
    def _go_on(self) -> None:
        router = self.svc.router
        go_on = self._resume or partial(router.replace, router.redirect_target(self.visit.location))
        self.ask(go_on())

    def action_nothing(self) -> None:
        """Go on with a resumed session; without one, say what to do."""
        if self._resume is not None:
            self.ask(self._resume())
        else:
            self.action_tell_keys()

    def action_tell_keys(self) -> None:
        """Show what to do, unless there is a note already."""
        for login in self.query(SvcLogin):
            if not login.note:
                login.show_note(WAY_OUT)


@checks_arguments(title=str, place=str, user=str)
class LoginOverlay(SvcModal):
    """The sign-in over a page whose session has ended.

    It may open in the middle of a word, whose rest still goes to the field below.
    """

    # Esc says what to do; it is not a way out, so it is not shown as a hint.
    BINDINGS = [
        Binding(
            "escape", "close", "Close", show=False, id="login.close",
            tooltip="Show what was not saved and how to continue.",
        ),
        Binding(
            "f1", "close", "Keys", show=False, tooltip="Show how to sign in.", id="login.keys_over"
        ),
    ]  # fmt: skip

    enter_word = "Continue"

    DEFAULT_CSS = """
    LoginOverlay { align: center middle; }
    LoginOverlay > .dialog { width: 50; height: auto; }
    """

    AUTO_FOCUS = ""

    by_itself = True
    shows_toasts = False
    """It has its own bar, which also shows earlier toasts."""

    _typed_into: Widget | None = None
    """The field that had the focus when this opened."""

    def __init__(self, title: str, place: str, user: str, *, key: bool = False) -> None:
        super().__init__()
        self._words = title, place, user
        self.user = user
        """The user who was signed in."""
        self._key = key

    def compose(self) -> ComposeResult:
        """Why it is here, and the form."""
        title, place, user = self._words
        with Vertical(classes="dialog"):
            yield Static("Your session has ended.", classes="title")
            yield Static(
                "Sign in to continue. Your page and everything you typed are still here.",
                classes="message",
            )
            yield SvcLogin(title=title, place=place, user=user, begin=False, key=self._key)
        yield SvcSnackBar()
        yield SvcFooter()

    def on_mount(self) -> None:
        """Remember what is below: a dialog may open in between."""
        self._typed_into = self.covered_focus

    def handle_early_key(self, event: Key | Paste) -> None:
        """Send an early key to the covered field that it was meant for."""
        _type_into(self._typed_into, event)

    def enable_keys(self) -> None:
        """Start to accept keys."""
        self.query_one(SvcLogin).begin()

    @on(SvcLogin.SignedIn)
    def _back(self, event: SvcLogin.SignedIn) -> None:
        event.stop()
        self.close(event.user)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action can run; a list of keys, or labels, would open below this."""
        opens = action in ("help", "jump")
        return False if opens else super().check_action(action, parameters)

    def action_close(self) -> None:
        """Esc does not lose the page: there is nothing to go back to without a session."""
        self.svc.snack.show(WAY_OUT, "info")


def _type_into(field: Widget | None, event: Key | Paste) -> None:
    """Pass text typed over a field on to that field; ignore anything else."""
    if field is None or not is_typing(field):
        return
    breaks_line = isinstance(event, Key) and event.key == "enter" and not isinstance(field, Input)
    # Forwarded, as otherwise the app would deliver it again if the field has no use for it.
    if isinstance(event, Key) and event.key == "backspace":
        field.call_later(field.run_action, "delete_left")
    elif isinstance(event, Paste) or event.is_printable or breaks_line:
        field._forward_event(event)
