"""MediaLines: the media of a field, one per line, to choose, order and remove."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len, set_cell_size
from textual import events
from textual.app import RenderResult
from textual.binding import Binding
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from svc_tui.models.media import MediaItem
from svc_tui.text import clean, cut, human_size, label

EMPTY, NONE = "none · Enter chooses", "none"


LEAST_NAME = 18
"""The narrowest line, in cells, that shows more than the name."""


@dataclass(frozen=True)
class MediaValue:
    """One media of a value as the record has it, and its data if known."""

    value: Any
    """The object or the id, as it came."""
    media: MediaItem | None = None
    """None while only the id is known."""

    @property
    def words(self) -> tuple[str, str]:
        if self.media is None:
            return f"#{clean(self.value)}", ""
        size = human_size(self.media.size) if self.media.size else ""
        facts = "  ".join(one for one in (clean(self.media.mime_type), size) if one)
        return clean(self.media.name), facts


class MediaLines(Widget, can_focus=True):
    """The list of a field's media; posts what the user wants, and the field decides."""

    DEFAULT_CSS = "MediaLines { height: auto; width: 1fr; }"

    BINDINGS = [
        Binding(
            "enter,space",
            "choose",
            "Choose",
            tooltip="Choose a file from the media library.",
            id="form.media",
        ),
        Binding(
            "delete,backspace",
            "drop",
            "Remove",
            tooltip="Remove this file from the field.",
            id="form.media_drop",
        ),
        Binding(
            "plus",
            "zoom",
            "View",
            key_display="+",
            tooltip="View this file at full size.",
            id="form.media_zoom",
        ),
        Binding("down,j", "step(1)", "Down", show=False, id="form.media_down"),
        Binding("up,k", "step(-1)", "Up", show=False, id="form.media_up"),
        Binding("J", "shift(1)", "Later", tooltip="Move this file down.", id="form.media_later"),
        Binding("K", "shift(-1)", "Earlier", tooltip="Move this file up.", id="form.media_earlier"),
    ]

    class ChooseWanted(Message):
        """The user wants to choose media from the library."""

    class Changed(Message):
        """The user wants other media, or another order."""

        def __init__(self, held: tuple[MediaValue, ...]) -> None:
            super().__init__()
            self.held = held

    class Moved(Message):
        """The cursor is on another line."""

    cursor: reactive[int] = reactive(0)
    """The line that keys act on."""

    def __init__(self, held: Sequence[MediaValue] = (), *, at_most: int | None = None) -> None:
        super().__init__()
        self.held = tuple(held)
        self.at_most = at_most

    def watch_cursor(self) -> None:
        self.post_message(self.Moved())

    def show(self, held: Sequence[MediaValue]) -> None:
        taller = len(held) != len(self.held)
        self.held = tuple(held)
        self.cursor = max(0, min(self.cursor, len(self.held) - 1))
        self.refresh(layout=taller)
        self.refresh_bindings()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        counted = self.at_most is not None and not self._counts_beside(width)
        return max(1, len(self.held)) + counted

    def render(self) -> RenderResult:
        width = self.size.width
        lines = [self._line(at, one, width) for at, one in enumerate(self.held)]
        if not lines:
            style = "reverse" if self.has_focus else "$text-muted"
            words = EMPTY if cell_len(EMPTY) <= width else NONE
            lines = [label(words, style)]
        if self._counts_beside(width):
            return lines[0] + label(f" · {self._count}", "$text-muted")
        if self.at_most is not None:
            lines.append(label(self._count, "$text-muted"))
        return Content("\n").join(lines)

    @property
    def _count(self) -> str:
        return f"{len(self.held)} of {self.at_most}"

    def _counts_beside(self, width: int) -> bool:
        """Whether the number of media stands behind the words that there are none."""
        room = width - cell_len(EMPTY) - 3
        return self.at_most is not None and not self.held and cell_len(self._count) <= room

    def on_click(self, event: events.Click) -> None:
        """Open the library on a click on the current line; otherwise go to the clicked line."""
        event.stop()
        if not self.held or event.y == self.cursor:
            self.action_choose()
        elif event.y < len(self.held):
            self.cursor = event.y

    def action_choose(self) -> None:
        self.post_message(self.ChooseWanted())

    def action_zoom(self) -> None:
        """Show the media under the cursor in full screen, with its neighbors."""
        # Imported here: forms need no library widgets until a picture is viewed.
        from svc_tui.widgets.media.zoom import ZoomedMedia

        known = [one.media for one in self.held if one.media is not None]
        wanted = self.held[self.cursor].media
        if wanted is not None:
            self.app.push_screen(ZoomedMedia(known, known.index(wanted)))

    def action_drop(self) -> None:
        at = self.cursor
        self._change((*self.held[:at], *self.held[at + 1 :]))

    def action_step(self, by: int) -> None:
        self.cursor = max(0, min(self.cursor + by, len(self.held) - 1))

    def action_shift(self, by: int) -> None:
        to = self.cursor + by
        if 0 <= to < len(self.held):
            order = list(self.held)
            order.insert(to, order.pop(self.cursor))
            self._change(order)
            self.cursor = to

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave the arrows to the form if there is only one media: it has no order."""
        if action == "drop":
            return True if self.held else None
        if action == "zoom":
            known = self.cursor < len(self.held) and self.held[self.cursor].media is not None
            return True if known else None
        if action == "step":
            to = self.cursor + int(str(parameters[0]))
            return 0 <= to < len(self.held)
        if action == "shift":
            return len(self.held) > 1
        return True

    def _change(self, held: Sequence[MediaValue]) -> None:
        self.show(held)
        self.post_message(self.Changed(self.held))

    def _line(self, at: int, one: MediaValue, width: int) -> Content:
        name, facts = one.words
        number = f"{at + 1} " if len(self.held) > 1 else ""
        if width - cell_len(facts) - cell_len(number) - 2 < min(LEAST_NAME, cell_len(name)):
            facts = ""
        room = max(4, width - cell_len(facts) - cell_len(number) - 2)
        style = "reverse" if self.has_focus and at == self.cursor else ""
        shown = set_cell_size(cut(name, room), min(room, max(24, cell_len(cut(name, room)))))
        return label(f"{number}{shown}", style) + label(f"  {facts}", "$text-muted")
