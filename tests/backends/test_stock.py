"""The stock backend of the tests behaves as Django REST framework does, and as it is steered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

import httpx
import pytest

from tests.backends.stock import StockProcess
from tests.console import demo_console, person_at

Client = httpx.Client


@pytest.fixture
def client(fresh_stock: StockProcess) -> Iterator[Client]:
    """Somebody with a cookie jar and no session."""
    with Client(base_url=fresh_stock.url, trust_env=False) as one:
        yield one


def signed_in(client: Client, user: str = "admin") -> Client:
    """The same client with a session, and the CSRF token in its headers."""
    answer = client.post("/api/auth/login/", json={"username": user, "password": user})
    assert answer.status_code == 200 and answer.json()["username"] == user
    client.headers["X-CSRFToken"] = client.cookies["csrftoken"]
    return client


def test_the_anonymous_get_403_in_the_words_of_rest_framework(client: Client) -> None:
    for path in ("/api/articles/", "/api/auth/me/"):
        answer = client.get(path)

        assert answer.status_code == 403
        assert answer.json() == {"detail": "Authentication credentials were not provided."}


def test_a_session_has_djangos_own_cookies_and_writes_need_the_token(client: Client) -> None:
    signed_in(client)
    assert {"sessionid", "csrftoken"} <= set(client.cookies)

    token = client.headers.pop("X-CSRFToken")
    refused = client.patch("/api/articles/1/", json={"title": "New"})
    client.headers["X-CSRFToken"] = token
    taken = client.patch("/api/articles/1/", json={"title": "New"})

    assert refused.status_code == 403 and "CSRF" in refused.json()["detail"]
    assert taken.status_code == 200 and taken.json()["title"] == "New"


def test_wrong_passwords_and_signing_out_end_as_they_should(client: Client) -> None:
    wrong = client.post("/api/auth/login/", json={"username": "admin", "password": "no"})
    signed_in(client)
    out = client.post("/api/auth/logout/")

    assert wrong.status_code == 400 and out.status_code == 204
    assert client.get("/api/auth/me/").status_code == 403


def test_there_is_no_root_of_the_api(client: Client) -> None:
    assert signed_in(client).get("/api/").status_code == 404


def test_articles_come_in_pages_of_twenty_with_nested_json(client: Client) -> None:
    page = signed_in(client).get("/api/articles/?page=7&page_size=50").json()

    assert page["count"] == 130 and len(page["results"]) == 10 and page["next"] is None
    first = client.get("/api/articles/1/").json()
    assert first["meta"]["depth"] == {"a": 1} and first["settings"]["layout"]["columns"] == 2
    assert first["price"] == "1.50" and first["author"] == 2


def test_each_collection_has_the_habit_that_it_is_there_for(client: Client) -> None:
    signed_in(client)
    categories = client.get("/api/categories/").json()["results"]
    pages = client.get("/api/pages/").json()["results"]
    countries = client.get("/api/countries/").json()
    notes = client.get("/api/notes/?search=Note%2001&done=true").json()
    steps = client.get("/api/steps/?page=1").json()["results"]

    assert set(categories[0]) == {"url", "name", "description", "parent"}
    assert categories[1]["parent"].endswith("/api/categories/1/")
    assert client.get("/api/pages/page-03/").json()["id"] == 503
    assert client.get("/api/pages/503/").status_code == 404
    assert pages[0]["id"] == 501
    assert isinstance(countries, list) and len(countries) == 100
    assert notes["count"] == 45
    assert [step["position"] for step in steps] != sorted(step["position"] for step in steps)


def test_faults_are_met_as_often_as_was_asked(client: Client, fresh_stock: StockProcess) -> None:
    signed_in(client)
    fresh_stock.fault("articles", method="GET", times=2, status=502, body="<h1>Bad Gateway</h1>")

    statuses = [client.get("/api/articles/").status_code for _ in range(3)]

    assert statuses == [502, 502, 200]


def test_an_answer_can_be_late_or_lost(client: Client, fresh_stock: StockProcess) -> None:
    signed_in(client)
    fresh_stock.fault("authors", delay=0.3)
    started = perf_counter()
    assert client.get("/api/authors/").status_code == 200
    assert perf_counter() - started >= 0.3

    fresh_stock.fault("articles/2", drop=True)
    with pytest.raises(httpx.RemoteProtocolError):
        client.patch("/api/articles/2/", json={"title": "Dropped"})
    fresh_stock.fault("articles/3", drop=True, after=True)
    with pytest.raises(httpx.RemoteProtocolError):
        client.patch("/api/articles/3/", json={"title": "Stored"})

    titles = [row["title"] for row in fresh_stock.rows("article", id__in=[2, 3])]
    assert titles == ["Article 002", "Stored"]


def test_the_tests_see_requests_end_sessions_and_change_rows(
    client: Client, fresh_stock: StockProcess
) -> None:
    signed_in(client)
    fresh_stock.change("article", 4, title="Theirs")
    assert client.get("/api/articles/4/?x=1").json()["title"] == "Theirs"
    seen = fresh_stock.requests()[-1]
    assert seen == {"method": "GET", "path": "/api/articles/4/", "query": "x=1"}

    assert fresh_stock.end_sessions() == 1
    assert client.get("/api/auth/me/").status_code == 403

    fresh_stock.reset()
    assert fresh_stock.rows("article", id=4)[0]["title"] == "Article 004"
    assert fresh_stock.requests() == []


async def test_a_console_signs_in_and_shows_its_lists(stock: StockProcess, tmp_path: Path) -> None:
    app = demo_console(
        stock.url, tmp_path / "state", file=stock.console_file(tmp_path), start="/articles"
    )
    async with person_at(app) as person:
        await person.sees("Article 001", "130")
        for name, first in (("pages", "page-01"), ("steps", "Step 00"), ("notes", "Note 01")):
            await person.goes_to(f"/{name}")
            await person.sees(first)
        await person.goes_to("/articles/2")
        await person.sees("Article 002", "Author 03")
