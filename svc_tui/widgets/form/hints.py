"""The line of help of a field: while the user types, and while viewing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svc_tui.models.foreign_code import check_return
from svc_tui.widgets.base import drawable_hint

if TYPE_CHECKING:
    from svc_tui.widgets.form.field import SvcField

UNREAD = "This field's code failed (see :log). The value is shown as it is in the record."

REVEAL = "Hidden. Press F3 to show it."


def hint(field: SvcField) -> str:
    """Return the help while a field is typed into."""
    if field.edits.unread:
        return UNREAD
    own = field.reading_hint if field.readonly else field.edits.hint or _type_hint(field)
    check_return("reading_hint", own, str)
    hint = field.descriptor.help or drawable_hint(own, field)
    dots = field.draws_dots and field.secrets.whole and field.editor is not None
    return f"{hint} {REVEAL}".strip() if dots else hint


PRESS_ENTER = "Press Enter to "
"""The start of a hint that is true inside a field: from outside, one Enter more is needed."""


def looking_hint(field: SvcField) -> str:
    """Return the help while letters are commands: the editor's keys act only after Enter."""
    if field.edits.unread or field.descriptor.help or field.readonly or not field.keys_inside:
        return field.hint
    hint = drawable_hint(field.edits.hint or _type_hint(field), field)
    if field.has_picker and not field.edits.hint:
        # Enter opens the picker from here too; arrows act as described only inside.
        said, steps, _ = _type_hint(field).partition(". Shift+↑")
        return f"{said}." if steps else hint
    if not hint:
        return hint
    if hint.startswith(PRESS_ENTER):
        return f"Press Enter twice to {hint.removeprefix(PRESS_ENTER)}"
    return f"Press Enter to edit. {hint}"


def _type_hint(field: SvcField) -> str:
    """Return the help about a type; raises `TypeError` where a consumer's is no text."""
    own: object = field.type_hint
    check_return("type_hint", own, str)
    return str(own)
