"""The log's file: one chain over files and processes, and what is said where it was touched."""

from __future__ import annotations

import json
import multiprocessing
from pathlib import Path

import pytest

from svc_tui.stores.history.chained_file import ChainedFile


def _write(folder: Path, who: int, count: int) -> None:
    file = ChainedFile(folder, file_bytes=2000)
    for n in range(count):
        file.append({"who": who, "turn": n})


def test_two_processes_at_once_keep_one_chain_over_many_files(tmp_path: Path) -> None:
    folder = tmp_path / "history"
    context = multiprocessing.get_context("fork")
    writers = [context.Process(target=_write, args=(folder, who, 60)) for who in range(3)]
    for one in writers:
        one.start()
    for one in writers:
        one.join()

    file = ChainedFile(folder)
    entries = [line.entry or {} for line in file.lines()]
    assert [one["n"] for one in entries] == list(range(1, 181))
    for who in range(3):
        assert [one["turn"] for one in entries if one["who"] == who] == list(range(60))
    assert len(file.files()) > 3
    assert file.problems() == []
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {one.stat().st_mode & 0o777 for one in folder.iterdir()} == {0o600}


def log_of(folder: Path, count: int = 5) -> tuple[ChainedFile, Path]:
    file = ChainedFile(folder)
    for n in range(count):
        file.append({"value": n})
    return file, file.files()[0]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            lambda rows: [*rows[:2], rows[2].replace(b'"value":2', b'"value":9'), *rows[3:]],
            "line 4",
        ),
        (lambda rows: [*rows[:2], *rows[3:]], "entry 3 is missing before entry 4"),
        (lambda rows: [rows[0], *rows[3:]], "entries 2 to 3 are missing before entry 4"),
        (lambda rows: rows[2:], "entries 1 to 2 are missing before entry 3"),
        (lambda rows: rows[:3], "the last entry was 5, but the log ends at 3"),
        (lambda rows: [*rows[:4], rows[4].replace(b'"value":4', b'"value":9')], "entry 5, was"),
        (lambda rows: [rows[0], b"{", *rows[1:]], "line 2: this is not a complete log line"),
        (lambda rows: [rows[0], rows[2], rows[1], *rows[3:]], "is missing before entry 3"),
    ],
)
def test_every_change_is_told_with_its_place(tmp_path: Path, change, said: str) -> None:
    file, path = log_of(tmp_path)
    path.write_bytes(b"\n".join(change(path.read_bytes().splitlines())) + b"\n")

    assert any(said in one for one in file.problems()), file.problems()


def test_a_line_that_a_crash_cut_off_is_told_and_the_log_goes_on(tmp_path: Path) -> None:
    file, path = log_of(tmp_path)
    with path.open("ab") as opened:
        opened.write(b'{"n":6,"val')

    assert file.append({"value": "after"}) == 6

    assert [one.n for one in file.lines()] == [1, 2, 3, 4, 5, 0, 6]
    [said] = file.problems()
    assert "line 6: this is not a complete log line" in said


def test_the_oldest_files_go_and_the_rest_is_still_whole(tmp_path: Path) -> None:
    file = ChainedFile(tmp_path, file_bytes=300, kept_files=3)
    for n in range(40):
        file.append({"value": n})

    assert len(file.files()) == 3
    assert file.problems() == []
    assert json.loads(list(file.lines())[-1].raw)["n"] == 40
    assert [one["value"] for one in file.last_entries(400)][-1] == 39


def test_hostile_text_stays_on_its_line(tmp_path: Path) -> None:
    file = ChainedFile(tmp_path)
    value = "a\nb\u2028c\x1b[31m\u202e\ud800"
    file.append({"value": value})

    [line] = file.lines()
    assert (line.entry or {})["value"] == value
    assert line.raw.isascii()
