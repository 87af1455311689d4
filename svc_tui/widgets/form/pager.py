"""Pager: a whole value to read, on the full screen (F3)."""

from __future__ import annotations

from rich.cells import cell_len, chop_cells
from rich.segment import Segment
from rich.style import Style
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Input, Static

from svc_tui.text import clean, label, plural
from svc_tui.widgets.base import SvcModal
from svc_tui.widgets.clipboard import SENT, to_clipboard
from svc_tui.widgets.text_line import TextLine

LONGEST = 100_000
"""Characters of one line that are shown."""


class PagerView(ScrollView, can_focus=True):
    """Lines that are wrapped when needed and drawn when visible."""

    COMPONENT_CLASSES = {"pages--found", "pages--here"}

    DEFAULT_CSS = """
    PagerView { height: 1fr; width: 1fr; overflow-y: scroll; }
    PagerView > .pages--found { text-style: underline; }
    PagerView > .pages--here { text-style: reverse; }
    """

    BINDINGS = [
        Binding("down,j", "scroll_down", "Down", show=False, id="pager.down"),
        Binding("up,k", "scroll_up", "Up", show=False, id="pager.up"),
        Binding(
            "space,pagedown,ctrl+d", "page_down", "Page down", show=False, id="pager.page_down"
        ),
        Binding("pageup,ctrl+u", "page_up", "Page up", show=False, id="pager.page_up"),
        Binding("home", "scroll_home", "Top", show=False, id="pager.top"),
        Binding("end,G", "scroll_end", "Bottom", show=False, id="pager.end"),
    ]

    def __init__(self, text: str) -> None:
        super().__init__()
        self.lines = text.split("\n")
        self.wanted = ""
        self.here = -1
        """The row of the last match."""
        self._rows: list[str] = []

    def on_resize(self) -> None:
        width = max(10, self.scrollable_content_region.width)
        rows: list[str] = []
        for line in self.lines:
            shown = clean(line, multiline=True, limit=LONGEST)
            rows += [shown] if len(shown) * 2 <= width else chop_cells(shown, width) or [""]
        self._rows = rows
        self.virtual_size = Size(width, len(rows))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        at = y + self.scroll_offset.y
        base = self.rich_style
        row = self._rows[at] if at < len(self._rows) else ""
        segments = list(self._marked(row, at, base))
        return Strip(segments, cell_len(row)).adjust_cell_length(self.size.width, base)

    def _marked(self, row: str, at: int, base: Style) -> list[Segment]:
        if not self.wanted:
            return [Segment(row, base)]
        name = "pages--here" if at == self.here else "pages--found"
        found_style = base + self.get_component_rich_style(name, partial=True)
        segments, begin, folded = [], 0, row.casefold()
        while len(folded) == len(row) and (found := folded.find(self.wanted, begin)) >= 0:
            end = found + len(self.wanted)
            segments += [Segment(row[begin:found], base), Segment(row[found:end], found_style)]
            begin = end
        return [*segments, Segment(row[begin:], base)]

    def search(self, text: str) -> int:
        """Search for a text; return the number of rows that have it."""
        self.wanted, self.here = text.casefold(), -1
        self.refresh()
        self.step(1)
        return sum(self.wanted in row.casefold() for row in self._rows) if text else 0

    def step(self, by: int) -> None:
        """Go to the next match, wrapping at the end."""
        if not self.wanted or not self._rows:
            return
        count = len(self._rows)
        begin = self.here if self.here >= 0 else self.scroll_offset.y - by
        for distance in range(1, count + 1):
            at = (begin + by * distance) % count
            if self.wanted in self._rows[at].casefold():
                self.here = at
                self.scroll_to(y=max(0, at - self.size.height // 3), animate=False)
                self.refresh()
                return


class Pager(SvcModal):
    """A read-only view: `/` searches, `n` and `N` go to matches, `y` copies, `q` or Esc closes."""

    enter_word = "Search"

    DEFAULT_CSS = """
    Pager > Vertical { width: 100%; height: 100%; }
    Pager .title, Pager .foot { height: 1; }
    Pager Input { display: none; }
    Pager Input.-shown { display: block; }
    """

    BINDINGS = [
        Binding("q,f3", "close", "Close", tooltip="Go back to the field.", id="pager.close"),
        Binding(
            "slash",
            "search",
            "Search",
            key_display="/",
            tooltip="Find text in this value.",
            id="pager.search",
        ),
        Binding("n", "found(1)", "Next", tooltip="Go to the next match.", id="pager.next"),
        Binding(
            "N", "found(-1)", "Previous", tooltip="Go to the previous match.", id="pager.before"
        ),
        Binding("y", "copy", "Copy", tooltip="Copy the whole value.", id="pager.copy"),
    ]

    def __init__(self, heading: str, text: str) -> None:
        super().__init__()
        self.heading = heading
        self.content_text = text

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(label(self.heading), classes="title")
            yield PagerView(self.content_text)
            yield TextLine(placeholder="search for", compact=True)
            yield Static(self._keys(), classes="foot muted")

    def on_mount(self) -> None:
        self.query_one(PagerView).focus()

    def _keys(self) -> Content:
        lines = plural(self.content_text.count("\n") + 1, "line", "lines")
        return label(f"{lines} · / searches, n N next, previous · y copies · Esc closes")

    def action_search(self) -> None:
        line = self.query_one(Input)
        line.add_class("-shown")
        line.focus()

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        event.stop()
        found = self.query_one(PagerView).search(event.value)
        event.input.remove_class("-shown")
        self.query_one(PagerView).focus()
        said = plural(found, "line matches", "lines match") if found else "Not found"
        self.query_one(".foot", Static).update(label(f"{said} · n N next, previous · Esc closes"))

    def action_found(self, by: int) -> None:
        self.query_one(PagerView).step(by)

    def action_copy(self) -> None:
        to_clipboard(self.app, self.content_text)
        self.query_one(".foot", Static).update(label(SENT))

    def action_close(self) -> None:
        line = self.query_one(Input)
        if line.has_focus:
            line.remove_class("-shown")
            self.query_one(PagerView).focus()
        else:
            self.close()
