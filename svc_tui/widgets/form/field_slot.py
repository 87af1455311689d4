"""FieldSlot: widgets of a consumer in place of a field's editor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widget import Widget

from svc_tui.widgets.slots import FailureMark

if TYPE_CHECKING:
    from svc_tui.widgets.form.field import SvcField


class FieldSlot:
    """Fills the slot of a field, and fills it again for another value."""

    def __init__(self, field: SvcField) -> None:
        self._field = field
        self._name = f"field.{field.descriptor.key}"
        self._widgets: list[Widget] = []
        self._filled = self._due = False

    @property
    def given(self) -> bool:
        """Whether a consumer fills it."""
        return self._name in self._field.slots

    @property
    def focus_target(self) -> Widget | None:
        """The first widget in it that can be focused."""
        parts = (part for one in self._widgets for part in (one, *one.walk_children(Widget)))
        return next((one for one in parts if one.focusable), None)

    def fill(self) -> list[Widget]:
        """Return the widgets for the value of the field."""
        self._filled = True
        self._widgets = [*self._field.fill(self._name, field=self._field, value=self._field.value)]
        return self._widgets

    def value_changed(self) -> None:
        """Fill it again: its widgets are not told of another value."""
        if self._filled and not self._due:
            self._due = self._field.call_later(self._fill_again)

    async def _fill_again(self) -> None:
        self._due = False
        if not self._field.is_attached:
            return
        focused = self._field.screen.focused
        had_focus = focused is not None and focused in self._field.walk_children(Widget)
        marks = [one for one in self._field.children if isinstance(one, FailureMark)]
        for widget in dict.fromkeys((*self._widgets, *marks)):
            await widget.remove()
        await self._field.mount(*self.fill(), before=0 if self._field.children else None)
        if had_focus and (target := self.focus_target) is not None:
            target.focus()
