"""The requests that every REST collection supports."""

from __future__ import annotations

import builtins
import copy
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast, overload

from svc_tui.api.accessor import renamed
from svc_tui.api.change_count import ChangeCount, note_values
from svc_tui.api.deletions import check_deleted
from svc_tui.api.dialects import REST, Dialect
from svc_tui.api.dialects.base import Exchange
from svc_tui.api.errors import (
    ACCEPTED,
    SAFE_METHODS,
    ApiError,
    Forbidden,
    InvalidResponse,
    NotAllowed,
    NotFound,
    ServerError,
    Unauthorized,
    Unconfirmed,
    ValidationFailed,
    WrongArgument,
    asked,
)
from svc_tui.api.fetch import SvcFetch, Timeouts
from svc_tui.api.given import check_params, check_request, record_values
from svc_tui.api.multipart import JSON, Policy, Progress, plain
from svc_tui.api.page_sizes import PageSizes
from svc_tui.api.record_body import Write, in_its_place, json_body, send_record, tag
from svc_tui.api.responses import (
    as_object,
    bad_answer,
    id_of_another,
    parsed,
    parsed_body,
    place_errors,
    raise_for_record,
    read_errors,
    read_json,
    read_object,
    read_page,
)
from svc_tui.api.shape import NO_MODEL, Shape
from svc_tui.api.urls import Endpoint, grouped, query_of, segment
from svc_tui.api.write_subject import MOVE, MOVED, WriteSubject, about_write, subject_of_write
from svc_tui.models.arguments import (
    Address,
    check_values,
    checks_fields,
    given_words,
    refused_arguments,
)
from svc_tui.models.records import (
    OWN_KEYS,
    TRANSLATIONS,
    Id,
    PaginatedList,
    ResourceMetadata,
    json_type_name,
    path_of,
)

if TYPE_CHECKING:
    import httpx

PAGING = ("page", "page_size")
"""The canonical params that select a page."""

CHANGES = (
    "create", "update", "partial_update", "delete", "update_or_create", "update_order", "request",
)  # fmt: skip
"""The methods that may change something."""

T = TypeVar("T")
"""A record: a plain dict, or an instance of a pydantic model."""

Param = str | float | bool | Sequence[str | float | bool] | None
"""The value of a parameter of a list; a list is joined by commas, None is left out."""


@checks_fields
@dataclass(frozen=True)
class FetchConfig:
    """Headers, params and timeout that a call adds to its request."""

    headers: Mapping[str, str] = field(default_factory=dict)
    params: Mapping[str, Any] = field(default_factory=dict)
    timeout: Timeouts | float | None = None

    def merged(self, nearer: FetchConfig | None) -> FetchConfig:
        """Return both merged; the settings of the call override those of its repository."""
        if nearer is None:
            return self
        given: object = nearer
        if not isinstance(given, FetchConfig):
            raise WrongArgument(f"config should be FetchConfig(…), not {given_words(given)}")
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
        given: object = endpoint
        if not isinstance(given, str) or not given.strip():
            said = "endpoint should be the path of a collection, such as /api/books"
            raise refused_arguments(Crud, said)
        given_values = {"endpoint": endpoint, "config": config}
        check_values(Crud, given_values, {"endpoint": Address, "config": (FetchConfig, type(None))})
        plain = model is not dict and getattr(model, "__module__", "") == "builtins"
        if plain or isinstance(model, str | int):
            raise refused_arguments(Crud, f"{NO_MODEL}, not {given_words(model)}")
        self.endpoint = Endpoint.parse(endpoint)
        fetch.base.check(self.endpoint.collection)
        self.dialect = dialect
        self._fetch = fetch
        self._config = config or FetchConfig()
        self._model = model
        self._metadata: ResourceMetadata | None = None
        self._lacks_metadata = False
        self._matching: dict[str, str | builtins.list[str]] | None = None
        """The query that replaces all other narrowing of lists; None if the calls have it."""
        self.on_not_allowed: Callable[[str, str], object] | None = None
        """Called with the collection and the method that the backend refused with 405."""
        self.sent = ChangeCount()
        """The requests sent so far; copies of this object count together."""

    @cached_property
    def _shape(self) -> Shape | None:
        return None if self._model in (None, dict) else Shape(self._model)

    @property
    def effects(self) -> dict[tuple[str, str], bool]:
        """The parameters that affect lists, shared by everything that uses this backend."""
        return self._fetch.effects

    @property
    def page_sizes(self) -> PageSizes:
        """The page sizes that lists return, also shared."""
        return self._fetch.page_sizes

    # The second form takes `**strings` too: in the first one, they might be the config.
    @overload
    async def list(
        self, *, config: FetchConfig | None = None, **params: Any
    ) -> PaginatedList[T]: ...

    @overload
    async def list(self, **params: Param) -> PaginatedList[T]: ...

    async def list(  # type: ignore[misc]  # No parameter is named `config`.
        self, *, config: FetchConfig | None = None, **params: Any
    ) -> PaginatedList[T]:
        """Return one page of rows; lists in the params are joined by commas, None is left out.

        Without a model, rows are as the backend sent them, also those that are no objects; with
        one, a row that does not fit it raises `InvalidResponse`.
        """
        await self._know_accessor()
        asked = self.list_query(config=config, **params)
        response = await self.send("GET", self.endpoint.collection, config, params=asked)
        exchange = self.exchange("GET", response=response, query=asked)
        # Sizes and numbers are understood under whatever names they were sent.
        told = {key: str(params[key]) for key in PAGING if params.get(key) is not None}
        page: PaginatedList[T] = read_page(
            response, {**asked, **told}, lambda body: self.dialect.list_of(body, exchange)
        )
        rows = page.results
        if not self._reads_unchanged:
            rows = [self.read_row(row, response, exchange) for row in rows]
        if self._shape is not None:
            rows = self._shape.many(rows, response)
        return page if rows is page.results else replace(page, results=rows)

    @overload
    async def list_raw(self, *, config: FetchConfig | None = None, **params: Any) -> Any: ...

    @overload
    async def list_raw(self, **params: Param) -> Any: ...

    async def list_raw(  # type: ignore[misc]  # As for `list`.
        self, *, config: FetchConfig | None = None, **params: Any
    ) -> Any:
        """Return the JSON of a list call, for a backend with a custom format.

        Only its rows are read as the dialect reads records.
        """
        asked = self.list_query(config=config, **params)
        response = await self.send("GET", self.endpoint.collection, config, params=asked)
        return self._rows_let_in(read_json(response), response)

    async def request(self, method: str, path: str, *, json: Any = None) -> Any:
        """Send another request, such as an action's; return its JSON.

        `path` is relative to the base URL; `json` is the body.
        """
        check_request(method, path)
        body: dict[str, Any] = {}
        if json is not None:
            body = {"content": json_body(json), "headers": {"Content-Type": JSON}}
        response = await self.send(method, path, None, params={}, **body)
        if method.upper() in ("PATCH", "PUT"):
            note_values(path, json, deferred=response.status_code == ACCEPTED)
        answer = read_json(response)
        try:
            return self.dialect.decode(self._named_as_here(answer))
        except ValueError:
            return answer

    async def detail(self, id: Id, *, config: FetchConfig | None = None) -> T:
        """Return one record. Raises `NotFound` (404; 410 where it is gone) among others.

        A record without an id is returned as it is; one with another id raises `InvalidResponse`.
        """
        return (await self.detail_with_etag(id, config=config))[0]

    async def detail_with_etag(
        self, id: Id, *, config: FetchConfig | None = None
    ) -> tuple[T, str | None]:
        """Return one record, and its ETag, which a later change can send as `if_match`."""
        return await self._detail_at(self.endpoint.item(id), config, id)

    async def _detail_at(
        self, place: str, config: FetchConfig | None, id: Id | None = None
    ) -> tuple[T, str | None]:
        await self._know_accessor()
        asked = dict(self.dialect.record_params) or None
        response = await self.send("GET", place, config, params=asked)
        body = read_object(response)
        if not body or not (found := self._record_in(body, response)):
            raise bad_answer(response, "it should be one record, but it is {}")
        row = self._row(found, response, id)
        if another := id_of_another(row, id, response):
            raise bad_answer(response, f"it describes another record ({another})")
        return self._shaped(row, response), response.headers.get("etag")

    async def create(
        self,
        data: Any,
        *,
        multipart: Policy = "auto",
        config: FetchConfig | None = None,
        on_progress: Progress | None = None,
    ) -> T:
        """Create a record; a file among its values makes the request multipart.

        A record that the answer does not hold is read at its `Location`. Raises `Unconfirmed` if
        there is neither: the record may have been created.
        """
        path = self.endpoint.collection
        data = record_values(data)
        how = Write("POST", multipart, config, on_progress=on_progress)
        with about_write(resource=path, sent=plain(data), read=self._as_logged):
            response = await send_record(self, path, data, how)
        # Only its path counts: a backend behind a proxy seldom knows its own name.
        place = path_of(response.headers.get("location"))
        found = self._returned(response)
        row = self._row(found, response) if isinstance(found, Mapping) else None
        if row is not None and _holds_record(row, found, data):
            return self._shaped(row, response)
        if not place:
            why = "it has no id for the new record"
            if found is not None and not isinstance(found, Mapping):
                why = f"it should be one record, but it is {json_type_name(found)}"
            raise Unconfirmed(response.status_code, *asked(response), why)
        place = place.removeprefix(f"{self._fetch.base.path}/")
        return await self._after_write(self._detail_at(place, config))

    async def update(
        self,
        id: Id,
        data: Any,
        *,
        multipart: Policy = "auto",
        config: FetchConfig | None = None,
        if_match: str | None = None,
        on_progress: Progress | None = None,
    ) -> T:
        """Replace a record as a whole (PUT); raises as `partial_update`."""
        data = record_values(data)
        how = Write("PUT", multipart, config, if_match, on_progress)
        if self.dialect.place_fields:
            data = await in_its_place(self, id, data)
        return await self._written(id, data, how)

    async def partial_update(
        self,
        id: Id,
        diff: Any,
        *,
        multipart: Policy = "auto",
        config: FetchConfig | None = None,
        if_match: str | None = None,
        on_progress: Progress | None = None,
    ) -> T:
        """Change the given values of a record (PATCH) and return it as it is afterwards.

        If the response contains no record, it is read again. Compare it if the backend may ignore
        values or apply them later (202): neither raises.

        `if_match` is the ETag of `detail_with_etag`: the change is made only to that version.

        Raises:
            NotFound: there is no such record (404), or it is gone (410).
            Conflict: the record changed since (412), or the backend has another reason (409).
            VersionRequired: the backend takes no change without `if_match` (428).
            ValidationFailed: `.errors` says which values were not accepted (400, 422).
            InvalidResponse: the answer is about another record; the change may have been made.
        """
        how = Write(self.dialect.change_method, multipart, config, if_match, on_progress)
        return await self._written(id, record_values(diff), how)

    async def delete(
        self, id: Id, *, config: FetchConfig | None = None, if_match: str | None = None
    ) -> None:
        """Delete a record."""
        path = self.endpoint.item(id)
        if self._fetch.write_log is not None and not subject_of_write().whole_before:
            await self._read_for_log(path, config)
        with self._about(id):
            response = await self.send("DELETE", path, config, headers=tag(if_match))
        await check_deleted(response, id, lambda: self.send("GET", path, config))

    async def options(self, *, config: FetchConfig | None = None) -> ResourceMetadata:
        """Return the collection's metadata (OPTIONS)."""
        response = await self.send("OPTIONS", self.endpoint.collection, config)
        allow = response.headers.get("allow", "").split(",")
        answer = self.dialect.metadata_answer
        found = parsed(response, lambda body: ResourceMetadata.parse(answer(body or {}), allow))
        self._metadata = found
        if self.dialect.accessor_of is not None:
            self._fetch.accessor = self.dialect.accessor_of(found.extra)
        return found

    async def metadata(self) -> ResourceMetadata | None:
        """Return the collection's metadata, loaded once; None if it has none."""
        if self._metadata is None and not self._lacks_metadata:
            try:
                await self.options()
            except (NotFound, NotAllowed):
                self._lacks_metadata = True  # Or a run would ask again for each of its rows.
            except (InvalidResponse, ServerError, Forbidden):
                return None
        return self._metadata

    @property
    def known_metadata(self) -> ResourceMetadata | None:
        """The collection's metadata, as far as it is loaded."""
        return self._metadata

    async def _know_accessor(self) -> None:
        """Learn from the metadata the key under which this site keeps translations."""
        if self.dialect.accessor_of is not None and self._fetch.accessor is None:
            await self.metadata()
            self._fetch.accessor = self._fetch.accessor or TRANSLATIONS

    def _rows_let_in(self, body: Any, response: httpx.Response) -> Any:
        """Return any answer with its rows as the dialect reads records."""
        if isinstance(body, list):
            return [self.read_row(row, response) for row in body]
        if not isinstance(body, Mapping):
            return body
        return {
            key: self._rows_let_in(one, response) if isinstance(one, list) else one
            for key, one in body.items()
        }

    @property
    def _reads_unchanged(self) -> bool:
        """Whether records stay as the backend sends them, so that a page needs no pass over it."""
        accessor = self._fetch.accessor or TRANSLATIONS
        return self.dialect.reads_unchanged and accessor == TRANSLATIONS

    def read_row(self, row: Any, response: httpx.Response, exchange: Exchange | None = None) -> Any:
        """Return a record as the dialect reads it; raises `InvalidResponse` if it can't."""
        exchange = exchange or self.exchange("GET", response=response)
        try:
            return self.dialect.decode(self._named_as_here(row), exchange)
        except ValueError as error:
            raise bad_answer(response, str(error)) from error

    def _named_as_here(self, answer: Any) -> Any:
        """Return an answer with its translations under our key, whatever a site calls it."""
        return renamed(answer, self._fetch.accessor or TRANSLATIONS, TRANSLATIONS)

    async def update_or_create(
        self,
        data: Any,
        *,
        multipart: Policy = "auto",
        config: FetchConfig | None = None,
        on_progress: Progress | None = None,
    ) -> T:
        """PUT if the record has an id (0 is one), else POST; the id is removed from the body."""
        values = record_values(data)
        id = values.pop("id", None)
        if id is None or id == "":
            return await self.create(
                values, multipart=multipart, config=config, on_progress=on_progress
            )
        return await self.update(
            id, values, multipart=multipart, config=config, on_progress=on_progress
        )

    async def update_order(
        self, start_id: Id, end_id: Id, *, config: FetchConfig | None = None
    ) -> bool:
        """Move a record to the place of another; True if the backend renumbered all rows.

        A record moved onto itself sends nothing: a backend may rewrite the whole table for it.
        """
        for id in (start_id, end_id):
            segment(id)
        if str(start_id) == str(end_id):
            return False
        with self._about(start_id, action=MOVED, action_id=MOVE):
            response = await self.send(
                "POST",
                self.endpoint.action("update_order"),
                config,
                json={"startId": start_id, "endId": end_id},
            )
        return _says_reordered(response)

    def requested(self, path: str) -> str:
        """Return the path under which `path` is requested: rewritten, its slash as sent."""
        return self._fetch.requested(path)

    @overload
    def list_query(
        self, *, config: FetchConfig | None = None, **params: Any
    ) -> dict[str, str | builtins.list[str]]: ...

    @overload
    def list_query(self, **params: Param) -> dict[str, str | builtins.list[str]]: ...

    def list_query(  # type: ignore[misc]  # As for `list`.
        self, *, config: FetchConfig | None = None, **params: Any
    ) -> dict[str, str | builtins.list[str]]:
        """Return the query of a list call as it is sent, including the endpoint's own."""
        check_params(params)
        if self._matching is not None:
            paging = {key: params[key] for key in PAGING if key in params}
            return {**query_of(self.dialect.params_of(paging)), **self._matching}
        merged = self._config.merged(config)
        own = {**grouped(self.endpoint.params), **merged.params}
        if self.dialect.wire is not None:  # An endpoint's query has the backend's own parameters.
            return {**query_of(own), **query_of(self.dialect.params_of(params))}
        return query_of(self.dialect.params_of({**own, **params}))

    def matching_query(self, **params: Any) -> dict[str, str | builtins.list[str]]:
        """Return the part of a list's query that decides which rows match, without the page."""
        first, second = (self.dialect.params_of(dict.fromkeys(PAGING, n)) for n in (1, 2))
        paging = {key for key in {**first, **second} if first.get(key) != second.get(key)}
        asked = self.list_query(**params)
        return {key: value for key, value in asked.items() if key not in paging}

    @property
    def own_query(self) -> dict[str, builtins.list[str]]:
        """The query that narrows every list of this collection, whatever a call requests."""
        own = self._matching
        if own is None:
            own = query_of(grouped(self.endpoint.params))
        return {
            name: [value] if isinstance(value, str) else value
            for name, value in own.items()
            if name not in (*PAGING, "ordering")
        }

    def counted_apart(self) -> Crud[T]:
        """Return this collection with a separate count of requests.

        A change that is called without `await` is counted, too: it is never sent.
        """
        found = copy.copy(self)
        found.sent = ChangeCount()
        for name in CHANGES:
            change = getattr(type(found), name)
            setattr(found, name, _noted(found.sent, name, partial(change, found)))
        return found

    def matching(self, query: Iterable[tuple[str, str]]) -> Crud[T]:
        """Return this collection with a fixed query added to its lists.

        The query replaces everything else that narrows a list; paging works as usual.
        """
        found = copy.copy(self)
        found._matching = query_of(grouped(tuple(query)))
        for name in CHANGES:  # Those of `counted_apart` belong to the other collection.
            vars(found).pop(name, None)
        return found

    async def _read_for_log(self, path: str, config: FetchConfig | None) -> None:
        """Read a record that is about to be deleted, so that undo can create it again."""
        try:
            await self.send("GET", path, config)
        except Unauthorized:
            raise  # The deletion would fail in the same way.
        except ApiError:
            return

    def _about(self, id: Id, **known: Any) -> AbstractContextManager[WriteSubject]:
        """Name a record as the subject of a write, for the log."""
        collection = self.endpoint.collection
        return about_write(resource=collection, id=str(id), read=self._as_logged, **known)

    def _as_logged(self, response: httpx.Response) -> Any:
        """Return the record of an answer as the dialect reads it."""
        return self.read_row(self._record_in(read_json(response), response), response)

    async def _written(self, id: Id, data: Any, how: Write) -> T:
        """Return the record after a write; read it if the answer has none."""
        path = self.endpoint.item(id)
        with self._about(id, sent=plain(data)):
            response = await send_record(self, path, data, replace(how, id=id))
        note_values(path, plain(data), deferred=response.status_code == ACCEPTED)
        found = self._returned(response)
        row = self._row(found, response, id) if isinstance(found, Mapping) else None
        if row is None or not _holds_record(row, found, data):
            return await self._after_write(self._detail_at(path, how.config, id))
        another = id_of_another(row, id, response)
        if another and not await self._is_gone(id, how.config):
            raise bad_answer(response, f"it describes another record ({another})")
        return self._shaped(row, response)

    async def _is_gone(self, id: Id, config: FetchConfig | None) -> bool:
        """Whether there is no record of this id, as after a change of the value it is opened by."""
        try:
            await self._detail_at(self.endpoint.item(id), config, id)
        except NotFound:
            return True
        except ApiError:
            return False
        return False

    async def _after_write(self, reading: Awaitable[tuple[T, str | None]]) -> T:
        try:
            return (await reading)[0]
        except ApiError as error:
            # The write was accepted: only reading the result failed.
            error.may_have_been_applied = True
            raise

    @property
    def sends_plain_forms(self) -> bool:
        """Whether a record with a file is sent whole as one flat form."""
        return self.dialect.style_of(self._metadata) == "flat"

    async def send(
        self, method: str, path: str, config: FetchConfig | None, **parts: Any
    ) -> httpx.Response:
        """Send a request to this backend, with the headers and params of the collection."""
        self.sent.error = None
        try:
            return await self._answered(method, path, config, **parts)
        except ApiError as error:
            self.sent.error = error
            raise

    async def _answered(
        self,
        method: str,
        path: str,
        config: FetchConfig | None,
        *,
        params: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        **body: Any,
    ) -> httpx.Response:
        merged = self._config.merged(config)
        is_change = method not in SAFE_METHODS
        self.sent.changes += is_change
        try:
            response = await self._fetch(
                method,
                path,
                params=(query_of(merged.params) if params is None else params) or None,
                headers={**merged.headers, **(headers or {})},
                timeout=merged.timeout,
                **body,
            )
        except Forbidden as error:
            if self.dialect.forbidden is not None:
                error.sentence = self.dialect.forbidden(error.detail, self.exchange(method))
            raise
        try:
            accepted = raise_for_record(response)
        except ApiError as error:
            self._note_refusal(error, method, path, response)
            raise
        if is_change:
            self.sent.accepted += 1
            self.sent.accepted_at.append(path)
            subject_of_write().outcome.deferred = accepted.status_code == ACCEPTED
        return accepted

    def _note_refusal(
        self, error: ApiError, method: str, path: str, response: httpx.Response
    ) -> None:
        """Add to an error what the collection and its dialect know about it."""
        if isinstance(error, NotFound):
            error.of_collection = path == self.endpoint.collection
        elif isinstance(error, NotAllowed):
            self._note_not_allowed(method, error)
        elif isinstance(error, ValidationFailed):
            read_errors(error, response, self.dialect.error_paths[0])
            place_errors(error, self.dialect.error_keys)
            if (by_language := self.dialect.errors_by_language) is not None:
                error.errors = dict(by_language(error.errors, self._metadata))

    def _note_not_allowed(self, method: str, error: NotAllowed) -> None:
        """Report that a method was refused, and the other way to change, if that is refused too."""
        if self.on_not_allowed is None:
            return
        self.on_not_allowed(self.endpoint.collection, method)
        other = {"PATCH": "PUT", "PUT": "PATCH"}.get(method)
        if other and error.allow and other not in error.allow:
            self.on_not_allowed(self.endpoint.collection, other)

    def exchange(
        self,
        method: str,
        id: Id | None = None,
        *,
        response: httpx.Response | None = None,
        query: Mapping[str, Any] | None = None,
    ) -> Exchange:
        """Return a request and its answer as the dialect's hooks see them."""
        path = self.endpoint.collection
        memory = self._fetch.memory.setdefault(path, {})
        headers = {} if response is None else dict(response.headers)
        return Exchange(method, path, id, query or {}, headers, memory)

    def _record_in(self, body: Any, response: httpx.Response) -> Mapping[str, Any]:
        """Return the record of an answer; raises `InvalidResponse` if there is none."""
        found = parsed_body(as_object(body, response), response, self.dialect.record_in)
        return as_object(found, response)

    def _returned(self, response: httpx.Response) -> Any:
        """Return what the answer to a write has for a record; None if that is empty."""
        if (body := read_json(response)) in (None, {}):
            return None
        found = parsed_body(as_object(body, response), response, self.dialect.record_in)
        return None if found == {} else found

    def _row(self, found: Any, response: httpx.Response, id: Id | None = None) -> Any:
        """Return the record that was found in an answer as the dialect reads it."""
        return self.read_row(found, response, self.exchange("GET", id, response=response))

    def _shaped(self, row: Any, response: httpx.Response) -> T:
        return cast(T, row) if self._shape is None else cast(T, self._shape.one(row, response))


def _noted(
    sent: ChangeCount, name: str, change: Callable[..., Awaitable[Any]]
) -> Callable[..., Awaitable[Any]]:
    """Return a method that is noted as unawaited until it begins."""

    async def begun(*args: Any, **named: Any) -> Any:
        sent.unawaited.remove(name)
        return await change(*args, **named)

    begun.__qualname__ = f"crud.{name}"  # Python's own warning names it.

    def called(*args: Any, **named: Any) -> Awaitable[Any]:
        sent.unawaited.append(name)
        return begun(*args, **named)

    return called


def _holds_record(row: Any, found: Mapping[str, Any], sent: Any) -> bool:
    """Whether an answer to a write is the record: it has an id, or a value that was sent."""
    there = {*found, *(row if isinstance(row, Mapping) else ())}
    values = plain(sent)
    return not there.isdisjoint((*OWN_KEYS, *(values if isinstance(values, Mapping) else ())))


def _says_reordered(response: httpx.Response) -> bool:
    try:
        body = read_json(response)
    except InvalidResponse:
        return False
    return isinstance(body, Mapping) and body.get("reordered") is True
