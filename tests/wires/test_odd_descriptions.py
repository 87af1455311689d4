"""Descriptions that are wrong, cyclic, large, or of another place, on a server of their own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from svc_tui import Svc
from svc_tui.app.described_options import completed_options
from svc_tui.app.route_loader import resources_of
from svc_tui.cli.exits import ERROR
from svc_tui.config.options import AuthOptions, Options
from tests.backends.odd_descriptions import OddProcess
from tests.backends.tls import tls_before
from tests.cli.runs import svc_tui


@pytest.fixture(scope="module")
def odd() -> Iterator[OddProcess]:
    with OddProcess() as process:
        yield process


def options(odd: OddProcess, kind: str) -> Options:
    return Options(
        base_url=odd.url,
        openapi=f"{odd.url}/spec/{kind}",
        auth=AuthOptions(kind="none"),
        trailing_slash=False,
    )


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("page", "returned a web page instead of data"),
        ("gateway", "could not be loaded:"),
        ("cut", "is not valid JSON."),
        ("nothing", "is not valid JSON."),
        ("missing", "could not be loaded:"),
    ],
)
async def test_one_that_cannot_be_used_is_told_and_the_rows_are_there(
    odd: OddProcess, kind: str, why: str, tmp_path: Path
) -> None:
    completed, _ = completed_options(options(odd, kind), tmp_path)
    async with Svc(options=completed, state_dir=tmp_path) as svc:
        assert await svc.discovery.description.load() is None
        page = await svc.crud("/things").list()

    assert why in svc.discovery.description.problem
    assert svc.discovery.description.problem.endswith("It was not used.")
    assert page.count == 7 and completed.wire is None


def test_one_without_security_does_not_stand_for_the_usual_sign_in(
    odd: OddProcess, tmp_path: Path
) -> None:
    silent = Options(base_url=odd.url, openapi=f"{odd.url}/spec/ring", trailing_slash=False)
    elsewhere = silent.model_copy(update={"auth_login_url": "/api/no/login"})

    assert completed_options(silent, tmp_path / "a")[0].auth.kind == "session"
    assert completed_options(elsewhere, tmp_path / "b")[0].auth.kind == "none"


async def test_schemas_in_a_ring_and_other_hosts_cost_nothing(
    odd: OddProcess, tmp_path: Path
) -> None:
    for kind in ("ring", "elsewhere"):
        async with Svc(options=options(odd, kind), state_dir=tmp_path) as svc:
            (found,) = await svc.discovery.find()
            (resource,) = resources_of([found])
            described = await svc.discovery.describe(resource, whole=True)
        fields = {one.key: one for one in described.resource.fields}
        assert (found.endpoint, described.problem) == ("/things", "")
        assert fields["name"].attrs["max_length"] == 20


async def test_one_of_another_host_gets_no_credentials_and_sends_nobody_elsewhere(
    odd: OddProcess, tmp_path: Path
) -> None:
    with OddProcess() as other:
        asked = len(odd.seen())
        wanted = Options(
            base_url=odd.url, openapi=f"{other.url}/spec/foreign", trailing_slash=False
        )
        completed, _ = completed_options(wanted, tmp_path)
        async with Svc(options=completed, state_dir=tmp_path) as svc:
            svc.fetch.first_list = "/things"
            await svc.auth.login("", "key-of-one-backend")
            (found,) = await svc.discovery.find()
            page = await svc.crud(found.endpoint).list()
        there = other.seen()

    assert completed.auth.kind == "api_key" and completed.auth.header == "X-API-Key: {token}"
    assert there and set(there) == {"/spec/foreign"}
    assert page.count == 7 and "/things secret" in odd.seen()[asked:]


@pytest.mark.parametrize("place", ["/schema/openapi.json", "/swagger/v1/swagger.json"])
def test_one_at_a_less_known_address_is_found_where_nothing_else_is(
    place: str, tmp_path: Path
) -> None:
    with OddProcess(place) as server:
        # Without the usual sign-in, as that takes a POST here.
        bare = Options(base_url=server.url, auth_login_url="/api/no/login")
        completed, _ = completed_options(bare, tmp_path, look=True)

    assert (completed.openapi, completed.auth.kind) == (place, "none")


async def test_one_that_is_moved_to_another_host_is_not_followed(
    odd: OddProcess, tmp_path: Path
) -> None:
    with OddProcess() as other:
        place = f"{odd.url}/moved/{other.url.rpartition(':')[2]}"
        wanted = Options(base_url=odd.url, openapi=place, auth=AuthOptions(kind="none"))
        async with Svc(options=wanted, state_dir=tmp_path) as svc:
            svc.jar.tokens["token"] = "a-secret"
            assert await svc.discovery.description.load() is None
            problem = svc.discovery.description.problem
        there = other.seen()

    assert there == []
    assert problem.endswith("It was not used.") and "a-secret" not in problem


async def test_one_that_lies_about_its_server_is_told_where_it_is_tried(
    odd: OddProcess, tmp_path: Path
) -> None:
    async with Svc(options=options(odd, "liar"), state_dir=tmp_path) as svc:
        (found,) = await svc.discovery.find()
        (resource,) = resources_of([found])
        described = await svc.discovery.describe(resource, whole=True)
        page = await svc.crud("/things").list()

    assert found.endpoint == "/not/here/things"
    assert "lists this path. Check that its server path matches base_url." in described.problem
    assert page.count == 7


async def test_five_megabytes_are_open_in_two_seconds(odd: OddProcess, tmp_path: Path) -> None:
    httpx.get(f"{odd.url}/spec/large", trust_env=False)  # Its own work is not counted.
    async with Svc(options=options(odd, "large"), state_dir=tmp_path) as svc:
        began = time.process_time()
        found = await svc.discovery.find()
        facts = svc.discovery.description.current
        assert facts is not None and facts.collection_facts("/things") is not None
        assert facts.wire.keys == {}
        spent = time.process_time() - began

    assert len(found) > 400
    assert spent < 2


async def test_a_certificate_that_is_not_trusted_is_one_sentence(odd: OddProcess) -> None:
    async with tls_before(odd.url) as (url, _):
        done = await asyncio.to_thread(svc_tui, "doctor", "--url", url)

    assert done.code == ERROR
    assert "Traceback" not in done.out + done.err
    (line,) = (line for line in done.out.splitlines() if "certificate" in line.lower())
    assert url.rpartition(":")[2] in line
