"""A dialect is a value: it words a list's query and names what else differs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from svc_tui.api.crud import Crud
from svc_tui.api.dialects import REST, Dialect, dialect_named
from svc_tui.api.errors import WHOLE, InvalidResponse, PartFailed, ValidationFailed
from svc_tui.api.fetch import SvcFetch
from svc_tui.api.responses import NOT_PLACED
from svc_tui.app.context import Svc
from svc_tui.config.options import Options


def test_plain_rest_words_a_list_as_specified():
    assert REST.list_params(
        page=2,
        page_size=20,
        search="cat",
        ordering=("-published_at", "title"),
        filters={"status": ["draft"], "author": None, "tags": []},
    ) == {
        "status": ["draft"],
        "page": 2,
        "page_size": 20,
        "search": "cat",
        "ordering": "-published_at,title",
    }


def test_a_dialect_of_ones_own_that_exits_fails_as_any_other():
    def leaves(**asked: object) -> dict[str, object]:
        raise SystemExit(3)

    own = replace(Dialect("own", list_params=leaves), multipart="envelope")
    with pytest.raises(PartFailed, match="The hook list_params of the dialect failed") as failed:
        own.params_of({"page": 1})
    assert "tried to end the program" in str(failed.value.__cause__)


@pytest.mark.parametrize("answer", [None, [("page", 1)], "page=1"])
def test_a_dialect_of_ones_own_whose_query_is_none_is_told(answer: object):
    own = Dialect("own", list_params=lambda **asked: answer)
    with pytest.raises(
        PartFailed, match=r"The hook list_params of the dialect failed: it should return a dict"
    ):
        own.params_of({"page": 1})


def test_an_empty_query_asks_for_nothing():
    assert REST.list_params() == {}


def test_the_page_of_a_list_is_not_overridden_by_a_filter():
    assert REST.list_params(page=1, filters={"page": 9}) == {"page": 1}


def test_a_dialect_is_found_by_its_name():
    assert dialect_named("rest") is REST
    with pytest.raises(ValueError, match='unknown dialect "grpc"; use rest'):
        dialect_named("grpc")


def test_the_defaults_are_those_of_the_specification():
    assert (REST.auth_login_url, REST.user_info_api, REST.logout_url) == (
        "/api/auth/login",
        "/api/profiles/me/",
        "/api/auth/logout",
    )
    assert (REST.media_endpoint, REST.folders_endpoint) == ("/api/media", "/api/media-folders")
    assert (REST.multipart, REST.logout_method) == ("flat", "POST")


WORDS = Dialect(
    "words",
    list_answer=lambda body: {"results": body["data"], "count": body["meta"]["total"]},
    error_keys=lambda errors: {f"attributes.{key}": said for key, said in errors.items()},
    session_cookie="words_session",
    csrf_cookie="words_csrf",
    csrf_header="X-Words",
)
"""A backend that answers otherwise than all that is known."""


async def test_another_dialect_says_how_lists_and_refusals_are_read(tmp_path: Path) -> None:
    def handle(request: httpx.Request) -> httpx.Response:
        if request.method == "GET":
            return httpx.Response(200, json={"data": [{"id": 1}], "meta": {"total": 7}})
        return httpx.Response(400, json={"title": ["Too long."]})

    fetch = SvcFetch("http://words.test", transport=httpx.MockTransport(handle))
    crud = Crud(fetch, "/api/things", dialect=WORDS)
    page = await crud.list()
    assert (page.results, page.count) == ([{"id": 1}], 7)
    with pytest.raises(ValidationFailed) as told:
        await crud.create({"title": "x"})
    assert told.value.errors == {"attributes.title": ["Too long."]}
    await fetch.aclose()


async def test_a_list_that_a_dialect_cannot_read_is_told_by_its_keys() -> None:
    transport = httpx.MockTransport(lambda request: httpx.Response(200, json={"rows": []}))
    fetch = SvcFetch("http://words.test", transport=transport)
    with pytest.raises(InvalidResponse, match=r"can't read it as a list.*rows"):
        await Crud(fetch, "/api/things", dialect=WORDS).list()
    await fetch.aclose()


@pytest.mark.parametrize(
    "wrong",
    [
        lambda errors: {"title": errors["attributes"]},
        lambda errors: None,
        lambda errors: {"title": "Too long."},
        lambda errors: {None: ["Too long."]},
        lambda errors: {"title": [7]},
    ],
)
async def test_a_refusal_that_a_dialect_cannot_place_is_told_as_the_server_said_it(wrong) -> None:
    body = {"title": ["Too long."]}
    transport = httpx.MockTransport(lambda request: httpx.Response(400, json=body))
    fetch = SvcFetch("http://words.test", transport=transport)
    dialect = replace(WORDS, error_keys=wrong)
    with pytest.raises(ValidationFailed) as told:
        await Crud(fetch, "/api/things", dialect=dialect).create({"title": "x"})
    assert told.value.errors == {**body, WHOLE: [NOT_PLACED]}
    assert "title: Too long." in str(told.value)
    await fetch.aclose()


def test_a_dialect_names_cookies_and_the_file_goes_first(tmp_path: Path) -> None:
    name = f"{__name__}:WORDS"
    svc = Svc("http://words.test", dialect=name, state_dir=tmp_path)
    names = svc.jar.names
    assert (names.session, names.csrf, names.csrf_header) == (
        *("words_session", "words_csrf", "X-Words"),
    )
    options = Options(base_url="http://words.test", dialect=name, session_cookie="mine")
    assert Svc(options=options, state_dir=tmp_path).jar.names.session == "mine"
