"""Registries: names and their entries, imported when first needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from svc_tui.models.arguments import checks_arguments

if TYPE_CHECKING:  # descriptors need pydantic, which names alone do not
    from svc_tui.models.fields import Accessor

EntryT = TypeVar("EntryT")
"""What a registry's names stand for."""

EVERY_TYPE = "All"
"""The name under which attrs of every field type are kept."""


class Registry(Generic[EntryT]):
    """Names and their entries; an unknown name has None, so that its user can say what is missing.

    An entry may be `"module:Name"`, which is imported when first used.
    """

    def __init__(self, entries: Mapping[str, EntryT | str] | None = None) -> None:
        self._entries: dict[str, EntryT | str] = dict(entries or {})

    def __getitem__(self, name: str) -> EntryT | None:
        entry = self._entries.get(name)
        if isinstance(entry, str):
            entry = self._entries[name] = self._imported(name, entry)
        return entry

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(self._entries)})"

    def get(self, name: str) -> EntryT | None:
        """Return the entry of a name, or None."""
        return self[name]

    def extend(self, entries: Mapping[str, EntryT | str]) -> Registry[EntryT]:
        """Return a registry with these entries added; an existing name is replaced."""
        return type(self)({**self._entries, **entries})

    def merge(self, entries: Mapping[str, EntryT | str]) -> None:
        """Add entries in place; an existing name is replaced."""
        self._entries.update(entries)

    @staticmethod
    def _imported(name: str, place: str) -> EntryT:
        """Import `module:Name`. Raises `ImportError` with the name of the entry."""
        module, _, attribute = place.partition(":")
        try:
            entry: EntryT = getattr(import_module(module), attribute)
        except (ImportError, AttributeError, ValueError) as error:
            raise ImportError(f'"{name}" is registered as "{place}": {error}') from error
        return entry


@checks_arguments(
    mapping=(Mapping, type(None)), attrs=(Mapping, type(None)), accessor=(Mapping, type(None))
)
class FieldRegistry(Registry[Any]):
    """Field types: the widget, the attrs and the accessor of each."""

    def __init__(
        self,
        mapping: Mapping[str, Any] | None = None,
        attrs: Mapping[str, Mapping[str, Any]] | None = None,
        accessor: Mapping[str, Accessor] | None = None,
    ) -> None:
        super().__init__(mapping)
        self.attrs = dict(attrs or {})
        self.accessor = dict(accessor or {})

    def extend(
        self,
        entries: Mapping[str, Any],
        attrs: Mapping[str, Mapping[str, Any]] | None = None,
        accessor: Mapping[str, Accessor] | None = None,
    ) -> FieldRegistry:
        """Return a registry with these types too; a type's attrs are added to those it has."""
        names = {**self.attrs, **(attrs or {})}
        merged = {
            name: {**self.attrs.get(name, {}), **(attrs or {}).get(name, {})} for name in names
        }
        return FieldRegistry(
            {**self._entries, **entries}, merged, {**self.accessor, **(accessor or {})}
        )

    def attrs_of(self, kind: str, own: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return a field's attrs: those of every type, then of its type, then its own."""
        return {**self.attrs.get(EVERY_TYPE, {}), **self.attrs.get(kind, {}), **(own or {})}

    def accessor_of(self, kind: str, own: Accessor | None = None) -> Accessor | None:
        """Return a field's accessor, completed with that of its type."""
        typical = self.accessor.get(kind)
        return own.over(typical) if own else typical


@checks_arguments(entries=(Mapping, type(None)))
class ComponentRegistry(Registry[Any]):
    """Components by the name that others use to find them (`SvcMediaManagerDialog`)."""

    def extend(self, entries: Mapping[str, Any]) -> ComponentRegistry:
        """Return a registry with these components too."""
        return ComponentRegistry({**self._entries, **entries})
