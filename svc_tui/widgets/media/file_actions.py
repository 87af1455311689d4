"""Files: moved, replaced and deleted, one or all that are marked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path

from svc_tui.models.media import MediaFolder, MediaItem, MediaLink
from svc_tui.models.records import Id
from svc_tui.routing.route import record_page
from svc_tui.stores.listing.action_types import MANY
from svc_tui.stores.media.attempt import attempt
from svc_tui.stores.media.bulk_run import BulkResult, BulkRun
from svc_tui.stores.session.task_store import TaskResult, TaskStatus
from svc_tui.stores.uploads.upload_store import Upload
from svc_tui.text import plural
from svc_tui.widgets.listing.results import ResultSheet
from svc_tui.widgets.media import questions
from svc_tui.widgets.media.breadcrumbs import named
from svc_tui.widgets.media.folder_actions import FolderActions
from svc_tui.widgets.media.replace_dialog import ReplaceDialog

Bulk = Callable[..., Awaitable[BulkResult]]
"""What is done to several files: takes their ids with their titles, and `run`."""


class MediaFileActions(FolderActions):
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
            self._after_unsaved_check(self._replace(media), group="replace")

    async def _replace(self, media: MediaItem) -> None:
        async def send(path: Path, keep: bool, tell: Callable[[int], object]) -> str:
            sending = self.store.replace_file(media.id, path, keep, on_progress=tell)
            outcome = await attempt(sending)
            said = outcome.problem or ""
            return said if outcome.unknown or not said else f"Not replaced. {said}"

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
        state, store = self.store.state, self.store
        titles = store.flagged
        elsewhere = len(state.edit_list_set - {media.id for media in state.medias})
        words = questions.about_deleting_many(len(titles), elsewhere)
        must_type = str(len(titles)) if len(titles) >= MANY else self.svc.confirm.word
        what = f"Delete {plural(len(titles), 'file', 'files')}"
        if await self._sure(f"{what}?", words, must_type):
            self._begin(what, titles, store.delete_all)

    async def _ask_and_move_marked(self) -> None:
        store, titles = self.store, self.store.flagged
        what = f"Move {plural(len(titles), 'file', 'files')} to"
        target = await self._folder_chosen(what)
        if target is not None:
            move = partial(store.move_all, folder=target.folder)
            self._begin(f"{what} {named(target.folder)}", titles, move)

    def _begin(self, title: str, titles: Mapping[Id, str], work: Bulk) -> None:
        """Do it to all of these while one goes on working; `w` shows how far it is."""
        self.ask(self._carry_out(title, titles, work))

    async def _carry_out(self, title: str, titles: Mapping[Id, str], work: Bulk) -> None:
        run, results = BulkRun(), list[BulkResult]()

        def again() -> None:
            self._begin(f"{title} again", results[0].again, work)

        def look() -> None:
            app.push_screen(ResultSheet(results[0]), lambda retry: again() if retry else None)

        def ending() -> TaskResult:
            failed = bool(results[0].failed)
            status: TaskStatus = "failed" if failed else "done"
            return TaskResult(results[0].summary, status, again if results[0].again else None, look)

        app = self.app
        with (
            self.doing(lambda: f"{title}: {run.progress}; the others would not be done."),
            self.track_task(title, lambda: run.progress, run.call_off, ending),
        ):
            results.append(await work(titles, run=run))
        self._tell_result(results[0], look)

    def _tell_result(self, result: BulkResult, look: Callable[[], None]) -> None:
        """Say it; where one still looks at the files, show what became of each."""
        bad = any(result.of(state) for state in ("failed", "skipped", "unknown"))
        here = self.is_attached and self.app.screen is self.screen
        more = "" if here or not bad else ". w lists what failed."
        self.svc.snack.show(result.summary + more, "warning" if bad else "success")
        if bad and here:
            look()
