"""The difference draws what Textual would have drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from svc_tui.thinline.capabilities import TerminalCapabilities
from svc_tui.thinline.cells import piece
from svc_tui.thinline.hook import _cells, _cropped, _spots
from svc_tui.thinline.memory import ScreenState
from svc_tui.thinline.scrolling import Scroll
from tests.terminal.glass import Glass

WIDTH, HEIGHT = 20, 6
ALL = TerminalCapabilities(erases_in_color=True, scrolls=True, repeats=True)
NONE = TerminalCapabilities()

console = Console(color_system="truecolor", force_terminal=True)

styles = st.sampled_from(
    [
        None,
        Style(),
        *map(
            Style.parse,
            (
                "red on blue",
                "bold red on blue",
                "on blue",
                "on #102030",
                "bold dim",
                "underline #ffffff on #102030",
                "reverse",
                "strike italic on color(17)",
                "not bold color(4)",
                "link https://example.org on blue",
                "underline2 blink overline",
            ),
        ),
    ]
)
PLAIN_TEXT = [
    "a",
    "bc",
    " ",
    "      ",
    "               ",
    "│",
    "▀",
    "Story 001",
    "é",
    "────────",
    "日",
    "한글",
]
ODD_TEXT = ["😀", "e\u0301", "❤️", "👨‍👩‍👧", "🇩🇪", "क्ष"]


@dataclass
class Pair:
    """One terminal that hears Textual, and one that hears the difference."""

    can: TerminalCapabilities
    textual: Glass = field(default_factory=lambda: Glass(WIDTH, HEIGHT))
    thin: Glass = field(default_factory=lambda: Glass(WIDTH, HEIGHT))

    def __post_init__(self) -> None:
        self.memory = ScreenState(self.can)
        self.memory.resize(WIDTH, HEIGHT)

    def show(self, update: LayoutUpdate | ChopsUpdate, cursor: tuple[int, int] = (0, 0)) -> str:
        """Draw on both."""
        self.take(update, cursor)
        text = self.memory.difference()
        self.thin.feed(text)
        return text

    def take(self, update: LayoutUpdate | ChopsUpdate, cursor: tuple[int, int] = (0, 0)) -> None:
        """Draw on Textual's terminal, and keep the picture for the other."""
        x, y = cursor
        rendered = update.render_segments(console).replace("\n", "\r\n")
        self.textual.feed(f"{rendered}\x1b[{y + 1};{x + 1}H")
        for row, column, end, strip in _spots(update):
            cells, _ = _cells(strip, ColorSystem.TRUECOLOR)
            cells = cells if end is None else _cropped(cells, end - column)
            self.memory.place(row, column, cells)
        self.memory.cursor = cursor

    def agree(self) -> None:
        """Both show the same."""
        for y, (ours, theirs) in enumerate(
            zip(self.thin.picture(), self.textual.picture(), strict=True)
        ):
            assert ours == theirs, f"line {y}"
        assert (self.thin.cursor.x, self.thin.cursor.y) == (
            self.textual.cursor.x,
            self.textual.cursor.y,
        )


def strips(words: Sequence[str], width: int = WIDTH) -> st.SearchStrategy[Strip]:
    """Lines of the full width."""
    segment = st.tuples(st.sampled_from(words), styles).map(lambda pair: Segment(*pair))
    return st.lists(segment, min_size=1, max_size=6).map(
        lambda segments: Strip(segments).adjust_cell_length(width)
    )


def layouts(words: Sequence[str]) -> st.SearchStrategy[LayoutUpdate]:
    """The whole screen, as after a layout."""
    lines = st.lists(strips(words), min_size=HEIGHT, max_size=HEIGHT)
    return lines.map(
        lambda drawn: LayoutUpdate([[strip] for strip in drawn], Region(0, 0, WIDTH, HEIGHT))
    )


@st.composite
def chops(draw: st.DrawFn, words: Sequence[str]) -> ChopsUpdate:
    """Some widgets of some lines, as after a refresh."""
    cut = draw(st.integers(1, WIDTH - 1))
    lines = sorted(draw(st.sets(st.integers(0, HEIGHT - 1), min_size=1)))
    chopped: list[dict[int, Strip | None]] = [{0: None, cut: None} for _ in range(HEIGHT)]
    spans = []
    for y in lines:
        chopped[y] = {0: draw(strips(words, cut)), cut: draw(strips(words, WIDTH - cut))}
        start = draw(st.integers(0, WIDTH - 1))
        spans.append((y, start, draw(st.integers(start + 1, WIDTH))))
    return ChopsUpdate(chopped, spans, [[cut, WIDTH]] * HEIGHT)


def scrolled(update: LayoutUpdate, by: int, incoming: Sequence[Strip]) -> LayoutUpdate:
    """The same lines, some further up, between the first and the last."""
    lines = list(update.strips)
    middle = lines[1:-1]
    new = [[strip] for strip in incoming[: abs(by)]]
    middle = middle[by:] + new if by > 0 else new + middle[:by]
    return LayoutUpdate([lines[0], *middle[: HEIGHT - 2], lines[-1]], update.region)


def frames(words: Sequence[str]) -> st.SearchStrategy[list[LayoutUpdate | ChopsUpdate]]:
    """A whole picture, then whatever comes."""
    later = st.lists(st.one_of(layouts(words), chops(words), chops(words)), max_size=5)
    return st.tuples(layouts(words), later).map(lambda pair: [pair[0], *pair[1]])


cursors = st.tuples(st.integers(0, WIDTH - 1), st.integers(0, HEIGHT - 1))
quick = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


@quick
@given(frames(PLAIN_TEXT), st.sampled_from([ALL, NONE]), cursors)
def test_a_difference_shows_what_textual_shows(updates, can, cursor) -> None:
    pair = Pair(can)
    for update in updates:
        pair.show(update, cursor)
        pair.agree()


@quick
@given(frames(PLAIN_TEXT), st.data())
def test_dropped_frames_leave_no_trace(updates, data) -> None:
    pair = Pair(ALL)
    for update in updates:
        pair.take(update)
        if data.draw(st.booleans()):
            pair.thin.feed(pair.memory.difference())
            pair.agree()
    pair.thin.feed(pair.memory.difference())
    pair.agree()


@quick
@given(
    layouts(PLAIN_TEXT), st.integers(-3, 3).filter(bool), st.lists(strips(PLAIN_TEXT), min_size=3)
)
def test_scrolling_shows_what_textual_shows(update, by, incoming) -> None:
    pair = Pair(ALL)
    pair.show(update)
    pair.show(scrolled(update, by, incoming))
    pair.agree()


def page(lines: Sequence[str]) -> LayoutUpdate:
    """A whole screen of these lines."""
    drawn = [[Strip([Segment(line)]).adjust_cell_length(WIDTH)] for line in lines]
    return LayoutUpdate(drawn, Region(0, 0, WIDTH, HEIGHT))


ROWS: dict[str, Callable[[int], str]] = {
    "nothing alike": lambda n: chr(97 + n) * 12,
    "two numbers differ": lambda n: f"{n:02d} on day {n:02d}",
    "one sign differs in every second row": lambda n: f"a long sentence {n // 2 % 5}",
}


@pytest.mark.parametrize("by", [1, HEIGHT // 2])
@pytest.mark.parametrize("rows", ROWS)
def test_lines_are_moved_where_that_takes_fewer_bytes_than_drawing_in_their_place(
    rows: str, by: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows of a table may be much alike, and still cost a step of the pen for each small change."""
    words = [ROWS[rows](n) for n in range(2 * HEIGHT)]
    before, after = page(words[:HEIGHT]), page(words[by : by + HEIGHT])

    def sent() -> str:
        pair = Pair(ALL)
        pair.show(before)
        pair.take(after)
        text = pair.memory.difference()
        pair.thin.feed(text)
        pair.agree()
        return text

    chosen = sent()
    monkeypatch.setattr("svc_tui.thinline.memory.scroll", lambda *_: None)
    in_place = sent()
    whole = Scroll(0, HEIGHT - 1, by)
    monkeypatch.setattr(ScreenState, "_ways", lambda self, _: [self._scrolled(whole)])
    moved = sent()
    assert len(chosen) == min(len(in_place), len(moved))


@pytest.mark.parametrize(("by", "moves"), [(6, True), (7, False)])
def test_lines_are_not_moved_where_more_come_in_than_stay(by: int, moves: bool) -> None:
    memory = ScreenState(ALL)
    memory.resize(26, 12)
    rows = [piece("abcdefghijklmnopqrstuvwxyz"[n:].ljust(26, "-")).cells for n in range(12 + by)]
    for first in (0, by):
        for y in range(12):
            memory.place(y, 0, rows[first + y])
        sent = memory.difference()
    assert (f"\x1b[{by}S" in sent) is moves


@quick
@given(frames(PLAIN_TEXT), st.lists(st.sampled_from(["forget", "garbage"]), max_size=3))
def test_after_forgetting_everything_is_drawn_again(updates, accidents) -> None:
    pair = Pair(ALL)
    for update in updates:
        pair.show(update)
        if accidents:
            accidents.pop()
            pair.thin.feed("\x1b[3;5H\x1b[31mwall: the system goes down\x1b[m")
            pair.memory.forget()
    pair.thin.feed(pair.memory.difference())
    pair.agree()


@quick
@given(frames(PLAIN_TEXT))
def test_the_same_picture_again_sends_nothing(updates) -> None:
    pair = Pair(ALL)
    for update in updates:
        pair.show(update)
    assert pair.show(updates[-1]) == ""


@quick
@given(frames(PLAIN_TEXT + ODD_TEXT), st.sampled_from([ALL, NONE]))
def test_a_sign_of_doubtful_width_moves_nothing_else(updates, can) -> None:
    pair = Pair(can)
    for update in updates:
        pair.show(update)
        shown = [[pair.thin.buffer[y][x].data for x in range(WIDTH)] for y in range(HEIGHT)]
        for y, row in enumerate(pair.memory._wanted):
            doubtful = {
                x + offset
                for x, cell in enumerate(row)
                if not cell.sure
                for offset in range(-1, cell.width + 1)
            }
            wrong = [
                x for x, cell in enumerate(row) if x not in doubtful and shown[y][x] != cell.text
            ]
            assert not wrong, (y, wrong, shown[y], [cell.text for cell in row])
