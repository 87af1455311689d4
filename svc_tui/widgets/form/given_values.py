"""Check values that no form produced as a form would, before anything is sent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from svc_tui.api.errors import ApiError
from svc_tui.models import exact_json
from svc_tui.models.dotted_path import value_at
from svc_tui.models.field_types import default_registry, holds
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.foreign_code import is_foreign
from svc_tui.models.records import TRANSLATIONS
from svc_tui.models.registry import FieldRegistry
from svc_tui.stores.record.draft import MISSING, Draft, get_path, same, set_path, within
from svc_tui.stores.record.field_paths import FieldPath, places
from svc_tui.stores.rows import key_of
from svc_tui.stores.runs.given_rows import read_records
from svc_tui.stores.runs.row_files import RowsUnreadable
from svc_tui.stores.runs.row_writers import RowWork
from svc_tui.text import clean
from svc_tui.widgets.form.checks import default_values, is_not_begun, kind_of, problem_of, visible
from svc_tui.widgets.form.foreign_call import check_at
from svc_tui.widgets.form.given_kinds import containers, kind_words, object_problem, string_problem
from svc_tui.widgets.form.repeater.item_text import fields_of, told_at
from svc_tui.widgets.form.secrets import is_kept_off_disk
from svc_tui.widgets.form.write_path import reads

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.models.resource import Resource

SHOWN = 60
"""Characters of a value that a message names."""


class RefusedRow(NamedTuple):
    """The first row with a value that its form would reject."""

    number: int
    """Counted from 1."""
    work: RowWork
    why: str


async def refused_row(svc: Svc, resource: Resource, works: Sequence[RowWork]) -> RefusedRow | None:
    """Return the first row with a value that its form would reject; None if all are valid.

    An unknown record is read only if a value seems wrong: a value that it already has, or that its
    conditions hide, is not rejected.
    """
    registry: FieldRegistry = svc.inject("svc_form_registry", None) or default_registry()
    fields, defaults = resource.form_fields, default_values(resource.form_fields)
    checked: Mapping[str, Any] | None = None
    for number, work in enumerate(works, 1):
        if why := _renamed(work, resource):
            return RefusedRow(number, work, why)
        base = defaults if work.new else work.base
        if base is None and work.changes is checked:  # One `--set` for many records.
            continue
        why = refused_value(work.changes, base, fields, registry)
        if why and base is None:
            try:
                read = await read_records(svc.crud(resource.endpoint), [work.key])
            except (ApiError, RowsUnreadable):
                return RefusedRow(number, work, why)
            why = refused_value(work.changes, read[work.key], fields, registry)
        elif base is None:
            checked = work.changes
        if why:
            return RefusedRow(number, work, why)
    return None


def _renamed(work: RowWork, resource: Resource) -> str:
    """Return why a saved record can't get another key; "" if it keeps it, or its form allows it."""
    lookup, values = resource.lookup, Draft({}, {})
    for path, value in work.changes.items():
        values = values.edited(path, value)
    editable = any(one.key == lookup and not one.readonly for one in resource.form_fields)
    kept = value_at(values.current, lookup, MISSING) is MISSING
    if work.new or editable or kept or key_of(values.current, lookup) == work.key:
        return ""
    return f"{clean(lookup)} identifies the record and can't be changed."


def refused_value(
    changes: Mapping[str, Any],
    base: Mapping[str, Any] | None,
    fields: Iterable[FieldDescriptor],
    registry: FieldRegistry,
) -> str:
    """Return the first value that a form would refuse, and why; "" where all are right.

    `changes` are by dotted path. `base` is the record they are made on; None if it is unknown;
    conditions that hide a field are then ignored.
    """
    original = base or {}
    current: Mapping[str, Any] = original
    for path, value in changes.items():
        current = set_path(current, path, value)
    draft = Draft(original, current)
    form = _places(fields, current)
    if said := _no_container(changes, draft, form):
        return said
    for place in form:
        value = get_path(current, place.path, MISSING)
        if (
            place.field.readonly
            or value is MISSING
            or not any(within(path, place.path) or within(place.path, path) for path in changes)
            or same(value, get_path(original, place.path, MISSING))
            or is_not_begun(draft, place, form)
            or (base is not None and not visible(place.field, current))
        ):
            continue
        problem = given_problem(registry, place, draft)
        problem = problem or problem_of(registry, place.field, value, current)
        if problem:
            return _sentence(place, value, problem)
    return ""


def _no_container(
    changes: Mapping[str, Any], draft: Draft, form: Sequence[FieldPath]
) -> str | None:
    """Return which changed value around the values of fields is no object, and why.

    Only the texts of all languages can't be null.
    """
    own = [one.path for one in form]
    texts = [f"{TRANSLATIONS}.{one.path}" for one in form if one.field.translatable]
    for path in containers([*own, *texts[:1]]):
        value = get_path(draft.current, path, MISSING)
        may_be_null = value is None and path.partition(".")[0] != TRANSLATIONS
        if (
            path not in own
            and value is not MISSING
            and not may_be_null
            and any(within(one, path) or within(path, one) for one in changes)
            and not same(value, get_path(draft.original, path, MISSING))
            and (problem := object_problem(value))
        ):
            return f"{clean(path)}: {problem}"
    return None


def _places(fields: Iterable[FieldDescriptor], record: Mapping[str, Any]) -> list[FieldPath]:
    """Return every value of a form, in no language too: a record may have it there."""
    texts = record.get(TRANSLATIONS)
    languages = tuple(map(str, texts)) if isinstance(texts, Mapping) else ()
    fields = tuple(fields)
    found = {one.path: one for one in (*places(fields, ()), *places(fields, languages))}
    return list(found.values())


def given_problem(registry: FieldRegistry, place: FieldPath, draft: Draft) -> str | None:
    """Return why a value that no editor made is none of its field's type."""
    field = place.field
    if draft.get(place.path) in (None, ""):
        return None
    before = get_path(draft.original, place.path, None)
    if exact_json.has_constants(draft.get(place.path)) and not exact_json.has_constants(before):
        return "JSON doesn't support NaN or Infinity."
    kind, attrs = kind_of(registry, field), registry.attrs_of(field.type, field.attrs)
    accessor = registry.accessor_of(field.type, field.accessor)
    value = reads(field, draft, place.lang, accessor)
    given = field, attrs, value
    if not is_foreign(kind):
        # Where the record has a list already, its type was only guessed: another list may follow.
        text = holds(field.type, "words", "markup") and kind_words(before) != kind_words(value)
        said = string_problem(value) if text else None
        said = said or kind.check_given(*given)
        return said or _problem_inside(registry, place, draft)
    said = check_at(f"check_given of {field.key}", kind.check_given, *given)
    return None if said is None else str(said)


def _problem_inside(registry: FieldRegistry, place: FieldPath, draft: Draft) -> str | None:
    """Return why an item of a list is none of its fields' types; items that were there may stay."""
    field, items = place.field, draft.get(place.path)
    if not isinstance(items, (list, tuple)) or not (field.fields or field.templates):
        return None
    before = get_path(draft.original, place.path, None)
    known = before if isinstance(before, (list, tuple)) else ()
    for number, item in enumerate(items, 1):
        if any(same(item, one) for one in known):
            continue
        if why := object_problem(item):
            return f"item {number}: {why}"
        for inner in _places(fields_of(field, item) or (), item):
            if inner.field.readonly or not visible(inner.field, item):
                continue
            if why := given_problem(registry, inner, Draft({}, item)):
                return "\n".join(told_at(number, inner.path, why))
    return None


def _sentence(place: FieldPath, value: Any, problem: str) -> str:
    """Return a path, its value and what is wrong; for a secret, only the path."""
    path = clean(place.path)
    if value in (None, ""):
        return f"{path}: {clean(problem)}"
    if is_kept_off_disk(place.field, value):
        return f"{path}: This value is not valid."
    text = value if isinstance(value, str) else exact_json.written(value)
    return f"{path}={clean(text, limit=SHOWN)}: {clean(problem.replace(chr(10), ' '))}"
