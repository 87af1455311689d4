"""doctor --fix: writes into the console file what makes it right, and touches nothing else."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from svc_tui.cli.doctor_fix import fixed
from svc_tui.cli.exits import ERROR, OK, USAGE
from svc_tui.cli.findings import Fix
from tests.backends.wires_process import WireProcess
from tests.cli.runs import Done, sentence, svc_tui

FILE = """\
# The books of the shop.
[svc]
base_url = "{url}"   # only here
auth     = {{ kind = "none" }}

# Sorted by hand.
[[resources]]
name     = "books"
endpoint = "/v2/books"
columns  = [
  "title",  # first
]
"""

ADDED = '+pagination = "offset"'


@pytest.fixture
def file(wires: Callable[[str], WireProcess], tmp_path: Path) -> Path:
    place = tmp_path / "svc.toml"
    place.write_text(FILE.format(url=wires("swagger").url))
    return place


def doctor(file: Path, *flags: str) -> Done:
    return svc_tui("doctor", "--fix", "--config", str(file), *flags)


def test_the_change_is_shown_and_not_written_where_nobody_can_be_asked(file: Path) -> None:
    before = file.read_bytes()
    done = doctor(file)

    assert done.code == USAGE
    assert ADDED in done.out.splitlines()
    assert "--yes" in done.err
    assert file.read_bytes() == before


def test_what_is_wrong_is_written_and_all_else_stays(file: Path) -> None:
    file.chmod(0o640)
    before = file.read_text()
    done = doctor(file, "--yes")
    again = doctor(file, "--yes")

    assert done.code == OK, done.err
    assert file.read_text() == before + 'pagination = "offset"\n'
    assert file.stat().st_mode & 0o777 == 0o640
    assert [one.name for one in file.parent.iterdir() if one.name.startswith("svc.")] == [file.name]
    assert "Nothing to fix" in again.out


def test_a_file_that_is_no_file_of_ones_own_stays(file: Path) -> None:
    link = file.with_name("link.toml")
    link.symlink_to(file)
    before = file.read_bytes()
    done = doctor(link, "--yes")

    assert done.code == ERROR
    assert "is a link or not a file" in done.err
    assert (link.is_symlink(), file.read_bytes()) == (True, before)


@pytest.mark.parametrize(
    ("flags", "why"),
    [
        (("--json",), "only works on the console file: remove --json"),
        (("--url", "http://127.0.0.1:1"), "only works on the console file: remove --url"),
    ],
)
def test_flags_that_do_not_go_with_it_are_refused(
    flags: tuple[str, ...], why: str, file: Path
) -> None:
    done = doctor(file, *flags)

    assert done.code == USAGE
    assert why in sentence(done)


def test_another_backend_than_the_file_names_fixes_nothing(file: Path) -> None:
    there = "http://127.0.0.1:1"
    before = file.read_bytes()
    done = svc_tui("doctor", "--fix", "--yes", "--config", str(file),
                   env={**os.environ, "SVC_TUI_BASE_URL": there})  # fmt: skip

    assert "is for another backend" in done.err
    assert "Unset $SVC_TUI_BASE_URL." in done.err
    assert file.read_bytes() == before


TEXT = """\
# mine
[svc]
base_url = "x"   # here
dialect  = "rest"

[svc.uikit]
a = 1

# articles
[[resources]]
name = "articles"  # the name

[profiles.live]
dialect = "drf"
"""


def test_options_go_where_the_file_has_them() -> None:
    login = Fix(("auth", "login"), {"path": "/api/token/"})
    changed = fixed(TEXT, [Fix(("dialect",), "ninja"), login])
    lines = changed.splitlines()

    assert 'dialect  = "ninja"' in lines
    assert 'auth = {login = {path = "/api/token/"}}' in lines
    assert not [line for line in TEXT.splitlines() if line not in [*lines, 'dialect  = "rest"']]
    live = fixed(TEXT, [Fix(("dialect",), "ninja")], "live")
    assert live == TEXT.replace('"drf"', '"ninja"')


def test_line_ends_stay_and_a_resource_that_is_not_named_is_left_alone() -> None:
    windows = TEXT.replace("\n", "\r\n")
    added = fixed(windows, [Fix(("lookup",), "slug", "articles")])

    assert added.replace('lookup = "slug"\r\n', "") == windows
    assert fixed(TEXT, [Fix(("lookup",), "slug", "authors")]) == TEXT
