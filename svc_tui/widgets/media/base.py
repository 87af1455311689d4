"""What all deeds of the media manager stand on: its store, its leaves, and the careful ways."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any, TypeVar

from textual.widget import Widget
from textual.worker import Worker

from svc_tui.models.media import MediaFolder, MediaItem
from svc_tui.stores.media.attempt import CallResult, attempt
from svc_tui.stores.media.media_state import MediaState
from svc_tui.stores.media.media_store import MediaStore
from svc_tui.stores.unavailable_reason import (
    ONLY_READS,
    not_possible_message,
    permission_denied_message,
)
from svc_tui.stores.uploads.upload_store import UploadStore
from svc_tui.widgets.base import SvcWidget
from svc_tui.widgets.media.editor import SvcMediaEditor
from svc_tui.widgets.media.gallery import SvcMediaGallery
from svc_tui.widgets.media.uploader import SvcMediaUploader

ResultT = TypeVar("ResultT")


class MediaBase(SvcWidget):
    """The manager without its deeds."""

    store: MediaStore
    uploads: UploadStore
    no_folders = False
    picking = False
    """Whether files are picked here, and not edited."""
    leaves: tuple[Widget, ...] = ()
    """Gallery, editor and uploader, once they are composed."""
    _cursor: str | None = None
    """The entry to put the cursor on as soon as it is there."""
    _shown: MediaState | None = None
    """What was drawn last."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._writing = asyncio.Lock()
        self._opening = 0
        """Texts and pages that a key has asked for, and that are not there yet."""
        self._question: Worker[object] | None = None
        """What asks something, or looks up first what there is to ask."""
        self._entering: Worker[object] | None = None
        """The way into another folder, or to what is searched for."""

    @property
    def gallery(self) -> SvcMediaGallery:
        """The list."""
        return self.query_one(SvcMediaGallery)

    @property
    def editor(self) -> SvcMediaEditor:
        """The details."""
        return self.query_one(SvcMediaEditor)

    @property
    def uploader(self) -> SvcMediaUploader:
        """The uploads."""
        return self.query_one(SvcMediaUploader)

    @property
    def whole(self) -> bool:
        """Whether the leaves are there: not before they are composed, and not while they go.

        Asked for each key that is shown, so nothing is looked for here.
        """
        leaves = self.leaves
        return self.is_mounted and bool(leaves) and all(leaf.is_attached for leaf in leaves)

    @property
    def media_at_hand(self) -> MediaItem | None:
        """The file whose details are open, else the one under the cursor."""
        entry = self.store.state.edit_media or self.gallery.current
        return entry if isinstance(entry, MediaItem) else None

    @property
    def here(self) -> MediaFolder | None:
        """The folder that is open; None is the root."""
        return self.store.state.parent_folder

    def may(self, action: str) -> bool:
        """Whether the user holds `<action>_<permissions_model>`, and the console may write."""
        config = self.svc.config
        able = not config.read_only or action == "view"
        return able and self.svc.permissions.can(action, config.media.permissions_model)

    def lacks(self, action: str, deed: str) -> str:
        """Why a user may not do this to media, in a sentence that begins with the deed."""
        if self.svc.config.read_only:
            return not_possible_message(deed, ONLY_READS)
        return permission_denied_message(deed, self.right(action))

    def right(self, action: str) -> str:
        """The right that an action needs, as the backend names it."""
        return f"{action}_{self.svc.config.media.permissions_model}"

    def unsaved(self) -> str:
        """Name what is not saved; "" where nothing is."""
        raise NotImplementedError

    async def may_leave(self) -> bool:
        """Whether what is typed may be left."""
        raise NotImplementedError

    def refresh_files(self) -> None:
        """Ask for what is shown again."""
        self._load(self.store.refresh())

    @property
    def coming(self) -> bool:
        """Whether what the keys typed now are meant for is not there yet.

        That is the first page, or the folder, the texts or the question that a key has asked for.
        """
        if not self.whole:
            return True
        state = self.store.state
        entering = _lasts(self._entering) and state.loading and not state.looking
        opening = self._opening > 0 or _lasts(self._question)
        read = state.loaded or state.error is not None
        return not read or entering or opening or self._shown is not state

    def show_written(self) -> None:
        """Show what was written, without looking for anything that was found already."""
        state = self.store.state
        if state.looking:
            return  # The search shows it with its next page.
        self._load(self.store.refresh_after_write())

    async def _sure(self, title: str, words: str, must_type: str | None = None) -> bool:
        return await self.svc.confirm.ask(
            title, words, confirm_text="Delete", dangerous=True, must_type=must_type
        )

    async def _told(
        self, work: Awaitable[ResultT], done: str, undone: str = "Not deleted."
    ) -> CallResult[ResultT]:
        outcome = await attempt(work)
        if outcome.problem is None:
            self.svc.snack.show(done, "success")
        else:
            said = outcome.problem if outcome.unknown else f"{undone} {outcome.problem}"
            self.svc.snack.show(said, "error", 8)
        return outcome

    def _load(self, work: Awaitable[object]) -> None:
        self.run_worker(work, group="load", exclusive=True)

    def _asking(self, work: Awaitable[object]) -> None:
        """Run what asks something first; another question takes its place."""
        self._question = self.run_worker(work, group="question", exclusive=True)

    def _enter(self, work: Awaitable[object]) -> None:
        """Show another place; keys that are typed meanwhile are meant for what is there."""
        self._entering = self.run_worker(work, group="load", exclusive=True)

    async def _opened_by(self, work: Awaitable[ResultT]) -> ResultT:
        """Do what opens something; keys that are typed meanwhile are meant for that."""
        self._opening += 1
        try:
            return await work
        finally:
            self._opening -= 1

    def _after_unsaved_check(self, work: Any, group: str = "load") -> None:
        """Go on to something else, unless the details hold what is not saved."""

        async def go() -> None:
            if group == "load" and self.store.state.edit_media is not None:
                self.store.close_editor()
            await work

        def begin() -> None:
            if group == "load":
                self._enter(go())
            else:
                self.run_worker(go(), group=group, exclusive=True)

        async def ask_first() -> None:
            if await self.may_leave():
                begin()
            else:
                work.close()

        if self.editor.dirty:  # Asked apart, so that files that arrive do not end the question.
            self._asking(ask_first())
        else:
            begin()

    def _point_at(self, key: str) -> None:
        """Put the cursor on an entry as soon as it is there."""
        self._cursor = key
        self.gallery.show(self.store.state, key, folders=not self.no_folders)


def _lasts(worker: Worker[object] | None) -> bool:
    return worker is not None and not worker.is_finished
