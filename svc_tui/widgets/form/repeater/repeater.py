"""RepeaterField: a list of objects (reference 2.9, 2.21)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from textual import on
from textual.content import Content

from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.media import MediaItem
from svc_tui.models.registry import FieldRegistry
from svc_tui.stores.record.draft import Unreadable, same
from svc_tui.stores.record.repeater_items import Limits, RepeaterItems
from svc_tui.text import label, plural
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.form import SvcForm
from svc_tui.widgets.form.invalid_value import InvalidValueEditor
from svc_tui.widgets.form.long import read_json
from svc_tui.widgets.form.repeater.actions import EditableItemList
from svc_tui.widgets.form.repeater.item_list import ItemList
from svc_tui.widgets.form.repeater.item_text import is_kept, problems_inside, split_problems
from svc_tui.widgets.form.summary import one_line
from svc_tui.widgets.form.thumbnail import ThumbnailMixin


class RepeaterField(ThumbnailMixin, InvalidValueEditor):
    """The items, one line each; what is no list is shown, kept, and edited as JSON only."""

    wide: ClassVar[bool] = True
    has_inner: ClassVar[bool] = True
    opens_for_readers: ClassVar[bool] = True
    keys_inside: ClassVar[bool] = True
    suffix: ClassVar[str] = ".json"

    items: EditableItemList | None = None
    """The list; None before it is drawn."""
    lang: str | None = None
    """The language in which the texts of items are shown."""

    @property
    def around(self) -> SvcForm | None:
        """The form in which this stands; its registry and languages hold for the items too."""
        return next((node for node in self.ancestors if isinstance(node, SvcForm)), None)

    @property
    def kept(self) -> bool:
        """Whether the value is no list, and can't be edited as one."""
        return is_kept(self.value)

    @property
    def own_hint(self) -> str:
        """Keys."""
        if self.kept:
            return "This is no list: F4 edits it as JSON."
        return "Enter opens, n adds, d deletes, J K move, u takes back, ? all."

    @property
    def reading_hint(self) -> str:
        """The keys that open items."""
        some = self.items is not None and self.items.items.items
        return "Enter opens an item, Esc leaves the list." if some else ""

    _checked: Mapping[int, dict[str, list[str]]] = MappingProxyType({})
    _is_changed = False

    def make_editor(self) -> EditableItemList:
        """The list."""
        self.lang = self._lang_now
        self.items = EditableItemList(
            self, RepeaterItems.of(self._values(self.value), Limits.of(self.attrs))
        )
        return self.items

    @property
    def _lang_now(self) -> str | None:
        around = self.around
        if around is None or self.descriptor.translatable:
            return None
        return around.lang

    def compose(self) -> Any:
        """The list is there for readers too: they open items and change nothing."""
        if self.readonly and f"field.{self.descriptor.key}" not in self.slots:
            self.editor = self.make_editor()
            self.editor.add_class("editor")
            yield self.editor
        else:
            yield from super().compose()

    @staticmethod
    def _values(value: Any) -> Sequence[Any]:
        return value if isinstance(value, (list, tuple)) else ()

    @property
    def thumbnail_media(self) -> MediaItem | None:
        """The picture of the item under the cursor (reference 2.9: miniCard.thumbnail)."""
        if self.items is None or self.invalid_input is not None:
            return None
        return self.items.pictured

    def note(self, items: RepeaterItems) -> str:
        """What is said where there are no items."""
        if isinstance(self.value, Unreadable):
            return f"{self.value.problem} It is kept: {one_line(self.value)}"
        if self.kept:
            edits = " F4 edits it." if self.opens_outside else ""
            return f"This is no list; it is kept as it is: {one_line(self.value)}.{edits}"
        if not items.items:
            if self.readonly or items.room == 0:
                return "No items."
            inside = self.items is not None and self.items.has_focus
            return "No items. n adds one." if inside else "No items. Enter, then n adds one."
        return ""

    def render(self) -> Content:
        """The label and how many there are."""
        if self.invalid_input is not None:
            return super().render() + label(" no list yet", "$text-error")
        count = len(self.items.items) if self.items is not None else 0
        return super().render() + label(f" {plural(count, 'item', 'items')}", "$text-muted")

    # Values

    def put(self, value: Any) -> None:
        """Another list from outside; a text that is none leaves the items as they were."""
        if self.items is not None and not isinstance(value, Unreadable):
            self.items.follow(self._values(value))
        super().put(value)

    def held(self) -> Any:
        """The items, compared by what they are and not by what is in them."""
        return self.items.items.items if self.items is not None else ()

    def value_from_editor(self, content: Any) -> Any:
        """A list; the one that came, where nothing differs from it."""
        values = [item.value for item in content]
        before = self.edits.loaded
        return before if same(values, before) else values

    def from_source(self, text: str) -> Any:
        """A list out of JSON; what never was a list may become anything."""
        value = read_json(text)
        if is_kept(value) and not isinstance(value, Unreadable) and not is_kept(self.before):
            return Unreadable(text, "This is no list: a list begins with [ and ends with ].")
        return value

    def give(self, value: Any, text: str | None = None) -> None:
        """Another list, written elsewhere: this comes as one change that can be undone by Esc."""
        super().give(value, text)
        if self.items is not None:
            self.items.draw()
        self.refresh()

    def show(self, value: Any) -> None:
        """Another value, or another language."""
        if (lang := self._lang_now) != self.lang and self.items is not None:
            self.items.take_typed()
            self.edits.tell()
            self.lang = lang
            self.items.follow(self.items.items.values)
        super().show(value)

    def told(self) -> SvcField.Edited | None:
        """The newest edit, with what stands in the editors of the items."""
        if (
            self.items is not None
            and self.is_mounted
            and not self.readonly
            and not self.invalid_input
        ):
            self.items.take_typed()
        return super().told()

    def edited_now(self) -> None:
        """With what stands in the editors of the items."""
        if self.items is not None and self.invalid_input is None:
            self.items.take_typed()
        super().edited_now()

    @on(ItemList.Changed)
    def _changed_items(self, event: ItemList.Changed) -> None:
        event.stop()
        self.edited()
        self.refresh()

    # What is wrong

    @classmethod
    def problem_within(
        cls,
        descriptor: FieldDescriptor,
        attrs: Mapping[str, Any],
        value: Any,
        registry: FieldRegistry,
    ) -> str | None:
        """Everything wrong inside the items, a line for each."""
        if not isinstance(value, (list, tuple)):
            return None
        return "\n".join(problems_inside(descriptor, value, registry)) or None

    @classmethod
    def check(cls, descriptor: FieldDescriptor, attrs: Mapping[str, Any], value: Any) -> str | None:
        """How many there are."""
        return Limits.of(attrs).problem(len(value)) if isinstance(value, (list, tuple)) else None

    def seen_problems(self) -> tuple[str, ...]:
        """A new item is not blamed for what nobody has come to yet (reference 2.10)."""
        if self.items is None or self.readonly or self.invalid_input is not None:
            return ()
        around = self.around
        return self.items.seen_problems(around.registry) if around is not None else ()

    def mark(self, changed: bool, problems: Sequence[str]) -> None:
        """What is wrong inside is said at the items.

        What a backend said of several items stays with the others while one of them is mended.
        """
        own, self._checked = split_problems(problems)
        super().mark(changed, own)
        self._is_changed = changed

    def show_inner(self, errors: Mapping[str, Sequence[str]]) -> None:
        """What a backend said of items; the form tells this right after `mark`."""
        inside = {at: dict(said) for at, said in self._checked.items()}
        odd: dict[str, Sequence[str]] = {}
        for path, messages in errors.items():
            first, _, rest = path.partition(".")
            if first.isdecimal():
                inside.setdefault(int(first), {}).setdefault(rest, []).extend(messages)
            else:
                odd[path] = messages
        super().show_inner(odd)
        items = self.items
        if items is not None and (inside or not self._is_changed or not items.errors):
            items.tell(inside)

    @property
    def problems(self) -> tuple[str, ...]:
        """What is said here, and at the items."""
        inside = self.items.errors if self.items is not None else {}
        said = [line for one in inside.values() for lines in one.values() for line in lines]
        return (*self.messages.problems, *said)

    def begin(self) -> bool:
        """Onto the list; where something is wrong, there."""
        if self.items is None or not self.display:
            return False
        if not super().begin() and not self.items.begin_wrong():
            self.items.focus()
        return True
