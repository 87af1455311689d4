"""Which files of this machine are read and written, and which are refused or asked about."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from svc_tui.config.paths import cache_dir, state_dir
from svc_tui.stores.file_access import check_access, protect
from svc_tui.stores.listing.export import ExportFailed, export, obstacle
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.offline_sources import OfflineSource
from svc_tui.stores.uploads.dropped_paths import completions, typed_paths, without_hidden
from svc_tui.stores.uploads.upload_plan import plan_upload


def a_file(path: Path, text: str = "x") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    return home


def faces(path: Path, place: Path) -> list[Path]:
    """A path, by `..`, by a link to it, and by a link to its folder."""
    link, folder = place / "link.txt", place / "folder"
    link.symlink_to(path)
    folder.symlink_to(path.parent)
    (place / "a").mkdir()
    return [path, place / "a" / ".." / "folder" / path.name, link, folder / path.name]


@pytest.mark.parametrize("folder", [state_dir, cache_dir])
def test_the_consoles_own_files_are_refused_by_whatever_way(folder, tmp_path: Path):
    own = a_file(folder() / "sessions" / "kept.json")
    for path in faces(own, tmp_path):
        assert "belongs to svc-tui itself" in check_access(path).refusal, path
        assert "belongs to svc-tui itself" in obstacle(path)
    assert check_access(folder()).refusal and check_access(folder() / "not-there-yet").refusal
    protect(tmp_path / "elsewhere")
    assert check_access(tmp_path / "elsewhere" / "preferences.json").refusal


@pytest.mark.parametrize("path", ["/dev/null", "/proc/self/environ", "/proc", "/sys", "/dev/new"])
def test_devices_and_the_kernels_files_are_refused(path: str, tmp_path: Path):
    assert "a device or system file" in check_access(path).refusal
    link = tmp_path / "link"
    link.symlink_to(path)
    assert (
        check_access(link).refusal
        and check_access(tmp_path / ".." / ".." / ".." / ".." / path).refusal
    )


def test_pipes_and_sockets_are_refused(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    assert check_access(tmp_path / "pipe").refusal
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(tmp_path / "s"))
        assert check_access(tmp_path / "s").refusal


def test_links_in_a_circle_are_a_sentence(tmp_path: Path):
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    assert check_access(tmp_path / "a").refusal


@pytest.mark.parametrize("name", [".bashrc", ".ssh/rc", ".config/deep/inside/plain.txt"])
def test_of_a_hidden_file_of_the_home_the_name_is_typed_first(
    name: str, home: Path, tmp_path: Path
):
    hidden = a_file(home / name)
    place = tmp_path / "place"
    place.mkdir()
    for path in (Path("~") / name, *faces(hidden, place)):
        assert check_access(path).refusal == ""
        assert check_access(path).must_type == hidden.name, path
    assert check_access(home / ".not-there-yet").must_type == ".not-there-yet"


def test_other_files_are_free(home: Path, tmp_path: Path):
    free = [home / "plain.txt", home / "a.b" / "c.txt", tmp_path / ".hidden", Path("/etc/passwd")]
    for path in free:
        assert check_access(path) == check_access(tmp_path)


def test_only_what_is_named_is_taken_of_the_hidden_files(home: Path):
    a_file(home / ".ssh" / "id")
    a_file(home / "plain.txt")
    assert typed_paths("~/.ssh/id").paths == (home / ".ssh" / "id",)
    pattern = typed_paths("~/.ssh/*")
    assert pattern.paths == () and "type its full path" in pattern.skipped[0].reason
    chosen = without_hidden([home / ".ssh" / "id", home / "plain.txt"])
    assert chosen.paths == (home / "plain.txt",) and len(chosen.skipped) == 1
    assert plan_upload([home / ".ssh"]).files == ()


def test_a_folder_is_walked_around_what_is_refused(tmp_path: Path):
    a_file(tmp_path / "all" / "mine.txt")
    a_file(tmp_path / "all" / "state" / "session.json")
    (tmp_path / "all" / "link.txt").symlink_to("/proc/self/environ")
    protect(tmp_path / "all" / "state")
    found = plan_upload([tmp_path / "all"])
    assert [path.name for path, _ in found.files] == ["mine.txt"]
    assert {one.path.name for one in found.skipped} == {"state", "link.txt"}
    for whole in ("/proc", str(tmp_path / "all" / "state")):
        refused = plan_upload([Path(whole)])
        assert refused.files == () and len(refused.skipped) == 1


def test_nothing_that_is_refused_is_offered(tmp_path: Path):
    assert not {"/dev/", "/proc/", "/sys/"} & set(completions("/"))
    assert completions("/proc/") == () and completions("/dev/n") == ()
    a_file(tmp_path / "state" / "session.json")
    a_file(tmp_path / "stay.txt")
    protect(tmp_path / "state")
    assert completions(f"{tmp_path}/sta") == (f"{tmp_path}/stay.txt",)


async def test_an_export_writes_into_nothing_that_is_refused(tmp_path: Path):
    rows = OfflineSource([{"id": 1}])
    own = a_file(state_dir() / "preferences.json", "{}")
    link = tmp_path / "out.jsonl"
    link.symlink_to(own)
    for path in (own, link, Path("/dev/shm/x.jsonl")):
        with pytest.raises(ExportFailed):
            await export(rows, ListQuery(), [], path, "jsonl", overwrite=True)
    assert own.read_text() == "{}" and [one.name for one in own.parent.iterdir()] == [own.name]
