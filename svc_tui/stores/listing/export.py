"""Write the rows of a list's query to a file, page by page."""

from __future__ import annotations

import csv
import json
import os
import re
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import IO, Any, Literal, Protocol

from svc_tui.introspect.names import is_secret
from svc_tui.models import exact_json
from svc_tui.models.dotted_path import value_at
from svc_tui.stores.file_access import check_access
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.page_reader import PageReader
from svc_tui.stores.listing.row_sources import RowSource
from svc_tui.stores.redact import redact
from svc_tui.stores.rows import Row, as_row

ExportFormat = Literal["csv", "jsonl", "json"]

ENDINGS: Mapping[str, ExportFormat] = {
    ".csv": "csv", ".json": "json", ".jsonl": "jsonl", ".ndjson": "jsonl",
}  # fmt: skip
"""The format of each file ending, in lower case."""

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
"""Characters that begin a formula in a spreadsheet."""

OTHER_ENDINGS = (".xls", ".xlsx", ".ods", ".tsv", ".xml", ".html", ".pdf", ".yaml", ".parquet")
"""Endings not written here, as programs that trust the name would fail on the file."""

_NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][+-]?\d+)?")


class ExportFailed(Exception):
    """An export failed and wrote no file; the text says why."""


class ExportColumn(Protocol):
    """The part of a `ListColumn` that an export needs."""

    @property
    def key(self) -> str:
        """The path of the value in a row."""

    @property
    def label(self) -> str:
        """The heading."""


@dataclass(frozen=True)
class ExportResult:
    """The result of an export."""

    path: Path
    rows: int
    counted: int
    """The number of records that the backend counted last; it may differ from `rows`."""
    note: str = ""
    """Why reading stopped early, in a sentence."""


Progress = Callable[[int, int], object]
"""Called with the rows written so far, and their total."""


def free_name(path: Path | str) -> Path:
    """Return the path, or the first free one of `articles-2.csv`, `articles-3.csv`…"""
    path = Path(os.path.expanduser(path))
    names = (path.with_stem(f"{path.stem}-{n}") for n in count(2))
    return next(one for one in chain((path,), names) if not os.path.lexists(one))


def obstacle(path: Path | str, *, rows: bool = True) -> str:
    """Return why nothing can be written there, in a sentence; "" if it can.

    With `rows`, the ending must be one of an export format.
    """
    try:
        path = Path(os.path.expanduser(path))
        if refusal := check_access(path).refusal:
            return refusal
        if path.is_dir():
            return f"{path} is a folder: add a file name."
        if not path.parent.is_dir():
            return f"There is no folder {path.parent}."
        if not os.access(path.parent, os.W_OK | os.X_OK):
            return f"The folder {path.parent} is not writable."
        if rows and path.suffix.lower() in OTHER_ENDINGS:
            return f"No {path.suffix} export is available: use .csv, .json or .jsonl."
    except (OSError, ValueError) as error:
        return f"{path} is not a path: {getattr(error, 'strerror', None) or error}."
    return ""


async def export(
    source: RowSource,
    query: ListQuery,
    columns: Sequence[ExportColumn],
    path: Path | str,
    format: ExportFormat = "csv",
    on_progress: Progress | None = None,
    *,
    overwrite: bool = False,
    rows: Iterable[Row] | None = None,
    lookup: str = "id",
) -> ExportResult:
    """Write the rows that match, or the given ones; the file appears when it is complete.

    JSON lines, or a JSON list, hold whole records if no columns are named. Values whose keys look
    like secrets are left out, at any depth. A cancelled or failed export leaves nothing behind.

    Raises:
        ExportFailed: the file is there already, or can't be written.
        ApiError: a page could not be read.
    """
    path = Path(os.path.expanduser(path))
    handle, draft = _begin(path, overwrite)
    try:
        # Text that is half of a character pair is written as its escape, not refused.
        with open(handle, "w", encoding="utf-8", errors="backslashreplace", newline="") as file:
            writer = ExportWriter(file, columns, format, on_progress or (lambda done, total: None))
            reading = PageReader(source, query, lookup)
            counted = await _write_rows(writer, reading, rows)
            writer.end()
        _put(Path(draft), path, overwrite)
    except OSError as error:
        raise ExportFailed(_why(path, error)) from error
    finally:
        Path(draft).unlink(missing_ok=True)
    return ExportResult(path, writer.written, counted, reading.note)


def _begin(path: Path, overwrite: bool) -> tuple[int, str]:
    """Return the handle and the path of the unfinished file; raises `ExportFailed`."""
    if refusal := check_access(path).refusal:
        raise ExportFailed(refusal)
    if path.exists() and not overwrite:
        raise ExportFailed(f"{path} already exists and was not changed.")
    try:
        return tempfile.mkstemp(".part", f".{path.name}.", path.parent)
    except OSError as error:
        raise ExportFailed(_why(path, error)) from error


def csv_text(value: Any) -> str:
    """Return a value for a spreadsheet: numbers stay numbers, no text is a formula."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    return escape_formula(value if isinstance(value, str) else _json(value))


def escape_formula(text: str) -> str:
    """Return a text that a spreadsheet would run with an apostrophe in front; others unchanged."""
    if text.startswith(FORMULA_STARTS) and not _NUMBER.fullmatch(text):
        return f"'{text}"
    return text


class ExportWriter:
    """Writes rows in one format, and reports progress; secrets are left out."""

    def __init__(
        self,
        file: IO[str],
        columns: Sequence[ExportColumn],
        format: ExportFormat,
        tell: Progress = lambda done, total: None,
    ) -> None:
        self.written = 0
        self._file, self._tell = file, tell
        self._columns = [one for one in columns if not any(map(is_secret, one.key.split(".")))]
        self._whole = not columns
        self._format = format
        self._csv = csv.writer(file) if format == "csv" else None
        if self._csv is not None:
            self._csv.writerow([escape_formula(column.label) for column in self._columns])

    def write(self, rows: Iterable[Any], total: int = 0) -> None:
        """Write some rows; `total` is the number of all rows, if known."""
        for row in rows:
            self._write(as_row(row))
            self.written += 1
        self._tell(self.written, max(total, self.written))

    def end(self) -> None:
        """Write what follows the last row."""
        if self._format == "json":
            self._file.write("\n]\n" if self.written else "[]\n")

    def _write(self, row: Row) -> None:
        values = {column.key: value_at(row, column.key) for column in self._columns}
        if self._csv is not None:
            self._csv.writerow([csv_text(redact(value)) for value in values.values()])
            return
        record = _json(redact(row if self._whole else values))
        if self._format == "json":
            self._file.write((",\n" if self.written else "[\n") + record)
        else:
            self._file.write(record + "\n")


async def _write_rows(writer: ExportWriter, reading: PageReader, rows: Iterable[Row] | None) -> int:
    """Write all rows, one page in memory at a time; return the backend's count at the end."""
    if rows is not None:
        given = list(rows)
        writer.write(given, len(given))
        return len(given)
    counted = 0
    async for page in reading.pages():
        writer.write(page.results, page.count)
        counted = writer.written if page.at_least else page.count
    return counted


def _put(draft: Path, path: Path, overwrite: bool) -> None:
    """Rename the finished file; a file created since is not overwritten."""
    if overwrite:
        os.replace(draft, path)
        return
    try:
        os.link(draft, path)
    except FileExistsError:
        raise ExportFailed(f"{path} already exists and was not changed.") from None
    except OSError:  # A file system without links.
        if path.exists():
            raise ExportFailed(f"{path} already exists and was not changed.") from None
        os.replace(draft, path)


def _json(value: Any) -> str:
    """Return one line of JSON; numbers that JSON lacks, such as NaN, are null."""
    plain = dict(value) if isinstance(value, Mapping) else value
    try:
        text = exact_json.written(plain, strict=True)
        return _without_constants(text) if exact_json.has_constants(plain) else text
    except ValueError:
        return _without_constants(json.dumps(plain, default=str))


def _without_constants(text: str) -> str:
    return exact_json.written(exact_json.read(text, constant=lambda name: None))


def _why(path: Path, error: OSError) -> str:
    return f"{path} could not be written: {error.strerror or type(error).__name__}."
