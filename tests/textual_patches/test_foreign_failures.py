"""Handlers that fail, and code that tries to end the program, under an app that goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from textual.app import ComposeResult
from textual.message import Message
from textual.widgets import Static
from textual.worker import WorkerFailed

from svc_tui.textual_patches import fixes
from svc_tui.textual_patches.hooks import FaultGuard, FaultTolerantApp, is_ending
from tests.console import wait_until


class Odd(Static):
    """Fails in a handler, as it is told to."""

    how: Callable[[], Any]

    class Poked(Message):
        """Fail now."""

    def on_odd_poked(self) -> None:
        self.how()


class Noting(FaultGuard):
    """Goes on after every fault, and notes it."""

    def __init__(self) -> None:
        self.met: list[BaseException] = []

    def survives(self, error: Exception) -> bool:
        self.met.append(error.error if isinstance(error, WorkerFailed) else error)
        return True

    def holds(self, error: Exception, message: Message) -> bool:
        return self.survives(error)


class Holding(FaultTolerantApp):
    """Shows one widget, and goes on after every fault."""

    def __init__(self) -> None:
        super().__init__()
        self.foreign_guard = self.noting = Noting()

    def compose(self) -> ComposeResult:
        yield Odd("still here")


def raises() -> None:
    raise LookupError("a fault")


def leaves() -> None:
    raise SystemExit(3)


def interrupts() -> None:
    raise KeyboardInterrupt


@pytest.fixture
def patched() -> None:
    """Only the two patches that this is about."""
    fixes.keep_widgets_that_fail()
    fixes.survive_exits()


@pytest.mark.usefixtures("patched")
@pytest.mark.parametrize(
    ("how", "told"),
    [(raises, "a fault"), (leaves, "SystemExit(3)"), (interrupts, "KeyboardInterrupt()")],
)
async def test_a_widget_stays_whose_handler_fails_or_tries_to_end_the_program(
    how: Callable[[], Any], told: str
) -> None:
    app = Holding()
    async with app.run_test() as pilot:
        odd = app.query_one(Odd)
        odd.how = how
        odd.post_message(Odd.Poked())
        await wait_until(pilot, lambda: bool(app.noting.met))
        assert told in str(app.noting.met[0])
        odd.how = lambda: odd.update("and it hears the next message")
        odd.post_message(Odd.Poked())
        await wait_until(pilot, lambda: "next message" in str(odd.render()))
        assert odd.is_attached and not is_ending(app)


@pytest.mark.usefixtures("patched")
@pytest.mark.parametrize("how", [leaves, interrupts])
@pytest.mark.parametrize("by", ["timer", "worker", "call_later"])
async def test_an_exit_in_a_timer_or_a_worker_is_an_error_like_any_other(
    how: Callable[[], Any], by: str
) -> None:
    async def work() -> None:
        how()

    app = Holding()
    async with app.run_test() as pilot:
        if by == "timer":
            app.query_one(Odd).set_timer(0.01, how)
        elif by == "worker":
            app.run_worker(work())
        else:
            app.query_one(Odd).call_later(how)
        await wait_until(pilot, lambda: bool(app.noting.met))
        assert isinstance(app.noting.met[0], RuntimeError)
        assert "it tried to end the program" in str(app.noting.met[0])
        assert not is_ending(app)
