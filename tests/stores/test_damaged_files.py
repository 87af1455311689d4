"""Every file of the state directory with every kind of damage: it costs no more than itself."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from svc_tui.api.session import Jar, Owner, SessionFileRefused
from svc_tui.config.trust import Trust
from svc_tui.models.location import Location
from svc_tui.stores.listing.saved_views import ViewStore
from svc_tui.stores.record.draft import Draft
from svc_tui.stores.record.draft_store import DraftsStore
from svc_tui.stores.session.discovery_cache import DiscoveryCache
from svc_tui.stores.session.preferences_store import PreferencesStore
from svc_tui.widgets.formatting import as_relative

BASE = "https://cms.test"
LOADED = {"id": 7, "title": "old"}

NOISE = random.Random(20261).randbytes(2_000)

DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "random bytes": lambda _: NOISE,
    "random bytes inside": lambda whole: whole[:20] + NOISE[:40] + whole[60:],
    "incomplete": lambda whole: whole[: len(whole) // 2],
    "null": lambda _: b"null",
    "a number": lambda _: b"3",
    "a huge number": lambda _: b"1e999",
    "a list": lambda _: b"[]",
    "a text": lambda _: b'"x"',
    "an object": lambda _: b"{}",
    "nested": lambda _: b"[" * 100_000,
    "nested objects": lambda _: b'{"a":' * 100_000,
    "zeros": lambda whole: bytes(len(whole)),
}
"""What a full disk, another program or a hand may leave of a file."""


@dataclass(frozen=True)
class Kind:
    """One kind of file: how it is made, and how it is read; reading gives what was said."""

    make: Callable[[Path], None]
    read: Callable[[Path], list[str]]
    said: bool
    """Whether something is lost that a user would miss, so that a sentence has to say so."""


def make_draft(folder: Path) -> None:
    async def typed() -> None:
        store = DraftsStore(folder, BASE)
        form = store.keeper("/api/articles", "7", user="ada", loaded=LOADED)
        form.note(Draft.of(LOADED).edited("title", "new"))
        store.flush()
        store.aclose()

    asyncio.run(typed())


def read_drafts(folder: Path) -> list[str]:
    said: list[str] = []
    store = DraftsStore(folder, BASE, on_warning=said.append)
    for draft in asyncio.run(store.all("ada")):
        assert as_relative(draft.made_at.isoformat())
    return said


def make_session(folder: Path) -> None:
    jar = Jar(BASE, state_dir=folder)
    jar.set("__svc_session", "s3cret")
    jar.keep(Owner("ada"))


def read_session(folder: Path) -> list[str]:
    try:
        Jar(BASE, state_dir=folder).load()
    except SessionFileRefused as error:
        return [str(error)]
    return []


def read_preferences(folder: Path) -> list[str]:
    store = PreferencesStore(folder / "preferences.json")
    store.load()
    store.remember(sidebar_mini=True)
    return [store.problem] if store.problem else []


def read_views(folder: Path) -> list[str]:
    store = ViewStore(folder / "views.json")
    store.load()
    problem = store.state.problem
    return [problem] if problem else []


def make_learnt(folder: Path) -> None:
    learnt = DiscoveryCache(folder, BASE)
    learnt.load_for_user("ada")
    one = {"name": "a", "endpoint": "/api/a/", "label": "A", "root": "/api/"}
    learnt.keep_collections([one])
    learnt.note("/api/a/", {"title": True}, {"kind": {"value": "kind", "text": "Kind"}}, "id")


def read_learnt(folder: Path) -> list[str]:
    learnt = DiscoveryCache(folder, BASE)
    learnt.load_for_user("ada")
    for tried in learnt.tried.values():
        assert all(one is None or isinstance(one, dict) for one in tried.filters.values())
    return []


TRUSTED = ("/home/ada/svc.toml", "[svc]\n")


def make_trust(folder: Path) -> None:
    Trust({"SVC_TUI_STATE_DIR": str(folder)}).give(Path(TRUSTED[0]), TRUSTED[1])


def read_trust(folder: Path) -> list[str]:
    assert not Trust({"SVC_TUI_STATE_DIR": str(folder)}).holds(Path(TRUSTED[0]), TRUSTED[1])
    return []


KINDS = {
    "draft": Kind(make_draft, read_drafts, True),
    "session": Kind(make_session, read_session, True),
    "preferences": Kind(
        lambda folder: PreferencesStore(folder / "preferences.json").remember(sidebar_mini=True),
        read_preferences,
        False,
    ),
    "views": Kind(
        lambda folder: (
            ViewStore(folder / "views.json").save(
                "articles", "Mine", Location.parse("/articles?search=x")
            )
            and None
        ),
        read_views,
        True,
    ),
    "learnt": Kind(make_learnt, read_learnt, False),
    "trust": Kind(make_trust, read_trust, False),
}


def made(kind: Kind, folder: Path) -> Path:
    """The one file of its kind, as the console writes it."""
    folder.mkdir(mode=0o700)
    kind.make(folder)
    [file] = [path for path in folder.rglob("*") if path.is_file()]
    return file


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("name", KINDS)
def test_a_damaged_file_is_passed_over_and_said_where_something_is_lost(
    tmp_path: Path, name: str, damage: str
) -> None:
    kind = KINDS[name]
    file = made(kind, tmp_path / "state")
    file.write_bytes(DAMAGE[damage](file.read_bytes()))

    said = kind.read(tmp_path / "state")

    assert len(said) <= 1
    assert not any("\n" in words or "Traceback" in words for words in said)
    assert said or not kind.said or (name, damage) == ("views", "an object")


OTHERS = (
    *(None, 3, -1e300, True, "x", "\x1b[31m", [], [3], {}, {"x": None}),
    *("0001-01-01T00:00:00", "9999-12-31T23:59:59+14:00", "2026-02-30"),
)


def spoiled(whole: Any) -> Iterator[Any]:
    """The same JSON with each of its values in turn being of another type, or missing."""
    for way in [*ways(whole)]:
        for other in OTHERS:
            found = deepcopy(whole)
            at = found
            for step in way[:-1]:
                at = at[step]
            at[way[-1]] = other
            yield found
        found = deepcopy(whole)
        at = found
        for step in way[:-1]:
            at = at[step]
        del at[way[-1]]
        yield found


def ways(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all values inside a value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    for name, one in inside:
        yield (*here, name)
        if isinstance(one, dict | list):
            yield from ways(one, (*here, name))


@pytest.mark.parametrize("name", [name for name in KINDS if name != "trust"])
def test_a_file_with_one_value_of_another_type_stops_nobody(tmp_path: Path, name: str) -> None:
    kind = KINDS[name]
    file = made(kind, tmp_path / "state")
    whole = json.loads(file.read_bytes())
    for one in spoiled(whole):
        file.write_text(json.dumps(one), "utf-8")
        said = kind.read(tmp_path / "state")
        assert len(said) <= 1, one
        assert "\x1b" not in "".join(said)


@pytest.mark.parametrize("days", [-29, 1, 400], ids=["back", "a day ahead", "a year ahead"])
def test_a_draft_is_kept_when_the_clock_was_set(tmp_path: Path, days: int) -> None:
    file = made(KINDS["draft"], tmp_path / "state")
    made_at = (datetime.now(UTC) + timedelta(days=days)).isoformat()
    kept = json.loads(file.read_text("utf-8"))
    [name] = [key for key, value in kept.items() if key.endswith("_at")]
    file.write_text(json.dumps({**kept, name: made_at}), "utf-8")

    store = DraftsStore(tmp_path / "state", BASE)
    [draft] = asyncio.run(store.all("ada"))

    assert [one.typed for one in draft.changes] == ["new"]
    assert "-" not in as_relative(draft.made_at.isoformat())
    assert file.exists()


def test_what_was_learnt_in_the_future_is_tried_anew(tmp_path: Path) -> None:
    file = made(KINDS["learnt"], tmp_path / "state")
    kept = json.loads(file.read_text("utf-8"))
    kept["tried"]["/api/a/"]["at"] += 3600
    file.write_text(json.dumps(kept), "utf-8")

    learnt = DiscoveryCache(tmp_path / "state", BASE)
    learnt.load_for_user("ada")

    assert learnt.tried == {} and learnt.collections
