"""RunJournal: a run over many rows as a file, from which another process can continue it."""

from __future__ import annotations

import fcntl
import json
import os
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from svc_tui.config.private_files import private_folder
from svc_tui.introspect.names import is_secret
from svc_tui.models import exact_json
from svc_tui.stores.redact import masked
from svc_tui.stores.runs.row_writers import RowResult, RowWork

SUFFIX = ".jsonl"

NOT_KEPT = "This run contains secrets, so it is not saved on disk and can't be resumed."


class JournalFailed(Exception):
    """A run can't be saved, read or resumed; the text says why."""


@dataclass
class RunJournal:
    """One run: a header, its rows, and a line before and after the write of each.

    The file is locked while a program works on it. Lines are appended; the last one may be torn.
    """

    path: Path
    header: Mapping[str, Any]
    works: tuple[RowWork, ...]
    began: set[int] = field(default_factory=set)
    """The numbers of rows whose write was started."""
    ended: dict[int, RowResult] = field(default_factory=dict)
    """The results so far, by the rows' numbers."""
    noted: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    """The log's line of each write that was about to be sent and has no result."""
    _file: int = -1

    @classmethod
    def create(
        cls, folder: Path, header: Mapping[str, Any], works: Iterable[RowWork]
    ) -> RunJournal:
        """Start a run; its file is on disk and locked when this returns.

        Raises:
            JournalFailed: it could not be written.
        """
        works = tuple(works)
        name = f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"
        path = folder / f"{name}{SUFFIX}"
        journal = cls(path, {**header, "begun": datetime.now(UTC).isoformat()}, works)
        try:
            private_folder(folder)
            flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_NOFOLLOW
            journal._file = os.open(path, flags, 0o600)
            fcntl.flock(journal._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            lines = ({"run": dict(journal.header), "rows": len(works)}, *map(_facts, works))
            journal._append("".join(f"{exact_json.written(line)}\n" for line in lines))
            os.fsync(journal._file)
        except OSError as error:
            journal.remove()
            why = error.strerror or type(error).__name__
            raise JournalFailed(
                f"The run can't be saved in {folder} ({why}). Nothing was changed."
            ) from None
        return journal

    @classmethod
    def open(cls, path: Path) -> RunJournal:
        """Resume an interrupted run.

        Raises:
            JournalFailed: it can't be read, or another program works on it.
        """
        try:
            file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_NOFOLLOW)
        except OSError as error:
            why = error.strerror or type(error).__name__
            raise JournalFailed(f"The run {path.stem} can't be read: {why}.") from None
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(file)
            raise JournalFailed(f"The run {path.stem} is still in progress elsewhere.") from None
        try:
            journal = cls._read(path)
            journal._file = file
            if not path.read_bytes().endswith(b"\n"):
                journal._append("\n")  # A torn last line ends here.
        except OSError as error:
            os.close(file)
            why = error.strerror or type(error).__name__
            raise JournalFailed(
                f"The run {path.stem} can't be continued because its file {path} "
                f"can't be read: {why}."
            ) from None
        except (ValueError, KeyError, TypeError):
            os.close(file)
            words = f"The run {path.stem} can't be continued because its file {path} is damaged."
            raise JournalFailed(words) from None
        return journal

    @classmethod
    def _read(cls, path: Path) -> RunJournal:
        lines = list(_lines(path))
        count = lines[0]["rows"]
        works = tuple(_work(line) for line in lines[1 : count + 1])
        if len(works) != count:
            raise ValueError("rows are missing")
        journal = cls(path, lines[0]["run"], works)
        for line in lines[count + 1 :]:
            number = int(line["row"])
            if "state" in line:
                work = works[number]
                key = line.get("key") or work.key
                result = RowResult(key, work.title, line["state"], line.get("reason", ""))
                journal.ended[number] = result
                journal.noted.pop(number, None)
            elif "untried" in line:
                journal.began.discard(number)
            else:
                journal.began.add(number)
                if "write" in line:
                    journal.noted[number] = line["write"]
        return journal

    @property
    def name(self) -> str:
        """The name of the run."""
        return self.path.stem

    @property
    def left(self) -> list[int]:
        """The numbers of the rows without a result."""
        return [n for n in range(len(self.works)) if n not in self.ended]

    def forget_failed(self) -> None:
        """Forget the results of failed rows, so that they are retried."""
        self.ended = {n: one for n, one in self.ended.items() if one.state != "failed"}

    def begin(self, number: int) -> None:
        """Note that a row is about to be written; raises OSError."""
        self.began.add(number)
        self._append(f'{{"row": {number}}}\n')

    def give_back(self, number: int) -> None:
        """Note that a row was certainly not written; otherwise it is checked later."""
        self.began.discard(number)
        with suppress(OSError):
            self._append(f'{{"row": {number}, "untried": true}}\n')

    def note(self, number: int, entry: Mapping[str, Any]) -> None:
        """Note the log's line of a write that is about to be sent; raises OSError."""
        self.noted[number] = entry
        self._append(f"{exact_json.written({'row': number, 'write': dict(entry)})}\n")

    def end(self, number: int, result: RowResult) -> None:
        """Record the result of a row; raises OSError."""
        self.noted.pop(number, None)
        self.ended[number] = result
        facts = {"row": number, "state": result.state, "reason": result.reason, "key": result.key}
        self._append(f"{json.dumps(facts)}\n")

    def close(self) -> None:
        """Unlock the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def remove(self) -> None:
        """Delete the file, as the run is over."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)
        self.close()

    def _append(self, text: str) -> None:
        data = text.encode("utf-8", "surrogatepass")
        while data:
            data = data[os.write(self._file, data) :]


def may_be_kept(works: Iterable[RowWork]) -> bool:
    """Whether a run has several rows, and no secret in its values and records."""
    works = tuple(works)
    return len(works) > 1 and not any(map(_has_secrets, works))


def _has_secrets(work: RowWork) -> bool:
    paths = (path for path in work.changes if any(map(is_secret, path.split("."))))
    return any(paths) or any(
        masked(one) != one for one in (dict(work.changes), dict(work.base or {}))
    )


def kept_runs(folder: Path) -> list[Path]:
    """Return the files of unfinished runs, the oldest first."""
    return sorted(folder.glob(f"*{SUFFIX}"))


def _facts(work: RowWork) -> dict[str, Any]:
    facts: dict[str, Any] = {"key": work.key, "changes": dict(work.changes), "title": work.title}
    if work.base is not None:
        facts["base"] = dict(work.base)
    marks = {"new": work.new, "tabular": work.tabular}
    return facts | {name: True for name, true in marks.items() if true}


def _work(line: Mapping[str, Any]) -> RowWork:
    marks = {name: bool(line.get(name)) for name in ("new", "tabular")}
    return RowWork(line["key"], line["changes"], line["title"], line.get("base"), **marks)


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the lines of a journal, except a torn one."""
    with path.open("rb") as file:
        for line in file:
            if not line.strip():
                continue
            try:
                found = exact_json.read(line.decode("utf-8", "surrogatepass"))
            except ValueError:
                continue
            yield found
