"""One line of the media list, and how wide its columns are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from svc_tui.text import clean, cut

TYPE, DATE, FOLDER, MARK = 13, 10, 16, 2
"""Cells of the columns beside the name; type and size share one, and folders take what they need:
more only where room is left."""

MARKS = "✓"

LACK, ALT_TEXT, NONE = "!", "Alt text", "none"
"""The key of the sign for missing text, at the end of the name column, its heading, and what
stands below it where a picture has no alt text at all."""

LEAST_NAME = 30
"""Cells below which the name takes room from other columns; longer names widen it."""


class Looks(NamedTuple):
    """The styles of a line's parts; parts without one are plain."""

    plain: Style
    facts: Style | None = None
    lacking: Style | None = None
    folder: Style | None = None


def fitted(room: int, everywhere: bool) -> dict[str, int]:
    """Return the cells of each column: the name takes the rest; the others go where it is tight."""
    others = {"Type": TYPE, "Date": DATE} | ({"Folder": FOLDER} if everywhere else {})
    for dropped in ("Date", "Folder", "Type"):
        if _name_room(room, others) >= LEAST_NAME:
            break
        others.pop(dropped, None)
    return {MARKS: MARK, "Name": max(4, _name_room(room, others)), **others}


def longest(*words: str) -> int:
    """Return the cells of the longest text, as it is shown."""
    return max((cell_len(clean(one)) for one in words), default=0)


def _name_room(room: int, others: Mapping[str, int]) -> int:
    return room - 1 - 2 - (MARK + 1) - sum(width + 2 for width in others.values())


def list_line(
    words: Mapping[str, str],
    columns: Mapping[str, int],
    width: int,
    looks: Looks,
    *,
    bold: bool = False,
) -> Strip:
    """Return one line: mark, name and the sign at its end, then the other columns."""
    sign = words.get(LACK, "")
    lack = fit(sign.rstrip(), min(cell_len(sign), columns["Name"] // 2))
    name = columns["Name"] - (cell_len(lack) + 1 if lack else 0)
    others = [f" {fit(words.get(word, ''), room)} " for word, room in list(columns.items())[2:]]
    style = looks.plain
    strong = style + Style(bold=True)
    mark = looks.folder if bold and looks.folder else strong
    partly = sign.rstrip() != NONE  # It has the text in another language.
    lacks = looks.facts if partly else looks.lacking
    segments = [
        Segment(f" {fit(words.get(MARKS, ''), MARK, right=True)} ", mark),
        Segment(fit(words["Name"], name), strong if bold else style),
        *([Segment(" ", style), Segment(lack, lacks or style)] if lack else []),
        Segment(" " + "".join(others), looks.facts or style),
    ]
    return Strip(segments).adjust_cell_length(width, style)


def type_and_size(kind: str, size: str) -> str:
    """Return the type column, with the size at its right."""
    return f"{fit(kind, TYPE - cell_len(size) - 1)} {size}"


def fit(text: str, width: int, right: bool = False) -> str:
    """Return foreign text in exactly so many cells."""
    shown = cut(text, width)
    blank = " " * (width - cell_len(shown))
    return blank + shown if right else shown + blank
