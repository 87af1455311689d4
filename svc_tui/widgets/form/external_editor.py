"""$EDITOR: the console lends its terminal to the user's own editor."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol
from weakref import WeakKeyDictionary

from textual.app import App, SuspendNotSupported
from textual.dom import DOMNode
from textual.screen import Screen

from svc_tui.config.restricted import is_restricted
from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.draft import Unreadable
from svc_tui.stores.unavailable_reason import CAN_ONLY_BE_READ, not_possible_message
from svc_tui.terminal.external_editor import (
    UNCHANGED,
    EditorResult,
    NoEditor,
    command,
    read_back,
    run_editor,
)
from svc_tui.thinline import hook as tap
from svc_tui.widgets.form.field_edits import FieldEdits
from svc_tui.widgets.form.secrets import is_kept_off_disk

if TYPE_CHECKING:
    from svc_tui.widgets.form.source import TextEdits

EditOutside = Callable[[str, str], Awaitable[EditorResult]]
"""Takes a text and a suffix (`.md`), returns what the editor did with it."""

SECRET = "This value is never saved to disk, so it can't be opened in an editor."


@dataclass
class EditorSession:
    """A text that is open in an editor."""

    before: str
    take: Callable[[str], object]
    """Takes what the editor wrote."""
    file: Path | None = None

    def opened(self, file: Path) -> None:
        """Note the file that the editor got."""
        self.file = file


_lent: WeakKeyDictionary[App[Any], EditorSession] = WeakKeyDictionary()
"""The text that is open in an editor, by the app that lends its terminal."""


class EditableField(Protocol):
    """A field whose value can be edited as text."""

    readonly: bool
    descriptor: FieldDescriptor
    value: Any
    suffix: ClassVar[str]
    edits: FieldEdits
    text_edits: TextEdits

    @property
    def app(self) -> App[Any]: ...
    @property
    def ancestors(self) -> Sequence[DOMNode]: ...
    @property
    def is_attached(self) -> bool: ...
    @property
    def screen(self) -> Screen[Any]: ...
    def source(self) -> str: ...


async def edit_field(field: EditableField) -> None:
    """Open an editor on the value of a field and take what it returns; nothing typed is lost."""
    if field.readonly:
        field.text_edits.say(not_possible_message("Editing", CAN_ONLY_BE_READ))
        return
    field.edits.take_typed()
    if is_kept_off_disk(field.descriptor, field.value):
        field.text_edits.say(SECRET, "warning")
        return
    before = field.source()
    late = next((node for node in field.ancestors if hasattr(node, "keep_late")), None)
    returned = await edit_outside(field.app, before, field.suffix, field.text_edits.give_source)
    words = returned.words
    if returned.text is not None and returned.text != before:
        value = field.text_edits.give_source(returned.text)
        if isinstance(value, Unreadable):
            words = f"{value.problem} Your text was kept. Correct it here or press F4."
        if late is not None and not (field.is_attached and field.screen in field.app.screen_stack):
            late.keep_late()
            return
    if words:
        field.text_edits.say(words)


async def edit_outside(
    app: App[Any], text: str, suffix: str, take: Callable[[str], object] = lambda text: None
) -> EditorResult:
    """Let the user edit a text in another program; an app may bring its own `edit_outside`.

    The console keeps running without drawing: saves finish, drafts are kept. If it has to end
    before the editor does, `take` gets what was written by then.
    """
    if is_restricted():
        return EditorResult(words=f"Editors are off in restricted mode. {UNCHANGED}")
    own: EditOutside | None = getattr(app, "edit_outside", None)
    if own is not None:
        return await own(text, suffix)
    if app in _lent:
        return EditorResult(words="An editor is already open.")
    lent = EditorSession(text, take)
    try:
        argv = command(os.environ)
        _lent[app] = lent
        with app.batch_update(), app.suspend():
            returned = await run_editor(argv, text, suffix, lent.opened)
    except NoEditor as error:
        return EditorResult(words=str(error))
    except SuspendNotSupported:
        return EditorResult(words=f"This terminal can't run an editor. {UNCHANGED}")
    finally:
        _lent.pop(app, None)
    tap.forget(app)
    app.screen.refresh(layout=True)
    return returned


def recover_edit(app: App[Any]) -> None:
    """Take what an open editor has written so far, as the console ends."""
    lent = _lent.get(app)
    if lent is None or lent.file is None:
        return
    with suppress(OSError):  # There is nothing to read.
        text = read_back(lent.file, lent.before).text
        if text is not None:
            lent.take(text)
