"""Rows that a list writes outside a form: changed and new ones, remembered as one, retried."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from svc_tui import FieldDescriptor, Resource, Svc
from svc_tui.stores.record.history_store import Write
from svc_tui.stores.runs.row_writers import RowWork
from svc_tui.widgets.listing.list_labels import ListLabels
from svc_tui.widgets.listing.row_sending import RowSending
from tests.fakes import BASE, FakeBackend, json_answer, sent_json

BOOKS = Resource(
    name="books",
    endpoint="/api/books",
    fields=(FieldDescriptor(key="title"), FieldDescriptor(key="pages", type="number")),
)

COPIES = [RowWork(f"copy {n}", {"title": f"Emma {n}"}, f"Emma {n}", new=True) for n in (1, 2)]
"""New books, by nothing but their titles: no key of theirs is known."""


@dataclass
class LeftPage:
    """A page that was left; notes what it was asked to show or run."""

    svc: Svc
    closings: list[Any] = field(default_factory=list)
    begun: list[Any] = field(default_factory=list)
    is_attached = False

    @property
    def app(self) -> Any:
        return self

    @property
    def screen(self) -> Any:
        raise LookupError("this page was left")

    def push_screen(self, sheet: object, closed: Any) -> None:
        self.closings.append(closed)

    def ask(self, work: Any) -> None:
        self.begun.append(work)


@pytest.fixture
def backend() -> FakeBackend:
    backend = FakeBackend()
    backend.add_collection("/api/books", [{"id": 1, "title": "Emma", "pages": 3}])
    return backend


@pytest.fixture
async def page(backend: FakeBackend, tmp_path: Path) -> AsyncIterator[LeftPage]:
    svc = Svc(BASE, transport=backend.transport, state_dir=tmp_path)
    await svc.start()
    yield LeftPage(svc)
    await svc.aclose()


def sending(page: LeftPage) -> RowSending:
    return RowSending(page, page.svc, BOOKS, ListLabels, lambda result: None)


def writes(backend: FakeBackend) -> list[tuple[str, Any]]:
    """The writes, in no order: several are under way at once."""
    sent = [one for one in backend.requests if one.method != "GET"]
    found = [(f"{one.method} {one.url.path.rstrip('/')}", sent_json(one)) for one in sent]
    return sorted(found, key=str)


def together(page: LeftPage) -> tuple[Write, ...]:
    """The writes that the next undo reverts."""
    last = page.svc.history.last()
    return () if last is None else page.svc.history.beside(last)


async def test_new_rows_are_created_though_no_key_of_theirs_is_known(
    backend: FakeBackend, page: LeftPage
) -> None:
    change = RowWork("1", {"pages": 4}, "Emma")
    await sending(page).send("Copy", [*COPIES, change])

    made = [("POST /api/books", {"title": f"Emma {n}"}) for n in (1, 2)]
    assert writes(backend) == [("PATCH /api/books/1", {"pages": 4}), *made]
    assert [one.message for one in page.svc.snack.history] == ["Copy: 3 ok"]


async def test_all_rows_of_a_run_are_undone_as_one(backend: FakeBackend, page: LeftPage) -> None:
    await sending(page).send("Copy", COPIES)

    assert sorted((one.method, one.title) for one in together(page)) == [
        ("POST", "Emma 1"), ("POST", "Emma 2"),
    ]  # fmt: skip
    assert not any(one.obstacle for one in together(page))


async def test_a_retry_sends_what_failed_and_nothing_twice(
    backend: FakeBackend, page: LeftPage
) -> None:
    backend.once("POST", "/api/books", json_answer({"title": ["Too long."]}, 400))
    await sending(page).send("Copy", COPIES)
    assert len(writes(backend)) == 2
    [closed] = page.closings
    closed(True)
    [again] = page.begun
    await again

    titles = [body["title"] for _, body in writes(backend)]
    assert len(titles) == 3 and set(titles) == {"Emma 1", "Emma 2"}
    assert len(together(page)) == 2, "both parts are undone at once"
