"""MenuWords: the labels of a menu's values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from textual.widget import Widget

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.menus.menu_merge import MenuMerge
from svc_tui.stores.record.field_paths import FieldPath, places
from svc_tui.widgets.record.words import RecordWords, WordsHost

MENU_FIELDS = (
    FieldDescriptor(key="key", required=True),
    FieldDescriptor(key="enabled", type="boolean"),
    FieldDescriptor(key="nodes", label="Entries", translatable=True),
)
"""Labels for the contents of a menu."""


class MenuWordsHost(WordsHost, Protocol):
    """A widget that edits one menu."""

    languages: tuple[str, ...]


class MenuWords(RecordWords):
    """Labels the values of a menu; in a conflict, entries by their titles."""

    def __init__(self, host: MenuWordsHost, widget: Widget) -> None:
        super().__init__(host, widget)
        self._menu = host

    @property
    def places(self) -> Sequence[FieldPath]:
        """The values of the menu: its key, whether it is on, the entries of each language."""
        return places(MENU_FIELDS, self._menu.languages)

    def at(self, path: str) -> str | None:
        """Return the label of the value at a path; None if the menu has no such value."""
        clash = self.host.store.state.clash
        if clash is not None and isinstance(clash.merge, MenuMerge) and path in clash.merge.names:
            return clash.merge.names[path]
        for one in self.places:
            if f"{path}.".startswith(f"{one.path}.") or f"{one.path}.".startswith(f"{path}."):
                return one.words
        return None
