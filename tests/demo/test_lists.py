"""Pages, search, filters, ordering, and the other shapes of a list."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.backends.demo import DemoProcess

from .conftest import SignIn


def rows(client: httpx.Client, query: str, collection: str = "articles") -> list[dict[str, Any]]:
    answer = client.get(f"/api/{collection}/?page_size=50&{query}")
    answer.raise_for_status()
    results: list[dict[str, Any]] = answer.json()["results"]
    return results


def test_a_list_comes_in_pages(admin: httpx.Client) -> None:
    first = admin.get("/api/articles/").json()
    second = admin.get(first["next"]).json()

    assert first["count"] == 300 and first["previous"] is None
    assert [row["position"] for row in first["results"] + second["results"]] == [*range(1, 41)]


def test_a_page_too_high_is_not_found(admin: httpx.Client) -> None:
    answer = admin.get("/api/articles/?page=999")

    assert (answer.status_code, answer.json()) == (404, {"detail": "Invalid page."})


def test_a_page_has_at_most_two_hundred_rows(admin: httpx.Client) -> None:
    assert len(admin.get("/api/articles/?page_size=5000").json()["results"]) == 200


def test_filters_take_comma_lists(admin: httpx.Client) -> None:
    found = rows(admin, "status=draft,review&category=1,2")

    assert found
    assert {row["status"] for row in found} == {"draft", "review"}
    assert {row["category"] for row in found} == {1, 2}


@pytest.mark.parametrize("collection", ["articles", "categories", "authors", "tags", "media"])
def test_rows_are_found_by_their_ids(admin: httpx.Client, collection: str) -> None:
    assert {row["id"] for row in rows(admin, "id__in=1,3,99999", collection)} == {1, 3}


def test_an_id_that_cannot_be_is_a_400(admin: httpx.Client) -> None:
    answer = admin.get("/api/tags/?id__in=1,abc")

    assert (answer.status_code, list(answer.json())) == (400, ["id__in"])


def test_a_row_with_two_wanted_tags_comes_once(admin: httpx.Client) -> None:
    found = [row["id"] for row in rows(admin, "tags=1,2,3,4,5,6,7,8")]

    assert found and len(found) == len(set(found))


@pytest.mark.parametrize(
    ("key", "value"), [("category", "abc"), ("category", "9" * 30), ("featured", "maybe")]
)
def test_a_filter_value_that_cannot_be_is_a_400(admin: httpx.Client, key: str, value: str) -> None:
    answer = admin.get(f"/api/articles/?{key}={value}")

    assert (answer.status_code, list(answer.json())) == (400, [key])


@pytest.mark.parametrize(
    "query",
    [
        "published_at=2026-03-01,2026-03-31",
        "published_after=2026-03-01&published_before=2026-03-31",
    ],
)
def test_a_date_range_includes_both_days(admin: httpx.Client, query: str) -> None:
    days = sorted(row["published_at"][:10] for row in rows(admin, query))
    same = rows(admin, f"published_at={days[0]},{days[-1]}")

    assert all(day.startswith("2026-03-") for day in days)
    assert sorted(row["published_at"][:10] for row in same) == days


@pytest.mark.parametrize("date", ["yesterday", "2026-02-31"])
def test_a_date_that_is_none_is_a_400(admin: httpx.Client, date: str) -> None:
    answer = admin.get(f"/api/articles/?published_at={date},2026-01-01")

    assert (answer.status_code, list(answer.json())) == (400, ["published_at"])


def test_tabs_narrow_the_list(admin: httpx.Client) -> None:
    assert all(row["featured"] for row in rows(admin, "tab=featured"))
    assert {row["status"] for row in rows(admin, "tab=published")} == {"published"}
    assert len(rows(admin, "tab=unheard-of")) == 50


def test_search_finds_all_words(admin: httpx.Client) -> None:
    found = rows(admin, "search=market prize")

    assert found and all({"market", "prize"} <= set(row["title"].lower().split()) for row in found)


def test_ordering_takes_several_keys(admin: httpx.Client) -> None:
    found = rows(admin, "ordering=-rating,price")
    ranks = [(-row["rating"], float(row["price"] or -1)) for row in found]

    assert ranks == sorted(ranks)


def test_an_unknown_ordering_is_ignored(admin: httpx.Client) -> None:
    assert rows(admin, "ordering=password") == rows(admin, "")


def test_orders_have_amounts_as_text_and_their_own_filters(admin: httpx.Client) -> None:
    found = rows(admin, "paid=true&status=shipped", "orders")

    assert found and all(row["paid"] and row["status"] == "shipped" for row in found)
    assert all(isinstance(row["amount"], str) for row in found)


def test_options_describe_fields_relations_and_languages(admin: httpx.Client) -> None:
    told = admin.options("/api/articles/").json()

    assert told["actions"]["POST"]["title"]["max_length"] == 120
    assert told["actions"]["POST"]["status"]["choices"][0]["value"] == "draft"
    assert told["lang_info"]["translatable_fields"] == ["title", "summary", "body"]
    properties = told["schema"]["properties"]
    assert properties["category"]["endpoint"] == "/api/categories/"
    assert properties["summary"] == {
        "title": "Summary",
        "type": "string",
        "format": "textarea",
        "translatable": True,
    }


def test_options_offer_no_actions_to_who_may_not_write(demo: DemoProcess, sign_in: SignIn) -> None:
    told = sign_in(demo, "nobody").options("/api/orders/").json()

    assert "actions" not in told
    assert told["lang_info"]["translatable"] is False


VARIANTS = [
    ("limit-offset", "/api/tags/?limit=3&offset=6", {"count", "next", "previous", "results"}),
    ("cursor,auth-403", "/api/tags/", {"next", "previous", "results"}),
]


@pytest.mark.parametrize(("variant", "path", "keys"), VARIANTS)
def test_lists_come_in_other_shapes(
    tmp_path: Path, sign_in: SignIn, variant: str, path: str, keys: set[str]
) -> None:
    with DemoProcess(tmp_path, rows=5, variant=variant) as process:
        assert set(sign_in(process).get(path).json()) == keys
        stranger = httpx.get(process.url + path)

    assert stranger.status_code == (403 if "auth-403" in variant else 401)


def test_a_collection_may_have_no_slash_and_no_pages(tmp_path: Path, sign_in: SignIn) -> None:
    with DemoProcess(tmp_path, rows=5, variant="array,no-slash") as process:
        client = sign_in(process)

        assert len(client.get("/api/articles").json()) == 5
        assert client.get("/api/articles/").status_code == 404


def test_careless_answers_are_given_on_request_only(admin: httpx.Client) -> None:
    def told(how: str, query: str = "") -> dict[str, Any]:
        body: dict[str, Any] = admin.get(f"/api/_test/odd/{how}/?{query}").json()
        return body

    assert "count" not in told("uncounted")
    assert told("undercounted")["count"] == 3
    assert told("wordy")["count"] == "many"
    doubled = [row["id"] for row in told("duplicates")["results"]]
    assert len(doubled) == len(set(doubled)) + 1
    assert sum("id" in row for row in told("keyless")["results"]) == 10
    assert isinstance(told("types")["results"][0]["title"], dict)
    assert told("entries")["results"][1] == "only words"
    assert "page_size" in told("sized", "page_size=50")
    assert told("ordinary", "page=99")["results"] == []
    assert admin.patch("/api/_test/odd/narrow/1/", json={"body": "x" * 9_000}).status_code == 413
    assert admin.get("/api/_test/odd/nothing/").status_code == 404
    assert "count" in admin.get("/api/articles/").json()
