"""OpenItem: an item with its fields, between the lines of the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.draft import Draft, same
from svc_tui.stores.record.field_paths import placed, places
from svc_tui.stores.record.rebase import rebase
from svc_tui.text import label
from svc_tui.widgets.form import checks
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.field_edits import take_edit
from svc_tui.widgets.form.form import SvcForm

Errors = Mapping[str, Sequence[str]]


class OpenItem(Vertical):
    """The form of an item; posts the whole value of the item when it changes."""

    ALLOW_MAXIMIZE = True

    DEFAULT_CSS = """
    OpenItem { height: auto; width: 100%; padding-left: 2; }
    OpenItem > .crumb { height: 1; display: none; }
    OpenItem > .wrong { height: auto; }
    OpenItem.-maximized { height: 1fr; overflow-y: auto; padding-left: 0; }
    OpenItem.-maximized > .crumb { display: block; }
    """

    BINDINGS = [
        Binding(
            "escape", "shrink", "Back to the list", show=False, id="repeater.shrink",
            tooltip="Go back to the list.",
        ),
    ]  # fmt: skip

    class ValueChange(Message):
        """The value of the item changed."""

        def __init__(self, item: OpenItem, value: Any) -> None:
            super().__init__()
            self.item = item
            self.value = value

    class Passed(Message):
        """Enter or an arrow went beyond the last or before the first field."""

        def __init__(self, item: OpenItem, by: int) -> None:
            super().__init__()
            self.item = item
            self.by = by

    def __init__(
        self, key: int, value: Any, fields: Sequence[FieldDescriptor], around: SvcForm | None,
        lang: str | None, **props: Any,
    ) -> None:  # fmt: skip
        super().__init__()
        self.item_key = key
        self.descriptors = tuple(fields)
        self.draft = Draft.of(value)
        self.lang = lang
        self.languages = around.languages if around is not None and lang else ()
        if around is not None:
            props |= {"registry": around.registry, "slots": around.slots, "svc": around._svc}
        self.form = SvcForm(fields, self.draft, languages=self.languages, lang=lang, **props)
        self.slugs = checks.slugs_in(self.form.registry, places(self.descriptors, self.languages))
        self._crumb = Content("")
        self._errors: dict[str, tuple[str, ...]] = {}
        self.left: set[str] = set()
        """The paths that had the focus and lost it, kept by the list."""

    def compose(self) -> ComposeResult:
        yield Static(self._crumb, classes="crumb muted")
        yield Static(classes="wrong error")
        yield self.form

    def on_mount(self) -> None:
        self._draw()

    def name_it(self, words: str) -> None:
        """Set the top line, shown in full screen."""
        self._crumb = label(f"{words}   Esc goes back to the list")
        for crumb in self.query(".crumb").results(Static):
            crumb.update(self._crumb)

    def take(self, value: Any, before: Any, lang: str | None) -> Any:
        """Take another value from outside, or another language; return the value with edits.

        `before` is what the list had: anything typed since is applied on top.
        """
        if same(value, self.draft.current) and lang == self.lang:
            return value
        typed = rebase(value, before, self.take_typed())
        self.lang = lang
        self.draft = Draft(self.draft.original, typed)
        self._draw()
        return typed

    def settle(self) -> None:
        """Take the value as loaded and unchanged, as after a save."""
        self.draft = Draft.of(self.draft.current)
        self._draw()

    def show_errors(self, errors: Errors) -> None:
        """Show what is wrong in here, by dotted path."""
        found = placed(errors, places(self.descriptors, self.languages))
        if found != self._errors:
            self._errors = found
            self._draw()

    def _draw(self) -> None:
        if not self.is_attached:
            return
        errors: dict[str, tuple[str, ...]] = dict(self._errors)
        for place in places(self.descriptors, self.languages):
            if place.path in self.left and place.path not in errors:
                problem = checks.problem_at(self.draft, place, self.form.registry, within=False)
                errors |= {place.path: (problem,)} if problem else {}
        for field in self.form.fields:
            if seen := field.seen_problems():
                errors[field.path] = (*errors.get(field.path, ()), *seen)
        self.form.show(self.draft, errors, self.lang)
        for line in self.query(".wrong").results(Static):
            line.display = "" in errors
            line.update(label("\n".join(errors.get("", ())), multiline=True))

    # Typing

    @on(SvcField.Edited)
    def _edited(self, event: SvcField.Edited) -> None:
        if take_edit(event):
            self._write(event)

    def _write(self, edit: SvcField.Edited) -> None:
        draft = self.draft
        for path, value in self.form.write(draft, edit).items():
            self.slugs, draft = self.slugs.after(draft, draft.typed(path, value))
            self._errors.pop(path, None)
        self.draft = draft
        self._draw()
        self.post_message(self.ValueChange(self, draft.current))

    def take_typed(self) -> Any:
        """Collect what the editors hold; return the value."""
        for edit in self.form.typed():
            self._write(edit)
        return self.draft.current

    # Navigation

    @property
    def walkable(self) -> list[SvcField]:
        """The fields that can be typed into."""
        return [one for one in self.form.fields if one.display and one.editor is not None]

    def field_of(self, widget: Widget | None) -> SvcField | None:
        """Return the field of this form in which a widget is."""
        mine = set(self.form.fields)
        around = widget.ancestors_with_self if widget is not None else ()
        found = (node for node in around if isinstance(node, SvcField) and node in mine)
        return next(found, None)

    def begin(self, at: int = 0) -> bool:
        fields = self.walkable if at == 0 else list(reversed(self.walkable))
        return any(field.begin() for field in fields)

    def begin_wrong(self) -> bool:
        """Type into the first field that is wrong."""
        return any(field.begin() for field in self.walkable if field.messages.every)

    def step(self, by: int) -> None:
        """Type into the next field, or leave."""
        here = self.field_of(self.screen.focused)
        fields = self.walkable
        to = (fields.index(here) + by) if here in fields else -1
        if not (0 <= to < len(fields) and fields[to].begin()):
            self.post_message(self.Passed(self, by))

    @on(SvcField.Finished)
    def _finished(self, event: SvcField.Finished) -> None:
        event.stop()
        self.step(1)

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        """Show what is wrong with a field that was left."""
        field = self.field_of(event.widget)
        if field is not None:
            self.left.add(field.path)
            self._draw()

    def action_shrink(self) -> None:
        self.screen.minimize()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Take Esc only while this fills the screen."""
        return self.is_maximized if action == "shrink" else True
