"""One client: it stays on its origin, keeps secrets, counts honestly and reacts to 401 and 403."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
import traceback
from threading import Event

import httpx
import pytest

from svc_tui import Svc, __version__
from svc_tui.api.errors import (
    ApiError,
    Forbidden,
    ForeignOrigin,
    InvalidResponse,
    NotSent,
    Unauthorized,
    Unreachable,
)
from svc_tui.api.fetch import MOST_REDIRECTS, SvcFetch
from svc_tui.api.session import CookieNames, Jar, Owner
from svc_tui.models import foreign_code
from svc_tui.widgets.shell.light import backend_light
from tests.fakes import (
    BASE,
    FakeBackend,
    cookie_answer,
    drops,
    json_answer,
    redirects,
    refuses,
    text_answer,
    times_out,
    waits_for,
)

CSRF_FAILED = json_answer({"detail": "CSRF Failed: CSRF token missing."}, 403)


async def test_an_answer_passes_through_unchanged(fetch: SvcFetch, backend: FakeBackend):
    backend.on("GET", "/api/x/", json_answer({"a": 1}, 418))

    response = await fetch("GET", "/api/x/", params={"q": "1"})

    assert response.status_code == 418
    assert response.json() == {"a": 1}
    assert backend.last.url == f"{BASE}/api/x/?q=1"


async def test_a_request_names_itself_and_asks_for_json(fetch: SvcFetch, backend: FakeBackend):
    await fetch.fetch("GET", "/api/x/")

    assert backend.last.headers["accept"] == "application/json"
    assert backend.last.headers["user-agent"] == f"svc-tui/{__version__}"
    assert "authorization" not in backend.last.headers


async def test_headers_of_every_request_may_change_while_the_client_is_open(
    fetch: SvcFetch, backend: FakeBackend
):
    await fetch("GET", "/api/x/")
    fetch.headers = {"Accept": "application/vnd.api+json", "X-Tenant": "a"}

    await fetch("GET", "/api/x/")
    assert backend.last.headers["accept"] == "application/vnd.api+json"
    assert backend.last.headers["x-tenant"] == "a"
    await fetch("GET", "/api/x/", headers={"accept": "text/csv"})
    assert backend.last.headers["accept"] == "text/csv"
    async with fetch.streamed(f"{BASE}/api/x/"):
        assert (backend.last.headers["accept"], backend.last.headers["x-tenant"]) == ("*/*", "a")


async def test_a_second_session_leaves_the_transport_open():
    class Closable(httpx.MockTransport):
        closed = 0

        async def aclose(self) -> None:
            self.closed += 1

    transport = Closable(lambda request: httpx.Response(200, json={}))
    fetch = SvcFetch(BASE, transport=transport)
    other = fetch.with_own_session()
    await other("GET", "/api/x/")
    await other.aclose()
    assert transport.closed == 0

    await fetch("GET", "/api/x/")
    await fetch.aclose()
    assert transport.closed == 1


async def test_an_authorization_header_is_never_sent(fetch: SvcFetch, backend: FakeBackend):
    with pytest.raises(ValueError, match="Authorization"):
        await fetch("GET", "/api/x/", headers={"AUTHORIZATION": "Token x"})

    assert backend.requests == []


async def test_a_netrc_adds_no_authorization(tmp_path, monkeypatch, fetch, backend):
    (tmp_path / ".netrc").write_text("machine cms.test login ada password secret\n")
    monkeypatch.setenv("NETRC", str(tmp_path / ".netrc"))
    monkeypatch.setenv("HOME", str(tmp_path))
    await fetch("GET", "/api/x/")

    assert "authorization" not in backend.last.headers


async def test_another_origin_gets_no_request(fetch: SvcFetch, backend: FakeBackend):
    with pytest.raises(ForeignOrigin):
        await fetch("GET", "https://evil.test/api/x/")

    assert backend.requests == []


@pytest.mark.parametrize(
    ("status", "kind", "hook"),
    [(401, Unauthorized, "on_unauthorized"), (403, Forbidden, "on_forbidden")],
)
async def test_a_turned_away_request_tells_its_hook_and_raises(fetch, backend, status, kind, hook):
    heard: list[ApiError] = []
    setattr(fetch, hook, heard.append)
    backend.on("GET", "/api/x/", json_answer({"detail": "No."}, status))

    with pytest.raises(kind) as caught:
        await fetch("GET", "/api/x/")

    assert heard == [caught.value]
    assert caught.value.detail == "No."


async def test_without_hooks_the_error_is_raised_quietly(fetch: SvcFetch, backend: FakeBackend):
    heard: list[ApiError] = []
    fetch.on_unauthorized = heard.append
    backend.on("GET", "/api/x/", json_answer({}, 401))

    with pytest.raises(Unauthorized):
        await fetch("GET", "/api/x/", hooks=False)

    assert heard == []


async def test_a_hook_may_be_async(fetch: SvcFetch, backend: FakeBackend):
    heard: list[ApiError] = []

    async def hear(error: ApiError) -> None:
        await asyncio.sleep(0)
        heard.append(error)

    fetch.on_unauthorized = hear
    backend.on("GET", "/api/x/", json_answer({}, 401))

    with pytest.raises(Unauthorized):
        await fetch("GET", "/api/x/")

    assert len(heard) == 1


async def test_a_hook_runs_when_the_request_is_no_longer_in_flight(fetch, backend):
    states: list[bool] = []
    fetch.on_forbidden = lambda error: states.append(fetch.loading)
    backend.on("GET", "/api/x/", json_answer({}, 403))

    with pytest.raises(Forbidden):
        await fetch("GET", "/api/x/")

    assert states == [False]


@pytest.mark.parametrize(
    ("answer", "why", "timed_out", "applied"),
    [
        (refuses(), "the connection was refused", False, False),
        (times_out(), "it did not respond in time", True, True),
        (drops(), "the connection was lost midway", False, True),
    ],
)
async def test_no_answer_says_why(fetch, backend, answer, why, timed_out, applied):
    backend.on("POST", "/api/x/", answer).on("GET", "/api/x/", answer)

    with pytest.raises(Unreachable) as writing:
        await fetch("POST", "/api/x/", json={})
    with pytest.raises(Unreachable) as reading:
        await fetch("GET", "/api/x/")

    assert writing.value.detail == why
    assert writing.value.timed_out is timed_out
    assert writing.value.may_have_been_applied is applied
    assert not reading.value.may_have_been_applied
    assert not fetch.loading


async def test_loading_lasts_from_the_first_to_the_last_request(fetch, backend):
    edges: list[bool] = []
    fetch.on_loading = edges.append
    first, second = asyncio.Event(), asyncio.Event()
    backend.on("GET", "/1/", waits_for(first)).on("GET", "/2/", waits_for(second))
    both = [asyncio.create_task(fetch("GET", path)) for path in ("/1/", "/2/")]
    while len(backend.requests) < 2:
        await asyncio.sleep(0)

    first.set()
    await both[0]
    assert fetch.loading
    second.set()
    await both[1]

    assert not fetch.loading
    assert edges == [True, False]


async def test_loading_is_balanced_under_errors_and_cancellation(fetch, backend):
    edges: list[bool] = []
    fetch.on_loading = edges.append
    backend.on("GET", "/held/", waits_for(asyncio.Event())).on("GET", "/drops/", drops())
    held = [asyncio.create_task(fetch("GET", "/held/")) for _ in range(5)]
    while len(backend.requests) < 5:
        await asyncio.sleep(0)
    with pytest.raises(Unreachable):
        await fetch("GET", "/drops/")
    with pytest.raises(ForeignOrigin):
        await fetch("GET", "https://evil.test/")

    for task in held:
        task.cancel()
    await asyncio.gather(*held, return_exceptions=True)

    assert not fetch.loading
    assert edges == [True, False]


async def test_an_ear_that_fails_does_not_leave_the_light_on(fetch, backend):
    def deaf(loading: bool) -> None:
        raise RuntimeError("deaf")

    fetch.on_loading = deaf
    with pytest.raises(RuntimeError):
        await fetch("GET", "/api/x/")

    assert not fetch.loading


async def test_the_session_cookie_is_sent_with_every_request(fetch, backend):
    backend.on("POST", "/login", cookie_answer({}, "__svc_session=s3cret; HttpOnly; Path=/"))
    await fetch("POST", "/login")
    await fetch("GET", "/api/x/")

    assert fetch.cookies.has_session
    assert backend.last.headers["cookie"] == "__svc_session=s3cret"


@pytest.mark.parametrize("base", ["http://localhost:8000", "http://[::1]:8000", "http://10.0.0.1"])
async def test_cookies_of_our_own_reach_every_kind_of_host(backend, base):
    fetch = SvcFetch(base, transport=backend.transport)
    fetch.cookies.set("__svc_session", "s3cret")
    await fetch("GET", "/api/x/")
    await fetch.aclose()

    assert backend.last.headers["cookie"] == "__svc_session=s3cret"


async def test_unsafe_requests_carry_the_token_of_the_moment(fetch, backend):
    fetch.cookies.set("csrftoken", "first")
    backend.on("POST", "/api/x/", cookie_answer({}, "csrftoken=second; Path=/"))
    await fetch("POST", "/api/x/")
    first = backend.last
    await fetch("POST", "/api/x/")

    assert first.headers["x-csrftoken"] == "first"
    assert first.headers["referer"] == f"{BASE}/"
    assert first.headers["origin"] == BASE
    assert backend.last.headers["x-csrftoken"] == "second"


async def test_safe_requests_and_those_without_a_token_carry_none(fetch, backend):
    await fetch("POST", "/api/x/")
    assert "x-csrftoken" not in backend.last.headers
    fetch.cookies.set("csrftoken", "first")
    await fetch("GET", "/api/x/")
    assert "x-csrftoken" not in backend.last.headers


async def test_the_names_of_cookie_and_header_are_configurable(backend):
    names = CookieNames(session="sessionid", csrf="xsrf", csrf_header="X-XSRF")
    fetch = SvcFetch(BASE, names=names, transport=backend.transport)
    fetch.cookies.set("xsrf", "t0ken")
    await fetch("DELETE", "/api/x/")
    await fetch.aclose()

    assert backend.last.headers["x-xsrf"] == "t0ken"


async def test_a_lost_token_is_made_up_and_the_request_sent_once_more(fetch, backend):
    backend.on("POST", "/api/x/", CSRF_FAILED, {"ok": True})

    response = await fetch("POST", "/api/x/", json={"a": 1})

    token = backend.last.headers["x-csrftoken"]
    assert response.status_code == 200
    assert len(token) == 32
    assert f"csrftoken={token}" in backend.last.headers["cookie"]
    assert backend.last.content == backend.requests[0].content == b'{"a":1}'


async def test_a_token_that_the_failure_renewed_is_used(fetch, backend):
    failed = {"detail": "CSRF Failed: CSRF token incorrect."}
    renewing = cookie_answer(failed, "csrftoken=fresh; Path=/", status=403)
    backend.on("POST", "/api/x/", renewing, {})
    fetch.cookies.set("csrftoken", "stale")
    await fetch("POST", "/api/x/")

    assert [request.headers["x-csrftoken"] for request in backend.requests] == ["stale", "fresh"]


async def test_a_token_that_fails_twice_is_a_forbidden_csrf(fetch, backend):
    backend.on("POST", "/api/x/", CSRF_FAILED)

    with pytest.raises(Forbidden) as caught:
        await fetch("POST", "/api/x/")

    assert caught.value.csrf
    assert len(backend.requests) == 2


async def test_a_missing_right_is_not_tried_again(fetch, backend):
    backend.on("POST", "/api/x/", json_answer({"detail": "You do not have permission."}, 403))

    with pytest.raises(Forbidden):
        await fetch("POST", "/api/x/")

    assert len(backend.requests) == 1


async def test_a_stream_of_pieces_is_not_sent_twice(fetch, backend):
    async def pieces():
        yield b"once"

    backend.on("POST", "/api/x/", CSRF_FAILED)
    with pytest.raises(Forbidden):
        await fetch("POST", "/api/x/", content=pieces())

    assert len(backend.requests) == 1


async def test_a_safe_request_follows_redirects_within_the_origin(fetch, backend):
    backend.on("GET", "/api/camomilla/profiles/me/", redirects("../../users/current/?a=1"))
    backend.on("GET", "/api/camomilla/users/current/", {"id": 1})

    response = await fetch("GET", "/api/camomilla/profiles/me/", params={"x": "1"})

    assert response.json() == {"id": 1}
    assert backend.last.url.query == b"a=1"


async def test_five_redirects_are_followed_and_not_one_more(fetch, backend):
    for step in range(MOST_REDIRECTS):
        backend.on("GET", f"/{step}/", redirects(f"/{step + 1}/"))
    backend.on("GET", f"/{MOST_REDIRECTS}/", {"end": True}).on("GET", "/loop/", redirects("/0/"))

    assert (await fetch("GET", "/0/")).json() == {"end": True}
    with pytest.raises(InvalidResponse, match="more than 5 times"):
        await fetch("GET", "/loop/")


async def test_a_redirect_to_another_origin_is_not_followed(fetch, backend):
    fetch.cookies.set("__svc_session", "s3cret")
    backend.on("GET", "/api/x/", redirects("https://evil.test/steal?token=abc"))

    with pytest.raises(InvalidResponse, match=r"https://evil\.test/steal") as caught:
        await fetch("GET", "/api/x/")

    assert "abc" not in str(caught.value)
    assert len(backend.requests) == 1


@pytest.mark.parametrize("location", ["https://cms.test:99999/x/", "https://[cms.test/x/"])
async def test_a_redirect_to_no_address_is_a_bad_answer(fetch, backend, location):
    backend.on("GET", "/api/x/", redirects(location))

    with pytest.raises(InvalidResponse, match="redirects"):
        await fetch("GET", "/api/x/")


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
async def test_an_unsafe_request_follows_no_redirect(fetch, backend, method):
    backend.on(method, "/api/auth/login", redirects("/api/auth/login/?next=secret", 301))

    with pytest.raises(InvalidResponse, match="/api/auth/login/") as caught:
        await fetch(method, "/api/auth/login")

    assert "secret" not in str(caught.value)
    assert not caught.value.may_have_been_applied
    assert len(backend.requests) == 1


async def test_a_change_that_redirects_away_may_have_been_made(fetch, backend):
    backend.on("POST", "/api/x/", redirects("/done/", 303))

    with pytest.raises(InvalidResponse) as caught:
        await fetch("POST", "/api/x/")

    assert caught.value.may_have_been_applied


async def test_a_read_only_client_changes_nothing(backend):
    fetch = SvcFetch(BASE, transport=backend.transport, read_only=True)

    with pytest.raises(NotSent, match="read-only"):
        await fetch("PATCH", "/api/x/")
    await fetch("GET", "/api/x/")
    await fetch("POST", "/api/auth/login", allow_write=True)
    await fetch.aclose()

    assert backend.calls == ["GET /api/x/", "POST /api/auth/login"]


async def test_history_and_log_hold_no_query_and_no_secret(fetch, backend, caplog):
    caplog.set_level(logging.DEBUG)
    fetch.cookies.set("csrftoken", "t0ken")
    backend.on("POST", "/api/x/", cookie_answer({}, "__svc_session=s3cret; Path=/")).on(
        "GET", "/lost/", drops()
    )
    await fetch("POST", "/api/x/", params={"q": "private"}, json={"password": "hunter2"})
    with pytest.raises(Unreachable):
        await fetch("GET", "/lost/")

    assert [(sent.method, sent.path, sent.status) for sent in fetch.history] == [
        ("POST", "/api/x/", 200),
        ("GET", "/lost/", None),
    ]
    assert all(sent.ms >= 0 for sent in fetch.history)
    assert "POST /api/x/ 200" in caplog.text
    assert not any(word in caplog.text for word in ("private", "s3cret", "hunter2", "t0ken"))
    assert not any(word in repr(fetch.history) for word in ("private", "s3cret", "hunter2"))


async def test_the_light_leaves_out_an_answer_that_waited_for_a_cell(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(foreign_code, "NOTICEABLE", 0.25)  # A busy machine takes its time, too.
    seconds = iter((0.0, 0.3))

    def held(request: httpx.Request) -> httpx.Response:
        if wait := next(seconds):
            foreign_code.hold("cell.title", Event().wait, False, wait)
        return httpx.Response(200, json={})

    svc = Svc(BASE, transport=httpx.MockTransport(held))
    await svc.fetch("GET", "/api/books/")
    before = backend_light(svc)
    await svc.fetch("GET", "/api/books/")

    assert [one.held_up for one in svc.fetch.history] == [False, True]
    assert backend_light(svc) == before
    await svc.aclose()


async def test_history_is_bounded(fetch):
    for _ in range(205):
        await fetch("GET", "/api/x/")

    assert len(fetch.history) == 200


async def test_a_closed_client_refuses_and_closing_twice_is_fine(fetch, backend):
    await fetch("GET", "/api/x/")
    await fetch.aclose()
    await fetch.aclose()

    with pytest.raises(NotSent, match="closed"):
        await fetch("GET", "/api/x/")


async def test_opening_is_done_once_and_by_the_first_request(fetch, backend):
    await asyncio.gather(*(fetch("GET", "/api/x/") for _ in range(3)))
    client = fetch._client
    await fetch.open()

    assert fetch._client is client


async def test_a_session_is_kept_on_disk_as_soon_as_it_changes(tmp_path, backend):
    jar = Jar(BASE, state_dir=tmp_path)
    fetch = SvcFetch(BASE, jar=jar, transport=backend.transport)
    backend.on("GET", "/api/x/", cookie_answer({}, "__svc_session=rotated; Path=/"))
    jar.set("__svc_session", "first")
    jar.keep(Owner("ada"))
    await fetch("GET", "/api/x/")
    await fetch.aclose()
    again = Jar(BASE, state_dir=tmp_path)

    assert again.load()
    assert [cookie.value for cookie in again.cookies] == ["rotated"]


@pytest.mark.parametrize(
    ("path", "why"),
    [("/a\x00b", "can't be encoded as"), ("/" + "x" * 70_000, "a search or filter is too long")],
    ids=["a null character", "too long"],
)
async def test_a_path_that_is_no_address_is_refused(fetch, backend, path, why):
    with pytest.raises(NotSent, match=why):
        await fetch("GET", path)

    assert not fetch.loading


async def test_an_answer_that_cannot_be_unpacked_is_bad(fetch, backend):
    backend.on(
        "GET",
        "/api/x/",
        lambda request: httpx.Response(
            200, headers={"content-encoding": "gzip"}, stream=httpx.ByteStream(b"no gzip")
        ),
    )

    with pytest.raises(InvalidResponse, match="decompressed"):
        await fetch("GET", "/api/x/")


async def test_other_types_than_json_pass_through(fetch, backend):
    backend.on("GET", "/file", text_answer(b"\x00\x01", 200, "image/png"))

    assert (await fetch("GET", "/file")).content == b"\x00\x01"


def test_importing_this_floor_imports_neither_httpx_nor_pydantic():
    code = (
        "import sys, svc_tui.api.fetch, svc_tui.api.errors, svc_tui.api.account, "
        "svc_tui.api.crud, svc_tui.api.media, svc_tui.models.records, svc_tui.models.media; "
        "print([name for name in ('httpx', 'pydantic', 'textual') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert run.stdout.strip() == "[]"


async def test_text_without_an_encoding_is_refused_and_not_repeated_in_the_error(fetch, backend):
    secret = "-".join(("hush", "hush")) + "\udce9"
    with pytest.raises(NotSent) as caught:
        await fetch("POST", "/api/auth/login", json={"password": secret})
    with pytest.raises(NotSent):
        await fetch("GET", "/api/x/", params={"search": "\ud83d"})

    assert backend.requests == []
    assert "hush-hush" not in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize("owner", [Owner("editor"), None])
async def test_a_read_that_was_sent_before_the_sign_in_is_repeated_after_it(
    fetch: SvcFetch, backend: FakeBackend, owner: Owner | None
):
    gate = asyncio.Event()
    backend.on("GET", "/api/x/", waits_for(gate, json_answer({}, 401)), ["rows"])
    early = asyncio.create_task(fetch("GET", "/api/x/"))
    while not backend.requests:
        await asyncio.sleep(0)
    fetch.cookies.drop_session()  # As each sign-in begins.
    if owner is not None:
        fetch.cookies.keep(owner)

    gate.set()
    if owner is None:  # Nobody has signed in yet: who asked is told so.
        with pytest.raises(Unauthorized):
            await early
    else:
        assert (await early).json() == ["rows"]
    assert len(backend.requests) == (2 if owner else 1)


async def test_a_late_answer_does_not_bring_the_session_of_the_user_before_back(
    fetch: SvcFetch, backend: FakeBackend
):
    gate = asyncio.Event()
    late = cookie_answer([], "__svc_session=viewers; Path=/; HttpOnly")
    backend.on("GET", "/api/x/", waits_for(gate, late)).on("GET", "/api/y/", [])
    fetch.cookies.set("__svc_session", "viewers")
    slow = asyncio.create_task(fetch("GET", "/api/x/"))
    while not backend.requests:
        await asyncio.sleep(0)
    fetch.cookies.drop_session()
    fetch.cookies.set("__svc_session", "admins")

    gate.set()
    await slow
    await fetch("GET", "/api/y/")

    assert backend.last.headers["cookie"] == "__svc_session=admins"
