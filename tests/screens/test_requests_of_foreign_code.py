"""A request of a consumer's code that fails is told in its own sentence: the backend failed."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import work
from textual.widget import Widget
from textual.widgets import Static

from svc_tui import Command, Plugin, Route, Svc, SvcApp, SvcPage
from svc_tui.screens.login import LoginPage
from svc_tui.testing import FakeBackend, json_answer, sign_in, until
from svc_tui.widgets.shell.buttons import sign_out
from tests.screens.books import console, logged

SAID = "The server failed on GET /api/counts/ (500): Down."


async def count(where: object) -> None:
    assert isinstance(where, SvcApp) and where.svc is not None
    await where.svc.crud("/api/counts").list()


COUNT = Command("mine.count", "ctrl+f", "Count", count, help="Count everything.")


class Desk(SvcPage):
    """It has no `on_mount`: Textual would call that of each class."""

    def content(self) -> list[Widget]:
        return [Static("THE DESK")]

    async def load(self) -> None:
        await self.svc.crud("/api/counts").list()


class Asks(Desk):
    def on_mount(self) -> None:
        self.ask(self.load())


class Works(Desk):
    def on_mount(self) -> None:
        self.begin()

    @work
    async def begin(self) -> None:
        await self.load()


class Waits(Desk):
    async def on_mount(self) -> None:
        await self.load()


class Part(Static):
    async def on_mount(self) -> None:
        app = self.app
        assert isinstance(app, SvcApp)
        await count(app)


class Holds(Desk):
    def content(self) -> list[Widget]:
        return [Part("part"), Static("THE DESK")]


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


class Greets(LoginPage):
    async def on_mount(self) -> None:
        app = self.app
        assert isinstance(app, SvcApp)
        if app.svc is not None:  # There is none before the first page.
            await count(app)


async def test_a_page_to_sign_in_tells_why_its_request_failed(
    backend: FakeBackend, tmp_path: Path
) -> None:
    backend.on("GET", "/api/counts/", json_answer({"detail": "Down."}, 500))
    app = console(backend, tmp_path, "/books", components={"login": Greets})

    async with app.run_test(size=(120, 30)) as pilot:
        await sign_in(pilot, "admin")
        await until(pilot, "Books")
        assert app.svc is not None
        await sign_out(app.svc)

        await until(pilot, SAID)
        await until(pilot, "Password")


class Leaves(Static):
    async def on_unmount(self) -> None:
        app = self.app
        assert isinstance(app, SvcApp)
        await count(app)


class Left(Desk):
    def content(self) -> list[Widget]:
        return [Leaves("part"), Static("THE DESK")]


async def test_a_widget_that_is_gone_tells_why_its_request_failed(
    backend: FakeBackend, tmp_path: Path
) -> None:
    backend.on("GET", "/api/counts/", json_answer({"detail": "Down."}, 500))
    app = console(backend, tmp_path, "/desk", routes=[Route("/desk", Left)])

    async with app.run_test(size=(120, 30)) as pilot:
        await sign_in(pilot, "admin")
        await until(pilot, "THE DESK")
        await app.screen.query_one(Leaves).remove()
        await until(pilot, SAID)


async def test_a_command_tells_why_its_request_failed(backend: FakeBackend, tmp_path: Path) -> None:
    backend.on("GET", "/api/counts/", json_answer({"detail": "Down."}, 500))
    app = console(backend, tmp_path, "/books", commands=[COUNT])

    async with app.run_test(size=(120, 30)) as pilot:
        await sign_in(pilot, "admin")
        await until(pilot, "Books")
        await pilot.press("ctrl+f")

        await until(pilot, SAID)
        assert "ServerError" in logged()


async def test_a_plugin_tells_why_its_request_failed(backend: FakeBackend, tmp_path: Path) -> None:
    backend.on("GET", "/api/counts/", json_answer({"detail": "Down."}, 500))

    async def setup(svc: Svc) -> None:
        await svc.crud("/api/counts").list()

    app = console(backend, tmp_path, "/books", plugins=[Plugin("10.counts", 10, setup)])

    async with app.run_test(size=(120, 30)) as pilot:
        await until(pilot, f"plugin 10.counts: {SAID}")
