"""The drawer with a file's details: closed, saved, and gone on with to the next file."""

from __future__ import annotations

from textual import on

from svc_tui.widgets.media.editor import SvcMediaEditor
from svc_tui.widgets.media.file_actions import MediaFileActions
from svc_tui.widgets.media.text_actions import MediaTextActions


class DrawerActions(MediaTextActions, MediaFileActions):
    """What the drawer wants."""

    @on(SvcMediaEditor.LinkOpened)
    def _open_link(self, event: SvcMediaEditor.LinkOpened) -> None:
        event.stop()
        self.open_link(event.link)

    @on(SvcMediaEditor.CloseWanted)
    def _close(self, event: SvcMediaEditor.CloseWanted) -> None:
        event.stop()
        self.run_worker(self._close_details(), group="question", exclusive=True)

    @on(SvcMediaEditor.SaveWanted)
    def _save(self, event: SvcMediaEditor.SaveWanted) -> None:
        event.stop()
        self.ask(self._save_details())

    @on(SvcMediaEditor.DeleteWanted)
    def _delete_file(self, event: SvcMediaEditor.DeleteWanted) -> None:
        event.stop()
        self.run_worker(self._ask_and_delete(event.media), group="question", exclusive=True)

    @on(SvcMediaEditor.StepWanted)
    def _step(self, event: SvcMediaEditor.StepWanted) -> None:
        event.stop()
        self._after_unsaved_check(self._open_next(event.by), group="details")

    async def _open_next(self, by: int) -> None:
        """The next file; behind the last one of a page the first one of the next page."""
        state = self.store.state
        ids = [media.id for media in state.medias]
        if state.edit_media is None or state.edit_media.id not in ids:
            return
        at = ids.index(state.edit_media.id) + by
        if not 0 <= at < len(ids):
            page = state.page + by
            if not 1 <= page <= state.pages:
                return
            if not await self._opened_by(self.store.get_root(page=page)):
                return
            state = self.store.state
            at = 0 if by > 0 else len(state.medias) - 1
        if state.medias:
            self._point_at(f"media:{state.medias[at].id}")
            await self.store.open_editor(state.medias[at])
