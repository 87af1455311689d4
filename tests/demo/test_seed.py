"""What is in a new folder: enough of everything, and files that are what they claim to be."""

from __future__ import annotations

import re
import struct
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.backends.demo import DemoProcess
from tests.demo.conftest import SignIn


@pytest.mark.parametrize(
    ("collection", "count"),
    [("articles", 300), ("categories", 12), ("authors", 25), ("tags", 30), ("orders", 200)],
)
def test_there_is_enough_of_everything(
    fresh: DemoProcess, admin: httpx.Client, collection: str, count: int
) -> None:
    assert admin.get(f"/api/{collection}/").json()["count"] == count


def test_some_titles_try_an_interface(admin: httpx.Client) -> None:
    titles = [row["title"] for row in admin.get("/api/articles/?page_size=20").json()["results"]]

    assert any("[bold red]" in title and "[@click=app.quit]" in title for title in titles)
    assert any("\x1b[31m" in title for title in titles)
    assert any("\u202e" in title for title in titles)


def test_two_demos_hold_the_same_newsroom(fresh: DemoProcess, admin: httpx.Client) -> None:
    def shown() -> Any:
        return admin.get("/api/articles/?page_size=50").json()["results"]

    before = shown()
    admin.post("/api/_test/reset").raise_for_status()

    assert shown() == before


def test_a_newsroom_opens_on_its_latest_news_and_ends_with_its_odd_cases(
    fresh: DemoProcess, tmp_path: Path, admin: httpx.Client, sign_in: SignIn
) -> None:
    first = admin.get("/api/articles/?page_size=6").json()["results"]
    with DemoProcess(tmp_path / "newsroom", rows=60, hostile=False) as process:
        reader = sign_in(process)

        def rows(**query: object) -> list[Any]:
            asked = {"page_size": 60, **query}
            found: list[Any] = reader.get("/api/articles/", params=asked).json()["results"]
            return found

        everything = rows()
        assert all(row["title"].isascii() and "[" not in row["title"] for row in everything[:54])
        assert [row["title"] for row in everything[54:]] == [row["title"] for row in first]
        tags = reader.get("/api/tags/?page_size=50").json()["results"]
        odd = next(tag["id"] for tag in tags if tag["name"] == "odd cases")
        assert tags[0]["id"] != odd, "the first tag on Home belongs to a newsroom"
        assert [row["position"] for row in everything if odd in row["tags"]] == [*range(55, 61)]
        now = datetime.now(UTC)
        days = [(now - datetime.fromisoformat(row["created"])).days for row in everything]
        assert min(days) >= 0
        assert sum(day < 84 for day in days) > 30, "most of it was made in the last weeks"


def files(client: httpx.Client, mime: str) -> list[bytes]:
    found = client.get("/api/media/", params={"mime": mime}).json()["results"]
    return [client.get(item["file"]).content for item in found]


def test_the_films_have_an_index_that_leads_to_their_frames(
    fresh: DemoProcess, admin: httpx.Client
) -> None:
    for film in files(admin, "video/*"):
        movie, index = film.index(b"movi"), film.index(b"idx1")
        entries = struct.iter_unpack("<4sIII", film[index + 8 :])
        frames = [film[movie + at + 8 :][:size] for _, _, at, size in entries]

        assert struct.unpack("<I", film[4:8])[0] == len(film) - 8
        assert len(frames) == 12
        assert all(frame[:2] == b"\xff\xd8" and frame[-2:] == b"\xff\xd9" for frame in frames)


def test_the_papers_have_a_table_that_leads_to_their_objects(
    fresh: DemoProcess, admin: httpx.Client
) -> None:
    for paper in files(admin, "application/pdf"):
        table = int(re.findall(rb"startxref\n(\d+)\n%%EOF\n$", paper)[0])
        offsets = [int(at) for at in re.findall(rb"(\d{10}) 00000 n", paper[table:])]

        assert paper[table:].startswith(b"xref")
        assert [paper[at:].split(b" ", 1)[0] for at in offsets] == [b"1", b"2", b"3", b"4", b"5"]
