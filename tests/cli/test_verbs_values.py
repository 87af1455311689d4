"""Values that no form made: what a form would refuse is refused before anything is sent."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import httpx
import pytest
import yaml

from svc_tui.cli.exits import ERROR, OK, USAGE
from tests.cli.runs import Done, sentence, svc_tui
from tests.cli.verbs import CONSOLE, Rows, rows_process

__all__ = ["rows_process"]

FIELDS = """\
  { key = "pages", type = "number", attrs = { min = 1 } },
  { key = "day", type = "date" },
  { key = "at", type = "datetime" },
  { key = "paid", type = "boolean" },
  { key = "color", type = "color" },
  { key = "price", type = "number", when = { paid = true } },
  { key = "pin", type = "number", no_draft = true },
  { key = "made", type = "date", readonly = true },
"""

INPUTS = """
inputs = [{ key = "copies", type = "number", attrs = { max = 9 } }]
"""


@pytest.fixture
def rows(rows_process, tmp_path: Path) -> Rows:  # type: ignore[no-untyped-def]
    """Forty rows with values of several types."""
    rows_process.reset()
    made = Rows(rows_process, tmp_path)
    console = CONSOLE.format(url=rows_process.url)
    console = console.replace('type = "textarea" },\n', 'type = "textarea" },\n' + FIELDS)
    console = console.replace('label = "Stamp"', 'label = "Stamp"' + INPUTS)
    made.config.write_text(console)
    return made


def edited(rows: Rows, verb: str, script: str, *arguments: str) -> Done:
    """Run `edit` with a script that changes `text`, or `pipe` with one that changes `row`."""
    program = rows.folder / "program.py"
    if verb == "edit":
        program.write_text(
            "import pathlib, sys\npath = pathlib.Path(sys.argv[1]); text = path.read_text()\n"
            f"{script}\npath.write_text(text)\n"
        )
        editor = f"{shlex.quote(sys.executable)} {shlex.quote(str(program))}"
        return rows("edit", "items", *arguments, env={"VISUAL": "", "EDITOR": editor})
    program.write_text(
        "import json, sys\nfor line in sys.stdin:\n"
        f"    row = json.loads(line)\n    {script}\n    print(json.dumps(row))\n"
    )
    return rows("pipe", "items", *arguments, "--", sys.executable, str(program))


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("pages=many", "pages=many: This is not a number."),
        ("pages=0", "pages=0: Must be at least 1."),
        ("day=soon", "day=soon: Use the format 2026-05-31."),
        ("day=2026-02-30", "day=2026-02-30: There is no day 30 in 2026-02: use 01 to 28."),
        ("at=2026-05-31", "at=2026-05-31: The time is missing: use the format 2026-05-31 18:30."),
        ("paid=on", "paid=on: This is neither true nor false."),
        ("color=blueish", "color=blueish: This is not a color:"),
        ("status=gone", "status=gone: This is not one of the choices: draft, review, published."),
        ("title=", "title: This field is required."),
        ("pin=psst", "pin: This value is not valid."),
    ],
)
def test_no_verb_sends_what_the_form_refuses(rows: Rows, given: str, why: str) -> None:
    for arguments in (
        ("update", "items", "3", "--set", given),
        ("update", "items", "3", "--set", given, "--dry-run"),
        ("create", "items", "--set", "title=New", "--set", given)
        if not given.startswith("title")
        else ("create", "items", "--set", given),
    ):
        done = rows(*arguments)
        assert (done.code, rows.writes) == (ERROR, [])
        assert sentence(done).startswith(why), done.err
        assert sentence(done).endswith("Nothing was changed.") and "psst" not in done.err
    done = svc_tui("plan", "update", "items", "3", "--set", given, "--config", str(rows.config))
    assert (done.code, done.out) == (ERROR, "")


def test_values_as_backends_have_them_are_sent(rows: Rows) -> None:
    values = {
        "pages": "12.50",
        "day": "2026-05-31T00:00:00Z",
        "at": "2026-05-31T18:30:00.1234567+02:00",
        "paid": 1,
        "color": "#fc0",
        "status": "review",
        "made": "whenever",
    }
    sets = [f"--set={key}:={json.dumps(value)}" for key, value in values.items()]
    assert rows("update", "items", "3", *sets).code == OK
    assert rows.process.rows()["3"].items() >= values.items()


def test_an_old_value_that_is_wrong_keeps_nothing_from_being_saved(
    rows: Rows, tmp_path: Path
) -> None:
    old = {"pages": "many", "day": "soon", "status": "gone", "title": ""}
    httpx.patch(f"{rows.process.url}/items/3/", json=old, trust_env=False)
    done = edited(rows, "edit", "text = text.replace('note: null', 'note: x')", "3", "--yes",
                  "--columns=note,pages,day,title")  # fmt: skip
    assert done.code == OK, done.err
    done = edited(rows, "pipe", "row['note'] = 'y'", "3", "--yes")
    assert done.code == OK and rows.process.rows()["3"]["note"] == "y", done.err
    file = tmp_path / "rows.jsonl"
    file.write_text(json.dumps({"id": 3, **old, "note": "z"}) + "\n")
    assert rows("import", "items", file, "--yes").code == OK
    assert rows.process.rows()["3"].items() >= {**old, "note": "z"}.items()
    file.write_text(json.dumps({"id": 3, **old, "day": "later"}) + "\n")
    done = rows("import", "items", file, "--yes")
    assert "Row 1: day=later: Use the format 2026-05-31. Nothing was changed.\n" in done.err


def test_conditions_are_asked_of_the_record(rows: Rows) -> None:
    assert rows("update", "items", "3", "--set", "price=dear").code == OK
    assert rows("update", "items", "4", "--set", "paid=yes").code == OK
    done = rows("update", "items", "3", "4", "--set", "price=dear", "--yes")
    assert done.code == ERROR and sentence(done).startswith("4: price=dear: This is not a number.")


def test_rows_that_come_back_wrong_are_refused_and_kept(rows: Rows) -> None:
    done = edited(rows, "edit", "text = text.replace('review', 'gone')", "4", "--yes")
    assert done.code == ERROR and "status=gone: This is not one of the choices" in done.err
    assert "Nothing was changed. Your text was saved in" in done.err
    done = edited(rows, "pipe", "row['status'] = 'gone'", "4", "5", "--yes")
    assert done.code == ERROR and "4: status=gone: This is not one of" in done.err
    assert rows.writes == []


def test_rows_of_a_file_are_counted(rows: Rows, tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    file.write_text("id,pages\n3,12\n4,many\n")
    for verb in (("import", "items", file), ("update", "items", "--from", file)):
        done = rows(*verb, "--yes")
        assert (done.code, rows.writes) == (ERROR, [])
        assert "Row 2: pages=many: This is not a number. Nothing was changed.\n" in done.err


def test_a_plan_that_was_changed_by_hand_is_checked(rows: Rows, tmp_path: Path) -> None:
    made = svc_tui(
        "plan", "update", "items", "3", "--set", "pages=12", "--config", str(rows.config)
    )
    plan = yaml.safe_load(made.out)
    plan["rows"][0]["set"]["pages"] = "many"
    file = tmp_path / "plan.yaml"
    file.write_text(yaml.safe_dump(plan))
    done = rows("apply", file, "--yes")
    assert (done.code, rows.writes) == (ERROR, [])
    assert sentence(done).startswith("Row 1: pages=many: This is not a number.")


def test_an_input_of_an_action_is_checked(rows: Rows) -> None:
    for given, why in (("many", "This is not a number."), ("12", "Must be at most 9.")):
        done = rows("action", "items", "stamp", "3", "--set", f"copies={given}")
        assert (done.code, rows.writes) == (USAGE, [])
        assert sentence(done) == f"--set copies={given}: {why} Nothing was sent."
    assert rows("action", "items", "stamp", "3", "--set", "copies=2").code == OK


def test_the_key_of_a_record_stays(rows: Rows, tmp_path: Path) -> None:
    why = "id identifies the record and can't be changed. Nothing was changed."
    plan, set_id = tmp_path / "plan.yaml", ("--set", "id=9")
    for arguments in (
        ("update", "items", "3", *set_id),
        ("update", "items", "3", *set_id, "--dry-run"),
        ("plan", "update", "items", "3", *set_id),
    ):
        done = svc_tui(*arguments, "--config", str(rows.config))
        assert (done.code, rows.writes, sentence(done)) == (ERROR, [], why)
    done = rows("update", "items", "9", "3", *set_id, "--yes")
    assert (done.code, rows.writes) == (ERROR, []) and sentence(done).endswith(why)
    made = svc_tui("plan", "update", "items", "3", "--set", "note=a", "--config", str(rows.config))
    changed = yaml.safe_load(made.out)
    changed["rows"][0]["set"]["id"] = 9
    plan.write_text(yaml.safe_dump(changed))
    done = rows("apply", plan, "--yes")
    assert (done.code, rows.writes) == (ERROR, []) and sentence(done).endswith(why)
    assert rows("update", "items", "3", "--set", "id=3", "--set", "note=a").code == OK
