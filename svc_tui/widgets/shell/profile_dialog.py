"""ProfileDialog: the user's own names, address and password."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Button, Input, Static

from svc_tui.api.errors import ApiError, ValidationFailed, with_path
from svc_tui.stores.unavailable_reason import not_allowed
from svc_tui.text import clean, label
from svc_tui.widgets.base import SvcModal
from svc_tui.widgets.dialog_words import DialogTitle
from svc_tui.widgets.text_line import TextLine

if TYPE_CHECKING:
    from svc_tui.app.context import Svc

NAMES = {"first_name": "First name", "last_name": "Last name", "email": "E-mail"}
"""The fields of the user's record that can be changed here; permissions can't."""

PASSWORDS = {
    "current": "Current password",
    "password": "New password",
    "repassword": "Repeat new password",
}
"""If left empty, the password stays the same."""


def open_profile(app: App[Any], svc: Svc) -> None:
    """Open the user's own profile, or say that the backend has none."""
    if svc.dialect.own_profile:
        app.push_screen(ProfileDialog(svc))
    else:
        svc.snack.show("This backend has no page for your own profile.")


class ProfileDialog(SvcModal):
    """Resolves to True if something was saved. Passwords only go to the backend."""

    enter_word = "Save"

    DEFAULT_CSS = """
    ProfileDialog { align: center middle; }
    ProfileDialog > .dialog { width: 56; height: auto; max-height: 100%; }
    ProfileDialog Static { height: auto; }
    ProfileDialog .error { display: none; }
    ProfileDialog .error.-shown { display: block; }
    ProfileDialog .buttons { height: auto; align-horizontal: right; margin-top: 1; }
    """

    BINDINGS = [
        Binding("ctrl+s,f2", "save", "Save", tooltip="Save your profile.", id="profile.save")
    ]

    def __init__(self, svc: Any) -> None:
        super().__init__()
        self._svc = svc
        self.record: Mapping[str, Any] = {}
        """The user's record as it was read."""
        self._saving = False

    def compose(self) -> ComposeResult:
        user = self.svc.auth.user
        with VerticalScroll(classes="dialog", can_focus=False):
            yield DialogTitle(label(f"Your profile: {user.name if user else ''}"))
            yield Static("", id="profile-problem", classes="error")
            for key, words in NAMES.items():
                yield from self._line(key, words, False)
            yield Static("\nChange the password", classes="muted")
            for key, words in PASSWORDS.items():
                yield from self._line(key, words, True)
            with Horizontal(classes="buttons"):
                yield Button("Close (Esc)", id="cancel", compact=True)
                yield Button("Save (Ctrl+S)", id="save", variant="primary", compact=True)

    def _line(self, key: str, words: str, password: bool) -> ComposeResult:
        yield Static(words, classes="label")
        yield TextLine(password=password, id=f"own-{key}", compact=True, select_on_focus=False)
        yield Static("", id=f"own-{key}-error", classes="error")

    def on_mount(self) -> None:
        right = self.svc.dialect.own_profile
        if not self.svc.permissions.check(right) or self.svc.config.read_only:
            for typed in self.query(Input):
                typed.disabled = True
            self.query_one("#save", Button).disabled = True
            read_only = self.svc.config.read_only
            why = "the console is in read-only mode" if read_only else not_allowed(right)
            self._say({"problem": f"You can't change your profile here: {why}."})
        self.run_worker(self._read(), group="read")

    async def _read(self) -> None:
        try:
            self.record = await self.svc.auth.own_record()
        except ApiError as error:
            self._say({"problem": str(error)})
            return
        for key in NAMES:
            typed = self._input(key)
            if not typed.value:
                typed.value = clean(self.record.get(key) or "")
        self._input("first_name").focus()

    @on(Button.Pressed, "#save")
    @on(Input.Submitted)
    def action_save(self) -> None:
        """Send what changed; nothing is sent twice."""
        if not self._saving and not self.query_one("#save", Button).disabled:
            self._saving = True
            self.run_worker(self._save(), group="save")

    async def _save(self) -> None:
        self._say({})
        try:
            if wrong := self._wrong():
                self._say(wrong)
            elif await self._sent():
                self.svc.snack.show("Your profile is saved.", "success")
                self.close(True)
            else:
                self.svc.snack.show("Nothing to save.")
        except ValidationFailed as error:
            self._say(_by_line(error))
        except ApiError as error:
            self._say({"problem": str(error)})
        finally:
            self._saving = False

    async def _sent(self) -> bool:
        """Names first: they are saved even if the password is rejected."""
        changes, auth = self.changes(), self.svc.auth
        if changes:
            await auth.change_own(changes)
            self.record = {**self.record, **changes}
            if self._wants_password:
                self.svc.snack.show("Your name is saved.", "success")
        if self._wants_password:
            await auth.change_password(self._input("current").value, self._input("password").value)
            for key in PASSWORDS:
                self._input(key).value = ""
            return True
        return bool(changes)

    def changes(self) -> dict[str, str]:
        """The changed names."""
        typed = {key: self._input(key).value.strip() for key in NAMES}
        return {
            key: text for key, text in typed.items() if text != clean(self.record.get(key) or "")
        }

    def _wrong(self) -> dict[str, str]:
        """Return the errors that are found without a request."""
        if not self._wants_password:
            return {}
        said = {}
        if not self._input("current").value:
            said["current"] = "Type your current password first."
        if not self._input("password").value:
            said["password"] = "Type the new password, or leave all three empty."
        elif self._input("password").value != self._input("repassword").value:
            said["repassword"] = "The new passwords don't match. Type them again."
        return said

    @property
    def _wants_password(self) -> bool:
        return any(self._input(key).value for key in PASSWORDS)

    @on(Button.Pressed, "#cancel")
    def action_close(self) -> None:
        """Leave; ask about typed text first, and wait for a running save."""
        if self._saving:
            words = "Your profile is still being saved. Try again in a moment."
            self.svc.snack.show(words, "warning")
        elif self.changes() or self._wants_password:
            self.run_worker(self._leave(), group="leave", exclusive=True)
        else:
            self.close()

    async def _leave(self) -> None:
        sure = await self.svc.confirm.ask(
            "Close your profile?",
            "Your changes are not saved.",
            confirm_text="Close",
            by_itself=True,
        )
        if sure:
            self.close()

    def _input(self, key: str) -> Input:
        return self.query_one(f"#own-{key}", Input)

    def _say(self, errors: Mapping[str, str]) -> None:
        lines = {key: f"#own-{key}-error" for key in (*NAMES, *PASSWORDS)}
        for key, place in {**lines, "problem": "#profile-problem"}.items():
            line = self.query_one(place, Static)
            line.update(label(errors.get(key, "")))
            line.set_class(key in errors, "-shown")
        first = next((key for key in errors if key in lines), None)
        if first is not None:
            self._input(first).focus()


def _by_line(error: ValidationFailed) -> dict[str, str]:
    """Show all messages at their inputs; others at the top."""
    said: dict[str, str] = {}
    for path, messages in error.errors.items():
        known = path in NAMES or path in PASSWORDS
        key = path if known else "problem"
        told = messages if known else [with_path(path, one) for one in messages]
        said[key] = " ".join([*filter(None, [said.get(key)]), *told])
    return said or {"problem": str(error)}
