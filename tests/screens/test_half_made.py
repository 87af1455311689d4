"""Widgets and pages whose constructor failed, or left out that of its base: they cost a mark."""

from __future__ import annotations

import asyncio
import gc
import inspect
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from textual.containers import Vertical
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from svc_tui import (
    ActionContext,
    ActionDescriptor,
    Command,
    Route,
    SvcDetail,
    SvcFooter,
    SvcPage,
    TextField,
)
from svc_tui.app import watchdog
from svc_tui.models import foreign_code
from svc_tui.testing import FakeBackend, sign_in, text, until, until_idle
from svc_tui.testing.waiting import until_true
from tests.console import digit_of
from tests.screens.books import console, logged


class Wrong(SvcPage):
    """A page with a record that lacks its fields."""

    def content(self) -> list[Widget]:
        return [SvcDetail("/api/books", 1)]  # type: ignore[call-arg]


class LaterWrong(SvcPage):
    """A page that mounts one later."""

    def content(self) -> list[Widget]:
        return [Static("BEFORE")]

    def on_mount(self) -> None:
        self.mount(SvcDetail("/api/books", 1))  # type: ignore[call-arg]


class Bare(SvcPage):
    """A page that leaves out the constructor of its base."""

    def __init__(self, *args: Any, **named: Any) -> None: ...


class BareFooter(SvcFooter):
    """A component that does so."""

    def __init__(self, *args: Any, **named: Any) -> None: ...


class BareField(TextField):
    """A field that does so."""

    def __init__(self, *args: Any, **named: Any) -> None: ...


class WrongField(TextField):
    """A field whose editor can't be made."""

    def make_editor(self) -> Widget:
        return SvcDetail("/api/books", 1)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("page", "why"),
    [
        (Wrong, "SvcDetail(…): missing a required argument: 'fields'"),
        (LaterWrong, "SvcDetail(…): missing a required argument: 'fields'"),
        (Bare, "Bare.__init__ should call super().__init__(…)"),
    ],
)
async def test_a_page_with_what_could_not_be_made_says_that_it_failed(
    backend: FakeBackend, tmp_path: Path, page: type[SvcPage], why: str
) -> None:
    app = console(backend, tmp_path, "/desk", routes=[Route("/desk", page, label="Desk")])
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "This page failed", 8)
        assert why in logged()


class BareStatic(Static):
    """A widget that leaves out the constructor of its base."""

    def __init__(self, *args: Any, **named: Any) -> None: ...


async def test_a_worker_that_mounts_a_half_made_widget_leaves_its_mark(
    fake_backend: FakeBackend, tmp_path: Path
) -> None:
    class Desk(SvcPage):
        def content(self) -> list[Widget]:
            self.rows = Vertical(Static("BEFORE"))
            return [self.rows]

        def on_mount(self) -> None:
            self.run_worker(self.fill())

        async def fill(self) -> None:
            await self.rows.mount(BareStatic("never"), Static("AFTER"))

    app = console(fake_backend, tmp_path, "/desk", routes=[Route("/desk", Desk)])
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "BareStatic failed")
        await until(pilot, "AFTER")
        assert "BareStatic.__init__ should call super().__init__(…)" in logged()


@pytest.mark.parametrize("kind", [BareField, WrongField])
async def test_a_field_that_could_not_be_made_costs_its_mark(
    backend: FakeBackend, tmp_path: Path, kind: type[TextField]
) -> None:
    app = console(backend, tmp_path, "/books/1", field_types={"isbn": kind})
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "⚠ field isbn failed", 8)
        await until(pilot, "Harbour", 8)


async def test_the_built_in_component_stands_for_one_that_is_half_made(
    backend: FakeBackend, tmp_path: Path
) -> None:
    app = console(backend, tmp_path, "/books", components={"footer": BareFooter})
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "⚠ component footer failed", 8)
        await until(pilot, "? Keys", 8)


# What nobody could see


async def test_a_subscriber_that_fails_is_told_on_the_screen(
    backend: FakeBackend, tmp_path: Path
) -> None:
    def broken(message: Message) -> None:
        raise RuntimeError("a bug of mine")

    app = console(backend, tmp_path, "/books")
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        await until_idle(pilot)
        assert app.svc is not None
        app.svc.preferences.subscribe(broken)
        app.svc.preferences.remember(starts=7)
        await until(pilot, "⚠ subscriber broken failed · see :log", 8)


async def block(app: object) -> None:
    time.sleep(0.7)


async def lend(ctx: ActionContext) -> None:
    time.sleep(0.7)


@pytest.mark.parametrize(("keys", "name"), [(["ctrl+f"], "block"), (["x", "enter", "y"], "lend")])
async def test_async_code_that_never_waits_is_named_when_it_goes_on(
    backend: FakeBackend,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    keys: list[str],
    name: str,
) -> None:
    monkeypatch.setattr(watchdog, "EVERY", 0.01)
    monkeypatch.setattr(foreign_code, "LIMIT", 0.2)
    app = console(
        backend,
        tmp_path,
        "/books",
        actions=[ActionDescriptor(label="Lend", handler=lend)],
        commands=[Command("mine.block", "ctrl+f", "Block", block)],
    )
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Harbour", 8)
        for key in keys:
            await until_idle(pilot)
            await pilot.press(key)
        await until_true(app, lambda: f"function {name} has not returned" in logged())
        await until(pilot, f"⚠ function {name} took more than", 8)


def test_a_function_without_a_name_is_named_by_its_line() -> None:
    def named() -> FrameType | None:
        return inspect.currentframe()

    frame, of_named = (lambda: inspect.currentframe())(), named()
    assert frame is not None and of_named is not None

    said = watchdog._function_words(frame)
    assert said == f"lambda in {__name__}, line {frame.f_code.co_firstlineno}"
    assert watchdog._function_words(of_named) == "function named"


async def test_a_task_of_a_page_that_fails_is_told_and_logged(
    backend: FakeBackend, tmp_path: Path
) -> None:
    class Desk(SvcPage):
        def content(self) -> list[Widget]:
            return [Static("THE DESK")]

        def on_mount(self) -> None:
            asyncio.get_running_loop().create_task(self.fetch())

        async def fetch(self) -> None:
            raise RuntimeError("a bug of mine")

    app = console(backend, tmp_path, "/desk", routes=[Route("/desk", Desk)])
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "THE DESK", 8)
        gc.collect()  # From Python 3.12 on, frames may hold the task until then.
        await until(pilot, "⚠ task Desk.fetch failed · see :log", 8)
        assert "a bug of mine" in logged()


def breaks() -> None:
    raise RuntimeError("a bug of mine")


def calls_back(app: object) -> None:
    asyncio.get_running_loop().call_later(0.01, breaks)


def begins_thread(app: object) -> None:
    threading.Thread(target=breaks).start()


def forgets_future(app: object) -> None:
    asyncio.get_running_loop().run_in_executor(None, breaks)


@pytest.mark.parametrize(
    ("run", "name"),
    [(calls_back, "callback"), (begins_thread, "thread"), (forgets_future, "future")],
)
async def test_what_fails_beside_a_command_is_told_and_logged(
    backend: FakeBackend, tmp_path: Path, run: Callable[[object], None], name: str
) -> None:
    command = Command("mine.run", "ctrl+f", "Run", run)
    app = console(backend, tmp_path, "/books", commands=[command])
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Harbour", 8)
        await pilot.press("ctrl+f")
        await until_idle(pilot)
        gc.collect()
        await until(pilot, f"⚠ {name} breaks failed · see :log", 8)
        assert "a bug of mine" in logged()


class There(SvcPage):
    """A page that leads to another one as soon as it is shown."""

    TARGET = "/back"

    def content(self) -> list[Widget]:
        return [Static("THERE")]

    def on_mount(self) -> None:
        self.go(self.TARGET)


class Back(There):
    """The other one, which leads back."""

    TARGET = "/there"


class Itself(There):
    """A page that leads to itself."""

    TARGET = "/itself"


@pytest.mark.parametrize(
    ("start", "named"), [("/there", ["/there", "/back"]), ("/itself", ["/itself"])]
)
async def test_pages_that_lead_to_each_other_are_stopped_with_a_sentence(
    backend: FakeBackend, tmp_path: Path, start: str, named: list[str]
) -> None:
    routes = [
        Route("/there", There),
        Route("/back", Back),
        Route("/itself", Itself),
    ]
    app = console(backend, tmp_path, start, routes=routes)
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "The pages of this console redirect in a loop: /", 20)
        await until_idle(pilot)
        assert logged().count("redirect in a loop") == 1
        assert all(path in text(pilot) for path in named)
        assert "Redirect loop" in text(pilot)
        assert "Forbidden" not in text(pilot)

        await pilot.press(digit_of(app, "/books"))  # Other pages can be opened.
        await until(pilot, "Harbour")


async def test_a_slow_cell_is_named_by_its_slot_and_what_took_long(
    backend: FakeBackend, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watchdog, "EVERY", 0.01)
    monkeypatch.setattr(foreign_code, "LIMIT", 0.4)
    backend.add_collection("/api/books", [{"id": n, "title": f"Book {n}"} for n in range(1, 21)])

    def slow(item: object, value: object) -> str:
        time.sleep(0.1)
        return f"CELL {value}"

    app = console(backend, tmp_path, "/books", slots={"cell.title": slow})
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "⚠ cell.title of books is slow: busy for 0.4 seconds · see :log", 20)
        await until(pilot, "CELL Book 1")
        assert "cell.title of books is slow: its calls kept the console busy" in logged()
