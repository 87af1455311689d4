"""The drawer with a file's details: opening, closing and going to the next file."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from svc_tui.models.media import MediaItem, MediaLink
from svc_tui.routing.route import record_page
from svc_tui.stores.media.media_state import MediaState
from svc_tui.widgets.command import Blocked, Command, Controller
from svc_tui.widgets.media.breadcrumbs import folder_title
from svc_tui.widgets.media.editor import SvcMediaEditor
from svc_tui.widgets.media.host import MediaHost
from svc_tui.widgets.media.text_saving import TextSaving

NO_FILE = Blocked("There is no file here to edit. Use the arrows to go to one.")


class Details(Controller):
    """Opens the details of a file, and leaves them only if nothing typed would be lost."""

    GROUP = "Media"

    def __init__(self, host: MediaHost, editor: SvcMediaEditor, texts: TextSaving) -> None:
        self._host = host
        self._editor = editor
        self._texts = texts

    def no_editing(self) -> Blocked | None:
        no_file = None if isinstance(self._host.gallery.current, MediaItem) else NO_FILE
        return self._host.permissions.blocked("change", "Editing") or no_file

    def show(self, state: MediaState) -> None:
        """Draw the file that is open, with the name of its folder."""
        media = state.edit_media
        place = next(
            (folder_title(one) for one in state.parent_folders if media and one.id == media.folder),
            "" if media is None or media.folder else folder_title(None),
        )
        self._editor.show(media, state.edit_error, place)
        if media is not None and media in state.medias:
            self._editor.show_place(f"{state.medias.index(media) + 1} / {len(state.medias)}")

    async def learn_languages(self) -> None:
        """Ask the backend for the languages of the texts, if none are configured."""
        languages = await self._host.store.languages()
        if self._host.is_ready:
            self._editor.offer_languages(languages)

    def edit(self) -> None:
        """Open the file's details, ready to type."""
        media = self._host.gallery.current
        if isinstance(media, MediaItem):
            self.leave_for(self._open_and_type(media), group="details")

    async def _open_and_type(self, media: MediaItem) -> None:
        await self._host.work.opening(self._opened(media))

    async def _opened(self, media: MediaItem) -> None:
        host = self._host
        await host.store.open_editor(media)
        if host.permissions.may("change"):
            await host.work.drawn()
            self._editor.action_type()

    def leave_for(self, work: Coroutine[Any, Any, object], group: str = "load") -> None:
        """Go to something else; ask first if the details have unsaved text."""
        host = self._host

        async def go() -> None:
            if group == "load" and host.store.state.edit_media is not None:
                host.store.close_editor()
            await work

        def begin() -> None:
            if group == "load":
                host.work.enter(go())
            else:
                host.work.run(go(), group)

        async def ask_first() -> None:
            if await self._texts.may_leave():
                begin()
            else:
                work.close()

        if (
            self._editor.dirty
        ):  # A separate worker, so that files that arrive do not end the question.
            host.work.ask(ask_first())
        else:
            begin()

    async def close(self) -> None:
        """Close the details, unless the user wants to keep typing."""
        if await self._texts.may_leave():
            self._host.store.close_editor()

    def step(self, by: int) -> None:
        """Open the next file; after the last one of a page, the first of the next page."""
        self.leave_for(self._open_next(by), group="details")

    async def _open_next(self, by: int) -> None:
        host, state = self._host, self._host.store.state
        ids = [media.id for media in state.medias]
        if state.edit_media is None or state.edit_media.id not in ids:
            return
        at = ids.index(state.edit_media.id) + by
        if not 0 <= at < len(ids):
            page = state.page + by
            if not 1 <= page <= state.pages:
                return
            if not await host.work.opening(host.store.get_root(page=page)):
                return
            state = host.store.state
            at = 0 if by > 0 else len(state.medias) - 1
        if state.medias:
            host.point_at(f"media:{state.medias[at].id}")
            await host.store.open_editor(state.medias[at])

    async def show_references(self, media: MediaItem) -> None:
        """Open the details of a file, with the cursor on the records that use it."""
        store, editor = self._host.store, self._editor
        opened = store.state.edit_media
        if opened is None or opened.id != media.id or not opened.links:
            editor.wants_links = True
            await store.open_editor(media)
        seen = store.state.edit_media
        editor.wants_links = False
        if seen is None or seen.id != media.id or store.state.edit_error is not None:
            return
        if seen.links:
            editor.focus_links()
        else:
            self._host.svc.snack.show(f"{media.name} has no known uses.")

    def open_link(self, link: MediaLink) -> None:
        """Open a record that uses a file, if this console has a page for it."""
        svc = self._host.svc
        location = record_page(svc.router.routes, link.model, link.id)
        if location is None:
            svc.snack.show(f"This console has no page for {link.model} #{link.id}.")
        else:
            self._host.app.run_worker(svc.router.push(location))

    COMMANDS = (Command("media.edit", "e", "Edit", edit, no_editing, help="Edit this file."),)
