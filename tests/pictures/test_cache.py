"""Pictures on disk: private, bounded, and never trusted."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from svc_tui.pictures.cache import PictureCache, key_of
from svc_tui.pictures.decode import Picture

A, B, C = (key_of(f"/{name}", "", 0, 256) for name in "abc")
NOISE = os.urandom(4 * 100 * 100)


def picture(rgba: bytes = NOISE) -> Picture:
    return Picture(100, 100, rgba, (640, 480), "PNG")


def test_what_was_kept_is_found_as_it_was(tmp_path: Path):
    cache = PictureCache(tmp_path / "pictures", 10**6)
    cache.keep(A, picture())
    assert cache.find(A) == picture()
    assert cache.find(B) is None


def test_nobody_else_may_look_into_it(tmp_path: Path):
    cache = PictureCache(tmp_path / "pictures", 10**6)
    cache.keep(A, picture())
    assert (tmp_path / "pictures").stat().st_mode & 0o777 == 0o700
    assert {one.stat().st_mode & 0o777 for one in (tmp_path / "pictures").iterdir()} == {0o600}


def test_what_was_not_seen_longest_goes_first(tmp_path: Path):
    cache = PictureCache(tmp_path, 100_000)
    cache.keep(A, picture())
    cache.keep(B, picture())
    for age, key in enumerate((A, B)):
        os.utime(tmp_path / f"{key}.picture", (1000 + age, 1000 + age))
    assert cache.find(A)  # seen now
    cache.keep(C, picture())
    assert cache.find(B) is None
    assert cache.find(A) and cache.find(C)
    assert cache.held() <= 100_000


def test_another_file_at_the_same_address_is_another_picture():
    keys = {
        key_of("/a", "2026", 1, 256),
        key_of("/a", "2027", 1, 256),
        key_of("/a", "2026", 2, 256),
    }
    assert len(keys) == 3


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:200],
        lambda data: b"[]\n",
        lambda data: b'{"width": 1}\nx',
        lambda data: data.replace(b'"width": 100', b'"width": 900'),
        lambda data: os.urandom(500),
    ],
)
def test_a_broken_file_is_thrown_away(tmp_path: Path, damage):
    cache = PictureCache(tmp_path, 10**6)
    cache.keep(A, picture())
    path = tmp_path / f"{A}.picture"
    path.write_bytes(damage(path.read_bytes()))
    assert cache.find(A) is None
    assert not path.exists()


def test_a_cache_that_cannot_be_written_is_no_trouble(tmp_path: Path):
    (tmp_path / "file").write_text("")
    cache = PictureCache(tmp_path / "file" / "below", 10**6)
    cache.keep(A, picture())
    assert cache.find(A) is None
    assert cache.held() == 0


def test_a_limit_of_nothing_keeps_nothing(tmp_path: Path):
    cache = PictureCache(tmp_path / "none", 0)
    cache.keep(A, picture())
    assert not (tmp_path / "none").exists()


def test_it_can_be_emptied(tmp_path: Path):
    cache = PictureCache(tmp_path, 10**6)
    cache.keep(A, picture())
    assert cache.clear() > 1000
    assert cache.held() == 0
