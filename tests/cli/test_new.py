"""new: a console project that runs, from the installed package, and never over other files."""

from __future__ import annotations

import os
import subprocess
import tomllib
from pathlib import Path

import pytest

from svc_tui.cli.exits import CONFLICT, ERROR, OK, USAGE
from tests.cli.runs import sentence, svc_tui


def test_the_test_of_a_new_project_passes(installed: Path, tmp_path: Path) -> None:
    environ = {name: value for name, value in os.environ.items() if "PYTEST" not in name}

    def run(*command: str, cwd: Path) -> str:
        done = subprocess.run(
            [str(installed / command[0]), *command[1:]],
            cwd=cwd,
            env=environ,
            capture_output=True,
            text=True,
        )
        assert done.returncode == OK, done.stdout + done.stderr
        return done.stdout

    said = run("svc-tui", "new", "My library", cwd=tmp_path)
    assert "Wrote My library/console.py" in said and "cd 'My library'" in said
    project = tmp_path / "My library"
    assert (
        tomllib.loads((project / "pyproject.toml").read_text())["project"]["name"] == "my-library"
    )
    assert "1 passed" in run("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=project)


def test_the_address_of_the_backend_is_written_as_text(tmp_path: Path) -> None:
    url = 'https://cms.example.org/");import(os);\\'
    done = svc_tui("new", ".", "--url", url, cwd=tmp_path)
    assert done.code == OK and "python console.py    the console" in done.out
    names: dict[str, object] = {"__name__": "console"}
    exec((tmp_path / "console.py").read_text("utf-8"), names)
    assert names["URL"] == url


def test_an_address_that_no_console_takes_is_refused(tmp_path: Path) -> None:
    done = svc_tui("new", "library", "--url", "nonsense", cwd=tmp_path)
    assert done.code == USAGE
    assert sentence(done) == "--url should start with https:// or http://. Nothing was written."
    assert [*tmp_path.iterdir()] == []


def test_a_file_that_is_there_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "console.py").write_text("# mine")
    done = svc_tui("new", ".", cwd=tmp_path)
    assert done.code == CONFLICT
    assert sentence(done).startswith("console.py already exists; nothing was written.")
    assert [path.name for path in tmp_path.iterdir()] == ["console.py"]


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = svc_tui("new", "file/inside", cwd=tmp_path)
    assert done.code == ERROR
    assert sentence(done) == "file/inside can't be written: Not a directory."


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("", "The project needs a name;"),
        ("class", "class is a Python keyword;"),
        ("../class", "class is a Python keyword;"),
        ("svc_tui", "svc_tui is the name of svc-tui itself;"),
    ],
)
def test_a_name_that_a_project_cannot_have_is_refused(name: str, told: str, tmp_path: Path) -> None:
    here = tmp_path / "here"
    here.mkdir()
    done = svc_tui("new", name, cwd=here)
    assert done.code == USAGE and sentence(done).startswith(f"{told} nothing was written.")
    assert [*tmp_path.rglob("*")] == [here]


@pytest.mark.parametrize("given", ["../shelf", "{tmp}/shelf", "../here/../shelf"])
def test_a_project_is_written_outside_the_current_folder(given: str, tmp_path: Path) -> None:
    here = tmp_path / "here"
    here.mkdir()
    done = svc_tui("new", given.format(tmp=tmp_path), cwd=here)

    assert done.code == OK and [*here.iterdir()] == []
    written = tomllib.loads((tmp_path / "shelf" / "pyproject.toml").read_text())
    assert written["project"]["name"] == "shelf"
