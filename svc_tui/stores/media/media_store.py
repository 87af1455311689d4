"""The media library: folder, page, filter, editor, selection (toolkit: Media store)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Literal

from textual.message import Message

from svc_tui.api.errors import PRECONDITION_FAILED, ApiError, Conflict, NotFound, ValidationFailed
from svc_tui.introspect.languages import lang_info
from svc_tui.models.media import MediaFolder, MediaItem
from svc_tui.models.records import Id, same_id
from svc_tui.stores.media.attempt import attempt
from svc_tui.stores.media.media_picks import picked
from svc_tui.stores.media.media_selection_store import MediaSelectionStore
from svc_tui.stores.media.media_state import MediaState
from svc_tui.stores.media.text_changes import conflicting_texts, rebased, without_languages
from svc_tui.stores.record.write_result import is_readable, of_deletion, of_move

if TYPE_CHECKING:
    from svc_tui.api.media import MediaApi

Progress = Callable[[int], object]
"""Called with whole percents, 0 to 100."""

BELOW_ITSELF = "A folder can't be moved into itself or below."


class _Unchanged(Enum):
    UNCHANGED = 0


UNCHANGED: Final = _Unchanged.UNCHANGED
"""A parent that is not given: None is the root, and a place like any other."""


def _of_state(name: str) -> property:
    """A property that reads one value of the store's present state."""
    return property(lambda store: getattr(store.state, name), doc=f"`state.{name}` of this moment.")


class MediaStore(MediaSelectionStore):
    """`useMediaStore()`: the specification's actions, by their names in snake_case."""

    @dataclass
    class Uploaded(Message, bubble=False):
        """A file arrived."""

        media: MediaItem

    def __init__(self, api: MediaApi) -> None:
        super().__init__(api)
        self.keeper: object = None
        """Whoever shows the library now; only that one resets it when it goes."""
        self._opened = 0

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

    def reset(self) -> None:
        """As new: nothing open, nothing selected (called when the manager unmounts)."""
        self._asked += 1
        self._opened += 1
        self._visit += 1
        self._flagged, self._runs = {}, {}
        self._walk, self._found, self._unread = None, {}, None
        self.change(**vars(MediaState()))

    async def select(self, media: MediaItem) -> None:
        """Pick a file; where nothing is picked from, open its details."""
        if self.state.select_mode == "none":
            await self.open_editor(media)
        else:
            chosen = picked(self.state.select_mode, self.state.selection, media)
            self.change(selection=chosen)

    async def languages(self) -> tuple[str, ...]:
        """The languages of the texts, as the backend's metadata names them; none where not."""
        try:
            return lang_info({"lang_info": await self.api.lang_info()}).languages
        except ApiError:
            return ()

    # One file

    async def open_editor(self, media: MediaItem) -> None:
        """Open a file's details: first what the list knows, then all of it."""
        self._opened += 1
        opened = self._opened
        self.change(edit_media=media, edit_error=None)
        try:
            detail = await self.look(media.id)
        except ApiError as error:
            if opened == self._opened and self._is_edited(media.id):
                self.change(edit_error=str(error))
        else:
            if opened == self._opened and self._is_edited(media.id):
                self.change(edit_media=detail)

    async def look(self, media_id: Id) -> MediaItem:
        """A file with its links, without opening it.

        Raises:
            ApiError: when there is no such answer.
        """
        return await self.api.detail(media_id, lang=self.state.lang)

    async def update_media(self, media: MediaItem, since: MediaItem | None = None) -> MediaItem:
        """PATCH the metadata; only what differs from `since`, where that is given.

        Raises:
            Conflict: somebody else wrote one of these texts after `since` was read.
            ApiError: what the backend refused; nothing is changed here then.
        """
        tag, links = None, media.links
        if since is not None:
            theirs, tag = await self._compare(media, since)
            # Languages go together: those that somebody else wrote go back as they are now.
            media, since = rebased(media, since, theirs), theirs
            if (base := without_languages(media, since)) not in (media, since):
                # A backend may keep a base text in a language as well, so that one request with
                # both would write an old text over the new one.
                since = await self.api.patch(base, since, if_match=tag)
                media, tag = rebased(media, theirs, since), None
        answer = await self.api.patch(media, since, if_match=tag)
        # Links are no metadata: an answer without them does not mean that they are gone.
        return self.take(replace(answer, links=answer.links or links))

    async def replace_file(
        self,
        media_id: Id,
        file: Path | BinaryIO,
        maintain_url: bool = True,
        *,
        on_progress: Progress | None = None,
    ) -> MediaItem:
        """PATCH with a new file, at the same address or at a new one.

        Raises:
            ApiError: what the backend refused.
        """
        replaced = await self.api.replace(
            media_id, file, maintain_url=maintain_url, on_progress=on_progress
        )
        # The file is there by now, whether it can be read again or not.
        looked = await attempt(self.api.detail(media_id, lang=self.state.lang))
        return self.take(looked.result or replaced)

    async def move_media(self, media: MediaItem, folder: MediaFolder | None) -> MediaItem:
        """Put a file into another folder; None is the root.

        Raises:
            ApiError: what the backend refused.
        """
        moved = await self._move(media.id, folder.id if folder else None)
        self.take(replace(moved, links=moved.links or media.links))
        await self.refresh_after_write()
        return moved

    async def delete_media(self, media: MediaItem) -> None:
        """DELETE a file; one that is gone already counts as deleted.

        Raises:
            ApiError: what the backend refused.
        """
        await self._delete(media.id)
        await self.refresh_after_write()

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
        self.arrived(media)
        return media

    def arrived(self, media: MediaItem) -> None:
        """Say that a file is in the library now."""
        self._keep_found(media)
        self.publish(self.Uploaded(media))

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

        Raises:
            ValidationFailed: a folder would come to lie in itself.
            ApiError: what the backend refused.
        """
        here = self.state.parent_folder
        if id is None:
            inside = (here.id if here else None) if parent is UNCHANGED else parent
            folder = await self.api.create_folder(name or "", inside)
        else:
            changes: dict[str, Any] = {} if name is None else {"name": name}
            if parent is not UNCHANGED:
                await self._refuse_circle(id, parent)
                changes["parent"] = parent
            folder = await self._update_folder(id, changes)
        await self.refresh_after_write()
        return folder

    async def _update_folder(self, id: Id, changes: Mapping[str, Any]) -> MediaFolder:
        """Change a folder; where no clear answer comes, it is looked at again."""
        try:
            return await self.api.update_folder(id, **changes)
        except ApiError as error:
            if not error.may_have_been_applied or "parent" not in changes:
                raise
            looked = (await attempt(self.api.explorer(id))).result
            folder = looked.parent_folder if looked is not None else None
            if folder is not None and same_id(folder.parent, changes["parent"]):
                return folder
            raise of_move(error, None if folder is None else False) from error

    async def delete_folder(self, folder: MediaFolder) -> None:
        """DELETE a folder; what lies in it may go with it.

        Raises:
            ApiError: what the backend refused.
        """
        try:
            await self.api.delete_folder(folder.id)
        except ApiError as error:
            if not isinstance(error, NotFound) and not error.may_have_been_applied:
                raise
            if (there := await is_readable(self.api.explorer(folder.id))) is not False:
                raise of_deletion(error, there) from error
        await self.refresh_after_write()

    async def _refuse_circle(self, folder_id: Id, parent: Id | None) -> None:
        """Some backends store a circle, or break on it: so it is found before anything is sent."""
        if parent is None:
            return
        above: tuple[MediaFolder, ...] = ()
        if parent != folder_id:
            target = (await self.api.explorer(parent)).parent_folder or MediaFolder(parent)
            above = await self.ancestors(target)
        if parent == folder_id or any(folder.id == folder_id for folder in above):
            raise ValidationFailed(detail=BELOW_ITSELF, errors={"parent": [BELOW_ITSELF]})

    async def _compare(self, media: MediaItem, since: MediaItem) -> tuple[MediaItem, str | None]:
        """Re-read and compare the texts about to be written (decisions 3: Conflict)."""
        theirs, tag = await self.api.detail_with_tag(media.id, lang=self.state.lang)
        newer = "" not in (since.modified, theirs.modified) and since.modified != theirs.modified
        if newer or conflicting_texts(media, since, theirs):
            raise Conflict(
                PRECONDITION_FAILED, "PATCH", "", "the texts of this file have been changed"
            )
        return theirs, tag

    def take(self, media: MediaItem) -> MediaItem:
        """Put the newest face of a file where its old one was shown."""
        self._keep_found(media)
        medias = tuple(media if item.id == media.id else item for item in self.state.medias)
        edited = self.state.edit_media
        same = edited is not None and edited.id == media.id
        self.change(medias=medias, edit_media=media if same else edited)
        return media
