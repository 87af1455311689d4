"""Style a widget, and what is below it, as far as rules speak of what has changed in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from textual.css.model import CombinatorType, RuleSet, Selector, SelectorType
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.widget import Widget

FOCUS = frozenset({":focus", ":blur", ":focus-within"})

HANDED_DOWN = ("background", "background_tint", "color", "auto_color", "text_style", "opacity")
"""The rules of a widget that the colors of those inside depend on."""

_CHANGED = "_svc_changed"
_INDEX = "_svc_selector_index"

Names = Mapping[str, frozenset[str]]
"""By the last part of a rule's selectors (`Input`, `.label`): classes and states they speak of."""


class SelectorIndex(NamedTuple):
    """Of which classes (`.-cursor`) and states (`:focus`) the rules of a stylesheet speak."""

    rules: Mapping[str, Any]
    """The rules that this was read from."""
    itself: Names
    """Of the widget that is styled."""
    above: Names
    """Of a widget above it."""


def restyle(node: DOMNode, changed: frozenset[str]) -> None:
    """Style a node and its descendants, as far as rules depend on what has changed in it.

    What takes its colors from a widget that looks otherwise now forgets those it has kept.
    """
    if not isinstance(node, Widget):
        node.update_node_styles()
        return
    if not node.is_attached:
        return  # It is styled when mounted: until then its place is unknown.
    sheet = node.app.stylesheet
    index = selector_index(sheet)
    cache: dict[tuple[object, ...], Any] = {}
    vars(sheet)[_CHANGED] = changed
    other: set[Widget] = set()
    try:
        # A class that is gone is none of the node's names any more.
        affected = _affects(index.itself, node._selector_names | changed, changed)
        for one in (node, *_scrollbars(node), *_descendants(node)):
            if one is not node:
                affected = _affects(index.above, one._selector_names, changed)
            inherits = one.parent in other
            looked = _handed_down(one) if affected and not inherits else None
            if affected:
                sheet.apply(one, animate=True, cache=cache)
            else:
                _style_affected_parts(sheet, one, changed)
                if inherits:
                    one.notify_style_update()
            if inherits or (affected and _handed_down(one) != looked):
                other.add(one)
    finally:
        del vars(sheet)[_CHANGED]


def _handed_down(node: Widget) -> list[object]:
    """Return what the widgets inside take for their own colors.

    Their `visual_style` is not asked for: it would be kept, though a widget above may still change.
    """
    styles = node.styles
    return [getattr(styles, name) for name in HANDED_DOWN if styles.has_rule(name)]


def restyle_changed_parts(sheet: Stylesheet, node: DOMNode) -> bool:
    """Style the parts of a widget while `restyle` is at work; else return False."""
    changed: frozenset[str] | None = vars(sheet).get(_CHANGED)
    if changed is None:
        return False
    _style_affected_parts(sheet, node, changed)
    return True


def selector_index(sheet: Stylesheet) -> SelectorIndex:
    """Return the index of a stylesheet; it is made again when there are other rules."""
    known: SelectorIndex | None = vars(sheet).get(_INDEX)
    if known is None or known.rules is not sheet.rules_map:
        known = vars(sheet)[_INDEX] = _read(sheet.rules_map)
    return known


def _read(rules: Mapping[str, list[RuleSet]]) -> SelectorIndex:
    itself = {name: frozenset(_all(found, _last)) for name, found in rules.items()}
    above = {name: frozenset(_all(found, _before_last)) for name, found in rules.items()}
    return SelectorIndex(rules, itself, above)


def _all(rules: Iterable[RuleSet], part: Callable[[list[Selector]], list[Selector]]) -> set[str]:
    return {name for rule in rules for name in _names(rule, part)}


@lru_cache(4096)
def _names(rule: RuleSet, part: Callable[[list[Selector]], list[Selector]]) -> set[str]:
    """Return the classes and states in one part of a rule, which many stylesheets share."""
    selectors = [selector for one in rule.selector_set for selector in part(one.selectors)]
    states = {f":{name}" for one in selectors for name in one.pseudo_classes}
    return states | {f".{one.name}" for one in selectors if one.type is SelectorType.CLASS}


def _last(selectors: list[Selector]) -> list[Selector]:
    return selectors[_start_of_last(selectors) :]


def _before_last(selectors: list[Selector]) -> list[Selector]:
    return selectors[: _start_of_last(selectors)]


def _start_of_last(selectors: list[Selector]) -> int:
    start = len(selectors) - 1
    while start > 0 and selectors[start].combinator is CombinatorType.SAME:
        start -= 1
    return max(0, start)


def _affects(table: Names, names: Iterable[str], changed: frozenset[str]) -> bool:
    return any(name in table and not changed.isdisjoint(table[name]) for name in names)


def _descendants(node: Widget) -> Iterable[Widget]:
    """Yield all widgets below, each followed by its scroll bars."""
    for child in node.walk_children(Widget):
        yield child
        yield from _scrollbars(child)


def _scrollbars(node: Widget) -> Iterable[Widget]:
    """Yield the scroll bars that are shown."""
    if not node.is_scrollable:
        return
    across = node.show_horizontal_scrollbar and node.scrollbar_size_horizontal
    along = node.show_vertical_scrollbar and node.scrollbar_size_vertical
    if along:
        yield node.vertical_scrollbar
    if across:
        yield node.horizontal_scrollbar
    if along and across:
        yield node.scrollbar_corner


def _style_affected_parts(sheet: Stylesheet, node: DOMNode, changed: frozenset[str]) -> None:
    """Style the parts of a widget (its component classes) that a changed name is said of."""
    table, looks = selector_index(sheet).above, node._component_styles
    other = False
    for name in sorted(node._get_component_classes()):
        part = DOMNode(classes=name)
        if name in looks and not _affects(table, part._selector_names, changed):
            continue
        part._attach(node)
        sheet.apply(part, animate=False)
        other = other or looks.get(name) != part.styles
        looks[name] = part.styles
    if other:
        node.refresh()
