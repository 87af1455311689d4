"""The media library: folder, page, filter, editor, selection (toolkit: Media store)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from textual.message import Message

from svc_tui.api.errors import ApiError, NotFound, Unauthorized
from svc_tui.models.media import Explorer, MediaFolder, MediaItem, MediaListParams
from svc_tui.models.records import Id
from svc_tui.stores.base import Store, StoreChanged
from svc_tui.stores.picks import (
    EditListState,
    MimeFilter,
    Picked,
    SelectMode,
    edit_list_state,
    emptied,
    picked,
)

if TYPE_CHECKING:
    from svc_tui.api.media import MediaApi
    from svc_tui.stores.media_place import MediaPlace

AT_ONCE = 6
"""Requests of a bulk action in flight together (decisions 3: Bulk delete)."""

Progress = Callable[[int], object]
"""Called with whole percents, 0 to 100."""


@dataclass(frozen=True)
class MediaState:
    """What the media pages show; the specification's state properties, by their names."""

    medias: tuple[MediaItem, ...] = ()
    folders: tuple[MediaFolder, ...] = ()
    parent_folders: tuple[MediaFolder, ...] = ()
    """The way from the root to the folder that is open."""
    page: int = 1
    pages: int = 1
    count: int | None = None
    """Media that match, on all pages, where the backend says so."""
    search: str = ""
    mime: MimeFilter = field(default_factory=MimeFilter)
    lang: str | None = None
    loading: bool = False
    loaded: bool = False
    """Whether there is an answer to show; an empty folder is none before it has been read."""
    error: str | None = None
    expired: bool = False
    edit_media: MediaItem | None = None
    edit_error: str | None = None
    """Why the details of the open file could not be read; the list's own facts are shown then."""
    selection: Picked = None
    edit_list: tuple[Id, ...] = ()
    select_mode: SelectMode = "none"

    @property
    def mime_type(self) -> str | None:
        """The active MIME filter."""
        return self.mime.active

    @property
    def locked_mime(self) -> str | None:
        """The filter that a picker imposes."""
        return self.mime.locked

    @property
    def parent_folder(self) -> MediaFolder | None:
        """The folder that is open; None is the root."""
        return self.parent_folders[-1] if self.parent_folders else None

    @property
    def edit_list_set(self) -> frozenset[Id]:
        """The flagged ids as a set."""
        return frozenset(self.edit_list)

    @property
    def edit_list_state(self) -> EditListState:
        """The select-all box."""
        return edit_list_state(self.edit_list, (item.id for item in self.medias))

    @property
    def everywhere(self) -> bool:
        """Whether the whole library is looked through, not one folder (reference 2.19)."""
        return bool(self.search) or self.mime.active is not None


def _of_state(name: str) -> property:
    """A property that reads one value of the store's present state."""
    return property(lambda store: getattr(store.state, name), doc=f"`state.{name}` of this moment.")


class MediaStore(Store[MediaState]):
    """`useMediaStore()`: the specification's actions, by their names in snake_case."""

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """Anything that the media pages show changed."""

        state: MediaState

    @dataclass
    class Uploaded(Message, bubble=False):
        """A file arrived."""

        media: MediaItem

    @dataclass
    class MediaDeleted(Message, bubble=False):
        """A file is gone."""

        media_id: Id

    def __init__(self, api: MediaApi) -> None:
        super().__init__(MediaState())
        self.api = api
        self.keeper: object = None
        """Whoever shows the library now; only that one resets it when it goes."""
        self._asked = 0

    # The state's properties and getters, by their names (toolkit: Media store).
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

    # Looking

    async def get_root(
        self,
        page: int | None = None,
        search: str | None = None,
        mime: str | None = None,
        all: bool | None = None,
    ) -> Explorer | None:
        """Fetch the folder that is open; what is not given stays as it is.

        Returns what the backend sent, or None when it could not be had (`state.error` says why)
        or a newer question overtook it.
        """
        state = self.state
        wanted = replace(
            state,
            page=page or state.page,
            search=state.search if search is None else search.strip(),
            mime=state.mime if mime is None else state.mime.narrowed(mime),
        )
        self.change(page=wanted.page, search=wanted.search, mime=wanted.mime)
        everywhere = wanted.everywhere if all is None else all
        params = MediaListParams(
            page=wanted.page,
            search=wanted.search,
            mime=wanted.mime_type,
            all=everywhere,
        )
        return await self._fetch(self.state.parent_folder, params)

    async def navigate_to_folder(self, folder: MediaFolder | None) -> Explorer | None:
        """Open a folder by its detail call; None is the root."""
        locked = self.state.locked_mime
        params = MediaListParams(page=1, mime=locked)
        return await self._fetch(folder, params, search="", mime=MimeFilter(locked, locked))

    async def go_up(self) -> Explorer | None:
        """Open the folder above the one that is open, even where the trail does not know it."""
        here = self.state.parent_folder
        if here is None:
            return None
        above = None if here.parent is None else self._known(here.parent)
        return await self.navigate_to_folder(above)

    async def restore(self, place: MediaPlace) -> Explorer | None:
        """Show what a location says, in one request."""
        mime = self.state.mime.narrowed(place.mime)
        self.change(search=place.search, mime=mime)
        everywhere = self.state.everywhere
        params = MediaListParams(place.page, place.search, mime.active, everywhere)
        folder = None if place.folder is None else self._known(place.folder)
        return await self._fetch(folder, params)

    async def refresh(self) -> None:
        """Ask again for what is shown."""
        await self.get_root()

    async def set_mime_type(self, mime: str | None) -> None:
        """Narrow the filter; under a lock nothing wider is taken (toolkit: MIME lock)."""
        narrowed = self.state.mime.narrowed(mime)
        if narrowed != self.state.mime:
            self.change(mime=narrowed, page=1)
            await self.get_root(page=1)

    def lock_mime_type(self, mime: str | None) -> None:
        """A hard lock, which cannot be widened."""
        self.change(mime=self.state.mime.locked_to(mime))

    def set_lang(self, code: str | None) -> None:
        """The language in which details are asked for."""
        self.change(lang=code)

    def reset(self) -> None:
        """As new: nothing open, nothing selected (called when the manager unmounts)."""
        self._asked += 1
        self.change(**vars(MediaState()))

    # One file

    async def open_editor(self, media: MediaItem) -> None:
        """Open a file's details: first what the list knows, then all of it."""
        self.change(edit_media=media, edit_error=None)
        try:
            detail = await self.look(media.id)
        except ApiError as error:
            if self._is_edited(media.id):
                self.change(edit_error=str(error))
        else:
            if self._is_edited(media.id):
                self.change(edit_media=detail)

    async def peek(self, folder: MediaFolder) -> Explorer:
        """What is in a folder, without opening it.

        Raises:
            ApiError: when there is no such answer.
        """
        return await self.api.explorer(folder.id)

    async def look(self, media_id: Id) -> MediaItem:
        """A file with its links, without opening it.

        Raises:
            ApiError: when there is no such answer.
        """
        return await self.api.detail(media_id, lang=self.state.lang)

    def close_editor(self) -> None:
        """Close the details."""
        self.change(edit_media=None, edit_error=None)

    async def update_media(self, media: MediaItem, since: MediaItem | None = None) -> MediaItem:
        """PATCH the metadata; only what differs from `since`, where that is given.

        Raises:
            ApiError: what the backend refused; nothing is changed here then.
        """
        answer = await self.api.patch(media, since)
        # Links are no metadata: an answer without them does not mean that they are gone.
        return self._replaced(replace(answer, links=answer.links or media.links))

    async def replace_file(
        self, media_id: Id, file: Path | BinaryIO, maintain_url: bool = True
    ) -> MediaItem:
        """PATCH with a new file, at the same address or at a new one.

        Raises:
            ApiError: what the backend refused.
        """
        await self.api.replace(media_id, file, maintain_url=maintain_url)
        return self._replaced(await self.api.detail(media_id, lang=self.state.lang))

    async def delete_media(self, media: MediaItem) -> None:
        """DELETE a file; one that is gone already counts as deleted.

        Raises:
            ApiError: what the backend refused.
        """
        await self._delete(media.id)
        await self.refresh()

    async def upload_media(
        self,
        payload: Path | BinaryIO,
        on_progress: Progress | None = None,
        *,
        title: str = "",
        folder: Id | None = None,
        **more: Any,
    ) -> MediaItem:
        """Upload one file, streamed; `on_progress` hears whole percents.

        Raises:
            ApiError: what the backend refused, or why it could not be reached.
        """
        media = await self.api.upload(
            payload, title=title, folder=folder, on_progress=on_progress, **more
        )
        self.publish(self.Uploaded(media))
        return media

    # Folders

    async def update_or_create_folder(
        self, name: str, *, id: Id | None = None, parent: Id | None = None
    ) -> MediaFolder:
        """Create a folder (in the open one unless `parent` says otherwise), or rename or move one.

        Raises:
            ApiError: what the backend refused.
        """
        here = self.state.parent_folder
        if id is None:
            inside = parent if parent is not None or here is None else here.id
            folder = await self.api.create_folder(name, inside)
        elif parent is None:
            folder = await self.api.update_folder(id, name=name)
        else:
            folder = await self.api.update_folder(id, name=name, parent=parent)
        await self.refresh()
        return folder

    async def delete_folder(self, folder: MediaFolder) -> None:
        """DELETE a folder; what lies in it may go with it.

        Raises:
            ApiError: what the backend refused.
        """
        await self.api.delete_folder(folder.id)
        await self.refresh()

    # Choosing

    def set_selection_mode(self, mode: SelectMode) -> None:
        """Set the mode and empty the selection, from any state."""
        self.change(select_mode=mode, selection=emptied(mode))

    def set_selection(self, value: Picked | Iterable[MediaItem]) -> None:
        """Set the selection as it is."""
        if value is None or isinstance(value, MediaItem):
            self.change(selection=value)
        else:
            self.change(selection=tuple(value))

    async def select(self, media: MediaItem) -> None:
        """Pick a file; where nothing is picked from, open its details."""
        if self.state.select_mode == "none":
            await self.open_editor(media)
        else:
            chosen = picked(self.state.select_mode, self.state.selection, media)
            self.change(selection=chosen)

    def edit_select(self, ids: Id | Iterable[Id]) -> None:
        """Flag files for a bulk action, or take their flags away."""
        edit_list = list(self.state.edit_list)
        for media_id in (ids,) if isinstance(ids, int | str) else ids:
            if media_id in edit_list:
                edit_list.remove(media_id)
            else:
                edit_list.append(media_id)
        self.change(edit_list=tuple(edit_list))

    def edit_select_all(self) -> None:
        """Flag the whole page, or take its flags away when all of it is flagged."""
        shown = [item.id for item in self.state.medias]
        kept = tuple(one for one in self.state.edit_list if one not in shown)
        full = self.state.edit_list_state.value
        self.change(edit_list=kept if full else (*kept, *shown))

    async def delete_selected(self) -> dict[Id, ApiError | None]:
        """Delete the flagged files, some at a time; a reason per file that stayed, and its flag."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def gone(media_id: Id) -> ApiError | None:
            async with gate:
                try:
                    await self._delete(media_id)
                except ApiError as error:
                    return error
            return None

        ids = self.state.edit_list
        results = dict(zip(ids, await asyncio.gather(*map(gone, ids)), strict=True))
        gone_now = {one for one in ids if results[one] is None}
        self.change(edit_list=tuple(one for one in self.state.edit_list if one not in gone_now))
        await self.refresh()
        return results

    async def _delete(self, media_id: Id) -> None:
        with suppress(NotFound):  # Somebody else was quicker: it is gone, as wanted.
            await self.api.delete(media_id)
        if self._is_edited(media_id):
            self.close_editor()
        self.publish(self.MediaDeleted(media_id))

    def _known(self, folder_id: Id) -> MediaFolder:
        """A folder of the trail with its name, or one of which only the id is known."""
        trail = self.state.parent_folders
        return next((one for one in trail if one.id == folder_id), MediaFolder(folder_id))

    def _is_edited(self, media_id: Id) -> bool:
        return self.state.edit_media is not None and self.state.edit_media.id == media_id

    async def _fetch(
        self, folder: MediaFolder | None, params: MediaListParams, **also: object
    ) -> Explorer | None:
        """Ask for a folder; `also` becomes true together with the answer."""
        self._asked += 1
        asked = self._asked
        self.change(loading=True)
        try:
            explorer = await self._explored(folder, params)
        except ApiError as error:
            if asked == self._asked:
                gone = isinstance(error, Unauthorized)
                self.change(loading=False, error=str(error), expired=gone)
            return None
        except BaseException:
            if asked == self._asked:
                self.change(loading=False)
            raise
        if asked != self._asked:
            return None
        self._take(explorer, folder, also)
        return explorer

    async def _explored(self, folder: MediaFolder | None, params: MediaListParams) -> Explorer:
        """The page asked for; where there are fewer by now, the first one instead."""
        folder_id = folder.id if folder else None
        first = replace(params, page=1)
        try:
            explorer = await self.api.explorer(folder_id, params)
        except NotFound:
            if (params.page or 1) == 1:
                raise
            return await self.api.explorer(folder_id, first)
        if explorer.items or (params.page or 1) == 1:
            return explorer
        return await self.api.explorer(folder_id, first)

    def _take(
        self, explorer: Explorer, asked_for: MediaFolder | None, also: Mapping[str, object]
    ) -> None:
        opened = explorer.parent_folder or asked_for
        self.change(
            medias=tuple(explorer.items),
            folders=tuple(explorer.folders),
            parent_folders=(*explorer.trail, opened)
            if explorer.trail and opened is not None
            else _way(self.state.parent_folders, opened, self.state.folders),
            page=explorer.page,
            pages=explorer.pages,
            count=explorer.count,
            loading=False,
            error=None,
            expired=False,
            loaded=True,
            **also,
        )

    def _replaced(self, media: MediaItem) -> MediaItem:
        """Put the newest face of a file where its old one was shown."""
        medias = tuple(media if item.id == media.id else item for item in self.state.medias)
        edited = self.state.edit_media
        same = edited is not None and edited.id == media.id
        self.change(medias=medias, edit_media=media if same else edited)
        return media


def _way(
    so_far: tuple[MediaFolder, ...], folder: MediaFolder | None, children: Iterable[MediaFolder]
) -> tuple[MediaFolder, ...]:
    """The breadcrumbs: one seen before cuts the trail behind it, a child is added to its end."""
    if folder is None:
        return ()
    ids = [crumb.id for crumb in so_far]
    if folder.id in ids:
        return (*so_far[: ids.index(folder.id)], folder)
    if folder.parent in ids:
        return (*so_far[: ids.index(folder.parent) + 1], folder)
    is_child = any(child.id == folder.id for child in children)
    return (*so_far, folder) if is_child else (folder,)
