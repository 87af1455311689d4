"""Bulk actions: one result a row, a few at a time, counted again, called off, tried again."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import httpx
import pytest
from pydantic import BaseModel

from svc_tui.api.crud import Crud
from svc_tui.api.dialects import Dialect
from svc_tui.api.errors import ApiError, Unreachable
from svc_tui.app.context import Svc
from svc_tui.models.listing import ActionDescriptor
from svc_tui.models.records import UserProfile
from svc_tui.stores.listing import action_store
from svc_tui.stores.listing.action_store import (
    DELETE,
    MANY,
    ActionContext,
    ActionState,
    ActionStore,
    lacking,
    typed_count,
)
from svc_tui.stores.listing.action_types import ActionCancelled
from svc_tui.stores.listing.bulk_edit import EDIT, BulkChanges
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.list_store import ListStore
from svc_tui.stores.listing.row_sources import OfflineSource
from svc_tui.stores.listing.selection import Selection
from svc_tui.stores.session.permissions import Permissions
from tests.fakes import (
    FakeBackend,
    drops,
    html_answer,
    json_answer,
    refuses,
    sent_json,
    text_answer,
    times_out,
    waits_for,
)
from tests.stores.fake_list import ROWS, FakeList, refusal, until

PUBLISH = ActionDescriptor(
    label="Publish",
    request={"method": "PATCH", "path": "{endpoint}/{id}/", "body": {"status": "published"}},
    handle_all=True,
)
BULK = ActionDescriptor(
    label="Publish all",
    request={"path": "{endpoint}/bulk_publish/", "per": "selection", "body": {"quiet": True}},
    handle_all=True,
)


@pytest.fixture
def rows(backend: FakeBackend) -> FakeList:
    return FakeList(backend, 30)


@pytest.fixture
def actions(svc: Svc, rows: FakeList) -> ActionStore:
    return ActionStore(svc.crud("/api/articles"))


def marked(*ids: int) -> Selection:
    return Selection({str(id): {"id": id, "title": f"Title {id}"} for id in ids})


def everything(count: int, query: ListQuery | None = None) -> Selection:
    return Selection().of_everything(query or ListQuery(), count)


def results(state: ActionState) -> list[tuple[str, str]]:
    return [(one.key, one.state) for one in state.outcomes]


async def test_four_of_ten_fail_and_each_says_why(actions: ActionStore, rows: FakeList) -> None:
    rows.refused = {id: refusal(f"{id} is locked.") for id in (2, 4, 6, 8)}

    state = await actions.run(DELETE, marked(*range(1, 11)))

    failed = state.of("failed")
    assert [one.key for one in failed] == ["2", "4", "6", "8"]
    assert all(f"{one.key} is locked" in one.reason for one in failed)
    assert [one.title for one in failed] == ["Title 2", "Title 4", "Title 6", "Title 8"]
    assert (len(state.of("ok")), state.done, state.total, state.running) == (6, 10, 10, False)
    assert state.summary == "Delete: 6 ok, 4 failed"


async def test_failed_rows_stay_marked(svc: Svc, actions: ActionStore, rows: FakeList) -> None:
    rows.refused = {2: refusal()}
    store = ListStore(svc.crud("/api/articles"))
    await store.refresh()
    store.select_rows(["1", "2", "3"])

    state = await actions.run(DELETE, store.state.selection)
    store.unmark(state.finished_keys)

    assert [*store.state.selection.rows] == ["2"]
    store.close()


async def test_at_most_six_requests_are_under_way(actions: ActionStore, rows: FakeList) -> None:
    await actions.run(DELETE, marked(*range(1, 31)))

    assert rows.rows == []
    assert rows.busiest == 6


async def test_what_is_gone_already_is_skipped(actions: ActionStore, rows: FakeList) -> None:
    state = await actions.run(DELETE, marked(1, 99))

    assert results(state) == [("1", "ok"), ("99", "skipped")]
    assert state.finished_keys == ("1", "99")


async def test_only_failed_rows_are_tried_again(
    actions: ActionStore, rows: FakeList, backend: FakeBackend
) -> None:
    rows.refused = {2: refusal()}
    await actions.run(DELETE, marked(1, 2, 3))
    backend.requests.clear()
    rows.refused = {}

    state = await actions.retry_failed()

    assert backend.calls == [f"GET {ROWS}2/", f"DELETE {ROWS}2/", f"GET {ROWS}"]
    assert results(state) == [("1", "ok"), ("2", "ok"), ("3", "ok")]
    assert (state.done, state.total) == (3, 3)


async def test_a_declared_request_is_sent_for_each_row(
    actions: ActionStore, rows: FakeList, backend: FakeBackend
) -> None:
    state = await actions.run(PUBLISH, marked(3, 6))

    assert sorted(backend.calls) == [f"PATCH {ROWS}3/", f"PATCH {ROWS}6/"]
    assert sent_json(backend.last) == {"status": "published"}
    assert len(state.of("ok")) == 2


async def test_a_command_in_the_body_that_no_record_has_is_not_called_lost(
    actions: ActionStore, backend: FakeBackend
) -> None:
    backend.on("PATCH", f"{ROWS}1/", {"id": 1, "title": "Title 1"})
    notify = ActionDescriptor(
        label="Notify",
        request={"method": "PATCH", "path": "{endpoint}/{id}/", "body": {"notify": True}},
    )

    assert (await actions.run(notify, marked(1))).summary == "Notify: 1 ok"


async def test_a_request_about_the_selection_names_its_ids(
    actions: ActionStore, backend: FakeBackend
) -> None:
    backend.on("POST", f"{ROWS}bulk_publish/", {"done": 2})

    state = await actions.run(BULK, marked(3, 6))

    assert sent_json(backend.last) == {"quiet": True, "ids": [3, 6]}
    assert results(state) == [("3", "ok"), ("6", "ok")]


async def test_a_refused_request_about_the_selection_fails_every_row(
    actions: ActionStore, backend: FakeBackend
) -> None:
    backend.on("POST", f"{ROWS}bulk_publish/", json_answer({"detail": "Not today."}, 403))

    state = await actions.run(BULK, marked(3, 6))

    assert [one.state for one in state.outcomes] == ["failed", "failed"]
    assert "Not today" in state.outcomes[0].reason


async def test_everything_is_its_query_as_it_was_frozen(
    actions: ActionStore, backend: FakeBackend
) -> None:
    backend.on("POST", f"{ROWS}bulk_publish/", {"done": 10})
    query = ListQuery(filters={"status": ("draft",)}, ordering=("-id",))

    state = await actions.run(BULK, everything(10, query))

    assert sent_json(backend.last) == {
        "quiet": True,
        "all": True,
        "query": {"status": "draft", "ordering": "-id"},
    }
    assert [one.title for one in state.outcomes] == ["All 10 matching records"]


async def test_another_count_stops_the_run(actions: ActionStore, backend: FakeBackend) -> None:
    state = await actions.run(BULK, everything(29))

    assert state.problem is not None and "30 records match now instead of 29" in state.problem
    assert backend.calls == [f"GET {ROWS}"]
    assert (state.outcomes, state.running) == ((), False)


async def test_one_record_out_and_another_in_stops_the_run(
    svc: Svc, actions: ActionStore, rows: FakeList, backend: FakeBackend
) -> None:
    backend.on("POST", f"{ROWS}bulk_publish/", {"done": 10})
    store = ListStore(svc.crud("/api/articles"))
    await store.filter("status", ("draft",))
    await store.select_all()
    rows.rows[2]["status"], rows.rows[0]["status"] = "published", "draft"

    state = await actions.run(BULK, store.state.selection)

    assert "the matching records have changed (1 is new)" in (state.problem or "")
    assert not [call for call in backend.calls if call.startswith("POST")]
    store.close()


async def test_everything_that_still_matches_is_acted_on(
    svc: Svc, actions: ActionStore, rows: FakeList, backend: FakeBackend
) -> None:
    backend.on("POST", f"{ROWS}bulk_publish/", {"done": 30})
    store = ListStore(svc.crud("/api/articles"))
    await store.refresh()
    await store.select_all()

    assert (await actions.run(BULK, store.state.selection)).needs_no_reading
    store.close()


async def test_of_too_many_records_only_the_number_is_known(svc: Svc, backend: FakeBackend) -> None:
    FakeList(backend, 501)
    store = ListStore(svc.crud("/api/articles"))
    await store.refresh()

    await store.select_all()

    frozen = store.state.selection.everything
    assert frozen is not None and (frozen.count, frozen.keys) == (501, None)
    store.close()


async def test_everything_row_by_row_reads_all_pages_first(svc: Svc, backend: FakeBackend) -> None:
    rows = FakeList(backend, 250)
    actions = ActionStore(svc.crud("/api/articles"))

    state = await actions.run(PUBLISH, everything(83, ListQuery(filters={"status": ("draft",)})))

    assert len(state.of("ok")) == 83
    assert {row["status"] for row in rows.rows} == {"published"}


async def test_everything_is_left_alone_where_its_pages_overlap(
    svc: Svc, backend: FakeBackend
) -> None:
    rows = FakeList(backend, 150)
    rows.rows[120] = rows.rows[3]
    actions = ActionStore(svc.crud("/api/articles"))

    state = await actions.run(PUBLISH, everything(150))

    assert state.problem is not None and "Only 149 of 150" in state.problem
    assert not [call for call in backend.calls if call.startswith("PATCH")]


async def test_everything_is_not_for_actions_that_do_not_take_it(
    actions: ActionStore, backend: FakeBackend
) -> None:
    state = await actions.run(DELETE, everything(30))

    assert state.problem is not None and "can't run on all matches" in state.problem
    assert backend.requests == []


async def test_one_row_at_a_time_means_one_row(actions: ActionStore) -> None:
    single = PUBLISH.model_copy(update={"handle_multiple": False})

    assert (
        await actions.run(single, marked(1, 2))
    ).problem == "Publish works on one row at a time."
    assert (await actions.run(single, marked(1))).of("ok")


async def test_an_action_that_is_called_off_skips_the_rest(
    actions: ActionStore, rows: FakeList
) -> None:
    actions.subscribe(lambda said: actions.cancel() if actions.state.done == 3 else None)

    state = await actions.run(DELETE, marked(*range(1, 31)))

    assert not state.running and not state.cancelling
    assert 3 <= len(state.of("ok")) <= 9  # What was on its way was waited for.
    assert len(rows.rows) == 30 - len(state.of("ok"))
    assert state.of("skipped")[0].reason == "The action was cancelled before it started."
    assert state.done == 30


async def test_rows_that_were_not_tried_keep_their_marks_and_are_tried_again(
    actions: ActionStore, rows: FakeList
) -> None:
    leave = actions.subscribe(lambda said: actions.cancel() if actions.state.done == 3 else None)
    state = await actions.run(DELETE, marked(*range(1, 31)))
    leave()

    left = {one.key for one in state.of("skipped")}
    assert left and left == {*actions.failed_rows}
    state = await actions.retry_failed()

    assert len(state.of("ok")) == 30
    assert rows.rows == []


@pytest.mark.parametrize("answer", [json_answer({}, 401), refuses()], ids=["401", "unreachable"])
async def test_nothing_is_sent_on_when_nobody_would_listen(
    svc: Svc, actions: ActionStore, backend: FakeBackend, answer: Any
) -> None:
    for id in range(1, 31):
        backend.on("DELETE", f"{ROWS}{id}/", answer)

    state = await actions.run(DELETE, marked(*range(1, 31)))

    assert len([one for one in backend.requests if one.method == "DELETE"]) <= 6
    assert len(state.of("skipped")) >= 24
    assert state.finished_keys == ()


async def test_a_handler_gets_rows_query_and_collection(svc: Svc, actions: ActionStore) -> None:
    seen: list[ActionContext] = []

    async def publish(context: ActionContext) -> dict[str, str]:
        seen.append(context)
        return {"6": "It has no title."}

    action = ActionDescriptor(label="Publish", handler=publish)
    query = ListQuery(search="sea", tab="draft", ordering=("-id",))
    state = await actions.run(action, marked(3, 6), query=query)

    assert seen[0].selection == [*marked(3, 6).rows.values()]
    assert str(seen[0].selection_query) == "tab=draft&search=sea&ordering=-id"
    assert seen[0].lookup == "id"
    assert seen[0].crud.endpoint.collection == ROWS
    assert results(state) == [("3", "ok"), ("6", "failed")]


async def test_all_holds_the_endpoints_own_query(
    svc: Svc, backend: FakeBackend, rows: FakeList
) -> None:
    rows.rows = [{**row, "author": 3} for row in rows.rows]
    backend.on("POST", f"{ROWS}bulk_publish/", {})
    actions = ActionStore(svc.crud("/api/articles?author=3&tag=a&tag=b"))

    await actions.run(BULK, everything(10, ListQuery(tab="draft", ordering=("-id",))))

    assert sent_json(backend.last) == {
        "quiet": True,
        "all": True,
        "query": {"author": "3", "tag": ["a", "b"], "tab": "draft", "ordering": "-id"},
    }


async def test_all_is_told_in_the_words_of_the_wire(svc: Svc, backend: FakeBackend) -> None:
    """A query of an endpoint, a filter and an order, as this backend's lists are asked."""

    def in_brackets(*, page: int = 1, page_size: int = 20, search: str = "", ordering: Any = (),
                    filters: Any = None) -> dict[str, Any]:  # fmt: skip
        asked = {f"filter[{name}]": value for name, value in (filters or {}).items()}
        sort = {"sort": ",".join(ordering)} if ordering else {}
        return {**asked, **sort, "page[number]": page, "page[size]": page_size}

    seen: list[ActionContext] = []

    async def publish(context: ActionContext) -> None:
        seen.append(context)

    def narrowed(request: httpx.Request) -> httpx.Response:
        heeded = request.url.params.get("filter[status]") == "draft,review"
        return httpx.Response(200, json={"results": [{"id": 1}], "count": 1 if heeded else 2})

    backend.on("GET", ROWS, narrowed)
    dialect = Dialect("brackets", list_params=in_brackets)
    crud = Crud(svc.fetch, "/api/articles?author=3", dialect=dialect)
    action = ActionDescriptor(label="Publish", handler=publish, handle_all=True)
    query = ListQuery(filters={"status": ("draft", "review")}, ordering=("-id",))
    await ActionStore(crud).run(action, everything(1, query))

    assert dict(seen[0].selection_query) == {
        "filter[author]": "3",
        "filter[status]": "draft,review",
        "sort": "-id",
    }


async def test_a_handler_gets_all_for_everything(actions: ActionStore) -> None:
    seen: list[ActionContext] = []

    async def publish(context: ActionContext) -> None:
        seen.append(context)

    action = ActionDescriptor(label="Publish", handler=publish, handle_all=True)
    await actions.run(action, everything(30))

    assert seen[0].selection == "all"


async def fall_over(context: ActionContext) -> None:
    raise KeyError("title")


@pytest.mark.parametrize("handler", [fall_over, f"{__name__}:fall_over"])
async def test_a_handler_that_breaks_tells_nothing_of_its_rows(
    actions: ActionStore, handler: Any
) -> None:
    state = await actions.run(ActionDescriptor(label="Publish", handler=handler), marked(3))

    assert results(state) == [("3", "unknown")]
    assert "The action failed: KeyError" in state.outcomes[0].reason
    assert state.left == ()


@pytest.mark.parametrize("handler", ["no.such:module", f"{__name__}:nothing"])
async def test_a_handler_that_is_not_there_did_nothing(actions: ActionStore, handler: str) -> None:
    state = await actions.run(ActionDescriptor(label="Publish", handler=handler), marked(3))

    assert results(state) == [("3", "failed")]
    assert "The action can't be loaded" in state.outcomes[0].reason


def acting(handler: Any, **more: Any) -> ActionDescriptor:
    return ActionDescriptor(label="Do", handler=handler, **more)


async def test_a_handler_that_fails_half_way_has_only_the_rows_it_named(
    actions: ActionStore, rows: FakeList, backend: FakeBackend
) -> None:
    rows.refused = {3: refusal("It is locked.", 403)}

    async def publish(ctx: ActionContext) -> None:
        for row in ctx.rows:
            await ctx.crud.partial_update(row["id"], {"status": "published"})
            ctx.ok(row)

    state = await actions.run(acting(publish), marked(1, 2, 3, 4))

    assert results(state) == [("1", "ok"), ("2", "ok"), ("3", "unknown"), ("4", "unknown")]
    assert "It is locked" in state.of("unknown")[0].reason
    assert state.summary == "Do: 2 ok, 2 unknown"
    before = len(backend.requests)
    assert await actions.retry_failed() is state
    assert len(backend.requests) == before


async def test_a_handler_that_names_no_row_and_lets_an_error_through_is_not_repeated(
    actions: ActionStore, rows: FakeList, backend: FakeBackend
) -> None:
    rows.refused = {3: refusal()}

    async def publish(ctx: ActionContext) -> None:
        for row in ctx.selection:
            await ctx.crud.partial_update(row["id"], {"status": "published"})

    state = await actions.run(acting(publish), marked(1, 2, 3))

    assert {one.state for one in state.outcomes} == {"unknown"}
    assert state.left == () and state.finished_keys == ()


async def test_a_handler_says_of_each_row_what_became_of_it(actions: ActionStore) -> None:
    timed_out = Unreachable(None, "POST", "/x")
    timed_out.may_have_been_applied = True

    async def handler(ctx: ActionContext) -> None:
        ctx.ok(ctx.rows[0])
        ctx.failed(2, "It has no\x1b title.")
        ctx.skipped("3", "It is public already.")
        ctx.failed(ctx.rows[3], timed_out)

    state = await actions.run(acting(handler), marked(1, 2, 3, 4, 5))

    assert [one for _, one in results(state)] == ["ok", "failed", "skipped", "unknown", "unknown"]
    assert "\x1b" not in state.of("failed")[0].reason
    assert [one.key for one in state.left] == ["2"]


async def nothing_at_all(ctx: ActionContext) -> None:
    """As somebody leaves who pressed Esc in a question of the handler's own."""


async def test_a_handler_that_did_nothing_is_not_called_ok(actions: ActionStore) -> None:
    state = await actions.run(acting(nothing_at_all), marked(1))

    ended = "The action ended without sending a change or reporting a row."
    assert (state.summary, state.outcomes[0].reason) == ("Do: 1 skipped", ended)
    assert not state.needs_no_reading and state.finished_keys == ()


async def test_a_handler_that_leaves_its_work_to_a_task_is_not_told_that_nothing_is_done(
    actions: ActionStore,
) -> None:
    later: list[asyncio.Task[Any]] = []

    async def leaves_it(ctx: ActionContext) -> None:
        later.append(asyncio.create_task(nothing_at_all(ctx)))

    state = await actions.run(acting(leaves_it), marked(1))
    await asyncio.gather(*later)

    assert results(state) == [("1", "skipped")]
    assert state.outcomes[0].reason.startswith("The action ended without sending a change")


async def returns_a_number(ctx: ActionContext) -> Any:
    return 7


async def test_a_handler_that_returns_something_else_hears_so(actions: ActionStore) -> None:
    state = await actions.run(acting(returns_a_number), marked(1))

    assert (
        "It returned a whole number, but svc-tui only reads a dict of failed"
        in state.outcomes[0].reason
    )


async def test_a_handler_that_did_nothing_with_everything_is_not_called_ok(
    actions: ActionStore,
) -> None:
    state = await actions.run(acting(nothing_at_all, handle_all=True), everything(30))

    assert state.summary == "Do: 1 skipped"


async def test_a_handler_that_changed_the_rows_and_named_none_is_ok(
    actions: ActionStore, rows: FakeList
) -> None:
    async def shout(ctx: ActionContext) -> None:
        for row in ctx.selection:
            await ctx.crud.partial_update(row["id"], {"title": row["title"].upper()})

    assert (await actions.run(acting(shout), marked(1, 2))).summary == "Do: 2 ok"


async def test_what_a_handler_changes_through_a_narrowed_collection_counts_too(
    actions: ActionStore, rows: FakeList
) -> None:
    async def shout(ctx: ActionContext) -> None:
        some = ctx.crud.matching([("status", "draft")])
        await some.partial_update(3, {"title": "LOUD"})

    action = acting(shout, handle_all=True)
    summary = (await actions.run(action, everything(30))).summary
    assert summary == "Do: 1 ok (not reported row by row)"


@pytest.mark.parametrize(
    "end, summary",
    [(None, "Do: 2 ok (not reported row by row)"), (ActionCancelled(), "Do: 2 unknown")],
)
@pytest.mark.parametrize("through", ["another collection", "the client"])
async def test_what_a_handler_changes_elsewhere_is_not_nothing(
    svc: Svc,
    actions: ActionStore,
    backend: FakeBackend,
    through: str,
    end: Exception | None,
    summary: str,
) -> None:
    backend.on("PATCH", "/api/loans/7/", {"id": 7})

    async def lend(ctx: ActionContext) -> None:
        if through == "the client":
            await svc.fetch("PATCH", "/api/loans/7/", json={"lent": True})
        else:
            await svc.crud("/api/loans").partial_update(7, {"lent": True})
        if end is not None:
            raise end

    assert (await actions.run(acting(lend), marked(1, 2))).summary == summary


async def test_of_everything_only_the_rows_that_a_handler_names_are_done(
    actions: ActionStore,
) -> None:
    async def handler(ctx: ActionContext) -> None:
        assert ctx.rows == ()
        ctx.ok(1)
        ctx.failed(2, "It is locked.")

    action = acting(handler, handle_all=True)
    state = await actions.run(action, everything(30))
    assert results(state) == [("*", "unknown"), ("1", "ok"), ("2", "failed")]
    assert "The action reported results for 2 of 30 rows." in state.outcomes[0].reason


async def test_a_handler_that_names_all_rows_of_everything_leaves_none_unknown(
    actions: ActionStore,
) -> None:
    async def handler(ctx: ActionContext) -> None:
        for key in range(30):
            ctx.ok(key)

    state = await actions.run(acting(handler, handle_all=True), everything(30))

    assert state.summary == "Do: 30 ok"


async def test_a_handler_that_is_called_off_leaves_the_rest_untried(actions: ActionStore) -> None:
    async def handler(ctx: ActionContext) -> None:
        ctx.ok(ctx.rows[0])
        actions.cancel()

    state = await actions.run(acting(handler), marked(1, 2))

    assert results(state) == [("1", "ok"), ("2", "skipped")]
    assert [one.key for one in state.left] == ["2"]


async def test_a_handler_that_goes_on_when_it_is_left_is_not_waited_for(
    actions: ActionStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("svc_tui.stores.listing.action_store.HANDLER_ENDS_IN", 0)
    ends, late = asyncio.Event(), []

    async def swallows(ctx: ActionContext) -> None:
        ctx.ok(1)
        while not ends.is_set():
            with suppress(asyncio.CancelledError):
                await ends.wait()
        ctx.progress(9, 9)
        ctx.failed(1, "late")
        late.append(ctx.called_off())

    running = asyncio.create_task(actions.run(acting(swallows), marked(1, 2)))
    await until(lambda: bool(actions.state.of("ok")))
    actions.cancel()
    actions.cancel()
    state = await running
    told = []
    actions.subscribe(lambda one: told.append(one))
    ends.set()
    await until(lambda: bool(late))

    assert [one.state for one in state.outcomes] == ["ok", "unknown"]
    assert not state.running
    assert late == [True]
    assert actions.state == state
    [said] = told
    assert isinstance(said, ActionStore.ReportedLate) and said.outcome.reason == "late"


async def test_a_handler_that_goes_on_when_the_session_ends_is_not_waited_for(
    actions: ActionStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    for patience in ("HANDLER_STOPPED_IN", "HANDLER_ENDS_IN"):
        monkeypatch.setattr(action_store, patience, 0)
    ends = asyncio.Event()

    async def swallows(ctx: ActionContext) -> None:
        ctx.ok(1)
        while not ends.is_set():
            with suppress(asyncio.CancelledError):
                await ends.wait()

    running = asyncio.create_task(actions.run(acting(swallows), marked(1, 2)))
    await until(lambda: bool(actions.state.of("ok")))
    said = await actions.stop()
    state = await running
    ends.set()

    assert said == "Do: 1 ok, 1 unknown. It was stopped midway: check the unknown rows."
    assert [one.state for one in state.outcomes] == ["ok", "unknown"]
    assert not state.running


async def test_what_a_handler_that_was_left_fails_with_is_in_the_log(
    actions: ActionStore, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("svc_tui.stores.listing.action_store.HANDLER_ENDS_IN", 0)
    begun, ends = asyncio.Event(), asyncio.Event()

    async def fails_late(ctx: ActionContext) -> None:
        while not ends.is_set():
            with suppress(asyncio.CancelledError):
                begun.set()
                await ends.wait()
        raise OSError("The disk is full.")

    running = asyncio.create_task(actions.run(acting(fails_late), marked(1)))
    await begun.wait()
    actions.cancel()
    actions.cancel()
    await running
    ends.set()

    await until(lambda: "The disk is full." in caplog.text)


@pytest.mark.parametrize(
    ("returned", "came_out"),
    [
        ({"id": "x", 99999: "no such", None: "none"}, "Do: 2 unknown"),
        ({1: "It is locked.", 99999: "no such"}, "Do: 1 failed, 1 unknown"),
        ({1: "It is locked.", 2: "no", 99999: "no such"}, "Do: 2 failed, 1 unknown"),
    ],
)
async def test_failures_of_keys_that_are_none_of_the_rows_are_shown_and_no_row_is_ok(
    actions: ActionStore, returned: dict[Any, str], came_out: str
) -> None:
    async def handler(ctx: ActionContext) -> dict[Any, str]:
        return returned

    state = await actions.run(acting(handler), marked(1, 2))

    assert state.summary == came_out
    told = [f"{one.title} {one.reason}" for one in state.of("unknown")]
    assert all("99999" in one and "no such" in one for one in told)


async def test_a_row_that_is_reported_under_a_wrong_key_is_told(actions: ActionStore) -> None:
    async def handler(ctx: ActionContext) -> None:
        ctx.failed(99999, "It is locked.")

    state = await actions.run(acting(handler), marked(1, 2))

    assert state.summary == "Do: 2 unknown"
    assert "99999 (It is locked.)" in state.outcomes[0].reason


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (["a"], "field 1 should be FieldDescriptor(…) or a dict, not a string. See :log."),
        ([{"ky": "a"}], 'did you mean "key"? See :log.'),
    ],
)
async def test_a_form_of_wrong_fields_is_told_in_a_sentence(
    actions: ActionStore, fields: Any, words: str
) -> None:
    async def ask(*given: object) -> dict[str, Any]:
        raise AssertionError("never asked")

    async def handler(ctx: ActionContext) -> None:
        ctx.failed(1, None)  # type: ignore[arg-type]
        await ctx.ask(fields)

    actions.asker = ask
    state = await actions.run(acting(handler), marked(1, 2))

    assert [one.reason for one in state.of("failed")] == ["no reason was given"]
    assert words in state.of("unknown")[0].reason


class Stop(BaseException):
    """A kind of its own, which no `except Exception` holds."""


@pytest.mark.parametrize(
    "error",
    [SystemExit(3), KeyboardInterrupt(), asyncio.CancelledError(), GeneratorExit(), Stop("x")],
)
async def test_a_handler_that_exits_is_a_handler_that_fails(
    actions: ActionStore, error: BaseException
) -> None:
    async def handler(ctx: ActionContext) -> None:
        ctx.ok(1)
        raise error

    state = await actions.run(acting(handler), marked(1, 2))

    assert state.summary == "Do: 1 ok, 1 unknown"
    assert f"The action failed: {type(error).__name__}" in state.of("unknown")[0].reason


@pytest.mark.parametrize("returned", [None, {}])
async def test_a_handler_that_swallows_every_refusal_is_not_called_ok(
    actions: ActionStore, rows: FakeList, returned: dict[str, str] | None
) -> None:
    rows.refused = {1: refusal("It broke.", 500), 2: refusal("It broke.", 500)}

    async def handler(ctx: ActionContext) -> dict[str, str] | None:
        for row in ctx.rows:
            with suppress(ApiError):
                await ctx.crud.partial_update(row["id"], {"status": "published"})
        return returned

    state = await actions.run(acting(handler), marked(1, 2))

    assert state.summary == "Do: 2 unknown"
    assert "confirmed 0 of 2 changes" in state.outcomes[0].reason


async def test_a_handler_that_reports_nothing_has_done_only_the_rows_that_it_changed(
    actions: ActionStore, rows: FakeList
) -> None:
    async def first_alone(ctx: ActionContext) -> None:
        await ctx.crud.partial_update(ctx.rows[0]["id"], {"status": "published"})

    state = await actions.run(acting(first_alone), marked(1, 12))

    assert results(state) == [("1", "ok"), ("12", "unknown")]
    assert "sent no change for this row" in state.of("unknown")[0].reason


async def test_rows_of_a_handler_that_sends_one_change_for_all_are_called_what_they_are(
    actions: ActionStore, rows: FakeList, backend: FakeBackend
) -> None:
    backend.on("POST", f"{ROWS}publish/", {"done": 2})

    async def together(ctx: ActionContext) -> None:
        await ctx.crud.request("POST", f"{ROWS}publish/")

    state = await actions.run(acting(together), marked(1, 2))

    assert state.summary == "Do: 2 ok (not reported row by row)"


@pytest.mark.parametrize(
    ("answer", "summary"),
    [
        ({"updated": 0}, "Do: 2 failed"),
        ({"count": 0}, "Do: 2 failed"),
        ({"data": {"affected": 0}}, "Do: 2 failed"),
        ({"matched": 2, "count": 2, "updated": 1}, "Do: 2 unknown"),
        ({"deleted": ["1"]}, "Do: 2 unknown"),
        ({"updated": 2}, "Do: 2 ok"),
        ({"count": 7}, "Do: 2 ok"),
        ({"id": 5, "updated": 0}, "Do: 2 ok"),
        ({"slug": "a", "count": 0}, "Do: 2 ok"),
        ({"updated": 0, "queued": 2}, "Do: 2 ok"),
        ({"changed": [], "archived": 2}, "Do: 2 ok"),
        ({"updated": 0, "total": 2, "status": 200}, "Do: 2 failed"),
        ({"updated": "2025-01-01"}, "Do: 2 ok"),
        ({"updated": False}, "Do: 2 ok"),
    ],
)
@pytest.mark.parametrize("by", ["request", "handler"])
async def test_an_answer_that_counts_fewer_rows_than_were_sent_is_no_success(
    actions: ActionStore,
    rows: FakeList,
    backend: FakeBackend,
    by: str,
    answer: object,
    summary: str,
) -> None:
    backend.on("POST", f"{ROWS}publish/", answer)

    async def together(ctx: ActionContext) -> None:
        await ctx.crud.request("POST", f"{ROWS}publish/")

    request = {"path": "{endpoint}/publish/", "per": "selection"}
    asked = ActionDescriptor(id="do", label="Do", request=request)
    action = acting(together) if by == "handler" else asked
    state = await actions.run(action, marked(1, 2))

    assert state.summary.removesuffix(" (not reported row by row)") == summary
    assert state.needs_no_reading is summary.endswith("ok")


async def test_of_everything_that_matches_an_answer_must_count_as_many(
    actions: ActionStore, rows: FakeList, backend: FakeBackend
) -> None:
    backend.on("POST", f"{ROWS}publish/", {"updated": 29})
    request = {"path": "{endpoint}/publish/", "per": "selection"}
    action = ActionDescriptor(id="do", label="Do", request=request, handle_all=True)

    state = await actions.run(action, everything(30))

    assert "29 of 30 rows" in state.of("unknown")[0].reason


async def test_a_handler_that_swallows_one_refusal_does_not_tell_which_row_is_ok(
    actions: ActionStore, rows: FakeList
) -> None:
    rows.refused = {2: refusal()}

    async def handler(ctx: ActionContext) -> None:
        for row in ctx.rows:
            with suppress(ApiError):
                await ctx.crud.partial_update(row["id"], {"status": "published"})

    assert (await actions.run(acting(handler), marked(1, 2))).summary == "Do: 2 unknown"


async def test_of_two_words_about_a_row_the_worse_one_counts(actions: ActionStore) -> None:
    async def handler(ctx: ActionContext) -> dict[int, str]:
        ctx.ok(1)
        ctx.failed(1, "It is locked.")
        ctx.failed(2, "It was refused.")
        ctx.ok(2)
        ctx.skipped(3, "Nothing to do.")
        ctx.unknown(3, "The answer was lost.")
        ctx.ok(4)
        return {4: "It failed later."}

    state = await actions.run(acting(handler), marked(1, 2, 3, 4))

    assert [(one.state, one.reason) for one in state.outcomes] == [
        ("failed", "It is locked."),
        ("failed", "It was refused."),
        ("unknown", "The answer was lost."),
        ("failed", "It failed later."),
    ]


async def test_a_row_without_an_id_cannot_be_reported_on(actions: ActionStore) -> None:
    async def handler(ctx: ActionContext) -> None:
        ctx.ok({"title": "no id"})

    state = await actions.run(acting(handler), marked(1))

    assert "the row has no id" in state.of("unknown")[0].reason


@pytest.mark.parametrize(("row", "kind"), [([1, 2], "a list"), (None, "None"), (True, "True")])
async def test_a_report_on_what_is_no_row_is_told_in_a_sentence(
    actions: ActionStore, row: Any, kind: str
) -> None:
    async def handler(ctx: ActionContext) -> None:
        ctx.ok(row)

    state = await actions.run(acting(handler), marked(1, 2))

    told = f"a report takes one row or its id, not {kind}"
    assert [told in one.reason for one in state.of("unknown")] == [True, True]


# Answers that say nothing of what was done

PATCHED = {"id": 1, "title": "Title 1", "status": "published"}
AS_BEFORE = {"id": 1, "title": "Title 1", "status": "draft"}
IN_REVIEW = {**AS_BEFORE, "status": "review"}
GONE = json_answer({"detail": "Not found."}, 404)


def draft(*ids: int) -> Selection:
    return Selection({str(id): {**AS_BEFORE, "id": id} for id in ids})


@pytest.mark.parametrize(
    ("action", "answer", "found", "state", "words"),
    [
        (DELETE, html_answer(200), GONE, "ok", ""),
        (DELETE, html_answer(200), AS_BEFORE, "failed", "a web page instead of data"),
        (DELETE, html_answer(200), html_answer(200), "unknown", "unknown whether it was deleted"),
        (DELETE, json_answer({}, 500), GONE, "ok", ""),
        (DELETE, json_answer({}, 500), AS_BEFORE, "failed", "It still exists"),
        (DELETE, text_answer("{", 200, "application/json"), AS_BEFORE, "failed", "It still exists"),
        (DELETE, text_answer("{", 200, "application/json"), GONE, "ok", ""),
        (DELETE, times_out(), AS_BEFORE, "unknown", "the server may still delete it"),
        (DELETE, times_out(), GONE, "ok", ""),
        (DELETE, drops(), refuses(), "unknown", "unknown whether it was deleted"),
        (DELETE, GONE, GONE, "skipped", "It no longer existed."),
        (DELETE, GONE, AS_BEFORE, "failed", "but it still exists"),
        (PUBLISH, html_answer(200), PATCHED, "ok", ""),
        (PUBLISH, html_answer(200), AS_BEFORE, "failed", "It was not saved."),
        (
            PUBLISH,
            json_answer({}, 500),
            {**AS_BEFORE, "status": "review"},
            "unknown",
            "unknown whether",
        ),
        (PUBLISH, json_answer({}, 500), {"id": 1}, "unknown", "unknown whether"),
        (PUBLISH, times_out(), AS_BEFORE, "unknown", "the server may still be working on it"),
        (PUBLISH, times_out(), PATCHED, "ok", ""),
        (PUBLISH, drops(), refuses(), "unknown", "unknown whether it was done"),
        (PUBLISH, text_answer("OK"), PATCHED, "ok", ""),
        (PUBLISH, text_answer("OK"), AS_BEFORE, "failed", "“status” was not saved by the backend"),
    ],
)
async def test_a_row_is_looked_after_where_the_answer_to_its_change_says_nothing(
    actions: ActionStore, rows: FakeList, backend: FakeBackend, action: Any, answer: Any,
    found: Any, state: str, words: str,
) -> None:  # fmt: skip
    if found is GONE:
        del rows.rows[0]
    backend.on("DELETE" if action is DELETE else "PATCH", f"{ROWS}1/", answer)
    backend.on("GET", f"{ROWS}1/", found)

    (outcome,) = (await actions.run(action, draft(1))).outcomes

    assert outcome.state == state and words in outcome.reason


STILL_AT_IT = "The server accepted it (status 202) and may still be working on it. "
TO_PUBLISHED = EDIT.changing(BulkChanges().given("status", "published"))


@pytest.mark.parametrize("action", [PUBLISH, TO_PUBLISHED], ids=["request", "edit"])
@pytest.mark.parametrize(
    ("answer", "found", "state"),
    [
        ({}, AS_BEFORE, "unknown"),
        (AS_BEFORE, AS_BEFORE, "unknown"),
        (PATCHED, AS_BEFORE, "unknown"),
        ({"job": 7}, IN_REVIEW, "unknown"),
        ({"job": 7}, refuses(), "unknown"),
        ({"job": 7}, PATCHED, "ok"),
    ],
    ids=["empty", "unchanged", "echo", "another value", "unreadable", "made at once"],
)
async def test_a_change_of_a_row_that_is_made_later_is_unknown_until_it_can_be_seen(
    actions: ActionStore, backend: FakeBackend, action: Any, answer: Any, found: Any, state: str
) -> None:
    backend.on("PATCH", f"{ROWS}1/", json_answer(answer, 202))
    backend.on("GET", f"{ROWS}1/", found)

    (outcome,) = (await actions.run(action, draft(1))).outcomes

    words = f"{STILL_AT_IT}Check the record before you try again." if state == "unknown" else ""
    assert (outcome.state, outcome.reason) == (state, words)
    await actions.retry_failed()
    assert backend.calls.count(f"PATCH {ROWS}1/") == 1


@pytest.mark.parametrize("answer", [{"job": 7}, {}, {"updated": 0}, {"updated": 1}])
async def test_one_request_for_all_rows_that_is_carried_out_later_is_unknown(
    actions: ActionStore, backend: FakeBackend, answer: Any
) -> None:
    backend.on("POST", f"{ROWS}bulk_publish/", json_answer(answer, 202))

    state = await actions.run(BULK, marked(3, 6))

    assert results(state) == [("3", "unknown"), ("6", "unknown")]
    words = f"{STILL_AT_IT}Check the rows before you try again."
    assert {one.reason for one in state.outcomes} == {words}


POST = ActionDescriptor(label="Send", request={"method": "POST", "path": "{endpoint}/{id}/send/"})
LATER = [json_answer({"job": 7}, 202), text_answer("Queued", 202), text_answer("", 202)]


@pytest.mark.parametrize(
    "answer", [times_out(), drops(), html_answer(200), json_answer({}, 500), *LATER]
)
@pytest.mark.parametrize("action", [POST, BULK], ids=["each row", "one request"])
async def test_a_post_of_which_nobody_knows_is_unknown_and_not_tried_again(
    actions: ActionStore, backend: FakeBackend, action: ActionDescriptor, answer: Any
) -> None:
    for path in ("1/send/", "2/send/", "bulk_publish/"):
        backend.on("POST", f"{ROWS}{path}", answer)

    state = await actions.run(action, draft(1))

    assert results(state) == [("1", "unknown")]
    sent = len(backend.requests)
    await actions.retry_failed()
    assert len(backend.requests) == sent


async def test_only_what_failed_is_tried_again_beside_what_is_unknown(
    actions: ActionStore, backend: FakeBackend
) -> None:
    backend.on("POST", f"{ROWS}1/send/", json_answer({}, 500))
    backend.on("POST", f"{ROWS}2/send/", json_answer({"detail": "Later."}, 409), {})
    state = await actions.run(POST, draft(1, 2))
    assert results(state) == [("1", "unknown"), ("2", "failed")]

    state = await actions.retry_failed()

    assert results(state) == [("1", "unknown"), ("2", "ok")]
    assert backend.calls.count(f"POST {ROWS}1/send/") == 1


async def test_what_is_on_its_way_when_the_action_is_ended_is_unknown(
    actions: ActionStore, backend: FakeBackend
) -> None:
    backend.on("POST", f"{ROWS}1/send/", waits_for(asyncio.Event()))
    running = asyncio.create_task(actions.run(POST, draft(1)))
    while not backend.requests:
        await asyncio.sleep(0)

    running.cancel()
    await asyncio.gather(running, return_exceptions=True)

    assert results(actions.state) == [("1", "unknown")]


async def test_progress_is_told_row_by_row(actions: ActionStore) -> None:
    seen: list[tuple[int, int]] = []
    actions.subscribe(lambda said: seen.append((said.state.done, said.state.total)))

    await actions.run(DELETE, marked(1, 2, 3))

    assert [one for one in dict.fromkeys(seen) if one[1]] == [(0, 3), (1, 3), (2, 3), (3, 3)]


async def test_the_end_is_told_as_a_fact(actions: ActionStore) -> None:
    facts: list[object] = []
    actions.subscribe(facts.append)

    await actions.run(DELETE, marked(1))

    assert isinstance(facts[-1], ActionStore.Completed)


async def test_a_second_action_waits_for_the_first(actions: ActionStore, rows: FakeList) -> None:
    first = asyncio.create_task(actions.run(DELETE, marked(1)))
    await asyncio.sleep(0)
    await actions.run(DELETE, marked(2))
    await first

    assert [*rows.ids[:2]] == [2, 3]


async def test_an_action_ended_from_outside_is_not_left_running(actions: ActionStore) -> None:
    begun, held = asyncio.Event(), asyncio.Event()

    async def wait(context: ActionContext) -> None:
        begun.set()
        await held.wait()

    action = ActionDescriptor(label="Wait", handler=wait)
    running = asyncio.create_task(actions.run(action, marked(1)))
    await begun.wait()

    running.cancel()
    await asyncio.gather(running, return_exceptions=True)

    assert not actions.state.running


async def test_rows_without_a_backend_take_no_requests() -> None:
    actions = ActionStore(OfflineSource([{"id": 1}, {"id": 2}]))

    assert "needs a backend" in str((await actions.run(PUBLISH, marked(1))).problem)
    assert results(await actions.run(DELETE, marked(1))) == [("1", "ok")]


class LosesAnswers(OfflineSource):
    """Rows of a program of its own, whose deletions are sent and not answered."""

    async def delete(self, key: str) -> None:
        error = Unreachable(None, "DELETE", f"http://rows.test/{key}", "no response")
        error.may_have_been_applied = True
        raise error


async def test_a_deletion_that_nobody_can_look_after_is_not_called_done() -> None:
    state = await ActionStore(LosesAnswers([{"id": 1}])).run(DELETE, marked(1))

    assert results(state) == [("1", "unknown")]


async def test_a_deletion_of_a_row_that_is_still_listed_is_doubted_and_not_undone(
    svc: Svc, rows: FakeList, backend: FakeBackend
) -> None:
    actions = ActionStore(svc.crud("/api/articles"), history=svc.history)
    backend.on("DELETE", f"{ROWS}2/", lambda _: httpx.Response(204))

    state = await actions.run(DELETE, marked(1, 2))

    assert results(state) == [("1", "ok"), ("2", "unknown")]
    assert "still lists the record" in state.of("unknown")[0].reason
    assert [one.id for one in svc.history.state.writes] == ["1"]


class Article(BaseModel):
    id: int
    title: str


async def test_a_row_that_is_still_listed_is_doubted_also_where_rows_have_a_model(
    svc: Svc, rows: FakeList, backend: FakeBackend
) -> None:
    actions = ActionStore(svc.crud("/api/articles", Article))
    backend.on("DELETE", f"{ROWS}2/", lambda _: httpx.Response(204))

    assert results(await actions.run(DELETE, marked(1, 2))) == [("1", "ok"), ("2", "unknown")]


async def test_everything_is_done_row_by_row_also_where_rows_have_a_model(
    svc: Svc, rows: FakeList
) -> None:
    actions = ActionStore(svc.crud("/api/articles", Article))

    state = await actions.run(PUBLISH, everything(30))

    assert (state.problem, len(state.of("ok"))) == (None, 30)


async def test_an_id_that_is_no_part_of_an_address_fails_alone(actions: ActionStore) -> None:
    state = await actions.run(DELETE, Selection({"..": {"id": ".."}, "1": {"id": 1}}))

    assert results(state) == [("..", "failed"), ("1", "ok")]


def test_many_rows_ask_for_their_number() -> None:
    assert typed_count(DELETE, marked(*range(MANY - 1))) is None
    assert typed_count(DELETE, marked(*range(MANY))) == str(MANY)
    assert typed_count(PUBLISH, everything(500)) is None
    assert typed_count(PUBLISH.model_copy(update={"dangerous": True}), everything(500)) == "500"


def test_a_bare_verb_means_the_page_and_a_codename_the_user() -> None:
    user = Permissions(UserProfile(id=1, permissions=frozenset({"publish_article"})))
    action = ActionDescriptor(label="x", handler=fall_over, permissions=("change",))
    full = ActionDescriptor(label="x", handler=fall_over, permissions=("publish_article",))

    assert lacking(action, user, ("view", "change")) == ()
    assert lacking(action, user, ("view",)) == ("change",)
    assert lacking(action, user, None) == ()
    assert lacking(full, user, ()) == ()
    assert lacking(full, Permissions(UserProfile(id=1)), ()) == ("publish_article",)
    assert lacking(full, Permissions(UserProfile(id=1, is_superuser=True)), ()) == ()


async def test_after_everything_only_the_failed_rows_are_tried_again(
    actions: ActionStore, rows: FakeList
) -> None:
    rows.refused = {7: refusal(), 20: refusal()}
    await actions.run(PUBLISH, everything(30))
    assert [*actions.failed_rows] == ["7", "20"]
    rows.refused = {20: refusal()}
    before = len(rows.backend.requests)

    state = await actions.retry_failed()

    sent = [(one.method, one.url.path) for one in rows.backend.requests[before:]]
    assert sent == [("PATCH", f"{ROWS}7/"), ("PATCH", f"{ROWS}20/")]
    assert state.summary == "Publish (retry 1): 1 ok, 1 failed, 29 of 30 done"
    assert [*actions.failed_rows] == ["20"]


async def test_a_handler_of_everything_names_its_failures_and_gets_only_those_again(
    actions: ActionStore, rows: FakeList
) -> None:
    got: list[object] = []

    async def handler(context: ActionContext) -> dict[str, str]:
        got.append(context.selection)
        return {"3": "It is locked."} if len(got) == 1 else {}

    action = ActionDescriptor(label="Do", handler=handler, handle_all=True)
    state = await actions.run(action, everything(30))
    assert [(one.key, one.reason) for one in state.of("failed")] == [("3", "It is locked.")]
    assert not state.running and state.summary == "Do: 1 ok, 1 failed"

    state = await actions.retry_failed()

    assert got == ["all", [{"id": 3}]]
    assert state.of("failed") == ()


async def test_a_backend_that_promises_more_for_ever_is_not_read_for_ever(
    svc: Svc, backend: FakeBackend
) -> None:
    page = {"count": 2, "next": "/more", "results": [{"id": 1}, {"id": 2}]}
    backend.on("GET", ROWS, json_answer(page))
    backend.on("PATCH", f"{ROWS}1/", json_answer({}))
    backend.on("PATCH", f"{ROWS}2/", json_answer({}))
    state = await ActionStore(svc.crud("/api/articles")).run(PUBLISH, everything(2))

    assert state.summary == "Publish: 2 ok"
    assert backend.calls.count(f"GET {ROWS}") == 2, "the count, and one page"


async def test_what_an_action_wrote_is_remembered_row_by_row_and_not_twice(
    svc: Svc, rows: FakeList
) -> None:
    actions = ActionStore(svc.crud("/api/articles"), history=svc.history, base="/articles")
    rows.refused = {2: refusal()}
    chosen = Selection(
        {str(id): {"id": id, "title": f"Title {id}", "status": "draft"} for id in (1, 2)}
    )

    await actions.run(PUBLISH, chosen)
    rows.refused = {}
    await actions.retry_failed()

    first, second = svc.history.state.writes
    assert [(one.id, one.words, one.location) for one in (first, second)] == [
        ("1", "Publish", "/articles/1"),
        ("2", "Publish", "/articles/2"),
    ]
    [value] = first.values
    assert (value.path, value.before, value.after) == ("status", "draft", "published")
    assert first.obstacle is None


async def test_what_nobody_knows_of_an_action_can_not_be_undone(
    svc: Svc, rows: FakeList, backend: FakeBackend
) -> None:
    backend.on("POST", f"{ROWS}bulk_publish/", {"done": 1})
    actions = ActionStore(svc.crud("/api/articles"), history=svc.history)

    await actions.run(PUBLISH, marked(1))
    await actions.run(BULK, marked(3))
    await actions.run(DELETE, marked(2))

    published, bulk, deleted = svc.history.state.writes
    assert "“Publish” can't be undone" in (published.obstacle or "")
    assert "“Publish all” can't be undone" in (bulk.obstacle or "")
    assert "not recorded in full" in (deleted.obstacle or "")
    assert {one.path: one.before for one in deleted.values} == {"id": 2, "title": "Title 2"}


REASON = [{"key": "reason"}]


async def test_a_handler_asks_and_gets_what_was_filled_in(actions: ActionStore) -> None:
    async def handler(ctx: ActionContext) -> None:
        answer = await ctx.ask(REASON, "Why?")
        for row in ctx.rows:
            ctx.skipped(row, answer["reason"])

    async def fill_in(fields: Any, heading: str) -> dict[str, Any]:
        assert [one.key for one in fields] == ["reason"]
        return {"reason": heading}

    actions.asker = fill_in
    state = await actions.run(acting(handler), marked(1))
    assert state.outcomes[0].reason == "Why?"


async def close(fields: Any, heading: str) -> None:
    """Answer as a user who closes the form."""


async def test_a_form_that_is_closed_before_anything_was_sent_did_nothing(
    actions: ActionStore,
) -> None:
    async def handler(ctx: ActionContext) -> None:
        await ctx.ask(REASON)
        raise AssertionError

    actions.asker = close
    state = await actions.run(acting(handler), marked(1, 2))
    assert (state.outcomes, state.problem) == ((), "Nothing was done.")


async def test_a_form_that_is_closed_in_the_middle_leaves_the_other_rows_unknown(
    actions: ActionStore,
) -> None:
    async def handler(ctx: ActionContext) -> None:
        ctx.ok(ctx.rows[0])
        await ctx.ask(REASON)

    actions.asker = close
    state = await actions.run(acting(handler), marked(1, 2))
    assert state.summary == "Do: 1 ok, 1 unknown"
    assert state.left == ()


async def test_a_form_with_a_wrong_key_names_it(actions: ActionStore) -> None:
    async def handler(ctx: ActionContext) -> None:
        await ctx.ask([{"kee": "reason"}], "Why?")

    actions.asker = close
    [outcome] = (await actions.run(acting(handler), marked(1))).outcomes
    assert '"kee"; did you mean "key"?' in outcome.reason
    assert "http" not in outcome.reason
    assert "⏎" not in outcome.reason


async def test_a_form_with_a_dotted_key_names_it(actions: ActionStore) -> None:
    async def handler(ctx: ActionContext) -> None:
        await ctx.ask([{"key": "seo.title"}], "Why?")

    actions.asker = close
    [outcome] = (await actions.run(acting(handler), marked(1))).outcomes
    assert 'has the input "seo.title"; keys of inputs must not contain dots' in outcome.reason


async def test_a_handler_says_how_far_it_is(actions: ActionStore) -> None:
    seen = []

    async def handler(ctx: ActionContext) -> None:
        ctx.progress(3, 7)
        seen.append(actions.state.progress)

    await actions.run(acting(handler), marked(1))
    assert seen == [(3, 7)]


@pytest.mark.filterwarnings("ignore:coroutine .* was never awaited")
@pytest.mark.parametrize(
    "change",
    [
        lambda ctx, id: ctx.crud.partial_update(id, {"title": "x"}),
        lambda ctx, id: ctx.crud.request("POST", f"/api/articles/{id}/publish/"),
    ],
    ids=["partial_update", "request"],
)
async def test_a_change_without_await_was_not_sent_whatever_the_handler_reports(
    actions: ActionStore, rows: FakeList, change: Any
) -> None:
    asked = len(rows.backend.requests)

    async def handler(ctx: ActionContext) -> None:
        for row in ctx.rows:
            change(ctx, row["id"])
            ctx.ok(row)

    state = await actions.run(acting(handler), marked(1, 2))
    assert [one[1] for one in results(state)] == ["unknown", "unknown"]
    assert "(…) without await" in state.outcomes[0].reason
    assert not [one for one in rows.backend.requests[asked:] if one.method in ("PATCH", "POST")]


async def test_a_plain_function_is_a_handler_too(actions: ActionStore) -> None:
    def handler(ctx: ActionContext) -> None:
        ctx.ok(ctx.rows[0])

    state = await actions.run(acting(handler), marked(1))
    assert results(state) == [("1", "ok")]


async def test_a_handler_that_hangs_is_told_and_given_up_when_it_is_cancelled_twice(
    actions: ActionStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("svc_tui.stores.listing.action_runner.LIMIT", 0.01)

    async def handler(ctx: ActionContext) -> None:
        await asyncio.Event().wait()

    run = asyncio.create_task(actions.run(acting(handler), marked(1)))
    while not actions.state.slow:
        await asyncio.sleep(0)
    actions.cancel()
    actions.cancel()
    state = await run
    assert results(state) == [("1", "unknown")]
    assert not state.running
    assert "stopped" in state.outcomes[0].reason


async def test_a_handler_that_asks_is_not_late_before_it_was_answered(
    actions: ActionStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("svc_tui.stores.listing.action_runner.LIMIT", 0.01)
    seen = []

    async def answered(fields: Any, heading: str) -> dict[str, Any]:
        loop = asyncio.get_running_loop()
        later = loop.create_future()
        loop.call_later(0.05, later.set_result, None)  # Five times the limit.
        await later
        seen.append(actions.state.slow)
        return {"reason": "Torn"}

    async def handler(ctx: ActionContext) -> None:
        await ctx.ask([{"key": "reason"}])
        while not actions.state.slow:
            await asyncio.sleep(0)
        ctx.ok(ctx.rows[0])

    actions.asker = answered
    state = await actions.run(acting(handler), marked(1))
    assert seen == [False] and results(state) == [("1", "ok")]


async def test_inputs_reach_the_body_of_a_request(actions: ActionStore, rows: FakeList) -> None:
    action = PUBLISH.model_copy(update={"inputs": ()})
    await actions.run(action.with_inputs({"note": "Now"}), marked(1))
    assert sent_json(rows.backend.requests[-1]) == {"status": "published", "note": "Now"}


async def test_inputs_reach_a_handler(actions: ActionStore) -> None:
    async def handler(ctx: ActionContext) -> None:
        ctx.failed(ctx.rows[0], ctx.inputs["note"])

    state = await actions.run(acting(handler), marked(1), inputs={"note": "Later"})
    assert state.outcomes[0].reason == "Later"


async def test_a_handler_that_gives_no_reason_is_told_so(actions: ActionStore) -> None:
    async def refuse(ctx: ActionContext) -> dict[str, None]:
        return {"1": None}

    done = await actions.run(ActionDescriptor(label="Lend", handler=refuse), marked(1))

    assert [(one.state, one.reason) for one in done.outcomes] == [("failed", "no reason was given")]


async def test_quitting_does_not_wait_for_a_handler_that_ignores_it(
    actions: ActionStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(action_store, "HANDLER_STOPPED_IN", 0.01)
    monkeypatch.setattr(action_store, "HANDLER_ENDS_IN", 0.01)
    go_on, begun = asyncio.Event(), asyncio.Event()

    async def handler(ctx: ActionContext) -> None:
        ctx.ok(1)
        begun.set()
        while not go_on.is_set():
            with suppress(asyncio.CancelledError):
                await go_on.wait()

    running = asyncio.create_task(actions.run(acting(handler), marked(1, 2)))
    await begun.wait()

    said = "Do: 1 ok, 1 unknown. It was stopped midway: check the unknown rows."
    assert await actions.stop() == said
    go_on.set()
    await running


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (("a", None), "done should be a number, not a string"),
        ((1, None), "total should be a number, not None"),
        ((True, 1), "done should be a number, not True"),
        ((1, float("nan")), "total should be a number, not nan"),
    ],
)
async def test_a_progress_that_is_no_number_is_told(
    actions: ActionStore, given: tuple[Any, Any], words: str
) -> None:
    async def handler(ctx: ActionContext) -> None:
        ctx.progress(*given)

    state = await actions.run(acting(handler), marked(1))

    assert f"ctx.progress(…): {words}" in state.outcomes[0].reason
