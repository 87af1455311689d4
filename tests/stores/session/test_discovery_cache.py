"""What was found out about a backend is kept for a while, and for its user alone."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

from svc_tui.stores.session.discovery_cache import FRESH, DiscoveryCache

BASE = "http://cms.test"


def of(folder: Path, user: str) -> DiscoveryCache:
    kept = DiscoveryCache(folder, BASE)
    kept.load_for_user(user)
    return kept


def test_what_was_tried_is_known_to_the_same_user_only(tmp_path: Path) -> None:
    of(tmp_path, "ann").note("/api/a/", {"title": True}, {"kind": None}, "slug")

    again = of(tmp_path, "ann").tried["/api/a/"]
    assert (again.sorts, again.filters, again.lookup) == ({"title": True}, {"kind": None}, "slug")
    assert of(tmp_path, "bob").tried == {}


def test_what_is_a_week_old_is_tried_anew(tmp_path: Path) -> None:
    of(tmp_path, "ann").note("/api/a/", {"title": False}, {}, "")
    [file] = tmp_path.iterdir()
    kept = json.loads(file.read_text("utf-8"))
    kept["tried"]["/api/a/"]["at"] -= FRESH + 1
    file.write_text(json.dumps(kept), "utf-8")

    assert of(tmp_path, "ann").tried == {}


def test_without_a_folder_nothing_is_kept(tmp_path: Path) -> None:
    kept = DiscoveryCache(None, BASE)
    kept.load_for_user("ann")
    kept.note("/api/a/", {"title": True}, {}, "")

    assert [*tmp_path.iterdir()] == []


def test_the_folders_of_the_file_are_closed_to_others(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        of(tmp_path / "state" / "backends", "ann").note("/api/a/", {"title": True}, {}, "")
    finally:
        os.umask(before)

    [file] = (tmp_path / "state" / "backends").iterdir()
    modes = [stat.S_IMODE(one.stat().st_mode) for one in (file, file.parent, file.parent.parent)]
    assert modes == [0o600, 0o700, 0o700]
