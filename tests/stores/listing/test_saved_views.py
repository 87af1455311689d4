"""Saved views: the own ones in a file, the team's in another that is only read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from svc_tui.models.location import Location
from svc_tui.stores.listing.saved_views import View, ViewStore

DRAFTS = Location.parse("/articles?f_status=draft&ordering=-id")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "views.json"


def names(store: ViewStore) -> list[str]:
    return [view.name for view in store.state.views]


def test_a_saved_view_is_there_after_a_restart(path: Path) -> None:
    assert ViewStore(path).save("articles", " My drafts ", DRAFTS, ["title", "status"])

    later = ViewStore(path)
    later.load()

    assert later.state.views == (View("articles", "My drafts", str(DRAFTS), ("title", "status")),)
    assert Location.parse(later.state.views[0].location) == DRAFTS


def test_a_view_belongs_to_its_list(path: Path) -> None:
    store = ViewStore(path)
    store.save("articles", "Mine", DRAFTS)
    store.save("orders", "Mine", "/orders")

    assert [view.resource for view in store.state.of("orders")] == ["orders"]


def test_a_name_is_used_once(path: Path) -> None:
    store = ViewStore(path)
    store.save("articles", "Mine", DRAFTS)
    store.save("articles", "Mine", "/articles?page=2")

    assert [view.location for view in store.state.views] == ["/articles?page=2"]


def test_a_view_is_deleted(path: Path) -> None:
    store = ViewStore(path)
    store.save("articles", "One", DRAFTS)
    store.save("articles", "Two", DRAFTS)

    assert store.delete(store.state.views[0])
    assert names(store) == ["Two"]


def test_a_deleted_view_comes_back_unless_another_console_has_saved_one_of_its_name(
    path: Path,
) -> None:
    store = ViewStore(path)
    store.save("articles", "One", DRAFTS, ["title"])
    view = store.state.views[0]

    assert store.delete(view) and store.restore(view)
    assert store.state.views == (view,)

    store.delete(view)
    ViewStore(path).save("articles", "One", "/articles?page=2")
    assert not store.restore(view)
    assert store.state.problem == "Another view is named One by now, so it stays deleted."
    assert [one.location for one in store.state.views] == ["/articles?page=2"]


def test_two_consoles_do_not_lose_each_others_views(path: Path) -> None:
    one, other = ViewStore(path), ViewStore(path)
    one.load()
    other.load()

    one.save("articles", "One", DRAFTS)
    other.save("articles", "Two", DRAFTS)

    assert names(other) == ["One", "Two"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("team.json", '{"views": [{"resource": "articles", "name": "Team", "location": "/a"}]}'),
        ("team.toml", '[[views]]\nresource = "articles"\nname = "Team"\nlocation = "/a"\n'),
    ],
)
def test_the_teams_views_are_read_and_never_written(path: Path, name: str, text: str) -> None:
    team = path.parent.parent / name
    team.write_text(text)
    store = ViewStore(path, team)
    store.load()
    store.save("articles", "Mine", DRAFTS)

    shared = store.state.views[1]
    assert (names(store), shared.team) == (["Mine", "Team"], True)
    assert not store.delete(shared)
    assert team.read_text() == text
    assert "Team" not in path.read_text()


@pytest.mark.parametrize("text", ["{", "[]", '{"views": 3}', "\xff\xfe", "[" * 100_000])
def test_a_broken_file_costs_no_more_than_itself(path: Path, text: str) -> None:
    path.parent.mkdir()
    path.write_text(text, "latin-1")
    store = ViewStore(path)

    store.load()

    assert store.state.views == ()


def test_a_file_that_can_not_be_read_is_not_overwritten(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("{")
    store = ViewStore(path)

    assert not store.save("articles", "Mine", DRAFTS)
    assert path.read_text() == "{"
    assert store.state.problem is not None and "Nothing was saved" in store.state.problem


def test_entries_that_are_no_views_are_passed_over(path: Path) -> None:
    good = {"resource": "articles", "name": "Mine", "location": "/articles", "columns": [1, "a"]}
    bad = [3, {}, {**good, "name": 1}, {**good, "location": "https://evil.test/"}]
    path.parent.mkdir()
    path.write_text(json.dumps({"views": [*bad, good]}))
    store = ViewStore(path)

    store.load()

    assert store.state.views == (View("articles", "Mine", "/articles", ("a",)),)


def test_a_view_that_can_not_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file, not a folder")
    store = ViewStore(tmp_path / "state" / "views.json")

    assert not store.save("articles", "Mine", DRAFTS)
    assert store.state.problem is not None
    assert store.state.views == ()


def test_a_view_needs_a_name(path: Path) -> None:
    assert not ViewStore(path).save("articles", "  ", DRAFTS)
    assert not path.exists()


def test_a_missing_team_file_is_told(tmp_path: Path) -> None:
    store = ViewStore(None, tmp_path / "team.json")
    store.load()

    assert store.state.problem is not None and "no team views" in store.state.problem
