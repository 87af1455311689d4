"""A console as a consumer builds it, on a backend in memory: headings, closed pages, its log."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from textual.app import ComposeResult
from textual.widget import Widget
from textual.widgets import Static

from svc_tui import (
    Block,
    Command,
    Dialect,
    FieldDescriptor,
    FilterDescriptor,
    ListPage,
    LoginPage,
    NavigationRequest,
    Options,
    Resource,
    Route,
    SvcApp,
    SvcList,
    SvcPage,
    TextField,
)
from svc_tui.screens.list_opening import opened_store
from svc_tui.stores.home.card_plan import plan_of
from svc_tui.testing import BASE, FakeBackend, sign_in, text, until, until_idle
from svc_tui.widgets.command import Controller
from tests.screens import books as on_books


class Isbn(TextField):
    """A type of the program's own."""


class Failing(SvcPage):
    """A page whose worker fails."""

    def content(self) -> list[Widget]:
        return [Static("FAILING PAGE")]

    def on_mount(self) -> None:
        self.run_worker(self._fail())

    async def _fail(self) -> None:
        raise ValueError("no harbour here")


class Waiting(SvcPage):
    """A page whose widget loads for as long as it is shown."""

    def content(self) -> list[Widget]:
        self.body = Static("BODY")
        return [self.body]

    def on_mount(self) -> None:
        self.body.loading = True


class Own(ListPage):
    """A list with a content of its own."""

    def content(self) -> list[Widget]:
        here = self.visit.location
        self.store = opened_store(self.svc, self.resource, self.visit, here, ())
        self.list = SvcList(columns=["title"], store=self.store)
        self.run_worker(self.store.refresh())
        return [self.list]

    def controllers(self) -> Iterable[Controller]:
        return ()


def closed(going: NavigationRequest) -> Block:
    return Block("The desk is closed.")


@pytest.fixture
def backend() -> FakeBackend:
    made = FakeBackend()
    made.add_user("admin", superuser=True)
    made.add_collection("/api/books", [{"id": 1, "title": "Harbour", "status": "in"}])
    made.add_collection("/api/loans", [{"id": 2, "book": 1, "due": "2026-01-02"}])
    return made


def console(backend: FakeBackend, folder: Path, **more: Any) -> SvcApp:
    status = FieldDescriptor(key="status")
    book = FieldDescriptor(
        key="book", type="fks", attrs={"endpoint": "/api/books", "item_text": "title"}
    )
    given: dict[str, Any] = {
        "resources": [
            Resource(
                name="books",
                endpoint="/api/books",
                columns=["title"],
                fields=[FieldDescriptor(key="title", type="isbn"), status],
            ),
            Resource(
                name="codes",
                endpoint="/api/books",
                columns=["title"],
                fields=[FieldDescriptor(key="isbn", type="isbn"), status],
            ),
            Resource(
                name="loans",
                endpoint="/api/loans",
                columns=["book", "due"],
                fields=[book, FieldDescriptor(key="due", type="date")],
            ),
            Resource(name="desk", endpoint="/api/desk", columns=["title"], middleware=["closed"]),
        ],
        "middleware": {"closed": closed},
        "field_types": {"isbn": Isbn},
    }
    return SvcApp(
        Options(base_url=BASE), transport=backend.transport, state_dir=folder, **{**given, **more}
    )


async def test_headings_and_commands_say_what_there_is(
    backend: FakeBackend, tmp_path: Path
) -> None:
    app = console(backend, tmp_path, start="/books/1")
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Books › Harbour", 8)  # The way in words has the same title.
        assert app.svc is not None
        await app.svc.router.push("/codes/1")
        await until(pilot, "Untitled", 8)  # Its first text is its own type, and empty.
        await app.svc.router.push("/loans/2")
        await until(pilot, "#2", 8)
        await until_idle(pilot)
        assert "Untitled" not in text(pilot)

        await pilot.press("colon", *"desk", "enter")
        await until(pilot, "The desk is closed.")
        await pilot.press("colon", *"logout", "enter")
        await until(pilot, "Password")
        assert not app.svc.auth.is_authenticated


async def test_a_column_of_ids_shows_the_titles_that_its_field_names(
    backend: FakeBackend, tmp_path: Path
) -> None:
    loans = backend.collections[1]
    loans.rows += [{"id": number, "book": number % 3, "due": "2026-01-03"} for number in (3, 4, 5)]
    backend.collections[0].rows += [{"id": 2, "title": "Quay"}, {"id": 9, "title": "Not lent"}]
    app = console(backend, tmp_path, start="/loans")
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Quay")
        await until_idle(pilot)
        assert text(pilot).count("Harbour") == 2  # Of the loans 2 and 4.
        assert "Not lent" not in text(pilot)
        asked = [one for one in backend.calls if one == "GET /api/books/"]
        assert len(asked) <= 2
        await pilot.press("r")
        await until_idle(pilot)
        assert [one for one in backend.calls if one == "GET /api/books/"] == asked


def test_a_card_takes_its_titles_from_a_column_that_is_no_relation() -> None:
    book = FieldDescriptor(key="book", type="fks", attrs={"endpoint": "/api/books"})
    for columns, title in (
        (["book", "due"], "due"),
        (["due"], "due"),
        (["book"], "book"),
        ([], ""),
    ):
        loans = Resource(name="loans", endpoint="/api/loans", columns=columns, fields=[book])
        assert plan_of(loans).title_key == title


async def test_each_console_shows_its_own_failures(backend: FakeBackend, tmp_path: Path) -> None:
    for number, routes in enumerate(([Route("/bad", Failing)], [])):
        start = "/bad" if routes else "/books"
        app = console(backend, tmp_path / str(number), routes=routes, start=start)
        async with app.run_test(size=(100, 30)) as pilot:
            await sign_in(pilot)
            await pilot.press("at")
            await until(pilot, "Enter shows the whole line")
            assert ("Failing failed" in text(pilot)) == bool(routes)


@pytest.mark.parametrize("answer", [None, 1])
async def test_a_hook_that_cannot_ask_for_a_list_is_named_where_the_rows_would_be(
    answer: Any, backend: FakeBackend, tmp_path: Path
) -> None:
    dialect = Dialect("mine", list_params=lambda **asked: answer)
    plain = [Resource(name="books", endpoint="/api/books", columns=["title"])]
    app = console(backend, tmp_path, dialect=dialect, resources=plain, start="/books")
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "The hook list_params of the dialect failed")
        assert app.svc is not None and str(app.svc.router.state.location) == "/books"
        await pilot.press("1")
        await until(pilot, lambda: str(app.svc.router.state.location) == "/")


class Empty(LoginPage):
    """A sign-in without a box to sign in with."""

    def content(self) -> list[Widget]:
        return [Static("WELCOME")]


class Composed(LoginPage):
    """The same, composed."""

    def compose(self) -> ComposeResult:
        yield Static("WELCOME")


@pytest.mark.parametrize("kind", [Empty, Composed])
async def test_a_sign_in_page_without_a_box_gives_way(
    kind: type[LoginPage], backend: FakeBackend, tmp_path: Path
) -> None:
    app = console(backend, tmp_path, components={"login": kind}, start="/books")
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        assert "Harbour" in text(pilot)
        assert app.svc is not None
        told = [one.message for one in app.svc.snack.history]
        assert "⚠ component login failed · see :log" in told


async def test_a_widget_that_loads_says_so_in_a_word_that_is_painted_once(
    backend: FakeBackend, tmp_path: Path
) -> None:
    routes = [Route("/waiting", Waiting)]
    app = console(backend, tmp_path, routes=routes, start="/waiting")
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Loading…")
        assert "BODY" not in text(pilot)
        assert isinstance(app.screen, Waiting)
        word = app.screen.body._cover_widget
        assert (
            word is not None and word.auto_refresh is None
        )  # Textual's is painted 16 times a second.


async def test_what_a_list_does_not_know_of_a_location_is_left_out_and_told(
    backend: FakeBackend, tmp_path: Path
) -> None:
    state = FilterDescriptor(value="state", choices=["in", "lent"])
    books = Resource(
        name="books", endpoint="/api/books", columns=["title"], filters=[state],
        fields=[FieldDescriptor(key="title")],
    )  # fmt: skip
    app = on_books.console(backend, tmp_path, "/", resources=[books])
    async with app.run_test(size=(120, 30)) as pilot:
        await sign_in(pilot)
        assert app.svc is not None
        await app.svc.router.push("/books?status=lent&page=no&state=in")
        await until(pilot, "The list has no filter “status”, so that was ignored. Filters: state.")
        said = "“no” is not a page number, so that was ignored."
        assert any(one.message.endswith(said) for one in app.svc.snack.history)
        await until_idle(pilot)

        assert str(app.svc.router.state.location) == "/books?f_state=in"
        assert backend.requests[-1].url.params["state"] == "in"


async def test_an_order_that_looks_misspelt_is_sent_and_told(
    backend: FakeBackend, tmp_path: Path
) -> None:
    books = Resource(
        name="books", endpoint="/api/books", columns=["title", "publisher"],
        fields=[FieldDescriptor(key="title")],
    )  # fmt: skip
    app = on_books.console(backend, tmp_path, "/", resources=[books])
    async with app.run_test(size=(120, 30)) as pilot:
        await sign_in(pilot)
        assert app.svc is not None
        await app.svc.router.push("/books?ordering=-published,title")
        await until(pilot, "The list has no column “published”. Did you mean “publisher”?")
        await until_idle(pilot)

        assert str(app.svc.router.state.location) == "/books?ordering=-published,title"
        assert backend.requests[-1].url.params["ordering"] == "-published,title"


async def test_a_long_location_does_not_fill_the_screen_with_its_names(
    backend: FakeBackend, tmp_path: Path
) -> None:
    app = on_books.console(backend, tmp_path, "/")
    async with app.run_test(size=(120, 30)) as pilot:
        await sign_in(pilot)
        assert app.svc is not None
        names = [letter * 200 for letter in "abcdef"]
        query = "&".join(f"{name}=1" for name in names)
        await app.svc.router.push(f"/books?page=&{query}")
        await until(pilot, "3 more were ignored.")

        told = app.svc.snack.history[-1].message
        assert f"“{'a' * 29}…”" in told
        assert len(told) < 300
        assert "page number" not in told


async def test_a_list_with_a_content_of_its_own_follows_its_location(
    backend: FakeBackend, tmp_path: Path
) -> None:
    app = on_books.console(backend, tmp_path, "/", components={"list": Own})
    async with app.run_test(size=(120, 30)) as pilot:
        await sign_in(pilot)
        assert app.svc is not None
        await app.svc.router.push("/books?page_size=50")
        await until(pilot, "Harbour")
        await until_idle(pilot)

        assert str(app.svc.router.state.location) == "/books?page_size=50"
        assert on_books.logged() == ""


async def test_the_library_names_what_it_leaves_out_of_a_location(
    backend: FakeBackend, tmp_path: Path
) -> None:
    backend.add_media([{"id": 1, "file": "/a.png", "mime_type": "image/png", "title": "Whale"}])
    app = on_books.console(backend, tmp_path, "/media?mine=image/*&page=x")
    async with app.run_test(size=(120, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "The library has no filter “mine”, so that was ignored.")
        await until(pilot, "“x” is not a page number, so that was ignored.")


class Desk(SvcPage):
    """A page of a consumer that changes a record by itself."""

    KEYS = (
        Command(
            "desk.rename",
            "f7",
            "Rename",
            lambda page: page.ask(
                page.svc.crud("/api/books").partial_update(1, {"title": "Renamed"})
            ),
        ),
    )

    def content(self) -> list[Widget]:
        return [Static("desk")]


async def test_a_change_by_a_page_of_ones_own_is_said_to_be_in_the_log(
    backend: FakeBackend, tmp_path: Path
) -> None:
    app = on_books.console(backend, tmp_path, "/desk", routes=[Route("/desk", Desk)])
    async with app.run_test(size=(80, 24)) as pilot:
        await sign_in(pilot)
        await until(pilot, "desk")
        await pilot.press("f7")
        await until_idle(pilot)
        await pilot.press("u")
        await until(pilot, "can't be undone here. Run `svc-tui history` to see it.")
