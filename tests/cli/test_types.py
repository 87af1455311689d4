"""Unknown field types of a console file are told when it is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from svc_tui.cli.demo import FILE
from svc_tui.cli.loading import load

ODD = """
[svc]
base_url = "http://127.0.0.1:1"

[[resources]]
name = "articles"
endpoint = "/api/articles"
fields = [
  { key = "title", type = "txt" },
  { key = "blocks", type = "repeater", templates = { one = [{ key = "x", type = "hologram" }] } },
]
"""


def test_an_unknown_type_is_told_with_the_one_that_was_meant(tmp_path: Path):
    file = tmp_path / "svc.toml"
    file.write_text(ODD, "utf-8")
    told = [one for one in load(file, {}, environ={}, state=tmp_path).warnings if "type" in one]
    assert len(told) == 2
    assert told[0].startswith(f"{file}, line 9: ") and told[1].startswith(f"{file}, line 10: ")
    assert (
        'The field "title" of "articles" has the unknown type "txt"; did you mean "text"?'
        in told[0]
    )
    assert '"hologram". Its values are shown and kept' in told[1]


def test_the_demos_own_file_names_only_known_types(tmp_path: Path):
    told = load(FILE, {"base_url": "http://127.0.0.1:1"}, environ={}, state=tmp_path).warnings
    assert not [one for one in told if "unknown type" in one]


def test_installed_packages_are_searched_only_for_a_type_that_is_not_built_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[str] = []
    monkeypatch.setattr(
        "importlib.metadata.entry_points", lambda **asked: searched.append(asked["group"]) or ()
    )
    load(FILE, {"base_url": "http://127.0.0.1:1"}, environ={}, state=tmp_path)
    assert not searched

    (tmp_path / "svc.toml").write_text(ODD, "utf-8")
    load(tmp_path / "svc.toml", {}, environ={}, state=tmp_path)
    assert "svc_tui.field_types" in searched
