"""The last line of defense: no control sequence leaves in a painted line."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from svc_tui.text import may_be_painted, without_controls

_WEB_ADDRESS = re.compile(r"https?://[!-~]+")


class OutputGuard(LineFilter):
    """Catches text that did not pass `clean()`, such as the value of an input or markdown.

    Add it after the app's own `get_line_filters()`. Keeps every width as measured, and only links
    to plain web addresses.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the line as it may be painted; the same line if nothing is wrong."""
        return [_guarded(segment) for segment in segments]


class OneFilter(LineFilter):
    """Combines several filters, so that a line is cached once instead of after each."""

    def __init__(self, filters: Sequence[LineFilter] = ()) -> None:
        super().__init__()
        self.filters = tuple(filters)

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the line after all filters, in their order."""
        for one in self.filters:
            segments = one.apply(segments, background)
        return segments


class LineFilters:
    """The filters of an app's painted lines, as one: its own, the guard, and those of its look."""

    def __init__(self) -> None:
        self.look: Sequence[LineFilter] = ()
        """The filters that go with the theme."""
        self._guard = OutputGuard()
        self._combined = OneFilter()

    def over(self, own: Sequence[LineFilter]) -> LineFilter:
        """Return all filters after the app's own; the same object until one of them changes."""
        wanted = (*own, self._guard, *self.look)
        if wanted != self._combined.filters:
            self._combined = OneFilter(wanted)
        return self._combined


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
