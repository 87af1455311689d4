"""“Press u to undo it.” is said where u does that."""

from __future__ import annotations

from textual.app import App, ComposeResult

from svc_tui import ActionDescriptor, ListColumn, Svc, SvcList, SvcSnackBar
from svc_tui.models.listing import ActionRequest
from svc_tui.stores.listing.selection import Selection
from tests.console import screen_text, wait_until
from tests.fakes import BASE, FakeBackend

USER = {"id": 1, "username": "ada", "is_superuser": True}

BOOK = {"id": 1, "title": "Emma", "read": False}

READ = ActionDescriptor(
    label="Read it",
    request=ActionRequest(method="PATCH", path="{endpoint}/{id}/", body={"read": True}),
)


async def test_a_page_of_a_consumer_without_that_key_does_not_name_it() -> None:
    backend = (
        FakeBackend()
        .on("GET", "/api/books/", {"items": [BOOK], "count": 1})
        .on("GET", "/api/profiles/me/", USER)
        .on("GET", "/api/books/1/", BOOK)
        .on("PATCH", "/api/books/1/", {**BOOK, "read": True})
    )
    svc = Svc(BASE, transport=backend.transport)
    await svc.start()
    await svc.auth.fetch_user()

    class Mine(App[None]):
        def compose(self) -> ComposeResult:
            columns = [ListColumn(key="title")]
            yield SvcList("/api/books", columns, actions=[READ], svc=svc)
            yield SvcSnackBar(svc=svc)

    app = Mine()
    async with app.run_test(size=(80, 40)) as pilot:
        await wait_until(pilot, lambda: "Emma" in screen_text(app))
        await app.query_one(SvcList).run_bulk_action(READ, Selection({"1": BOOK}))
        await wait_until(pilot, lambda: svc.snack.history)
        assert [toast.message for toast in svc.snack.history] == ["Read it: 1 ok"]
    await svc.aclose()
