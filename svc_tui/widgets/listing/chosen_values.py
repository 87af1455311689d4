"""ChosenValues: the values chosen in the filter panel, until they are applied."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from svc_tui.models.listing import ActiveFilter, FilterDescriptor
from svc_tui.widgets.listing.filter_values import with_values


class ChosenValues:
    """The chosen values of each filter, and which filters were changed in the panel.

    Args:
        values: Query parameter to the chosen values; changed in place.
        names: The labels of fetched choices, by filter and value.
    """

    def __init__(
        self, values: dict[str, tuple[str, ...]], names: Mapping[tuple[str, str], str]
    ) -> None:
        self._values = values
        self._names = names
        self._changed: set[str] = set()

    def of(self, one: FilterDescriptor) -> tuple[str, ...]:
        """Return the chosen values of a filter."""
        return self._values.get(one.value, ())

    def active(self, one: FilterDescriptor) -> ActiveFilter:
        """Return a filter with its chosen values."""
        return with_values(one, self.of(one), self._name)

    def labelled(self, one: FilterDescriptor) -> list[tuple[str, str]]:
        """Return the chosen values of a filter with their labels."""
        return [(value, self._name(one.value, value) or value) for value in self.of(one)]

    def is_changed(self, one: FilterDescriptor) -> bool:
        """Whether the values of a filter were changed, also if that was undone."""
        return one.value in self._changed

    def change(self, one: FilterDescriptor, values: tuple[str, ...]) -> None:
        """Choose other values of a filter."""
        self._values[one.value] = values
        self._changed.add(one.value)

    def clear(self, filters: Iterable[FilterDescriptor]) -> None:
        """Choose no value of any filter."""
        self._values.clear()
        self._changed.update(one.value for one in filters)

    @property
    def not_empty(self) -> dict[str, tuple[str, ...]]:
        """The chosen values of the filters that have any."""
        return {name: values for name, values in self._values.items() if any(values)}

    def _name(self, filter: str, value: str) -> str:
        return self._names.get((filter, value), "")
