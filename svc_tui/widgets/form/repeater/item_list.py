"""ItemList: the items under each other, one line each; the ones in use have their fields open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.widget import AwaitMount, Widget
from textual.widgets import Static

from svc_tui.stores.record.draft import get_path
from svc_tui.stores.record.repeater_items import TEMPLATE, RepeaterItems
from svc_tui.text import cut, label, plural
from svc_tui.widgets.form.field_paths import path_of
from svc_tui.widgets.form.repeater.item_text import (
    ItemSummary,
    card_of,
    fields_of,
    problems_at,
    told_at,
)
from svc_tui.widgets.form.repeater.open_item import OpenItem
from svc_tui.widgets.form.repeater.rows import ItemRows, RowLine
from svc_tui.widgets.form.summary import one_line

if TYPE_CHECKING:
    from svc_tui.models.media import MediaItem
    from svc_tui.models.registry import FieldRegistry
    from svc_tui.widgets.form.repeater.repeater import RepeaterField

MOST_FORMS = 8
"""Items whose fields are there to be typed into; other open ones are lines of text."""

LEAST_FILE = 10
"""Cells from which on the name of an item's picture is shown."""

COMPRESSED_FROM = 3
"""Items from which on each takes a single line (reference 2.9: compressThreshold)."""


class ItemList(Vertical, can_focus=True):
    """Draws; what can be done here is for the subclass to say."""

    DEFAULT_CSS = """
    ItemList { height: auto; width: 100%; }
    ItemList > .note { height: auto; width: 100%; }
    """

    class Changed(Message):
        """The list has other items, or another order."""

    def __init__(self, owner: RepeaterField, items: RepeaterItems) -> None:
        super().__init__()
        self.owner = owner
        self.items = items
        self.at: int | None = items.items[0].key if items.items else None
        """The item under the cursor."""
        self.opened: set[int] = set()
        self.marked: set[int] = set()
        self.errors: dict[int, dict[str, list[str]]] = {}
        """What is wrong in an item, by its key and the path in it."""
        self.left: dict[int, set[str]] = {}
        """The paths in an item at which somebody was and went on, by the item's key."""
        self.said = ""
        """A question or a word, on the last line."""
        self.mounting: AwaitMount | None = None
        """The newest fields on their way onto the screen; done before keys may go into them."""
        self._forms: dict[int, OpenItem] = {}
        self._rows: list[ItemRows] = []

    def compose(self) -> ComposeResult:
        """The last line; the items come with the first picture."""
        yield Static(classes="note muted")

    def on_mount(self) -> None:
        """Open what is to be open."""
        if self.owner.attrs.get("default_expanded"):
            self.opened = {item.key for item in self.items.items}
            for item in self.items.items[:MOST_FORMS]:
                self._open_form(item.key)
        self.draw()

    # Items and their forms

    def set_items(self, items: RepeaterItems, at: int | None = None) -> None:
        """Other items; the cursor goes to `at`, or stays, or goes to what took its place."""
        before = self.items
        if items is before:
            return
        self.items = items
        keys = {item.key for item in items.items}
        self.opened &= keys
        self.marked &= keys
        if at is None and self.at is not None and self.at not in keys:
            index = min(max(before.index(self.at), 0), len(items) - 1)
            at = items.items[index].key if index >= 0 else None
            self.at = at
        elif at is not None:
            self.at = at
        if self.at is None and items.items:
            self.at = items.items[0].key
        self.draw()
        self.post_message(self.Changed())

    def follow(self, values: Sequence[Any]) -> None:
        """The list as it came from outside."""
        before = self.items
        self.items = before.followed(values)
        keys = {item.key for item in self.items.items}
        self.opened &= keys
        self.marked &= keys
        if self.at not in keys:
            self.at = self.items.items[0].key if self.items.items else None
        for key, form in self._forms.items():
            item, old = self.items.get(key), before.get(key)
            if item is None or old is None:
                continue
            value = form.take(item.value, old.value, self.owner.lang)
            if value is not item.value:
                self.items = self.items.written(key, value)
                self.post_message(self.Changed())
        self.draw()

    @on(OpenItem.ValueChange)
    def _written(self, event: OpenItem.ValueChange) -> None:
        event.stop()
        key = event.item.item_key
        # Not the value of the event, which may be older than what came from outside meanwhile.
        self.items = self.items.written(key, event.item.draft.current)
        self.errors.pop(key, None)
        for rows in self._rows:
            rows.refresh()
        self.post_message(self.Changed())

    def take_typed(self) -> None:
        """What the editors of all open items hold right now."""
        for key, form in self._forms.items():
            if form.is_attached and (item := self.items.get(key)) is not None:
                value = form.take_typed()
                if value is not item.value:
                    self.items = self.items.written(key, value)

    def form_of(self, key: int | None) -> OpenItem | None:
        """The form of an item, where it has one now."""
        return self._forms.get(key) if key is not None else None

    def open_for_editing(self, key: int) -> OpenItem | None:
        """Open an item so that it can be typed into; None where it has no fields."""
        self.opened.add(key)
        form = self._open_form(key)
        self.draw()
        return form

    def _open_form(self, key: int) -> OpenItem | None:
        form = self._forms.pop(key, None) or self._made(key)
        if form is None:
            return None
        self._forms[key] = form  # the last one in use
        while len(self._forms) > MOST_FORMS:
            self._put_away(next(iter(self._forms)))
        return form

    def _made(self, key: int) -> OpenItem | None:
        item, owner = self.items.get(key), self.owner
        fields = fields_of(owner.descriptor, item.value) if item is not None else None
        if item is None or not fields:
            return None
        form = OpenItem(key, item.value, fields, owner.around, owner.lang, readonly=owner.readonly)
        form.left = self.left.setdefault(key, set())
        form.told(self.errors.get(key, {}))
        return form

    def _put_away(self, key: int) -> None:
        form = self._forms.pop(key)
        if form.is_attached:
            value = form.take_typed()
            if (item := self.items.get(key)) is not None and value is not item.value:
                self.items = self.items.written(key, value)
        form.remove()

    # What is drawn

    def draw(self) -> None:
        """Lines and forms in their order; forms that are still wanted are only moved."""
        if not self.is_attached:
            return
        for key in [key for key in self._forms if key not in self.opened]:
            self._put_away(key)
        parts = self._parts()
        rows = iter(self._rows_for(sum(isinstance(part, list) for part in parts)))
        wanted: list[Widget] = []
        for part in parts:
            if isinstance(part, list):
                one = next(rows)
                one.take(part)
                wanted.append(one)
            else:
                wanted.append(part)
        fresh = [widget for widget in wanted if widget.parent is None]
        if fresh:
            self.mounting = self.mount(*fresh, before=self.query_one(".note"))
        self._put_in_order(wanted)
        for at, item in enumerate(self.items.items, 1):
            if (form := self._forms.get(item.key)) is not None:
                name = f"{self.owner.descriptor.label} › {at} of {len(self.items)}"
                form.name_it(f"{name} · {self._kind(item.value)}".rstrip(" ·"))
        self._draw_note()
        self.owner.update_thumbnail()

    def _put_in_order(self, wanted: Sequence[Widget]) -> None:
        now = [widget for widget in self.children if widget in wanted]
        if now == list(wanted):
            return
        for before, after in pairwise(wanted):
            self.move_child(after, after=before)
        self.refresh(layout=True)

    def _parts(self) -> list[list[RowLine] | OpenItem]:
        parts: list[list[RowLine] | OpenItem] = []
        for item in self.items.items:
            if not parts or not isinstance(parts[-1], list):
                parts.append([])
            lines = parts[-1]
            assert isinstance(lines, list)
            lines.append(RowLine(item.key, 0))
            form = self._forms.get(item.key)
            if form is not None:
                parts.append(form)
            elif item.key in self.opened:
                fields = fields_of(self.owner.descriptor, item.value) or ()
                lines += [RowLine(item.key, part) for part in range(1, max(1, len(fields)) + 1)]
            elif not self.compressed and card_of(self.owner.attrs, item.value, 0).subtitle:
                lines.append(RowLine(item.key, -1))
        return parts

    def _rows_for(self, count: int) -> list[ItemRows]:
        while len(self._rows) < count:
            self._rows.append(ItemRows(self.line, self._is_here))
        for spare in self._rows[count:]:
            spare.remove()
        self._rows = self._rows[:count]
        return self._rows

    @property
    def compressed(self) -> bool:
        """Whether every item takes a single line."""
        limit = self.owner.attrs.get("compress_threshold", COMPRESSED_FROM)
        return not isinstance(limit, int) or len(self.items) > limit

    def _is_here(self, key: int) -> bool:
        return self.has_focus and key == self.at

    def line(self, line: RowLine, width: int) -> Content:
        """One line of an item."""
        at = self.items.index(line.key)
        if at < 0:
            return Content("")
        value = self.items.items[at].value
        if line.part == 0:
            return self._head(at, line.key, value, width)
        if line.part < 0:
            card = card_of(self.owner.attrs, value, at)
            return label(cut(f"       {card.subtitle}", width), "$text-muted")
        return self._text_of(value, line.part - 1, width)

    def _head(self, at: int, key: int, value: Any, width: int) -> Content:
        card = card_of(self.owner.attrs, value, at)
        number = self.number(at)
        wrong = sum(map(len, self.errors.get(key, {}).values()))
        badge = f" {plural(wrong, 'error', 'errors')}" if wrong else ""
        mark = label("●" if key in self.marked else " ", "bold $warning")
        sign = label(f"{'▾' if key in self.opened else '▸'} {number:>2} ", "$text-muted")
        bullet = label("● ", card.color) if card.color else Content("")
        kind = self._kind(value)
        room = width - mark.cell_length - sign.cell_length - bullet.cell_length - len(badge)
        name = label(f"{cut(kind, max(4, room // 3))} ", "$text-primary") if kind else Content("")
        title = label(cut(card.title, max(0, room - name.cell_length)))
        file = self._file(card, room - name.cell_length - title.cell_length)
        return mark + sign + bullet + name + title + file + label(badge, "bold $text-error")

    @staticmethod
    def _file(card: ItemSummary, room: int) -> Content:
        """What its picture is called, where there is room behind its title."""
        if card.thumbnail is None or room < LEAST_FILE:
            return Content("")
        return label(cut(f"  ▣ {card.thumbnail.name}", room), "$text-muted")

    @property
    def pictured(self) -> MediaItem | None:
        """The thumbnail of the item under the cursor."""
        at = self.items.index(self.at) if self.at is not None else -1
        if at < 0:
            return None
        return card_of(self.owner.attrs, self.items.items[at].value, at).thumbnail

    def number(self, at: int) -> str:
        """The place of an item, as it is shown."""
        of_all = f"/{len(self.items)}" if self.owner.attrs.get("show_position_field") else ""
        return f"{at + 1}{of_all}"

    def _kind(self, value: Any) -> str:
        """The template of an item, where there are several."""
        if not self.owner.descriptor.templates or not isinstance(value, Mapping):
            return ""
        name = value.get(TEMPLATE)
        known = isinstance(name, str) and name in self.owner.descriptor.templates
        return str(name) if known else f'unknown template "{one_line(name)}"'

    def _text_of(self, value: Any, part: int, width: int) -> Content:
        """A field of an open item that is not in use, as text."""
        fields = fields_of(self.owner.descriptor, value) or ()
        if part >= len(fields):
            return label(cut(f"       kept as it is: {one_line(value)}", width), "$text-muted")
        field = fields[part]
        name = label(f"       {cut(field.label, 12):<12} ", "$text-muted")
        found = one_line(get_path(value, path_of(field, self.owner.lang)))
        return name + label(cut(found, max(0, width - name.cell_length)))

    def _draw_note(self) -> None:
        words = self.said or self.owner.note(self.items)
        for note in self.query(".note").results(Static):
            note.display = bool(words)
            note.update(label(words, multiline=True))

    def say(self, words: str) -> None:
        """A word on the last line, until the next key."""
        if words != self.said:
            self.said = words
            self._draw_note()

    def tell(self, inside: Mapping[int, dict[str, list[str]]]) -> None:
        """What is wrong inside the items, by their position."""
        places = enumerate(self.items.items)
        self.errors = {item.key: inside[at] for at, item in places if at in inside}
        for key, form in self._forms.items():
            form.told(self.errors.get(key, {}))
        for rows in self._rows:
            rows.refresh()

    def seen_problems(self, registry: FieldRegistry) -> tuple[str, ...]:
        """What is wrong where somebody was, a line for each."""
        found: list[str] = []
        for position, item in enumerate(self.items.items, 1):
            paths = self.left.get(item.key, ())
            seen = problems_at(self.owner.descriptor, item.value, registry, paths)
            form = self._forms.get(item.key)
            for field in form.form.fields if form is not None else ():
                seen += [(field.path, said) for said in field.seen_problems()]
            for path, problem in seen:
                found += told_at(position, path, problem)
        return tuple(found)

    # The cursor

    def move_cursor_to(self, key: int | None) -> None:
        """The cursor on an item, and that in sight."""
        before, self.at = self.at, key
        for rows in self._rows:
            rows.redraw(before, key)
        self.call_after_refresh(self._into_sight)
        if before != key:
            self.owner.update_thumbnail()

    def _into_sight(self) -> None:
        for rows in self._rows:
            y = rows.row_of(self.at) if self.at is not None else None
            if y is None or not rows.is_attached:
                continue
            line = Region(rows.region.x, rows.region.y + y, rows.region.width, 1)
            for around in self.ancestors:
                if isinstance(around, Widget) and around.allow_vertical_scroll:
                    inner = line.translate(around.scroll_offset - around.content_region.offset)
                    around.scroll_to_region(inner, animate=False, force=True)
                    return

    def watch_has_focus(self, has_focus: bool) -> None:
        """The cursor is drawn where the focus is, and the note names the keys that act there."""
        super().watch_has_focus(has_focus)
        self._draw_note()
        for rows in self._rows:
            rows.refresh()

    @on(ItemRows.Clicked)
    def _clicked(self, event: ItemRows.Clicked) -> None:
        event.stop()
        if self.at == event.key and self.has_focus:
            self.toggle(event.key)
        self.focus()
        self.move_cursor_to(event.key)

    def toggle(self, key: int) -> None:
        """Open or close an item."""
        if key in self.opened:
            self.opened.discard(key)
            self.draw()
        else:
            self.open_for_editing(key)
