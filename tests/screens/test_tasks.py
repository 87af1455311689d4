"""What is under way is listed, can be stopped, and stays listed with its result."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from syrupy.assertion import SnapshotAssertion

from tests.backends.demo import DemoProcess
from tests.console import Person
from tests.screens.lists import exporting, hold, settled, writing
from tests.screens.test_first_pages import SIZES, without_port

Console = Callable[..., AbstractAsyncContextManager[Person]]


async def test_an_export_is_a_task_that_can_be_stopped_from_another_page(
    console: Console, tmp_path: Path
):
    async with console(start="/articles") as person:
        await exporting(person, tmp_path / "all.csv")
        await person.goes_to("/tags")
        await person.sees("Slug")
        await person.press("colon")
        await person.type("tasks\n")
        await person.sees("Tasks in this session", "Export to", "Exporting 100 of 300")
        await person.press("c")
        await person.sees("It was cancelled.")
        await person.until(lambda: not [*tmp_path.glob("*all.csv*")])


async def test_without_tasks_no_key_for_one_is_named(console: Console):
    async with console(start="/tags") as person:
        await person.sees("Slug")
        await person.press("w")
        await person.sees("No tasks yet.", "Esc closes")
        await person.sees_no("Enter shows the result")
        await person.press("question_mark")
        await person.sees("─ Keys ─")


async def publish_two(person: Person) -> None:
    """Publish the first two drafts, without waiting for it."""
    await person.sees("[Drafts")
    await settled(person)
    await person.press("space", "space", "x", "enter")
    await person.sees("Publish 2 rows?")
    await person.press("y")


async def test_an_action_tells_how_far_it_is_and_then_what_came_out(
    console: Console, fresh_demo: DemoProcess
):
    async with console(start="/articles?tab=draft") as person:
        go_on = hold(person, writing)
        await publish_two(person)
        await person.press("w")
        await person.sees("Publish 2 rows  0 of 2")
        go_on.set()
        await person.sees("Publish 2 rows  Publish: 2 ok")
        await person.press("enter")
        await person.sees("✓", "Esc closes")


async def test_what_failed_is_tried_again_from_the_tasks(console: Console, fresh_demo: DemoProcess):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("space", "space", "x", "e", "enter")
        await person.sees("No changes yet")
        await person.press("enter")
        await person.type("A forbidden word")
        await person.press("ctrl+s")
        await person.sees("Edit fields of 2 rows?")
        await person.press("y")
        await person.sees("R retries failed rows")
        await person.press("escape", "w")
        await person.sees("Edit fields 2 rows  Edit fields: 2 failed")
        await person.press("R")
        await person.until(lambda: len(person.app.svc.under_way) == 2)  # type: ignore[union-attr]


async def test_signing_out_forgets_what_was_done(console: Console, fresh_demo: DemoProcess):
    async with console(start="/articles?tab=draft") as person:
        await publish_two(person)
        await person.until(lambda: "Publish: 2 ok. Press u to undo it." in person.toasts)
        svc = person.app.svc
        assert svc is not None
        assert len(svc.under_way) == 1
        await svc.auth.logout()
        await person.until(lambda: svc.under_way == ())
        await person.sees("Password")


@SIZES
async def test_the_tasks(
    console: Console, fresh_demo: DemoProcess, size: tuple[int, int], snapshot: SnapshotAssertion
):
    async with console(size=size, start="/articles?tab=draft") as person:
        await publish_two(person)
        await person.until(lambda: "Publish: 2 ok. Press u to undo it." in person.toasts)
        person.app.svc.snack.dismiss_all()  # type: ignore[union-attr]
        await person.press("w")
        await person.sees("Publish: 2 ok")
        await person.settles()
        assert without_port(person.text()) == snapshot
