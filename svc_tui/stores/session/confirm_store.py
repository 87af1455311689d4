"""Questions to the user, asked one after another."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

from svc_tui.models.arguments import checks_fields
from svc_tui.stores.base import Store, StoreChanged

YES = "yes"
NO = "no"


@checks_fields
@dataclass(frozen=True)
class Choice:
    """One answer to a question, with its key."""

    value: str
    label: str
    key: str
    dangerous: bool = False
    also: str = ""
    """Other keys that no button names, with commas between them."""


@checks_fields
@dataclass(frozen=True)
class Question:
    """A question; `cancel` is the safe answer, also if the dialog is removed."""

    id: int
    title: str
    message: str
    choices: tuple[Choice, ...]
    cancel: str
    dangerous: bool = False
    must_type: str | None = None
    """The text to type before any answer but the harmless one."""
    by_itself: bool = False
    """Whether it opens without a key, so that typed keys do not answer it."""


@dataclass(frozen=True)
class ConfirmState:
    """The question on the screen, if any."""

    question: Question | None = None


class ConfirmStore(Store[ConfirmState]):
    """`$confirm` of the specification. Concurrent questions are asked one after another."""

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """A question was asked, or answered."""

        state: ConfirmState

    def __init__(self) -> None:
        super().__init__(ConfirmState())
        self._waiting: deque[tuple[Question, asyncio.Future[str]]] = deque()
        self._ids = count(1)
        self.unasked: Callable[[str], object] = str
        """Called with the title of a question that no subscriber shows."""
        self.word: str | None = None
        """For a protected backend, the text to type before anything dangerous is done."""

    async def ask(
        self,
        title: str = "",
        message: str = "",
        *,
        confirm_text: str = "Yes",
        cancel_text: str = "Cancel",
        dangerous: bool = False,
        must_type: str | None = None,
        by_itself: bool = False,
    ) -> bool:
        """Ask a yes-or-no question; return False if no dialog can show it."""
        if dangerous and must_type is None:
            must_type = self.word
        choices = (Choice(NO, cancel_text, "n"), Choice(YES, confirm_text, "y", dangerous))
        answer = await self.choose(
            title,
            message,
            choices,
            cancel=NO,
            dangerous=dangerous,
            must_type=must_type,
            by_itself=by_itself,
        )
        return answer == YES

    async def choose(
        self,
        title: str,
        message: str,
        choices: tuple[Choice, ...],
        *,
        cancel: str,
        dangerous: bool = False,
        must_type: str | None = None,
        by_itself: bool = False,
    ) -> str:
        """Ask with several answers; resolves to the value of the chosen one, or to `cancel`."""
        if not self._subscribers:
            self.unasked(title)
            return cancel
        question = Question(
            next(self._ids), title, message, choices, cancel, dangerous, must_type, by_itself
        )
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._waiting.append((question, answer))
        self._show_next()
        try:
            return await answer
        finally:
            self._forget(question)

    def answer(self, question_id: int, value: str) -> None:
        """Answer a question; a second answer is ignored."""
        for question, future in self._waiting:
            if question.id == question_id and not future.done():
                future.set_result(value)
                self._forget(question)
                return

    def _forget(self, gone: Question) -> None:
        self._waiting = deque(pair for pair in self._waiting if pair[0].id != gone.id)
        self._show_next()

    def _show_next(self) -> None:
        self.change(question=self._waiting[0][0] if self._waiting else None)
