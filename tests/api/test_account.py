"""Signing in and out: wrong credentials are a form error, and signing out always works here."""

from __future__ import annotations

import httpx
import pytest

from svc_tui import Svc
from svc_tui.api.account import Account
from svc_tui.api.auth.base import AuthCall
from svc_tui.api.auth.session import SessionAuth
from svc_tui.api.errors import (
    ApiError,
    Forbidden,
    InvalidResponse,
    NoSession,
    ServerError,
    SignInRefused,
    Unauthorized,
    Unreachable,
    ValidationFailed,
    WrongEndpoint,
)
from svc_tui.api.fetch import SvcFetch
from svc_tui.api.session import Jar
from tests.fakes import (
    BASE,
    FakeBackend,
    cookie_answer,
    drops,
    html_answer,
    json_answer,
    redirects,
    refuses,
    sent_json,
    text_answer,
    times_out,
)

LOGIN, LOGOUT, ME = "/api/auth/login", "/api/auth/logout", "/api/profiles/me/"
SIGNED_IN = cookie_answer(
    {"detail": "Logged in"}, "csrftoken=t0ken; Path=/", "__svc_session=s3cret; HttpOnly; Path=/"
)
ADA = {"id": 1, "username": "ada", "is_superuser": True}


@pytest.fixture
def account(fetch: SvcFetch) -> Account:
    return Account(fetch)


async def test_signing_in_posts_the_credentials_and_asks_who_that_is(account, backend):
    backend.on("POST", LOGIN, SIGNED_IN).on("GET", ME, ADA)

    user = await account.login("ada", "secret")

    assert user.username == "ada"
    assert user.is_superuser
    assert backend.calls == [f"POST {LOGIN}", f"GET {ME}"]
    assert sent_json(backend.requests[0]) == {"username": "ada", "password": "secret"}
    assert "__svc_session=s3cret" in backend.last.headers["cookie"]


async def test_a_session_that_still_lives_is_dropped_before_signing_in(account, fetch, backend):
    fetch.cookies.set("__svc_session", "old")
    backend.on("POST", LOGIN, SIGNED_IN).on("GET", ME, ADA)
    await account.login("ada", "secret")

    assert "old" not in backend.requests[0].headers.get("cookie", "")


async def test_a_session_is_kept_under_the_users_own_name(tmp_path, backend):
    backend.on("POST", LOGIN, SIGNED_IN).on("GET", ME, ADA)
    fetch = SvcFetch(BASE, jar=Jar(BASE, state_dir=tmp_path), transport=backend.transport)
    await Account(fetch).login("ADA ", "secret")
    await fetch.aclose()

    assert Jar(BASE, state_dir=tmp_path).load("ada")


@pytest.mark.parametrize(
    ("status", "body", "errors"),
    [
        (400, {"username": ["Required."]}, {"username": ["Required."]}),
        (400, {"non_field_errors": ["Unable."]}, {"non_field_errors": ["Unable."]}),
        (401, {"detail": "Wrong password."}, {"non_field_errors": ["Wrong password."]}),
        (403, {"detail": "Inactive."}, {"non_field_errors": ["Inactive."]}),
        (401, {}, {}),
    ],
)
async def test_refused_credentials_are_a_form_error(account, fetch, backend, status, body, errors):
    heard: list[object] = []
    fetch.on_unauthorized = fetch.on_forbidden = heard.append
    backend.on("POST", LOGIN, json_answer(body, status))

    with pytest.raises(ValidationFailed) as caught:
        await account.login("ada", "pa55word")

    assert caught.value.errors == errors
    assert caught.value.status == status
    assert "pa55word" not in str(caught.value)
    assert heard == []


async def test_a_csrf_failure_at_sign_in_is_not_about_the_credentials(account, backend):
    backend.on("POST", LOGIN, json_answer({"detail": "CSRF Failed: Referer."}, 403))

    with pytest.raises(Forbidden) as caught:
        await account.login("ada", "secret")

    assert caught.value.csrf


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (refuses(), Unreachable),
        (html_answer(500), ServerError),
        (redirects("/login.html"), InvalidResponse),
    ],
)
async def test_other_failures_at_sign_in_stay_what_they_are(account, backend, answer, kind):
    backend.on("POST", LOGIN, answer)

    with pytest.raises(kind):
        await account.login("ada", "secret")


async def test_a_sign_in_that_sets_no_session_raises_no_alarm(account, fetch, backend):
    heard: list[object] = []
    fetch.on_unauthorized = heard.append
    backend.on("POST", LOGIN, {}).on("GET", ME, json_answer({}, 401))

    with pytest.raises(Unauthorized):
        await account.login("ada", "secret")

    assert heard == []


async def test_who_one_is_tells_the_hook_when_the_session_ended(account, fetch, backend):
    heard: list[object] = []
    fetch.on_unauthorized = heard.append
    backend.on("GET", ME, json_answer({}, 401))

    with pytest.raises(Unauthorized):
        await account.me()

    assert len(heard) == 1


async def test_a_profile_that_is_refused_names_its_address_and_the_field(account, backend):
    refused = {"detail": [{"loc": ["query", "user"], "msg": "Field required"}]}
    backend.on("POST", LOGIN, {}).on("GET", ME, json_answer(refused, 422))

    with pytest.raises(WrongEndpoint) as found:
        await account.login("ada", "secret")

    said = f"The server refused to return the profile (GET {ME}): query.user: Field required."
    assert str(found.value).startswith(said)
    assert "Check `profile` in SessionAuth(…)." in str(found.value)


@pytest.mark.parametrize("body", [[], {"results": []}, "hello"])
async def test_an_answer_that_names_nobody_is_bad(account, backend, body):
    backend.on("GET", ME, json_answer(body))

    with pytest.raises(InvalidResponse):
        await account.me()


async def test_signing_out_tells_the_backend_and_forgets_the_session(account, fetch, backend):
    fetch.cookies.set("__svc_session", "s3cret")
    backend.on("POST", LOGOUT, json_answer(None, 204))

    assert await account.logout() is True
    assert not fetch.cookies.has_session


async def test_a_backend_that_signs_out_by_get_gets_one_get(account, fetch, backend):
    backend.on("POST", LOGOUT, json_answer({}, 405)).on("GET", LOGOUT, {"detail": "Logged out"})

    assert await account.logout() is True
    assert backend.calls == [f"POST {LOGOUT}", f"GET {LOGOUT}"]


async def test_the_method_of_signing_out_is_configurable(backend):
    backend.on("GET", "/out", json_answer(None))
    auth = SessionAuth(logout=AuthCall("/out", method="GET"))
    fetch = SvcFetch(BASE, auth=auth, transport=backend.transport)

    assert await Account(fetch).logout() is True
    assert backend.calls == ["GET /out"]


@pytest.mark.parametrize(
    "answer",
    [
        json_answer({}, 403),
        json_answer({}, 404),
        json_answer({}, 401),
        html_answer(500),
        drops(),
        refuses(),
        redirects("/login"),
    ],
)
async def test_signing_out_never_fails_and_calls_no_hook(account, fetch, backend, answer):
    heard: list[object] = []
    fetch.on_unauthorized = fetch.on_forbidden = heard.append
    fetch.cookies.set("__svc_session", "s3cret")
    backend.on("POST", LOGOUT, answer)

    assert await account.logout() is False
    assert not fetch.cookies.has_session
    assert heard == []


async def test_signing_in_and_out_work_while_read_only():
    backend = FakeBackend()
    backend.on("POST", LOGIN, SIGNED_IN).on("GET", ME, ADA).on("POST", LOGOUT, json_answer(None))
    fetch = SvcFetch(BASE, transport=backend.transport, read_only=True)
    account = Account(fetch)

    assert (await account.login("ada", "secret")).username == "ada"
    assert await account.logout() is True
    await fetch.aclose()


async def test_session_addresses_are_used_as_they_are(backend):
    backend.on("POST", "/in", {}).on("GET", "/who", ADA)
    auth = SessionAuth("/in", profile="/who", logout="/out")
    await Account(SvcFetch(BASE, auth=auth, transport=backend.transport)).login("ada", "secret")

    assert backend.calls == ["POST /in", "GET /who"]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (json_answer({"token": "t"}), "returned a token, not a session cookie"),
        (json_answer({"data": {"access_token": "t"}}), "returned a token"),
        (json_answer({"detail": "Logged in"}), "it set no session cookie"),
        (cookie_answer({}, "sessionid=s; Path=/"), "refused the profile at /api/profiles/me/"),
    ],
)
async def test_a_sign_in_that_begins_no_session_says_why(account, backend, answer, said):
    backend.on("POST", LOGIN, answer)
    backend.on("GET", ME, json_answer({"detail": "No credentials."}, 403))

    with pytest.raises(NoSession) as caught:
        await account.login("ada", "secret")

    assert str(caught.value).startswith("The server accepted the password, but ")
    assert said in str(caught.value)
    assert "Sign in again" not in str(caught.value)


@pytest.mark.parametrize(
    "answer", [drops(), times_out(), html_answer(500), json_answer({}, 503), text_answer("{", 200)]
)
async def test_a_sign_in_that_failed_never_may_have_changed_anything(account, backend, answer):
    backend.on("POST", LOGIN, answer)

    with pytest.raises(ApiError) as caught:
        await account.login("ada", "secret")

    assert "may have been saved" not in str(caught.value)


@pytest.mark.parametrize("answer", [html_answer(200), html_answer(403), html_answer(401)])
async def test_a_page_for_browsers_is_no_sign_in_and_no_wrong_password(account, backend, answer):
    backend.on("POST", LOGIN, answer)

    with pytest.raises(WrongEndpoint) as caught:
        await account.login("ada", "secret")

    assert "Check `login` in SessionAuth(…)." in str(caught.value)
    assert "doctor" not in str(caught.value)


async def test_the_csrf_page_of_django_is_answered_with_a_token(account, fetch, backend):
    page = html_answer(403, "<h1>Forbidden</h1><p>CSRF-Verifizierung fehlgeschlagen.</p>")
    backend.on("POST", LOGIN, page, SIGNED_IN).on("GET", ME, ADA)

    await account.login("ada", "secret")

    assert len(backend.requests[1].headers["x-csrftoken"]) == 32


async def test_a_csrf_check_that_stays_says_that_the_password_was_not_looked_at(account, backend):
    page = html_answer(403, "<h1>Forbidden</h1><p>CSRF verification failed.</p>")
    backend.on("POST", LOGIN, page)

    with pytest.raises(Forbidden) as caught:
        await account.login("ada", "secret")

    assert str(caught.value).startswith("The server's CSRF check refused the sign-in")
    assert "`csrf_cookie`" in str(caught.value)


def answers(status: int, body: object, profile: int = 200) -> httpx.MockTransport:
    def answer(request: httpx.Request) -> httpx.Response:
        if "login" in request.url.path:
            return httpx.Response(status, json=body, headers={"set-cookie": "sessionid=a"})
        return httpx.Response(profile, json={"detail": "Sign in."})

    return httpx.MockTransport(answer)


@pytest.mark.parametrize("status", [400, 401, 403, 422])
@pytest.mark.parametrize("expected", [Unauthorized, ValidationFailed, SignInRefused])
async def test_a_wrong_password_is_an_error_that_callers_expect(
    status: int, expected: type[ApiError]
) -> None:
    transport = answers(status, {"detail": "Wrong."})
    async with Svc(BASE, transport=transport) as svc:
        with pytest.raises(expected) as refused:
            await svc.auth.login("ada", "wrong")
    said = "The sign-in was refused: Wrong. Check your username and password, and try again."
    assert (str(refused.value), refused.value.status) == (said, status)


async def test_an_answer_that_says_to_sign_in_says_it_once() -> None:
    async with Svc(BASE, transport=answers(200, {}, profile=401)) as svc:
        with pytest.raises(Unauthorized) as refused:
            await svc.crud("/api/books").list()
    assert str(refused.value) == "You are not signed in: Sign in."


@pytest.mark.parametrize(
    ("dialect", "status", "profile", "advised"),
    [
        ("rest", 404, 200, True),
        ("rest", 200, 422, False),
        ("fastapi", 404, 200, False),
        ("fastapi", 200, 422, False),
    ],
)
async def test_another_dialect_is_advised_only_where_it_may_help(
    dialect: str, status: int, profile: int, advised: bool
) -> None:
    transport = answers(status, {}, profile)
    async with Svc(BASE, dialect=dialect, transport=transport) as svc:
        with pytest.raises(WrongEndpoint) as refused:
            await svc.auth.login("ada", "wrong")
    assert ("camomilla" in str(refused.value)) is advised
