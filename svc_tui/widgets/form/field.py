"""SvcField: one value of a record, with its label, its editor and what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static

from svc_tui.introspect.names import is_secret
from svc_tui.models import exact_json
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.registry import FieldRegistry
from svc_tui.models.slots import Slots
from svc_tui.stores.record.autosaved_draft import restore_masked
from svc_tui.stores.record.draft import Draft, Unreadable, same
from svc_tui.stores.redact import MASK, hidden
from svc_tui.text import label
from svc_tui.widgets.form.arrangement import FieldLayout
from svc_tui.widgets.form.asking import asked
from svc_tui.widgets.form.markers import FieldMarkers
from svc_tui.widgets.form.paint_batch import PaintBatch
from svc_tui.widgets.form.summary import summary

REQUIRED = "This field is required."

HIDDEN = (
    "It is not clear which secret the dots stand for. "
    "Press Ctrl+Z to undo, then F5 s to show it; or type the secret anew."
)


class SvcField(FieldMarkers):
    """The base of all field types. A subclass says how its editor is made, filled and read.

    A value that nobody touched is handed back exactly as it came, whatever its editor made of it.
    """

    DEFAULT_CSS = """
    SvcField { height: auto; width: 100%; }
    SvcField > .editor { width: 1fr; height: auto; }
    SvcField > Input.editor { height: 1; }
    SvcField > .problems, SvcField > .advice, SvcField > .beside { width: 1fr; height: auto; }
    """

    editable: ClassVar[bool] = True
    """Whether values of this type can be changed here; what can't be, can't be missed."""
    whole: ClassVar[bool] = False
    """Whether a record in it is one value, which is never merged or kept in part."""

    opens_for_readers: ClassVar[bool] = False
    """Whether one may go into it where it can only be read."""

    keys_inside: ClassVar[bool] = False
    """Whether its hint tells keys that mean something else while one only stands on it."""

    worded: ClassVar[bool] = False
    """Whether people know its values by other words than those that the record has."""

    has_inner: ClassVar[bool] = False
    """Whether there are fields inside, each of which may be left by itself."""

    wide: ClassVar[bool] = False
    """Whether the editor wants the whole width: its label stands above it at any width."""

    class Edited(Message):
        """Another value was given; an `Unreadable` where the text is no value yet."""

        def __init__(self, field: SvcField, value: Any) -> None:
            super().__init__()
            self.field = field
            self.path = field.path
            self.value = value

        @property
        def control(self) -> SvcField:
            """The field."""
            return self.field

    class Finished(Message):
        """Enter: this field is done, the next one wants to be typed into."""

        def __init__(self, field: SvcField) -> None:
            super().__init__()
            self.field = field

    def __init__(
        self,
        descriptor: FieldDescriptor,
        value: Any = None,
        *,
        attrs: Mapping[str, Any] | None = None,
        readonly: bool = False,
        slots: Slots | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(slots=slots, **kwargs)
        self.descriptor = descriptor
        self.attrs = dict(descriptor.attrs if attrs is None else attrs)
        self.readonly = readonly or descriptor.readonly or not self.editable
        self.cols = descriptor.cols
        """How many of the form's twelve columns it takes."""
        self.stacked = self.wide
        self.expanded = False
        """Whether this one fills the screen; set before it is composed."""
        self.value = value
        """The value as the record has it, or as it was typed last."""
        self.known = value
        """The value as whoever owns the draft has it, as far as this field has heard."""
        self.editor: Widget | None = None
        """What is typed into; None where nothing can be."""
        self.path = descriptor.key
        """Where the value lives in the record, in the language that is shown."""
        self.rest = descriptor.debounce or 0
        """Milliseconds without another key after which an edit is told."""
        self.pending_edit: SvcField.Edited | None = None
        """The newest edit, until somebody has heard of it."""
        self.frame: PaintBatch | None = None
        """Keeps a letter and what follows from it in one frame, where the owner wants that."""
        self.revealed = False
        """Whether a secret is shown in clear."""
        self._masked_from: Any = value
        """The value whose secrets stand behind the masks in the editor."""
        self._untouched: Any = None
        self._untouched_value: Any = value
        self._shown: Any = value
        self._resting: Timer | None = None
        self.styles.set_rule("layout", FieldLayout(self.wide))

    # What a type says of itself

    def make_editor(self) -> Widget:
        """The widget that is typed into, holding `self.value`."""
        raise NotImplementedError

    def put(self, value: Any) -> None:
        """Show another value in the editor."""
        raise NotImplementedError

    def content(self) -> Any:
        """What the editor holds, in the editor's own terms."""
        raise NotImplementedError

    def read(self, content: Any) -> Any:
        """The value that an editor's content stands for, or an `Unreadable`."""
        return content

    @classmethod
    def check(cls, descriptor: FieldDescriptor, attrs: Mapping[str, Any], value: Any) -> str | None:
        """What is wrong with a value of this type, in a sentence; None where nothing is."""
        return None

    @classmethod
    def problem(
        cls, descriptor: FieldDescriptor, attrs: Mapping[str, Any], value: Any, model: Any = None
    ) -> str | None:
        """The first thing wrong with a value: unreadable, missing, or against a rule."""
        if isinstance(value, Unreadable):
            return value.problem
        if value is None or value == "":
            return REQUIRED if descriptor.required and cls.editable else None
        found = cls.check(descriptor, attrs, value)
        if found is None and descriptor.validate_ is not None:
            said = asked(descriptor.validate_, None, value, model)
            return str(said) if said else None
        return found

    @classmethod
    def problem_within(
        cls,
        descriptor: FieldDescriptor,
        attrs: Mapping[str, Any],
        value: Any,
        registry: FieldRegistry,
    ) -> str | None:
        """What is wrong in the fields that a value of this type has of its own.

        `registry` is the form's: it holds for these fields too.
        """
        return None

    def seen_problems(self) -> tuple[str, ...]:
        """What is wrong in those fields inside that were left; the others are not yet spoken of."""
        return ()

    @property
    def hint(self) -> str:
        """One line for whoever is in this field."""
        return self.descriptor.help or self._own_hint

    @property
    def looking_hint(self) -> str:
        """One line for whoever stands on this field and types nothing: letters are commands."""
        if self.descriptor.help or self.readonly or not (self.keys_inside and self.type_hint):
            return self.hint
        if self.type_hint.startswith("Enter "):
            return f"Enter, then {self.type_hint}"
        return f"Enter, then: {_in_a_sentence(self.type_hint)}"

    @property
    def _own_hint(self) -> str:
        return self.reading_hint if self.readonly else self.type_hint

    @property
    def reading_hint(self) -> str:
        """What there is to know of a value that can only be read; it names no key that writes."""
        return ""

    @property
    def type_hint(self) -> str:
        """What this type expects, where that is not plain to see."""
        return ""

    def as_text(self) -> Content:
        """The value where it can only be read."""
        return label(summary(self.value), multiline=True)

    async def learn(self, values: Sequence[Any]) -> None:
        """Ask for what the words of these values need, where somebody else knows it."""

    # Secrets

    @property
    def secret(self) -> bool:
        """Whether the whole value sounds like a secret by its key."""
        return any(map(is_secret, self.descriptor.key.split(".")))

    @property
    def hides(self) -> bool:
        """Whether there is a secret to hide, or one that is shown now."""
        return not isinstance(self.value, Unreadable) and not same(
            hidden(self.descriptor.key, self.value), self.value
        )

    def as_seen(self, value: Any) -> Any:
        """Return a value with masks for its secrets, unless they are revealed."""
        if self.revealed or isinstance(value, Unreadable):
            return value
        return hidden(self.descriptor.key, value)

    def action_reveal(self) -> None:
        """Show the secrets of this value, or hide them again."""
        if self.editor is not None:
            self._tell_edit()
        if isinstance(self.value, Unreadable):
            return
        self.revealed = not self.revealed
        if self.editor is None:
            self.redraw_value()
            return
        self.put(self.value)
        if same(self.value, self._untouched_value):
            self._settle()
        self._shown, self._masked_from = self.content(), self.value

    def _read_unmasked(self, content: Any) -> Any:
        """Return the value of an editor's content, with the secrets that its masks stand for."""
        value, before = self.read(content), self._masked_from
        dots = isinstance(content, str) and MASK[0] in content and not self.revealed
        if not dots or not self._masks(before):
            return value
        if self.secret:
            return before if content.strip() == MASK else Unreadable(content, HIDDEN)
        if isinstance(value, Unreadable):
            return value
        try:
            value = restore_masked(value, before)
        except LookupError:
            return Unreadable(content, HIDDEN)
        return Unreadable(content, HIDDEN) if MASK in exact_json.written(value) else value

    def _masks(self, value: Any) -> bool:
        """Whether masks stand in the editor for secrets of this value."""
        return isinstance(value, Unreadable) or not same(hidden(self.descriptor.key, value), value)

    def _masks_another(self, content: Any) -> bool:
        """Whether the masks stand for a secret that was typed, though the text looks untouched."""
        masks = isinstance(content, str) and MASK in content
        return masks and not same(self._masked_from, self._untouched_value)

    def seen_text(self) -> Content:
        """The value where it can only be read, its secrets masked."""
        value, seen = self.value, self.as_seen(self.value)
        if seen is MASK:
            return label(MASK)
        self.value = seen
        try:
            return self.as_text()
        finally:
            self.value = value

    # What is drawn

    def compose(self) -> ComposeResult:
        """The editor, or the value alone."""
        slot = f"field.{self.descriptor.key}"
        if slot in self.slots:
            yield from self.fill(slot, field=self, value=self.value)
        elif self.readonly:
            yield Static(self.seen_text(), classes="editor value")
        else:
            self.editor = self.make_editor()
            self.editor.add_class("editor")
            yield self.editor
        yield from self._lines()

    def on_mount(self) -> None:
        """From here on, what differs from the editor's own reading of the value is an edit."""
        self.place_editor()
        if self.editor is not None:
            self._settle()

    def place_editor(self) -> None:
        """Put what is to be typed into in its place, before anything counts as typed."""

    def show(self, value: Any) -> None:
        """Another value from outside; what was typed and not yet told of stays."""
        if same(value, self.value):
            self.known = value
        if same(value, self.value) or self._typing or self.pending_edit is not None:
            return
        self.value = self.known = value
        if self.editor is not None:
            self.put(value)
            self._settle()
        else:
            self.redraw_value()

    def record_changed(self, draft: Draft, languages: Sequence[str], lang: str | None) -> None:
        """The rest of the record changed: for types whose value follows another one."""

    def redraw_value(self) -> None:
        """The words of a value that can only be read."""
        for line in self.query(".value").results(Static):
            line.update(self.seen_text())

    # What was typed

    @property
    def _typing(self) -> bool:
        """Whether the editor holds something that nobody has been told of yet."""
        return self.editor is not None and self.is_mounted and self.content() != self._shown

    def _settle(self) -> None:
        """What the editor makes of the value is the untouched state."""
        self._shown = self._untouched = self.content()
        self._untouched_value = self._masked_from = self.value

    def edited(self) -> None:
        """The editor says that something changed: tell it, after a rest where one is asked for."""
        if not self.rest:
            self._tell_edit()
            return
        if self._resting is not None:
            self._resting.stop()
        self._paint()
        self._resting = self.set_timer(self.rest / 1000, self._tell_edit)

    def _tell_edit(self) -> None:
        """Tell the value, if it is another one."""
        if self._resting is not None:
            self._resting.stop()
            self._resting = None
        content = self.content()
        if content == self._shown:
            self._paint()
            return
        self._shown = content
        untouched = content == self._untouched and not self._masks_another(content)
        value = self._untouched_value if untouched else self._read_unmasked(content)
        if same(value, self.value):
            self._paint()
        else:
            self._edit(value)

    def _paint(self) -> None:
        """Nothing else follows from this key."""
        if self.frame is not None:
            self.frame.release()

    def accept(self, value: Any) -> None:
        """A value that was given elsewhere, as if it had been typed here."""
        if same(value, self.value):
            return
        if self.editor is not None:
            self.value = value
            self.put(value)
            self._shown, self._masked_from = self.content(), value
        self._edit(value)

    def _edit(self, value: Any) -> None:
        self.value = value
        self.pending_edit = self.Edited(self, value)
        self.post_message(self.pending_edit)

    def told(self) -> Edited | None:
        """The newest edit that nobody has heard of; from now on it counts as heard."""
        if self.editor is not None and self.is_mounted:
            self._tell_edit()
        edit, self.pending_edit = self.pending_edit, None
        return edit

    def begin(self) -> bool:
        """Start typing here; False where nothing can be typed."""
        if self.editor is None or not self.display:
            return False
        self.editor.focus()
        return True

    def on_descendant_blur(self) -> None:
        """Whoever leaves has rested."""
        if self._resting is not None:
            self._tell_edit()

    def on_click(self, event: events.Click) -> None:
        """A click on the label is a click into the field."""
        self.begin()


def _in_a_sentence(words: str) -> str:
    """Begin small, unless it begins with a key (F5) or an abbreviation (JSON)."""
    plain = words[1:2].islower() or words[1:2].isspace()
    return f"{words[:1].lower()}{words[1:]}" if plain else words
