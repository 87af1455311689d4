"""Bad input to lists, from a real backend: it is told in a sentence, and nothing is lost."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import httpx
import pytest

from svc_tui import Options, Resource, SvcApp
from svc_tui.app.context import Svc
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.list_store import ListStore
from svc_tui.stores.listing.row_sources import ServerSource
from svc_tui.testing import sign_in, until
from tests.backends.demo import DemoProcess
from tests.console import Person
from tests.screens.consoles import odd_console
from tests.screens.lists import hold, hold_requests, settled, store_of, table_of, watch

Console = Callable[..., AbstractAsyncContextManager[Person]]


@pytest.fixture
async def svc(demo: DemoProcess, tmp_path: Path) -> AsyncIterator[Svc]:
    async with Svc(demo.url, state_dir=tmp_path / "state") as services:
        await services.auth.login("admin", "admin")
        yield services


def odd(svc: Svc, how: str) -> ListStore:
    """A list of articles that are told badly."""
    return ListStore(ServerSource(svc.crud(f"/api/_test/odd/{how}"), rest=0), query=ListQuery())


async def loaded(person: Person) -> None:
    def is_there() -> bool:
        store = getattr(person.app.page, "store", None)  # A page that is only made has none yet.
        if not isinstance(store, ListStore) or store.state.loaded_at is None:
            return False
        if not hasattr(table_of(person), "store"):
            return False
        return not store.state.loading

    await person.until(is_there)


# Pages that are not there


async def test_a_location_beyond_the_end_shows_a_page_that_is_there(console: Console):
    async with console(start="/articles?page=999&page_size=50") as person:
        await person.sees("1-50 of 300")
        await person.until(lambda: "page=999" not in person.location)


async def test_beyond_the_end_of_a_backend_without_404_is_its_last_page(console: Console, tmp_path):
    async with odd_console(console, tmp_path, "ordinary", start="/articles?page=99") as person:
        await person.sees("281-300 of 300")
        await person.until(lambda: person.location == "/articles?page=15")


async def test_the_last_page_goes_when_its_last_row_does(console: Console, fresh_demo: DemoProcess):
    async with console(start="/articles?page_size=10&page=30") as person:
        await person.sees("291-300 of 300")
        await settled(person)
        crud = person.app.svc.crud("/api/articles")  # type: ignore[union-attr]
        for row in store_of(person).state.rows:
            await crud.delete(row["id"])
        await person.press("r")
        await person.sees("of 290")
        assert store_of(person).state.rows


async def test_a_refused_page_size_is_told_and_the_usual_one_shown(
    console: Console, tmp_path: Path
):
    async with odd_console(console, tmp_path, "sized") as person:
        await person.sees("1-20 of 300")
        await person.press("Z")
        await person.until(lambda: "The backend returns at most 20 rows per page." in person.toasts)
        await person.sees("1-20 of 300")
        assert store_of(person).state.query.page_size == 20


# Questions that the backend does not take


async def test_a_refused_filter_is_named_keeps_the_rows_and_is_cleared_by_a_key(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        before = store_of(person).state.keys
        await person.goes_to("/articles?f_category=abc")
        await person.sees("The backend rejected the filter Category: “abc” value must be an")
        await person.sees("integer. Change or remove it.")
        await person.sees("Press 0 to clear")
        await person.press("0")
        await person.sees("1-20 of 300")
        await person.until(lambda: store_of(person).state.keys == before)
        assert store_of(person).state.error is None


async def test_an_overtaken_answer_is_not_shown(svc: Svc):
    store = odd(svc, "ordinary")
    go_on = hold_requests(svc.fetch, lambda request: request.url.params.get("search") == "late")
    late = asyncio.ensure_future(store.search("late"))
    await asyncio.sleep(0)
    await store.search("harbour")
    shown = store.state.keys
    go_on.set()
    await asyncio.gather(late, return_exceptions=True)

    assert store.state.query.search == "harbour"
    assert store.state.keys == shown and shown
    store.close()


async def test_who_types_on_sees_the_answer_to_the_last_words(console: Console, tmp_path: Path):
    async with odd_console(console, tmp_path, "ordinary") as person:
        await person.sees("1-20 of 300")
        await learnt(person)
        sent = watch(person)
        go_on = hold(person, lambda request: request.url.params.get("search") == "late")
        await person.press("slash", *"late", "enter")
        await person.until(lambda: any("search=late" in one for one in sent))
        await person.press("slash", *["backspace"] * 4, *"harbour", "enter")
        await person.until(lambda: store_of(person).state.query.search == "harbour")
        await loaded(person)
        shown = store_of(person).state.keys
        go_on.set()
        await person.settles()

        assert store_of(person).state.keys == shown
        assert all("arbour" in str(row) for row in store_of(person).state.rows)
        assert max(Counter(sent).values()) == 1


# Columns and values


async def test_a_title_that_no_row_has_is_named_once(demo: DemoProcess, tmp_path: Path):
    articles = Resource(name="articles", endpoint="/api/articles", title_field="headline")
    options = Options(base_url=demo.url)
    app = SvcApp(options, resources=[articles], state_dir=tmp_path, start="/articles")
    async with app.run_test(size=(120, 40)) as pilot:
        await sign_in(pilot, "admin", "admin")
        await until(pilot, "No row has headline (title_field), so another value is used")
        await until(pilot, "1-20 of 300")
        await pilot.press("full_stop")
        await until(pilot, "21-40 of 300")

    assert app.svc is not None
    told = [one.message for one in app.svc.snack.history if "headline" in one.message]
    assert len(told) == 1 and "title" in told[0]


async def test_a_column_that_leads_nowhere_is_named_and_costs_nothing_else(
    console: Console, tmp_path: Path
):
    odd = '{ key = "nothing.at.all", label = "Void", width = 8 }'
    async with odd_console(console, tmp_path, "ordinary", odd, size=(120, 40)) as person:
        await person.sees("Void ?", "A headline")
        told = [one for one in person.toasts if "nothing.at.all" in one]
        assert told[0].startswith(
            "No row has nothing.at.all, so its column stays empty. Rows have "
        )
        assert "author" in told[0]
        assert "Author ?" not in person.text()
        person.dismiss_toasts()
        await person.sees("1-20 of 300")
        await person.press("full_stop")
        await person.sees("21-40 of 300")
        await person.press("r")
        await person.settles()
        assert len([one for one in person.toasts if "nothing.at.all" in one]) == 1


async def test_values_of_any_kind_stand_in_any_column(console: Console, tmp_path: Path):
    async with odd_console(console, tmp_path, "types") as person:
        await person.sees("1-20 of 300", "a, b", "1e+300")
        for _ in range(8):  # The cursor, the columns and the record as it came work on all of them.
            await person.press("right", "Y")
            await person.sees("Raw JSON")
            await person.press("escape", "down")
        await person.press(*["left"] * 4, "s")
        await person.sees("sorted by Title ▲")
        await person.press("plus")
        await person.press("escape")
        await person.sees("of 300")


# Rows without a name of their own


async def test_rows_without_the_lookup_are_shown_and_left_alone(console: Console, tmp_path: Path):
    async with odd_console(console, tmp_path, "keyless") as person:
        await person.until(lambda: any("have no id" in one for one in person.toasts))
        await learnt(person)
        person.dismiss_toasts()
        await person.sees("1-20 of 300")
        sent = watch(person)
        await person.press("down", "space")
        await person.press("up", "asterisk")
        await person.sees("9 marked")
        await person.press("asterisk", "home", "down", "enter")
        await person.until(
            lambda: any("can't be opened" in t or "no id" in t for t in person.toasts[1:])
        )
        await person.settles()
        assert person.location.startswith("/articles")
        assert not [one for one in sent if "/keyless/" in one and "?" not in one]


async def test_the_same_id_twice_is_told_and_marked_as_one(console: Console, tmp_path: Path):
    async with odd_console(console, tmp_path, "duplicates") as person:
        await person.told_of("The same id appears more than once: 1.")
        await learnt(person)
        person.dismiss_toasts()
        await person.sees("of 300")
        await person.press("space")
        await person.sees("1 marked")
        assert len(table_of(person).grid.keys) == 21


async def test_entries_that_are_no_records_are_shown_and_told(console: Console, tmp_path: Path):
    async with odd_console(console, tmp_path, "entries") as person:
        await person.until(lambda: any("3 entries are not records" in t for t in person.toasts))
        await learnt(person)
        person.dismiss_toasts()
        await person.sees("1-20 of 300")


async def test_an_answer_that_is_no_list_names_what_came(console: Console, tmp_path: Path):
    async with odd_console(console, tmp_path, "no-list") as person:
        await person.sees("articles, total")


# Counts


async def test_without_a_count_pages_go_on_as_long_as_there_are_some(
    console: Console, tmp_path: Path
):
    async with odd_console(
        console, tmp_path, "uncounted", start="/articles?page_size=100"
    ) as person:
        await person.sees("1-100 of at least 100", "page 1/2+")
        await person.press("full_stop")
        await person.sees("101-200 of at least 200")
        await person.press("full_stop")
        await person.sees("201-300 of 300 ")
        await person.press("full_stop")
        await person.settles()
        assert store_of(person).state.query.page == 3


@pytest.mark.parametrize(
    ("how", "seen", "told"),
    [
        ("undercounted", "1-20 of ", "The backend reports 3 rows, but returned at least"),
        ("wordy", "1-20 of at least 20", ""),
    ],
)
async def test_a_count_that_can_not_be_is_mended_and_told(
    console: Console, tmp_path: Path, how: str, seen: str, told: str
):
    async with odd_console(console, tmp_path, how) as person:
        await person.sees(seen)
        await person.until(lambda: any(told in one for one in ["", *person.toasts]))
        await person.press("full_stop")
        await person.sees("21-40 of")


async def test_a_count_of_rows_that_are_not_there_ends_on_a_page_that_is(
    console: Console, tmp_path: Path
):
    async with odd_console(console, tmp_path, "overcounted") as person:
        await person.sees("1-20 of 1,300")
        await person.goes_to("/articles?page=65")
        await loaded(person)
        await person.settles()
        assert store_of(person).state.rows
        assert store_of(person).state.error is None


# Actions that fail in part


async def test_four_of_ten_fail_one_is_gone_and_only_the_four_are_tried_again(
    console: Console, fresh_demo: DemoProcess
):
    async with console(start="/categories") as person:
        await loaded(person)
        crud = person.app.svc.crud("/api/categories")  # type: ignore[union-attr]
        used = list(store_of(person).state.rows)[:4]
        free = [await crud.create({"name": f"Nobody's {n}"}) for n in range(6)]
        await person.press("r")
        await person.sees("Nobody's 5")
        store = store_of(person)
        for row in [*used, *free]:
            store.toggle(str(row["id"]))
        await person.sees("10 marked")
        await crud.delete(free[0]["id"])  # A colleague was quicker.
        sent = watch(person)
        await person.press("d")
        await person.sees("Type 10 to continue, then")
        await person.type("10")
        await person.press("tab", "tab", "enter")
        await person.sees("5 ok", "4 failed", "1 skipped", "is still used", "R retries failed rows")
        assert len([one for one in sent if one.startswith("DELETE")]) == 10
        sent.clear()
        await person.press("R")
        await person.until(lambda: len([s for s in sent if s.startswith("DELETE")]) == 4)
        await person.sees("4 failed")
        await person.press("escape")
        await person.sees("4 marked")
        assert {*store.state.selection.rows} == {str(row["id"]) for row in used}
        assert {s for s in sent if s.startswith("DELETE")} == {
            f"DELETE /api/categories/{row['id']}/" for row in used
        }


# A backend that refuses one field, is slow, or is gone


async def test_what_quick_edit_may_not_send_is_said_at_its_field(
    console: Console, fresh_demo: DemoProcess
):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("i")
        await person.sees("Quick edit:", "Title")
        await person.press("ctrl+u")
        await person.type("A forbidden word")
        await person.press("ctrl+s")
        await person.sees('A title cannot contain the word "forbidden".', "Quick edit:")
        rows = person.text().splitlines()
        said = next(n for n, row in enumerate(rows) if "cannot contain" in row)
        assert any("Title" in row for row in rows[said - 3 : said])
        await person.press("ctrl+u")
        await person.type("A calm word")
        await person.press("ctrl+s")
        await person.sees_no("Quick edit")
        await person.sees("A calm word")


async def test_a_slow_backend_is_waited_for_in_sight(console: Console, tmp_path: Path):
    async with odd_console(console, tmp_path, "ordinary", start="/") as person:
        go_on = hold(person, lambda request: request.url.path == "/api/_test/odd/ordinary/")
        assert person.app.svc is not None
        person.app.run_worker(person.app.svc.router.push("/articles"))
        await person.until(lambda: "…" in person.text().partition("\n")[0])
        go_on.set()
        await person.sees("1-20 of 300")
        await learnt(person)
        go_on.clear()
        await person.press("s")
        await person.sees("loading…")
        go_on.set()
        await person.sees_no("loading…")


async def test_a_server_that_is_gone_leaves_the_rows_and_says_what_to_do(
    tmp_path: Path, own_places: Path
):
    from tests.console import demo_console, person_at

    with DemoProcess(tmp_path / "demo", rows=45) as demo:
        async with person_at(demo_console(demo.url, tmp_path / "s", start="/articles")) as person:
            await person.sees("1-20 of 45")
            await settled(person)
            demo.stop()
            await person.press("s")
            await person.sees("Press r to try again.", "The rows below may be")
            assert len(table_of(person).grid.keys) == 20
            with DemoProcess(tmp_path / "demo", port=httpx.URL(demo.url).port or 0):
                await person.press("r")
                await person.sees_no("The rows below")
                await person.sees("sorted by Title ▲")


# A list never lies


async def learnt(person: Person) -> None:
    """Wait until all is learnt of the articles, and the list shows what was learnt."""
    svc = person.app.svc
    assert svc is not None
    await person.until(lambda: "articles" in svc.discovery._whole)
    await person.settles()


async def test_a_search_and_a_filter_that_are_ignored_are_said_and_refused(
    console: Console, tmp_path: Path
):
    async with odd_console(console, tmp_path, "deaf") as person:
        await person.sees("1-20 of 300")
        await learnt(person)
        await person.press("slash", *"crime", "enter")
        await person.sees("the search ignored")
        said = "The backend ignores the search: rows that don't match it are also shown."
        await person.until(lambda: said in person.toasts)
        await person.press("A")
        await person.until(lambda: any("the matches are unknown" in one for one in person.toasts))
        person.dismiss_toasts()
        assert store_of(person).state.selection.everything is None

        await person.goes_to("/articles?f_status=draft")
        await person.sees("the filter Status ignored")


async def test_an_array_that_is_cut_is_turned_through_and_never_called_all(
    console: Console, tmp_path: Path
):
    async with odd_console(console, tmp_path, "cut") as person:
        await person.sees("1-20 of at least 100")
        await learnt(person)
        await person.press("A")
        await person.until(lambda: any("at least 100" in one for one in person.toasts))
        person.dismiss_toasts()
        assert store_of(person).state.selection.everything is None
        for first in (21, 41, 61, 81):
            await person.press("full_stop")
            await person.sees(f"{first}-{first + 19} of at least 100")
        await person.press("full_stop")
        await person.until(lambda: any("may be more rows" in one for one in person.toasts))


async def test_a_record_that_has_an_address_and_no_id_is_opened(console: Console, tmp_path: Path):
    file = tmp_path / "hyperlinked.toml"
    file.write_text(
        """
[svc]
base_url = "http://127.0.0.1:1"

[[resources]]
name = "articles"
endpoint = "/api/_test/odd/hyperlinked"
""",
        "utf-8",
    )
    async with console(start="/articles", file=file) as person:
        await person.sees("1-20 of 300")
        await person.press("down", "enter")
        await person.until(lambda: person.location.startswith("/articles/2"))
        await person.sees("港の祭り")
