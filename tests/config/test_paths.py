"""Directories are found by environment, then system, and made for their owner alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from svc_tui.config.paths import StateUnwritable, cache_dir, config_dir, ready, state_dir


def test_the_environment_wins_over_the_system() -> None:
    environ = {"SVC_TUI_STATE_DIR": "/var/lib/mine"}

    assert state_dir(environ) == Path("/var/lib/mine")
    assert state_dir({}).name == "svc-tui"


def test_the_three_places_differ() -> None:
    assert len({config_dir(environ={}), state_dir(environ={}), cache_dir(environ={})}) == 3


def test_finding_a_place_does_not_make_it(tmp_path: Path) -> None:
    assert not cache_dir({"SVC_TUI_CACHE_DIR": str(tmp_path / "new")}).exists()


def test_a_new_directory_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = ready(tmp_path / "a" / "state")

    assert path.stat().st_mode & 0o777 == 0o700


def test_a_directory_that_was_there_is_left_as_it_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)

    assert ready(tmp_path).stat().st_mode & 0o777 == 0o755


def test_a_place_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")

    with pytest.raises(StateUnwritable) as caught:
        ready(tmp_path / "file" / "state")

    assert caught.value.path == tmp_path / "file" / "state"
    assert str(caught.value).startswith(
        f"{tmp_path / 'file' / 'state'} can't be written (Not a directory). "
    )
    assert "SVC_TUI_STATE_DIR" in str(caught.value)
