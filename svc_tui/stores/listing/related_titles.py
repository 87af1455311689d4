"""RelatedTitles: the titles of records that rows name by their ids, asked for a page at a time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from svc_tui.api.background import background
from svc_tui.api.errors import ApiError, Unauthorized, Unreachable
from svc_tui.stores.record.draft import get_path
from svc_tui.text import clean

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud

MOST_ASKED = 100
"""Ids that are asked for with one request."""


class RelatedTitles:
    """One collection as a column of ids sees it; it never asks twice for the same id.

    The ids are sent as `id__in`, or as `id` where the backend ignores or refuses that, which is
    found out once. Where it takes neither, the first page of the collection names what it names,
    and other ids stand for themselves.
    """

    def __init__(self, crud: Crud[Any], *, item_value: str = "id", item_text: str = "name") -> None:
        self._crud = crud
        self._item_value = item_value
        self._item_text = item_text
        self._ways = [f"{item_value}__in", item_value, ""]
        """The parameters that may name ids, the likeliest first; "" is the page as it comes."""
        self._asked: set[str] = set()
        self.known: dict[str, str] = {}
        """The titles by id, as text."""

    def lacks(self, ids: Iterable[str]) -> bool:
        """Whether one of these ids was not asked for yet, and can be."""
        return bool(self._ways) and not self._asked.issuperset(ids)

    async def learn(self, ids: Iterable[str]) -> None:
        """Ask for the titles of ids with one request; with up to three, the first time."""
        wanted = sorted({*ids} - self._asked)[:MOST_ASKED]
        while wanted and self._ways:
            way = self._ways[0]
            found = await self._read(way, wanted)
            works = found is not None and bool(way) and found.keys() <= {*wanted}
            self.known |= found or {}
            if works:
                break
            self._ways.pop(0)
        self._asked.update(wanted)

    async def _read(self, way: str, wanted: list[str]) -> dict[str, str] | None:
        """Return titles by id; None where the backend refuses the question."""
        params: dict[str, Any] = {way: wanted, "page_size": len(wanted)} if way else {}
        with background():
            try:
                rows = (await self._crud.list(**params)).results
            except (Unauthorized, Unreachable):
                return {}  # It says nothing about the question: other ids can be asked for.
            except ApiError:
                return None
        return {
            str(row.get(self._item_value)): clean(get_path(row, self._item_text) or "")
            for row in rows
            if isinstance(row, Mapping)
        }
