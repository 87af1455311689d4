"""`python -m bench`: what can be asked for, and what is said about the machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.__main__ import PARTS, arguments, machine
from bench.world import World


def test_everything_is_measured_unless_parts_are_named() -> None:
    assert arguments([]).only == list(PARTS)
    assert arguments(["--only", "cli,idle"]).only == ["cli", "idle"]


def test_an_unknown_part_is_told_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        arguments(["--only", "speed"])

    assert "no part 'speed', only start, enter" in capsys.readouterr().err


def test_a_run_says_where_it_was_made() -> None:
    said = machine(7)

    assert "textual 8.2.8" in said
    assert said.endswith("medians of 7 rounds")


def test_the_console_is_opened_with_a_file_and_a_home_of_its_own(tmp_path: Path) -> None:
    world = World(tmp_path, "http://127.0.0.1:1", ["svc-tui"])

    assert world.open()[:3] == ["svc-tui", "open", "/articles"]
    assert world.env["HOME"] == str(tmp_path)
    assert 'base_url = "http://127.0.0.1:1"' in (tmp_path / "svc.toml").read_text()
