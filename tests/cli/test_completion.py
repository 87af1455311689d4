"""Completion of the shell: words from what is known here, without the network."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from svc_tui.cli.exits import OK
from svc_tui.config.paths import config_dir, state_dir
from tests.backends.demo import DemoProcess
from tests.cli.runs import ROOT, svc_tui
from tests.cli.test_sign_in import sign_in
from tests.cli.verbs import Rows, rows, rows_process

__all__ = ["rows", "rows_process"]


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
    assert "17" in words(rows, "delete", "items", "") and "status:" in words(
        rows, "edit", "items", ""
    )
    for line in (("list", "items"), ("export", "items", "rows.csv")):  # They take no ids.
        assert "17" not in words(rows, *line, "") and "status:" in words(rows, *line, "")
    assert words(rows, "export", "items", "") == []  # A file: the shell knows those.
    assert words(rows, "export", "items", "--columns", "id,title", "") == []
    assert words(rows, "action", "items", "--set", "a=b", "") == ["publish", "stamp"]
    assert words(rows, "list", "--lang", "it", "it") == ["items"]
    assert words(rows, "list", "--lang", "") == []
    assert words(rows, "pipe", "items", "17", "--", "") == []
    assert (
        words(rows, "move", "items", "") == ["17"] and words(rows, "move", "items", "17", "") == []
    )
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
