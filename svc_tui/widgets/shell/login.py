"""SvcLogin: the sign-in form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from svc_tui.api.errors import ApiError, ValidationFailed, with_path
from svc_tui.api.problems import MESSAGE_KEYS
from svc_tui.models.arguments import checks_arguments
from svc_tui.text import label
from svc_tui.widgets.base import SvcWidget, when_booted
from svc_tui.widgets.focusing import focus_now
from svc_tui.widgets.shell.light import backend_light
from svc_tui.widgets.text_line import TextLine

if TYPE_CHECKING:
    from svc_tui.models.records import UserProfile

INPUTS = ("username", "password")
"""The inputs with messages below them."""


class _Said(VerticalScroll):
    """A message; one that is longer than its room is scrolled, by keys while it has the focus."""

    DEFAULT_CSS = "_Said { height: auto; max-height: 6; scrollbar-size-vertical: 1; }"

    def __init__(self, id: str) -> None:
        super().__init__(Static("", id=id, classes="error"))

    def allow_focus(self) -> bool:
        """Whether there is more of it than is shown."""
        return super().allow_focus() and self.max_scroll_y > 0


@checks_arguments(title=str, place=str, user=str)
class SvcLogin(SvcWidget):
    """User name, password and sign-in errors; slots brand, panel, footer.

    Submits through the auth store. Can be shown and typed into while the console still boots.
    """

    DEFAULT_CSS = """
    SvcLogin { width: 58; max-width: 100%; height: auto; }
    SvcLogin .panel { height: auto; border: round $primary; padding: 1 2; }
    SvcLogin .where { height: 1; }
    SvcLogin .place { width: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }
    SvcLogin .light { width: auto; }
    SvcLogin .error { display: none; height: auto; }
    SvcLogin .error.-shown { display: block; }
    """

    needs_services = True

    class SignedIn(Message):
        """A user signed in."""

        def __init__(self, user: UserProfile) -> None:
            super().__init__()
            self.user = user

    def __init__(
        self,
        *,
        title: str = "",
        place: str = "",
        user: str = "",
        begin: bool = True,
        key: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._begins = begin
        self.title = title
        self.place = place
        """The backend's address, so that a password is not typed for another one."""
        self.proposed_user = user
        self._key = key
        """Whether an API key replaces user and password."""
        self._device = False
        """Whether nothing is typed here, as a code is entered in a browser."""
        self._busy = False
        self._note = ""

    def compose(self) -> ComposeResult:
        brand = [*self.fill("brand")]
        self._titled = not brand
        yield from brand
        with Vertical(classes="panel") as panel:
            self._title_frame(panel)
            with Horizontal(classes="where"):
                yield Static(label(self.place), classes="place")
                yield Static(classes="light")
            yield from self.fill("panel")
            name = TextLine(self.proposed_user, id="username", compact=True, select_on_focus=False)
            parts = Static("Username", classes="label user"), name
            for part in parts:
                part.display = not self._key
                yield part
            yield _Said("username-error")
            yield Static(self._secret, classes="label secret")
            yield TextLine(password=True, id="password", compact=True)
            yield _Said("password-error")
            yield _Said("form-error")
            yield Static("", id="form-todo", classes="error todo")
            yield Button("Sign in", id="sign-in", variant="primary", compact=True)
        yield from self.fill("footer")

    def _title_frame(self, panel: Widget) -> None:
        """Show the title in the frame, unless something else names the console."""
        if self._titled:
            panel.border_title = label(self.title)

    @property
    def _secret(self) -> str:
        return "API key" if self._key else "Password"

    @property
    def typed(self) -> bool:
        """Whether a password or another user name was typed."""
        username = self.query_one("#username", Input).value
        return bool(self.query_one("#password", Input).value) or username not in (
            "",
            self.proposed_user,
        )

    @property
    def note(self) -> str:
        """The sentence below the form."""
        return self._note

    def show_note(self, words: str) -> None:
        """Show a sentence below the form, except while it is sent; "" shows none."""
        self._note = words
        if not self._busy:
            self._tell("")

    def begin(self) -> None:
        """Focus the first empty field."""
        focus_now(self._first_empty)

    @property
    def _first_empty(self) -> Widget:
        if self._device:
            return self.query_one("#sign-in")
        username = self.query_one("#username", Input)
        return self.query_one("#password") if self._key or username.value else username

    def ask_for(self, asks: tuple[str, ...]) -> None:
        """Show the fields of this kind of sign-in, once it is known."""
        wanted = "key" in asks, "device" in asks
        if wanted == (self._key, self._device):
            return
        self._key, self._device = wanted
        for part in self.query(".label.user, #username"):
            part.display = not any(wanted)
        for part in self.query(".label.secret, #password"):
            part.display = not self._device
        self.query_one(".secret", Static).update(self._secret)
        self.begin()

    def on_mount(self) -> None:
        if self._begins:
            self.begin()
        when_booted(self, self._hear)

    def _hear(self) -> None:
        self.listen(self.svc.auth, self.svc.activity)
        self.on_in_flight_store_changed()
        self.ask_for(self.svc.auth.asks)

    def on_in_flight_store_changed(self) -> None:
        kind, words = backend_light(self.svc)
        light = self.query_one(".light", Static)
        light.set_classes(f"light -{kind}" if kind else "light")
        light.update(label(words))

    def on_auth_store_signed_out(self) -> None:
        self._busy = False

    def name_place(self, title: str, place: str, user: str | None = None) -> None:
        """Show the console's title and address, once they are known."""
        self.title = title
        self._title_frame(self.query_one(".panel"))
        self.query_one(".place", Static).update(label(place))
        username = self.query_one("#username", Input)
        if user and not username.value:
            username.value = self.proposed_user = user
            self.begin()

    @on(Input.Submitted, "#username")
    def _next(self) -> None:
        focus_now(self.query_one("#password"))

    @on(Input.Submitted, "#password")
    @on(Button.Pressed, "#sign-in")
    def _submit(self) -> None:
        if not self._busy:
            self._busy = True
            # As they are now: a key typed while the console still boots is not part of them.
            typed = self._value("username").strip(), self._value("password")
            self.run_worker(self._sign_in(*typed), group="sign-in")

    def _value(self, name: str) -> str:
        return self.query_one(f"#{name}", Input).value

    async def _sign_in(self, username: str, password: str) -> None:
        done = False
        self._say({})
        button = self.query_one("#sign-in", Button)
        button.label = "Signing in…"
        try:
            user = await self._ask_backend(username, password)
        except ValidationFailed as error:
            said = _by_field(error)
            if "form" in said or not said:
                said["form"] = self.svc.auth.failure(error, said.get("form", ""))
            self._say(said)
            self.query_one("#password", Input).value = ""
            self.query_one("#sign-in" if self._device else "#password").focus()
        except ApiError as error:
            self._say({"form": self.svc.auth.failure(error)})
        else:
            done = True
            self.post_message(self.SignedIn(user))
        finally:
            # Once it is done, an extra Enter would sign in again.
            self._busy = done
            self._tell("")
            button.label = "Sign in"

    async def _ask_backend(self, username: str, password: str) -> UserProfile:
        booted = getattr(self.app, "booted", None)
        if booted is not None:
            await booted.wait()
        if (know := getattr(self.app, "know_backend", None)) is not None:
            before = self.svc
            await know()
            if self.svc is not before:
                self._hear()
        self.svc.fetch.auth.on_wait = self._tell
        # The console file's user is known only once the console has booted.
        username = username or self._value("username").strip()
        if not password and self.svc.config.auth.finds_password:
            return await self.svc.sign_in_unattended(username)
        return await self.svc.auth.login(username, password)

    def _tell(self, words: str) -> None:
        words = words or self._note
        line = self.query_one("#form-todo", Static)
        line.update(label(words))
        line.set_class(bool(words), "-shown")

    def _say(self, errors: dict[str, str]) -> None:
        for name in (*INPUTS, "form"):
            line = self.query_one(f"#{name}-error", Static)
            line.update(label(errors.get(name, "")))
            line.set_class(name in errors, "-shown")


def _by_field(error: ValidationFailed) -> dict[str, str]:
    """Return each field's first message, at its input or, with its name, at the form."""
    said: dict[str, str] = {}
    for path, messages in error.errors.items():
        of_whole = path in (*MESSAGE_KEYS, "error") and len(error.errors) == 1
        words = messages[0] if of_whole or path in INPUTS else with_path(path, messages[0])
        name, message = (path if path in INPUTS else "form"), words
        said[name] = f"{said[name]}\n{message}" if name in said else message
    return said
