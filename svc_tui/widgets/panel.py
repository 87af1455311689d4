"""Text in the frames of panels, if there is room for frames."""

from __future__ import annotations

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.containers import Vertical
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from svc_tui.text import clean, cut, label

PROTECTED = "[PROD]"
"""The mark of a protected backend."""


def is_framed(panel: Widget) -> bool:
    """Whether the style sheet gives this panel a frame at the terminal's size."""
    return panel.styles.border_bottom[0] not in ("", "none", "hidden")


def status_width(panel: Widget, around: Size) -> int:
    """Return the room for a panel's status: between the corners of its frame, or its line."""
    return max(0, panel.outer_size.width - 4) if is_framed(panel) else around.width


def show_status(panel: Widget, line: Static, words: str) -> None:
    """Show the status of a panel in the lower edge of its frame; without one, on a line."""
    if is_framed(panel):
        panel.border_subtitle = label(words.strip())
    else:
        line.update(label(words), layout=False)


def name_panel(panel: Widget, name: str) -> None:
    """Show the name of a panel in the upper edge of its frame; a protected backend has its mark."""
    mark = f"{PROTECTED} " if name and panel.app.has_class("-protected") else ""
    panel.border_title = label(f"{mark}{name}")


class FramedPanel(Widget):
    """A panel with text at the right of its frame: facts above, a position below.

    Textual's own title and subtitle are at the left.
    """

    _facts = _position = ""

    def show_facts(self, words: str) -> None:
        """Show text in the upper edge."""
        if words != self._facts:
            self._facts = words
            self.refresh(self._edge(-1))

    def show_place(self, words: str) -> None:
        """Show text in the lower edge."""
        if words != self._position:
            self._position = words
            self.refresh(self._edge(self.outer_size.height - 2))

    def _edge(self, y: int) -> Region:
        return Region(-1, y, self.outer_size.width, 1)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Draw the panel, with the text over its edges."""
        strips = super().render_lines(crop)
        if not (self._facts or self._position) or not is_framed(self):
            return strips
        width, height = self.outer_size
        for words, y in ((self._facts, 0), (self._position, height - 1)):
            if words and crop.y <= y < crop.bottom and len(strips) > y - crop.y:
                strips = [*strips]
                strips[y - crop.y] = self._with_words(strips[y - crop.y], words, width, crop)
        return strips

    def _with_words(self, edge: Strip, words: str, width: int, crop: Region) -> Strip:
        """Return an edge with text before its right corner."""
        shown = f" {cut(clean(words), max(1, width // 2))} "
        end = width - 2 - crop.x
        start = end - cell_len(shown)
        if start < 0 or end > edge.cell_length:
            return edge
        drawn = Strip([Segment(shown, self._words_style(edge))])
        before = edge.crop(0, start)
        if start and edge.crop(start, end).text.strip(" ─-"):  # A title continues below the text.
            style = next((one.style for one in edge.crop(start - 1, start)), None)
            before = Strip.join([edge.crop(0, start - 1), Strip([Segment("…", style)])])
        return Strip.join([before, drawn, edge.crop(end, edge.cell_length)])

    def _words_style(self, edge: Strip) -> Style:
        """Return the style of text on an edge: the color of the subtitle on its background."""
        ground = next((one.style.bgcolor for one in edge if one.style), None)
        color = self.styles.border_subtitle_color
        if ground is None or color.ansi is not None or ground.is_default:
            return Style(color=None if color.auto else color.rich_color, bgcolor=ground)
        behind = Color.from_rich_color(ground)
        over = behind.get_contrast_text(color.a) if color.auto else color
        return Style(color=(behind + over).rich_color, bgcolor=ground)


class Panel(Vertical, FramedPanel):
    """A vertical panel."""
