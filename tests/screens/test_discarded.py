"""What was typed is not lost by stray keys, and comes back when it was discarded."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from textual.events import Key
from textual.widgets import Input

from svc_tui import SvcDetail
from svc_tui.stores.record.autosaved_draft import (
    AutosavedChange,
    AutosavedDraft,
    DraftKey,
    encode_draft,
)
from svc_tui.stores.record.draft import MISSING
from svc_tui.stores.record.draft_store import DISCARDED, DraftsStore
from svc_tui.stores.session.snack_store import UNDONE
from svc_tui.widgets.record.body import DetailBody
from svc_tui.widgets.shell.confirm_dialog import SvcConfirmDialog
from tests.console import Person

Console = Callable[..., AbstractAsyncContextManager[Person]]

pytestmark = pytest.mark.usefixtures("fresh_demo")

TYPED = "Ferries zzz"


async def typed_into(person: Person) -> None:
    """Category 1 with another name, looked at and not saved."""
    await person.sees("#1", "Save and close")
    await person.settles()
    await person.press("enter")
    line = person.app.screen.query_one(Input)
    await person.until(lambda: line.has_focus)
    line.value = TYPED
    await person.pilot.pause()
    await person.press("escape")
    await person.until(lambda: person.app.screen.query_one(DetailBody).has_focus)
    await person.until(lambda: person.app.screen.query_one(SvcDetail).store.dirty)


def is_asked(person: Person) -> bool:
    return isinstance(person.app.screen, SvcConfirmDialog)


async def typed_and_discarded(person: Person) -> None:
    """The other name was given up, to go Home."""
    await typed_into(person)
    person.app.run_worker(person.app.svc.router.push("/"))
    await person.until(lambda: is_asked(person))
    await person.press("x")
    await person.sees("Discarded. Press u to bring it back.")


@pytest.mark.parametrize(
    "keys", ["1x", "2x", "qx", "Hx", "Lx", "-x", "ghx", "gmx", "Jx", "Kx", "cx"]
)
async def test_no_digit_or_letter_leaves_a_form_that_was_changed(
    console: Console, keys: str
) -> None:
    async with console(start="/categories") as person:
        await person.sees("1-")
        await person.settles()
        await person.goes_to("/categories/1")
        await typed_into(person)
        await person.type(keys.replace("-", "")) if "-" not in keys else await person.press(
            "minus", "x"
        )
        await person.told("Not saved yet: Name. Press Ctrl+S to save, or Esc to leave.")
        assert not is_asked(person)
        assert person.location.startswith("/categories/1")
        assert person.app.screen.query_one(SvcDetail).store.dirty


async def test_keys_typed_behind_the_one_that_asks_are_no_answer(console: Console) -> None:
    async with console(start="/categories/1") as person:
        await typed_into(person)
        for key in ("escape", "x", "y", "s", "enter"):
            person.app.post_message(Key(key, key if len(key) == 1 else None))
        await person.sees("Unsaved changes")
        await person.until(lambda: any("was ignored. Press it" in one for one in person.toasts))
        assert is_asked(person)
        await person.press("escape")
        await person.until(lambda: not is_asked(person))
        assert person.app.screen.query_one(SvcDetail).store.dirty


async def discard(person: Person) -> None:
    await person.press("escape")
    await person.until(lambda: is_asked(person))
    await person.press("x")
    await person.sees("Discarded. Press u to bring it back.")


async def test_u_in_the_list_brings_back_what_was_discarded(console: Console) -> None:
    async with console(start="/categories") as person:
        await person.sees("1-")
        await person.settles()
        await person.goes_to("/categories/1")
        await typed_into(person)
        await discard(person)
        await person.until(lambda: person.location == "/categories")
        await person.settles()
        await person.press("u")
        await person.until(lambda: person.location.startswith("/categories/1"))
        await person.sees(TYPED, "1 field restored")
        assert person.app.screen.query_one(SvcDetail).store.dirty


async def test_u_brings_it_back_from_any_page_and_from_the_record_itself(console: Console) -> None:
    async with console(start="/categories/1") as person:
        await typed_into(person)
        person.app.run_worker(person.app.svc.router.push("/"))
        await person.until(lambda: is_asked(person))
        await person.press("x")
        await person.sees("Signed in as", "Discarded. Press u to bring it back.")
        await person.press("u")
        await person.sees(TYPED)
        person.app.run_worker(person.app.svc.router.push("/"))
        await person.until(lambda: is_asked(person))
        await person.press("x")
        await person.sees("Signed in as")
        await person.goes_to("/categories/1")
        await person.sees("#1", "Save and close")
        await person.settles()
        assert TYPED not in person.text()
        await person.press("u")
        await person.sees(TYPED)


async def test_u_on_a_page_of_something_else_says_what_it_would_restore_and_asks(
    console: Console,
) -> None:
    async with console(start="/categories/1") as person:
        await typed_into(person)
        await discard(person)
        await person.goes_to("/orders")
        await person.sees("of 200")
        await person.settles()
        person.dismiss_toasts()
        await person.press("u")
        await person.sees("Restore discarded changes?", "/categories/1", "1 value, discarded")
        await person.press("n")
        await person.until(lambda: not is_asked(person))
        assert person.location.startswith("/orders")
        await person.press("u")
        await person.sees("Restore discarded changes?")
        await person.press("y")
        await person.sees(TYPED)


async def test_what_is_said_of_discarded_changes_leads_to_their_list(console: Console) -> None:
    async with console(start="/categories/1") as person:
        await typed_and_discarded(person)
        svc = person.app.svc
        assert svc is not None
        assert svc.drafts.discarded is not None
        draft = replace(svc.drafts.discarded.draft, location="")
        assert not await svc.bring_back(draft)
        await person.told_of("This console has no page for this record. Press g k, then D to see")
        svc.fetch.wrote_at = datetime.now(UTC)
        await person.press("u")
        await person.told_of("Press g k, then D to see what you discarded.")
        await person.press("g", "k", "D")
        await person.sees("Discarded changes", "Categories #1")


async def test_what_u_would_bring_back_is_still_said_if_the_page_is_not_left(
    console: Console,
) -> None:
    async with console(start="/categories/1") as person:
        await typed_and_discarded(person)
        svc = person.app.svc
        assert svc is not None
        await person.goes_to("/categories/10")
        await typed_into(person)
        svc.snack.show(DISCARDED, duration=0, until=(UNDONE,))
        person.app.run_worker(svc.restore_last_discarded())
        await person.until(lambda: is_asked(person))
        await person.press("escape")
        await person.until(lambda: not is_asked(person))
        assert svc.snack.shows(DISCARDED)


async def test_u_undoes_a_save_that_came_after_what_was_discarded(console: Console) -> None:
    async with console(start="/categories/1") as person:
        await typed_and_discarded(person)
        await person.goes_to("/categories/1")
        await typed_into(person)
        await person.press("f2")
        await person.until(lambda: not person.app.screen.query_one(SvcDetail).store.dirty)
        await person.settles()
        await person.press("u")
        await person.sees("Undo your last save?")
        await person.press("y")
        await person.sees("Undone: Name.")


async def test_a_draft_that_is_not_brought_back_after_all_is_put_into_no_form(
    console: Console,
) -> None:
    async with console(start="/categories/1") as person:
        await typed_and_discarded(person)
        await person.goes_to("/categories/2")
        await person.until(lambda: bool(person.app.screen.query(Input)))
        await person.settles()
        person.app.screen.query_one(SvcDetail).store.edit("name", "Another")
        person.app.run_worker(person.app.svc.restore_last_discarded())
        await person.until(lambda: is_asked(person))
        await person.press("escape")
        await person.until(lambda: not is_asked(person))
        await person.press("f2")
        await person.until(lambda: not person.app.screen.query_one(SvcDetail).store.dirty)

        await person.goes_to("/categories/1")
        await person.sees("#1", "Save and close")
        await person.settles()

        assert TYPED not in person.text()


async def test_the_next_user_brings_nothing_back(console: Console) -> None:
    async with console(start="/categories/1") as person:
        await typed_and_discarded(person)
        await person.app.svc.auth.logout()
        await person.sees("Password")
        await person.settles()
        assert person.app.svc.drafts.discarded is None


async def test_what_was_discarded_is_listed_apart_after_a_restart_and_not_offered(
    console: Console,
) -> None:
    async with console(start="/categories/1") as person:
        await typed_and_discarded(person)
    async with console(start="/categories/1") as person:
        await person.sees("#1", "Save and close")
        await person.settles()
        assert "You have unsaved changes here" not in person.text()
        await person.press("g", "k")
        await person.sees("Unsaved changes", "No unsaved changes. Press D")
        await person.press("D")
        await person.sees("Discarded changes", "d deletes · D lists unsaved", "Categories #1")
        await person.sees_no("Unsaved changes")
        await person.press("d")
        await person.sees("Delete for good?")
        await person.press("n")
        await person.until(lambda: not is_asked(person))
        await person.press("D")
        await person.sees("Unsaved changes", "d discards · D lists discarded", "No unsaved changes")
        await person.press("D")
        await person.sees("Categories #1")
        await person.press("enter")
        await person.sees(TYPED)


def laid_down(folder: Path, age: timedelta, title: str) -> Path:
    """A draft that was typed so long ago."""
    folder.mkdir(mode=0o700, exist_ok=True)
    key = DraftKey("http://here", "ann", "/api/notes", title)
    made = datetime.now(UTC) - age
    draft = AutosavedDraft(
        key, (AutosavedChange(("name",), MISSING, "x"),), title, f"/notes/{title}", made
    )
    file = folder / f"{key.stem}.{'0' * 12}-1.json"
    file.write_bytes(encode_draft(draft))
    os.chmod(file, 0o600)
    return file


async def test_a_draft_is_dropped_after_thirty_days_with_a_line_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    old = laid_down(tmp_path, timedelta(days=31), "old")
    young = laid_down(tmp_path, timedelta(days=29), "young")
    noted: list[str] = []
    store = DraftsStore(tmp_path, "http://here", on_note=noted.append)
    with caplog.at_level(logging.INFO, logger="svc_tui"):
        found = await store.all("ann")
    assert [one.title for one in found] == ["young"]
    assert not old.exists() and young.exists()
    words = "Unsaved changes of /notes/old were discarded after 30 days."
    assert noted == [words]
    assert words in caplog.messages


async def test_no_key_of_the_page_is_named_over_the_sign_in(console: Console) -> None:
    async with console(start="/categories/1") as person:
        await typed_and_discarded(person)
        await person.press("g", "q")
        await person.sees("You signed out.", "Password")
        assert "bring it back" not in person.text()
