"""`svc-tui history`: what was written, and whether the log is whole."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from svc_tui.cli.exits import ERROR, OK, USAGE, CommandError
from svc_tui.cli.history import moment
from svc_tui.config.paths import state_dir
from svc_tui.stores.history.chained_file import ChainedFile
from tests.backends.demo import DemoProcess
from tests.cli.runs import sentence, svc_tui
from tests.cli.test_sign_in import sign_in


def test_an_upload_of_the_command_line_is_in_the_log_of_the_console(
    fresh_demo: DemoProcess, tmp_path: Path
) -> None:
    assert svc_tui("history").err == "No changes yet.\n"
    sign_in(fresh_demo)
    picture = tmp_path / "note.txt"
    picture.write_text("hello")
    assert svc_tui("--url", fresh_demo.url, "upload", str(picture)).code == OK

    [line] = json.loads(svc_tui("history", "-o", "json").out)
    assert (line["method"], line["status"], line["user"]) == ("POST", 201, "editor")
    assert line["host"] == fresh_demo.url
    assert json.loads(svc_tui("history", "--since", "1h", "-o", "ndjson").out) == line
    table = svc_tui("history").out
    assert "editor@" in table and "POST /api/media/  201" in table and "note" in table

    assert "The log is intact: 1 change." in svc_tui("history", "--verify").out
    [file] = ChainedFile(state_dir() / "history").files()
    file.write_bytes(file.read_bytes().replace(b'"editor"', b'"nobody"'))
    done = svc_tui("history", "--verify")
    assert done.code == ERROR
    assert "The last line, entry 1, was changed." in done.err
    assert "The change log was altered. Run `svc-tui history --verify`" in svc_tui("history").err
    undo = svc_tui("undo", "1", "--dry-run", "--url", fresh_demo.url)
    assert "The change log was altered" in undo.err


def test_a_log_that_can_not_be_read_is_not_called_empty() -> None:
    state_dir().mkdir(parents=True)
    (state_dir() / "history").write_text("")
    for flags in ([], ["--verify"]):
        done = svc_tui("history", *flags)
        assert done.code == ERROR and "can't be read: Not a directory" in sentence(done)


@pytest.mark.parametrize("given", ["yesterdayish", "2x", "99999999999w", ""])
def test_a_span_that_is_none_is_one_sentence(given: str) -> None:
    done = svc_tui("history", "--since", given)

    if given == "99999999999w" or not given:
        assert done.code == OK
    else:
        assert done.code == USAGE
        assert "--since takes a time span (2d" in sentence(done)


def test_spans_and_dates() -> None:
    now = datetime(2026, 3, 10, 12, tzinfo=UTC)

    assert moment("2d", now) == now - timedelta(days=2)
    assert moment("90m", now) == now - timedelta(minutes=90)
    assert moment("2026-03-01T00:00:00+00:00") == datetime(2026, 3, 1, tzinfo=UTC)
    with pytest.raises(CommandError):
        moment("soon")


def test_the_log_is_printed_in_every_format(fresh_demo: DemoProcess, tmp_path: Path) -> None:
    sign_in(fresh_demo)
    note = tmp_path / "note.txt"
    note.write_text("hello")
    assert svc_tui("--url", fresh_demo.url, "upload", str(note)).code == OK
    head, line = svc_tui("history", "-o", "csv").out.splitlines()
    assert head.startswith("N,Time,Profile,User") and ",editor," in line
    yaml = svc_tui("history", "-o", "yaml").out
    assert "- n: 1\n" in yaml and "\n  method: POST\n" in yaml
    found = svc_tui("history", "-o", "template", "--template", "{n} {method} {fields.title.new}")
    assert found.out == "1 POST note\n"
    assert svc_tui("history", "-o", "name").out == "history/1\n"
    assert svc_tui("history", "-o", "template").code == USAGE
    assert svc_tui("history", "--since", "2999-01-01", "-o", "json").out == "[]\n"
