"""Checks of a draft before anything is sent: all fields, all languages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any

from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.foreign_code import FAILURES, is_foreign, log_failure
from svc_tui.models.records import TRANSLATIONS
from svc_tui.models.registry import FieldRegistry
from svc_tui.stores.record.draft import Draft, Unreadable, set_path
from svc_tui.stores.record.field_paths import FieldPath, path_of
from svc_tui.stores.record.slugs import AutoSlug, Slugs
from svc_tui.widgets.form.foreign_call import check_at, is_shown_by
from svc_tui.widgets.form.uneditable import UnknownField
from svc_tui.widgets.slots import tell_failure

EMPTY: tuple[Any, ...] = (None, "", [], {})
"""The values that count as empty when a whole language is checked."""


def visible(field: FieldDescriptor, model: Mapping[str, Any]) -> bool:
    """Whether a field applies to this record; a hidden one keeps its value, never required."""
    if not field.applies_to(model):
        return False
    conditions = {"visible": field.visible, "show": field.show}
    return all(
        is_shown_by(f"{name} of {field.key}", said, model) for name, said in conditions.items()
    )


def kind_of(registry: FieldRegistry, field: FieldDescriptor) -> Any:
    """Return the widget class of a field."""
    try:
        return registry.get(field.type) or UnknownField
    except FAILURES as error:  # A type that is named by its module is imported here.
        if log_failure(place := f"field type {field.type}", error):
            tell_failure(place)
        return UnknownField


def sent_whole(registry: FieldRegistry, form: Sequence[FieldDescriptor]) -> frozenset[str]:
    """Return the keys whose records are one value: by their descriptor, or by their type."""
    return frozenset(
        field.key.partition(".")[0]
        for field in form
        if field.whole is not False
        and (field.whole or getattr(kind_of(registry, field), "whole", False))
    )


def sent_in_parts(form: Iterable[FieldDescriptor]) -> frozenset[str]:
    """Return the keys of which a PATCH carries only the changed parts.

    If one of several fields in an object needs it whole, it is sent whole.
    """
    by_key: dict[str, list[bool | None]] = {}
    for field in form:
        by_key.setdefault(field.key.partition(".")[0], []).append(field.whole)
    return frozenset(key for key, said in by_key.items() if False in said and True not in said)


def sent_only(form: Iterable[FieldDescriptor], languages: Sequence[str] = ()) -> frozenset[str]:
    """Return the dotted paths of the values that the backend never returns."""
    fields = [field for field in form if field.write_only]
    return frozenset(path_of(field, lang) for field in fields for lang in (None, *languages))


def returned_keys(form: Iterable[FieldDescriptor]) -> frozenset[str]:
    """Return the keys of a record that have the values of a form."""
    fields = [field for field in form if not field.write_only]
    around = {TRANSLATIONS} if any(field.translatable for field in fields) else set()
    return frozenset(around | {field.key.partition(".")[0] for field in fields})


def slugs_in(registry: FieldRegistry, form: Sequence[FieldPath]) -> Slugs:
    """Return the slugs that follow a text, whether or not their fields are mounted."""
    first = next((place.lang for place in form if place.lang is not None), None)
    found: list[AutoSlug] = []
    for place in form:
        field = place.field
        says = getattr(kind_of(registry, field), "follower", None)
        attrs = registry.attrs_of(field.type, field.attrs)
        if says is not None and (one := says(field, attrs, place, first)) is not None:
            found.append(one)
    return Slugs(tuple(found))


def problems(
    draft: Draft, form: Sequence[FieldPath], registry: FieldRegistry
) -> dict[str, tuple[str, ...]]:
    """Return what is wrong, by dotted path.

    Required values are reported wherever they are missing; other rules apply only to what was
    changed, so that the rest can be saved although a new rule forbids an old value.
    """
    found: dict[str, tuple[str, ...]] = {}
    for place in form:
        problem = problem_at(draft, place, registry)
        if problem is not None and not is_not_begun(draft, place, form):
            found[place.path] = (problem,)
    return found


def problem_at(
    draft: Draft, place: FieldPath, registry: FieldRegistry, *, within: bool = True
) -> str | None:
    """Return what is wrong at one place; without `within`, not what is wrong inside its value."""
    field, value = place.field, draft.get(place.path)
    if field.readonly or not visible(field, draft.current):
        return None
    if value not in (None, "") and not draft.changed(place.path):
        return None
    return problem_of(registry, field, value, draft.current, within=within)


def problem_of(
    registry: FieldRegistry,
    field: FieldDescriptor,
    value: Any,
    model: Mapping[str, Any],
    *,
    within: bool = True,
) -> str | None:
    """Return what is wrong with a value, and with the fields inside it, a line for each."""
    kind, attrs = kind_of(registry, field), registry.attrs_of(field.type, field.attrs)
    inside = kind.problem_within(field, attrs, value, registry) if within else None
    if is_foreign(kind):
        copies = deepcopy((value, model))
        own = check_at(f"check of {field.key}", kind.problem, field, attrs, *copies)
    else:
        own = kind.problem(field, attrs, value, model)
    return "\n".join(filter(None, [own and str(own), inside])) or None


def is_empty(draft: Draft, lang: str, form: Sequence[FieldPath]) -> bool:
    """Whether a language has no values now."""
    return all(draft.get(place.path) in EMPTY for place in form if place.lang == lang)


def is_not_begun(draft: Draft, place: FieldPath, form: Sequence[FieldPath]) -> bool:
    """Whether a value may be missing because its language is empty; never in the first language."""
    if place.lang is None or isinstance(draft.get(place.path), Unreadable):
        return False
    first = next(other.lang for other in form if other.lang is not None)
    loaded = Draft.of(draft.original)
    return (
        place.lang != first
        and is_empty(draft, place.lang, form)
        and is_empty(loaded, place.lang, form)
    )


def default_values(form: Iterable[FieldDescriptor]) -> dict[str, Any]:
    """Return the values that a new record has before anything is typed."""
    found: Mapping[str, Any] = {}
    for one in form:
        if one.default is not None and not (one.translatable or one.readonly):
            found = set_path(found, one.key, one.default)
    return dict(found)
