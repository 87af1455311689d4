"""BulkEditDialog: an empty form; its values are written to every marked row."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Static

from svc_tui.models.field_types import default_registry
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.listing import FilterChoice
from svc_tui.stores.listing.bulk_edit import EDIT, BulkChanges, EditFields, empty_value
from svc_tui.stores.listing.planned_changes import MIXED, common
from svc_tui.stores.listing.selection import Selection
from svc_tui.stores.record.draft import MISSING
from svc_tui.stores.record.field_paths import name_at, places
from svc_tui.text import label, plural
from svc_tui.widgets.base import CANCEL, SvcModal, SvcWidget, drawable_hint
from svc_tui.widgets.dialog_words import DialogHint, DialogTitle
from svc_tui.widgets.form.boolean import Tick
from svc_tui.widgets.form.checks import EMPTY, problem_of, sent_in_parts, sent_only
from svc_tui.widgets.form.field import REQUIRED, SvcField, begin_by_enter
from svc_tui.widgets.form.field_edits import take_edit
from svc_tui.widgets.form.form import SvcForm
from svc_tui.widgets.form.relation import FksField
from svc_tui.widgets.form.relation_values import ids_in
from svc_tui.widgets.form.secrets import secret_paths
from svc_tui.widgets.letters import takes_letters
from svc_tui.widgets.listing.action_preview import short_text
from svc_tui.widgets.listing.field_navigation import FieldNavigation
from svc_tui.widgets.record import confirmations as questions

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.models.registry import FieldRegistry

HINT = "Enter edits · F12 clears in all rows · Ctrl+S continues · Esc cancels"
HINT_TYPING = "F12 clears in all rows, or leaves as is · Ctrl+S continues"
"""While a field is edited, whose Enter and Esc are in the footer."""

LONGEST = 76
"""Longest hint, in cells: its frame leaves out whole keys in a narrow terminal."""

NOTHING = "Nothing is filled in yet. Fill in a value for these rows."


def bulk_editable_fields(fields: Sequence[FieldDescriptor]) -> tuple[FieldDescriptor, ...]:
    """Return the fields that can be changed, without settings that need a single record."""
    free: dict[str, Any] = {"when": {}, "when_any": {}, "when_not": {}, "required": False}
    free |= dict.fromkeys(("visible", "show", "on_change", "validate_async"))
    return tuple(one.model_copy(update=free) for one in fields if not one.readonly)


def is_blank(value: Any) -> bool:
    """Whether no value could be read."""
    return value is None or (isinstance(value, str) and not value.strip())


class BulkEditForm(SvcForm):
    """A form of empty fields, with the current values of the rows under each."""

    def __init__(self, *args: Any, selection: Selection, **kwargs: Any) -> None:
        self._rows = () if selection.everything is not None else tuple(selection.rows.values())
        super().__init__(*args, **kwargs)

    emptied: frozenset[str] = frozenset()
    """The dotted paths that are emptied in all rows, as an empty editor doesn't tell."""

    def before(self, path: str) -> Any:
        """Return the value that all rows have, `MIXED`, or `MISSING`."""
        return common(self._rows, path)

    def _dress_beside(self, field: SvcField) -> None:
        before = self.before(field.path)
        if field.path in self.emptied:
            field.show_beside("new", said=short_text(None))
        elif before is MISSING or field.descriptor.no_draft:
            field.show_beside(None)
        else:
            unclear = before is MIXED or before in EMPTY
            field.show_beside("now", before, said=short_text(before or None) if unclear else "")


class BulkEditFields(SvcWidget, FieldNavigation, can_focus=True):
    """The form and the values given in it.

    It opens without the focus in an editor, as a stray key would change many rows.
    """

    BINDINGS = [
        Binding("enter", "type", "Edit", tooltip="Type a value for this field.", id="bulk.type"),
        Binding(
            "e,i",
            "type",
            "Edit",
            show=False,
            tooltip="Type a value for this field.",
            id="bulk.type_letter",
        ),
        Binding("space", "turn", "Toggle", tooltip="Switch between yes and no.", id="bulk.turn"),
        Binding("escape", "leave", "Leave field", tooltip="Stop typing.", id="bulk.leave"),
    ]

    class Given(Message):
        """A value was filled in or cleared."""

    def __init__(
        self,
        fields: Sequence[FieldDescriptor],
        selection: Selection,
        *,
        languages: Sequence[str],
        registry: FieldRegistry | None,
        svc: Svc | None,
    ) -> None:
        super().__init__(svc=svc)
        self.cursor: SvcField | None = None
        """The field under the cursor or being typed into; None before the first is shown."""
        self.asked = {one.key: one for one in fields}
        """The fields as they were declared."""
        self.registry = registry or default_registry()
        self.languages = tuple(languages) if any(one.translatable for one in fields) else ()
        self.touched = BulkChanges()
        self.errors: dict[str, tuple[str, ...]] = {}
        editable = bulk_editable_fields(fields)
        self.places = places(editable, self.languages)
        self.form: BulkEditForm = BulkEditForm(
            editable,
            selection=selection,
            registry=self.registry,
            languages=self.languages,
            lang=next(iter(self.languages), None),
            svc=svc,
        )

    def compose(self) -> ComposeResult:
        """The fields."""
        yield self.form

    def on_mount(self) -> None:
        """Start by looking, at the first field; Enter types."""
        self.focus()
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        if self.cursor is None:
            self.action_step(0)

    @property
    def here(self) -> SvcField | None:
        """The field being typed into, else the one under the cursor."""
        return super().here or self.cursor

    def on_descendant_focus(self) -> None:
        """Move the cursor to the field that is typed into, where it stays afterwards."""
        if (field := super().here) is not None:
            self._stand_on(field)

    @on(FieldNavigation.Ended)
    def action_leave(self) -> None:
        """Stop typing on Esc, so that one key too many does not close the dialog."""
        self.focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave Esc to the dialog while nothing is being typed; only yes or no is toggled."""
        if action == "turn":
            return self.cursor is not None and isinstance(self.cursor.editor, Tick)
        return not self.has_focus if action == "leave" else True

    def _stand_on(self, field: SvcField | None) -> None:
        for one in (self.cursor, field):
            if one is not None:
                one.set_class(one is field, "-cursor").refresh()  # Its bar is no style.
        self.cursor = field
        self.refresh_bindings()

    def action_type(self) -> None:
        """Type into the field here, or the first one."""
        fields, here = self.fields, self.here
        if here is None or not begin_by_enter(here):
            self.type_into(fields.index(here) if here in fields else 0)

    def action_turn(self) -> None:
        """Toggle the field under the cursor, and go on from there."""
        if self.cursor is not None and isinstance(tick := self.cursor.editor, Tick):
            self.cursor.begin()
            tick.action_turn()

    def action_field(self, by: int) -> None:
        """Start typing, else go to the next field; after the last comes the first."""
        if self.has_focus and by > 0:
            self.action_type()
        else:
            super().action_field(by)

    def action_step(self, by: int) -> None:
        """Move one field up or down; typing continues there."""
        fields, here = [one for one in self.fields if one.display], self.here
        at = fields.index(here) + by if here in fields else 0
        if not 0 <= at < len(fields):
            return
        if not (self.has_focus or fields[at].begin()):
            self.focus()
        self._stand_on(fields[at])
        fields[at].scroll_visible(animate=False)

    @on(SvcField.Edited)
    def _edited(self, event: SvcField.Edited) -> None:
        if take_edit(event):
            self._write(event)
            self.draw()
            self.post_message(self.Given())

    def _write(self, edit: SvcField.Edited) -> None:
        for path, value in self.form.write(self.touched.draft, edit).items():
            self.touched = self.touched.given(path, value)
            self.errors.pop(path, None)

    def take_typed(self) -> None:
        """Collect what the editors hold."""
        for field in self.fields:
            if (edit := field.edits.take_newest()) is not None:
                self._write(edit)

    def draw(self) -> None:
        """Update marks and messages."""
        given = self.touched.values
        self.form.emptied = frozenset(path for path in given if given[path] in EMPTY)
        self.form.show(self.touched.draft, self.errors, self.form.lang)

    def next_language(self) -> None:
        """Show the next language; text typed in this one stays."""
        if len(self.languages) > 1 and self.form.lang in self.languages:
            self.take_typed()
            at = self.languages.index(self.form.lang) + 1
            self.form.lang = self.languages[at % len(self.languages)]
            self.draw()

    def empty_here(self) -> None:
        """Empty the field in all rows; one that was given is left alone again."""
        if (field := self.here) is None:
            return
        self.take_typed()
        path = field.path
        if path in self.touched.values:
            self.touched = self.touched.without_change(path)
        else:
            nothing = empty_value(field.descriptor.type, self.form.before(path))
            self.touched = self.touched.put(path, nothing)
        self.errors.pop(path, None)
        self.draw()

    def sound(self) -> bool:
        """Whether all values can be sent; otherwise go to the first invalid field."""
        self.take_typed()
        self.errors = dict(self.touched.unreadable)
        model = self.touched.changes
        for place in self.places:
            if place.path not in self.touched.values or place.path in self.errors:
                continue
            value, asked = self.touched.values[place.path], self.asked[place.field.key]
            said = problem_of(self.registry, place.field, value, model)
            said = said or (REQUIRED if asked.required and is_blank(value) else None)
            if said:
                self.errors[place.path] = (said,)
        self.draw()
        wrong = (n for n, field in enumerate(self.fields) if self.errors.get(field.path))
        if (first := next(wrong, None)) is not None:
            self.type_into(first)
        return not self.errors

    @property
    def words(self) -> list[str]:
        """Return the given values by their labels."""
        found = (name_at(self.places, path) for path in self.touched.values)
        return list(dict.fromkeys(found))

    @property
    def action(self) -> EditFields:
        """Return the action that writes them."""
        declared = tuple(self.asked.values())
        return EDIT.changing(
            self.touched,
            parts=sent_in_parts(declared),
            names={place.path: place.words for place in self.places}
            | {path: name_at(self.places, path) for path in self.touched.values},
            secrets=tuple(
                path
                for path in secret_paths(declared, self.languages)
                if path.partition(".*")[0] in self.touched.values
            ),
            write_only=sent_only(declared, self.languages) & self.touched.values.keys(),
        )

    async def with_titles(self, action: EditFields) -> EditFields:
        """Return the action with the titles of the related records that it writes or replaces."""
        found: dict[str, tuple[FilterChoice, ...]] = {}
        for field in self.fields:
            if isinstance(field, FksField) and field.path in self.touched.values:
                values = (self.touched.values[field.path], self.form.before(field.path))
                await field.learn(values)
                ids = dict.fromkeys(one for value in values for one in ids_in(value))
                named = (FilterChoice(value=one, text=field.values.name(one)) for one in ids)
                found[field.path] = tuple(named)
        return replace(action, choices=found)


class BulkEditDialog(SvcModal):
    """Resolves to the `EditFields` to run once `sure` agreed; None if cancelled."""

    @property
    def enter_word(self) -> str:  # type: ignore[override]  # Elsewhere it is fixed.
        """The footer's word for Enter: the only field has no next one."""
        return "Leave field" if self.many.at_end else ""

    DEFAULT_CSS = """
    BulkEditDialog { align: center middle; }
    BulkEditDialog > .dialog { width: 76; height: auto; max-height: 100%; }
    BulkEditDialog BulkEditFields { height: auto; max-height: 60vh; }
    BulkEditDialog .given { height: auto; max-height: 3; padding-left: 1; }
    """

    BINDINGS = [
        CANCEL,
        Binding(
            "ctrl+s,f2",
            "send",
            "Continue",
            tooltip="Review the changes before anything is sent.",
            id="bulk.send",
        ),
        Binding(
            "f12",
            "empty",
            "Clear",
            tooltip="Clear this field in all rows, or leave it as it is.",
            id="bulk.empty",
        ),
        Binding(
            "ctrl+t", "language", "Language", tooltip="Show the next language.", id="bulk.language"
        ),
    ]

    def __init__(
        self,
        fields: Sequence[FieldDescriptor],
        selection: Selection,
        sure: Callable[[EditFields], Awaitable[bool]],
        *,
        languages: Sequence[str] = (),
        registry: FieldRegistry | None = None,
        svc: Svc | None = None,
    ) -> None:
        super().__init__()
        self._svc = svc
        self._sure = sure
        self._author = self._who
        self.heading = f"Edit fields of {plural(len(selection), 'row', 'rows')}"
        self.many = BulkEditFields(
            fields, selection, languages=languages, registry=registry, svc=svc
        )

    def compose(self) -> ComposeResult:
        """Title, form, what was given so far, hint."""
        with Vertical(classes="dialog"):
            yield DialogTitle(label(self._title()))
            yield self.many
            yield Static(classes="given")
            yield DialogHint(label(HINT), longest=LONGEST)

    def on_mount(self) -> None:
        """Show the values given from the start."""
        self._say("")

    def on_descendant_focus(self) -> None:
        """Show what the keys do in the focused part."""
        hint = HINT_TYPING if takes_letters(self.focused) else HINT
        self.query_one(DialogHint).update(label(drawable_hint(hint, self)))

    @on(BulkEditFields.Given)
    def _given(self) -> None:
        self._say("")

    def _title(self) -> str:
        lang = self.many.form.lang
        return f"{self.heading} · {lang} (Ctrl+T)" if len(self.many.languages) > 1 else self.heading

    def _say(self, problem: str) -> None:
        line, words = self.query_one(".given", Static), self.many.words
        what = f"Will change: {', '.join(words)}." if words else "No changes yet."
        line.update(label(problem or what))
        line.set_class(bool(problem), "error")
        self.query_one(".title", Static).update(label(self._title()))

    @property
    def _who(self) -> str:
        return self._svc.auth.name if self._svc is not None else ""

    def _is_somebody_else(self) -> bool:
        return self._who not in ("", self._author)

    def _say_whose(self) -> None:
        """A form for many rows has no draft, so it stays with the user who typed it."""
        self._say(
            f"Not sent: {self._author} typed this, but {self._who} is signed in now. "
            f"Only {self._author} can send it. Press Esc to close."
        )

    @property
    def unsent(self) -> str:
        """The sentence about what would be lost; empty if there are no values."""
        words = self.many.words
        return f"Not sent: {', '.join(words)}." if words else ""

    def action_send(self) -> None:
        """Check it, show what it changes, and close if the user agrees."""
        self.run_worker(self._send(), group="send", exclusive=True)

    async def _send(self) -> None:
        if self._is_somebody_else():
            self._say_whose()
        elif not self.many.sound():
            self._say("Not sent yet. Correct the fields in red.")
        elif not self.many.touched.values:
            self._say(NOTHING)
        else:
            self._say("")
            action = await self.many.with_titles(self.many.action)
            if not await self._sure(action):
                return
            if self._is_somebody_else():  # Another user signed in over the question.
                self._say_whose()
            else:
                self.close(action)

    def action_empty(self) -> None:
        """Clear the field under the cursor in all rows, or stop clearing it."""
        self.many.empty_here()
        self._say("")

    def action_language(self) -> None:
        """The next language."""
        self.many.next_language()
        self._say("")

    def action_close(self) -> None:
        """Close on Esc; ask first if typed text would be lost."""
        self.run_worker(self._leave(), group="leave", exclusive=True)

    async def _leave(self) -> None:
        self.many.take_typed()
        if self.many.words:
            answer = await questions.before_leaving(self.svc.confirm, self.many.words)
            if answer == questions.SAVE:
                await self._send()
            if answer != questions.DISCARD:
                return
        self.close()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the language key if there is only one language."""
        return len(self.many.languages) > 1 if action == "language" else True
