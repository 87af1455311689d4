"""What an operator likes is remembered, and never in the way."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from svc_tui.stores.session.preferences_store import PreferencesState, PreferencesStore


def loaded(path: Path) -> PreferencesStore:
    """The preferences at the next start."""
    store = PreferencesStore(path)
    store.load()
    return store


def test_the_first_start_has_the_defaults(tmp_path: Path) -> None:
    store = loaded(tmp_path / "preferences.json")

    assert store.state == PreferencesState(sidebar_shown=True, sidebar_mini=False)
    assert store.problem is None


def test_a_preference_is_there_again_at_the_next_start(tmp_path: Path) -> None:
    path = tmp_path / "state" / "preferences.json"

    PreferencesStore(path).remember(sidebar_shown=False, sidebar_mini=True)

    assert loaded(path).state == PreferencesState(sidebar_shown=False, sidebar_mini=True)
    assert [file.name for file in path.parent.iterdir()] == ["preferences.json"]


def test_two_consoles_keep_what_the_other_one_changed(tmp_path: Path) -> None:
    path = tmp_path / "preferences.json"
    one, other = loaded(path), loaded(path)

    one.remember(gallery="grid")
    other.remember(starts=3)

    assert loaded(path).state == PreferencesState(gallery="grid", starts=3)
    assert other.state.gallery == "list"
    one.remember(columns={"articles": ["title"], "tags": ["name"]})
    other.remember(columns={"authors": ["name"]})
    one.remember(columns={"tags": ["slug"]})
    assert loaded(path).state.columns == {"authors": ["name"], "tags": ["slug"]}


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe", b"[" * 100_000, b'{"sidebar_shown": '],
    ids=["empty", "half", "not text", "deep", "cut"],
)
def test_a_broken_file_costs_no_more_than_itself(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "preferences.json"
    path.write_bytes(content)

    store = loaded(path)

    assert store.state == PreferencesState()
    assert str(path) in (store.problem or "")
    store.remember(sidebar_mini=True)
    assert loaded(path).state.sidebar_mini


@pytest.mark.parametrize(
    "content",
    [[], "x", 3, None, {"sidebar_shown": 0, "sidebar_mini": "yes", "starts": True, "new": 1}],
)
def test_what_is_no_preference_is_passed_over(tmp_path: Path, content: object) -> None:
    path = tmp_path / "preferences.json"
    path.write_text(json.dumps(content))

    assert loaded(path).state == PreferencesState()


def test_a_place_that_cannot_be_written_leaves_the_preference_for_this_run(tmp_path: Path) -> None:
    in_the_way = tmp_path / "state"
    in_the_way.write_text("a file where the directory should be")
    warnings: list[str] = []
    store = PreferencesStore(in_the_way / "preferences.json", warnings.append)

    store.remember(sidebar_mini=True)
    store.remember(sidebar_shown=False)

    assert store.state.sidebar_mini
    assert "could not be written" in (store.problem or "")
    assert warnings == [store.problem]


def test_without_a_place_nothing_is_written() -> None:
    store = PreferencesStore()

    store.load()
    store.remember(sidebar_mini=True)

    assert store.state.sidebar_mini
    assert store.problem is None
