"""A private file is whole or not there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from svc_tui.api.session_file import read_session, write_session


def test_what_was_written_is_read(tmp_path: Path):
    write_session(tmp_path / "sessions" / "a.json", {"a": 1})

    assert read_session(tmp_path / "sessions" / "a.json", dict) == {"a": 1}


def test_a_failed_write_leaves_the_old_file_and_no_half_one(tmp_path: Path):
    path = tmp_path / "a.json"
    write_session(path, {"a": 1})

    with pytest.raises(TypeError):
        write_session(path, {"a": object()})

    assert json.loads(path.read_text()) == {"a": 1}
    assert [*tmp_path.iterdir()] == [path]
