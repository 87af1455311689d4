"""The form for many rows, alone."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult

from svc_tui import FieldDescriptor, Svc
from svc_tui.stores.listing.action_history import why_not_undone
from svc_tui.stores.listing.selection import Selection
from svc_tui.stores.record.unreturned import ValuesNotKept
from svc_tui.testing import FakeBackend
from svc_tui.widgets.listing.bulk_edit import BulkEditFields

FIELDS = (FieldDescriptor(key="title"), FieldDescriptor(key="note", write_only=True))


@pytest.mark.parametrize(("key", "undone"), [("title", True), ("note", False)])
async def test_only_a_value_that_is_never_returned_can_not_be_undone(key: str, undone: bool):
    rows = Selection({"1": {"id": 1, "title": "One"}})

    class Many(App[None]):
        svc: Svc

        def compose(self) -> ComposeResult:
            yield BulkEditFields(FIELDS, rows, languages=(), registry=None, svc=None)

    async with Svc("http://books.test", transport=FakeBackend().transport) as svc:
        app = Many()
        app.svc = svc
        async with app.run_test():
            many = app.query_one(BulkEditFields)
            many.touched = many.touched.put(key, "New")

            assert (why_not_undone(many.action, rows) == "") is undone


async def test_a_value_that_was_not_saved_is_named_by_its_label() -> None:
    row = {"id": 1, "title": "One"}
    backend = FakeBackend()
    backend.on("GET", "/api/books/1/", row).on("PATCH", "/api/books/1/", row)
    fields = (FieldDescriptor(key="title", label="Headline"),)
    form = BulkEditFields(fields, Selection({"1": row}), languages=(), registry=None, svc=None)
    form.touched = form.touched.put("title", "New")

    async with Svc("http://books.test", transport=backend.transport) as svc:
        with pytest.raises(ValuesNotKept, match=r"^“Headline” was not saved by the backend"):
            await form.action.write(svc.crud("/api/books"), "1", row, "id")
