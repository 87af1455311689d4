"""RelatedTitles: the titles of records that rows refer to by id, loaded a page at a time."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from svc_tui.api.background import background
from svc_tui.api.errors import ApiError, Unauthorized, Unreachable
from svc_tui.stores.record.draft import get_path
from svc_tui.text import clean

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud

LOG = logging.getLogger("svc_tui")

MOST_ASKED = 100
"""Maximum number of ids per request."""


class RelatedTitles:
    """The titles of a collection, for a column of ids; never loads an id twice.

    The ids are sent as `ids_param`, or, without one, as `id__in`, or as `id` if the backend ignores
    or refuses that or finds nothing. If it takes neither, the titles of the collection's first page
    are used, other ids are shown as they are, and the log says so.
    """

    def __init__(
        self,
        crud: Crud[Any],
        *,
        item_value: str = "id",
        item_text: str = "name",
        ids_param: str = "",
    ) -> None:
        self._crud = crud
        self._item_value = item_value
        self._item_text = item_text
        named = [ids_param] if ids_param else [f"{item_value}__in", item_value]
        self._tried = " and ".join(f"?{one}=" for one in named)
        self._ways = [*named, ""]
        """The parameters that may filter by id, the likeliest first; "" is the first page."""
        self._asked: set[str] = set()
        self.known: dict[str, str] = {}
        """The titles by id, as text."""

    def lacks(self, ids: Iterable[str]) -> bool:
        """Whether one of these ids has not been loaded yet, and can be."""
        return bool(self._ways) and not self._asked.issuperset(ids)

    async def learn(self, ids: Iterable[str]) -> None:
        """Load the titles of ids with one request; up to three, until one has returned some."""
        wanted = sorted({*ids} - self._asked)[:MOST_ASKED]
        for way in [*self._ways] if wanted else ():
            try:
                found = await self._read(way, wanted)
            except (Unauthorized, Unreachable):
                break  # It tells nothing about the parameter: other ids can be loaded.
            self.known |= found or {}
            if found and way and found.keys() <= {*wanted}:
                self._ways = [way]  # It takes ids, so the other parameters are not tried any more.
            if self._ways == [way] and way:
                break
            if not way or found or found is None:  # Without any record, they may be gone.
                self._ways.remove(way)
        else:
            self._tell(wanted)
        self._asked.update(wanted)

    def _tell(self, wanted: list[str]) -> None:
        lacking = [one for one in wanted if one not in self.known]
        if lacking and self._tried:
            words = "%s: %s found no titles for %s; attrs.ids_param of the field sets another one."
            path = self._crud.endpoint.collection
            LOG.warning(words, path, self._tried, ", ".join(lacking[:5]))
            self._tried = ""  # Once.

    async def _read(self, way: str, wanted: list[str]) -> dict[str, str] | None:
        """Return titles by id; None if the backend refuses the request."""
        params: dict[str, Any] = {way: wanted, "page_size": len(wanted)} if way else {}
        with background():
            try:
                rows = (await self._crud.list(**params)).results
            except ApiError as error:
                if isinstance(error, Unauthorized | Unreachable):
                    raise
                return None
        return {
            str(row.get(self._item_value)): clean(get_path(row, self._item_text) or "")
            for row in rows
            if isinstance(row, Mapping)
        }
