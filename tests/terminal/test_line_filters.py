"""The filters of painted lines are one object as long as none of them changes."""

from __future__ import annotations

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter, Monochrome

from svc_tui.terminal.ascii_filter import AsciiFilter
from svc_tui.terminal.output_guard import LineFilters


def painted(line_filter: LineFilter, text: str) -> str:
    return "".join(one.text for one in line_filter.apply([Segment(text)], Color(0, 0, 0)))


def test_lines_are_cached_until_a_filter_changes():
    filters, own = LineFilters(), [Monochrome()]
    first = filters.over(own)
    assert filters.over(own) is first
    filters.look = [AsciiFilter()]
    assert filters.over(own) is not first
    assert filters.over([]) is not filters.over(own)


def test_no_control_sequence_leaves_whatever_the_look():
    filters = LineFilters()
    assert "\x1b" not in painted(filters.over([]), "a\x1b[2Jb")
    filters.look = [AsciiFilter()]
    assert painted(filters.over([]), "┌a\x1b").isascii()
    assert "\x1b" not in painted(filters.over([]), "┌a\x1b")
