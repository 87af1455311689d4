"""Description: the facts about a backend in an OpenAPI document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from svc_tui.introspect.field_hint import FieldHint, merged
from svc_tui.introspect.names import slug_of
from svc_tui.introspect.openapi.auth import AuthSuggestion, suggested_auth
from svc_tui.introspect.openapi.parameters import filters_of, sortable_keys
from svc_tui.introspect.openapi.paths import CollectionPaths, OpenApiDocument, refs_of, type_of_key
from svc_tui.introspect.openapi.wire import WireSuggestion, suggested_wire
from svc_tui.introspect.properties import fields_of_schema
from svc_tui.introspect.roots import DESCRIBED, RootEntry
from svc_tui.introspect.sample import TITLES, Collections, endpoint_for
from svc_tui.introspect.schema import Schema
from svc_tui.models.base import label_from
from svc_tui.models.field_types import holds
from svc_tui.models.listing import FilterDescriptor
from svc_tui.models.resource import Method, Paging

SOURCE = "OpenAPI"

KEYS = ("id", "pk", "uuid", "slug")
"""Keys of a row that the parameter `{article_id}` may mean, the likeliest first."""


@dataclass(frozen=True)
class CollectionFacts:
    """The facts about one collection in a description."""

    fields: tuple[FieldHint, ...] = ()
    filters: tuple[FilterDescriptor, ...] = ()
    methods: tuple[Method, ...] = ()
    """The supported write requests."""
    lookup: str = ""
    """The key in a record's address; "" if that is not certain."""
    pagination: Paging | None = None
    parameters: Mapping[str, Any] | None = None
    """The query parameters of the list by name; None if it lists none."""
    notes: tuple[str, ...] = ()

    def takes(self, names: Sequence[str]) -> bool:
        """Whether the list has one of these query parameters, or describes none at all."""
        return self.parameters is None or any(one in self.parameters for one in names)

    def orders(self, name: str) -> frozenset[str] | None:
        """Return the keys that the parameter `name` sorts by; None if they are not listed."""
        return sortable_keys((self.parameters or {}).get(name))


class Description:
    """A backend as its OpenAPI document describes it; collections are read when needed."""

    def __init__(
        self, document: Mapping[str, Any], *, address: str = "", base_path: str = ""
    ) -> None:
        self._document = OpenApiDocument(document)
        self._prefix = self._document.prefix(base_path)
        self._base_path = base_path
        self._facts: dict[str, CollectionFacts] = {}
        self.address = address
        """The address of the document."""

    @cached_property
    def _paths(self) -> dict[str, CollectionPaths]:
        """The collections by endpoint, without slashes around."""
        every = self._document.collections()
        return {self._endpoint(one.path).strip("/"): one for one in every}

    def _endpoint(self, path: str) -> str:
        """Return a path of the document as the console requests it, relative to its base path."""
        full, base = f"{self._prefix}{path}", self._base_path
        return full.removeprefix(base) if full.startswith(f"{base}/") else full

    @property
    def version(self) -> str:
        """The backend's version; "" for none."""
        info = self._document.root.get("info")
        version = info.get("version") if isinstance(info, Mapping) else ""
        return version[:80] if isinstance(version, str) else ""

    @cached_property
    def collections(self) -> tuple[RootEntry, ...]:
        """The collections in the document's order."""
        tags = [self._tag(one) for one in self._paths.values()]
        found = []
        for one, tag in zip(self._paths.values(), tags, strict=True):
            name = one.path.strip("/").rpartition("/")[2]
            label = tag if tag and tags.count(tag) == 1 else name
            if slug := slug_of(name):
                label = label if label != label.lower() else label_from(label)
                endpoint = self._endpoint(one.path)
                found.append(RootEntry(slug, endpoint, label, f"{DESCRIBED}{self.address}"))
        return tuple(found)

    @property
    def differing_items(self) -> Mapping[str, bool]:
        """Whether records' addresses end with a slash, by the endpoint of lists that differ."""
        return {
            self._endpoint(one.path): one.item_slash
            for one in self._paths.values()
            if one.item_slash != one.path.endswith("/")
        }

    @cached_property
    def auth(self) -> AuthSuggestion | None:
        """The sign-in that the document describes; None if none is supported."""
        return suggested_auth(self._document, self._prefix)

    @cached_property
    def wire(self) -> WireSuggestion:
        """The parameters that its lists agree on."""
        return suggested_wire(self._document, tuple(self._paths.values()))

    def collection_facts(self, endpoint: str) -> CollectionFacts | None:
        """Return the facts about a collection; None if the document does not have it."""
        key = endpoint.partition("?")[0].strip("/")
        one = self._paths.get(key)
        if one is None:
            return None
        if key not in self._facts:
            self._facts[key] = self._read(one)
        return self._facts[key]

    def _tag(self, one: CollectionPaths) -> str:
        tags = one.operations["get"].get("tags")
        first = tags[0] if isinstance(tags, list) and tags else ""
        return first.strip()[:60] if isinstance(first, str) and first.isprintable() else ""

    @cached_property
    def _endpoints(self) -> Collections:
        return {one.name: one.endpoint for one in self.collections}

    @cached_property
    def _by_ref(self) -> dict[str, str]:
        """The endpoint of the collection whose records have a schema, by reference."""
        found: dict[str, str] = {}
        for one in self._paths.values():
            for raw in (one.rows, self._document.answer(one.item.get("get"))):
                for ref in refs_of(raw):
                    found.setdefault(ref, self._endpoint(one.path))
        return found

    def _read(self, one: CollectionPaths) -> CollectionFacts:
        document = self._document
        parameters = document.parameters(one.operations)
        every, notes = self._fields(one)
        offers = {"POST": one.operations, "PUT": one.item, "PATCH": one.item, "DELETE": one.item}
        methods: list[Method] = []
        for method in ("POST", "PUT", "PATCH", "DELETE"):
            if method.lower() in offers[method]:
                methods.append(method)
        return CollectionFacts(
            fields=every,
            filters=filters_of(parameters, document, self._endpoints, self._title_of),
            methods=tuple(methods),
            lookup=self._lookup(one),
            pagination=_pagination(parameters),
            parameters=parameters or None,
            notes=notes,
        )

    def _lookup(self, one: CollectionPaths) -> str:
        node = self._document.schema().node(self._document.record(one.rows))
        if not one.key or not node.properties:
            return ""
        if one.key in node.properties:
            return one.key
        ends = [key for key in KEYS if key in node.properties and one.key.lower().endswith(key)]
        return ends[0] if ends else "id" if "id" in node.properties else ""

    def _fields(self, one: CollectionPaths) -> tuple[tuple[FieldHint, ...], tuple[str, ...]]:
        """Return the fields: writable ones, then read-only ones."""
        document = self._document
        record = document.record(document.answer(one.item.get("get")))
        properties = document.schema().node(record).properties
        read = record if properties else document.record(one.rows)
        change = one.item.get("patch") or one.item.get("put")
        bodies = (document.body(one.operations.get("post")), document.body(change))
        sent = [document.record(raw) for raw in bodies]
        writes = [self._hints(raw, read) for raw in sent if raw]
        seen, notes = self._hints(read, None)
        written = merged([fields for fields, _ in writes])
        if written and seen:
            shown = {hint.key.partition(".")[0] for hint in seen}
            written = tuple(
                hint if hint.key.partition(".")[0] in shown else replace(hint, write_only=True)
                for hint in written
            )
        if written:
            heads = {hint.key.partition(".")[0] for hint in written}
            seen = tuple(
                hint if hint.key.partition(".")[0] in heads else replace(hint, readonly=True)
                for hint in seen
            )
        notes = tuple(dict.fromkeys((*notes, *(note for _, more in writes for note in more))))
        return merged((written, seen)), notes

    def _hints(self, raw: Any, read: Any) -> tuple[tuple[FieldHint, ...], tuple[str, ...]]:
        """Return the fields of a schema with their relations; `read` is the schema for reading."""
        if not isinstance(raw, Mapping):
            return (), ()
        schema = self._document.schema()
        node = schema.node(raw)
        properties = node.properties
        whole = {"properties": self._records_apart(properties), "required": [*node.required]}
        hints, notes = fields_of_schema(whole if properties else raw, self._document.root)
        other = schema.node(read).properties if read is not None else {}
        return tuple(self._hint(one, properties, other, schema) for one in hints), notes

    def _records_apart(self, properties: Mapping[str, Any]) -> dict[str, Any]:
        """Return properties with a read-only relation for each whole record in them."""
        found = dict(properties)
        for key, raw in properties.items():
            items = raw.get("items") if isinstance(raw, Mapping) else None
            for several, inside in ((False, raw), (True, items)):
                known = [self._by_ref[ref] for ref in refs_of(inside) if ref in self._by_ref]
                if known:
                    title = self._title_of(known[0])
                    one = {"endpoint": known[0], "multiple": several, "itemText": title}
                    found[key] = {"type": "relation", "readOnly": True, **one}
        return found

    def _hint(
        self,
        one: FieldHint,
        properties: Mapping[str, Any],
        other: Mapping[str, Any],
        schema: Schema,
    ) -> FieldHint:
        own = "" if one.label.casefold() == label_from(one.key).casefold() else one.label
        one = replace(one, label=own, source=SOURCE)
        if (
            one.key not in properties
            or one.key in KEYS
            or holds(one.type, "choice", "record", "records")
        ):
            return one
        node = schema.node(properties[one.key])
        inner = schema.node(node.facts.get("items")) if node.type == "array" else None
        if not type_of_key(inner or node):
            return one
        stem = one.key.removesuffix("_ids").removesuffix("_id")
        refs = [ref for key in (stem, f"{stem}s") for ref in refs_of(other.get(key))]
        known = [self._by_ref[ref] for ref in refs if ref in self._by_ref]
        endpoint = known[0] if known else endpoint_for(one.key, self._endpoints)
        if not endpoint:
            return one
        attrs: dict[str, Any] = {"endpoint": endpoint, "return_object": False}
        if title := self._title_of(endpoint):
            attrs["item_text"] = title
        return replace(one, type="m2m" if inner else "fks", attrs=attrs)

    def _title_of(self, endpoint: str) -> str:
        """Return the title key of a collection's records; "" for none."""
        one = self._paths.get(endpoint.strip("/"))
        row = self._document.record(one.rows) if one else {}
        properties = self._document.schema().node(row).properties
        return next((key for key in TITLES if key in properties), "")


def _pagination(parameters: Mapping[str, Any]) -> Paging | None:
    """Return the kind of paging, if the parameters are those of plain REST."""
    if "cursor" in parameters:
        return "cursor"
    if {"limit", "offset"} <= parameters.keys():
        return "offset"
    return "page" if "page" in parameters else None
