"""create, update, delete, action: what is written, what is refused, and by which exit code."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from svc_tui.cli.exits import CONFLICT, ERROR, INTERRUPTED, OK, PARTLY_DONE, REFUSED, USAGE
from tests.backends.demo import DemoProcess
from tests.cli.runs import sentence, svc_tui
from tests.cli.test_sign_in import sign_in
from tests.cli.verbs import Rows, rows, rows_process
from tests.pty.terminal import Terminal

__all__ = ["rows", "rows_process"]


def test_update_sends_what_differs_and_nothing_else(rows: Rows) -> None:
    assert rows.lines("update", "items", "3", "--set", "title=2024") == [
        {"id": 3, "title": "Row 3", "state": "ok", "reason": ""}
    ]
    assert rows.process.rows()["3"]["title"] == "2024"
    [again] = rows.lines("update", "items", "3", "--set", "title=2024")
    assert again["state"] == "skipped" and rows.writes == ["PATCH 3"]
    assert rows("create", "items", "--set", "title=T", "--set", "slug:=null").code == OK
    assert rows("update", "items", "41", "--set", "note:=null").code == OK
    written = rows.process.rows()["41"]
    assert (written["slug"], written["note"]) == (None, None)


def test_a_filter_needs_all_and_more_than_one_row_an_answer(rows: Rows) -> None:
    where = ("update", "items", "status:draft")
    done = rows(*where, "--set", "note=x")
    assert done.code == USAGE and "Add --all" in sentence(done)
    done = rows(*where, "--all", "--set", "note=x")
    assert done.code == USAGE and "add --yes" in sentence(done)
    for wrong, code in ((("--expect", "12"), CONFLICT), (("--max", "12"), ERROR)):
        done = rows(*where, "--all", "--set", "note=x", "--yes", *wrong)
        assert done.code == code and "13 records" in sentence(done)
    assert rows.writes == []
    done = rows(*where, "--all", "--set", "note=x", "--yes", "--expect", "13")
    assert done.code == OK and "Update: 13 ok." in done.err
    assert sorted(rows.writes) == sorted(f"PATCH {n}" for n in range(3, 40, 3))
    logged = [one for one in rows.lines("history") if one["method"] == "PATCH"]
    assert len(logged) == 13 and len({one["run"] for one in logged}) == 1


def test_all_without_a_filter_is_no_accident(rows: Rows) -> None:
    done = rows("delete", "items", "--all", "--yes")
    assert done.code == USAGE and "--expect" in sentence(done) and rows.writes == []
    assert rows("delete", "items", "--all", "--yes", "--expect", "40").code == OK
    assert len(rows.writes) == 40
    done = rows("delete", "items", "status:draft", "--all", "--yes")
    assert (done.code, sentence(done)) == (OK, "No record matches. Nothing was changed.")


def test_a_dry_run_prints_requests_and_sends_none(rows: Rows) -> None:
    done = rows("update", "items", "3", "4", "999", "--set", "note=x", "--dry-run")
    assert done.code == PARTLY_DONE
    assert done.out.splitlines() == [
        "PATCH /items/3  Row 3",
        '  note: null → "x"',
        "PATCH /items/4  Row 4",
        '  note: null → "x"',
        "PATCH /items/999  There is no record 999.",
    ]
    [told] = rows.lines("delete", "items", "3", "--dry-run")
    assert (told["method"], told["path"]) == ("DELETE", "/items/3")
    [told] = rows.lines("create", "items", "--set", "title=New", "--dry-run")
    assert told["changes"] == [{"path": "title", "new": "New"}]
    [told] = rows.lines("action", "items", "publish", "3", "--dry-run")
    assert told["changes"] == [{"path": "status", "old": "draft", "new": "published"}]
    assert rows.writes == []


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        (("update", "items", "3"), USAGE, "Add --set"),
        (("update", "items", "--set", "title=x"), USAGE, "which records"),
        (("update", "items", "3", "--set", "titel=x"), USAGE, "did you mean title"),
        (("update", "items", "3", "--set", "title"), USAGE, "--set takes"),
        (("update", "items", "3", "--set", "note:={"), USAGE, "needs JSON"),
        (("delete", "items", "3"), USAGE, "add --yes"),
        (("action", "items", "burn", "3"), USAGE, "Available: stamp, publish"),
        (("action", "items", "stamp", "3", "--set", "a=b"), USAGE, "it has no inputs"),
        (("create", "items", "--from", "gone.csv"), ERROR, "can't be read"),
        (("update", "items", "3", "--set", "note=x", "--read-only"), REFUSED, "read-only mode"),
        (("delete", "items", "3", "--yes", "--failed", "no/such/folder.x"), ERROR, "can't be"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_written(
    rows: Rows, arguments: tuple[str, ...], code: int, why: str
) -> None:
    done = rows(*arguments)
    assert done.code == code and why in sentence(done) and rows.writes == []


def test_create_tells_the_new_ids_and_takes_rows_from_a_pipe(rows: Rows) -> None:
    [made] = rows.lines("create", "items", "--set", "title=New", "--set", "status=draft")
    assert (made["id"], made["title"], made["state"]) == (41, "New", "ok")
    piped = '{"title": "One"}\n{"title": "Two"}\n'
    made = rows.lines("create", "items", "--from", "-", "--yes", stdin=piped)  # type: ignore[assignment]
    assert rows.writes[1:] == ["POST 42", "POST 43"] or rows.writes[1:] == ["POST 43", "POST 42"]


def test_failed_rows_can_be_fed_again(rows: Rows, tmp_path: Path) -> None:
    rows.process.faults(refuse=[2, 3], forbid=[4])
    failed = tmp_path / "failed.ndjson"
    told = rows.lines(
        "update", "items", "1", "2", "3", "4", "999", "--set", "note=x", "--yes",
        "--failed", failed, code=PARTLY_DONE,
    )  # fmt: skip
    states = {one["id"]: (one["state"], one["reason"]) for one in told}
    assert states[1][0] == "ok" and "not wanted" in states[2][1]
    assert "no record 999" in states[999][1]
    rows.process.faults(refuse=[], forbid=[])
    done = rows("update", "items", "--from", failed, "--yes", "--failed", failed)
    assert done.code == PARTLY_DONE  # 999 is not there.
    assert sorted(rows.writes) == [f"PATCH {n}" for n in (1, 2, 3, 4)]
    [left] = map(json.loads, failed.read_text().splitlines())
    assert left["id"] == 999 and left["note"] == "x"


@pytest.mark.parametrize("verb", [("update", "items", "2", "--set", "note=x"),
                                  ("delete", "items", "2", "--yes")])  # fmt: skip
def test_a_conflict_has_one_exit_code(rows: Rows, verb: tuple[str, ...]) -> None:
    rows.process.faults(conflict=[2])
    [told] = rows.lines(*verb, code=CONFLICT)
    assert told["state"] == "failed" and "Locked by an editor." in told["reason"]


def test_an_answer_that_is_lost_is_looked_up_and_never_repeated(rows: Rows) -> None:
    rows.process.faults(drop=[2, 3, 5])
    assert {one["state"] for one in rows.lines(
        "update", "items", "1", "2", "4", "--set", "note=x", "--yes")} == {"ok"}  # fmt: skip
    assert {one["state"] for one in rows.lines("delete", "items", "3", "--yes")} == {"ok"}
    [told] = rows.lines("action", "items", "stamp", "5", code=ERROR)
    assert told["state"] == "unknown" and "unknown whether" in told["reason"]
    assert sorted(rows.writes) == ["DELETE 3", "PATCH 1", "PATCH 2", "PATCH 4", "stamp 5"]


def test_a_server_that_asks_to_wait_is_waited_for(rows: Rows) -> None:
    rows.process.faults(busy=[1, 2])
    told = rows.lines("update", "items", "1", "2", "--set", "note=x", "--yes", "--rate", "200")
    assert {one["state"] for one in told} == {"ok"} and len(rows.writes) == 2


def test_a_canary_that_fails_stops_the_rest(rows: Rows) -> None:
    rows.process.faults(refuse=[2])
    done = rows("update", "items", "1", "2", "3", "4", "--set", "note=x", "--yes", "--canary", "2")
    assert done.code == PARTLY_DONE and rows.writes == ["PATCH 1"]
    assert "2 not attempted" in done.err and "svc-tui resume" in done.err
    rows.process.faults(refuse=[])
    assert rows("resume").code == PARTLY_DONE  # Row 2 failed before.
    assert sorted(rows.writes) == ["PATCH 1", "PATCH 3", "PATCH 4"]

    rows.process.faults(refuse=[11, 12, 13])
    ids = map(str, range(11, 17))
    done = rows("update", "items", *ids, "--set", "note=x", "--yes", "--canary", "2")
    assert done.code == ERROR and "4 not attempted" in done.err
    done = rows("resume")  # It begins with two rows again, and one of them fails.
    assert done.code == PARTLY_DONE and "2 not attempted" in done.err
    assert rows.writes[3:] == ["PATCH 14"]


def test_an_action_runs_on_what_a_filter_matches(rows: Rows) -> None:
    done = rows("action", "items", "Publish", "status:review", "--all", "--yes", "--jobs", "2")
    assert done.code == OK, done.err
    assert {one["status"] for one in rows.process.rows().values()} == {"draft", "published"}


def test_a_protected_profile_is_named(rows: Rows) -> None:
    text = rows.config.read_text().replace("[svc]\n", "[svc]\nprotect = true\nmax_rows = 2\n")
    rows.config.write_text(text.replace("[svc]\n", '[svc]\ntitle = "Live"\n', 1))
    where = ("update", "items", "1", "--set", "note=x", "--yes")
    done = rows(*where)
    assert done.code == USAGE and "--profile-name Live" in sentence(done)
    done = rows(*where, "--profile-name", "Test")
    assert (
        done.code == CONFLICT
        and "This profile is Live, but --profile-name is Test." in sentence(done)
    )
    named = ("--profile-name", "Live")
    assert rows(*where, *named).code == OK
    done = rows("update", "items", "1", "2", "3", "--set", "note=x", "--dry-run")
    assert done.code == ERROR and "the limit is 2" in sentence(done)
    rows.process.faults(refuse=[4])
    done = rows("update", "items", "4", "5", *where[3:], *named, "--canary", "1")
    assert "1 not attempted" in done.err
    done = rows("resume")
    assert done.code == USAGE and "add --profile-name Live" in done.err
    assert rows("resume", *named).code == PARTLY_DONE and rows.writes == ["PATCH 1", "PATCH 5"]


def test_rights_are_those_of_the_console(fresh_demo: DemoProcess) -> None:
    sign_in(fresh_demo, "viewer")
    done = svc_tui("update", "articles", "42", "--set", "status=draft", "--url", fresh_demo.url)
    assert done.code == REFUSED and "change_article" in sentence(done)
    sign_in(fresh_demo, "editor")
    done = svc_tui(
        "update", "articles", "42", "--set", "title=Nuovo", "--lang", "it", "-o", "ndjson",
        "--url", fresh_demo.url,
    )  # fmt: skip
    assert done.code == OK, done.out + done.err
    record = json.loads(svc_tui("get", "articles", "42", "-o", "json", "--url", fresh_demo.url).out)
    assert record["translations"]["it"]["title"] == "Nuovo"


def test_on_a_terminal_the_question_names_who_is_met(rows: Rows) -> None:
    argv = [sys.executable, "-m", "svc_tui", "delete", "items", "--config", str(rows.config)]
    with Terminal([*argv, "--all", "--yes"], preloaded=True) as terminal:
        terminal.wait_for("means every record: add --expect")
        assert terminal.wait_exit() == USAGE and rows.writes == []
    with Terminal([*argv, "3", "4"], preloaded=True) as terminal:
        terminal.wait_for("Delete 2 records of items").wait_for("[y/N]")
        terminal.type("n\n").wait_for("Nothing was changed.")
        assert terminal.wait_exit() == ERROR and rows.writes == []
    with Terminal([*argv, "3", "4", "5", "--canary", "1"], preloaded=True) as terminal:
        terminal.wait_for("[y/N]").type("y\n")
        terminal.wait_for("Continue with the other 2?").type("n\n")
        terminal.wait_for("2 not attempted")
        assert terminal.wait_exit() == PARTLY_DONE and rows.writes == ["DELETE 3"]
    with Terminal([*argv, "6", "7", "--canary", "1"], preloaded=True) as terminal:
        terminal.wait_for("[y/N]").type("y\n")
        terminal.wait_for("Continue with the other 1?").type("\x03")
        terminal.wait_for("1 not attempted")
        assert terminal.wait_exit() == INTERRUPTED and rows.writes == ["DELETE 3", "DELETE 6"]


@pytest.mark.parametrize("declared", [False, True], ids=["flag", "console file"])
def test_on_an_ascii_terminal_signs_are_ascii_and_data_is_as_it_is(
    rows: Rows, declared: bool
) -> None:
    if declared:
        rows.config.write_text(rows.config.read_text().replace("[svc]\n", "[svc]\nascii = true\n"))
    assert rows("update", "items", "3", "--set", "title=Ä → B").code == OK

    def shown(verb: str, *arguments: str) -> str:
        flags = [] if declared else ["--ascii"]
        argv = [sys.executable, "-m", "svc_tui", verb, "items", "--config", str(rows.config)]
        with Terminal([*argv, *arguments, *flags], preloaded=True) as terminal:
            terminal.wait_exit()
            return terminal.text()

    table = shown("list", "status:draft", "--columns", "title,note")
    assert "Ä > B" in table and "—" not in table
    assert 'note: null > "x"' in shown("update", "3", "--set", "note=x", "--dry-run")
    assert "There is no record Ä > B." in shown("delete", "Ä → B", "--yes")
    for kind in ("json", "ndjson", "csv", "yaml"):
        assert "Ä → B" in shown("get", "3", "-o", kind)
    piped = rows("list", "items", "--columns", "title", "--ascii")
    assert "Ä → B" in piped.out
