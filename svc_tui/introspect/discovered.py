"""Complete a resource from the backend, with the source of each fact."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from svc_tui.introspect.columns import guessed_columns
from svc_tui.introspect.fields import FormGuess, guessed_form
from svc_tui.introspect.names import singular
from svc_tui.introspect.openapi.description import SOURCE, CollectionFacts
from svc_tui.introspect.sample import Collections
from svc_tui.models.listing import FilterDescriptor
from svc_tui.models.records import ADDRESSES, ResourceMetadata, path_of
from svc_tui.models.resource import Method, Resource

LOOKUPS = ("id", "pk", "uuid", "slug", "key", "code")
"""Keys that may identify a row, the likeliest first."""

WRITES: tuple[Method, ...] = ("POST", "PUT", "PATCH", "DELETE")


@dataclass(frozen=True)
class DiscoveryResponses:
    """A backend's answers about one collection."""

    metadata: ResourceMetadata | None = None
    item: ResourceMetadata | None = None
    """The metadata of one of its records."""
    rows: Sequence[Any] = ()
    count: int = 0
    at_least: bool = False
    """Whether there may be more records than counted."""
    paging: str | None = None
    problem: str = ""
    """Why there are no rows, in a sentence."""
    filters: tuple[FilterDescriptor, ...] = ()
    """Filters that have an effect."""
    lookup: str = ""
    """The key by which the first row was found at its own address; "" if not tried."""
    unopened: bool = False
    """Whether none of its keys found the first row."""
    sortable: frozenset[str] = frozenset()
    """Keys that the backend sorts by."""
    told: CollectionFacts | None = None
    """The facts in an OpenAPI description."""
    searchable: bool = True
    """Whether lists can be searched, or it is unknown."""
    changes_by_put: bool = False
    """Whether the dialect sends only changed values by PUT."""


@dataclass(frozen=True)
class DiscoveredResource:
    """A completed resource."""

    resource: Resource
    sources: Mapping[str, str] = field(default_factory=dict)
    """The source of each field, by its key; of `columns`, `filters`, `languages`, `methods` as a
    whole."""
    notes: tuple[str, ...] = ()
    problem: str = ""


def described(
    resource: Resource,
    answers: DiscoveryResponses,
    *,
    collections: Collections | None = None,
    whole: bool = False,
) -> DiscoveredResource:
    """Return the resource: declared parts stay, the rest is filled in. Filters if `whole`."""
    lookup = _lookup(resource, answers)
    metadata = answers.metadata or ResourceMetadata()
    item = answers.item or ResourceMetadata()
    form = guessed_form(
        answers.rows,
        {**metadata.actions, **item.actions},
        {**item.extra, **metadata.extra},
        lookup=lookup,
        collections=collections,
        told=answers.told.fields if answers.told else (),
    )
    found = [*_missing_parts(resource, answers, form, lookup, whole)]
    filled = resource.model_copy(update={name: value for name, value, _ in found})
    sources = {**form.sources, **{name: source for name, _, source in found if source}}
    return DiscoveredResource(filled, sources, form.notes, answers.problem)


def _missing_parts(
    resource: Resource, answers: DiscoveryResponses, form: FormGuess, lookup: str, whole: bool
) -> Iterator[tuple[str, Any, str]]:
    """Yield the parts that were not declared, each with its source, unless `form` has it."""
    # A lookup that the file does not set is a guess like all others.
    found = bool(lookup) and answers.lookup == lookup
    yield "lookup", lookup, "the first row, requested by each of its keys" if found else ""
    if not resource.columns:
        columns = tuple(
            one.model_copy(update={"sortable": True}) if one.key in answers.sortable else one
            for one in guessed_columns(answers.rows, lookup, form.fields)
        )
        yield "columns", columns, "values of the first rows" if answers.rows else "fields"
    if not resource.fields and not resource.sidebar_fields:
        yield "fields", form.fields, ""
    extra = answers.metadata.extra if answers.metadata else {}
    if resource.languages is None and (form.languages or extra.get("lang_info")):
        yield "languages", form.languages, "lang_info"
    if whole and not resource.filters:
        tried = "each requested once" if answers.rows else "not tried: there are no rows"
        yield "filters", answers.filters, SOURCE if answers.told else f"fields, {tried}"
    if not answers.searchable and "searchable" not in resource.model_fields_set:
        yield "searchable", False, SOURCE
    if resource.pagination is None and answers.paging in ("page", "offset", "cursor"):
        yield "pagination", answers.paging, "the first response"
    methods = methods_of(answers)
    if resource.methods is None and methods is not None:
        yield "methods", methods, SOURCE if answers.told else "Allow"
        if "PATCH" not in methods and "PUT" in methods and not answers.changes_by_put:
            yield "use_patch", False, ""


def methods_of(answers: DiscoveryResponses) -> tuple[Method, ...] | None:
    """Return the writing methods; None unless the backend sent those of both addresses."""
    if answers.told is not None:
        return answers.told.methods
    if answers.metadata is None or not answers.metadata.allow:
        return None
    allowed = set(answers.metadata.allow)
    if answers.item is None or not answers.item.allow:
        # Without a record, its methods are unknown.
        allowed |= {"PUT", "PATCH", "DELETE"}
    else:
        allowed = (allowed & {"POST"}) | (set(answers.item.allow) - {"POST"})
    return tuple(method for method in WRITES if method in allowed)


def model_of(name: str, rights: Collection[str]) -> str | None:
    """Return the model of a collection: the one with the same name in the user's permissions."""
    for guess in (singular(name).replace("-", ""), singular(name).replace("-", "_")):
        if f"view_{guess}" in rights:
            return guess
    return None


def lookups_in(resource: Resource, rows: Sequence[Any]) -> tuple[str, ...]:
    """Return the keys that may identify the rows, the likeliest first: all values differ."""
    records = [row for row in rows if isinstance(row, Mapping)]
    if not records:
        return ()
    keys = dict.fromkeys((resource.lookup, *LOOKUPS))
    found = [key for key in keys if _tell_apart([row.get(key) for row in records])]
    collection = resource.endpoint.partition("?")[0].strip("/")
    for key in ADDRESSES:
        steps = [path_of(row.get(key)).rstrip("/").rpartition("/") for row in records]
        under = all(start.strip("/").endswith(collection) for start, _, _ in steps)
        lasts = [unquote(last) for _, _, last in steps]
        if key not in keys and under and _tell_apart(lasts):
            # The address is certain: its last step is the key, else the address itself.
            in_it = [one for one in found if [str(row.get(one)) for row in records] == lasts]
            found = [*in_it, key, *(one for one in found if one not in in_it)]
    return tuple(found)


def _tell_apart(values: Sequence[Any]) -> bool:
    """Whether each value can be the id of only one record."""
    usable = all(
        isinstance(value, (int, str)) and not isinstance(value, bool) and value != ""
        for value in values
    )
    return usable and len(set(map(str, values))) == len(values)


def _lookup(resource: Resource, answers: DiscoveryResponses) -> str:
    """Return the key that identifies a row, if the file has none and the rows have no id."""
    if "lookup" in resource.model_fields_set:
        return resource.lookup
    key = answers.told.lookup if answers.told else ""
    return answers.lookup or key or next(iter(lookups_in(resource, answers.rows)), resource.lookup)
