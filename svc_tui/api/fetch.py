"""The HTTP client of one backend: every request of the program goes through it."""

from __future__ import annotations

import asyncio
import importlib
import inspect
import logging
import re
import sys
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from time import perf_counter
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

from svc_tui import __version__
from svc_tui.api.auth.renewal import TokenRenewal
from svc_tui.api.auth.session import SessionAuth
from svc_tui.api.background import in_background
from svc_tui.api.call import Call, httpx_timeout
from svc_tui.api.call import Timeouts as Timeouts
from svc_tui.api.change_count import count_accepted, count_change
from svc_tui.api.daemon_thread import run_in_daemon_thread
from svc_tui.api.errors import (
    DETAIL_PATH,
    LONGEST_WAIT,
    REDIRECTED_FROM,
    SAFE_METHODS,
    ApiError,
    Forbidden,
    ForeignOrigin,
    InvalidResponse,
    NotSent,
    TooLarge,
    Unauthorized,
    asked,
    error_for,
    is_csrf_failure,
    wait_of,
    without_query,
)
from svc_tui.api.library import library, trust
from svc_tui.api.page_sizes import PageSizes
from svc_tui.api.refusals import SUCCESS_PATH, changed_count, refusal
from svc_tui.api.responses import bad_answer
from svc_tui.api.session import CookieNames, Jar
from svc_tui.api.slashes import Slashes
from svc_tui.api.urls import BaseUrl, rewritten
from svc_tui.models.foreign_code import held_up_since
from svc_tui.text import clean

if TYPE_CHECKING:
    import httpx

    from svc_tui.api.auth.base import Auth
    from svc_tui.api.write_subject import WriteLogger

LOG = logging.getLogger("svc_tui.http")
"""One line for each request, without query values and without secrets."""

MOST_REDIRECTS = 5
REMEMBERED = 200
"""Maximum number of requests that the log panel can show."""

OTHER_LOOP = "This Svc belongs to another event loop: create one per asyncio.run() and thread."

AS_IT_IS = {"Accept": "*/*", "Accept-Encoding": "identity"}
"""Requests a file uncompressed, as pictures are compressed already."""

UNREAD: Mapping[str, bool] = {"follow_redirects": False, "stream": True}
"""Arguments of every request: `SvcFetch` follows redirects and reads bodies itself."""

DESCRIBES_PACKED = frozenset({b"content-encoding", b"content-length", b"transfer-encoding"})
"""Headers that describe a compressed body."""

TOOK = "svc_tui.took"
"""The extension of an answer in which a transport without a network reports its duration in
seconds; the console shows that time, so that screenshots are reproducible."""

EXTENSIONS = ("http_version", "reason_phrase")
"""Other extensions of an answer that are kept."""

Hook = Callable[[Any], object]
"""Called with an error; may be async."""


@dataclass(frozen=True)
class RequestLogEntry:
    """One request in the log panel."""

    method: str
    path: str
    """The path without the query, whose values may be private."""
    status: int | None
    """The status; None without an answer."""
    ms: float
    when: datetime = field(default_factory=lambda: datetime.now(UTC))
    cancelled: bool = False
    """Whether it was cancelled here, before an answer could arrive."""
    held_up: bool = False
    """Whether code of the program delayed the reading of the answer, so `ms` is not its time."""

    @property
    def is_measured(self) -> bool:
        """Whether it tells the time of the backend: it was answered, and read at once."""
        return self.status is not None and not self.held_up

    @property
    def outcome(self) -> str:
        """The status in words."""
        return str(self.status or ("cancelled" if self.cancelled else "no response"))


class SvcFetch:
    """Calls the backend and reacts to 401 and 403; any other response passes unchanged.

    Stays on the origin of its base URL, sends only the credentials that its `auth` adds, and raises
    only kinds of `ApiError` (and `ValueError` for invalid arguments).
    """

    def __init__(
        self,
        base_url: str,
        *,
        names: CookieNames | None = None,
        jar: Jar | None = None,
        auth: Auth | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
        timeout: Timeouts | float | None = None,
        answer_limit: float = 100,
        answer_timeout: float = 120,
        read_only: bool = False,
        rewrites: Mapping[str, str] | None = None,
        trailing_slash: bool = True,
        verbatim: Iterable[str] = (),
        trust_env: bool = True,
        headers: Mapping[str, str] | None = None,
        follows_slashes: bool = True,
        profile_answer: Callable[[Any], Any] = lambda body: body,
        detail_path: str = "",
        success_path: str | None = None,
    ) -> None:
        self.base = BaseUrl.parse(base_url)
        self.cookies = Jar(self.base, names) if jar is None else jar
        self.auth = (auth or SessionAuth()).bind(self)
        """The sign-in and the credentials of each request."""
        self.cookies.kind = self.auth.kind
        self.first_list = ""
        self.first_query: Mapping[str, Any] = {}
        """The collection, and the query for one row, on which secrets are tested."""
        self.proof = ""
        """The address last read in this session, to check whether the session still works."""
        self.on_unauthorized: Hook | None = None
        self.on_forbidden: Hook | None = None
        self.has_ended: Callable[[Forbidden], Awaitable[bool]] | None = None
        """Checks whether a 403 means that the session is over."""
        self.on_loading: Callable[[bool], object] | None = None
        self.answer_limit = answer_limit
        """Maximum size of a response in MB (1024 × 1024 bytes), compressed and decompressed."""
        self.answer_timeout = answer_timeout
        """Seconds from a request to the end of its answer; sending files is not counted."""
        self.read_only = read_only
        """Refuse every change before it is sent."""
        self.rewrites = dict(rewrites or {})
        """Paths that are elsewhere on this backend, by the usual path."""
        self.slashes = Slashes(
            self.base, trailing=trailing_slash, follows=follows_slashes, verbatim=verbatim
        )
        """Which addresses end with a slash."""
        self.accessor: str | None = None
        """The key of translations on this site; None until a collection has shown it."""
        self.effects: dict[tuple[str, str], bool] = {}
        """Whether lists react to a parameter, by collection and name, if that was tried."""
        self.page_sizes = PageSizes()
        """The page sizes that collections returned."""
        self.memory: dict[str, dict[str, Any]] = {}
        """State that hooks of the dialect keep, by collection."""
        self.profile_answer: Callable[[Any], Any] = profile_answer
        """Converts the JSON of the profile into the specification's shape."""
        self.detail_path = detail_path
        """The dotted path of the sentence in a refusal, where it is at none of the usual keys."""
        self.success_path = success_path
        """The dotted path of what is false in an answer that refuses a change with a status of
        success; "" for none, None for the usual keys."""
        self.headers = dict(headers or {})
        """Headers of every request, such as another `Accept`; can be changed at any time."""
        self.patience = LONGEST_WAIT
        """Maximum seconds to wait per request for a server that asks to."""
        self.turn: Callable[[], Awaitable[object]] | None = None
        """Awaited before each request, to limit the rate."""
        self.history: deque[RequestLogEntry] = deque(maxlen=REMEMBERED)
        self.write_log: WriteLogger | None = None
        """The log of every write; None for no log."""
        self.wrote_at: datetime | None = None
        """When the last write was answered, not counting sign-ins."""
        self._transport = transport
        self._borrows_transport = False
        """Whether another client closes the transport."""
        self._timeout = timeout or Timeouts()
        self._trust_env = trust_env
        self._client: httpx.AsyncClient | None = None
        self._opening = asyncio.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        """The event loop of the first request, to which the connections belong."""
        self._renewal = TokenRenewal(self.auth, self.cookies)
        self._closed = False
        self._in_flight = 0

    @property
    def base_url(self) -> str:
        """The base URL, with one slash at its end."""
        return str(self.base)

    @property
    def loading(self) -> bool:
        """Whether a request is in flight."""
        return self._in_flight > 0

    async def open(self) -> None:
        """Prepare the client in a thread, so its import does not delay the first paint.

        Raises: RuntimeError: in another event loop than that of the first request.
        """
        self._loop = self._loop or asyncio.get_running_loop()
        if self._loop is not asyncio.get_running_loop():
            raise RuntimeError(OTHER_LOOP)
        async with self._opening:
            if self._client is None and not self._closed:
                self._client = await run_in_daemon_thread(self._build_client)

    async def aclose(self) -> None:
        """Close all connections; requests after this are refused."""
        self._closed = True
        client, self._client = self._client, None
        if client is not None and not self._borrows_transport:
            await client.aclose()

    async def __call__(
        self,
        method: str,
        path: str,
        *,
        params: Any = None,
        json: Any = None,
        content: Any = None,
        data: Any = None,
        files: Any = None,
        headers: Mapping[str, str] | None = None,
        timeout: Timeouts | float | None = None,
        hooks: bool = True,
        allow_write: bool = False,
        authorized: bool = True,
        raw: bool = False,
        limit: float | None = None,
    ) -> httpx.Response:
        """Send one request and return its answer.

        Without `authorized` it carries the cookies alone; with `raw` any answer is
        returned as it came, redirects and 401 too; `limit` is the largest answer in MB.

        Raises `Unauthorized` and `Forbidden` after their hooks, `Unreachable` without an answer,
        `InvalidResponse` for a redirect that may not be followed, `NotSent` while read-only. A 403
        that ends the session is an `Unauthorized` too.
        """
        method = method.upper()
        url, declared_url = self._url(path)
        body = {"json": json, "content": content, "data": data, "files": files}
        sent = dict(headers or {})
        call = Call(method, url, params, body, sent, timeout, authorized, limit, declared_url)
        self._check(call, allow_write)
        log = None if allow_write else self.write_log
        is_write = not call.is_safe and not allow_write  # A sign-in is not a write.
        if log is not None and is_write:
            await log.check(method, url)
        sign_ins = self.cookies.sign_ins
        if is_write:
            count_change()
        with self._counted():
            response = await self._logged_answer(call, raw, log)
        self.cookies.keep()
        if is_write and response.is_success:
            self.wrote_at = datetime.now(UTC)
            if refusal(response) is None:
                count_accepted(changed_count(response))
        if response.status_code in (401, 403) and not raw:
            heard = hooks and not in_background()
            await self.turned_away(error_for(response), sign_ins, heard)
        elif authorized and method == "GET" and response.is_success:
            self.proof = path
        return response

    fetch = __call__

    def requested(self, path: str) -> str:
        """Return the path under which `path` is requested: rewritten, its slash as sent."""
        return without_query(self._url(path)[0])

    def _url(self, path: str) -> tuple[str, str]:
        """Return the URL of a path; if that is a guess, the declared one comes second."""
        declared = self.base.resolve(rewritten(self.slashes.ended(path), self.rewrites))
        return self.slashes.known(declared, path)

    async def _logged_answer(
        self, call: Call, raw: bool, log: WriteLogger | None
    ) -> httpx.Response:
        """Return the answer; a write is then in the log, whatever its result."""
        if log is None:
            return await self._authorized_answer(call, raw)
        if not call.is_safe:
            log.begin(call)
        try:
            response = await self._authorized_answer(call, raw)
        except BaseException as error:
            if not call.is_safe and not isinstance(error, NotSent):
                await log.add(call, None, clean(error, limit=200) or type(error).__name__)
            raise
        if not call.is_safe:
            refused = refusal(response)
            await log.add(call, response, clean(refused, limit=200) if refused else "")
        elif call.method == "GET" and response.is_success and not call.params:
            log.saw(call.url, response)
        return response

    def with_own_session(self) -> SvcFetch:
        """Return another client of the same backend, with a temporary session of its own."""
        other = SvcFetch(
            self.base_url,
            names=self.cookies.names,
            transport=self._transport,
            timeout=self._timeout,
            answer_limit=self.answer_limit,
            answer_timeout=self.answer_timeout,
            rewrites=self.rewrites,
            trust_env=self._trust_env,
            auth=self.auth,
            headers=self.headers,
            profile_answer=self.profile_answer,
            detail_path=self.detail_path,
            success_path=self.success_path,
        )
        other._borrows_transport = self._transport is not None
        other.slashes = self.slashes
        return other

    def _check(self, call: Call, allow_write: bool) -> None:
        """Raise for a request that must not be sent."""
        if any(name.lower() == "authorization" for name in call.headers):
            raise ValueError("only the client's `auth` can send an Authorization header")
        if self._closed:
            raise NotSent(None, call.method, call.url, "this session is closed")
        if self.read_only and not call.is_safe and not allow_write:
            raise NotSent(None, call.method, call.url, "this console is read-only")

    async def _authorized_answer(self, call: Call, raw: bool) -> httpx.Response:
        """Return the answer, with a new token if the old one has expired or is about to.

        A read that was refused because it was sent before the sign-in is repeated.
        """
        if not call.authorized:
            return await self._answer(call, raw)
        renewal = self._renewal
        await renewal.ahead()
        renewals, sign_ins = renewal.count, self.cookies.sign_ins
        response = await self._answer(call, raw)
        if self.cookies.sign_ins != sign_ins:
            early = response.status_code == 401 and self.cookies.owner is not None and call.is_safe
            return await self._answer(call, raw) if early and not raw else response
        if not await renewal.helps(response, renewals) or self.cookies.sign_ins != sign_ins:
            return response
        if not call.is_repeatable:
            why = "the token expired during the request and has been renewed"
            raise NotSent(None, call.method, call.url, why)
        again = await self._answer(call, raw)
        if again.status_code == 403:
            renewal.did_not_help(sign_ins)
        return again

    async def _answer(self, call: Call, raw: bool) -> httpx.Response:
        """Return the answer, after redirects and a renewed CSRF token."""
        token = self.cookies.csrf
        response = await self._send(call)
        if response.status_code == 404 and call.declared and call.is_repeatable:
            response = await self._send(call := call.as_declared())
            self.slashes.learn(call.url, response)
        if raw:
            return response
        response = await self._waited_for(call, response)
        if call.is_safe:
            return await self._followed(call, response)
        if response.status_code == 403 and is_csrf_failure(response) and call.is_repeatable:
            if self.cookies.csrf == token:
                self.cookies.make_up_csrf()
            response = await self._send(call)
        if (there := self.slashes.redirected(response)) and call.is_repeatable:
            response = await self._send(call.to(there))
            self.slashes.learn(there, response)
        if response.has_redirect_location:
            raise _redirected(response)
        return response

    async def _waited_for(self, call: Call, response: httpx.Response) -> httpx.Response:
        """Send again what a server put off (429); with much patience, also 503, and repeatedly."""
        left, patient = self.patience, self.patience > LONGEST_WAIT
        while response.status_code == 429 or (patient and response.status_code == 503):
            wait = wait_of(response)
            if wait is None or wait > left or not call.is_repeatable:
                break
            await asyncio.sleep(wait)
            response = await self._send(call)
            left -= max(wait, 1.0)
            if not patient:
                break
        return response

    async def _followed(self, call: Call, response: httpx.Response) -> httpx.Response:
        """Return the answer at the end of a chain of redirects, which may not leave the origin."""
        first = response
        for _ in range(MOST_REDIRECTS):
            if not response.has_redirect_location:
                break
            try:
                url = self.base.follow(str(response.request.url), response.headers["location"])
            except ForeignOrigin:
                raise bad_answer(response, f"it redirects to {_location(response)}") from None
            except ValueError:
                raise bad_answer(
                    response, f"it redirects without an address: {_location(response)}"
                ) from None
            there = self.slashes.redirected(response)
            response = await self._send(call.to(url))
            self.slashes.learn(there, response)
        if response.has_redirect_location:
            raise bad_answer(response, f"it redirects more than {MOST_REDIRECTS} times")
        here, there = (one.request.url.path.rstrip("/") for one in (first, response))
        if here != there:
            response.extensions[REDIRECTED_FROM] = first
        return response

    async def _send(self, call: Call) -> httpx.Response:
        """Send one request; every failure becomes an `ApiError`."""
        await self.open()  # First, as it imports httpx lightly.
        from svc_tui.api.auth.flow import Flow
        from svc_tui.api.transport import guard_transport, only_api_errors, send

        if self._client is None:
            raise NotSent(None, call.method, call.url, "this session is closed")
        if self.turn is not None:
            await self.turn()
        started, status, took = perf_counter(), None, None
        sends_files = call.body["files"] or not isinstance(call.body["content"], bytes | str | None)
        try:
            with only_api_errors(call.method, call.url, self.answer_timeout):
                request = self._request(self._client, call)
                async with asyncio.timeout(
                    None if sends_files else self.answer_timeout
                ) as patience:
                    # Never left out: nothing from the environment may add an Authorization header.
                    auth = Flow(self.auth, self.base) if call.authorized else None
                    with guard_transport(self._transport, call.method):
                        response = await send(self._client, request, auth=auth, **UNREAD)
                    if sends_files:
                        now = asyncio.get_running_loop().time()
                        patience.reschedule(now + self.answer_timeout)
                    took = response.extensions.get(TOOK)
                    response = await self._received(response, call.limit or self.answer_limit)
                    status = response.status_code
        except InvalidResponse as error:
            status = error.status
            raise
        finally:
            self.note(call.method, without_query(call.url), status, started, took)
        return response

    def _request(self, client: httpx.AsyncClient, call: Call) -> httpx.Request:
        from svc_tui.api.request_body import AsyncRequestBody

        request = client.build_request(
            call.method,
            call.url,
            params=call.params,
            headers=self._headers(call),
            timeout=httpx_timeout(call.timeout or self._timeout),
            extensions=self._session_mark(),
            **call.body,
        )
        if call.body["files"]:
            # httpx's own forms can be sent by both of its clients.
            request.stream = AsyncRequestBody(cast("httpx.SyncByteStream", request.stream))
        return request

    async def _received(self, response: httpx.Response, limit: float) -> httpx.Response:
        """Return an answer with its decompressed body, within the limit, and close it."""
        import httpx

        from svc_tui.api.decompression import BodyTooLarge, DecompressionError, whole_body

        try:
            body = await whole_body(response, int(limit * 2**20))
        except BodyTooLarge:
            method, url = asked(response)
            error = TooLarge(response.status_code, method, url, limit)
            error.may_have_been_applied = method not in SAFE_METHODS
            raise error from None
        except DecompressionError as reason:
            raise bad_answer(response, str(reason)) from None
        finally:
            await response.aclose()
        headers = [
            (name, value)
            for name, value in response.headers.raw
            if name.lower() not in DESCRIBES_PACKED
        ]
        # Without the network stream, which would keep the connection in memory.
        facts = {key: response.extensions[key] for key in EXTENSIONS if key in response.extensions}
        answer = httpx.Response(
            response.status_code,
            headers=headers,
            content=body,
            request=response.request,
            extensions={**facts, DETAIL_PATH: self.detail_path, SUCCESS_PATH: self.success_path},
        )
        with suppress(RuntimeError):  # A transport without a network measures no time.
            answer.elapsed = response.elapsed
        return answer

    def _headers(self, call: Call) -> dict[str, str]:
        """Return the headers of a request, with the current CSRF token on unsafe methods."""
        nearer = {name.lower() for name in call.headers}
        own = {name: one for name, one in self.headers.items() if name.lower() not in nearer}
        headers = {**own, **call.headers}
        if (token := None if call.is_safe else self.cookies.csrf) is not None:
            headers |= {"Referer": str(self.base), "Origin": self.base.origin}
            headers[self.cookies.names.csrf_header] = token
        return headers

    def _session_mark(self) -> dict[str, Any]:
        from svc_tui.api.cookies import SENT_IN

        return {SENT_IN: self.cookies.sign_ins}

    async def turned_away(self, error: ApiError, sign_ins: int, hooks: bool) -> None:
        """Call the hook for a 401 or 403, then raise it.

        A late answer is about the session it was sent in, not about a newer one, so no hook is
        called for a session that has ended.
        """
        if not hooks:
            raise error
        if isinstance(error, Forbidden) and await self._ended_with(error, sign_ins):
            error = Unauthorized(error.status, error.method, error.url, error.detail)
        outdated = isinstance(error, Unauthorized) and self.cookies.sign_ins != sign_ins
        hook = self.on_unauthorized if isinstance(error, Unauthorized) else self.on_forbidden
        if hook is not None and not outdated:
            heard = hook(error)
            if inspect.isawaitable(heard):
                await heard
        raise error

    async def _ended_with(self, error: Forbidden, sign_ins: int) -> bool:
        """Whether a 403 means that the session has ended, not that a permission is missing."""
        if error.csrf or self.has_ended is None:
            return False
        # In this order, as another answer may end the session during the check.
        return (
            self.cookies.sign_ins != sign_ins
            or await self.has_ended(error)
            or self.cookies.sign_ins != sign_ins
        )

    @contextmanager
    def _counted(self) -> Iterator[None]:
        """Count a request in and out exactly once."""
        self._in_flight += 1
        try:
            if self._in_flight == 1:
                self._say_loading(True)
            yield
        finally:
            self._in_flight -= 1
            if self._in_flight == 0:
                self._say_loading(False)

    def _say_loading(self, loading: bool) -> None:
        if self.on_loading is not None:
            self.on_loading(loading)

    def note(
        self, method: str, where: str, status: int | None, started: float, took: float | None = None
    ) -> None:
        """Add a line to the history and the log; `where` has no query or credentials.

        The duration is `took` if a transport reports it, else the time since `started`.
        """
        given_up = isinstance(sys.exception(), asyncio.CancelledError)
        ms = (perf_counter() - started if took is None else took) * 1000
        delayed = took is None and held_up_since(started)
        sent = RequestLogEntry(method, where, status, ms, cancelled=given_up, held_up=delayed)
        self.history.append(sent)
        LOG.info("%s %s %s %.0f ms", method, where, sent.outcome, ms)

    @asynccontextmanager
    async def streamed(self, url: str) -> AsyncIterator[httpx.Response]:
        """Return the response to a GET with its body unread; any status, no redirects.

        For files, not for records: no hooks are called. Raises kinds of `ApiError`.
        """
        import httpx

        from svc_tui.api.transport import api_error_for, guard_transport, send

        self.base.check(url)
        await self.open()
        if self._client is None:
            raise NotSent(None, "GET", url, "this session is closed")
        started, status = perf_counter(), None
        call = Call("GET", url, None, {}, AS_IT_IS, None)
        try:
            request = self._client.build_request(
                "GET", url, headers=self._headers(call), extensions=self._session_mark()
            )
            from svc_tui.api.auth.flow import Flow

            auth = Flow(self.auth, self.base)
            with guard_transport(self._transport, "GET"):
                response = await send(self._client, request, auth=auth, **UNREAD)
            status = response.status_code
            try:
                yield response
            finally:
                await response.aclose()
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as error:
            raise api_error_for(error, "GET", url) from error
        finally:
            self.note(call.method, without_query(call.url), status, started)

    async def external_client(self) -> httpx.AsyncClient:
        """Return a client for other servers, without a session; the caller closes it."""
        return await asyncio.to_thread(self._build_external_client)

    def _build_external_client(self) -> httpx.AsyncClient:
        import httpx

        return httpx.AsyncClient(
            headers={**AS_IT_IS, "User-Agent": f"svc-tui/{__version__}"},
            timeout=httpx_timeout(self._timeout),
            transport=self._transport,
            trust_env=self._trust_env,
        )

    def _build_client(self) -> httpx.AsyncClient:
        library()
        # Modules that the first request would import while the user waits.
        from svc_tui.api.decompression import accepted

        importlib.import_module("svc_tui.api.transport")
        with suppress(ImportError):
            importlib.import_module("anyio._backends._asyncio")
        # These loggers would write query values (info) and cookies (debug).
        for name in ("httpx", "httpcore"):
            logging.getLogger(name).setLevel(logging.WARNING)
        from svc_tui.api.cookies import quiet_cookies

        client: httpx.AsyncClient = library().AsyncClient(
            cookies=self.cookies.cookies,
            headers={
                "Accept": "application/json",
                "Accept-Encoding": accepted(),
                "User-Agent": f"svc-tui/{__version__}",
            },
            timeout=httpx_timeout(self._timeout),
            transport=self._transport,
            trust_env=self._trust_env,
            # A given transport has its own; loading the certificates takes 20 ms.
            verify=self._transport is not None
            or trust(self.base.origin, trust_env=self._trust_env),
            event_hooks={"response": [_check_redirect]},
        )
        # The client would create cookies of its own type, which are printed with their values.
        client._cookies = quiet_cookies(self.cookies.cookies)
        return client


def _redirected(response: httpx.Response) -> InvalidResponse:
    """Return the detail of a write that is redirected elsewhere, or by a missing slash."""
    there, here = _location(response), response.request.url.path
    path = urlsplit(there).path
    if path == here or path.rstrip("/") != here.rstrip("/"):
        return bad_answer(response, f"it redirects to {there}")
    setting = "true" if path.endswith("/") else "false"
    error = bad_answer(response, f"it redirects to {there}; set trailing_slash = {setting}")
    error.may_have_been_applied = False
    return error


def _location(response: httpx.Response) -> str:
    """Return the target of a redirect without its query; a foreign one with its server."""
    there = str(response.headers["location"]).partition("?")[0].partition("#")[0]
    return clean(re.sub(r"//[^/@]*@", "//", there), limit=200)


async def _check_redirect(response: httpx.Response) -> None:
    """Raise `InvalidResponse` for a redirect to an invalid address, on which httpx would fail."""
    import httpx

    if response.has_redirect_location:
        try:
            urlsplit(response.headers["location"])
            scheme = httpx.URL(response.headers["location"]).scheme
            if scheme not in ("", "http", "https"):
                raise ValueError(scheme)
        except (httpx.InvalidURL, ValueError):
            said = f"it redirects without an address: {_location(response)}"
            raise bad_answer(response, said) from None
