"""Checks of the fields that are declared: their types, settings, defaults and conditions."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from svc_tui.app.list_checks import list_problems, shared_parameters
from svc_tui.app.setting_checks import offered, setting_problems, shape_problems, why_no_default
from svc_tui.models.field_types import EVERY_FIELD, FIELD_TYPES, every_attr, known_attrs
from svc_tui.models.overrides import meant_name
from svc_tui.models.registry import EVERY_TYPE

if TYPE_CHECKING:
    from svc_tui.config.document import ConsoleConfig
    from svc_tui.config.options import Options
    from svc_tui.models.fields import FieldDescriptor
    from svc_tui.models.resource import Resource


class FieldProblem(NamedTuple):
    """A problem of a declared field."""

    place: tuple[str | int, ...]
    """Where it stands in its resource."""
    text: str


def field_problems(
    resource: Resource, config: ConsoleConfig, own_types: Mapping[str, Any]
) -> Iterator[str]:
    """Yield what is wrong with the fields of a resource, a sentence each.

    Those of a file were warned of when it was read; its types may be the program's.
    """
    yield from _types(resource, own_types)
    if resource in config.resources:
        return
    yield from _attr_names(resource, own_types)
    yield from shared_parameters([resource])
    for problem in declared_problems(resource, config.options, own_types):
        yield problem.text


def _types(resource: Resource, own_types: Mapping[str, Any]) -> Iterator[str]:
    from svc_tui.config.explain import nearest
    from svc_tui.models.extensions import installed

    known = {*FIELD_TYPES, *own_types}
    for one in resource.every_field:
        if one.type not in known and one.type not in installed("field_types"):
            hint = nearest(one.type, known, noun="field types", listed="")
            yield f'{_whose(one, resource)} has the unknown type "{one.type}"; {hint}'


def _whose(field: FieldDescriptor, resource: Resource) -> str:
    return f'the field "{field.key}" of "{resource.name}"'


def _attr_names(resource: Resource, own_types: Mapping[str, Any]) -> Iterator[str]:
    """Yield the settings that no field of the type reads.

    An own type without `ATTRS` may read any, but hardly one that is nearly a built-in one.
    """
    from svc_tui.config.explain import nearest

    for one in resource.every_field:
        kind = own_types.get(one.type)
        known = known_attrs(one.type) if kind is None else _attrs_of(kind)
        for name in one.attrs:
            if known is None or name in known:
                continue
            hint = nearest(name, known, noun="attrs", listed="")
            if kind is not None and kind.ATTRS is None:
                if (near := meant_name(name, known)) is None:
                    continue
                hint = f'did you mean "{near}"?'
            yield f'{_whose(one, resource)}: unknown attrs "{name}"; {hint}'


def usual_problems(config: ConsoleConfig, own_types: Collection[str]) -> Iterator[str]:
    """Yield unknown settings of all fields of a type; those of a file were reported."""
    from svc_tui.config.explain import nearest

    if config.source is not None:
        return
    known = {name: known_attrs(name) or every_attr() for name in (*FIELD_TYPES, EVERY_TYPE)}
    for kind, attrs in config.options.uikit.form.attrs.items():
        if kind in own_types:
            continue
        if kind not in known:
            hint = nearest(kind, known, noun="types", listed="")
            yield f'uikit.form.attrs: unknown type "{kind}"; {hint}'
            continue
        for name in attrs:
            if _snake(name) not in known[kind]:
                hint = nearest(name, known[kind], noun="attrs", listed="")
                yield f'uikit.form.attrs of "{kind}": unknown attrs "{name}"; {hint}'


def _attrs_of(kind: Any) -> frozenset[str] | None:
    """Return the settings of a custom type and of its built-in base; None if unknown."""
    if not isinstance(kind, type):
        return None  # It is not imported for this.
    places = {one.widget: name for name, one in FIELD_TYPES.items()}
    above = (places.get(f"{one.__module__}:{one.__qualname__}") for one in kind.__mro__)
    inherited = known_attrs(next(filter(None, above), "")) or frozenset()
    return frozenset(getattr(kind, "ATTRS", None) or ()).union(inherited, EVERY_FIELD)


def declared_problems(
    resource: Resource, options: Options, own_types: Mapping[str, Any]
) -> Iterator[FieldProblem]:
    """Yield the settings, defaults and conditions that make no sense."""
    for place, one in resource.placed_fields:
        whose, own = _whose(one, resource), own_types.get(one.type)
        usual = options.uikit.form.attrs.get(one.type, {})
        attrs = {**{_snake(name): value for name, value in usual.items()}, **one.attrs}
        if one.type in FIELD_TYPES and own is None:
            needs = FIELD_TYPES[one.type].needs
            if needs and not one.readonly and not {*needs}.intersection(attrs):
                yield FieldProblem(
                    place, f'{whose} is a {one.type} without attrs={{"{needs[0]}": …}}'
                )
            for name, why in setting_problems(one, attrs):
                yield FieldProblem((*place, "attrs", name), f'{whose}: attrs "{name}" {why}')
        for name, why in shape_problems(one, own):
            yield FieldProblem((*place, name), f"{whose}: {name} {why}")
        if why := why_no_default(one, attrs, own):
            yield FieldProblem((*place, "default"), f"{whose}: the default {why}")
    yield from _conditions(resource)
    yield from _never_chosen(resource)
    yield from (FieldProblem((), text) for text in _misspelt(resource))
    yield from (FieldProblem(*one) for one in list_problems(resource))


def _conditions(resource: Resource) -> Iterator[FieldProblem]:
    """Yield conditions on a field that does not exist."""
    from svc_tui.config.explain import nearest

    found = [*_conditions_in(resource.form_fields, _known_keys(resource), resource)]
    for one in resource.every_field:
        for inner in (one.fields, *one.templates.values()):
            found += _conditions_in(inner, {each.key for each in inner}, resource)
    yield from (FieldProblem((), text) for text in found)
    for number, action in enumerate(resource.actions):
        keys = [one.key for one in action.inputs]
        for one, path in _conditioned(action.inputs):
            if path.partition(".")[0] not in keys and path not in keys:
                whose = f'the input "{one.key}" of the action "{action.label}"'
                hint = nearest(path, keys, noun="inputs", listed="")
                said = f'{whose} has a condition on "{path}", which is not an input; {hint}'
                yield FieldProblem(("actions", number, "inputs"), said)


def _never_chosen(resource: Resource) -> Iterator[FieldProblem]:
    """Yield conditions on a choice that its field does not offer."""
    items = {
        one.key: offered(one.attrs)
        for one in resource.form_fields
        if one.type == "select" and not one.attrs.get("multiple")
    }
    for one in resource.form_fields:
        for path, matcher in (*one.when.items(), *one.when_any.items()):
            asked = [matcher.equals] if "equals" in matcher.model_fields_set else matcher.one_of
            for value in asked or ():
                if (known := items.get(path)) and value not in (*known, None, ""):
                    named = ", ".join(map(repr, known[:10]))
                    said = (
                        f"has a condition on {path}, but {value!r} is not one of its items: {named}"
                    )
                    yield FieldProblem((), f"{_whose(one, resource)} {said}")


def _conditions_in(
    fields: Sequence[FieldDescriptor], known: Collection[str], resource: Resource
) -> Iterator[str]:
    for one, path in _conditioned(fields):
        if near := _meant(path, known):
            whose = _whose(one, resource)
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
    said += [
        (f'"{name}" of the field "{one.key}"', [str(one.attrs[name])])
        for one in resource.every_field
        if one.type == "slug"
        for name in ("from", "source")
        if one.attrs.get(name)
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

    A record may have more values than its form has fields, with names that are alike:
    `published_at` beside `published`, `title_en` beside `title_de`.
    """
    if path in known or path.partition(".")[0] in known:
        return None
    return next((key for key in sorted(known) if _is_misspelt(_words(path), _words(key))), None)


def _is_misspelt(words: Sequence[str], meant: Sequence[str]) -> bool:
    """Whether all words are the same ones, but for their spelling."""
    pairs = zip(words, meant, strict=False)
    return len(words) == len(meant) and all(a == b or meant_name(a, [b]) for a, b in pairs)


def _words(path: str) -> list[str]:
    return [one.lower() for one in re.split(r"[._]|(?<=[a-z])(?=[A-Z])", path)]


def _snake(name: str) -> str:
    from pydantic.alias_generators import to_snake

    return to_snake(name)
