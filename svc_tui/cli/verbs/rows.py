"""The rows that a command is about: a query of the list, or ids."""

from __future__ import annotations

import argparse
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from svc_tui.api.errors import NotFound, ValidationFailed
from svc_tui.cli.exits import ERROR, USAGE, CommandError
from svc_tui.cli.verbs.session import VerbSession, say
from svc_tui.models.dotted_path import path_exists
from svc_tui.models.listing import ListColumn
from svc_tui.models.location import Location
from svc_tui.models.records import PaginatedList
from svc_tui.stores.listing.ignored_params import ignored_sentence, order_problem
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.page_reader import ROWS_AT_ONCE, PageReader
from svc_tui.stores.listing.query_errors import rejection_message
from svc_tui.stores.listing.query_parser import names_a_filter
from svc_tui.stores.listing.resource_query import initial_query, read_line
from svc_tui.stores.listing.row_sources import ServerSource
from svc_tui.stores.listing.saved_views import View, views_of
from svc_tui.stores.rows import Row, as_row, bare_words
from svc_tui.text import clean
from svc_tui.widgets.listing.choice_labels import labelled
from svc_tui.widgets.listing.relation_columns import RelationTitles

if TYPE_CHECKING:
    from svc_tui.models.resource import Resource


@dataclass(frozen=True)
class Chosen:
    """A query, and the columns that its view has; () for those of the list."""

    query: ListQuery
    columns: tuple[str, ...] = ()

    @property
    def narrowed(self) -> bool:
        """Whether it has any condition that not all records match."""
        return bool(self.query.criteria())


async def chosen_query(session: VerbSession, resource: Resource, words: Sequence[str]) -> Chosen:
    """Return the query of FILTER, `--search`, `--order`, `--view` and `--tab`.

    Raises: CommandError: one of them is invalid, or names something unknown. ApiError: choices of a
        filter could not be read.
    """
    known, config = session.known, session.svc.config
    query = initial_query(resource, config.page_size, config.zone)
    columns: tuple[str, ...] = ()
    if known.view:
        view = _view(session, resource, known.view)
        query, columns = query.restored(Location.parse(view.location)), view.columns
    if known.tab is not None:
        query = query.on_tab(_tab(resource, known.tab))
    line = " ".join(map(_quoted, words))
    if line:
        try:
            read = await read_line(line, resource.filters, session.svc.crud, query)
        except ValueError as error:
            raise CommandError(str(error), USAGE) from None
        query = read.over(query)
    if known.search:
        both = " ".join(filter(None, (query.search, known.search)))
        query = query.searching(both)
    if known.order:
        query = query.ordered(filter(None, known.order.split(",")))
    if query.search and not resource.searchable:
        raise CommandError(f"{resource.label} can't be searched.", USAGE)
    return Chosen(query, columns)


def columns_of(
    resource: Resource, known: argparse.Namespace, chosen: Sequence[str] = ()
) -> tuple[ListColumn, ...]:
    """Return the columns of `--columns`, else of the view, else of the list."""
    keys = [one for one in (known.columns or "").split(",") if one] or list(chosen)
    there = {one.key: one for one in resource.columns}
    if keys:
        return tuple(there.get(key) or ListColumn(key=key) for key in keys)
    return resource.columns or (ListColumn(key=resource.lookup),)


def columns_in_words(
    resource: Resource, columns: Sequence[ListColumn]
) -> tuple[tuple[ListColumn, ...], RelationTitles]:
    """Return columns with the labels of their values, and the titles of related records."""
    fields = (*resource.edit_fields, *resource.fields, *resource.sidebar_fields)
    return labelled(columns, resource.filters, fields), RelationTitles(fields)


def check_columns(resource: Resource, columns: Sequence[ListColumn], rows: Sequence[Row]) -> None:
    """Raise CommandError for a requested column that no row has."""
    fields = (*resource.fields, *resource.sidebar_fields, *resource.edit_fields)
    declared = {one.key for one in resource.columns} | {one.key for one in fields}
    for column in columns if rows else ():
        if column.key not in declared and not any(path_exists(row, column.key) for row in rows):
            if said := bare_words(rows, resource.lookup):
                raise CommandError(said, USAGE)
            keys = ", ".join(map(clean, rows[0]))
            raise CommandError(f"No row has {clean(column.key)}. Available: {keys}.", USAGE)


def ids_of(words: Sequence[str], resource: Resource) -> tuple[str, ...]:
    """Return the ids that were named, each once; raises CommandError for what is a filter."""
    for word in words:
        if is_filter(word, resource):
            words = f"{clean(word)} is a filter. Add --all to use the rows it matches."
            raise CommandError(words, USAGE)
    ids = tuple(dict.fromkeys(words))
    if len(ids) < len(words):
        twice = {one for one in words if words.count(one) > 1}
        say(f"Ids given more than once are used once: {', '.join(sorted(twice))}.")
    return ids


def is_filter(word: str, resource: Resource) -> bool:
    """Whether a word is part of a query line, not an id."""
    name = word.partition(":")[0].casefold()
    known = {one for item in resource.filters for one in (item.value, item.text.casefold())}
    return names_a_filter(word) and (name in known or name == "sort")


async def ask(source: ServerSource, query: ListQuery) -> PaginatedList[Any]:
    """Return one page; raises CommandError if the backend refuses the query."""
    try:
        return await source.ask(query)
    except ValidationFailed as error:
        raise CommandError(rejection_message(error, query), ERROR) from None
    except NotFound as error:
        if query.page > 1:
            raise CommandError(f"There is no page {query.page}.") from error
        raise


async def pages(
    source: ServerSource, query: ListQuery, lookup: str, limit: int | None = None
) -> AsyncIterator[tuple[PaginatedList[Any], list[Row], str]]:
    """Yield each page, its rows within the limit, and why reading stopped early, if it did."""
    reader = PageReader(source, query, lookup, at_once=min(limit or ROWS_AT_ONCE, ROWS_AT_ONCE))
    read = 0
    try:
        async for page in reader.pages():
            rows = [as_row(one) for one in page.results]
            rows = rows if limit is None else rows[: limit - read]
            read += len(rows)
            yield page, rows, ""
            if limit is not None and read >= limit:
                return
    except ValidationFailed as error:
        raise CommandError(rejection_message(error, query), ERROR) from None
    if reader.note:
        yield PaginatedList(results=[], count=0), [], reader.note


async def say_ignored(source: ServerSource, query: ListQuery, rows: Sequence[Row] = ()) -> None:
    """Print which parts of a query the backend ignores; `rows` are some in the backend's order."""
    if query.ordering and (words := order_problem(rows, query.ordering[0])):
        say(words)
    if names := await source.ignored(query):
        say(ignored_sentence(query, names))


def _view(session: VerbSession, resource: Resource, name: str) -> View:
    store = views_of(session.svc.state_dir)
    store.load()
    if (view := store.state.named(resource.name, name)) is None:
        there = ", ".join(one.name for one in store.state.of(resource.name))
        words = f"This list has no view {clean(name)}. Available: {clean(there)}."
        if not there:
            words = "This list has no saved views. Press V in the list to save one."
        raise CommandError(words, USAGE)
    return view


def _tab(resource: Resource, name: str) -> str:
    folded = name.casefold()
    for tab in resource.tabs:
        if folded in (tab.value.casefold(), tab.text.casefold()):
            return tab.value
    there = ", ".join(one.value or one.text for one in resource.tabs)
    what = f". Available: {there}." if there else "."
    raise CommandError(f"There is no tab {clean(name)}{clean(what)}", USAGE)


def _quoted(word: str) -> str:
    """Restore the quotes that a shell removed from `author:"Rossi Maria"`."""
    if '"' in word or not any(map(str.isspace, word)):
        return word
    name, colon, value = word.partition(":")
    return f'{name}:"{value}"' if colon and name.isidentifier() else word
