"""The rows of a collection: asked for in any order, shown in the right one."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from textual.message import Message

from svc_tui.api.errors import Forbidden
from svc_tui.app.context import Svc
from svc_tui.models.location import Location
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.list_store import ListState, ListStore
from svc_tui.stores.record.write_result import CheckedWriteError
from tests.fakes import Answer, FakeBackend, html_answer, json_answer, refuses, times_out, waits_for
from tests.stores.fake_list import until

ROWS = "/api/articles/"


@pytest.fixture
def store(svc: Svc, backend: FakeBackend) -> ListStore:
    """A list of 45 articles, 20 on a page."""
    backend.on("GET", ROWS, articles())
    return ListStore(svc.crud("/api/articles"))


def articles(count: int = 45) -> Answer:
    """Answers as a real backend does: the page asked for, 404 for one that is not there."""

    def answer(request: httpx.Request) -> httpx.Response:
        asked = request.url.params
        page, size = int(asked["page"]), int(asked["page_size"])
        first = (page - 1) * size
        if page > 1 and first >= count:
            return httpx.Response(404, json={"detail": "Invalid page."})
        ids = range(first + 1, min(first + size, count) + 1)
        rows = [{"id": id, "title": f"{asked.get('search', '')}{id}"} for id in ids]
        body = {"count": count, "next": None, "previous": None, "results": rows}
        return httpx.Response(200, json=body)

    return answer


def ids(store: ListStore) -> list[int]:
    """What is shown."""
    return [row["id"] for row in store.state.rows]


def states(store: ListStore) -> list[ListState]:
    """The states that the store moves through from now on."""
    seen: list[ListState] = []

    def hear(said: Message) -> None:
        if isinstance(said, ListStore.Changed):
            seen.append(said.state)

    store.subscribe(hear)
    return seen


async def test_a_page_is_asked_for_and_shown(store: ListStore, backend: FakeBackend) -> None:
    seen = states(store)

    await store.go_to(1)

    assert [state.loading for state in seen] == [True, False]
    assert ids(store) == [*range(1, 21)]
    assert (store.state.count, store.state.pages) == (45, 3)
    assert store.state.loaded_at is not None
    assert dict(backend.last.url.params) == {"page": "1", "page_size": "20"}


async def test_beyond_the_last_page_is_the_last_page(store: ListStore) -> None:
    await store.refresh()

    await store.go_to(99)
    assert (store.state.query.page, ids(store)) == (3, [*range(41, 46)])

    await store.go_to(-1)
    assert store.state.query.page == 1


async def test_an_overtaken_answer_is_dropped(store: ListStore, backend: FakeBackend) -> None:
    slow = asyncio.Event()
    backend.on("GET", ROWS, waits_for(slow, articles()), articles())

    first = asyncio.create_task(store.search("old"))
    await until(lambda: backend.requests)
    await store.search("new")
    slow.set()
    await first

    assert store.state.rows[0]["title"] == "new1"
    assert store.state.query.search == "new"
    assert not store.state.loading


async def test_an_overtaken_failure_is_dropped(store: ListStore, backend: FakeBackend) -> None:
    slow = asyncio.Event()
    backend.on("GET", ROWS, waits_for(slow, json_answer({}, 500)), articles())

    first = asyncio.create_task(store.refresh())
    await until(lambda: backend.requests)
    await store.search("new")
    slow.set()
    await first

    assert store.state.error is None
    assert store.state.rows[0]["title"] == "new1"


async def test_an_overtaken_load_that_is_cancelled_leaves_the_light_on(
    store: ListStore, backend: FakeBackend
) -> None:
    slow = asyncio.Event()
    backend.on("GET", ROWS, waits_for(slow, articles()))
    first = asyncio.create_task(store.search("old"))
    await until(lambda: len(backend.requests) == 1)
    second = asyncio.create_task(store.search("new"))
    await until(lambda: len(backend.requests) == 2)

    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    assert store.state.loading

    slow.set()
    await second
    assert not store.state.loading


async def test_a_cancelled_load_that_was_overtaken_goes_no_further(
    store: ListStore, backend: FakeBackend
) -> None:
    backend.on("GET", ROWS, waits_for(asyncio.Event()))
    went_on: list[str] = []

    async def show(words: str) -> None:
        await store.search(words)
        went_on.append(words)

    first = asyncio.create_task(show("old"))
    await until(lambda: len(backend.requests) == 1)
    second = asyncio.create_task(show("new"))
    await until(lambda: len(backend.requests) == 2)
    for task in (first, second):
        task.cancel()
    await asyncio.gather(first, second, return_exceptions=True)

    assert first.cancelled() and second.cancelled() and not went_on


async def test_a_cancelled_load_turns_the_light_off(store: ListStore, backend: FakeBackend) -> None:
    await store.refresh()
    backend.on("GET", ROWS, waits_for(asyncio.Event()))
    loading = asyncio.create_task(store.go_to(2))
    await until(lambda: len(backend.requests) == 2)

    loading.cancel()
    await asyncio.gather(loading, return_exceptions=True)

    assert not store.state.loading
    assert ids(store) == [*range(1, 21)]


@pytest.mark.parametrize(
    "answer",
    [json_answer({}, 500), refuses(), html_answer(), json_answer({"lines": []}), json_answer(3)],
    ids=["500", "unreachable", "html", "other keys", "number"],
)
async def test_a_failed_load_keeps_the_old_rows_and_says_why(
    store: ListStore, backend: FakeBackend, answer: Answer
) -> None:
    await store.refresh()
    backend.on("GET", ROWS, answer)

    await store.refresh()

    assert ids(store) == [*range(1, 21)]
    assert store.state.error
    assert not store.state.loading
    assert not store.state.expired

    backend.on("GET", ROWS, articles())
    await store.refresh()
    assert store.state.error is None


async def test_a_list_whose_session_ended_says_so(store: ListStore, backend: FakeBackend) -> None:
    backend.on("GET", ROWS, json_answer({}, 401), articles())

    await store.refresh()
    assert store.state.expired

    await store.refresh()
    assert not store.state.expired


async def test_a_page_that_is_gone_gives_the_first_one(
    store: ListStore, backend: FakeBackend
) -> None:
    await store.refresh()
    backend.on("GET", ROWS, articles(count=3))

    await store.go_to(3)

    assert (store.state.query.page, ids(store), store.state.pages) == (1, [1, 2, 3], 1)


async def test_an_empty_last_page_gives_the_first_one(
    store: ListStore, backend: FakeBackend
) -> None:
    await store.refresh()
    empty = {"count": 20, "next": None, "previous": None, "results": []}
    backend.on("GET", ROWS, empty, articles(count=20))

    await store.go_to(2)

    assert (store.state.query.page, len(store.state.rows)) == (1, 20)


async def test_a_collection_that_does_not_exist_is_asked_for_once(
    store: ListStore, backend: FakeBackend
) -> None:
    backend.on("GET", ROWS, json_answer({"detail": "Not found."}, 404))

    await store.refresh()

    assert len(backend.requests) == 1
    assert store.state.error


async def test_an_empty_list_is_no_failure(store: ListStore, backend: FakeBackend) -> None:
    backend.on("GET", ROWS, articles(count=0))

    await store.refresh()

    assert (store.state.rows, store.state.count, store.state.error) == ((), 0, None)
    assert store.state.pages == 1


async def test_the_same_words_are_not_searched_for_twice(
    store: ListStore, backend: FakeBackend
) -> None:
    await store.search("harbour")
    await store.search(" harbour ")

    assert len(backend.requests) == 1


async def test_a_question_reaches_the_backend_as_the_dialect_words_it(
    store: ListStore, backend: FakeBackend
) -> None:
    await store.filter("category", ("1", "4"))
    await store.search("sea, wind")
    await store.sort_by("title")
    await store.show(50)

    assert dict(backend.last.url.params) == {
        "category": "1,4",
        "page": "1",
        "page_size": "50",
        "search": "sea, wind",
        "ordering": "title",
    }


async def test_a_location_replaces_the_question_that_was_there(store: ListStore) -> None:
    await store.search("harbour")
    await store.go_to(2)

    await store.restore(Location.parse("/articles?ordering=-title"))

    assert store.state.query == ListQuery(ordering=("-title",))


async def test_marks_stay_over_pages_and_tabs(store: ListStore) -> None:
    await store.refresh()
    store.toggle("3")
    await store.go_to(2)
    store.toggle("22")
    store.toggle("3")  # Not on this page: nothing to toggle.
    assert [*store.state.selection.rows] == ["3", "22"]

    await store.select_tab("draft")
    assert [*store.state.selection.rows] == ["3", "22"]


async def test_a_deleted_row_leaves_list_and_marks(store: ListStore, backend: FakeBackend) -> None:
    backend.on("DELETE", f"{ROWS}3/", json_answer(None, 204))
    await store.refresh()
    store.toggle("3")
    store.toggle("4")

    await store.delete("3")

    assert backend.calls[-2:] == [f"DELETE {ROWS}3/", f"GET {ROWS}"]
    assert [*store.state.selection.rows] == ["4"]


async def test_deleting_what_is_gone_already_is_told_apart(
    store: ListStore, backend: FakeBackend
) -> None:
    await store.refresh()

    assert await store.delete("99") is False

    assert backend.calls[-3:] == [f"DELETE {ROWS}99/", f"GET {ROWS}", f"GET {ROWS}99/"]
    assert store.state.error is None


async def test_a_row_that_is_still_there_after_a_404_is_an_error(
    store: ListStore, backend: FakeBackend
) -> None:
    backend.on("DELETE", f"{ROWS}9/", json_answer({"detail": "Not found."}, 404))
    await store.refresh()

    with pytest.raises(CheckedWriteError, match="but it still exists"):
        await store.delete("9")


@pytest.mark.parametrize(
    ("answer", "found", "words", "unknown"),
    [
        (html_answer(200), {"id": 9}, "nothing was deleted", False),
        (html_answer(200), html_answer(200), "unknown whether it was deleted", True),
        (times_out(), {"id": 9}, "the server may still delete it", True),
    ],
)
async def test_a_deletion_without_an_answer_is_looked_after(
    svc: Svc, backend: FakeBackend, answer: Any, found: Any, words: str, unknown: bool
) -> None:
    backend.on("DELETE", f"{ROWS}9/", answer).on("GET", f"{ROWS}9/", found)
    backend.on("GET", ROWS, [{"id": 1}])
    store = ListStore(svc.crud("/api/articles"))

    with pytest.raises(CheckedWriteError, match=words) as caught:
        await store.delete("9")

    assert caught.value.may_have_been_applied is unknown


async def test_a_deletion_that_was_made_without_an_answer_is_done(
    svc: Svc, backend: FakeBackend
) -> None:
    backend.on("DELETE", f"{ROWS}9/", html_answer(200)).on("GET", ROWS, [{"id": 1}])

    assert await ListStore(svc.crud("/api/articles")).delete("9")


async def test_what_changed_in_a_row_since_it_was_read_is_known(
    svc: Svc, backend: FakeBackend
) -> None:
    backend.on("GET", ROWS, [{"id": 1, "title": "a"}], [{"id": 1, "title": "b"}], [])
    store = ListStore(svc.crud("/api/articles"))
    await store.refresh()
    row = store.row("1") or {}

    assert await store.changed_since("1", row) == ("title",)
    assert await store.changed_since("1", row) is None


async def test_an_address_that_is_signed_anew_is_no_change_of_a_row(
    store: ListStore, backend: FakeBackend
) -> None:
    rows = [{"id": 1, "cover": {"id": 2, "file": f"https://x.test/a.png?sig={n}"}} for n in (1, 2)]
    backend.on("GET", ROWS, *([row] for row in rows))
    await store.refresh()

    assert await store.changed_since("1", store.row("1") or {}) == ()


async def test_a_refused_deletion_leaves_everything_as_it_was(
    store: ListStore, backend: FakeBackend
) -> None:
    backend.on("DELETE", f"{ROWS}3/", json_answer({"detail": "No."}, 403))
    await store.refresh()
    store.toggle("3")

    with pytest.raises(Forbidden):
        await store.delete("3")

    assert ids(store) == [*range(1, 21)]
    assert "3" in store.state.selection


@pytest.mark.parametrize("rows", [[{"name": "no id"}], [{"id": None}], [{}]])
async def test_rows_without_an_id_are_shown_all_the_same(
    store: ListStore, backend: FakeBackend, rows: list[dict[str, Any]]
) -> None:
    backend.on("GET", ROWS, rows)

    await store.refresh()

    assert list(store.state.rows) == rows
    assert store.state.error is None


async def test_another_lookup_identifies_the_rows(svc: Svc, backend: FakeBackend) -> None:
    backend.on("GET", ROWS, [{"slug": "sea", "id": 1}])
    store = ListStore(svc.crud("/api/articles"), lookup="slug")

    await store.refresh()

    assert store.row("sea") == {"slug": "sea", "id": 1}
    assert store.row("1") is None


async def test_a_page_that_ends_nowhere_is_said(store: ListStore, backend: FakeBackend) -> None:
    """The server sends page 2 somewhere else, and there is nothing there."""

    first = {"results": [{"id": 1}], "count": 45}

    def moved(request: httpx.Request) -> httpx.Response:
        if request.url.params["page"] == "1":
            return httpx.Response(200, json=first)
        return httpx.Response(302, headers={"location": "/gone/"})

    await store.refresh()
    backend.on("GET", ROWS, moved)
    store.source.changed()
    await store.go_to(2)

    assert (store.state.query.page, ids(store)[0], store.state.error) == (1, 1, None)
    assert store.state.note is not None
    assert store.state.note.startswith("Page 2 could not be read, so this is page 1.")
    assert "/gone/" in store.state.note


async def test_a_page_beyond_the_end_is_said_but_not_where_the_list_became_shorter(
    store: ListStore, backend: FakeBackend
) -> None:
    rows = [{"id": n} for n in range(45)]

    def answered(request: httpx.Request) -> httpx.Response:
        first = 20 * (int(request.url.params["page"]) - 1)
        return httpx.Response(200, json={"results": rows[first : first + 20], "count": len(rows)})

    backend.on("GET", ROWS, answered)
    await store.restore(Location.parse("/articles?page=9"))
    assert store.state.query.page == 3
    assert store.state.note == "Page 9 does not exist, so this is page 3."

    del rows[40:]
    await store.refresh()
    assert (store.state.query.page, store.state.note) == (2, None)


async def test_a_stopped_load_ends_for_whoever_waits_and_keeps_the_old_rows_apart(
    store: ListStore, backend: FakeBackend
) -> None:
    await store.refresh()
    never = asyncio.Event()
    backend.on("GET", ROWS, waits_for(never))
    waiting = asyncio.ensure_future(store.search("harbour"))
    while len(backend.requests) < 2:
        await asyncio.sleep(0)

    assert store.stop()
    await waiting

    state = store.state
    assert (state.loading, state.stopped, state.old, state.current) == (False, True, True, False)
    assert state.query.search == "harbour" and state.shown == ListQuery()
    assert not store.stop()


async def test_a_stopped_refresh_leaves_rows_that_are_still_the_right_ones(
    store: ListStore, backend: FakeBackend
) -> None:
    await store.refresh()
    backend.on("GET", ROWS, waits_for(asyncio.Event()))
    waiting = asyncio.ensure_future(store.refresh())
    while len(backend.requests) < 2:
        await asyncio.sleep(0)
    store.stop()
    await waiting

    assert (store.state.old, store.state.current) == (False, True)


async def test_no_tab_gets_the_number_of_rows_that_are_old(
    store: ListStore, backend: FakeBackend
) -> None:
    await store.refresh()
    backend.on("GET", ROWS, refuses())
    await store.select_tab("draft")
    await store.counts(["draft"])

    assert store.state.old and "draft" not in store.state.tab_counts
