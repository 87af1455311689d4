"""DiscoveryStore: finds the backend's collections and describes each, once a session."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from time import monotonic
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from textual.message import Message

from svc_tui.api.dialects import Dialect
from svc_tui.api.errors import (
    ApiError,
    InvalidResponse,
    NotFound,
    ServerError,
    Unauthorized,
    Unreachable,
)
from svc_tui.api.responses import raise_for_status, read_json
from svc_tui.api.urls import Endpoint
from svc_tui.introspect.names import slug_of
from svc_tui.introspect.roots import (
    DESCRIBED,
    RootEntry,
    addresses_of,
    collections_of,
    distinct_collections,
    looks_like_root,
)
from svc_tui.models.records import PaginatedList
from svc_tui.stores.base import Store, StoreChanged
from svc_tui.stores.listing.filter_probe import FilterProbe, in_time
from svc_tui.stores.session.collection_reader import CollectionReader, Sample
from svc_tui.stores.session.description_store import WELL_KNOWN, DescriptionStore
from svc_tui.stores.session.discovery_cache import DiscoveryCache as Kept
from svc_tui.stores.session.discovery_cache import ProbeResult

if TYPE_CHECKING:  # Declarations are pydantic models, which startup does not wait for.
    from svc_tui.api.fetch import SvcFetch
    from svc_tui.introspect.discovered import DiscoveredResource, DiscoveryResponses
    from svc_tui.introspect.filters import Candidate
    from svc_tui.introspect.openapi.description import CollectionFacts
    from svc_tui.models.listing import FilterDescriptor
    from svc_tui.models.resource import Resource

USUAL_ROOTS = ("/api/", "/", "/api/v1/", "/rest/")
"""The roots where a backend may list its collections; the first that answers counts."""

ROOTS_AND_DESCRIPTIONS = (
    *(
        one
        for root, place in zip(USUAL_ROOTS, WELL_KNOWN, strict=False)
        for one in (root, f"{DESCRIBED}{place}")
    ),
    *(f"{DESCRIBED}{place}" for place in WELL_KNOWN[len(USUAL_ROOTS) :]),
)
"""The same, with the addresses of descriptions between them."""

PATIENCE = 1.0
"""Seconds for probing filters and orders while a page waits."""

LATEST = 3.0
"""Seconds after which discovery continues even if no list has shown its rows."""

FRESH = 10.0
"""Seconds for which the first rows may be shown by the page they were loaded for."""


@dataclass(frozen=True)
class DiscoveryState:
    """The discoveries so far."""

    collections: tuple[RootEntry, ...] = ()
    looked: bool = False
    """Whether the roots have been requested."""
    problem: str | None = None
    """Why no collections were found, and what to do, in a sentence or two."""
    missing: str = ""
    """Why some collections may be missing, in a sentence; empty if none are."""
    broken: bool = False
    """Whether a root failed, or did not answer."""
    described: Mapping[str, DiscoveredResource] = field(default_factory=dict)
    """Discovered resources by name."""


class _Broadcast:
    """Wakes all waiters."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    async def wait(self) -> None:
        """Wait for the next wake-up."""
        await self._event.wait()

    def ring(self) -> None:
        self._event.set()
        self._event = asyncio.Event()


class DiscoveryStore(Store[DiscoveryState]):
    """Requests the API roots, and then each collection when needed."""

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """Collections were found, or one of them was described."""

        state: DiscoveryState

    @dataclass
    class Learnt(Message, bubble=False):
        """More is known than a page may show; `name` is a resource, or "" for the list of all."""

        name: str

    def __init__(
        self,
        fetch: SvcFetch,
        dialect: Dialect,
        *,
        roots: Sequence[str] = (),
        skip: Iterable[str] = (),
        patience: float | None = PATIENCE,
        kept: Kept | None = None,
        description: DescriptionStore | None = None,
        from_file: bool = False,
    ) -> None:
        super().__init__(DiscoveryState())
        self._from_file = from_file
        self._learnt = kept or Kept(None, "")
        fetch.page_sizes.on_change = self._learnt.note_page_size
        self.description = description or DescriptionStore(fetch)
        """The backend's OpenAPI description."""
        self._fetch = fetch
        self.dialect = dialect
        """The dialect of requests; a description may replace it later."""
        self.reader = CollectionReader(self, fetch, self._learnt)
        """Requests what shows what one collection is like."""
        self.roots = tuple(roots)
        """The roots to request; by default those of the dialect."""
        self._skip = tuple(skip)
        self.patience = patience
        """Seconds for filters and orders; None waits for all of them."""
        self._learning: dict[str, asyncio.Task[DiscoveredResource]] = {}
        self._roots: dict[str, tuple[RootEntry, ...]] = {}
        """The answers of the roots requested so far."""
        self._glances: dict[str, tuple[float, Sample]] = {}
        """The first rows of a resource, until more is known about it."""
        self._first: dict[str, tuple[float, int, Sample]] = {}
        """The same, until its page has shown them, and how many were requested."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._fields_known, self._rows_shown = _Broadcast(), _Broadcast()
        self._whole: set[str] = set()
        """The resources whose filters and orders are known too."""
        self._asked: set[str] = set()
        """The resources that were to be described, or shown by their first rows."""
        self.opened: tuple[RootEntry, ...] = ()
        """Undeclared collections that were opened by their address."""
        self._turn = 0
        """How often the user has changed: an answer for an earlier user is not kept."""

    def forget(self) -> None:
        """Forget everything, as another user may see something else."""
        self._turn += 1
        self._learning, self._roots, self._whole, self._asked = {}, {}, set(), set()
        self._glances, self._first = {}, {}
        self.load_for_user(None)
        self.description.forget()
        self.change(**vars(DiscoveryState()))

    def load_for_user(self, user: str | None) -> None:
        """Load the cache of this user; None forgets what is known."""
        self._learnt.load_for_user(user)
        self._fetch.page_sizes.load(self._learnt.page_sizes)

    def told_changes(self) -> str:
        """Return in sentences what has changed since it was cached, once."""
        return self._learnt.take_changes()

    def close(self) -> None:
        """Stop all requests."""
        for task in (*self._learning.values(), *self._tasks):
            task.cancel()

    def take(self, endpoints: Iterable[str]) -> None:
        """Use exactly these collections; no root is requested."""
        found = (RootEntry(slug_of(one.strip("/").rpartition("/")[2]), one) for one in endpoints)
        collections = distinct_collections(found)
        self._heed(collections)
        self.change(collections=collections, looked=True)

    def open(self, endpoint: str) -> str:
        """Add an undeclared collection; return the path of its page."""
        known = (one.name for one in self.opened if one.endpoint == endpoint)
        name = next(known, "") or slug_of(endpoint)
        if name and name not in {one.name for one in self.opened}:
            self.opened = (*self.opened, RootEntry(name, endpoint, endpoint.strip("/")))
        return f"/{name}"

    def recall(self) -> tuple[RootEntry, ...]:
        """The cached collections, if any; sends no request."""
        kept = tuple(RootEntry(**one) for one in self._learnt.collections)
        if kept and not self.state.looked:
            self.description.address = self.description.address or _description_of(kept)
            self._heed(kept)
            self.change(collections=kept)
        return kept

    async def find(self, wanted: str = "") -> tuple[RootEntry, ...]:
        """The backend's collections; none, and a problem in the state, where no root tells.

        With `wanted`, roots are only requested until a collection of that name is found; the state
        then says that not all have been requested.

        Raises:
            Unauthorized: no user is signed in.
        """
        if self.state.looked:
            return self.state.collections
        turn, named, roots = self._turn, self.description.address, self._roots_to_ask()
        collections, failures, looked = await self._ask_roots(roots, wanted)
        self._heed(collections)
        read = self.description.current if named else None
        bare = f"The OpenAPI document at {named} lists no collections. " if read else ""
        problem = None if collections else bare + _nothing(roots, failures, self._from_file)
        missing = _missing(failures) if collections else ""
        if named and (unread := self.description.problem):
            problem, missing = problem and f"{unread} {problem}", missing or unread
        if turn == self._turn:
            self.change(
                collections=collections,
                looked=looked,
                problem=problem,
                missing=missing,
                broken=_broken(failures) is not None,
            )
            elsewhere = all(isinstance(one, NotFound | InvalidResponse) for one in failures)
            if looked and collections and elsewhere:
                self._learnt.keep_collections(asdict(one) for one in collections)
        return collections

    def _roots_to_ask(self) -> tuple[str, ...]:
        """Return the addresses that may name the collections, the likeliest first."""
        roots = self.roots or self.dialect.roots
        if not roots:
            roots = ROOTS_AND_DESCRIPTIONS
            if self._fetch.base.path:  # Most likely that of the root itself.
                roots = tuple(sorted(roots, key=lambda root: root != "/"))
        named = self.description.address
        return (f"{DESCRIBED}{named}", *roots) if named else tuple(roots)

    async def _ask_roots(
        self, roots: tuple[str, ...], wanted: str
    ) -> tuple[tuple[RootEntry, ...], list[ApiError], bool]:
        """Return the collections, the failures, and whether all roots were requested.

        Without roots of its own, the first that names any collection is enough.
        """
        known = self.roots or self.dialect.roots
        found: list[RootEntry] = []
        failures: list[ApiError] = []
        for root in roots:
            try:
                found += await self._root(root)
            except Unauthorized:
                raise
            except Unreachable as error:
                failures.append(error)
                break  # Each further address would take as long.
            except ApiError as error:
                failures.append(error)
            if found and (not known or root.startswith(DESCRIBED)):
                break
            collections = distinct_collections(found, self._skip)
            if root != roots[-1] and wanted in {one.name for one in collections}:
                return collections, failures, False
        return distinct_collections(found, self._skip), failures, True

    async def check_description(self) -> bool:
        """Reload a description from before the sign-in; True if collections changed.

        Raises:
            Unauthorized: no user is signed in.
        """
        with suppress(NotFound, ServerError, Unreachable):
            if await self.description.check():
                before, self._roots, self._whole = self.state.collections, {}, set()
                self.change(looked=False, described={})
                return await self.find() != before
        return False

    def _heed(self, collections: Sequence[RootEntry]) -> None:
        slashes = {one.endpoint.endswith("/") for one in collections}
        if slashes == {False}:
            self._fetch.slashes.trailing = False
        elif len(slashes) > 1:
            self._fetch.slashes.declare(one.endpoint for one in collections)
        if described := self.description.current:
            self._fetch.slashes.declare_below(described.differing_items)

    async def glance(self, resource: Resource, page_size: int) -> DiscoveredResource | None:
        """Return a resource as its first rows and earlier sessions show it, with one request.

        None if there are no rows, so that more requests are needed.

        Raises: Unauthorized: no user is signed in.
        """
        from svc_tui.introspect.discovered import DiscoveryResponses, described

        turn = self._turn
        self._asked.add(resource.name)
        try:
            endpoint = Endpoint.parse(resource.endpoint)
            sample = await self.reader.sample(endpoint, page_size)
        except ValueError:
            return None
        if turn != self._turn:
            return None  # They are the rows of a user who has signed out since.
        page, paging, problem = sample
        rows = self.reader.readable(page, resource)
        self._learnt.note_rows(resource, rows)
        self._glances[resource.name] = (now := monotonic(), sample)
        self._first[resource.name] = (now, page_size, sample)
        if page is None or not rows or problem:
            return None
        tried = self._learnt.tried.get(resource.endpoint, ProbeResult())
        facts = self._facts_at_hand(resource)
        filters = tuple(kept_filters(tried)) if facts is None else facts.filters
        answers = DiscoveryResponses(
            rows=rows,
            count=page.count,
            paging=paging,
            sortable=frozenset(key for key, sorts in tried.sorts.items() if sorts),
            filters=() if resource.filters else filters,
            told=facts,
            lookup=tried.lookup,
            changes_by_put=self.dialect.change_method == "PUT",
        )
        collections = {one.name: one.endpoint for one in self.state.collections}
        return described(resource, answers, collections=collections, whole=bool(answers.filters))

    def _facts_at_hand(self, resource: Resource) -> CollectionFacts | None:
        description = self.description.current
        return description.collection_facts(resource.endpoint) if description else None

    def has_tried(self, resource: Resource) -> bool:
        """Whether it is known which filters this resource supports."""
        return resource.endpoint in self._learnt.tried

    def first_page(self, resource: Resource, page_size: int) -> PaginatedList[Any] | None:
        """The first rows for its page; None if they are old, or the page size differs."""
        at, asked, (page, paging, _) = self._first.pop(resource.name, (0.0, 0, (None, None, "")))
        if page is None or monotonic() - at > FRESH or paging not in (None, "page"):
            return None
        shorter = page.told and 0 < len(page.results) < page.count  # The backend's own size.
        if asked != page_size or not (page.page_size == page_size or shorter):
            return None
        rows = self.reader.readable(page, resource)
        return replace(page, results=rows) if len(rows) == len(page.results) else None

    async def describe(
        self, resource: Resource, *, whole: bool = False, tried: bool = True, hurry: bool = True
    ) -> DiscoveredResource:
        """A resource, filled up; asked once a session, and by several at once only once.

        `whole` looks for filters too: for a resource of which a file says nothing at all.
        `tried` is false for a caller that needs no filters and orders, such as a form; `hurry` is
        false in the background, where all of them are tried.
        Never raises for what a backend answers: what could not be learned stays open.
        """
        self._asked.add(resource.name)
        known = self._known(resource.name, tried)
        if known is not None:
            return known
        task = self._learning.get(resource.name)
        if task is None:
            patience = self.patience if hurry else None
            task = asyncio.ensure_future(self._learn(resource, whole, tried, patience))
            learning = self._learning
            learning[resource.name] = task
            task.add_done_callback(lambda _: learning.pop(resource.name, None))
        while not tried and not task.done():
            waiter = asyncio.ensure_future(self._fields_known.wait())
            await asyncio.wait({task, waiter}, return_when=asyncio.FIRST_COMPLETED)
            waiter.cancel()
            if (known := self._known(resource.name, tried)) is not None:
                return known
        return await asyncio.shield(task)

    def _known(self, name: str, tried: bool) -> DiscoveredResource | None:
        return self.state.described.get(name) if not tried or name in self._whole else None

    async def lookup_of(self, resource: Resource) -> str:
        """The key that opens a record; waits for it while the resource is being discovered."""
        if resource.name not in self._learning:
            return resource.lookup
        return (await self.describe(resource, tried=False)).resource.lookup

    def knows(self, resource: Resource) -> bool:
        """Whether everything is known about a resource."""
        return self._known(resource.name, True) is not None

    def is_learning(self, resource: Resource) -> bool:
        """Whether a described resource may have filters that are not known yet, or not read."""
        known = self._known(resource.name, True)
        return resource.name in self._asked and (known is None or bool(known.problem))

    async def rows_shown(self) -> None:
        """Wait until a list shows its rows, so that they are requested first."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._rows_shown.wait(), LATEST)

    def notify_rows_shown(self) -> None:
        """Let other requests start, as a list shows its rows."""
        self._rows_shown.ring()

    def notify_learnt(self, name: str) -> None:
        """Publish that pages can show more; `name` is a resource, or "" for the list of all."""
        self.publish(self.Learnt(name))

    def cancel_on_close(self, task: asyncio.Task[None]) -> None:
        """Cancel a task when this is closed."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # One root

    async def _root(self, root: str) -> tuple[RootEntry, ...]:
        roots = self._roots  # Another user has other roots.
        if root in roots:
            return roots[root]
        if root.startswith(DESCRIBED):
            description = await self.description.look(root.removeprefix(DESCRIBED))
            roots[root] = description.collections if description else ()
            return roots[root]
        response = await self._fetch("GET", root, hooks=False)
        raise_for_status(response)
        if address := response.links.get("service-desc", {}).get("url", ""):
            # Absolute, so that a backend's value is never taken for a local file.
            address = urljoin(str(response.url), address)
            self.description.address = self.description.address or address
        body = addresses_of(self.dialect.root_answer(read_json(response)))
        found: tuple[RootEntry, ...] = ()
        if looks_like_root(body):
            found = collections_of(body, root, self._fetch.base.path)
        elif address and self.description.address == address:
            description = await self.description.look(address)
            found = description.collections if description else ()
        roots[root] = found
        return found

    # One collection

    async def _learn(
        self, resource: Resource, whole: bool, tried: bool, patience: float | None
    ) -> DiscoveredResource:
        from svc_tui.introspect.discovered import DiscoveredResource, described

        turn = self._turn
        try:
            at, glance = self._glances.pop(resource.name, (0.0, None))
            glance = glance if monotonic() - at < FRESH else None
            answers = await self.reader.answers(resource, glance)
        except (ApiError, ValueError) as error:
            return DiscoveredResource(resource, problem=str(error))
        collections = {one.name: one.endpoint for one in self.state.collections}
        if turn == self._turn:
            self._learnt.note_rows(resource, answers.rows)
        first = described(resource, answers, collections=collections)
        found: DiscoveryResponses = answers
        if turn != self._turn:
            return first  # The user has signed out, so nothing more is tried.
        if answers.rows and tried and (whole or not resource.columns):
            self.change(described={**self.state.described, resource.name: first})
            self._fields_known.ring()
            found = await self._tried(first.resource, answers, whole, patience)
        elif whole and not answers.rows and not answers.problem:
            from svc_tui.introspect.filters import unprobed_filters

            found = replace(
                answers,
                filters=unprobed_filters(
                    first.resource.fields, self.dialect.capabilities.certain_filters
                ),
            )
        done = described(resource, found, collections=collections, whole=whole)
        if turn == self._turn:
            self._whole |= {resource.name} if tried else set()
            self.change(described={**self.state.described, resource.name: done})
        return done

    # Filters and orders, which are probed if there is no description

    def _candidates(self, resource: Resource) -> tuple[Candidate, ...]:
        """Return the filters that the fields suggest, in the words of the dialect."""
        from svc_tui.introspect.filters import DAY_STYLES, candidates

        spans = self.dialect.wire.day_spans if self.dialect.wire else None
        return candidates(resource.fields, DAY_STYLES if spans is None else spans)

    async def _tried(
        self, resource: Resource, answers: DiscoveryResponses, whole: bool, patience: float | None
    ) -> DiscoveryResponses:
        turn = self._turn
        trial = FilterProbe(self._fetch, self.dialect, resource.endpoint, answers.count)
        until = None if patience is None else monotonic() + patience
        known = self._learnt.tried.get(resource.endpoint, ProbeResult())
        facts = answers.told
        asks = whole and not resource.filters and (facts is None or facts.parameters is None)
        wanted = self._candidates(resource) if asks else ()
        settled = {one.key: _settled(one, known) for one in wanted if one.key in known.filters}
        open_ = [one for one in wanted if settled.get(one.key) is None
                 and known.filters.get(one.key, one) is not None]  # fmt: skip
        orders_by = self.reader.orders_by(facts)
        keys = _orderable(resource) if orders_by is None else []
        new = [key for key in keys if key not in known.sorts]
        # Orders first: a heading that sorts is used more often than a filter.
        orders = [trial.sorts(key, resource.lookup) for key in new]
        filters = [trial.form(one, answers.rows) for one in open_]
        outcome = await in_time([*orders, *filters], until)
        sorts = dict(zip(new, outcome, strict=False))
        forms = {one.key: form for one, form in zip(open_, outcome[len(new) :], strict=True)}
        if patience is None and turn == self._turn:
            # Too few rows, or a failed request, prove nothing about what did not work.
            sure = answers.count > 1 and not trial.failed
            self._learnt.note(
                resource.endpoint,
                {key: works is True for key, works in sorts.items() if works or sure},
                {key: form and _plain(form) for key, form in forms.items() if form or sure},
                answers.lookup,
            )
        sorts = {**known.sorts, **sorts}
        known_filters = facts.filters if facts else ()
        understood = [forms.get(one.key) or settled.get(one.key) for one in wanted]
        return replace(
            answers,
            sortable=orders_by or frozenset(key for key in keys if sorts.get(key) is True),
            filters=tuple(one for one in understood if one is not None) if asks else known_filters,
        )


def _orderable(resource: Resource) -> list[str]:
    """Return the keys of columns; one made of several values has no order, and the CMS fails."""
    return [one.key for one in resource.columns if one.format != "publishing"]


def _description_of(collections: Sequence[RootEntry]) -> str:
    """Return the address of the description that listed these collections; "" if none did."""
    roots = {one.root for one in collections if one.root.startswith(DESCRIBED)}
    return roots.pop().removeprefix(DESCRIBED) if len(roots) == 1 else ""


def _settled(candidate: Candidate, known: ProbeResult) -> FilterDescriptor | None:
    """Return a cached filter with its current choices."""
    kept = known.filters.get(candidate.key) or {}
    shape = ("multiple", "datepicker", "from_param", "to_param", "endpoint")
    for form in candidate.forms:
        now = _plain(form)
        if kept and all(kept.get(name) == now.get(name) for name in shape):
            return form
    return None


def _plain(form: FilterDescriptor) -> dict[str, Any]:
    return form.model_dump(mode="json", exclude_defaults=True)


def kept_filters(tried: ProbeResult) -> Iterator[FilterDescriptor]:
    """The cached filters; invalid ones are ignored."""
    from pydantic import ValidationError

    from svc_tui.models.listing import FilterDescriptor

    for kept in tried.filters.values():
        with suppress(ValidationError):
            if kept:
                yield FilterDescriptor.model_validate(kept)


def _broken(failures: Sequence[ApiError]) -> ApiError | None:
    found = (error for error in failures if isinstance(error, (Unreachable, ServerError)))
    return next(found, None)


def _nothing(roots: Sequence[str], failures: Sequence[ApiError], from_file: bool) -> str:
    """Return why there are no collections, and what to do."""
    broken = _broken(failures)
    asked = ", ".join(root for root in roots if not root.startswith(DESCRIBED))
    why = str(broken) if broken else f"No list of collections was found at {asked}."
    if isinstance(broken, ServerError):
        return why
    if not from_file:
        return f"{why} Name the collections: resources=[Resource(name=…, endpoint=…)]."
    return (
        f"{why} Name the collections in a console file: [[resources]] with name and endpoint "
        "(`svc-tui schema` shows every key)."
    )


def _missing(failures: Sequence[ApiError]) -> str:
    broken = _broken(failures)
    return f"Some collections may be missing. {broken.what()}" if broken else ""
