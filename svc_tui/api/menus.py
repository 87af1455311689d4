"""The pages that a menu's entries can link to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from svc_tui.api.crud import Crud
from svc_tui.api.errors import InvalidResponse
from svc_tui.models.menus import LinkedPage, PageType


class MenuApi:
    """The collection of menus, and the pages they can link to."""

    def __init__(self, crud: Crud[dict[str, Any]]) -> None:
        self.crud = crud

    async def page_types(self) -> tuple[PageType, ...]:
        """Return the kinds of page."""
        found = []
        for row in await self._rows("page_types"):
            name = row.get("verbose_name_plural") or row.get("verbose_name") or row.get("model")
            found.append(PageType(row["id"], str(name or row["id"])))
        return tuple(found)

    async def pages(self, kind: PageType) -> tuple[LinkedPage, ...]:
        """Return every page of a kind that has an address."""
        rows = await self._rows(f"page_types/{quote(str(kind.id), safe='')}")
        return tuple(
            LinkedPage(str(row.get("name") or row["url_node_id"]), row["url_node_id"], kind.id)
            for row in rows
            if row.get("url_node_id") is not None
        )

    async def at_address(self, words: str) -> tuple[LinkedPage, ...]:
        """Return the pages whose address contains these words."""
        rows = await self._rows("search_urlnode", f"?q={quote(words, safe='')}")
        return tuple(
            LinkedPage(
                str(row.get("permalink") or row["id"]),
                row["id"],
                note="" if row.get("is_public", True) else "not public",
            )
            for row in rows
        )

    async def _rows(self, action: str, query: str = "") -> list[Mapping[str, Any]]:
        path = f"{self.crud.endpoint.action(action)}{query}"
        body = await self.crud.request("GET", path)
        wanted = "url_node_id" if action.startswith("page_types/") else "id"
        if not isinstance(body, list) or not all(
            isinstance(row, Mapping) and wanted in row for row in body
        ):
            requested = self.crud.requested(path)
            raise InvalidResponse(200, "GET", requested, "a list of pages was expected")
        return body
