"""What a list table says to whoever stands around it: marks, what matches, rows that were given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from textual.message import Message

from svc_tui.api.errors import ApiError
from svc_tui.stores.listing.action_types import matching_query, selection_query
from svc_tui.stores.listing.list_store import ListState
from svc_tui.stores.listing.offline_sources import OfflineSource
from svc_tui.widgets.listing.base import ListPart

if TYPE_CHECKING:
    import httpx

    from svc_tui.stores.listing.selection import Selection


class TableMessages(ListPart):
    """The table's facts as messages, each said only where it changed."""

    _sent: tuple[Selection | None, dict[str, Any]] = (None, {})
    _rows_told: list[Any] | None = None

    class SelectionChanged(Message, namespace="svc_list_table"):
        """Other rows are marked (toolkit: `update:selection`)."""

        def __init__(
            self, table: TableMessages, selection: tuple[Any, ...] | Literal["all"]
        ) -> None:
            super().__init__()
            self.table = table
            self.selection = selection

        @property
        def control(self) -> TableMessages:
            """The table."""
            return self.table

    class SelectionQueryChanged(Message, namespace="svc_list_table"):
        """What matches is something else (toolkit: `update:selectionQuery`)."""

        def __init__(self, table: TableMessages, query: httpx.QueryParams) -> None:
            super().__init__()
            self.table = table
            self.query = query

        @property
        def control(self) -> TableMessages:
            """The table."""
            return self.table

    class RowsChanged(Message, namespace="svc_list_table"):
        """Rows that were given are others now: edited, added, moved or deleted by the operator."""

        def __init__(self, table: TableMessages, rows: tuple[Any, ...]) -> None:
            super().__init__()
            self.table = table
            self.rows = rows

        @property
        def control(self) -> TableMessages:
            """The table."""
            return self.table

    def post_changes(self, state: ListState) -> None:
        """Say what is something else now."""
        self._post_selection(state)
        self._tell_rows()

    def _post_selection(self, state: ListState) -> None:
        """Say which rows are marked, and what matches, where that changed."""
        selection, matching = self._sent
        params = self._matching(state)
        self._sent = (state.selection, params)
        if selection is not None and selection != state.selection:
            self.post_message(self.SelectionChanged(self, state.selection.value))
        if params != matching:
            query = selection_query(state.query, self.store.source)
            self.post_message(self.SelectionQueryChanged(self, query))

    def _matching(self, state: ListState) -> dict[str, Any]:
        """What matches, as it is sent; a filter that can't be sent is said where rows stand."""
        try:
            return matching_query(state.query, self.store.source)
        except ApiError:
            return self._sent[1]

    def _tell_rows(self) -> None:
        """Whoever gave rows has to hear what became of them: nobody else keeps them."""
        source = self.store.source
        if not isinstance(source, OfflineSource) or source.rows is self._rows_told:
            return
        first, self._rows_told = self._rows_told is None, source.rows
        if not first:
            self.post_message(self.RowsChanged(self, tuple(source.rows)))
