"""Keys take effect in the order in which they were typed."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from textual.app import App
from textual.events import Event, Key, Paste
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.worker import Worker

from svc_tui.textual_patches.key_routing import first_handler

PATIENCE = 0.25
"""Seconds until checking whether the previous key got lost with its widget."""

OPENING = 2.0
"""Seconds after a key in which others wait for what it opens.

Only seconds count in which the loop ran: while the program imports or builds what a key opens, that
cannot be there.
"""

BEAT = 0.05
"""Seconds that are counted at once."""

LOOKING = 0.01
"""Seconds until checking again whether it is there."""

FOLLOWING = 4
"""Maximum number of marks after a key, while its effects are still on their way."""


class KeyPassed(Event, bubble=True):
    """The previous key has reached every widget it goes to."""

    def __init__(self, behind: int = 0, *, over: bool = False) -> None:
        super().__init__()
        self.behind = behind
        """Number of marks before this one: each is behind one more message that the key set off."""
        self.over = over
        """Whether this is the last one, behind which the next key goes."""

    def _bubble_to(self, widget: MessagePump) -> None:
        super()._bubble_to(first_handler(widget, None))


class KeyQueue:
    """Lets one key through at a time; each is followed by a mark on the same way through the tree.

    A letter acts in the focused widget, a bound key only at the app, after a walk through all
    that is between. When keys come faster than that walk, the letter overtakes.

    What is typed behind a key that opens a page or a dialog waits until that is there: as long as
    the app says by `coming` that something is on its way, and a mark has not yet been through the
    new screen. Esc and Ctrl+C wait for nothing but the keys before them.

    While the app says by `session_over` that the user signed out, keys wait for the sign-in,
    however long that takes; only Ctrl+Q acts at once.
    """

    def __init__(self, app: App[Any], deliver: Callable[[Event], Awaitable[None]]) -> None:
        self._app = app
        self._deliver = deliver
        self._waiting: deque[Event] = deque()
        self._mark: KeyPassed | None = None
        self._there: Screen[Any] | None = None
        """The screen that a mark has been through: it is mounted, and has its focus."""
        self._delivered = -OPENING
        """When a key was delivered last, in seconds of the loop."""
        self._left = 0.0
        """Seconds in which keys still wait for what the last one opens."""
        self._beat: asyncio.TimerHandle | None = None
        self._begins = True
        """Whether no key was delivered yet: the first page may not be there."""
        self._looking = False
        self._begun: frozenset[Worker[Any]] = frozenset()
        """The workers that have had time for their first step."""

    @property
    def quiet_for(self) -> float:
        """Seconds since the last key took effect; 0 while one is on its way."""
        if self._waiting or self._mark is not None:
            return 0.0
        return asyncio.get_running_loop().time() - self._delivered

    def expect(self) -> None:
        """Let keys wait for what opens by itself now, as for what a key opens."""
        loop = asyncio.get_running_loop()
        self._delivered, self._left = loop.time(), OPENING
        if self._beat is not None:
            self._beat.cancel()
        self._beat = loop.call_later(BEAT, self._count)

    def _count(self) -> None:
        self._left -= BEAT
        more = self._left > 0 and self._app.is_running
        self._beat = asyncio.get_running_loop().call_later(BEAT, self._count) if more else None

    async def enter(self, event: Key | Paste) -> None:
        """A key or a paste arrives from the terminal."""
        if self._session_over and _quits(event):
            self._waiting.clear()
        if not self._begins:
            self._waiting.append(event)
        else:
            if not self._waiting:
                self.expect()
            self._waiting.append(_as_typed(event))
        if self._mark is None:
            await self._proceed()

    async def passed(self, mark: KeyPassed) -> None:
        """A mark arrives; one that was given up before is of no interest.

        Where more was typed already, others follow: a bound key acts only here, and what comes of
        it begins its own way up from the widget. Enter in a form says that the line was sent off,
        the field then that it is finished, and the form then moves the focus.
        """
        if mark is not self._mark:
            return
        if not self._app.screen_stack:
            return  # The app is ending, and handles no more keys.
        if mark.over:
            self._mark = None
            await self._proceed()
            return
        target = self._app.focused
        if self._waiting and target is not None and mark.behind < FOLLOWING:
            way = first_handler(target, None)
            on_its_way = not mark.behind or way is not self._app
            if on_its_way and way.post_message(follower := KeyPassed(mark.behind + 1)):
                self._mark = mark = follower
                self._watch(mark, way)
                return
        # After everything that the key caused: the focus moves by a message to the app, too.
        self._mark = last = KeyPassed(over=True)
        self._app.post_message(last)

    async def _proceed(self) -> None:
        """Deliver keys until one of them is on its way."""
        if not self._app.screen_stack:
            return  # The app is ending: no screen is left to take a key.
        while self._waiting and self._mark is None and not self._held_back():
            target = self._app.focused or self._app.screen
            event = self._waiting.popleft()
            if self._is_diverted(event):
                continue
            self._mark = mark = KeyPassed()
            self._begun, self._begins = frozenset(self._app.workers), False
            self.expect()
            await self._deliver(event)
            way = first_handler(target, None)
            if not (event.is_forwarded and way.post_message(mark)):
                self._mark = None
                continue
            self._watch(mark, way)

    def _is_diverted(self, event: Event) -> bool:
        """Whether the screen has no part in this key, as it opened by itself while one typed."""
        guard = getattr(self._app.screen, "key_guard", None)
        return guard is not None and bool(guard.divert(event))

    @property
    def _session_over(self) -> bool:
        return bool(getattr(self._app, "session_over", False))

    def _held_back(self) -> bool:
        """Whether what the previous key opened is not there yet; checks again by itself."""
        loop, screen = asyncio.get_running_loop(), self._app.screen
        # What a key sets off, a worker does, and not before its turn in the loop.
        workers = frozenset(self._app.workers)
        begins, self._begun = not workers <= self._begun, workers
        over = self._session_over and not _quits(self._waiting[0])
        coming = getattr(self._app, "coming", False) and not _gives_up(self._waiting[0])
        if begins or over or (self._left > 0 and coming):
            self._there = None if coming or over else self._there
            if not self._looking:
                self._looking = True
                loop.call_later(LOOKING, self._app.call_later, self._look_again)
            return True
        if screen is self._there:
            return False
        self._there, mark = screen, KeyPassed()
        if self._left <= 0 or not screen.post_message(mark):
            return False
        self._mark = mark
        self._watch(mark, screen)
        return True

    async def _look_again(self) -> None:
        self._looking = False
        if self._mark is None:
            await self._proceed()

    def _watch(self, mark: KeyPassed, way: MessagePump) -> None:
        """Check later whether a mark can still arrive: on a busy machine that takes time."""
        asyncio.get_running_loop().call_later(PATIENCE, self._look_after, mark, way)

    def _look_after(self, mark: KeyPassed, way: MessagePump) -> None:
        if mark is self._mark and way.is_running and self._left > 0:
            self._watch(mark, way)
        else:
            self._give_up(mark)

    def _give_up(self, mark: KeyPassed) -> None:
        """Go on without the mark; the app takes it as if it had arrived."""
        if mark is self._mark:
            self._app.post_message(mark)


def _as_typed(event: Key | Paste) -> Key | Paste:
    """Return Enter for the line feed that a terminal makes of it until a program takes its keys."""
    early_enter = isinstance(event, Key) and event.key == "ctrl+j"
    return Key("enter", "\r") if early_enter else event


def _quits(event: Event) -> bool:
    return isinstance(event, Key) and event.key == "ctrl+q"


def _gives_up(event: Event) -> bool:
    """Whether a key stops what is running: it must not wait for that."""
    return isinstance(event, Key) and event.key in ("escape", "ctrl+c")
