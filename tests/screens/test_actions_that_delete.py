"""An action that sends a DELETE asks in red, and names the request if its label does not."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest

from svc_tui.models.listing import ActionDescriptor
from svc_tui.widgets.listing.actions import SvcListActions
from svc_tui.widgets.shell.confirm_dialog import SvcConfirmDialog
from tests.backends.demo import DemoProcess
from tests.console import Person
from tests.screens.lists import settled, store_of

Console = Callable[..., AbstractAsyncContextManager[Person]]

SENDS = {"method": "DELETE", "path": "{endpoint}/{id}/"}
NAMED = "DELETE /api/articles/{id}/)."


async def opened(person: Person) -> None:
    """The list is there, its first row marked."""
    await person.sees("1-20 of 300")
    await settled(person)
    await person.press("space")


async def asked(person: Person, action: ActionDescriptor, title: str) -> SvcConfirmDialog:
    """Start the action on the marked row; its question."""
    actions = person.app.screen.query_one(SvcListActions)
    actions.start(action, store_of(person).state.selection)
    await person.sees(title)
    dialog = person.app.screen
    assert isinstance(dialog, SvcConfirmDialog)
    return dialog


async def test_an_action_that_deletes_under_another_name_says_what_it_sends(
    console: Console, fresh_demo: DemoProcess
) -> None:
    async with console(start="/articles", size=(100, 30)) as person:
        action = ActionDescriptor(label="Tidy up", request=SENDS)
        await opened(person)
        dialog = await asked(person, action, "Tidy up 1 row?")
        await person.sees("This action deletes records (" + NAMED)
        assert dialog.has_class("-dangerous")
        (key,) = store_of(person).state.selection.rows
        await person.press("n")
        await person.sees_no("Tidy up 1 row?")
        assert store_of(person).row(key) is not None

        await asked(person, action, "Tidy up 1 row?")
        await person.press("y")
        await person.until(lambda: "Tidy up: 1 ok" in person.toasts)
        await person.sees("of 299")


@pytest.mark.parametrize("label", ["Delete for good", "Remove", "Purge", "Move to trash"])
async def test_an_action_whose_label_says_that_it_deletes_asks_in_red_and_no_more(
    console: Console, label: str
) -> None:
    async with console(start="/articles", size=(100, 30)) as person:
        await opened(person)
        action = ActionDescriptor(label=label, request=SENDS)
        dialog = await asked(person, action, f"{label} 1 row?")
        assert dialog.has_class("-dangerous")
        assert "it sends" not in person.text()
        await person.press("n")


async def test_an_action_of_python_names_no_request(console: Console) -> None:
    async def shout(context: Any) -> None:
        raise AssertionError(f"It ran unasked for {context}.")

    async with console(start="/articles", size=(100, 30)) as person:
        await opened(person)
        action = ActionDescriptor(label="Shout", handler=shout)
        dialog = await asked(person, action, "Shout 1 row?")
        assert "it sends" not in person.text()
        assert not dialog.has_class("-dangerous")
        await person.press("n")
        await person.sees_no("Shout 1 row?")
