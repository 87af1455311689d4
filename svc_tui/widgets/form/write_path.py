"""Write the values of editors into the record: accessors, languages, `on_change`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from svc_tui.models.arguments import given_words, with_article
from svc_tui.models.exact_json import not_sendable
from svc_tui.models.fields import Accessor, FieldDescriptor
from svc_tui.models.foreign_code import WrongReturn, check_return, value_in_time
from svc_tui.stores.record.draft import Draft, Unreadable, diff, leaves, same
from svc_tui.stores.record.field_paths import path_of
from svc_tui.text import has_words
from svc_tui.widgets.form.foreign_call import CODE_FAILED, call_at


class EditLocation(NamedTuple):
    """The path and language of an edit."""

    path: str
    lang: str | None = None
    languages: Sequence[str] = ()
    lookup: str = ""
    """The key of a saved record, which `on_change` can't set."""


def reads(field: FieldDescriptor, draft: Draft, lang: str | None, accessor: Accessor | None) -> Any:
    """Return a field's value as its editor gets it."""
    return read_value(field, draft, lang, accessor).value


class ReadValue(NamedTuple):
    """A field's value as its editor gets it."""

    value: Any
    failed: bool = False
    """Whether it is the record's own, as the field's accessor failed."""


_FAILED = object()


def read_value(
    field: FieldDescriptor, draft: Draft, lang: str | None, accessor: Accessor | None
) -> ReadValue:
    """Return a field's value as its editor gets it, and whether its accessor failed."""
    value = draft.get(path_of(field, lang))
    if accessor is None or accessor.get is None or isinstance(value, Unreadable):
        return ReadValue(value)
    convert = accessor.get

    def converted(**given: Any) -> Any:
        found = value_in_time(convert, **given)
        if not has_words(found):
            raise WrongReturn(f"it should return a value, not {given_words(found)}")
        return found

    given = {"model": draft.current, "val": value, "lang": lang}
    found = call_at(f"accessor of {field.key}", converted, _FAILED, **given)
    return ReadValue(value, failed=True) if found is _FAILED else ReadValue(found)


def writes(
    field: FieldDescriptor, draft: Draft, value: Any, at: EditLocation, accessor: Accessor | None
) -> dict[str, Any]:
    """Return what an edit writes, by dotted path.

    With `synci18n` a translatable field is written in every language; one that is not translatable
    has a single place anyway. `on_change(model, val)` gets a copy of the record with the new value
    in it: what it sets there, and the dotted paths of the mapping it returns, are written too.
    """
    if accessor is not None and accessor.set is not None and not isinstance(value, Unreadable):
        convert = accessor.set

        def converted(**given: Any) -> Any:
            found = value_in_time(convert, **given)
            _check_sendable("it", "returned", found)
            if found is None and value and not str(value).isspace():
                raise WrongReturn("it returned None: set should return the value to save")
            return found

        given = {"model": draft.current, "val": value, "lang": at.lang}
        failed = Unreadable(str(value), CODE_FAILED)
        value = call_at(f"accessor of {field.key}", converted, failed, **given)
    paths: Sequence[str] = (at.path,)
    if field.synci18n and field.translatable and at.languages:
        paths = [path_of(field, lang) for lang in at.languages]
    written = dict.fromkeys(paths, value)
    if field.on_change is None or isinstance(value, Unreadable):
        return written
    return {**_consequences(field, draft, written, value, at.lookup), **written}


def _consequences(
    field: FieldDescriptor, draft: Draft, written: Mapping[str, Any], value: Any, lookup: str
) -> dict[str, Any]:
    for path, one in written.items():
        draft = draft.edited(path, one)

    def changes(model: dict[str, Any], value: Any) -> dict[str, Any]:
        assert field.on_change is not None
        said = value_in_time(field.on_change, model, value)
        check_return("it", said, (Mapping, type(None)))
        found = {**leaves(diff(draft.current, model)), **(said or {})}
        for path, one in found.items():
            if not isinstance(path, str):
                raise WrongReturn(f"it should return dotted paths, not {given_words(path)}")
            if path in written and not same(one, written[path]):
                raise WrongReturn(f'it can\'t change "{path}" itself: use an accessor for that')
            if path == lookup and not same(one, draft.get(path)):
                raise WrongReturn(f'it can\'t change "{path}", which identifies the record')
            _check_sendable(f'"{path}"', "was set to", one)
        return found

    nothing: dict[str, Any] = {}
    place, model = f"on_change of {field.key}", dict(draft.current)
    found: dict[str, Any] = call_at(place, changes, nothing, model, value)
    return found


def _check_sendable(what: str, verb: str, value: Any) -> None:
    if kind := not_sendable(value):
        raise WrongReturn(f"{what} {verb} {with_article(kind)}, which JSON can't represent")
