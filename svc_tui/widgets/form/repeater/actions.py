"""What can be done with the items: keys and their actions."""

from __future__ import annotations

from collections.abc import Set
from functools import partial
from typing import Any, ClassVar

from textual import events, on
from textual.actions import SkipAction
from textual.binding import Binding, BindingType

from svc_tui.stores.record.repeater_items import TEMPLATE, RepeaterItems
from svc_tui.text import cut, plural
from svc_tui.widgets.form.chooser import ChoiceDialog, ChoiceOption
from svc_tui.widgets.form.repeater.dragging import DraggableItemList
from svc_tui.widgets.form.repeater.item_text import card_of, copied_item
from svc_tui.widgets.form.repeater.open_item import OpenItem
from svc_tui.widgets.key_mode import KeyMode, mode_keys, takes_all
from svc_tui.widgets.listing.prompt import Prompt

LOOKING = frozenset(
    {
        "toggle_item",
        "toggle_all",
        "close_item",
        "first",
        "last",
        "page_by",
        "type_here",
        "fill_item",
    }
)
"""What readers may do too."""


class EditableItemList(DraggableItemList):
    """Focused, it is looked at: letters are commands. A field inside has its own keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,e,i", "type_here", "Edit", tooltip="Open it and type.", id="repeater.edit"),
        Binding("n", "add", "Add", tooltip="A new item after this one.", id="repeater.add"),
        Binding("d", "delete", "Delete", tooltip="It, or what is marked.", id="repeater.delete"),
        Binding("D", "duplicate", "Duplicate", tooltip="A copy after it.", id="repeater.copy"),
        Binding("J", "move(1)", "Move down", show=False, id="repeater.down"),
        Binding("K", "move(-1)", "Move up", tooltip="J moves down, K up.", id="repeater.up"),
        Binding("m", "move_to", "Move to…", tooltip="To a position. The mouse drags numbers.",
                id="repeater.move"),
        Binding("less_than_sign", "move_end(0)", "To the top", show=False, key_display="<",
                id="repeater.top"),
        Binding("greater_than_sign", "move_end(1)", "To the end", show=False, key_display=">",
                id="repeater.bottom"),
        Binding("u", "undo", "Undo", tooltip="Take the last change of the order back.",
                id="repeater.undo"),
        Binding("U", "redo", "Redo", show=False, id="repeater.redo"),
        Binding("space", "mark", "Mark", tooltip="For several at once.", id="repeater.mark"),
        Binding("v", "mark_range", "Mark from the last mark to here", show=False,
                id="repeater.range"),
        Binding("asterisk", "mark_others", "Mark the others", show=False, key_display="*",
                id="repeater.invert"),
        Binding("A", "mark_all", "Mark all", show=False, id="repeater.all"),
        Binding("o,right,l", "toggle_item", "Open, close", show=False, id="repeater.open"),
        Binding("left,h", "close_item", "Close", show=False, id="repeater.close"),
        Binding("O", "toggle_all", "Open or close all", show=False, id="repeater.open_all"),
        Binding("plus", "fill_item", "Fill the screen", show=False, key_display="+",
                id="repeater.fill"),
        Binding("down", "step(1)", "Down", show=False, id="repeater.next"),
        Binding("up", "step(-1)", "Up", show=False, id="repeater.before"),
        Binding("j", "step_letter(1)", "Down", show=False, id="repeater.next_letter"),
        Binding("k", "step_letter(-1)", "Up", show=False, id="repeater.before_letter"),
        Binding("home", "first", "First", show=False, id="repeater.first"),
        Binding("end,G", "last", "Last", show=False, id="repeater.last"),
        Binding("pagedown,ctrl+d", "page_by(10)", "Ten down", show=False, id="repeater.page"),
        Binding("pageup,ctrl+u", "page_by(-10)", "Ten up", show=False, id="repeater.page_up"),
        Binding("escape", "out", "Back", show=False, id="repeater.out"),
    ]  # fmt: skip

    _asked: Set[int] | None = None
    """What is to be deleted, while that is asked."""
    _last_mark: int | None = None

    @property
    def chosen(self) -> Set[int]:
        """What an action is for: what is marked, else the item under the cursor."""
        return set(self.marked) or ({self.at} if self.at is not None else set())

    # Changes

    async def action_add(self) -> None:
        """A new item after this one; the template is asked for where there are several."""
        if self.items.room == 0:
            self.say(f"There can be at most {self.items.limits.most}.")
            return
        names = list(self.owner.descriptor.templates)
        if len(names) > 1:
            offers = [ChoiceOption(name, name) for name in names]
            heading = f"{self.owner.descriptor.label}: add"
            self.app.push_screen(ChoiceDialog(heading, offers, 0, ""), self._template_chosen)
        else:
            await self._add(names[0] if names else None)

    async def _template_chosen(self, offer: ChoiceOption | None) -> None:
        self.focus()
        if offer is not None:
            await self._add(str(offer.value))

    async def _add(self, template: str | None) -> None:
        value: dict[str, Any] = {} if template is None else {TEMPLATE: template}
        here = self.items.index(self.at) if self.at is not None else -1
        items, key = self.items.added(value, here + 1 if here >= 0 else len(self.items))
        self.set_items(items, key)
        if key is not None:
            await self._type_into(key)

    def action_delete(self) -> None:
        """Delete, after a second key where that is wanted."""
        keys = self.chosen
        if len(keys) > self.items.spare:
            self.say(f"There have to be at least {self.items.limits.least}.")
        elif self.owner.attrs.get("confirm_delete", True):
            self._asked = keys
            self.refresh_bindings()
            self.say(f"Delete {self._named(keys)}? y deletes, any other key keeps.")
        else:
            self._delete(keys)

    def _named(self, keys: Set[int]) -> str:
        if len(keys) > 1:
            return plural(len(keys), "item", "items")
        at = self.items.index(next(iter(keys)))
        words = card_of(self.owner.attrs, self.items.items[at].value, at).title
        return f"{at + 1} “{cut(words, 30)}”"

    def _delete(self, keys: Set[int]) -> None:
        items = self.items.deleted(keys)
        if items is not self.items:
            self.set_items(items)
            self.say(f"{plural(len(keys), 'item', 'items')} deleted; u brings back.")

    def key_mode(self) -> KeyMode | None:
        """Return the answers to a question that is open here, or what ends a drag."""
        if self.pull is not None:
            return KeyMode(mode_keys(("enter", "Drop it"), ("escape", "Put it back")), takes_all)
        if self._asked is None or not self.has_focus:
            return None
        return KeyMode(mode_keys(("y", "Delete"), ("escape", "Keep")), takes_all)

    def on_key(self, event: events.Key) -> None:
        """The second key of a delete; any other one takes the last words away."""
        if not self.has_focus:
            return
        asked, self._asked = self._asked, None
        self.say("")
        if asked is not None:
            self.refresh_bindings()
            event.stop()
            event.prevent_default()
            if event.key == "y":
                self._delete(asked)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Whoever takes the mouse has not said yes."""
        self.on_blur()

    def on_blur(self) -> None:
        """Whoever goes away has not said yes."""
        self._asked = None
        self.refresh_bindings()
        self.say("")

    def action_duplicate(self) -> None:
        """Copies, each after its original."""
        self.take_typed()
        keys = self.chosen
        items, made = self.items.duplicated(keys, partial(copied_item, self.owner.descriptor))
        self.set_items(items, made[0] if made else None)
        if len(made) < len(keys):
            said = plural(len(made), "copy", "copies") if made else "No copy"
            self.say(f"{said}: there can be at most {self.items.limits.most}.")

    def action_move(self, by: int) -> None:
        """One down or up."""
        self._moved(self.items.moved(self.chosen, by))

    def action_move_end(self, end: int) -> None:
        """To the top or the end."""
        self._moved(self.items.moved_to(self.chosen, len(self.items) * end))

    def action_move_to(self) -> None:
        """To a position that is typed."""
        count = len(self.items)
        self.app.push_screen(
            Prompt("Move to position", f"1 to {count}", hint=f"{self._named(self.chosen)}"),
            self._position_typed,
        )

    def _position_typed(self, text: str | None) -> None:
        self.focus()
        if text is None:
            return
        if not text.isdecimal() or not 1 <= int(text) <= len(self.items):
            self.say(f"“{cut(text, 20)}” is no position from 1 to {len(self.items)}.")
            return
        self._moved(self.items.moved_to(self.chosen, int(text) - 1))

    def _moved(self, items: RepeaterItems) -> None:
        self.set_items(items, self.at)
        self.move_cursor_to(self.at)

    def action_undo(self) -> None:
        """The order before the last change."""
        self.take_typed()
        self.set_items(self.items.undone())
        left = len(self.items.past)
        self.say(f"Taken back; {plural(left, 'change', 'changes')} more, U does it again.")

    def action_redo(self) -> None:
        """The change again."""
        self.take_typed()
        self.set_items(self.items.redone())

    # Marks

    def action_mark(self) -> None:
        """Mark or unmark, and go on."""
        if self.at is not None:
            self._last_mark = self.at
            self.marked ^= {self.at}
            self._step(1)
            self._marks_changed()

    def action_mark_range(self) -> None:
        """Everything from the last mark to here."""
        begin = self.items.index(self._last_mark) if self._last_mark is not None else 0
        end = self.items.index(self.at) if self.at is not None else 0
        first, last = sorted((max(begin, 0), end))
        self.marked |= {item.key for item in self.items.items[first : last + 1]}
        self._marks_changed()

    def action_mark_all(self) -> None:
        """All of them."""
        self.marked = {item.key for item in self.items.items}
        self._marks_changed()

    def action_mark_others(self) -> None:
        """What is not marked."""
        self.marked = {item.key for item in self.items.items} - self.marked
        self._marks_changed()

    def _marks_changed(self) -> None:
        """Draw all items that are in sight: what an action is for has to be seen."""
        for rows in self._rows:
            rows.refresh()
        self.move_cursor_to(self.at)
        count = len(self.marked)
        self.say(f"{count} marked: d D J K m < > are for all of them." if count else "")

    # Looking

    def action_toggle_item(self) -> None:
        """Open or close."""
        if self.at is not None:
            self.toggle(self.at)
            self.move_cursor_to(self.at)

    def action_close_item(self) -> None:
        """Close."""
        if self.at in self.opened:
            self.action_toggle_item()

    def action_toggle_all(self) -> None:
        """All open, or all closed."""
        keys = {item.key for item in self.items.items}
        self.opened = set() if self.opened == keys else keys
        self.draw()
        self.move_cursor_to(self.at)

    async def action_type_here(self) -> None:
        """Open it, and type into its first field."""
        if self.at is not None:
            await self._type_into(self.at)

    async def _type_into(self, key: int) -> None:
        """Before the next key arrives: it would be a command of the list, `d` among them."""
        form = self.open_for_editing(key)
        self.move_cursor_to(key)
        if self.mounting is not None:
            await self.mounting
        if form is not None:
            form.begin()

    def action_fill_item(self) -> None:
        """This item alone on the screen."""
        form = self.open_for_editing(self.at) if self.at is not None else None
        if form is not None:
            self.screen.maximize(form, container=False)
            self.call_after_refresh(form.begin)

    def begin_wrong(self) -> bool:
        """Type where something is wrong; False where nothing is."""
        for item in self.items.items:
            if item.key in self.errors and (form := self.open_for_editing(item.key)) is not None:
                self.at = item.key
                self.call_after_refresh(lambda: form.begin_wrong() or form.begin())
                return True
        return False

    def action_step(self, by: int) -> None:
        """To the next item, or out of the list; in an item, to its next field."""
        if not self.has_focus:
            form = next((one for one in self._forms.values() if one.field_of(self.screen.focused)),
                        None)  # fmt: skip
            if form is None:
                raise SkipAction
            form.step(by)
        elif not self._step(by):
            raise SkipAction

    def action_step_letter(self, by: int) -> None:
        """The letters for up and down."""
        self._step(by)

    def _step(self, by: int) -> bool:
        at = self.items.index(self.at) if self.at is not None else -1
        to = at + by
        if at < 0 or not 0 <= to < len(self.items):
            return False
        self.move_cursor_to(self.items.items[to].key)
        return True

    def action_page_by(self, by: int) -> None:
        """Ten items."""
        self._stand_at(self.items.index(self.at) + by if self.at is not None else 0)

    def action_first(self) -> None:
        """The first item."""
        self._stand_at(0)

    def action_last(self) -> None:
        """The last item."""
        self._stand_at(len(self.items) - 1)

    def _stand_at(self, at: int) -> None:
        if self.items.items:
            self.move_cursor_to(self.items.items[max(0, min(at, len(self.items) - 1))].key)

    @on(OpenItem.Passed)
    def _passed(self, event: OpenItem.Passed) -> None:
        """Out of an item: the cursor on the next one, or on this one's own line."""
        event.stop()
        self.focus()
        self.at = event.item.item_key
        if event.by > 0:
            self._step(1)
        self.move_cursor_to(self.at)

    def action_out(self) -> None:
        """From a field to its item's line; from there, marks go first."""
        if self.has_focus:
            self.marked.clear()
            self._marks_changed()
            return
        inside = self.screen.focused
        for key, form in self._forms.items():
            if form.field_of(inside) is not None:
                self.at = key
        self.focus()
        self.move_cursor_to(self.at)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Letters are ours only while no field inside has the focus; readers only look."""
        if action == "out":
            return bool(self.marked) if self.has_focus else True
        if action == "step":
            return True
        if f"action_{action}" not in dir(EditableItemList):
            return True
        if not self.has_focus:
            return False
        if action in LOOKING or action == "step_letter":
            return True
        if self.owner.readonly or self.owner.kept:
            return False
        return self._can(action)

    def _can(self, action: str) -> bool | None:
        """Whether a change is possible now; None is dim."""
        if action == "duplicate" and not self.owner.attrs.get("allow_duplicate", True):
            return False
        if action == "undo":
            return True if self.items.past else None
        if action == "redo":
            return True if self.items.future else None
        return True if self.items.items or action == "add" else None
