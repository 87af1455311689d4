"""Sessions in cookies under other names: dj-rest-auth's web tokens, fastapi-users' cookie."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from svc_tui import AuthCall, Svc
from svc_tui.api.auth.session import SessionAuth
from svc_tui.api.errors import Unauthorized
from tests.backends.wires_process import WireProcess

Wires = Callable[[str], WireProcess]
REST_AUTH = "/dj-rest-auth"


async def test_web_tokens_in_cookies_are_renewed_kept_and_end(wires: Wires, tmp_path: Path) -> None:
    server = wires("rest-cookie")
    auth = SessionAuth(
        f"{REST_AUTH}/login/",
        profile=f"{REST_AUTH}/user/",
        logout=f"{REST_AUTH}/logout/",
        refresh=f"{REST_AUTH}/token/refresh/",
    )
    async with Svc(server.url, auth=auth, state_dir=tmp_path) as svc:
        await svc.auth.login("editor", "editor")
        server.steer("lifetime", seconds=-1)
        assert await svc.fetch.auth.refresh()
        server.steer("lifetime", seconds=300)
        await svc.crud("/api/articles").partial_update(3, {"title": "Renewed"})
    seen = server.steer("requests")
    async with Svc(server.url, auth=auth, state_dir=tmp_path) as later:
        assert later.auth.user is not None and later.auth.user.name == "editor"
        server.steer("end-sessions")
        with pytest.raises(Unauthorized):
            await later.crud("/api/articles").list()
        assert not later.auth.is_authenticated
    server.reset()

    assert seen[f"POST {REST_AUTH}/token/refresh/"] == 2


async def test_a_form_encoded_sign_in_sets_the_cookie_of_fastapi_users(wires: Wires) -> None:
    server = wires("users")
    fields = {"username": "{user}", "password": "{password}"}
    login = AuthCall("/auth/cookie/login", fields, body="form")
    auth = SessionAuth(login, profile="/users/me", logout="/auth/cookie/logout")
    async with Svc(server.url, auth=auth) as svc:
        user = await svc.auth.login("ada@example.org", "ada")
        page = await svc.crud("/tags/").list()
        await svc.auth.logout()
    server.reset()

    assert user.name == "ada@example.org"
    assert len(page.results) == 3
