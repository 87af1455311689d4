"""Where the style sheet lies, and how it is read: what the first paint needs, then the rest."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.css.model import RuleSet
    from textual.css.stylesheet import Stylesheet

NAME = "svc_tui.tcss"
"""It lies beside the package when installed, above it in a checkout."""

FIRST_PAINT_ENDS = "/* The first paint ends here"
"""The line of the sheet that parts it. Reading all of it takes a third of the first paint."""

PARSED = 1024
"""Sheets that are kept parsed, the widgets' own among them. Textual keeps 64: with more of them,
each new kind of widget would have all of them parsed again."""

_REST = "after the first paint"


def stylesheet() -> Path:
    """The path of the sheet.

    Raises:
        FileNotFoundError: when the installation lacks it.
    """
    here = Path(__file__).resolve().parent
    for folder in (here, here.parent):
        if (folder / NAME).is_file():
            return folder / NAME
    raise FileNotFoundError(f"{NAME} is missing beside {here}: install svc-tui again.")


class RestOfTheLook:
    """What is held back of our sheet until the first page is painted."""

    def __init__(self, sheets: Stylesheet) -> None:
        """Hold it back; do this before anything is parsed."""
        from textual.cache import LRUCache

        self._sheets = sheets
        sheets._parse_cache = LRUCache(PARSED)
        self._place = (str(stylesheet()), "")
        self._css = ""
        self._parsed: tuple[dict[str, str], list[RuleSet]] | None = None
        # A console may wear a sheet of its own instead.
        if (whole := sheets.source.get(self._place)) is not None:
            at = whole.content.index(FIRST_PAINT_ENDS)
            self._css = whole.content[at:]
            sheets.source[self._place] = whole._replace(content=whole.content[:at])

    def parse(self) -> None:
        """The work of it, for a thread: nothing of the app is touched."""
        from textual.css.stylesheet import Stylesheet

        if self._css:
            variables = dict(self._sheets._variables)
            aside = Stylesheet(variables=variables)
            self._parsed = variables, aside._parse_rules(self._css, self._rest)

    def add(self) -> bool:
        """Let it count, as if it had never been apart; False where there is nothing to add."""
        sheets, css = self._sheets, self._css
        if not css:
            return False
        self._css = ""
        sources = list(sheets.source.items())
        sheets.add_source(css, self._rest)
        # Of two rules that weigh the same the later one counts: not this one before a consumer's.
        added = sheets.source.pop(self._rest)
        sheets.source.clear()
        for place, source in sources:
            sheets.source[place] = source
            if place == self._place:
                sheets.source[self._rest] = added
        if self._parsed is not None and self._parsed[0] == sheets._variables:
            sheets._parse_cache[css, self._rest, False, 0, ""] = self._parsed[1]
        return True

    @property
    def _rest(self) -> tuple[str, str]:
        return self._place[0], _REST
