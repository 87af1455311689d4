"""A command that takes long is said, listed, not started twice, and can be cancelled."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual.widget import Widget
from textual.widgets import Static

from svc_tui import Command, Route, SvcApp, SvcPage
from svc_tui.models import foreign_code
from svc_tui.testing import FakeBackend, sign_in, text, until, until_idle
from svc_tui.testing.waiting import until_true
from tests.screens.books import console, logged

RUNS: list[str] = []


async def hang(where: object) -> None:
    RUNS.append("began")
    try:
        await asyncio.Event().wait()
    finally:
        RUNS.append("ended")


async def print_at_once(where: object) -> None:
    RUNS.append("printed")


AT_ONCE = Command("mine.at_once", "Q", "Print one", print_at_once, help="Print one.")
PRINT = Command("mine.print", "ctrl+f", "Print all", hang, help="Print everything.")


class Desk(SvcPage):
    KEYS = (Command("desk.print", "P", "Print all", hang, help="Print everything."),)

    def content(self) -> list[Widget]:
        return [Static("THE DESK")]


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    RUNS.clear()
    monkeypatch.setattr(foreign_code, "LIMIT", 0.2)


def app_at(backend: FakeBackend, folder: Path, start: str) -> SvcApp:
    routes = [Route("/desk", Desk, label="Desk")]
    return console(backend, folder, start, routes=routes, commands=[PRINT, AT_ONCE])


@pytest.mark.parametrize(("start", "key"), [("/books", "ctrl+f"), ("/desk", "P")])
async def test_a_hanging_command_is_said_listed_and_cancelled(
    backend: FakeBackend, tmp_path: Path, start: str, key: str
) -> None:
    app = app_at(backend, tmp_path, start)
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Harbour" if start == "/books" else "THE DESK")
        await until_idle(pilot)
        await pilot.press(key)
        await until(pilot, "Print all is still running. Press w to see or cancel it.")
        assert "has not returned" in logged() and "await asyncio.Event().wait()" in logged()
        await pilot.press(key)
        await until_idle(pilot)
        assert RUNS == ["began"]
        assert app.svc is not None and app.svc.busy
        await pilot.press("w")
        await until(pilot, "▶ Print all")
        await until_idle(pilot)
        await pilot.press("c")
        await until(pilot, "– Print all  It was cancelled.")
        assert RUNS == ["began", "ended"] and not app.svc.busy
        await pilot.press("escape")
        await until_true(app, lambda: "Tasks in this session" not in text(pilot))
        await pilot.press(key)
        await until_true(app, lambda: RUNS == ["began", "ended", "began"])


async def test_a_second_start_is_refused_at_once(
    backend: FakeBackend, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(foreign_code, "LIMIT", 600)
    app = app_at(backend, tmp_path, "/books")
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Harbour")
        await until_idle(pilot)
        await pilot.press("ctrl+f", "ctrl+f")
        await until(pilot, "Print all is still running. Press w to see or cancel it.")
        assert RUNS == ["began"]
        for worker in app.workers:
            worker.cancel()
        await until_true(app, lambda: RUNS == ["began", "ended"])
        await until_true(app, lambda: "still running" not in text(pilot))


async def test_a_command_that_awaits_nothing_can_be_run_again(
    backend: FakeBackend, tmp_path: Path
) -> None:
    app = app_at(backend, tmp_path, "/books")
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Harbour")
        await until_idle(pilot)
        await pilot.press("Q")
        await until_true(app, lambda: RUNS == ["printed"])
        await pilot.press("Q")
        await until_true(app, lambda: RUNS == ["printed", "printed"])
        assert "still running" not in text(pilot)


async def test_a_command_of_a_page_ends_with_its_page(backend: FakeBackend, tmp_path: Path) -> None:
    app = app_at(backend, tmp_path, "/desk")
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "THE DESK")
        await until_idle(pilot)
        await pilot.press("P")
        await until(pilot, "Print all is still running")
        assert app.svc is not None
        await app.svc.router.push("/books")
        await until_true(app, lambda: RUNS == ["began", "ended"])
        await until_true(app, lambda: app.svc is not None and not app.svc.busy)
