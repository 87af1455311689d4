"""One line that is typed into, and the base of the fields that have one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.text import Text
from textual import on
from textual.binding import Binding
from textual.content import Content
from textual.geometry import Region, Size, Spacing
from textual.reactive import reactive
from textual.strip import Strip
from textual.widgets import Input

from svc_tui.models import exact_json
from svc_tui.models.foreign_code import check_return
from svc_tui.stores.record.draft import Unreadable
from svc_tui.text import editable, label
from svc_tui.widgets.form.field import Picker, SvcField
from svc_tui.widgets.form.source import TextSource
from svc_tui.widgets.text_line import TextLine


class LineInput(TextLine):
    """One line without a border; a long value shows its beginning until it is edited.

    Control characters are drawn as signs and kept.
    """

    value = reactive("", init=False)
    masked = reactive(False)
    """Whether dots stand for the letters."""
    most: int | None = None
    """The length limit; the count is shown at the right end while typing, once it is near."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, compact=True, select_on_focus=False, **kwargs)
        self.focused_with = ""
        """The value when it got the focus."""
        self.aside: Callable[[str], Text | None] = _nothing
        """Returns words about the text, drawn at the right end while there is room."""

    def on_mount(self) -> None:
        if not self.has_focus:
            self.cursor_position = 0

    def watch_value(self) -> None:
        """Draws a key and what changes elsewhere in one frame."""
        frame = self.parent.edits.frame if isinstance(self.parent, SvcField) else None
        if self.has_focus and frame is not None:
            frame.hold(self)

    def watch_has_focus(self, has_focus: bool) -> None:
        """Measure with or without the counter: `on_focus` would run before `has_focus` is set."""
        super().watch_has_focus(has_focus)
        if has_focus:
            self.focused_with = self.value
        self.virtual_size = Size(self.content_width, 1)
        self.cursor_position = len(self.value) if has_focus else 0

    def on_resize(self) -> None:
        """Measure again: a line that got the focus before it had a size had no room for it."""
        if self.has_focus:
            self.virtual_size = Size(self.content_width, 1)
            caret = Region(self._position_to_cell(self.cursor_position), 0, 1, 1)
            self.scroll_to_region(caret, force=True, animate=False)

    @property
    def _counter_width(self) -> int:
        """The cells that the text leaves to its counter; 0 for none."""
        if self.most is None or not self.has_focus or len(self.value) < self.most * COUNTED:
            return 0
        width = len(f"  {max(len(self.value), self.most)}/{self.most}")
        return width if self.size.width > 3 * width else 0

    @property
    def content_width(self) -> int:
        return super().content_width + self._counter_width

    @property
    def scrollable_content_region(self) -> Region:
        return super().scrollable_content_region.shrink(Spacing(0, self._counter_width, 0, 0))

    @property
    def _value(self) -> Text:
        text = "•" * len(self.value) if self.masked else editable(self.value)
        return Text(text, no_wrap=True, overflow="ignore", end="")

    def _position_to_cell(self, position: int) -> int:
        return position if self.masked else cell_len(editable(self.value[:position]))

    def render_line(self, y: int) -> Strip:
        strip = super().render_line(y)
        if y == 0 and not self.has_focus and self._is_cut:
            strip = Strip.join([strip.crop(0, self.size.width - 1), self._ellipsis(strip)])
        if y == 0 and self.has_focus and self._starts_before:
            strip = Strip.join([self._ellipsis(strip, 0), strip.crop(1)])
        if y == 0 and (room := self._counter_width):
            return self._with_counter(strip, self.size.width - room)
        said = self.aside(self.value) if y == 0 and self.size.width else None
        if not said:
            return strip
        width, words = self.size.width, said.cell_len
        if cell_len(editable(self.value)) + words + 2 > width:
            return strip
        drawn = Strip(said.render(self.app.console)).apply_style(self.rich_style)
        return Strip.join([strip.crop(0, width - words), drawn])

    def _with_counter(self, strip: Strip, width: int) -> Strip:
        counter = length_counter(len(self.value), self.most or 0)
        drawn = Strip(counter.render_segments(self.visual_style))
        text = strip.crop(0, width).extend_cell_length(
            self.size.width - drawn.cell_length, self.rich_style
        )
        return Strip.join([text, drawn])

    @property
    def _is_cut(self) -> bool:
        return 1 < self.size.width < self._position_to_cell(len(self.value))

    @property
    def _starts_before(self) -> bool:
        """Whether the text is scrolled, so that its beginning is not seen."""
        caret = self._position_to_cell(self.cursor_position)
        return self.size.width > 1 and 0 < self.scroll_offset.x < caret

    def _ellipsis(self, strip: Strip, at: int = -1) -> Strip:
        start = at if at >= 0 else self.size.width - 1
        cell = strip.crop(start, start + 1)
        return Strip([Segment("…", one.style) for one in cell][:1], 1)


COUNTED = 0.8
"""The share of the maximum length from which a line shows its counter."""

NEAR = 0.85
"""The share of the maximum length at which the counter starts to warn."""


def length_counter(length: int, most: int) -> Content:
    """Return `12/500`, colored when there is little room left."""
    near = "$text-warning" if length > most * NEAR else "$text-muted"
    return label(f"{length}/{most}", "$text-error" if length > most else near)


def _nothing(text: str) -> Text | None:
    return None


class LineField(TextSource):
    """The base of what is typed on one line; a subclass turns text into a value and back.

    `written(value)` is the text of a value, `read(text)` the way back; `aside(text)` are words or a
    swatch at the right end of the line, as of a `ColorField`; `editor_type` is the line itself, a
    `LineInput` with keys of its own. With `spelled_out`, an edited line is written anew from its
    value when it is left, as dates are.
    """

    BINDINGS = [
        Binding("f3", "page", "Show", show=False, tooltip="Show this secret.", id="field.reveal"),
        Binding(
            "f4", "outside", "Editor", show=False, tooltip="Edit this value in your editor.",
            id="field.outside",
        ),
    ]  # fmt: skip

    draws_dots: ClassVar[bool] = True
    one_line: ClassVar[bool] = True
    spelled_out: ClassVar[bool] = False
    editor_type: ClassVar[type[LineInput]] = LineInput
    editor: LineInput | None

    def written(self, value: Any) -> str:
        return str(value)

    def aside(self, text: str) -> Text | None:
        return None

    def make_editor(self) -> LineInput:
        placeholder = str(self.attrs.get("placeholder") or "")
        line = self.editor_type(self.text_of(self.value), placeholder=placeholder)
        line.masked = self._is_hidden
        line.aside = lambda text: None if self._is_hidden else self.aside(text)
        return line

    @property
    def _is_hidden(self) -> bool:
        return self.secrets.whole and not self.secrets.revealed

    def action_page(self) -> None:
        if self.editor is not None:
            self.secrets.revealed = not self.secrets.revealed
            self.editor.masked = self._is_hidden

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only secrets can be revealed; read-only values can't be edited anywhere."""
        if action == "page":
            return self.secrets.whole and self.editor is not None
        return not self.readonly if action == "outside" else True

    def content(self) -> str:
        return self.editor.value if self.editor is not None else ""

    @on(Input.Blurred)
    def _spell_out(self, event: Input.Blurred) -> None:
        if not self.spelled_out:
            return
        event.stop()
        content = self.content()
        if content != self.edits.loaded_content:
            value = self.read(content)
            if not isinstance(value, Unreadable):
                self.write(self.text_of(value))

    def put(self, value: Any) -> None:
        self.write(self.text_of(value))
        if self.editor is not None:
            self.editor.begin_history()

    def put_source(self, value: Any, text: str | None) -> None:
        self.write(self.text_of(value) if text is None else text)

    def write(self, text: str) -> None:
        """Put a text into the line as if it had been typed."""
        if self.editor is not None:
            self.editor.value = text
            self.editor.cursor_position = len(text) if self.editor.has_focus else 0

    def text_of(self, value: Any) -> str:
        """Return any value as the text that is edited."""
        if isinstance(value, Unreadable):
            return value.text
        if isinstance(value, (Mapping, list)) and not self.secrets.whole:
            value = self.secrets.seen(value)
        if isinstance(value, (Mapping, list, bool)):
            return as_json(value)
        if value is None:
            return ""
        check_return("written", text := self.written(value), str)
        return text

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self.edited()

    @property
    def enter_word(self) -> str:
        """The footer's word for Enter; none with a list, where it depends on what was typed."""
        return "" if self.has_picker else "Next field"

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        """Continue after what was typed; before that, open what can be chosen from."""
        event.stop()
        untouched = self.editor is not None and event.value == self.editor.focused_with
        if self.has_picker and untouched and isinstance(self, Picker):
            self.open_picker()
        else:
            self.post_message(self.Finished(self))


def as_json(value: Any) -> str:
    """Return a value that should have been a text as JSON."""
    return exact_json.written(value)
