"""Changes that wait over a list and are sent together."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from svc_tui.api.dialects import REST
from svc_tui.api.errors import ApiError, Unreachable, ValidationFailed
from svc_tui.stores.listing.staged_store import StagedRecord, StagedStore
from svc_tui.stores.record.detail_store import DetailStore
from svc_tui.stores.rows import ChangedRow


class Records:
    """A backend of a few records; `refuse` says what an id is answered with."""

    dialect = REST

    def __init__(self, refuse: dict[str, ApiError] | None = None) -> None:
        self.rows: dict[str, dict[str, Any]] = {
            str(n): {"id": n, "title": f"Story {n}", "status": "draft"} for n in range(1, 8)
        }
        self.refuse = refuse or {}
        self.written: list[tuple[str, Any]] = []

    async def detail_with_etag(self, key: str) -> tuple[dict[str, Any], None]:
        return dict(self.rows[key]), None

    async def partial_update(self, key: str, body: Any, if_match: Any = None) -> dict[str, Any]:
        if key in self.refuse:
            raise self.refuse[key]
        self.written.append((key, body))
        self.rows[key] |= body
        return dict(self.rows[key])


async def staged(records: Records, *keys: str, **values: Any) -> StagedStore:
    """A store in which the same was typed for these records."""
    store = StagedStore()
    for key in keys:
        record = DetailStore(records, id=key)  # type: ignore[arg-type]
        await record.load()
        for path, value in (values or {"status": "published"}).items():
            record.edit(path, value)
        store.stage(StagedRecord(key, f"Story {key}", record, {"status": "Status"}))
    return store


async def test_nothing_is_written_before_it_is_sent() -> None:
    records = Records()
    store = await staged(records, "1", "2")

    assert records.written == []
    assert store.state.words == "2 changes in 2 rows"
    told = [(one.before, one.after) for one in store.state.rows["1"].changes]
    assert told == [("draft", "published")]


async def test_what_was_written_waits_no_more_and_only_changes_are_sent() -> None:
    records = Records()
    store = await staged(records, "1", "2")

    sent = await store.send()

    assert sorted(records.written) == [
        ("1", {"status": "published"}),
        ("2", {"status": "published"}),
    ]
    assert (sent.summary, store.state.rows) == ("Staged changes: 2 ok", {})


async def test_refused_rows_stay_with_the_reason_and_are_sent_again() -> None:
    records = Records({"2": ValidationFailed(errors={"status": ["No such status."]})})
    store = await staged(records, "1", "2", "3")

    sent = await store.send()

    assert [one.state for one in sent.outcomes] == ["ok", "failed", "ok"]
    assert store.state.rows["2"].problem == "Status: No such status."
    records.refuse.clear()
    assert (await store.send()).summary == "Staged changes: 1 ok"


async def test_a_change_of_somebody_else_is_never_gone_over() -> None:
    records = Records()
    store = await staged(records, "1")
    records.rows["1"]["status"] = "review"

    sent = await store.send()

    assert sent.outcomes[0].reason.startswith("Someone else changed Status:")
    assert (records.rows["1"]["status"], records.written) == ("review", [])
    assert "1" in store.state.rows


async def test_without_a_connection_everything_stays() -> None:
    records = Records({key: Unreachable() for key in ("1", "2")})
    store = await staged(records, "1", "2")

    sent = await store.send()

    assert len(sent.of("failed")) == 2
    assert list(store.state.rows) == ["1", "2"]


async def test_once_stopped_no_further_record_is_begun() -> None:
    records = Records()
    store = await staged(records, *"1234567")
    store.subscribe(lambda message: store.cancel() if store.state.done == 1 else None)

    sent = await store.send()

    assert sent.of("skipped")
    assert len(records.written) + len(sent.of("skipped")) == 7
    assert set(store.state.rows) == {one.key for one in sent.of("skipped")}


async def test_a_record_typed_back_to_what_it_was_waits_no_more() -> None:
    store = await staged(Records(), "1")
    one = store.state.rows["1"]
    one.record.edit("status", "draft")

    store.stage(one)

    assert store.state.rows == {}


async def test_a_row_is_shown_as_it_will_be_with_what_differs() -> None:
    store = await staged(Records(), "1", status="review", title="New")

    row = store.state.rows["1"].over({"id": 1, "status": "draft", "words": 3})

    assert dict(row) == {"id": 1, "status": "review", "words": 3}
    assert row.changed == {"status", "title"}


@pytest.mark.parametrize("keys", [("1",), ("1", "2")])
async def test_what_is_taken_back_is_not_sent(keys: tuple[str, ...]) -> None:
    records = Records()
    store = await staged(records, "1", "2")

    store.unstage(keys)
    await store.send()

    assert [key for key, _ in records.written] == [key for key in ("1", "2") if key not in keys]


async def test_a_row_taken_back_while_others_are_sent_is_left_alone() -> None:
    records = Records()
    store = await staged(records, *"1234567")
    store.subscribe(lambda _: store.unstage("7") if "7" in store.state.rows else None)

    sent = await store.send()

    assert "7" not in [key for key, _ in records.written]
    assert [one.key for one in sent.of("skipped")] == ["7"]
    assert (len(sent.of("ok")), store.state.rows) == (6, {})


async def test_what_is_typed_while_a_row_is_sent_waits_on() -> None:
    records = Records()
    store = await staged(records, "1", title="New")
    record, write = store.state.rows["1"].record, records.partial_update

    async def typed_meanwhile(*sent: Any, **about: Any) -> dict[str, Any]:
        record.edit("title", "Newer")
        return await write(*sent, **about)

    records.partial_update = typed_meanwhile  # type: ignore[method-assign]
    await store.send()

    assert records.written == [("1", {"title": "New"})]
    assert [one.after for one in store.state.rows["1"].changes] == ["Newer"]


async def test_a_secret_that_waits_is_not_shown_in_its_row() -> None:
    store = await staged(Records(), "1", status="review", token="typed")
    one = replace(store.state.rows["1"], secrets=("token",))

    assert dict(one.over({"id": 1, "status": "draft", "token": "•"})) == {
        "id": 1,
        "status": "review",
        "token": "•",
    }


def test_a_row_differs_where_a_change_is_around_a_value_or_inside_it() -> None:
    row = ChangedRow({}, frozenset({"author", "seo.title"}))

    found = {path: row.differs_at(path) for path in ("author", "author.name", "seo", "seo.title")}
    assert all(found.values()), found
    assert not any(row.differs_at(path) for path in ("author_name", "seo.text", "seo.title_2"))
