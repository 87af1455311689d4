"""Each dialect speaks to a server of its family: list, order, search, filter, edit, delete."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from svc_tui import Svc, SvcApp
from svc_tui.api.errors import NotFound, ValidationFailed
from svc_tui.config.options import AuthOptions, Options
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.page_reader import PageReader
from svc_tui.stores.listing.row_sources import ServerSource
from tests.backends.wires_process import WireProcess
from tests.console import demo_console, person_at

Wires = Callable[[str], WireProcess]


@dataclass(frozen=True)
class Family:
    """A server with 45 rows in one collection."""

    server: str
    dialect: str
    base: str
    collection: str
    title: str
    rises_by: str
    filtered: tuple[str, tuple[str, ...], int]
    found: tuple[str, ...] = ()
    """What its root lists."""
    sorts: bool = True
    searches: bool = True
    filters: bool = True
    counts: bool = True
    refuses: bool = True


FAMILIES = [
    Family("json-server", "json-server", "", "/posts", "title", "views",
           ("author", ("a1", "a2"), 30), ("/posts", "/comments"), refuses=False),
    Family("fastapi", "fastapi", "", "/heroes", "name", "age", ("age", ("4",), 45), ("/heroes",),
           sorts=False, searches=False, filters=False, counts=False),
    Family("django", "jsonapi", "/jsonapi", "/books", "title", "pages",
           ("pages", ("104",), 1), ("/books/", "/authors/")),
    Family("django", "ninja", "/ninja", "/books", "title", "pages",
           ("pages", ("104",), 45), sorts=False, filters=False),
]  # fmt: skip


@pytest.fixture(params=FAMILIES, ids=lambda family: family.dialect)
def family(request: pytest.FixtureRequest) -> Family:
    return request.param


@pytest.fixture
async def svc(family: Family, wires: Wires, tmp_path: Path):
    server = wires(family.server)
    options = Options(
        base_url=server.url + family.base, dialect=family.dialect, auth=AuthOptions(kind="none")
    )
    async with Svc(options=options, state_dir=tmp_path / "state") as made:
        yield made
    server.reset()


@pytest.fixture
def source(svc: Svc, family: Family) -> ServerSource:
    return ServerSource(svc.crud(family.collection))


async def test_the_collections_are_found_where_a_root_lists_them(svc: Svc, family: Family) -> None:
    found = await svc.discovery.find()

    assert {one.endpoint for one in found} >= set(family.found)


async def test_all_pages_are_read_once_and_the_end_is_known(
    source: ServerSource, family: Family
) -> None:
    first, last = await source.page(ListQuery()), await source.page(ListQuery(page=3))
    pages = [page async for page in PageReader(source, ListQuery(page_size=10)).pages()]

    assert first.at_least is not family.counts
    assert (len(first.results), len(last.results), last.count) == (20, 5, 45)
    titles = [row[family.title] for page in pages for row in page.results]
    assert len(titles) == len(set(titles)) == 45


async def test_the_order_works_or_is_said_to_do_nothing(
    source: ServerSource, family: Family
) -> None:
    page = await source.page(ListQuery(ordering=(f"-{family.rises_by}",)))
    values = [row[family.rises_by] for row in page.results]

    assert (values == sorted(values, reverse=True)) is family.sorts
    assert ("can't sort" in page.note) is not family.sorts


async def test_a_search_and_a_filter_narrow_the_rows_or_are_known_as_ignored(
    source: ServerSource, family: Family
) -> None:
    name, values, matching = family.filtered
    searched, filtered = ListQuery(search="11"), ListQuery(filters={name: values})
    page = await source.page(filtered)

    assert await source.ignored(searched) == (() if family.searches else ("search",))
    assert await source.ignored(filtered) == (() if family.filters else (name,))
    if family.counts:
        assert page.count == matching
    if family.searches:
        assert (await source.page(searched)).count == 1


async def test_a_record_is_made_changed_and_deleted(svc: Svc, family: Family) -> None:
    crud: Any = svc.crud(family.collection)
    change = crud.update if svc.dialect.saves_whole else crud.partial_update

    id = (await crud.create({family.title: "Made"}))["id"]
    await change(id, {family.title: "Changed"})
    kept = await crud.detail(id)
    await crud.delete(id)

    assert kept[family.title] == "Changed"
    with pytest.raises(NotFound):
        await crud.detail(id)


async def test_a_refused_value_is_an_error_of_its_field(svc: Svc, family: Family) -> None:
    if not family.refuses:
        return
    with pytest.raises(ValidationFailed) as refused:
        await svc.crud(family.collection).create({family.title: ""})

    assert list(refused.value.errors) == [family.title]


async def test_a_relation_of_a_jsonapi_is_read_as_ids_and_written_as_links(wires: Wires) -> None:
    server = wires("django")
    options = Options(
        base_url=f"{server.url}/jsonapi", dialect="jsonapi", auth=AuthOptions(kind="none")
    )
    async with Svc(options=options) as svc:
        books = svc.crud("/books")
        before = await books.detail(1)
        await books.partial_update(1, {"author": "3", "title": "Both at once"})
        after = await books.detail(1)
    server.reset()

    assert before["author"] == "2"
    assert (after["author"], after["title"]) == ("3", "Both at once")


async def test_wagtails_pages_are_listed_searched_and_ordered(wires: Wires) -> None:
    options = Options(
        base_url=f"{wires('django').url}/wagtail/api/v2",
        dialect="wagtail",
        auth=AuthOptions(kind="none"),
    )
    async with Svc(options=options) as svc:
        source = ServerSource(svc.crud("/pages"))
        last = await source.page(ListQuery(page=2))
        falling = await source.page(ListQuery(ordering=("-title",)))
        one = await source.page(ListQuery(filters={"slug": ("page-4",)}))
        record = await svc.crud("/pages").detail(one.results[0]["id"])

    assert (last.count, last.pages, len(last.results)) == (31, 2, 11)
    assert falling.results[0]["title"] == "Page 30"
    assert [row["title"] for row in one.results] == [record["title"]] == ["Page 04"]


async def test_a_write_is_followed_where_only_a_slash_differs(wires: Wires) -> None:
    server = wires("fastapi")
    options = Options(base_url=server.url, dialect="fastapi", auth=AuthOptions(kind="none"))
    async with Svc(options=options) as svc:
        made = await svc.crud("/teams").create({"name": "Late"})
        page = await svc.crud("/teams").list(page=1, page_size=20)
    server.reset()

    assert made["name"] == "Late"
    assert page.count == 4 and page.results[-1]["name"] == "Late"


CONSOLE = """\
[svc]
base_url = "{url}"
dialect  = "{dialect}"
auth     = {{ kind = "none" }}

[[resources]]
name     = "things"
endpoint = "{endpoint}"
columns  = ["{title}"]
fields   = [{{ key = "{title}", type = "text" }}]
"""


@pytest.mark.parametrize("family", FAMILIES[:3], ids=lambda family: family.dialect)
async def test_a_person_edits_a_record_by_keys(
    family: Family, wires: Wires, tmp_path: Path
) -> None:
    server = wires(family.server)
    file = tmp_path / "svc.toml"
    file.write_text(
        CONSOLE.format(
            url=server.url + family.base,
            dialect=family.dialect,
            endpoint=family.collection,
            title=family.title,
        )
    )
    app = demo_console(server.url + family.base, tmp_path / "state", user=None, file=file,
                       start="/things/2")  # fmt: skip
    async with person_at(app) as person:
        await person.sees("02")
        await person.press("tab", "end", *"!")
        await person.sees("02!")
        await person.press("f2")
        await person.told_of("Saved.")
        await person.goes_to("/things")
        await person.sees("03", "02!")
    server.reset()


async def test_a_list_that_nobody_declared_shows_its_rows_after_three_requests(
    wires: Wires, tmp_path: Path
) -> None:
    options = Options(
        base_url=f"{wires('django').url}/jsonapi", dialect="jsonapi", auth=AuthOptions(kind="none")
    )
    app = SvcApp(options=options, state_dir=tmp_path / "state", start="/books")
    async with person_at(app) as person:
        await person.sees("Book 05")
        assert app.svc is not None
        asked = [(one.path, one.status) for one in app.svc.fetch.history]

    rows = asked.index(("/jsonapi/books/", 200))
    assert rows < 3
    assert all(status == 200 for _, status in asked[: rows + 1])
