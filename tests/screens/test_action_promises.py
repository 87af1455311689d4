"""Actions promise an undo only where there is one, and what they need is always checked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from textual.widget import Widget

from svc_tui import (
    ActionContext,
    ActionDescriptor,
    FieldDescriptor,
    Resource,
    Route,
    SvcList,
    SvcPage,
)
from svc_tui.testing import FakeBackend, sent_json, sign_in, until, until_idle
from svc_tui.testing.console import text
from tests.screens.books import console


async def lend(ctx: ActionContext) -> None:
    """Lend the first book alone, and report nothing."""
    await ctx.crud.request("POST", f"/api/books/{ctx.rows[0]['id']}/lend/")


def zap(**more: Any) -> ActionDescriptor:
    return ActionDescriptor(label="Zap", **{"handler": lend, **more})


async def presses(pilot: Any, *keys: str) -> None:
    """Press each key once the console is idle."""
    for key in keys:
        await until_idle(pilot)
        await pilot.press(key)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (["nofield"], "This can't be undone: the action changes"),
        (["isbn", "nofield"], "Only part of this can be undone: "),
        (["isbn"], "Press u afterwards to undo it."),  # The list does not show it.
    ],
)
async def test_no_undo_is_promised_of_fields_that_the_records_do_not_have(
    backend: FakeBackend, tmp_path: Path, changes: list[str], said: str
) -> None:
    backend.on("GET", "/api/books/", {"count": 1, "results": [{"id": 1, "title": "Harbour"}]})
    app = console(backend, tmp_path, "/books", actions=[zap(changes=changes)])
    async with app.run_test(size=(120, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Harbour")
        await presses(pilot, "x", "enter")
        await until(pilot, said)


@pytest.mark.parametrize("declared", [True, False])
async def test_an_action_that_changed_nothing_offers_no_undo(
    backend: FakeBackend, tmp_path: Path, declared: bool
) -> None:
    backend.add_collection("/api/books", [{"id": 1, "title": "Harbour", "isbn": "1"}])

    async def change_the_isbn(ctx: ActionContext) -> None:
        for row in ctx.rows:
            await ctx.crud.partial_update(row["id"], {"isbn": "2"})
            ctx.ok(row)

    request = {"method": "PATCH", "path": "{endpoint}/{id}/", "body": {"title": "Harbour"}}
    action = (
        zap(handler=change_the_isbn, changes=["title"])
        if declared
        else ActionDescriptor(label="Zap", request=request)
    )
    app = console(backend, tmp_path, "/books", actions=[action])
    async with app.run_test(size=(120, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Harbour")
        await presses(pilot, "x", "enter", "y")
        await until(pilot, "Zap: 1 ok")
        assert "Press u" not in text(pilot)


async def test_rows_that_a_handler_did_not_touch_are_not_called_done(
    backend: FakeBackend, tmp_path: Path
) -> None:
    backend.add_collection("/api/books", [{"id": n, "title": f"Book {n}"} for n in (1, 2)])
    backend.on("POST", "/api/books/1/lend", {"id": 1})
    app = console(backend, tmp_path, "/books", actions=[zap()])
    async with app.run_test(size=(120, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Book 2")
        await presses(pilot, "space", "space", "x", "enter", "y")
        await until(pilot, "Zap: 1 ok, 1 unknown")


async def test_an_edit_of_many_rows_that_was_kept_in_part_shows_what_was_lost(
    backend: FakeBackend, tmp_path: Path
) -> None:
    """The list of results opens, where a toast would say that all is well."""
    row = {"id": 1, "title": "Harbour", "isbn": "9"}
    backend.on("PATCH", "/api/books/1", {**row, "title": "New"})
    request = {"method": "PATCH", "path": "{endpoint}/{id}/", "body": {"title": "New", "isbn": "7"}}
    app = console(
        backend, tmp_path, "/books", actions=[ActionDescriptor(label="Zap", request=request)]
    )
    async with app.run_test(size=(120, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Harbour")
        await presses(pilot, "x", "enter", "y")
        await until(pilot, "“isbn” was not saved by the backend")


class Shelf(SvcPage):
    """A list on a page of its own, whose permissions nobody worked out."""

    def content(self) -> list[Widget]:
        act = zap(permissions=("change",))
        return [SvcList("/api/books", ["title"], actions=[act], model=self.visit.params["model"])]


@pytest.mark.parametrize(
    ("user", "model", "allowed"),
    [("reader", "book", False), ("reader", "none", False), ("editor", "book", True)],
)
async def test_a_verb_of_an_action_is_checked_on_every_page(
    backend: FakeBackend, tmp_path: Path, user: str, model: str, allowed: bool
) -> None:
    backend.add_user("reader", permissions=["view_book"])
    backend.add_user("editor", permissions=["view_book", "change_book"])
    shelf = Route("/shelf/{model}", Shelf)
    app = console(backend, tmp_path, f"/shelf/{model}", routes=[shelf])
    async with app.run_test(size=(120, 30)) as pilot:
        await sign_in(pilot, user, user)
        await until(pilot, "Harbour")
        await until_idle(pilot)
        await pilot.press("x")
        await until(pilot, "Zap")
        await until_idle(pilot)
        assert ("needs permission" in text(pilot)) is not allowed


@pytest.mark.parametrize("by_handler", [True, False])
async def test_the_question_names_what_was_chosen_as_the_form_does(
    backend: FakeBackend, tmp_path: Path, by_handler: bool
) -> None:
    backend.add_collection("/api/members", [{"id": 7, "name": "Ada Byron"}])
    given: list[Any] = []

    async def lend(ctx: ActionContext) -> None:
        given.append(ctx.inputs)
        ctx.ok(ctx.rows[0])

    attrs = {"endpoint": "/api/members", "item_text": "name", "return_object": False}
    request = {"method": "POST", "path": "{endpoint}/{id}/lend/"}
    how = {"handler": lend} if by_handler else {"handler": None, "request": request}
    inputs = [{"key": "member", "type": "fks", "attrs": attrs}]
    app = console(backend, tmp_path, "/books", actions=[zap(inputs=inputs, **how)])
    async with app.run_test(size=(120, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Harbour")
        await presses(pilot, "x", "enter")
        await until(pilot, "Ctrl+S continues")
        await until_idle(pilot)
        await pilot.press("enter")
        await until(pilot, "Ada Byron")
        await pilot.press("enter")
        await until_idle(pilot)
        await pilot.press("ctrl+s")
        await until(pilot, "Zap 1 row?")
        assert f"Member{':' if by_handler else ' ='} Ada Byron" in text(pilot)
        await until_idle(pilot)
        await pilot.press("y")
        await until(pilot, "Zap: 1 ok" if by_handler else "Zap:")
        sent = given[0] if by_handler else sent_json(backend.last_write)
        assert sent == {"member": 7}


@pytest.mark.parametrize("page", ["/books", "/books/1"])
async def test_lists_and_records_ask_in_the_words_of_the_fields(
    backend: FakeBackend, tmp_path: Path, page: str
) -> None:
    backend.add_collection(
        "/api/books", [{"id": 1, "title": "Harbour", "state": "in", "lent": False}]
    )
    states = [{"value": "in", "label": "On the shelf"}, {"value": "out", "label": "With a reader"}]
    fields = [
        FieldDescriptor(key="title"),
        FieldDescriptor(key="state", type="select", attrs={"items": states}),
        FieldDescriptor(key="lent", label="On loan", type="switch"),
    ]
    request = {"method": "PATCH", "body": {"state": "out", "lent": True}}
    lending = [ActionDescriptor(label="Lend", request={**request, "path": "{endpoint}/{id}/"})]
    books = Resource(
        name="books", endpoint="/api/books", columns=["title"], fields=fields, actions=lending
    )
    app = console(backend, tmp_path, page, resources=[books])
    async with app.run_test(size=(120, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Harbour")
        await presses(pilot, "x", "enter")
        await until(pilot, "Lend 1 row?")
        assert "State: On the shelf → With a reader" in text(pilot)
        assert "On loan: off → on" in text(pilot)


async def test_a_row_that_does_not_keep_what_a_handler_sent_is_not_done(
    backend: FakeBackend, tmp_path: Path
) -> None:
    async def change(ctx: ActionContext) -> None:
        for row in ctx.rows:
            await ctx.crud.partial_update(row["id"], {"isbn": "7"})

    row = {"id": 1, "title": "Harbour", "isbn": "9"}
    backend.on("PATCH", "/api/books/1", row)
    app = console(backend, tmp_path, "/books", actions=[zap(handler=change, changes=["isbn"])])
    async with app.run_test(size=(120, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Harbour")
        await presses(pilot, "x", "enter", "y")
        await until(pilot, "Zap: 1 unknown")
        await until(pilot, "“isbn” was not saved by the backend: it is unchanged.")


async def test_inputs_are_kept_until_their_action_is_done(
    backend: FakeBackend, tmp_path: Path
) -> None:
    given: list[Mapping[str, Any]] = []

    async def note(ctx: ActionContext) -> None:
        given.append(ctx.inputs)
        if len(given) == 1:
            raise RuntimeError("Not yet.")
        for row in ctx.rows:
            ctx.ok(row)

    inputs = [FieldDescriptor(key="who"), FieldDescriptor(key="password")]
    app = console(backend, tmp_path, "/books", actions=[zap(handler=note, inputs=inputs)])
    async with app.run_test(size=(120, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Harbour")
        await presses(pilot, "x", "enter")
        await until(pilot, "Ctrl+S continues")
        await presses(pilot, *"Ada", "tab", *"1234", "ctrl+s")
        await until(pilot, "Zap 1 row?")
        await presses(pilot, "y")
        await until(pilot, "Zap: 1 unknown")
        await presses(pilot, "escape", "x", "enter")
        await until(pilot, "Ctrl+S continues")
        await until_idle(pilot)
        assert "Ada" in text(pilot)
        await presses(pilot, "tab", "5", "ctrl+s")
        await until(pilot, "Zap 1 row?")
        await presses(pilot, "y")
        await until(pilot, "Zap: 1 ok")
        assert given == [{"who": "Ada", "password": "1234"}, {"who": "Ada", "password": "5"}]
        await presses(pilot, "x", "enter")
        await until(pilot, "Ctrl+S continues")
        await until_idle(pilot)
        assert "Ada" not in text(pilot)


async def test_inputs_that_nobody_sees_open_no_form(backend: FakeBackend, tmp_path: Path) -> None:
    given: list[object] = []

    async def note(ctx: ActionContext) -> None:
        given.append(dict(ctx.inputs))
        for row in ctx.rows:
            ctx.ok(row)

    hidden = FieldDescriptor(key="by", default="console", visible=lambda model: False)
    app = console(backend, tmp_path, "/books", actions=[zap(handler=note, inputs=[hidden])])
    async with app.run_test(size=(120, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Harbour")
        await presses(pilot, "x", "enter")
        await until(pilot, "Zap 1 row?")
        await pilot.press("y")
        await until(pilot, "Zap: 1 ok")

        assert given == [{"by": "console"}]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"id": 1.5}, "1 row can't be opened or marked: the id 1.5 is neither a string nor a wh"),
        ({"id": True}, "1 row can't be opened or marked: the id True is neither a string nor a w"),
        ({}, "1 row has no id. It is shown, but can't be opened or marked."),
        ({"id": "z"}, "The same id appears more than once: z. Marking one of these rows marks"),
    ],
)
async def test_rows_that_can_not_be_told_apart_are_named_with_the_reason(
    backend: FakeBackend, tmp_path: Path, row: dict[str, object], said: str
) -> None:
    rows = [{**row, "title": "First"}, {"id": "z", "title": "Second"}]
    backend.on("GET", "/api/books", {"count": 2, "results": rows})
    app = console(backend, tmp_path, "/books")
    async with app.run_test(size=(200, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, said)
        if row.get("id") not in (None, "z"):
            await until_idle(pilot)
            await pilot.press("enter")
            await until(pilot, f"The id of this row ({row['id']}) is neither a string nor a whole")
