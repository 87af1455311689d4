"""`svc-tui upload`: upload files to the media library from the shell."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from svc_tui.api.daemon_thread import run_in_daemon_thread
from svc_tui.api.errors import ApiError, Forbidden, NotFound, NotSent, Unauthorized
from svc_tui.api.multipart import clean_filename, mime_of
from svc_tui.app.context import Svc
from svc_tui.cli.exits import (
    ERROR,
    INTERRUPTED,
    NOT_SIGNED_IN,
    OK,
    PARTLY_DONE,
    REFUSED,
    USAGE,
    CommandError,
)
from svc_tui.cli.verbs.formats import Output, output_for
from svc_tui.cli.verbs.session import VerbSession, answer, run_verb
from svc_tui.cli.verbs.writing import BulkWrite, check_limits, confirm, show_requests
from svc_tui.models.listing import ListColumn
from svc_tui.models.records import Id, is_id, same_id, wire_id
from svc_tui.models.resource import Resource
from svc_tui.stores.file_access import check_access
from svc_tui.stores.record.draft import MISSING
from svc_tui.stores.runs.row_writers import RequestPreview, RowWork
from svc_tui.stores.uploads.dropped_paths import Skipped
from svc_tui.stores.uploads.upload_checks import UploadLimits
from svc_tui.stores.uploads.upload_plan import UploadPlan, create_folders, plan_upload
from svc_tui.stores.uploads.upload_store import Progress, Upload, UploadStore
from svc_tui.text import filename

if TYPE_CHECKING:
    from rich.progress import TaskID

UPLOADED = tuple(ListColumn(key=key) for key in ("path", "status", "id", "reason"))

STDIN = "-"
STDIN_NUMBER = 0
PIECE = 1024 * 1024
"""Size of the pieces read from it."""


def run(known: argparse.Namespace) -> int:
    """Send the files; return the exit code."""
    _check(known)
    refused = _unnamed(known.paths)
    return run_verb(known, lambda session: _send(session, refused))


def _check(known: argparse.Namespace) -> None:
    """Check the arguments before any request; raises CommandError."""
    from_stdin = STDIN in known.paths
    if from_stdin and len(known.paths) > 1:
        raise CommandError("`-` is the only file: remove the others.", USAGE)
    if from_stdin and not known.name:
        raise CommandError("A file from `-` needs a name: add --name picture.jpg.", USAGE)
    if from_stdin and known.password_stdin:
        raise CommandError("Standard input can't be both the file and the password.", USAGE)
    if known.name and not from_stdin:
        raise CommandError("--name only works with `-`.", USAGE)


def _unnamed(paths: list[str]) -> dict[Path, str]:
    """Return hidden files in the home folder that the user does not confirm by name, and why.

    A shell that expands a pattern passes files that the user has not chosen.
    """
    refused: dict[Path, str] = {}
    for path in map(Path, paths):
        name = check_access(path).must_type if str(path) != STDIN and not path.is_dir() else ""
        if not name:
            continue
        where = "in your home folder, where keys and settings are kept"
        why = f"{filename(name)} is a hidden file {where}"
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            refused[path] = f"{why}; to send it without a terminal, pipe it into `upload -`"
            continue
        if answer(f"{filename(path)}: {why}.\nType its name to send it: ") != name:
            refused[path] = f"{why}, and you did not type its name"
    return refused


async def _send(session: VerbSession, refused: Mapping[Path, str]) -> int:
    svc, known = session.svc, session.known
    with tempfile.TemporaryDirectory(prefix="svc-tui-") as folder:
        paths = [Path(one) for one in known.paths]
        if known.paths == [STDIN]:
            path = Path(folder) / clean_filename(known.name)
            await run_in_daemon_thread(partial(_take_in, path, svc.uploads.limits))
            paths = [path]
        target = await folder_id(svc, known.folder)
        found = await asyncio.to_thread(plan_upload, paths)
        looked = await asyncio.to_thread(svc.uploads.examine, [path for path, _ in found.files])
        _check_count(session, looked)
        if known.dry_run:
            return await _previewed(session, looked, found, refused)
        made = await create_folders(svc.media.api, target, found.folders)
        ready = []
        for upload, (_, parts) in zip(looked, found.files, strict=True):
            where = made[parts]
            if isinstance(where, ApiError):
                upload = replace(upload, progress=Progress.FAILED, reason=str(where))
            else:
                upload = replace(upload, folder=where)
            if why := refused.get(upload.path):
                upload = replace(upload, progress=Progress.FAILED, reason=why)
            ready.append(replace(upload, title=known.title or upload.title))
        return await _carried_out(session, ready, found.skipped)


def _check_count(session: VerbSession, looked: Sequence[Upload]) -> None:
    """Ask before files are sent; raises CommandError if they must not be."""
    works = [RowWork(name, title=name) for name in (filename(one.path.name) for one in looked)]
    files = Resource(name="files", endpoint=session.svc.media.api.media.collection)
    bulk = BulkWrite("Upload", files, works, noun="file")
    if works and check_limits(session, bulk) and not session.known.dry_run:
        confirm(session, bulk)


async def _previewed(
    session: VerbSession, looked: Sequence[Upload], plan: UploadPlan, refused: Mapping[Path, str]
) -> int:
    """Print the requests that would be sent; return the exit code."""
    path = session.svc.media.api.media.collection

    async def of_file(upload: Upload, parts: tuple[str, ...]) -> RequestPreview:
        into = "/".join(filter(None, (session.known.folder or "", *parts)))
        facts = {"folder": into, "title": session.known.title or upload.title, "size": upload.size}
        changes = tuple((key, MISSING, value) for key, value in facts.items() if value)
        problem = refused.get(upload.path) or (upload.reason if upload.over else "")
        return RequestPreview("POST", path, filename(upload.path.name), changes, problem)

    async def of_skipped(one: Skipped) -> RequestPreview:
        return RequestPreview("POST", path, filename(one.path.name), problem=one.reason)

    files = (of_file(one, parts) for one, (_, parts) in zip(looked, plan.files, strict=True))
    return await show_requests(session, "media", (*files, *map(of_skipped, plan.skipped)))


def _take_in(path: Path, limits: UploadLimits) -> None:
    """Store standard input as a file, so that its length is known and it can be sent again.

    If it is too large, only enough to detect that.
    """
    mime, size = mime_of(path.name), 0
    with path.open("wb") as file:
        while limits.refusal(mime, size) is None and (piece := os.read(STDIN_NUMBER, PIECE)):
            size += file.write(piece)


async def folder_id(svc: Svc, named: str | None) -> Id | None:
    """The id of `--folder`: a number or UUID, else the names from the root down (`Photos/2025`).

    A number that is the name of a folder at the root is that folder, unless it is also an id.

    Raises:
        CommandError: there is no such folder, or a number means two.
    """
    if not named or not named.strip("/"):
        return None
    if is_id(named):
        folder, explorer = wire_id(named), svc.media.api.explorer
        called = next((one.id for one in (await explorer()).folders if one.name == named), None)
        try:
            await explorer(folder)
        except NotFound:
            if called is None:
                raise CommandError(f"There is no folder {folder}.", ERROR) from None
            return called
        if called is not None and not same_id(called, folder):
            words = f"{named} is the id of one folder and the name of another"
            raise CommandError(f"{words}: write /{named} for the name, or the id {called}.", USAGE)
        return folder
    here: Id | None = None
    for step in named.strip("/").split("/"):
        folders = (await svc.media.api.explorer(here)).folders
        found = next((one.id for one in folders if one.name == step), None)
        if found is None:
            raise CommandError(f'There is no folder "{step}" in "{named}".', ERROR)
        here = found
    return here


async def _carried_out(
    session: VerbSession, ready: list[Upload], skipped: tuple[Skipped, ...]
) -> int:
    svc = session.svc
    svc.uploads.queue(ready)
    tell: Telling
    if session.known.command == "media":
        tell = _Rows(svc.uploads, output_for(session.known, UPLOADED, resource="media"))
    else:
        tell = _Bars(svc.uploads) if sys.stdout.isatty() else _Lines(svc.uploads)
    for one in skipped:
        tell.skipped(one)
    stopped: list[int] = []
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGINT, lambda: _stop(svc.uploads, stopped))
    try:
        with tell:
            await svc.uploads.run()
    finally:
        loop.remove_signal_handler(signal.SIGINT)
    return INTERRUPTED if stopped else exit_code(svc.uploads.state.uploads)


def _stop(uploads: UploadStore, stopped: list[int]) -> None:
    stopped.append(1)
    uploads.cancel_all()


def exit_code(uploads: tuple[Upload, ...]) -> int:
    """All sent, some of them, or none: then the kind of failure decides the code."""
    done = sum(one.progress is Progress.DONE for one in uploads)
    if done == len(uploads) and uploads:
        return OK
    if done:
        return PARTLY_DONE
    kinds = {type(one.error) for one in uploads}
    if kinds == {Unauthorized}:
        return NOT_SIGNED_IN
    return REFUSED if kinds and kinds <= {Forbidden, NotSent} else ERROR


class Telling:
    """Reports the progress of the files."""

    def __init__(self, uploads: UploadStore) -> None:
        self.uploads = uploads
        self._leave: Callable[[], None] = lambda: None
        self._problem: OSError | None = None

    def __enter__(self) -> Telling:
        self._leave = self.uploads.subscribe(self._hear)
        self.tell()
        return self

    def __exit__(self, *_: object) -> None:
        self._leave()
        if self._problem is not None:
            raise self._problem
        self.tell()

    def _hear(self, message: object) -> None:
        """Report it; if that fails, as the reader has left, no further file is sent."""
        try:
            self.tell()
        except OSError as error:
            self._problem = error
            self._leave()
            for one in self.uploads.state.uploads:
                if one.progress is Progress.WAITING:
                    self.uploads.cancel(one.id)

    def tell(self) -> None:
        """Something moved."""

    def skipped(self, one: Skipped) -> None:
        """A file was skipped."""


class _Lines(Telling):
    """Output for programs: a JSON object for each finished file, in ASCII only."""

    def __init__(self, uploads: UploadStore) -> None:
        super().__init__(uploads)
        self._printed: set[int] = set()

    def tell(self) -> None:
        """The files finished since last time."""
        for one in self.uploads.state.uploads:
            if one.over and one.id not in self._printed:
                self._printed.add(one.id)
                self._print(_facts(one))

    def skipped(self, one: Skipped) -> None:
        """A file was skipped."""
        self._print({"path": _plain(one.path), "status": "skipped", "reason": one.reason})

    def _print(self, facts: dict[str, object]) -> None:
        print(json.dumps(facts), flush=True)


def _facts(one: Upload) -> dict[str, object]:
    facts: dict[str, object] = {"path": _plain(one.path), "status": str(one.progress)}
    if one.media is not None:
        facts |= {"id": one.media.id, "url": one.media.file}
    return facts | ({"reason": one.reason} if one.reason else {}) | {"size": one.size}


def _plain(path: Path) -> str:
    """Return a path as text that JSON can represent, whatever its bytes."""
    return str(path).encode("utf-8", "surrogateescape").decode("utf-8", "replace")


class _Rows(_Lines):
    """A row per file, in the requested format."""

    def __init__(self, uploads: UploadStore, output: Output) -> None:
        super().__init__(uploads)
        self._output = output

    def __exit__(self, *found: object) -> None:
        super().__exit__(*found)
        self._output.end()

    def _print(self, facts: dict[str, object]) -> None:
        self._output.write([facts])


class _Bars(Telling):
    """For people: a bar per file."""

    def __init__(self, uploads: UploadStore) -> None:
        super().__init__(uploads)
        # Imported here: a script's JSON lines need no bars.
        from rich.progress import BarColumn, DownloadColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bars

        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(20),
            DownloadColumn(binary_units=True),
            TimeRemainingColumn(),
            TextColumn("{task.fields[said]}", markup=False),
        )
        self._bars = Bars(*columns)
        self._tasks: dict[int, TaskID] = {}
        """By the id of each upload."""

    def __enter__(self) -> Telling:
        self._bars.start()
        return super().__enter__()

    def __exit__(self, *found: object) -> None:
        super().__exit__(*found)
        self._bars.stop()

    def tell(self) -> None:
        """Every file's bar."""
        for one in self.uploads.state.uploads:
            if one.id not in self._tasks:
                name = filename(one.path.name)
                total = one.size or None
                self._tasks[one.id] = self._bars.add_task(name, total=total, said="")
            task = self._tasks[one.id]
            said = filename(one.reason or (str(one.progress) if one.over else ""))
            self._bars.update(task, completed=one.sent, said=said)

    def skipped(self, one: Skipped) -> None:
        """A file was skipped."""
        self._bars.console.print(
            f"skipped {filename(one.path.name)}: {one.reason}", markup=False, highlight=False
        )
