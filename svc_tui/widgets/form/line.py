"""One line that is typed into, and the base of the fields that have one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rich.cells import cell_len
from rich.text import Text
from textual import events, on
from textual.binding import Binding
from textual.geometry import Size
from textual.reactive import Reactive, reactive
from textual.strip import Strip
from textual.widgets import Input

from svc_tui.models import exact_json
from svc_tui.stores.record.draft import Unreadable
from svc_tui.text import editable
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.pasting import taken_in
from svc_tui.widgets.form.source import TextSource
from svc_tui.widgets.text_line import TextLine

REVEAL = "Hidden; F3 shows it."


class LineInput(TextLine):
    """One line without a border; a long value shows its beginning until somebody types into it.

    What would act on a terminal is shown as a sign of its own, and goes out as it came from the
    backend; pasted, it is left out.
    """

    value = reactive("", init=False)
    masked = reactive(False)
    """Whether dots stand for the letters."""
    virtual_size = Reactive(Size(0, 0), repaint=False)
    """How wide the text is. It moves nothing on the screen: Textual's own two lay all of it out at
    each key, which is half of what a key costs in a form."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, compact=True, select_on_focus=False, **kwargs)
        self.aside: Callable[[str], Text | None] = _nothing
        """Words for the text that stands there, drawn at the right end while there is room."""

    def on_mount(self) -> None:
        """The beginning."""
        self.cursor_position = 0

    def watch_value(self) -> None:
        """What a key changes elsewhere is painted together with its letter."""
        if self.has_focus and isinstance(self.parent, SvcField) and self.parent.frame is not None:
            self.parent.frame.hold(self)

    def on_focus(self) -> None:
        """One goes on where the text ends."""
        self.cursor_position = len(self.value)

    def on_blur(self) -> None:
        """The beginning again."""
        self.cursor_position = 0

    @property
    def _value(self) -> Text:
        text = "•" * len(self.value) if self.masked else editable(self.value)
        return Text(text, no_wrap=True, overflow="ignore", end="")

    def _position_to_cell(self, position: int) -> int:
        return position if self.masked else cell_len(editable(self.value[:position]))

    def _on_paste(self, event: events.Paste) -> None:
        """Several lines become one: a line end would otherwise take all that follows it away."""
        event.stop()
        event.prevent_default()
        self._put_in(event.text)

    def action_paste(self) -> None:
        """The same from the console's own clipboard."""
        self._put_in(self.app.clipboard)

    def _put_in(self, text: str) -> None:
        self.replace(in_one_line(taken_in(self, text)), *sorted(self.selection))

    def render_line(self, y: int) -> Strip:
        """The text, and what is said of it."""
        strip = super().render_line(y)
        said = self.aside(self.value) if y == 0 and self.size.width else None
        if not said:
            return strip
        width, words = self.size.width, said.cell_len
        if cell_len(editable(self.value)) + words + 2 > width:
            return strip
        drawn = Strip(said.render(self.app.console)).apply_style(self.rich_style)
        return Strip.join([strip.crop(0, width - words), drawn])


def _nothing(text: str) -> Text | None:
    return None


class LineField(TextSource):
    """The base of what is typed on one line; a subclass turns text into a value and back."""

    BINDINGS = [
        Binding("f3", "page", "Show", show=False, tooltip="Show this secret.", id="field.reveal"),
        Binding(
            "f4", "outside", "$EDITOR", show=False, tooltip="Edit it in your own editor.",
            id="field.outside",
        ),
    ]  # fmt: skip

    draws_dots = True

    editor: LineInput | None

    def make_editor(self) -> LineInput:
        """The line."""
        return self.dressed(LineInput)

    def dressed(self, kind: type[LineInput]) -> LineInput:
        """A line of this kind with the value in it."""
        line = kind(self._written(self.value), placeholder=str(self.attrs.get("placeholder") or ""))
        line.masked = self.secrets.whole and not self.secrets.revealed
        line.aside = self._aside
        return line

    def _aside(self, text: str) -> Text | None:
        return None if self.secrets.whole and not self.secrets.revealed else self.aside(text)

    @property
    def hint(self) -> str:
        """What is expected; and the key that shows a secret."""
        said = super().hint
        hides = self.secrets.whole and self.editor is not None
        return f"{said} {REVEAL}".strip() if hides else said

    def action_page(self) -> None:
        """Show a secret, or hide it again."""
        if self.editor is not None:
            self.secrets.revealed = not self.secrets.revealed
            self.editor.masked = not self.secrets.revealed

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only a secret can be shown; what can only be read is edited nowhere."""
        if action == "page":
            return self.secrets.whole and self.editor is not None
        return not self.readonly if action == "outside" else True

    # In $EDITOR

    def source(self) -> str:
        """The text as it stands in the line."""
        return self.content()

    def from_source(self, text: str) -> Any:
        """A text that came back is read as one that was typed."""
        return self.read(text)

    def put_source(self, value: Any, text: str | None) -> None:
        """Show the text as it was written."""
        self.write(self._written(value) if text is None else text)

    def give_source(self, text: str) -> Any:
        """Take a text that came back; several lines become one, as those of a paste do."""
        joined = in_one_line(text)
        if joined != text and not _has_lines(self.source()):
            self.say("This field has one line: the line breaks became spaces.", "warning")
            text = joined
        return super().give_source(text)

    def aside(self, text: str) -> Text | None:
        """Words beside the text, such as the weekday of a date."""
        return None

    def put(self, value: Any) -> None:
        """Show another value."""
        self.write(self._written(value))
        if self.editor is not None:
            self.editor.begin_history()

    def write(self, text: str) -> None:
        """Put a text where one types, as if it had been typed."""
        if self.editor is not None:
            self.editor.value = text
            self.editor.cursor_position = len(text) if self.editor.has_focus else 0

    def content(self) -> str:
        """The text."""
        return self.editor.value if self.editor is not None else ""

    def written(self, value: Any) -> str:
        """A value as the text that is edited."""
        return str(value)

    def _written(self, value: Any) -> str:
        if isinstance(value, Unreadable):
            return value.text
        if value is None:
            return ""
        if isinstance(value, (Mapping, list)) and not self.secrets.whole:
            value = self.as_seen(value)
        return as_json(value) if isinstance(value, (Mapping, list, bool)) else self.written(value)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self.edited()

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        event.stop()
        self.post_message(self.Finished(self))


def in_one_line(text: str) -> str:
    """Join the lines of a text by spaces; a text of one line stays as it is."""
    return " ".join(line for line in text.splitlines() if line) if _has_lines(text) else text


def _has_lines(text: str) -> bool:
    return len(f"{text}.".splitlines()) > 1


def as_json(value: Any) -> str:
    """A value that no text was expected to be, as JSON writes it."""
    return exact_json.written(value)


def kind_words(value: Any) -> str:
    """What a value is that should have been a text."""
    if isinstance(value, bool):
        return "yes or no"
    if isinstance(value, Mapping):
        return "an object"
    return "a list" if isinstance(value, list) else "a number"
