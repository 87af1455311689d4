"""Files for a field: found, measured and judged before anything is sent."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from svc_tui.stores.uploads.attachment import inspect_file, size_limit, stored_name, stored_url


@pytest.mark.parametrize(
    ("given", "limit"),
    [
        (1, 1048576),
        (0.5, 524288),
        ("500 KB", 512000),
        ("2MB", 2097152),
        ("1 GiB", 1073741824),
        ("300", 300),
        ("many", None),
        (None, None),
        (True, None),
        (0, None),
    ],
)
def test_a_limit_is_in_megabytes_or_says_its_unit(given: Any, limit: int | None):
    assert size_limit(given) == limit


def test_exactly_the_limit_passes_and_one_byte_more_does_not(tmp_path: Path):
    file = tmp_path / "a.pdf"
    file.write_bytes(b"x" * 1024)
    assert inspect_file(str(file), "", 1024).problem is None
    assert inspect_file(str(file), "", 1024).size == 1024
    assert "at most 1023 B" in str(inspect_file(str(file), "", 1023).problem)


def test_only_the_types_asked_for_are_taken(tmp_path: Path):
    file = tmp_path / "a.pdf"
    file.write_bytes(b"")
    assert inspect_file(str(file), "image/*, .PDF").problem is None
    assert "Allowed: images (image/*)." in str(inspect_file(str(file), "image/*").problem)


def test_what_is_no_readable_file_says_so(tmp_path: Path):
    assert "is a folder" in str(inspect_file(str(tmp_path)).problem)
    assert "No such file" in str(inspect_file(str(tmp_path / "gone")).problem)
    os.mkfifo(tmp_path / "pipe")
    assert "not a regular file" in str(inspect_file(str(tmp_path / "pipe")).problem)


def test_home_patterns_and_quotes_are_understood(tmp_path: Path, monkeypatch: Any):
    monkeypatch.setenv("HOME", str(tmp_path))
    file = tmp_path / "my file.txt"
    file.write_text("x")
    for text in (
        "~/my file.txt",
        "~/my\\ file.txt",
        f"'{file}'",
        f"file://{tmp_path}/my%20file.txt",
    ):
        assert inspect_file(text).path == file
        assert inspect_file(text).problem is None
    (tmp_path / "b.txt").write_text("x")
    assert "not 2" in str(inspect_file("~/*.txt").problem)
    assert "with that name" in str(inspect_file("~/*.zip").problem)


def test_a_stored_file_is_a_text_or_an_object():
    assert stored_url({"url": "/m/a.pdf"}) == stored_url("/m/a.pdf") == "/m/a.pdf"
    assert stored_url(5) == stored_url({"x": 1}) == stored_url(None) == ""
    assert stored_name("https://x.org/m/a%20b.pdf?sig=1") == "a b.pdf"
    assert stored_name("http://[") == "http://["
