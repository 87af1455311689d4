"""Staged edits: quick edits wait in the list, and are sent together after a look at them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.widgets import Input

from svc_tui.widgets.listing.quick_edit_dialog import QuickEditDialog
from svc_tui.widgets.listing.staged_changes_dialog import StagedChangesDialog
from tests.backends.demo import DemoProcess
from tests.console import Person
from tests.screens.lists import table_of, watch
from tests.screens.test_first_pages import without_port
from tests.screens.test_listing_bulk import another_signs_in
from tests.screens.test_never_lost import drafts
from tests.screens.test_record import door

Console = Callable[..., AbstractAsyncContextManager[Person]]

STAGING = """
[svc]
base_url = "http://127.0.0.1:1"
page_size = 20

[[resources]]
name = "articles"
endpoint = "/api/articles"
model = "article"
stage = true
columns = [
  { key = "title", sortable = true },
  { key = "status", format = "badge", width = 10 },
  { key = "category_name", label = "Category", width = 12 },
]
edit_fields = [
  { key = "title", type = "text", required = true },
  { key = "summary", type = "text" },
]
"""


@asynccontextmanager
async def staging(
    console: Console, folder: Path, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Person]:
    """A list that holds edits back, with its rows on the screen."""
    file = folder / "staging.toml"
    file.write_text(STAGING, "utf-8")
    async with console(start="/articles?ordering=id", file=file, size=size) as person:
        await person.sees("1-20 of 300")
        await person.settles()
        yield person


async def title_line(person: Person) -> Input:
    """The line of the title, once it can be typed into."""
    await person.until(lambda: isinstance(person.app.screen, QuickEditDialog))
    await person.until(lambda: isinstance(person.app.focused, Input))
    line = person.app.focused
    assert isinstance(line, Input)
    return line


async def typed(person: Person, text: str) -> None:
    """Another title for the row under the cursor, kept in the list."""
    await person.press("i")
    (await title_line(person)).value = text
    await person.press("f2")
    await person.until(lambda: not isinstance(person.app.screen, QuickEditDialog))


def writes(sent: list[str]) -> list[str]:
    return [one for one in sent if not one.startswith(("GET", "OPTIONS", "HEAD"))]


async def test_more_rows_than_the_cap_are_not_sent_and_wait_on(
    console: Console, fresh_demo: DemoProcess, tmp_path: Path
):
    (tmp_path / "capped").mkdir()
    file = tmp_path / "capped" / "staging.toml"
    file.write_text(STAGING.replace("page_size = 20", "page_size = 20\nmax_rows = 1"), "utf-8")
    async with console(start="/articles?ordering=id", file=file) as person:
        await person.sees("1-20 of 300")
        await person.settles()
        sent = watch(person)
        await typed(person, "First of all")
        await person.press("down")
        await typed(person, "And the second")
        await person.press("W")
        await person.sees("Not sent yet: 2 changes in 2 rows")
        await person.press("ctrl+s")
        await person.until(lambda: any("limit of 1 (max_rows)" in said for said in person.toasts))
        await person.sees("2 changes in 2 rows")
        assert writes(sent) == []


async def test_edits_wait_marked_with_a_star_and_are_sent_together(
    console: Console, fresh_demo: DemoProcess, tmp_path: Path
):
    async with staging(console, tmp_path) as person:
        sent = watch(person)
        await typed(person, "First of all")
        await person.sees("*First of all", "1 change in 1 row, W to send")
        await person.press("down")
        await typed(person, "And the second")
        await person.sees("*And the second", "2 changes in 2 rows, W to send")
        assert writes(sent) == []
        await person.press("W")
        await person.sees("Not sent yet: 2 changes in 2 rows", "→ First of all")
        await person.press("ctrl+s")
        await person.until(lambda: "Staged changes: 2 ok" in person.toasts)
        await person.sees_no("W to send")
        await person.sees("First of all", "And the second")
        assert len(writes(sent)) == 2
        assert "*First" not in person.text()
        assert person.app.svc is not None
        first, second = person.app.svc.past_writes.entries()[-2:]
        assert first["run"] == second["run"] != "", "they are one run in the log"


async def test_the_first_few_are_sent_before_the_others_are_asked_about(
    console: Console, fresh_demo: DemoProcess, tmp_path: Path
):
    async with staging(console, tmp_path) as person:
        sent = watch(person)
        for n in range(4):
            await typed(person, f"Number {n}")
            await person.press("down")
        await person.press("W")
        await person.sees("Not sent yet: 4 changes in 4 rows", "f sends 3 first")
        assert person.app.svc is not None
        person.app.svc.confirm.word = "live"
        await person.press("f")
        await person.sees("Send 4 rows to live?", "Type live to continue")
        await person.may_type()
        assert writes(sent) == []
        await person.type("live\n")
        await person.sees("Continue with the other 1 row?", ": done")
        assert len(writes(sent)) == 3
        await person.may_type()
        await person.press("n")
        await person.sees("Staged changes: 3 ok, 1 skipped", "Stopped before it was sent.")
        assert len(writes(sent)) == 3
        await person.press("R")
        await person.until(lambda: "Staged changes: 1 ok" in person.toasts)
        await person.sees_no("W to send")
        assert len(writes(sent)) == 4


async def test_what_was_refused_stays_with_its_reason(
    console: Console, fresh_demo: DemoProcess, tmp_path: Path
):
    async with staging(console, tmp_path) as person:
        await typed(person, "x" * 400)
        await person.press("down")
        await typed(person, "A good one")
        await person.press("W")
        await person.sees("Ctrl+S sends them")
        await person.press("f2")
        await person.sees("Staged changes: 1 ok, 1 failed", "✗", "Title:")
        await person.press("escape")
        await person.sees("1 change in 1 row, W to send")
        await person.press("W")
        await person.sees("✗ Title:")
        await person.press("enter")
        line = await title_line(person)
        assert line.value == "x" * 400, "nothing typed is lost"
        line.value = "Shorter"
        await person.press("f2")
        await person.sees("*Shorter")
        await person.press("W")
        await person.sees("Ctrl+S sends them")
        await person.press("f2")
        await person.until(lambda: "Staged changes: 1 ok" in person.toasts)


async def test_what_somebody_else_changed_is_chosen_before_it_is_sent(
    console: Console, fresh_demo: DemoProcess, tmp_path: Path
):
    async with staging(console, tmp_path) as person:
        await typed(person, "Mine")
        crud = person.app.svc.crud("/api/articles")  # type: ignore[union-attr]
        await crud.partial_update(table_of(person).grid.current, {"title": "Theirs"})
        await person.press("W")
        await person.sees("Ctrl+S sends them")
        await person.press("f2")
        await person.sees("Someone else changed Title:")
        await person.press("escape", "W")
        await person.sees("Ctrl+S sends them")
        await person.press("enter")
        await person.sees("mine    Mine", "theirs  Theirs", "To the form (y)")
        await person.press("m", "y")
        await person.until(lambda: isinstance(person.app.screen, QuickEditDialog))
        await person.press("f2")
        await person.sees("W to send")
        await person.press("W")
        await person.sees("Ctrl+S sends them")
        await person.press("f2")
        await person.until(lambda: "Staged changes: 1 ok" in person.toasts)
        record = await crud.detail(table_of(person).grid.current)
        assert record["title"] == "Mine"


async def test_leaving_and_quitting_ask_while_something_waits(console: Console, tmp_path: Path):
    async with staging(console, tmp_path) as person:
        await typed(person, "Only here")
        for leave in ("enter", "ctrl+q"):
            await person.press(leave)
            await person.sees("Changes are not sent yet", "1 change in 1 row: A headline")
            await person.press("escape")
            await person.sees("*Only here")
            assert person.location.startswith("/articles?")
        await person.press("enter")
        await person.sees("Changes are not sent yet")
        await person.press("x")
        await person.until(lambda: person.location.startswith("/articles/"))


async def test_a_row_is_taken_back_and_a_form_is_left_as_it_was_opened(
    console: Console, tmp_path: Path
):
    async with staging(console, tmp_path) as person:
        await typed(person, "Only here")
        await person.press("i")
        await person.until(lambda: isinstance(person.app.screen, QuickEditDialog))
        await person.press("escape")
        await person.sees("*Only here")
        await person.press("W")
        await person.sees("D discards it")
        await person.press("D")
        await person.sees("Nothing is left to send", "u restores what D discarded")
        await person.press("ctrl+s", "escape")
        await person.until(lambda: not isinstance(person.app.screen, StagedChangesDialog))
        await person.sees_no("Only here")
        await person.press("W")
        await person.until(lambda: any("Nothing is staged" in one for one in person.toasts))


async def test_what_is_taken_back_is_offered_no_more_and_comes_back_with_its_draft(
    console: Console, tmp_path: Path
):
    async with staging(console, tmp_path) as person:
        await typed(person, "First of all")
        await person.press("down")
        await typed(person, "And the second")
        await person.until(lambda: len(drafts(tmp_path)) == 2)
        await person.press("W")
        await person.sees("2 changes in 2 rows")
        await person.press("D")
        await person.sees("1 change in 1 row", "u restores")
        await person.until(lambda: len(drafts(tmp_path)) == 1)
        await person.press("u")
        await person.sees("Not sent yet: 2 changes in 2 rows")
        await person.until(lambda: len(drafts(tmp_path)) == 2)
        assert list(table_of(person).staging.waiting) == table_of(person).grid.keys[:2], "in order"
        await person.press("D", "D")
        await person.sees("Nothing is left to send")
        await person.until(lambda: not drafts(tmp_path))
        await person.press("escape", "i")
        await title_line(person)
        await person.settles()
        assert isinstance(person.app.screen, QuickEditDialog), "nothing is offered any more"


async def test_the_look_at_what_waits_is_closed_for_somebody_else(
    console: Console, fresh_demo: DemoProcess, tmp_path: Path
):
    async with staging(console, tmp_path) as person:
        await typed(person, "Only here")
        await person.press("W")
        await person.sees("Not sent yet: 1 change in 1 row")
        await person.press("D")
        await person.sees("Nothing is left to send")
        await another_signs_in(person, fresh_demo, "editor")
        await person.until(lambda: not isinstance(person.app.screen, StagedChangesDialog))
        assert not table_of(person).staging.waiting


async def test_what_waited_when_the_console_was_killed_is_offered_as_a_draft(
    console: Console, tmp_path: Path
):
    async with staging(console, tmp_path) as person:
        await typed(person, "Not lost")
    async with staging(console, tmp_path) as person:
        await person.press("i")
        await person.sees("Not lost")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
async def test_what_waits_and_the_look_at_it(
    console: Console, tmp_path: Path, size: tuple[int, int], snapshot: SnapshotAssertion
):
    async with staging(console, tmp_path, size) as person:
        await typed(person, "First of all")
        await person.press("down")
        await typed(person, "And the second")
        await person.sees("2 changes in 2 rows, W to send")
        await person.settles()
        assert without_port(person.text()) == snapshot(name="list")
        await person.press("W")
        await person.sees("D discards it")
        assert without_port(person.text()) == snapshot(name="sheet")


async def test_a_form_that_is_still_being_read_is_not_closed_by_keeping_it(
    console: Console, tmp_path: Path
):
    async with staging(console, tmp_path) as person:
        table_of(person).editing.edit("1")
        await person.until(lambda: isinstance(person.app.screen, QuickEditDialog))
        dialog = person.app.screen
        assert isinstance(dialog, QuickEditDialog)
        await person.until(lambda: hasattr(dialog.form, "store"))
        dialog.form.store.change(loaded=False)
        assert not await dialog.form.save()


async def test_what_waits_is_never_sent_in_the_name_of_somebody_else(
    console: Console, fresh_demo: DemoProcess, tmp_path: Path
):
    async with staging(console, tmp_path) as person:
        await typed(person, "Of the admin")
        await person.sees("*Of the admin")
        door(fresh_demo, "expire")
        await person.press("r")
        await person.sees("Your session has ended.")
        await person.may_type()
        await person.press("shift+tab")
        await person.press("end", *["backspace"] * 8)
        await person.type("editor\neditor\n")
        await person.until(
            lambda: any("Staged changes by admin are kept." in said for said in person.toasts)
        )

        await person.sees_no("*Of the admin")
        await person.sees_no("W to send")
        assert len(drafts(tmp_path)) == 1


async def test_a_long_text_is_read_whole_before_it_is_sent(console, tmp_path):
    text = " ".join(f"word{n}" for n in range(80))
    async with staging(console, tmp_path) as person:
        await typed(person, text)
        await person.press("W")
        await person.sees("Not sent yet: 1 change in 1 row", "→ word0 word1")
        await person.press("right", "right")
        await person.sees("word78 word79")
