"""edit and pipe: editors and commands that do their work, and those that do not."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from svc_tui.cli.exits import CONFLICT, ERROR, OK, USAGE
from svc_tui.config.paths import state_dir
from tests.cli.runs import ROOT, Done, sentence
from tests.cli.verbs import Rows, rows, rows_process
from tests.pty.terminal import Terminal

__all__ = ["rows", "rows_process"]


def edited(rows: Rows, script: str, *arguments: str) -> Done:
    """Edit with a program that gets the text as `text`, and the file as `path`."""
    program = rows.folder / "editor.py"
    program.write_text(
        "import os, sys, pathlib\n"
        "path = pathlib.Path(sys.argv[1]); text = path.read_text()\n"
        f"{script}\npath.write_text(text)\n"
    )
    editor = f"{shlex.quote(sys.executable)} {shlex.quote(str(program))}"
    return rows("edit", "items", *arguments, env={"VISUAL": "", "EDITOR": editor})


def test_only_what_was_changed_is_written(rows: Rows) -> None:
    done = edited(rows, "text = text.replace('Row 6', 'Six')", "status:draft", "--yes")
    assert done.code == OK and "Six" not in done.err, done.err
    assert rows.writes == ["PATCH 6"] and rows.process.rows()["6"]["title"] == "Six"
    done = edited(rows, "text = text.replace('Row 9', 'Nine')", "9", "--dry-run")
    assert done.out.splitlines() == ["PATCH /items/9  Row 9", '  title: "Row 9" → "Nine"']
    done = edited(rows, "", "9")
    assert (done.code, sentence(done)) == (OK, "Nothing was changed.")
    done = edited(rows, "text = text.replace('Row 9', 'Nine')", "9")
    assert done.code == USAGE and '"Row 9" → "Nine"' in done.err and "add --yes" in done.err
    assert "pass it to `svc-tui update items --from`" in done.err
    [path] = (state_dir() / "edits").iterdir()
    assert "Nine" in path.read_text() and rows.writes == ["PATCH 6"]


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("text = ''", "came back empty"),
        ("text = text[:text.index('- id: 9')]", "with id 9 is missing"),
        ("text = text[:-35]", "line 6: this is not a mapping"),
        (
            "text += '- id: 7\\n  title: x\\n  status: draft\\n'",
            "line 9: id 7 is not one of these rows",
        ),
        ("text = text.replace('id: 9', 'id: 8')", "id 8 is not one of these rows"),
        ("text = text.replace('id: 9', 'id: 6')", "id 6 appears twice"),
        ("text = text.replace('title:', 'titel:', 1)", "titel is not a key"),
        ("text = text.replace('title: Row 6', 'title: \"Row')", "not valid YAML"),
        ("text = text.replace('title:', 'status: draft\\n  title:', 1)", "status appears twice"),
        ("text = 'nonsense'", "should be a list"),
        ("sys.exit(3)", "exited with code 3"),
        ("os.kill(os.getpid(), 9)", "killed by signal 9"),
        ("os.remove(path); sys.exit()", "deleted its file"),
    ],
)
def test_a_text_that_came_back_wrong_is_refused_and_kept(rows: Rows, script: str, why: str) -> None:
    done = edited(rows, script, "6", "9", "--yes")
    assert done.code == ERROR and why in sentence(done) and rows.writes == []
    if "was saved in" in done.err:
        [path] = (state_dir() / "edits").iterdir()
        assert path.stat().st_mode & 0o777 == 0o600
        assert "pass it to `svc-tui update items --from`" in done.err
        path.write_text("- id: 6\n  title: Mended\n")
        assert rows("update", "items", "--from", path).code == OK and rows.writes == ["PATCH 6"]


@pytest.mark.parametrize("second", ["sys.exit(3)", ""])
def test_a_second_edit_that_fails_loses_nothing_of_the_first(rows: Rows, second: str) -> None:
    """The editor fails at the second text, or Ctrl+C answers the question before it."""
    program = rows.folder / "editor.py"
    program.write_text(
        "import sys, pathlib\npath = pathlib.Path(sys.argv[1])\n"
        f"if 'Mine' in path.read_text():\n    {second or 'pass'}\n"
        "path.write_text('- Mine')\n"
    )
    command = [sys.executable, "-m", "svc_tui", "edit", "--config", str(rows.config), "items", "9"]
    env = {"PYTHONPATH": str(ROOT), "VISUAL": "", "EDITOR": f"{sys.executable} {program}"}
    with Terminal(command, size=(200, 24), env=env, preloaded=True) as terminal:
        terminal.wait_for("Edit it again?")
        terminal.send(b"y\r" if second else b"\x03")
        assert terminal.wait_exit() == ERROR, terminal.text()
        assert "was saved in" in terminal.text() and rows.writes == []
    [path] = (state_dir() / "edits").iterdir()
    assert path.read_text() == "- Mine"


def test_a_record_that_was_changed_meanwhile_is_left_alone(rows: Rows) -> None:
    script = (
        "import urllib.request as u\n"
        f"u.urlopen(u.Request('{rows.process.url}/items/6/', b'{{\"title\": \"Theirs\"}}', "
        "method='PATCH'))\n"
        "text = text.replace('Row 6', 'Mine').replace('Row 9', 'Nine')"
    )
    done = edited(rows, script, "6", "9", "--yes")
    assert done.code == 6 and "Someone else changed title" in done.out
    assert rows.process.rows()["6"]["title"] == "Theirs"
    rows.process.reset()
    assert edited(rows, script, "6", "--yes").code == CONFLICT


def test_rows_are_edited_as_a_table(rows: Rows) -> None:
    script = "assert '\\tRow 9' in text; text = text.replace('Row 9', 'Nine')"
    done = edited(rows, script, "9", "--as", "tsv", "--dry-run")
    assert done.code == OK and '"Row 9" → "Nine"' in done.out, done.err
    file = rows.config.read_text()
    rows.config.write_text(file.replace("[svc]\n", '[svc]\nedit_rows_as = "tsv"\n', 1))
    done = edited(rows, script, "9", "--dry-run")
    assert done.code == OK and '"Row 9" → "Nine"' in done.out, done.err
    broken = edited(rows, "text = text.replace('Row 9', '\"Nine')", "9", "--yes")
    assert broken.code == ERROR and "a quote is not closed" in sentence(broken)
    assert ".tsv" in broken.err and rows("edit", "items", "9", "-o", "tsv").code == USAGE


def test_an_editor_that_is_not_there_is_named(rows: Rows) -> None:
    done = rows("edit", "items", "6", "--yes", env={"VISUAL": "", "EDITOR": "no-such-editor"})
    assert done.code == ERROR and "no-such-editor" in sentence(done)


CHILD = (
    "__import__('subprocess').Popen(['sh', '-c', 'while kill -0 $0 2>/dev/null; do sleep 0.1; "
    "done', str(os.getppid())], start_new_session=True)"
)
"""Starts what holds the pipes of a command until svc-tui has ended, also where that is killed."""


def piped(rows: Rows, script: str, *arguments: str) -> Done:
    """Pipe rows through a program that has each row as `row`."""
    program = rows.folder / "filter.py"
    program.write_text(
        "import json, sys, os, time\nfor line in sys.stdin:\n    row = json.loads(line)\n"
        f"    {script}\n    print(json.dumps(row))\n"
    )
    return rows("pipe", "items", *arguments, "--", sys.executable, str(program))


def test_rows_go_through_a_command(rows: Rows) -> None:
    script = "row['title'] = row['title'].upper() if row['id'] > 30 else row['title']"
    done = piped(rows, script, "status:draft", "--yes")
    assert done.code == OK, done.err
    assert sorted(rows.writes) == ["PATCH 33", "PATCH 36", "PATCH 39"]
    done = piped(rows, "if row['id'] == 6: continue", "6", "9", "--yes")
    assert done.code == OK and "1 row was missing from the output" in done.err
    assert len(rows.writes) == 3


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("print('nonsense')", "line 1: not valid JSON:"),
        ("row['id'] += 1000", "is not one of these rows"),
        ("row['colour'] = 1", "colour is not a key"),
        ("sys.exit(4)", "exited with code 4"),
        ("os.kill(os.getpid(), 9)", "killed by signal 9"),
        ("continue", "printed nothing"),
        ("time.sleep(60)", "took longer than 1 seconds"),
        (f"{CHILD}; time.sleep(60)", "took longer than 1 seconds"),
    ],
)
def test_a_command_that_fails_writes_nothing(rows: Rows, script: str, why: str) -> None:
    timeout = "1" if "sleep" in script else "30"
    done = piped(rows, script, "6", "9", "--yes", "--timeout", timeout)
    assert done.code == ERROR and why in sentence(done) and rows.writes == []


def test_a_command_has_to_be_named_and_there(rows: Rows, tmp_path: Path) -> None:
    assert rows("pipe", "items", "6", "--yes").code == USAGE
    done = rows("pipe", "items", "6", "--yes", "--", str(tmp_path / "gone"))
    assert done.code == ERROR and "can't be run" in sentence(done)
