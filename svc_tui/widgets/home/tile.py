"""A tile of the dashboard: lines in a frame, some of which open a page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from svc_tui.text import clean, label
from svc_tui.widgets.home.lines import Face, Line, fitted

Draw = Callable[[int, int], Face]
"""Takes the columns and lines of a tile; returns what it shows."""

HERE = "bold underline $block-cursor-foreground on $block-cursor-background"
"""The style of the place under the cursor."""


@dataclass(frozen=True)
class Spot:
    """A place of a tile that opens a page, in cells of the tile's content."""

    region: Region
    location: str


class Tile(Widget, can_focus=True):
    """Draws what it is given, at its own width; the dashboard moves its cursor."""

    DEFAULT_CSS = """
    Tile { height: auto; width: 1fr; }
    """

    at = reactive(0)
    """The spot under the cursor, counted from 0."""

    @dataclass
    class Opened(Message):
        """A place was chosen."""

        location: str

    def __init__(self, key: str, draw: Draw) -> None:
        super().__init__()
        self.key = key
        """The name of the tile, which stays the same while its content changes."""
        self._draw = draw
        self._face = Face()
        self._wanted = 0
        """The lines of all that there is to show."""
        self.spots: tuple[Spot, ...] = ()

    def on_mount(self) -> None:
        self.redraw()

    def on_resize(self) -> None:
        self.redraw()

    def redraw(self, draw: Draw | None = None) -> None:
        """Read the content again, and paint it if it changed."""
        self._draw = draw or self._draw
        if not self.is_mounted or not self.content_size.width:
            return
        width, height = self.content_size
        whole = self._draw(width, height)
        taller, self._wanted = len(whole.lines) != self._wanted, len(whole.lines)
        if taller and len(whole.lines) > height:
            self.call_after_refresh(self.redraw)  # It may get all the lines it wants.
        face = whole if taller else fitted(whole, height)
        if face == self._face:
            return
        self._face, self.spots = face, _spots_of(face)
        self.at = max(0, min(self.at, len(self.spots) - 1))
        self.border_title = label(face.title) if face.title else None
        self.border_subtitle = label(face.note) if face.note else None
        # Lines may have come while the height for the last ones was on its way.
        self.refresh(layout=taller or len(whole.lines) > height)

    @property
    def heading(self) -> str:
        """The words in the upper edge."""
        return self._face.title

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return max(1, len(self._draw(width, 0).lines) + self._ruled)

    @property
    def lines(self) -> int:
        """The number of lines of all that there is to show."""
        return self._wanted

    @property
    def _ruled(self) -> bool:
        """Whether the title needs a line because there is no frame to hold it."""
        return bool(self._face.title) and not self.styles.border_top[0]

    def render(self) -> Content:
        width = self.content_size.width
        here = self.spots[self.at] if self.spots and self.has_focus else None
        lines = [_painted(line, at, here, width) for at, line in enumerate(self._face.lines)]
        if self._ruled:
            lines.insert(0, _rule(self._face.title, width))
        return Content("\n").join(lines)

    @property
    def here(self) -> str:
        """The location under the cursor; "" where there is none."""
        return self.spots[self.at].location if self.spots else ""

    def place_of(self, at: int) -> Region:
        """Return a spot's place on the screen."""
        spot = self.spots[at].region
        return spot.translate(self.content_region.offset).translate((0, int(self._ruled)))

    def on_click(self, event: events.Click) -> None:
        """Open what was clicked."""
        inside = event.get_content_offset(self)
        if inside is None:
            return
        for at, spot in enumerate(self.spots):
            if spot.region.translate((0, int(self._ruled))).contains_point(inside):
                self.at = at
                self.post_message(self.Opened(spot.location))
                return


def _spots_of(face: Face) -> tuple[Spot, ...]:
    found = []
    for y, line in enumerate(face.lines):
        x = 0
        for piece in line:
            x = x if piece.start is None else piece.start
            width = cell_len(clean(piece.text))
            if piece.location:
                found.append(Spot(Region(x, y, width, 1), piece.location))
            x += width
    return tuple(found)


def _painted(line: Line, y: int, here: Spot | None, width: int) -> Content:
    drawn = Content("")
    for piece in line:
        start = drawn.cell_length if piece.start is None else piece.start
        gap = max(0, start - drawn.cell_length)
        at_cursor = here is not None and (here.region.x, here.region.y) == (start, y)
        style = HERE if at_cursor and piece.location else piece.style
        drawn = drawn + Content(" " * gap) + label(piece.text, style)
    return drawn.truncate(width) if drawn.cell_length > width else drawn


def _rule(title: str, width: int) -> Content:
    rest = max(0, width - cell_len(title) - 4)
    return (
        label("── ", "$border-blurred")
        + label(title, "bold")
        + label(" " + "─" * rest, "$border-blurred")
    )
