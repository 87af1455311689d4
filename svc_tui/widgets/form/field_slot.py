"""FieldSlot: widgets of a consumer in place of a field's editor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widget import Widget

if TYPE_CHECKING:
    from svc_tui.widgets.form.field import SvcField


class FieldSlot:
    """Fills the slot of a field, and fills it again for another value."""

    def __init__(self, field: SvcField) -> None:
        self._field = field
        self._name = f"field.{field.descriptor.key}"
        self._widgets: list[Widget] = []

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
        self._widgets = [*self._field.fill(self._name, field=self._field, value=self._field.value)]
        return self._widgets

    def value_changed(self) -> None:
        """Fill it again: its widgets are not told of another value."""
        if self._widgets:
            self._field.call_later(self._fill_again)

    async def _fill_again(self) -> None:
        for widget in self._widgets:
            await widget.remove()
        await self._field.mount(*self.fill(), before=0)
