"""A console whose state directory was damaged starts, and says in a sentence what was lost."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from svc_tui.stores.listing.saved_views import ViewStore
from svc_tui.stores.record.autosaved_draft import decode_draft
from tests.backends.demo import DemoProcess
from tests.console import demo_console, person_at
from tests.screens.test_record import opened, writes
from tests.stores.test_damaged_files import DAMAGE


async def at_work(demo: DemoProcess, state: Path) -> list[Path]:
    """Have a console write a file of each kind; gives those of which the loss is to be said."""
    async with person_at(demo_console(demo.url, state, "admin", "/articles/5")) as person:
        await opened(person)
        await writes(person, "title", "Typed and not saved")
        person.app.before_end()
        ViewStore(state / "views.json").save("articles", "Mine", "/articles?search=x")
    found = [path for path in state.rglob("*.json") if path.is_file()]
    kinds = {path.relative_to(state).parts[0] for path in found}
    assert {"drafts", "sessions", "preferences.json", "views.json"} <= kinds
    return found


@pytest.mark.parametrize("damage", ["random bytes", "empty", "incomplete", "null", "nested"])
async def test_a_console_starts_on_damaged_files_and_says_each_loss_once(
    demo: DemoProcess, tmp_path: Path, caplog: pytest.LogCaptureFixture, damage: str
) -> None:
    state = tmp_path / "state"
    for file in await at_work(demo, state):
        file.write_bytes(DAMAGE[damage](file.read_bytes()))
    caplog.set_level(logging.ERROR, "svc_tui")

    async with person_at(demo_console(demo.url, state, "admin", "/articles")) as person:
        # The foot of the list lies under what is said of the losses.
        await person.sees("A headline that goes on")
        await person.goes_to("/articles/5")
        await opened(person)
        await person.settles()

        for lost in ("The unsaved changes ", "session"):
            assert sum(lost in said for said in person.toasts) == 1, person.toasts
        assert not [one for one in caplog.records if one.levelno >= logging.ERROR]
        assert not any("Traceback" in said for said in person.toasts)


async def test_two_consoles_with_one_state_directory_keep_what_each_types(
    fresh_demo: DemoProcess, tmp_path: Path
) -> None:
    def start(place: str):
        return person_at(
            demo_console(fresh_demo.url, tmp_path / "state", "admin", place), (120, 40)
        )

    async with (
        start("/articles/8") as one,
        start("/articles/8") as two,
        start("/articles/9") as other,
    ):
        for person, text in ((one, "By one"), (two, "By two"), (other, "By the other")):
            await opened(person)
            await writes(person, "summary" if person is two else "title", text)
            person.app.before_end()
        typed = [
            change.typed
            for file in one.app.svc.drafts.folder.glob("*.json")
            for change in decode_draft(file.read_bytes()).changes
        ]
        assert len(typed) == 3

        await one.press("f2")
        await one.told_of("Saved.")
        await other.press("f2")
        await other.told_of("Saved.")
        await two.press("f2")
        await two.sees("Someone else changed this record")
        assert len(list(one.app.svc.drafts.folder.glob("*.json"))) == 1
