"""The status of a form's parts: changes and errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.draft import Draft
from svc_tui.stores.record.field_paths import FieldPath


@dataclass(frozen=True)
class FieldStatus:
    """One field, group, tab or language at a glance."""

    changed: bool = False
    errors: int = 0
    shown: bool = True
    """Whether any of it applies to this record."""

    @property
    def change(self) -> str:
        """The mark after the name of a changed part."""
        return "•" * self.changed

    @property
    def wrong(self) -> str:
        """The mark after the name of a part with errors: ` 2!` for two."""
        return f" {self.errors}!" if self.errors else ""

    @property
    def marks(self) -> str:
        """The marks behind a name."""
        return self.change + self.wrong


def errors_at(errors: Mapping[str, Sequence[str]], path: str) -> int:
    """Count the messages about a value and about its inside."""
    return sum(len(said) for at, said in errors.items() if at == path or at.startswith(f"{path}."))


def field_statuses(
    draft: Draft, errors: Mapping[str, Sequence[str]], form: Iterable[FieldPath]
) -> dict[str, FieldStatus]:
    """Return the status of each field, all its languages together, by its key."""
    found: dict[str, FieldStatus] = {}
    for place in form:
        before = found.get(place.field.key, FieldStatus())
        wrong = errors_at(errors, place.path) if errors else 0
        changed = before.changed or draft.changed(place.path)
        found[place.field.key] = FieldStatus(changed, before.errors + wrong)
    return found


def together(
    fields: Iterable[FieldDescriptor], known: Mapping[str, FieldStatus], hidden: frozenset[int]
) -> FieldStatus:
    """Return the status of a part; hidden fields don't count, a part of hidden ones is hidden."""
    there = [known.get(one.key, FieldStatus()) for one in fields if id(one) not in hidden]
    return FieldStatus(
        any(one.changed for one in there), sum(one.errors for one in there), bool(there)
    )
