"""A record without a title of the usual names is named by the key that its resource declares."""

from __future__ import annotations

from pathlib import Path

from svc_tui import ActionContext, ActionDescriptor, FieldDescriptor, Resource
from svc_tui.testing import FakeBackend, sign_in, text, until
from tests.screens.books import console

LOANS = [
    {"id": 71, "borrower": "Ada", "book": {"id": 1, "title": "Moby Dick"}},
    {"id": 72, "borrower": "Ben", "book": {"id": 2, "title": "Middlemarch"}},
]


async def remind(ctx: ActionContext) -> None:
    for row in ctx.rows:
        ctx.ok(row)


async def test_questions_headings_and_marks_have_the_declared_title(tmp_path: Path) -> None:
    backend = FakeBackend()
    backend.add_user("admin", superuser=True)
    backend.add_collection("/api/loans", LOANS)
    loans = Resource(
        name="loans",
        endpoint="/api/loans",
        columns=["borrower"],
        title_field="book.title",
        fields=[FieldDescriptor(key="borrower", type="textarea")],
        actions=[ActionDescriptor(label="Remind", handler=remind)],
    )
    app = console(backend, tmp_path, "/loans", resources=[loans])
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Ben")
        await pilot.press("d")
        await until(pilot, "Delete this record?")
        assert "Moby Dick" in text(pilot)
        await pilot.press("escape", "space", "j", "space", "x")
        await until(pilot, "Remind")
        await pilot.press("enter")
        await until(pilot, "Middlemarch")
        assert "Moby Dick" in text(pilot)
        await pilot.press("escape")
        await pilot.press("enter")
        await until(pilot, "Loans › Middlemarch")
        await pilot.press("d")
        await until(pilot, "Loans Middlemarch")


async def test_a_record_with_a_title_is_not_named_by_its_author(tmp_path: Path) -> None:
    backend = FakeBackend()
    backend.add_user("admin", superuser=True)
    author = {"id": 1, "name": "Ann"}
    backend.add_collection(
        "/api/books", [{"id": 1, "title": "Emma", "state": "x", "author": author}]
    )
    fields = [
        FieldDescriptor(key="state", type="text"),
        FieldDescriptor(key="author.name", type="text"),
    ]
    books = Resource(name="books", endpoint="/api/books", columns=["title"], fields=fields)
    app = console(backend, tmp_path, "/books/1", resources=[books])
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Books › Emma")


async def test_questions_name_rows_by_the_label_of_a_relation_that_the_list_shows(
    tmp_path: Path,
) -> None:
    backend = FakeBackend()
    backend.add_user("admin", superuser=True)
    backend.add_collection("/api/loans", [{"id": 71, "book": 1}, {"id": 72, "book": 2}])
    books = [{"id": 1, "name": "Moby Dick"}, {"id": 2, "name": "Middlemarch"}]
    backend.add_collection("/api/books", books)
    loans = Resource(
        name="loans",
        endpoint="/api/loans",
        columns=["id", "book"],
        title_field="book",
        fields=[FieldDescriptor(key="book", type="fks", attrs={"endpoint": "/api/books"})],
        actions=[ActionDescriptor(label="Remind", handler=remind)],
    )
    app = console(backend, tmp_path, "/loans", resources=[loans])
    async with app.run_test(size=(70, 24)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Middlemarch")
        await pilot.press("d")
        await until(pilot, "Delete this record?")
        assert text(pilot).count("Moby Dick") == 2
        await pilot.press("escape", "space", "j", "space", "x")
        await until(pilot, "Remind")
        await pilot.press("enter")
        await until(pilot, "Remind 2 rows?")
        assert text(pilot).count("Moby Dick") == 2 and text(pilot).count("Middlemarch") == 2
        await pilot.press("escape", "escape", "k", "enter")
        await until(pilot, "Loans › Moby Dick")
        await pilot.press("d")
        await until(pilot, "Loans Moby Dick")
        await pilot.press("escape", "x")
        await until(pilot, "Actions for Moby Dick")
        await pilot.press("enter")
        await until(pilot, "Remind 1 row?")
        assert text(pilot).count("Moby Dick") >= 2
