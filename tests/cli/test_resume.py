"""Runs over many rows that end before their time, and what `resume` does with them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from svc_tui.cli.exits import CONFLICT, ERROR, INTERRUPTED, OK, USAGE
from svc_tui.config.paths import state_dir
from tests.backends.rows import RowsProcess
from tests.cli.runs import ROOT, sentence
from tests.cli.verbs import Rows, rows, rows_process

__all__ = ["rows", "rows_process"]


def begun(rows: Rows, *arguments: str, hold: int, jobs: int = 6) -> subprocess.Popen[bytes]:
    """A verb in the middle of its rows: the backend holds what comes after `hold` writes."""
    rows.process.faults(hold=hold)
    arguments = (*arguments, "--jobs", str(jobs))
    verb, *rest = arguments
    process = subprocess.Popen(
        [sys.executable, "-m", "svc_tui", verb, "--config", str(rows.config), *rest],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    rows.process.await_held(min(jobs, 13 - hold))
    return process


UPDATE = ("update", "items", "status:draft", "--all", "--set", "note=x", "--yes")
DELETE = ("delete", "items", "status:draft", "--all", "--yes")
NUMBERS = range(3, 40, 3)


@pytest.mark.parametrize("carried_out", [True, False], ids=["stored", "lost"])
@pytest.mark.parametrize("hold", [0, 5, 12])
@pytest.mark.parametrize("verb", [UPDATE, DELETE], ids=["update", "delete"])
def test_after_a_kill_each_row_is_written_exactly_once(
    rows: Rows, verb: tuple[str, ...], hold: int, carried_out: bool
) -> None:
    process = begun(rows, *verb, hold=hold)
    process.kill()
    process.communicate()
    rows.process.faults(release=True, abandon=not carried_out)
    rows.process.await_idle()
    done = rows("resume")
    assert done.code == OK, done.err
    method = "PATCH" if verb is UPDATE else "DELETE"
    assert sorted(rows.writes) == sorted(f"{method} {n}" for n in NUMBERS)
    logged = [json.loads(one) for one in rows("history", "-o", "ndjson").out.splitlines()]
    assert sorted(one["id"] for one in logged) == sorted(map(str, NUMBERS))
    if carried_out:
        undone = rows("undo", str(logged[0]["n"]), "--run", "--yes")
        assert undone.code == OK and len(rows.writes) == 2 * len(NUMBERS), undone.err
    assert rows("resume").code == ERROR and not list((state_dir() / "runs").iterdir())


def test_a_creation_that_was_on_its_way_is_told_and_not_repeated(
    rows: Rows, tmp_path: Path
) -> None:
    file = tmp_path / "new.ndjson"
    file.write_text("".join(json.dumps({"title": f"New {n}"}) + "\n" for n in range(5)))
    process = begun(rows, "create", "items", "--from", str(file), "--yes", hold=2, jobs=1)
    process.kill()
    process.communicate()
    rows.process.faults(release=True)
    rows.process.await_idle()
    told = rows.lines("resume", code=6)
    assert [one["state"] for one in told] == ["unknown", "ok", "ok"]
    assert len(rows.writes) == 5


def test_an_interrupt_ends_what_is_under_way_and_begins_no_more(rows: Rows) -> None:
    process = begun(rows, *UPDATE, hold=4, jobs=2)
    process.send_signal(signal.SIGTERM)
    rows.process.faults(release=True)
    _, err = process.communicate(timeout=60)
    assert process.returncode == INTERRUPTED and b"`svc-tui resume " in err
    written = len(rows.writes)
    assert 4 < written < 13
    [run] = rows.lines("resume", "--list")
    assert run["left"] == 13 - written and run["rows"] == 13
    text = rows.config.read_text()
    rows.config.write_text(text.replace("[svc]", "[svc]\nmax_rows = 2", 1))
    done = rows("resume")
    assert done.code == ERROR and "but the limit is 2. Nothing was changed." in done.err
    assert len(rows.writes) == written
    rows.config.write_text(text)
    assert rows("resume").code == OK and len(set(rows.writes)) == len(rows.writes) == 13


def test_a_run_under_way_is_not_taken_by_another(rows: Rows) -> None:
    process = begun(rows, *UPDATE, hold=4)
    done = rows("resume")
    assert done.code == ERROR and "still in progress" in sentence(done)
    rows.process.faults(release=True)
    process.communicate(timeout=60)
    assert process.returncode == OK and len(rows.writes) == 13


def test_a_server_that_goes_away_leaves_the_rest_for_later(tmp_path: Path) -> None:
    with RowsProcess() as process:
        rows = Rows(process, tmp_path)
        running = begun(rows, *UPDATE, hold=4)
        process.process.kill()
        _, err = running.communicate(timeout=60)
    assert running.returncode == 6 and b"resume" in err, err
    with RowsProcess() as other:
        rows.config.write_text(rows.config.read_text().replace(process.url, other.url))
        done = rows("resume")
        assert done.code == CONFLICT and "belongs to" in sentence(done)
        assert rows("resume", "--discard").code == OK


def test_damaged_and_missing_runs_are_told(rows: Rows) -> None:
    process = begun(rows, *UPDATE, hold=4)
    process.kill()
    process.communicate()
    [path] = (state_dir() / "runs").iterdir()
    assert path.stat().st_mode & 0o777 == 0o600
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 9])
    done = rows("resume")
    assert done.code == ERROR and "is damaged" in sentence(done)
    path.write_bytes(whole.replace(b'"kind": "update"', b'"kind": "archive"', 1))
    done = rows("resume")
    assert done.code == ERROR and "can't continue a run of the kind archive" in sentence(done)
    done = rows("resume", "nothing")
    assert done.code == USAGE and path.stem in sentence(done)
    rows.process.faults(release=True, abandon=True)
    rows.process.await_idle()


def test_results_that_nobody_reads_end_a_run_between_two_rows(
    rows: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    with begun(rows, *UPDATE, hold=2, jobs=1) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        rows.process.faults(release=True)
        said = process.stderr.read().decode()
    assert process.returncode == ERROR
    assert "3 ok, 10 not attempted. The results can no longer be written." in said
    assert rows("resume").code == OK
    assert sorted(rows.writes) == sorted(f"PATCH {n}" for n in NUMBERS)


NOTE = '{ key = "note", type = "textarea" },'
RESET = """
[[resources.actions]]
label = "Reset"
inputs = [{ key = "password" }, { key = "pin", no_draft = true }]
request = { method = "POST", path = "{endpoint}/{id}/stamp/" }
"""


def test_nothing_is_kept_of_secrets_nor_of_a_run_that_can_not_begin(
    rows: Rows, tmp_path: Path
) -> None:
    file, runs = tmp_path / "new.ndjson", state_dir() / "runs"
    file.write_text('{"title": "One"}\n{"title": "Two"}\n')
    create = ("create", "items", "--from", file, "--yes")
    assert rows(*create, "--failed", tmp_path / "none" / "x").code == ERROR
    assert rows(*create, "-o", "template").code == USAGE
    runs.parent.mkdir(parents=True, exist_ok=True)
    runs.touch()  # No journal can be written there.
    assert rows(*create, "--failed", tmp_path / "failed").code == ERROR
    runs.unlink()
    assert not rows.writes and not [*tmp_path.glob("*failed*"), *tmp_path.glob(".failed*")]

    console = rows.config.read_text().replace(
        NOTE, f'{NOTE}\n  {{ key = "extra", type = "json" }},'
    )
    rows.config.write_text(console + RESET)
    for name in ("password", "pin"):
        act = ("action", "items", "reset", "1", "2", "--set", f"{name}=hunter2")
        planned = rows("plan", *act)
        assert (
            planned.code == ERROR and f"Plans can't contain secrets: remove {name}." in planned.err
        )
        assert planned.out == "" and "contains secrets" in rows(*act, "--yes").err
    file.write_text('{"title": "A", "extra": {"token": "x"}}\n{"title": "B"}\n')
    assert "contains secrets" in rows(*create).err
    assert not runs.exists()
