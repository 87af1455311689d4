"""Writing articles: merging, validation, conflicts, moving, publishing."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from tests.backends.demo import DemoProcess

from .conftest import SignIn


@pytest.fixture
def editor(fresh: DemoProcess, sign_in: SignIn) -> httpx.Client:
    return sign_in(fresh, "editor")


def test_patch_merges_objects_and_replaces_lists(editor: httpx.Client) -> None:
    before = editor.get("/api/articles/21/").json()

    after = editor.patch(
        "/api/articles/21/",
        json={
            "attributes": {"desk": "sea", "deep": {"a": 1}, "paywall": None},
            "seo": {"description": "Short."},
            "translations": {"it": {"title": "Nuovo"}},
            "blocks": [{"_template": "text", "text": "Only one."}],
        },
    ).json()

    words = before["attributes"]["words"]
    assert after["attributes"] == {"words": words, "desk": "sea", "deep": {"a": 1}}
    assert after["seo"] == {**before["seo"], "description": "Short."}
    assert after["translations"]["it"] == {**before["translations"]["it"], "title": "Nuovo"}
    assert after["translations"]["en"] == before["translations"]["en"]
    assert after["blocks"] == [{"_template": "text", "text": "Only one."}]


@pytest.mark.parametrize(
    "change", [{"title": "Changed"}, {"translations": {"en": {"title": "Changed"}}}]
)
def test_the_default_language_is_one_text_by_two_names(
    editor: httpx.Client, change: dict[str, Any]
) -> None:
    after = editor.patch("/api/articles/21/", json=change).json()

    assert after["title"] == after["translations"]["en"]["title"] == "Changed"


def test_of_two_names_the_changed_one_wins(editor: httpx.Client) -> None:
    loaded = editor.get("/api/articles/21/").json()

    after = editor.put("/api/articles/21/", json={**loaded, "title": "Changed"}).json()

    assert after["translations"]["en"]["title"] == "Changed"


def test_an_article_as_it_was_read_can_be_put_back(editor: httpx.Client) -> None:
    loaded = editor.get("/api/articles/25/").json()

    stored = editor.put("/api/articles/25/", json=loaded).json()

    assert {**stored, "modified": ""} == {**loaded, "modified": ""}


def test_a_new_article_takes_ids_or_objects(editor: httpx.Client) -> None:
    answer = editor.post(
        "/api/articles/",
        json={
            "translations": {"en": {"title": "Brand new"}},
            "author": {"id": 2},
            "cover": 15,
            "gallery": [9, {"id": 3}, 7],
            "tags": [3, 1],
            "blocks": [{"_template": "image", "picture": {"media": {"id": 4}, "alt": "x"}}],
        },
    )
    stored = answer.json()

    assert answer.status_code == 201
    assert stored["slug"] == "brand-new" and stored["position"] == 301
    assert stored["author"] == {"id": 2, "name": "Björn Åkesson"}
    assert stored["cover"]["id"] == 15
    assert [media["id"] for media in stored["gallery"]] == [9, 3, 7]
    assert stored["blocks"][0]["picture"]["media"]["id"] == 4


def test_an_emptied_slug_is_made_from_the_title(editor: httpx.Client) -> None:
    change = {"slug": "", "title": "Made again"}

    assert editor.patch("/api/articles/21/", json=change).json()["slug"] == "made-again"
    assert editor.patch("/api/tags/1/", json={"slug": ""}).json()["slug"] == "harbour"


LONG = "x" * 130
REFUSED: list[tuple[dict[str, Any], Any]] = [
    ({}, {"title"}),
    ({"title": "A forbidden word"}, {"title"}),
    ({"title": LONG}, {"title"}),
    ({"title": "x", "price": "-1"}, {"price"}),
    ({"title": "x", "event_date": "1999-12-31"}, {"non_field_errors"}),
    ({"title": "x", "category": 999}, {"category"}),
    ({"title": "x", "gallery": [1, 999]}, {"gallery"}),
]


@pytest.mark.parametrize(("body", "keys"), REFUSED)
def test_a_bad_article_is_refused_by_field(
    demo: DemoProcess, sign_in: SignIn, body: dict[str, Any], keys: set[str]
) -> None:
    answer = sign_in(demo).post("/api/articles/", json=body)

    assert (answer.status_code, set(answer.json())) == (400, keys)


def test_errors_mirror_the_tree_of_the_body(demo: DemoProcess, sign_in: SignIn) -> None:
    admin = sign_in(demo)
    taken = admin.get("/api/articles/2/").json()["slug"]
    errors = admin.post(
        "/api/articles/",
        json={
            "title": "x",
            "slug": taken,
            "seo": {"title": LONG},
            "translations": {"it": {"title": LONG}},
            "blocks": [{"_template": "text", "text": "ok"}, {"_template": "text"}],
        },
    ).json()

    assert list(errors["translations"]["it"]) == ["title"]
    assert list(errors["seo"]) == ["title"] and list(errors["slug"])
    assert errors["blocks"] == [{}, {"text": ["This field is required."]}]


def test_a_write_on_an_old_state_is_refused(editor: httpx.Client, stranger: httpx.Client) -> None:
    tag = editor.get("/api/articles/22/").headers["ETag"]
    stranger.post("/api/_test/touch/articles/22")

    late = editor.patch("/api/articles/22/", json={"rating": 5}, headers={"If-Match": tag})
    gone = editor.delete("/api/articles/22/", headers={"If-Match": tag})

    assert (late.status_code, gone.status_code) == (412, 412)
    assert editor.get("/api/articles/22/").json()["title"].endswith("(edited)")


def test_the_tag_of_an_answer_serves_the_next_write(editor: httpx.Client) -> None:
    first = editor.patch("/api/articles/22/", json={"rating": 5})
    match = {"If-Match": first.headers["ETag"]}

    assert editor.patch("/api/articles/22/", json={"rating": 4}, headers=match).status_code == 200


def test_what_is_needed_elsewhere_is_not_deleted(editor: httpx.Client) -> None:
    used = editor.delete("/api/categories/1/")
    unused = editor.delete("/api/categories/12/")
    locked = editor.delete("/api/articles/13/")

    assert (used.status_code, unused.status_code, locked.status_code) == (409, 204, 409)
    assert "still used by" in used.json()["detail"] and "locked" in locked.json()["detail"]


@pytest.mark.parametrize(
    ("start", "end", "order"),
    [(5, 2, [1, 5, 2, 3, 4, 6]), (2, 5, [1, 3, 4, 5, 2, 6]), (3, 3, [1, 2, 3, 4, 5, 6])],
)
def test_a_moved_article_takes_the_place_of_the_other(
    editor: httpx.Client, start: int, end: int, order: list[int]
) -> None:
    body = {"startId": start, "endId": end}

    answer = editor.post("/api/articles/update_order/", json=body).json()

    page = editor.get("/api/articles/?ordering=position&page_size=6").json()["results"]
    assert [row["id"] for row in page] == order
    assert answer["reordered"] is False
    assert {row["pk"]: row["order"] for row in answer["moved"]}.items() <= {
        row["id"]: row["position"] for row in page
    }.items()


def test_equal_places_are_numbered_anew_before_a_move(editor: httpx.Client) -> None:
    editor.patch("/api/articles/4/", json={"position": 2})

    body = {"startId": 4, "endId": 2}
    answer = editor.post("/api/articles/update_order/", json=body).json()

    page = editor.get("/api/articles/?page_size=4").json()["results"]
    assert answer["reordered"] is True
    assert [row["id"] for row in page] == [1, 4, 2, 3]


def test_moving_an_unknown_article_is_a_400(admin: httpx.Client) -> None:
    answer = admin.post("/api/articles/update_order/", json={"startId": 1, "endId": 9999})

    assert (answer.status_code, list(answer.json())) == (400, ["endId"])


def test_publishing_by_ids_and_by_query(editor: httpx.Client) -> None:
    drafts = editor.get("/api/articles/?status=draft&category=2").json()["count"]
    query = {"status": "draft", "category": ["2"]}

    named = editor.post("/api/articles/bulk_publish/", json={"ids": [1, 2, 3]})
    left = editor.get("/api/articles/?status=draft&category=2").json()["count"]
    every = editor.post("/api/articles/bulk_publish/", json={"all": True, "query": query})

    assert named.json() == {"done": 3} and every.json() == {"done": left}
    assert 0 < left <= drafts
    assert editor.get("/api/articles/?status=draft&category=2").json()["count"] == 0
    assert editor.get("/api/articles/2/").json()["published_at"]


def test_many_writers_at_once_all_succeed(fresh: DemoProcess, sign_in: SignIn) -> None:
    editor = sign_in(fresh, "editor")

    def write(number: int) -> int:
        return editor.patch(f"/api/articles/{number}/", json={"rating": 5}).status_code

    with ThreadPoolExecutor(8) as threads:
        assert set(threads.map(write, range(30, 70))) == {200}


def test_errors_in_the_lines_of_an_order_keep_their_place(
    demo: DemoProcess, sign_in: SignIn
) -> None:
    good = {"product": "Tote bag", "quantity": 1, "price": "9.00"}
    order = {
        "number": "X",
        "customer": "Y",
        "amount": "9.00",
        "items": [good, {**good, "price": "-1"}],
    }

    answer = sign_in(demo).post("/api/orders/", json=order)

    assert answer.status_code == 400
    first, second = answer.json()["items"]
    assert (first, list(second)) == ({}, ["price"])


def test_a_location_is_checked_stored_and_cleared(editor: httpx.Client) -> None:
    place = {"lat": 45.4642, "lng": 9.19}

    assert editor.patch("/api/articles/8/", json={"location": place}).json()["location"] == place
    refused = editor.patch("/api/articles/8/", json={"location": {"lat": 95, "lng": 9}})
    assert (refused.status_code, list(refused.json()["location"])) == (400, ["lat"])
    half = editor.patch("/api/articles/8/", json={"location": {"lat": 5}})
    assert half.status_code == 400
    assert editor.patch("/api/articles/8/", json={"location": None}).json()["location"] is None
