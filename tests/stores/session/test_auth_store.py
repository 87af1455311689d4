"""The specification's state table of who is signed in, row by row."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest
from textual.message import Message

from svc_tui.api.errors import (
    ApiError,
    Forbidden,
    InvalidResponse,
    ServerError,
    Unauthorized,
    Unreachable,
    ValidationFailed,
    WrongEndpoint,
)
from svc_tui.app.context import Svc
from svc_tui.stores.session.auth_store import AuthStore
from tests.fakes import (
    BASE,
    Answer,
    FakeBackend,
    cookie_answer,
    drops,
    html_answer,
    json_answer,
    refuses,
    times_out,
    waits_for,
)
from tests.rest import begin_tasks_at_once

EDITOR = {"id": 2, "username": "editor", "permissions": ["news.view_article", "add_article"]}
ADMIN = {"id": 1, "username": "admin", "is_superuser": True}
SESSION = "__svc_session=s3cret; Path=/; HttpOnly"
LOGIN, ME, LOGOUT = "/api/auth/login", "/api/profiles/me/", "/api/auth/logout"


@pytest.fixture
def auth(svc: Svc, backend: FakeBackend) -> AuthStore:
    """The store, on a backend that lets the editor in."""
    backend.on("POST", LOGIN, cookie_answer({}, SESSION)).on("GET", ME, EDITOR)
    backend.on("POST", LOGOUT, None)
    return svc.auth


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """Where the services of these tests keep what they keep."""
    return tmp_path / "state"


def told(auth: AuthStore) -> list[Message]:
    """What the store says from now on, without the mere changes."""
    heard: list[Message] = []
    auth.subscribe(lambda said: None if isinstance(said, AuthStore.Changed) else heard.append(said))
    return heard


def kept(folder: Path) -> list[Path]:
    """The session files on disk."""
    return [*folder.glob("sessions/*.json")]


async def restarted(backend: FakeBackend, folder: Path) -> Svc:
    """The next start of a console on the same state directory; booted, not closed."""
    svc = Svc(BASE, transport=backend.transport, state_dir=folder)
    await svc.start()
    return svc


# unauthenticated -> authenticated


async def test_signing_in_posts_the_credentials_and_asks_who_that_is(
    auth: AuthStore, backend: FakeBackend
) -> None:
    heard = told(auth)

    user = await auth.login("editor", "pw")

    assert backend.calls == [f"POST {LOGIN}", f"GET {ME}"]
    assert backend.requests[0].content == b'{"username":"editor","password":"pw"}'
    assert auth.is_authenticated and auth.user == user
    assert user.permissions == {"view_article", "add_article"}
    assert [type(said) for said in heard] == [AuthStore.SignedIn]


async def test_nobody_is_signed_in_before_it_is_known_who(
    auth: AuthStore, backend: FakeBackend
) -> None:
    backend.on("GET", ME, json_answer({"detail": "broken"}, 500))

    with pytest.raises(ServerError):
        await auth.login("editor", "pw")

    assert not auth.is_authenticated


@pytest.mark.parametrize(
    ("answer", "errors"),
    [
        (json_answer({"detail": "Wrong."}, 401), {"": ["Wrong."]}),
        (json_answer({"detail": "Wrong."}, 403), {"": ["Wrong."]}),
        (json_answer({"password": ["Too short."]}, 400), {"password": ["Too short."]}),
    ],
    ids=["401", "403", "400"],
)
async def test_wrong_credentials_are_a_failed_form_whatever_the_backend_calls_them(
    auth: AuthStore, backend: FakeBackend, answer: Answer, errors: dict[str, list[str]]
) -> None:
    backend.on("POST", LOGIN, answer)
    heard = told(auth)

    with pytest.raises(ValidationFailed) as failed:
        await auth.login("editor", "nope")

    assert [*failed.value.errors.values()] == [*errors.values()]
    assert not auth.is_authenticated
    assert heard == []


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (refuses(), Unreachable),
        (times_out(), Unreachable),
        (drops(), Unreachable),
        (json_answer({}, 500), ServerError),
        (json_answer({}, 503), ServerError),
    ],
)
async def test_a_login_that_could_not_be_tried_is_no_wrong_password(
    auth: AuthStore, backend: FakeBackend, answer: Answer, kind: type[ApiError]
) -> None:
    backend.on("POST", LOGIN, answer)

    with pytest.raises(kind) as failed:
        await auth.login("editor", "pw")

    assert not isinstance(failed.value, ValidationFailed)
    assert not auth.is_authenticated


async def test_a_page_for_browsers_instead_of_a_profile_signs_nobody_in(
    auth: AuthStore, backend: FakeBackend
) -> None:
    backend.on("GET", ME, html_answer())

    with pytest.raises(InvalidResponse):
        await auth.login("editor", "pw")

    assert not auth.is_authenticated


async def test_who_signs_in_after_another_inherits_no_page_permissions(
    auth: AuthStore, backend: FakeBackend
) -> None:
    await auth.login("editor", "pw")
    auth.note_page_permissions("articles", "article")
    backend.on("GET", ME, {"id": 3, "username": "viewer"})

    await auth.login("viewer", "pw")

    assert auth.page_permissions == {}


# a kept session -> authenticated, or not


async def test_a_kept_session_goes_on_at_the_next_start(
    auth: AuthStore, backend: FakeBackend, state: Path
) -> None:
    await auth.login("editor", "pw")

    svc = await restarted(backend, state)

    assert svc.auth.user == auth.user
    assert backend.last.headers["cookie"] == "__svc_session=s3cret"
    await svc.aclose()


async def test_without_a_session_nobody_is_asked(auth: AuthStore, backend: FakeBackend) -> None:
    assert await auth.hydrate() is False

    assert backend.requests == []
    assert not auth.is_authenticated


@pytest.mark.parametrize(
    "answer",
    [json_answer({}, 401), json_answer({}, 403), json_answer({}, 404), json_answer({}, 500)],
    ids=["401", "403", "404", "500"],
)
async def test_an_error_answer_at_the_start_ends_the_session(
    auth: AuthStore,
    backend: FakeBackend,
    state: Path,
    answer: Answer,
    request: pytest.FixtureRequest,
) -> None:
    await auth.login("editor", "pw")
    backend.on("GET", ME, answer)

    svc = await restarted(backend, state)

    assert not svc.auth.is_authenticated
    assert svc.auth.state.unreachable is None
    assert not svc.jar.has_session
    assert kept(state) == []
    assert list(svc.snack.history) == []
    turned_away = "401" in request.node.name or "403" in request.node.name
    assert bool(svc.auth.state.refused) is not turned_away
    await svc.aclose()


async def test_a_profile_that_is_elsewhere_is_named_with_the_setting_for_its_address(
    auth: AuthStore, backend: FakeBackend, state: Path
) -> None:
    await auth.login("editor", "pw")
    backend.on("GET", ME, html_answer(404))

    svc = await restarted(backend, state)

    said = svc.auth.state.refused or ""
    assert "The profile was not found at /api/profiles/me/" in said
    assert "Set `user_info_api` in Options(…), or try another dialect: `dialect=" in said
    assert "doctor" not in said
    await svc.aclose()


async def test_a_page_in_the_place_of_a_profile_says_nothing_of_the_kept_session(
    auth: AuthStore, backend: FakeBackend, state: Path
) -> None:
    await auth.login("editor", "pw")
    backend.on("GET", ME, html_answer())

    svc = await restarted(backend, state)

    assert not svc.auth.is_authenticated
    assert not svc.jar.has_session
    assert "it is a web page instead of JSON" in (svc.auth.state.refused or "")
    assert len(kept(state)) == 1
    await svc.aclose()


@pytest.mark.parametrize(
    ("method", "path", "what"), [("POST", LOGIN, "The sign-in"), ("GET", ME, "The profile")]
)
@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (json_answer({}, 404), "was not found at {path} ("),
        (json_answer({}, 405), "endpoint at {path} did not respond as expected (status 405)"),
        (json_answer({}, 501), "endpoint at {path} did not respond as expected (status 501)"),
        (html_answer(404), "was not found at {path} ("),
    ],
)
async def test_signing_in_at_a_wrong_address_says_which(
    auth: AuthStore,
    backend: FakeBackend,
    answer: Answer,
    why: str,
    method: str,
    path: str,
    what: str,
) -> None:
    backend.on(method, path, answer)

    with pytest.raises(WrongEndpoint) as failed:
        await auth.login("editor", "pw")

    assert str(failed.value).startswith(f"{what} {why.format(path=path)}")


@pytest.mark.parametrize("answer", [refuses(), times_out(), drops()])
async def test_no_answer_at_the_start_keeps_the_session(
    auth: AuthStore, backend: FakeBackend, state: Path, answer: Answer
) -> None:
    await auth.login("editor", "pw")
    backend.on("GET", ME, answer)

    svc = await restarted(backend, state)

    assert not svc.auth.is_authenticated
    assert svc.auth.state.unreachable
    assert len(kept(state)) == 1

    backend.on("GET", ME, EDITOR)
    assert await svc.auth.hydrate() is True
    assert svc.auth.state.unreachable is None
    await svc.aclose()


async def test_giving_up_drops_the_kept_session(
    auth: AuthStore, backend: FakeBackend, state: Path
) -> None:
    await auth.login("editor", "pw")
    backend.on("GET", ME, refuses())
    svc = await restarted(backend, state)

    svc.auth.give_up()

    assert svc.auth.state.unreachable is None
    assert kept(state) == []
    await svc.aclose()


async def test_a_session_file_that_others_can_read_is_refused_and_said(
    auth: AuthStore, backend: FakeBackend, state: Path
) -> None:
    await auth.login("editor", "pw")
    (file,) = kept(state)
    file.chmod(0o644)

    svc = await restarted(backend, state)

    assert not svc.auth.is_authenticated
    assert "can be read by other users" in (svc.auth.state.refused or "")
    assert file.exists()
    await svc.aclose()


# authenticated -> unauthenticated


@pytest.mark.parametrize(
    "answer",
    [json_answer(None), json_answer({}, 401), json_answer({}, 500), html_answer(502), refuses()],
    ids=["200", "401", "500", "502", "no response"],
)
async def test_signing_out_happens_here_whatever_the_backend_says(
    auth: AuthStore, backend: FakeBackend, state: Path, svc: Svc, answer: Answer
) -> None:
    user = await auth.login("editor", "pw")
    backend.on("POST", LOGOUT, answer)
    heard = told(auth)

    await auth.logout()

    assert not auth.is_authenticated
    assert not svc.jar.has_session
    assert kept(state) == []
    (said,) = heard
    assert isinstance(said, AuthStore.SignedOut)
    assert (said.expired, said.user) == (False, user)


async def test_a_backend_that_knows_only_get_is_told_by_get(
    auth: AuthStore, backend: FakeBackend
) -> None:
    await auth.login("editor", "pw")
    backend.on("POST", LOGOUT, json_answer({}, 405)).on("GET", LOGOUT, None)

    await auth.logout()

    assert backend.calls[-2:] == [f"POST {LOGOUT}", f"GET {LOGOUT}"]
    assert not auth.is_authenticated


async def test_signing_out_that_is_broken_off_has_signed_out_here(
    auth: AuthStore, backend: FakeBackend, svc: Svc
) -> None:
    await auth.login("editor", "pw")
    backend.on("POST", LOGOUT, waits_for(asyncio.Event()))
    leaving = asyncio.create_task(auth.logout())
    while backend.calls[-1] != f"POST {LOGOUT}":
        await asyncio.sleep(0)

    leaving.cancel()
    await asyncio.gather(leaving, return_exceptions=True)

    assert not auth.is_authenticated
    assert not svc.jar.has_session


async def test_an_answer_of_401_signs_out(auth: AuthStore, backend: FakeBackend, svc: Svc) -> None:
    user = await auth.login("editor", "pw")
    auth.note_page_permissions("articles", "article")
    backend.on("GET", "/api/articles/", json_answer({}, 401))
    heard = told(auth)

    with pytest.raises(Unauthorized):
        await svc.crud("/api/articles").list()

    assert not auth.is_authenticated
    assert auth.page_permissions == {}
    assert not svc.jar.has_session
    (said,) = heard
    assert isinstance(said, AuthStore.SignedOut)
    assert (said.expired, said.user) == (True, user)


async def test_ten_answers_of_401_at_once_are_one_sign_out(
    auth: AuthStore, backend: FakeBackend, svc: Svc
) -> None:
    await auth.login("editor", "pw")
    backend.on("GET", "/api/articles/", json_answer({}, 401))
    heard = told(auth)
    articles = svc.crud("/api/articles")

    answers = await asyncio.gather(*(articles.list() for _ in range(10)), return_exceptions=True)

    assert [type(answer) for answer in answers] == [Unauthorized] * 10
    assert [type(said) for said in heard] == [AuthStore.SignedOut]


async def test_a_401_for_somebody_who_is_not_signed_in_says_nothing(
    auth: AuthStore, backend: FakeBackend, svc: Svc
) -> None:
    backend.on("GET", "/api/articles/", json_answer({}, 401))
    heard = told(auth)

    with pytest.raises(Unauthorized):
        await svc.crud("/api/articles").list()

    assert heard == []


# rights


async def test_page_permissions_hold_the_actions_that_the_user_has(auth: AuthStore) -> None:
    await auth.login("editor", "pw")

    auth.note_page_permissions("articles", "article")

    assert auth.page_permissions == {"articles": ("view", "add")}


async def test_a_superuser_holds_all_four(auth: AuthStore, backend: FakeBackend) -> None:
    backend.on("GET", ME, ADMIN)
    await auth.login("admin", "pw")

    auth.note_page_permissions("articles", "article")

    assert auth.page_permissions == {"articles": ("view", "add", "change", "delete")}


async def test_the_password_is_in_nothing_that_is_kept_or_shown(
    auth: AuthStore, svc: Svc, state: Path
) -> None:
    await auth.login("editor", "pa55word")

    on_disk = "".join(path.read_text() for path in state.rglob("*") if path.is_file())
    seen = repr((auth.state, svc.jar, svc.fetch.history, list(svc.snack.history)))
    assert "pa55word" not in on_disk + seen
    assert "s3cret" not in seen


async def test_a_late_401_of_the_old_session_does_not_end_the_new_one(
    auth: AuthStore, svc: Svc, backend: FakeBackend, state: Path
) -> None:
    gate = asyncio.Event()
    backend.on("POST", "/api/media/", waits_for(gate, json_answer({}, 401)))
    backend.on("GET", "/api/articles/", json_answer({}, 401))
    await auth.login("editor", "pw")
    upload = asyncio.create_task(svc.fetch("POST", "/api/media/"))
    while backend.calls[-1] != "POST /api/media/":
        await asyncio.sleep(0)
    with pytest.raises(Unauthorized):
        await svc.fetch("GET", "/api/articles/")
    await auth.login("editor", "pw")
    heard = told(auth)

    gate.set()
    with pytest.raises(Unauthorized):
        await upload

    assert auth.is_authenticated
    assert svc.jar.has_session
    assert heard == []


async def test_a_sign_in_that_fails_half_way_leaves_no_session(
    auth: AuthStore, svc: Svc, backend: FakeBackend
) -> None:
    backend.on("GET", ME, json_answer({}, 500))

    with pytest.raises(ServerError):
        await auth.login("editor", "pw")

    assert not auth.is_authenticated
    assert not svc.jar.has_session


async def test_a_sign_in_that_is_called_off_leaves_the_session_as_it_was(
    auth: AuthStore, svc: Svc, backend: FakeBackend
) -> None:
    await auth.login("editor", "pw")
    other, asked = "__svc_session=admins; Path=/; HttpOnly", asyncio.Event()

    async def never(request: httpx.Request) -> httpx.Response:
        asked.set()
        await asyncio.Event().wait()
        raise AssertionError

    backend.on("POST", LOGIN, cookie_answer({}, other)).on("GET", ME, never)
    signing_in = asyncio.create_task(auth.login("admin", "pw"))
    await asked.wait()
    signing_in.cancel()
    await asyncio.wait([signing_in])

    assert auth.name == "editor" and svc.jar.user == "editor"
    assert "s3cret" in {cookie.value for cookie in svc.jar.cookies}


async def test_wrong_credentials_over_a_session_leave_it_as_it_was(
    auth: AuthStore, svc: Svc, backend: FakeBackend, state: Path
) -> None:
    await auth.login("editor", "pw")
    cookies = {cookie.name: cookie.value for cookie in svc.jar.cookies}
    backend.on("POST", LOGIN, json_answer({"detail": "no"}, 401))

    with pytest.raises(ValidationFailed):
        await auth.login("editor", "wrong")

    assert (auth.is_authenticated, svc.jar.has_session) == (True, True)
    assert {cookie.name: cookie.value for cookie in svc.jar.cookies} == cookies
    assert svc.jar.user == "editor" and kept(state)

    await auth.logout()
    assert cookies["__svc_session"] in backend.requests[-1].headers["cookie"]
    assert not auth.is_authenticated and not kept(state)


# a 403 may be the end of a session


REFUSED = json_answer({"detail": "Authentication credentials were not provided."}, 403)


async def test_a_403_ends_a_session_whose_profile_is_refused_as_well(
    auth: AuthStore, svc: Svc, backend: FakeBackend
) -> None:
    await auth.login("editor", "pw")
    backend.on("GET", "/api/articles/", REFUSED).on("GET", ME, REFUSED)
    heard = told(auth)

    with pytest.raises(Unauthorized):
        await svc.crud("/api/articles").list()

    assert not auth.is_authenticated
    assert [type(said) for said in heard] == [AuthStore.SignedOut]
    assert list(svc.snack.history) == []


async def test_ten_answers_of_403_at_once_ask_for_the_profile_once(
    auth: AuthStore, svc: Svc, backend: FakeBackend
) -> None:
    await auth.login("editor", "pw")
    backend.on("GET", "/api/articles/", REFUSED).on("GET", ME, REFUSED)
    heard = told(auth)
    articles = svc.crud("/api/articles")

    answers = await asyncio.gather(*(articles.list() for _ in range(10)), return_exceptions=True)

    assert {type(answer) for answer in answers} == {Unauthorized}
    assert [type(said) for said in heard] == [AuthStore.SignedOut]
    assert backend.calls.count(f"GET {ME}") == 2  # once at the sign-in
    assert list(svc.snack.history) == []


@pytest.mark.parametrize(
    "profile", [json_answer(EDITOR), json_answer({}, 500), json_answer({}, 404), times_out()]
)
async def test_a_403_says_permission_denied_where_the_profile_is_not_refused(
    auth: AuthStore, svc: Svc, backend: FakeBackend, profile: Answer
) -> None:
    await auth.login("editor", "pw")
    backend.on("GET", "/api/articles/", REFUSED).on("GET", ME, profile)

    with pytest.raises(Forbidden):
        await svc.crud("/api/articles").list()

    assert auth.is_authenticated and svc.jar.has_session
    assert [toast.message for toast in svc.snack.history] == ["Permission denied"]


async def test_each_403_asks_for_the_profile_although_the_first_answer_came_at_once(
    auth: AuthStore, svc: Svc, backend: FakeBackend
) -> None:
    begin_tasks_at_once()
    await auth.login("editor", "pw")
    backend.on("GET", "/api/articles/", REFUSED).on("GET", ME, EDITOR, REFUSED)
    articles = svc.crud("/api/articles")

    with pytest.raises(Forbidden):
        await articles.list()
    with pytest.raises(Unauthorized):
        await articles.list()

    assert not auth.is_authenticated


async def test_a_403_ends_a_session_that_has_become_another_users(
    auth: AuthStore, svc: Svc, backend: FakeBackend
) -> None:
    await auth.login("editor", "pw")
    backend.on("GET", "/api/articles/", REFUSED).on("GET", ME, ADMIN)

    with pytest.raises(Unauthorized):
        await svc.crud("/api/articles").list()

    assert not auth.is_authenticated


async def test_a_403_while_the_sign_in_is_open_says_nothing_and_asks_nothing(
    auth: AuthStore, svc: Svc, backend: FakeBackend
) -> None:
    await auth.login("editor", "pw")
    backend.on("GET", "/api/articles/", REFUSED).on("GET", ME, REFUSED)
    with pytest.raises(Unauthorized):
        await svc.crud("/api/articles").list()
    before = len(backend.requests)

    with pytest.raises(Unauthorized):
        await svc.crud("/api/articles").list()

    assert len(backend.requests) == before + 1
    assert list(svc.snack.history) == []


async def test_a_late_403_of_the_old_session_does_not_end_the_new_one(
    auth: AuthStore, svc: Svc, backend: FakeBackend
) -> None:
    gate = asyncio.Event()
    backend.on("PATCH", "/api/articles/7/", waits_for(gate, REFUSED))
    await auth.login("editor", "pw")
    save = asyncio.create_task(svc.crud("/api/articles").partial_update(7, {"title": "x"}))
    while backend.calls[-1] != "PATCH /api/articles/7/":
        await asyncio.sleep(0)
    await auth.login("editor", "pw")
    heard = told(auth)

    gate.set()
    with pytest.raises(Unauthorized):
        await save

    assert auth.is_authenticated
    assert heard == [] and list(svc.snack.history) == []


async def test_one_request_that_is_given_up_does_not_take_the_question_from_the_others(
    auth: AuthStore, svc: Svc, backend: FakeBackend
) -> None:
    gate = asyncio.Event()
    await auth.login("editor", "pw")
    backend.on("GET", "/api/articles/", REFUSED).on("GET", ME, waits_for(gate, REFUSED))
    articles = svc.crud("/api/articles")
    first, second = (asyncio.create_task(articles.list()) for _ in range(2))
    while backend.calls.count("GET /api/articles/") < 2 or backend.calls[-1] != f"GET {ME}":
        await asyncio.sleep(0)
    first.cancel()
    gate.set()

    with pytest.raises(Unauthorized):
        await second


CHECK = "Check your username and password, and try again."


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (401, {}, f"Sign-in failed. {CHECK}"),
        (400, {"non_field_errors": ["Unable to log in."]},
         f"Sign-in failed: Unable to log in. {CHECK}"),
        (400, {"non_field_errors": ["Unable to log in with provided credentials."]},
         f"Sign-in failed. {CHECK}"),
        (403, {"detail": "Incorrect authentication credentials."},
         "Sign-in failed. Check your username and password, or ask an administrator."),
        (401, {"detail": "No such user"}, f"Sign-in failed: No such user. {CHECK}"),
        (403, {"detail": "User inactive."},
         "Sign-in failed: User inactive. "
         "Check your username and password, or ask an administrator."),
        (429, {}, "Sign-in failed: too many attempts. Try again later."),
    ],
)  # fmt: skip
async def test_a_refused_sign_in_says_so_with_the_servers_reason_and_what_to_do(
    auth, backend, status, body, said
):
    backend.on("POST", LOGIN, json_answer(body, status))
    with pytest.raises(ApiError) as caught:
        await auth.login("ada", "secret")
    assert auth.failure(caught.value) == said
