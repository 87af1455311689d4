"""Keys take effect in the order in which they were typed."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from textual.app import App
from textual.events import Event, Key, Paste
from textual.message_pump import MessagePump

from svc_tui.terminal.key_way import first_to_hear

PATIENCE = 0.25
"""Seconds until the next key goes on although the one before it got lost with its widget."""


class KeyPassed(Event, bubble=True):
    """The key before this one has been everywhere it goes."""

    def __init__(self, behind: bool = False) -> None:
        super().__init__()
        self.behind = behind
        """Whether what the key has set off has been everywhere, too."""

    def _bubble_to(self, widget: MessagePump) -> None:
        super()._bubble_to(first_to_hear(widget, None))


class KeyLane:
    """Lets one key through at a time; each is followed by a mark on the same way through the tree.

    A letter acts in the focused widget, a bound key only at the app, after a walk through all
    that stands between. When keys come faster than that walk, the letter overtakes.
    """

    def __init__(self, app: App[Any], deliver: Callable[[Event], Awaitable[None]]) -> None:
        self._app = app
        self._deliver = deliver
        self._waiting: deque[Event] = deque()
        self._mark: KeyPassed | None = None

    async def enter(self, event: Key | Paste) -> None:
        """A key or a paste arrives from the terminal."""
        self._waiting.append(event)
        if self._mark is None:
            await self._proceed()

    async def passed(self, mark: KeyPassed) -> None:
        """A mark arrives; one that was given up before is of no interest.

        Where more was typed already, a second one follows: a bound key acts only here, and what
        comes of it (Enter in a form moves the focus) begins its own way up from the widget.
        """
        if mark is not self._mark:
            return
        if not self._app.screen_stack:
            return  # The app comes to its end, and nobody hears a key any more.
        target = self._app.focused
        if self._waiting and not mark.behind and target is not None:
            self._mark = mark = KeyPassed(behind=True)
            if first_to_hear(target, None).post_message(mark):
                asyncio.get_running_loop().call_later(PATIENCE, self._give_up, mark)
                return
        if mark is self._mark:
            # Behind what the key has set off: the focus moves by a message to the app, too.
            self._app.call_later(self._go_on, mark)

    async def _go_on(self, mark: KeyPassed) -> None:
        """The key and its consequences are over: the next one may come."""
        if mark is self._mark:
            self._mark = None
            await self._proceed()

    async def _proceed(self) -> None:
        """Deliver keys until one of them is on its way."""
        while self._waiting and self._mark is None:
            target = self._app.focused or self._app.screen
            event = self._waiting.popleft()
            self._mark = mark = KeyPassed()
            await self._deliver(event)
            way = first_to_hear(target, None)
            if not (event.is_forwarded and way.post_message(mark)):
                self._mark = None
                continue
            asyncio.get_running_loop().call_later(PATIENCE, self._give_up, mark)

    def _give_up(self, mark: KeyPassed) -> None:
        """Go on without the mark; the app takes it as if it had arrived."""
        if mark is self._mark:
            self._app.post_message(mark)
