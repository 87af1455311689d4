"""The middle of a detail page: where one looks at fields and goes from one to the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.message import Message

from svc_tui.widgets.form.field import SvcField


class DetailBody(VerticalScroll, can_focus=True):
    """Holds the forms. Focused, it is the View state: arrows move, letters are commands."""

    BINDINGS = [
        Binding("enter,e,i", "type", "Edit", tooltip="Type into this field.", id="detail.edit"),
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
            id="detail.lang_back",
        ),
    ]  # fmt: skip

    class Wished(Message):
        """A letter was pressed: `delete`, `changes`, `reload`, `next_lang` or `previous_lang`."""

        def __init__(self, what: str) -> None:
            super().__init__()
            self.what = what

    class Moved(Message):
        """The cursor stands on another field."""

    def __init__(self, may: Callable[[str], bool | None], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._may = may
        self.fields: Sequence[SvcField] = ()
        self.here: SvcField | None = None
        """The field under the cursor."""

    def take(self, fields: Sequence[SvcField]) -> None:
        """Other fields, in the order in which one walks through them."""
        self.fields = tuple(fields)
        self.here = None
        self.stand_on(next(iter(self._walkable), None))

    def stand_on(self, field: SvcField | None) -> None:
        """Put the cursor on a field."""
        if field is self.here:
            return
        if self.here is not None:
            self.here.remove_class("-cursor")
        self.here = field
        if field is not None:
            field.add_class("-cursor")
        self.post_message(self.Moved())

    def type_into(self, field: SvcField | None) -> bool:
        """Start typing in a field."""
        if field is None or not field.begin():
            return False
        self.stand_on(field)
        return True

    def type_beyond(self, field: SvcField | None, by: int = 1) -> bool:
        """Start typing in the next field that can be typed into; False at the end."""
        fields = [one for one in self._walkable if one.editor is not None or one is field]
        at = fields.index(field) if field in fields else -1
        beyond = fields[at + 1 :] if by > 0 else list(reversed(fields[: max(at, 0)]))
        return any(self.type_into(one) for one in beyond)

    @property
    def _walkable(self) -> list[SvcField]:
        return [field for field in self.fields if field.display]

    def action_type(self) -> None:
        """Type into the field under the cursor, or the next one that takes it."""
        if not self.type_into(self.here):
            self.type_beyond(self.here)

    def action_type_next(self) -> None:
        """Tab: from looking to typing; from the last field on to the buttons."""
        if self.has_focus and (self.type_into(self.here) or self.type_beyond(self.here)):
            return
        self.screen.focus_next()

    def action_step(self, by: int) -> None:
        """One field up or down; while typing, the caret goes along."""
        if not self.has_focus:
            self.type_beyond(self.here, by)
            return
        fields = self._walkable
        if self.here not in fields:
            self.stand_on(next(iter(fields), None))
            return
        at = max(0, min(fields.index(self.here) + by, len(fields) - 1))
        self.stand_on(fields[at])
        fields[at].scroll_visible(animate=False)

    def action_wish_step(self, by: int) -> None:
        """The letters for up and down."""
        self.action_step(by)

    def action_to_end(self, index: int) -> None:
        """The first or the last field."""
        if fields := self._walkable:
            self.stand_on(fields[index])
            fields[index].scroll_visible(animate=False)

    def action_wish(self, what: str) -> None:
        """A letter."""
        self.post_message(self.Wished(what))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Letters are commands only while nothing is being typed."""
        if action in ("type", "wish", "wish_step", "to_end") and not self.has_focus:
            return False
        if action == "type":
            return True if any(one.editor is not None for one in self._walkable) else None
        if action == "wish":
            return self._may(str(parameters[0]))
        return True
