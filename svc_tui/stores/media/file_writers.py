"""Write files of the library one by one in a run: move them, change their text, delete them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from svc_tui.api.errors import ApiError, NotFound
from svc_tui.api.write_subject import about_write
from svc_tui.models.media import TRANSLATED, MediaItem
from svc_tui.models.records import TRANSLATIONS, same_id, wire_id
from svc_tui.stores.listing.action_types import State
from svc_tui.stores.media.media_writes import delete_file, move_file, write_texts
from svc_tui.stores.media.text_changes import rewritten_texts
from svc_tui.stores.record.write_result import CheckedWriteError
from svc_tui.stores.runs.row_writers import (
    ALREADY,
    FOUND_WRITTEN,
    GONE,
    RequestPreview,
    RowResult,
    RowWork,
)
from svc_tui.text import clean

if TYPE_CHECKING:
    from svc_tui.api.media import MediaApi

FOLDER = "folder"


def is_change(path: str) -> bool:
    """Whether a run may write this: the folder, a text, or `translations.it.title`."""
    steps = path.split(".")
    in_language = len(steps) == 3 and steps[0] == TRANSLATIONS
    return path == FOLDER or ((len(steps) == 1 or in_language) and steps[-1] in TRANSLATED)


class ChangeFiles:
    """Moves files and changes their text, as each row says."""

    def __init__(self, api: MediaApi) -> None:
        self._api = api

    async def write(self, work: RowWork) -> RowResult:
        item = await _read(self._api, work)
        if isinstance(item, RowResult):
            return item
        changed = _changed(item, work.changes)
        if changed == item:
            return RowResult(work.key, item.name, "skipped", ALREADY)
        notes: list[str] = []
        try:
            with about_write(title=item.name):
                if not same_id(changed.folder, item.folder):
                    await move_file(self._api, item.id, changed.folder)
                if replace(changed, folder=item.folder) != item:
                    stored = await write_texts(self._api, changed, item, None)
                    notes = rewritten_texts(changed, item, stored)
        except ApiError as error:
            return failed_write(work, item.name, error)
        return RowResult(work.key, item.name, "ok", " ".join(notes))

    async def look(self, work: RowWork) -> RowResult | None:
        """Compare the file with what should have been written."""
        item = await _read(self._api, work)
        if isinstance(item, RowResult):
            return item
        there = _changed(item, work.changes) == item
        return RowResult(work.key, item.name, "ok", FOUND_WRITTEN) if there else None

    async def preview(self, work: RowWork) -> RequestPreview:
        path = self._api.requested(self._api.media.item(wire_id(work.key)))
        item = await _read(self._api, work)
        if isinstance(item, RowResult):
            return RequestPreview("PATCH", path, item.title, problem=item.reason)
        changes = tuple(
            (key, old, new)
            for key, value in work.changes.items()
            for old, new in [(_value(item, key), _value(_changed(item, {key: value}), key))]
            if old != new
        )
        return RequestPreview("PATCH", path, item.name, changes, "" if changes else ALREADY)


class DeleteFiles:
    """Deletes files; they can't be restored."""

    def __init__(self, api: MediaApi) -> None:
        self._api = api

    async def write(self, work: RowWork) -> RowResult:
        item = await _read(self._api, work)
        if isinstance(item, RowResult):
            return item
        try:
            with about_write(title=item.name):
                await delete_file(self._api, item.id)
        except ApiError as error:
            return failed_write(work, item.name, error)
        return RowResult(work.key, item.name, "ok")

    async def look(self, work: RowWork) -> RowResult | None:
        """Check whether the file is gone."""
        return gone(work, await _read(self._api, work))

    async def preview(self, work: RowWork) -> RequestPreview:
        path = self._api.requested(self._api.media.item(wire_id(work.key)))
        item = await _read(self._api, work)
        if isinstance(item, RowResult):
            return RequestPreview("DELETE", path, item.title, problem=item.reason)
        return RequestPreview("DELETE", path, item.name)


async def _read(api: MediaApi, work: RowWork) -> MediaItem | RowResult:
    """Return the current file, or why it can't be read."""
    try:
        return await api.detail(wire_id(work.key))
    except ApiError as error:
        return unread(work, error, f"There is no file {clean(work.key)}.")


def unread(work: RowWork, error: ApiError, missing: str) -> RowResult:
    """Return the outcome of a row that could not be read; `missing` says that it is not there."""
    words = missing if isinstance(error, NotFound) else error.what()
    return RowResult(work.key, work.title, "failed", words, error)


def gone(work: RowWork, found: object) -> RowResult | None:
    """Return the outcome of a deletion, by what was found; None if it is still there."""
    if not isinstance(found, RowResult):
        return None
    if isinstance(found.error, NotFound):
        return RowResult(work.key, work.title, "skipped", GONE)
    return found


def failed_write(work: RowWork, title: str, error: ApiError) -> RowResult:
    """Return the outcome of a write that was refused or got no answer."""
    cause = error.cause if isinstance(error, CheckedWriteError) else error
    state: State = "unknown" if error.may_have_been_applied else "failed"
    return RowResult(work.key, title, state, str(error), cause)


def _changed(item: MediaItem, changes: Mapping[str, Any]) -> MediaItem:
    for path, value in changes.items():
        *_, key = steps = path.split(".")
        if path == FOLDER:
            item = item if same_id(item.folder, value) else replace(item, folder=value)
        else:
            text = "" if value is None else str(value)
            item = item.with_text(key, text, steps[1] if len(steps) == 3 else None)
    return item


def _value(item: MediaItem, path: str) -> Any:
    *_, key = steps = path.split(".")
    return item.folder if path == FOLDER else item.text(key, steps[1] if len(steps) == 3 else None)
