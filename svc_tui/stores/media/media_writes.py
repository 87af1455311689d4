"""Write to the library; without a clear answer, check whether it succeeded."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from svc_tui.api.errors import PRECONDITION_FAILED, ApiError, Conflict, NotFound, ValidationFailed
from svc_tui.models.media import MediaFolder, MediaItem
from svc_tui.models.records import Id, same_id
from svc_tui.stores.media.attempt import attempt
from svc_tui.stores.media.folder_names import ancestors
from svc_tui.stores.media.text_changes import (
    conflicting_texts,
    edited,
    is_untold,
    rebased,
    unkept,
    without_languages,
)
from svc_tui.stores.record.write_result import CheckedWriteError, is_readable, of_deletion, of_move

if TYPE_CHECKING:
    from svc_tui.api.media import MediaApi

BELOW_ITSELF = "A folder can't be moved into itself or its subfolders."


async def write_texts(
    api: MediaApi, media: MediaItem, since: MediaItem | None, lang: str | None
) -> MediaItem:
    """PATCH the metadata; only what differs from `since`, if that is given.

    Raises:
        Conflict: another user wrote one of these texts after `since` was read.
        ApiError: what the backend refused, or a text that it confirmed and did not keep.
    """
    tag, links, wanted, before = None, media.links, media, since
    if since is not None:
        theirs, tag = await _compare(api, media, since, lang)
        # Languages are sent together, with the current text of those that others wrote.
        media, since = rebased(media, since, theirs), theirs
        wanted, before = media, theirs
        if (base := without_languages(media, since)) not in (media, since):
            # A backend may also store a base text in a language, so that one request with both
            # would overwrite the new one with the old.
            since = await api.patch(base, since, if_match=tag)
            media, tag = rebased(media, theirs, since), None
    answer = await api.patch(media, since, if_match=tag)
    if before is not None and unkept(wanted, before, answer):
        answer = await _read_kept(api, wanted, before, lang)
    # Links are not metadata: an answer without them does not mean that they are gone.
    return replace(answer, links=answer.links or links)


async def _read_kept(
    api: MediaApi, wanted: MediaItem, before: MediaItem, lang: str | None
) -> MediaItem:
    """Return the file as it is stored; its answer showed old texts, or not all of them.

    Raises:
        ApiError: texts were not kept, or the file can't be read.
    """
    try:
        found = await api.detail(wanted.id, lang)
    except ApiError as error:
        words = f"{error.what()} Reload to see whether the text was saved."
        raise CheckedWriteError(error, words, unknown=True) from error
    # What is never told, as by an adapter without `alt_text`, may well be kept.
    for key, language in edited(wanted, before):
        if is_untold(found, key, language):
            found = found.with_text(key, wanted.text(key))
    if lost := unkept(wanted, before, found):
        names = ", ".join(dict.fromkeys(key.replace("_", " ") for key, _ in lost))
        words = f"The server accepted the change, but did not keep it: {names}."
        path = api.requested(api.media.item(wanted.id))
        raise CheckedWriteError(ApiError(None, "PATCH", path), words, unknown=False)
    return found


async def _compare(
    api: MediaApi, media: MediaItem, since: MediaItem, lang: str | None
) -> tuple[MediaItem, str | None]:
    """Return the current file with its tag; raises `Conflict` if its text differs."""
    theirs, tag = await api.detail_with_etag(media.id, lang=lang)
    newer = "" not in (since.modified, theirs.modified) and since.modified != theirs.modified
    if newer or conflicting_texts(media, since, theirs):
        raise Conflict(PRECONDITION_FAILED, "PATCH", "", "the text of this file has changed")
    return theirs, tag


async def move_file(api: MediaApi, media_id: Id, target: Id | None) -> MediaItem:
    """Move a file; None is the root."""
    try:
        return await api.move(media_id, target)
    except ApiError as error:
        if not error.may_have_been_applied:
            raise
        looked = (await attempt(api.detail(media_id))).result
        if looked is not None and same_id(looked.folder, target):
            return looked
        raise of_move(error, None if looked is None else False) from error


async def delete_file(api: MediaApi, media_id: Id) -> None:
    """DELETE a file; one that is already gone counts as deleted."""
    await _delete(api.delete(media_id), lambda: api.detail(media_id))


async def delete_folder(api: MediaApi, folder_id: Id) -> None:
    """DELETE a folder; one that is already gone counts as deleted."""
    await _delete(api.delete_folder(folder_id), lambda: api.explorer(folder_id))


async def _delete(deletion: Awaitable[object], read: Callable[[], Awaitable[object]]) -> None:
    try:
        await deletion
    except ApiError as error:
        if not isinstance(error, NotFound) and not error.may_have_been_applied:
            raise
        if (there := await is_readable(read())) is not False:
            raise of_deletion(error, there) from error


async def update_folder(
    api: MediaApi, folder_id: Id, changes: Mapping[str, Any], before: MediaFolder | None = None
) -> MediaFolder:
    """PATCH a folder; `before` is the folder as it was read, for the log.

    Raises: ValidationFailed: it would be inside itself. ApiError: what the backend refused.
    """
    if "parent" in changes:
        await _refuse_circle(api, folder_id, changes["parent"])
    try:
        return await api.update_folder(folder_id, before, **changes)
    except ApiError as error:
        if not error.may_have_been_applied or "parent" not in changes:
            raise
        looked = (await attempt(api.explorer(folder_id))).result
        folder = looked.parent_folder if looked is not None else None
        if folder is not None and same_id(folder.parent, changes["parent"]):
            return folder
        raise of_move(error, None if folder is None else False) from error


async def _refuse_circle(api: MediaApi, folder_id: Id, parent: Id | None) -> None:
    """Raise before anything is sent: some backends store a cycle, or break on it."""
    if parent is None:
        return
    above: tuple[MediaFolder, ...] = ()
    if parent != folder_id:
        target = (await api.explorer(parent)).parent_folder or MediaFolder(parent)
        above = await ancestors(api, target)
    if parent == folder_id or any(folder.id == folder_id for folder in above):
        raise ValidationFailed(detail=BELOW_ITSELF, errors={"parent": [BELOW_ITSELF]})
