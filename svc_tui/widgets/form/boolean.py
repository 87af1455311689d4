"""Yes or no: boolean and switch."""

from __future__ import annotations

from typing import Any, ClassVar

from textual import events
from textual.app import RenderResult
from textual.binding import Binding
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive

from svc_tui.models.fields import FieldDescriptor
from svc_tui.text import cut, label
from svc_tui.widgets.form.arrangement import LaidOutOnce
from svc_tui.widgets.form.field import Attrs, SvcField
from svc_tui.widgets.form.line import as_json


class Tick(LaidOutOnce, can_focus=True):
    """One line that Space toggles."""

    DEFAULT_CSS = "Tick { height: 1; }"

    BINDINGS = [
        Binding("space", "turn", "Toggle", tooltip="Switch between yes and no.", id="form.turn"),
        Binding(
            "right", "set(True)", "Yes", show=False, id="form.yes",
            tooltip="Set this value to “yes”.",
        ),
        Binding(
            "left", "set(False)", "No", show=False, tooltip="Set this value to “no”.", id="form.no"
        ),
        Binding(
            "delete,backspace", "unset", "Not set", show=False, id="form.unset",
            tooltip="Set this value to “not set”.",
        ),
        Binding(
            "enter", "finish", "Next field", show=False, id="form.turn_next",
            tooltip="Go to the next field, or stop editing after the last one.",
        ),
    ]  # fmt: skip

    WORDS = {True: "[x] yes", False: "[ ] no", None: "[-] not set"}
    """The marks for yes, no and not set."""

    ticked: reactive[Any] = reactive(None, always_update=True)
    """True, False, None for not set, or any other value that the record has."""

    class Turned(Message):
        """The value was toggled."""

    class Finished(Message):
        """Enter was pressed."""

    def __init__(self, ticked: Any, *, nullable: bool = False) -> None:
        super().__init__()
        self.nullable = nullable
        """Whether "not set" can be chosen."""
        self.set_reactive(Tick.ticked, ticked)

    def render(self) -> RenderResult:
        """Draw a sign and its word; any other value is drawn as it is."""
        known = truth(self.ticked)
        if known is None and self.ticked is not None:
            return label(cut(f"[?] not yes or no: {as_json(self.ticked)}", self.size.width))
        return self.drawn(known)

    def drawn(self, known: bool | None) -> Content:
        return label(self.WORDS[known])

    def action_turn(self) -> None:
        self.action_set(not truth(self.ticked))

    def action_set(self, ticked: bool) -> None:
        if truth(self.ticked) is not ticked:
            self.ticked = ticked
            self.post_message(self.Turned())

    def action_unset(self) -> None:
        if self.nullable and self.ticked is not None:
            self.ticked = None
            self.post_message(self.Turned())

    def action_finish(self) -> None:
        self.post_message(self.Finished())

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.focus()
        self.action_turn()

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Take letters, so that they are not commands while the user types through a form."""
        return key != "space" and character is not None and character.isprintable()

    def on_key(self, event: events.Key) -> None:
        if event.key != "space" and event.is_printable:
            event.stop()


class Lever(Tick):
    """A checkbox drawn as a switch: left is off, right is on."""

    WORDS = {True: "──● on", False: "○── off", None: "─◌─ not set"}


class BooleanField(SvcField):
    """A truth value."""

    editor: Tick | None
    face: type[Tick] = Tick
    """The class of the widget that draws it."""

    def make_editor(self) -> Tick:
        """Return the line; "not set" can be chosen where it was the value, or with `nullable`."""
        nullable = self.attrs.get("nullable", self.value is None)
        return self.face(self.value, nullable=bool(nullable) and not self.descriptor.required)

    def put(self, value: Any) -> None:
        if self.editor is not None:
            self.editor.ticked = value

    def content(self) -> Any:
        return self.editor.ticked if self.editor is not None else None

    def read(self, content: Any) -> Any:
        """Return the value; toggled back, it is the loaded one: a 1 does not become `true`."""
        before = self.edits.loaded
        return before if truth(before) is truth(content) else content

    @classmethod
    def check_given(cls, descriptor: FieldDescriptor, attrs: Attrs, value: Any) -> str | None:
        return "This is neither true nor false." if truth(value) is None else None

    def on_tick_turned(self, event: Tick.Turned) -> None:
        event.stop()
        self.edited()

    def on_tick_finished(self, event: Tick.Finished) -> None:
        event.stop()
        self.post_message(self.Finished(self))


class SwitchField(BooleanField):
    """A truth value drawn as a switch, also in comparisons: it is on or off."""

    worded: ClassVar[bool] = True
    face = Lever

    def words(self, value: Any) -> str:
        known = truth(value)
        return super().words(value) if known is None else "on" if known else "off"


def truth(value: Any) -> bool | None:
    """Return yes or no; None where a value is neither. Some databases keep 1 and 0."""
    if isinstance(value, bool):
        return value
    return bool(value) if isinstance(value, (int, float)) and value in (0, 1) else None
