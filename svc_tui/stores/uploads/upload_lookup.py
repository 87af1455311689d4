"""Look for a file whose upload got no clear answer: it may be in the library anyway."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import PurePath
from typing import TYPE_CHECKING

from svc_tui.api.errors import ApiError
from svc_tui.models.media import TRANSLATED, MediaItem, MediaListParams
from svc_tui.models.records import Id

if TYPE_CHECKING:
    from svc_tui.api.media import MediaApi
    from svc_tui.stores.uploads.upload_store import Upload

LOG = logging.getLogger("svc_tui")

MOST_PAGES = 40
"""Maximum number of pages of the target folder to read."""

ROUNDED = timedelta(seconds=2)
"""Tolerance in seconds, as backends round their times."""

TITLE = TRANSLATED[0]

_ADDED = re.compile(r"_[A-Za-z0-9]{7}$")
"""The suffix that Django appends to a taken name."""


@dataclass(frozen=True)
class LookupResult:
    """The result of looking for a file in the library."""

    found: MediaItem | None = None
    """The file itself: its name, its size, and made since the upload began."""
    alike: MediaItem | None = None
    """A file with that name and size which may be an older one."""
    complete: bool = True
    """Whether the whole folder was read."""


async def find_uploaded(api: MediaApi, upload: Upload, others: Collection[Id] = ()) -> LookupResult:
    """Look for an uploaded file in its folder; `others` are files known to be something else.

    A search for its title comes first, which is fast in a large folder; as backends search by
    different rules, the folder itself decides.
    """
    first = await _searched(api, upload, others, upload.title) if upload.title else LookupResult()
    if first.found is not None:
        return first
    seen = await _searched(api, upload, others, "")
    return replace(seen, alike=seen.alike or first.alike)


async def _searched(
    api: MediaApi, upload: Upload, others: Collection[Id], search: str
) -> LookupResult:
    alike: MediaItem | None = None
    page = pages = 1
    while page <= min(pages, MOST_PAGES):
        try:
            params = MediaListParams(page=page, search=search)
            explorer = await api.explorer(upload.folder, params)
        except Exception as error:  # The library of a dialect may fail in any way.
            if not isinstance(error, ApiError):
                LOG.exception("The media library could not be read. See :log.")
            return LookupResult(None, alike, complete=False)
        for media in explorer.items:
            if media.id in others or not _named_like(upload, media):
                continue
            if _made_since(upload, media) and _sized_like(upload, media, smaller=True):
                return LookupResult(media)
            if _sized_like(upload, media):
                alike = media
        page, pages = page + 1, explorer.pages
    return LookupResult(None, alike, complete=pages <= MOST_PAGES)


def _named_like(upload: Upload, media: MediaItem) -> bool:
    """Whether its name or title matches; backends change spaces, endings and taken names."""
    own = PurePath(os.fsencode(upload.path.name).decode("utf-8", "replace"))
    stored = PurePath(media.filename)
    titles = {media.title, *(texts.get(TITLE, "") for texts in media.translations.values())}
    if upload.title and upload.title in titles:
        return True
    return _plain(own.stem) in (_plain(stored.stem), _plain(_ADDED.sub("", stored.stem)))


def _plain(stem: str) -> str:
    return re.sub(r"[\W_]+", "", stem).casefold() or stem


def _sized_like(upload: Upload, media: MediaItem, smaller: bool = False) -> bool:
    """Whether the size matches; a backend may keep a smaller version of a picture."""
    if media.size in (0, upload.size):
        return True
    return smaller and upload.mime.startswith("image/") and media.size < upload.size


def _made_since(upload: Upload, media: MediaItem) -> bool:
    try:
        made = datetime.fromisoformat(media.created or media.modified)
    except ValueError:
        return False
    if made.tzinfo is None or not upload.began:
        return False
    return made >= datetime.fromtimestamp(upload.began, UTC) - ROUNDED
