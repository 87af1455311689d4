"""SessionReturn: continue with a record after the session ended and a user signed in."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Protocol

from svc_tui.stores.record.detail_store import DetailStore

if TYPE_CHECKING:
    from svc_tui.widgets.record.autosave import DraftAutosave
    from svc_tui.widgets.record.writer import RecordWriter


class ReturnHost(Protocol):
    """A widget that edits one record."""

    store: DetailStore
    drafts: DraftAutosave
    writer: RecordWriter

    def ask(self, work: Coroutine[Any, Any, Any]) -> object: ...
    def run_worker(self, work: Coroutine[Any, Any, Any], *, group: str, exclusive: bool) -> Any: ...


class SessionReturn:
    """Offers an interrupted save, repeats an interrupted load, and keeps another user's text."""

    def __init__(self, host: ReturnHost) -> None:
        self.host = host

    def begin(self) -> None:
        """Continue where the end of the session interrupted."""
        host, state = self.host, self.host.store.state
        if host.drafts.user_changed:
            host.drafts.stop_for_author()
            host.run_worker(self._load_for_other_user(), group="load", exclusive=True)
        elif state.unsaved_by_expiry:
            host.ask(host.writer.offer_save())
        elif state.problem is not None and host.store.dirty:
            host.store.offered_again()
        elif state.problem is not None:
            host.run_worker(host.store.load(), group="load", exclusive=True)

    async def _load_for_other_user(self) -> None:
        self.host.store.discard()
        await self.host.store.load()
        self.host.drafts.reopen()
