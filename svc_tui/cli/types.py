"""Field types that a console file names and nobody registered: told at start."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import TYPE_CHECKING

from svc_tui.widgets.form.defaults import TYPES

if TYPE_CHECKING:
    from svc_tui.models.fields import FieldDescriptor
    from svc_tui.models.resource import Resource


def type_doubts(resources: Iterable[Resource]) -> tuple[str, ...]:
    """One sentence for each unknown type of a resource; the rest of its forms works."""
    said: dict[str, None] = {}
    for resource in resources:
        declared = (*resource.fields, *resource.sidebar_fields, *resource.edit_fields)
        for field in _every(declared):
            if field.type not in TYPES:
                said[_sentence(resource.name, field)] = None
    return tuple(said)


def _every(fields: Iterable[FieldDescriptor]) -> Iterator[FieldDescriptor]:
    """The fields, and those inside repeaters."""
    for field in fields:
        yield field
        yield from _every(field.fields)
        for inner in field.templates.values():
            yield from _every(inner)


def _sentence(resource: str, field: FieldDescriptor) -> str:
    near = get_close_matches(field.type, TYPES, 1, 0.7)
    meant = f'; "{near[0]}" was probably meant' if near else ""
    return (
        f'The field "{field.key}" of "{resource}" has the unknown type "{field.type}"{meant}. '
        "Its values are shown and kept, and cannot be edited."
    )
