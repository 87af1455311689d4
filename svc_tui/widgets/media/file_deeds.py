"""Files: moved, replaced and deleted, one or all that are marked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from svc_tui.models.media import MediaFolder, MediaItem, MediaLink
from svc_tui.routing.route import record_page
from svc_tui.stores.action_terms import MANY
from svc_tui.stores.attempt import attempt
from svc_tui.stores.media_bulk import BulkResult
from svc_tui.stores.uploads import Upload
from svc_tui.text import plural
from svc_tui.widgets.listing.results import ResultSheet
from svc_tui.widgets.media import questions
from svc_tui.widgets.media.breadcrumbs import named
from svc_tui.widgets.media.folder_deeds import FolderDeeds
from svc_tui.widgets.media.replace_dialog import ReplaceDialog


class FileDeeds(FolderDeeds):
    """What the keys do to the marked files, else to what is under the cursor."""

    def action_delete(self) -> None:
        """Ask, then delete."""
        entry = self.gallery.current
        if self.store.state.edit_list:
            self._asking(self._ask_and_delete_marked())
        elif isinstance(entry, MediaFolder):
            self._asking(self._ask_and_delete_folder(entry))
        elif entry is not None:
            self._asking(self._ask_and_delete(entry))

    def action_move(self) -> None:
        """Ask for a folder, then move."""
        entry = self.gallery.current
        if self.store.state.edit_list:
            self._asking(self._ask_and_move_marked())
        elif self.store.state.edit_media is None and isinstance(entry, MediaFolder):
            self._asking(self._ask_and_move_folder(entry))
        elif (media := self.media_at_hand) is not None:
            self._asking(self._ask_and_move(media))

    def action_replace(self) -> None:
        """Ask for a file that takes the place of this one's."""
        if (media := self.media_at_hand) is not None:
            self._unless_dirty(self._replace(media), group="replace")

    async def _replace(self, media: MediaItem) -> None:
        async def send(path: Path, keep: bool, tell: Callable[[int], object]) -> str:
            sending = self.store.replace_file(media.id, path, keep, on_progress=tell)
            return (await attempt(sending)).problem or ""

        def examine(path: Path) -> Upload:
            return self.uploads.examine([path])[0]

        dialog = ReplaceDialog(media, examine, send)
        if await self.app.push_screen_wait(dialog):
            self.svc.snack.show(f"Replaced: {media.name}", "success")

    def show_references(self) -> None:
        """Open the details of the file at hand, with the cursor on the records that use it."""
        if (media := self.media_at_hand) is None:
            self.svc.snack.show("A folder is used by no record.")
        elif not self.picking:
            self.run_worker(self._show_references(media), group="details", exclusive=True)

    async def _show_references(self, media: MediaItem) -> None:
        opened = self.store.state.edit_media
        if opened is None or opened.id != media.id or not opened.links:
            self.editor.wants_links = True
            await self.store.open_editor(media)
        seen = self.store.state.edit_media
        if seen is None or seen.id != media.id or self.store.state.edit_error is not None:
            self.editor.wants_links = False
        elif seen.links:
            self.editor.focus_links()
        else:
            self.editor.wants_links = False
            self.svc.snack.show(f"No use of {media.name} is known.")

    def open_link(self, link: MediaLink) -> None:
        """Go to a record that uses a file, where this console has a page for it."""
        location = record_page(self.svc.router.routes, link.model, link.id)
        if location is None:
            self.svc.snack.show(f"This console has no page for {link.model} #{link.id}.")
        else:
            self.go(location)

    async def _ask_and_delete(self, media: MediaItem) -> None:
        looked = (await attempt(self.store.look(media.id))).result
        words = questions.about_deleting(media, looked)
        if await self._sure("Delete this file?", words):
            self.ask(self._told(self.store.delete_media(media), f"Deleted: {media.name}"))

    async def _ask_and_move(self, media: MediaItem) -> None:
        target = await self._folder_chosen(f"Move {media.name} to")
        if target is None:
            return
        if media.folder == (target.folder.id if target.folder else None):
            self.svc.snack.show(f"{media.name} lies there already.")
            return
        done = f"Moved {media.name} to {named(target.folder)}."
        self.ask(self._told(self.store.move_media(media, target.folder), done, "Not moved."))

    async def _ask_and_delete_marked(self) -> None:
        state = self.store.state
        count = len(state.edit_list)
        elsewhere = len(state.edit_list_set - {media.id for media in state.medias})
        words = questions.about_deleting_many(count, elsewhere)
        must_type = str(count) if count >= MANY else self.svc.confirm.word
        if await self._sure(f"Delete {plural(count, 'file', 'files')}?", words, must_type):
            self.ask(self._carry_out(self.store.delete_selected))

    async def _ask_and_move_marked(self) -> None:
        count = len(self.store.state.edit_list)
        target = await self._folder_chosen(f"Move {plural(count, 'file', 'files')} to")
        if target is not None:
            folder = target.folder
            self.ask(self._carry_out(lambda: self.store.move_selected(folder)))

    async def _carry_out(self, run: Callable[[], Awaitable[BulkResult]]) -> None:
        """Do it to all that are marked; what failed stays marked, and can be tried again."""
        app, again = self.app, True
        while again:
            result = await run()
            self.svc.snack.show(result.summary, "warning" if result.of("failed") else "success")
            if not result.of("failed") and not result.of("skipped"):
                return
            again = bool(await app.push_screen_wait(ResultSheet(result)))
