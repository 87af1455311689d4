"""The records that a relation can point to, and the name of the one it points to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from svc_tui.api.errors import ApiError
from svc_tui.stores.base import Store, StoreChanged

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud


@dataclass(frozen=True)
class ChoicesState:
    """The first page of a collection, and single records that were asked for besides."""

    rows: tuple[Mapping[str, Any], ...] = ()
    count: int = 0
    """Records in the whole collection."""
    others: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Records by id that are not among the rows."""
    loaded: bool = False
    problem: str | None = None


class ChoicesStore(Store[ChoicesState]):
    """Asks once for the first page; a record beyond it is asked for by its id."""

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """Records arrived, or could not be had."""

        state: ChoicesState

    def __init__(self, crud: Crud[Any], *, item_value: str = "id") -> None:
        super().__init__(ChoicesState())
        self.crud = crud
        self.item_value = item_value

    async def load(self, present: Any = None) -> None:
        """The first page, and the record that is chosen now."""
        try:
            page = await self.crud.list()
        except ApiError as error:
            self.change(problem=str(error))
            return
        rows = tuple(row for row in page.results if isinstance(row, Mapping))
        self.change(rows=rows, count=page.count, loaded=True, problem=None)
        await self.ask_for(present)

    async def ask_for(self, key: Any) -> None:
        """One record that is not on the page; without an answer its id stands for it."""
        if key in (None, "") or self.row(key) is not None:
            return
        try:
            row = await self.crud.detail(key)
        except ApiError:
            return
        self.change(others={**self.state.others, str(key): row})

    def row(self, key: Any) -> Mapping[str, Any] | None:
        """The record of this id, where it is known."""
        for row in self.state.rows:
            if str(row.get(self.item_value)) == str(key):
                return row
        return self.state.others.get(str(key))
