"""The form for many rows, alone."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult

from svc_tui import FieldDescriptor, Svc
from svc_tui.stores.listing.action_history import why_not_undone
from svc_tui.stores.listing.selection import Selection
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
