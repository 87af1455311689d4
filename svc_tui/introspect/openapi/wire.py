"""The parameters of lists and changes in an OpenAPI document, as keys of `[svc.wire]`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from svc_tui.api.dialects import Dialect, dialect_named
from svc_tui.api.dialects.base import DescribedList
from svc_tui.introspect.openapi.paths import RECORD, CollectionPaths, OpenApiDocument
from svc_tui.introspect.schema import Node
from svc_tui.models.dialects import WIRES

PAGES = (
    "page", "page[number]", "pagination[page]", "_page", "page_number", "pageNumber", "pageIndex",
    "page_no", "pageNo", "p",
)  # fmt: skip
"""Parameters that count pages."""

OFFSETS = ("offset", "skip", "page[offset]", "pagination[start]", "start")
"""Parameters with the offset of a page."""

CURSORS = ("cursor", "page[cursor]", "page[after]", "page_token", "pageToken", "starting_after")
"""Parameters with the cursor of a page."""

SIZES = (
    "page_size", "per_page", "limit", "page[size]", "page[limit]", "pagination[pageSize]",
    "pagination[limit]", "pageSize", "perPage", "_limit", "_per_page", "itemsPerPage", "take",
    "top", "size", "count",
)  # fmt: skip
"""Page size parameters."""

SEARCHES = ("search", "q", "_q", "query", "filter[search]", "keyword", "searchTerm")
"""Search parameters."""

ORDERS = ("ordering", "sort", "order_by", "sort_by", "orderBy", "sortBy", "_sort", "order")
"""Ordering parameters."""

DIRECTIONS = (
    "order", "direction", "sort_order", "sort_dir", "order_dir", "sortOrder", "sortDirection",
    "_order",
)  # fmt: skip
"""Parameters that take the direction of an order."""

ROWS = ("rows", "records", "objects", "content", "value")
"""Keys of a list's rows that are read only if a wire names them."""

TOTALS = ("totalElements", "total_results", "totalResults", "totalRecords")
"""Keys of a total that are read only if a wire names them."""


@dataclass(frozen=True)
class WireSuggestion:
    """The format that the lists of a description agree on."""

    dialect: str = ""
    """The matching built-in dialect; "" for plain REST."""
    keys: Mapping[str, Any] = field(default_factory=dict)
    """The keys of `[svc.wire]`, beyond the defaults."""
    differing: tuple[str, ...] = ()
    """Parts that differ between its lists, which are detected list by list."""


def suggested_wire(
    document: OpenApiDocument, collections: Sequence[CollectionPaths]
) -> WireSuggestion:
    """Return the parts on which all lists agree, and the names of the differing ones."""
    lists = [_ListWording(document, one) for one in collections]
    parts: dict[str, list[Any]] = {
        "paging": [one.paging for one in lists],
        "search": [one.search for one in lists],
        "order": [one.order for one in lists],
        "items": [one.items for one in lists],
        "total": [one.total for one in lists],
        "record": [RECORD if one.wraps_record else "" for one in lists],
        "body": [RECORD if one.wraps_body else "" for one in lists],
    }
    keys: dict[str, Any] = {}
    differing = []
    for name, values in parts.items():
        ways = [one for place, one in enumerate(values) if one and one not in values[:place]]
        if len(ways) == 1:
            keys[name] = ways[0]
        elif ways:
            differing.append(name)
    changes = {method for one in collections for method in ("patch", "put") if method in one.item}
    stays = {"record": [one.keeps_data for one in lists], "body": [one.bare_body for one in lists]}
    for name, other in stays.items():
        if name in keys and any(other):
            del keys[name]
            differing.append(name)
    if changes == {"put"}:
        keys["update"] = "PUT"
    dialect = _described_dialect([one.described for one in lists], keys)
    if dialect and "patch" in changes and dialect.saves_whole:
        keys["update"] = "PATCH"  # The built-in dialect itself sends whole records.
    name = dialect.name if dialect else ""
    return WireSuggestion(name, _unusual(keys, lists), tuple(differing))


class _ListWording:
    """The format of one list; parts that the description lacks are empty."""

    def __init__(self, document: OpenApiDocument, collection: CollectionPaths) -> None:
        self._path = collection.path
        self.parameters = document.parameters(collection.operations)
        self._kinds = document.kinds_of_answer(collection.operations.get("get"))
        answer = document.answer(collection.item.get("get"))
        body = document.body(collection.operations.get("post"))
        self.wraps_record, self.wraps_body = document.wraps(answer), document.wraps(body)
        self.keeps_data = document.has_data(answer) and not self.wraps_record
        """Whether a record has its own `data`, which is not a wrapper."""
        self.bare_body = bool(body) and not self.wraps_body
        self._schema = document.schema()
        self._answer = self._schema.node(document.answer(collection.operations.get("get")))

    @property
    def described(self) -> DescribedList:
        """The list as dialects recognize it."""
        envelope = frozenset(map(str, self._answer.properties))
        return DescribedList(self._path, frozenset(self.parameters), self._kinds, envelope)

    @property
    def links(self) -> bool:
        """Whether an answer links to the next page, which shows the kind of paging."""
        return "next" in self._answer.properties

    @property
    def paging(self) -> dict[str, Any]:
        styles = (("cursor", CURSORS), ("offset", OFFSETS), ("page", PAGES))
        for find in (self._exactly, self._first):
            for style, names in styles:
                if page := find(names):
                    return self._paged(style, page)
        return {}

    def _paged(self, style: str, page: str) -> dict[str, Any]:
        size = self._first(SIZES)
        found: dict[str, Any] = {"style": style, "page": page, "size": size}
        facts = self._facts(page)
        if style == "page" and 0 in (facts.get("minimum"), facts.get("default")):
            found["first"] = 0
        most = self._facts(size).get("maximum") if size else None
        if isinstance(most, int) and not isinstance(most, bool) and most > 0:
            found["most"] = most
        return found

    @property
    def search(self) -> str:
        return self._first(SEARCHES)

    @property
    def order(self) -> dict[str, Any]:
        """The ordering parameter, and its format if its values show it."""
        directions = {one: turns for one in DIRECTIONS if (turns := self._turns(one))}
        param = self._first([one for one in ORDERS if one not in directions])
        if not param:
            return {}
        for name, (falls, rises) in directions.items():
            return {"param": param, "direction": name, "ascending": rises, "descending": falls}
        node = self._node(param)
        inner = self._schema.node(node.facts.get("items")) if node.type == "array" else node
        for value, _ in inner.choices:
            for sign in (":", " ", ","):
                if str(value).lower().endswith(f"{sign}desc"):
                    ends = {"ascending": f"{{}}{sign}asc", "descending": f"{{}}{sign}desc"}
                    return {"param": param, **ends}
        return {"param": param}

    def _turns(self, name: str) -> tuple[str, str] | None:
        """Return the values of a direction, the falling one first; None where it is none."""
        values = {str(value).lower(): str(value) for value, _ in self._node(name).choices}
        for falls, rises in (("desc", "asc"), ("descending", "ascending")):
            if values.keys() == {falls, rises}:
                return values[falls], values[rises]
        return None

    @property
    def items(self) -> str:
        return next((key for key in ROWS if self._type_at(key) == "array"), "")

    @property
    def total(self) -> str:
        return next((key for key in TOTALS if self._type_at(key) in ("integer", "number")), "")

    def _type_at(self, key: str) -> str:
        return self._schema.node(self._answer.properties.get(key)).type

    def _first(self, names: Sequence[str]) -> str:
        """Return the parameter with one of these names, also after prefixes: `__page`, `$skip`."""
        bare = {name.lstrip("_$"): name for name in self.parameters}
        return self._exactly(names) or next((bare[one] for one in names if one in bare), "")

    def _exactly(self, names: Sequence[str]) -> str:
        return next((one for one in names if one in self.parameters), "")

    def _node(self, name: str) -> Node:
        return self._schema.node(self.parameters.get(name, {}).get("schema"))

    def _facts(self, name: str) -> Mapping[str, Any]:
        return self._node(name).facts


def _described_dialect(lists: Sequence[DescribedList], keys: Mapping[str, Any]) -> Dialect | None:
    """Return the first built-in dialect that recognizes the lists; None if none does."""
    known = map(dialect_named, WIRES if lists else ())
    asked = ((one, one.describes) for one in known)
    return next((one for one, is_mine in asked if is_mine and is_mine(lists, keys)), None)


def _unusual(keys: Mapping[str, Any], lists: Sequence[_ListWording]) -> dict[str, Any]:
    """Return the keys without defaults.

    If an answer links to its next page, the answer shows the kind of paging best.
    """
    found = dict(keys)
    if found.get("search") == "search":
        del found["search"]
    if found.get("order") == {"param": "ordering"}:
        del found["order"]
    paging = found.get("paging")
    if paging and _is_usual(paging, linked=all(one.links for one in lists if one.paging)):
        del found["paging"]
    return found


def _is_usual(paging: Mapping[str, Any], *, linked: bool) -> bool:
    names = (paging["style"], paging["page"], paging["size"])
    if paging.keys() > {"style", "page", "size"}:
        return False
    found_out = {("offset", "offset", "limit"), ("cursor", "cursor", "page_size")}
    return names == ("page", "page", "page_size") or (linked and names in found_out)
