"""JSON Schema's `if`, `then` and `else` as conditions of fields."""

from __future__ import annotations

import logging
import math
from collections.abc import Iterator, Mapping
from typing import Any

from svc_tui.introspect.field_hint import ALWAYS, FieldCondition
from svc_tui.introspect.schema import Node, Schema
from svc_tui.models.conditions import why_no_expression

LOG = logging.getLogger("svc_tui")

Tests = dict[str, dict[str, Any]]
"""Dotted paths and the matcher of each value; all must match."""

OR_ABSENT = "or_absent"
"""The key of a matcher that also holds for a missing value."""

MOST_RULES = 200
"""Maximum number of conditions to read."""

DEEPEST = 6
"""Maximum levels of nested conditions to read."""


class Branch:
    """The fields of one `then` or `else`, and their condition."""

    def __init__(
        self, shown: FieldCondition | None, hidden: FieldCondition | None, node: Node
    ) -> None:
        self.shown = shown
        """The condition; None if a form can't evaluate it."""
        self.hidden = hidden
        """The opposite condition; None if a single condition can't express it."""
        self.node = node

    @property
    def forbidden(self) -> list[str]:
        """Return the properties that a record may not have while this branch holds."""
        return [
            str(key)
            for key, raw in self.node.properties.items()
            if raw is False or raw == {"not": {}}
        ]


def branches(schema: Schema, node: Node) -> Iterator[Branch]:
    """Yield every branch of every rule, nested ones with the conditions around them."""
    left = [MOST_RULES]
    yield from _branches(schema, node, ALWAYS, 0, left)


def _branches(
    schema: Schema, node: Node, around: FieldCondition | None, depth: int, left: list[int]
) -> Iterator[Branch]:
    for rule in node.rules:
        left[0] -= 1
        if left[0] < 0 or depth > DEEPEST:
            return
        tests = _tests(schema, rule.get("if"), 0)
        holds, fails = _holding(tests), _failing(tests)
        for word, shown, hidden in (("then", holds, fails), ("else", fails, holds)):
            if not isinstance(rule.get(word), Mapping):
                continue
            inner = schema.node(rule[word])
            within = both(around, shown)
            # A nested rule fails if either condition does, which no single condition can express.
            yield Branch(within, hidden if depth == 0 else None, inner)
            yield from _branches(schema, inner, within, depth + 1, left)


def alternatives(one: FieldCondition, other: FieldCondition) -> FieldCondition:
    """Return when either holds; always, if a single condition can't express that."""
    if one == other:
        return one
    if not (one and other) or any((one.when_any, one.when_not, other.when_any, other.when_not)):
        return ALWAYS
    if len(one.when) == len(other.when) == 1:
        (path, mine), (their_path, theirs) = *one.when.items(), *other.when.items()
        values = [*_values(mine), *_values(theirs)]
        if path == their_path:
            both = _values(mine) and _values(theirs)
            absent = {OR_ABSENT: True} if OR_ABSENT in {**mine, **theirs} else {}
            test = {"one_of": list(dict.fromkeys(values)), **absent}
            return FieldCondition(when={path: test}) if both else ALWAYS
        return FieldCondition(when_any={path: mine, their_path: theirs})
    return ALWAYS


def _values(test: Mapping[str, Any]) -> list[Any]:
    test = _of_value(test)
    if test.keys() == {"equals"}:
        return [test["equals"]]
    return list(test["one_of"]) if test.keys() == {"one_of"} else []


def _of_value(test: Mapping[str, Any]) -> Mapping[str, Any]:
    return {key: said for key, said in test.items() if key != OR_ABSENT}


def _tests(schema: Schema, raw: object, depth: int, above: str = "") -> Tests | None:
    """Return the tests of a condition; None if a form can't evaluate it."""
    if not isinstance(raw, Mapping) or depth > DEEPEST:
        return None
    node = schema.node(raw)
    if node.branches or raw.get("not") is not None:
        return None
    found: Tests = {}
    for key in map(str, node.properties):
        path = f"{above}{key}"
        test = _test(schema, node.properties[key])
        if test is None:
            inner = _tests(schema, node.properties[key], depth + 1, f"{path}.")
            if not inner:
                return None
            found |= inner
        elif test:
            # A test also holds for a missing value, unless it is required.
            found[path] = test if key in node.required else {**test, OR_ABSENT: True}
    for key in node.required:
        if key not in node.properties:
            found[f"{above}{key}"] = {"empty": False}
    return found or None


def _test(schema: Schema, raw: object) -> dict[str, Any] | None:
    """Return the matcher of a value; {} matches everything, None can't be expressed."""
    node = schema.node(raw)
    if node.properties or node.branches:
        return None
    if isinstance(denied := node.facts.get("not"), Mapping):
        values = schema.node(denied).choices
        return {"none_of": [value for value, _ in values]} if values else None
    if len(node.choices) == 1 and not node.nullable:
        return {"equals": node.choices[0][0]}
    if node.choices:
        return {"one_of": [value for value, _ in node.choices]}
    if node.facts.get("type") == "null":
        return {"empty": True}
    return _bounds(node)


def _bounds(node: Node) -> dict[str, Any]:
    """Return the matcher of numbers, patterns and lengths."""
    facts = node.facts
    test: dict[str, Any] = {}
    whole = node.type == "integer"
    for word, key, side in (
        ("minimum", "greater_than", -math.inf),
        ("maximum", "less_than", math.inf),
    ):
        if (bound := _number(facts.get(word))) is not None:
            outer = bound + math.copysign(1, side) if whole else math.nextafter(bound, side)
            test[key] = outer
        strict = _number(facts.get(f"exclusive{word.capitalize()}"))
        if strict is not None:
            test[key] = strict
    if isinstance(pattern := facts.get("pattern"), str) and is_usable(pattern):
        test["matches"] = pattern
    least = _number(facts.get("minLength") or facts.get("minItems"))
    if least is not None and least > 0:
        test["empty"] = False
    return test


def _holding(tests: Tests | None) -> FieldCondition | None:
    return None if tests is None else FieldCondition(when=tests)


def _failing(tests: Tests | None) -> FieldCondition | None:
    """Return the alternatives of a failed condition: any of its tests fails."""
    if tests is None:
        return None
    if len(tests) == 1:
        return FieldCondition(when_not=tests)
    denied = {path: _denied(test) for path, test in tests.items()}
    known = {path: test for path, test in denied.items() if test is not None}
    return FieldCondition(when_any=known) if len(known) == len(denied) else None


def _denied(test: Mapping[str, Any]) -> dict[str, Any] | None:
    there = {"empty": False} if OR_ABSENT in test else {}
    if values := _values(test):
        return {"none_of": values, **there}
    test = _of_value(test)
    if test.keys() == {"none_of"}:
        return {"one_of": list(test["none_of"])}
    return {"empty": not test["empty"]} if test.keys() == {"empty"} else None


def both(around: FieldCondition | None, inner: FieldCondition | None) -> FieldCondition | None:
    """Return when both hold; None if a single condition can't express that."""
    if around is None or inner is None:
        return None
    if around.when_any and inner.when_any:
        return None
    for mine, theirs in ((around.when, inner.when), (around.when_not, inner.when_not)):
        if any(theirs[path] != test for path, test in mine.items() if path in theirs):
            return None
    return FieldCondition(
        when={**around.when, **inner.when},
        when_any=around.when_any or inner.when_any,
        when_not={**around.when_not, **inner.when_not},
    )


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def is_usable(pattern: str) -> bool:
    """Whether a pattern can be checked here; other languages have other syntax."""
    why = why_no_expression(pattern) or ("is too long" if len(pattern) >= 1000 else "")
    if why:
        LOG.info("a pattern of the backend's description is ignored: %r %s", pattern[:200], why)
    return not why
