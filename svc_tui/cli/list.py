"""`svc-tui list`: the rows of a resource, as its list shows them or raw."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from svc_tui.cli.exits import OK, PARTLY_DONE, USAGE, CommandError
from svc_tui.cli.verbs.formats import Output, TableOutput, columns_of_template, output_for
from svc_tui.cli.verbs.rows import (
    ask,
    check_columns,
    chosen_query,
    columns_in_words,
    columns_of,
    pages,
    say_ignored,
)
from svc_tui.cli.verbs.session import VerbSession, run_verb, say
from svc_tui.models.records import TRANSLATIONS, PaginatedList
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.row_sources import ServerSource
from svc_tui.stores.rows import Row, as_row

if TYPE_CHECKING:
    from svc_tui.app.context import Svc


def run(known: argparse.Namespace) -> int:
    """Print rows; return the exit code."""
    if sum(one is not None for one in (known.page, known.limit)) + known.all > 1:
        raise CommandError("Use only one of --page, --limit and --all.", USAGE)
    return run_verb(known, _list)


async def _list(session: VerbSession) -> int:
    known, resource = session.known, await session.resource(session.known.resource)
    chosen = await chosen_query(session, resource, known.words)
    columns = columns_of(resource, known, chosen.columns)
    shown, titles = columns_in_words(resource, columns)
    asked = bool(known.columns)
    checked = (*(columns if asked else ()), *columns_of_template(known))
    brief = known.output in ("table", "csv") or asked
    source = session.source(resource, [one.key for one in columns] if brief else ())
    output = output_for(
        known,
        shown,
        resource=resource.name,
        lookup=resource.lookup,
        zone=session.svc.config.zone,
        records=() if not asked else shown,
        titles=titles,
    )
    query, lookup = chosen.query, resource.lookup
    if not known.all and known.limit is None:
        page = await _page(source, query, known.page or 1)
        rows = [as_row(one) for one in page.results]
        check_columns(resource, checked, rows)
        await write(session.svc, output, rows, known.lang)
        output.end()
        _say_more(page)
        await say_ignored(source, query, rows)
        return OK
    first, note, seen = True, "", list[Row]()
    async for _, rows, said in pages(source, query, lookup, known.limit):
        if first:
            check_columns(resource, checked, rows)
            seen = rows
        await write(session.svc, output, rows, known.lang)
        first, note = False, note or said
    output.end()
    await say_ignored(source, query, seen)
    if note:
        say(note)
    return PARTLY_DONE if note else OK


async def _page(source: ServerSource, query: ListQuery, number: int) -> PaginatedList[Any]:
    page = await ask(source, query.at(number))
    # With cursors, each page is linked from the previous one.
    if page.page < number and not page.told:
        for following in range(2, number + 1):
            page = await ask(source, query.at(following))
            if page.page < following:
                raise CommandError(f"There is no page {number}: the last one is {following - 1}.")
    return page


def _say_more(page: PaginatedList[Any]) -> None:
    if page.pages > 1 or page.at_least:
        of = f"at least {page.count:,}" if page.at_least else f"{page.count:,}"
        say(f"{len(page.results):,} of {of} rows (page {page.page}); --all prints every row.")
    elif not page.results:
        say("No rows.")


async def write(svc: Svc, output: Output, rows: list[Row], lang: str | None) -> None:
    """Write rows, in one language or in all; a table with the titles of related records."""
    if isinstance(output, TableOutput):
        await output.learn(svc, rows)
    output.write([in_language(row, lang) for row in rows] if lang else rows)


def in_language(row: Row, lang: str) -> Row:
    """Return a record with its text in one language, instead of all."""
    every = row.get(TRANSLATIONS)
    texts = every.get(lang) if isinstance(every, dict) else None
    return {**row, **texts} if isinstance(texts, dict) else row
