"""The labels and formats of a list, and its query in those words, never in keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo

from svc_tui.introspect.names import is_secret
from svc_tui.models.base import label_from
from svc_tui.models.listing import FilterDescriptor, Format
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.redact import MASK
from svc_tui.widgets.listing.choice_labels import Choices
from svc_tui.widgets.listing.filter_values import Namer, active_filters, chip


@dataclass(frozen=True)
class ListLabels:
    """The labels of the columns, filters, choices and tabs of a list."""

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

    def column(self, key: str) -> str:
        """The label of a column; without one, its key made readable."""
        return self.columns.get(key) or label_from(key) or key

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
