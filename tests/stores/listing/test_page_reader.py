"""Reading everything: it ends, whatever a backend says, and says why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from svc_tui.models.records import PaginatedList
from svc_tui.stores.listing.export import export
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.page_reader import PageReader
from svc_tui.stores.listing.row_sources import OfflineSource


class Odd(OfflineSource):
    """A source that answers page by page as it likes."""

    def __init__(self, answer: Callable[[int], PaginatedList[Any]]) -> None:
        super().__init__(())
        self.answer = answer
        self.asked = 0

    async def ask(self, query: ListQuery) -> PaginatedList[Any]:
        self.asked += 1
        assert self.asked < 50, "it is read for ever"
        return self.answer(query.page)


def rows(*ids: int) -> list[dict[str, int]]:
    return [{"id": id} for id in ids]


async def read(source: Odd) -> tuple[list[int], str]:
    reading = PageReader(source, ListQuery(page=7))
    found = [row["id"] async for page in reading.pages() for row in page.results]
    return found, reading.note


async def test_pages_are_read_to_the_last_one() -> None:
    found, note = await read(Odd(lambda n: PaginatedList(rows(n), 3, n, 3, 1)))
    assert (found, note) == ([1, 2, 3], "")


@pytest.mark.parametrize("at_least", [True, False], ids=["uncounted", "counted"])
async def test_a_page_that_comes_again_ends_it(at_least: bool) -> None:
    source = Odd(lambda n: PaginatedList(rows(1, 2), 1000, n, n + 1, 2, at_least=at_least))
    found, note = await read(source)
    assert found == [1, 2]
    assert note.startswith("Page 2 returned rows that were already read")


async def test_pages_that_come_in_turns_end_it_too() -> None:
    found, note = await read(Odd(lambda n: PaginatedList(rows(n % 3), 1000, n, n + 1, 1)))
    assert found == [1, 2, 0]
    assert "Page 4" in note


async def test_uncounted_rows_in_ever_other_orders_end_it() -> None:
    source = Odd(lambda n: PaginatedList(rows(n % 2, (n + 1) % 2), 0, n, n + 1, 2, at_least=True))
    assert (await read(source))[0] == [1, 0]


async def test_new_rows_beyond_the_count_end_it() -> None:
    found, note = await read(Odd(lambda n: PaginatedList(rows(2 * n, 2 * n + 1), 4, n, n + 1, 2)))
    assert found == [2, 3, 4, 5]
    assert note.startswith("The backend reports 4 rows but says there are more")


async def test_rows_without_an_id_are_told_apart_by_what_they_hold() -> None:
    source = Odd(lambda n: PaginatedList([{"name": f"Boat {n}"}], 3, n, 3, 1))
    reading = PageReader(source, ListQuery())
    assert len([page async for page in reading.pages()]) == 3


async def test_an_export_says_where_it_ended(tmp_path: Any) -> None:
    source = Odd(lambda n: PaginatedList(rows(1, 2), 1000, n, n + 1, 2))
    done = await export(source, ListQuery(), [], tmp_path / "odd.jsonl", "jsonl")
    assert done.rows == 2
    assert "read" in done.note
