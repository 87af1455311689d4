"""The widget that the features of the media library belong to, as they see it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from textual.app import App
from textual.timer import Timer
from textual.widget import Widget
from textual.worker import Worker

from svc_tui.models.media import MediaItem
from svc_tui.stores.media.attempt import CallResult, attempt
from svc_tui.stores.media.media_store import MediaStore
from svc_tui.stores.unavailable_reason import (
    ONLY_READS,
    not_possible_message,
    permission_denied_message,
)
from svc_tui.widgets.command import Blocked
from svc_tui.widgets.media.gallery import SvcMediaGallery

if TYPE_CHECKING:
    from svc_tui.app.context import Svc

ResultT = TypeVar("ResultT")


class MediaHost(Protocol):
    """The part of the library's widget that its features use."""

    store: MediaStore
    gallery: SvcMediaGallery
    work: MediaWork
    permissions: MediaPermissions
    picking: bool

    @property
    def app(self) -> App[Any]:
        """The app."""

    @property
    def svc(self) -> Svc:
        """The services."""

    @property
    def is_ready(self) -> bool:
        """Whether all parts of the widget are there: not while it is composed or removed."""

    @property
    def current_media(self) -> MediaItem | None:
        """The file whose details are open, or else the one under the cursor."""

    def point_at(self, key: str | None) -> None:
        """Put the cursor on an entry as soon as it is there; None forgets an awaited one."""

    def show_written(self) -> None:
        """Show the user's own changes without repeating a finished search."""


class MediaPermissions:
    """The user's permissions on media: `add`, `change` and `delete`."""

    def __init__(self, svc: Svc) -> None:
        self._svc = svc

    def may(self, action: str) -> bool:
        """Whether the user holds `<action>_<permissions_model>`, and the console may write."""
        config = self._svc.config
        writes = not config.read_only or action == "view"
        return writes and self._svc.permissions.can(action, config.media.permissions_model)

    def name(self, action: str) -> str:
        """Return the permission that an action needs, as the backend names it."""
        return f"{action}_{self._svc.config.media.permissions_model}"

    def blocked(self, action: str, what: str) -> Blocked | None:
        """Return why this may not be done, in a sentence that begins with `what` it is."""
        if self.may(action):
            return None
        if self._svc.config.read_only:
            return Blocked(not_possible_message(what, ONLY_READS))
        return Blocked(permission_denied_message(what, self.name(action)))


class MediaWork:
    """Runs the work that the library's keys start, and knows which of it later keys wait for."""

    def __init__(self, widget: Widget) -> None:
        self._widget = widget
        self._opening = 0
        self._question: Worker[object] | None = None
        self._entering: Worker[object] | None = None

    def run(self, work: Awaitable[object], group: str) -> Worker[object]:
        """Run this, replacing what the group ran before."""
        return self._widget.run_worker(work, group=group, exclusive=True)

    def load(self, work: Awaitable[object]) -> None:
        """Read what is shown."""
        self.run(work, "load")

    def enter(self, work: Awaitable[object]) -> None:
        """Read another folder or the files of a search; keys wait for it."""
        self._entering = self.run(work, "load")

    def ask(self, work: Awaitable[object]) -> None:
        """Ask a question, or first load what it needs; keys wait for it."""
        self._question = self.run(work, "question")

    async def opening(self, work: Awaitable[ResultT]) -> ResultT:
        """Open a file or a page; keys wait for it."""
        self._opening += 1
        try:
            return await work
        finally:
            self._opening -= 1

    async def drawn(self) -> None:
        """Wait until the widget has drawn every message so far."""
        drawn = asyncio.Event()
        self._widget.call_after_refresh(drawn.set)
        await drawn.wait()

    def later(self, seconds: float, callback: Callable[[], object]) -> Timer:
        """Call this later, unless the widget is removed before."""
        return self._widget.set_timer(seconds, callback)

    @property
    def is_entering(self) -> bool:
        """Whether another folder or search is loading."""
        return _lasts(self._entering)

    @property
    def is_opening(self) -> bool:
        """Whether a file, a page or a question is about to open."""
        return self._opening > 0 or _lasts(self._question)


def _lasts(worker: Worker[object] | None) -> bool:
    return worker is not None and not worker.is_finished


async def confirmed_deletion(svc: Svc, title: str, words: str) -> bool:
    """Ask whether to delete this."""
    return await svc.confirm.ask(title, words, confirm_text="Delete", dangerous=True)


async def report(
    svc: Svc, work: Awaitable[ResultT], done: str, undone: str = "Not deleted."
) -> CallResult[ResultT]:
    """Await a store's action, and show its result in a toast."""
    outcome = await attempt(work)
    if outcome.problem is None:
        svc.snack.show(done, "success")
    else:
        said = outcome.problem if outcome.unknown else f"{undone} {outcome.problem}"
        svc.snack.show(said, "error", 8)
    return outcome
