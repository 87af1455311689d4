"""A server that takes whole records only, and refuses with a list of problems, over HTTP."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from svc_tui import Options, Svc
from svc_tui.config.options import AuthOptions
from svc_tui.models.wire import Wire, WireErrors
from svc_tui.stores.record.detail_store import DetailStore
from tests.backends.process import Answers, LocalServer

SHORT = {"field": "title", "problem": "Too short."}
CLOSED = {"problem": "Closed on Sundays."}


class Listing(LocalServer):
    """Keeps one record, and refuses a short title with problems in a body of this form."""

    def __init__(self, body: Callable[[list[Any]], Any]) -> None:
        super().__init__(_Handler)
        self.body = body
        self.record = {"id": 7, "title": "Harbour", "pages": 12}
        self.changes: list[str] = []


class _Handler(Answers):
    server: Listing

    def do_GET(self) -> None:
        self.answer(200, self.server.record)

    def do_PUT(self) -> None:
        sent = self.json()
        self.server.changes.append(self.command)
        if sent.keys() < self.server.record.keys() or len(sent["title"]) < 3:
            return self.answer(422, self.server.body([SHORT, CLOSED]))
        self.server.record = sent
        self.answer(200, sent)

    def do_PATCH(self) -> None:
        self.server.changes.append(self.command)
        self.answer(405)

    def do_OPTIONS(self) -> None:
        self.answer(405)


BODIES: dict[str, tuple[Callable[[list[Any]], Any], WireErrors]] = {
    "the whole body": (lambda problems: problems, WireErrors()),
    "at a path": (lambda problems: {"told": {"wrong": problems}}, WireErrors(fields="told.wrong")),
}


@pytest.fixture(params=BODIES)
def listing(request: pytest.FixtureRequest) -> Iterator[tuple[Listing, Wire]]:
    body, errors = BODIES[request.param]
    with Listing(body) as server:
        yield server, Wire(update="PUT", errors=errors)


async def test_problems_in_a_list_stand_at_their_fields_until_these_are_right(
    listing: tuple[Listing, Wire], tmp_path: Path
) -> None:
    server, wire = listing
    options = Options(base_url=server.url, auth=AuthOptions(kind="none"), wire=wire)
    async with Svc(options=options, state_dir=tmp_path) as svc:
        use_patch = svc.may_send_changes("/books")
        store = DetailStore(svc.crud("/books"), id=7, use_patch=use_patch)
        await store.load()
        store.edit("title", "Ha")
        await store.save()
        refused = store.state.errors
        store.edit("title", "Haven")
        await store.save()

    assert refused == {"title": ("Too short.",), "non_field_errors": ("Closed on Sundays.",)}
    assert server.record == {"id": 7, "title": "Haven", "pages": 12}
    assert server.changes == ["PUT", "PUT"]
