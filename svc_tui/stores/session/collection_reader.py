"""CollectionReader: the requests that show what one collection of the backend is like."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from svc_tui.api.accessor import renamed
from svc_tui.api.dialects import Dialect, Exchange
from svc_tui.api.errors import ApiError, NotFound, Unauthorized, ValidationFailed
from svc_tui.api.responses import parsed, raise_for_status, read_json, read_page
from svc_tui.api.urls import Endpoint, grouped, query_of
from svc_tui.introspect.paging import paging_of
from svc_tui.models.records import TRANSLATIONS, PaginatedList, ResourceMetadata
from svc_tui.stores.rows import key_of
from svc_tui.stores.session.description_store import DescriptionStore
from svc_tui.stores.session.discovery_cache import DiscoveryCache
from svc_tui.text import clean

if TYPE_CHECKING:  # Declarations are pydantic models, which startup does not wait for.
    import httpx

    from svc_tui.api.fetch import SvcFetch
    from svc_tui.introspect.discovered import DiscoveryResponses
    from svc_tui.introspect.openapi.description import CollectionFacts, Description
    from svc_tui.models.resource import Resource

SAMPLE = 20
"""Number of rows examined."""

VERSION_HEADERS = ("api-version", "x-api-version", "x-app-version", "x-version")
"""Headers in which backends report their version."""

Sample = tuple[PaginatedList[Any] | None, str | None, str]
"""The first rows, their paging, and why there are none."""


class ReaderHost(Protocol):
    """The dialect and the description of the backend, which may change after the sign-in."""

    dialect: Dialect
    description: DescriptionStore


class CollectionReader:
    """Requests the metadata, the first rows and the paging of one collection."""

    def __init__(self, host: ReaderHost, fetch: SvcFetch, cache: DiscoveryCache) -> None:
        self._host = host
        self._fetch = fetch
        self._cache = cache

    async def answers(
        self, resource: Resource, sample: Sample | None = None, *, opening: bool = False
    ) -> DiscoveryResponses:
        """Metadata and a page of rows, side by side; then what depends on them.

        A `sample` that was read before is not read again. With `opening`, the first row is asked
        for in any case; else only where several keys may be meant in its address.
        """
        from svc_tui.introspect.discovered import DiscoveryResponses, lookups_in

        endpoint = Endpoint.parse(resource.endpoint)
        facts = await self._described_facts(resource)
        described = facts is not None and bool(facts.fields)
        metadata, (page, paging, problem) = await asyncio.gather(
            _empty() if described else self._options(endpoint.collection),
            self.sample(endpoint) if sample is None else _given(sample),
        )
        paging = paging or (facts.pagination if facts else None)
        answers = DiscoveryResponses(
            metadata=metadata,
            problem=problem,
            paging=paging,
            told=facts,
            searchable=facts is None or facts.takes(self._names_of(search="a")),
            changes_by_put=self._host.dialect.change_method == "PUT",
        )
        if page is None:
            return answers
        rows = [self._from_wire(row, metadata, endpoint) for row in page.results]
        answers = replace(answers, rows=rows, count=page.count, at_least=page.at_least)
        keys = lookups_in(resource, rows)
        lookup, unopened = "", False
        if opening or (len(keys) > 1 and not _names_lookup(resource, facts, keys)):
            lookup, unopened = await _found_by(self._fetch, endpoint, rows, keys)
        key = _first_key(rows, lookup or next(iter(keys), resource.lookup))
        item, turns = await asyncio.gather(
            self._options(endpoint.item(key)) if key is not None and not described else _empty(),
            self._paging(endpoint) if paging is None and page.count > 1 else _empty(),
        )
        return replace(answers, lookup=lookup, unopened=unopened, item=item, paging=turns or paging)

    async def _options(self, path: str) -> ResourceMetadata | None:
        """Return the OPTIONS of an address; None if it has none."""
        try:
            response = raise_for_status(await self._fetch("OPTIONS", path, hooks=False))
            allow = response.headers.get("allow", "").split(",")
            answer = self._host.dialect.metadata_answer
            return parsed(response, lambda body: ResourceMetadata.parse(answer(body or {}), allow))
        except Unauthorized:
            raise
        except ApiError:
            return None

    async def _described_facts(self, resource: Resource) -> CollectionFacts | None:
        """Return the description's facts about a collection; None without one."""
        try:
            found = self._host.description.current or await self._host.description.load()
        except Unauthorized:
            raise
        except ApiError:
            return None
        self._note_version("description", found.version if found else "")
        return found.collection_facts(resource.endpoint) if found else None

    async def sample(self, endpoint: Endpoint, page_size: int = SAMPLE) -> Sample:
        """Return the first rows, their paging, and why there are none."""
        params: Mapping[str, Any] = {}
        try:
            params = query_of({**grouped(endpoint.params), **self._params(page_size=page_size)})
            response = await self._fetch("GET", endpoint.collection, params=params, hooks=False)
            exchange = self._exchange(endpoint, response.headers)
            for name in VERSION_HEADERS:
                self._note_version(name, response.headers.get(name, ""))
            asked = {**params, "page": "1", "page_size": str(page_size)}
            page = read_page(
                raise_for_status(response),
                asked,
                lambda body: self._host.dialect.list_of(body, exchange),
            )
            return page, self._paging_in(response), ""
        except Unauthorized:
            raise
        except NotFound as error:
            return None, None, _nowhere(self._host.description.current, endpoint, error)
        except ValidationFailed as error:
            return None, None, f"{error.what()} {_asked_for(params)}"
        except ApiError as error:
            return None, None, str(error)

    def readable(self, page: PaginatedList[Any] | None, resource: Resource) -> list[Any]:
        """Return the rows of a page as records; none where the dialect can't read them."""
        endpoint = Endpoint.parse(resource.endpoint)
        try:
            return [self._from_wire(row, None, endpoint) for row in page.results] if page else []
        except ValueError:
            return []

    def _from_wire(self, row: Any, metadata: ResourceMetadata | None, endpoint: Endpoint) -> Any:
        if self._host.dialect.accessor_of is not None and metadata is not None:
            self._fetch.accessor = self._host.dialect.accessor_of(metadata.extra)
            row = renamed(row, self._fetch.accessor, TRANSLATIONS)
        return self._host.dialect.decode(row, self._exchange(endpoint))

    def _exchange(self, endpoint: Endpoint, headers: Mapping[str, str] | None = None) -> Exchange:
        memory = self._fetch.memory.setdefault(endpoint.collection, {})
        return Exchange("GET", endpoint.collection, headers=headers or {}, memory=memory)

    def _paging_in(self, response: httpx.Response) -> str | None:
        """Return the kind of paging: as the dialect has it, or as the answer shows it."""
        wire = self._host.dialect.wire
        if wire is not None and wire.paging.style is not None:
            return "page"  # The dialect's own parameters; for a resource they are plain pages.
        return paging_of(read_json(response))

    async def _paging(self, endpoint: Endpoint) -> str | None:
        """Request one row with each kind of paging; the address of the next page shows the kind."""
        try:
            params = {**grouped(endpoint.params), **self._params(page_size=1), "limit": "1"}
            response = await self._fetch(
                "GET", endpoint.collection, params=query_of(params), hooks=False
            )
            return paging_of(read_json(raise_for_status(response)))
        except ApiError:
            return None

    def _params(self, **asked: Any) -> dict[str, Any]:
        return self._host.dialect.list_query(page=1, **asked)

    def _names_of(self, **asked: Any) -> list[str]:
        """Return the query parameters in which the dialect words a wish."""
        plain = self._host.dialect.list_query()
        return [name for name in self._host.dialect.list_query(**asked) if name not in plain]

    def orders_by(self, facts: CollectionFacts | None) -> frozenset[str] | None:
        """Return the sortable keys of a list from the description; None to probe them."""
        names = self._names_of(ordering=["a"])
        if facts is None or facts.parameters is None:
            return None
        if not facts.takes(names):
            return frozenset()
        listed = (facts.orders(name) for name in names)
        return next((keys for keys in listed if keys is not None), None)

    def _note_version(self, place: str, version: str) -> None:
        """Forget results of another version of the backend than this one."""
        if self._cache.note_version(place, version):
            self._fetch.page_sizes.load(self._cache.page_sizes)


def _asked_for(params: Mapping[str, Any]) -> str:
    """Return the parameters of a refused list request, and where they are configured."""
    names = ", ".join(clean(name, limit=40) for name in params) or "nothing"
    return f"The list was requested with {names}. Check the parameters of lists in [svc.wire]."


async def _given(sample: Sample) -> Sample:
    return sample


async def _empty() -> None:
    """Stand in for a request that is not needed."""


def _first_key(rows: Sequence[Any], lookup: str) -> Any:
    row = rows[0] if rows and isinstance(rows[0], Mapping) else {}
    key = key_of(row, lookup) or row.get("id")
    usable = isinstance(key, (int, str)) and not isinstance(key, bool)
    return key if usable and str(key).strip() not in ("", ".", "..") else None


def _names_lookup(resource: Resource, facts: CollectionFacts | None, keys: Sequence[str]) -> bool:
    """Whether the resource or its description says by which of the keys a record is read."""
    return "lookup" in resource.model_fields_set or (facts is not None and facts.lookup in keys)


async def _found_by(
    fetch: SvcFetch, endpoint: Endpoint, rows: Sequence[Any], keys: Sequence[str]
) -> tuple[str, bool]:
    """Return the key that finds the first row, and whether none of them does."""
    refused = 0
    for key in keys:
        id = key_of(rows[0], key) if isinstance(rows[0], Mapping) else ""
        try:
            raise_for_status(await fetch("GET", endpoint.item(id), hooks=False))
            return key, False
        except Unauthorized:
            raise
        except NotFound:
            refused += 1
        except ApiError:
            return "", False  # Nothing is known about the other keys either.
    return "", refused > 0


def _nowhere(described: Description | None, endpoint: Endpoint, error: NotFound) -> str:
    """Return why a collection is not at its address, and where that address is from."""
    if described is None or described.collection_facts(endpoint.collection) is None:
        return str(error)
    named = f"The OpenAPI document at {described.address} lists this path."
    return f"{error.what()} {named} Check that its server path matches base_url."
