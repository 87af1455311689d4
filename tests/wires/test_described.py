"""A site that drf-yasg describes in Swagger 2.0, with words of its own for pages and orders."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from svc_tui import Svc, SvcApp
from svc_tui.app.described_options import completed_options
from svc_tui.app.route_loader import resources_of
from svc_tui.cli.exits import OK
from svc_tui.config.load import load_console
from svc_tui.config.options import AuthOptions, Options
from svc_tui.models.wire import Wire
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.row_sources import ServerSource
from tests.backends.wires_process import WireProcess
from tests.cli.runs import svc_tui
from tests.console import person_at


@pytest.fixture
def swagger(wires: Callable[[str], WireProcess]) -> WireProcess:
    return wires("swagger")


async def test_collections_fields_and_writes_are_those_of_swagger_2(
    swagger: WireProcess, tmp_path: Path
) -> None:
    options = Options(base_url=swagger.url, auth=AuthOptions(kind="none"))
    async with Svc(options=options, state_dir=tmp_path) as svc:
        found = await svc.discovery.find()
        described = {
            one.name: (await svc.discovery.describe(one, whole=True)).resource
            for one in resources_of(found)
        }

    assert [one.endpoint for one in found] == ["/v2/authors/", "/v2/books/"]
    books = described["books"]
    fields = {one.key: one for one in books.fields}
    assert fields["title"].required and fields["title"].attrs["max_length"] == 80
    assert fields["state"].type == "select"
    assert (fields["pages"].attrs["min"], fields["pages"].attrs["max"]) == (1, 2000)
    assert fields["author"].attrs["endpoint"] == "/v2/authors/"
    assert fields["made"].readonly and not fields["published"].required
    defaults = {key: one.default for key, one in fields.items() if one.default is not None}
    assert defaults == {"state": "draft", "pages": 100, "in_print": True}
    assert described["authors"].methods == ("POST", "PUT", "DELETE")
    assert described["authors"].use_patch is False


async def test_pages_search_and_order_have_the_words_of_the_description(
    swagger: WireProcess, tmp_path: Path
) -> None:
    bare = Options(base_url=swagger.url, auth=AuthOptions(kind="none"), openapi="/swagger.json")
    options, _ = completed_options(bare, tmp_path)
    async with Svc(options=options, state_dir=tmp_path) as svc:
        source = ServerSource(svc.crud("/v2/books/"))
        second = await source.page(ListQuery(page=2))
        falling = await source.page(ListQuery(ordering=("-pages",)))
        searched = await source.page(ListQuery(search="book 5"))
        ignored = await source.ignored(ListQuery(search="book 5"))

    assert [row["id"] for row in second.results] == list(range(21, 41))
    assert falling.results[0]["pages"] == 160
    assert (searched.count, ignored) == (15, ())
    assert swagger.url not in str(options.wire)


async def test_the_file_and_a_dialect_that_is_named_count_more(
    swagger: WireProcess, tmp_path: Path
) -> None:
    bare = Options(base_url=swagger.url, auth=AuthOptions(kind="none"), openapi="/swagger.json")
    named = bare.model_copy(update={"dialect": "drf"})
    wired = bare.model_copy(update={"wire": Wire(search="find")})

    assert completed_options(named, tmp_path)[0].wire is None
    wire = completed_options(wired, tmp_path)[0].wire
    assert wire is not None
    assert (wire.search, wire.order.param) == ("find", "sort")


async def test_the_named_set_of_django_ninja_is_known_by_its_description(
    wires: Callable[[str], WireProcess], tmp_path: Path
) -> None:
    base = f"{wires('django').url}/ninja"
    options, _ = completed_options(
        Options(base_url=base, auth=AuthOptions(kind="none"), openapi="/openapi.json"), tmp_path
    )
    async with Svc(options=options, state_dir=tmp_path) as svc:
        second = await ServerSource(svc.crud("/books")).page(ListQuery(page=2))

    assert (options.dialect, second.count) == ("ninja", 45)
    assert [row["id"] for row in second.results] == list(range(21, 41))


BEHIND = """\
[svc]
base_url = "{url}"
openapi  = "/private/openapi.json"

[svc.auth]
kind  = "token"
login = {{ path = "/auth/jwt/login", body = "form", fields = {{ username = "{{user}}", password = "{{password}}" }} }}
"""  # noqa: E501


async def test_a_description_behind_the_sign_in_words_the_lists_of_the_same_session(
    wires: Callable[[str], WireProcess], tmp_path: Path
) -> None:
    server = wires("users")
    file = tmp_path / "begin.toml"
    file.write_text(BEHIND.format(url=server.url))
    options, _ = completed_options(load_console(file, environ={}).options, tmp_path)
    assert options.wire is None
    async with Svc(options=options, state_dir=tmp_path / "state") as svc:
        await svc.auth.login("ada@example.org", "ada")
        second = await ServerSource(svc.crud("/articles"), ahead=0).page(ListQuery(page=2))
        asked = [(one.path, one.status) for one in svc.fetch.history]

    assert [row["id"] for row in second.results] == list(range(21, 32))
    assert svc.config.wire is not None and svc.config.wire.paging.page == "skip"
    assert asked.count(("/private/openapi.json", 200)) == 1

    words = ("--config", str(file), "--user", "ada@example.org", "--password-stdin")
    done = svc_tui("init", *words, "--output", "-", stdin="ada")
    server.reset()
    assert 'paging = { style = "offset", page = "skip", size = "limit", most = 20 }' in done.out


def test_init_and_doctor_say_what_the_description_words(
    swagger: WireProcess, tmp_path: Path
) -> None:
    file = tmp_path / "svc.toml"
    done = svc_tui("init", "--url", swagger.url, "--output", str(file))
    assert done.code == OK, done.err
    written = tomllib.loads(file.read_text())
    assert written["svc"]["wire"] == {"search": "q", "order": {"param": "sort"}}
    assert written["svc"]["openapi"] == "/swagger.json"
    assert "[svc.wire]  # as described by /swagger.json" in file.read_text().splitlines()

    said = svc_tui("doctor", "--config", str(file), "--json")
    words = " ".join(one["sentence"] for one in json.loads(said.out)["checks"])
    assert 'search = "q", as in the OpenAPI document.' in words
    assert 'order = { param = "sort" }, as in the OpenAPI document.' in words


async def test_a_new_record_begins_with_the_defaults(swagger: WireProcess, tmp_path: Path) -> None:
    options = Options(base_url=swagger.url, auth=AuthOptions(kind="none"), openapi="/swagger.json")
    app = SvcApp(options=options, state_dir=tmp_path, start="/books/new")
    async with person_at(app) as person:
        await person.sees("Title", "100", "draft")
        await person.press(*"New", "f2")
        await person.told_of("Saved.")
        assert app.svc is not None
        page = await app.svc.crud("/v2/books/").list(limit=1, offset=60)
    swagger.reset()

    made = page.results[0]
    assert (made["title"], made["pages"], made["state"]) == ("New", 100, "draft")
