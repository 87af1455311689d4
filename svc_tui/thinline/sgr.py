"""The style of a cell (SGR and OSC 8), and the shortest change from one to another."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

SEEN_ON_BLANKS = frozenset({"4", "5", "6", "7", "8", "9", "21", "51", "52", "53"})
"""Attributes that show, or may show, where no character stands."""

_OFF = (
    (frozenset({"1", "2"}), "22"),
    (frozenset({"3"}), "23"),
    (frozenset({"4", "21"}), "24"),
    (frozenset({"5", "6"}), "25"),
    (frozenset({"7"}), "27"),
    (frozenset({"8"}), "28"),
    (frozenset({"9"}), "29"),
    (frozenset({"51", "52"}), "54"),
    (frozenset({"53"}), "55"),
)


class SgrStyle(NamedTuple):
    """Attributes and colors as parameters of SGR, and a link as OSC 8 has it."""

    attributes: frozenset[str] = frozenset()
    color: str = ""
    background: str = ""
    link: str = ""
    """Parameters and address, `id=1;https://…`."""

    @property
    def leaves_blanks_alone(self) -> bool:
        """Whether a blank drawn with it is nothing but its background."""
        return not self.link and not self.attributes & SEEN_ON_BLANKS

    def blank(self, background: str) -> SgrStyle:
        """The nearest pen that draws plain blanks on a background."""
        return SgrStyle(self.attributes - SEEN_ON_BLANKS, self.color, background)


PLAIN = SgrStyle()


@lru_cache(4096)
def pen(sgr: str, link: str = "") -> SgrStyle:
    """The pen that `CSI sgr m` makes of a plain one."""
    codes, attributes, color, background = iter(sgr.split(";") if sgr else ()), set(), "", ""
    for code in codes:
        if code in ("38", "48"):
            kind = next(codes, "")
            value = [code, kind, *(next(codes, "0") for _ in range(3 if kind == "2" else 1))]
            code = ";".join(value)
        if code.startswith("38;") or code in _COLORS:
            color = code
        elif code.startswith("48;") or code in _BACKGROUNDS:
            background = code
        elif code == "39":
            color = ""
        elif code == "49":
            background = ""
        else:
            attributes.add(code)
    return SgrStyle(frozenset(attributes), color, background, link)


_COLORS = frozenset(str(n) for n in (*range(30, 38), *range(90, 98)))
_BACKGROUNDS = frozenset(str(n) for n in (*range(40, 48), *range(100, 108)))


@lru_cache(8192)
def change(old: SgrStyle, new: SgrStyle) -> str:
    """The shortest sequences that turn one pen into another."""
    link = f"\x1b]8;{new.link or ';'}\x1b\\" if old.link != new.link else ""
    step = _step(old, new)
    if not step:
        return link
    afresh = [code for code in (*sorted(new.attributes), new.color, new.background) if code]
    whole = ";".join(["0", *afresh]) if afresh else ""
    return f"{link}\x1b[{min(whole, ';'.join(step), key=len)}m"


def _step(old: SgrStyle, new: SgrStyle) -> list[str]:
    lost, codes, kept = old.attributes - new.attributes, [], old.attributes
    for group, off in _OFF:
        if lost & group:
            codes.append(off)
            kept -= group
    codes += sorted(new.attributes - kept)
    if old.color != new.color:
        codes.append(new.color or "39")
    if old.background != new.background:
        codes.append(new.background or "49")
    return codes
