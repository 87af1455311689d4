"""Field types that a console file names and nobody registered: told at start."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import TYPE_CHECKING

from svc_tui.app.routes import every_field
from svc_tui.widgets.form.defaults import TYPES

if TYPE_CHECKING:
    from svc_tui.models.fields import FieldDescriptor
    from svc_tui.models.resource import Resource


def unknown_type_warnings(resources: Iterable[Resource]) -> tuple[str, ...]:
    """One sentence for each unknown type of a resource; the rest of its forms works."""
    said: dict[str, None] = {}
    for resource in resources:
        declared = (*resource.fields, *resource.sidebar_fields, *resource.edit_fields)
        for field in every_field(declared):
            if field.type not in TYPES:
                said[_sentence(resource.name, field)] = None
    return tuple(said)


def _sentence(resource: str, field: FieldDescriptor) -> str:
    near = get_close_matches(field.type, TYPES, 1, 0.7)
    meant = f'; "{near[0]}" was probably meant' if near else ""
    return (
        f'The field "{field.key}" of "{resource}" has the unknown type "{field.type}"{meant}. '
        "Its values are shown and kept, and cannot be edited."
    )
