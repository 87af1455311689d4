"""Text as a terminal keeps it: one cell for each column."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import compress
from operator import is_not
from typing import NamedTuple

from rich.cells import cell_len, split_graphemes

from svc_tui.thinline.sgr import PLAIN, SgrStyle, pen

_OBEYED = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_ODD = frozenset({"Mn", "Me", "Mc", "Cf", "Cc", "Cs", "Co", "Cn", "Zl", "Zp"})
_ALWAYS_WIDE = (
    "[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f"
    "\uff01-\uff60\uffe0-\uffe6\U00020000-\U0003fffd]"
)


class UnsupportedText(Exception):
    """A text that terminals may draw in unknown ways."""


class Cell(NamedTuple):
    """The content of one column."""

    text: str
    """A character with its marks; empty in the second column of a wide one."""
    pen: SgrStyle
    width: int = 1
    """Columns; none for the second column of a wide one."""
    sure: bool = True
    """Whether all terminals give it as many columns as Textual does."""

    @property
    def blanked(self) -> Cell:
        """The blank that is left of a wide character when its other half is gone."""
        return cell(" ", ground(self.pen))


UNKNOWN = Cell("\0", PLAIN, sure=False)
"""On the terminal: anything may be there."""
KEEP = Cell("\1", PLAIN, sure=False)
"""Wanted: what is there, whatever it is."""
BLANK = Cell(" ", PLAIN)


class Piece(NamedTuple):
    """A text in one style."""

    cells: tuple[Cell, ...]
    cost: int
    """Bytes needed to send it by itself, style and reset included."""


cell = lru_cache(16384)(Cell)
"""Cells are shared, so that most comparisons are by identity."""


def differing(old: Sequence[Cell], new: Sequence[Cell]) -> list[int]:
    """The columns in which two lines differ."""
    others = compress(range(len(new)), map(is_not, old, new))
    return [x for x in others if old[x] != new[x]]


class _Shared(dict[str, Cell]):
    """The cells of one pen by their character."""

    def __init__(self, style: SgrStyle) -> None:
        self.style, self.blank = style, ground(style)

    def __missing__(self, char: str) -> Cell:
        found = self[char] = cell(char, self.blank if char == " " else self.style)
        return found


_shared = lru_cache(1024)(_Shared)


@lru_cache(4096)
def piece(text: str, sgr: str = "", link: str = "") -> Piece:
    """The cells of a text; raises UnsupportedText for control characters."""
    if _OBEYED.search(text) or _OBEYED.search(link):
        raise UnsupportedText(text)
    style = pen(sgr, link)
    cost = len(text.encode()) + (len(sgr) + 7 if sgr else 0) + (len(link) + 14 if link else 0)
    if text.isascii():
        shared = _shared(style)
        return Piece(tuple([shared[char] for char in text]), cost)
    return Piece(tuple(_clusters(text, style)), cost)


def ground(style: SgrStyle) -> SgrStyle:
    """The pen of a blank: what cannot be seen on it makes no difference."""
    return SgrStyle(background=style.background) if style.leaves_blanks_alone else style


def _clusters(text: str, style: SgrStyle) -> list[Cell]:
    """Characters with all their marks, a wide one over two columns."""
    spans, width = split_graphemes(text)
    cells: list[Cell] = []
    for start, end, columns in spans:
        cluster = text[start:end]
        if not columns:
            raise UnsupportedText(text)
        drawn = ground(style) if cluster == " " else style
        cells.append(cell(cluster, drawn, columns, _sure(cluster, columns)))
        cells += [cell("", drawn, 0)] * (columns - 1)
    if not len(cells) == width == cell_len(text):
        raise UnsupportedText(text)
    return cells


@lru_cache(4096)
def _sure(cluster: str, columns: int) -> bool:
    """Marks, emoji and new Unicode characters have different widths in terminals."""
    if len(cluster) > 1 or unicodedata.category(cluster) in _ODD:
        return False
    if columns == 1:
        return cluster < "\U00010000" and unicodedata.east_asian_width(cluster) not in "WF"
    return _always_wide().match(cluster) is not None


@cache
def _always_wide() -> re.Pattern[str]:
    """Compiled for the first wide character: it takes as long as painting the login."""
    return re.compile(_ALWAYS_WIDE)
