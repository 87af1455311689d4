"""Output of verbs: rows as a table, JSON, CSV, YAML, names or by a template."""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import tzinfo
from typing import IO, TYPE_CHECKING, Any, Protocol, cast

from svc_tui.cli.exits import USAGE, CommandError
from svc_tui.cli.plain_terminal import PlainTerminal
from svc_tui.models.dotted_path import value_at
from svc_tui.models.listing import ListColumn
from svc_tui.stores.listing.export import ExportWriter
from svc_tui.stores.redact import hidden, redact
from svc_tui.stores.rows import Row, as_row, key_of
from svc_tui.stores.runs.row_files import yaml_text
from svc_tui.text import clean, cut
from svc_tui.widgets.listing.cells import shown, side, widths

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.widgets.listing.relation_columns import RelationTitles

GAP = "  "
"""Between two columns of a table."""

_PLACE = re.compile(r"\{\{|\}\}|\{([^{}]*)\}")
_ESCAPES = {"\\n": "\n", "\\t": "\t", "\\0": "\0", "\\\\": "\\"}


class Output(Protocol):
    """Writes rows as they come; `end` writes what follows the last one."""

    def write(self, rows: Iterable[Any]) -> object: ...

    def end(self) -> object: ...


def output_for(
    known: argparse.Namespace,
    columns: Sequence[ListColumn],
    *,
    resource: str = "",
    lookup: str = "id",
    zone: tzinfo | None = None,
    single: bool = False,
    records: Sequence[ListColumn] = (),
    titles: RelationTitles | None = None,
) -> Output:
    """Return the output in the format of `-o`; raises CommandError for a template without text.

    With `single`, JSON and YAML are one record instead of a list. If `records` has columns, they
    contain only these values. A table shows `titles` instead of the ids of related records.
    """
    file = data_out(for_people=known.output == "table")
    match known.output:
        case "table":
            return TableOutput(file, columns, zone, titles)
        case "csv":
            return _Written(ExportWriter(file, columns, "csv"))
        case "ndjson":
            return _Written(ExportWriter(file, records, "jsonl"))
        case "json":
            return _Written(ExportWriter(file, records, "jsonl" if single else "json"))
        case "yaml":
            return YamlOutput(file, single, [one.key for one in records])
        case "name":
            return LineOutput(file, lambda row: f"{resource}/{key_of(row, lookup)}\n")
    if not known.template:
        raise CommandError("-o template needs --template TEXT, as in '{id} {title}'.", USAGE)
    return LineOutput(file, filled(known.template))


def data_out(*, for_people: bool = False) -> IO[str]:
    """Return standard output for data; on a terminal, its text can't act on the terminal.

    Unless it is `for_people`, signs are kept even with `--ascii`.
    """
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8", errors="backslashreplace", newline="")
    file: Any = sys.stdout
    if isinstance(file, PlainTerminal) and not for_people:
        file = file.file
    return cast("IO[str]", CleanOut(file) if file.isatty() else file)


class CleanOut:
    """A terminal stream: text is shown, never interpreted."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def write(self, text: str) -> int:
        """Write a text, hidden characters made visible."""
        text = text.replace("\r\n", "\n")
        return self._file.write(clean(text, multiline=True, limit=len(text) + 1))


class _Written:
    """The formats of an export."""

    def __init__(self, writer: ExportWriter) -> None:
        self._writer = writer

    def write(self, rows: Iterable[Any]) -> None:
        self._writer.write(rows)

    def end(self) -> None:
        self._writer.end()


class TableOutput:
    """Columns as wide as the first rows need; on a terminal, cut to its width."""

    def __init__(
        self,
        file: IO[str],
        columns: Sequence[ListColumn],
        zone: tzinfo | None = None,
        titles: RelationTitles | None = None,
    ) -> None:
        self._file, self._columns, self._zone, self._titles = file, columns, zone, titles
        self._widths: list[int] = []
        self._room = shutil.get_terminal_size().columns if sys.stdout.isatty() else 0

    async def learn(self, svc: Svc, rows: Sequence[Row]) -> None:
        """Load the titles of related records that these rows need."""
        if self._titles is None:
            return
        while lacking := self._titles.lacking(svc, self._columns, rows):
            await self._titles.learn(lacking)
        self._columns = self._titles.named(self._columns, rows)

    def write(self, rows: Iterable[Any]) -> None:
        """Write some rows; the first ones decide how wide the columns are."""
        # Imported here: other formats need no character widths.
        from rich.cells import cell_len

        texts = [
            [shown(one, row, self._zone) for one in self._columns] for row in map(as_row, rows)
        ]
        if not self._widths and texts:
            heads = [clean(one.label) for one in self._columns]
            every = [heads, *texts]
            self._widths = [max(cell_len(line[n]) for line in every) for n in range(len(heads))]
            if self._room:
                gaps = len(GAP) * (len(heads) - 1)
                fitting = widths(self._columns, texts, self._room - gaps)
                self._widths = list(map(min, self._widths, fitting))
            self._line(heads)
        for line in texts:
            self._line(line)

    def end(self) -> None:
        """Write nothing: a table without rows is empty."""

    def _line(self, texts: Sequence[str]) -> None:
        from rich.cells import cell_len

        parts = []
        for column, width, text in zip(self._columns, self._widths, texts, strict=True):
            text = cut(text, width) if self._room else text
            gap = " " * (width - cell_len(text))
            parts.append(gap + text if side(column) == "right" else text + gap)
        self._file.write(f"{GAP.join(parts).rstrip()}\n")


class YamlOutput:
    """A YAML list, written row by row; or one document of one record."""

    def __init__(self, file: IO[str], single: bool = False, keys: Sequence[str] = ()) -> None:
        self._file, self._single, self._keys, self._any = file, single, keys, False

    def write(self, rows: Iterable[Any]) -> None:
        """Write some rows."""
        for row in rows:
            record = as_row(row)
            chosen = {key: value_at(record, key) for key in self._keys} if self._keys else record
            record = redact(chosen)
            self._file.write(yaml_text(record if self._single else [record]))
            self._any = True

    def end(self) -> None:
        """Write an empty list where there was no row."""
        if not self._any and not self._single:
            self._file.write("[]\n")


class LineOutput:
    """A text for each row."""

    def __init__(self, file: IO[str], line: Callable[[Row], str]) -> None:
        self._file, self._line = file, line

    def write(self, rows: Iterable[Any]) -> None:
        """Write some rows."""
        for row in rows:
            self._file.write(self._line(as_row(row)))

    def end(self) -> None:
        """Write nothing more."""


def columns_of_template(known: argparse.Namespace) -> tuple[ListColumn, ...]:
    """Return the keys that a template uses of each row."""
    if known.output != "template" or not known.template:
        return ()
    names = (found[1].partition(".")[0] for found in _PLACE.finditer(known.template) if found[1])
    return tuple(ListColumn(key=one) for one in dict.fromkeys(names))


def filled(template: str) -> Callable[[Row], str]:
    """Return a function that formats a row: `{id} {author.name}`, with `{{` for a brace.

    Raises CommandError for a placeholder without a name.
    """
    if any(found[1] == "" for found in _PLACE.finditer(template)):
        raise CommandError("The template has {} without a key in it: write {id}.", USAGE)
    for written, meant in _ESCAPES.items():
        template = template.replace(written, meant)
    line = template if template.endswith(("\n", "\0")) else f"{template}\n"

    def fill(row: Row) -> str:
        def put(found: re.Match[str]) -> str:
            return found[0][0] if found[1] is None else plain(found[1], value_at(row, found[1]))

        return _PLACE.sub(put, line)

    return fill


def plain(path: str, value: Any) -> str:
    """Return a value as text: nothing for null, JSON for objects and lists; secrets are masked."""
    value = hidden(path, value)
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping | list):
        from svc_tui.models import exact_json

        return exact_json.written(value)
    return str(value)
