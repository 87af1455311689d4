"""StoreHost, RecordHost: what a record's controllers get from the widget around them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from textual.app import App
from textual.screen import Screen

from svc_tui.stores.record.detail_store import DetailStore
from svc_tui.stores.record.field_paths import FieldPath

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.widgets.record.words import RecordWords


class StoreHost(Protocol):
    """A widget around the record of one `DetailStore`."""

    store: DetailStore

    @property
    def app(self) -> App[Any]: ...
    @property
    def svc(self) -> Svc: ...


class RecordHost(StoreHost, Protocol):
    """A widget that edits the record, and asks before anything is lost."""

    places: tuple[FieldPath, ...]
    """Every value of the form, in every language."""
    words: RecordWords

    @property
    def known_services(self) -> Svc | None: ...
    @property
    def is_attached(self) -> bool: ...
    @property
    def screen(self) -> Screen[Any]: ...
    def take_typed(self) -> None: ...
    def is_valid(self) -> bool: ...
    def go_to_error(self) -> None: ...
    def notify_saved(self, words: str) -> None: ...
