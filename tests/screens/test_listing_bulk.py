"""Many rows at once: what is going to change is told, then done, row by row."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from svc_tui.models.listing import ActionDescriptor
from svc_tui.widgets.listing.actions import SvcListActions
from tests.backends.demo import DemoProcess
from tests.console import Person
from tests.screens.test_listing import settled, store_of

Console = Callable[..., AbstractAsyncContextManager[Person]]


async def list_of(person: Person, *marks: str) -> None:
    """The articles are there, and the first ones are marked."""
    await person.sees("1-20 of")
    await settled(person)
    await person.press(*marks)


FEATURE = ActionDescriptor(
    label="Feature",
    request={
        "method": "PATCH",
        "path": "{endpoint}/{id}/",
        "body": {"status": "published", "featured": True},
    },
)


async def test_before_an_action_runs_it_says_what_it_changes(
    console: Console, fresh_demo: DemoProcess
):
    async with console(start="/articles") as person:
        await list_of(person, "space", "space")
        store = store_of(person)
        titles = [str(row["title"]) for row in store.state.selection.rows.values()]
        person.app.screen.query_one(SvcListActions).start(FEATURE, store.state.selection)
        await person.sees("Feature 2 rows?", titles[0][:20], titles[1][:10])
        await person.sees("status: (mixed) → published")
        await person.press("y")
        await person.until(lambda: "Feature: 2 ok" in person.toasts)
        assert {row["status"] for row in store.state.rows[:2]} <= {"published"}
