"""SvcForm: descriptors become fields; values go in, edits come out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.message import Message
from textual.widget import Widget

from svc_tui.models.arguments import ListOf, checks_arguments
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.foreign_code import hold, is_foreign
from svc_tui.models.registry import FieldRegistry
from svc_tui.stores.record.draft import Draft
from svc_tui.stores.record.field_paths import path_of, places
from svc_tui.stores.record.rebase import rebase
from svc_tui.widgets.base import SvcWidget
from svc_tui.widgets.components import make_whole
from svc_tui.widgets.form import write_path as writing
from svc_tui.widgets.form.arrangement import GridLayout, LaidOutOnce, label_width
from svc_tui.widgets.form.attr_names import tell_unknown_attrs
from svc_tui.widgets.form.checks import kind_of, visible
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.foreign_call import call_hook, limit_hooks
from svc_tui.widgets.form.group import FormGroup, Heading
from svc_tui.widgets.form.layout import FieldSection, Sheet, plan
from svc_tui.widgets.form.paint_batch import PaintBatch
from svc_tui.widgets.form.setting_checks import check_bare_fields, registry_around
from svc_tui.widgets.form.status import FieldStatus, field_statuses, together
from svc_tui.widgets.form.tabs import FormTabs, TabBar
from svc_tui.widgets.form.uneditable import FailedField

FEW = 10
"""Maximum number of fields with a blank line between them, so that 30 lines show most of them."""

HANDFUL = 6
"""As many with a blank line between them in the small dialog of quick edit."""

FocusTarget = SvcField | Heading | TabBar
"""The widgets on which the cursor can stop."""


class FormGrid(SvcWidget, LaidOutOnce):
    """Fields in twelve columns; the style sheet may set `-few`, or a `-handful`, of them apart."""

    DEFAULT_CSS = "FormGrid { height: auto; width: 100%; }"

    def __init__(self, *children: Widget) -> None:
        super().__init__(*children, classes="-few" if len(children) <= FEW else None)
        self.set_class(len(children) <= HANDFUL, "-handful")
        self.styles.set_rule("layout", GridLayout())


@checks_arguments(fields=ListOf(FieldDescriptor), draft=(Draft, type(None)))
class SvcForm(SvcWidget, LaidOutOnce):
    """Tabs, groups and fields, one language at a time.

    Subscribes to no store: the owner of the draft calls `show`, and handles `SvcField.Edited` with
    `write`. Only what is shown is mounted; the draft has the values, errors and changes of the
    rest. Slots `field.<key>` replace a field's editor.
    """

    DEFAULT_CSS = "SvcForm { height: auto; width: 100%; }"

    class Unveiled(Message):
        """Other fields are shown: a tab was opened, a group unfolded."""

        def __init__(self, form: SvcForm) -> None:
            super().__init__()
            self.form = form

    def __init__(
        self,
        fields: Sequence[FieldDescriptor],
        draft: Draft | None = None,
        *,
        registry: FieldRegistry | None = None,
        languages: Sequence[str] = (),
        lang: str | None = None,
        readonly: bool = False,
        groups_expanded: bool = True,
        debounce: int = 0,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.descriptors = tuple(fields)
        self.registry = registry or registry_around(self)
        check_bare_fields(self, self.descriptors, self.registry)
        self.languages = tuple(languages)
        self.lang = lang
        """The language that is shown; None without languages."""
        self.readonly = readonly
        self.groups_expanded = groups_expanded
        """Whether groups begin unfolded."""
        self.debounce = debounce
        """Milliseconds to wait until an edit counts, for fields that do not say."""
        self.frame: PaintBatch | None = None
        """Given to the fields, so that one key is one frame; its owner releases it."""
        self.fields: list[SvcField] = []
        """The mounted fields in order, hidden ones included."""
        self.parts: list[FormTabs | FormGroup] = []
        """The mounted tabs and groups."""
        self._draft = draft or Draft()
        self._errors: Mapping[str, Sequence[str]] = {}
        self._places = places(self.descriptors, self.languages)
        self._hidden: frozenset[int] = frozenset()
        self._statuses: dict[str, FieldStatus] = {}
        self._order = {id(one): at for at, one in enumerate(self.descriptors)}
        self._label_width = label_width(one.label for one in self.descriptors)
        self.beside: str | None = None
        """The language whose values are shown, read-only, beside the edited ones."""
        self._judge_all()

    def compose(self) -> ComposeResult:
        yield from self._sheet(plan(self.descriptors))

    # What is made when it is shown

    def _sheet(self, sheet: Sheet) -> Iterator[Widget]:
        for card in sheet.cards:
            yield from self._card(card)
        if sheet.sheets:
            yield self._tabs(
                {one.name: partial(self._sheet, one) for one in sheet.sheets},
                {one.name: one.every for one in sheet.sheets},
            )

    def _card(self, card: FieldSection) -> Iterator[Widget]:
        if not card.name:
            yield from self._inside(card)
            return
        make = partial(self._inside, card)
        expanded = self.groups_expanded
        group = FormGroup(card.name, make, card.every, self._judge, expanded=expanded)
        self.parts.append(group)
        yield group

    def _inside(self, card: FieldSection) -> Iterator[Widget]:
        if card.fields:
            yield FormGrid(*(self._made(one) for one in card.fields))
        if card.subtabs:
            yield self._tabs(
                {one.name: partial(self._inside, one) for one in card.subtabs},
                {one.name: one.every for one in card.subtabs},
            )

    def _tabs(self, made: Mapping[str, Any], fields: Mapping[str, Any]) -> FormTabs:
        tabs = FormTabs(made, fields, self._judge)
        self.parts.append(tabs)
        return tabs

    def _made(self, descriptor: FieldDescriptor) -> SvcField:
        kind = kind_of(self.registry, descriptor)
        attrs = self.registry.attrs_of(descriptor.type, descriptor.attrs)
        given: dict[str, Any] = {
            "value": self._value(descriptor),
            "attrs": attrs,
            "readonly": self.readonly,
            "slots": self.slots,
            "svc": self._svc,
        }
        field: SvcField | None
        if is_foreign(kind):
            if field := hold(
                f"field {descriptor.key}", make_whole, None, kind, descriptor, **given
            ):
                limit_hooks(field)
        else:
            field = kind(descriptor, **given)
        if field is not None and (words := tell_unknown_attrs(kind, descriptor)):
            field.messages.advise(words)
        return self._added(field or FailedField(descriptor, **given))

    def _added(self, field: SvcField) -> SvcField:
        descriptor = field.descriptor
        field.edits.frame = self.frame
        field.messages.label_width = self._label_width
        if descriptor.debounce is None:
            field.edits.rest = self.debounce
        self.fields.append(field)
        self.fields.sort(key=lambda one: self._order[id(one.descriptor)])
        self._dress(field)
        return field

    async def replace_failed(self, field: SvcField, place: str) -> None:
        """Replace a field whose type failed with a mark; its value is kept."""
        if field not in self.fields or not isinstance(field.parent, Widget):
            return
        self.fields.remove(field)
        value, cols = self._value(field.descriptor), field.cols
        failed = self._added(FailedField(field.descriptor, value, svc=self._svc))
        failed.cols = cols
        await field.parent.mount(failed, after=field)
        await field.remove()
        self.show(self._draft, self._errors, self.lang)
        self.post_message(self.Unveiled(self))

    # What is shown

    def show(self, draft: Draft, errors: Mapping[str, Sequence[str]], lang: str | None) -> None:
        """Show the values, marks and messages of a draft in one language."""
        self._draft, self._errors, self.lang = draft, errors, lang
        self._judge_all()
        for field in self.fields:
            self._dress(field)
        for part in self.parts:
            part.refresh_status()

    def _dress(self, field: SvcField) -> None:
        field.path = path_of(field.descriptor, self.lang)
        read = self._read(field.descriptor)
        field.edits.unread = read.failed
        call_hook(field, "show", read.value)
        call_hook(field, "record_changed", self._draft, self.languages, self.lang)
        field.messages.mark(self._draft.changed(field.path), self._errors.get(field.path, ()))
        field.messages.show_inner(inside(self._errors, field.path))
        self._dress_language(field)
        field.display = id(field.descriptor) not in self._hidden
        self._dress_beside(field)

    def _dress_language(self, field: SvcField) -> None:
        """Name the language of a field; in other languages than the first, mark shared fields."""
        lang = self.lang if len(self.languages) > 1 else None
        translatable = field.descriptor.translatable
        shared = lang is not None and lang != self.languages[0] and not translatable
        field.messages.speak(lang or "" if translatable else "", shared)

    def _dress_beside(self, field: SvcField) -> None:
        other = self.beside if field.descriptor.translatable else None
        field.show_beside(other, other and self._draft.get(path_of(field.descriptor, other)))

    def _judge_all(self) -> None:
        model = self._draft.current
        self._hidden = frozenset(id(one) for one in self.descriptors if not visible(one, model))
        self._statuses = field_statuses(self._draft, self._errors, self._places)

    def _judge(self, fields: Iterable[FieldDescriptor]) -> FieldStatus:
        return together(fields, self._statuses, self._hidden)

    def write(self, draft: Draft, edit: SvcField.Edited, lookup: str = "") -> dict[str, Any]:
        """Return the values that an edit writes by path, with other languages and `on_change`.

        `lookup` is the key of a saved record; `on_change` can't set it.
        """
        descriptor = edit.field.descriptor
        accessor = self.registry.accessor_of(descriptor.type, descriptor.accessor)
        place = writing.EditLocation(edit.path, self.lang, self.languages, lookup)
        value, known = edit.value, edit.field.edits.draft_value
        now = draft.get(edit.path)
        if accessor is None and isinstance(value, list) and now is not known:
            # The list was saved while it was edited, so its new items have ids now.
            value = rebase(now, known, value)
        edit.field.edits.draft_value = value
        return writing.writes(descriptor, draft, value, place, accessor)

    def typed(self) -> Iterator[SvcField.Edited]:
        """Yield the edits in the editors that were not handled yet."""
        for field in self.fields:
            if (edit := field.edits.take_newest()) is not None:
                yield edit

    def _value(self, descriptor: FieldDescriptor) -> Any:
        return self._read(descriptor).value

    def _read(self, descriptor: FieldDescriptor) -> writing.ReadValue:
        accessor = self.registry.accessor_of(descriptor.type, descriptor.accessor)
        return writing.read_value(descriptor, self._draft, self.lang, accessor)

    # Navigation

    @property
    def stops(self) -> list[FocusTarget]:
        """The fields that the cursor can go to, from top to bottom."""
        return list(_stops_in(self))

    def tabs_around(self, here: Widget | None) -> list[FormTabs]:
        """Return the tabs around a widget, innermost first; the first ones, if it is in none."""
        around = [one for one in (here.ancestors if here else ()) if isinstance(one, FormTabs)]
        mine = [one for one in around if self in one.ancestors and len(one.bar.there) > 1]
        seen = (one for one in self.parts if isinstance(one, FormTabs) and len(one.bar.there) > 1)
        return mine or [*seen][:1]

    async def turn(self, by: int, here: Widget | None) -> FocusTarget | None:
        """Open the next of the innermost tabs around `here`, or else of the outer ones.

        Returns where the cursor is then: on the first field, else on whatever there is; None
        without tabs.
        """
        around = self.tabs_around(here)
        for tabs in around:
            if (name := tabs.bar.beyond(by)) is not None:
                await tabs.open(name)
                return _first_in(tabs.active)
        if not around:
            return None
        there = around[-1].bar.there
        await around[-1].open(there[0] if by > 0 else there[-1])
        return _first_in(around[-1].active)

    async def reveal(self, descriptor: FieldDescriptor) -> SvcField | None:
        """Return the field of a descriptor, its tabs and group opened; None if it has none."""
        if id(descriptor) not in self._order:
            return None
        opened = -1
        while opened != len(self.parts):  # Opening one may add others.
            opened = len(self.parts)
            for part in list(self.parts):
                await _open(part, descriptor)
        return next((one for one in self.fields if one.descriptor is descriptor), None)

    @on(FormTabs.Opened)
    @on(FormGroup.Folded)
    def _unveiled(self, event: Message) -> None:
        event.stop()
        self.post_message(self.Unveiled(self))


def inside(errors: Mapping[str, Sequence[str]], path: str) -> dict[str, Sequence[str]]:
    """Return the messages about parts of a value, by their path within it."""
    start = f"{path}."
    return {at.removeprefix(start): said for at, said in errors.items() if at.startswith(start)}


async def _open(part: FormTabs | FormGroup, descriptor: FieldDescriptor) -> None:
    if isinstance(part, FormGroup):
        if any(one is descriptor for one in part.fields_in):
            await part.fold(False)
        return
    for name, fields in part.fields_of.items():
        if any(one is descriptor for one in fields):
            await part.open(name)


def _first_in(widget: Widget) -> FocusTarget | None:
    stops = list(_stops_in(widget))
    return next((one for one in stops if isinstance(one, SvcField)), next(iter(stops), None))


def _stops_in(widget: Widget) -> Iterator[FocusTarget]:
    for child in widget.children:
        if not child.display:
            continue
        if isinstance(child, SvcField | Heading | TabBar):
            yield child
        else:
            yield from _stops_in(child)
