"""FieldCursor: the field under the cursor, and the keys that move it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from textual.geometry import Size
from textual.widget import Widget

from svc_tui.stores.unavailable_reason import CAN_ONLY_BE_READ, IN_FIELD, not_possible_message
from svc_tui.widgets.command import Blocked, Command, Controller
from svc_tui.widgets.form.field import Removable, SvcField, begin_by_enter
from svc_tui.widgets.form.form import FocusTarget, SvcForm
from svc_tui.widgets.form.group import FormGroup, Heading
from svc_tui.widgets.form.source import TextSource
from svc_tui.widgets.form.tabs import TabBar

EDIT, CHOOSE, FOLD, LOOK = "edit", "choose", "fold", "look"
"""What Enter does at the cursor's place."""


class CursorHost(Protocol):
    """The widget with the forms; while it has the focus, letters are commands."""

    has_focus: bool

    @property
    def size(self) -> Size: ...
    @property
    def takes_letters(self) -> bool: ...
    def focus(self) -> Any: ...
    def focus_next(self) -> None: ...
    def cursor_moved(self) -> None: ...
    def refresh_bindings(self) -> None: ...


def _is(what: str) -> Callable[[FieldCursor], Blocked | None]:
    return lambda cursor: None if cursor.enter_does == what else Blocked(hidden=True)


class FieldCursor(Controller):
    """Moves through the fields, headings and tab bars of the forms."""

    COMMANDS = (
        Command(
            "detail.fold_here", "enter", "Fold", lambda cursor: cursor.fold(), _is(FOLD),
            help="Fold or unfold this group.", shown=True,
        ),
        Command(
            "detail.choose", "enter", "Choose", lambda cursor: cursor.enter(), _is(CHOOSE),
            help="Choose a value for this field.", shown=True,
        ),
        Command(
            "detail.enter", "enter", "Edit", lambda cursor: cursor.enter(),
            lambda cursor: cursor.edit_unavailable(),
            help="Edit this field. On a group, fold or unfold it.", shown=True,
        ),
        Command(
            "detail.look", "enter", "Open", lambda cursor: cursor.enter(), _is(LOOK),
            help="Open this field.", shown=True,
        ),
        Command(
            "detail.edit", "e,i", "Edit", lambda cursor: cursor.type_here(),
            lambda cursor: cursor.type_unavailable(), help="Edit this field.",
        ),
        Command("detail.tab", "tab", "Next field", lambda cursor: cursor.type_next()),
        Command("detail.down", "down", "Down", lambda cursor: cursor.step(1)),
        Command("detail.up", "up", "Up", lambda cursor: cursor.step(-1)),
        Command("detail.down_letter", "j", "Down", lambda cursor: cursor.step(1)),
        Command("detail.up_letter", "k", "Up", lambda cursor: cursor.step(-1)),
        Command(
            "detail.page_down", "pagedown", "Page down", lambda cursor: cursor.page(1),
            help="Go down by a screen of fields.",
        ),
        Command(
            "detail.page_up", "pageup", "Page up", lambda cursor: cursor.page(-1),
            help="Go up by a screen of fields.",
        ),
        Command("detail.first", "home", "First field", lambda cursor: cursor.go_to_end(0)),
        Command("detail.last", "end,G", "Last field", lambda cursor: cursor.go_to_end(-1)),
    )  # fmt: skip

    def __init__(self, host: CursorHost, save_unavailable: Callable[[], str] = str) -> None:
        self.host = host
        self.save_unavailable = save_unavailable
        """Returns why the record can't be saved; "" if it can."""
        self.forms: Sequence[SvcForm] = ()
        self.stop: FocusTarget | None = None
        """A field, a group's heading or a tab bar; None in an empty form."""
        self._keys_shown = ("", False)

    @property
    def here(self) -> SvcField | None:
        """The field under the cursor."""
        return self.stop if isinstance(self.stop, SvcField) else None

    def take(self, forms: Sequence[SvcForm]) -> None:
        """Set the forms, in the order in which the cursor moves through them."""
        self.forms = tuple(forms)
        self.move_to(None)
        self.move_to(next(iter(self.fields), None))

    def move_to(self, stop: FocusTarget | None) -> None:
        """Put the cursor somewhere."""
        if stop is self.stop:
            return
        if self.stop is not None:
            self.stop.remove_class("-cursor").refresh()
        self.stop = stop
        if stop is not None:
            stop.add_class("-cursor").refresh()  # Its bar is no part of its style.
        expandable = self.here is not None and bool(self.here.descriptor.expandable)
        if self._keys_shown != (keys := (self.enter_does, expandable)):
            self._keys_shown = keys
            self.host.refresh_bindings()
        self.host.cursor_moved()

    def show(self, stop: FocusTarget) -> None:
        """Put the cursor somewhere, and scroll there."""
        self.move_to(stop)
        stop.scroll_visible(animate=False)

    def keep_in_sight(self, focused: Widget | None) -> None:
        """Scroll to the cursor, and to the caret while typing."""
        if self.stop is not None and self.stop.is_attached:
            self.stop.scroll_visible(animate=False)
            if focused is not None and self.stop in focused.ancestors:
                focused.scroll_visible(animate=False)

    def leave_hidden(self, form: SvcForm) -> None:
        """Go to the first field of the form if the current one is hidden."""
        if self.stop is not None and self.stop not in self.stops:
            self.move_to(next(iter(form.stops), None))

    def type_into(self, field: SvcField | None) -> bool:
        """Start typing in a field."""
        if field is None or not field.begin():
            return False
        self.move_to(field)
        return True

    def type_beyond(self, stop: FocusTarget | None, by: int = 1) -> bool:
        """Start typing in the next editable field; False at the end."""
        stops = self.stops
        at = stops.index(stop) if stop in stops else -1
        beyond = stops[at + 1 :] if by > 0 else list(reversed(stops[: max(at, 0)]))
        return any(self.type_into(one) for one in beyond if isinstance(one, SvcField))

    @property
    def stops(self) -> list[FocusTarget]:
        """The places that the cursor can go to, from the top."""
        return [stop for form in self.forms for stop in form.stops]

    @property
    def fields(self) -> list[SvcField]:
        """The fields that the cursor can go to."""
        return [stop for stop in self.stops if isinstance(stop, SvcField)]

    @property
    def enter_does(self) -> str:
        """The effect of Enter at the cursor: `edit`, `choose`, `fold`, `look`; "" for nothing."""
        if isinstance(self.stop, Heading):
            return FOLD
        if self.here is not None and self.here.has_picker and not self.here.readonly:
            return CHOOSE
        stops = self.stops
        at = stops.index(self.stop) if self.stop in stops else 0
        fields = [one for one in stops[at:] if isinstance(one, SvcField)]
        if any(not one.readonly for one in fields):
            return EDIT
        return LOOK if any(one.opens_for_readers for one in fields) else ""

    def edit_unavailable(self) -> Blocked | None:
        """Return why Enter edits nothing."""
        if self.enter_does in (CHOOSE, FOLD, LOOK):
            return Blocked(hidden=True)
        return self.type_unavailable()

    def type_unavailable(self) -> Blocked | None:
        """Return why nothing from the cursor on can be edited."""
        if self.enter_does:
            return None
        said = self.save_unavailable()
        if not said and self.stops:
            said = not_possible_message("Editing", CAN_ONLY_BE_READ)
            if any(not one.readonly for one in self.fields):
                said = "No field below can be edited. Press Up to go to one that can."
        return Blocked(said) if said else Blocked()

    def enter(self) -> None:
        """Open the field's list of choices, else type into it or the next one."""
        here = self.here
        if here is not None and begin_by_enter(here):
            self.move_to(here)
        else:
            self.type_here()

    def type_here(self) -> None:
        """Type into the field under the cursor, or the next editable one."""
        if not self.type_into(self.here):
            self.type_beyond(self.stop)

    def type_next(self) -> None:
        """Start typing with Tab; from the last field, go to the buttons."""
        if self.host.has_focus and (self.type_into(self.here) or self.type_beyond(self.stop)):
            return
        self.host.focus_next()

    async def type_after(self, field: SvcField) -> None:
        """Go to the next field; after the last one of a tab, to the first one of the next tab."""
        form = next((one for one in self.forms if one in field.ancestors), None)
        rest = _after(field, form.stops) if form is not None else []
        if any(self.type_into(one) for one in rest):
            return
        if form is not None and any(tabs.bar.beyond(1) for tabs in form.tabs_around(field)):
            await self.turn(1, typing=True)
        elif not self.type_beyond(field):
            self.host.focus()

    def is_last(self, field: SvcField) -> bool:
        """Whether Enter, while typing in this field, goes to no other one."""
        form = next((one for one in self.forms if one in field.ancestors), None)
        turns = form is not None and any(tabs.bar.beyond(1) for tabs in form.tabs_around(field))
        return not turns and all(one.readonly for one in _after(field, self.stops))

    def step(self, by: int) -> None:
        """Go one step up or down; while typing, the caret follows."""
        if not self.host.has_focus:
            self.type_beyond(self.stop, by)
            return
        stops = self.stops
        if self.stop not in stops:
            self.move_to(next(iter(stops), None))
        else:
            self.show(stops[max(0, min(stops.index(self.stop) + by, len(stops) - 1))])

    def page(self, by: int) -> None:
        """Go forward or back by a screen of fields; at least by one."""
        stops = self.stops
        if self.stop not in stops:
            self.step(by)
            return
        at, top = stops.index(self.stop), self.stop.region.y
        beyond = stops[at + 1 :] if by > 0 else list(reversed(stops[:at]))
        room = max(1, self.host.size.height - 1)
        near = [one for one in beyond if abs(one.region.y - top) <= room]
        if beyond:
            self.show((near or beyond[:1])[-1])

    def go_to_end(self, index: int) -> None:
        """Go to the first or the last field, past tab bars."""
        if stops := [stop for stop in self.stops if not isinstance(stop, TabBar)] or self.stops:
            self.show(stops[index])

    # Tabs and groups

    @property
    def tabbed_form(self) -> SvcForm | None:
        """The form whose tabs are switched: that of the cursor, else the first with tabs."""
        here = [one for one in self.forms if self.stop is not None and one in self.stop.ancestors]
        return next((one for one in (*here, *self.forms) if one.tabs_around(None)), None)

    async def turn(self, by: int, *, typing: bool) -> None:
        """Show another tab, and optionally start typing there."""
        form = self.tabbed_form
        if form is None:
            return
        inside = self.stop is not None and form in self.stop.ancestors
        stop = await form.turn(by, self.stop if inside else None)
        if stop is None:
            self.host.focus()
            return
        for tabs in form.tabs_around(stop)[-1:]:
            tabs.bar.scroll_visible(animate=False, immediate=True)  # It says where one is.
        self.show(stop)
        if not typing or not (self.type_into(self.here) or self.type_beyond(stop)):
            self.host.focus()  # The caret is never left in hidden fields.

    async def go_sideways(self, by: int) -> None:
        """Fold or unfold a heading; elsewhere, switch tabs."""
        if isinstance(self.stop, Heading):
            group = self.stop.parent
            assert isinstance(group, FormGroup)
            await group.fold(by < 0)
        elif self.tabbed_form is not None:
            stop = self.stop
            await self.turn(by, typing=False)
            if isinstance(stop, TabBar):
                self.move_to(stop)

    async def fold(self) -> None:
        """Fold or unfold the group of the cursor, and go to its heading."""
        around = self.stop.ancestors if self.stop is not None else []
        for group in [one for one in around if isinstance(one, FormGroup)][:1]:
            await group.fold(not group.folded)
            self.move_to(group.heading)


def _after(field: SvcField, stops: Sequence[FocusTarget]) -> list[SvcField]:
    at = stops.index(field) + 1 if field in stops else len(stops)
    return [one for one in stops[at:] if isinstance(one, SvcField)]


class TabKeys(Controller):
    """The keys that switch tabs and fold groups."""

    COMMANDS = (
        Command(
            "detail.tab_next", "right_curly_bracket,ctrl+g", "Next tab", lambda tabs: tabs.turn(1),
            lambda tabs: tabs.turn_unavailable(), shown=True, key_display="}",
            help="Go to the next tab of the form.",
        ),
        Command(
            "detail.tab_before", "left_curly_bracket", "Previous tab", lambda tabs: tabs.turn(-1),
            lambda tabs: tabs.turn_unavailable(), key_display="{",
            help="Go to the previous tab of the form.",
        ),
        Command(
            "detail.right", "right", "Next tab, unfold", lambda tabs: tabs.cursor.go_sideways(1),
            help="Go to the next tab. On a heading, unfold it.",
        ),
        Command(
            "detail.left", "left", "Previous tab, fold", lambda tabs: tabs.cursor.go_sideways(-1),
            help="Go to the previous tab. On a heading, fold it.",
        ),
        Command(
            "detail.fold", "underscore", "Fold", lambda tabs: tabs.cursor.fold(),
            key_display="_", help="Fold or unfold this group.",
        ),
    )  # fmt: skip

    def __init__(self, cursor: FieldCursor) -> None:
        self.cursor = cursor

    async def turn(self, by: int) -> None:
        """Show another tab; a user who was typing continues there."""
        await self.cursor.turn(by, typing=self.cursor.host.takes_letters)

    def turn_unavailable(self) -> Blocked | None:
        """Return why no tab can be turned: the forms have none."""
        there = self.cursor.tabbed_form is not None
        return None if there else Blocked("This form has no tabs.", hidden=True)


class FieldKeys(Controller):
    """The keys that long fields handle themselves."""

    COMMANDS = (
        Command(
            "detail.pager", "f3", "Pager", lambda keys: keys.run("page"),
            lambda keys: keys.unavailable("page"), help="Read the whole value.",
        ),
        Command(
            "detail.preview", "p", "Preview", lambda keys: keys.run("preview"),
            lambda keys: keys.unavailable("preview"),
            help="Switch between the text and a preview of it.",
        ),
        Command(
            "detail.outside", "f4", "Editor", lambda keys: keys.run("outside"),
            lambda keys: keys.unavailable("outside"), help="Edit this value in your editor.",
        ),
        Command(
            "detail.remove", "delete", "Remove", lambda keys: keys.remove(),
            lambda keys: keys.removal_unavailable(), help="Remove the file from this field.",
        ),
    )  # fmt: skip

    def __init__(self, cursor: FieldCursor) -> None:
        self.cursor = cursor

    async def run(self, action: str) -> None:
        """Run an action of the field under the cursor."""
        if isinstance(self.cursor.here, TextSource):
            await self.cursor.here.run_action(action)

    def unavailable(self, action: str) -> Blocked | None:
        """Return why the field under the cursor has no pager, preview or editor."""
        here = self.cursor.here
        can = (
            isinstance(here, TextSource)
            and hasattr(here, f"action_{action}")
            and here.check_action(action, ()) is not False
        )
        if self.cursor.host.has_focus and can:
            return None
        return Blocked(self._reason(action, here), hidden=True)

    def remove(self) -> None:
        """Remove the file of the field under the cursor."""
        here: object = self.cursor.here
        if isinstance(here, Removable):
            here.remove_value()

    def removal_unavailable(self) -> Blocked | None:
        """Return why the field under the cursor has no file to remove."""
        here: object = self.cursor.here
        if not self.cursor.host.has_focus or not isinstance(here, Removable):
            return Blocked(hidden=True)
        return Blocked(why, hidden=True) if (why := here.removal_unavailable()) else None

    def _reason(self, action: str, here: SvcField | None) -> str:
        if action != "outside" and not self.cursor.host.has_focus:
            return IN_FIELD
        if here is None:
            return "There is no field under the cursor. Press Up or Down to go to one."
        if action == "page":
            return "The whole value is already shown."
        if action == "preview":
            return "Only formatted text has a preview."
        if here.readonly:
            return not_possible_message("Editing", CAN_ONLY_BE_READ)
        return "This value is not text, so $EDITOR can't open it. Press Enter to edit it here."
