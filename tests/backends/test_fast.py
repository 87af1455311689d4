"""A FastAPI server by its OpenAPI description alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest

from svc_tui.app.app import SvcApp
from svc_tui.cli.loading import load
from tests.backends.fast import FastProcess
from tests.cli.runs import svc_tui
from tests.console import demo_console, person_at

FILE = """\
[svc]
base_url = "{url}"
dialect = "rest"

[svc.auth]
kind = "none"
"""


@pytest.fixture(scope="module")
def fast() -> Iterator[FastProcess]:
    with FastProcess() as process:
        yield process


MISSPELT = """
[[resources]]
name = "articles"
endpoint = "/articles"
fields = [{ key = "titel" }, { key = "title" }]
"""


def console(fast: FastProcess, folder: Path, start: str, more: str = "", **options: str) -> SvcApp:
    file = folder / "svc.toml"
    file.write_text(FILE.format(url=fast.url) + more)
    return demo_console(fast.url, folder / "state", user=None, start=start, file=file, **options)


def requests(fast: FastProcess) -> list[str]:
    answer = httpx.get(f"{fast.url}/_test/requests?clear=true", trust_env=False, verify=False)
    return list(answer.json())


async def test_its_first_rows_take_three_requests_and_an_edit_is_saved(
    fast: FastProcess, tmp_path: Path
) -> None:
    requests(fast)
    async with person_at(console(fast, tmp_path, "/articles")) as person:
        await person.sees("Article 1", "published")
        asked = requests(fast)
        assert asked[:3] == ["GET /api/", "GET /openapi.json", "GET /articles"]
        await person.settles()
        assert not [one for one in requests(fast) if one.startswith("OPTIONS")]
        await person.press("enter")
        await person.sees("Shown above the text.", "Author")
        await person.press("enter", "end")
        await person.type("X")
        await person.press("f2")
        await person.until(lambda: "PATCH /articles/1" in requests(fast))


async def test_a_named_file_is_all_that_is_asked_before_the_rows(
    fast: FastProcess, tmp_path: Path
) -> None:
    text = httpx.get(f"{fast.url}/openapi.json", trust_env=False, verify=False).text
    (tmp_path / "shop.json").write_text(text)
    requests(fast)
    app = console(fast, tmp_path, "/authors", openapi=str(tmp_path / "shop.json"))
    async with person_at(app) as person:
        await person.sees("Grace")
        assert requests(fast)[:1] == ["GET /authors"]
        await person.press("n")
        await person.sees("the backend allows no POST here")


async def test_a_collection_that_nobody_declared_is_opened_by_its_address(
    fast: FastProcess, tmp_path: Path
) -> None:
    app = console(fast, tmp_path, "/", openapi="/openapi.json")
    file = tmp_path / "svc.toml"
    declared = '[[resources]]\nname = "articles"\nendpoint = "/articles"\ncolumns = ["title"]\n'
    file.write_text(file.read_text().replace("[svc]", "[svc]\ntrailing_slash = false") + declared)
    async with person_at(app) as person:
        await person.sees("Articles")
        await person.press("colon")
        await person.type("open /authors\n")
        await person.sees("Ada", "Grace")
        await person.press("enter")
        await person.sees("Name*")
        await person.press("colon")
        await person.type("open /articles\n")
        await person.sees("Article 1")
        assert person.location.startswith("/articles")


async def test_a_description_that_is_none_is_said_and_others_are_looked_for(
    fast: FastProcess, tmp_path: Path
) -> None:
    app = console(fast, tmp_path, "/", openapi="/docs")
    async with person_at(app) as person:
        await person.sees("Stories", "Authors")
        said = "The OpenAPI document at /docs could not be loaded: GET /docs returned a web page"
        assert any(one.startswith(said) for one in person.toasts)


async def test_an_address_alone_opens_a_console_without_a_sign_in(
    fast: FastProcess, tmp_path: Path
) -> None:
    app = SvcApp(
        load=partial(load, None, {"base_url": fast.url}, environ={}, state=tmp_path / "state"),
        start="/articles",
    )
    async with person_at(app) as person:
        await person.sees("Article 1", "published")


def test_the_doctor_goes_by_the_description_and_says_where_it_cannot_be_used(
    fast: FastProcess, tmp_path: Path
) -> None:
    file = tmp_path / "svc.toml"
    field = '{ key = "author_id", type = "fks", attrs = { endpoint = "/authors" } }'
    resource = f'[[resources]]\nname = "articles"\nendpoint = "/articles"\nfields = [{field}]\n'
    text = FILE.format(url=fast.url).replace("[svc]", "[svc]\ntrailing_slash = false") + resource
    file.write_text(text.replace("[svc]", '[svc]\nopenapi = "/openapi.json"', 1))
    requests(fast)

    assert "author_id" not in svc_tui("doctor", "--config", str(file)).out
    assert not [one for one in requests(fast) if one.startswith("OPTIONS")]
    file.write_text(text.replace("[svc]", '[svc]\nopenapi = "nowhere.json"', 1))
    found = svc_tui("doctor", "--config", str(file)).out
    assert "The OpenAPI document at nowhere.json can't be read" in " ".join(found.split())
    assert "trailing_slash" not in found
    file.write_text(file.read_text().replace("trailing_slash = false", ""))
    found = " ".join(svc_tui("doctor", "--config", str(file)).out.split())
    assert (
        "redirects to the address without the trailing slash: set trailing_slash = false" in found
    )


async def test_a_misspelt_field_that_pydantic_ignores_is_said_and_stays_in_the_form(
    fast: FastProcess, tmp_path: Path
) -> None:
    async with person_at(console(fast, tmp_path, "/articles/3", MISSPELT)) as person:
        await person.sees("Article 3")
        await person.press("enter")
        await person.type("lost")
        await person.press("f2")
        await person.sees("Not saved. The server did not keep “Titel”", "lost")
        assert not any("Saved" in toast for toast in person.toasts)
