"""Sign-ins that go wrong: what is said, what is kept, and where a secret goes."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import logging
import re
import sys
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from svc_tui.api.account import Account
from svc_tui.api.auth.base import Auth, AuthCall
from svc_tui.api.auth.form import FormAuth
from svc_tui.api.auth.header import ApiKeyAuth, BasicAuth
from svc_tui.api.auth.no_auth import NoAuth
from svc_tui.api.auth.password_command import NoPassword, ask_password_command
from svc_tui.api.auth.session import SessionAuth
from svc_tui.api.auth.token import TokenAuth
from svc_tui.api.errors import (
    ApiError,
    Forbidden,
    InvalidResponse,
    NoSession,
    PartFailed,
    ServerError,
    Unauthorized,
    Unreachable,
    ValidationFailed,
    WrongEndpoint,
)
from svc_tui.api.fetch import SvcFetch
from svc_tui.api.session import Jar, SessionFileRefused
from tests.fakes import (
    BASE,
    Answer,
    FakeBackend,
    drops,
    html_answer,
    json_answer,
    redirects,
    text_answer,
    waits_for,
)
from tests.rest import begin_tasks_at_once

HOUR = 3600.0
JWT = TokenAuth("/in", refresh="/again")
FORM = '<form><input type="hidden" name="csrfmiddlewaretoken" value="t"><input name="username">'
FORM += '<input type="password" name="password"></form>'


@pytest.fixture
def backend() -> FakeBackend:
    """A backend that answers what a test says."""
    return FakeBackend()


@pytest.fixture
def client(backend: FakeBackend) -> Callable[[Auth], SvcFetch]:
    """Make a client of that backend with one kind of sign-in."""
    return lambda auth: SvcFetch(BASE, auth=auth, transport=backend.transport)


def web_token(**claims: Any) -> str:
    """A JSON Web Token with these claims, and no signature worth the name."""
    parts = [{"alg": "none"}, claims]
    coded = [urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=") for part in parts]
    return ".".join([*coded, "x"])


def lasting(seconds: float, *, clock: float = 0) -> str:
    """A token that lives so long, by a server whose clock is wrong by some seconds."""
    now = time.time() + clock
    return web_token(iat=now, exp=now + seconds)


def tokens(access: object, refresh: object = "r1") -> Answer:
    return json_answer({"access": access, "refresh": refresh})


def sent_token(request: httpx.Request) -> str:
    return str(request.headers.get("authorization", "")).removeprefix("Bearer ")


@pytest.mark.parametrize("token", [None, 7, ["a"], {"a": "b"}, "", True])
async def test_a_token_that_is_no_text_is_no_sign_in(token, backend, client) -> None:
    backend.on("POST", "/in", json_answer({"auth": {"key": token}, "user": 1}))

    with pytest.raises(InvalidResponse) as caught:
        await Account(client(TokenAuth("/in", token="auth.key"))).login("ada", "secret")

    assert "no token at `auth.key`: it has auth, user" in str(caught.value)
    assert "set `token` in TokenAuth(…)" in str(caught.value)


async def test_an_empty_token_is_no_sign_in(backend, client) -> None:
    backend.on("POST", "/in", {"token": ""})

    with pytest.raises(InvalidResponse, match="no token at `token`"):
        await Account(client(TokenAuth("/in"))).login("ada", "secret")


async def test_a_time_beyond_all_clocks_is_no_end_of_a_token(backend, client) -> None:
    backend.on("POST", "/in", {"token": "t0ken", "expires_in": 10**400})
    fetch = client(JWT)
    await Account(fetch).login("ada", "secret")

    assert not fetch.auth.expires_soon


@pytest.mark.parametrize("token", ["a\r\nX-Evil: 1", "zwölf", "\x00"])
async def test_a_token_that_no_header_can_carry_is_refused(token, backend, client) -> None:
    backend.on("POST", "/in", tokens(token))
    fetch = client(JWT)

    with pytest.raises(InvalidResponse, match="characters not allowed in a header"):
        await Account(fetch).login("ada", "secret")
    assert len(backend.requests) == 1


@pytest.mark.parametrize(
    ("answer", "kind", "said"),
    [
        (html_answer(200), WrongEndpoint, "Check `login` in TokenAuth(…)"),
        (html_answer(404), WrongEndpoint, "The sign-in was not found at /in"),
        (html_answer(502, "<h1>Bad Gateway</h1>"), ServerError, "502"),
        (redirects("https://other.example/in"), WrongEndpoint, "https://other.example/in"),
        (drops(), Unreachable, "Could not reach"),
        (json_answer({"detail": "No such user."}, 401), ValidationFailed, "No such user"),
        (text_answer(b"x" * (50 * 2**20)), WrongEndpoint, "larger than 1 MB"),
    ],
)
async def test_a_sign_in_names_what_came_instead(answer, kind, said, backend, client) -> None:
    backend.on("POST", "/in", answer)

    with pytest.raises(kind) as caught:
        await Account(client(JWT)).login("ada", "secret")

    assert said in str(caught.value)
    assert "secret" not in str(caught.value)


async def test_a_token_never_follows_a_redirect_to_another_origin(backend, client) -> None:
    backend.on("POST", "/in", tokens("t0ken"))
    backend.on("GET", "/rows", redirects("https://other.example/rows"))
    backend.on("GET", "/near", redirects("/there")).on("GET", "/there", [])
    fetch = client(JWT)
    await Account(fetch).login("ada", "secret")

    with pytest.raises(InvalidResponse, match=r"redirects to https://other\.example/rows"):
        await fetch("GET", "/rows")
    await fetch("GET", "/near")

    assert {request.url.host for request in backend.requests} == {httpx.URL(BASE).host}
    assert sent_token(backend.last) == "t0ken"


async def test_a_client_for_other_servers_carries_no_token(backend, client) -> None:
    backend.on("POST", "/in", tokens("t0ken")).on("GET", "/cat.png", [])
    fetch = client(JWT)
    await Account(fetch).login("ada", "secret")
    async with await fetch.external_client() as other:
        await other.get("https://pictures.example/cat.png")

    assert "authorization" not in backend.last.headers


@pytest.mark.parametrize("clock", [-HOUR, HOUR])
async def test_a_clock_that_is_wrong_by_an_hour_changes_nothing(clock, backend, client) -> None:
    backend.on("POST", "/in", tokens(lasting(300, clock=clock))).on("GET", "/rows", [])
    fetch = client(JWT)
    await Account(fetch).login("ada", "secret")

    assert not fetch.auth.expires_soon
    await fetch("GET", "/rows")
    assert backend.calls == ["POST /in", "GET /rows"]


async def test_a_token_is_renewed_before_it_ends(backend, client, monkeypatch) -> None:
    backend.on("POST", "/in", tokens(lasting(300))).on("GET", "/rows", [])
    backend.on("POST", "/again", tokens("second", "r2"))
    fetch = client(JWT)
    await Account(fetch).login("ada", "secret")
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 280)

    await fetch("GET", "/rows")

    assert backend.calls == ["POST /in", "POST /again", "GET /rows"]
    assert sent_token(backend.last) == "second"
    assert fetch.cookies.tokens["refresh"] == "r2"


async def test_a_refresh_that_fails_early_leaves_the_token_that_is_still_good(
    backend, client, monkeypatch
) -> None:
    backend.on("POST", "/in", tokens(lasting(300))).on("GET", "/rows", [])
    backend.on("POST", "/again", json_answer({}, 500))
    fetch = client(JWT)
    await Account(fetch).login("ada", "secret")
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 280)

    await fetch("GET", "/rows")
    await fetch("GET", "/rows")

    assert backend.calls == ["POST /in", "POST /again", "GET /rows", "GET /rows"]


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (json_answer({"detail": "Token is blacklisted"}, 401), Unauthorized),
        (json_answer({}, 400), Unauthorized),
        (json_answer({}, 422), Unauthorized),
        (html_answer(200), WrongEndpoint),
        (html_answer(404), WrongEndpoint),
        (redirects("https://portal.example/"), WrongEndpoint),
        (tokens(["no"]), WrongEndpoint),
        (json_answer({}, 500), ServerError),
        (html_answer(502), ServerError),
        (drops(), Unreachable),
    ],
)
async def test_only_an_answer_to_a_refresh_ends_a_session(answer, kind, backend, client) -> None:
    heard: list[ApiError] = []
    backend.on("POST", "/in", tokens("t0ken")).on("GET", "/rows", json_answer({}, 401))
    backend.on("POST", "/again", answer)
    fetch = client(JWT)
    fetch.on_unauthorized = heard.append
    await Account(fetch).login("ada", "secret")

    with pytest.raises(kind):
        await fetch("GET", "/rows")

    assert len(heard) == (kind is Unauthorized)
    assert fetch.cookies.has_session


@pytest.mark.parametrize(
    ("answer", "kind", "ends"),
    [
        (json_answer({}, 401), Unauthorized, 1),
        (json_answer({}, 500), ServerError, 0),
        (drops(), Unreachable, 0),
    ],
    ids=["401", "500", "nothing"],
)
async def test_ten_requests_share_one_refresh_that_fails(
    answer, kind, ends, backend, client
) -> None:
    heard: list[ApiError] = []
    backend.on("POST", "/in", tokens("t0ken")).on("GET", "/rows", json_answer({}, 401))
    backend.on("POST", "/again", answer)
    fetch = client(JWT)
    fetch.on_unauthorized = heard.append
    await Account(fetch).login("ada", "secret")

    asked = [fetch("GET", "/rows") for _ in range(10)]
    outcomes = await asyncio.gather(*asked, return_exceptions=True)

    assert {type(one) for one in outcomes} == {kind}
    assert backend.calls.count("POST /again") == 1
    assert bool(heard) is bool(ends)


async def test_a_write_that_is_refused_is_sent_again_with_the_new_token(backend, client) -> None:
    backend.on("POST", "/in", tokens("first")).on("POST", "/again", tokens("second"))
    backend.on("PATCH", "/rows/1/", json_answer({}, 401), {"id": 1})
    fetch = client(JWT)
    await Account(fetch).login("ada", "secret")

    await fetch("PATCH", "/rows/1/", json={"title": "x"})

    sent = [(sent_token(one), one.content) for one in backend.requests if one.method == "PATCH"]
    assert sent == [("first", b'{"title":"x"}'), ("second", b'{"title":"x"}')]


async def test_a_403_may_be_the_end_of_a_token_and_is_tried_once_with_a_new_one(
    backend, client
) -> None:
    backend.on("POST", "/in", tokens("first")).on("POST", "/again", tokens("second"))
    backend.on("GET", "/rows", json_answer({"detail": "Invalid token."}, 403), [])
    backend.on("GET", "/closed", json_answer({"detail": "Not yours."}, 403))
    fetch = client(JWT)
    await Account(fetch).login("ada", "secret")

    assert (await fetch("GET", "/rows")).status_code == 200
    for _ in range(3):
        with pytest.raises(Forbidden):
            await fetch("GET", "/closed")

    assert backend.calls.count("POST /again") == 2
    assert backend.calls.count("GET /closed") == 4


async def test_a_token_is_renewed_again_although_the_first_renewal_never_waited(
    backend, client
) -> None:
    begin_tasks_at_once()
    backend.on("POST", "/in", tokens("first"))
    backend.on("POST", "/again", tokens("second"), tokens("third"))
    backend.on("GET", "/rows", json_answer({}, 401), [], json_answer({}, 401), [])
    fetch = client(JWT)
    await Account(fetch).login("ada", "secret")

    await fetch("GET", "/rows")
    await fetch("GET", "/rows")

    sent = [sent_token(one) for one in backend.requests if one.method == "GET"]
    assert sent == ["first", "second", "second", "third"]


async def test_signing_out_while_a_token_is_renewed_leaves_none(backend, client) -> None:
    answered = asyncio.Event()
    backend.on("POST", "/in", tokens("first")).on("GET", "/rows", json_answer({}, 401))
    backend.on("POST", "/again", waits_for(answered, tokens("second")))
    fetch = client(JWT)
    account = Account(fetch)
    await account.login("ada", "secret")
    reading = asyncio.create_task(fetch("GET", "/rows"))
    while "POST /again" not in backend.calls:
        await asyncio.sleep(0)
    await account.logout()
    answered.set()

    with pytest.raises(Unauthorized):
        await reading
    assert not fetch.cookies.tokens


async def test_secrets_are_neither_logged_nor_printed(backend, tmp_path, caplog) -> None:
    caplog.set_level(logging.DEBUG)
    backend.on("POST", "/in", tokens("t0ken-1")).on("GET", "/rows", json_answer({}, 401), [])
    backend.on("POST", "/again", tokens("t0ken-2", "r3fresh"))
    jar = Jar(BASE, state_dir=tmp_path)
    fetch = SvcFetch(BASE, jar=jar, auth=JWT, transport=backend.transport)
    await Account(fetch).login("ada", "p4ssword")
    await fetch("GET", "/rows")

    shown = " ".join([caplog.text, repr(jar), repr(jar.tokens), repr(fetch.auth), str(jar.tokens)])
    shown += " ".join(map(repr, fetch.history))
    assert not [word for word in ("t0ken", "r3fresh", "p4ssword") if word in shown]
    (kept,) = (tmp_path / "sessions").glob("*.json")
    assert "t0ken-2" in kept.read_text() and "p4ssword" not in kept.read_text()


async def test_a_kept_token_that_is_damaged_is_put_aside(backend, tmp_path: Path) -> None:
    backend.on("POST", "/in", tokens("t0ken"))
    jar = Jar(BASE, state_dir=tmp_path)
    await Account(SvcFetch(BASE, jar=jar, auth=JWT, transport=backend.transport)).login("a", "b")
    (kept,) = (tmp_path / "sessions").glob("*.json")
    facts = json.loads(kept.read_text())
    kept.write_text(json.dumps({**facts, "tokens": {"token": ["t"]}}))

    with pytest.raises(SessionFileRefused, match="is damaged and was moved to"):
        Jar(BASE, state_dir=tmp_path).load()


async def test_a_refresh_token_that_another_process_has_used_ends_nothing(
    backend, tmp_path: Path
) -> None:
    backend.on("POST", "/in", tokens(lasting(300), "r1"))
    backend.on("POST", "/again", tokens("second", "r2"), json_answer({}, 401))
    backend.on("GET", "/rows", json_answer({}, 401), [], json_answer({}, 401), [])
    jars = [Jar(BASE, state_dir=tmp_path) for _ in range(2)]
    one, two = (SvcFetch(BASE, jar=jar, auth=JWT, transport=backend.transport) for jar in jars)
    await Account(one).login("ada", "secret")
    jars[1].load()

    await one("GET", "/rows")
    await two("GET", "/rows")

    assert sent_token(backend.last) == "second"
    assert jars[1].tokens["refresh"] == "r2"
    (kept,) = (tmp_path / "sessions").glob("*.json")
    assert json.loads(kept.read_text())["tokens"]["refresh"] == "r2"


async def test_a_kept_session_is_for_its_kind_of_sign_in_alone(backend, tmp_path: Path) -> None:
    def client(auth: Auth) -> SvcFetch:
        jar = Jar(BASE, state_dir=tmp_path)
        return SvcFetch(BASE, jar=jar, auth=auth, transport=backend.transport)

    backend.on("POST", "/in", tokens("t0ken"))
    await Account(client(JWT)).login("ada", "secret")

    for auth in (ApiKeyAuth(login="/rows"), FormAuth("/in")):
        other = client(auth)
        assert not other.cookies.load("ada")
        assert not other.cookies.has_session
    assert client(JWT).cookies.load("ada")


async def test_a_refresh_of_the_session_before_decides_nothing_for_the_next(
    backend, client
) -> None:
    answered = asyncio.Event()
    backend.on("POST", "/in", tokens("first", "r1"), tokens("second", "r2"))
    backend.on("POST", "/again", waits_for(answered, tokens("late")), tokens("third", "r3"))
    backend.on("GET", "/rows", json_answer({}, 401), json_answer({}, 401), [])
    fetch = client(JWT)
    account = Account(fetch)
    await account.login("ada", "secret")
    before = asyncio.create_task(fetch("GET", "/rows"))
    while "POST /again" not in backend.calls:
        await asyncio.sleep(0)
    await account.login("bob", "secret")

    assert (await fetch("GET", "/rows")).status_code == 200
    answered.set()
    with pytest.raises(Unauthorized):
        await before
    assert fetch.cookies.tokens["token"] == "third"


@pytest.mark.parametrize("answer", [drops(), json_answer({}, 500)])
async def test_a_write_whose_token_is_refused_was_not_made(answer, backend, client) -> None:
    backend.on("POST", "/in", tokens("first")).on("POST", "/again", answer)
    backend.on("PATCH", "/rows/1/", json_answer({}, 401))
    fetch = client(JWT)
    await Account(fetch).login("ada", "secret")

    with pytest.raises(ApiError) as caught:
        await fetch("PATCH", "/rows/1/", json={"title": "x"})
    assert not caught.value.may_have_been_applied


async def test_a_refused_sign_in_leaves_the_token_in_use(backend, client) -> None:
    backend.on("POST", "/in", tokens("first"), json_answer({"detail": "No."}, 401))
    fetch = client(JWT)
    await Account(fetch).login("ada", "secret")
    held = fetch.cookies.hold_session()
    with pytest.raises(ValidationFailed):
        await Account(fetch).login("ada", "wrong")
    fetch.cookies.restore_session(held)

    assert fetch.cookies.tokens["token"] == "first"
    assert fetch.cookies.user == "ada"


WRONG = f'<ul class="errorlist nonfield"><li>No &amp; never.</li></ul>{FORM}'


@pytest.mark.parametrize(
    ("page", "answer", "error", "said"),
    [
        (html_answer(200, FORM), html_answer(200, WRONG), ValidationFailed, r"No & never\."),
        (html_answer(200, f"<![foo[ x ]]>{FORM}"), None, InvalidResponse, "its HTML is broken"),
        (redirects("https://sso.example/?back=1"), None, WrongEndpoint,
         r"redirects to https://sso\.example/"),
        (html_answer(200, FORM), redirects("/"), NoSession, "it set no cookie"),
    ],
    ids=["refused in words of the page", "broken HTML", "a form elsewhere", "without a cookie"],
)  # fmt: skip
async def test_a_form_that_signs_nobody_in_says_why(
    page, answer, error, said, backend, client
) -> None:
    backend.on("GET", "/in", page)
    if answer is not None:
        backend.on("POST", "/in", answer)

    with pytest.raises(error, match=said):
        await Account(client(FormAuth("/in"))).login("ada", "secret")


async def test_a_redirect_back_to_the_form_is_a_refusal(backend, client) -> None:
    wrong = f'<div class="alert-danger">No such user.</div>{FORM}'
    back = {"location": "/in?error=1", "set-cookie": "session=new; Path=/; HttpOnly"}
    backend.on("GET", "/in", html_answer(200, FORM), html_answer(200, wrong))
    backend.on("POST", "/in", json_answer({}, 302, headers=back))

    with pytest.raises(ValidationFailed, match=r"No such user\."):
        await Account(client(FormAuth("/in"))).login("ada", "secret")


@pytest.mark.parametrize(
    ("page", "kind"),
    [
        ('<a href="/in">Switch account</a> <a href="/logout/">Sign out</a>', Forbidden),
        ('<a href="/in?next=/rows">Sign in</a>', Unauthorized),
    ],
)
async def test_a_page_that_offers_the_sign_out_is_a_signed_in_one(
    page, kind, backend, client
) -> None:
    cookie = {"location": "/", "set-cookie": "session=s; Path=/; HttpOnly"}
    backend.on("GET", "/in", html_answer(200, FORM))
    backend.on("POST", "/in", json_answer({}, 302, headers=cookie))
    backend.on("GET", "/rows", json_answer({}, 403), html_answer(403, page))
    fetch = client(FormAuth("/in"))
    account = Account(fetch)
    fetch.has_ended = account.has_ended
    await account.login("ada", "secret")

    with pytest.raises(kind):
        await fetch("GET", "/rows")


@pytest.mark.parametrize(
    ("origin", "marks", "said"),
    [
        (BASE, "Domain=else.example", "its cookie sessionid can't be saved."),
        ("http://cms.example", "Secure", "(it is for https only)"),
    ],
)
async def test_a_cookie_that_is_never_sent_is_no_session(origin, marks, said, backend) -> None:
    headers = {"location": "/", "set-cookie": f"sessionid=s; Path=/; HttpOnly; {marks}"}
    backend.on("GET", "/in", html_answer(200, FORM))
    backend.on("POST", "/in", json_answer({}, 302, headers=headers))
    fetch = SvcFetch(origin, auth=FormAuth("/in"), transport=backend.transport)

    with pytest.raises(NoSession) as caught:
        await Account(fetch).login("ada", "secret")
    assert said in str(caught.value)


async def test_what_a_header_cannot_carry_is_refused_before_it_is_sent(backend, client) -> None:
    with pytest.raises(ValidationFailed, match="colon"):
        await Account(client(BasicAuth())).login("a:b", "secret")
    with pytest.raises(ValidationFailed, match="ASCII"):
        await Account(client(ApiKeyAuth())).login("", "schlüssel")
    assert backend.requests == []


async def test_a_body_may_be_a_form_and_the_answer_deep(backend, client) -> None:
    backend.on("POST", "/in", json_answer({"data": {"access_token": "deep", "expires_in": 900}}))
    call = AuthCall("/in", {"user": "{user}", "pass": "{password}", "client": "x"}, body="form")
    fetch = client(TokenAuth(call, token="data.access_token", refresh="/again"))
    await Account(fetch).login("ada", "se cret")

    assert backend.last.content == b"user=ada&pass=se+cret&client=x"
    assert fetch.cookies.tokens["token"] == "deep"
    assert not fetch.auth.expires_soon


async def test_the_kind_that_the_documents_show_works(backend, client) -> None:
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "auth.md").read_text("utf-8")
    names: dict[str, Any] = {}
    exec(re.findall(r"```python\n(.*?)```", page, re.DOTALL)[-1], names)
    backend.on("GET", "/rows", [])
    fetch = client(names["SignedAuth"]())
    user = await Account(fetch).login("ada", "secret")
    await fetch("GET", "/rows")

    assert user.name == "ada" and user.rights_unknown
    signed = hmac.new(b"secret", b"/rows", hashlib.sha256).hexdigest()
    assert backend.last.headers["X-Signature"] == signed


class FaultyAuth(NoAuth):
    """A kind of the caller's own with one method that fails."""

    def __init__(self, method: str) -> None:
        async def later(*args: object) -> None:
            raise KeyError(method)

        def now(*args: object) -> None:
            raise KeyError(method)

        setattr(self, method, now if method == "authorize" else later)


@pytest.mark.parametrize("method", ["sign_in", "profile", "authorize", "refresh"])
async def test_a_fault_in_a_sign_in_of_ones_own_is_one_sentence(
    method, backend, client, caplog
) -> None:
    backend.on("GET", "/rows", json_answer({}, 401))
    fetch = client(FaultyAuth(method))

    with pytest.raises(PartFailed, match=r"The sign-in FaultyAuth failed \(KeyE"):
        await Account(fetch).login("ada", "secret")
        await fetch("GET", "/rows")
    assert "the sign-in FaultyAuth failed" in caplog.text


class Returning(NoAuth):
    """A kind of the caller's own with one method that returns the wrong thing."""

    def __init__(self, method: str, value: object) -> None:
        async def later(*args: object) -> object:
            return value

        setattr(self, method, later if value != "now" else lambda *args: None)


@pytest.mark.parametrize(
    ("method", "value", "words"),
    [
        ("profile", {"username": "x"}, r"profile should return UserProfile\(…\), not a dict"),
        ("profile", "now", "profile should be async"),
        ("sign_in", False, "sign_in should return None, not False"),
        ("sign_in", "now", "sign_in should be async"),
        ("authorize", None, "authorize should not be async"),
        ("refresh", None, "refresh should return True or False, not None"),
    ],
)
async def test_a_sign_in_of_ones_own_that_returns_the_wrong_thing_is_named(
    method, value, words, backend, client
) -> None:
    backend.on("GET", "/rows", json_answer({}, 401))
    fetch = client(Returning(method, value))

    with pytest.raises(PartFailed, match=f"The sign-in Returning failed: {words}, see :log"):
        await Account(fetch).login("ada", "secret")
        await fetch("GET", "/rows")


async def test_a_sign_out_is_sent_as_it_is_described(backend, client) -> None:
    backend.on("POST", "/in", tokens("t0ken")).on("POST", "/out", {})
    call = AuthCall("/out", {"everywhere": "yes"})
    for auth in (SessionAuth("/in", logout=call), FormAuth("/in", logout=call)):
        await Account(client(auth)).logout()
        assert json.loads(backend.last.content) == {"everywhere": "yes"}


@pytest.mark.parametrize(("second", "signs_out"), [("first", False), ("second", True)])
async def test_checking_a_password_leaves_a_token_that_is_in_use(
    second, signs_out, backend, client
) -> None:
    backend.on("POST", "/in", tokens("first"), tokens(second)).on("POST", "/out", {})
    account = Account(client(TokenAuth("/in", logout="/out")))
    await account.login("ada", "secret")

    await account.check_password("ada", "secret")
    assert ("POST /out" in backend.calls) is signs_out


# The password command


async def test_the_first_line_of_the_program_is_the_password() -> None:
    command = [sys.executable, "-c", "print('two words; $HOME'); print('second')"]
    assert await ask_password_command(command) == "two words; $HOME"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import sys; print('s3cret'); sys.exit('locked')", "failed (locked)"),
        ("import sys; sys.exit(3)", "failed (exit code 3)"),
        ("pass", "printed nothing"),
        ("print('s3cret' * 1000)", "printed a line that is too long"),
        ("import time; time.sleep(60)", "took longer than 0.5 s"),
        ("while 60: print('s3cret', flush=True)", "took longer than 0.5 s"),
    ],
)
async def test_a_program_that_gives_no_password_is_one_sentence(code: str, said: str) -> None:
    with pytest.raises(NoPassword) as caught:
        await ask_password_command([sys.executable, "-c", code], limit=0.5 if "60" in code else 30)

    assert said in str(caught.value)
    assert "s3cret" not in str(caught.value)


async def test_a_child_in_the_background_keeps_nobody_waiting() -> None:
    ended = "import subprocess as s, sys; print('s3cret', flush=True); "
    ended += "s.Popen([sys.executable, '-c', 'import time; time.sleep(20)'])"
    assert await ask_password_command([sys.executable, "-c", ended], limit=15) == "s3cret"


async def test_a_program_that_is_not_there_is_named() -> None:
    with pytest.raises(NoPassword, match="no-such-program can't be started"):
        await ask_password_command(["/no-such-program", "show", "cms"])
