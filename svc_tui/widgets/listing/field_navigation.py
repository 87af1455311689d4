"""FieldNavigation: move between the fields of a small form over the list."""

from __future__ import annotations

from textual import events, on
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.message import Message

from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.form import SvcForm


class FieldNavigation(VerticalScroll):
    """Tab, Shift+Tab and Enter cycle through the fields of one form; Up and Down go one on.

    Enter posts `Ended` where there is no next field.
    """

    BINDINGS = [
        Binding(
            "down", "step(1)", "Down", show=False, tooltip="Go to the next field.", id="quick.down"
        ),
        Binding(
            "up", "step(-1)", "Up", show=False, tooltip="Go to the previous field.", id="quick.up"
        ),
        Binding(
            "tab", "field(1)", "Next field", show=False, id="quick.tab",
            tooltip="Go to the next field.",
        ),
        Binding(
            "shift+tab", "field(-1)", "Previous field", show=False, id="quick.tab_back",
            tooltip="Go to the previous field.",
        ),
    ]  # fmt: skip

    form: SvcForm | None = None
    """The fields, as soon as they are known."""

    cycles = True
    """Whether Enter goes from the last field to the first one."""

    class Ended(Message):
        """Enter was pressed, and there is no next field."""

    @property
    def fields(self) -> list[SvcField]:
        """The mounted fields."""
        return self.form.fields if self.form is not None else []

    @property
    def here(self) -> SvcField | None:
        """The field that has the focus."""
        return next((field for field in self.fields if field.has_focus_within), None)

    @on(SvcField.Finished)
    def _finished(self, event: SvcField.Finished) -> None:
        event.stop()
        if self.at_end:
            self.post_message(self.Ended())
        else:
            self.action_field(1)

    @property
    def at_end(self) -> bool:
        """Whether Enter has no next field to go to: it goes round only among several."""
        usable = [one for one in self.fields if one is self.here or _takes_focus(one)]
        return usable[0 if self.cycles else -1 :] == [self.here]

    def action_field(self, by: int) -> None:
        """Go to the next or previous field; after the last comes the first."""
        fields, here = self.fields, self.here
        if fields:
            self.type_into(((fields.index(here) if here else -1) + by) % len(fields))

    def action_step(self, by: int) -> None:
        """Go to the next or previous field that can be typed into; none beyond the ends."""
        fields, here = self.fields, self.here
        at = fields.index(here) if here in fields else -1
        for field in fields[at + 1 :] if by > 0 else reversed(fields[: max(at, 0)]):
            if field.display and field.begin():
                return

    def type_into(self, n: int) -> None:
        """Go to this field, or the next one that can be typed into."""
        for field in [*self.fields[n:], *self.fields[:n]]:
            if field.display and field.begin():
                return

    def on_click(self, event: events.Click) -> None:
        event.stop()


def _takes_focus(field: SvcField) -> bool:
    return field.display and any(getattr(one, "focusable", False) for one in field.walk_children())
