"""ItemLines: draws each line of a closed item."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any, Protocol

from textual.content import Content

from svc_tui.models.base import label_from
from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.draft import get_path
from svc_tui.stores.record.field_paths import path_of
from svc_tui.stores.record.repeater_items import TEMPLATE, RepeaterItems
from svc_tui.text import cut, label, plural
from svc_tui.widgets.form.repeater.item_text import ItemSummary, card_of, fields_of
from svc_tui.widgets.form.repeater.rows import RowLine
from svc_tui.widgets.form.summary import one_line

LEAST_FILE = 10
"""The narrowest list, in cells, with the names of pictures."""

COMPRESSED_FROM = 3
"""Items beyond which each takes a single line, unless `attrs.compress_threshold` says more."""


class ItemLinesHost(Protocol):
    """A list of items, as far as it is drawn."""

    items: RepeaterItems
    opened: set[int]
    marked: set[int]
    errors: dict[int, dict[str, list[str]]]

    @property
    def attrs(self) -> Mapping[str, Any]: ...
    @property
    def descriptor(self) -> FieldDescriptor: ...
    @property
    def lang(self) -> str | None: ...


class ItemLines:
    """Draws lines from the state of the list; stores nothing."""

    def __init__(self, host: ItemLinesHost) -> None:
        self._host = host

    @property
    def compressed(self) -> bool:
        """Whether every item takes a single line."""
        limit = self._host.attrs.get("compress_threshold", COMPRESSED_FROM)
        return not isinstance(limit, int) or len(self._host.items) > limit

    def lines_of(self, key: int, value: Any, in_form: Set[int]) -> list[RowLine]:
        """Return the lines of an item; if its form is open, only its head."""
        head = RowLine(key, 0)
        if key in in_form:
            return [head]
        if key in self._host.opened:
            fields = fields_of(self._host.descriptor, value) or ()
            return [head, *(RowLine(key, part) for part in range(1, max(1, len(fields)) + 1))]
        if not self.compressed and card_of(self._host.attrs, value, 0).subtitle:
            return [head, RowLine(key, -1)]
        return [head]

    def draw(self, line: RowLine, width: int) -> Content:
        """Return one line of an item."""
        at = self._host.items.index(line.key)
        if at < 0:
            return Content("")
        value = self._host.items.items[at].value
        if line.part == 0:
            return self._head(at, line.key, value, width)
        if line.part < 0:
            card = card_of(self._host.attrs, value, at)
            return label(cut(f"       {card.subtitle}", width), "$text-muted")
        return self._field(value, line.part - 1, width)

    def number(self, at: int) -> str:
        """Return the position of an item as it is shown."""
        of_all = f"/{len(self._host.items)}" if self._host.attrs.get("show_position_field") else ""
        return f"{at + 1}{of_all}"

    def template(self, value: Any) -> str:
        """Return the template of an item, where there are several."""
        templates = self._host.descriptor.templates
        if not templates or not isinstance(value, Mapping):
            return ""
        name = value.get(TEMPLATE)
        known = isinstance(name, str) and name in templates
        return label_from(str(name)) if known else f"unknown template “{one_line(name)}”"

    def _head(self, at: int, key: int, value: Any, width: int) -> Content:
        card = card_of(self._host.attrs, value, at)
        wrong = sum(map(len, self._host.errors.get(key, {}).values()))
        badge = f" {plural(wrong, 'error', 'errors')}" if wrong else ""
        mark = label("✓" if key in self._host.marked else " ", "bold $warning")
        arrow = "▾" if key in self._host.opened else "▸"
        sign = label(f"{arrow} {self.number(at):>2} ", "$text-muted")
        bullet = label("● ", card.color) if card.color else Content("")
        kind = self.template(value)
        room = width - mark.cell_length - sign.cell_length - bullet.cell_length - len(badge)
        name = label(f"{cut(kind, max(4, room // 3))} ", "$text-primary") if kind else Content("")
        title = label(cut(card.title, max(0, room - name.cell_length)))
        file = _file(card, room - name.cell_length - title.cell_length)
        return mark + sign + bullet + name + title + file + label(badge, "bold $text-error")

    def _field(self, value: Any, part: int, width: int) -> Content:
        fields = fields_of(self._host.descriptor, value) or ()
        if part >= len(fields):
            return label(cut(f"       kept unchanged: {one_line(value)}", width), "$text-muted")
        field = fields[part]
        name = label(f"       {cut(field.label, 12):<12} ", "$text-muted")
        found = one_line(get_path(value, path_of(field, self._host.lang)))
        return name + label(cut(found, max(0, width - name.cell_length)))


def _file(card: ItemSummary, room: int) -> Content:
    """Return the name of an item's picture, if there is room after the title."""
    if card.thumbnail is None or room < LEAST_FILE:
        return Content("")
    return label(cut(f"  ▣ {card.thumbnail.name}", room), "$text-muted")
