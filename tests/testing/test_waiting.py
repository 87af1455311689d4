"""A test goes on when the screen is still."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult
from textual.widgets import Static

from svc_tui.testing import until_idle, waiting


class AtWork(App[None]):
    """An app that works all the time; its screen changes each time, or never."""

    def __init__(self, changes: bool) -> None:
        super().__init__()
        self.changes, self.turns = changes, 0

    def compose(self) -> ComposeResult:
        yield Static("0")

    def on_mount(self) -> None:
        self.set_interval(0.01, self.work)

    def work(self) -> None:
        self.turns += 1
        sum(range(300_000))
        for line in self.query(Static) if self.changes else ():  # None yet, or no more.
            line.update(str(self.turns))


async def test_an_app_that_works_and_changes_nothing_is_idle() -> None:
    async with AtWork(changes=False).run_test() as pilot:
        await until_idle(pilot)
        assert pilot.app.is_running


async def test_an_app_that_changes_all_the_time_never_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "PATIENCE", 1.0)
    async with AtWork(changes=True).run_test() as pilot:
        with pytest.raises(AssertionError, match="it never settled"):
            await until_idle(pilot)
