"""Presses random keys at a console and looks for what no key may do: end it, or show a fault.

`python -m tests.monkey --keys 20000 --seed 7` does so for a long time, on the demo and on a backend
whose answers fail now and then; `make soak` calls it.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import os
import random
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

from textual import events
from textual.keys import _character_to_key

from svc_tui.cli.demo import FILE
from tests.backends.demo import DemoProcess
from tests.backends.stock import StockProcess
from tests.console import Person, demo_console, person_at

MOVES = (
    *("up", "down", "left", "right", "enter", "escape", "tab", "shift+tab", "space"),
    *("pageup", "pagedown", "home", "end"),
)
OTHERS = (
    *("shift+up", "shift+down", "shift+left", "shift+right", "shift+home", "shift+end"),
    *("ctrl+up", "ctrl+down", "ctrl+home", "ctrl+end", "ctrl+left", "ctrl+right"),
    *("backspace", "delete", "insert", *(f"f{number}" for number in range(1, 13))),
    *(f"ctrl+{letter}" for letter in "abcdefgklnoprstuvwxyz"),
)
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-=[]{}/:.,;?@<>!*+_'\"éü字"
"""Ctrl+Q is left out: it is meant to end the console."""

LIFE = 120
"""Keys after which another console is opened, at another place."""

DEMO_PLACES = ("/articles", "/articles/1", "/media", "/products", "/articles/new", "/menus", "/")
STOCK_PLACES = ("/articles", "/articles/3", "/categories", "/pages", "/articles/new", "/countries")

FAULTS: tuple[dict[str, Any], ...] = (
    {"status": 500, "body": "<h1>Server Error (500)</h1>", "content_type": "text/html"},
    {"status": 200, "body": "<html>Sign in to the proxy</html>", "content_type": "text/html"},
    {"status": 200, "body": '{"results": [{"id": 1}, {"id"'},
    {"status": 200, "body": {"results": [None, 3, "row", {}], "count": 4}},
    {"status": 200, "body": []},
    {"status": 200, "body": None},
    {"status": 403, "body": {"detail": "You do not have permission to perform this action."}},
    {"status": 404, "body": {"detail": "Not found."}},
    {"status": 400, "body": {"title": ["No."], "meta": {"a": ["No."]}}},
    {"status": 429, "body": {"detail": "Request was throttled."}},
    {"drop": True},
    {"drop": True, "after": True},
    {"delay": 0.4},
)


class Fault(AssertionError):
    """A key ended the console, or stopped it with a fault."""


@dataclass
class Monkey:
    """One run: what it presses is decided by the seed alone."""

    seed: int
    pressed: list[str] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    """Resident megabytes after each console."""

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self.faults: list[str] = []

    async def at(self, person: Person, keys: int, spoil: Callable[[dict[str, Any]], None]) -> int:
        """Press up to `keys` keys at a console; returns how many. Raises `Fault`."""
        done = 0
        while done < keys and not _is_over(person):
            burst = self._burst()
            if self.random.random() < 0.08:
                spoil(self.random.choice(FAULTS))
            self.pressed += burst
            done += len(burst)
            for key in burst:
                _send(person, key)
            await self._calm(person)
            self._check(person)
        return done

    def _burst(self) -> list[str]:
        """Keys that are typed together, faster than any of them is dealt with."""
        count = self.random.choice((1, 1, 1, 2, 2, 3, 6))
        return [self._key() for _ in range(count)]

    def _key(self) -> str:
        kinds: Sequence[Sequence[str]] = (MOVES, OTHERS, LETTERS)
        return self.random.choice(self.random.choices(kinds, (45, 20, 35))[0])

    async def _calm(self, person: Person) -> None:
        """Let the console work for a moment, now and then for a longer one."""
        longest = monotonic() + (0.3 if self.random.random() < 0.1 else 0.02)
        await asyncio.sleep(0)
        while monotonic() < longest and not _is_over(person):
            await asyncio.sleep(0.005)

    def _check(self, person: Person) -> None:
        said = [*self.faults]
        if (error := person.app._exception) is not None:
            said.append(f"the console ended: {error!r}")
        if person.app.svc is not None:
            said += [words for words in person.toasts if "error in the program" in words]
        if said:
            raise Fault(self.report(said))

    def report(self, said: Sequence[str]) -> str:
        """What is needed to see a fault again."""
        keys = " ".join(self.pressed[-60:])
        return f"seed {self.seed}, key {len(self.pressed)}, the last ones: {keys}\n" + "\n".join(
            said
        )


@contextmanager
def watched(found: list[str], *names: str) -> Iterator[None]:
    """Collect what these loggers have of errors, and coroutines that were never awaited.

    A task whose exception was never retrieved is one of asyncio's errors.
    """
    watch, show = _Watch(found), warnings.showwarning
    loggers = [logging.getLogger(name) for name in names]

    def heed(message: Warning | str, category: type[Warning], *args: Any, **kwargs: Any) -> None:
        if "was never awaited" in str(message):
            found.append(str(message))
        else:
            show(message, category, *args, **kwargs)

    for logger in loggers:
        logger.addHandler(watch)
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("always", "coroutine .* was never awaited", RuntimeWarning)
            warnings.showwarning = heed
            yield
    finally:
        for logger in loggers:
            logger.removeHandler(watch)


class _Watch(logging.Handler):
    """Collects the errors that are logged."""

    def __init__(self, found: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._found = found

    def emit(self, record: logging.LogRecord) -> None:
        self._found.append(record.getMessage())


def _send(person: Person, key: str) -> None:
    """A key as the terminal's driver sends it, without waiting for what it does."""
    name = _character_to_key(key) if len(key) == 1 else key
    character = key if len(key) == 1 else {"space": " ", "enter": "\r", "tab": "\t"}.get(key)
    event = events.Key(name, character)
    event.set_sender(person.app)
    if person.app._driver is not None:
        person.app._driver.send_message(event)


def _is_over(person: Person) -> bool:
    return person.app._exit or not person.app.is_running


async def on_demo(monkey: Monkey, url: str, state: Path, keys: int, place: str) -> None:
    """Press keys at a console on the demo, starting at a place."""
    app = demo_console(url, state, start=place, file=FILE)
    await _life(monkey, app, keys, lambda _: None)


async def on_stock(monkey: Monkey, stock: StockProcess, state: Path, keys: int, place: str) -> None:
    """Press keys at a console on the stock backend, some of whose answers fail."""
    file = stock.console_file(state.parent)
    app = demo_console(stock.url, state, start=place, file=file)

    def spoil(fault: dict[str, Any]) -> None:
        stock.fault("^/api/(?!auth)", times=monkey.random.choice((1, 1, 2, 5)), **fault)

    stock.clear_faults()
    await _life(monkey, app, keys, spoil)


async def _life(
    monkey: Monkey, app: Any, keys: int, spoil: Callable[[dict[str, Any]], None]
) -> None:
    size = monkey.random.choice(((80, 24), (80, 24), (120, 40), (50, 16)))
    # A thread keeps what stderr was when it began, which is a part of the console.
    threads = ThreadPoolExecutor()
    asyncio.get_running_loop().set_default_executor(threads)
    try:
        # What a console logs of dialogs that its end takes away is no fault.
        with watched(monkey.faults, "asyncio"):
            async with person_at(app, size) as person:
                with watched(monkey.faults, "svc_tui"):
                    await monkey.at(person, keys, spoil)
                app.exit()
            threads.shutdown(wait=False)
            gc.collect()  # What nobody waits for is told of when it is thrown away.
        if monkey.faults:
            raise Fault(monkey.report(monkey.faults))
    except Fault:
        raise
    except Exception as error:
        if app._exception is None and not isinstance(error, AssertionError):
            raise
        raise Fault(monkey.report([*monkey.faults, repr(error)])) from error


def resident() -> float:
    """Megabytes of memory that this process holds."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("this system does not tell")


async def soak(keys: int, seed: int, folder: Path) -> Monkey:
    """Press many keys, console after console, and note the memory after each."""
    monkey = Monkey(seed)
    with ExitStack() as stack:
        demo = stack.enter_context(DemoProcess(folder / "demo", rows=300))
        stock = stack.enter_context(StockProcess(folder / "stock"))
        life = 0
        while len(monkey.pressed) < keys:
            left = min(LIFE, keys - len(monkey.pressed))
            state = folder / "state" / ("demo" if life % 2 else "stock") / "kept"
            state.parent.mkdir(parents=True, exist_ok=True)
            if life % 2:
                place = DEMO_PLACES[life // 2 % len(DEMO_PLACES)]
                await on_demo(monkey, demo.url, state, left, place)
            else:
                place = STOCK_PLACES[life // 2 % len(STOCK_PLACES)]
                await on_stock(monkey, stock, state, left, place)
            life += 1
            gc.collect()
            monkey.memory.append(resident())
            if life % 8 == 0:
                print(f"{len(monkey.pressed)} keys, {monkey.memory[-1]:.0f} MB", flush=True)
    return monkey


def levels(memory: Sequence[float]) -> bool:
    """Whether memory stops growing: the last quarter needs hardly more than the second."""
    quarter = len(memory) // 4
    if quarter < 2:
        return True
    return max(memory[-quarter:]) <= 1.2 * max(memory[quarter : 2 * quarter]) + 10


def main() -> int:
    """Soak; 0 where nothing was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.monkey", description="Random keys.")
    parser.add_argument("--keys", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    wanted = parser.parse_args()
    print(f"seed {wanted.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder, "home")
        home.mkdir()
        for name in tuple(os.environ):
            if name.startswith(("SVC_TUI_", "XDG_")) or name.lower().endswith("_proxy"):
                del os.environ[name]
        os.environ.update(HOME=str(home), EDITOR="true", VISUAL="true")
        os.chdir(home)
        try:
            monkey = asyncio.run(soak(wanted.keys, wanted.seed, Path(folder)))
        except Fault as fault:
            print(f"FOUND: {fault}", file=sys.stderr)
            return 1
    quiet = levels(monkey.memory)
    first, last = monkey.memory[0], monkey.memory[-1]
    print(f"{len(monkey.pressed)} keys, no fault; memory {first:.0f} to {last:.0f} MB")
    if not quiet:
        print("FOUND: memory saves growing", file=sys.stderr)
    return 0 if quiet else 1


if __name__ == "__main__":
    os.environ["TEXTUAL_ANIMATIONS"] = "none"
    sys.exit(main())
