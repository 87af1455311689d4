"""`svc-tui import`: write the rows of a file as new or changed records."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from svc_tui.cli.exits import CONFLICT, USAGE, CommandError
from svc_tui.cli.verbs.session import VerbSession, run_verb, say
from svc_tui.cli.verbs.writing import BulkWrite, carry_out, rows_from
from svc_tui.models.records import TRANSLATIONS
from svc_tui.models.resource import Resource
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.page_reader import PageReader
from svc_tui.stores.record.draft import MISSING, get_path
from svc_tui.stores.rows import as_row, key_of, row_name
from svc_tui.stores.runs.row_writers import RowWork, flattened
from svc_tui.stores.runs.typed_values import field_at, typed
from svc_tui.text import clean
from svc_tui.widgets.form.checks import default_values

VERB = "Import"


def run(known: argparse.Namespace) -> int:
    """Write the rows of a file; return the exit code."""
    known.source = known.file
    return run_verb(known, _import)


async def _import(session: VerbSession) -> int:
    known, resource = session.known, await session.resource(session.known.resource)
    rows = rows_from(known)
    tabular = Path(os.path.expanduser(known.file)).suffix.lower() == ".csv"
    rows = _named(rows, resource, known.key, tabular)
    key_field = known.key or resource.lookup
    there = await records_by_key(session, resource, known.key, rows) if known.key else {}
    works = _works(rows, resource, key_field, there, bool(known.key), tabular)
    _check_required(works, resource)
    if any(one.new for one in works):
        session.check_allowed(resource, "add")
    if not all(one.new for one in works):
        session.check_allowed(resource, "change")
    writer = session.writer("put", resource, key_field=known.key or "")
    new = sum(one.new for one in works)
    say(f"{new:,} to create, {len(works) - new:,} to change.")
    facts = {"kind": "put", "key_field": known.key or ""}
    return await carry_out(session, BulkWrite(VERB, resource, works, writer, facts=facts))


def _named(
    rows: Sequence[dict[str, Any]], resource: Resource, key: str | None, tabular: bool
) -> list[dict[str, Any]]:
    """Return the rows by the fields' own keys, with values as the fields take them."""
    fields = resource.form_fields
    used = _paths(rows, resource, key)
    found = []
    for row in rows:
        values = {}
        for name, path in used.items():
            if name not in row:
                continue
            value = row[name]
            if tabular and isinstance(value, str) and path != resource.lookup:
                value = typed(value, field_at(path, fields))
            values[path] = value
        found.append(values)
    return found


def _paths(rows: Sequence[dict[str, Any]], resource: Resource, key: str | None) -> dict[str, str]:
    """Return the path of the field that each column is; read-only ones are left out.

    Raises:
        CommandError: a column is no field, or two are the same.
    """
    fields = resource.form_fields
    every = [(one.key, one.label) for one in resource.columns]
    every += [(one.key, one.label) for one in fields]
    names = {label.casefold(): key for key, label in every}
    names |= {key.casefold(): key for key, _ in every}
    names |= {resource.lookup.casefold(): resource.lookup}
    writable = {one.key.partition(".")[0] for one in fields if not one.readonly}
    used: dict[str, str] = {}
    for name in dict.fromkeys(name for row in rows for name in row):
        path = names.get(name.casefold(), name)
        first = path.partition(".")[0]
        if path in used.values():
            words = f"Two columns are both for {clean(path)}. Nothing was changed."
            raise CommandError(words, USAGE)
        if first in writable or path in (resource.lookup, key) or first == TRANSLATIONS:
            used[name] = path
        elif fields and path not in names.values():
            near = get_close_matches(name.casefold(), names, 1)
            meant = f"; did you mean {names[near[0]]}?" if near else "."
            words = f"{clean(name)} is not a field of {resource.name}{meant} Nothing was changed."
            raise CommandError(words, USAGE)
        elif not fields:
            used[name] = path
    left = sorted({name for row in rows for name in row} - used.keys())
    if left:
        one = len(left) == 1
        say(f"Skipped {'the read-only field ' if one else 'read-only fields: '}{', '.join(left)}.")
    return used


def _works(
    rows: Sequence[Mapping[str, Any]],
    resource: Resource,
    key_field: str,
    there: Mapping[str, str],
    natural: bool,
    tabular: bool,
) -> list[RowWork]:
    works: list[RowWork] = []
    seen: dict[str, int] = {}
    for number, row in enumerate(rows, 1):
        value = row.get(key_field, MISSING) if natural else key_of(row, key_field) or MISSING
        if natural and (value is MISSING or value in (None, "")):
            raise CommandError(f"Row {number} has no {clean(key_field)}. Nothing was changed.")
        mark = "" if value is MISSING else str(value)
        if mark and mark in seen:
            words = f"Rows {seen[mark]} and {number} have the same {clean(key_field)}"
            raise CommandError(f"{words} ({clean(mark, limit=60)}). Nothing was changed.")
        seen[mark] = number
        changes = {path: one for path, one in flattened(row).items() if path != resource.lookup}
        key = there.get(mark, "") if natural else mark
        new = not key
        works.append(
            RowWork(key or f"row {number}", changes, row_name(row), new=new, tabular=tabular)
        )
    return works


def _check_required(works: Sequence[RowWork], resource: Resource) -> None:
    """Raise CommandError for a new record without a required value."""
    fields = resource.form_fields
    given = default_values(fields)
    required = [
        one.key
        for one in fields
        if one.required and not one.readonly and get_path(given, one.key, MISSING) is MISSING
    ]
    for number, work in enumerate(works, 1):
        if not work.new:
            continue
        there = {path.split(".")[-1] for path in work.changes if path.startswith(TRANSLATIONS)}
        there |= {path.partition(".")[0] for path in work.changes}
        if missing := [key for key in required if key.partition(".")[0] not in there]:
            words = f"Row {number} is a new record, and {clean(missing[0])} is required"
            raise CommandError(f"{words}. Nothing was changed.")


async def records_by_key(
    session: VerbSession, resource: Resource, key: str, rows: Sequence[Mapping[str, Any]]
) -> dict[str, str]:
    """Return the ids of the records that rows name by a natural key.

    Raises:
        CommandError: two records have the same key, or no row of the list shows it.
    """
    wanted = {str(row.get(key)) for row in rows}
    found: dict[str, str] = {}
    reader, shown = PageReader(session.source(resource), ListQuery(), resource.lookup), False
    empty = True
    async for page in reader.pages():
        for row in map(as_row, page.results):
            value, empty = get_path(row, key, MISSING), False
            shown = shown or value is not MISSING
            if value in (None, "") or str(value) not in wanted:
                continue
            if str(value) in found:
                words = f"Two records have the {clean(key)} {clean(value)}. Nothing was changed."
                raise CommandError(words, CONFLICT)
            found[str(value)] = key_of(row, resource.lookup)
    if reader.note:
        raise CommandError(f"{reader.note} Nothing was changed.", CONFLICT)
    if not shown and not empty:
        raise CommandError(f"No row of {resource.name} has {clean(key)}: it can't be the key.",
                           USAGE)  # fmt: skip
    return found
