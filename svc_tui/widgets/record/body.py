"""The middle of a detail page: where one looks at fields and goes from one to the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from textual import events
from textual.actions import parse
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.message import Message

from svc_tui.stores.unavailable_reason import CAN_ONLY_BE_READ, not_possible_message
from svc_tui.widgets.form.arrangement import LaidOutOnce
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.form import FocusTarget, SvcForm
from svc_tui.widgets.form.group import FormGroup, Heading
from svc_tui.widgets.form.paint_batch import PaintBatch
from svc_tui.widgets.form.source import TextSource
from svc_tui.widgets.form.tabs import TabBar
from svc_tui.widgets.key_mode import KeyMode, mode_keys, takes_all
from svc_tui.widgets.record.copying import COPIES, COPY_HINT


class FormColumn(Vertical, LaidOutOnce):
    """One form and what stands around it."""


class DetailBody(VerticalScroll, LaidOutOnce, can_focus=True):
    """Holds the forms. Focused, it is the View state: arrows move, letters are commands."""

    BINDINGS = [
        Binding(
            "enter", "fold_heading", "Fold", tooltip="Fold or unfold this group.",
            id="detail.fold_here",
        ),
        Binding(
            "enter", "enter", "Edit", tooltip="Type into this field; on a group, fold it.",
            id="detail.enter",
        ),
        Binding("enter", "look", "Open", tooltip="Go into this field.", id="detail.look"),
        Binding(
            "e,i", "type", "Edit", show=False, tooltip="Type into this field.", id="detail.edit"
        ),
        Binding("tab", "type_next", "Next field", show=False, id="detail.tab"),
        Binding("down", "step(1)", "Down", show=False, id="detail.down"),
        Binding("up", "step(-1)", "Up", show=False, id="detail.up"),
        Binding("j", "wish_step(1)", "Down", show=False, id="detail.down_letter"),
        Binding("k", "wish_step(-1)", "Up", show=False, id="detail.up_letter"),
        Binding("home", "to_end(0)", "First field", show=False, id="detail.first"),
        Binding("end,G", "to_end(-1)", "Last field", show=False, id="detail.last"),
        Binding("d", "wish('delete')", "Delete", tooltip="Delete; asks first.", id="detail.delete"),
        Binding(
            "equals_sign", "wish('changes')", "Changes", key_display="=",
            tooltip="What a save would send.", id="detail.changes",
        ),
        Binding(
            "r", "wish('reload')", "Reload", show=False, tooltip="Read it again.",
            id="detail.reload",
        ),
        Binding(
            "right_square_bracket", "wish('next_lang')", "Language", key_display="]",
            tooltip="The next language.", id="detail.lang",
        ),
        Binding(
            "left_square_bracket", "wish('previous_lang')", "Language", show=False, key_display="[",
            tooltip="The language before.", id="detail.lang_back",
        ),
        Binding(
            "vertical_line", "wish('beside')", "Beside", show=False, key_display="|",
            tooltip="Another language beside this one; needs 120 columns.", id="detail.beside",
        ),
        Binding(
            "F", "wish('fill_empty')", "Fill", show=False,
            tooltip="Fill empty fields from another language; shows what, first.",
            id="detail.fill",
        ),
        Binding(
            "M", "wish('messages')", "Errors", show=False, tooltip="All errors; Enter goes there.",
            id="detail.errors",
        ),
        Binding(
            "right_curly_bracket,ctrl+g", "turn(1)", "Tab", key_display="}",
            tooltip="The next tab of the form; Ctrl+G also while typing.", id="detail.tab_next",
        ),
        Binding(
            "left_curly_bracket", "turn(-1)", "Tab", show=False, key_display="{",
            tooltip="The tab before.", id="detail.tab_before",
        ),
        Binding(
            "right", "sideways(1)", "Next tab, unfold", show=False,
            tooltip="The next tab; on a heading: unfold.", id="detail.right",
        ),
        Binding(
            "left", "sideways(-1)", "Tab before, fold", show=False,
            tooltip="The tab before; on a heading: fold.", id="detail.left",
        ),
        Binding(
            "z", "fold", "Fold", show=False, tooltip="Fold or unfold this group.", id="detail.fold",
        ),
        Binding(
            "plus,f5", "wish('expand')", "Full screen", show=False, key_display="+",
            tooltip="Edit this field on the whole screen; F5 also while typing.",
            id="detail.expand",
        ),
        Binding("f3", "field('page')", "Pager", show=False, tooltip="Read all of this value.",
                id="detail.pager"),
        Binding("p", "field('preview')", "Preview", show=False,
                tooltip="What this text says, and back.", id="detail.preview"),
        Binding("f4", "field('outside')", "$EDITOR", show=False,
                tooltip="Edit this value in your own editor.", id="detail.outside"),
        Binding("y", "copy", "Copy…", show=False, tooltip=f"Then: {COPY_HINT}.", id="detail.yank"),
        Binding("E", "wish('outside')", "Record in $EDITOR", show=False,
                tooltip="All fields as JSON in your own editor.", id="detail.record_outside"),
    ]  # fmt: skip

    class Wished(Message):
        """A letter was pressed; `what` is the word of the binding: `delete`, `changes`, …"""

        def __init__(self, what: str) -> None:
            super().__init__()
            self.what = what

    class CopyWanted(Message):
        """`y` and a letter were pressed."""

        def __init__(self, letter: str) -> None:
            super().__init__()
            self.letter = letter

    class Moved(Message):
        """The cursor stands on another field."""

    def __init__(
        self, may: Callable[[str], bool | None], frame: PaintBatch | None = None, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self._may = may
        self.frame = frame
        self.forms: Sequence[SvcForm] = ()
        self.stop: FocusTarget | None = None
        """Where the cursor stands: a field, a group's heading, a bar of tabs."""
        self.copying = False
        """Whether the next key says what is copied."""
        self._enter_did = ""

    @property
    def here(self) -> SvcField | None:
        """The field under the cursor."""
        return self.stop if isinstance(self.stop, SvcField) else None

    def take(self, forms: Sequence[SvcForm]) -> None:
        """The forms, in the order in which one walks through them."""
        self.forms = tuple(forms)
        self.move_cursor_to(None)
        self.move_cursor_to(next(iter(self._fields), None))

    def move_cursor_to(self, stop: FocusTarget | None) -> None:
        """Put the cursor somewhere."""
        if stop is self.stop:
            return
        if self.stop is not None:
            self.stop.remove_class("-cursor")
        self.stop = stop
        if stop is not None:
            stop.add_class("-cursor")
        if self._enter_did != (does := self._enter_does):
            self._enter_did = does
            self.refresh_bindings()
        self.post_message(self.Moved())

    def type_into(self, field: SvcField | None) -> bool:
        """Start typing in a field."""
        if field is None or not field.begin():
            return False
        self.move_cursor_to(field)
        return True

    def type_beyond(self, stop: FocusTarget | None, by: int = 1) -> bool:
        """Start typing in the next field that can be typed into; False at the end."""
        stops = self._walkable
        at = stops.index(stop) if stop in stops else -1
        beyond = stops[at + 1 :] if by > 0 else list(reversed(stops[: max(at, 0)]))
        return any(self.type_into(one) for one in beyond if isinstance(one, SvcField))

    @property
    def _walkable(self) -> list[FocusTarget]:
        return [stop for form in self.forms for stop in form.stops]

    @property
    def _fields(self) -> list[SvcField]:
        return [stop for stop in self._walkable if isinstance(stop, SvcField)]

    @property
    def _form(self) -> SvcForm | None:
        """The form in which tabs are turned: the one of the cursor, else the first with tabs."""
        here = [one for one in self.forms if self.stop is not None and one in self.stop.ancestors]
        return next((one for one in (*here, *self.forms) if one.tabs_around(None)), None)

    async def action_fold_heading(self) -> None:
        """Fold or unfold the group whose heading is under the cursor."""
        await self.action_fold()

    def action_enter(self) -> None:
        """Edit the field under the cursor, or the next one that can be edited."""
        self.action_type()

    def action_look(self) -> None:
        """Go into the field under the cursor, or the next one that can be looked into."""
        self.action_type()

    @property
    def _enter_does(self) -> str:
        """The action that Enter has where the cursor is; empty where it has none."""
        if isinstance(self.stop, Heading):
            return "fold_heading"
        stops = self._walkable
        at = stops.index(self.stop) if self.stop in stops else 0
        fields = [one for one in stops[at:] if isinstance(one, SvcField)]
        if any(not one.readonly for one in fields):
            return "enter"
        return "look" if any(one.opens_for_readers for one in fields) else ""

    def action_type(self) -> None:
        """Type into the field under the cursor, or the next one that takes it."""
        if not self.type_into(self.here):
            self.type_beyond(self.stop)

    def action_type_next(self) -> None:
        """Tab: from looking to typing; from the last field on to the buttons."""
        if self.has_focus and (self.type_into(self.here) or self.type_beyond(self.stop)):
            return
        if self.frame is not None:
            self.frame.hold(self)
        self.screen.focus_next()

    async def type_on(self, field: SvcField) -> None:
        """Enter: the next field; after the last one of a tab, the first one of the next tab."""
        form = next((one for one in self.forms if one in field.ancestors), None)
        rest = _after(field, form.stops) if form is not None else []
        if any(self.type_into(one) for one in rest):
            return
        if form is not None and any(tabs.bar.beyond(1) for tabs in form.tabs_around(field)):
            await self.action_turn(1)
        elif not self.type_beyond(field):
            self.focus()

    def action_step(self, by: int) -> None:
        """One step up or down; while typing, the caret goes along."""
        if not self.has_focus:
            self.type_beyond(self.stop, by)
            return
        stops = self._walkable
        if self.stop not in stops:
            self.move_cursor_to(next(iter(stops), None))
            return
        at = max(0, min(stops.index(self.stop) + by, len(stops) - 1))
        self.move_cursor_to(stops[at])
        stops[at].scroll_visible(animate=False)

    async def action_turn(self, by: int) -> None:
        """Another tab; who typed goes on typing there."""
        form, typing = self._form, not self.has_focus
        if form is None:
            return
        inside = self.stop is not None and form in self.stop.ancestors
        first = await form.turn(by, self.stop if inside else None)
        self.go_on_in(first, typing)

    def go_on_in(self, stop: FocusTarget | None, typing: bool) -> None:
        """Stand where other fields have come into view; the caret is never left in hidden ones."""
        if stop is None:
            self.focus()
            return
        self.move_cursor_to(stop)
        stop.scroll_visible(animate=False)
        if typing and not self.type_into(self.here) and not self.type_beyond(stop):
            self.focus()

    async def action_sideways(self, by: int) -> None:
        """On a heading fold and unfold, elsewhere turn the tabs; beyond the ends nothing."""
        if isinstance(self.stop, Heading):
            await self._group_of(self.stop).fold(by < 0)
        elif self._form is not None:
            stop = self.stop
            await self.action_turn(by)
            if isinstance(stop, TabBar):
                self.move_cursor_to(stop)

    async def action_fold(self) -> None:
        """Fold or unfold the group of the cursor, and stand on its heading."""
        if self.stop is None:
            return
        groups = [one for one in self.stop.ancestors if isinstance(one, FormGroup)]
        if groups:
            await groups[0].fold(not groups[0].folded)
            self.move_cursor_to(groups[0].heading)

    @staticmethod
    def _group_of(heading: Heading) -> FormGroup:
        group = heading.parent
        assert isinstance(group, FormGroup)
        return group

    def action_wish_step(self, by: int) -> None:
        """The letters for up and down."""
        self.action_step(by)

    def action_to_end(self, index: int) -> None:
        """The first or the last field."""
        if stops := self._walkable:
            self.move_cursor_to(stops[index])
            stops[index].scroll_visible(animate=False)

    def action_copy(self) -> None:
        """The next key says what."""
        self.copying = True
        self.refresh_bindings()
        self.post_message(self.Moved())

    def key_mode(self) -> KeyMode | None:
        """Return what may follow `y`; None where letters are commands."""
        if not (self.copying and self.has_focus):
            return None
        named = [(letter, what[:1].upper() + what[1:]) for letter, what in COPIES.items()]
        return KeyMode(mode_keys(*named, ("escape", "Cancel")), takes_all)

    def on_key(self, event: events.Key) -> None:
        """After `y`, a key is no command, whatever it stands for elsewhere."""
        if not (self.copying and self.has_focus):
            return
        event.stop()
        event.prevent_default()
        self.cancel_copy_mode()
        if event.key != "escape":
            self.post_message(self.CopyWanted(event.character or ""))

    def on_blur(self) -> None:
        """Who goes elsewhere copies nothing."""
        self.cancel_copy_mode()

    def cancel_copy_mode(self) -> None:
        """Letters are commands again."""
        if self.copying:
            self.copying = False
            self.refresh_bindings()
            self.post_message(self.Moved())

    def action_wish(self, what: str) -> None:
        """A letter."""
        self.post_message(self.Wished(what))

    async def action_field(self, what: str) -> None:
        """Something that long fields can do with themselves."""
        field = self.here
        if isinstance(field, TextSource):
            await field.run_action(what)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Letters are commands only while nothing is being typed; Ctrl+G and F5 are no letters."""
        if (
            action
            in (
                "enter", "fold_heading", "look", "type", "wish_step", "to_end", "sideways", "fold",
                "copy",
            )
            and not self.has_focus
        ):  # fmt: skip
            return False
        if action in ("fold_heading", "look"):
            return self._enter_does == action
        if action in ("enter", "type"):
            does = self._enter_does
            if does == "enter" or (does and action == "type"):
                return True
            return False if does else self._may(action) and None
        if action == "turn":
            return self._form is not None
        if action == "field":
            name, here = str(parameters[0]), self.here
            can = (
                isinstance(here, TextSource)
                and hasattr(here, f"action_{name}")
                and here.check_action(name, ()) is not False
            )
            return self.has_focus and can
        if action == "wish":
            what = str(parameters[0])
            return self._may(what) if self.has_focus or what == "expand" else False
        return True

    def why_gone(self, binding: Binding) -> str:
        """Why a key is not even offered: of a field's own keys this knows, else the page."""
        _, action, parameters = parse(binding.action)
        if action == "field":
            return self._why_not_field(str(parameters[0]))
        if binding.action in ("fold_heading", "look"):
            return ""  # Enter is "Edit" by default; the binding of that name answers for it.
        why = getattr(self.parent, "why_gone", None)
        return str(why(binding)) if why is not None else ""

    def why_not(self, action: str, parameters: tuple[object, ...]) -> str:
        """Why a letter is dim: whoever it is wished of knows."""
        if action in ("enter", "type"):
            return self._why_not_type()
        why = getattr(self.parent, "why_not", None)
        return str(why(str(parameters[0]), ())) if why is not None and action == "wish" else ""

    def _why_not_field(self, what: str) -> str:
        """Why the field under the cursor has no pager, preview or editor; empty where it has."""
        here = self.here
        if what != "outside" and not self.has_focus:
            return ""
        if here is None:
            return "There is no field under the cursor: go to one with Up and Down."
        if what == "page":
            return "All of this value is shown already."
        if what == "preview":
            return "Only formatted text has a preview: this field shows its value as it is."
        if here.readonly:
            return not_possible_message("Editing", CAN_ONLY_BE_READ)
        return "This value is no text that $EDITOR could open. Press Enter to edit it here."

    def _why_not_type(self) -> str:
        """Why nothing can be edited from the cursor on."""
        why = getattr(self.parent, "why_not", None)
        said = str(why("save", ())) if why is not None else ""
        if said or not self._walkable:
            return said
        if any(not one.readonly for one in self._fields):
            return "No field below this one can be edited: press Up to get to one that can."
        return not_possible_message("Editing", CAN_ONLY_BE_READ)


def _after(field: SvcField, stops: Sequence[FocusTarget]) -> list[SvcField]:
    """The fields after one of them."""
    at = stops.index(field) + 1 if field in stops else len(stops)
    return [one for one in stops[at:] if isinstance(one, SvcField)]
