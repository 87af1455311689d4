"""The messages of a list table, and the object that posts those about its state."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from textual.message import Message
from textual.widget import Widget

from svc_tui.api.errors import ApiError
from svc_tui.stores.listing.action_types import matching_query, selection_query
from svc_tui.stores.listing.list_store import ListState, ListStore
from svc_tui.stores.listing.offline_sources import OfflineSource

if TYPE_CHECKING:
    import httpx

    from svc_tui.stores.listing.selection import Selection


class Ready(Message, namespace="svc_list_table"):
    """The services and the store are available."""


class Opened(Message, namespace="svc_list_table"):
    """The user wants to open a record; `location` is its page, if known."""

    def __init__(self, key: str, location: str | None, typing: bool = False) -> None:
        super().__init__()
        self.key = key
        self.location = location
        self.typing = typing
        """Whether to start typing in its first field."""


class NewWanted(Message, namespace="svc_list_table"):
    """The user wants a new record."""


class DeleteWanted(Message, namespace="svc_list_table"):
    """The user wants to delete the marked rows."""


class ColumnsChosen(Message, namespace="svc_list_table"):
    """Other columns are shown."""


class TableMessage(Message):
    """A message about the state of a table."""

    def __init__(self, table: Widget) -> None:
        super().__init__()
        self.table = table

    @property
    def control(self) -> Widget:
        """The table."""
        return self.table


class SelectionChanged(TableMessage, namespace="svc_list_table"):
    """Other rows are marked."""

    def __init__(self, table: Widget, selection: tuple[Any, ...] | Literal["all"]) -> None:
        super().__init__(table)
        self.selection = selection


class SelectionQueryChanged(TableMessage, namespace="svc_list_table"):
    """Other rows match."""

    def __init__(self, table: Widget, query: httpx.QueryParams) -> None:
        super().__init__(table)
        self.query = query


class RowsChanged(TableMessage, namespace="svc_list_table"):
    """The user edited, added, moved or deleted the given rows."""

    def __init__(self, table: Widget, rows: tuple[Any, ...]) -> None:
        super().__init__(table)
        self.rows = rows


class StateMessages:
    """Posts changes of a table's marks, its query and its given rows."""

    def __init__(self, table: Widget) -> None:
        self.table = table
        self._sent: tuple[Selection | None, dict[str, Any]] = (None, {})
        self._rows: list[Any] | None = None

    def post_changes(self, store: ListStore) -> None:
        """Post a message for each of them that changed."""
        self._post_selection(store, store.state)
        self._post_rows(store)

    def _post_selection(self, store: ListStore, state: ListState) -> None:
        selection, matching = self._sent
        params = self._params(store, state)
        self._sent = (state.selection, params)
        post: Callable[[Message], bool] = self.table.post_message
        if selection is not None and selection != state.selection:
            post(SelectionChanged(self.table, state.selection.value))
        if params != matching:
            post(SelectionQueryChanged(self.table, selection_query(state.query, store.source)))

    def _params(self, store: ListStore, state: ListState) -> dict[str, Any]:
        try:
            return matching_query(state.query, store.source)
        except ApiError:  # A filter that can't be sent is reported in place of the rows.
            return self._sent[1]

    def _post_rows(self, store: ListStore) -> None:
        source = store.source
        if not isinstance(source, OfflineSource) or source.rows is self._rows:
            return
        first, self._rows = self._rows is None, source.rows
        if not first:
            self.table.post_message(RowsChanged(self.table, tuple(source.rows)))
