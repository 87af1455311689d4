"""Find values that a backend accepted, but that none of its records has."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from svc_tui.api.errors import ApiError
from svc_tui.api.multipart import find_files
from svc_tui.introspect.names import is_secret
from svc_tui.stores.record.draft import MISSING, Draft
from svc_tui.stores.record.merge import Steps, at, changed
from svc_tui.stores.record.write_verification import ignored, in_quotes, not_kept
from svc_tui.stores.rows import Row
from svc_tui.text import clean

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud
    from svc_tui.models.records import Id


class ValuesNotKept(Exception):
    """A confirmed change was kept only in part, or not at all; the text names what was lost."""

    def __init__(self, words: str, answer: Any, *, nothing: bool) -> None:
        super().__init__(words)
        self.answer = answer
        self.nothing = nothing
        """Whether nothing of the change was kept."""


async def check_kept(
    crud: Crud[Any],
    key: Id,
    row: Row,
    sent: Row,
    answer: Any,
    write_only: Collection[str] = (),
    renamed: Collection[str] = (),
    named: Callable[[str], str] = in_quotes,
) -> None:
    """Compare a confirmed change of a row with the record of its answer.

    The record is read if the answer does not have all of these values.

    Args:
        crud: The collection.
        key: The id that was written to.
        row: The record as it was, as far as it is known.
        sent: The values that were written.
        answer: The answer to the change.
        write_only: Dotted paths of values that are never returned.
        renamed: Keys that were sent under other names, or not at all.
        named: Returns the name of the value at a path, in quotes.

    Raises:
        ValuesNotKept: a value was not kept.
    """
    draft = Draft(row, {**row, **sent})
    ways = changed(draft.original, draft.current)
    found: Row = answer if isinstance(answer, Mapping) else {}
    records = [found]
    if any(_lost(way, records) for way in ways):
        try:
            found = await crud.detail(key)
        except ApiError:
            return  # It was confirmed; what is stored can't be read.
        records.append(found)
    lost, hidden = await unreturned(crud, draft.current, ways, records, write_only, renamed)
    sentences = [*not_returned(lost, named), *not_shown(hidden, named)]
    sentences += not_kept(sent, row, found, named=named)
    if sentences:
        unkept = (*lost, *ignored(draft, found))
        raise ValuesNotKept(" ".join(sentences), answer, nothing=covers(unkept, ways))


def covers(unkept: Collection[Steps], ways: Iterable[Steps]) -> bool:
    """Whether there are changes, and all lie at or below paths that were not kept."""
    found = [any(way[:length] in unkept for length in range(1, len(way) + 1)) for way in ways]
    return bool(found) and all(found)


async def unreturned(
    crud: Crud[Any],
    sent: Mapping[str, Any],
    ways: Iterable[Steps],
    records: Collection[Mapping[str, Any]],
    write_only: Collection[str] = (),
    renamed: Collection[str] = (),
) -> tuple[tuple[Steps, ...], tuple[Steps, ...]]:
    """Return the paths of values that were sent, and that none of the records has.

    First those that were lost, then those of keys that the collection's own metadata describes: it
    may take what it never shows. Secrets, files, empty values, the `write_only` paths and what was
    sent under another name (`renamed`) are not expected back.
    """
    found = [
        lost
        for way in ways
        if (lost := _lost(way, records))
        and _is_expected(sent, way, write_only)
        and not _is_related(way[0], records)
        and way[0] not in renamed
    ]
    described = await _described(crud) if found else frozenset[str]()
    gone = dict.fromkeys(way for way in found if way[0] not in described or len(way) > 1)
    return tuple(gone), tuple(dict.fromkeys(way for way in found if way not in gone))


def not_returned(ways: Collection[Steps], named: Callable[[str], str]) -> tuple[str, ...]:
    """Return the sentence about values that were lost; none without any."""
    if not ways:
        return ()
    fields = "field" if len(ways) == 1 else "fields"
    words = f"the returned record has no such {fields}"
    return (f"The server did not keep {_listed(ways, named)}: {words}.",)


def not_shown(ways: Collection[Steps], named: Callable[[str], str]) -> tuple[str, ...]:
    """Return the sentence about values that may be stored and never shown; none without any."""
    if not ways:
        return ()
    words = f"the server does not show {_listed(ways, named)}"
    return (f"It is unknown whether everything was saved: {words}.",)


def _listed(ways: Iterable[Steps], named: Callable[[str], str]) -> str:
    names = {".".join(way): named(".".join(way)) for way in ways}
    fields = {(name, path.partition(".")[0]) for path, name in names.items()}
    if len({*names.values()}) < len(fields):  # Two fields have one label.
        names = {path: in_quotes(path) for path in names}
    return clean(", ".join(dict.fromkeys(names.values())), limit=60)


def _lost(way: Steps, records: Iterable[Mapping[str, Any]]) -> Steps:
    """Return the part of a path that no record has; nothing where one may have the value.

    A part of what a record shows as a plain value, such as the id of a relation, may be there.
    """
    ends = [_end(way, record) for record in records]
    return () if not ends or () in ends else max(ends, key=len)


def _end(way: Steps, record: Any) -> Steps:
    for length, step in enumerate(way, 1):
        if not isinstance(record, Mapping):
            return ()
        if step not in record:
            return way[:length]
        record = record[step]
    return ()


def _is_expected(sent: Mapping[str, Any], way: Steps, write_only: Collection[str]) -> bool:
    value, around = at(sent, way), [way[:length] for length in range(1, len(way))]
    if value is MISSING or value in (None, "", [], {}) or find_files({"": value}):
        return False
    if any("id" in at(sent, one) for one in around):  # Of a related record the id counts.
        return False
    names = {".".join(one) for one in (*around, way)}
    return not (any(map(is_secret, way)) or names & {*write_only})


def _is_related(key: str, records: Iterable[Mapping[str, Any]]) -> bool:
    """Whether a key is that of a relation, which the record shows under its name: `author_id`."""
    for end in ("_ids", "_id", "_pk", "Ids", "Id"):
        stem = key.removesuffix(end)
        if stem != key and any(name in record for record in records for name in (stem, f"{stem}s")):
            return True
    return False


async def _described(crud: Crud[Any]) -> frozenset[str]:
    """Return the keys that a collection's metadata describes."""
    try:
        metadata = await crud.metadata()
    except ApiError:
        return frozenset()
    if metadata is None:
        return frozenset()
    schema = metadata.extra.get("schema")
    properties = schema.get("properties") if isinstance(schema, Mapping) else None
    every = (*metadata.actions.values(), properties)
    return frozenset(key for one in every if isinstance(one, Mapping) for key in one)
