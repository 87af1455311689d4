"""The labels and formats of a list, its values in words, and its query, never in keys."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo
from functools import cached_property
from typing import TYPE_CHECKING, Any

from svc_tui.introspect.names import is_secret
from svc_tui.models.base import label_from
from svc_tui.models.field_types import LINKS, default_registry, holds
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.listing import FilterDescriptor, Format, ListColumn
from svc_tui.models.records import TRANSLATIONS
from svc_tui.models.registry import FieldRegistry
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.redact import MASK
from svc_tui.widgets.formatting import as_datetime, words_or_values
from svc_tui.widgets.listing.choice_labels import Choices, called, choices_of
from svc_tui.widgets.listing.filter_values import Namer, active_filters, chip

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.widgets.form.value_text import ValueFormatter
    from svc_tui.widgets.listing.options import TableOptions

MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?")
"""Matches a date and time in JSON."""


@dataclass(frozen=True)
class ListFields:
    """The fields of a list's forms, which word their values as in records."""

    fields: Sequence[FieldDescriptor] = ()
    """Of two with the same key, the last one counts."""
    registry: FieldRegistry | None = None
    svc: Svc | None = None

    def also(self, fields: Iterable[FieldDescriptor]) -> ListFields:
        """Return these fields and others, which win over those with the same key."""
        return ListFields((*self.fields, *fields), self.registry, self.svc)

    def format(self, path: str, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the values at a path as their field words them; as they are if it does not.

        Related records and media stay as they are: their names would have to be requested.
        """
        if not self.fields:
            return values
        steps = path.split(".", 2)
        key = steps[2] if steps[0] == TRANSLATIONS and steps[2:] else path
        return self._formatter.format(key, *values)

    @cached_property
    def _formatter(self) -> ValueFormatter:
        # Imported when a value is worded: no list waits for the form's field types.
        from svc_tui.stores.record.field_paths import places
        from svc_tui.widgets.form.value_text import ValueFormatter

        known = self.svc.inject("svc_form_registry", None) if self.svc is not None else None
        registry = self.registry or known or default_registry()
        worded = (one for one in self.fields if not holds(one.type, *LINKS))
        return ValueFormatter(places(worded, ()), registry, svc=self.svc)


@dataclass(frozen=True)
class ListLabels:
    """The labels of the columns, filters, choices and tabs of a list, and of its values."""

    columns: Mapping[str, str] = field(default_factory=dict)
    """Labels by the key of what is shown or sorted by."""
    filters: Sequence[FilterDescriptor] = ()
    tabs: Mapping[str, str] = field(default_factory=dict)
    named: Namer | None = None
    """The labels of fetched choices."""
    choices: Choices = field(default_factory=dict)
    """The labels of values, by the keys of columns or fields."""
    formats: Mapping[str, Format] = field(default_factory=dict)
    """The formats of columns, by their keys."""
    own: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The fixed parameters of the endpoint's query."""
    zone: tzinfo | None = None
    """The time zone of the operator; None means that of the machine."""
    fields: ListFields = ListFields()
    """The fields that word their values."""
    secrets: Sequence[str] = ()
    """Dotted paths of values that are never shown."""

    def column(self, key: str) -> str:
        """The label of a column; without one, its key made readable."""
        return self.columns.get(key) or label_from(key) or key

    def in_words(self, path: str, *values: Any) -> tuple[Any, ...]:
        """Return the values at a dotted path in words: by their field, else by their choices.

        Where there is neither, a time is told to the minute. Values that differ and would have the
        same words stay as they are.
        """
        by_field = zip(values, self.fields.format(path, values), strict=True)
        said = (
            word if word != value else self._without_field(path, value) for value, word in by_field
        )
        return words_or_values(values, tuple(said))

    def _without_field(self, path: str, value: Any) -> Any:
        if (choices := self.choices.get(path)) is not None:
            return called(choices, value)
        is_moment = isinstance(value, str) and MOMENT.fullmatch(value)
        return as_datetime(value, self.zone) if is_moment else value

    def order(self, ordering: Iterable[str]) -> str:
        """`Category ▲, Published ▼`, the most important first."""
        return ", ".join(
            f"{self.column(name.lstrip('-'))} {'▼' if name.startswith('-') else '▲'}"
            for name in ordering
        )

    def asked(self, query: ListQuery) -> str:
        """Describe which records match; empty without any filter."""
        active = active_filters(self.filters, query.filters, self.named, query.today())
        parts = [self.tabs.get(query.tab, query.tab)] if query.tab else []
        parts += map(chip, active)
        known = {one.value for one in self.filters}
        parts += [
            f"{label_from(name) or name}: {', '.join(values)}"
            for name, values in query.filters.items()
            if name not in known
        ]
        return " · ".join([*parts, *([f"“{query.search}”"] if query.search else [])])

    def matched(self, query: ListQuery) -> str:
        """Describe which records match, the endpoint's own query included."""
        own = [
            f"{label_from(name) or name}: {MASK if is_secret(name) else ', '.join(values)}"
            for name, values in self.own.items()
            if name not in query.filters
        ]
        return " · ".join(filter(None, (*own, self.asked(query))))


def labels_of(
    options: TableOptions,
    declared: Sequence[ListColumn],
    tabs: Mapping[str, str],
    named: Namer | None,
    own: Mapping[str, Sequence[str]],
    svc: Svc | None = None,
) -> ListLabels:
    """Return the labels of a list; `named` are those of fetched choices, `own` its own query."""
    fields = (*options.fields, *options.edit_fields)
    labels = {one.key: one.label for one in fields if one.label}
    choices = choices_of(options.filters, (*options.edit_fields, *options.fields))
    return ListLabels(
        {**labels, **{one.key: one.label for one in declared}},
        options.filters,
        tabs,
        named,
        {**choices, **{one.key: one.choices for one in declared if one.choices}},
        {one.key: one.format for one in declared if one.format},
        own,
        options.zone,
        ListFields(fields, options.registry, svc),
    )
