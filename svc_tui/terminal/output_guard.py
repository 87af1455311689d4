"""The last line of defence: nothing that a terminal acts upon leaves in a painted line."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from svc_tui.text import may_be_painted, without_controls

_WEB_ADDRESS = re.compile(r"https?://[!-~]+")


class OutputGuard(LineFilter):
    """Catches what no `clean()` has seen, as the value in an input or a markdown text.

    Give it to the app behind its own `get_line_filters()`. Keeps every width as it was measured,
    and of all links only plain web addresses.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The line as it may be painted; the same line where nothing is wrong."""
        return [_guarded(segment) for segment in segments]


class OneFilter(LineFilter):
    """Several filters as one: a line is kept once for all of them, not once after each."""

    def __init__(self, filters: Sequence[LineFilter] = ()) -> None:
        super().__init__()
        self.filters = tuple(filters)

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the line after all filters, in their order."""
        for one in self.filters:
            segments = one.apply(segments, background)
        return segments


def _guarded(segment: Segment) -> Segment:
    """Return a segment without control characters, linked to web addresses only."""
    text, style, control = segment
    if control:
        return segment
    if not (text.isascii() and text.isprintable()) and not may_be_painted(text):
        segment = Segment(without_controls(text), style)
    if style is not None and style.link and not _WEB_ADDRESS.fullmatch(style.link):
        segment = Segment(segment.text, style.update_link(None))
    return segment
