"""The rows of a list as a queue: one field of one record after another, gone on with tomorrow."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import pytest
from textual.events import Key

from svc_tui.textual_patches import key_order
from svc_tui.widgets.listing.record_worklist import RecordWorklist
from tests.backends.demo import DemoProcess
from tests.console import Person
from tests.screens.lists import hold, settled, store_of, watch, writing
from tests.screens.test_many_rows import record

Console = Callable[..., AbstractAsyncContextManager[Person]]

HARBOUR = "/articles?f_status=draft&search=harbour"
"""Three drafts."""


async def at_work(person: Person, *line: str) -> RecordWorklist:
    """The worklist that a line behind `:` opens, with its first record."""
    await person.sees("1-3 of 3")
    await settled(person)
    await person.press("colon")
    await person.type(" ".join(line) + "\n")
    await person.until(lambda: isinstance(person.app.screen, RecordWorklist))
    screen = person.app.screen
    assert isinstance(screen, RecordWorklist)
    await person.until(lambda: screen.store.state.item is not None)
    await person.settles()
    return screen


async def test_one_record_after_another_is_saved_skipped_and_gone_on_with(
    console: Console, fresh_demo: DemoProcess
) -> None:
    async with console(start=HARBOUR) as person:
        screen = await at_work(person, "work", "title")
        await person.sees("Title · Articles", "record 1 of 3 · 0 saved")
        first = screen.store.state.item
        sent = watch(person)
        await person.press("end")
        await person.type(" now")
        await person.press("enter")
        await person.sees("record 2 of 3 · 1 saved")
        assert (await record(person, first.key))["title"].endswith(" now")
        assert [one.split()[0] for one in sent].count("PATCH") == 1
        second = screen.store.state.item
        await person.settles()
        await person.press("tab")
        await person.sees("record 3 of 3 · 1 saved · 1 skipped")
        third = screen.store.state.item
        await person.settles()
        await person.type("x")
        await person.press("escape")
        await person.sees("What you typed for this record has not been saved.")
        await person.may_type()
        await person.press("x")
        await person.until(lambda: not isinstance(person.app.screen, RecordWorklist))
    async with console(start=HARBOUR) as person:
        screen = await at_work(person, "work", "title")
        assert screen.store.state.item.key == third.key
        await person.press("enter")
        await person.sees("1 skipped record is left. Press")
        await person.press("ctrl+r")
        await person.until(lambda: screen.store.state.item is not None)
        assert screen.store.state.item.key == second.key


async def test_what_is_typed_behind_enter_goes_into_the_next_record(
    console: Console, fresh_demo: DemoProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(key_order, "OPENING", 30.0)  # A busy machine may be slow to save.
    async with console(start=HARBOUR) as person:
        screen = await at_work(person, "work", "title")
        before = [dict(row) for row in store_of(person).state.rows]
        go_on = hold(person, writing)
        for typed in (" AA", " BB"):
            person.app.post_message(Key("end", None))
            for character in typed:
                key = "space" if character == " " else character
                person.app.post_message(Key(key, character))
            person.app.post_message(Key("enter", None))
        await person.until(lambda: screen.store.state.saving)
        go_on.set()
        await person.sees("2 saved")
        now = [(await record(person, str(row["id"])))["title"] for row in before]
        added = (" AA", " BB", "")
        assert now == [row["title"] + new for row, new in zip(before, added, strict=True)]


async def test_what_somebody_changed_first_is_shown_and_what_was_typed_stays(
    console: Console, fresh_demo: DemoProcess
) -> None:
    async with console(start=HARBOUR) as person:
        screen = await at_work(person, "work", "title")
        key = screen.store.state.item.key
        assert person.app.svc is not None
        await person.app.svc.crud("/api/articles").partial_update(int(key), {"title": "Theirs"})
        await person.press("end")
        await person.type(" mine")
        await person.press("enter")
        await person.sees("Not saved. Someone else changed it.", "Stored: Theirs", " mine")
        assert (await record(person, key))["title"] == "Theirs"
        await person.settles()
        await person.press("f2")
        await person.sees("record 2 of 3 · 1 saved")
        assert (await record(person, key))["title"].endswith(" mine")


async def test_a_field_that_is_not_there_is_named_with_those_that_are(
    console: Console, fresh_demo: DemoProcess
) -> None:
    async with console(start=HARBOUR) as person:
        await person.sees("1-3 of 3")
        await settled(person)
        await person.press("colon")
        await person.type("work titel\n")
        await person.until(lambda: any("There is no field titel" in one for one in person.toasts))
        await person.press("a")
        await person.sees("Fill in which field?")
        await person.type("status")
        await person.press("enter")
        await person.sees("Status · Articles", "record 1 of 3")
