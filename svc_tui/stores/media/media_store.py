"""The media library: folder, page, filter, details, selection and marks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Literal

from textual.message import Message

from svc_tui.api.errors import ApiError
from svc_tui.introspect.languages import LangInfo, lang_info
from svc_tui.models.media import Explorer, MediaFolder, MediaItem
from svc_tui.models.records import Id
from svc_tui.stores.base import Store, StoreChanged
from svc_tui.stores.media import folder_names, media_writes
from svc_tui.stores.media.attempt import attempt
from svc_tui.stores.media.bulk_run import BulkResult, BulkRun
from svc_tui.stores.media.folder_browser import FolderBrowser
from svc_tui.stores.media.folder_names import FolderNames
from svc_tui.stores.media.media_marks import MediaMarks
from svc_tui.stores.media.media_picks import Picked, SelectMode, emptied, picked
from svc_tui.stores.media.media_requests import Requests
from svc_tui.stores.media.media_state import MediaState
from svc_tui.stores.media.missing_text import MissingText
from svc_tui.stores.media.missing_text_search import MissingTextSearch

if TYPE_CHECKING:
    from svc_tui.api.media import MediaApi
    from svc_tui.stores.media.media_location import MediaLocation

Progress = Callable[[int], object]
"""Called with whole percents, 0 to 100."""


class _Unchanged(Enum):
    UNCHANGED = 0


UNCHANGED: Final = _Unchanged.UNCHANGED
"""A parent that is not given; None is the root."""


def _of_state(name: str) -> property:
    """Return a property that reads a value of the current state."""
    return property(lambda store: getattr(store.state, name), doc=f"`state.{name}` of this moment.")


class MediaStore(Store[MediaState]):
    """`useMediaStore()`: the specification's actions, by their names in snake_case.

    An error of a page or of details is in the state, those of bulk actions are in their result;
    `look`, `peek`, `ancestors` and the writes of one file or folder raise `ApiError`.
    """

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """The files, folders, query or loading flag changed."""

        state: MediaState

    @dataclass
    class Uploaded(Message, bubble=False):
        """A file is in the library."""

        media: MediaItem

    @dataclass
    class MediaDeleted(Message, bubble=False):
        """A file is gone."""

        media_id: Id

    def __init__(self, api: MediaApi) -> None:
        super().__init__(MediaState())
        self.api = api
        self.keeper: object = None
        """The widget that shows the library now; only that one resets it when it is removed."""
        self.requests = Requests()
        names = FolderNames(self)
        self._browser = FolderBrowser(self, names)
        self.missing_search = MissingTextSearch(self, names)
        self._marks = MediaMarks(self)
        self._details = Requests()

    # The state's properties and getters, by the specification's names.
    medias = _of_state("medias")
    folders = _of_state("folders")
    parent_folders = _of_state("parent_folders")
    parent_folder = _of_state("parent_folder")
    page = _of_state("page")
    pages = _of_state("pages")
    mime_type = _of_state("mime_type")
    locked_mime = _of_state("locked_mime")
    loading = _of_state("loading")
    edit_media = _of_state("edit_media")
    selection = _of_state("selection")
    edit_list = _of_state("edit_list")
    edit_list_set = _of_state("edit_list_set")
    edit_list_state = _of_state("edit_list_state")
    select_mode = _of_state("select_mode")

    def reset(self) -> None:
        """Reset the store: nothing open, nothing selected (called when the manager unmounts)."""
        self.requests.begin()
        self._details.begin()
        self._marks.reset()
        self.missing_search.reset()
        self.change(**vars(MediaState()))

    # Reading

    async def get_root(
        self,
        page: int | None = None,
        search: str | None = None,
        mime: str | None = None,
        all: bool | None = None,
    ) -> Explorer | None:
        """Load the open folder, or all files with missing text; None keeps a parameter.

        Returns what the backend sent, or None if that failed (`state.error` says why) or a newer
        request replaced it.
        """
        missing = self.state.missing
        if missing is None:
            return await self._browser.read(page, search, mime, all)
        if search is not None:
            self.change(search=search.strip())
        if mime is not None:
            self.change(mime=self.state.mime.narrowed(mime))
        return await self.missing_search.read(missing, page)

    async def navigate_to_folder(self, folder: MediaFolder | None) -> Explorer | None:
        """Open a folder; None is the root."""
        return await self._browser.open(folder)

    async def go_up(self) -> Explorer | None:
        """Show the folder above."""
        return await self._browser.go_up()

    async def restore(self, place: MediaLocation) -> Explorer | None:
        """Show what a location says."""
        self.change(missing=place.missing)
        if place.missing is None:
            return await self._browser.restore(place)
        self.change(search=place.search, mime=self.state.mime.narrowed(place.mime))
        return await self.missing_search.begin(place.missing)

    async def refresh(self) -> None:
        """Reload the page of the folder."""
        await self.get_root()

    async def refresh_after_write(self) -> None:
        """Reload after this user's changes, without searching for missing text again."""
        if self.state.missing is None or self.missing_search.walk is None:
            await self.refresh()
        else:
            self.missing_search.show_found(self.state.page)

    async def set_mime_type(self, mime: str | None) -> None:
        """Set the filter; a lock is never widened."""
        narrowed = self.state.mime.narrowed(mime)
        if narrowed != self.state.mime:
            self.change(mime=narrowed, page=1)
            await self.get_root(page=1)

    def lock_mime_type(self, mime: str | None) -> None:
        """Set a hard lock, which cannot be widened."""
        self.change(mime=self.state.mime.locked_to(mime))

    def set_flat(self, flat: bool) -> None:
        """Show the whole library as one list, without its folders."""
        self.change(flat=flat)

    def set_lang(self, code: str | None) -> None:
        """Set the language of requests for details."""
        self.change(lang=code)

    async def peek(self, folder: MediaFolder | None) -> Explorer:
        """Return the contents of a folder without opening it; None is the root."""
        return await self._browser.peek(folder)

    async def ancestors(self, folder: MediaFolder) -> tuple[MediaFolder, ...]:
        """Return the folders above one, from the root down."""
        return await folder_names.ancestors(self.api, folder)

    async def show_missing(self, missing: MissingText | None) -> None:
        """Show only the files that lack text; None shows all again."""
        self.missing_search.walk = None
        self.change(missing=missing, page=1)
        await self.get_root(page=1)

    def stop_looking(self) -> None:
        """Stop the search for missing text; `get_root` of the next page resumes it."""
        self.missing_search.stop()

    async def languages(self) -> tuple[str, ...]:
        """Return the languages of the texts, as the backend's metadata names them; else none."""
        return (await self.lang_info()).languages

    async def lang_info(self) -> LangInfo:
        """Return what the backend's metadata says about the languages of the texts."""
        try:
            return lang_info({"lang_info": await self.api.lang_info()})
        except ApiError:
            return LangInfo()

    # Choosing

    def set_selection_mode(self, mode: SelectMode) -> None:
        """Set the mode and empty the selection, from any state."""
        self.change(select_mode=mode, selection=emptied(mode))

    def set_selection(self, value: Picked | Iterable[MediaItem]) -> None:
        """Set the selection as it is."""
        if value is not None and not isinstance(value, MediaItem):
            value = tuple(value)
        self.change(selection=value)

    async def select(self, media: MediaItem) -> None:
        """Pick a file, or open its details if the library is not a picker."""
        if self.state.select_mode == "none":
            await self.open_editor(media)
        else:
            chosen = picked(self.state.select_mode, self.state.selection, media)
            self.change(selection=chosen)

    def edit_select(self, ids: Id | Iterable[Id]) -> None:
        """Mark files for a bulk action, or unmark them."""
        self._marks.toggle(ids)

    def edit_unselect(self, ids: Collection[Id]) -> None:
        """Unmark files; those that are not marked stay so."""
        self._marks.put(one for one in self.state.edit_list if one not in ids)

    def edit_select_all(self) -> None:
        """Mark the whole page, or unmark it if all of it is marked."""
        self._marks.toggle_page()

    def edit_select_none(self) -> None:
        """Unmark all files."""
        self._marks.put(())

    @property
    def flagged(self) -> Mapping[Id, str]:
        """The marked files with their titles, in the order of marking."""
        return self._marks.titles

    def flagged_item(self, media_id: Id) -> MediaItem | None:
        """Return a marked file; None if it was not seen yet."""
        return self._marks.item(media_id)

    async def delete_selected(self, *, run: BulkRun | None = None) -> BulkResult:
        """Delete the marked files, a few at a time; files that remain stay marked."""
        return await self.delete_all(self.flagged, run=run)

    async def delete_all(
        self, titles: Mapping[Id, str], *, run: BulkRun | None = None
    ) -> BulkResult:
        """Delete these files; those that could not be deleted are marked afterwards."""
        refresh = self.refresh_after_write
        return await self._marks.run("Delete", titles, self._delete, run or BulkRun(), refresh)

    async def move_all(
        self, titles: Mapping[Id, str], folder: MediaFolder | None, *, run: BulkRun | None = None
    ) -> BulkResult:
        """Move these files (None is the root); those not moved are marked afterwards."""
        target = folder.id if folder else None
        folders = self._marks.folders

        async def move(media_id: Id) -> str | None:
            if folders.get(media_id, object()) == target:
                return "It is already there."
            await media_writes.move_file(self.api, media_id, target)
            return None

        refresh = self.refresh_after_write
        return await self._marks.run("Move", titles, move, run or BulkRun(), refresh)

    # One file

    async def open_editor(self, media: MediaItem) -> None:
        """Open a file's details: first those from the list, then all of them."""
        opened = self._details.begin()
        self.change(edit_media=media, edit_error=None)
        try:
            detail = await self.look(media.id)
        except ApiError as error:
            if self._details.is_newest(opened) and self._is_edited(media.id):
                self.change(edit_error=str(error))
        else:
            if self._details.is_newest(opened) and self._is_edited(media.id):
                self.change(edit_media=detail)

    def close_editor(self) -> None:
        """Close the editor of a file."""
        self.change(edit_media=None, edit_error=None)

    def _is_edited(self, media_id: Id) -> bool:
        return self.state.edit_media is not None and self.state.edit_media.id == media_id

    async def look(self, media_id: Id) -> MediaItem:
        """Return a file with its links, without opening it."""
        return await self.api.detail(media_id, lang=self.state.lang)

    async def update_media(self, media: MediaItem, since: MediaItem | None = None) -> MediaItem:
        """PATCH the metadata; only what differs from `since`, if that is given.

        Raises:
            Conflict: another user wrote one of these texts after `since` was read.
            ApiError: what the backend refused; nothing is changed here then.
        """
        return self.take(await media_writes.write_texts(self.api, media, since, self.state.lang))

    async def replace_file(
        self,
        media_id: Id,
        file: Path | BinaryIO,
        maintain_url: bool = True,
        *,
        on_progress: Progress | None = None,
    ) -> MediaItem:
        """PATCH with a new file, at the same address or at a new one."""
        replaced = await self.api.replace(
            media_id, file, maintain_url=maintain_url, on_progress=on_progress
        )
        # The file is there by now, even if it can't be read again.
        looked = await attempt(self.look(media_id))
        return self.take(looked.result or replaced)

    async def move_media(self, media: MediaItem, folder: MediaFolder | None) -> MediaItem:
        """Put a file into another folder; None is the root."""
        target = folder.id if folder else None
        moved = await media_writes.move_file(self.api, media.id, target)
        self.take(replace(moved, links=moved.links or media.links))
        await self.refresh_after_write()
        return moved

    async def delete_media(self, media: MediaItem) -> None:
        """DELETE a file; one that is already gone counts as deleted."""
        await self._delete(media.id)
        await self.refresh_after_write()

    async def _delete(self, media_id: Id) -> None:
        await media_writes.delete_file(self.api, media_id)
        self.missing_search.forget(media_id)
        if self._is_edited(media_id):
            self.close_editor()
        self.publish(self.MediaDeleted(media_id))

    async def upload_media(
        self,
        payload: Path | BinaryIO,
        on_progress: Progress | None = None,
        *,
        title: str = "",
        folder: Id | None = None,
        **more: Any,
    ) -> MediaItem:
        """Upload one file, streamed; `on_progress` is called with whole percents.

        Raises:
            ApiError: what the backend refused, or why it could not be reached.
        """
        media = await self.api.upload(
            payload, title=title, folder=folder, on_progress=on_progress, **more
        )
        self.arrived(media)
        return media

    def arrived(self, media: MediaItem) -> None:
        """Post that a file is in the library now."""
        self.missing_search.keep(media)
        self.publish(self.Uploaded(media))

    def take(self, media: MediaItem) -> MediaItem:
        """Replace a file in the state with its newest version."""
        self.missing_search.keep(media)
        medias = tuple(media if item.id == media.id else item for item in self.state.medias)
        edited = media if self._is_edited(media.id) else self.state.edit_media
        self.change(medias=medias, edit_media=edited)
        return media

    # Folders

    async def update_or_create_folder(
        self,
        name: str | None = None,
        *,
        id: Id | None = None,
        parent: Id | Literal[_Unchanged.UNCHANGED] | None = UNCHANGED,
    ) -> MediaFolder:
        """Create a folder (in the open one unless `parent` says otherwise), or rename or move one.

        A parent of None is the root.

        Raises: ValidationFailed: a folder would be inside itself. ApiError: what the backend
            refused.
        """
        here = self.state.parent_folder
        if id is None:
            inside = (here.id if here else None) if parent is UNCHANGED else parent
            folder = await self.api.create_folder(name or "", inside)
        else:
            changes: dict[str, Any] = {} if name is None else {"name": name}
            if parent is not UNCHANGED:
                changes["parent"] = parent
            known = (*self.state.folders, *self.state.parent_folders)
            before = next((one for one in known if one.id == id), None)
            folder = await media_writes.update_folder(self.api, id, changes, before)
        await self.refresh_after_write()
        return folder

    async def delete_folder(self, folder: MediaFolder) -> None:
        """DELETE a folder; its contents may be deleted with it."""
        await media_writes.delete_folder(self.api, folder.id)
        await self.refresh_after_write()
