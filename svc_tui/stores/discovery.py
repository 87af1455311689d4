"""What the backend has, and what each of its collections is: asked once a session."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import TYPE_CHECKING, Any

from svc_tui.api.accessor import renamed
from svc_tui.api.answers import parsed, raise_for_status, read_json, read_page
from svc_tui.api.dialect import Dialect
from svc_tui.api.errors import ApiError, Unauthorized, Unreachable
from svc_tui.api.urls import Endpoint, grouped, query_of
from svc_tui.introspect.paging import paging_of
from svc_tui.introspect.roots import Collection, collections_of, looks_like_root, told_apart
from svc_tui.models.records import TRANSLATIONS, Page, ResourceMetadata
from svc_tui.stores.base import Store, StoreChanged
from svc_tui.stores.trial import Trial, in_time

if TYPE_CHECKING:  # Declarations are pydantic models, which a start-up does not wait for.
    from svc_tui.api.fetch import SvcFetch
    from svc_tui.introspect.described import Answers, Described
    from svc_tui.models.resource import Resource

ROOTS: Mapping[str, tuple[str, ...]] = {
    "camomilla": ("/api/models/", "/api/camomilla/"),
}
"""Where a dialect's backends list their collections."""

USUAL_ROOTS = ("/api/", "/", "/api/v1/", "/rest/")
"""Where any other backend may do so; the first that answers counts."""

SAMPLE = 20
"""Rows that are looked at."""

PATIENCE = 1.0
"""Seconds that asking for filters and orders may take; a page waits for it."""


@dataclass(frozen=True)
class DiscoveryState:
    """What is known so far."""

    collections: tuple[Collection, ...] = ()
    looked: bool = False
    """Whether the roots have been asked."""
    problem: str | None = None
    """Why no collections were found, and what to do, in a sentence or two."""
    described: Mapping[str, Described] = field(default_factory=dict)
    """Resources that have been learnt, by name."""


class DiscoveryStore(Store[DiscoveryState]):
    """Asks the roots, and then each collection when it is wanted."""

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """Collections were found, or one of them was learnt."""

        state: DiscoveryState

    def __init__(
        self,
        fetch: SvcFetch,
        dialect: Dialect,
        *,
        roots: Sequence[str] = (),
        skip: Iterable[str] = (),
        patience: float | None = PATIENCE,
    ) -> None:
        super().__init__(DiscoveryState())
        self._fetch = fetch
        self._dialect = dialect
        self.roots = tuple(roots)
        """Where to look; left out, where the dialect's backends list their collections."""
        self._skip = tuple(skip)
        self.patience = patience
        """Seconds for filters and orders; None waits for all of them."""
        self._learning: dict[str, asyncio.Task[Described]] = {}
        self._turn = 0
        """How many users were forgotten: an answer that one of them waited for is not kept."""

    def forget(self) -> None:
        """Somebody else signed in, who may see something else."""
        self._turn += 1
        self._learning = {}
        self.change(collections=(), looked=False, problem=None, described={})

    async def find(self) -> tuple[Collection, ...]:
        """The backend's collections; none, and a problem in the state, where no root tells.

        Raises:
            Unauthorized: nobody is signed in.
        """
        if self.state.looked:
            return self.state.collections
        turn = self._turn
        found: list[Collection] = []
        failures: list[ApiError] = []
        known = self.roots or ROOTS.get(self._dialect.name, ())
        for root in known or USUAL_ROOTS:
            try:
                found += await self._root(root)
            except Unauthorized:
                raise
            except Unreachable as error:
                failures.append(error)
                break  # Nobody waits as long again for each further address.
            except ApiError as error:
                failures.append(error)
            if found and not known:
                break
        collections = told_apart(found, self._skip)
        if collections and not any(one.endpoint.endswith("/") for one in collections):
            self._fetch.trailing_slash = False
        problem = None if collections else _nothing(known or USUAL_ROOTS, failures)
        if turn == self._turn:
            self.change(collections=collections, looked=True, problem=problem)
        return collections

    async def describe(self, resource: Resource, *, whole: bool = False) -> Described:
        """A resource, filled up; asked once a session, and by several at once only once.

        `whole` looks for filters too: for a resource of which a file says nothing at all.
        Never raises for what a backend answers: what could not be learnt stays open.
        """
        known = self.state.described.get(resource.name)
        if known is not None:
            return known
        task = self._learning.get(resource.name)
        if task is None:
            task = asyncio.ensure_future(self._learn(resource, whole))
            learning = self._learning
            learning[resource.name] = task
            task.add_done_callback(lambda _: learning.pop(resource.name, None))
        return await asyncio.shield(task)

    # One root

    async def _root(self, root: str) -> tuple[Collection, ...]:
        response = await self._fetch("GET", root, hooks=False)
        body = read_json(raise_for_status(response))
        if not looks_like_root(body):
            return ()
        return collections_of(body, root, self._fetch.base.path)

    # One collection

    async def _learn(self, resource: Resource, whole: bool) -> Described:
        from svc_tui.introspect.described import Described, described

        turn = self._turn
        try:
            answers = await self.answers(resource)
        except (ApiError, ValueError) as error:
            return Described(resource, problem=str(error))
        collections = {one.name: one.endpoint for one in self.state.collections}
        first = described(resource, answers, collections=collections)
        found: Answers = answers
        if answers.rows and (whole or not resource.columns):
            found = await self._tried(first.resource, answers, whole)
        elif whole and not answers.rows and not answers.problem:
            from svc_tui.introspect.filters import untried

            found = replace(answers, filters=untried(first.resource.fields, self._dialect.cms))
        done = described(resource, found, collections=collections, whole=whole)
        if turn == self._turn:
            self.change(described={**self.state.described, resource.name: done})
        return done

    async def answers(self, resource: Resource) -> Answers:
        """Metadata and a page of rows, side by side; then what depends on them."""
        from svc_tui.introspect.described import Answers

        endpoint = Endpoint.parse(resource.endpoint)
        metadata, (page, paging, problem) = await asyncio.gather(
            self._options(endpoint.collection), self._sample(endpoint)
        )
        answers = Answers(metadata=metadata, problem=problem, paging=paging)
        if page is None:
            return answers
        rows = [self._let_in(row, metadata) for row in page.results]
        answers = replace(answers, rows=rows, count=page.count)
        key = _first_key(page.results, resource.lookup)
        item, told = await asyncio.gather(
            self._options(endpoint.item(key)) if key is not None else _nobody(),
            self._paging(endpoint) if paging is None and page.count > 1 else _nobody(),
        )
        return replace(answers, item=item, paging=told or paging)

    def _let_in(self, row: Any, metadata: ResourceMetadata | None) -> Any:
        """A row as it may be shown, its texts by language under the key that forms know."""
        if self._dialect.accessor_of is not None and metadata is not None:
            self._fetch.accessor = self._dialect.accessor_of(metadata.extra)
            row = renamed(row, self._fetch.accessor, TRANSLATIONS)
        return self._dialect.let_in(row)

    async def _options(self, path: str) -> ResourceMetadata | None:
        """What an address says of itself; None where it says nothing."""
        try:
            response = raise_for_status(await self._fetch("OPTIONS", path, hooks=False))
            allow = response.headers.get("allow", "").split(",")
            return parsed(response, lambda body: ResourceMetadata.parse(body or {}, allow))
        except Unauthorized:
            raise
        except ApiError:
            return None

    async def _sample(self, endpoint: Endpoint) -> tuple[Page[Any] | None, str | None, str]:
        """The first rows, how they come in pages, and why there are none."""
        params = query_of({**grouped(endpoint.params), **self._params(page_size=SAMPLE)})
        try:
            response = await self._fetch("GET", endpoint.collection, params=params, hooks=False)
            page = read_page(raise_for_status(response), params, self._dialect.list_answer)
            return page, paging_of(read_json(response)), ""
        except Unauthorized:
            raise
        except ApiError as error:
            return None, None, str(error)

    async def _paging(self, endpoint: Endpoint) -> str | None:
        """One row, however that is asked for: the way to the next one names the kind."""
        params = {**grouped(endpoint.params), **self._params(page_size=1), "limit": "1"}
        try:
            response = await self._fetch(
                "GET", endpoint.collection, params=query_of(params), hooks=False
            )
            return paging_of(read_json(raise_for_status(response)))
        except ApiError:
            return None

    def _params(self, **asked: Any) -> dict[str, Any]:
        return self._dialect.list_params(page=1, **asked)

    # What the backend filters and sorts by: nobody says, so it is asked

    async def _tried(self, resource: Resource, answers: Answers, whole: bool) -> Answers:
        from svc_tui.introspect.filters import candidates

        trial = Trial(self._fetch, self._dialect, resource.endpoint, answers.count)
        until = None if self.patience is None else monotonic() + self.patience
        wanted = [*candidates(resource.fields)] if whole and not resource.filters else []
        # What is made of several values has no order; the CMS breaks on being asked for one.
        keys = [one.key for one in resource.columns if one.format != "publishing"]
        # Orders first: a header that sorts is used more often than a filter.
        orders = [trial.sorts(key, answers.rows, resource.lookup) for key in keys]
        filters = [trial.form(one) for one in wanted]
        outcome = await in_time([*orders, *filters], until)
        sortable = {key for key, works in zip(keys, outcome, strict=False) if works is True}
        understood = [one for one in outcome[len(keys) :] if one is not None]
        return replace(answers, sortable=frozenset(sortable), filters=tuple(understood))


async def _nobody() -> None:
    """Nothing to ask."""


def _first_key(rows: Sequence[Any], lookup: str) -> Any:
    """The id of the first row, if that can be part of an address."""
    row = rows[0] if rows and isinstance(rows[0], Mapping) else {}
    key = row.get(lookup, row.get("id"))
    usable = isinstance(key, (int, str)) and not isinstance(key, bool)
    return key if usable and str(key).strip() not in ("", ".", "..") else None


def _nothing(roots: Sequence[str], failures: Sequence[ApiError]) -> str:
    """Why there are no collections, and what can be done."""
    asked = ", ".join(roots)
    gone = next((error for error in failures if isinstance(error, Unreachable)), None)
    why = str(gone) if gone else f"No list of collections was found at {asked}."
    return (
        f"{why} Name the collections in a console file: [[resources]] with name and endpoint; "
        "`svc-tui schema` shows every key."
    )
