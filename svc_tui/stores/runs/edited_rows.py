"""Rows edited outside, in an editor or a command, compared with the originals."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from svc_tui.stores.record.draft import diff, get_path, same
from svc_tui.stores.rows import key_of, row_name
from svc_tui.stores.runs.given_rows import GivenRows
from svc_tui.stores.runs.row_files import RowsUnreadable, read_yaml
from svc_tui.stores.runs.row_writers import RowWork, flattened
from svc_tui.text import clean


def changed_rows(
    found: GivenRows,
    returned: Sequence[Mapping[str, Any]],
    places: Sequence[str],
    *,
    all_back: bool,
) -> list[RowWork]:
    """Return the rows that came back changed, each with its original record.

    `places` has each returned row's position for messages; with `all_back`, none may be missing.

    Raises:
        RowsUnreadable: a row came back that was not given out, twice, or not at all.
    """
    records, lookup = found.records, found.resource.lookup
    before = {key_of(row, lookup): row for row in found.given}
    works: dict[str, RowWork] = {}
    seen: set[str] = set()
    for row, place in zip(returned, places, strict=True):
        key = _returned_key(row, place, lookup, before, seen)
        seen.add(key)
        old = before[key]
        if strange := [name for name in row if name not in old]:
            raise RowsUnreadable(f"{place}: {clean(strange[0])} is not a key of this row.")
        changes = {
            path: value
            for path, value in flattened({**diff(old, row), **_whole(old, row)}).items()
            if not same(get_path(old, path), value)
        }
        if all_back and (gone := [name for name in old if name not in row]):
            raise RowsUnreadable(f"{place}: {clean(gone[0])} is missing.")
        if changes:
            title = row_name(records[key], lookup, found.resource.title_field)
            works[key] = RowWork(key, changes, title, records[key])
    if all_back and (lost := [key for key in before if key not in seen]):
        raise RowsUnreadable(f"The row with {lookup} {clean(lost[0])} is missing.")
    return list(works.values())


def _returned_key(
    row: Mapping[str, Any], place: str, lookup: str, given: Collection[str], seen: Collection[str]
) -> str:
    """Return the key of a row that came back; raises RowsUnreadable where it can't be one."""
    key = key_of(row, lookup)
    if not key:
        raise RowsUnreadable(f"{place}: the row has no {lookup}.")
    if key not in given:
        raise RowsUnreadable(f"{place}: {lookup} {clean(key)} is not one of these rows.")
    if key in seen:
        raise RowsUnreadable(f"{place}: {lookup} {clean(key)} appears twice.")
    return key


def _whole(old: Mapping[str, Any], row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the changed values whole; values missing in the row were not touched."""
    return {name: value for name, value in row.items() if not same(old.get(name), value)}


def yaml_rows(text: str, label: str) -> tuple[list[Mapping[str, Any]], list[str]]:
    """Return the rows of an edited YAML list, and the place of each.

    Raises:
        RowsUnreadable: it is no list of rows.
    """
    import yaml

    value = read_yaml(text, label)
    if value is None:
        raise RowsUnreadable(f"{label} came back empty.")
    if not isinstance(value, list):
        raise RowsUnreadable(f"{label} should be a list of rows.")
    node = yaml.compose(text, Loader=yaml.SafeLoader)
    places = [f"{label}, line {one.start_mark.line + 1}" for one in node.value]
    for one, place in zip(value, places, strict=True):
        if not isinstance(one, Mapping):
            raise RowsUnreadable(f"{place}: this is not a mapping.")
    return value, places
