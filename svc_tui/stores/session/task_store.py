"""TaskStore: the tasks of a session, running and finished."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Literal, Protocol

from svc_tui.stores.base import Store, StoreChanged

if TYPE_CHECKING:
    from svc_tui.stores.uploads.upload_store import Upload, UploadStore

TaskStatus = Literal["running", "done", "failed", "cancelled"]

KEPT = 100
"""Maximum number of remembered finished tasks."""

Callback = Callable[[], object]


class Stoppable(Protocol):
    """Work in many steps that can be paused between them, and stopped."""

    async def hold(self) -> None:
        """Start no more steps, and wait a little for running ones."""

    def go_on(self) -> None:
        """Continue with further steps."""

    async def stop(self) -> str:
        """Start no further step, wait for running ones, and report what was done."""


@dataclass(frozen=True, eq=False)
class TaskResult:
    """The result of a task."""

    words: str
    status: TaskStatus = "done"
    retry: Callback | None = None
    look: Callback | None = None
    """Shows the result in full."""


@dataclass(frozen=True, eq=False)
class Task:
    """Something that takes a while."""

    id: str
    title: str
    progress: Callable[[], str]
    """Returns the progress in words; called while the list is open."""
    cancel: Callback | None = None
    ending: TaskResult | None = None

    @property
    def status(self) -> TaskStatus:
        """Whether it is running, or else how it ended."""
        return "running" if self.ending is None else self.ending.status

    @property
    def words(self) -> str:
        """The progress, or the result."""
        return self.progress() if self.ending is None else self.ending.words


@dataclass(frozen=True)
class TaskState:
    """All tasks of this session, the newest first."""

    tasks: tuple[Task, ...] = ()


class TaskStore(Store[TaskState]):
    """Remembers running tasks; each reports its own progress and result."""

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """A task started or ended."""

        state: TaskState

    def __init__(self) -> None:
        super().__init__(TaskState())
        self._ids = count(1)

    @contextmanager
    def under_way(
        self,
        title: str,
        progress: Callable[[], str],
        cancel: Callback | None = None,
        ending: Callable[[], TaskResult] | None = None,
    ) -> Iterator[None]:
        """List a task while this runs; `ending` is called when it is over."""
        task = Task(str(next(self._ids)), title, progress, cancel)
        self.change(tasks=_remembered((task, *self.state.tasks)))
        try:
            yield
        except BaseException as error:
            called_off = isinstance(error, asyncio.CancelledError)
            words = "It was cancelled." if called_off else "It was interrupted."
            self._end(task, TaskResult(words, "cancelled" if called_off else "failed"))
            raise
        self._end(task, ending() if ending is not None else TaskResult("Done."))

    def clear(self) -> None:
        """Forget ended tasks, as the user has changed; running ones stay."""
        self.change(tasks=tuple(one for one in self.state.tasks if one.ending is None))

    def _end(self, task: Task, ending: TaskResult) -> None:
        tasks = self.state.tasks
        ended = (replace(one, ending=ending) if one.id == task.id else one for one in tasks)
        self.change(tasks=_remembered(tuple(ended)))


def _remembered(tasks: tuple[Task, ...]) -> tuple[Task, ...]:
    """Return every running task, and the newest finished ones."""
    ended = [one.id for one in tasks if one.ending is not None]
    forgotten = set(ended[KEPT:])
    return tuple(one for one in tasks if one.id not in forgotten)


def uploads_as_tasks(store: UploadStore | None) -> tuple[Task, ...]:
    """Each file sent in this session as a task, the newest first."""
    if store is None:
        return ()
    return tuple(_of_upload(store, one) for one in reversed(store.state.uploads))


def _of_upload(store: UploadStore, upload: Upload) -> Task:
    ending = None
    if upload.over:
        status: TaskStatus = "done"
        if upload.progress in ("failed", "cancelled"):
            status = "failed" if upload.progress == "failed" else "cancelled"
        retry = None if status == "done" else partial(store.retry, upload.id)
        ending = TaskResult(
            upload.reason or ("Uploaded." if status == "done" else ""), status, retry
        )
    words = "waiting" if upload.progress == "waiting" else f"{upload.percent} %"
    return Task(
        f"upload-{upload.id}",
        f"Upload {upload.path.name}",
        lambda: words,
        partial(store.cancel, upload.id),
        ending,
    )
