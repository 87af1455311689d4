"""The parts of an OpenAPI document: its paths, their operations, bodies and parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from svc_tui.introspect.schema import Node, Schema

MOST_PATHS = 5000
"""Maximum number of paths to read."""

MOST_PARAMETERS = 200
"""Maximum number of query parameters of a list."""

ROWS = ("results", "items", "data", "rows", "records", "objects", "content", "value")
"""Keys under which a list may have its rows, the likeliest first."""

RECORD = "data"
"""The key under which answers and bodies may wrap one record."""

AROUND = frozenset({"meta", "links", "included", "jsonapi", "status", "success", "message", "code"})
"""Keys that may be beside a wrapped record."""

_ITEM = re.compile(r"(/[^{}]*?)/\{([^{}/]+)\}/?")

Operations = Mapping[str, Any]


@dataclass(frozen=True)
class CollectionPaths:
    """A collection as the paths have it."""

    path: str
    """The path of the list, as the document has it."""
    operations: Operations
    rows: Any
    """The schema of one row; None if the document has none."""
    item: Operations = field(default_factory=dict)
    """The operations of one record."""
    key: str = ""
    """The name of the parameter in the record's path."""
    item_slash: bool = True
    """Whether the record's path ends with a slash."""


class OpenApiDocument:
    """An OpenAPI document; broken parts are left out."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        self.root = root

    def schema(self) -> Schema:
        """Return a reader for the schemas of one collection, with its own limits."""
        return Schema(self.root)

    def paths(self) -> Iterator[tuple[str, Operations]]:
        """Yield each path with its operations."""
        found = mapping(self.root.get("paths"))
        for path, raw in islice(found.items(), MOST_PATHS):
            operations = self.resolved(raw)
            if isinstance(path, str) and path.startswith("/") and operations:
                yield path, operations

    def resolved(self, raw: object) -> Mapping[str, Any]:
        """Return an object, or the target of its reference; empty if there is none."""
        schema = self.schema()
        for _ in range(8):
            if not isinstance(raw, Mapping) or not isinstance(raw.get("$ref"), str):
                break
            raw = schema.target(raw["$ref"])
        return mapping(raw)

    def collections(self) -> Iterator[CollectionPaths]:
        """Yield the paths that list records, in the document's order."""
        every = list(self.paths())
        items: dict[str, tuple[Operations, str, bool]] = {}
        for path, operations in every:
            if found := _ITEM.fullmatch(path):
                place = (operations, found[2], path.endswith("/"))
                items.setdefault(found[1].strip("/"), place)
        for path, operations in every:
            get = operations.get("get")
            if "{" in path or not isinstance(get, Mapping):
                continue
            item, key, slash = items.get(path.strip("/"), ({}, "", path.endswith("/")))
            answer = self.answer(get)
            rows = self.rows_in(answer)
            if rows is not None or (item and not answer):
                yield CollectionPaths(path, operations, rows, item, key, slash)

    def answer(self, operation: object) -> Mapping[str, Any]:
        """Return the schema of a successful response; empty if there is none."""
        return self._schema_in(self._success(operation))

    def kinds_of_answer(self, operation: object) -> frozenset[str]:
        """Return the media types of a successful answer."""
        return frozenset(map(str, mapping(self._success(operation).get("content"))))

    def _success(self, operation: object) -> Mapping[str, Any]:
        responses = mapping(mapping(operation).get("responses"))
        by_status = {str(status).upper(): one for status, one in responses.items()}
        for status in ("200", "201", "2XX", "DEFAULT"):
            if status in by_status:
                return self.resolved(by_status[status])
        return {}

    def body(self, operation: object) -> Mapping[str, Any]:
        """Return the schema of a request's body; empty if there is none."""
        return self._schema_in(self.resolved(mapping(operation).get("requestBody")))

    def wraps(self, raw: object) -> bool:
        """Whether a schema is that of a record wrapped in `data`."""
        schema = self.schema()
        properties = schema.node(raw).properties
        inner = schema.node(properties.get(RECORD))
        return bool(inner.properties) and properties.keys() <= AROUND | {RECORD}

    def has_data(self, raw: object) -> bool:
        """Whether a schema has a value `data`."""
        return RECORD in self.schema().node(raw).properties

    def record(self, raw: Any) -> Any:
        """Return the schema of a record's own values, without wrappers.

        A resource object of JSON:API has its attributes beside its id, as its dialect reads it.
        """
        schema = self.schema()
        if self.wraps(raw):
            raw = schema.node(raw).properties[RECORD]
        node = schema.node(raw)
        values = schema.node(node.properties.get("attributes"))
        if "type" not in node.properties or not values.properties:
            return raw
        key = {"id": node.properties["id"]} if "id" in node.properties else {}
        inside = {**key, **values.properties}
        return {"type": "object", "properties": inside, "required": [*values.required]}

    def _schema_in(self, raw: Mapping[str, Any]) -> Mapping[str, Any]:
        content = mapping(raw.get("content"))
        kinds = sorted(content, key=lambda kind: "json" not in str(kind))
        return mapping(mapping(content[kinds[0]]).get("schema")) if kinds else {}

    def rows_in(self, answer: Mapping[str, Any]) -> Any:
        """Return the schema of the rows of a list; None if the answer is not a list."""
        schema = self.schema()
        node = schema.node(answer)
        if node.type == "array":
            return self._record(schema, node.facts.get("items"))
        keys = [key for key in ROWS if key in node.properties]
        for key in keys:
            inner = schema.node(node.properties[key])
            if inner.type == "array":
                found = self._record(schema, inner.facts.get("items"))
                if found is not None:
                    return found
        return None

    def _record(self, schema: Schema, items: object) -> Any:
        """Return the schema of a row that is an object, or that may be one."""
        node = schema.node(items)
        return items if node.type == "object" or not node.type else None

    def parameters(self, operations: Operations, method: str = "get") -> dict[str, Any]:
        """Return the query parameters of an operation by their names."""
        own = mapping(operations.get(method)).get("parameters")
        found: dict[str, Any] = {}
        for one in (*_list(operations.get("parameters")), *_list(own))[:MOST_PARAMETERS]:
            parameter = self.resolved(one)
            name = parameter.get("name")
            if parameter.get("in") == "query" and isinstance(name, str) and name.isprintable():
                found[name] = parameter
        return found

    def prefix(self, base_path: str) -> str:
        """Return the path prefix of the document's server, beyond the console's own base.

        Its host is ignored: only the configured backend is ever used.
        """
        first = next(iter(_list(self.root.get("servers"))), None)
        url = mapping(first).get("url")
        if not isinstance(url, str) or "{" in url:
            return ""
        try:
            path = urlsplit(url).path.rstrip("/")
        except ValueError:
            return ""
        usable = path.startswith("/") and path.isprintable() and ".." not in path
        return path if usable and not base_path.endswith(path) else ""


def refs_of(raw: object) -> Iterator[str]:
    """Yield the references of a schema, and those of its alternatives and items."""
    if not isinstance(raw, Mapping):
        return
    if isinstance(raw.get("$ref"), str):
        yield raw["$ref"]
    for word in ("allOf", "anyOf", "oneOf"):
        for part in _list(raw.get(word))[:10]:
            if isinstance(part, Mapping) and isinstance(part.get("$ref"), str):
                yield part["$ref"]


def type_of_key(node: Node) -> bool:
    """Whether a value of this schema can be the key of another record."""
    return node.type == "integer" or (node.type == "string" and node.text("format") == "uuid")


def mapping(raw: object) -> Mapping[str, Any]:
    """Return a value that is a mapping; else an empty one."""
    return raw if isinstance(raw, Mapping) else {}


def _list(raw: object) -> list[Any]:
    return raw if isinstance(raw, list) else []
