"""Report settings in `attrs` that a field's type does not read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from svc_tui.config.explain import nearest
from svc_tui.models.field_types import EVERY_FIELD, FIELD_TYPES, every_attr, known_attrs
from svc_tui.models.fields import FieldDescriptor
from svc_tui.terminal.error_log import LOG
from svc_tui.text import clean

if TYPE_CHECKING:
    from svc_tui.widgets.form.field import SvcField

_TOLD: set[tuple[str, str]] = set()

_OF_ANY_TYPE = every_attr()

MOST_TOLD = 200
"""Maximum number of settings to log."""


def attrs_read_by(kind: type[SvcField], name: str) -> frozenset[str] | None:
    """Return the settings that a type reads; None for a type that declares none."""
    if kind.ATTRS is not None:
        return kind.ATTRS.union(EVERY_FIELD)
    built_in = FIELD_TYPES.get(name)
    same = built_in and built_in.widget == f"{kind.__module__}:{kind.__qualname__}"
    return known_attrs(name) if same else None


def unknown_attrs(kind: type[SvcField], field: FieldDescriptor) -> Iterable[str]:
    """Yield a sentence for each setting of a field that its type does not read.

    Settings that another built-in type reads are left out: the backend may have described the value
    with them.
    """
    known = attrs_read_by(kind, field.type)
    if known is None:
        return
    for name in field.attrs:
        if name not in known and name not in _OF_ANY_TYPE:
            yield (
                f'{clean(field.key)}: field type "{clean(field.type)}" has no setting '
                f'"{clean(name)}"; {nearest(name, known, noun="settings")}'
            )


def tell_unknown_attrs(kind: type[SvcField], field: FieldDescriptor) -> str:
    """Log each unknown setting of a field once; return the sentences, a line for each."""
    said = [*unknown_attrs(kind, field)]
    for words in said:
        if (field.type, words) not in _TOLD and len(_TOLD) < MOST_TOLD:
            _TOLD.add((field.type, words))
            LOG.warning("%s", words)
    return "\n".join(said)
