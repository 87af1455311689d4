"""FieldExpansion: edit the field under the cursor in full screen."""

from __future__ import annotations

from typing import Any, Protocol

from textual.app import App

from svc_tui.widgets.command import Blocked, Command, Controller
from svc_tui.widgets.form.expanded import ExpandedField
from svc_tui.widgets.form.line import LineField
from svc_tui.widgets.form.long import LongField
from svc_tui.widgets.record.cursor import FieldCursor

NO_FULL_SCREEN = "This field has no full screen."


class ExpansionHost(Protocol):
    """A widget with a form and a cursor in it."""

    @property
    def app(self) -> App[Any]: ...
    @property
    def cursor(self) -> FieldCursor: ...
    def take_typed(self) -> None: ...


class FieldExpansion(Controller):
    """A long field fills the screen itself; any other one opens a second editor."""

    COMMANDS = (
        Command(
            "detail.expand", "plus,f5", "Full screen", lambda one: one.expand(),
            lambda one: one.unavailable(), key_display="+",
            help="Edit this field in full screen, also while typing.",
        ),
    )  # fmt: skip

    def __init__(self, host: ExpansionHost) -> None:
        self.host = host

    @property
    def can_expand(self) -> bool:
        """Whether the field under the cursor can be edited in full screen."""
        field = self.host.cursor.here
        return isinstance(field, LongField) or bool(field and field.descriptor.expandable)

    def unavailable(self) -> Blocked | None:
        """Return why the field can't be edited in full screen."""
        if self.can_expand:
            return None
        field = self.host.cursor.here
        takes_text = isinstance(field, LineField) and not field.readonly
        return Blocked(NO_FULL_SCREEN + " Type here." * takes_text, hidden=True)

    def expand(self) -> None:
        """Edit the field under the cursor in full screen."""
        field = self.host.cursor.here
        if isinstance(field, LongField):
            self.host.cursor.type_into(field)
            field.screen.maximize(field, container=False)
        elif field is not None:
            self.host.take_typed()
            self.host.app.push_screen(ExpandedField(field))
