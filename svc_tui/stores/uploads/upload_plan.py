"""Uploads of whole folders: their files, their tree, and duplicates.

Functions that read disks must run in a thread; those that use the backend are async.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from svc_tui.api.errors import ApiError
from svc_tui.models.media import MediaItem, MediaListParams
from svc_tui.models.records import Id
from svc_tui.stores.file_access import HIDDEN, check_access
from svc_tui.stores.uploads.dropped_paths import Skipped
from svc_tui.stores.uploads.upload_checks import title_of
from svc_tui.stores.uploads.upload_store import Upload

if TYPE_CHECKING:
    from svc_tui.api.media import MediaApi

MOST_FILES = 5000
"""Maximum number of files per drop: a home folder dropped by mistake is not walked to its end."""

MOST_PAGES = 40
"""Maximum number of pages of the target folder to read for files with the same name."""

Parts = tuple[str, ...]
"""Folder names below the target, outermost first."""


@dataclass(frozen=True)
class UploadPlan:
    """The files of dropped paths, with those in folders."""

    files: tuple[tuple[Path, Parts], ...] = ()
    """Each file with its target folders."""
    skipped: tuple[Skipped, ...] = ()

    @property
    def folders(self) -> tuple[Parts, ...]:
        """Every folder needed, each after its parent."""
        needed = {parts[:depth] for _, parts in self.files for depth in range(1, len(parts) + 1)}
        return tuple(sorted(needed, key=lambda parts: (len(parts), parts)))


def plan_upload(paths: Iterable[Path]) -> UploadPlan:
    """Walk through folders for their files, without hidden ones."""
    files: list[tuple[Path, Parts]] = []
    skipped: list[Skipped] = []
    for path in paths:
        if not _is_folder(path):
            files.append((path, ()))
            continue
        if why := _left_out(path):
            skipped.append(Skipped(path, why))
            continue
        for inside, parts in _walked(path, skipped):
            if len(files) >= MOST_FILES:
                why = f"too many files, only the first {MOST_FILES} are uploaded"
                skipped.append(Skipped(path, why))
                break
            files.append((inside, parts))
    return UploadPlan(tuple(files), tuple(skipped))


def _walked(top: Path, skipped: list[Skipped]) -> Iterable[tuple[Path, Parts]]:
    name = _text(top.resolve().name) or "folder"

    def unreadable(error: OSError) -> None:
        reason = (error.strerror or "it could not be read").lower()
        skipped.append(Skipped(Path(os.fsdecode(error.filename)), reason))

    for folder, below, names in os.walk(top, onerror=unreadable):
        why_not = {one: _not_entered(Path(folder) / one) for one in sorted(below) if one[0] != "."}
        below[:] = [one for one, why in why_not.items() if not why]
        skipped += [Skipped(Path(folder) / one, why) for one, why in why_not.items() if why]
        inner = Path(folder).relative_to(top).parts
        parts = (name, *map(_text, inner))
        for one in sorted(names):
            path = Path(folder) / one
            if one.startswith("."):
                skipped.append(Skipped(path, "a hidden file"))
            elif why := _left_out(path):
                skipped.append(Skipped(path, why))
            else:
                yield path, parts


async def create_folders(
    api: MediaApi, target: Id | None, wanted: Sequence[Parts]
) -> dict[Parts, Id | ApiError | None]:
    """Return the ids of folders below a target, creating missing ones.

    If one could not be created, the reason stands for it and everything below it.
    """
    made: dict[Parts, Id | ApiError | None] = {(): target}
    inside: dict[Id | None, dict[str, Id]] = {}
    for parts in wanted:
        parent = made[parts[:-1]]
        if isinstance(parent, ApiError):
            made[parts] = parent
            continue
        try:
            if parent not in inside:
                found = (await api.explorer(parent)).folders
                inside[parent] = {folder.name: folder.id for folder in found}
            known = inside[parent].get(parts[-1])
            made[parts] = known or (await api.create_folder(parts[-1], parent)).id
        except ApiError as error:
            made[parts] = error
    return made


async def duplicates(
    api: MediaApi, folder: Id | None, uploads: Sequence[Upload]
) -> dict[int, MediaItem]:
    """Return by upload the file of the folder that has its name and its size already.

    If the folder can't be read, nothing is known, and nothing is reported.
    """
    wanted: dict[tuple[str, int], list[int]] = {}
    for one in uploads:
        for name in (_text(one.path.name), title_of(one.path)):
            wanted.setdefault((name, one.size), []).append(one.id)
    found: dict[int, MediaItem] = {}
    page = pages = 1
    while page <= min(pages, MOST_PAGES):
        try:
            explorer = await api.explorer(folder, MediaListParams(page=page))
        except ApiError:
            break
        for media in explorer.items:
            for name in (media.filename, media.title):
                found |= dict.fromkeys(wanted.get((name, media.size), ()), media)
        page, pages = page + 1, explorer.pages
    return found


def _left_out(path: Path) -> str:
    ruling = check_access(path)
    return ruling.refusal or (HIDDEN if ruling.must_type else "")


def _not_entered(path: Path) -> str:
    return check_access(path).refusal or ("a link to a folder" if path.is_symlink() else "")


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _text(name: str) -> str:
    """Return a name on disk as text that a backend can store."""
    return os.fsencode(name).decode("utf-8", "replace")
