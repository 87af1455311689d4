"""ValueFormatter: form values in words, for questions, comparisons and lists."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from svc_tui.models.registry import FieldRegistry
from svc_tui.stores.record.draft import MISSING, Unreadable, same
from svc_tui.stores.record.field_paths import FieldPath
from svc_tui.stores.redact import MASK, hidden
from svc_tui.widgets.form.checks import kind_of
from svc_tui.widgets.form.foreign_call import words_of
from svc_tui.widgets.formatting import words_or_values

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.widgets.form.field import SvcField


class ValueFormatter:
    """Asks the fields of a form how their values read.

    A field that is not mounted (its tab was never opened) is made for that, and never shown.
    """

    def __init__(
        self,
        form: Iterable[FieldPath],
        registry: FieldRegistry,
        *,
        mounted: Iterable[SvcField] = (),
        svc: Svc | None = None,
    ) -> None:
        self._places = {one.path: one for one in form}
        self._registry = registry
        self._svc = svc
        self._fields: dict[int, SvcField] = {id(one.descriptor): one for one in mounted}

    def format(self, path: str, *values: Any) -> tuple[Any, ...]:
        """Return two values of a field in words; unformatted if the words are the same."""
        hidden_values = tuple(hidden(path, one) for one in values)
        if any(one is MASK for one in hidden_values):
            return tuple(
                f"{MASK} (changed)" if one is MASK and n and not same(values[n], values[0]) else one
                for n, one in enumerate(hidden_values)
            )
        values = hidden_values
        field = self._field(path)
        if field is None:
            return values
        said = tuple(one if _is_plain(one) else words_of(field, one) for one in values)
        return words_or_values(values, said)

    async def learn(self, values: Iterable[tuple[str, Any]]) -> None:
        for path, value in values:
            field = self._field(path)
            if field is not None and not _is_plain(value):
                await field.learn((value,))

    def _field(self, path: str) -> SvcField | None:
        """Return the field of a place, if its values have words of their own."""
        place = self._places.get(path)
        if place is None or not getattr(kind_of(self._registry, place.field), "worded", False):
            return None
        if id(place.field) not in self._fields:
            self._fields[id(place.field)] = self._made(place)
        return self._fields[id(place.field)]

    def _made(self, place: FieldPath) -> SvcField:
        field = place.field
        made: SvcField = kind_of(self._registry, field)(
            field,
            attrs=self._registry.attrs_of(field.type, field.attrs),
            readonly=True,
            svc=self._svc,
        )
        return made


def _is_plain(value: Any) -> bool:
    """Whether a value needs no words: it is empty, or not readable yet."""
    return value is MISSING or value in (None, "", [], {}) or isinstance(value, Unreadable)
