"""Steps that tests of lists share: where the list is, when it rests, what it asks for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import httpx
from textual.widgets import Input

from svc_tui.api.fetch import SvcFetch
from svc_tui.screens.listing import ListPage
from svc_tui.stores.listing.list_store import ListStore
from svc_tui.widgets.listing.listing import SvcList
from svc_tui.widgets.listing.table import SvcListTable
from svc_tui.widgets.shell.command_line import CommandLine
from tests.console import Person


def table_of(person: Person) -> SvcListTable:
    page = person.app.page
    assert isinstance(page, ListPage)
    return page.list.table


def store_of(person: Person) -> ListStore:
    return table_of(person).store


async def settled(person: Person) -> None:
    """The rows, the neighbours and the counts of its tabs are there: nothing is under way."""

    def counted() -> bool:
        shown = getattr(person.app.page, "list", None)
        if not isinstance(shown, SvcList) or not shown.table.has_store:
            return False
        state, tabs = shown.table.store.state, {tab.value for tab in shown.tabs}
        there = state.loaded_at is not None and not state.loading
        return there and tabs <= state.tab_counts.keys()

    await person.until(counted)
    await person.until(lambda: person.app.svc is not None and not person.app.svc.fetch.loading)


async def list_of(person: Person) -> None:
    """The first page of a list is there, and nothing is under way."""
    await person.sees("1-20 of")
    await settled(person)


def watch(person: Person) -> list[str]:
    """Every request from here on, as method, path and query."""
    sent: list[str] = []
    assert person.app.svc is not None
    client = person.app.svc.fetch._client
    assert client is not None

    async def note(request: httpx.Request) -> None:
        sent.append(f"{request.method} {request.url.raw_path.decode()}")

    client.event_hooks = {**client.event_hooks, "request": [note]}
    return sent


def hold(person: Person, which: Callable[[httpx.Request], bool]) -> asyncio.Event:
    """Requests of a kind wait until this is set."""
    assert person.app.svc is not None
    return hold_requests(person.app.svc.fetch, which)


def hold_requests(fetch: SvcFetch, which: Callable[[httpx.Request], bool]) -> asyncio.Event:
    """As `hold`, for services without a console."""
    go_on = asyncio.Event()
    client = fetch._client
    assert client is not None

    async def wait(request: httpx.Request) -> None:
        if which(request):
            await go_on.wait()

    hooks = client.event_hooks
    client.event_hooks = {**hooks, "request": [*hooks["request"], wait]}
    return go_on


def of_an_export(request: httpx.Request) -> bool:
    return request.url.params.get("page_size") == "100" and request.url.params.get("page") == "2"


def writing(request: httpx.Request) -> bool:
    return request.method not in ("GET", "OPTIONS")


async def exporting(person: Person, path: Path) -> asyncio.Event:
    """An export that has written its first page and waits for the second."""
    await person.sees("1-20 of 300")
    await settled(person)
    go_on = hold(person, of_an_export)
    await person.press("X")
    await person.sees("Export to a file")
    person.app.screen.query_one(Input).value = str(path)
    await person.press("enter")
    await person.sees("Exporting 100 of 300")
    return go_on


async def complete_status(person: Person) -> None:
    """`status:draft` in the search line: Tab completes the name, then the choice."""
    await person.press("slash")
    await person.type("sta")
    await person.sees("Tab: status:")
    await person.press("tab")
    await person.type("dr")
    await person.press("tab")


async def command(person: Person, line: str) -> None:
    """Type a line behind a colon and run it."""
    await person.press("colon")
    await person.until(lambda: isinstance(person.app.screen, CommandLine))
    await person.type(f"{line}\n")
