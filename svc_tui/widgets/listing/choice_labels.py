"""Labels for values chosen from a few: `In review` for `review`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.listing import FilterChoice, FilterDescriptor, ListColumn
from svc_tui.stores.listing.filter_choices import wire_text
from svc_tui.widgets.formatting import format_of

Choices = Mapping[str, Sequence[FilterChoice]]
"""The choices of values, by their keys."""


def choices_of(
    filters: Iterable[FilterDescriptor], fields: Iterable[FieldDescriptor] = ()
) -> dict[str, tuple[FilterChoice, ...]]:
    """Return the labelled choices of filters and fields, by key."""
    found: dict[str, dict[str, FilterChoice]] = {}
    for item in filters:
        known = found.setdefault(item.value, {})
        known |= {wire_text(one.value): one for one in item.choices}
    for field in fields:
        known = found.setdefault(field.key, {})
        for one in map(_labelled_item, _items(field)):
            if one is not None:
                known.setdefault(wire_text(one.value), one)
    return {key: tuple(known.values()) for key, known in found.items() if known}


def labelled(
    columns: Iterable[ListColumn],
    filters: Iterable[FilterDescriptor],
    fields: Iterable[FieldDescriptor] = (),
) -> tuple[ListColumn, ...]:
    """Return the columns with the choices of the filter and the field of their keys, and with the
    heading of that field, unless they have their own."""
    fields = tuple(fields)
    known = choices_of(filters, fields)
    headings = {field.key: field.label for field in fields}

    def complete(one: ListColumn) -> ListColumn:
        found: dict[str, object] = {}
        if one.key in known and not one.choices and format_of(one).takes_choices:
            found["choices"] = known[one.key]
        if one.key in headings and "label" not in one.model_fields_set:
            found["label"] = headings[one.key]
        return one.model_copy(update=found) if found else one

    return tuple(map(complete, columns))


def called(choices: Sequence[FilterChoice], value: Any) -> Any:
    """Return the label of a value, or of each in a list; an unknown value stays as it is."""
    if isinstance(value, list | tuple):
        return [called(choices, one) for one in value]
    if isinstance(value, bool) or not isinstance(value, str | int):
        return value
    text = str(value)
    return next((one.text for one in choices if wire_text(one.value) == text), value)


def _items(field: FieldDescriptor) -> Sequence[Any]:
    items = field.attrs.get("items") or field.attrs.get("options")
    return items if isinstance(items, list | tuple) else ()


def _labelled_item(item: Any) -> FilterChoice | None:
    """Yield the label of an item; none for a plain value."""
    if not isinstance(item, Mapping):
        return None
    value, words = item.get("value"), item.get("label", item.get("text"))
    if isinstance(value, str | int | float) and isinstance(words, str) and words:
        return FilterChoice(value=value, text=words)
    return None
