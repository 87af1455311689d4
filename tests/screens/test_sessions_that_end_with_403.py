"""A backend that answers 403 to the anonymous: sessions that end there are renewed all the same."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.backends.stock import StockProcess
from tests.console import Person, demo_console, person_at
from tests.screens.test_record import field, opened, writes

ME = "/api/auth/me/"


@asynccontextmanager
async def at_stock(stock: StockProcess, folder: Path, start: str) -> AsyncIterator[Person]:
    """A console of the admin on plain REST framework."""
    file = stock.console_file(folder)
    app = demo_console(stock.url, folder / "state", "admin", start, file)
    async with person_at(app) as person:
        yield person


def asked(stock: StockProcess, path: str) -> int:
    """How often the profile, or anything else, was asked for."""
    return sum(one["path"] == path for one in stock.requests())


async def test_a_save_after_the_session_ended_is_offered_again_with_everything_typed(
    fresh_stock: StockProcess, tmp_path: Path
) -> None:
    async with at_stock(fresh_stock, tmp_path, "/articles/3") as person:
        await opened(person)
        await writes(person, "title", "Typed before the end")
        fresh_stock.end_sessions()

        await person.press("f2")
        await person.sees("Your session has ended.")
        assert "Permission denied" not in person.toasts

        await signs_in_again(person, "admin")
        assert field(person, "title").content() == "Typed before the end"
        assert fresh_stock.rows("article", id=3)[0]["title"] != "Typed before the end"
        await person.sees("Save now?")
        await person.press("y")

        await person.told_of("Saved.")
    assert fresh_stock.rows("article", id=3)[0]["title"] == "Typed before the end"


async def test_a_list_that_could_not_be_read_is_read_after_signing_in_again(
    fresh_stock: StockProcess, tmp_path: Path
) -> None:
    async with at_stock(fresh_stock, tmp_path, "/articles") as person:
        await person.sees("1-20 of 130")
        await person.settles()
        fresh_stock.end_sessions()

        await person.goes_to("/articles?page=5")
        await person.sees("Your session has ended.")
        await signs_in_again(person, "admin")

        await person.sees("81-100 of 130")
        assert "Permission denied" not in person.toasts


async def test_a_right_that_is_missing_is_still_said_and_costs_no_session(
    fresh_stock: StockProcess, tmp_path: Path
) -> None:
    async with at_stock(fresh_stock, tmp_path, "/articles/3") as person:
        await opened(person)
        await writes(person, "title", "Not allowed")
        before = asked(fresh_stock, ME)
        fresh_stock.fault("/api/articles/3/", method="PATCH", status=403, body={"detail": "No."})

        await person.press("f2")

        await person.until(lambda: "Permission denied" in person.toasts)
        assert asked(fresh_stock, ME) == before + 1
        assert person.app.svc is not None and person.app.svc.auth.is_authenticated
        assert field(person, "title").content() == "Not allowed"


async def signs_in_again(person: Person, name: str) -> None:
    """Type the password into the sign-in that opened over the page."""
    await person.may_type()
    await person.type(f"{name}\n")
    await person.sees_no("Your session has ended.")
