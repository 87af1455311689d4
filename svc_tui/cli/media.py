"""`svc-tui media`: list, upload, download, move and delete files of the media library."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Any

from svc_tui.api.download import Downloads, NotDownloaded
from svc_tui.api.errors import NotFound
from svc_tui.api.multipart import clean_filename
from svc_tui.cli import upload
from svc_tui.cli.exits import ERROR, OK, PARTLY_DONE, REFUSED, USAGE, CommandError
from svc_tui.cli.upload import folder_id
from svc_tui.cli.verbs.formats import output_for
from svc_tui.cli.verbs.session import VerbSession, ask_yes, asks_people, run_verb, say
from svc_tui.cli.verbs.writing import COLUMNS, facts_of
from svc_tui.models.listing import ListColumn
from svc_tui.models.media import MediaFolder, MediaItem, MediaListParams
from svc_tui.models.records import Id, wire_id
from svc_tui.stores.file_access import check_access
from svc_tui.stores.media.bulk_run import BulkResult
from svc_tui.stores.runs.row_writers import RowResult
from svc_tui.stores.unavailable_reason import ONLY_READS, not_possible_message
from svc_tui.text import clean, filename, plural

LISTED = (
    ListColumn(key="id"),
    ListColumn(key="kind"),
    ListColumn(key="name"),
    ListColumn(key="mime_type", label="Type"),
    ListColumn(key="size", format="size"),
    ListColumn(key="title"),
)

LARGEST = 2**30
"""Bytes of a file that is downloaded."""


def run(known: argparse.Namespace) -> int:
    """Do one thing to files; return the exit code."""
    if known.deed == "upload":
        known.paths, known.name, known.title = known.words, known.name, ""
        if not known.words:
            raise CommandError("Upload which files?", USAGE)
        return upload.run(known)
    if known.deed != "ls" and not known.words:
        raise CommandError(f"media {known.deed} needs ids or paths such as Photos/cat.png.", USAGE)
    return run_verb(known, _DEEDS[known.deed])


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
    """Yield the folders and files of each page of a folder; of a search, of the whole library."""
    page, seen = 1, set[Id]()
    while True:
        params = MediaListParams(page=page, search=search, all=bool(search))
        found = await session.svc.media.api.explorer(folder, params)
        news = tuple(one for one in found.items if one.id not in seen)
        yield found.folders, news
        seen |= {one.id for one in news}
        if page >= found.pages or not news:
            return
        page += 1


async def _items(session: VerbSession, words: Iterable[str]) -> list[MediaItem]:
    """Return the files that ids or paths mean, each once; raises CommandError."""
    found: dict[Id, MediaItem] = {}
    for word in words:
        item = await _item(session, word)
        found[item.id] = item
    return list(found.values())


async def _item(session: VerbSession, word: str) -> MediaItem:
    api = session.svc.media.api
    if word.isdecimal():
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
        raise CommandError(f"Several files are called {clean(word)}: name one of {ids}.", USAGE)
    if not matches:
        raise CommandError(f"There is no file {clean(word)}.")
    return matches[0]


async def _download(session: VerbSession) -> int:
    known, failed = session.known, 0
    items = await _items(session, known.words)
    if known.to == "-" and len(items) > 1:
        raise CommandError("Standard output takes one file.", USAGE)
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
    """Write a file that appears when it is complete; raises CommandError."""
    access = check_access(path)
    if access.refusal or access.must_type:
        raise CommandError(access.refusal or "It would be a hidden file of your home.")
    try:
        handle, draft = tempfile.mkstemp(".part", ".svc-tui-", path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            os.chmod(draft, 0o644)
            if overwrite:
                os.replace(draft, path)
            else:
                os.link(draft, path)
        finally:
            Path(draft).unlink(missing_ok=True)
    except FileExistsError:
        raise CommandError("it is there already: --overwrite replaces it.") from None
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise CommandError(f"it could not be written: {why}.") from None


async def _move(session: VerbSession) -> int:
    *words, target = session.known.words
    if not words:
        raise CommandError("media mv takes files, and the folder to move them to.", USAGE)
    target_id = await folder_id(session.svc, target)
    items = await _items(session, words)
    _confirm(session, "Move", items)
    folder = None if target_id is None else MediaFolder(target_id)
    titles = {one.id: one.title or one.filename for one in items}
    return _told(session, await session.svc.media.move_all(titles, folder))


async def _remove(session: VerbSession) -> int:
    items = await _items(session, session.known.words)
    _confirm(session, "Delete", items)
    titles = {one.id: one.title or one.filename for one in items}
    return _told(session, await session.svc.media.delete_all(titles))


def _confirm(session: VerbSession, verb: str, items: list[MediaItem]) -> None:
    """Ask before files are written; raises CommandError for no, or where nobody can be asked."""
    known, config, word = session.known, session.svc.config, session.svc.confirm.word
    if config.read_only:
        raise CommandError(not_possible_message(verb, ONLY_READS), REFUSED)
    limit = config.max_rows
    if limit is not None and len(items) > limit:
        raise CommandError(f"Nothing was done: {len(items)} files, and at most {limit} may be.")
    if word and known.profile_name != word:
        raise CommandError(f"This is protected: add --profile-name {clean(word)}.", USAGE)
    if known.yes or (verb == "Move" and len(items) == 1):
        return
    if not asks_people():
        raise CommandError("Nobody can be asked here: add --yes.", USAGE)
    names = ", ".join(clean(one.filename) for one in items[:3])
    if not ask_yes(f"{verb} {plural(len(items), 'file', 'files')} ({names})?"):
        raise CommandError("Nothing was done.")


def _told(session: VerbSession, result: BulkResult) -> int:
    output = output_for(session.known, COLUMNS, resource="media")
    rows = [RowResult(one.key, one.title, one.state, one.reason) for one in result.outcomes]
    output.write(map(facts_of, rows))
    output.end()
    bad = sum(one.state in ("failed", "unknown") or one.untried for one in result.outcomes)
    return OK if not bad else ERROR if bad == len(rows) else PARTLY_DONE


def _folder_facts(folder: MediaFolder) -> dict[str, Any]:
    return {"id": folder.id, "kind": "folder", "name": f"{folder.name}/"}


def _file_facts(item: MediaItem) -> dict[str, Any]:
    facts = {"id": item.id, "kind": "file", "name": item.filename, "mime_type": item.mime_type}
    return {**facts, "size": item.size, "title": item.title, "url": item.file}


_DEEDS = {"ls": _list, "download": _download, "mv": _move, "rm": _remove}
