"""No answer takes the memory or for ever: each is read with a limit of size and of time.

The answers come from a server process, and another process reads them, so that what it needs of
memory can be measured.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from svc_tui.api.crud import Crud
from svc_tui.api.download import Downloads, NotDownloaded
from svc_tui.api.errors import TooLarge, Unreachable
from svc_tui.api.fetch import SvcFetch
from tests.backends.huge import ROWS, HugeProcess

BOMBS = ("gzip", "deflate", "br", "zstd")
TOO_LARGE = (*BOMBS, "endless", "declared")
ERRORS = ("error/500", "error/401", "error/400")

READER = """
import asyncio, json, resource, sys
from svc_tui.api.crud import Crud
from svc_tui.api.errors import ApiError
from svc_tui.api.fetch import SvcFetch

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

async def main(url, paths):
    fetch = SvcFetch(url, trust_env=False)
    await Crud(fetch, "/fine/gzip").list()
    start = peak()
    for path in paths:
        try:
            await Crud(fetch, "/" + path).list()
            kind, said = "", ""
        except ApiError as error:
            kind, said = type(error).__name__, str(error)
        print(json.dumps({"path": path, "kind": kind, "said": said, "grown": peak() - start}))
    await fetch.aclose()

asyncio.run(main(sys.argv[1], sys.argv[2:]))
"""


@pytest.fixture(scope="module")
def huge() -> Iterator[HugeProcess]:
    """The server of answers that are too large."""
    with HugeProcess() as process:
        yield process


@pytest.fixture(scope="module")
def read(huge: HugeProcess) -> dict[str, dict[str, Any]]:
    """What became of reading each answer, in a process of its own: by path."""
    command = [sys.executable, "-c", READER, huge.url, *ERRORS, *TOO_LARGE]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    return {one["path"]: one for one in found}


@pytest.mark.parametrize("path", TOO_LARGE)
def test_a_list_that_is_too_large_is_a_sentence_that_names_the_limit(
    read: dict[str, dict[str, Any]], path: str
) -> None:
    assert read[path]["kind"] == "TooLarge"
    assert read[path]["said"] == (
        f"The response to GET /{path}/ was not read: it is larger than 100 MB."
        " Load fewer rows, or raise the option `answer_limit`."
    )


@pytest.mark.parametrize("path", (*ERRORS, *TOO_LARGE))
def test_reading_it_takes_no_more_memory_than_the_limit(
    read: dict[str, dict[str, Any]], path: str
) -> None:
    assert read[path]["grown"] < 150


@pytest.mark.parametrize(
    ("path", "kind"), zip(ERRORS, ("ServerError", "Unauthorized", "ValidationFailed"), strict=True)
)
def test_an_error_stays_what_it_is_however_much_it_says(
    read: dict[str, dict[str, Any]], path: str, kind: str
) -> None:
    assert read[path]["kind"] == kind
    assert read[path]["grown"] < 20 and len(read[path]["said"]) < 700


@pytest.mark.parametrize("encoding", [*BOMBS, "deflate-raw"])
async def test_a_packed_answer_of_a_usual_size_is_read(huge: HugeProcess, encoding: str) -> None:
    fetch = SvcFetch(huge.url, trust_env=False)

    response = await fetch("GET", f"/fine/{encoding}/")
    await fetch.aclose()

    assert response.json() == ROWS and "content-encoding" not in response.headers


@pytest.mark.parametrize("path", ["/drip/", "/drip-head/"])
@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_an_answer_that_drips_ends_in_a_sentence(
    huge: HugeProcess, method: str, path: str
) -> None:
    fetch = SvcFetch(huge.url, trust_env=False, answer_timeout=0.5)

    async with asyncio.timeout(30):
        with pytest.raises(Unreachable, match=r"response was not complete after 0\.5 s") as caught:
            await fetch(method, path, json={} if method == "POST" else None)
    await fetch.aclose()

    assert caught.value.timed_out and not fetch.loading
    assert caught.value.may_have_been_applied is (method == "POST")


async def test_a_save_that_drips_ends_in_a_sentence(huge: HugeProcess) -> None:
    fetch = SvcFetch(huge.url, trust_env=False, answer_timeout=0.5)

    async with asyncio.timeout(30):
        with pytest.raises(Unreachable, match="not complete") as caught:
            await Crud(fetch, "/drip-head").partial_update(1, {"title": "x"})
    await fetch.aclose()

    assert caught.value.may_have_been_applied


async def test_an_answer_to_an_upload_that_drips_ends_in_a_sentence(huge: HugeProcess) -> None:
    fetch = SvcFetch(huge.url, trust_env=False, answer_timeout=0.5)

    async with asyncio.timeout(30):
        with pytest.raises(Unreachable, match="not complete"):
            await fetch("POST", "/drip/", files={"file": ("a.txt", b"text")})
    await fetch.aclose()


async def test_the_limit_of_a_client_is_what_it_was_given(huge: HugeProcess) -> None:
    fetch = SvcFetch(huge.url, trust_env=False, answer_limit=0.001)

    with pytest.raises(TooLarge, match=r"larger than 0\.001 MB"):
        await fetch("GET", "/fine/gzip/")
    with pytest.raises(TooLarge) as caught:
        await fetch("PATCH", "/fine/gzip/", json={})
    await fetch.aclose()

    assert caught.value.may_have_been_applied
    assert str(caught.value).endswith("check before you try again.")


async def test_an_answer_of_exactly_the_limit_is_read_and_a_byte_more_is_not(
    huge: HugeProcess,
) -> None:
    fetch = SvcFetch(huge.url, trust_env=False, answer_limit=50)
    limit = 50 * 2**20

    page = await Crud(fetch, f"/exactly/{limit}").list()
    with pytest.raises(TooLarge, match="larger than 50 MB") as caught:
        await Crud(fetch, f"/exactly/{limit + 1}").list()
    again = await Crud(fetch, "/fine/gzip").list()
    await fetch.aclose()

    assert (page.results, page.count, again.count) == ([], 0, 50)
    assert not caught.value.may_have_been_applied


@pytest.mark.parametrize("path", TOO_LARGE)
async def test_a_picture_is_left_when_it_is_too_large(huge: HugeProcess, path: str) -> None:
    fetch = SvcFetch(huge.url, trust_env=False)

    with pytest.raises(NotDownloaded, match="larger than the 1 MB"):
        await Downloads(fetch).read(f"/{path}/", most=2**20)
    await fetch.aclose()


async def test_a_picture_that_drips_is_left(huge: HugeProcess) -> None:
    fetch = SvcFetch(huge.url, trust_env=False, answer_timeout=0.5)

    async with asyncio.timeout(30):
        with pytest.raises(NotDownloaded, match="did not load within") as caught:
            await Downloads(fetch).read("/drip/", most=2**20)
    await fetch.aclose()

    assert not caught.value.lasting


async def test_an_answer_tells_what_the_http_library_would_tell(huge: HugeProcess) -> None:
    fetch = SvcFetch(huge.url, trust_env=False)

    answer = await fetch("GET", "/fine/gzip/")
    await fetch.aclose()

    assert answer.elapsed.total_seconds() > 0
    assert (answer.http_version, answer.reason_phrase) == ("HTTP/1.1", "OK")
