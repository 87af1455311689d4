"""Remove answers and control sequences from input before it is parsed for keys."""

from __future__ import annotations

import re

_PASTE_BEGINS, _PASTE_ENDS = "\x1b[200~", "\x1b[201~"

# Answers to queries of other programs: device attributes, keyboard flags, window sizes, colors, and
# the strings of other protocols. Modes and cursor positions stay, as they are expected.
_ANSWERS = re.compile(
    r"\x1b\[\?[\d;]*[cnSu]"
    r"|\x1b\[>[\d;]*[cq]"
    r"|\x1b\[[1-9];[\d;]*t"
    r"|\x1b\]\d[^\x07\x1b]*(?:\x07|\x1b\\)"
    r"|\x1b(?:P[\d>!$+]|_G)[^\x1b]*\x1b\\"
)
_BEGUN = re.compile(
    r"\x1b(?:\[[?>][\d;]*|\[[1-9];[\d;]*|\[20{0,2}|\]\d[^\x07\x1b]*\x1b?|(?:P[\d>!$+]|_G)[^\x1b]*\x1b?)\Z"
)
_BEGUN_END = re.compile(r"\x1b(?:\[(?:2(?:01?)?)?)?\Z")


class InputSanitizer:
    """Removes late answers from typed input, and control sequences from pastes.

    Holds back an incomplete sequence: in a paste until it is complete, elsewhere for one piece of
    input, so that no key is delayed for long.
    """

    def __init__(self) -> None:
        self._pasting = False
        self._held = ""

    def sanitized(self, piece: str) -> str:
        """Return the part of the next input that can be parsed now; the rest may come later."""
        text, held_before, self._held = self._held + piece, self._held, ""
        kept = []
        while text:
            taken = self._pasted if self._pasting else self._typed
            done, text = taken(text, bool(held_before))
            kept.append(done)
        return "".join(kept)

    def _typed(self, text: str, again: bool) -> tuple[str, str]:
        """Return the input up to the next paste, without answers, and the rest."""
        typed, begins, rest = text.partition(_PASTE_BEGINS)
        self._pasting = bool(begins)
        typed = _ANSWERS.sub("", typed)
        if not begins and not again and (begun := _BEGUN.search(typed)):
            typed, self._held = typed[: begun.start()], begun[0]
        return typed + begins, rest

    def _pasted(self, text: str, again: bool) -> tuple[str, str]:
        """Return the pasted text with every escape made visible, and the rest."""
        pasted, ends, rest = text.partition(_PASTE_ENDS)
        self._pasting = not ends
        if not ends and (begun := _BEGUN_END.search(pasted)):
            pasted, self._held = pasted[: begun.start()], begun[0]
        return pasted.replace("\x1b", "␛") + ends, rest
