"""Runs over many rows on a full disk, a line that is cut, a session that ends, a slow server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from svc_tui.cli.exits import ERROR, NOT_SIGNED_IN, OK, PARTLY_DONE, REFUSED
from svc_tui.config.paths import state_dir
from svc_tui.stores.history.chained_file import ChainedFile
from tests.backends.cut_line import CutLine
from tests.backends.demo import DemoProcess
from tests.cli.runs import ROOT, sentence, svc_tui
from tests.cli.test_sign_in import sign_in
from tests.cli.verbs import Rows, rows, rows_process

__all__ = ["rows", "rows_process"]

UPDATE = ("update", "items", "status:draft", "--all", "--set", "note=x", "--yes")
NUMBERS = range(3, 40, 3)
EACH_ONCE = sorted(f"PATCH {n}" for n in NUMBERS)


def begin(
    arguments: Sequence[str | Path], *, limit: int | None = None, stdout: int = subprocess.PIPE
) -> subprocess.Popen[str]:
    """Start a command; no file that it writes may grow over `limit` KiB."""
    command = [sys.executable, "-B", "-m", "svc_tui", *map(str, arguments)]
    if limit is not None:
        command = ["bash", "-c", f'ulimit -f {limit}; exec "$0" "$@"', *command]
    return subprocess.Popen(
        command,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def of(rows: Rows, *arguments: str | Path) -> list[str | Path]:
    verb, *rest = arguments
    return [verb, "--config", rows.config, *rest]


def test_on_a_full_disk_a_run_stops_and_goes_on_later(rows: Rows, tmp_path: Path) -> None:
    again = tmp_path / "again.ndjson"
    every = ("update", "items", "--all", "--expect", "40", "--set", "note=x", "--yes")
    process = begin(of(rows, *every, "--jobs", "1", "--failed", again), limit=5)
    _, err = process.communicate(timeout=60)
    assert process.returncode == PARTLY_DONE, err
    assert "The run can no longer be saved: File too large." in err and "resume" in err
    assert "Traceback" not in err
    assert 0 < len(rows.writes) < 40
    tried = {int(one.split()[1]) for one in rows.writes}
    left = [json.loads(line) for line in again.read_text().splitlines()]
    assert {one["id"] for one in left} == set(range(1, 41)) - tried
    assert all(one["note"] == "x" for one in left)
    assert rows("resume").code == OK
    assert sorted(rows.writes) == sorted(f"PATCH {n}" for n in range(1, 41))


def test_on_a_full_disk_a_run_that_cannot_be_kept_does_nothing(rows: Rows) -> None:
    process = begin(of(rows, *UPDATE), limit=0)
    _, err = process.communicate(timeout=60)
    assert process.returncode == ERROR and "Nothing was changed" in err and rows.writes == []
    assert "Traceback" not in err


def test_output_that_finds_no_room_is_one_sentence(rows: Rows, tmp_path: Path) -> None:
    for verb in (("list", "items", "--all"), ("options", "items", "-o", "yaml")):
        with open("/dev/full", "w") as full:
            process = begin(of(rows, *verb), stdout=full.fileno())
            _, err = process.communicate(timeout=60)
        assert process.returncode == ERROR
        assert err == "The output could not be written: No space left on device.\n"
    file = tmp_path / "out.json"
    process = begin(of(rows, "export", "items", file, "status:draft"), limit=0)
    _, err = process.communicate(timeout=60)
    assert process.returncode == ERROR and "Traceback" not in err and not file.exists(), err


def test_after_a_line_that_was_cut_each_row_is_written_exactly_once(rows: Rows) -> None:
    line = CutLine(rows.process.url)
    rows.config.write_text(rows.config.read_text().replace(rows.process.url, line.url))
    rows.process.faults(hold=4)
    process = begin(of(rows, *UPDATE))
    rows.process.await_held(6)
    line.cut()
    _, err = process.communicate(timeout=60)
    assert process.returncode == PARTLY_DONE and "`svc-tui resume " in err, err
    rows.process.faults(release=True)
    rows.process.await_idle()
    line.mend()
    assert rows("resume").code == OK
    assert sorted(rows.writes) == EACH_ONCE
    line.cut()


def test_a_server_too_slow_to_answer_gets_nothing_twice(rows: Rows) -> None:
    patient = rows.config.read_text()
    rows.config.write_text(patient.replace("[svc]\n", "[svc]\ntimeout = 0.5\n", 1))
    rows.process.faults(hold=4)
    process = begin(of(rows, *UPDATE))
    rows.process.await_held(6)
    out, err = process.communicate(timeout=60)
    assert process.returncode == PARTLY_DONE and "Traceback" not in err, err
    rows.config.write_text(patient)
    rows.process.faults(release=True)
    rows.process.await_idle()
    done = rows("resume")
    assert done.code in (OK, ERROR), done.err  # Nothing may be left of it.
    again = rows(*UPDATE)
    assert again.code == OK
    assert sorted(rows.writes) == EACH_ONCE, (out, err)


def test_two_deletions_at_once_delete_and_tell_each_row_once(rows: Rows) -> None:
    delete = ("delete", "items", "status:draft", "--all", "--yes", "-o", "ndjson")
    rows.process.faults(hold=4)
    both = [begin(of(rows, *delete)) for _ in range(2)]
    rows.process.await_held(12)
    rows.process.faults(release=True)
    told = [one.communicate(timeout=60) for one in both]
    assert [one.returncode for one in both] == [OK, OK], told
    results = [json.loads(line) for out, _ in told for line in out.splitlines()]
    assert sorted(rows.writes) == sorted(f"DELETE {n}" for n in NUMBERS)
    assert sum(one["state"] == "ok" for one in results) == len(NUMBERS)
    gone = sum(one["state"] == "skipped" for one in results)
    assert gone == len(results) - len(NUMBERS) > 0
    assert svc_tui("history", "--verify").code == OK
    assert not list((state_dir() / "runs").iterdir())


def test_a_session_that_ends_in_the_middle_is_told_and_gone_on_with(
    fresh_demo: DemoProcess,
) -> None:
    sign_in(fresh_demo, "admin")
    url = ("--url", fresh_demo.url)
    ids = map(str, range(1, 13))
    update = ("update", "articles", *ids, "--set", "summary=Changed by a run", "--yes")
    process = begin([*update, *url, "--jobs", "1", "--rate", "8"])
    log = ChainedFile(state_dir() / "history")
    while sum(1 for _ in log.lines()) < 1:
        with pytest.raises(subprocess.TimeoutExpired):  # It is still under way.
            process.wait(0.05)
    assert svc_tui("logout", *url).code == OK
    _, err = process.communicate(timeout=60)
    assert process.returncode == PARTLY_DONE and "resume" in err, err
    done = svc_tui("resume", *url)
    assert done.code == NOT_SIGNED_IN and "svc-tui login" in sentence(done)
    sign_in(fresh_demo, "admin")
    assert svc_tui("resume", *url).code == OK
    written = [one.entry["path"] for one in log.lines() if one.entry and one.entry["status"] == 200]
    assert sorted(written) == sorted(f"/api/articles/{n}/" for n in range(1, 13))


@pytest.mark.parametrize("protected", [True, False])
def test_a_log_that_cannot_be_written_stops_a_protected_profile_alone(
    rows: Rows, protected: bool
) -> None:
    (state_dir() / "history").parent.mkdir(parents=True, exist_ok=True)
    (state_dir() / "history").write_text("in the way")
    if protected:
        svc = '[svc]\nprotect = true\ntitle = "live"\n'
        rows.config.write_text(rows.config.read_text().replace("[svc]\n", svc, 1))
    flags = ("--profile-name", "live") if protected else ()
    done = rows(*UPDATE, *flags)
    assert "can't be written" in done.err + done.out and "Traceback" not in done.err
    if protected:
        assert done.code == REFUSED and rows.writes == []
    else:
        assert done.code == OK and sorted(rows.writes) == EACH_ONCE
        assert done.err.count("can't be written") == 1


def test_a_table_with_a_mistake_far_down_is_refused_whole(rows: Rows, tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    lines = [f"{n},Row {n}" for n in range(1, 100_000)]
    lines[69_998] = "69999,Row, 69999"
    file.write_bytes(b"\xef\xbb\xbfid,title\r\n" + "\r\n".join(lines).encode() + b"\r\n")
    done = rows("import", "items", file, "--yes")
    assert done.code == ERROR and "line 70000: expected 2 columns, found 3" in sentence(done)
    assert rows.writes == []


def test_tables_as_other_programs_write_them_are_read(rows: Rows, tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    file.write_bytes(b'\xef\xbb\xbfid,title\r\n3,"=cmd|\' /C calc\'!A0"\r\n6,"two\r\nlines"\r\n')
    assert rows("import", "items", file, "--yes").code == OK
    found = rows.process.rows()
    assert found["3"]["title"] == "=cmd|' /C calc'!A0" and "two" in found["6"]["title"]
    out = tmp_path / "out.csv"
    assert rows("export", "items", out, "status:draft", "--columns", "id,title").code == OK
    assert "'=cmd" in out.read_text()
    file.write_text("slug\nnew-one\n")
    done = rows("import", "items", file, "--key", "slug", "--yes")
    assert done.code == ERROR and "title is required" in done.err and len(rows.writes) == 2
