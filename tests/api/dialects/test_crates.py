"""The dialect that docs/backends.md shows, against a backend of its kind over HTTP."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from svc_tui.api.crud import Crud
from svc_tui.api.dialects import Dialect, dialect_named
from svc_tui.api.errors import InvalidResponse, NotSent, ValidationFailed
from svc_tui.app.context import Svc
from svc_tui.models.resource import Resource
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.list_store import ListStore
from svc_tui.stores.record.detail_store import DetailStore
from tests.api.dialects.crates import Crates

PAGE = Path(__file__).parents[3] / "docs" / "backends.md"


@pytest.fixture
def crates() -> Iterator[Crates]:
    with Crates() as server:
        yield server


@pytest.fixture
def dialect(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Dialect]:
    """The example of the page, as a module of its own."""
    found = re.search(
        r"```python\n((?:(?!```).)*?\nfrom svc_tui import Dialect.*?)```",
        PAGE.read_text(),
        re.DOTALL,
    )
    assert found is not None
    assert len([line for line in found[1].splitlines() if line.strip()]) <= 30
    (tmp_path / "crates.py").write_text(found[1], "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield dialect_named("crates:CRATES")
    sys.modules.pop("crates", None)


@pytest.fixture
async def svc(crates: Crates, dialect: Dialect, tmp_path: Path) -> AsyncIterator[Svc]:
    async with Svc(crates.url, dialect="crates:CRATES", state_dir=tmp_path / "state") as made:
        yield made


@pytest.fixture
def crud(svc: Svc) -> Crud[dict[str, Any]]:
    return svc.crud("/api/crates")


async def test_records_are_read_out_of_their_envelope(crud: Crud[dict[str, Any]]) -> None:
    assert await crud.detail(3) == {"id": 3, "title": "Crate 3", "weight": 30}


async def test_values_are_sent_in_an_envelope_and_nothing_is_asked_before(
    crud: Crud[dict[str, Any]], crates: Crates
) -> None:
    crates.sent.clear()

    made = await crud.create({"title": "New", "weight": 5})
    await crud.partial_update(made["id"], {"title": "Newer"})
    whole = await crud.update(made["id"], {"title": "Newest", "weight": 6})

    assert made == {"id": 8, "title": "New", "weight": 5}
    assert whole == {"id": 8, "title": "Newest", "weight": 6}
    assert crates.sent == [
        ("POST", "/api/crates/", {"attributes": {"title": "New", "weight": 5}}),
        ("PATCH", "/api/crates/8/", {"attributes": {"title": "Newer"}}),
        ("PUT", "/api/crates/8/", {"attributes": {"title": "Newest", "weight": 6}}),
    ]


async def test_a_file_travels_beside_the_values_as_json(
    crud: Crud[dict[str, Any]], crates: Crates
) -> None:
    made = await crud.create({"title": "New", "plan": io.BytesIO(b"12345")})

    assert made == {"id": 8, "title": "New", "plan": "/files/5"}
    _, _, parts = crates.sent[-1]
    assert json.loads(parts["data"]) == {"attributes": {"title": "New"}}
    assert parts["attributes.plan"] == b"12345"


async def test_a_file_is_sent_after_the_values_where_the_dialect_says_so(
    svc: Svc, crates: Crates, dialect: Dialect
) -> None:
    apart = replace(dialect, multipart_style=lambda metadata: "apart")
    crud = Crud(svc.fetch, "/api/crates", dialect=apart)
    crates.sent.clear()

    made = await crud.create({"title": "New", "plan": io.BytesIO(b"12345")})

    assert made == {"id": 8, "title": "New", "plan": "/files/5"}
    assert crates.sent[0] == ("POST", "/api/crates/", {"attributes": {"title": "New"}})
    method, path, parts = crates.sent[1]
    assert (method, path, parts["attributes.plan"]) == ("PATCH", "/api/crates/8/", b"12345")


async def test_a_refusal_stands_at_its_field(svc: Svc, crud: Crud[dict[str, Any]]) -> None:
    with pytest.raises(ValidationFailed) as told:
        await crud.create({"title": "Much too long for it"})
    assert told.value.errors == {"title": ["Too long."]}

    store = DetailStore(crud, id=2)
    await store.load()
    store.edit("title", "Much too long for it")
    await store.save()
    assert store.state.errors == {"title": ("Too long.",)}


async def test_pages_are_asked_for_as_the_dialect_has_it(
    crud: Crud[dict[str, Any]], crates: Crates
) -> None:
    store = ListStore(crud, query=ListQuery(page_size=3))
    await store.refresh()
    await store.go_to(3)

    assert [row["title"] for row in store.state.rows] == ["Crate 7"]
    assert (store.state.count, store.state.pages, store.state.query.page) == (7, 3, 3)
    assert any(path.endswith("?skip=6&take=3") for _, path, _ in crates.sent)
    store.close()


async def test_what_nobody_declared_is_learnt_from_records_as_the_dialect_reads_them(
    svc: Svc,
) -> None:
    found = await svc.discovery.describe(Resource(name="crates", endpoint="/api/crates"))
    assert {"title", "weight"} <= {one.key for one in found.resource.columns}


async def test_the_metadata_is_asked_for_only_where_the_dialect_needs_it(
    svc: Svc, crates: Crates, dialect: Dialect
) -> None:
    seen: list[object] = []

    def to_wire(values: Any, metadata: object) -> Any:
        seen.append(metadata)
        return {"attributes": values}

    curious = replace(dialect, to_wire=to_wire, needs_metadata=True)
    crates.sent.clear()
    await Crud(svc.fetch, "/api/crates", dialect=curious).create({"title": "New"})

    assert [method for method, _, _ in crates.sent] == ["OPTIONS", "POST"]
    assert seen == [None]  # This backend takes no OPTIONS.


async def test_hooks_that_fail_are_errors_of_their_request(
    svc: Svc, crates: Crates, dialect: Dialect
) -> None:
    def fails(*_: object) -> Any:
        raise KeyError("attributes")

    crates.sent.clear()
    with pytest.raises(NotSent, match="can't encode these values"):
        await Crud(svc.fetch, "/api/crates", dialect=replace(dialect, to_wire=fails)).create({})
    assert crates.sent == []
    with pytest.raises(InvalidResponse, match="can't read the record"):
        await Crud(svc.fetch, "/api/crates", dialect=replace(dialect, from_wire=fails)).detail(1)
