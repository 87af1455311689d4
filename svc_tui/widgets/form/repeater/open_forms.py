"""OpenForms: the forms of the most recently used items."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from textual.widget import Widget

from svc_tui.stores.record.repeater_items import RepeaterItems
from svc_tui.widgets.form.repeater.open_item import OpenItem

MOST_FORMS = 8
"""Items that have editors; other open ones are lines of text."""


class FormsHost(Protocol):
    """A list whose items may have forms."""

    items: RepeaterItems

    @property
    def lang(self) -> str | None: ...
    def make_form(self, key: int) -> OpenItem | None: ...


class OpenForms:
    """Keeps a few forms; what was typed into one that is removed goes into its item."""

    def __init__(self, host: FormsHost) -> None:
        self._host = host
        self._forms: dict[int, OpenItem] = {}

    def __iter__(self) -> Iterator[tuple[int, OpenItem]]:
        return iter(list(self._forms.items()))

    @property
    def keys(self) -> set[int]:
        """The items that have a form now."""
        return set(self._forms)

    def get(self, key: int) -> OpenItem | None:
        """Return the form of an item, where it has one now."""
        return self._forms.get(key)

    def open(self, key: int) -> OpenItem | None:
        """Return the form of an item, created if needed; None if it has no fields."""
        form = self._forms.pop(key, None) or self._host.make_form(key)
        if form is not None:
            self._forms[key] = form  # The most recently used.
            while len(self._forms) > MOST_FORMS:
                self._put_away(next(iter(self._forms)))
        return form

    def keep_only(self, keys: set[int]) -> None:
        """Put the forms of all other items away."""
        for key in self.keys - keys:
            self._put_away(key)

    def around(self, widget: Widget | None) -> Iterator[OpenItem]:
        """Yield the form in which a widget is."""
        return (form for _, form in self if form.field_of(widget) is not None)

    def take_typed(self) -> None:
        """Collect what is typed in the editors of all forms."""
        for key, form in self:
            if form.is_attached:
                self._take(key, form)

    def follow(self, before: RepeaterItems) -> bool:
        """Show the list as it came from outside; whether typing changed it again."""
        changed = False
        for key, form in self:
            item, old = self._host.items.get(key), before.get(key)
            if item is not None and old is not None:
                value = form.take(item.value, old.value, self._host.lang)
                changed = self._write(key, value) or changed
        return changed

    def _take(self, key: int, form: OpenItem) -> None:
        if self._host.items.get(key) is not None:
            self._write(key, form.take_typed())

    def _write(self, key: int, value: Any) -> bool:
        item = self._host.items.get(key)
        if item is None or value is item.value:
            return False
        self._host.items = self._host.items.written(key, value)
        return True

    def _put_away(self, key: int) -> None:
        form = self._forms.pop(key)
        if form.is_attached:
            self._take(key, form)
        form.remove()
