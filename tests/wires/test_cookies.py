"""Sessions in cookies under other names: dj-rest-auth's web tokens, fastapi-users' cookie."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from svc_tui import Svc, SvcApp
from svc_tui.api.auth.session import SessionAuth
from svc_tui.api.errors import Unauthorized, ValidationFailed
from svc_tui.app.described_options import completed_options
from svc_tui.cli.loading import load
from svc_tui.config.options import AuthOptions, Options
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.page_reader import PageReader
from svc_tui.stores.listing.row_sources import ServerSource
from tests.backends.wires_process import WireProcess
from tests.console import person_at
from tests.wires.rows import Walker, edit

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


@pytest.mark.parametrize("way", ["rest-cookie", "rest-session"])
async def test_a_session_that_ends_over_a_changed_form_costs_nothing_typed(
    way: str, wires: Wires, tmp_path: Path
) -> None:
    server = wires(way)
    begin = partial(load, None, {"base_url": server.url}, environ={}, state=tmp_path)
    async with person_at(SvcApp(load=begin, start="/articles/2"), (100, 30)) as person:
        await person.sees("Password")
        await person.type("admin\nadmin\n")
        await person.sees("Article 02")
        await person.settles()
        await edit(Walker(person), "Article 02")
        server.steer("end-sessions")
        await person.press("f2")
        await person.sees("Your session has ended.")
        await person.may_type()
        await person.type("admin")
        await person.press("enter")
        await person.sees("Save now?", "Article 02X")
        await person.press("y")
        await person.told_of("Saved.")
        assert person.app.svc is not None
        stored = await person.app.svc.crud("/api/articles").detail(2)
    server.reset()

    assert stored["title"] == "Article 02X"


COOKIE = AuthOptions.model_validate(
    {
        "kind": "session",
        "login": {"path": "/auth/cookie/login", "body": "form"},
        "profile": "/users/me",
        "logout": {"path": "/auth/cookie/logout"},
    }
)


@pytest.mark.parametrize("auth", [None, COOKIE], ids=["token", "cookie"])
async def test_fastapi_users_counts_what_it_cuts_and_refuses_values_at_their_fields(
    auth: AuthOptions | None, wires: Wires, tmp_path: Path
) -> None:
    server = wires("users")
    given = {} if auth is None else {"auth": auth}
    wanted = Options(base_url=server.url, openapi="/openapi.json", **given)  # type: ignore[arg-type]
    options, _ = completed_options(wanted, tmp_path)
    async with Svc(options=options) as svc:
        user = await svc.auth.login("ada@example.org", "ada")
        articles, tags = svc.crud("/articles"), svc.crud("/tags/")
        source = ServerSource(articles, ahead=0)
        first = await source.page(ListQuery(page_size=50))
        last = await source.page(ListQuery(page=2))
        pages = [page async for page in PageReader(source, ListQuery(page_size=50)).pages()]
        with pytest.raises(ValidationFailed) as short:
            await articles.create({"title": "ab", "status": "draft"})
        with pytest.raises(ValidationFailed) as empty:
            await tags.update(1, {"name": ""})
        with pytest.raises(ValidationFailed) as error:
            await articles.partial_update(2, {"words": -1, "status": "lost"})
        kept = await articles.detail(2)
        await svc.auth.logout()
        with pytest.raises(Unauthorized):
            await articles.list()
    server.reset()

    assert options.auth.kind == ("token" if auth is None else "session")
    assert user.name == "ada@example.org"
    assert (len(first.results), first.at_least) == (20, True)
    assert (last.count, last.at_least, len(last.results)) == (31, False, 11)
    assert [row["id"] for page in pages for row in page.results] == list(range(1, 32))
    assert [*short.value.errors] == ["title"] and [*empty.value.errors] == ["name"]
    assert sorted(error.value.errors) == ["status", "words"] and kept["words"] == 20
