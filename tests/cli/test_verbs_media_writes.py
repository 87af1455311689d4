"""media upload, set, mv and rm on the demo and the CMS: told before, row by row, logged, undone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from svc_tui.cli.exits import CONFLICT, ERROR, OK, PARTLY_DONE, REFUSED, USAGE
from svc_tui.config.paths import state_dir
from tests.cli.runs import Done, sentence, svc_tui
from tests.cli.test_sign_in import sign_in

PNG = b"\x89PNG\r\n\x1a\n" + b"x" * 100

Media = Callable[..., Done]


@pytest.fixture(params=["fresh_demo", "fresh_cms"])
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a backend, with `admin` signed in."""
    backend = request.getfixturevalue(request.param)
    sign_in(backend, "admin")
    yield backend.url


@pytest.fixture
def media(url: str) -> Media:
    return lambda *arguments: svc_tui("media", *map(str, arguments), "--url", url)


@pytest.fixture
def files(media: Media, tmp_path: Path) -> list[str]:
    """The ids of two new files."""
    paths = [tmp_path / name for name in ("cat.png", "note.txt")]
    for path in paths:
        path.write_bytes(PNG)
    told = media("upload", *paths, "--dry-run")
    assert told.code == OK and "POST" in told.out and '"cat"' in told.out
    assert "2 requests would be" in told.err
    asked = media("upload", *paths)
    assert (
        asked.code == USAGE
        and sentence(asked) == "Without a terminal, add --yes. Nothing was changed."
    )
    for wrong in (("--expect", "3"), ("--max", "1")):
        assert media("upload", *paths, "--yes", *wrong).code in (CONFLICT, ERROR)
    done = media("upload", *paths, "--yes", "-o", "ndjson")
    assert done.code == OK, done.err
    told_ids = {one["path"]: str(one["id"]) for one in map(json.loads, done.out.splitlines())}
    return [told_ids[str(path)] for path in paths]


def rows_of(done: Done) -> list[dict[str, object]]:
    return [json.loads(line) for line in done.out.splitlines()]


def log() -> list[dict[str, object]]:
    return [json.loads(line) for line in svc_tui("history", "-o", "ndjson").out.splitlines()]


def test_each_write_is_told_logged_and_taken_back(media: Media, url: str, files: list[str]) -> None:
    first, second = files
    folders = [json.loads(line) for line in media("ls", "-o", "ndjson").out.splitlines()]
    folder = next(one for one in folders if one["kind"] == "folder")
    told = media("set", first, "--set", "title=Katze", "--dry-run", "-o", "ndjson")
    [change] = json.loads(told.out)["changes"]
    assert change == {"path": "title", "old": "cat", "new": "Katze"}
    assert media("set", first, "--set", "title=Katze", "--set", "alt_text=Eine").code == OK
    assert "skipped" in media("set", first, "--set", "title=Katze").out
    assert media("set", first, "--set", "title=Gatto", "--lang", "it").code == OK
    assert media("mv", *files, folder["id"], "--dry-run").code == OK
    assert media("mv", *files, folder["id"]).code == USAGE
    moved = media("mv", *files, folder["id"], "--yes", "--canary", "1", "-o", "ndjson")
    assert moved.code == OK and moved.out.count('"ok"') == 2
    warned = media("rm", first, "--dry-run")
    assert "can't be restored" in warned.err and "DELETE" in warned.out
    writes = log()
    assert [one["method"] for one in writes] == ["POST", "POST", *["PATCH"] * 4]
    assert {one["run"] for one in writes[-2:]} != {""}
    assert media("rm", second, "--yes").code == OK
    [*_, gone] = log()
    assert gone["id"] == second and gone["title"]
    refused = svc_tui("undo", str(gone["n"]), "--yes", "--url", url)
    assert refused.code == ERROR and "can't be created again" in refused.err
    for write in reversed(writes):
        if write["id"] == first:
            done = svc_tui("undo", str(write["n"]), "--yes", "--url", url)
            assert done.code == OK, done.err
    assert media("download", first).code == ERROR


def test_texts_of_many_files_come_from_a_file_and_go_on_after_a_stop(
    media: Media, url: str, files: list[str], tmp_path: Path
) -> None:
    texts, again = tmp_path / "texts.csv", tmp_path / "again.ndjson"
    texts.write_text(f"id,alt_text\n999999,Nothing\n{files[0]},A cat\n{files[1]},A note\n")
    assert media("set", "--from", texts).code == USAGE
    done = media("set", "--from", texts, "--yes", "--canary", "1", "--jobs", "1")
    assert done.code == ERROR and "`svc-tui resume " in done.err, done.err
    resumed = svc_tui("resume", "--url", url, "--failed", str(again))
    assert resumed.code == PARTLY_DONE and resumed.out.count("ok") == 2, resumed.err
    assert not list((state_dir() / "runs").iterdir())
    found = media("set", files[0], "--set", "alt_text=A cat", "--dry-run")
    assert "already" in found.out
    for row, why in (("id,name\n1,x\n", "have no text field name"), ("title\nx\n", "has no id")):
        texts.write_text(row)
        wrong = media("set", "--from", texts, "--yes")
        assert wrong.code in (ERROR, USAGE) and why in sentence(wrong)
    for wrong_flag in (("ls", "--failed", again), ("rm", files[0], "--set", "title=x")):
        assert "is for media" in sentence(media(*wrong_flag))
    assert media("set", files[0]).code == USAGE
    assert svc_tui("plan", "media", "rm", "1", "--url", url).code == USAGE


def test_folders_are_made_renamed_moved_and_removed_and_taken_back(media: Media, url: str) -> None:
    def folders(*place: str) -> set[str]:
        rows = rows_of(media("ls", *place, "-o", "ndjson"))
        return {one["name"] for one in rows if one["kind"] == "folder"}

    told = media("mkdir", "Old/", "New", "--dry-run")
    assert told.code == OK and told.out.count("POST") == 2 and "Old/" not in folders()
    assert (
        sentence(media("mkdir", "Old", "New"))
        == "Without a terminal, add --yes. Nothing was changed."
    )
    made = media("mkdir", "Old", "New", "--yes", "-o", "ndjson")
    assert made.code == OK and made.out.count('"ok"') == 2, made.err
    assert "It already exists" in media("mkdir", "Old").out and {"Old/", "New/"} <= folders()
    assert media("mkdir", "Old/Below").code == OK
    told = media("mv", "Old/", "New", "--dry-run", "-o", "ndjson")
    [change] = json.loads(told.out)["changes"]
    assert change["path"] == "parent" and change["old"] is None
    assert media("mv", "Old/", "New").code == OK and folders("New") == {"Old/"}
    assert media("rename", "New/Old/", "Older").code == OK and folders("New/Older") == {"Below/"}
    for wrong, why in (
        (("mv", "New/", "New/Older"), "into itself"),
        (("rename", "New/Older", "x"), "takes a folder"),
        (("mv", "1", "New/", "New"), "not both"),
        (("rm", "Nothing/"), "There is no folder"),
        (("mkdir", "Nothing/Below"), "There is no folder"),
        (("rm", "/", "--yes"), "root folder"),
    ):
        refused = media(*wrong)
        assert refused.code in (ERROR, USAGE) and why in refused.out + refused.err, refused.err
    *_, moved, renamed = log()
    for write in (renamed, moved):
        done = svc_tui("undo", str(write["n"]), "--url", url)
        assert done.code == OK, done.err
    assert folders("Old") == {"Below/"} and not folders("New")
    ids = {one["name"]: str(one["id"]) for one in rows_of(media("ls", "-o", "ndjson"))}
    assert media("mkdir", ids["Old/"], "987654", "--yes").code == OK
    for action in (("rm", f"{ids['Old/']}/", "--yes"), ("mv", "1", ids["Old/"])):
        assert "the id of one folder and the name of another" in sentence(media(*action))
    assert media("rm", f"/{ids['Old/']}/", "987654/", "--yes").code == OK
    assert "Old/" in folders()
    told = media("rm", "Old/", "New/", "--dry-run")
    assert "1 folder" in told.out and "empty" in told.out and "may be deleted too" in told.err
    assert sentence(media("rm", "Old/")) == "Without a terminal, add --yes. Nothing was changed."
    removed = media("rm", "Old/Below/", "Old/", "New/", "--yes")
    assert removed.code == OK and not {"Old/", "New/"} & folders(), removed.err
    assert [one["status"] for one in log()[-3:]] == [204] * 3  # In the order given.
    gone = log()[-1]
    refused = svc_tui("undo", str(gone["n"]), "--yes", "--url", url)
    assert refused.code == ERROR and "can't be" in refused.err


@pytest.mark.parametrize("action", [("rm", "1", "--yes"), ("set", "1", "--set", "title=x")])
def test_who_may_only_look_writes_no_file(
    request: pytest.FixtureRequest, url: str, media: Media, action: tuple[str, ...]
) -> None:
    svc_tui("logout", "--url", url)
    backend = type("Backend", (), {"url": url})
    sign_in(backend, "viewer")
    done = media(*action)
    assert done.code == REFUSED and "needs permission" in sentence(done)
    assert log() == []


def test_a_protected_profile_is_named_for_files_too(url: str, tmp_path: Path) -> None:
    config = tmp_path / "svc.toml"
    config.write_text(f'[svc]\nbase_url = "{url}"\ntitle = "live"\nprotect = true\nmax_rows = 1\n')
    paths = [tmp_path / name for name in ("a.txt", "b.txt")]
    for path in paths:
        path.write_text("x")

    def run(*arguments: str | Path) -> Done:
        return svc_tui("--config", str(config), *map(str, arguments))

    for verb in (("upload",), ("media", "upload")):
        done = run(*verb, paths[0])
        assert done.code == USAGE and "--profile-name live" in sentence(done)
        assert run(*verb, *paths, "--yes", "--profile-name", "live").code == ERROR
        assert run(*verb, paths[0], "--yes", "--profile-name", "live").code == OK
    assert len(log()) == 2
