"""Checks of the fields that are declared: their types, settings, defaults and conditions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pydantic.alias_generators import to_snake

from svc_tui.models.field_types import FIELD_TYPES, every_attr, known_attrs
from svc_tui.models.overrides import meant_key
from svc_tui.models.registry import EVERY_TYPE
from svc_tui.stores.listing.list_checks import list_problems, shared_parameters, unlisted_defaults
from svc_tui.widgets.form.setting_checks import (
    FieldProblem,
    conditioned,
    impossible_settings,
    never_chosen,
    unknown_conditions,
    unknown_settings,
    unknown_types,
)

if TYPE_CHECKING:
    from svc_tui.config.document import ConsoleConfig
    from svc_tui.config.options import Options
    from svc_tui.models.resource import Resource


def field_problems(
    resource: Resource,
    config: ConsoleConfig,
    own_types: Mapping[str, Any],
    reads: Collection[str] = (),
) -> Iterator[str]:
    """Yield what is wrong with the fields of a resource, a sentence each.

    Those of a file were warned of when it was read; its types may be the program's. `reads` are
    words of a location that the page of the list reads itself.
    """
    from svc_tui.models.extensions import installed

    known = {*FIELD_TYPES, *own_types}
    unknown = (one for one in resource.every_field if one.type not in installed("field_types"))
    within = f' of "{resource.name}"'
    yield from unknown_types(unknown, known, within)
    if resource in config.resources:
        return
    yield from unknown_settings(resource.every_field, own_types, within)
    yield from shared_parameters([resource])
    for problem in declared_problems(resource, config.options, own_types, reads):
        yield problem.text


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
            if to_snake(name) not in known[kind]:
                hint = nearest(name, known[kind], noun="attrs", listed="")
                yield f'uikit.form.attrs of "{kind}": unknown attrs "{name}"; {hint}'


def declared_problems(
    resource: Resource, options: Options, own_types: Mapping[str, Any], reads: Collection[str] = ()
) -> Iterator[FieldProblem]:
    """Yield the settings, defaults and conditions that make no sense."""
    within = f' of "{resource.name}"'
    usual = {
        kind: {to_snake(name): value for name, value in attrs.items()}
        for kind, attrs in options.uikit.form.attrs.items()
    }
    yield from impossible_settings(resource.placed_fields, usual, own_types, within)
    yield from _conditions(resource)
    yield from (FieldProblem((), text) for text in never_chosen(resource.form_fields, within))
    yield from (FieldProblem((), text) for text in _misspelt(resource))
    yield from (FieldProblem(*one) for one in list_problems(resource, reads))


def _conditions(resource: Resource) -> Iterator[FieldProblem]:
    """Yield conditions on a field that does not exist."""
    from svc_tui.config.explain import nearest

    within = f' of "{resource.name}"'
    found = [*unknown_conditions(resource.form_fields, _known_keys(resource), within)]
    for one in resource.every_field:
        for inner in (one.fields, *one.templates.values()):
            found += unknown_conditions(inner, {each.key for each in inner}, within)
    yield from (FieldProblem((), text) for text in found)
    for number, action in enumerate(resource.actions):
        keys = [one.key for one in action.inputs]
        for one, path in conditioned(action.inputs):
            if path.partition(".")[0] not in keys and path not in keys:
                whose = f'the input "{one.key}" of the action "{action.label}"'
                hint = nearest(path, keys, noun="inputs", listed="")
                said = f'{whose} has a condition on "{path}", which is not an input; {hint}'
                yield FieldProblem(("actions", number, "inputs"), said)


def _misspelt(resource: Resource) -> Iterator[str]:
    """Yield other keys of records that are likely misspellings of declared ones."""
    card = getattr(resource.card, "date", None)
    said: list[tuple[str, Iterable[str]]] = [
        ("ordering", (path.removeprefix("-") for path in resource.ordering)),
        ("title_field", filter(None, [resource.title_field])),
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
    yield from (f'"{resource.name}": {why}' for why in unlisted_defaults(resource.filters))
    for what, paths in said:
        for path in paths:
            if near := meant_key(path, _known_keys(resource)):
                yield f'"{resource.name}": {what} refers to "{path}"; did you mean "{near}"?'


def _known_keys(resource: Resource) -> set[str]:
    return {one.key for one in resource.form_fields} | {one.key for one in resource.columns}
