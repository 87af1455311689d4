"""Rules for values of every type."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Protocol

from svc_tui.models.arguments import with_article
from svc_tui.models.exact_json import not_sendable
from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.draft import Unreadable
from svc_tui.widgets.form.foreign_call import check_at

REQUIRED = "This field is required."


def refuse_unsendable(value: object) -> None:
    """Raise `TypeError` for a value that no request could carry."""
    if kind := not_sendable(value):
        raise TypeError(f"accept(…): {with_article(kind)} can't be represented in JSON")


class RuledFieldType(Protocol):
    """A type of field with a rule of its own."""

    editable: bool

    def check(
        self, descriptor: FieldDescriptor, attrs: Mapping[str, Any], value: Any, /
    ) -> str | None: ...


def first_problem(
    kind: RuledFieldType,
    descriptor: FieldDescriptor,
    attrs: Mapping[str, Any],
    value: Any,
    model: Any,
) -> str | None:
    """Return the first problem of a value: unreadable, missing, or against a rule."""
    if isinstance(value, Unreadable):
        return value.problem
    if value is None or value == "":
        return REQUIRED if descriptor.required and kind.editable else None
    if (found := kind.check(descriptor, attrs, value)) is not None:
        return found
    if descriptor.validate_ is None:
        return None
    place, copies = f"check of {descriptor.key}", deepcopy((value, model))
    said = check_at(place, descriptor.validate_, *copies)
    return str(said) if said else None
