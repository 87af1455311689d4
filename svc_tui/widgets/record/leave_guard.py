"""LeaveGuard: ask about unsaved changes before a form is left."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from svc_tui.widgets.record import confirmations as questions
from svc_tui.widgets.record.record_host import RecordHost

if TYPE_CHECKING:
    from svc_tui.widgets.record.autosave import DraftAutosave
    from svc_tui.widgets.record.writer import RecordWriter


class GuardedHost(RecordHost, Protocol):
    """The form that the guard protects."""

    drafts: DraftAutosave

    async def save(self) -> bool: ...
    async def discard(self) -> None: ...
    async def may_leave(self) -> bool: ...


class LeaveGuard:
    """Stands between a form and the router."""

    def __init__(self, host: GuardedHost, writer: RecordWriter) -> None:
        self.host = host
        self.writer = writer
        self._stop: Callable[[], None] | None = None

    def start(self) -> None:
        """Have the router ask before it leaves the page."""
        self._stop = self.host.svc.router.guard(self.host.may_leave, self.unsaved)

    def stop(self) -> None:
        """Let the page be left."""
        if self._stop is not None:
            self._stop()

    def unsaved(self) -> str:
        """Return the names of unsaved values; "" if everything is saved."""
        self.host.take_typed()
        return questions.named(self.host.words.changed()) if self.host.store.dirty else ""

    async def may_leave(self) -> bool:
        """Ask what to do with unsaved changes; return whether the form may be left."""
        host = self.host
        if (
            self.writer.resolving
        ):  # The save waits for the answer, so waiting for the save would block forever.
            words = "Choose which values to keep, or press Esc to go back. Nothing is saved yet."
            host.svc.snack.show(words, "warning", 6)
            return False
        host.take_typed()
        await self.writer.finished()
        if not host.store.dirty:
            return True
        answer = await questions.before_leaving(
            host.svc.confirm,
            host.words.changed(),
            can_keep=host.drafts.can_keep,
            temporary=host.svc.drafts.temporary,
        )
        if answer == questions.SAVE:
            return await host.save() and not host.store.dirty
        if answer == questions.KEEP:
            return host.drafts.keep()
        if answer == questions.DISCARD:
            await host.discard()
        return answer == questions.DISCARD
