"""A console on a real backend without a terminal: a person at it presses keys and reads."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from textual.message import Message
from textual.pilot import Pilot

from svc_tui.app.app import SvcApp
from svc_tui.cli.console import prepare
from svc_tui.cli.demo import FILE
from svc_tui.cli.loading import load
from svc_tui.testing.waiting import PATIENCE, screen_text, until_quiet, until_true
from svc_tui.textual_patches.hooks import disable_animation
from svc_tui.widgets.shell.sidebar import numbered_pages


async def wait_until(
    pilot: Pilot[Any], predicate: Callable[[], object], timeout: float = PATIENCE
) -> None:
    """Let the app work until something is so; fails with the screen as it is."""
    await until_true(pilot.app, predicate, timeout)


def without_times(text: str) -> str:
    """The screen without the milliseconds of the backend, in the same width."""
    return re.sub(r" +● [\d,]+ ms", lambda found: "● ## ms".rjust(len(found[0])), text)


def digit_of(app: SvcApp, route: str) -> str:
    """The digit that opens a page of the sidebar, also behind `g`."""
    assert app.page is not None
    return str([page.route for page in numbered_pages(app.page)].index(route) + 1)


class Person:
    """Somebody at a console."""

    def __init__(self, app: SvcApp, pilot: Pilot[None], trail: list[Message]) -> None:
        self.app = app
        self.pilot = pilot
        self.trail = trail
        """Every message that was handled, oldest first."""

    def text(self) -> str:
        """The screen now."""
        return without_times(screen_text(self.app))

    @property
    def location(self) -> str:
        """Where the console is."""
        assert self.app.svc is not None
        return str(self.app.svc.router.state.location)

    @property
    def toasts(self) -> list[str]:
        """Everything that the console said so far."""
        assert self.app.svc is not None
        return [toast.message for toast in self.app.svc.snack.history]

    def dismiss_toasts(self) -> None:
        """Click the toasts away: for seconds they lie over the last lines of the page."""
        assert self.app.svc is not None
        self.app.svc.snack.dismiss_all()

    def heard(self, kind: type[Message]) -> list[Message]:
        """The messages of a kind that were handled so far."""
        return [message for message in self.trail if isinstance(message, kind)]

    async def until(self, predicate: Callable[[], object]) -> None:
        """Wait for a condition."""
        await wait_until(self.pilot, predicate)

    async def sees(self, *texts: str) -> None:
        """Wait until each of these has stood on the screen, one after the other or together."""
        left = list(texts)

        def all_seen() -> bool:
            shown = self.text()  # Read once a look: that costs as much as painting it.
            while left and left[0] in shown:
                del left[0]
            return not left

        await self.until(all_seen)

    async def told(self, words: str) -> None:
        """Wait for a toast of just these words."""
        await self.until(lambda: words in self.toasts)

    async def told_of(self, words: str) -> None:
        """Wait for a toast with these words in it."""
        await self.until(lambda: any(words in one for one in self.toasts))

    async def sees_no(self, text: str) -> None:
        """Wait until a text has left the screen."""
        await self.until(lambda: text not in self.text())

    async def settles(self) -> None:
        """Wait until no request is in flight and the screen has stopped changing."""
        assert self.app.svc is not None
        await until_quiet(
            self.pilot, lambda: self.app.svc is not None and self.app.svc.fetch.loading
        )

    async def press(self, *keys: str) -> None:
        """Press keys, and let what they set off begin; a question is read before it is answered."""
        await self.until(lambda: getattr(self.app.screen, "takes_keys", True))
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def digit_of(self, route: str) -> str:
        """The digit that opens a page of the sidebar, also behind `g`, once it is there."""

        def is_there() -> bool:
            page = self.app.page
            return page is not None and route in [one.route for one in numbered_pages(page)]

        await self.until(is_there)
        return digit_of(self.app, route)

    async def type(self, text: str) -> None:
        """Type characters where the focus is; a question is read before it is answered."""
        await self.may_type()
        await self.pilot.press(*(NAMES.get(character, character) for character in text))
        await self.pilot.pause()

    async def may_type(self) -> None:
        """Wait until a dialog that opened by itself takes keys."""
        await self.until(lambda: getattr(self.app.screen, "takes_keys", True))

    async def goes_to(self, location: str) -> None:
        """Go to a location, as by the palette."""
        assert self.app.svc is not None
        self.app.run_worker(self.app.svc.router.push(location))
        path = location.partition("?")[0]
        await self.until(lambda: self.location.startswith(path))
        await self.until(lambda: self._stands_on(path))

    def _stands_on(self, path: str) -> bool:
        page = self.app.page
        there = page is not None and str(page.visit.location).startswith(path)
        return there and page is not None and page.is_mounted


NAMES = {" ": "space", "\n": "enter", "\t": "tab"}
"""Characters that are keys with a name."""


@asynccontextmanager
async def person_at(app: SvcApp, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Person]:
    """Start a console and wait until it has booted."""
    trail: list[Message] = []
    disable_animation(app)
    async with app.run_test(
        size=size, message_hook=trail.append, notifications=True, tooltips=True
    ) as pilot:
        person = Person(app, pilot, trail)
        await wait_until(pilot, app.booted.is_set)
        yield person


def demo_console(
    url: str,
    state: Path,
    user: str | None = "admin",
    start: str = "/",
    file: Path = FILE,
    **options: Any,
) -> SvcApp:
    """The console of `svc-tui demo` on a backend that runs already; nobody signs in for None."""
    prepare()
    wishes = {"base_url": url, "user": user, "page_size": 20, **options}
    return SvcApp(
        load=partial(load, file, wishes, password=user, environ={}, state=state), start=start
    )


@asynccontextmanager
async def signed_in(app: SvcApp, user: str = "admin", **wishes: Any) -> AsyncIterator[Person]:
    """Somebody who has just signed in."""
    async with person_at(app, **wishes) as person:
        await person.sees("Password")
        await person.type(f"{user}\n{user}\n")
        await person.until(lambda: app.svc is not None and app.svc.auth.is_authenticated)
        yield person
