"""Shell commands that print a list or a record, or repeat a write."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from svc_tui.models import exact_json
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.query_parser import line_of, words_of
from svc_tui.stores.record.draft import MISSING
from svc_tui.stores.record.history_store import NotKept, Write
from svc_tui.stores.runs.typed_values import typed

if TYPE_CHECKING:
    from svc_tui.models.listing import FilterDescriptor

Flags = Sequence[str]
"""The flags that select the backend: `--profile staging`."""


def list_line(
    resource: str,
    query: ListQuery,
    filters: Sequence[FilterDescriptor],
    columns: Iterable[str] = (),
    flags: Flags = (),
) -> str:
    """Return the command that prints a list; `columns` if they differ from its own."""
    words = words_of(line_of(replace(query, search=""), filters))
    said = [f"--search={query.search}"] if query.search else []
    if query.tab != query.default_tab:
        said.append(f"--tab={query.tab}")
    if query.ordering != query.default_ordering:
        said.append(f"--order={','.join(query.ordering)}")
    if names := ",".join(columns):
        said.append(f"--columns={names}")
    if query.page > 1:
        said.append(f"--page={query.page}")
    return _line("list", resource, *words, *said, *flags)


def get_line(resource: str, id: str, flags: Flags = ()) -> str:
    """Return the command that prints a record."""
    return _line("get", resource, id, *flags)


def write_line(resource: str, writes: Sequence[Write], flags: Flags = ()) -> str | None:
    """Return the commands that repeat these writes, one line for all rows with the same values.

    None if their values are unknown, or no command can express them.
    """
    lines: dict[tuple[str, ...], list[str]] = {}
    for write in writes:
        sets = _sets(write)
        if sets is None:
            return None
        ids = lines.setdefault((_VERBS.get(write.method, "update"), *sets), [])
        ids += [write.id] * (write.method != "POST")
    return "\n".join(
        _line(verb, resource, *ids, *sets, *flags) for (verb, *sets), ids in lines.items()
    )


_VERBS = {"POST": "create", "DELETE": "delete"}


def _sets(write: Write) -> list[str] | None:
    if write.method == "DELETE":
        return []
    found = []
    for one in write.values:
        if isinstance(one.after, NotKept) or one.after is MISSING:
            return None
        new = one.after
        plain = isinstance(new, str) and typed(new, None) == new
        value = f"={new}" if plain else f":={exact_json.written(new)}"
        found.append(f"--set={one.path}{value}")
    return found or None


def _line(*words: str) -> str:
    return shlex.join(["svc-tui", *words])
