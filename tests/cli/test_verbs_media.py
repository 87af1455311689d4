"""media and completion: files by path, and words from what is known here alone."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from svc_tui.cli.exits import ERROR, OK, PARTLY_DONE, REFUSED, USAGE
from svc_tui.config.paths import config_dir, state_dir
from tests.backends.demo import DemoProcess
from tests.cli.runs import ROOT, Done, sentence, svc_tui
from tests.cli.test_sign_in import sign_in
from tests.cli.verbs import Rows, rows, rows_process

__all__ = ["rows", "rows_process"]

PNG = b"\x89PNG\r\n\x1a\n" + b"x" * 100


def media(demo: DemoProcess, *arguments: str | Path) -> Done:
    return svc_tui("media", *map(str, arguments), "--url", demo.url)


def test_files_are_uploaded_listed_downloaded_moved_and_deleted(
    fresh_demo: DemoProcess, tmp_path: Path
) -> None:
    demo = fresh_demo
    sign_in(demo, "admin")
    picture = tmp_path / "harbour-cat.png"
    picture.write_bytes(PNG)
    done = media(demo, "upload", picture, "--folder", "Photos")
    assert done.code == OK, done.err
    listed = media(demo, "ls", "Photos", "-o", "ndjson")
    files = [json.loads(line) for line in listed.out.splitlines()]
    assert any(one["kind"] == "folder" and one["name"] == "2025/" for one in files)
    [mine] = [one for one in files if one["name"].startswith("harbour-cat")]
    name = f"Photos/{mine['name']}"
    out = tmp_path / "out"
    out.mkdir()
    usual = os.umask(0o027)
    try:
        done = svc_tui("media", "download", name, "--to", str(out), "--url", demo.url, cold=True)
    finally:
        os.umask(usual)
    assert done.code == OK and stat.S_IMODE((out / mine["name"]).stat().st_mode) == 0o640
    assert (out / mine["name"]).read_bytes() == PNG
    again = media(demo, "download", name, "--to", out)
    assert again.code == ERROR and "--overwrite" in again.err
    assert media(demo, "mv", name, "Photos/2025").code == OK
    done = media(demo, "rm", f"Photos/2025/{mine['name']}")
    assert done.code == USAGE and "add --yes" in sentence(done)
    assert media(demo, "rm", f"Photos/2025/{mine['name']}", "--yes").code == OK
    done = media(demo, "download", str(mine["id"]))
    assert done.code == ERROR and f"no file {mine['id']}" in sentence(done)
    for wrong in (("ls", "Nowhere"), ("download", "Photos/none.png")):
        done = media(demo, *wrong)
        assert done.code == ERROR and "There is no" in sentence(done)
    assert media(demo, "rm").code == USAGE
    done = media(demo, "rm", "1", "--yes", "--read-only")
    assert done.code in (REFUSED, PARTLY_DONE), done.err


def words(rows: Rows, *line: str) -> list[str]:
    before = ["svc-tui", "--config", str(rows.config), *line]
    done = svc_tui("completion", "--words", str(len(before) - 1), "--", *before)
    assert done.code == OK and not done.err
    return done.out.splitlines()


def test_words_come_from_the_console_file(rows: Rows) -> None:
    rows.config.write_text(rows.config.read_text() + "[profiles.live]\n[profiles.staging]\n")
    assert words(rows, "upd") == ["update"]
    assert words(rows, "list", "it") == ["items"]
    assert words(rows, "list", "items", "st") == [
        "status:", "status:draft", "status:published", "status:review",
    ]  # fmt: skip
    assert words(rows, "action", "items", "") == ["publish", "stamp"]
    assert words(rows, "update", "items", "3", "--set", "ti") == ["title="]
    assert words(rows, "create", "items", "--set", "status=p") == ["status=published"]
    assert words(rows, "undo", "") == []
    assert rows("update", "items", "17", "--set", "note=x").code == OK
    assert words(rows, "undo", "") == ["1"]
    assert words(rows, "get", "items", "1") == ["17"]
    assert rows("undo", "1", "--yes").code == OK
    assert "1" not in words(rows, "undo", "")
    assert words(rows, "list", "items", "--columns", "") == ["id", "status", "title"]
    assert words(rows, "list", "items", "-o", "nd") == ["ndjson"]
    assert words(rows, "--profile", "") == ["live", "staging"]
    assert words(rows, "list", "items", "--lim") == ["--limit"]
    assert words(rows, "nonsense", "x", "y") == []
    assert words(rows, "plan", "up") == ["update"]
    assert words(rows, "plan", "update", "it") == ["items"]
    assert words(rows, "media", "s") == ["set"]
    assert words(rows, "media", "set", "s") == []
    config_dir().mkdir(parents=True, exist_ok=True)
    view = '[[views]]\nresource = "items"\nname = "urgent"\nlocation = "/items?f_status=draft"\n'
    (config_dir() / "views.toml").write_text(view)
    assert words(rows, "list", "items", "--view", "") == ["urgent"]
    (state_dir() / "runs").mkdir(parents=True, exist_ok=True)
    (state_dir() / "runs" / "20260301-120000-abcd.jsonl").touch()
    assert words(rows, "resume", "2026") == ["20260301-120000-abcd"]


def test_words_of_a_backend_come_from_what_was_kept(demo: DemoProcess) -> None:
    sign_in(demo, "editor")
    assert svc_tui("list", "articles", "--url", demo.url).code == OK
    line = ("svc-tui", "--url", demo.url, "list", "articles", "sta")
    done = svc_tui("completion", "--words", "5", "--", *line)
    assert "status:draft" in done.out.split()
    for last, word in (("--columns", "title"), ("--order", "title")):
        line = ("svc-tui", "--url", demo.url, "list", "articles", last, "ti")
        assert word in svc_tui("completion", "--words", "6", "--", *line).out.split()


@pytest.mark.parametrize("words", ["list items status:p", "update items 3 --set status=p"])
def test_bash_completes_with_the_script(rows: Rows, words: str) -> None:
    line = f"svc-tui --config {rows.config} {words}"
    program = f"""
svc-tui() {{ {sys.executable} -m svc_tui "$@"; }}
source <(svc-tui completion bash)
COMP_LINE='{line}' COMP_POINT={len(line)}
_svc_tui 2>/dev/null; printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(["bash", "-c", program], capture_output=True, text=True, env=env)
    assert done.stdout.split() == ["published"], done.stderr
