"""Paths of a form's values in its record, and the values that messages belong to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from svc_tui.models.base import label_from
from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.draft import within

TOP = ""
"""The path of what belongs to no field."""

_WHOLE = ("detail", "non_field_errors", "__all__", TOP)


@dataclass(frozen=True)
class FieldPath:
    """One value of a form: a field, in one language where it has several."""

    field: FieldDescriptor
    path: str
    lang: str | None = None

    @property
    def words(self) -> str:
        return f"{self.field.label} ({self.lang})" if self.lang else self.field.label


def path_of(field: FieldDescriptor, lang: str | None) -> str:
    """Return the path of a field's value in one language."""
    return f"translations.{lang}.{field.key}" if field.translatable and lang else field.key


def places(fields: Iterable[FieldDescriptor], languages: Sequence[str]) -> tuple[FieldPath, ...]:
    """Return every value of a form, field by field."""
    found: list[FieldPath] = []
    for field in fields:
        langs: Sequence[str | None] = languages if field.translatable and languages else (None,)
        found += [FieldPath(field, path_of(field, lang), lang) for lang in langs]
    return tuple(found)


def words_at(form: Iterable[FieldPath], path: str) -> str | None:
    """Return the label of the value at a path, or around it; None where no field has it."""
    for one in form:
        if within(path, one.path) or within(one.path, path):
            return one.words
    return None


def name_at(form: Sequence[FieldPath], path: str) -> str:
    """Return the label of a value, as `words_at`; where no field has it, one made of its path.

    A form in languages also names the value that a response has of a field without its language.
    """
    found = words_at(form, path)
    labels = (one.field.label for one in form if within(path, one.field.key))
    return found or next(labels, "") or label_from(path) or path


def label_with_path(path: str, form: Sequence[FieldPath]) -> str:
    """Return the label of a value with the path in it: `Meta (tags)`."""
    place = next((one for one in form if within(path, one.path)), None)
    if place is None:
        return name_at(form, path)
    rest = path[len(place.path) + 1 :]
    return f"{place.words} ({rest})" if rest else place.words


def words_inside(path: str) -> str:
    """Return a path within a value in words: `1.parts.0` is `item 2, parts, item 1`."""
    steps = path.split(".")
    return ", ".join(f"item {int(one) + 1}" if one.isdecimal() else one for one in steps)


def placed(
    errors: Mapping[str, Sequence[str]], form: Sequence[FieldPath]
) -> dict[str, tuple[str, ...]]:
    """Return a backend's messages by the paths of the form; those that fit nowhere under `TOP`.

    A message about an item of a list keeps its path: the field knows the names of its items.
    """
    found: dict[str, tuple[str, ...]] = {}
    for path, messages in errors.items():
        place, rest = _nearest(path, form)
        deep = place is not None and rest and (_has_fields(place.field) or rest[0].isdecimal())
        inside = f"{words_inside(rest)}: " if rest and place and not deep else ""
        inside = f"{rest}: " if rest and place is None else inside
        at = TOP if place is None else f"{place.path}.{rest}" if deep else place.path
        found[at] = (*found.get(at, ()), *(inside + message for message in messages))
    return found


def _nearest(path: str, form: Sequence[FieldPath]) -> tuple[FieldPath | None, str]:
    """Return the place that a path means or lies in, and the rest of the path."""
    if path in _WHOLE:
        return None, ""
    best: tuple[int, FieldPath] | None = None
    for place in form:
        for known in _spellings(place):
            within = path == known or path.startswith(f"{known}.")
            if within and (best is None or len(known) > best[0]):
                best = len(known), place
    if best is None:
        return None, path
    return best[1], path[best[0] + 1 :]


def _has_fields(field: FieldDescriptor) -> bool:
    return field.type == "repeater" or bool(field.fields or field.templates)


def _spellings(place: FieldPath) -> tuple[str, ...]:
    """Return a place's names in backends: its path, a column (`title_it`), or without language."""
    if place.lang is None:
        return (place.path,)
    return (place.path, f"{place.field.key}_{place.lang}", place.field.key)
