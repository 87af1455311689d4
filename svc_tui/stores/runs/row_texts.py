"""Rows as text for an editor, YAML or TSV, and the changes read back from it."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from svc_tui.config.private_files import write_private
from svc_tui.models import exact_json
from svc_tui.stores.rows import key_of
from svc_tui.stores.runs.edited_rows import changed_rows, yaml_rows
from svc_tui.stores.runs.given_rows import GivenRows
from svc_tui.stores.runs.row_files import LARGEST_CELL, RowsUnreadable, yaml_text
from svc_tui.stores.runs.row_writers import RowWork
from svc_tui.stores.runs.typed_values import field_at, typed
from svc_tui.text import clean, plural

Kind = Literal["yaml", "tsv"]

LABEL = "The edited text"

SIGN = "# "
"""The prefix of comment lines above the rows."""

PROBLEM = f"{SIGN}PROBLEM: "


def written(found: GivenRows, where: str, kind: Kind = "yaml") -> str:
    """Return rows as text, with two lines of explanation at the top; `where` is the backend."""
    count, lookup = plural(len(found.given), "record", "records"), found.resource.lookup
    head = (
        f"{SIGN}{count} of {found.resource.name} at {clean(where)}.\n"
        f"{SIGN}Change values and save. {lookup} identifies the record. Keep all rows and keys.\n"
    )
    return head + (yaml_text(list(found.given)) if kind == "yaml" else _tsv(found))


def changes(text: str, found: GivenRows, kind: Kind = "yaml") -> list[RowWork]:
    """Return the rows of an edited text that were changed.

    Raises: RowsUnreadable: it can't be read, or has other rows or keys than before.
    """
    rows, places = yaml_rows(text, LABEL) if kind == "yaml" else _tsv_rows(text, found)
    return changed_rows(found, rows, places, all_back=True)


def piped_changes(data: bytes, found: GivenRows, name: str) -> tuple[list[RowWork], int]:
    """Return the rows that a command changed, and how many did not come back.

    Raises:
        RowsUnreadable: it printed nothing, no rows, or rows that it was not given.
    """
    from svc_tui.stores.runs.row_files import read_rows

    label = f"The output of {clean(name)}"
    if not data.strip():
        raise RowsUnreadable(f"{clean(name)} printed nothing.")
    rows = read_rows(data, label, "ndjson")
    places = [f"{label}, row {number}" for number in range(1, len(rows) + 1)]
    works = changed_rows(found, rows, places, all_back=False)
    return works, len(found.given) - len(rows)


def as_lines(found: GivenRows) -> bytes:
    """Return rows as JSON, one per line, for a command."""
    return "".join(f"{exact_json.written(row)}\n" for row in found.given).encode()


def with_problem(text: str, problem: str) -> str:
    """Return a text with the error at the top."""
    rest = [line for line in text.split("\n") if not line.startswith(PROBLEM)]
    return "\n".join([f"{PROBLEM}{clean(problem)}", *rest])


def kept_text(state_dir: Path, text: str, kind: Kind = "yaml") -> str:
    """Save a text that was not sent; return the sentence about it."""
    path = state_dir / "edits" / f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.{kind}"
    try:
        write_private(path, text)
    except OSError as error:
        return f"Your text could not be saved: {error.strerror}."
    return f"Your text was saved in {path}."


def _columns(found: GivenRows) -> list[str]:
    return list(dict.fromkeys(key for row in found.given for key in row))


def _tsv(found: GivenRows) -> str:
    file, columns = io.StringIO(), _columns(found)
    writer = csv.writer(file, delimiter="\t", lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_cell(row.get(key)) for key in columns] for row in found.given)
    return file.getvalue()


def _cell(value: Any) -> str:
    return value if isinstance(value, str) else "" if value is None else exact_json.written(value)


def _tsv_rows(text: str, found: GivenRows) -> tuple[list[Mapping[str, Any]], list[str]]:
    """Return the rows of an edited table; untouched cells keep their values."""
    csv.field_size_limit(LARGEST_CELL)
    lines = text.split("\n")
    above = next((n for n, line in enumerate(lines) if not line.startswith(SIGN)), len(lines))
    reader = csv.reader(
        io.StringIO("\n".join(lines[above:]), newline=""), delimiter="\t", strict=True
    )
    lookup = found.resource.lookup
    given = {key_of(row, lookup): row for row in found.given}
    rows: list[Mapping[str, Any]] = []
    places: list[str] = []
    begun = above + 1
    try:
        heads = next(reader, None)
        if not heads:
            raise RowsUnreadable(f"{LABEL} came back empty.")
        if problem := _problem_of(heads, found):
            raise RowsUnreadable(f"{LABEL}, line {begun}: {problem}")
        begun = above + reader.line_num + 1
        for cells in reader:
            place = f"{LABEL}, line {begun}"
            if cells and len(cells) != len(heads):
                expected = plural(len(heads), "column", "columns")
                raise RowsUnreadable(f"{place}: expected {expected}, found {len(cells)}.")
            if cells:
                texts = dict(zip(heads, cells, strict=True))
                rows.append(_row(texts, given.get(texts[lookup]), found))
                places.append(place)
            begun = above + reader.line_num + 1
    except csv.Error as error:
        why = "a quote is not closed" if "end of data" in str(error) else clean(error)
        raise RowsUnreadable(f"{LABEL}, line {begun}: {why}.") from None
    return rows, places


def _problem_of(heads: list[str], found: GivenRows) -> str:
    lookup, columns = found.resource.lookup, _columns(found)
    if lookup not in heads:
        return f"the column {lookup} is missing."
    if heads == columns:
        return ""
    odd = next(iter(set(heads) ^ set(columns)), "")
    what = f"the column {clean(odd)}" if odd else "the order of the columns"
    return f"{what} was changed, but must stay the same."


def _row(
    texts: Mapping[str, str], before: Mapping[str, Any] | None, found: GivenRows
) -> Mapping[str, Any]:
    if before is None:
        return texts
    fields: Sequence[Any] = found.resource.form_fields
    return {
        key: before[key]
        if key in before and text == _cell(before[key])
        else typed(text, field_at(key, fields), before.get(key))
        for key, text in texts.items()
        if key in before or text
    }
