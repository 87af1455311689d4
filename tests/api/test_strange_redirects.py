"""Redirects that lead nowhere are told in a sentence, for reads and for writes."""

from __future__ import annotations

import httpx
import pytest

from svc_tui.api.errors import ApiError, InvalidResponse, NotFound
from svc_tui.app.context import Svc

PLACES = (
    "file:///etc/passwd",
    "FILE:/etc/passwd",
    "ftp://127.0.0.1/x",
    "javascript:alert(1)",
    "data:text/plain,x",
    "mailto:a@b",
    "//elsewhere.example/x",
    "https://elsewhere.example/x",
    "http://user:pass@127.0.0.1:9/x",
    "http://[broken/x",
    "http://127.0.0.1:99999999/x",
    "http://",
    "",
    "\x07\x1b[31m",
)


def backend(location: str | None) -> httpx.MockTransport:
    headers = {} if location is None else {"Location": location}
    return httpx.MockTransport(lambda request: httpx.Response(302, headers=headers))


@pytest.mark.parametrize("method", ["GET", "PATCH"])
@pytest.mark.parametrize("place", [*PLACES, None])
async def test_a_redirect_to_a_strange_place_is_a_sentence(place: str | None, method: str):
    async with Svc("http://127.0.0.1:9", transport=backend(place)) as svc:
        crud = svc.crud("/api/x")
        with pytest.raises(InvalidResponse) as caught:
            await (crud.detail(1) if method == "GET" else crud.partial_update(1, {"a": 1}))
    said = str(caught.value)
    assert said.startswith(f"The response to {method} /api/x/1/ is invalid: ")
    assert "pass" not in said.replace("passwd", "")


async def test_a_redirect_in_a_circle_ends():
    async with Svc("http://127.0.0.1:9", transport=backend("/api/x/1/")) as svc:
        with pytest.raises(ApiError, match="redirects more than 5 times"):
            await svc.crud("/api/x").detail(1)


@pytest.mark.parametrize(
    ("place", "kind"), [("/elsewhere", InvalidResponse), ("/api/x/1", NotFound)]
)
async def test_only_a_404_at_the_address_itself_means_that_nothing_is_there(place: str, kind: type):
    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/api/x/1/":
            return httpx.Response(302, headers={"Location": place})
        return httpx.Response(404, json={})

    async with Svc("http://127.0.0.1:9", transport=httpx.MockTransport(answer)) as svc:
        with pytest.raises(ApiError) as caught:
            await svc.crud("/api/x").detail(1)
    assert type(caught.value) is kind
