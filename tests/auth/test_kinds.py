"""Every kind of sign-in on a real backend, from a script: sign in, list, write, end, sign out."""

from __future__ import annotations

import asyncio
from http.cookiejar import Cookie, DefaultCookiePolicy
from pathlib import Path

import httpx
import pytest

from svc_tui.api.auth.base import Auth, AuthCall
from svc_tui.api.auth.form import FormAuth
from svc_tui.api.auth.header import ApiKeyAuth, BasicAuth
from svc_tui.api.auth.no_auth import NoAuth
from svc_tui.api.auth.token import TokenAuth
from svc_tui.api.errors import Forbidden, NoSession, Unauthorized, ValidationFailed, WrongEndpoint
from svc_tui.app.assembly import console_for
from svc_tui.app.context import Svc
from svc_tui.app.parts import ConsoleParts
from svc_tui.config.document import ConsoleConfig
from svc_tui.config.options import Options
from svc_tui.models.resource import Resource
from tests.backends.accounts import AccountsProcess
from tests.backends.plain import PlainProcess

PLACES = {"id": "user.pk", "username": "user.login"}
KINDS: dict[str, Auth] = {
    "form": FormAuth(),
    "token": TokenAuth(
        "/token/login/",
        header="Authorization: Token {token}",
        profile="/token/me/",
        profile_map=PLACES,
    ),
    "jwt": TokenAuth(
        "/jwt/login/", refresh="/jwt/refresh/", profile="/jwt/me/", profile_map=PLACES
    ),
    "basic": BasicAuth(login="/basic/articles/"),
}


@pytest.mark.parametrize("kind", KINDS)
async def test_a_script_signs_in_reads_writes_and_signs_out(
    kind: str, accounts: AccountsProcess
) -> None:
    async with Svc(accounts.url, auth=KINDS[kind]) as svc:
        user = await svc.auth.login("editor", "editor")
        articles = svc.crud(f"/{kind}/articles")
        page = await articles.list()
        await articles.partial_update(3, {"title": f"By {kind}"})
        await svc.auth.logout()
        with pytest.raises((Unauthorized, Forbidden)):
            await articles.partial_update(3, {"title": "By nobody"})

    assert user.name == "editor"
    assert page.count == 30
    assert accounts.title(3) == f"By {kind}"


@pytest.mark.parametrize("kind", KINDS)
async def test_a_wrong_password_is_one_of_the_form(kind: str, accounts: AccountsProcess) -> None:
    async with Svc(accounts.url, auth=KINDS[kind]) as svc:
        with pytest.raises(ValidationFailed) as caught:
            await svc.auth.login("editor", "no")
        assert not svc.auth.is_authenticated
        assert not svc.jar.tokens and not svc.jar.session_like

    assert "no" not in str(caught.value).split()


@pytest.mark.parametrize("kind", KINDS)
async def test_a_session_that_the_backend_ended_is_over(
    kind: str, accounts: AccountsProcess
) -> None:
    async with Svc(accounts.url, auth=KINDS[kind]) as svc:
        await svc.auth.login("editor", "editor")
        articles = svc.crud(f"/{kind}/articles")
        await articles.list()
        accounts.end_sessions()
        accounts.change_password("editor", "another")
        with pytest.raises(Unauthorized):
            await articles.partial_update(3, {"title": "Late"})
        assert not svc.auth.is_authenticated

    assert accounts.title(3) == "Article 03"


@pytest.mark.parametrize("kind", ["form", "token", "jwt"])
async def test_a_kept_session_goes_on_and_is_private(
    kind: str, accounts: AccountsProcess, tmp_path: Path
) -> None:
    async with Svc(accounts.url, auth=KINDS[kind], state_dir=tmp_path) as svc:
        await svc.auth.login("editor", "editor")
    (file,) = (tmp_path / "sessions").glob("*.json")
    assert file.stat().st_mode & 0o777 == 0o600

    async with Svc(accounts.url, auth=KINDS[kind], state_dir=tmp_path) as later:
        assert later.auth.user is not None and later.auth.user.name == "editor"
        await later.crud(f"/{kind}/articles").partial_update(4, {"title": f"Kept {kind}"})
        await later.auth.logout()

    assert accounts.title(4) == f"Kept {kind}"
    assert not file.exists()


async def test_a_basic_password_is_never_written_down(
    accounts: AccountsProcess, tmp_path: Path
) -> None:
    async with Svc(accounts.url, auth=KINDS["basic"], state_dir=tmp_path) as svc:
        await svc.auth.login("editor", "editor")

    assert not any(path.name.endswith(".json") for path in tmp_path.glob("sessions/*"))


async def test_the_admins_own_page_signs_in_too(accounts: AccountsProcess) -> None:
    async with Svc(accounts.url, auth=FormAuth("/admin/login/")) as svc:
        await svc.auth.login("admin", "admin")
        assert svc.jar.names.session == "sessionid"
        await svc.crud("/form/articles").partial_update(5, {"title": "By admin"})
        accounts.end_sessions()
        with pytest.raises(Unauthorized):
            await svc.crud("/form/articles").partial_update(5, {"title": "Late"})

    assert accounts.title(5) == "By admin"


async def test_a_page_without_a_form_names_the_setting(accounts: AccountsProcess) -> None:
    async with Svc(accounts.url, auth=FormAuth("/form/articles/")) as svc:
        with pytest.raises(WrongEndpoint, match=r"Check `login` in FormAuth"):
            await svc.auth.login("editor", "editor")


async def test_ten_refused_requests_get_one_new_token(accounts: AccountsProcess) -> None:
    accounts.lifetime(0)
    async with Svc(accounts.url, auth=TokenAuth("/jwt/login/", refresh="/jwt/refresh/")) as svc:
        await svc.auth.login("editor", "editor")
        accounts.lifetime(300)
        articles = svc.crud("/jwt/articles")
        await asyncio.gather(*(articles.detail(number) for number in range(1, 11)))
        assert svc.auth.is_authenticated

    assert accounts.seen("POST /jwt/refresh/") == 1


async def test_a_token_that_ends_at_once_ends_the_session_after_one_refresh(
    accounts: AccountsProcess,
) -> None:
    accounts.lifetime(0)
    async with Svc(accounts.url, auth=TokenAuth("/jwt/login/", refresh="/jwt/refresh/")) as svc:
        await svc.auth.login("editor", "editor")
        with pytest.raises(Unauthorized):
            await svc.crud("/jwt/articles").list()
        assert not svc.auth.is_authenticated

    assert accounts.seen("POST /jwt/refresh/") == 1


async def test_an_api_key_is_tried_kept_and_dropped(keyed: PlainProcess, tmp_path: Path) -> None:
    auth = ApiKeyAuth(login="/articles")
    options = {"auth": auth, "state_dir": tmp_path}
    async with Svc(keyed.url, **options) as svc:  # type: ignore[arg-type]
        with pytest.raises(ValidationFailed):
            await svc.auth.login("", "wrong")
        await svc.auth.login("", "k3y")
    async with Svc(keyed.url, **options) as later:  # type: ignore[arg-type]
        assert later.auth.is_authenticated
        assert len((await later.crud("/articles").list()).results) == 7
        httpx.post(f"{keyed.url}/_test/key", json={"key": "new"}, trust_env=False)
        with pytest.raises(Unauthorized):
            await later.crud("/articles").list()
        assert not later.auth.is_authenticated

    assert not [*tmp_path.glob("sessions/*.json")]


async def test_a_console_tries_a_key_on_its_first_list(keyed: PlainProcess, tmp_path: Path) -> None:
    options = Options(base_url=keyed.url, trailing_slash=False)
    parts = ConsoleParts(resources=[Resource(name="rows", endpoint="/articles")], auth=ApiKeyAuth())
    async with console_for(ConsoleConfig(options), parts, state_dir=tmp_path).svc as svc:
        with pytest.raises(ValidationFailed):
            await svc.auth.login("", "wrong")
        await svc.auth.login("", "k3y")
        assert svc.auth.is_authenticated


async def test_a_key_that_a_list_forbids_as_any_other_is_refused(keyed: PlainProcess) -> None:
    wanted = {"key": "k3y", "status": 403}
    httpx.post(f"{keyed.url}/_test/key", json=wanted, trust_env=False)
    options = Options(base_url=keyed.url, trailing_slash=False)
    parts = ConsoleParts(resources=[Resource(name="rows", endpoint="/articles")], auth=ApiKeyAuth())
    async with console_for(ConsoleConfig(options), parts).svc as svc:
        with pytest.raises(ValidationFailed) as refused:
            await svc.auth.login("", "wrong")
        assert not svc.auth.is_authenticated
        await svc.auth.login("", "k3y")
        await svc.auth.login("", "reader")

    (said,) = refused.value.errors["non_field_errors"]
    assert said.startswith(
        "The key was rejected at /articles, in the same way as an invalid key (no valid key)."
    )
    assert "`login` in ApiKeyAuth(…)" in said and "wrong" not in said


async def test_a_backend_without_accounts_asks_nobody(plain: PlainProcess) -> None:
    async with Svc(plain.url, auth=NoAuth()) as svc:
        assert svc.auth.is_authenticated and svc.auth.asks == ()
        assert svc.permissions.can_change("anything")
        row = await svc.crud("/articles").partial_update(2, {"title": "Open"})

    assert row["title"] == "Open"


async def test_an_auth_of_httpx_signs_requests(accounts: AccountsProcess) -> None:
    async with Svc(accounts.url, auth=httpx.BasicAuth("editor", "editor")) as svc:
        assert (await svc.crud("/basic/articles").list()).count == 30


async def test_a_kind_of_ones_own_needs_two_methods(accounts: AccountsProcess) -> None:
    class TwoStepAuth(Auth):
        async def sign_in(self, username: str, password: str) -> None:
            call = AuthCall("/token/login/", {"username": "{user}", "password": "{password}"})
            answer = await self.credentials_answer(call, user=username, password=password)
            self.tokens["token"] = answer.json()["token"]

        def authorize(self, request: httpx.Request) -> None:
            if token := self.tokens.get("token"):
                request.headers["Authorization"] = f"Token {token}"

    async with Svc(accounts.url, auth=TwoStepAuth()) as svc:
        await svc.auth.login("editor", "editor")
        assert (await svc.crud("/token/articles").list()).count == 30
        await svc.auth.logout()
        with pytest.raises(Unauthorized):
            await svc.crud("/token/articles").list()


class Refusing(DefaultCookiePolicy):
    """Keeps no session cookie."""

    def set_ok(self, cookie: Cookie, request: object) -> bool:
        return cookie.name != "sessionid" and super().set_ok(cookie, request)  # type: ignore[arg-type]


async def test_a_cookie_that_cannot_be_kept_is_no_sign_in(accounts: AccountsProcess) -> None:
    async with Svc(accounts.url, auth=FormAuth()) as svc:
        svc.jar.cookies.set_policy(Refusing())
        with pytest.raises(NoSession, match=r"its cookie .*sessionid.* can't be saved"):
            await svc.auth.login("editor", "editor")
        assert not svc.auth.is_authenticated


async def test_a_backend_that_wants_a_sign_in_after_all_says_so(keyed: PlainProcess) -> None:
    async with Svc(keyed.url, auth=NoAuth()) as svc:
        with pytest.raises(Unauthorized):
            await svc.crud("/articles").list()

        assert svc.auth.is_authenticated
        assert any("with the argument auth" in toast.message for toast in svc.snack.history)
