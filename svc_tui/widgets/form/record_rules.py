"""What the fields of a form mean for the store of a record that is opened.

A form that learns its fields later sets them again (`FormColumns`, `DraftAutosave`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict

from svc_tui.models.field_types import default_registry
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.registry import FieldRegistry
from svc_tui.widgets.form.checks import (
    default_values,
    returned_keys,
    sent_in_parts,
    sent_only,
    sent_whole,
)
from svc_tui.widgets.form.secrets import secret_paths


class RecordRules(TypedDict):
    """The arguments of `DetailStore` that follow from the fields."""

    defaults: dict[str, Any]
    whole: frozenset[str]
    parts: frozenset[str]
    left_out: tuple[str, ...]
    write_only: frozenset[str]
    fields: frozenset[str]


def record_rules(
    fields: Sequence[FieldDescriptor],
    registry: FieldRegistry | None,
    languages: Sequence[str] = (),
) -> RecordRules:
    """Return the rules of a record's store.

    Where the languages of the record are not known, secrets are left out in every one.
    """
    spoken = languages or ("*",)
    return RecordRules(
        defaults=default_values(fields),
        whole=sent_whole(registry or default_registry(), fields),
        parts=sent_in_parts(fields),
        left_out=tuple(secret_paths(fields, spoken)),
        write_only=sent_only(fields, spoken),
        fields=returned_keys(fields),
    )
