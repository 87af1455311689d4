"""Links between copied records: whether an id means the same record on both sides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from svc_tui.api.errors import ApiError
from svc_tui.models.field_types import LINKS, holds
from svc_tui.models.records import Id
from svc_tui.models.resource import Resource
from svc_tui.stores.rows import row_name, title_in
from svc_tui.stores.runs.comparison import field_of
from svc_tui.stores.runs.row_writers import RowWork
from svc_tui.text import clean, cut

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud

CrudOf = Callable[[str], "Crud[Any]"]
"""Returns a collection of one side by its endpoint."""


SHOWN = 40
"""Cells of a title in a sentence."""


class LinkedRecords:
    """Compares the linked records, each once; `files` is the collection of the library."""

    def __init__(self, resource: Resource, origin: CrudOf, target: CrudOf, files: str) -> None:
        fields = (one for one in resource.form_fields if holds(one.type, *LINKS))
        self._fields = {one.key: one for one in fields}
        self._sides, self._files = (origin, target), files
        self._titles: dict[tuple[str, str], tuple[str, str]] = {}

    async def safe(self, works: Sequence[RowWork]) -> tuple[list[RowWork], list[str]]:
        """Return work without links to other records, and a sentence for each of these."""
        found, said = list[RowWork](), list[str]()
        for work in works:
            wrong = {path: await self._wrong(path, value) for path, value in work.changes.items()}
            said += [f"{clean(work.title)}: {why}" for why in wrong.values() if why]
            kept = {path: value for path, value in work.changes.items() if not wrong[path]}
            if kept:
                found.append(replace(work, changes=kept))
        return found, said

    async def _wrong(self, path: str, value: Any) -> str:
        """Return why a value can't be copied, in a sentence; "" if it can."""
        if (field := self._fields.get(field_of(path))) is None:
            return ""
        named = field.attrs.get("endpoint")
        endpoint = named if isinstance(named, str) else self._files * ("media" in field.type)
        for id in _ids(value, str(field.attrs.get("item_value") or "id")):
            if not endpoint:
                which = f"can't tell which record {clean(id)} is on the other side"
                return f"{field.key} was not copied: {which}."
            here, there = await self._both(endpoint, str(id))
            if not (here and here == there):
                here, there = cut(here, SHOWN), cut(there, SHOWN)
                other = f"is {there} on the other side" if there else "is not on the other side"
                return f"{field.key} was not copied: {clean(id)} ({here or 'unknown'}) {other}."
        return ""

    async def _both(self, endpoint: str, id: str) -> tuple[str, str]:
        """Return the full titles of a record on both sides; "" if it can't be read."""
        if (endpoint, id) not in self._titles:
            first, second = [await _title(side(endpoint), id) for side in self._sides]
            self._titles[endpoint, id] = first, second
        return self._titles[endpoint, id]


async def _title(crud: Crud[Any], id: str) -> str:
    try:
        record = await crud.detail(id)
        return clean(title_in(record) or row_name(record))
    except (ApiError, ValueError):
        return ""


def _ids(value: Any, lookup: str) -> list[Id]:
    if isinstance(value, Mapping):
        return [value[lookup]] if value.get(lookup) is not None else []
    if isinstance(value, list | tuple):
        return [id for one in value for id in _ids(one, lookup)]
    return [value] if isinstance(value, int | str) and value != "" else []
