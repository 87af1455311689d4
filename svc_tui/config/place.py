"""Places in a console file: as the file spells them, and their names for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic.alias_generators import to_snake

from svc_tui.config.locate import KeyPath
from svc_tui.models.base import Declaration, camel

_ENTRIES = {
    "resources": ("resource", "name"),
    "groups": ("group", "name"),
    "columns": ("column", "key"),
    "filters": ("filter", "value"),
    "choices": ("choice", "value"),
    "tabs": ("tab", "value"),
    "actions": ("action", "label"),
    "fields": ("field", "key"),
    "sidebar_fields": ("sidebar field", "key"),
    "edit_fields": ("quick edit field", "key"),
}
"""The name of each kind of list entry, and its identifying key."""


def path_in_file(data: object, steps: Sequence[str | int]) -> KeyPath:
    """Return the path as the file spells it, as far as the file has it.

    Steps that only name one of several shapes of a value are left out.
    """
    path: KeyPath = ()
    for step in steps:
        found = next((key for key in _spellings(step) if _has(data, key)), None)
        inside = _in_attrs(data, step) if found is None else ()
        for key in inside if found is None else (found,):
            data, path = value_at(data, (key,)), (*path, key)
    return path


def _in_attrs(data: object, step: str | int) -> KeyPath:
    """Return the path to a repeater's templates if the file has them in `attrs`."""
    if step != "templates" or not isinstance(data, Mapping) or "attrs" not in data:
        return ()
    return ("attrs", "templates") if _has(data["attrs"], "templates") else ()


def _spellings(step: str | int) -> tuple[str | int, ...]:
    return (step,) if isinstance(step, int) else (step, to_snake(step), camel(step))


def _has(data: object, key: str | int) -> bool:
    if isinstance(data, list | tuple):
        return isinstance(key, int) and key < len(data)
    return isinstance(data, Mapping) and key in data


def value_at(data: Any, path: KeyPath) -> Any:
    """Return the value at an existing path."""
    for step in path:
        data = data[step]
    return data


def named(data: Any, path: KeyPath) -> str:
    """Return the name of the table or entry at a path: `[svc.uikit]`, `resource "articles"`."""
    words: list[str] = []
    keys: list[str] = []
    for step in path:
        data = data[step]
        if isinstance(step, int):
            list_name = keys.pop() if keys else "item"
            if keys and keys[-1] == "templates":
                words.append(f'template "{list_name}"')
                list_name, keys = "fields", []
            words.append(_entry(list_name, step, data))
        else:
            keys.append(step)
    table = ".".join(keys)
    return ", ".join([*words, table] if table and words else words or [f"[{table}]"] * bool(table))


def named_parts(data: Any, path: KeyPath) -> tuple[str, str]:
    """Return the table or entry around a path, and the name of its last step."""
    if not path:
        return "", ""
    if isinstance(path[-1], int) and len(path) > 1:
        owner = path[:-2]
        return named(data, owner), _entry(str(path[-2]), path[-1], value_at(data, path))
    return named(data, path[:-1]), str(path[-1])


def _entry(list_name: str, index: int, data: Any) -> str:
    """Return `resource "articles"`, or `resource 2` for one without a name."""
    noun, key = _ENTRIES.get(to_snake(list_name), (f"{list_name} item", ""))
    name = data.get(key) if isinstance(data, Mapping) else None
    return f'{noun} "{name}"' if isinstance(name, str) and name else f"{noun} {index + 1}"


def models_at(model: type[Declaration], steps: Sequence[str | int]) -> list[type[Declaration]]:
    """Return the models that are valid at a place."""
    return [node for node in _types_at(model, steps) if _is_model(node)]


def choices_at(model: type[Declaration], steps: Sequence[str | int]) -> list[str]:
    """Return the values that are valid at a place with fixed choices."""
    nodes = [node for node in _types_at(model, steps) if get_origin(node) is Literal]
    return [str(choice) for node in nodes for choice in get_args(node)]


def _types_at(model: type[Declaration], steps: Sequence[str | int]) -> list[Any]:
    nodes: list[Any] = [model]
    for step in steps:
        inner = [found for node in nodes for found in _types_behind(node, step)]
        nodes = inner or nodes  # a step that only names a member of a union is skipped
    return nodes


def _types_behind(node: Any, step: str | int) -> list[Any]:
    if _is_model(node):
        fields = node.model_fields.items()
        behind = [info.annotation for name, info in fields if step in (name, info.alias)]
        return [part for annotation in behind for part in _members(annotation)]
    origin = get_origin(node)
    if origin is tuple and isinstance(step, int):
        return _members(get_args(node)[0])
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _members(get_args(node)[1])
    return []


def _members(annotation: Any) -> list[Any]:
    """Return the members of a union, without annotations."""
    if get_origin(annotation) is Annotated:
        return _members(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        return [part for member in get_args(annotation) for part in _members(member)]
    return [annotation]


def _is_model(node: Any) -> bool:
    return isinstance(node, type) and issubclass(node, Declaration)
