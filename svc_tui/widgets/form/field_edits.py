"""FieldEdits: turns the content of a field's editor into a value, and posts it once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from textual.timer import Timer

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.draft import Unreadable, same
from svc_tui.widgets.form.field_rules import refuse_unsendable
from svc_tui.widgets.form.foreign_call import call_at, own_copy, value_of
from svc_tui.widgets.form.masked_value import MaskedValue
from svc_tui.widgets.form.paint_batch import PaintBatch
from svc_tui.widgets.form.read_only_value import redraw_value

if TYPE_CHECKING:
    from svc_tui.widgets.form.field import SvcField


class Content(Protocol):
    """A widget that the user types into."""

    def content(self) -> Any: ...
    def read(self, content: Any, /) -> Any: ...


class EditHost(Content, Protocol):
    """A field, as `FieldEdits` uses it."""

    descriptor: FieldDescriptor
    value: Any
    editor: Any
    path: str

    @property
    def Edited(self) -> Any: ...
    @property
    def is_mounted(self) -> bool: ...
    def collect(self) -> None: ...
    def put(self, value: Any) -> None: ...
    def settle(self) -> None: ...
    def query_children(self, kind: Any, /) -> Any: ...
    def post_message(self, message: Any, /) -> object: ...
    def set_timer(self, delay: float, callback: Callable[[], None]) -> Timer: ...


class FieldEdits:
    """Compares the editor with what it made of the loaded value.

    While both are the same, the value is the loaded one exactly as it came.
    """

    def __init__(self, host: EditHost, secrets: MaskedValue) -> None:
        self._host = host
        self._secrets = secrets
        self.rest = host.descriptor.debounce or 0
        """Debounce: milliseconds without another key after which an edit is posted."""
        self.source: Content = host
        """The source of the content: the field, or the widget that replaces its editor."""
        self.hint = ""
        """The line of help while another widget replaces the editor."""
        self.frame: PaintBatch | None = None
        """Draws a key and what follows from it in one frame, if the owner wants that."""
        self.unread = False
        """Whether the value is the record's own, as the field's accessor failed."""
        self.loaded: Any = own_copy(host, host.value)
        """The value as it was loaded."""
        self.loaded_content: Any = None
        """The editor's content for it."""
        self._value: Any = self.loaded
        """The value posted or given last; a consumer's field may change `host.value` in place."""
        self._content: Any = host.value
        """The editor's content for it: only another one is read."""
        self.draft_value: Any = host.value
        """The value in the owner's draft: the one given last, or written for an edit."""
        self.newest: Any = None
        """The newest `Edited` message, until the field's owner has handled it."""
        self._timer: Timer | None = None
        self._ended = False

    @property
    def pending(self) -> bool:
        """Whether the editor holds an edit that was not posted yet."""
        return self.typing and not same(self.source.content(), self._content)

    @property
    def typing(self) -> bool:
        """Whether the field can be typed into now."""
        return self._host.editor is not None and self._host.is_mounted and not self._ended

    @property
    def resting(self) -> bool:
        """Whether an edit waits until typing rests."""
        return self._timer is not None

    def settle(self) -> None:
        """Take the editor's content as the untouched state of the value."""
        self.loaded_content = self.source.content()
        self.loaded = self._value = own_copy(self._host, self._host.value)
        self._secrets.source = self._host.value
        self.mark_posted()

    def mark_posted(self) -> None:
        """Take the editor's content as that of the current value."""
        self._content = self.source.content()

    def take(self, edit: object) -> bool:
        """Whether an edit is the newest one of the field; from now on it counts as handled."""
        if self.newest is not edit:
            return False
        self.newest = None
        return True

    def take_newest(self) -> Any:
        """Return the newest edit that was not handled, or None; what was typed is read first."""
        self.take_typed()
        edit, self.newest = self.newest, None
        return edit

    def follow(self, value: Any) -> bool:
        """Take another value from outside; False if it is the same, or typed text is newer."""
        if same(value, self._value):
            self.draft_value = value
            return False
        if self.newest is not None or self.pending:
            return False
        self.draft_value = self._value = value
        self._host.value = own_copy(self._host, value)
        if self._host.editor is not None:
            self._host.put(value)
            self._host.settle()
        return True

    def take_typed(self) -> None:
        """Post what was typed and not yet read."""
        if self.typing:
            self._host.collect()
            self.tell()

    def end(self) -> None:
        """Post what was typed before the editor is removed, then stop reading it."""
        # Held here, as Textual waits forever for a widget that fails while it is removed.
        call_at(f"field {self._host.descriptor.key}", self.take_typed, None)
        self._ended = True

    def accept(self, value: Any, put: Callable[[Any], None]) -> None:
        """Post another value that was given elsewhere, and show it by `put`.

        Raises: TypeError: no request can carry it; nothing is changed then.
        """
        refuse_unsendable(value)
        if same(value, self._value):
            self._secrets.source = value
            return
        self._value = value
        if self._host.editor is not None and not self._ended:
            self._host.value = own_copy(self._host, value)
            put(value)
            self.mark_posted()
        self._post(value)
        self._secrets.source = value

    def give(self, value: Any, text: str | None, put: Callable[[Any, str | None], None]) -> None:
        """Post a value that was written elsewhere as `text`, and show it by `put`.

        If the field already has it, only its text is shown.
        """
        if not same(value, self._host.value):
            self.accept(value, lambda shown: put(shown, text))
        elif self._host.editor is not None and text is not None:
            put(value, text)
            self.mark_posted()

    def reveal(self) -> None:
        """Show the secrets of the value in the editor, or hide them again."""
        if self._host.editor is not None:
            self.tell()
        if isinstance(self._host.value, Unreadable):
            return
        self._secrets.revealed = not self._secrets.revealed
        redraw_value(self._host)
        if self._host.editor is not None:
            self._host.put(self._host.value)
            if same(self._host.value, self.loaded):
                self.settle()
            self.mark_posted()
            self._secrets.source = self._host.value

    def changed(self, rest: float = 0) -> None:
        """Post the value after a debounce of so many seconds at least, or at once without one."""
        rest = max(rest, self.rest / 1000)
        if not rest:
            self.tell()
            return
        self._stop()
        self._paint()
        self._timer = self._host.set_timer(rest, self.tell)

    def tell(self) -> None:
        """Post the value if it changed."""
        self._stop()
        before, self._content = self._content, self.source.content()
        value = self._value if same(self._content, before) else self._read(self._content)
        if same(value, self._value):
            self._paint()
        else:
            self._value = value
            self._post(value)

    def _read(self, content: Any) -> Any:
        """Return the value of a content: the loaded one for its content, unless secrets differ."""
        if same(content, self.loaded_content) and not self._secrets.masks_other_than(
            self.loaded, content
        ):
            return self.loaded
        read = value_of(self.source, content, self._host.descriptor.key)
        return self._secrets.restored(content, read)

    def _post(self, value: Any) -> None:
        """Keep a value and post it."""
        host = self._host
        host.value = own_copy(host, value)
        self.newest = host.Edited(host, host.path, value)
        host.post_message(self.newest)

    def _paint(self) -> None:
        if self.frame is not None:
            self.frame.release()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None


def take_edit(event: SvcField.Edited) -> bool:
    """Stop an edit at the owner of the draft; whether it is the newest one of its field."""
    event.stop()
    return event.field.edits.take(event)
