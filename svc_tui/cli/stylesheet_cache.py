"""Style sheets as Textual has them parsed, so that they can be kept."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from textual.css.stylesheet import Stylesheet

from svc_tui.textual_patches.keys import replace
from svc_tui.thinline.textual_version import textual_version

Rules = list[Any]
Keep = Callable[[str, Callable[[], Rules]], Rules]
"""Rules that were kept under all that they depend on, or as they are parsed now."""


def install_stylesheet_cache(keep: Keep) -> None:
    """From here on, what is kept is not parsed; for the versions of Textual that are mended."""
    parse = Stylesheet._parse_rules
    told = _Told()

    def parsed(
        self: Stylesheet,
        css: str,
        read_from: tuple[str, str],
        is_default_rules: bool = False,
        tie_breaker: int = 0,
        scope: str = "",
    ) -> Rules:
        key = css, read_from, is_default_rules, tie_breaker, scope
        if key in self._parse_cache:
            return self._parse_cache[key]
        depends_on = f"{textual_version()} {told.variables(self._variables)} {key!r}"
        rules = keep(depends_on, partial(parse, self, *key))
        self._parse_cache[key] = rules
        return rules

    replace(Stylesheet, "_parse_rules", parsed)


class _Told:
    """The variables of a theme in words; the same ones stand behind a hundred sheets."""

    def __init__(self) -> None:
        self._last: tuple[dict[str, str], str] = {}, "{}"

    def variables(self, variables: dict[str, str]) -> str:
        """All of them, each with its value."""
        last, words = self._last
        if variables != last:
            words = str(sorted(variables.items()))
            self._last = variables.copy(), words
        return words
