"""export and import: files that are odd are refused whole, and what is done is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from svc_tui.cli.exits import CONFLICT, ERROR, OK, PARTLY_DONE, USAGE
from tests.cli.runs import sentence
from tests.cli.verbs import Rows, rows, rows_process

__all__ = ["rows", "rows_process"]


def test_what_is_exported_and_changed_is_imported_again(rows: Rows, tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    rows("update", "items", "3", "--set", "title==1+1")
    done = rows("export", "items", file, "status:draft", "--columns", "id,slug,title,note")
    assert done.code == OK and done.out == "" and "13 rows" in done.err
    text = file.read_bytes().decode()
    assert "'=1+1" in text
    changed = text.replace("Row 6", "Sechs").replace("Row 9", 'Neun "und"'.replace('"', ""))
    changed += "row-99,,,\r\n".replace("row-99,,", ",row-99,Neu")
    file.write_bytes(b"\xef\xbb\xbf" + changed.encode())
    done = rows("import", "items", file, "--key", "slug", "--yes")
    assert done.code == OK, done.out + done.err
    assert "1 to create, 13 to change" in done.err
    assert sorted(rows.writes[1:]) == ["PATCH 6", "PATCH 9", "POST 41"]
    assert rows.process.rows()["41"]["title"] == "Neu"
    assert rows.process.rows()["3"]["title"] == "=1+1"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("id,title\n3,x\n4\n", "line 3: expected 2 columns, found 1"),
        ('id,title\n3,"x\n4,y\n', "line 2: a quote is not closed"),
        ("id,title,title\n3,x,y\n", "title appears twice"),
        ("id,title,Title\n3,x,y\n", "Two columns are both for title."),
        ("id,titel\n3,x\n", "did you mean title"),
        ("id,title\n3,x\n3,y\n", "Rows 1 and 2 have the same id"),
        ("id,title\n3,x\n4,\n", "Row 2: title: This field is required."),
        ("id;title\n3;x\n", "separate columns with commas, not semicolons"),
        ("", "is empty"),
    ],
)
def test_a_table_that_is_wrong_is_refused_whole(
    rows: Rows, tmp_path: Path, text: str, why: str
) -> None:
    file = tmp_path / "rows.csv"
    file.write_text(text)
    done = rows("import", "items", file, "--yes")
    assert done.code in (ERROR, USAGE) and why in done.err and rows.writes == []


def test_rows_that_the_backend_refuses_late_are_told_and_kept(rows: Rows, tmp_path: Path) -> None:
    file, failed = tmp_path / "rows.jsonl", tmp_path / "failed.jsonl"
    lines = [{"id": n, "note": f"n{n}"} for n in (1, 2, 39)] + [{"slug": "new", "title": "New"}]
    file.write_text("".join(f"{json.dumps(one)}\n" for one in lines))
    rows.process.faults(refuse=[39])
    done = rows("import", "items", file, "--yes", "--failed", failed)
    assert done.code == PARTLY_DONE and "3 ok, 1 failed" in done.err
    assert json.loads(failed.read_text())["id"] == 39
    rows.process.faults(refuse=[])
    assert rows("import", "items", failed, "--yes").code == OK
    assert sorted(rows.writes) == ["PATCH 1", "PATCH 2", "PATCH 39", "POST 41"]


def test_files_are_never_replaced_unasked_and_keys_are_unique(rows: Rows, tmp_path: Path) -> None:
    file = tmp_path / "rows.json"
    file.write_text("mine")
    done = rows("export", "items", file)
    assert done.code == ERROR and "--overwrite" in sentence(done) and file.read_text() == "mine"
    assert rows("export", "items", file, "--overwrite").code == OK
    assert len(json.loads(file.read_text())) == 40
    done = rows("export", "items", tmp_path / "rows.xls")
    assert done.code == USAGE
    file.write_text('[{"slug": "row-1", "title": "x"}]')
    rows("update", "items", "2", "--set", "slug=row-1")
    done = rows("import", "items", file, "--key", "slug", "--yes")
    assert done.code == CONFLICT and "Two records" in sentence(done)
    file.write_text('[{"note": "None", "title": "Not the rows without a note"}]')
    assert "1 to create, 0 to change" in rows("import", "items", file, "--key", "note", "--yes").err
