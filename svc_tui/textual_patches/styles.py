"""What a changed class or focus costs in Textual 8.2.8; used by `compat` alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, cast

from textual.css.model import CombinatorType, RuleSet, Selector, SelectorType
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.widget import Widget

from svc_tui.textual_patches.keys import replace

FOCUS = frozenset({":focus", ":blur", ":focus-within"})

_NAMING = frozenset({SelectorType.TYPE, SelectorType.CLASS, SelectorType.ID})

_CHANGED = "_svc_changed"
_NEEDS = "_svc_needs"
_PARTS = "_svc_parts"

MOST_PLACES = 256
"""Places of which is known how the parts of a widget look there."""
_SPOKEN = "_svc_spoken"

Names = Mapping[str, frozenset[str]]
"""By the last part of a rule's selectors (`Input`, `.label`): classes and states they speak of."""


class Spoken(NamedTuple):
    """Of which classes (`.-cursor`) and states (`:focus`) the rules of a stylesheet speak."""

    rules: Mapping[str, Any]
    """What this was read from."""
    itself: Names
    """Of the widget that is styled."""
    above: Names
    """Of a widget above it."""


def restyle_affected_only() -> None:
    """A changed class, or the focus, styles all widgets below anew, with all their parts.

    In all versions up to 8.2.8: for each of them every rule is looked at. A step from field to
    field in a form took two thirds of its time for that, though the rules that speak of the
    cursor's class and of the focus reach a handful of widgets.
    """
    add, remove, parts = (
        DOMNode.add_class,
        DOMNode.remove_class,
        Stylesheet._process_component_classes,
    )

    def add_class(self: DOMNode, *names: str, update: bool = True) -> DOMNode:
        changed = frozenset(f".{name}" for name in names if name not in self._classes)
        add(self, *names, update=False)
        if update and changed:
            restyle(self, changed)
        return self

    def remove_class(self: DOMNode, *names: str, update: bool = True) -> DOMNode:
        changed = frozenset(f".{name}" for name in names if name in self._classes)
        remove(self, *names, update=False)
        if update and changed:
            restyle(self, changed)
        return self

    def parts_that_change(self: Stylesheet, node: DOMNode) -> None:
        changed = vars(self).get(_CHANGED)
        if changed is None:
            parts(self, node)
        else:
            _style_parts(self, node, changed)

    replace(DOMNode, "add_class", add_class)
    replace(DOMNode, "remove_class", remove_class)
    replace(Widget, "watch_has_focus", lambda self, _has_focus: restyle(self, FOCUS))
    replace(Stylesheet, "_process_component_classes", parts_that_change)


def know_rules_by_themselves() -> None:
    """Each widget that is styled asks all rules of a sheet for a hash that is written in Python.

    In all versions up to 8.2.8; it is that of any object.
    """
    replace(RuleSet, "__hash__", object.__hash__)


def skip_unmatchable_rules() -> None:
    """A rule about what stands in a dialog is walked down all widgets above a field of a page.

    In all versions up to 8.2.8: for every widget and each of its parts, with every rule that ends
    in its name. Most name something that is nowhere above it.
    """
    apply, check = Stylesheet.apply, vars(Stylesheet)["_check_rule"].__func__
    seen: list[Any] = [None, None]

    def apply_and_forget(self: Stylesheet, node: DOMNode, **said: Any) -> None:
        try:
            apply(self, node, **said)
        finally:
            seen[0] = None

    def check_where_it_may_hold(
        cls: type[Stylesheet], rule: RuleSet, path: list[DOMNode]
    ) -> Iterable[Any]:
        if seen[0] is not path:
            seen[:] = path, _names(path).issuperset
        holds = seen[1]
        needs = vars(rule).get(_NEEDS)
        if needs is None:
            needs = vars(rule)[_NEEDS] = _needs(rule)
        return check(cls, rule, path) if any(map(holds, needs)) else ()

    replace(Stylesheet, "apply", apply_and_forget)
    replace(Stylesheet, "_check_rule", classmethod(check_where_it_may_hold))


def _names(path: list[DOMNode]) -> set[str]:
    """All types, classes and ids along a path."""
    classes = [node._classes for node in path]
    return {node.id or "" for node in path}.union(*(one._css_type_names for one in path), *classes)


def _needs(rule: RuleSet) -> list[frozenset[str]]:
    """What has to be there, in a node or above it, for one of a rule's selectors to hold."""
    return [
        frozenset(one.name for one in way.selectors if one.type in _NAMING)
        for way in rule.selector_set
    ]


def cache_component_styles() -> None:
    """The parts of each line of a form are styled one by one, though all lines stand alike.

    In all versions up to 8.2.8; a text area has fourteen of them. What the rules say of a part
    follows from the names and states of the widgets above it.
    """
    style = Stylesheet._process_component_classes

    def style_as_one_that_stands_alike(self: Stylesheet, node: DOMNode) -> None:
        names = node._get_component_classes()
        if not names or node._component_styles:
            style(self, node)
            return
        known, place = _parts_by_place(self), _place(self, node, names)
        if place not in known:
            style(self, node)
            looks = node._component_styles.items()
            known[place] = {name: look.base.get_rules() for name, look in looks}
            return
        for name, rules in known[place].items():
            part = DOMNode(classes=name)
            part._attach(node)
            part.styles.base.merge_rules(rules)
            node._component_styles[name] = part.styles
        node.refresh()

    replace(Stylesheet, "_process_component_classes", style_as_one_that_stands_alike)


def _parts_by_place(sheet: Stylesheet) -> dict[object, dict[str, Any]]:
    """By the place of a widget, the rules of its parts; forgotten when there are other rules."""
    rules, found = vars(sheet).get(_PARTS, (None, {}))
    if rules is not sheet.rules_map or len(found) >= MOST_PLACES:
        found = {}
        vars(sheet)[_PARTS] = sheet.rules_map, found
    return cast(dict[object, dict[str, Any]], found)


def _place(sheet: Stylesheet, node: DOMNode, parts: Iterable[str]) -> object:
    """All that rules for these parts can ask of a widget and of those above it."""
    said = [sheet.rules_map.get(name, ()) for name in ("*", *(f".{part}" for part in parts))]
    states = sorted({state for rules in said for rule in rules for state in rule.pseudo_classes})
    return tuple(
        (
            type(one),
            one._id,
            frozenset(one._classes),
            tuple(state for state in states if one.has_pseudo_class(state)),
        )
        for one in node.css_path_nodes
    )


def restyle(node: DOMNode, changed: frozenset[str]) -> None:
    """Style a node and what is below it, as far as rules speak of what has changed in the node."""
    if not isinstance(node, Widget):
        node.update_node_styles()
        return
    if not node.is_attached:
        return  # It is styled when it is mounted: before that, nobody knows where it will stand.
    sheet = node.app.stylesheet
    spoken = selector_index(sheet)
    cache: dict[tuple[object, ...], Any] = {}
    vars(sheet)[_CHANGED] = changed
    try:
        # A class that is gone is none of the node's names any more.
        if _speaks(spoken.itself, node._selector_names | changed, changed):
            sheet.apply(node, animate=True, cache=cache)
        else:
            _style_parts(sheet, node, changed)
        for below in (*_bars(node), *_below(node)):
            if _speaks(spoken.above, below._selector_names, changed):
                sheet.apply(below, animate=True, cache=cache)
            else:
                _style_parts(sheet, below, changed)
    finally:
        del vars(sheet)[_CHANGED]


def selector_index(sheet: Stylesheet) -> Spoken:
    """What the rules of a stylesheet speak of; read again when there are other rules."""
    known: Spoken | None = vars(sheet).get(_SPOKEN)
    if known is None or known.rules is not sheet.rules_map:
        known = vars(sheet)[_SPOKEN] = _read(sheet.rules_map)
    return known


def _read(rules: Mapping[str, list[RuleSet]]) -> Spoken:
    itself = {name: frozenset(_all(found, _last)) for name, found in rules.items()}
    above = {name: frozenset(_all(found, _before_last)) for name, found in rules.items()}
    return Spoken(rules, itself, above)


def _all(rules: Iterable[RuleSet], part: Callable[[list[Selector]], list[Selector]]) -> set[str]:
    ways = [one.selectors for rule in rules for one in rule.selector_set]
    selectors = [selector for way in ways for selector in part(way)]
    states = {f":{name}" for one in selectors for name in one.pseudo_classes}
    return states | {f".{one.name}" for one in selectors if one.type is SelectorType.CLASS}


def _last(selectors: list[Selector]) -> list[Selector]:
    """What is said of the widget that is styled."""
    return selectors[_start_of_last(selectors) :]


def _before_last(selectors: list[Selector]) -> list[Selector]:
    """What is said of the widgets above it."""
    return selectors[: _start_of_last(selectors)]


def _start_of_last(selectors: list[Selector]) -> int:
    start = len(selectors) - 1
    while start > 0 and selectors[start].combinator is CombinatorType.SAME:
        start -= 1
    return max(0, start)


def _speaks(table: Names, names: Iterable[str], changed: frozenset[str]) -> bool:
    return any(name in table and not changed.isdisjoint(table[name]) for name in names)


def _below(node: Widget) -> Iterable[Widget]:
    """All widgets below, each followed by its scroll bars."""
    for child in node.walk_children(Widget):
        yield child
        yield from _bars(child)


def _bars(node: Widget) -> Iterable[Widget]:
    """The scroll bars that are shown."""
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


def _style_parts(sheet: Stylesheet, node: DOMNode, changed: frozenset[str]) -> None:
    """Style those of a widget's parts (its component classes) that a rule speaks of."""
    table, looks = selector_index(sheet).above, node._component_styles
    other = False
    for name in sorted(node._get_component_classes()):
        part = DOMNode(classes=name)
        if name in looks and not _speaks(table, part._selector_names, changed):
            continue
        part._attach(node)
        sheet.apply(part, animate=False)
        other = other or looks.get(name) != part.styles
        looks[name] = part.styles
    if other:
        node.refresh()
