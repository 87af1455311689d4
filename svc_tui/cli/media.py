"""`svc-tui media`: list, upload, download, move, change and delete files and folders."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from pathlib import Path
from secrets import token_hex
from typing import Any

from svc_tui.api.download import Downloads, NotDownloaded
from svc_tui.api.errors import NotFound
from svc_tui.api.multipart import clean_filename
from svc_tui.cli import upload
from svc_tui.cli.exits import ERROR, OK, PARTLY_DONE, USAGE, CommandError
from svc_tui.cli.upload import folder_id
from svc_tui.cli.verbs.formats import output_for
from svc_tui.cli.verbs.session import VerbSession, run_verb, say
from svc_tui.cli.verbs.writing import BulkWrite, carry_out, rows_from
from svc_tui.models.listing import ListColumn
from svc_tui.models.media import TRANSLATED, MediaFolder, MediaItem, MediaListParams
from svc_tui.models.records import TRANSLATIONS, Id, is_id, wire_id
from svc_tui.models.resource import Resource
from svc_tui.stores.file_access import check_access
from svc_tui.stores.media.file_writers import FOLDER, is_change
from svc_tui.stores.media.folder_writers import NAME, PARENT
from svc_tui.stores.rows import key_of
from svc_tui.stores.runs.row_writers import RowWork, flattened
from svc_tui.stores.runs.run_kinds import RUN_KINDS
from svc_tui.text import clean, filename, plural

MEDIA = "media"

LISTED = (
    ListColumn(key="id"),
    ListColumn(key="kind"),
    ListColumn(key="name"),
    ListColumn(key="mime_type", label="Type"),
    ListColumn(key="size", format="size"),
    ListColumn(key="title"),
)

READ_BY = {
    "search": ("ls",),
    "folder": ("upload",),
    "name": ("upload",),
    "title": ("upload",),
    "to": ("download",),
    "overwrite": ("download",),
    "set": ("set",),
    "source": ("set",),
    "lang": ("set",),
    "canary": ("mkdir", "rename", "mv", "set", "rm"),
    "failed": ("mv", "set", "rm"),
    "dry_run": ("upload", "mkdir", "rename", "mv", "set", "rm"),
}
"""Which subcommands read an option, if not all of them do."""

LARGEST = 2**30
"""Maximum size of a downloaded file."""


def run(known: argparse.Namespace) -> int:
    """Do one thing to files; return the exit code."""
    _check_flags(known)
    if known.subcommand == "upload":
        known.paths = known.words
        if not known.words:
            raise CommandError("Upload which files?", USAGE)
        return upload.run(known)
    if known.subcommand not in ("ls", "set") and not known.words:
        raise CommandError(
            f"media {known.subcommand} needs ids or paths such as Photos/cat.png.", USAGE
        )
    return run_verb(known, _SUBCOMMANDS[known.subcommand])


def _check_flags(known: argparse.Namespace) -> None:
    """Raise CommandError for an option that this subcommand does not read."""
    for name, readers in READ_BY.items():
        if getattr(known, name) and known.subcommand not in readers:
            flag = "--from" if name == "source" else f"--{name.replace('_', '-')}"
            raise CommandError(f"{flag} is for media {' and '.join(readers)}.", USAGE)


async def _list(session: VerbSession) -> int:
    known, rows = session.known, []
    if len(known.words) > 1:
        raise CommandError("media ls takes one folder.", USAGE)
    folder = await folder_id(session.svc, known.words[0] if known.words else None)
    output = output_for(known, LISTED, resource="media")
    first = True
    async for folders, items in _pages(session, folder, known.search or ""):
        rows = [_folder_facts(one) for one in folders] if first and not known.search else []
        output.write([*rows, *map(_file_facts, items)])
        first = False
    output.end()
    return OK


async def _pages(
    session: VerbSession, folder: Id | None, search: str = ""
) -> AsyncIterator[tuple[tuple[MediaFolder, ...], tuple[MediaItem, ...]]]:
    """Yield the folders and files of each page of a folder, a search or the whole library."""
    page, seen = 1, set[Id]()
    while True:
        params = MediaListParams(page=page, search=search, all=bool(search))
        found = await session.svc.media.api.explorer(folder, params)
        news = tuple(one for one in found.items if one.id not in seen)
        if found.unreadable:
            files = plural(found.unreadable, "file", "files")
            say(f"Page {page}: {files} not shown: {found.why_unreadable}.")
        yield found.folders, news
        seen |= {one.id for one in news}
        if page >= found.pages or not news:
            return
        page += 1


async def items_of(session: VerbSession, words: Iterable[str]) -> list[MediaItem]:
    """Return the files of ids or paths, each once; raises CommandError."""
    found: dict[Id, MediaItem] = {}
    for word in words:
        item = await _item(session, word)
        found[item.id] = item
    return list(found.values())


async def _item(session: VerbSession, word: str) -> MediaItem:
    api = session.svc.media.api
    if is_id(word):
        try:
            return await api.detail(wire_id(word))
        except NotFound:
            raise CommandError(f"There is no file {word}.") from None
    place, _, name = word.strip("/").rpartition("/")
    folder = await folder_id(session.svc, place)
    matches = []
    async for _, items in _pages(session, folder):
        matches += [one for one in items if name in (one.filename, one.title)]
    if len(matches) > 1:
        ids = ", ".join(str(one.id) for one in matches)
        raise CommandError(
            f"Several files are named {clean(word)}: use one of the ids {ids}.", USAGE
        )
    if not matches:
        raise CommandError(f"There is no file {clean(word)}.")
    return matches[0]


async def _download(session: VerbSession) -> int:
    known, failed = session.known, 0
    items = await items_of(session, known.words)
    if known.to == "-" and len(items) > 1:
        raise CommandError("Only one file can be written to standard output.", USAGE)
    folder = Path(os.path.expanduser(known.to or "."))
    if known.to != "-" and not folder.is_dir():
        raise CommandError(f"There is no folder {filename(folder)}.")
    config = session.svc.config.media
    downloads = Downloads(session.svc.fetch, other_hosts=config.pictures_elsewhere)
    try:
        for item in items:
            try:
                content = await downloads.read(item.file, most=LARGEST)
                if known.to == "-":
                    sys.stdout.buffer.write(content.data)
                    return OK
                path = folder / clean_filename(item.filename)
                await asyncio.to_thread(_save, path, content.data, known.overwrite)
                print(filename(path))
            except (NotDownloaded, CommandError) as error:
                failed += 1
                say(f"{item.filename}: {error}")
    finally:
        await downloads.aclose()
    return OK if not failed else ERROR if failed == len(items) else PARTLY_DONE


def _save(path: Path, data: bytes, overwrite: bool) -> None:
    """Write a file that appears when complete; raises CommandError."""
    access = check_access(path)
    if access.refusal or access.must_type:
        raise CommandError(access.refusal or "it would be a hidden file in your home folder.")
    try:
        draft = path.with_name(f".svc-tui-{token_hex(6)}.part")
        try:
            with draft.open("xb") as file:
                file.write(data)
            if overwrite:
                os.replace(draft, path)
            else:
                os.link(draft, path)
        finally:
            draft.unlink(missing_ok=True)
    except FileExistsError:
        raise CommandError("it already exists. Add --overwrite to replace it.") from None
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise CommandError(f"it could not be written: {why}.") from None


async def _move(session: VerbSession) -> int:
    *words, target = session.known.words
    if not words:
        raise CommandError("media mv takes files, or folders, and a target folder.", USAGE)
    target_id = await folder_id(session.svc, _bare(target))
    if _are_folders(words):
        works = await _folder_works(session, words, {PARENT: target_id})
        return await _on_folders(session, "Move", works, "change")
    items = await items_of(session, words)
    return await _change(
        session, "Change folder of", {str(one.id): {FOLDER: target_id} for one in items}
    )


async def _create(session: VerbSession) -> int:
    works = []
    for word in dict.fromkeys(map(_bare, session.known.words)):
        place, _, name = word.strip("/").rpartition("/")
        if not name:
            raise CommandError(f"{clean(word)} is not a valid folder name.", USAGE)
        parent = await folder_id(session.svc, place)
        works.append(RowWork(word, {NAME: name, PARENT: parent}, word, new=True))
    return await _on_folders(session, "Create", works, "create")


async def _rename(session: VerbSession) -> int:
    words = session.known.words
    if len(words) != 2 or not words[0].endswith("/") or "/" in words[1] or not words[1]:
        what = "media rename takes a folder, such as Photos/2025/, and its new name."
        raise CommandError(f"{what} To change the title of a file, use `media set`.", USAGE)
    works = await _folder_works(session, words[:1], {NAME: words[1]})
    return await _on_folders(session, "Rename", works, "change")


def _bare(word: str) -> str:
    """Return the name of a folder without its final slash, which `ls` prints."""
    return word.rstrip("/") or word


def _are_folders(words: Sequence[str]) -> bool:
    """Whether words name folders, with a final slash; raises CommandError for a mix."""
    found = {word.endswith("/") for word in words}
    if len(found) > 1:
        raise CommandError("Name files or folders (such as Photos/2025/), not both.", USAGE)
    return found == {True}


async def _folder_works(
    session: VerbSession, words: Sequence[str], changes: Mapping[str, Any]
) -> list[RowWork]:
    """Return work for each named folder; raises CommandError."""
    found = {}
    for word in words:
        if (id := await folder_id(session.svc, _bare(word))) is None:
            raise CommandError("The root folder can't be changed.", USAGE)
        found[str(id)] = RowWork(str(id), changes, word)
    return list(found.values())


async def _on_folders(
    session: VerbSession, verb: str, works: Sequence[RowWork], change: str
) -> int:
    """Create, change or delete folders; return the exit code."""
    resource = media_resource(session)
    kind, deletes = f"media_folder_{change}", change == "delete"
    for right in RUN_KINDS[kind].rights:
        session.check_allowed(resource, right)
    return await carry_out(
        session,
        BulkWrite(
            verb,
            resource,
            works,
            session.writer(kind, resource),
            dangerous=deletes,
            facts={"kind": kind},
            noun="folder",
            warning=FOLDERS_GONE * deletes,
        ),
    )


FOLDERS_GONE = "Deleted folders can't be restored, and everything in them may be deleted too."


async def _set(session: VerbSession) -> int:
    known = session.known
    values = _set_values(known)
    if known.source:
        if known.words:
            raise CommandError("--from already lists the files. Remove the ids.", USAGE)
        return await _change(session, "Change", _rows(rows_from(known), values))
    if not known.words or not values:
        raise CommandError("media set needs files, and --set title=… or --from FILE.", USAGE)
    items = await items_of(session, known.words)
    return await _change(session, "Change", {str(one.id): values for one in items})


async def _change(session: VerbSession, verb: str, changes: Mapping[str, Mapping[str, Any]]) -> int:
    """Write values of files by id; return the exit code."""
    resource = media_resource(session)
    session.check_allowed(resource, "change")
    works = [RowWork(key, one) for key, one in changes.items()]
    return await carry_out(
        session,
        BulkWrite(
            verb,
            resource,
            works,
            session.writer("media_change", resource),
            facts={"kind": "media_change"},
            noun="file",
        ),
    )


async def _remove(session: VerbSession) -> int:
    resource = media_resource(session)
    session.check_allowed(resource, "delete")
    if _are_folders(session.known.words):
        folders = await _folder_works(session, session.known.words, {})
        return await _on_folders(session, "Delete", folders, "delete")
    items = await items_of(session, session.known.words)
    works = [RowWork(str(one.id), {}, one.name) for one in items]
    return await carry_out(
        session,
        BulkWrite(
            "Delete",
            resource,
            works,
            session.writer("media_delete", resource),
            dangerous=True,
            facts={"kind": "media_delete"},
            noun="file",
            warning="Deleted files can't be restored.",
        ),
    )


def media_resource(session: VerbSession) -> Resource:
    """Return the library as a resource of files, with the user's rights."""
    svc = session.svc
    model = svc.config.media.permissions_model
    if svc.auth.user is not None:
        svc.auth.note_page_permissions(MEDIA, model)
    found = Resource(name="files", endpoint=svc.media.api.media.collection, model=model)
    return found.model_copy(update={"name": MEDIA})  # A name that no console file can have.


def _set_values(known: argparse.Namespace) -> dict[str, str]:
    """Return the values of `--set`; raises CommandError for one that files don't have."""
    found = {}
    for given in known.set:
        path, sign, text = given.partition("=")
        _check_change(path, bool(sign))
        if path == FOLDER:
            raise CommandError("To move a file, use `media mv`.", USAGE)
        found[f"{TRANSLATIONS}.{known.lang}.{path}" if known.lang else path] = text
    return found


def _rows(
    rows: Sequence[Mapping[str, Any]], values: Mapping[str, Any]
) -> dict[str, Mapping[str, Any]]:
    """Return the values of rows by the ids of their files; raises CommandError."""
    found: dict[str, Mapping[str, Any]] = {}
    for number, row in enumerate(rows, 1):
        key = key_of(row, "id")
        if not key:
            raise CommandError(f"Row {number} has no id. Nothing was changed.")
        if key in found:
            raise CommandError(f"id {clean(key)} appears twice. Nothing was changed.")
        changes = {path: one for path, one in flattened(row).items() if path != "id"}
        for path in changes:
            _check_change(path)
        found[key] = {**changes, **values}
    return found


def _check_change(path: str, sign: bool = True) -> None:
    if not sign or not is_change(path):
        names = ", ".join(TRANSLATED)
        raise CommandError(f"Files have no text field {clean(path)}. Use {names}.", USAGE)


def _folder_facts(folder: MediaFolder) -> dict[str, Any]:
    return {"id": folder.id, "kind": "folder", "name": f"{folder.name}/"}


def _file_facts(item: MediaItem) -> dict[str, Any]:
    facts = {"id": item.id, "kind": "file", "name": item.filename, "mime_type": item.mime_type}
    return {**facts, "size": item.size, "title": item.title, "url": item.file}


_SUBCOMMANDS = {
    "ls": _list,
    "download": _download,
    "mkdir": _create,
    "rename": _rename,
    "mv": _move,
    "set": _set,
    "rm": _remove,
}
