"""A request of a consumer's code that fails is told in its own sentence: the backend failed."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import work
from textual.widget import Widget
from textual.widgets import Static

from svc_tui import Command, Route, SvcApp, SvcPage
from svc_tui.testing import FakeBackend, json_answer, sign_in, until
from tests.screens.books import console, logged

SAID = "The server failed on GET /api/counts/ (500): Down."


async def count(where: object) -> None:
    assert isinstance(where, SvcApp) and where.svc is not None
    await where.svc.crud("/api/counts").list()


COUNT = Command("mine.count", "ctrl+f", "Count", count, help="Count everything.")


class Asks(SvcPage):
    def content(self) -> list[Widget]:
        return [Static("THE DESK")]

    def on_mount(self) -> None:
        self.ask(self.load())

    async def load(self) -> None:
        await self.svc.crud("/api/counts").list()


class Works(Asks):
    def on_mount(self) -> None:
        self.begin()

    @work
    async def begin(self) -> None:
        await self.load()


class Waits(Asks):
    async def on_mount(self) -> None:
        await self.load()


class Part(Static):
    async def on_mount(self) -> None:
        app = self.app
        assert isinstance(app, SvcApp)
        await count(app)


class Holds(Asks):
    def content(self) -> list[Widget]:
        return [Part("part"), Static("THE DESK")]

    def on_mount(self) -> None:
        pass


@pytest.mark.parametrize("kind", [Asks, Works, Waits, Holds])
async def test_a_page_tells_why_its_request_failed(
    backend: FakeBackend, tmp_path: Path, kind: type[SvcPage]
) -> None:
    backend.on("GET", "/api/counts/", json_answer({"detail": "Down."}, 500))
    app = console(backend, tmp_path, "/desk", routes=[Route("/desk", kind)])

    async with app.run_test(size=(120, 30)) as pilot:
        await sign_in(pilot, "admin")
        await until(pilot, SAID)

        await until(pilot, "This page failed" if kind is Waits else "THE DESK")
        assert "ServerError" in logged()


async def test_a_command_tells_why_its_request_failed(backend: FakeBackend, tmp_path: Path) -> None:
    backend.on("GET", "/api/counts/", json_answer({"detail": "Down."}, 500))
    app = console(backend, tmp_path, "/books", commands=[COUNT])

    async with app.run_test(size=(120, 30)) as pilot:
        await sign_in(pilot, "admin")
        await until(pilot, "Books")
        await pilot.press("ctrl+f")

        await until(pilot, SAID)
        assert "ServerError" in logged()
