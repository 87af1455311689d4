"""Comparisons of two backends: read-only values apart, and links that mean another record."""

from __future__ import annotations

from typing import Any

from svc_tui.api.errors import NotFound
from svc_tui.models.resource import Resource
from svc_tui.stores.runs.comparison import Comparison
from svc_tui.stores.runs.linked_records import LinkedRecords
from svc_tui.stores.runs.row_writers import RowWork

FIELDS = [
    {"key": "title"},
    {"key": "author", "type": "fks", "attrs": {"endpoint": "/authors"}},
    {"key": "tags", "type": "m2m", "attrs": {"endpoint": "/tags"}},
    {"key": "cover", "type": "media"},
    {"key": "section", "type": "fks"},
    {"key": "views", "readonly": True},
]
ARTICLES = Resource.model_validate({"name": "articles", "endpoint": "/articles", "fields": FIELDS})


class Collection:
    """Records by id, of one side."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names, self.read = names, list[str]()

    async def detail(self, id: str) -> dict[str, Any]:
        self.read.append(id)
        if id not in self.names:
            raise NotFound(404, "GET", id)
        return {"id": id, "name": self.names[id]}


def test_read_only_values_are_counted_and_a_link_is_one_value() -> None:
    here = {"a": {"id": 1, "slug": "a", "title": "A", "views": 3, "author": {"id": 3, "name": "X"}}}
    there = {
        "a": {"id": 1, "slug": "a", "title": "B", "views": 9, "author": {"id": 4, "name": "Y"}}
    }
    found = Comparison.of(ARTICLES, "live", here, there, "slug")
    assert [(one.path, one.there) for one in found.lines] == [
        ("title", "B"),
        ("author", {"id": 4, "name": "Y"}),
    ]
    assert found.left_out == 1
    every = Comparison.of(ARTICLES.model_copy(update={"fields": ()}), "live", here, there, "slug")
    assert "views" in {one.path for one in every.lines} and not every.left_out


async def test_a_link_to_another_record_is_said_and_not_copied() -> None:
    origin = {
        "/authors": Collection({"3": "Rossi", "4": "Bianchi"}),
        "/tags": Collection({"1": "a"}),
    }
    target = {"/authors": Collection({"3": "Rossi", "4": "Verdi"}), "/tags": Collection({})}
    files = Collection({"7": "cat"})
    origin["/media"] = target["/media"] = files
    links = LinkedRecords(ARTICLES, origin.__getitem__, target.__getitem__, "/media")  # type: ignore[arg-type]
    works = [
        RowWork("1", {"title": "T", "author": 3, "cover": {"id": 7}, "tags": []}, "One"),
        RowWork("2", {"title": "T", "author": {"id": 4, "name": "Bianchi"}, "tags": [1]}, "Two"),
        RowWork("3", {"section": 9}, "Three"),
        RowWork("4", {"author": None}, "Four"),
    ]
    kept, said = await links.safe(works)
    assert [(one.key, dict(one.changes)) for one in kept] == [
        ("1", works[0].changes),
        ("2", {"title": "T"}),
        ("4", {"author": None}),
    ]
    assert said == [
        "Two: author was not copied: 4 (Bianchi) is Verdi on the other side.",
        "Two: tags was not copied: 1 (a) is not on the other side.",
        "Three: section was not copied: can't tell which record 9 is on the other side.",
    ]
    assert target["/authors"].read == ["3", "4"]


async def test_long_titles_that_differ_at_their_ends_are_two_records() -> None:
    begin = "Report of the harbour authority on the ferries and times of the year "
    sides = Collection({"3": f"{begin}2024"}), Collection({"3": f"{begin}2025"})
    links = LinkedRecords(ARTICLES, lambda _: sides[0], lambda _: sides[1], "/media")  # type: ignore
    kept, [said] = await links.safe([RowWork("1", {"author": 3}, "One")])
    assert not kept and said.startswith("One: author was not copied: 3 (Report of")
