"""Read a JSON Schema: references, compositions, nulls; flattened, and within limits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any
from urllib.parse import unquote

DEEPEST = 8
"""Maximum levels of nested objects to read; deeper ones are edited as JSON."""

MOST_STEPS = 32
"""Maximum number of references to follow in a row."""

MOST_PARTS = 50
"""Maximum number of parts of an `allOf`, or branches of a `oneOf`."""

MOST_LOOKS = 4000
"""Maximum number of nodes to read, as a schema may be infinite."""


@dataclass(frozen=True)
class Node:
    """One schema, with references and compositions resolved."""

    facts: Mapping[str, Any] = field(default_factory=dict)
    """Plain keywords: type, format, title, minimum, …"""
    properties: Mapping[str, Any] = field(default_factory=dict)
    required: frozenset[str] = frozenset()
    choices: tuple[tuple[Any, str], ...] = ()
    """Values and their labels."""
    branches: tuple[Any, ...] = ()
    """The alternatives, if they are more than a list of values."""
    rules: tuple[Mapping[str, Any], ...] = ()
    """Every `if` with its `then` and `else`."""
    nullable: bool = False

    @property
    def type(self) -> str:
        """The single type; an object if there are properties, an array if there are items."""
        said = self.facts.get("type")
        if isinstance(said, str):
            return said
        return "object" if self.properties else "array" if "items" in self.facts else ""

    def text(self, *keys: str) -> str:
        """Return the first of these facts that is a non-empty string."""
        found = (self.facts.get(key) for key in keys)
        return next((one.strip() for one in found if isinstance(one, str) and one.strip()), "")

    def says(self, *keys: str) -> bool:
        """Whether one of these flags is set."""
        return any(self.facts.get(key) is True for key in keys)


class Schema:
    """A schema document; `node` reads any part of it."""

    def __init__(self, document: object) -> None:
        self._root = document
        self._looks = 0

    @property
    def exhausted(self) -> bool:
        """Whether parts were not read, as it is too large."""
        return self._looks >= MOST_LOOKS

    def node(self, raw: object) -> Node:
        """Return a part with references, compositions and nulls resolved; empty if invalid."""
        return self._node(raw, (), 0)

    def _node(self, raw: object, trail: tuple[int, ...], depth: int) -> Node:
        self._looks += 1
        if not isinstance(raw, Mapping) or depth > MOST_STEPS or self._looks > MOST_LOOKS:
            return Node()
        if id(raw) in trail:
            return Node()
        trail = (*trail, id(raw))
        parts = [self._own(raw, trail, depth)]
        if isinstance(raw.get("$ref"), str):
            parts.append(self._node(self.target(raw["$ref"]), trail, depth + 1))
        for part in islice(_list(raw.get("allOf")), MOST_PARTS):
            parts.append(self._node(part, trail, depth + 1))
        return _together(parts)

    def _own(self, raw: Mapping[str, Any], trail: tuple[int, ...], depth: int) -> Node:
        """Return this object's own facts with those of its alternatives."""
        facts = {str(key): value for key, value in raw.items() if key not in _STRUCTURE}
        nullable = _flag(raw, "nullable", "x-nullable") or _null_in(raw)
        types = [one for one in _list(raw.get("type")) if isinstance(one, str)]
        named = [one for one in types if one != "null"]
        if "type" in raw and raw["type"] is None:
            facts["untyped"] = True
        if types:
            facts["type"] = named[0] if named else "null"
        if named and "string" in named and len(named) > 1:
            facts["type"] = "string"
        properties = raw.get("properties")
        required = [one for one in _list(raw.get("required")) if isinstance(one, str)]
        own = Node(
            facts=facts,
            properties=properties if isinstance(properties, Mapping) else {},
            required=frozenset(required),
            choices=_enum(raw),
            rules=(raw,) if isinstance(raw.get("if"), Mapping) else (),
            nullable=nullable,
        )
        for word in ("anyOf", "oneOf"):
            if branches := list(islice(_list(raw.get(word)), MOST_PARTS)):
                own = _together([own, self._alternatives(branches, trail, depth)])
        return own

    def _alternatives(self, raw: list[Any], trail: tuple[int, ...], depth: int) -> Node:
        """Resolve alternatives: one beside null is it, values are choices, others stay open."""
        read = [(one, self._node(one, trail, depth + 1)) for one in raw]
        nullable = any(_is_null(node) for _, node in read)
        left = [(one, node) for one, node in read if not _is_null(node)]
        if len(left) == 1:
            return _together([left[0][1], Node(nullable=nullable)])
        if left and all(len(node.choices) == 1 and not node.properties for _, node in left):
            choices = tuple((node.choices[0][0], _word(node)) for _, node in left)
            kinds = {node.type for _, node in left} - {""}
            facts = {"type": kinds.pop()} if len(kinds) == 1 else {}
            return Node(facts=facts, choices=choices, nullable=nullable)
        return Node(branches=tuple(one for one, _ in left), nullable=nullable)

    def target(self, ref: str) -> object:
        """Return the target of a local reference; None if it is missing, or elsewhere."""
        if not ref.startswith("#"):
            return None
        found: Any = self._root
        for step in filter(None, ref[1:].split("/")[:MOST_STEPS]):
            step = unquote(step).replace("~1", "/").replace("~0", "~")
            if isinstance(found, Mapping):
                found = found.get(step)
            elif isinstance(found, list) and step.isascii() and step.isdigit():
                found = found[int(step[:6])] if int(step[:6]) < len(found) else None
            else:
                return None
        return found


_STRUCTURE = frozenset(
    {"$ref", "allOf", "anyOf", "oneOf", "type", "properties", "required", "enum"}
    | {"if", "then", "else", "$defs", "definitions"}
)
"""Keywords that are resolved; all others are facts."""


def children(node: Node) -> Iterator[tuple[str, Any]]:
    """Return the properties whose names are texts, in order."""
    return ((key, raw) for key, raw in node.properties.items() if isinstance(key, str))


def _together(parts: Sequence[Node]) -> Node:
    """Merge schemas that all apply; the first one wins."""
    facts: dict[str, Any] = {}
    properties: dict[str, Any] = {}
    for part in parts:
        facts = {**part.facts, **facts}
        for key, raw in part.properties.items():
            properties[key] = {"allOf": [properties[key], raw]} if key in properties else raw
    return Node(
        facts=facts,
        properties=properties,
        required=frozenset().union(*(part.required for part in parts)),
        choices=next((part.choices for part in parts if part.choices), ()),
        branches=next((part.branches for part in parts if part.branches), ()),
        rules=tuple(rule for part in parts for rule in part.rules),
        nullable=any(part.nullable for part in parts),
    )


def _enum(raw: Mapping[str, Any]) -> tuple[tuple[Any, str], ...]:
    """Return the values of `enum` or `const`, with the labels that some generators add."""
    if "const" in raw and _is_value(raw["const"]):
        return ((raw["const"], str(raw["const"])),)
    words = next((raw[key] for key in _WORDS if isinstance(raw.get(key), (list, Mapping))), ())
    found: dict[str, tuple[Any, str]] = {}
    for place, value in enumerate(_list(raw.get("enum"))):
        word: Any = value
        if isinstance(words, Mapping):
            word = words.get(value if isinstance(value, str) else str(value), value)
        elif place < len(words):
            word = words[place]
        if _is_value(value):
            shown = word if isinstance(word, str) and word else str(value)
            found.setdefault(repr(value), (value, shown))
    return tuple(found.values())


_WORDS = ("enumNames", "x-enumNames", "x-enum-varnames", "x-choices")
"""Keywords in which generators put labels for the values of an `enum`."""


def _word(node: Node) -> str:
    return node.text("title", "description") or node.choices[0][1]


def _is_value(value: object) -> bool:
    return isinstance(value, (str, int, float)) and value != ""


def _is_null(node: Node) -> bool:
    return node.facts.get("type") == "null"


def _null_in(raw: Mapping[str, Any]) -> bool:
    return "null" in _list(raw.get("type")) or None in _list(raw.get("enum"))


def _flag(raw: Mapping[str, Any], *keys: str) -> bool:
    return any(raw.get(key) is True for key in keys)


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else [value] if isinstance(value, str) else []
