"""Exports: complete or not there at all, and no cell that a spreadsheet would run."""

from __future__ import annotations

import asyncio
import csv
import json
from pathlib import Path
from typing import Any

import pytest

from svc_tui.api.errors import ServerError
from svc_tui.app.context import Svc
from svc_tui.models.listing import ListColumn
from svc_tui.stores.listing.export import (
    ExportFailed,
    ExportFormat,
    csv_text,
    export,
    free_name,
    obstacle,
)
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.row_sources import OfflineSource, ServerSource
from tests.fakes import FakeBackend, json_answer, waits_for
from tests.stores.fake_list import ROWS, FakeList

COLUMNS = [ListColumn(key="id", label="Id"), ListColumn(key="title"), ListColumn(key="a.b")]


def table(path: Path) -> list[list[str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


async def test_all_matching_rows_are_written_page_by_page(
    svc: Svc, backend: FakeBackend, tmp_path: Path
) -> None:
    rows = FakeList(backend, 250)
    seen: list[tuple[int, int]] = []
    path = tmp_path / "articles.csv"
    query = ListQuery(ordering=("-id",), page=3)

    done = await export(
        ServerSource(svc.crud("/api/articles")),
        query,
        COLUMNS,
        path,
        on_progress=lambda at, of: seen.append((at, of)),
    )

    written = table(path)
    assert written[0] == ["Id", "Title", "A B"]
    assert [int(row[0]) for row in written[1:]] == [*range(250, 0, -1)]
    assert rows.asked == [(1, 100), (2, 100), (3, 100)]
    assert seen == [(100, 250), (200, 250), (250, 250)]
    assert (done.rows, done.counted) == (250, 250)
    assert not [*tmp_path.glob("*.part")]


async def test_json_lines_hold_whole_records_or_the_columns(tmp_path: Path) -> None:
    source = OfflineSource([{"id": 1, "a": {"b": "é\x1b"}, "c": [1]}])

    await export(source, ListQuery(), [], tmp_path / "whole", "jsonl")
    await export(source, ListQuery(), COLUMNS, tmp_path / "part", "jsonl")

    assert json.loads((tmp_path / "whole").read_text()) == source.rows[0]
    assert json.loads((tmp_path / "part").read_text()) == {"id": 1, "title": None, "a.b": "é\x1b"}


async def test_a_json_file_is_one_list_also_when_nothing_matches(tmp_path: Path) -> None:
    source = OfflineSource([{"id": 1, "a": {"b": "é"}}, {"id": 2}])
    await export(source, ListQuery(), [], tmp_path / "whole.json", "json")
    await export(source, ListQuery(), [], tmp_path / "none.json", "json", rows=[])

    assert json.loads((tmp_path / "whole.json").read_text()) == source.rows
    assert json.loads((tmp_path / "none.json").read_text()) == []


@pytest.mark.parametrize("format", ["json", "jsonl"])
async def test_a_number_that_is_no_json_is_written_as_null(
    tmp_path: Path, format: ExportFormat
) -> None:
    row = json.loads('{"a": NaN, "b": [1e999, -1e999], "c": "é NaN"}')
    await export(OfflineSource([row]), ListQuery(), [], tmp_path / "odd", format)

    text = (tmp_path / "odd").read_text()
    assert json.loads(text.strip("[]\n"), parse_constant=pytest.fail) == {
        "a": None,
        "b": [None, None],
        "c": "é NaN",
    }
    assert "é" in text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("=1+1", "'=1+1"),
        ("+39 055 1234", "'+39 055 1234"),
        ("-cmd", "'-cmd"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("\r=1", "'\r=1"),
        ("-12.50", "-12.50"),
        (-5, "-5"),
        (1.5, "1.5"),
        ("a=b", "a=b"),
        ("'quoted", "'quoted"),
        ("-1+1|cmd", "'-1+1|cmd"),
        (None, ""),
        (True, "true"),
        ({"b": 1}, '{"b": 1}'),
        (["=x"], '["=x"]'),
    ],
)
def test_no_text_becomes_a_formula_and_numbers_stay_numbers(value: Any, text: str) -> None:
    assert csv_text(value) == text


async def test_a_heading_is_no_formula_either(tmp_path: Path) -> None:
    columns = [ListColumn(key="id", label="=HYPERLINK()")]

    await export(OfflineSource([]), ListQuery(), columns, tmp_path / "x.csv")

    assert table(tmp_path / "x.csv") == [["'=HYPERLINK()"]]


async def test_texts_come_through_as_they_are(tmp_path: Path) -> None:
    texts = ['say "hi", you', "two\nlines", "\x1b[31m", "日本", "\ud83d"]
    rows = [{"id": n, "title": text} for n, text in enumerate(texts)]

    await export(OfflineSource(rows), ListQuery(), COLUMNS, tmp_path / "x.csv")

    assert [row[1] for row in table(tmp_path / "x.csv")[1:]] == [*texts[:-1], "\\ud83d"]


async def test_a_file_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("mine")

    with pytest.raises(ExportFailed, match="already exists"):
        await export(OfflineSource([]), ListQuery(), COLUMNS, path)
    assert path.read_text() == "mine"

    await export(OfflineSource([]), ListQuery(), COLUMNS, path, overwrite=True)
    assert path.read_text() != "mine"


async def test_a_file_that_came_meanwhile_stays_too(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"

    with pytest.raises(ExportFailed, match="already exists"):
        await export(
            OfflineSource([{"id": 1}]),
            ListQuery(),
            COLUMNS,
            path,
            on_progress=lambda at, of: path.write_text("theirs"),
        )

    assert [one.read_text() for one in tmp_path.iterdir()] == ["theirs"]


async def test_a_cancelled_export_leaves_nothing(
    svc: Svc, backend: FakeBackend, tmp_path: Path
) -> None:
    rows = FakeList(backend, 250)
    backend.on("GET", ROWS, rows._list, waits_for(asyncio.Event()))
    source = ServerSource(svc.crud("/api/articles"))
    running = asyncio.create_task(export(source, ListQuery(), COLUMNS, tmp_path / "x.csv"))
    async with asyncio.timeout(30):
        while len(backend.requests) < 2:
            await asyncio.sleep(0)
    assert [*tmp_path.glob(".x.csv.*.part")]

    running.cancel()
    await asyncio.gather(running, return_exceptions=True)

    assert [*tmp_path.glob("*x.csv*")] == []


async def test_a_page_that_fails_leaves_nothing(
    svc: Svc, backend: FakeBackend, tmp_path: Path
) -> None:
    rows = FakeList(backend, 250)
    backend.on("GET", ROWS, rows._list, json_answer({}, 500))

    with pytest.raises(ServerError):
        await export(
            ServerSource(svc.crud("/api/articles")), ListQuery(), COLUMNS, tmp_path / "x.csv"
        )

    assert [*tmp_path.glob("*x.csv*")] == []


async def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ExportFailed, match="could not be written"):
        await export(OfflineSource([]), ListQuery(), COLUMNS, tmp_path / "no" / "x.csv")


async def test_marked_rows_can_be_exported_alone(tmp_path: Path) -> None:
    marked = [{"id": 7, "title": "x"}]

    done = await export(OfflineSource([]), ListQuery(), COLUMNS, tmp_path / "x.csv", rows=marked)

    assert (done.rows, table(tmp_path / "x.csv")[1]) == (1, ["7", "x", ""])


async def test_an_export_is_for_its_owner_alone(tmp_path: Path) -> None:
    done = await export(OfflineSource([]), ListQuery(), COLUMNS, tmp_path / "x.csv")

    assert done.path.stat().st_mode & 0o077 == 0


async def test_a_home_that_nobody_has_is_a_folder_that_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    with pytest.raises(ExportFailed, match="could not be written"):
        await export(OfflineSource(ROWS), ListQuery(), COLUMNS, "~nobody-of-this-name/x.csv")


def test_a_name_that_is_free_is_proposed(tmp_path: Path):
    path = tmp_path / "articles.csv"
    assert free_name(path) == path
    path.touch()
    assert free_name(path) == tmp_path / "articles-2.csv"
    (tmp_path / "articles-2.csv").touch()
    assert free_name(path) == tmp_path / "articles-3.csv"


def test_where_nothing_can_be_written_is_said_before_anything_is_read(tmp_path: Path):
    assert obstacle(tmp_path / "new.csv") == ""
    assert obstacle(tmp_path) == f"{tmp_path} is a folder: add a file name."
    assert obstacle(tmp_path / "no" / "a.csv") == f"There is no folder {tmp_path / 'no'}."
    assert "is not a path" in obstacle("/a\0/b.csv") or "There is no folder" in obstacle(
        "/a\0/b.csv"
    )


@pytest.mark.parametrize("name", ["a.xls", "a.XLSX", "a.tsv"])
def test_no_file_is_written_under_the_name_of_another_format(tmp_path: Path, name: str):
    said = obstacle(tmp_path / name)
    assert said == f"No {Path(name).suffix} export is available: use .csv, .json or .jsonl."


@pytest.mark.parametrize(
    "name", ["a.csv", "a.jsonl", "a.json", "a", "articles.2026-11-22", "a.txt"]
)
def test_a_name_that_promises_no_other_format_is_taken(tmp_path: Path, name: str):
    assert obstacle(tmp_path / name) == ""
