"""What is shipped works: the wheel, alone, from any directory."""

from __future__ import annotations

import json
import re
import subprocess
import tarfile
import zipfile
from importlib.metadata import PathDistribution
from pathlib import Path

from packaging.requirements import Requirement

from svc_tui import __version__
from tests.wheel import ROOT, built


def output(program: Path, *arguments: str, cwd: Path) -> str:
    """What an installed program prints."""
    done = subprocess.run(
        [str(program), *arguments], cwd=cwd, check=True, capture_output=True, text=True
    )
    return done.stdout


def test_the_installed_command_tells_its_version(installed: Path, tmp_path: Path) -> None:
    assert output(installed / "svc-tui", "--version", cwd=tmp_path) == f"svc-tui {__version__}\n"


def test_the_installed_command_prints_the_schema(installed: Path, tmp_path: Path) -> None:
    schema = json.loads(output(installed / "svc-tui", "schema", cwd=tmp_path))
    assert schema["title"] == "svc-tui console file"
    assert "resources" in schema["properties"]


def test_the_package_does_not_come_from_the_checkout(installed: Path, tmp_path: Path) -> None:
    program = (
        "import svc_tui, svc_tui.app.look; print(svc_tui.__file__, svc_tui.app.look.stylesheet())"
    )
    places = output(installed / "python", "-c", program, cwd=tmp_path).split()
    assert [place.startswith(str(installed.parent)) for place in places] == [True, True]


def test_everything_that_is_read_at_run_time_is_in_the_wheel(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    wanted = {"svc_tui/svc_tui.tcss", "svc_tui/cli/demo.toml", "svc_tui/py.typed"}
    assert wanted <= set(names)
    assert [name for name in names if name.startswith(("tests/", "bench/"))] == []


def test_the_package_dictates_no_version_to_a_host_app(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    [place] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
    needed = re.findall(r"^Requires-Dist: (.*)$", archive.read(place).decode(), re.MULTILINE)
    assert "textual<9,>=8.2" in needed
    assert [one for one in needed if "==" in one.partition(";")[0]] == []


def test_the_wheel_of_the_source_archive_is_the_same(wheel: Path, tmp_path: Path) -> None:
    archive = built(ROOT, tmp_path / "archive", "sdist")
    with tarfile.open(archive) as tar:
        assert any(name.endswith("/examples/whole_console.py") for name in tar.getnames())
        tar.extractall(tmp_path / "source", filter="data")
    [source] = (tmp_path / "source").iterdir()
    again = built(source, tmp_path / "again", "wheel")
    assert zipfile.ZipFile(again).namelist() == zipfile.ZipFile(wheel).namelist()


def test_the_extra_for_tests_has_all_that_the_guides_use(installed: Path) -> None:
    [found] = installed.parent.rglob("svc_tui-*.dist-info")
    wanted = [Requirement(one) for one in PathDistribution(found).requires or ()]
    named = {one.name for one in wanted if one.marker and one.marker.evaluate({"extra": "test"})}
    assert named == {"pytest", "pytest-asyncio", "pytest-textual-snapshot"}


def test_every_dependency_is_pinned_for_the_tests(installed: Path) -> None:
    pins = {
        line.partition("==")[0].lower()
        for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines()
        if "==" in line
    }
    [found] = installed.parent.glob("lib/python*/site-packages/svc_tui-*.dist-info")
    needed = {Requirement(line).name.lower() for line in PathDistribution(found).requires or ()}
    assert needed and needed - pins == set()


def test_the_description_of_the_package_leads_to_no_file_of_the_repository(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        [name] = [one for one in packed.namelist() if one.endswith(".dist-info/METADATA")]
        said = packed.read(name).decode()
    assert "Description-Content-Type: text/markdown" in said
    assert "choose a dialect." in said  # The words of a link stay.
    links = re.findall(r"\]\(([^)]+)\)", said)
    assert [one for one in links if not one.startswith(("https://", "#"))] == []
