"""Check a program's themes: an invalid one would end the console once chosen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from svc_tui.models.arguments import given_words, twice

if TYPE_CHECKING:
    from textual.theme import Theme

_COLORS = (
    "primary", "secondary", "accent", "warning", "error", "success",
    "foreground", "background", "surface", "panel", "boost",
)  # fmt: skip
"""The parts of a theme that are colors."""

KINDS_OF_VALUES = {"color": "color", "text-style": "text style"}
"""Style rules that a variable may be for, and what their values are called."""


def theme_problems(given: Iterable[Theme]) -> Iterator[str]:
    """Yield what is wrong with themes, with the part that is."""
    for name in twice(theme.name for theme in given):
        yield f'the theme "{name}" is defined twice; keep one of them'
    for theme in given:
        yield from (f'the theme "{theme.name}" {said}' for said in _problems(theme))


def _problems(theme: Theme) -> Iterator[str]:
    from textual.color import Color, ColorParseError

    wrong = False
    for part in _COLORS:
        color: object = getattr(theme, part)
        try:
            if color is not None and not isinstance(color, str):
                raise ColorParseError(f"it should be a string, not {given_words(color)}")
            Color.parse(color or "black")
        except ColorParseError as error:
            wrong = True
            yield f"has an invalid color, {part}: {error}"
    if wrong:
        return
    usual = type(theme)(name=theme.name, primary=theme.primary).to_color_system().generate()
    variables: dict[str, object] = {**theme.variables}
    for name, value in variables.items():
        if said := _misfit(value, usual.get(name)):
            yield f'has an invalid variable, "{name}": {said}'


def _misfit(value: object, usual: str | None) -> str:
    """Return why a variable can't have a value; `usual` is Textual's own value, if any."""
    if not isinstance(value, str):
        return f"it should be a string, not {given_words(value)}"
    if set(value) & set("{};"):
        return "it can't have braces or semicolons"
    rules = [rule for rule in KINDS_OF_VALUES if usual and _is_style(rule, usual)]
    if rules and not any(_is_style(rule, value) for rule in rules):
        kinds = [KINDS_OF_VALUES[rule] for rule in rules]
        return f'"{value}" is not a valid {" or ".join(kinds)}'
    return ""


def _is_style(rule: str, value: str) -> bool:
    """Whether a style rule can have this value."""
    from textual.css.errors import StylesheetError, StyleValueError
    from textual.css.stylesheet import Stylesheet, StylesheetParseError
    from textual.css.tokenizer import TokenError

    sheet = Stylesheet()
    sheet.add_source(f"* {{ {rule}: {value}; }}")
    try:
        sheet.parse()
    except (StylesheetError, StylesheetParseError, StyleValueError, TokenError):
        return False
    return True
