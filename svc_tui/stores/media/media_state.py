"""The state of the media pages, and the breadcrumbs of the open folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from svc_tui.models.media import MediaFolder, MediaItem
from svc_tui.models.records import Id
from svc_tui.stores.media.media_picks import (
    EditListState,
    MimeFilter,
    Picked,
    SelectMode,
    edit_list_state,
)
from svc_tui.stores.media.missing_text import MissingText


@dataclass(frozen=True)
class ScanProgress:
    """The progress of the search for files that lack text."""

    files: int = 0
    of: int = 0
    """Total number of files; 0 if the backend does not count them."""
    stopped: bool = False
    """Whether it was stopped, and can be continued."""


@dataclass(frozen=True)
class MediaState:
    """The state of the media pages; the specification's properties, by their names."""

    medias: tuple[MediaItem, ...] = ()
    folders: tuple[MediaFolder, ...] = ()
    parent_folders: tuple[MediaFolder, ...] = ()
    """The folders from the root to the open one."""
    page: int = 1
    pages: int = 1
    count: int | None = None
    """Number of matching media on all pages, if the backend counts them."""
    unreadable: int = 0
    """Number of media on the page that are not shown, as they have no id or are no objects."""
    why_unreadable: str = ""
    """Why they are not shown."""
    search: str = ""
    mime: MimeFilter = field(default_factory=MimeFilter)
    missing: MissingText | None = None
    """Only files that lack this text are shown."""
    looked: ScanProgress = field(default_factory=ScanProgress)
    names: Mapping[Id, str] = field(default_factory=dict)
    """The names of all folders seen so far; "" for one that could not be read."""
    flat: bool = False
    """Whether folders are left out, so that the whole library is one list."""
    lang: str | None = None
    loading: bool = False
    loaded: bool = False
    """Whether a page has been read."""
    error: str | None = None
    expired: bool = False
    edit_media: MediaItem | None = None
    edit_error: str | None = None
    """Why the details of the open file could not be read; those of the list are shown then."""
    selection: Picked = None
    edit_list: tuple[Id, ...] = ()
    under_way: str = ""
    """The running bulk actions: `Delete 3 of 12`."""
    select_mode: SelectMode = "none"

    @property
    def mime_type(self) -> str | None:
        return self.mime.active

    @property
    def locked_mime(self) -> str | None:
        """The filter that a picker imposes."""
        return self.mime.locked

    @property
    def parent_folder(self) -> MediaFolder | None:
        """The open folder; None is the root."""
        return self.parent_folders[-1] if self.parent_folders else None

    @property
    def edit_list_set(self) -> frozenset[Id]:
        return frozenset(self.edit_list)

    @property
    def edit_list_state(self) -> EditListState:
        return edit_list_state(self.edit_list, (item.id for item in self.medias))

    @property
    def looking(self) -> bool:
        """Whether the library is being searched for files that lack text."""
        return self.loading and self.missing is not None

    @property
    def narrowed(self) -> bool:
        """Whether a search or a filter of the user hides files."""
        return bool(self.search or self.missing) or self.mime.active != self.mime.locked

    @property
    def everywhere(self) -> bool:
        """Whether the whole library is looked through, not one folder.

        A picker's lock alone does so only at the root; in a folder, only that folder is searched.
        """
        chosen = self.mime.active is not None and self.mime.active != self.mime.locked
        locked = self.mime.locked is not None and not self.parent_folders
        filtered = bool(self.search) or chosen or self.missing is not None
        return self.flat or filtered or locked


def breadcrumbs(
    so_far: tuple[MediaFolder, ...], folder: MediaFolder | None, children: Iterable[MediaFolder]
) -> tuple[MediaFolder, ...]:
    """Return the new trail: a folder in it ends it, a child of its last folder is added."""
    if folder is None:
        return ()
    ids = [crumb.id for crumb in so_far]
    if folder.id in ids:
        return (*so_far[: ids.index(folder.id)], folder)
    if folder.parent in ids:
        return (*so_far[: ids.index(folder.parent) + 1], folder)
    is_child = any(child.id == folder.id for child in children)
    return (*so_far, folder) if is_child else (folder,)
