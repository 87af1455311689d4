"""RunningCommands: the commands of a consumer that are under way, each once at a time."""

from __future__ import annotations

from asyncio import TimerHandle, get_running_loop
from collections.abc import Awaitable
from contextlib import ExitStack
from inspect import isawaitable
from time import monotonic
from typing import TYPE_CHECKING, Any

from textual.screen import ModalScreen
from textual.worker import Worker

from svc_tui.models import foreign_code
from svc_tui.models.foreign_code import FAILURES, await_held, call_in_time, log_failure
from svc_tui.widgets.base import services
from svc_tui.widgets.command import Command
from svc_tui.widgets.slots import tell_failure, words_of_backend
from svc_tui.widgets.tasks import doing, track_task

if TYPE_CHECKING:
    from textual.app import App
    from textual.widget import Widget


class RunningCommands:
    """Runs commands on a page or an app; a failure costs a toast and a line in the log.

    An async one that takes longer than `LIMIT` is reported and listed among the tasks of `w`,
    where it can be cancelled; quitting asks first. It is not started again until it has ended.
    """

    def __init__(self, node: Widget | App[Any]) -> None:
        self._node = node
        self._workers: dict[str, Worker[None]] = {}

    def run(self, command: Command) -> None:
        """Run a command; in the background if it is a coroutine."""
        worker = self._workers.get(command.id)
        if worker is not None and not worker.is_finished:
            self._say(_still_running(command))
            return
        place = f"command {command.id}"
        try:
            done = call_in_time(command.run, self._node)
        except FAILURES as error:
            _failed(place, error)
        else:
            if isawaitable(done):
                held = self._held(command, done, place)
                self._workers[command.id] = self._node.run_worker(held, name=command.id)

    async def _held(self, command: Command, done: Awaitable[object], place: str) -> None:
        """Await a consumer's code; report and log its failure."""
        slow = _Slow(self, command, done)
        try:
            with slow.listed:
                await await_held(done)
        except FAILURES as error:
            _failed(place, error)
        finally:
            slow.timer.cancel()
            if (svc := services(self._node)) is not None:
                svc.snack.withdraw(_still_running(command))

    def say_slow(self, command: Command, listed: ExitStack, done: object) -> bool:
        """List a slow command among the tasks; False if it waits for the user."""
        if isinstance(self._node.app.screen, ModalScreen):
            return False
        svc, worker, began = services(self._node), self._workers[command.id], monotonic()
        words = f"{command.label} is still running."

        def passed() -> str:
            return f"{foreign_code.LIMIT + monotonic() - began:.0f} s"

        listed.enter_context(doing(svc, lambda: f"{words} It will be stopped."))
        listed.enter_context(track_task(svc, command.label, passed, worker.cancel))
        self._say(_still_running(command))
        frame = getattr(done, "cr_frame", None)
        foreign_code.log_hanging(f"command {command.id}", frame, "is still running")
        return True

    def _say(self, words: str) -> None:
        svc = services(self._node)
        if svc is not None and not svc.snack.shows(words):
            svc.snack.show(words, "warning", 8)


class _Slow:
    """Checks after `LIMIT` seconds whether a command still runs."""

    def __init__(self, running: RunningCommands, command: Command, done: object) -> None:
        self.listed = ExitStack()
        """What lasts as long as the command."""
        self._running, self._command, self._done = running, command, done
        self.timer: TimerHandle = self._later()

    def _later(self) -> TimerHandle:
        return get_running_loop().call_later(foreign_code.LIMIT, self._look)

    def _look(self) -> None:
        if not self._running.say_slow(self._command, self.listed, self._done):
            self.timer = self._later()


def _still_running(command: Command) -> str:
    return f"{command.label} is still running. Press w to see or cancel it."


def _failed(place: str, error: BaseException) -> None:
    log_failure(place, error)
    tell_failure(place, words_of_backend(error))
