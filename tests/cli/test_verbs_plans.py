"""plan, apply, diff: writes as a file to be reviewed, and compare the records of two profiles."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
import yaml

from svc_tui.cli.exits import CONFLICT, ERROR, OK, PARTLY_DONE, USAGE
from tests.backends.rows import RowsProcess
from tests.cli.runs import sentence
from tests.cli.verbs import Rows, rows, rows_process

__all__ = ["rows", "rows_process"]


def planned(rows: Rows, folder: Path, *arguments: str, code: int = OK) -> Path:
    done = rows_plan(rows, *arguments)
    assert done.code == code, done.err
    path = folder / "change.yaml"
    path.write_text(done.out)
    return path


def rows_plan(rows: Rows, *arguments: str):  # type: ignore[no-untyped-def]
    from tests.cli.runs import svc_tui

    return svc_tui("plan", *arguments, "--config", str(rows.config))


def test_a_plan_is_reviewed_and_applied_as_it_is(rows: Rows, tmp_path: Path) -> None:
    plan = planned(rows, tmp_path, "update", "items", "3", "4", "999", "--set", "note=x",
                   code=PARTLY_DONE)  # fmt: skip
    assert rows.writes == []
    told = yaml.safe_load(plan.read_text())
    assert [row["request"] for row in told["rows"]] == ["PATCH /items/3", "PATCH /items/4"]
    assert told["rows"][0]["set"] == {"note": "x"} and told["rows"][0]["old"] == {"note": None}
    done = rows("apply", plan)
    assert done.code == USAGE and 'note: null → "x"' in done.err and rows.writes == []
    assert rows("apply", plan, "--yes").code == OK
    assert sorted(rows.writes) == ["PATCH 3", "PATCH 4"]
    again = rows("apply", plan, "--yes")
    assert again.code == CONFLICT and "Changed since the plan was made: 3, 4" in sentence(again)


@pytest.mark.parametrize(
    "arguments",
    [
        ("delete", "items", "3"),
        ("create", "items", "--set", "title=New"),
        ("action", "items", "stamp", "3"),
    ],
)
def test_every_write_can_be_planned(rows: Rows, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    plan = planned(rows, tmp_path, *arguments)
    assert rows.writes == []
    assert rows("apply", plan, "--yes").code == OK
    [write] = rows.writes
    assert write in ("DELETE 3", "POST 41", "stamp 3")


def test_a_plan_of_new_records_creates_them_once(rows: Rows, tmp_path: Path) -> None:
    rows.config.write_text(rows.config.read_text().replace("[svc]\n", "[svc]\nmax_rows = 2\n", 1))
    file = tmp_path / "rows.csv"
    file.write_text("slug,title\nrow-3,Row 3\nrow-4,Four\nnew,New\n")
    plan = planned(rows, tmp_path, "import", "items", str(file), "--key", "slug")
    assert rows("apply", plan, "--yes").code == OK  # Row 3 is as it was: two are written.
    told = yaml.safe_load(plan.read_text())
    told["rows"] = [one for one in told["rows"] if one.get("new")]
    plan.write_text(yaml.safe_dump(told))
    again = rows("apply", plan, "--yes")
    assert again.code == CONFLICT and "Changed since the plan was made: new" in sentence(again)
    assert sorted(rows.writes) == ["PATCH 4", "POST 41"]


def test_a_plan_for_another_backend_or_an_older_record_is_refused(
    rows: Rows, tmp_path: Path
) -> None:
    plan = planned(rows, tmp_path, "delete", "items", "3", "4")
    text = plan.read_text()
    httpx.patch(f"{rows.process.url}/items/4/", json={"note": "theirs"}, trust_env=False)
    done = rows("apply", plan, "--yes")
    assert done.code == CONFLICT and "made: 4" in sentence(done)
    plan.write_text(text.replace(rows.process.url, "http://127.0.0.1:1"))
    done = rows("apply", plan, "--yes")
    assert done.code == CONFLICT and "made for http://127.0.0.1:1" in sentence(done)
    for broken in ("", "plan: 7", text[: len(text) // 2], text.replace("seen:", "sawn:"), "a: ["):
        plan.write_text(broken)
        done = rows("apply", plan, "--yes")
        assert done.code == ERROR, done.err
        sentence(done)
    assert rows.writes == ["PATCH 4"]
    assert rows_plan(rows, "list", "items").code == USAGE


def test_two_backends_are_compared_by_a_key(rows: Rows, tmp_path: Path) -> None:
    with RowsProcess() as other:
        profile = f'[profiles.staging]\nbase_url = "{rows.process.url}"\n'
        profile += f'[profiles.live]\nbase_url = "{other.url}"\n'
        rows.config.write_text(rows.config.read_text() + profile)
        with httpx.Client(trust_env=False) as client:
            client.patch(f"{other.url}/items/3/", json={"title": "Other"})
            client.delete(f"{other.url}/items/4/")
            client.post(f"{other.url}/items", json={"slug": "new", "title": "New"})
        where = ("diff", "items", "--from", "staging", "--to", "live", "--key", "slug")
        found = rows.lines(*where)
        assert {(one["key"], one["state"], one["path"]) for one in found} == {
            ("row-3", "differs", "title"),
            ("row-4", "only in --from", ""),
            ("new", "only in --to", ""),
        }
        assert rows(*where, "--exit-code").code == ERROR
        assert rows(*where, "status:published", "--exit-code").code == OK
        assert rows("diff", "items", "--from", "live", "--to", "live").code == USAGE
        done = rows("diff", "items", "--from", "live", "--to", "nowhere")
        assert done.code == USAGE, done.err
