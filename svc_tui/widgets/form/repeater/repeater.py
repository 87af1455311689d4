"""RepeaterField: a list of objects, each with fields of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual import on
from textual.content import Content

from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.registry import FieldRegistry
from svc_tui.stores.record.draft import Unreadable, same
from svc_tui.stores.record.repeater_items import Limits, RepeaterItems
from svc_tui.text import label, plural
from svc_tui.widgets.form.field import Attrs
from svc_tui.widgets.form.invalid_value import InvalidValueEditor
from svc_tui.widgets.form.repeater.item_list import ItemList
from svc_tui.widgets.form.repeater.item_text import NO_LIST, is_kept, problems_inside, read_list
from svc_tui.widgets.form.repeater.list_messages import ListMessages

KEYS = "Enter opens, n adds, d deletes, J/K move, u undoes, ? more."
FROM_OUTSIDE = "Press Enter to go into the list: n adds, d deletes, J/K move, u undoes, ? more."
"""The hints of a list with items: in the list, and before Enter."""


class RepeaterField(InvalidValueEditor):
    """The items, one line each; anything but a list is shown, kept, and only edited as JSON."""

    wide: ClassVar[bool] = True
    has_inner: ClassVar[bool] = True
    opens_for_readers: ClassVar[bool] = True
    keys_inside: ClassVar[bool] = True
    suffix: ClassVar[str] = ".json"
    messages_type = ListMessages

    items: ItemList | None = None
    """The list; None before it is drawn."""

    @property
    def kept(self) -> bool:
        """Whether the value is not a list, so that it is only kept."""
        return is_kept(self.value)

    @property
    def type_hint(self) -> str:
        if self.kept or (self.items is not None and not self.items.items.items):
            return ""  # The line in the place of items says what to do.
        return KEYS

    @property
    def looking_hint(self) -> str:
        hint = super().looking_hint
        return FROM_OUTSIDE if hint.endswith(KEYS) else hint

    @property
    def reading_hint(self) -> str:
        some = self.items is not None and self.items.items.items
        return "Enter opens an item, Esc leaves the list." if some else ""

    def make_editor(self) -> ItemList:
        items = RepeaterItems.of(_items_in(self.value), Limits.of(self.attrs))
        self.items = ItemList(self, items, place=self)
        return self.items

    @property
    def _live(self) -> ItemList | None:
        return self.items if self.invalid.input is None else None

    def label_lines(self) -> list[Content]:
        (named,) = super().label_lines()
        if self.invalid.input is not None:
            return [named + label(" not a list", "$text-error")]
        count = len(self.items.items) if self.items is not None else 0
        return [named + label(f" {plural(count, 'item', 'items')}", "$text-muted")]

    # Values

    def put(self, value: Any) -> None:
        """Show another list; unreadable text leaves the items as they were."""
        if self.items is not None and not isinstance(value, Unreadable):
            self.items.follow(_items_in(value))
        super().put(value)
        self.refresh()

    def content(self) -> Any:
        """Return the items, compared by identity and not by content."""
        return self.items.items.items if self.items is not None else ()

    def read(self, content: Any) -> Any:
        values = [item.value for item in content]
        return self.edits.loaded if same(values, self.edits.loaded) else values

    def from_source(self, text: str) -> Any:
        return read_list(text, self.invalid.before)

    def show(self, value: Any) -> None:
        if self.items is not None and self.items.lang != self.items.lang_now:
            self.items.take_typed()
            self.edits.tell()
            self.items.turn_to_language()
        super().show(value)

    def collect(self) -> None:
        if self._live is not None and not self.readonly:
            self._live.take_typed()

    @on(ItemList.Changed)
    def _changed_items(self, event: ItemList.Changed) -> None:
        event.stop()
        self.edited()
        self.refresh()

    # Problems

    @classmethod
    def problem_within(
        cls, descriptor: FieldDescriptor, attrs: Attrs, value: Any, registry: FieldRegistry
    ) -> str | None:
        if not isinstance(value, (list, tuple)):
            return None
        return "\n".join(problems_inside(descriptor, value, registry)) or None

    @classmethod
    def check(cls, descriptor: FieldDescriptor, attrs: Attrs, value: Any) -> str | None:
        return Limits.of(attrs).problem(len(value)) if isinstance(value, (list, tuple)) else None

    @classmethod
    def check_given(cls, descriptor: FieldDescriptor, attrs: Attrs, value: Any) -> str | None:
        return NO_LIST if is_kept(value) else None

    def seen_problems(self) -> tuple[str, ...]:
        return () if self._live is None or self.readonly else self._live.seen_problems()

    def begin(self) -> bool:
        wrong = self._live is not None and self.display and self._live.begin_wrong()
        return wrong or super().begin()


def _items_in(value: Any) -> Sequence[Any]:
    return value if isinstance(value, (list, tuple)) else ()
