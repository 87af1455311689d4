"""The journal of unsaved work: one private file for each form with edits."""

from __future__ import annotations

import asyncio
import fcntl
import logging
import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Lock
from typing import Any

from svc_tui.config.private_files import NotPrivate, close_folder, read_private, write_private
from svc_tui.models.foreign_code import FAILURES
from svc_tui.stores.base import Store, StoreChanged
from svc_tui.stores.record.autosaved_draft import (
    AutosavedChange,
    AutosavedDraft,
    DraftKey,
    autosaved_changes,
    decode_draft,
    encode_draft,
    hashed,
)
from svc_tui.stores.record.draft import Draft
from svc_tui.text import clean, plural

LOG = logging.getLogger("svc_tui")

PAUSE = 0.3
"""Seconds without a change after which a draft is written."""

EVERY = 1.0
"""Seconds from a change to its write at most, while the user types without a pause."""

DISCARDED = "Discarded. Press u to bring it back."
"""The toast of a draft that was discarded just now."""

KEPT_FOR = timedelta(days=30)
"""How long a draft is kept."""


@dataclass(frozen=True)
class DraftsState:
    """The state of the drafts on disk."""

    problem: str | None = None
    """Why nothing is being kept, in a sentence; None if it works."""


@dataclass(frozen=True)
class DiscardedDraft:
    """A draft that was discarded, and when."""

    draft: AutosavedDraft
    when: datetime

    @property
    def in_words(self) -> str:
        """Return which record it belongs to, how much of it was changed, and when."""
        what = " · ".join(filter(None, (self.draft.title, self.draft.location)))
        count = plural(len(self.draft.changes), "value", "values")
        return f"{what}\n{count}, discarded on {self.when.astimezone():%Y-%m-%d at %H:%M}."


class DraftsStore(Store[DraftsState]):
    """`drafts/` in the state directory: mode 0700, one file of mode 0600 for each form.

    A file's name ends with the console that wrote it, so that two consoles never overwrite each
    other's drafts. A running console holds a lock, which is released even if it is killed.
    """

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """Unsaved text can't be kept any more, or can be again."""

        state: DraftsState

    def __init__(
        self,
        folder: Path | None,
        base_url: str = "",
        *,
        on_warning: Callable[[str], object] | None = None,
        on_note: Callable[[str], object] | None = None,
        every: float = EVERY,
    ) -> None:
        super().__init__(DraftsState())
        self.folder = folder
        """The folder; None keeps drafts in memory, as long as this object lives."""
        self._in_memory: dict[str, AutosavedDraft] = {}
        self.base_url = base_url
        self.every = every
        self.console = os.urandom(6).hex()
        """The id of this console among all that write here."""
        self._on_warning = on_warning
        self._on_note = on_note
        self.temporary = False
        """Whether the folder is deleted when the program ends, as that of the demo is."""
        self.discarded: DiscardedDraft | None = None
        """The last draft discarded in this session, until it is restored."""
        self._wanted: AutosavedDraft | None = None
        """The draft to restore once its form is open."""
        self._keepers: dict[str, DraftAutosaver] = {}
        self._count = 0
        self._lock: int | None = None
        self._reported: set[str] = set()

    # Writing

    def keeper(
        self,
        endpoint: str,
        id: str,
        *,
        user: str = "",
        languages: Iterable[str] = (),
        loaded: Mapping[str, Any] | None = None,
        left_out: Iterable[str] = (),
        whole: Iterable[str] = (),
        part: Iterable[str] = (),
    ) -> DraftAutosaver:
        """Return the autosaver of one form; `left_out` are patterns of secrets.

        Records in the keys `whole` are saved and offered undivided. `part` has the paths of a form
        with only a part of the record's fields.
        """
        key = DraftKey(
            self.base_url, user, endpoint, id, tuple(sorted(languages)), hashed(loaded or {})
        )
        self._count += 1
        name = f"{key.stem}.{self.console}-{self._count}.json"
        keeper = DraftAutosaver(self, key, self._file(name), tuple(left_out), frozenset(whole))
        keeper.part = tuple(part)
        self._keepers[name] = keeper
        return keeper

    def flush(self) -> None:
        """Write everything immediately, as the process is about to end.

        A form that fails, perhaps the one that ended the process, does not cost another its draft.
        """
        for keeper in tuple(self._keepers.values()):
            try:
                keeper.flush()
            except FAILURES:
                LOG.exception("The last keystrokes could not be written to disk.")

    def forget(self, keeper: DraftAutosaver) -> None:
        """A form was closed; what it left is a draft for the next opening."""
        self._keepers.pop(keeper.file.name, None)

    def write(self, draft: AutosavedDraft, file: Path) -> None:
        """Write a draft next to its place and move it there; raises `OSError`."""
        if self.folder is None:
            self._in_memory[file.name] = draft
            return
        self._hold_lock(self.folder)
        write_private(file, encode_draft(draft), synced=True)

    def delete(self, files: Iterable[Path]) -> str | None:
        """Delete drafts; returns a sentence about those that can't be deleted, or None."""
        if self.folder is not None:
            return removed(files)
        for file in files:
            self._in_memory.pop(file.name, None)
        return None

    def _file(self, name: str) -> Path:
        return Path(name) if self.folder is None else self.folder / name

    def _hold_lock(self, folder: Path) -> None:
        """Create the folder, and lock it for this console until it ends."""
        if self._lock is not None:
            return
        close_folder(folder)
        file = self._lock_file(self.console)
        while True:
            handle = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            # File systems without locks still save drafts.
            with suppress(OSError):
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if file.exists():  # Otherwise another console removed it before it was locked.
                self._lock = handle
                return
            os.close(handle)

    def _lock_file(self, console: str) -> Path:
        return self._file(f"{console}.lock")

    def went(self, error: OSError | None) -> None:
        """Note the result of a write: a problem is reported once, until it works again."""
        if error is None:
            self.change(problem=None)
            return
        reason = (error.strerror or "for an unknown reason").lower()
        said = f"Unsaved text can't be kept ({reason}): it is only in memory, so save often."
        if self.state.problem is None:
            self._warn(said)
        self.change(problem=said)

    # Reading

    async def of_record(self, key: DraftKey) -> list[AutosavedDraft]:
        """The drafts of a record that no running console has open, the newest first."""
        return [
            one
            for one in await self.all(key.user)
            if one.key.same_record(key) and not (one.elsewhere or one.discarded)
        ]

    async def all(self, user: str) -> list[AutosavedDraft]:
        """All drafts of a user on this backend, the newest first; broken files are ignored."""
        found, problems = await asyncio.to_thread(self._read_all)
        for problem in problems:
            self.report(problem)
        mine = [one for one in found if (one.key.base_url, one.key.user) == (self.base_url, user)]
        return sorted(mine, key=lambda one: one.made_at, reverse=True)

    def _read_all(self) -> tuple[list[AutosavedDraft], list[str]]:
        if self.folder is None:
            kept = [*self._in_memory.items()]
            return [self._remembered(Path(name), draft) for name, draft in kept], []
        found, problems = [], []
        for file in sorted(self.folder.glob("*.json")):
            try:
                draft = decode_draft(read_private(file))
            except FileNotFoundError:
                continue
            except NotPrivate as error:
                problems.append(
                    f"The unsaved changes in {file.name} were ignored: it {error.strerror}."
                )
            except OSError as error:
                problems.append(
                    f"The unsaved changes in {file.name} were ignored: {error.strerror}."
                )
            except ValueError as error:
                problems.append(f"The unsaved changes in {file.name} were ignored: {error}.")
            else:
                open_now = self._is_open(file)
                if not open_now and datetime.now(UTC) - draft.made_at > KEPT_FOR:
                    self._drop(draft, file)
                else:
                    found.append(replace(draft, file=file, elsewhere=open_now))
        return found, problems

    def _remembered(self, file: Path, draft: AutosavedDraft) -> AutosavedDraft:
        return replace(draft, file=file, elsewhere=file.name in self._keepers)

    def _drop(self, draft: AutosavedDraft, file: Path) -> None:
        """Delete an old draft, and log it."""
        where = draft.location or f"{draft.key.endpoint} {draft.key.id}"
        days = KEPT_FOR.days
        words = f"Unsaved changes of {clean(where)} were discarded after {days} days."
        if (problem := removed((file,))) is not None:
            words = problem
        LOG.info("%s", words)
        if self._on_note is not None:
            self._on_note(words)

    async def drop_old(self) -> None:
        """Delete the drafts that are too old, of all users."""
        await asyncio.to_thread(self._read_all)

    def _is_open(self, file: Path) -> bool:
        """Whether a form has this file open, here or in another running console."""
        console = file.stem.rpartition(".")[2].partition("-")[0]
        return file.name in self._keepers if console == self.console else self._runs(console)

    def _runs(self, console: str) -> bool:
        try:
            handle = os.open(self._lock_file(console), os.O_RDWR | os.O_CLOEXEC)
        except OSError:
            return False
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except OSError:
            return False
        finally:
            os.close(handle)
        return False

    async def discard(self, draft: AutosavedDraft) -> bool:
        """Stop offering a draft, but keep it for `bring_back`; whether that succeeded."""
        file = draft.file
        if file is None:
            self._count += 1
            file = self._file(f"{draft.key.stem}.{self.console}-{self._count}.json")
        kept = replace(draft, discarded=True, file=file)
        try:
            await asyncio.to_thread(self.write, kept, file)
        except OSError as error:
            self.went(error)
            return False
        self.went(None)
        self.discarded = DiscardedDraft(kept, datetime.now(UTC))
        return True

    def bring_back(self, draft: AutosavedDraft) -> None:
        """Restore a draft as soon as its form is open."""
        self._wanted = draft
        self.discarded = None

    def cancel_restore(self, last: DiscardedDraft | None) -> None:
        """Cancel that; `last` is what an undo would restore."""
        self._wanted, self.discarded = None, last

    def wanted(self, key: DraftKey) -> AutosavedDraft | None:
        """Return the draft to restore in this form, once."""
        wanted = self._wanted
        if wanted is None or not wanted.key.same_record(key):
            return None
        self._wanted = None
        return wanted

    async def remove(self, draft: AutosavedDraft) -> None:
        """Delete a draft for good."""
        if draft.file is not None:
            self.report(await asyncio.to_thread(self.delete, (draft.file,)))

    async def put_back(self, draft: AutosavedDraft) -> None:
        """Save a deleted draft again."""
        if draft.file is not None:
            try:
                await asyncio.to_thread(self.write, draft, draft.file)
            except OSError as error:
                self.went(error)
            else:
                self.went(None)

    def report(self, problem: str | None) -> None:
        """Report a problem with a file once."""
        if problem is not None and problem not in self._reported:
            self._reported.add(problem)
            self._warn(problem)

    def aclose(self) -> None:
        """Remove this console's lock, and unfinished files of killed consoles, at the end."""
        if self._lock is None or self.folder is None:
            return
        for file in (*self.folder.glob("*.lock"), *self.folder.glob("*.new")):
            # `<console>.lock`, and `<record>.<console>-<n>.json.<write>.new`.
            console = file.name.split(".")[file.suffix == ".new"].partition("-")[0]
            if console == self.console or not self._runs(console):
                removed((file,))
        os.close(self._lock)
        self._lock = None

    def _warn(self, words: str) -> None:
        if self._on_warning is not None:
            self._on_warning(words)


class DraftAutosaver:
    """Autosaves the draft of one form: written in a thread, some time after a change."""

    def __init__(
        self,
        store: DraftsStore,
        key: DraftKey,
        file: Path,
        left_out: tuple[str, ...],
        whole: frozenset[str] = frozenset(),
    ) -> None:
        self.store = store
        self.key = key
        self.file = file
        self.left_out = left_out
        self.whole = whole
        self.collect: Callable[[], object] = lambda: None
        """Collects the newest keystrokes, before everything is written at once."""
        self.title = self.location = ""
        self.part: tuple[str, ...] = ()
        """The paths of the form's fields, if they are only a part of the record's."""
        self._draft: Draft | None = None
        """The unsaved draft; None without changes."""
        self._written: Draft | None = None
        """The draft on disk."""
        self._older: list[Path] = []
        self._timer: asyncio.TimerHandle | None = None
        self._latest = 0.0
        """When the oldest change that waits is written at the latest, in seconds of the loop."""
        self._writing = Lock()

    def note(self, draft: Draft, *, title: str = "", location: str = "") -> None:
        """The form holds another draft now."""
        self.title, self.location = title or self.title, location or self.location
        if not draft.dirty:
            self.remove_draft()
        elif draft is not self._draft:
            self._draft = draft
            self._write_in_time()

    def replaces(self, draft: AutosavedDraft) -> None:
        """Delete another draft, whose values are now in this form, once this one is saved."""
        if draft.file is not None and draft.file != self.file:
            self._older.append(draft.file)

    def unsaved(self) -> AutosavedDraft | None:
        """Return the unsaved changes as a new draft; None if all of them are secrets."""
        draft = self._draft
        changes = autosaved_changes(draft, self.left_out, self.whole) if draft is not None else ()
        return self._as_kept(changes) if changes else None

    def _as_kept(self, changes: tuple[AutosavedChange, ...]) -> AutosavedDraft:
        return AutosavedDraft(self.key, changes, self.title, self.location, part=self.part)

    def flush(self) -> None:
        """Write now, and wait for it; without the newest keystrokes if they can't be collected."""
        try:
            self.collect()
        finally:
            self._stop_timer()
            self.store.went(self._write())

    def close(self) -> None:
        """The form is closing; unsaved changes stay on disk for the next opening."""
        self._stop_timer()
        self.store.went(self._write())
        self.store.forget(self)

    def hurry(self) -> None:
        """Write without waiting for a pause, in a thread: the user or a request moves on."""
        if self._timer is not None:
            self._write_soon()

    def _write_in_time(self) -> None:
        loop = asyncio.get_running_loop()
        if self._timer is None:
            self._latest = loop.time() + self.store.every
        self._stop_timer()
        self._timer = loop.call_at(min(loop.time() + PAUSE, self._latest), self._write_soon)

    def _write_soon(self) -> None:
        self._stop_timer()
        task = asyncio.ensure_future(asyncio.to_thread(self._write))
        task.add_done_callback(lambda done: self.store.went(done.result()))

    def _write(self) -> OSError | None:
        """Write unsaved changes, unless they are written already; returns the error, if any."""
        with self._writing:
            draft = self._draft
            if draft is None or draft is self._written:
                return None
            changes = autosaved_changes(draft, self.left_out, self.whole)
            try:
                if changes:
                    self.store.write(self._as_kept(changes), self.file)
                elif self.store.folder is None:  # Only secrets.
                    self.store.delete((self.file,))
                else:
                    self.file.unlink(missing_ok=True)
            except OSError as error:
                return error
            self._written = draft
            self._remove_older()
            return None

    def remove_draft(self) -> None:
        """Delete the autosaved draft, after a save or a discard."""
        self._stop_timer()
        if self._draft is None and not self._older:
            return
        self._draft = None
        task = asyncio.ensure_future(asyncio.to_thread(self._remove))
        task.add_done_callback(lambda done: self.store.report(done.result()))

    def _remove(self) -> str | None:
        """Delete the files, unless something has been typed since."""
        with self._writing:
            problem = self._remove_older()
            if self._draft is None:
                self._written = None
                problem = self.store.delete((self.file,)) or problem
            return problem

    def _remove_older(self) -> str | None:
        older, self._older = self._older, []
        return self.store.delete(older)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def removed(files: Iterable[Path]) -> str | None:
    """Delete files; returns the error in a sentence."""
    problem = None
    for file in files:
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            problem = f"The unsaved changes in {file.name} could not be deleted: {error.strerror}."
    return problem
