"""DetailBody: the middle of a detail page, with its forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from textual import events
from textual.containers import VerticalScroll
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from svc_tui.stores.unavailable_reason import outside_field_message
from svc_tui.widgets.clipboard import copy_mode
from svc_tui.widgets.command import Blocked, Command, CommandHost, Controller, bindings_of
from svc_tui.widgets.form.arrangement import LaidOutOnce
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.form import FocusTarget
from svc_tui.widgets.form.paint_batch import PaintBatch
from svc_tui.widgets.form.tabs import named_place
from svc_tui.widgets.key_mode import KeyMode
from svc_tui.widgets.letters import takes_letters
from svc_tui.widgets.panel import Panel
from svc_tui.widgets.record.commands import RecordLetters
from svc_tui.widgets.record.copying import COPIES
from svc_tui.widgets.record.cursor import FieldCursor, FieldKeys, TabKeys
from svc_tui.widgets.record.errors import ErrorNavigation
from svc_tui.widgets.record.expand import FieldExpansion
from svc_tui.widgets.record.external_editor import OutsideEditor
from svc_tui.widgets.record.languages import Languages

WHILE_TYPING = frozenset(
    ["tab", "down", "up", "tab_next", "tab_before", "expand", "pager", "preview", "outside"]
)
"""Keys that are not letters, or that have their own answer where they can't act."""

WITHOUT_TEXT = frozenset(["lang", "lang_back", "digit"])
"""Keys that also work in a field without text, such as a file field."""

WITH_RECORD = frozenset(
    [
        "enter", "edit", "delete", "changes", "lang", "lang_back", "beside", "fill", "errors",
        "tab_next", "tab_before", "expand", "record_outside",
    ]
)  # fmt: skip
"""Keys that need a record, and say so without one."""


class FormColumn(Panel, LaidOutOnce):
    """One form and what stands around it."""


class CopyMode(Controller):
    """`y`: the next key decides what to copy."""

    COMMANDS = (
        Command(
            "detail.yank", "y", "Copy…", lambda mode: mode.switch(True),
            help="Copy the id, JSON or more of this record.",
        ),
    )  # fmt: skip

    def __init__(self, switched: Callable[[], object]) -> None:
        self.on = False
        self._switched = switched

    def switch(self, on: bool) -> None:
        """Start or stop waiting for the letter."""
        if on or self.on:
            self.on = on
            self._switched()


class DetailBody(VerticalScroll, LaidOutOnce, CommandHost, can_focus=True):
    """Holds the forms; arrows move between fields, letters are commands."""

    BINDINGS = bindings_of(
        FieldCursor, RecordLetters, Languages, ErrorNavigation, TabKeys, FieldExpansion,
        FieldKeys, CopyMode, OutsideEditor,
    )  # fmt: skip

    class CopyWanted(Message):
        """`y` and a letter were pressed."""

        def __init__(self, letter: str) -> None:
            super().__init__()
            self.letter = letter

    class Moved(Message):
        """The cursor moved to another field."""

    def __init__(
        self,
        page_controllers: Sequence[Controller] = (),
        *,
        without_record: Callable[[Command], Blocked | None] = lambda command: None,
        save_unavailable: Callable[[], str] = str,
        frame: PaintBatch | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._without_record = without_record
        """Returns why a command can't be run without a record."""
        self.frame = frame
        self.cursor = FieldCursor(self, save_unavailable)
        self.copy_mode = CopyMode(self._copy_mode_switched)
        own = (self.cursor, TabKeys(self.cursor), FieldKeys(self.cursor), self.copy_mode)
        self._controllers = (*page_controllers, *own)

    @property
    def stop(self) -> FocusTarget | None:
        """The cursor's place: a field, a group's heading, a tab bar."""
        return self.cursor.stop

    @property
    def here(self) -> SvcField | None:
        """The field under the cursor."""
        return self.cursor.here

    def leaves_by_enter(self, line: Widget) -> bool:
        """Whether Enter in this line leaves it, as there is no next field."""
        around = [one for one in line.ancestors if isinstance(one, SvcField)]
        alone = len(around) == 1 and around[0].editor is line  # No field with several lines.
        return alone and self.cursor.is_last(around[0])

    _seen: Size | None = None
    """The size for which the cursor's field was scrolled into view."""

    def on_resize(self, event: events.Resize) -> None:
        """Keep the cursor's field visible when the terminal changes size."""
        if event.size != self._seen:
            begun, self._seen = self._seen is None, event.size
            if not begun:
                self.call_after_refresh(lambda: self.cursor.keep_in_sight(self.screen.focused))

    def cursor_moved(self) -> None:
        """Tell the page that the cursor has moved."""
        self.post_message(self.Moved())

    def go_to_row(self, row: int) -> None:
        """Go to the first field for row 0, as `gg` does; to the last one for -1."""
        self.cursor.go_to_end(row)

    def focus_next(self) -> None:
        """Focus what follows the last field, and paint both at once."""
        if self.frame is not None:
            self.frame.hold(self)
        self.screen.focus_next()

    @property
    def takes_letters(self) -> bool:
        """Whether the focus is where letters are text."""
        return takes_letters(self.screen.focused)

    def controllers(self) -> Iterable[Controller]:
        """Return the features whose keys are letters here."""
        return self._controllers

    def gate(self, command: Command) -> Blocked | None:
        """Take no letters as commands while typing, or without a record."""
        name = command.id.partition(".")[2]
        if not self.has_focus and name not in WHILE_TYPING:
            if self.takes_letters:
                return Blocked(hidden=True)
            if name not in WITHOUT_TEXT:
                place = named_place(self.screen.focused)
                return Blocked(outside_field_message(command.label, place), hidden=True)
        return self._without_record(command) if name in WITH_RECORD else None

    # Copying

    def _copy_mode_switched(self) -> None:
        self.refresh_bindings()
        self.cursor_moved()

    def key_mode(self) -> KeyMode | None:
        """Return what may follow `y`; None where letters are commands."""
        return copy_mode(self.app, COPIES) if self.copy_mode.on and self.has_focus else None

    def on_key(self, event: events.Key) -> None:
        """Take the key after `y`, whatever it means elsewhere."""
        if not (self.copy_mode.on and self.has_focus):
            return
        event.stop()
        event.prevent_default()
        self.copy_mode.switch(False)
        if event.key != "escape":
            self.post_message(self.CopyWanted(event.character or ""))

    def on_blur(self) -> None:
        """Copy nothing when the focus moves elsewhere."""
        self.copy_mode.switch(False)
