"""The library: explorer, uploads, replacing files, folders."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.backends.demo import DemoProcess

from .conftest import SignIn

PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)


@pytest.fixture
def owner(fresh: DemoProcess, sign_in: SignIn) -> httpx.Client:
    return sign_in(fresh, "admin")


def upload(
    client: httpx.Client, name: str = "a b.png", content: bytes = PNG, **form: str
) -> httpx.Response:
    return client.post("/api/media/", files={"file": (name, content)}, data=form)


def test_the_root_shows_folders_and_a_page_of_media(owner: httpx.Client) -> None:
    payload = owner.get("/api/media-folders/?page_size=2").json()

    assert set(payload) == {"media", "folders", "parent_folder"}
    assert payload["parent_folder"] is None
    assert [folder["name"] for folder in payload["folders"]] == [
        "Documents",
        "Empty",
        "Photos",
        "Video",
    ]
    assert len(payload["media"]["items"]) == 2
    assert payload["media"]["paginator"]["page"] == 1
    assert payload["media"]["paginator"]["pages"] > 1


def test_a_deep_folder_says_where_it_is(owner: httpx.Client) -> None:
    payload = owner.get("/api/media-folders/7/").json()

    assert payload["parent_folder"] == {
        "id": 7,
        "name": "Festival",
        "parent": 6,
        "path": "/Photos/2026/Harbour/Festival",
    }


@pytest.mark.parametrize(
    ("mime", "types"),
    [
        ("video/*", {"video/x-msvideo"}),
        ("image/svg+xml", {"image/svg+xml"}),
        ("image/*", {"image/png", "image/jpeg", "image/svg+xml"}),
    ],
)
def test_media_are_found_by_type_everywhere(
    admin: httpx.Client, mime: str, types: set[str]
) -> None:
    params: dict[str, Any] = {"all": "true", "mime": mime, "page_size": 200}
    payload = admin.get("/api/media-folders/", params=params).json()

    assert {item["mime_type"] for item in payload["media"]["items"]} == types


def test_search_looks_in_this_folder_unless_told_otherwise(owner: httpx.Client) -> None:
    here = owner.get("/api/media-folders/?search=ferry").json()
    everywhere = owner.get("/api/media-folders/?search=ferry&all=true").json()

    assert here["media"]["paginator"]["count"] == 0
    assert everywhere["media"]["paginator"]["count"] == 2


def test_every_seeded_file_is_served_as_what_it_is(
    owner: httpx.Client, stranger: httpx.Client
) -> None:
    for item in owner.get("/api/media/?page_size=200").json()["results"]:
        answer = stranger.get(item["file"])

        assert answer.status_code == 200 and len(answer.content) == item["size"]
        assert answer.headers["Content-Type"].split(";")[0] == item["mime_type"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", ["%2e%2e/newsroom.sqlite3", "library/%2e%2e/%2e%2e/secret-key"])
def test_nothing_outside_of_the_library_is_served(stranger: httpx.Client, path: str) -> None:
    assert stranger.get(f"/media/{path}").status_code == 404


def test_an_upload_is_stored_and_served(owner: httpx.Client, stranger: httpx.Client) -> None:
    answer = upload(owner, title="Fresh", folder="6", translations='{"it": {"title": "Nuovo"}}')
    item = answer.json()

    assert answer.status_code == 201
    assert (item["title"], item["folder"], item["size"]) == ("Fresh", 6, len(PNG))
    assert item["translations"]["it"]["title"] == "Nuovo"
    assert stranger.get(item["file"]).content == PNG


@pytest.mark.parametrize("form", [{}, {"folder": ""}])
def test_without_a_folder_an_upload_goes_to_the_root(
    owner: httpx.Client, form: dict[str, str]
) -> None:
    assert upload(owner, **form).json()["folder"] is None


def test_content_tells_the_type_of_a_file_with_a_wrong_name(owner: httpx.Client) -> None:
    assert upload(owner, "notes.txt").json()["mime_type"] == "image/png"


@pytest.mark.parametrize(
    ("name", "content", "form", "key"),
    [
        ("reject-me.png", PNG, {}, "file"),
        ("empty.png", b"", {}, "file"),
        ("日" * 80 + ".png", PNG, {}, "file"),
        ("a.png", PNG, {"folder": "999"}, "folder"),
    ],
)
def test_a_bad_upload_is_refused_by_field(
    admin: httpx.Client, name: str, content: bytes, form: dict[str, str], key: str
) -> None:
    answer = upload(admin, name, content, **form)

    assert (answer.status_code, list(answer.json())) == (400, [key])


@pytest.mark.parametrize("keep", [True, False])
def test_a_replaced_file_keeps_its_address_if_asked(
    owner: httpx.Client, stranger: httpx.Client, keep: bool
) -> None:
    old = upload(owner).json()

    new = owner.patch(
        f"/api/media/{old['id']}/",
        files={"file": ("paper.pdf", b"%PDF-1.4 new")},
        data={"maintain_url": str(keep).lower()},
    ).json()

    assert (new["file"] == old["file"]) is keep
    assert (new["mime_type"], new["size"]) == ("application/pdf", 12)
    served = stranger.get(new["file"])
    assert served.content == b"%PDF-1.4 new"
    assert served.headers["Content-Type"] == "application/pdf"
    assert stranger.get(old["file"]).status_code == (200 if keep else 404)


def test_metadata_are_merged_by_language(owner: httpx.Client) -> None:
    before = owner.get("/api/media/1/").json()
    change = {"title": "New", "translations": {"it": {"alt_text": "Testo"}}, "folder": None}

    after = owner.patch("/api/media/1/", json=change).json()

    assert after["title"] == after["translations"]["en"]["title"] == "New"
    assert after["translations"]["it"] == {**before["translations"]["it"], "alt_text": "Testo"}
    assert after["folder"] is None


def test_a_medium_names_the_articles_that_use_it(owner: httpx.Client) -> None:
    item = upload(owner).json()
    owner.patch("/api/articles/1/", json={"cover": item["id"]})
    owner.patch("/api/articles/2/", json={"gallery": [item["id"]]})

    links = owner.get(f"/api/media/{item['id']}/").json()["links"]

    assert [(link["model"], link["id"]) for link in links] == [("article", 1), ("article", 2)]


def test_a_deleted_medium_leaves_file_and_articles(
    owner: httpx.Client, stranger: httpx.Client
) -> None:
    item = upload(owner).json()
    owner.patch("/api/articles/1/", json={"cover": item["id"]})

    assert owner.delete(f"/api/media/{item['id']}/").status_code == 204

    assert stranger.get(item["file"]).status_code == 404
    assert owner.get("/api/articles/1/").json()["cover"] is None


@pytest.mark.parametrize("parent", [5, 6, 7])
def test_a_folder_never_goes_into_itself_or_below(admin: httpx.Client, parent: int) -> None:
    answer = admin.patch("/api/media-folders/5/", json={"parent": parent})

    assert (answer.status_code, list(answer.json())) == (400, ["parent"])


def test_the_paths_below_follow_a_moved_folder(owner: httpx.Client) -> None:
    owner.patch("/api/media-folders/5/", json={"parent": None, "name": "This year"})

    deep = owner.get("/api/media-folders/7/").json()["parent_folder"]
    assert deep["path"] == "/This year/Harbour/Festival"


def test_a_name_is_taken_once_in_a_folder(owner: httpx.Client) -> None:
    twice = owner.post("/api/media-folders/", json={"name": "Photos"})
    elsewhere = owner.post("/api/media-folders/", json={"name": "Photos", "parent": 3})

    assert (twice.status_code, list(twice.json())) == (400, ["name"])
    assert elsewhere.json()["path"] == "/Video/Photos"


def test_a_deleted_folder_takes_its_content_along(
    owner: httpx.Client, stranger: httpx.Client
) -> None:
    deep = owner.get("/api/media-folders/7/").json()["media"]["items"][0]

    assert owner.delete("/api/media-folders/1/").status_code == 204

    assert owner.get("/api/media-folders/7/").status_code == 404
    assert owner.get(f"/api/media/{deep['id']}/").status_code == 404
    assert stranger.get(deep["file"]).status_code == 404
