"""django-tastypie, whose rows, errors, related records and answers to changes are its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from svc_tui import BasicAuth, Svc
from svc_tui.api.errors import ValidationFailed
from svc_tui.config.options import Options
from svc_tui.models.resource import Resource
from svc_tui.models.wire import Wire
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.row_sources import ServerSource
from tests.backends.wires_process import WireProcess


@pytest.fixture(scope="module")
def tastypie() -> Iterator[WireProcess]:
    with WireProcess("tastypie") as server:
        yield server


async def test_rows_changes_and_refusals(tastypie: WireProcess, tmp_path: Path) -> None:
    options = Options(
        base_url=f"{tastypie.url}/api/v1",
        wire=Wire.model_validate({"order": {"param": "order_by"}, "errors": {"skip": 1}}),
    )
    async with Svc(options=options, auth=BasicAuth(login="/user/"), state_dir=tmp_path) as svc:
        await svc.auth.login("admin", "admin")
        found = [one.endpoint for one in await svc.discovery.find()]
        entries = svc.crud("/entry/")
        source = ServerSource(entries, ahead=0)
        last = await source.page(ListQuery(page=3, ordering=("-title",)))
        svc.discovery.patience = None
        told = await svc.discovery.describe(Resource(name="e", endpoint="/entry/"), whole=True)
        made = await entries.create({
            "title": "Made", "slug": "made", "pub_date": "2026-01-01T00:00:00",
            "user": "/api/v1/user/1/",
        })  # fmt: skip
        with pytest.raises(ValidationFailed) as refused:
            await entries.partial_update(2, {"title": "x"})
        changed = await entries.partial_update(2, {"title": "Changed"})
        first = (await source.page(ListQuery(ordering=("-title",)))).results[0]
        await entries.delete(3)
        left = (await source.page(ListQuery())).count

    assert found == ["/entry/", "/user/"]
    assert (last.page, last.pages, last.count) == (3, 3, 45)
    assert [row["title"] for row in last.results][-1] == "Entry 01"
    assert {one.value for one in told.resource.filters} == {"draft"}  # Others are refused.
    assert not {"resource_uri", "id"} & {one.key for one in told.resource.columns}
    assert list(refused.value.errors) == ["title"]
    assert (made["title"], made["id"], changed["title"]) == ("Made", 46, "Changed")
    assert (first["title"], left) == ("Made", 45)
