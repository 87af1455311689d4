"""Choosing files: the picker's selection, and the flags for bulk actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

from svc_tui.api.errors import ApiError, NotFound
from svc_tui.models.media import MediaFolder, MediaItem
from svc_tui.models.records import Id, same_id
from svc_tui.stores.media.attempt import attempt
from svc_tui.stores.media.bulk_run import BulkResult, BulkRun, Work, run_bulk
from svc_tui.stores.media.media_picks import Picked, SelectMode, emptied
from svc_tui.stores.media.missing_text_store import MissingTextStore
from svc_tui.stores.record.write_result import is_readable, of_deletion, of_move

if TYPE_CHECKING:
    from svc_tui.api.media import MediaApi


class MediaSelectionStore(MissingTextStore):
    """The part of the media store that knows what is chosen, and what is done with all of it."""

    @dataclass
    class MediaDeleted(Message, bubble=False):
        """A file is gone."""

        media_id: Id

    def __init__(self, api: MediaApi) -> None:
        super().__init__(api)
        self._flagged: dict[Id, MediaItem] = {}
        """The flagged files that were seen: their names are told on other pages too."""
        self._visit = 0
        """Counts how often the library was left."""
        self._runs: dict[BulkRun, str] = {}
        """What is under way in the library that is shown, and what it does."""

    def set_selection_mode(self, mode: SelectMode) -> None:
        """Set the mode and empty the selection, from any state."""
        self.change(select_mode=mode, selection=emptied(mode))

    def set_selection(self, value: Picked | Iterable[MediaItem]) -> None:
        """Set the selection as it is."""
        if value is None or isinstance(value, MediaItem):
            self.change(selection=value)
        else:
            self.change(selection=tuple(value))

    def edit_select(self, ids: Id | Iterable[Id]) -> None:
        """Flag files for a bulk action, or take their flags away."""
        edit_list = list(self.state.edit_list)
        for media_id in (ids,) if isinstance(ids, int | str) else ids:
            if media_id in edit_list:
                edit_list.remove(media_id)
            else:
                edit_list.append(media_id)
        self._flag(edit_list)

    def edit_select_all(self) -> None:
        """Flag the whole page, or take its flags away when all of it is flagged."""
        shown = [item.id for item in self.state.medias]
        kept = tuple(one for one in self.state.edit_list if one not in shown)
        full = self.state.edit_list_state.value
        self._flag(kept if full else (*kept, *shown))

    def edit_select_none(self) -> None:
        """Take all flags away, those on other pages too."""
        self._flag(())

    async def delete_selected(self, *, run: BulkRun | None = None) -> BulkResult:
        """Delete the flagged files, some at a time; what stays keeps its flag."""
        return await self.delete_all(self.flagged, run=run)

    async def move_selected(
        self, folder: MediaFolder | None, *, run: BulkRun | None = None
    ) -> BulkResult:
        """Put the flagged files into a folder, None is the root; what stays keeps its flag."""
        return await self.move_all(self.flagged, folder, run=run)

    @property
    def flagged(self) -> Mapping[Id, str]:
        """The flagged files with their titles, in the order in which they were flagged."""
        return {one: self._title(one) for one in self.state.edit_list}

    async def delete_all(
        self, titles: Mapping[Id, str], *, run: BulkRun | None = None
    ) -> BulkResult:
        """Delete these files; those that could not be deleted are flagged afterwards."""

        async def delete(media_id: Id) -> str | None:
            await self._delete(media_id)
            return None

        return await self._with_all("Delete", titles, delete, run or BulkRun())

    async def move_all(
        self,
        titles: Mapping[Id, str],
        folder: MediaFolder | None,
        *,
        run: BulkRun | None = None,
    ) -> BulkResult:
        """Move these files; those that could not be moved are flagged afterwards."""
        target = folder.id if folder else None
        folders = {item.id: item.folder for item in self._flagged.values()}

        async def move(media_id: Id) -> str | None:
            if folders.get(media_id, object()) == target:
                return "It lies there already."
            await self._move(media_id, target)
            return None

        return await self._with_all("Move", titles, move, run or BulkRun())

    async def _with_all(
        self, label: str, titles: Mapping[Id, str], work: Work, run: BulkRun
    ) -> BulkResult:
        """Do it; meanwhile the files bear no flags, so that others can be flagged and worked on."""
        seen, visit = dict(self._flagged), self._visit
        self._flag(one for one in self.state.edit_list if one not in titles)

        self._runs[run], run.tell = label, self._tell_runs
        try:
            result = await run_bulk(label, titles, work, run)
        finally:
            self._runs.pop(run, None)
            self._tell_runs()
        if visit == self._visit:  # Else the library has been left: nothing is shown any more.
            self._flagged = {**seen, **self._flagged}
            self._flag(dict.fromkeys([*self.state.edit_list, *result.left]))
            await self.refresh_after_write()
        return result

    def _tell_runs(self) -> None:
        """How far each of them is; nothing of those that were begun before the library was left."""
        runs = (f"{label} {run.progress}" for run, label in self._runs.items())
        self.change(under_way=" · ".join(runs))

    def _flag(self, ids: Iterable[Id]) -> None:
        """Remember what the flagged files are called: they may lie on other pages later."""
        flags = tuple(ids)
        here = {item.id: item for item in self.state.medias}
        known = {**self._flagged, **here}
        self._flagged = {one: known[one] for one in flags if one in known}
        self.change(edit_list=flags)

    def _title(self, media_id: Id) -> str:
        item = self._flagged.get(media_id)
        return item.name if item is not None else f"#{media_id}"

    async def _move(self, media_id: Id, target: Id | None) -> MediaItem:
        """Move a file; where no clear answer comes, it is looked for in its new folder."""
        try:
            return await self.api.move(media_id, target)
        except ApiError as error:
            if not error.may_have_been_applied:
                raise
            looked = (await attempt(self.api.detail(media_id))).result
            if looked is not None and same_id(looked.folder, target):
                return looked
            raise of_move(error, None if looked is None else False) from error

    async def _delete(self, media_id: Id) -> None:
        try:
            await self.api.delete(media_id)
        except ApiError as error:
            # Somebody else was quicker, or the answer was lost: what counts is whether it is gone.
            if not isinstance(error, NotFound) and not error.may_have_been_applied:
                raise
            if (there := await is_readable(self.api.detail(media_id))) is not False:
                raise of_deletion(error, there) from error
        self._forget(media_id)
        if self._is_edited(media_id):
            self.close_editor()
        self.publish(self.MediaDeleted(media_id))

    def _is_edited(self, media_id: Id) -> bool:
        return self.state.edit_media is not None and self.state.edit_media.id == media_id

    def close_editor(self) -> None:
        """Close the details."""
        self.change(edit_media=None, edit_error=None)
