"""ListHost: what the features of a list table get from it."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Protocol

from textual.app import App
from textual.worker import Worker

from svc_tui.stores.listing.list_store import ListState, ListStore
from svc_tui.stores.unavailable_reason import (
    ACTIONS,
    ONLY_READS,
    not_possible_message,
    permission_denied_message,
)
from svc_tui.widgets.command import Blocked
from svc_tui.widgets.listing.grid import ListGrid
from svc_tui.widgets.listing.options import TableOptions

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.stores.session.snack_store import Kind

NO_ROWS = Blocked("There is no row here.")


class ListHost(Protocol):
    """A list of rows: its options, store and grid, its questions and toasts."""

    options: TableOptions
    store: ListStore
    """The rows and the query; available once there are services."""

    @property
    def listed(self) -> ListState:
        """The state of the store; empty until there is one."""

    @property
    def grid(self) -> ListGrid:
        """The rows on the screen."""

    @property
    def app(self) -> App[Any]:
        """The app."""

    @property
    def services(self) -> Svc | None:
        """The services; None without any."""

    def load(self, work: Coroutine[Any, Any, Any]) -> Worker[Any]:
        """Run a load in a worker; cancel one that is still running."""

    def ask(self, work: Coroutine[Any, Any, Any]) -> Worker[Any]:
        """Run something that outlives the list."""

    def say(
        self, words: str, kind: Kind = "info", seconds: float = 4.0, *, here: bool = False
    ) -> None:
        """Show a toast; with `here` it ends when the page is left, as its key only works there."""


def without_rows(controller: Any) -> Blocked | None:
    """Return why nothing can be done with the rows of an empty list."""
    return None if controller.host.listed.rows else NO_ROWS


def not_permitted(host: ListHost, verb: str) -> Blocked:
    """Return why a verb is not allowed here: `add`, `change` or `delete`."""
    svc, options = host.services, host.options
    if svc is not None and svc.config.read_only:
        return Blocked(not_possible_message(ACTIONS[verb], ONLY_READS))
    if unable := (options.unable or {}).get(verb):
        return Blocked(not_possible_message(ACTIONS[verb], unable))
    if options.model:
        return Blocked(permission_denied_message(ACTIONS[verb], f"{verb}_{options.model}"))
    return Blocked(not_possible_message(ACTIONS[verb], "you don't have permission"))
