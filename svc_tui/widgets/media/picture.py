"""Render a picture as lines of a widget: colored cells, or an icon and facts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.strip import Strip
from textual.widget import Widget

from svc_tui.models.media import MediaItem
from svc_tui.pictures.blocks import Blocks, Color, Depth
from svc_tui.pictures.kinds import ICONS, Kind, kind_of
from svc_tui.stores.media.picture_store import PicturePreview
from svc_tui.text import clean, cut

SWITCHED_OFF = "Pictures are off. Press P to show them."
NO_COLORS = "Pictures need colors."

REST = 0.12
"""Seconds that a file must stay visible before it is fetched: arrow keys pass many."""


def strips_of(blocks: Blocks) -> list[Strip]:
    return [
        Strip([Segment(text, _style(color, ground, text.isspace())) for text, color, ground in row])
        for row in blocks.rows
    ]


@lru_cache(8192)
def _style(color: Color, ground: Color, blank: bool) -> Style:
    paper = RichColor.from_rgb(*ground)
    return Style(bgcolor=paper) if blank else Style(color=RichColor.from_rgb(*color), bgcolor=paper)


def depth_of(app: App[Any]) -> Depth | None:
    """Return the colors that pictures can have here; None if they can't be shown."""
    if app.no_color or app.has_class("-ascii"):
        return None
    system = app.console.color_system
    if system in (None, "truecolor"):
        return "all"
    return "256" if system == "256" else "16"


def ground_of(widget: Widget) -> Color:
    """Return the color behind a picture; black or white for the terminal's default."""
    color = widget.background_colors[1]
    if color.ansi is not None:
        return (0, 0, 0) if widget.app.current_theme.dark else (255, 255, 255)
    return color.rgb


def picture_facts(media: MediaItem, look: PicturePreview | None) -> tuple[str, ...]:
    """Return the facts shown instead of a picture: its type and what is known."""
    if look is None:
        return (media.mime_type,)
    said = (*look.lines, look.reason)
    return tuple(one for one in said if one) or (media.mime_type,)


LEAST_FOR_SOURCE, LEAST_SOURCE_WIDTH = 6, 30
"""Minimum lines and cells to show the text of a drawing below its facts."""


@dataclass(frozen=True)
class PicturePlaceholder:
    """Text in place of a picture: the kind of file, its facts, its room and colors."""

    kind: Kind
    words: Sequence[str]
    room: tuple[int, int]
    style: Style
    muted: Style
    source: Sequence[str] = ()
    """The first lines of a text file."""


def in_words(stead: PicturePlaceholder) -> list[Strip]:
    """Draw an icon and facts in the middle; for a text file, its first lines from the top left.

    The result always has as many lines as the room.
    """
    width, height = stead.room
    style, muted = stead.style, stead.muted
    if stead.kind == "text" and len(stead.words) > 1:
        text = [_line(one, width, muted, "left") for one in stead.words[:height]]
        return text + [Strip.blank(width, style)] * (height - len(text))
    if stead.source and height >= LEAST_FOR_SOURCE and width >= LEAST_SOURCE_WIDTH:
        return _with_source(stead)
    lines = wrapped(stead.words, width)[: max(0, height - 1)]
    above = max(0, (height - len(lines) - 1) // 2)
    blank = Strip.blank(width, style)
    drawn = [blank] * above + [_line(ICONS[stead.kind], width, style, "center")]
    drawn += [_line(one, width, muted, "center") for one in lines]
    return drawn[:height] + [blank] * (height - len(drawn))


def _with_source(stead: PicturePlaceholder) -> list[Strip]:
    """Draw icon and facts above, and the beginning of the text below."""
    width, height = stead.room
    style, muted = stead.style, stead.muted
    facts = wrapped(stead.words, width - 2)[: height // 2]
    signs = [f"{ICONS[stead.kind]} ", *["  "] * len(facts)]
    lines = [
        _line(sign + one, width, style, "left") for sign, one in zip(signs, facts, strict=False)
    ]
    lines += [Strip.blank(width, style)]
    lines += [_line(one, width, muted, "left") for one in stead.source[: height - len(lines)]]
    return lines + [Strip.blank(width, style)] * (height - len(lines))


def wrapped(words: Sequence[str], width: int) -> list[str]:
    lines = []
    for sentence in words:
        line = ""
        for word in clean(sentence).split():
            longer = f"{line} {word}".strip()
            if line and len(longer) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return [line for line in lines if line]


def _line(text: str, width: int, style: Style, where: Literal["left", "center"]) -> Strip:
    strip = Strip([Segment(cut(text, width), style)])
    return (
        centered(strip, width, style)
        if where == "center"
        else strip.adjust_cell_length(width, style)
    )


def centered(strip: Strip, width: int, style: Style) -> Strip:
    left = max(0, (width - strip.cell_length) // 2)
    start = Strip([Segment(" " * left, style)], left) if left else Strip([], 0)
    return Strip.join([start, strip]).adjust_cell_length(width, style)


def kind_of_media(media: MediaItem, look: PicturePreview | None) -> Kind:
    """Return the kind of a file: as detected, else as its type says."""
    return look.kind if look is not None else kind_of(media.mime_type, media.filename)


def rich(widget: Widget, component: str) -> Style:
    return widget.get_component_rich_style(component)
