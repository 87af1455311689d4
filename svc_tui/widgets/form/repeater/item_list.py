"""ItemList: the items of a list, one line each; those in use show their fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from inspect import isawaitable
from itertools import pairwise
from typing import Any, ClassVar, Protocol

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.geometry import Offset, Region
from textual.message import Message
from textual.screen import Screen
from textual.widget import AwaitMount, Widget
from textual.widgets import Static

from svc_tui.models.field_types import default_registry
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.media import MediaItem
from svc_tui.stores.record.repeater_items import RepeaterItems
from svc_tui.text import label
from svc_tui.widgets.base import SvcWidget
from svc_tui.widgets.command import CommandHost, Controller, bindings_of
from svc_tui.widgets.form.form import SvcForm
from svc_tui.widgets.form.repeater.changing import Changing
from svc_tui.widgets.form.repeater.dragging import ItemDragging
from svc_tui.widgets.form.repeater.item_lines import ItemLines
from svc_tui.widgets.form.repeater.item_text import (
    card_of,
    fields_of,
    kept_note,
    problems_at,
    told_at,
)
from svc_tui.widgets.form.repeater.marking import ItemMarking
from svc_tui.widgets.form.repeater.navigation import Navigation
from svc_tui.widgets.form.repeater.open_forms import MOST_FORMS, OpenForms
from svc_tui.widgets.form.repeater.open_item import OpenItem
from svc_tui.widgets.form.repeater.ordering import Ordering
from svc_tui.widgets.form.repeater.rows import ItemRows, RowLine
from svc_tui.widgets.form.source import TextEdits
from svc_tui.widgets.form.thumbnail import Thumbnail
from svc_tui.widgets.key_mode import KeyMode, mode_keys, takes_all
from svc_tui.widgets.scrolling import scroll_to_part, scrolling_ancestor


class ItemsOwner(Protocol):
    """The field of a list: what its items are, and where they are shown."""

    descriptor: FieldDescriptor
    attrs: dict[str, Any]
    readonly: bool
    value: Any
    text_edits: TextEdits

    @property
    def kept(self) -> bool: ...


class ItemList(CommandHost, Vertical, can_focus=True):
    """Draws the items, and runs the commands of its controllers.

    While the list has the focus, letters are commands. A field inside has its own keys.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings_of(Changing, Ordering, ItemMarking, Navigation)
    ]

    DEFAULT_CSS = """
    ItemList { height: auto; width: 100%; }
    ItemList > .note { height: auto; width: 100%; }
    """

    class Changed(Message):
        """The list has other items, or another order."""

    def __init__(self, owner: ItemsOwner, items: RepeaterItems, *, place: SvcWidget) -> None:
        super().__init__()
        self.owner = owner
        self.around = next((one for one in place.ancestors if isinstance(one, SvcForm)), None)
        """The form in which the field is; its registry and languages hold for the items too."""
        self.lang = self.lang_now
        """The language in which the texts of items are shown."""
        self.thumbnail = Thumbnail(place, self._picture)
        self.items = items
        self.at: int | None = items.items[0].key if items.items else None
        """The item under the cursor."""
        self.opened: set[int] = set()
        self.marked: set[int] = set()
        self.errors: dict[int, dict[str, list[str]]] = {}
        """The messages about an item, by its key and the path in it."""
        self.left: dict[int, set[str]] = {}
        """The paths in an item that the user has left, by the item's key."""
        self.said = ""
        """A question or a sentence, on the last line."""
        self.lines = ItemLines(self)
        self.forms = OpenForms(self)
        self.dragging = ItemDragging(self)
        self.changing = Changing(self)
        self.navigation = Navigation(self)
        self._marking = ItemMarking(self)
        self._controllers = (self.changing, Ordering(self), self._marking, self.navigation)
        self._mounting: AwaitMount | None = None
        """The newest forms being mounted; awaited before keys may go into them."""
        self._rows: list[ItemRows] = []

    def controllers(self) -> Iterable[Controller]:
        return self._controllers

    def compose(self) -> ComposeResult:
        yield Static(classes="note muted")

    def on_mount(self) -> None:
        if self.attrs.get("default_expanded"):
            self.opened = {item.key for item in self.items.items}
            for item in self.items.items[:MOST_FORMS]:
                self.forms.open(item.key)
        self.draw()
        self.call_after_refresh(self.thumbnail.update)  # The form comes first.

    def on_resize(self) -> None:
        self.thumbnail.update()

    # The field

    @property
    def attrs(self) -> Mapping[str, Any]:
        """The attrs of the field."""
        return self.owner.attrs

    @property
    def descriptor(self) -> FieldDescriptor:
        """The field."""
        return self.owner.descriptor

    @property
    def lang_now(self) -> str | None:
        """The language of the form, if the items have texts in several."""
        return None if self.around is None or self.descriptor.translatable else self.around.lang

    def turn_to_language(self) -> None:
        """Show the items in the language of the form."""
        self.lang = self.lang_now
        self.follow(self.items.values)

    @property
    def can_edit(self) -> bool:
        """Whether items may be changed here."""
        return not (self.owner.readonly or self.owner.kept)

    # Items and their forms

    def set_items(self, items: RepeaterItems, at: int | None = None) -> None:
        """Take other items; the cursor goes to `at`, or stays, or goes to what took its place."""
        before = self.items
        if items is before:
            return
        self.items = items
        keys = self._drop_gone()
        if at is not None:
            self.at = at
        elif self.at is not None and self.at not in keys:
            index = min(max(before.index(self.at), 0), len(items) - 1)
            self.at = items.items[index].key if index >= 0 else None
        if self.at is None and items.items:
            self.at = items.items[0].key
        self.draw()
        self.tell_changed()

    def follow(self, values: Sequence[Any]) -> None:
        """Show the list as it came from outside."""
        before, self.items = self.items, self.items.followed(values)
        if self.at not in self._drop_gone():
            self.at = self.items.items[0].key if self.items.items else None
        if self.forms.follow(before):
            self.tell_changed()
        self.draw()

    def settle(self) -> None:
        """Take the items as loaded and unchanged, as after a save."""
        for _, form in self.forms:
            form.settle()

    def _drop_gone(self) -> set[int]:
        """Forget the state of removed items; return the keys of those that are left."""
        keys = {item.key for item in self.items.items}
        self.opened &= keys
        self.marked &= keys
        return keys

    def tell_changed(self) -> None:
        """Post that the list has other items, or another order."""
        self.post_message(self.Changed())

    @on(OpenItem.ValueChange)
    def _form_changed(self, event: OpenItem.ValueChange) -> None:
        event.stop()
        key = event.item.item_key
        # Not the value of the event, which may be older than what came from outside since.
        self.items = self.items.written(key, event.item.draft.current)
        self.errors.pop(key, None)
        self.redraw_lines()
        self.tell_changed()

    def take_typed(self) -> None:
        """Collect what is typed in the editors of open items."""
        self.forms.take_typed()

    def make_form(self, key: int) -> OpenItem | None:
        """Return a form for an item; None where it has no fields."""
        item, owner = self.items.get(key), self.owner
        fields = fields_of(owner.descriptor, item.value) if item is not None else None
        if item is None or not fields:
            return None
        form = OpenItem(key, item.value, fields, self.around, self.lang, readonly=owner.readonly)
        form.left = self.left.setdefault(key, set())
        form.show_errors(self.errors.get(key, {}))
        return form

    def open_for_editing(self, key: int) -> OpenItem | None:
        """Open an item so that it can be typed into; None where it has no fields."""
        self.opened.add(key)
        form = self.forms.open(key)
        self.draw()
        return form

    def toggle(self, key: int) -> None:
        """Open or close an item."""
        if key in self.opened:
            self.opened.discard(key)
            self.draw()
        else:
            self.open_for_editing(key)

    async def fill(self, key: int) -> None:
        """Show an item alone on the screen, and focus its first field before the next key."""
        if (form := self.open_for_editing(key)) is not None:
            if self._mounting is not None:
                await self._mounting
            self.screen.maximize(form, container=False)
            form.begin()

    async def type_into(self, key: int) -> None:
        """Open an item and focus its first field.

        Done before the next key arrives, which would be a command of the list, `d` among them.
        """
        form = self.open_for_editing(key)
        self.move_cursor_to(key)
        if self._mounting is not None:
            await self._mounting
        if form is not None:
            form.begin()

    def begin_wrong(self) -> bool:
        """Type into the first field with an error; False without one."""
        for item in self.items.items:
            if item.key in self.errors and (form := self.open_for_editing(item.key)) is not None:
                self.at = item.key
                self.call_after_refresh(lambda: form.begin_wrong() or form.begin())
                return True
        return False

    def go_to_row(self, row: int) -> None:
        """Put the cursor on the item at a position."""
        self.navigation.go_to(row)

    def clear_marks(self) -> None:
        """Unmark all items."""
        self._marking.clear()

    def forms_around_focus(self) -> Iterable[OpenItem]:
        """Return the form of the item that has the focus, if any."""
        return self.forms.around(self.screen.focused)

    def leave_item(self, key: int | None) -> None:
        """Focus the list, with the cursor on an item."""
        self.focus()
        self.move_cursor_to(key)

    @on(OpenItem.Passed)
    def _passed(self, event: OpenItem.Passed) -> None:
        event.stop()
        self.focus()
        self.at = event.item.item_key
        if event.by > 0:
            self.step(1)
        self.move_cursor_to(self.at)

    # What is drawn

    def draw(self) -> None:
        """Draw lines and forms in order; forms that stay are only moved."""
        if not self.is_attached:
            return
        self.forms.keep_only(self.opened)
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
            self._mounting = self.mount(*fresh, before=self.query_one(".note"))
        self._put_in_order(wanted)
        for key, form in self.forms:
            at = self.items.index(key)
            name = f"{self.descriptor.label} › {at + 1} of {len(self.items)}"
            form.name_it(f"{name} · {self.lines.template(form.draft.current)}".rstrip(" ·"))
        self._draw_note()
        self.thumbnail.update()

    def show_items(self, items: RepeaterItems) -> None:
        """Draw other items without posting a message."""
        self.items = items
        self.draw()

    def redraw_lines(self) -> None:
        """Redraw all visible items."""
        for rows in self._rows:
            rows.refresh()

    def _put_in_order(self, wanted: Sequence[Widget]) -> None:
        now = [widget for widget in self.children if widget in wanted]
        if now == list(wanted):
            return
        for before, after in pairwise(wanted):
            self.move_child(after, after=before)
        self.refresh(layout=True)

    def _parts(self) -> list[list[RowLine] | OpenItem]:
        parts: list[list[RowLine] | OpenItem] = []
        lines: list[RowLine] = []
        for item in self.items.items:
            if not lines:
                parts.append(lines)
            lines += self.lines.lines_of(item.key, item.value, self.forms.keys)
            if (form := self.forms.get(item.key)) is not None:
                parts.append(form)
                lines = []
        return parts

    def _rows_for(self, count: int) -> list[ItemRows]:
        while len(self._rows) < count:
            self._rows.append(ItemRows(self.lines.draw, self._is_here))
        for spare in self._rows[count:]:
            spare.remove()
        self._rows = self._rows[:count]
        return self._rows

    def _is_here(self, key: int) -> bool:
        return self.has_focus and key == self.at

    def _picture(self) -> MediaItem | None:
        """Return the picture of the item under the cursor; none while a text replaces it."""
        at = self.items.index(self.at) if self.at is not None else -1
        if at < 0 or not self.display:
            return None
        return card_of(self.attrs, self.items.items[at].value, at).thumbnail

    def _draw_note(self) -> None:
        words = self.said or self._empty_note()
        for note in self.query(".note").results(Static):
            note.display = bool(words)
            note.update(label(words, multiline=True))

    def _empty_note(self) -> str:
        if self.owner.kept:
            return kept_note(self.owner.value, opens_outside=self.owner.text_edits.opens_outside)
        if self.items.items:
            return ""
        if self.owner.readonly or self.items.room == 0:
            return "No items."
        return (
            "No items. Press n to add one."
            if self.has_focus
            else "No items. Press Enter, then n to add one."
        )

    def say(self, words: str) -> None:
        """Show a sentence on the last line, until the next key."""
        if words != self.said:
            self.said = words
            self._draw_note()

    # What is wrong

    def tell(self, inside: Mapping[int, dict[str, list[str]]]) -> None:
        """Show what is wrong inside the items, by their position."""
        places = enumerate(self.items.items)
        self.errors = {item.key: inside[at] for at, item in places if at in inside}
        for key, form in self.forms:
            form.show_errors(self.errors.get(key, {}))
        self.redraw_lines()

    def seen_problems(self) -> tuple[str, ...]:
        """Return the problems at the paths that were left, one per line."""
        registry = self.around.registry if self.around is not None else default_registry()
        found: list[str] = []
        for position, item in enumerate(self.items.items, 1):
            paths = self.left.get(item.key, ())
            seen = problems_at(self.descriptor, item.value, registry, paths)
            form = self.forms.get(item.key)
            for field in form.form.fields if form is not None else ():
                seen += [(field.path, said) for said in field.seen_problems()]
            for path, problem in seen:
                found += told_at(position, path, problem)
        return tuple(found)

    # The cursor

    def step(self, by: int) -> bool:
        """Move the cursor; False at the ends."""
        return self.navigation.step(by)

    def move_cursor_to(self, key: int | None) -> None:
        """Put the cursor on an item, and scroll to it."""
        before, self.at = self.at, key
        for rows in self._rows:
            rows.redraw(before, key)
        self.call_after_refresh(self._into_sight)
        if before != key:
            self.thumbnail.update()

    def _into_sight(self) -> None:
        for rows in self._rows:
            y = rows.row_of(self.at) if self.at is not None else None
            if y is not None and rows.is_attached:
                line = Region(rows.region.x, rows.region.y + y, rows.region.width, 1)
                scroll_to_part(self, line)

    def watch_has_focus(self, has_focus: bool) -> None:
        """Draw the cursor where the focus is; the note names the keys that act there."""
        super().watch_has_focus(has_focus)
        self._draw_note()
        self.redraw_lines()

    # Questions, keys and the mouse

    def ask(self, dialog: Screen[Any], answer: Callable[[Any], Any]) -> None:
        """Show a dialog; the list has the focus again before it is answered."""

        async def answered(result: Any) -> None:
            self.focus()
            if isawaitable(done := answer(result)):
                await done

        self.app.push_screen(dialog, answered)

    def key_mode(self) -> KeyMode | None:
        """Return the answers to a question that is open here, or what ends a drag."""
        if self.dragging.drag is not None:
            return KeyMode(mode_keys(("enter", "Drop it"), ("escape", "Put it back")), takes_all)
        if not self.changing.asks or not self.has_focus:
            return None
        return KeyMode(mode_keys(("y", "Delete"), ("escape", "Keep")), takes_all)

    def on_key(self, event: events.Key) -> None:
        taken = self.has_focus and self.changing.answer(event.key)
        if taken or self.dragging.key(event.key):
            event.stop()
            event.prevent_default()

    def on_blur(self) -> None:
        self.changing.drop_question()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Take an item; using the mouse does not confirm a question."""
        self.changing.drop_question()
        self.dragging.press(event)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self.dragging.move(event)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        self.dragging.release(event)

    def on_mouse_release(self) -> None:
        """Drop the carried item: another widget needs the mouse."""
        self.dragging.drop()

    def on_click(self, event: events.Click) -> None:
        self.dragging.click(event)

    @on(ItemRows.Clicked)
    def _clicked(self, event: ItemRows.Clicked) -> None:
        event.stop()
        if self.at == event.key and self.has_focus:
            self.toggle(event.key)
        self.focus()
        self.move_cursor_to(event.key)

    def hold_mouse(self, held: bool) -> None:
        """Capture the mouse, or release it."""
        self.refresh_bindings()
        if held:
            self.capture_mouse()
        else:
            self.release_mouse()

    # Where things are on the screen

    def number_at(self, at: Offset, cells: int) -> int | None:
        """Return the item whose first `cells` cells and its position lie there."""
        for rows in self._rows:
            if rows.is_attached and rows.region.contains_point(at):
                line = rows.row_lines[at.y - rows.region.y]
                digits = max(2, len(self.lines.number(self.items.index(line.key))))
                on_number = at.x - rows.region.x < cells + digits
                return line.key if line.part == 0 and on_number else None
        return None

    def spans(self) -> Iterator[tuple[int, int, int]]:
        """Yield each item with its first row of the screen and the one after its last.

        This is the list as it is now; the screen may be a frame behind.
        """
        y = self._rows[0].region.y if self._rows else 0
        tall: dict[int, int] = {}
        for part in self._parts():
            if isinstance(part, list):
                for line in part:
                    tall[line.key] = tall.get(line.key, 0) + 1
            else:
                tall[part.item_key] = tall.get(part.item_key, 0) + part.size.height
        for item in self.items.items:
            yield item.key, y, y + tall.get(item.key, 0)
            y += tall.get(item.key, 0)

    def beyond(self, y: int) -> int:
        """Return whether a row is above (-1) or below (1) what can be seen of the form.

        The edge of the terminal counts as beyond while there is more to be seen there.
        """
        around = scrolling_ancestor(self)
        if around is None:
            return 0
        region = around.content_region
        above, below = around.scroll_y > 0, around.scroll_y < around.max_scroll_y
        if y < region.y or (above and y <= 0):
            return -1
        return int(y >= region.bottom or (below and y >= self.app.size.height - 1))
