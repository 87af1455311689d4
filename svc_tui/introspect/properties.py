"""Fields from the properties of a JSON Schema."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from svc_tui.introspect.field_hint import ALWAYS, FieldCondition, FieldHint
from svc_tui.introspect.names import is_a_field, is_secret, looks_like_seo
from svc_tui.introspect.rules import alternatives, both, branches, is_usable
from svc_tui.introspect.schema import DEEPEST, Node, Schema, children
from svc_tui.models.base import label_from
from svc_tui.models.field_types import TEXTS, Value, holds, type_of_format, value_of
from svc_tui.text import plural

MOST_FIELDS = 300
"""Maximum number of fields of a form; more are reported, and can be edited elsewhere."""

LONG = 255
"""A `maxLength` above this means several lines."""

STORAGE = 2**31 - 1
"""The limits of integer columns in databases."""

SOURCE = "schema"

LIMITS = {
    "maxLength": "max_length",
    "minLength": "min_length",
    "minimum": "min",
    "maximum": "max",
    "multipleOf": "step",
    "pattern": "pattern",
    "maxItems": "max_items",
    "minItems": "min_items",
}
_LIMITED: Mapping[Value | None, tuple[str, ...]] = {
    "list": ("max_items", "min_items"),
    "media list": ("max_items",),
    "number": ("min", "max", "step"),
    "words": ("max_length", "min_length", "pattern"),
    "markup": ("max_length", "min_length", "pattern"),
}
"""The limits that a schema sets, by the values of field types."""


def fields_of_schema(
    document: object, root: object = None
) -> tuple[tuple[FieldHint, ...], tuple[str, ...]]:
    """Return every property as a field, and sentences about what could not be used.

    References are resolved in `root`, the document with the schema; else in the schema itself.
    """
    schema = Schema(document if root is None else root)
    node = schema.node(document)
    found: dict[str, FieldHint] = {}
    for hint in _properties(schema, node, 0):
        found.setdefault(hint.key, hint)
    fixed = frozenset(found)
    _conditional(schema, node, found, fixed)
    return _bounded(schema, node, found)


def _bounded(
    schema: Schema, node: Node, found: Mapping[str, FieldHint]
) -> tuple[tuple[FieldHint, ...], tuple[str, ...]]:
    notes = []
    if len(node.properties) > MOST_FIELDS:
        notes.append(
            f"The schema has {len(node.properties)} properties; the first {MOST_FIELDS} "
            "became fields."
        )
    elif schema.exhausted:
        notes.append("The schema is too large to read in full, so only a part of it became fields.")
    unfit = sum(not is_a_field(str(key)) for key in islice(node.properties, MOST_FIELDS))
    if unfit:
        what = plural(
            unfit,
            "property was skipped: its name can't be a field key",
            "properties were skipped: their names can't be field keys",
        )
        notes.append(f"{what}.")
    return tuple(islice(found.values(), MOST_FIELDS)), tuple(notes)


def _properties(
    schema: Schema, node: Node, depth: int, above: str = "", group: str = ""
) -> list[FieldHint]:
    found: list[FieldHint] = []
    for key, raw in islice(children(node), MOST_FIELDS):
        if is_a_field(key) and not is_secret(key):
            own = schema.node(raw)
            hints = field_of(schema, f"{above}{key}", own, depth, required=key in node.required)
            found += [replace(one, group=one.group or group) for one in hints]
    return found


def _conditional(
    schema: Schema, node: Node, found: dict[str, FieldHint], fixed: frozenset[str]
) -> None:
    """Show the fields of one `then` or `else` only while its condition holds.

    This includes optional base properties that no condition uses. Fields in several branches stay,
    unless a branch forbids them (`"url": false`).
    """
    every = tuple(branches(schema, node))
    named = Counter(key for one in every for key in one.node.properties.keys() - one.forbidden)
    tested = {key for one in every for key in _looked_at(one.shown)}
    always = node.required | tested
    for branch in every:
        shown = branch.shown if branch.shown is not None else ALWAYS
        forbidden = branch.forbidden
        for key in forbidden:
            if key in fixed and branch.hidden is not None:
                shown_if = both(found[key].shown, branch.hidden)
                found[key] = replace(found[key], shown=shown_if or found[key].shown)
        for hint in _properties(schema, branch.node, 0):
            if hint.key in forbidden:
                continue
            known = found.get(hint.key)
            if known is None:
                found[hint.key] = replace(hint, shown=shown)
            elif hint.key in fixed:
                known = known.over(replace(hint, required=False))
                alone = named[hint.key] == 1 and hint.key not in always
                shown_if = both(known.shown, shown) if alone else None
                found[hint.key] = replace(known, shown=shown_if or known.shown)
            else:
                found[hint.key] = replace(known.over(hint), shown=alternatives(known.shown, shown))
        for key in branch.node.required & fixed:
            if not found[key].help:
                found[key] = replace(found[key], help=_needed(shown))


def _looked_at(shown: FieldCondition | None) -> Iterator[str]:
    if shown is not None:
        for part in (shown.when, shown.when_any, shown.when_not):
            yield from part


def _needed(shown: FieldCondition) -> str:
    """Return a condition in words, for a field that exists anyway."""
    words = [f"{label_from(path)} {_asks(test)}" for path, test in shown.when.items()]
    return f"Required if {' and '.join(words)}." if words else "Required in some cases."


def _asks(test: Mapping[str, Any]) -> str:
    for key, words in (("equals", "is"), ("one_of", "is"), ("none_of", "is not")):
        if key in test:
            values = test[key] if isinstance(test[key], list) else [test[key]]
            return f"{words} {' or '.join(map(str, values))}"
    return "is set" if test.get("empty") is False else "matches"


def field_of(
    schema: Schema, key: str, node: Node, depth: int, *, required: bool = False
) -> list[FieldHint]:
    """Return one property as a field; an object as the fields in it."""
    if node.says("writeOnly") and node.text("format") == "password":
        return []
    base = FieldHint(
        key=key,
        label=node.text("title", "verbose_name"),
        help=node.text("description", "help_text"),
        required=required and not node.nullable,
        readonly=_readonly(node),
        translatable=node.says("translatable"),
        write_only=node.says("writeOnly"),
        source=SOURCE,
    )
    if _is_object(node) and depth < DEEPEST and (parts := _parts(schema, base, node, depth)):
        return parts
    kind, attrs, inner = _kind(schema, node, depth)
    attrs |= _limits(node, kind)
    if isinstance(example := next(iter(_examples(node)), None), str) and kind in ("text", "url"):
        attrs.setdefault("placeholder", example[:80])
    templates = inner if isinstance(inner, dict) else {}
    fields = tuple(inner) if isinstance(inner, list) else ()
    default = _default(node, kind)
    return [
        replace(base, type=kind, attrs=attrs, fields=fields, templates=templates, default=default)
    ]


_DEFAULTS: Mapping[Value | None, tuple[type, ...]] = {
    "flag": (bool,),
    "number": (int, float),
    "choice": (str, int, float),
    **dict.fromkeys(TEXTS, (str,)),
}
"""The types of a default, by the values of field types that support one."""


def _default(node: Node, kind: str | None) -> Any:
    """Return the value in a new record; None without a default that the field takes."""
    value = node.facts.get("default")
    fits = isinstance(value, _DEFAULTS.get(value_of(kind), ())) and value != ""
    if not fits or (
        not holds(kind, "flag") and not isinstance(value, str) and not is_a_limit(value)
    ):
        return None
    if holds(kind, "choice"):
        return value if value in [one for one, _ in node.choices] else None
    return value


def _readonly(node: Node) -> bool | None:
    if node.says("readOnly", "read_only"):
        return True
    said = any(node.facts.get(key) is False for key in ("readOnly", "read_only"))
    return False if said or node.says("untyped") else None


def _parts(schema: Schema, base: FieldHint, node: Node, depth: int) -> list[FieldHint]:
    """Return the values of an object as fields of their own, under its heading."""
    heading = base.label or label_from(base.key)
    parts = _properties(schema, node, depth + 1, f"{base.key}.", heading)
    if base.readonly:
        parts = [replace(one, readonly=True) for one in parts]
    return [replace(one, required=one.required and base.required) for one in parts]


def _is_object(node: Node) -> bool:
    return node.type == "object" and bool(node.properties) and _whole_object(node) is None


def _whole_object(node: Node) -> str | None:
    """Return the type of field that edits an object of this shape as one value."""
    known = type_of_format(node.text("format"))
    if holds(known, "media", "object"):
        return known
    keys = set(node.properties)
    if looks_like_seo(keys):
        return "seo"
    return "map" if keys == {"lat", "lng"} else None


def _kind(
    schema: Schema, node: Node, depth: int
) -> tuple[str | None, dict[str, Any], list[FieldHint] | dict[str, tuple[FieldHint, ...]]]:
    """Return the field type, its attributes, and the fields within."""
    kind = node.type
    if kind == "relation" or isinstance(node.facts.get("endpoint"), str):
        return (*_relation(node, multiple=node.says("multiple")), [])
    if node.choices:
        return "select", {"items": _items(node)}, []
    if kind == "array":
        return _array(schema, node, depth)
    if kind == "object":
        return _whole_object(node) or "json", {}, []
    if kind == "boolean":
        return "boolean", {}, []
    if kind in ("integer", "number"):
        return "number", {"step": 1} if kind == "integer" else {}, []
    if kind == "string":
        return (*_text(node), [])
    if len(node.branches) > 0:
        return _kind(schema, schema.node(node.branches[0]), depth + 1) if depth < DEEPEST else _OPEN
    return _OPEN


_OPEN: tuple[None, dict[str, Any], list[FieldHint]] = (None, {}, [])


def _text(node: Node) -> tuple[str, dict[str, Any]]:
    known = type_of_format(node.text("format").lower()) or type_of_format(
        node.text("contentMediaType")
    )
    if known == "file":
        return known, {"accept": "image/*"} if node.text("format") == "image" else {}
    if known:
        return known, {}
    longest = node.facts.get("maxLength")
    several = isinstance(longest, int) and longest > LONG
    return ("textarea" if several else "text"), {}


def _relation(node: Node, *, multiple: bool) -> tuple[str | None, dict[str, Any]]:
    """Return a relation; without an endpoint there is nothing to choose from."""
    endpoint = node.text("endpoint")
    if not endpoint:
        return None, {}
    if node.text("model").rpartition(".")[2].lower() == "media":
        return "media-m2m" if multiple else "media", {}
    attrs: dict[str, Any] = {"endpoint": endpoint, "return_object": False}
    for theirs, ours in (("itemText", "item_text"), ("itemValue", "item_value")):
        if word := node.text(theirs, ours):
            attrs[ours] = word
    return "m2m" if multiple else "fks", attrs


def _array(
    schema: Schema, node: Node, depth: int
) -> tuple[str | None, dict[str, Any], list[FieldHint] | dict[str, tuple[FieldHint, ...]]]:
    items = schema.node(node.facts.get("items"))
    if items.type == "relation" or isinstance(items.facts.get("endpoint"), str):
        return (*_relation(items, multiple=True), [])
    if items.choices:
        return "select", {"items": _items(items), "multiple": True}, []
    if depth >= DEEPEST:
        return "json", {}, []
    if items.branches:
        named = _templates(schema, items, depth + 1)
        return ("repeater", {}, named) if named else ("json", {}, [])
    if items.type == "object" and items.properties:
        return "repeater", {}, _properties(schema, items, depth + 1)
    return "json", {}, []


def _templates(schema: Schema, items: Node, depth: int) -> dict[str, tuple[FieldHint, ...]]:
    """Return the kinds of item: distinguished by a constant in each, else by their titles."""
    found: dict[str, tuple[FieldHint, ...]] = {}
    for place, raw in enumerate(items.branches, start=1):
        node = schema.node(raw)
        if node.type != "object" or not node.properties:
            return {}
        name, mark = _name_of(schema, node, place)
        fields = [one for one in _properties(schema, node, depth) if one.key != mark]
        found[name] = tuple(fields)
    return found


def _name_of(schema: Schema, node: Node, place: int) -> tuple[str, str]:
    """Return a template's name, and the property that holds it."""
    for key, raw in islice(children(node), 20):
        choices = schema.node(raw).choices
        if len(choices) == 1 and isinstance(choices[0][0], str):
            return choices[0][0], key
    return node.text("title") or f"item {place}", ""


def _items(node: Node) -> list[dict[str, Any]]:
    return [{"value": value, "label": word} for value, word in node.choices]


def _limits(node: Node, kind: str | None) -> dict[str, Any]:
    usable = _LIMITED.get(value_of(kind), ())
    found: dict[str, Any] = {}
    for theirs, ours in LIMITS.items():
        value = node.facts.get(theirs)
        if ours not in usable:
            continue
        if ours == "pattern":
            fits = isinstance(value, str) and is_usable(value)
        else:
            fits = is_a_limit(value)
        if fits:
            found[ours] = value
    return {name: value for name, value in found.items() if _is_possible(name, found)}


WHOLE = ("max_length", "min_length", "max_items", "min_items")
"""Limits that count something."""


def _is_possible(name: str, found: Mapping[str, Any]) -> bool:
    """Whether some value fits a limit: schemas of backends may have any mistake."""
    value = found[name]
    if name in WHOLE and not (isinstance(value, int) and value >= 0):
        return False
    if name == "step":
        return bool(value > 0)
    least, most = (name.replace(*pair, 1) for pair in (("max", "min"), ("min", "max")))
    return least == most or least not in found or most not in found or found[least] <= found[most]


def is_a_limit(value: object) -> bool:
    """Whether a limit was chosen, rather than that of the column's storage."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return abs(value) < STORAGE and value == value


def _examples(node: Node) -> list[Any]:
    found = node.facts.get("examples")
    return found if isinstance(found, list) else []
