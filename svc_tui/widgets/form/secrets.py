"""Values of a form that must not be written to disk or remembered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from svc_tui.introspect.names import is_secret
from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.draft import Unreadable
from svc_tui.stores.record.field_paths import path_of
from svc_tui.stores.redact import holds_secrets, names_secrets


def is_kept_off_disk(field: FieldDescriptor, *values: Any) -> bool:
    """Whether a value, or one inside it, must not be written into a file."""
    if secret_paths([field]):
        return True
    return any(_has_secrets(field.key, value) for value in values)


def _has_secrets(key: str, value: Any) -> bool:
    if isinstance(value, Unreadable):  # Text that is not valid JSON yet still has keys.
        return names_secrets(value.text)
    return holds_secrets(key, value)


def secret_paths(fields: Iterable[FieldDescriptor], languages: Sequence[str] = ()) -> list[str]:
    """Return the dotted paths of all `no_draft` values, and of secrets by their keys.

    `*` stands for any item of a repeater.
    """
    found: list[str] = []
    for field in fields:
        paths = {path_of(field, lang) for lang in (None, *languages)}
        inner = [*field.fields, *(one for kind in field.templates.values() for one in kind)]
        inside = ["", *[f".*.{path}" for path in secret_paths(inner, languages)]]
        secret = field.no_draft or is_secret(field.key.rpartition(".")[2])
        ends = [""] if secret else inside[1:]
        found += [path + end for path in sorted(paths) for end in ends]
    return list(dict.fromkeys(found))
