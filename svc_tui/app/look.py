"""The style sheet, in two parts: the rules that the first paint needs, then the rest."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.css.model import RuleSet
    from textual.css.stylesheet import Stylesheet
    from textual.widget import Widget

NAME = "svc_tui.tcss"
"""The file, inside the package when installed, above it in a checkout."""

FIRST_PAINT_ENDS = "/* The first paint ends here"
"""The line that divides the sheet. Parsing all of it takes a third of the first paint."""

PARSED = 1024
"""Parsed sheets that are kept, those of widgets among them. Textual keeps 64; with more, each new
widget class would cause all of them to be parsed again."""

_REST = "after the first paint"

ParsedWidgets = tuple[dict[str, str], dict[Any, Any]]
"""The variables that sheets were parsed with, and their rules by Textual's own keys."""


def stylesheet() -> Path:
    """Return the path of the style sheet of svc-tui.

    Raises:
        FileNotFoundError: when the installation lacks it.
    """
    here = Path(__file__).resolve().parent.parent
    for folder in (here, here.parent):
        if (folder / NAME).is_file():
            return folder / NAME
    raise FileNotFoundError(f"{NAME} is missing from {here}: reinstall svc-tui.")


class DeferredStylesheet:
    """The part of our style sheet that is loaded after the first page is painted."""

    def __init__(self, sheets: Stylesheet) -> None:
        """Hold it back; do this before anything is parsed."""
        from textual.cache import LRUCache

        self._sheets = sheets
        sheets._parse_cache = LRUCache(PARSED)
        self._place = (str(stylesheet()), "")
        self._css = ""
        self._parsed: tuple[dict[str, str], list[RuleSet]] | None = None
        # A console may have its own style sheet instead.
        if (whole := sheets.source.get(self._place)) is not None:
            at = whole.content.index(FIRST_PAINT_ENDS)
            self._css = whole.content[at:]
            sheets.source[self._place] = whole._replace(content=whole.content[:at])

    def parse(self) -> None:
        """Parse that part. Can run in a thread: the app is not touched."""
        from textual.css.stylesheet import Stylesheet

        if self._css:
            variables = dict(self._sheets._variables)
            aside = Stylesheet(variables=variables)
            self._parsed = variables, aside._parse_rules(self._css, self._rest)

    def add(self) -> bool:
        """Add that part to the app's sheet; False if there is nothing to add."""
        sheets, css = self._sheets, self._css
        if not css:
            return False
        self._css = ""
        sources = list(sheets.source.items())
        sheets.add_source(css, self._rest)
        # Of two rules with equal specificity the later one wins: that must be a consumer's.
        added = sheets.source.pop(self._rest)
        sheets.source.clear()
        for place, source in sources:
            sheets.source[place] = source
            if place == self._place:
                sheets.source[self._rest] = added
        if self._parsed is not None and self._parsed[0] == sheets._variables:
            sheets._parse_cache[css, self._rest, False, 0, ""] = self._parsed[1]
        return True

    def parse_widgets(self) -> ParsedWidgets:
        """Parse the sheets of all widget classes that were imported.

        Can run in a thread while the user types a password: otherwise each is parsed when first
        mounted, and the page after the login waits for it.
        """
        from textual.css.stylesheet import Stylesheet
        from textual.widget import Widget

        from svc_tui.textual_patches.style_faults import UNREADABLE

        variables = dict(self._sheets._variables)
        aside = Stylesheet(variables=variables)
        parsed: dict[Any, Any] = {}
        for kind in _kinds_of(Widget):
            # The sheet of a base class counts less, the further away it is.
            for distance, base in enumerate(Widget._css_bases(kind)):
                if css := vars(base).get("DEFAULT_CSS"):
                    place = _file_of(base), f"{base.__name__}.DEFAULT_CSS"
                    scope = base._css_type_name if vars(base).get("SCOPED_CSS", True) else ""
                    key = css, place, True, -distance, scope
                    with suppress(*UNREADABLE):  # Reported when one of its widgets is mounted.
                        parsed[key] = parsed.get(key) or aside._parse_rules(*key)
        return variables, parsed

    def apply_parsed(self, widgets: ParsedWidgets) -> None:
        """Keep parsed sheets for later, unless the theme has changed since."""
        variables, parsed = widgets
        if variables == self._sheets._variables:
            for key, rules in parsed.items():
                self._sheets._parse_cache.set(key, rules)

    @property
    def _rest(self) -> tuple[str, str]:
        return self._place[0], _REST


def _kinds_of(kind: type[Widget]) -> Iterator[type[Widget]]:
    yield kind
    for made in kind.__subclasses__():
        yield from _kinds_of(made)


def _file_of(kind: type) -> str:
    """Return the file of a class; "" for one that was typed into an interpreter."""
    from inspect import getfile

    try:
        return getfile(kind)
    except (TypeError, OSError):
        return ""
