"""The layer in a real pseudo-terminal: the same screens with fewer bytes."""

from __future__ import annotations

import asyncio
import sys
import time
from codecs import getincrementaldecoder
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import textual
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.events import CursorPosition

from svc_tui.thinline import hook as tap
from tests.pty.terminal import PATIENCE, Terminal
from tests.rest import begin_tasks_at_once
from tests.terminal.glass import Glass

SIZE = (80, 24)

Picture = list[list[tuple[str, ...]]]


class Run:
    """The sample app on a terminal that is exact about its cells."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.glass = Glass(*SIZE)
        self._decoder = getincrementaldecoder("utf-8")()  # Output may end within a character.
        self.heard = 0
        """Bytes that the glass has drawn."""

    def rest(self) -> int:
        """Wait until the app is quiet, and look; returns the bytes that came."""
        self.terminal.wait_quiet(0.1)
        output = self.terminal.output
        news = output[self.heard :]
        self.heard = len(output)
        self.glass.feed(self._decoder.decode(news))
        return len(news)

    def do(self, key: str) -> None:
        """One step of a session."""
        if key.startswith("size "):
            width, height = map(int, key.split()[1:])
            self.glass.resize(height, width)
            self.terminal.resize(width, height)
        elif key == "wall":
            self.glass.feed("\x1b[3;5H\x1b[31mwall: the system goes down\x1b[m")
        else:
            self.terminal.press(key)


@contextmanager
def sample(how: str) -> Iterator[Run]:
    """The sample app, drawn once."""
    with Terminal([sys.executable, "-m", "tests.terminal.sample", how], SIZE) as terminal:
        run = Run(terminal)
        terminal.wait_for("Row 000")
        run.rest()
        yield run
        terminal.press("ctrl+q").wait_exit()
        assert terminal.restored()


def wait_for_the_same(thin: Run, plain: Run, step: str) -> None:
    """Each draws at its own pace; both are quiet when they are compared."""
    deadline = time.monotonic() + PATIENCE
    while True:
        thin.rest()
        plain.rest()
        if thin.glass.picture() == plain.glass.picture():
            return
        assert time.monotonic() < deadline, step


def same(steps: str) -> tuple[int, int]:
    """Walk with the layer and without; returns the bytes of both."""
    with sample("thin") as thin, sample("plain") as plain:
        before = thin.heard, plain.heard
        for step in steps.split(", "):
            thin.do(step)
            plain.do(step)
            wait_for_the_same(thin, plain, step)
        return thin.heard - before[0], plain.heard - before[1]


def test_a_session_looks_the_same_and_costs_a_fraction() -> None:
    ours, theirs = same(
        "down, down, pagedown, pagedown, pagedown, down, down, down, up, f6, tab, a, b, backspace, "
        "f2, escape, shift+tab, ctrl+home, pageup"
    )
    assert ours * 5 < theirs


def test_after_another_size_another_program_or_other_output_all_is_drawn_again() -> None:
    same("down, size 60 20, down, size 100 30, f4, down, wall, f5, f2, escape")


def test_pictures_pass_through_and_nothing_is_drawn_over_them() -> None:
    same("down, f3, down, pagedown, f2, escape, tab, x, f5")


def test_an_app_at_rest_sends_nothing() -> None:
    with sample("thin") as run:
        run.terminal.press("tab")
        while not run.rest():  # A slow machine takes its time until the key is drawn.
            pass
        run.terminal.wait_quiet(1)
        run.rest()
        run.terminal.wait_quiet(1)
        assert run.rest() == 0


def test_another_version_of_textual_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(textual, "__version__", "9.0.0")
    app: App[None] = App(driver_class=LinuxDriver)
    assert not tap.install(app)
    assert app.driver_class is LinuxDriver
    assert "_display" not in vars(app)
    assert tap.output_stats(app) is None


def test_this_version_of_textual_is_known() -> None:
    assert tap.install(App(driver_class=LinuxDriver)), (
        f"Textual {textual.__version__} has not been tried with the layer: run these tests with "
        "it in tap.TRIED, and read the diff of what the tap touches."
    )


def test_other_drivers_are_left_alone() -> None:
    from textual.drivers.headless_driver import HeadlessDriver

    assert not tap.install(App(driver_class=HeadlessDriver))


async def test_without_a_terminal_an_app_runs_as_ever() -> None:
    app: App[None] = App(driver_class=LinuxDriver)
    assert tap.install(app)
    async with app.run_test() as pilot:
        await pilot.pause()
        line = tap.output_stats(app)
        assert line is not None
        assert line.frames == 0


class Unopened(tap.ThinDriver):
    """A driver without a terminal: what it asks is written nowhere."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._answer = None

    def write(self, data: str) -> None:
        pass


async def test_a_question_that_takes_the_place_of_another_hears_the_answer() -> None:
    begin_tasks_at_once()
    driver = Unopened()
    asyncio.create_task(driver.ask()).cancel()
    second = asyncio.create_task(driver.ask())
    await asyncio.sleep(0)

    driver.process_message(CursorPosition(0, 0))

    assert await second is not None
