"""Use a recorded server: its lists, orders, searches and filters, and a record's whole life."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from svc_tui import Svc
from svc_tui.api.errors import ApiError, Forbidden, NotFound, ValidationFailed
from svc_tui.config.options import Options
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.row_sources import ServerSource
from tests.wires.rows import Row

COLLECTIONS = {"json-server": "/articles", "directus": "/items/articles", "strapi": "/api/articles"}


@dataclass
class Found:
    """What a server did."""

    collections: list[str] = field(default_factory=list)
    pages: list[int] = field(default_factory=list)
    """Rows of the first and the last page."""
    count: int = 0
    falling: list[int] = field(default_factory=list)
    searched: list[str] = field(default_factory=list)
    filtered: list[int] = field(default_factory=list)
    """The words of two articles that a filter names."""
    changed: str = ""
    refused: dict[str, list[str]] = field(default_factory=dict)
    gone: bool = False


async def explore(row: Row, url: str) -> Found:
    """Use a server through the services, and put back what was changed."""
    found = Found()
    options = Options(base_url=url, dialect=row.dialect)
    async with Svc(options=options) as svc:
        if row.user:
            await svc.auth.login(row.user, row.password)
        found.collections = [one.endpoint for one in await svc.discovery.find()]
        crud: Any = svc.crud(COLLECTIONS[row.server])
        source = ServerSource(crud, ahead=0)
        first, last = await source.page(ListQuery()), await source.page(ListQuery(page=2))
        found.pages, found.count = [len(first.results), len(last.results)], last.count
        falling = await source.page(ListQuery(ordering=("-words",)))
        found.falling = [one["words"] for one in falling.results[:3]]
        searched = await source.page(ListQuery(search="Article 31"))
        found.searched = [one["title"] for one in searched.results]
        filtered = await source.page(ListQuery(filters={"words": ("20", "40")}))
        found.filtered = sorted(one["words"] for one in filtered.results)
        made = await crud.create({"title": "Made here"})
        id = made[svc.dialect.lookup]
        await crud.partial_update(id, {"title": "Changed here"})
        found.changed = (await crud.detail(id))["title"]
        try:
            await crud.partial_update(id, {"title": ""})
        except ValidationFailed as error:
            found.refused = error.errors
        except ApiError as error:
            found.refused = {"": [str(error)]}
        await crud.delete(id)
        try:
            await crud.detail(id)
        except (NotFound, Forbidden):  # Directus refuses what is not there.
            found.gone = True
        await svc.auth.logout()
    return found
