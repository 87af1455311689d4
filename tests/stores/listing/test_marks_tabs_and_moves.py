"""A list's marks, tabs, odd answers and moved rows."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import Any

import httpx
import pytest

from svc_tui.app.context import Svc
from svc_tui.models.listing import FilterDescriptor
from svc_tui.models.location import Location
from svc_tui.stores.listing.list_query import ListQuery, strange_default
from svc_tui.stores.listing.list_store import ListStore
from svc_tui.stores.listing.row_sources import OfflineSource, ServerSource
from tests.fakes import FakeBackend, json_answer, sent_json, waits_for
from tests.stores.fake_list import ROWS, FakeList, until


@pytest.fixture
def rows(backend: FakeBackend) -> FakeList:
    return FakeList(backend)


@pytest.fixture
async def store(svc: Svc, rows: FakeList) -> ListStore:
    """A list of 100 articles that is on the screen."""
    store = ListStore(ServerSource(svc.crud("/api/articles"), ahead=0))
    await store.refresh()
    return store


def ids(store: ListStore) -> list[int]:
    return [row["id"] for row in store.state.rows]


# Marks


async def test_marks_stay_over_pages_sorting_filters_and_tabs(store: ListStore) -> None:
    store.toggle("3")
    await store.go_to(2)
    store.toggle("21")
    await store.sort_by("id")
    await store.filter("status", ("draft",))
    await store.select_tab("published")

    assert [row["id"] for row in store.state.selection.value] == [3, 21]
    assert store.state.elsewhere == 2


async def test_a_page_is_inverted(store: ListStore) -> None:
    store.select_rows(map(str, range(1, 19)))
    store.invert_page()

    assert sorted(store.state.selection.rows) == ["19", "20"]


async def test_marked_rows_are_renewed_when_they_are_read_again(
    store: ListStore, rows: FakeList
) -> None:
    store.toggle("3")
    rows.rows[2]["title"] = "New"
    await store.refresh()

    assert store.state.selection.rows["3"]["title"] == "New"


async def test_everything_is_the_query_as_it_was_then(store: ListStore) -> None:
    await store.filter("status", ("draft",))

    assert await store.select_all()

    chosen = store.state.selection
    assert chosen.value == "all"
    assert chosen.everything is not None
    assert chosen.everything.query.selecting() == {"status": ("draft",)}
    assert len(chosen) == 33


async def test_everything_stays_over_pages_and_sorting(store: ListStore) -> None:
    await store.select_all()
    await store.go_to(3)
    await store.sort_by("id")

    assert store.state.selection.value == "all"


async def test_everything_ends_where_other_rows_are_shown(store: ListStore) -> None:
    store.toggle("3")
    await store.select_all()
    await store.search("Title 1")

    assert [row["id"] for row in store.state.selection.value] == [3]
    said = "The list now shows different rows, so only 1 is still marked."
    assert store.state.note == f"{said} Press A to mark all that match."


async def test_everything_without_one_row_is_not_a_thing(store: ListStore) -> None:
    store.toggle("3")
    await store.select_all()
    store.toggle("5")

    assert [*store.state.selection.rows] == ["3"]
    assert store.state.selection.value != "all"


async def test_everything_that_can_not_be_counted_is_not_marked(
    store: ListStore, backend: FakeBackend
) -> None:
    backend.on("GET", ROWS, json_answer({}, 500))

    assert not await store.select_all()
    assert store.state.note is not None and "could be marked" in store.state.note


# What a list starts with


async def test_default_choices_are_in_the_very_first_request(
    svc: Svc, rows: FakeList, backend: FakeBackend
) -> None:
    filters = [
        FilterDescriptor(value="status", choices=["draft", "published"], default_choice="draft")
    ]
    store = ListStore(svc.crud("/api/articles"), query=ListQuery().knowing(filters))
    await store.refresh()

    assert backend.requests[0].url.params["status"] == "draft"
    store.close()


@pytest.mark.parametrize(
    ("default", "sent"),
    [
        (">-7d", {"from": "2026-05-13"}),
        ("Last 7 days", {"from": "2026-05-14", "to": "2026-05-20"}),
        ("-7d", {"from": "2026-05-13", "to": "2026-05-13"}),
        ("2026-01-01,2026-02-01", {"from": "2026-01-01", "to": "2026-02-01"}),
        ("2026-03", {"from": "2026-03-01", "to": "2026-03-31"}),
        ("soon", {}),
    ],
)
async def test_default_days_are_in_the_very_first_request(
    svc: Svc, rows: FakeList, backend: FakeBackend, default: str, sent: dict[str, str]
) -> None:
    item = FilterDescriptor(
        value="day", datepicker=True, from_param="from", to_param="to", default_choice=default
    )
    query = ListQuery(today=lambda: date(2026, 5, 20)).knowing([item])
    store = ListStore(svc.crud("/api/articles"), query=query)
    await store.refresh()

    asked = backend.requests[0].url.params
    assert {name: asked[name] for name in ("from", "to") if name in asked} == sent
    store.close()


async def test_default_days_mean_other_days_tomorrow_and_can_be_cleared() -> None:
    item = FilterDescriptor(value="day", datepicker=True, default_choice="last 7 days")
    query = ListQuery().knowing([item])

    assert query.filters == {"day": ("last 7 days",)}
    assert str(query.located(Location("/articles"))) == "/articles"
    cleared = query.unfiltered().located(Location("/articles"))
    assert str(cleared) == "/articles?f_day="
    assert query.restored(cleared).filters == {}


def test_a_default_that_is_no_date_is_told_with_what_would_be_one() -> None:
    item = FilterDescriptor(value="day", datepicker=True, default_choice="soon")

    assert strange_default([item], date(2026, 5, 20)).startswith(
        "Day starts empty: its default_choice “soon” is not a date: write a date such as"
    )
    fine = item.model_copy(update={"default_choice": ">-7d"})
    assert strange_default([fine], date(2026, 5, 20)) == ""


async def test_a_default_that_was_cleared_stays_cleared_in_the_location() -> None:
    filters = [FilterDescriptor(value="status", choices=["draft"], default_choice="draft")]
    query = ListQuery().knowing(filters)

    cleared = query.unfiltered().located(Location("/articles"))

    assert str(cleared) == "/articles?f_status="
    assert query.restored(cleared).filters == {}
    assert query.restored(Location("/articles")).filters == {"status": ("draft",)}


DATES = [
    (FilterDescriptor(value="day", datepicker=True), {"day": ("2026-01-01", "2026-02-01")}),
    (
        FilterDescriptor(value="day", datepicker=True, from_param="day__gte", to_param="day__lte"),
        {"day__gte": "2026-01-01", "day__lte": "2026-02-01"},
    ),
]


@pytest.mark.parametrize(("descriptor", "sent"), DATES)
def test_dates_are_sent_sorted(descriptor: FilterDescriptor, sent: dict[str, Any]) -> None:
    query = ListQuery().knowing([descriptor]).filtered("day", ("2026-02-01", "2026-01-01"))

    assert query.criteria() == sent


def test_an_open_end_of_a_span_is_not_sent() -> None:
    query = ListQuery().knowing([DATES[1][0]]).filtered("day", ("2026-01-01", ""))

    assert query.criteria() == {"day__gte": "2026-01-01"}


def test_columns_are_sorted_by_besides_each_other() -> None:
    query = ListQuery().sorted_by("a").sorted_by("b", add=True).sorted_by("a", add=True)

    assert query.ordering == ("-a", "b")
    assert query.sorted_by("a", add=True).ordering == ("b",)
    assert query.sorted_by("c").ordering == ("c",)


# Tabs


async def test_tabs_are_counted_with_the_smallest_page(store: ListStore, rows: FakeList) -> None:
    await store.counts(["", "draft", "published"])

    assert store.state.tab_counts == {"": 100, "draft": 33, "published": 67}
    assert rows.asked == [(1, 20), (1, 1), (1, 1)]  # The one on the screen is known.


async def test_counting_ends_when_the_list_moves_on(
    store: ListStore, rows: FakeList, backend: FakeBackend
) -> None:
    held = asyncio.Event()
    backend.on("GET", ROWS, waits_for(held, rows._list), rows._list)
    counting = asyncio.create_task(store.counts(["draft", "published"]))
    await until(lambda: len(backend.requests) == 2)

    await store.search("Title 1")
    await counting

    assert store.state.tab_counts == {}
    assert len(backend.requests) == 3


async def test_a_reload_that_another_load_replaces_at_once_drops_the_numbers(
    store: ListStore,
) -> None:
    await store.counts(["draft"])
    store.refresh().close()  # As when the page is fitted to the screen at the same moment.

    assert store.state.tab_counts == {}


async def test_another_tab_keeps_the_numbers(store: ListStore) -> None:
    await store.counts(["draft"])
    await store.select_tab("draft")

    assert store.state.tab_counts == {"draft": 33}


async def test_a_tab_that_can_not_be_counted_has_no_number(
    store: ListStore, rows: FakeList, backend: FakeBackend
) -> None:
    backend.on("GET", ROWS, json_answer({}, 500), rows._list)
    await store.counts(["draft", "published"])

    assert store.state.tab_counts == {"published": 67}
    assert store.state.error is None


# Odd answers

ODD = [
    ([{"title": "x"}, {"id": None}, {"id": 7}], ("", "", "7"), "2 rows have no id"),
    ([{"id": 7}, {"id": 7}], ("7", "7"), "The same id appears more than once: 7"),
    ([3, "x", None], ("", "", ""), "The backend returned a list of values, not records, so"),
    (
        ["a", "b"],
        ("", ""),
        "a list of strings, not records, so the rows can't be opened or marked.",
    ),
    ([1, 2.5], ("", ""), "a list of numbers, not records"),
    ([["a"], [1]], ("", ""), "Check the endpoint: each row should be an object with its id."),
    (
        [{"id": 1}, "a"],
        ("1", ""),
        "1 entry is not a record. It is shown, but can't be opened or marked.",
    ),
    ([{"id": {"a": 1}}], ("",), "1 row can't be opened or marked: the id"),
    ([{"id": 0}], ("0",), None),
]


@pytest.mark.parametrize(("answer", "keys", "note"), ODD)
async def test_odd_rows_are_shown_and_named(
    store: ListStore, backend: FakeBackend, answer: Any, keys: Any, note: str | None
) -> None:
    backend.on("GET", ROWS, answer)
    await store.refresh()
    store.select_rows(store.state.keys)

    assert store.state.keys == keys
    assert len(store.state.rows) == len(answer)
    assert (note or "") in (store.state.note or "") and bool(note) == bool(store.state.note)
    assert "" not in store.state.selection.rows


async def test_a_count_smaller_than_what_is_seen_is_mended(
    store: ListStore, backend: FakeBackend
) -> None:
    backend.on("GET", ROWS, {"count": 1, "next": "/x", "results": [{"id": 1}, {"id": 2}]})
    await store.refresh()

    assert (store.state.count, store.state.pages) == (2, 2)
    assert store.state.note is not None and "reports 1 row," in store.state.note


async def test_a_backend_that_does_not_count_can_be_paged_all_the_same(
    store: ListStore, backend: FakeBackend
) -> None:
    backend.on("GET", ROWS, {"next": "/x", "results": [{"id": id} for id in range(20)]})
    await store.refresh()

    assert (store.state.count, store.state.at_least, store.state.pages) == (20, True, 2)
    assert not await store.select_all()


async def test_a_refused_filter_is_named_with_the_backends_words(
    store: ListStore, backend: FakeBackend
) -> None:
    backend.on("GET", ROWS, json_answer({"category": ['"abc" is no number.']}, 400))
    await store.filter("category", ("abc",))

    assert store.state.rejected == ("category",)
    assert store.state.error == (
        'The backend rejected the filter category: "abc" is no number. Change or remove it.'
    )
    assert ids(store) == [*range(1, 21)]


@pytest.mark.parametrize(
    ("body", "most"),
    [({"page_size": ["Too many."]}, 20), ({"detail": "Page size is at most 50."}, 50)],
)
async def test_of_a_refused_page_size_the_largest_that_is_given_is_asked_for(
    store: ListStore, rows: FakeList, backend: FakeBackend, body: Any, most: int
) -> None:
    backend.on("GET", ROWS, json_answer(body, 400), rows._list)
    await store.show(100)

    assert (store.state.query.page_size, len(store.state.rows)) == (most, most)
    assert store.state.note == f"The backend returns at most {most} rows per page."
    assert store.state.error is None


async def test_a_capped_page_size_is_taken_over(store: ListStore, rows: FakeList) -> None:
    rows.most = 30
    await store.show(100)
    await store.go_to(2)

    assert store.state.query.page_size == 30
    assert ids(store) == [*range(31, 61)]


async def test_beyond_the_end_is_the_last_page_there_is(
    store: ListStore, backend: FakeBackend, rows: FakeList
) -> None:
    backend.on("GET", ROWS, {"count": 45, "results": []}, rows._list)
    await store.go_to(5)

    assert store.state.query.page == 3


async def test_a_page_at_hand_is_shown_without_a_flicker(store: ListStore) -> None:
    await store.go_to(2)
    seen: list[bool] = []
    store.subscribe(lambda said: seen.append(said.state.loading))  # type: ignore[attr-defined]

    await store.go_to(1)

    assert seen == [False]
    assert store.state.prefetched


async def test_a_closed_list_takes_no_answer(
    store: ListStore, rows: FakeList, backend: FakeBackend
) -> None:
    held = asyncio.Event()
    backend.on("GET", ROWS, waits_for(held, rows._list))
    late = asyncio.create_task(store.go_to(2))
    await until(lambda: len(backend.requests) == 2)

    store.close()
    held.set()
    await late

    assert ids(store) == [*range(1, 21)]


# Moving


async def test_a_row_moves_across_pages_with_one_request(
    store: ListStore, rows: FakeList, backend: FakeBackend
) -> None:
    assert store.begin_move("3")
    for position in (3, 4, 19, 20, 25):
        await store.move_to(position)
    assert store.state.query.page == 2
    assert ids(store)[3:8] == [25, 26, 3, 27, 28]
    assert [row["position"] for row in store.state.rows] == [*range(21, 41)]

    assert await store.drop()

    posts = [one for one in backend.requests if one.method == "POST"]
    assert [sent_json(one) for one in posts] == [{"startId": 3, "endId": 26}]
    assert ids(store) == rows.ids[20:40]
    assert store.state.moving is None


@pytest.mark.parametrize(("key", "to"), [("3", 0), ("3", 7), ("20", 0), ("1", 99), ("5", 22)])
async def test_what_is_shown_while_moving_is_what_the_backend_will_have(
    store: ListStore, rows: FakeList, key: str, to: int
) -> None:
    store.begin_move(key)
    await store.move_to(to)
    shown = store.state.rows

    await store.drop()
    await store.refresh()

    assert store.state.rows == shown


async def test_a_refused_move_is_undone(store: ListStore, backend: FakeBackend) -> None:
    backend.on("POST", f"{ROWS}update_order/", json_answer({"detail": "No."}, 403))
    store.begin_move("3")
    await store.move_to(30)

    assert not await store.drop()

    assert (store.state.query.page, ids(store)) == (1, [*range(1, 21)])
    assert store.state.note is not None and store.state.note.startswith("Not moved")
    assert store.state.moving is None


async def test_after_a_move_without_an_answer_the_order_is_read_and_nothing_else_is_said(
    store: ListStore, rows: FakeList, backend: FakeBackend
) -> None:
    """The backend did it; only its answer was lost on the way."""

    def moves_and_drops(request: httpx.Request) -> httpx.Response:
        rows._move(request)
        raise httpx.ReadTimeout("too slow", request=request)

    backend.on("POST", f"{ROWS}update_order/", moves_and_drops)
    store.begin_move("3")
    await store.move_to(5)

    assert not await store.drop()

    assert ids(store) == rows.ids[:20] == [1, 2, 4, 5, 6, 3, *range(7, 21)]
    assert "order is unchanged" not in (store.state.note or "")
    assert "unknown" in (store.state.note or "")


async def test_a_renumbered_list_is_read_again(store: ListStore, backend: FakeBackend) -> None:
    backend.on("POST", f"{ROWS}update_order/", {"reordered": True})
    store.begin_move("3")
    await store.move_to(1)
    await store.drop()

    assert backend.calls[-2:] == [f"POST {ROWS}update_order/", f"GET {ROWS}"]


async def test_a_move_that_is_called_off_sends_nothing(
    store: ListStore, backend: FakeBackend
) -> None:
    store.begin_move("3")
    await store.move_to(30)
    await store.cancel_move()

    assert ids(store) == [*range(1, 21)]
    assert not any(call.startswith("POST") for call in backend.calls)


async def test_a_row_dropped_where_it_was_sends_nothing(
    store: ListStore, backend: FakeBackend
) -> None:
    store.begin_move("3")
    await store.move_to(5)
    await store.move_to(2)

    assert not await store.drop()
    assert not any(call.startswith("POST") for call in backend.calls)


async def test_two_drops_are_one(store: ListStore, backend: FakeBackend) -> None:
    store.begin_move("3")
    await store.move_to(5)

    await asyncio.gather(store.drop(), store.drop())

    assert [call.split()[0] for call in backend.calls].count("POST") == 1


async def test_rows_do_not_move_while_searching_or_sorted_otherwise(store: ListStore) -> None:
    await store.search("Title")
    assert not store.begin_move("1")
    assert store.state.note is not None and "searching" in store.state.note

    await store.search("")
    await store.sort_by("title")
    assert not store.begin_move("1")
    assert store.state.note is not None and "sorted" in store.state.note

    await store.ask(store.state.query.ordered(("position",)))
    assert store.begin_move("1")


async def test_a_row_without_an_id_is_not_moved() -> None:
    store = ListStore(OfflineSource([{"title": "x"}, {"id": 1}]))
    await store.refresh()

    assert not store.begin_move("")
    assert store.begin_move("1")
    await store.move_to(0)
    assert not await store.drop()
    assert store.state.note is not None and "no id" in store.state.note


async def test_a_move_ends_when_the_list_is_asked_something_else(store: ListStore) -> None:
    store.begin_move("3")
    await store.move_to(5)
    await store.filter("status", ("draft",))

    assert store.state.moving is None
    assert ids(store)[:2] == [3, 6]


@pytest.mark.parametrize("ordering", [(), ("position",)])
async def test_rows_in_another_order_than_their_places_are_not_moved(
    store: ListStore, rows: FakeList, ordering: tuple[str, ...]
) -> None:
    """The places would mean others on the backend: it has an order of its own by default."""
    rows.rows.reverse()
    store.source.changed()
    await store.ask(ListQuery(ordering=ordering, default_ordering=ordering))

    assert not store.begin_move("3")

    assert "only be moved when sorted by position" in (store.state.note or "")


async def test_a_list_that_starts_sorted_otherwise_names_the_order_that_moving_needs(
    store: ListStore,
) -> None:
    await store.ask(ListQuery(ordering=("-id",), default_ordering=("-id",)))

    assert not store.begin_move("3")

    assert "Sort the list first" in (store.state.note or "")


async def test_given_rows_need_no_backend() -> None:
    store = ListStore(OfflineSource([{"id": id, "position": id} for id in range(30)]))
    await store.refresh()
    store.begin_move("2")
    await store.move_to(25)
    await store.drop()
    await store.delete("0")

    assert store.crud is None
    assert (store.state.count, ids(store)[3]) == (29, 25)
