"""The calls that every REST collection understands (spec: Generic CRUD)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast, overload

from svc_tui.api.answers import bad_answer, raise_for_status, read_json, read_object, read_page
from svc_tui.api.dialect import REST, Dialect
from svc_tui.api.fetch import SvcFetch, Timeouts
from svc_tui.api.multipart import Policy, Progress, encode
from svc_tui.api.urls import Endpoint, grouped, query_of
from svc_tui.models.records import Id, Page, ResourceMetadata

if TYPE_CHECKING:
    import httpx

T = TypeVar("T")
"""A record: a plain dict, or an instance of a pydantic model."""


@dataclass(frozen=True)
class FetchConfig:
    """What a call adds to its request."""

    headers: Mapping[str, str] = field(default_factory=dict)
    params: Mapping[str, Any] = field(default_factory=dict)
    timeout: Timeouts | float | None = None

    def merged(self, nearer: FetchConfig | None) -> FetchConfig:
        """Both, where a call's own word counts more than its repository's."""
        if nearer is None:
            return self
        return FetchConfig(
            headers={**self.headers, **nearer.headers},
            params={**self.params, **nearer.params},
            timeout=self.timeout if nearer.timeout is None else nearer.timeout,
        )


class Crud(Generic[T]):
    """One collection of a backend; every call raises kinds of `ApiError`."""

    @overload
    def __init__(
        self: Crud[dict[str, Any]],
        fetch: SvcFetch,
        endpoint: str,
        *,
        config: FetchConfig | None = None,
        dialect: Dialect = REST,
    ) -> None: ...

    @overload
    def __init__(
        self,
        fetch: SvcFetch,
        endpoint: str,
        model: type[T],
        *,
        config: FetchConfig | None = None,
        dialect: Dialect = REST,
    ) -> None: ...

    def __init__(
        self,
        fetch: SvcFetch,
        endpoint: str,
        model: type[T] | None = None,
        *,
        config: FetchConfig | None = None,
        dialect: Dialect = REST,
    ) -> None:
        self.endpoint = Endpoint.parse(endpoint)
        fetch.base.check(self.endpoint.collection)
        self.dialect = dialect
        self._fetch = fetch
        self._config = config or FetchConfig()
        self._model = None if model is dict else model

    async def list(self, *, config: FetchConfig | None = None, **params: Any) -> Page[T]:
        """One page of rows; lists among the params are joined by commas, None is left out."""
        merged = self._config.merged(config)
        asked = query_of({**grouped(self.endpoint.params), **merged.params, **params})
        response = await self._send("GET", self.endpoint.collection, merged, params=asked)
        page = read_page(response, asked)
        if self._model is None:
            return cast("Page[T]", page)
        return replace(page, results=self._read(list_of(self._model), page.results, response))

    async def detail(self, id: Id, *, config: FetchConfig | None = None) -> T:
        """One record."""
        return (await self.detail_with_tag(id, config=config))[0]

    async def detail_with_tag(
        self, id: Id, *, config: FetchConfig | None = None
    ) -> tuple[T, str | None]:
        """One record, and the ETag that a later write can give back as `if_match`."""
        response = await self._call("GET", self.endpoint.item(id), config)
        return self._record(response), response.headers.get("etag")

    async def create(
        self,
        data: Any,
        *,
        multipart: Policy = "auto",
        config: FetchConfig | None = None,
        on_progress: Progress | None = None,
    ) -> T:
        """A new record; a file among its values makes the request multipart."""
        path = self.endpoint.collection
        return self._record(
            await self._write("POST", path, data, multipart, config, None, on_progress)
        )
