"""The effect that a text sent past the frames has on the screen."""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache


class PassthroughEffect(Enum):
    """The effect of a text that is no frame on the cells of the terminal."""

    HARMLESS = "harmless"
    """A mode, a question, a bell, the clipboard: the cells stay."""
    CLEARS = "clears"
    """It changes to another screen, or clears one: nothing on it is known."""
    DRAWS = "draws"
    """It may draw anything anywhere."""


_SEQUENCE = re.compile(
    r"\x07"
    r"|\x1b\](?![\d;]*;?\x1b)[^\x07\x1b\x9c]*(?:\x07|\x1b\\)"
    # kitty's pictures, also through tmux: they are kept, and shown only where text says so.
    r"|\x1b_G[^\x1b\x07]*\x1b\\"
    r"|\x1bPtmux;\x1b\x1b_G[^\x1b\x07]*\x1b\x1b\\\x1b\\"
    r"|\x1b\[\?(?P<mode>\d+)[hl]"
    r"|\x1b\[[?>=<]?[\d;]*(?:[unct]|\$p| q)"
)
_CLEARING = frozenset({"3", "6", "47", "69", "1047", "1048", "1049"})


KEPT = 200
"""Characters of the texts whose effect is kept in mind."""


def passthrough_effect(text: str) -> PassthroughEffect:
    """Return the effect of a text that is sent past the frames."""
    return _short(text) if len(text) <= KEPT else _passing(text)


def _passing(text: str) -> PassthroughEffect:
    place, found = 0, PassthroughEffect.HARMLESS
    while place < len(text):
        sequence = _SEQUENCE.match(text, place)
        if sequence is None:
            return PassthroughEffect.DRAWS
        if sequence["mode"] in _CLEARING:
            found = PassthroughEffect.CLEARS
        place = sequence.end()
    return found


_short = lru_cache(256)(_passing)
