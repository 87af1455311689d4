"""Parse values given as text, from `--set` or a table, for the fields of a resource."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from svc_tui.models import exact_json
from svc_tui.models.field_types import TEXTS, holds
from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.draft import MISSING


def typed(text: str, field: FieldDescriptor | None, before: Any = MISSING) -> Any:
    """Return a text's value: by its field's type, by the current value, else as JSON or text."""
    is_text = field is not None and holds(field.type, *TEXTS)
    if is_text:
        return text
    if field is None and isinstance(before, str):
        return text
    if field is not None and holds(field.type, "flag") and text.casefold() in ("yes", "no"):
        return text.casefold() == "yes"
    if text == "":
        return None if before is None or field is not None else text
    try:
        return exact_json.read(text)
    except ValueError:
        return text


def field_at(path: str, fields: Iterable[FieldDescriptor]) -> FieldDescriptor | None:
    """Return the field of a dotted path, also for a language."""
    by_key = {one.key: one for one in fields}
    _, _, inner = path.partition("translations.")
    return by_key.get(path) or by_key.get(inner.partition(".")[2])
