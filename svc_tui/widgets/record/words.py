"""RecordWords: the labels of a record's values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from textual.widget import Widget

from svc_tui.models.registry import FieldRegistry
from svc_tui.stores.record.detail_store import DetailStore
from svc_tui.stores.record.draft import leaves, within
from svc_tui.stores.record.field_paths import FieldPath, label_with_path, name_at, words_at
from svc_tui.stores.record.write_verification import in_quotes
from svc_tui.widgets.base import services
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.value_text import ValueFormatter
from svc_tui.widgets.record.merge_dialog import MergeDialog, MergeText

if TYPE_CHECKING:
    from svc_tui.stores.record.merge import Merge


class WordsHost(Protocol):
    """A widget with the form of one record."""

    store: DetailStore
    registry: FieldRegistry
    places: tuple[FieldPath, ...]


class RecordWords:
    """Labels the values of a record as its form does."""

    def __init__(self, host: WordsHost, widget: Widget) -> None:
        self.host = host
        self._widget = widget
        """The widget with the mounted fields, which may describe their values."""

    def at(self, path: str) -> str | None:
        """Return the label of the value at a path, or around it; None outside all fields."""
        return words_at(self.host.places, path)

    def quoted(self, path: str) -> str:
        """Return the label of the value at a path, with the path inside it, in quotes."""
        is_inside = any(within(path, one.path) for one in self.host.places)
        name = label_with_path(path, self.host.places) if is_inside else self.at(path)
        return in_quotes(name or path)

    def of(self, paths: Iterable[str]) -> list[str]:
        """Return the names of the values at these paths; a part of a field has its field's name."""
        named = (self.at(path) or name_at(self.host.places, path) for path in paths)
        return list(dict.fromkeys(named))

    def changed(self) -> list[str]:
        """Return the labels of what differs, in the form's order."""
        return self.of(leaves(self.host.store.state.draft.diff()))

    def typed_since(self) -> str:
        """Return what was typed while a save ran, in a sentence."""
        return (
            f"Saved. Changes made during the save are not saved yet: {', '.join(self.changed())}."
        )

    @property
    def formatter(self) -> ValueFormatter:
        """Describes the values themselves, for types that do."""
        host, mounted = self.host, self._widget.query(SvcField).results(SvcField)
        return ValueFormatter(
            host.places, host.registry, mounted=mounted, svc=services(self._widget)
        )

    def merge_view(self, merge: Merge, wording: MergeText, note: str = "") -> MergeDialog:
        """Return a dialog with three versions of the record."""
        return MergeDialog(merge, self.at, wording, note, self.formatter)
