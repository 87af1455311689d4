"""RecordCommands: the keys of a detail page, and why one can't act."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from textual.message import Message

from svc_tui.models.registry import FieldRegistry
from svc_tui.stores.record.duplicating import duplicate_of
from svc_tui.stores.record.field_paths import FieldPath
from svc_tui.stores.session.snack_store import LEFT
from svc_tui.stores.unavailable_reason import (
    IN_NO_LIST,
    NOTHING_YET,
    WAIT_UNTIL_READ,
    WAIT_UNTIL_SAVED,
    no_record_message,
    outside_field_message,
)
from svc_tui.widgets.command import Blocked, Command, Controller, blocked_by
from svc_tui.widgets.form.tabs import named_place
from svc_tui.widgets.record.changes_dialog import (
    ChangesDialog,
    errors_message,
    form_changes,
    request_summary,
)
from svc_tui.widgets.record.errors import ErrorNavigation
from svc_tui.widgets.record.frame import RecordFrame
from svc_tui.widgets.record.header import shown_title
from svc_tui.widgets.record.languages import several_languages
from svc_tui.widgets.record.permissions import RecordPermissions
from svc_tui.widgets.record.record_host import StoreHost
from svc_tui.widgets.record.words import RecordWords

if TYPE_CHECKING:
    from svc_tui.widgets.record.autosave import DraftAutosave
    from svc_tui.widgets.record.writer import RecordWriter


class CommandsHost(StoreHost, Protocol):
    """A widget that edits one record."""

    places: tuple[FieldPath, ...]
    registry: FieldRegistry
    words: RecordWords
    frame: RecordFrame
    lang: str
    heading: str
    drafts: DraftAutosave
    writer: RecordWriter
    errors: ErrorNavigation

    @property
    def has_store(self) -> bool: ...
    @property
    def rights(self) -> RecordPermissions: ...
    def take_typed(self) -> None: ...
    def is_valid(self) -> bool: ...
    def go_to_error(self) -> None: ...
    def ask(self, work: Coroutine[Any, Any, Any]) -> object: ...
    def post_message(self, message: Message) -> bool: ...


IN_VIEW = frozenset(["detail.undo", "detail.copy", "detail.next", "detail.previous"])
"""Letters that are commands while nothing is being typed."""

WITHOUT_RECORD = frozenset(
    [
        "detail.reload", "detail.reload_typing", "detail.next", "detail.previous", "detail.new",
        "detail.lang_typing",
    ]
)  # fmt: skip
"""The commands that work without a record."""


def save_unavailable(host: CommandsHost) -> str:
    """Return why the record can't be saved now, in a sentence; "" if it can."""
    return host.rights.save_unavailable or why_busy(host)


def why_busy(host: CommandsHost) -> str:
    """Return what the record is waiting for; "" if it is loaded and not being saved."""
    state = host.store.state
    if not state.loaded:
        return WAIT_UNTIL_READ
    return WAIT_UNTIL_SAVED if state.saving else ""


def not_loaded_reason(host: CommandsHost) -> str:
    """Return that the record is not loaded yet; "" if it is."""
    return "" if host.store.state.loaded else WAIT_UNTIL_READ


def _blocked(why: Callable[[CommandsHost], str]) -> Callable[[Any], Blocked | None]:
    return lambda commands: blocked_by(why(commands.host))


class RecordCommands(Controller):
    """Keys that also work while typing; for letters, see `RecordLetters`."""

    COMMANDS = (
        Command(
            "detail.save", "ctrl+s,f2", "Save", lambda commands: commands.save(),
            _blocked(save_unavailable), shown=True,
            help=("Save your changes. You are warned if "
 "someone else saves at the same time."),
        ),
        Command(
            "detail.save_next", "f9", "Save, next", lambda commands: commands.save_next(),
            _blocked(why_busy), help="Save, then open the next record.",
        ),
        Command(
            "detail.reload_typing", "ctrl+r", "Reload", lambda commands: commands.reload(),
            help="Reload the record, also while typing.",
        ),
        Command(
            "detail.new", "ctrl+n", "New", lambda commands: commands.new_record(),
            lambda commands: commands.new_unavailable(), help="Create another record.",
        ),
        Command(
            "detail.next", "J", "Next record", lambda commands: commands.step(1),
            lambda commands: commands.step_unavailable(), help="Go to the next record in the list.",
        ),
        Command(
            "detail.previous", "K", "Previous record", lambda commands: commands.step(-1),
            lambda commands: commands.step_unavailable(),
            help="Go to the previous record in the list.",
        ),
        Command(
            "detail.copy", "c", "Duplicate", lambda commands: commands.copy(),
            _blocked(lambda host: host.rights.add_unavailable or not_loaded_reason(host)),
            help="Create a record that starts as a copy of this one.",
        ),
        Command(
            "detail.undo", "u", "Undo", lambda commands: commands.undo(),
            _blocked(lambda host: "" if host.drafts.discarded_here else save_unavailable(host)),
            help="Undo your last save, or restore discarded changes.",
        ),
        Command(
            "detail.error", "f8", "Next error", lambda commands: commands.host.errors.go_to_next(),
            lambda commands: commands.host.errors.next_unavailable(), help="Go to the next error.",
        ),
        Command(
            "detail.lang_typing", "ctrl+t", "Next language",
            lambda commands: commands.host.frame.step_language(1),
            lambda commands: several_languages(commands.host),
            help="Show the next language, also while typing.",
        ),
    )  # fmt: skip

    class BackWanted(Message, namespace="svc_detail"):
        """The user wants to go back to the list."""

    class NewWanted(Message, namespace="svc_detail"):
        """The user wants another new record."""

    class StepWanted(Message, namespace="svc_detail"):
        """The user wants the next record of the list (1), or the previous one (-1)."""

        def __init__(self, by: int, saved: bool = False) -> None:
            super().__init__()
            self.by = by
            self.saved = saved

    class CopyWanted(Message, namespace="svc_detail"):
        """The user wants a new record with these initial values."""

        def __init__(self, values: Mapping[str, Any]) -> None:
            super().__init__()
            self.values = values

    def __init__(self, host: CommandsHost) -> None:
        self.host = host

    def gate(self, command: Command, typing: Callable[[], bool]) -> Blocked | None:
        """Return why a command can't be run now; while `typing`, letters are text."""
        if command.id in IN_VIEW and self.host.has_store and typing():
            return Blocked(
                outside_field_message(command.label, named_place(self.host.app.focused)),
                hidden=True,
            )
        return self.why_no_record(command)

    def why_no_record(self, command: Command) -> Blocked | None:
        """Return that a command needs a record, if there is none."""
        if not self.host.has_store:
            return Blocked()
        state = self.host.store.state
        if not state.nothing_here or command.id in WITHOUT_RECORD:
            return None
        return Blocked(no_record_message(command.label, state.missing), hidden=True)

    def press(self, button: str) -> None:
        """Run a button's command: `save`, `savecontinue`, `delete` or `back`."""
        if button == "save":
            self.host.ask(self._save_and_close())
        elif button == "savecontinue":
            self.save()
        elif button == "delete":
            self.delete()
        else:
            self.host.post_message(self.BackWanted())

    def save(self) -> None:
        """Save changes, and stay."""
        self.host.ask(self.host.writer.save(stays=True))

    def save_next(self) -> None:
        """Save changes, then go to the next record; without changes, only go."""
        self.host.ask(self._save_next())

    async def _save_next(self) -> None:
        host = self.host
        host.take_typed()
        changed = host.store.dirty or host.store.state.is_new
        if changed and not await host.writer.save():
            return
        host.take_typed()
        if host.store.dirty:  # Typed while a slow save ran.
            host.svc.snack.show(host.words.typed_since(), "warning", 8)
        else:
            host.post_message(self.StepWanted(1, saved=changed))

    async def _save_and_close(self) -> None:
        """Save, then go back to the list; also go back if there is nothing to save."""
        store = self.host.store
        if await self.host.writer.save() or not (store.dirty or store.state.is_new):
            self.host.post_message(self.BackWanted())

    def reload(self) -> None:
        """Reload the record; asks if unsaved changes would be lost."""
        self.host.ask(self.host.writer.reload())

    def new_record(self) -> None:
        """Ask the page for another new record."""
        self.host.post_message(self.NewWanted())

    def new_unavailable(self) -> Blocked | None:
        """Return why no record can be added now."""
        unsaved = "Save or discard what you typed first." if self.host.store.dirty else ""
        return blocked_by(self.host.rights.add_unavailable, unsaved)

    def step(self, by: int) -> None:
        """Ask the page for the next record of the list, or the previous one."""
        if not self.host.svc.blocks_leaving():
            self.host.post_message(self.StepWanted(by))

    def step_unavailable(self) -> Blocked | None:
        """Return why there is no next record: this one is new."""
        return blocked_by(IN_NO_LIST if self.host.store.state.is_new else "")

    def copy(self) -> None:
        """Ask the page for a new record that begins as this one, with what is typed here."""
        host, store = self.host, self.host.store
        if not store.state.missing and host.svc.blocks_leaving():
            return
        host.take_typed()
        values = duplicate_of(store.state.draft, host.places, store.lookup)
        host.post_message(self.CopyWanted(values))

    def undo(self) -> None:
        """Undo the last save, after a question, or restore what was discarded here."""
        host = self.host
        discarded = host.drafts.discarded_here
        host.ask(host.svc.restore_last_discarded() if discarded else host.writer.undo())

    def delete(self) -> None:
        """Delete the record; asks first."""
        host, state = self.host, self.host.store.state
        title = shown_title(host, stored=True).text or f"#{state.id}"
        host.ask(host.writer.delete(f"{host.heading} {title}".strip(), can_undo=True))

    def review(self) -> None:
        """Show what a save would send."""
        host, store = self.host, self.host.store
        host.take_typed()
        wrong = {} if save_unavailable(host) else host.writer.wrong(host.registry)
        how = request_summary(
            store.state, use_patch=store.use_patch, left=host.places, parts=store.parts
        )
        if wrong and not store.state.draft.unreadable():
            how = errors_message(wrong, host.places)
        changes = form_changes(store.state.draft, host.places)
        can_save = not save_unavailable(host)
        dialog = ChangesDialog(changes, how, host.words.formatter, can_save=can_save, wrong=wrong)
        host.app.push_screen(dialog, self._after_review)

    def _after_review(self, saves: bool | None) -> None:
        """Save, or go to the first error, as chosen in the review."""
        if saves:
            self.save()
        elif saves is False and not self.host.is_valid():
            self.host.go_to_error()


class RecordLetters(Controller):
    """Letters that are commands for the record while nothing is being typed."""

    COMMANDS = (
        Command(
            "detail.delete", "d", "Delete", lambda letters: letters.commands.delete(),
            lambda letters: letters.delete_unavailable(),
            help="Delete this record. Asks first.", shown=True,
        ),
        Command(
            "detail.changes", "equals_sign", "Changes", lambda letters: letters.commands.review(),
            lambda letters: blocked_by(not_loaded_reason(letters.commands.host)), key_display="=",
            help="Review your changes.", shown=True,
        ),
        Command(
            "detail.reload", "r", "Reload", lambda letters: letters.commands.reload(),
            help="Reload the record.",
        ),
        Command(
            "detail.digit", "1,2,3,4,5,6,7,8,9", "Page, after g",
            lambda letters: letters.explain_digits(), lambda letters: letters.digits_unavailable(),
            help="Open a page of the sidebar, after g.",
        ),
    )  # fmt: skip

    def __init__(self, commands: RecordCommands) -> None:
        self.commands = commands

    def explain_digits(self) -> None:
        """Tell the user what to press: a digit meant for a field must not leave the form."""
        svc = self.commands.host.svc
        if not svc.blocks_leaving():
            words = "Press Enter to type into this field, or g and the digit to open a page."
            svc.snack.show(words, until=(LEFT,))

    def digits_unavailable(self) -> Blocked | None:
        """Leave digits to the sidebar if nothing can be typed into."""
        return Blocked(hidden=True) if self.commands.host.rights.save_unavailable else None

    def delete_unavailable(self) -> Blocked | None:
        """Return why the record can't be deleted now."""
        host = self.commands.host
        never_saved = host.store.state.is_new
        right = NOTHING_YET if never_saved else host.rights.delete_unavailable
        return blocked_by(right, why_busy(host))
