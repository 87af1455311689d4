"""RunningWork: what would be lost if the session ended now."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from svc_tui.stores.session.confirm_store import ConfirmStore
from svc_tui.stores.session.task_store import Stoppable


class RunningWork:
    """The work that is running, and the question about it before the session ends.

    Args:
        confirm: Asks the question.
        always: Returns a sentence about work that is not reported by `doing`; empty for none.
    """

    def __init__(self, confirm: ConfirmStore, always: Callable[[], str]) -> None:
        self._confirm = confirm
        self._sentences = [always]
        self._stoppable: list[Stoppable] = []
        self.results: list[str] = []
        """The results of tasks that ending the session stopped, one per line."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """The running work, one sentence each."""
        return tuple(filter(None, (sentence() for sentence in self._sentences)))

    @contextmanager
    def doing(self, sentence: Callable[[], str], work: Stoppable | None = None) -> Iterator[None]:
        """Count something as running; `work` is paused by the question, and stopped by a yes."""
        self._sentences.append(sentence)
        if work is not None:
            self._stoppable.append(work)
        try:
            yield
        finally:
            self._sentences.remove(sentence)
            if work is not None:
                self._stoppable.remove(work)

    async def confirm_end(self, action: str) -> bool:
        """Whether the session may end; asks if work is running, and stops it after a yes."""
        held = tuple(self._stoppable)
        ending = False
        try:
            for work in held:
                await work.hold()
            if not (running := self.sentences):
                return True
            ending = await self._confirm.ask(
                f"{action} now?",
                "\n".join(running),
                confirm_text=action,
                dangerous=True,
                by_itself=True,
            )
            if ending:
                self.results += [await work.stop() for work in held]
            return ending
        finally:
            if not ending:
                for work in held:
                    work.go_on()
