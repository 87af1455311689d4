"""A backend that is another one at the next start: what was kept of it is no longer believed."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from svc_tui.app.app import SvcApp
from svc_tui.cli.console import prepare
from svc_tui.cli.loading import load
from tests.backends.wires_process import WireProcess
from tests.console import Person, person_at
from tests.wires.rows import Walker, edit

FIELDS = "The fields of Articles have changed since the last start. Added: words. Removed: status."
COLLECTIONS = "The collections have changed since the last start. Added: writers. Removed: authors."


def console(url: str, state: Path, start: str = "/") -> SvcApp:
    """The console of `svc-tui --url`."""
    prepare()
    opened = partial(load, None, {"base_url": url}, environ={}, state=state)
    return SvcApp(load=opened, start=start)


def columns(person: Person) -> list[str]:
    """The keys of the columns of articles, as far as they are known."""
    assert person.app.svc is not None
    resources = [one.props.get("resource") for one in person.app.svc.router.routes]
    return [key.key for one in resources if one and one.name == "articles" for key in one.columns]


def asked(person: Person) -> int:
    """How many requests of this start there were up to the first rows of articles."""
    assert person.app.svc is not None
    paths = [one.path.rstrip("/") for one in person.app.svc.fetch.history]
    return 1 + next(n for n, path in enumerate(paths) if path.endswith("/articles"))


async def opens_the_first(person: Person) -> None:
    """Open the first row of a list by its key."""
    await person.settles()
    await person.press("enter")
    await person.until(lambda: person.location.count("/") > 1)
    await person.sees("Article 01")
    await person.settles()


@pytest.mark.parametrize(("way", "most"), [("tutorial", 5), ("spectacular", 3)])
async def test_an_upgrade_between_two_starts_is_shown_and_told(
    way: str, most: int, tmp_path: Path
) -> None:
    with WireProcess(way) as server:
        async with person_at(console(server.url, tmp_path), (100, 30)) as person:
            await person.sees("Password")
            await person.type("admin\nadmin\n")
            await person.sees("· Articles", "Article 01")
            assert asked(person) <= 2 + most  # The page of the sign-in, its answer, and these.
            await person.settles()
            await person.goes_to("/articles")
            await person.sees("Article 01")
            assert person.app.svc is not None
            discovery = person.app.svc.discovery
            await person.until(lambda: discovery._learnt.collections and discovery._learnt.tried)
            assert "status" in columns(person)
            await opens_the_first(person)
            await edit(Walker(person), "Article 01")
            drafts = tmp_path / "drafts"
            await person.until(lambda: [*drafts.glob("*.json")])

        async with person_at(console(server.url, tmp_path), (100, 30)) as person:
            await person.sees("· Articles", "Article 02")
            assert asked(person) <= 3
            assert person.toasts == []

        server.steer("upgrade")
        async with person_at(console(server.url, tmp_path), (100, 30)) as person:
            await person.until(lambda: COLLECTIONS in person.toasts)
            await person.sees("· Writers", "Article 01X")
            await person.settles()
            await person.goes_to("/articles")
            await person.until(lambda: FIELDS in person.toasts)
            assert "words" in columns(person) and "status" not in columns(person)
            await opens_the_first(person)
            await person.sees("You have unsaved changes here", "Article 01X")

        async with person_at(console(server.url, tmp_path, "/authors"), (100, 30)) as person:
            await person.sees("This console has no page /authors.", "· Writers")
            assert person.toasts == []


async def test_a_page_of_a_collection_that_is_gone_leads_to_those_there_are(tmp_path: Path) -> None:
    with WireProcess("tutorial") as server:
        async with person_at(console(server.url, tmp_path), (100, 30)) as person:
            await person.sees("Password")
            await person.type("admin\nadmin\n")
            await person.sees("· Authors", "Author 1")
        server.steer("upgrade")
        async with person_at(console(server.url, tmp_path, "/authors"), (100, 30)) as person:
            await person.sees("This console has no page /authors.", "· Writers")
            assert COLLECTIONS in person.toasts
