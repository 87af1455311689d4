"""A backend that turns PATCH down (405): said once, and not sent again as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from svc_tui.app.app import SvcApp
from tests.backends.stock import StockProcess
from tests.console import Person, demo_console, person_at
from tests.screens.lists import settled
from tests.screens.test_record import opened, writes
from tests.screens.test_sessions_that_end_with_403 import at_stock


def written(stock: StockProcess) -> list[str]:
    """The methods of what was written, in their order."""
    return [one["method"] for one in stock.requests() if one["method"] in ("PATCH", "PUT")]


async def saves_what_is_turned_down(
    person: Person, stock: StockProcess, allow: str, said: str
) -> None:
    """Edit a title and save it; the answer is a 405."""
    stock.fault(
        "/api/articles/",
        method="PATCH",
        times=None,
        status=405,
        body={"detail": "Method not allowed."},
        headers={"Allow": allow},
    )
    await opened(person)
    await writes(person, "title", "Whole")
    await person.press("f2")
    await person.sees(said)
    assert "Try again" not in person.text()


async def test_a_save_goes_on_by_put_where_the_backend_takes_that(
    fresh_stock: StockProcess, tmp_path: Path
) -> None:
    async with at_stock(fresh_stock, tmp_path, "/articles/3") as person:
        await saves_what_is_turned_down(
            person,
            fresh_stock,
            "GET, PUT, DELETE, HEAD, OPTIONS",
            "The server doesn't accept single changes here",
        )

        await person.press("f2")

        await person.told_of("Saved.")
        assert written(fresh_stock) == ["PATCH", "PUT"]
        assert fresh_stock.rows("article", id=3)[0]["title"] == "Whole"


async def test_the_next_record_begins_with_put(fresh_stock: StockProcess, tmp_path: Path) -> None:
    async with at_stock(fresh_stock, tmp_path, "/articles/3") as person:
        await saves_what_is_turned_down(
            person, fresh_stock, "GET, PUT, DELETE", "The server doesn't accept single changes here"
        )
        await person.press("f2")
        await person.told_of("Saved.")
        await person.goes_to("/articles/4")
        await opened(person)
        await writes(person, "title", "Also whole")

        await person.press("f2")

        await person.until(lambda: fresh_stock.rows("article", id=4)[0]["title"] == "Also whole")
        assert written(fresh_stock) == ["PATCH", "PUT", "PUT"]


async def test_nothing_is_sent_again_where_the_backend_takes_no_change_at_all(
    fresh_stock: StockProcess, tmp_path: Path
) -> None:
    async with at_stock(fresh_stock, tmp_path, "/articles/3") as person:
        await saves_what_is_turned_down(
            person, fresh_stock, "GET, HEAD, OPTIONS", "The server doesn't allow PATCH at"
        )

        await person.press("f2")

        await person.until(lambda: any("allows no PATCH or PUT" in said for said in person.toasts))
        assert written(fresh_stock) == ["PATCH"]


@pytest.mark.parametrize(("status", "body"), [(204, None), (200, {"ok": True})])
async def test_a_deletion_that_deletes_nothing_is_no_success(
    fresh_stock: StockProcess, tmp_path: Path, status: int, body: object
) -> None:
    fresh_stock.fault("/api/articles/", method="DELETE", times=None, status=status, body=body)
    async with at_stock(fresh_stock, tmp_path, "/articles") as person:
        await person.press("d")
        await person.sees("Delete this record?")
        await person.press("y")

        await person.until(lambda: any("but still lists it" in one for one in person.toasts))
        assert not any("Press u" in one for one in person.toasts)
        assert person.app.svc.history.last() is None

        await person.press("space", "down", "space", "d")
        await person.sees("Delete 2 rows?")
        await person.press("y")

        await person.sees("2 unknown", "but still lists the")
        await person.press("escape")
        assert not any("Press u" in one for one in person.toasts)
        assert person.app.svc.history.last() is None


def without_patch(stock: StockProcess, folder: Path) -> SvcApp:
    """A console whose file says that the backend has no PATCH."""
    file = stock.console_file(folder)
    plain = 'endpoint = "/api/articles"\n'
    whole = f'{plain}use_patch = false\nedit_fields = [{{ key = "title", type = "text" }}]\n'
    file.write_text(file.read_text().replace(plain, whole, 1))
    return demo_console(stock.url, folder / "state", "admin", "/articles", file)


async def test_a_quick_edit_is_sent_whole_where_the_file_says_that_there_is_no_patch(
    fresh_stock: StockProcess, tmp_path: Path
) -> None:
    async with person_at(without_patch(fresh_stock, tmp_path)) as person:
        await settled(person)
        before = fresh_stock.rows("article", id=1)[0]

        await person.press("i")
        await person.sees("Quick edit: ")
        await person.press("end")
        await person.type(" X")
        await person.press("ctrl+s")

        await person.until(lambda: written(fresh_stock))
        assert written(fresh_stock) == ["PUT"]
        await person.until(lambda: fresh_stock.rows("article", id=1)[0] != before)
        assert fresh_stock.rows("article", id=1)[0] == {**before, "title": "Article 001 X"}


async def test_edit_fields_sends_each_row_whole_where_there_is_no_patch(
    fresh_stock: StockProcess, tmp_path: Path
) -> None:
    async with person_at(without_patch(fresh_stock, tmp_path)) as person:
        await settled(person)
        before = [fresh_stock.rows("article", id=id)[0] for id in (1, 2)]

        await person.press("space", "space", "x")
        await person.sees("Edit fields")
        await person.press("enter")
        await person.sees("Edit fields of 2 rows", "(mixed)")
        await person.press("enter")
        await person.type("Same")
        await person.press("ctrl+s")
        await person.sees("Edit fields of 2 rows?")
        await person.press("y")

        await person.told_of("Edit fields: 2 ok")
        assert written(fresh_stock) == ["PUT", "PUT"]
        after = [fresh_stock.rows("article", id=id)[0] for id in (1, 2)]
        assert after == [{**row, "title": "Same"} for row in before]
