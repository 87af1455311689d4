"""Keys of a page or widget whose code fails: it costs a mark, and all other keys live on."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import pytest
from textual.binding import Binding
from textual.widget import Widget
from textual.widgets import Static

from svc_tui import Blocked, Command, Route, SvcApp, SvcPage, TextField
from svc_tui.stores.unavailable_reason import unavailable_now_message
from svc_tui.terminal.error_log import RECENT_ERRORS
from svc_tui.testing import FakeBackend, sign_in, until, until_idle
from svc_tui.testing.waiting import screen_text, until_true
from tests.screens import books


def fails(*args: Any) -> bool:
    raise RuntimeError("a bug of mine")


async def is_async(*args: Any) -> bool:
    return True


def says_text(*args: Any) -> Any:
    return "yes"


class Dashboard(SvcPage):
    """A page of a program, which says wrongly when its keys work."""

    KEYS = (Command("mine.greet", "f8", "Greet", lambda page: page.notify("Hello there")),)

    def content(self) -> list[Widget]:
        return [Static("DASHBOARD")]


class FailingIsbn(TextField):
    """A field that can't say when its keys work."""

    BINDINGS = [Binding("f9", "scan", "Scan")]

    def action_scan(self) -> None:
        raise AssertionError

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return fails()


def console(backend: FakeBackend, folder: Path, page: Any, start: str) -> SvcApp:
    routes = [Route("/desk", page, label="Desk")]
    types = {"isbn": FailingIsbn}
    return books.console(backend, folder, start, routes=routes, field_types=types)


def told(app: SvcApp, place: str) -> tuple[int, int]:
    """How often a failure is in the log, and among the toasts."""
    assert app.svc is not None
    lines = [one for one in RECENT_ERRORS.entries if f"{place} failed" in one.text]
    return len(lines), sum(place in one.message for one in app.svc.snack.history)


@pytest.mark.parametrize("check", [fails, is_async, says_text])
async def test_a_page_that_cannot_say_which_keys_it_has_keeps_them(
    backend: FakeBackend, tmp_path: Path, check: Any
) -> None:
    page = type("Desk", (Dashboard,), {"check_action": check, "__module__": __name__})
    app = console(backend, tmp_path, page, "/desk")
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "DASHBOARD", 8)
        await pilot.press("f8")
        await until(pilot, "Hello there", 8)
        await pilot.press("question_mark")
        await until(pilot, "Greet", 8)
        await pilot.press("escape")
        await until_idle(pilot)
        await pilot.press("ctrl+k")
        await until_true(app, lambda: "Books" in screen_text(app))
        assert told(app, "check_action of Desk") == (1, 1)


@pytest.mark.parametrize("why", [fails, staticmethod(fails), "not now"])
async def test_a_page_that_cannot_say_why_a_key_is_dim_gives_the_usual_reason(
    backend: FakeBackend, tmp_path: Path, why: Any
) -> None:
    dim = Command("mine.greet", "f8", "Greet", fails, blocked=lambda page: Blocked("too early"))
    parts = {"KEYS": (dim,), "unavailable_reason": why, "__module__": __name__}
    app = console(backend, tmp_path, type("Desk", (Dashboard,), parts), "/desk")
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "DASHBOARD", 8)
        await until_idle(pilot)
        await pilot.press("f8")
        await until(pilot, unavailable_now_message("Greet"), 8)
        await pilot.press("question_mark")
        await until(pilot, "Greet", 8)


async def test_a_field_that_cannot_say_which_keys_it_has_loses_only_its_own(
    backend: FakeBackend, tmp_path: Path
) -> None:
    app = console(backend, tmp_path, Dashboard, "/books/1")
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Harbour", 8)
        await until_idle(pilot)
        await pilot.press("enter", "x", "f9", "f2")
        await until(pilot, "Saved.", 8)
        assert told(app, "check_action of FailingIsbn") == (1, 1)


class Listening(SvcPage):
    """A page of a program with handlers of keys, which Textual calls beside any binding."""

    heard: ClassVar[list[str]] = []

    def content(self) -> list[Widget]:
        return [Static("LISTENING")]

    def key_z(self) -> None:
        self.heard.append("z")


async def test_a_key_that_a_handler_of_the_program_used_is_not_called_unused(
    backend: FakeBackend, tmp_path: Path
) -> None:
    app = console(backend, tmp_path, Listening, "/desk")
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "LISTENING", 8)
        await until_idle(pilot)
        await pilot.press("z")
        await until_idle(pilot)
        assert Listening.heard == ["z"] and app.svc is not None
        assert all("does nothing" not in one.message for one in app.svc.snack.history)
