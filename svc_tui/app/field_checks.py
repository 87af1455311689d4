"""Check the fields that a program declares: types, settings, defaults and conditions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from svc_tui.models.arguments import given_words, kind_words
from svc_tui.models.field_types import FIELD_TYPES, LISTS, holds, known_attrs

if TYPE_CHECKING:
    from svc_tui.config.document import ConsoleConfig
    from svc_tui.models.fields import FieldDescriptor
    from svc_tui.models.resource import Resource

COUNTS = ("max_length", "min_length", "rows", "max_items", "min_items")
"""Settings with whole numbers."""

FLAGS = (
    "nullable", "multiple", "return_object", "unique", "allow_duplicate", "confirm_delete",
    "default_expanded", "show_position_field", "allow_unicode",
)  # fmt: skip
"""Settings with true or false."""

TEXTS = (
    "endpoint", "placeholder", "item_text", "item_value", "ids_param", "pattern", "accept",
)  # fmt: skip
"""Settings with strings."""

KINDS: Mapping[str, Any] = {
    **dict.fromkeys(COUNTS, int),
    **dict.fromkeys(FLAGS, bool),
    **dict.fromkeys(TEXTS, str),
    **dict.fromkeys(("items", "options"), (list, tuple)),
}
"""The valid values of settings, by name; other settings are not checked."""


def field_problems(
    resource: Resource, config: ConsoleConfig, own_types: Mapping[str, Any]
) -> Iterator[str]:
    """Yield the errors of a resource's fields, one sentence each."""
    from svc_tui.config.explain import nearest
    from svc_tui.models.extensions import installed

    known = {*FIELD_TYPES, *own_types}
    for one in resource.every_field:
        whose = f'the field "{one.key}" of "{resource.name}"'
        if one.type not in known and one.type not in installed("field_types"):
            hint = nearest(one.type, known, noun="field types", listed="")
            yield f'{whose} has the unknown type "{one.type}"; {hint}'
        read = known_attrs(one.type)
        if read is None or one.type in own_types or resource in config.resources:
            continue  # Those of a file were reported when it was read.
        usual = config.options.uikit.form.attrs.get(one.type, {})
        needs = FIELD_TYPES[one.type].needs
        if needs and not {*needs}.intersection(map(_snake, (*one.attrs, *usual))):
            yield f'{whose} is a {one.type} without attrs={{"{needs[0]}": …}}'
        for name, value in one.attrs.items():
            if _snake(name) not in read:
                hint = nearest(name, read, noun="attrs", listed="")
                yield f'{whose}: unknown attrs "{name}"; {hint}'
            elif why := _why_no_setting(one, _snake(name), value):
                yield f'{whose}: attrs "{name}" {why}'
        if why := _why_no_default(one):
            yield f"{whose}: the default {why}"
    yield from _conditions(resource)
    yield from _misspelt(resource)


def _why_no_setting(field: FieldDescriptor, name: str, value: object) -> str:
    """Return why a setting can't have a value; "" if it can."""
    from svc_tui.stores.record.number_parser import exact

    if value is None:
        return ""
    if name in ("min", "max", "step") and holds(field.type, "number"):
        return "" if exact(value) is not None else f"should be a number, not {given_words(value)}"
    kind = KINDS.get(name)
    whole = kind is int and isinstance(value, bool)
    if kind is None or (isinstance(value, kind) and not whole):
        return ""
    return f"should be {kind_words(kind)}, not {given_words(value)}"


def _why_no_default(field: FieldDescriptor) -> str:
    """Return why a value can't be a field's default; "" if it can."""
    from svc_tui.stores.record.number_parser import exact

    value = field.default
    if value is None:
        return ""
    if holds(field.type, "number") and exact(value) is None:
        return f"should be a number, not {given_words(value)}"
    kind = bool if holds(field.type, "flag") else list if holds(field.type, *LISTS) else None
    if kind is not None and not isinstance(value, kind):
        return f"should be {kind_words(kind)}, not {given_words(value)}"
    return _not_offered(field, value) if holds(field.type, "choice") else ""


def _not_offered(field: FieldDescriptor, value: object) -> str:
    items = field.attrs.get("items") or field.attrs.get("options")
    if not isinstance(items, Sequence) or isinstance(items, str):
        return ""
    offered = [one.get("value") if isinstance(one, Mapping) else one for one in items]
    wanted = value if isinstance(value, list) and field.attrs.get("multiple") else [value]
    missing = next((one for one in wanted if one not in offered), None)
    named = ", ".join(repr(one) for one in offered[:10])
    return "" if missing is None else f"{missing!r} is not one of its items: {named}"


def _conditions(resource: Resource) -> Iterator[str]:
    """Yield conditions on fields that don't exist."""
    from svc_tui.config.explain import nearest

    yield from _conditions_in(resource.form_fields, _known_keys(resource), resource)
    for one in resource.every_field:
        for inner in (one.fields, *one.templates.values()):
            yield from _conditions_in(inner, {each.key for each in inner}, resource)
    for action in resource.actions:
        keys = [one.key for one in action.inputs]
        for one, path in _conditioned(action.inputs):
            if path.partition(".")[0] not in keys and path not in keys:
                whose = f'the input "{one.key}" of the action "{action.label}"'
                hint = nearest(path, keys, noun="inputs", listed="")
                yield f'{whose} has a condition on "{path}", which is not an input; {hint}'


def _conditions_in(
    fields: Sequence[FieldDescriptor], known: Collection[str], resource: Resource
) -> Iterator[str]:
    for one, path in _conditioned(fields):
        if near := _meant(path, known):
            whose = f'the field "{one.key}" of "{resource.name}"'
            said = f'has a condition on "{path}", which is not a field'
            yield f'{whose} {said}; did you mean "{near}"?'


def _conditioned(fields: Iterable[FieldDescriptor]) -> Iterator[tuple[FieldDescriptor, str]]:
    return ((one, path) for one in fields for path in (*one.when, *one.when_any, *one.when_not))


def _misspelt(resource: Resource) -> Iterator[str]:
    """Yield other keys of records that are likely misspellings of declared ones."""
    card = getattr(resource.card, "date", None)
    said: list[tuple[str, Iterable[str]]] = [
        ("ordering", (path.removeprefix("-") for path in resource.ordering)),
        ("preview_field", filter(None, [resource.preview_field])),
        ("position_field", [resource.position_field] if resource.draggable else ()),
        ("card.date", filter(None, [card])),
    ]
    said += [(f'changes of the action "{one.label}"', one.changes) for one in resource.actions]
    for item in resource.filters:
        sent = [choice.sent for choice in item.choices]
        for value in (item.default_choice or "").split(",") if sent else ():
            if value and value not in sent:
                whose = f'"{resource.name}": default_choice of the filter "{item.value}"'
                yield f'{whose} is "{value}"; its choices are {", ".join(sent[:10])}'
    for what, paths in said:
        for path in paths:
            if near := _meant(path, _known_keys(resource)):
                yield f'"{resource.name}": {what} names "{path}"; did you mean "{near}"?'


def _known_keys(resource: Resource) -> set[str]:
    return {one.key for one in resource.form_fields} | {one.key for one in resource.columns}


def _meant(path: str, known: Collection[str]) -> str | None:
    """Return the key that was probably meant by an unknown path; None without a near one.

    A record may have more values than its form has fields.
    """
    from difflib import get_close_matches

    if path in known or path.partition(".")[0] in known:
        return None
    return next(iter(get_close_matches(path, sorted(known), 1, 0.8)), None)


def twice(words: Iterable[str]) -> list[str]:
    """Return the words that appear more than once, each once."""
    found: dict[str, int] = {}
    for word in words:
        found[word] = found.get(word, 0) + 1
    return [word for word, times in found.items() if times > 1]


def _snake(name: str) -> str:
    from pydantic.alias_generators import to_snake

    return to_snake(name)
