"""Write folders of the library in the given order: create, rename, move and delete them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from svc_tui.api.errors import ApiError, NotFound
from svc_tui.api.write_subject import about_write
from svc_tui.models.media import Explorer, MediaFolder
from svc_tui.models.records import same_id, wire_id
from svc_tui.stores.history.whole_records import LeftAlone
from svc_tui.stores.media.file_writers import failed_write, gone, unread
from svc_tui.stores.media.media_writes import delete_folder, update_folder
from svc_tui.stores.record.draft import MISSING
from svc_tui.stores.runs.row_writers import (
    ALREADY,
    FOUND_WRITTEN,
    RequestPreview,
    RowResult,
    RowWork,
    WritesInOrder,
)
from svc_tui.text import clean, plural

if TYPE_CHECKING:
    from svc_tui.api.media import MediaApi
    from svc_tui.stores.record.history_store import Write

NAME, PARENT = "name", "parent"
"""The values of a folder that a run can write; a parent of None is the root."""


class CreateFolders(WritesInOrder):
    """Creates folders, unless one with that name exists."""

    def __init__(self, api: MediaApi) -> None:
        self._api = api

    async def write(self, work: RowWork) -> RowResult:
        if (there := await self._there(work)) is not None:
            return there
        try:
            with about_write(title=work.title):
                made = await self._api.create_folder(**work.changes)
        except ApiError as error:
            found = await self.look(work) if error.may_have_been_applied else None
            return found or failed_write(work, work.title, error)
        return RowResult(str(made.id), work.title, "ok")

    async def look(self, work: RowWork) -> RowResult | None:
        """Check for a folder with that name in its place."""
        there = await self._there(work)
        if there is None or there.state == "failed":
            return there
        return RowResult(there.key, work.title, "ok", FOUND_WRITTEN)

    async def preview(self, work: RowWork) -> RequestPreview:
        there = await self._there(work)
        changes = tuple((path, MISSING, value) for path, value in work.changes.items())
        problem = there.reason if there is not None else ""
        return RequestPreview("POST", self._api.folders.collection, work.title, changes, problem)

    async def _there(self, work: RowWork) -> RowResult | None:
        """Return the result for a folder that exists already, or that can't be checked."""
        try:
            inside = await self._api.explorer(work.changes[PARENT])
        except ApiError as error:
            return RowResult(work.key, work.title, "failed", error.what(), error)
        same = (one for one in inside.folders if one.name == work.changes[NAME])
        found = next(same, None)
        if found is None:
            return None
        return RowResult(str(found.id), work.title, "skipped", "It already exists.")


class ChangeFolders(WritesInOrder):
    """Renames and moves folders, as each row says."""

    def __init__(self, api: MediaApi) -> None:
        self._api = api

    async def write(self, work: RowWork) -> RowResult:
        folder = await _read(self._api, work)
        if isinstance(folder, RowResult):
            return folder
        changes = _changes(folder, work.changes)
        if not changes:
            return RowResult(work.key, work.title, "skipped", ALREADY)
        try:
            with about_write(title=work.title):
                await update_folder(self._api, folder.id, changes, folder)
        except ApiError as error:
            return failed_write(work, work.title, error)
        return RowResult(work.key, work.title, "ok")

    async def look(self, work: RowWork) -> RowResult | None:
        """Compare the folder with what should have been written."""
        folder = await _read(self._api, work)
        if isinstance(folder, RowResult):
            return folder
        there = not _changes(folder, work.changes)
        return RowResult(work.key, work.title, "ok", FOUND_WRITTEN) if there else None

    async def preview(self, work: RowWork) -> RequestPreview:
        path = self._api.requested(self._api.folders.item(wire_id(work.key)))
        folder = await _read(self._api, work)
        if isinstance(folder, RowResult):
            return RequestPreview("PATCH", path, folder.title, problem=folder.reason)
        before, changes = _values(folder), _changes(folder, work.changes)
        rows = tuple((key, before[key], value) for key, value in changes.items())
        return RequestPreview("PATCH", path, work.title, rows, "" if rows else ALREADY)


class DeleteFolders(WritesInOrder):
    """Deletes folders; a backend may delete everything in them."""

    def __init__(self, api: MediaApi) -> None:
        self._api = api

    async def write(self, work: RowWork) -> RowResult:
        folder = await _read(self._api, work)
        if isinstance(folder, RowResult):
            return folder
        try:
            with about_write(title=work.title, before=_values(folder), whole_before=True):
                await delete_folder(self._api, folder.id)
        except ApiError as error:
            return failed_write(work, work.title, error)
        return RowResult(work.key, work.title, "ok")

    async def look(self, work: RowWork) -> RowResult | None:
        """Check whether the folder is gone."""
        return gone(work, await _read(self._api, work))

    async def preview(self, work: RowWork) -> RequestPreview:
        path = self._api.requested(self._api.folders.item(wire_id(work.key)))
        try:
            inside = await self._api.explorer(wire_id(work.key))
        except ApiError as error:
            return RequestPreview("DELETE", path, work.title, problem=error.what())
        return RequestPreview("DELETE", path, f"{work.title} ({contents(inside)})")


NOT_AGAIN = "A deleted folder can't be restored: its contents are unknown."

NO_DETAILS = "The backend returned no details of this folder."


async def take_back_folder(api: MediaApi, write: Write) -> None:
    """Undo the creation, the name or the place of a folder, as the log has it.

    Raises: LeftAlone: it has changed since, is gone, or is not empty; says which. ApiError: the
        backend refused, or did not answer.
    """
    if write.method == "DELETE":
        raise LeftAlone(NOT_AGAIN)
    try:
        inside = await api.explorer(wire_id(write.id))
    except NotFound:
        raise LeftAlone("It no longer exists.") from None
    if (folder := inside.parent_folder) is None:
        raise LeftAlone(NO_DETAILS)
    made = {one.path: one.after for one in write.values if one.path in (NAME, PARENT)}
    old = {one.path: one.before for one in write.values if one.path in made}
    if any(path in _changes(folder, {path: value}) for path, value in made.items()):
        raise LeftAlone("It has changed since.")
    with about_write(title=write.title, undoes=(write.log_number,)):
        if write.method == "POST":
            if inside.folders or inside.items:
                raise LeftAlone(f"It is not empty: it holds {contents(inside)}.")
            with about_write(before=_values(folder), whole_before=True):
                await delete_folder(api, folder.id)
        elif not old or any(value is MISSING for value in old.values()):
            raise LeftAlone("Its previous name or parent folder was not recorded.")
        else:
            await update_folder(api, folder.id, old, folder)


def contents(inside: Explorer) -> str:
    """Return the contents of a folder in a few words."""
    folders, files = len(inside.folders), inside.count
    if files is None:
        files = len(inside.items)
    if not folders and not files:
        return "empty"
    found = [plural(folders, "folder", "folders")] * bool(folders)
    return " and ".join([*found, *[plural(files, "file", "files")] * bool(files)])


async def _read(api: MediaApi, work: RowWork) -> MediaFolder | RowResult:
    """Return the current folder, or why it can't be read."""
    try:
        found = (await api.explorer(wire_id(work.key))).parent_folder
    except ApiError as error:
        return unread(work, error, f"There is no folder {clean(work.title or work.key)}.")
    if found is None:
        return RowResult(work.key, work.title, "failed", NO_DETAILS)
    return found


def _values(folder: MediaFolder) -> dict[str, Any]:
    return {"id": folder.id, NAME: folder.name, PARENT: folder.parent}


def _changes(folder: MediaFolder, wanted: Mapping[str, Any]) -> dict[str, Any]:
    before = _values(folder)
    return {
        key: value
        for key, value in wanted.items()
        if not (same_id(before[key], value) if key == PARENT else before[key] == value)
    }
