"""DescriptionStore: kept by its ETag, from other hosts, and where it cannot be used."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest

from svc_tui.api.fetch import SvcFetch
from svc_tui.stores.session.description_store import DescriptionStore

ROWS = {"type": "array", "items": {"type": "object", "properties": {"id": {"type": "integer"}}}}
ANSWER = {"200": {"content": {"application/json": {"schema": ROWS}}}}
DOCUMENT = {"openapi": "3.1.0", "paths": {"/things": {"get": {"responses": ANSWER}}}}


class Server:
    """Answers with a description that has an ETag, and remembers what it was asked."""

    def __init__(self) -> None:
        self.answers: list[int] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        same = request.headers.get("if-none-match") == '"7"'
        self.answers.append(304 if same else 200)
        if same:
            return httpx.Response(304)
        return httpx.Response(200, json=DOCUMENT, headers={"ETag": '"7"'})


def store(server: Server, folder: Path | None, address: str = "/openapi.json") -> DescriptionStore:
    fetch = SvcFetch("http://shop.test", transport=httpx.MockTransport(server))
    return DescriptionStore(fetch, address, folder)


async def test_it_is_kept_by_its_etag_and_asked_once_a_session(tmp_path: Path) -> None:
    server = Server()
    for _ in range(2):
        described = store(server, tmp_path / "openapi")
        for _ in range(2):
            found = await described.load()
            assert found is not None
            assert [one.endpoint for one in found.collections] == ["/things"]

    assert server.answers == [200, 304]
    assert [one.stat().st_mode & 0o777 for one in (tmp_path / "openapi").iterdir()] == [0o600]


async def test_what_was_kept_is_there_before_anybody_has_signed_in(tmp_path: Path) -> None:
    await store(Server(), tmp_path).load()
    later = store(Server(), tmp_path)

    found = later.kept(later.address)
    assert found is not None and found.collection_facts("/things") is not None
    assert later.kept("/elsewhere.json") is None


async def test_what_was_spoiled_on_the_disk_is_fetched_anew(tmp_path: Path) -> None:
    server = Server()
    await store(server, tmp_path).load()
    for one in tmp_path.iterdir():
        one.write_bytes(b"\x00 nonsense")

    assert await store(server, tmp_path).load() is not None
    assert server.answers == [200, 200]


@pytest.mark.parametrize(
    ("text", "why"),
    [("<html>", "is a web page"), ("{", "is not valid JSON"), ('{"swagger": "1.2"}', "with 2.0")],
)
async def test_a_file_that_is_none_is_told_in_a_sentence(
    tmp_path: Path, text: str, why: str
) -> None:
    (tmp_path / "spec.json").write_text(text)
    described = store(Server(), None, str(tmp_path / "spec.json"))

    assert await described.load() is None
    assert why in described.problem
    assert described.problem.endswith("It was not used.")


async def test_a_file_and_one_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "spec.json").write_text(json.dumps(DOCUMENT))

    assert await store(Server(), None, str(tmp_path / "spec.json")).load() is not None
    missing = store(Server(), None, "nowhere.json")
    assert await missing.load() is None
    assert "can't be read: No such file" in missing.problem


async def test_one_that_nobody_named_is_not_complained_about() -> None:
    described = store(Server(), None, "")

    assert await described.look("nowhere.json") is None
    assert described.problem == ""
