"""Faults in the style sheets of widget classes, found before Textual ends the app by them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from textual.css.errors import StylesheetError
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet, StylesheetParseError
from textual.css.tokenizer import TokenError
from textual.widget import Widget

if TYPE_CHECKING:
    from svc_tui.textual_patches.hooks import FaultGuard

UNREADABLE = (StylesheetError, TokenError, OSError)
"""Exceptions of Textual for a style sheet that it can't read or parse."""


class StyleFault(Exception):
    """A style sheet of a class is wrong; names the sheet, the line and what is wrong there."""


def check_default_css(guard: FaultGuard, sheets: Stylesheet, widget: Widget) -> None:
    """Take the wrong sheets of a widget's class out of its app's, and report it to the guard."""
    if not guard.guards_style(type(widget)):
        return
    found = None
    for where, css, distance, scope in widget._get_default_css():
        try:
            fault = _fault_of(sheets._parse_rules(css, where, True, distance, scope))
        except UNREADABLE as error:
            fault = _style_fault(error, where[1])
        if fault is not None:
            found = found or fault
            sheets.source[where] = sheets.source[where]._replace(content="")
    if found is not None:
        guard.holds_style(widget, found)


@contextmanager
def screen_css_checked(guard: FaultGuard, sheets: Stylesheet, screen: Widget) -> Iterator[None]:
    """Load the sheets of a screen; remove a wrong one again, and report it to the guard."""
    before = dict(sheets.source)
    try:
        yield
    except UNREADABLE as error:
        if not guard.guards_style(type(screen)):
            raise
        sheets.source = before
        guard.holds_style(screen, _style_fault(error, f"{type(screen).__name__}.CSS"))


def _style_fault(error: Exception, name: str) -> StyleFault:
    """Return in words why a sheet of this name can't be parsed."""
    if isinstance(error, StylesheetParseError) and (fault := _fault_of(error.errors.rules)):
        return fault
    line = f", line {error.start[0]}" if isinstance(error, TokenError) else ""
    return StyleFault(f"{name}{line}: {error}")


def _fault_of(rules: list[RuleSet]) -> StyleFault | None:
    faults: list[Any] = [one for rule in rules for one in rule.errors]
    for token, message in faults:
        line = (token.referenced_by or token).location[0] + 1
        return StyleFault(f"{token.read_from[1]}, line {line}: {message}")
    return None
