"""Sign-ins, refreshes and lists that are answered wrongly, by a server that is a process."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from svc_tui.api.auth.token import TokenAuth
from svc_tui.api.errors import ApiError, ServerError, Unauthorized
from svc_tui.app.context import Svc
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.page_reader import PageReader
from svc_tui.stores.listing.row_sources import ServerSource
from tests.backends.bad_answers import BadProcess

PASSWORD = "hunter2-and-more"


@pytest.fixture(scope="module")
def bad() -> Iterator[BadProcess]:
    with BadProcess() as process:
        yield process


def services(bad: BadProcess, login: str, refresh: str = "401", state: Path | None = None) -> Svc:
    auth = TokenAuth(f"/login/{login}/", refresh=f"/refresh/{refresh}/")
    return Svc(bad.url, auth=auth, state_dir=state)


def is_one_sentence(error: ApiError) -> bool:
    said = str(error)
    return "\n" not in said and "<" not in said and PASSWORD not in said and len(said) < 300


@pytest.mark.parametrize("kind", ["array", "number", "absent", "control", "page"])
async def test_a_token_that_is_none_signs_nobody_in(
    kind: str, bad: BadProcess, tmp_path: Path
) -> None:
    async with services(bad, kind, state=tmp_path) as svc:
        with pytest.raises(ApiError) as refused:
            await svc.auth.login("ada", PASSWORD)
        assert not svc.auth.is_authenticated and not svc.jar.tokens

    assert is_one_sentence(refused.value)
    assert not [*tmp_path.glob("sessions/*.json")]


@pytest.mark.parametrize(
    ("refresh", "stays"), [("401", False), ("500", True), ("nothing", True), ("page", True)]
)
async def test_ten_refused_requests_ask_once_and_only_a_refusal_ends_the_session(
    refresh: str, stays: bool, bad: BadProcess
) -> None:
    async with services(bad, "good", refresh) as svc:
        await svc.auth.login("ada", PASSWORD)
        rows = svc.crud("/rows")
        bad.spoil()
        asked = [rows.list(search=str(n)) for n in range(10)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert svc.auth.is_authenticated is stays

    assert all(isinstance(one, ApiError) and is_one_sentence(one) for one in answers)
    assert stays or all(isinstance(one, Unauthorized) for one in answers)
    assert bad.seen().count(f"POST /refresh/{refresh}/") == 1


@pytest.mark.parametrize("clock", ["late", "early"])
async def test_a_clock_that_is_an_hour_wrong_refreshes_nothing(clock: str, bad: BadProcess) -> None:
    async with services(bad, clock) as svc:
        await svc.auth.login("ada", PASSWORD)
        bad_before = len(bad.seen())
        assert (await svc.crud("/rows").list()).results == [{"id": 1}]

    assert bad.seen()[bad_before:] == ["GET /rows/ token"]


async def test_a_token_does_not_follow_a_redirect_to_another_origin(bad: BadProcess) -> None:
    async with services(bad, "good") as svc:
        await svc.auth.login("ada", PASSWORD)
        with pytest.raises(ApiError) as refused:
            await svc.crud("/away").list()

    assert is_one_sentence(refused.value)
    assert "GET /away/ token" in bad.seen()
    assert not [one for one in bad.seen() if "other:" in one]


async def test_a_page_a_gateway_and_a_list_without_an_end_are_told(bad: BadProcess) -> None:
    async with services(bad, "good") as svc:
        await svc.auth.login("ada", PASSWORD)
        for path in ("/page", "/gateway"):
            with pytest.raises(ApiError) as refused:
                await svc.crud(path).list()
            assert is_one_sentence(refused.value)
        assert isinstance(refused.value, ServerError)
        source = ServerSource(svc.crud("/never"), ahead=0)
        first = await source.page(ListQuery())
        reader = PageReader(source, ListQuery(page_size=20)).pages()
        pages = [await anext(reader) for _ in range(3)]
        await reader.aclose()
        assert svc.auth.is_authenticated

    assert first.at_least and [len(page.results) for page in pages] == [20, 20, 20]


async def test_a_list_that_goes_on_behind_its_count_ends_in_one_sentence(bad: BadProcess) -> None:
    async with services(bad, "good") as svc:
        await svc.auth.login("ada", PASSWORD)
        source = ServerSource(svc.crud("/counted"), ahead=0)
        reader = PageReader(source, ListQuery(page_size=20))
        read = [row["id"] async for page in reader.pages() for row in page.results]

    assert read == [*range(20, 20 + len(read))] and 70 <= len(read) <= 120
    assert reader.note == (
        "The backend reports 70 rows but says there are more, so reading stopped there."
    )
