"""A site that drf-yasg describes in Swagger 2.0, with words of its own for pages and orders."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from svc_tui import Svc
from svc_tui.app.route_loader import resources_of
from svc_tui.config.options import AuthOptions, Options
from tests.backends.wires_process import WireProcess


@pytest.fixture
def swagger(wires: Callable[[str], WireProcess]) -> WireProcess:
    return wires("swagger")


async def test_collections_fields_and_writes_are_those_of_swagger_2(
    swagger: WireProcess, tmp_path: Path
) -> None:
    options = Options(base_url=swagger.url, auth=AuthOptions(kind="none"))
    async with Svc(options=options, state_dir=tmp_path) as svc:
        found = await svc.discovery.find()
        described = {
            one.name: (await svc.discovery.describe(one, whole=True)).resource
            for one in resources_of(found)
        }

    assert [one.endpoint for one in found] == ["/v2/authors/", "/v2/books/"]
    books = described["books"]
    fields = {one.key: one for one in books.fields}
    assert fields["title"].required and fields["title"].attrs["max_length"] == 80
    assert fields["state"].type == "select"
    assert (fields["pages"].attrs["min"], fields["pages"].attrs["max"]) == (1, 2000)
    assert fields["author"].attrs["endpoint"] == "/v2/authors/"
    assert fields["made"].readonly and not fields["published"].required
    assert described["authors"].methods == ("POST", "PUT", "DELETE")
    assert described["authors"].use_patch is False
