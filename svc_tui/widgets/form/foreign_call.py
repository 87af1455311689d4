"""Call a consumer's code for a form: failures are reported, and the form keeps working."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from functools import partial
from typing import Any, Protocol

from textual.widget import Widget

from svc_tui.models.arguments import given_words, with_article
from svc_tui.models.exact_json import not_sendable
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.foreign_code import (
    FAILURES,
    WrongReturn,
    check_return,
    failure_mark,
    hold,
    is_foreign,
    is_foreign_call,
    log_failure,
    value_in_time,
)
from svc_tui.stores.record.draft import Unreadable
from svc_tui.widgets.slots import tell_failure


def call_at(
    place: str, call: Callable[..., Any] | None, otherwise: Any, /, *args: Any, **named: Any
) -> Any:
    """Return what a callable returns; `otherwise` if it is None or fails, which is reported.

    It gets copies: what it changes in a record is not saved.
    """
    if call is None:
        return otherwise
    try:
        return value_in_time(call, *deepcopy(args), **deepcopy(named))
    except FAILURES as error:
        if log_failure(place, error):
            tell_failure(place)
        return otherwise


def is_shown_by(place: str, call: Callable[..., Any] | None, model: Any) -> bool:
    """Whether a callable shows a field; True if it is None or fails, which is reported.

    A sentence, such as a reason, would count as true, so it is refused.
    """
    shown = call_at(place, call, True, model)
    if not isinstance(shown, str):
        return bool(shown)
    if log_failure(place, WrongReturn("it should return True or False, not a string")):
        tell_failure(place)
    return True


def check_at(place: str, check: Callable[..., Any], *args: Any) -> Any:
    """Return what a check says; None where it fails, with a toast about its place each time.

    A check returns a sentence or None. A failure is reported for every value: it is then unknown
    whether the value is valid.
    """
    try:
        said = value_in_time(check, *args)
        if said is None:
            return None
        if not isinstance(said, str) or not said.strip():
            words = "an empty text" if isinstance(said, str) else given_words(said)
            raise TypeError(f"it should return a sentence or None, not {words}")
        return said
    except FAILURES as error:
        log_failure(place, error)
        tell_failure(place)
        return None


CODE_FAILED = "This field's code failed (see :log). Your text was kept."
"""The problem of a text that a consumer's code can't turn into a value."""

HOOKS = (
    "put", "content", "collect", "source", "written", "aside", "as_text", "seen_problems",
)  # fmt: skip
"""The methods of a field that its form or its bases call and that only this module guards."""


def limit_hooks(field: Any) -> None:
    """Limit the run time of the hooks that a consumer's field defines, and reject async ones."""
    kind = type(field)
    for name in HOOKS:
        if (own := getattr(kind, name, None)) is not None and is_foreign_call(own):
            setattr(field, name, partial(value_in_time, getattr(kind, name), field))
    if is_foreign(kind):
        content = field.content
        field.content = lambda: deepcopy(content())


def call_hook(field: Any, name: str, *args: Any) -> None:
    """Call a method of a field; report the failure of one that a consumer overrides."""
    call = getattr(field, name)
    if not is_foreign_call(getattr(type(field), name)):
        call(*args)
        return
    try:
        value_in_time(call, *args)
    except FAILURES as error:
        if log_failure(place := f"{name} of field {field.descriptor.key}", error):
            tell_failure(place)


def own_copy(field: object, value: Any) -> Any:
    """Return a copy of a value for a consumer's field, which may change it in place."""
    return deepcopy(value) if is_foreign(type(field)) else value


def focus_editor(field: object, editor: Widget) -> bool:
    """Focus an editor, or the first focusable part of a consumer's; False without one."""
    if is_foreign(type(field)) and not editor.can_focus:
        parts = (one for one in editor.walk_children(Widget) if one.focusable)
        return (found := next(parts, None)) is not None and bool(found.focus())
    editor.focus()
    return True


class ReadingField(Protocol):
    """A field that turns what was typed into a value."""

    def read(self, content: Any, /) -> Any: ...


def value_of(field: ReadingField, content: Any, key: str) -> Any:
    """Return what a field reads; an `Unreadable` with the text where a consumer's `read` fails.

    The text stays in its editor, is not sent, and can be corrected.
    """
    if not is_foreign(type(field)):
        return field.read(content)
    try:
        value = value_in_time(field.read, content)
        if not isinstance(value, Unreadable) and (kind := not_sendable(value)):
            raise WrongReturn(f"read returned {with_article(kind)}, which JSON can't represent")
        return value
    except FAILURES as error:
        if log_failure(place := f"field {key}", error):
            tell_failure(place)
        return Unreadable(str(content), CODE_FAILED)


class WordedField(Protocol):
    """A field that describes its values in words."""

    @property
    def descriptor(self) -> FieldDescriptor: ...
    def words(self, value: Any, /) -> str: ...


def words_of(field: WordedField, value: Any) -> str:
    """Return a value as its field words it; the field's mark where that is a consumer's and fails.

    Anything but a string counts as a failure.
    """
    if not is_foreign(type(field)):
        return field.words(value)

    def words() -> str:
        found = value_in_time(field.words, value)
        check_return("words", found, str)
        return found

    place = f"field {field.descriptor.key}"
    return hold(place, words, failure_mark(place))
