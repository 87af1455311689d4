"""The sign-in that opens by itself: what is being typed goes on where it was begun."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from textual.events import Key, Paste
from textual.screen import ModalScreen
from textual.widgets import Input

from svc_tui import ActionContext, ActionDescriptor, SvcApp
from svc_tui.api.errors import ApiError
from svc_tui.screens.login import LoginOverlay
from svc_tui.testing import FakeBackend, sign_in
from svc_tui.widgets import key_guard
from svc_tui.widgets.form.line import LineInput
from tests.backends.demo import DemoProcess
from tests.backends.stock import StockProcess
from tests.console import Person
from tests.screens import books
from tests.screens.test_field_types import at
from tests.screens.test_record import door, field, opened, writes
from tests.screens.test_sessions_that_end_with_403 import at_stock

Console = Callable[..., AbstractAsyncContextManager[Person]]


@pytest.fixture
def in_the_middle_of_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, what is typed next comes without a pause."""
    monkeypatch.setattr(key_guard, "QUIET_SECONDS", 20.0)


async def session_ends(person: Person, demo: DemoProcess) -> None:
    """A request in the background finds that nobody is signed in any more."""
    assert person.app.svc is not None
    door(demo, "expire")
    with suppress(ApiError):
        await person.app.svc.crud("/api/articles").list()
    await person.until(lambda: isinstance(person.app.screen, LoginOverlay))


def sign_in_of(person: Person) -> list[str]:
    """What stands in the fields of the sign-in."""
    return [one.value for one in person.app.screen.query(Input)]


async def test_the_rest_of_a_word_goes_into_the_field_below(
    fresh_demo: DemoProcess, console: Console, in_the_middle_of_a_word: None
) -> None:
    async with console(start="/articles/5") as person:
        await opened(person)
        await writes(person, "slug", "half-ty")

        await session_ends(person, fresh_demo)
        await person.pilot.press(*"ppx", "backspace", "backspace", *"ed")

        await person.until(lambda: field(person, "slug").content() == "half-typed")
        assert sign_in_of(person) == ["admin", ""]


async def test_a_paste_and_line_breaks_go_into_the_text_below(
    fresh_stock: StockProcess, tmp_path: Path, in_the_middle_of_a_word: None
) -> None:
    async with at_stock(fresh_stock, tmp_path, "/articles/3") as person:
        await opened(person)
        body = field(person, "body")
        assert body.begin()
        assert person.app.svc is not None
        person.app.svc.auth.expire()
        await person.until(lambda: isinstance(person.app.screen, LoginOverlay))

        await person.pilot.press("enter")
        person.app.post_message(Paste("two\nthree"))

        await person.until(lambda: "\ntwo\nthree" in body.content())
        assert sign_in_of(person) == ["admin", ""]


async def test_keys_that_are_no_text_do_nothing_over_a_list(
    fresh_demo: DemoProcess, console: Console, in_the_middle_of_a_word: None
) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await session_ends(person, fresh_demo)

        await person.pilot.press("d", "y", "enter", "tab", "n")

        assert isinstance(person.app.screen, LoginOverlay)
        assert len(person.app.screen_stack) == 2
        assert sign_in_of(person) == ["admin", ""]


async def test_a_key_typed_before_the_sign_in_was_painted_is_not_for_it_however_late_it_comes(
    fresh_demo: DemoProcess, console: Console
) -> None:
    async with console(start="/articles/5") as person:
        await opened(person)
        await writes(person, "slug", "late")
        early = Key("r", "r")

        await session_ends(person, fresh_demo)
        await person.may_type()
        person.app.post_message(early)

        await person.until(lambda: field(person, "slug").content() == "later")
        assert sign_in_of(person) == ["admin", ""]


async def test_after_half_a_second_of_silence_the_password_is_typed(
    fresh_demo: DemoProcess, console: Console
) -> None:
    async with console(start="/articles/5") as person:
        await opened(person)
        await writes(person, "slug", "typed")
        await session_ends(person, fresh_demo)

        await person.may_type()
        await person.type("admin\n")

        await person.until(lambda: not isinstance(person.app.screen, LoginOverlay))
        assert field(person, "slug").content() == "typed"


async def test_quitting_needs_no_silence(
    fresh_demo: DemoProcess, console: Console, in_the_middle_of_a_word: None
) -> None:
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await session_ends(person, fresh_demo)

        await person.pilot.press("ctrl+q")

        await person.until(lambda: not person.app.is_running or person.app._exit)
        await asyncio.sleep(0)


def of_books(backend: FakeBackend, folder: Path, **more: Any) -> SvcApp:
    """A console on three books."""
    backend.add_collection("/api/books", [{"id": n, "title": f"Book {n}"} for n in (1, 2, 3)])
    return books.console(backend, folder, "/books", **more)


@asynccontextmanager
async def signed_in(app: SvcApp) -> AsyncIterator[Person]:
    async with app.run_test(size=(80, 24)) as pilot:
        await sign_in(pilot)
        person = Person(app, pilot, [])
        await person.sees("Book 3")
        await person.settles()
        yield person


async def test_the_results_of_an_action_wait_below_the_sign_in(
    backend: FakeBackend, tmp_path: Path
) -> None:
    async def lend(ctx: ActionContext) -> None:
        for row in ctx.rows:
            try:
                await ctx.crud.partial_update(row["id"], {"title": "Lent"})
                ctx.ok(row)
            except ApiError as error:
                ctx.failed(row, str(error))
                await person.until(lambda: isinstance(app.screen, LoginOverlay))
            backend.end_sessions()

    app = of_books(backend, tmp_path, actions=[ActionDescriptor(label="Lend", handler=lend)])
    async with signed_in(app) as person:
        await person.press("space", "space", "space", "x")
        await person.press("enter")
        await person.press("y")
        await person.until(lambda: len(app.screen_stack) == 3)
        assert isinstance(app.screen, LoginOverlay)

        await person.type("admin\n")

        await person.sees("Lend: 1 ok, 2 failed")
        assert app.svc is not None and app.svc.auth.is_authenticated


async def test_a_question_that_opens_by_itself_waits_below_the_sign_in(
    backend: FakeBackend, tmp_path: Path
) -> None:
    app = of_books(backend, tmp_path)
    async with signed_in(app) as person:
        svc = app.svc
        assert svc is not None
        svc.auth.expire()
        await person.sees("Your session has ended.")
        question = app.run_worker(svc.confirm.ask("Continue?", dangerous=True, by_itself=True))
        await person.until(lambda: len(app.screen_stack) == 3)
        await person.type("yyadmin")
        assert sign_in_of(person) == ["admin", "yyadmin"]
        await person.press("ctrl+p")
        assert isinstance(app.screen, LoginOverlay)
        await person.press("backspace", *["left"] * 4, "backspace", "backspace", "end")
        await person.type("n\n")

        await person.until(lambda: not isinstance(app.screen, LoginOverlay))
        assert not question.is_finished and "Continue?" in person.text()
        await person.press("y")
        await person.until(lambda: question.is_finished)
        assert question.result is True


class Waiting(ModalScreen[str]):
    """A dialog of a program, which closes it when its work is done."""


async def test_a_dialog_that_a_program_closes_does_not_close_the_sign_in(
    backend: FakeBackend, tmp_path: Path
) -> None:
    app = of_books(backend, tmp_path)
    async with signed_in(app) as person:
        dialog, told = Waiting(), list[str | None]()
        await app.push_screen(dialog, told.append)
        assert app.svc is not None
        app.svc.auth.expire()
        await person.sees("Your session has ended.")
        dialog.dismiss("done")
        await person.until(lambda: told == ["done"])

        await person.type("admin\n")

        await person.sees_no("Your session has ended.")
        assert app.svc.auth.is_authenticated and len(app.screen_stack) == 1


@pytest.mark.parametrize("key", ["f1", "ctrl+o"])
async def test_no_list_of_keys_and_no_labels_open_below_the_sign_in(
    fresh_demo: DemoProcess, console: Console, key: str
) -> None:
    async with console(start="/articles/5") as person:
        await opened(person)
        await session_ends(person, fresh_demo)
        await person.may_type()
        open_before = list(person.app.screen_stack)

        await person.press(key)

        assert person.app.screen_stack == open_before
        assert "F1" not in person.text()
        if key == "f1":
            await person.sees("Sign in to continue, or press Ctrl+Q to quit.")


async def test_the_question_whether_to_quit_is_asked_over_the_sign_in(
    backend: FakeBackend, tmp_path: Path
) -> None:
    app = of_books(backend, tmp_path)
    async with signed_in(app) as person:
        svc = app.svc
        assert svc is not None
        with svc.doing(lambda: "Export to books.csv"):
            svc.auth.expire()
            await person.sees("Your session has ended.")
            await person.press("ctrl+q")
            await person.sees("Quit now?", "Export to books.csv")
            await person.press("n")
            await person.sees_no("Quit now?")
        await person.type("admin\n")
        await person.sees_no("Your session has ended.")
        assert svc.auth.is_authenticated


async def test_quick_edit_offers_the_save_that_the_sign_in_interrupted(
    fresh_demo: DemoProcess, console: Console
) -> None:
    async with console(start="/articles?ordering=id") as person:
        await person.sees("1-20 of 300")
        await person.press("i")
        await person.until(lambda: isinstance(person.app.focused, LineInput))
        line = person.app.focused
        assert isinstance(line, LineInput)
        line.value = "Typed before the end"
        door(fresh_demo, "expire")
        await person.press("f2")
        await person.sees("Your session has ended.")
        await person.may_type()
        await person.type("admin\n")

        await person.sees("Save now?")
        assert "You are not signed in" not in person.text()
        await person.may_type()
        await person.press("y")
        await person.until(lambda: not person.app.screen.is_modal)
        await person.sees("Typed before the end")


async def test_a_picker_loads_again_what_it_could_not_without_a_sign_in(
    fresh_demo: DemoProcess, console: Console
) -> None:
    async with console(start="/articles/5") as person:
        await opened(person)
        await at(person, "author")
        door(fresh_demo, "expire")
        await person.press("enter")
        await person.sees("Your session has ended.")
        await person.may_type()
        await person.type("admin\n")

        await person.sees("20 of 25 records")
