"""SvcField: one value of a record, with its label, its editor and its messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, runtime_checkable

from textual import events, on
from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.messages import Prune
from textual.widget import Widget

from svc_tui.models.arguments import checks_arguments, given_words, refused_arguments
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.foreign_code import value_in_time
from svc_tui.models.overrides import check_overrides
from svc_tui.models.registry import FieldRegistry
from svc_tui.stores.record.draft import Draft
from svc_tui.stores.record.field_paths import words_inside
from svc_tui.text import label
from svc_tui.widgets.base import SvcWidget
from svc_tui.widgets.form import hints
from svc_tui.widgets.form.arrangement import FieldLayout, LaidOutOnce
from svc_tui.widgets.form.field_edits import FieldEdits
from svc_tui.widgets.form.field_help import FieldHelp
from svc_tui.widgets.form.field_rules import REQUIRED as REQUIRED
from svc_tui.widgets.form.field_rules import first_problem
from svc_tui.widgets.form.field_slot import FieldSlot
from svc_tui.widgets.form.foreign_call import focus_editor, own_copy, words_of
from svc_tui.widgets.form.masked_value import MaskedValue
from svc_tui.widgets.form.messages import FieldMessages
from svc_tui.widgets.form.read_only_value import ReadOnlyValue, redraw_value
from svc_tui.widgets.form.summary import summary
from svc_tui.widgets.scrolling import keep_visible

Attrs = Mapping[str, Any]
"""The settings of a field, by name."""


OVERRIDABLE = (
    "ATTRS", "editable", "whole", "opens_for_readers", "keys_inside", "worded", "has_picker",
    "picks_apart", "has_inner", "wide", "draws_dots", "messages_type", "make_editor", "put",
    "content", "collect", "read", "as_text", "words", "words_inside", "learn", "record_changed",
    "check", "check_given",
    "problem", "problem_within", "seen_problems", "type_hint", "reading_hint", "written", "aside",
    "editor_type", "suffix", "source", "from_source", "offers", "open_picker",
)  # fmt: skip
"""What a type may define, of this class and of the bases that there are for types."""


def _check_settings(cls: type[SvcField]) -> None:
    """Raise `ConfigError` for settings that are no set of names."""
    names: object = cls.ATTRS
    if not isinstance(names, set | frozenset | None) or not all(
        isinstance(one, str) for one in names or ()
    ):
        said = 'ATTRS should be a set of names, such as {"most"}'
        wrong = f", not {given_words(names)}" if not isinstance(names, set | frozenset) else ""
        raise refused_arguments(cls, said + wrong)


def _check_editor(kind: type[SvcField]) -> None:
    if kind.editable and kind.make_editor is SvcField.make_editor:
        needed = "make_editor(), put() and content() are missing; a TextField has them"
        raise refused_arguments(kind, needed)


@dataclass(eq=False)
class FieldMessage(Message):
    """A message of a field."""

    field: SvcField

    @property
    def control(self) -> SvcField:
        """The field."""
        return self.field


@checks_arguments(descriptor=FieldDescriptor, attrs=(Mapping, type(None)))
class SvcField(SvcWidget, LaidOutOnce):
    """The base class of all field types: one value, its label, its editor and its messages.

    A type is a subclass, registered by `registry.extend({"stars": StarsField})`. It defines:

    * `make_editor()`: return the widget that is typed into, holding `self.value`;
    * `put(value)`: show another value in that widget, which is `self.editor`;
    * `content()`: return what the widget holds, in the widget's own terms.

    It reads its settings from `self.attrs`, calls `edited()` when the widget says that something
    changed, and posts `Finished` on Enter. It may define:

    * `read(content)`: turn a content into a value, or an `Unreadable` while it is none;
    * `check(descriptor, attrs, value)`: return what is wrong with a value, in a sentence;
    * `check_given(descriptor, attrs, value)`: the same of a value that no editor made, before
      `check`: it came from a command line, a file or another program;
    * `words(value)`, `as_text()`: the value beside another language, and where it is read only;
      with `worded = True` the words stand in comparisons and questions too;
    * `type_hint`, `reading_hint`: the line of help, and that of a value that is read only;
    * `record_changed(draft, languages, lang)`: follow other values of the record;
    * `ATTRS`: the names of its settings; any other in `attrs` is an error that names the nearest;
    * the other class attributes below, and `collect`, `learn`, `words_inside`, `problem_within`
      and `seen_problems` where there are fields or records inside the value.

    A `TextField` is typed on one line; its `written(value)` is the text of a value, and `read` the
    way back. The class of every built-in type can be inherited: `TextareaField`, `SelectField`, …
    """

    DEFAULT_CSS = """
    SvcField { height: auto; width: 100%; } SvcField > .editor { width: 1fr; height: auto; }
    SvcField > .problems, SvcField > .advice, SvcField > .beside { width: 1fr; height: auto; }
    SvcField > TextLine.editor { height: 1; }
    SvcField > .glimpse.-bare, SvcField > .glimpse.-away { display: none; }
    SvcField > Tick, SvcField > ChoiceInput, SvcField > Scale { background: $panel; }
    SvcField > Tick:focus, SvcField > ChoiceInput:focus, SvcField > Scale:focus {
        background: $primary 40%; color: $foreground; text-style: bold; }
    SvcField > .value { color: $text-muted; } SvcField > .problems { color: $text-error; }
    SvcField > .advice { color: $text-warning; }
    """

    ATTRS: ClassVar[frozenset[str] | None] = None
    """The settings allowed in `attrs`; None allows any."""
    editable: ClassVar[bool] = True
    """Whether values of this type can be changed here; what can't be changed is never required."""
    whole: ClassVar[bool] = False
    """Whether a record in it is one value, which is never merged or sent in part."""
    opens_for_readers: ClassVar[bool] = False
    """Whether the cursor can go into it where it is read only."""
    keys_inside: ClassVar[bool] = False
    """Whether its hint names keys that mean something else while the field is only looked at."""
    worded: ClassVar[bool] = False
    """Whether comparisons show `words(value)` instead of the value, also of fields not mounted."""
    has_picker: ClassVar[bool] = False
    """Whether Enter opens a list to choose from: the type defines `open_picker()`."""
    picks_apart: ClassVar[bool] = False
    """Whether `open_picker()` opens a dialog that needs no focus in the field, before or after."""
    has_inner: ClassVar[bool] = False
    """Whether there are fields inside, each of which counts as left by itself."""
    wide: ClassVar[bool] = False
    """Whether the editor needs the whole width: its label stands above it at any width."""
    draws_dots: ClassVar[bool] = False
    """Whether its editor holds the secret itself and draws dots; else it holds a mask."""
    messages_type: ClassVar[type[FieldMessages]] = FieldMessages
    """Creates the object that keeps and draws its messages."""

    @dataclass(eq=False)
    class Named(FieldMessage):
        """The names of the field's related records have been loaded."""

    @dataclass(eq=False)
    class Edited(FieldMessage):
        """The field has another value; an `Unreadable` while the text is not a valid value."""

        path: str
        value: Any

    @dataclass(eq=False)
    class Finished(FieldMessage):
        """Enter was pressed: focus the next field."""

    def __init__(
        self,
        descriptor: FieldDescriptor,
        value: Any = None,
        *,
        attrs: Attrs | None = None,
        readonly: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        _check_editor(type(self))
        self.descriptor = descriptor
        self.attrs = dict(descriptor.attrs if attrs is None else attrs)
        self.readonly = readonly or descriptor.readonly or not self.editable
        self.cols = descriptor.cols
        """The number of the form's twelve columns that it takes."""
        self.stacked = self.wide
        """Whether the label is above the editor, as in every narrow field."""
        self.value = own_copy(self, value)
        """The value as the record has it, or as it was last typed."""
        self.editor: Widget | None = None
        """The widget that is typed into; None if the field is read-only."""
        self.path = descriptor.key
        """The path of the value in the record, in the language that is shown."""
        self.secrets = MaskedValue(descriptor.key, value, drawn_as_dots=self.draws_dots)
        self.edits = FieldEdits(self, self.secrets)
        self.help = FieldHelp(self)
        self.messages = self.messages_type(self)
        self.slot = FieldSlot(self)
        self.styles.set_rule("layout", FieldLayout(self.wide))

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Refuse misspelt attributes, and methods that could not be called."""
        super().__init_subclass__(**kwargs)
        check_overrides(cls, OVERRIDABLE)
        _check_settings(cls)

    def make_editor(self) -> Widget:
        """Return the editor widget, showing `self.value`."""
        raise NotImplementedError

    def put(self, value: Any) -> None:
        """Show another value in the editor."""
        raise NotImplementedError

    def content(self) -> Any:
        """Return the editor's content, in the editor's own format."""
        raise NotImplementedError

    def collect(self) -> None:
        """Collect the text of fields inside the editor before its content is read."""

    def read(self, content: Any) -> Any:
        """Return the value that an editor's content stands for, or an `Unreadable`."""
        return content

    def as_text(self) -> Content:
        """Return the text of a read-only value."""
        return label(words_of(self, self.value), multiline=True)

    def words(self, value: Any) -> str:
        """Return a value of this type in words, for people."""
        return summary(value)

    def words_inside(self, path: str) -> str:
        """Return the name of a place inside the value, for its messages."""
        return words_inside(path)

    async def learn(self, values: Sequence[Any]) -> None:
        """Load what is needed to show these values in words."""

    def record_changed(self, draft: Draft, languages: Sequence[str], lang: str | None) -> None:
        """Follow a change of the record, for types whose value depends on another one."""

    @classmethod
    def check(cls, descriptor: FieldDescriptor, attrs: Attrs, value: Any) -> str | None:
        """Return what is wrong with a value of this type, in a sentence."""
        return None

    @classmethod
    def check_given(cls, descriptor: FieldDescriptor, attrs: Attrs, value: Any) -> str | None:
        """Return why a value from outside the form doesn't fit this type, in a sentence."""
        return None

    @classmethod
    def problem(
        cls, descriptor: FieldDescriptor, attrs: Attrs, value: Any, model: Any = None
    ) -> str | None:
        """Return the first problem of a value: unreadable, missing, or against a rule."""
        return first_problem(cls, descriptor, attrs, value, model)

    @classmethod
    def problem_within(
        cls, descriptor: FieldDescriptor, attrs: Attrs, value: Any, registry: FieldRegistry
    ) -> str | None:
        """Return the problems of the fields inside a value, by the form's registry."""
        return None

    def seen_problems(self) -> tuple[str, ...]:
        """Return the problems of those fields inside that the user has left."""
        return ()

    @property
    def type_hint(self) -> str:
        """The line of help about this type."""
        return ""

    @property
    def reading_hint(self) -> str:
        """The help for a read-only value; it names no keys that edit."""
        return ""

    @property
    def hint(self) -> str:
        """The line of help while the field is typed into."""
        return hints.hint(self)

    @property
    def looking_hint(self) -> str:
        """The line of help while the cursor is on the field and letters are commands."""
        return hints.looking_hint(self)

    def compose(self) -> ComposeResult:
        """Yield the editor, or the value alone, and the messages."""
        if self.slot.given:
            yield from self.slot.fill()
        elif self.readonly and not self.opens_for_readers:
            yield ReadOnlyValue(self)
        else:
            self.editor = value_in_time(self.make_editor)
            self.editor.add_class("editor")
            yield self.editor
        yield from self.messages.compose()

    def on_mount(self) -> None:
        if self.editor is not None:
            self.settle()

    _seen_height = 0

    def on_resize(self, event: events.Resize) -> None:
        """Keep the field under the cursor visible when its help or picture appears."""
        before, self._seen_height = self._seen_height, event.size.height
        if self.has_class("-cursor") and not self.has_pseudo_class("focus-within"):
            self.call_after_refresh(keep_visible, self, before)

    @on(Prune)
    def _end_edits(self) -> None:
        self.edits.end()  # Its children are removed before its own `Unmount`.

    def settle(self) -> None:
        """Treat the value as loaded and unchanged."""
        self.edits.settle()

    def label_lines(self) -> list[Content]:
        """Return the label, and the lines below it beside the editor."""
        return [self.messages.label(self.size.width)]

    def render(self) -> Content:
        return self.messages.drawn(self.label_lines(), *self.size)

    def show(self, value: Any) -> None:
        """Show another value; text that was typed and not yet reported stays."""
        if self.edits.follow(value):
            redraw_value(self)
            self.slot.value_changed()

    def show_beside(self, lang: str | None, value: Any = None, said: str = "") -> None:
        """Show the value of another language beside it; None removes it."""
        self.messages.show_beside(lang, value, said)

    def edited(self) -> None:
        """Report the editor's content; a type calls this when its editor changes."""
        self.edits.changed()

    def accept(self, value: Any) -> None:
        """Accept a value from elsewhere as if it had been typed."""
        self.edits.accept(value, self.put)

    def begin(self) -> bool:
        """Focus the editor, or what fills its slot; False if it can't be edited."""
        editor = self.slot.focus_target if self.editor is None else self.editor
        return editor is not None and self.display and focus_editor(self, editor)

    def on_descendant_focus(self) -> None:
        self.refresh(Region(0, 0, 1, self.size.height))

    def on_descendant_blur(self) -> None:
        self.refresh(Region(0, 0, 1, self.size.height))
        if self.edits.resting:  # It was waiting for a pause in typing: this is one.
            self.edits.tell()

    def on_click(self, event: events.Click) -> None:
        self.begin()


@runtime_checkable
class Picker(Protocol):
    """A field that opens a list to choose from."""

    def open_picker(self) -> None: ...


@runtime_checkable
class Removable(Protocol):
    """A field whose value the Delete key removes."""

    def removal_unavailable(self) -> str: ...
    def remove_value(self) -> None: ...


def begin_by_enter(field: SvcField) -> bool:
    """Focus a field's editor, or open what it chooses from; False if that is not possible."""
    picks = field.has_picker and isinstance(field, Picker)
    begun = field.editor is not None if picks and field.picks_apart else field.begin()
    if begun and isinstance(field, Picker) and picks:
        field.open_picker()
    return begun
