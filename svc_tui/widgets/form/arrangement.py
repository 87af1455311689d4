"""Layouts: a field's label beside or above its editor, and twelve columns of fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rich.cells import cell_len
from textual.geometry import Size, Spacing
from textual.layout import WidgetPlacement
from textual.layouts.vertical import VerticalLayout
from textual.reactive import Reactive
from textual.widget import Widget

from svc_tui.models.fields import ColumnSpan
from svc_tui.text import clean

LABEL_WIDTH, LONGEST_LABEL = 12, 22
"""The least and the most cells of the column of labels."""

AROUND_LABEL = 3
"""Cells beside a label: the cursor's bar, the star and a space."""

EDITOR_WIDTH = 25
"""The narrowest editor, in cells, that still has its label beside it."""

INDENT = 1
"""Cells before an editor whose label is above it."""

COLUMNS = 12
MIDDLING, WIDE = 60, 100
"""The narrowest form, in cells, in which `md` and `lg` apply."""

GAP = 1
"""Cells between two fields on one line."""


class LaidOutOnce(Widget):
    """A widget that requests no second layout when a layout sets its size.

    Textual's own widgets do: a form of sixty fields was laid out and painted twice when it opened.
    A scroll bar that comes or goes still asks for one; a layout paints what it moves.
    """

    virtual_size = Reactive(Size(0, 0), repaint=False)


def label_width(labels: Iterable[str]) -> int:
    """Return the width of the column that these labels share; changed fields also need a mark."""
    longest = max((cell_len(clean(one)) + 2 for one in labels), default=0)
    return max(LABEL_WIDTH, min(longest, LONGEST_LABEL))


def is_stacked(width: int, wide: bool = False, labels: int = LABEL_WIDTH) -> bool:
    """Whether a field of this width has its label above; that of a `wide` editor always is."""
    return wide or width < labels + AROUND_LABEL + EDITOR_WIDTH


def editor_at(width: int, wide: bool, labels: int) -> tuple[int, int]:
    """Return the column and the row of the editor in a field of this width."""
    return (INDENT, 1) if is_stacked(width, wide, labels) else (labels + AROUND_LABEL, 0)


def span_of(cols: int | ColumnSpan, width: int) -> int:
    """Return how many of twelve columns a field takes in a form of this width."""
    if isinstance(cols, int):
        return COLUMNS if width < MIDDLING else cols
    return cols.sm if width < MIDDLING else cols.md if width < WIDE else cols.lg


def lines_of(spans: Sequence[int]) -> list[list[int]]:
    """Return the positions of the fields on each line: as many as twelve columns hold."""
    lines: list[list[int]] = []
    room = 0
    for at, span in enumerate(spans):
        if span > room:
            lines.append([])
            room = COLUMNS
        lines[-1].append(at)
        room -= span
    return lines


def moved(placements: Iterable[WidgetPlacement], left: int, top: int) -> Iterator[WidgetPlacement]:
    """Yield placements further right and down; the space left free counts as margin."""
    for one in placements:
        margin = one.margin.grow_maximum(Spacing(top, 0, 0, left))
        yield one._replace(region=one.region.translate((left, top)), margin=margin)


GLIMPSED_FROM = 48
"""The narrowest field, in cells, with a picture at its right end; else it is below."""


def _label_width_of(field: Any) -> int:
    return int(field.messages.label_width) if hasattr(field, "messages") else LABEL_WIDTH


class FieldLayout(VerticalLayout):
    """A field: its editor and messages; to the right a picture, or another language's value."""

    name = "field"

    def __init__(self, wide: bool = False) -> None:
        self.wide = wide

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> list[WidgetPlacement]:
        """Place the editor and its lines to the right of the label or under it."""
        at = editor_at(size.width, self.wide, _label_width_of(parent))
        seen = [child for child in children if child.has_class("glimpse")]
        if size.width < GLIMPSED_FROM or not seen:
            return self._beside_label(parent, children, size, greedy, at)
        right = super().arrange(parent, seen, size, greedy)
        wide = max((one.region.width for one in right), default=0)
        rest = [child for child in children if child not in seen]
        room = Size(max(1, size.width - wide - GAP), size.height)
        placed = self._beside_label(parent, rest, room, greedy, at)
        return [*placed, *moved(right, size.width - wide, 0)]

    def _beside_label(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool, at: tuple[int, int]
    ) -> list[WidgetPlacement]:
        """Place everything but a picture; the editor begins at this column and row."""
        left, top = at
        width = max(1, size.width - left)
        beside = [child for child in children if child.has_class("beside")]
        if not beside:
            inner = Size(width, max(0, size.height - top))
            return [*moved(super().arrange(parent, children, inner, greedy), left, top)]
        own = [child for child in children if child not in beside]
        half = Size(max(1, width // 2 - GAP), max(0, size.height - top))
        return [
            *moved(super().arrange(parent, own, half, greedy), left, top),
            *moved(super().arrange(parent, beside, half, greedy), left + width // 2, top),
        ]

    def get_content_height(
        self, widget: Widget, container: Size, viewport: Size, width: int
    ) -> int:
        """Return the height of editor, messages and help."""
        height = super().get_content_height(widget, container, viewport, width)
        messages = getattr(widget, "messages", None)
        return height + (len(messages.help_lines(width)) if messages is not None else 0)


class GridLayout(VerticalLayout):
    """Fields in twelve columns; by the width at hand, so a resize re-lays and mounts nothing."""

    name = "twelve-columns"

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> list[WidgetPlacement]:
        """Place the fields line by line; a line is as high as its highest field."""
        spans = [span_of(getattr(child, "cols", COLUMNS), size.width) for child in children]
        if all(span == COLUMNS for span in spans):
            return list(super().arrange(parent, children, size, greedy))
        found: list[WidgetPlacement] = []
        top = 0
        for line in lines_of(spans):
            left = height = 0
            for at in line:
                right = left + spans[at]
                start = left * size.width // COLUMNS
                end = right * size.width // COLUMNS - (GAP if right < COLUMNS else 0)
                room = Size(max(1, end - start), size.height)
                placed = super().arrange(parent, [children[at]], room, greedy)
                found += moved(placed, start, top)
                height = max(height, *(one.region.bottom + one.margin.bottom for one in placed))
                left = right
            top += height
        return found
