"""What the console on the CMS looks like: a page's state, its dialogs, one's own profile."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.widgets import Input

from svc_tui.widgets.record.publication_lists import PublicationListDialog
from svc_tui.widgets.record.publication_options import PublicationDialog
from tests.backends.cms import CmsProcess
from tests.screens.cms_consoles import Starter, chooses, starter
from tests.screens.test_first_pages import without_port
from tests.screens.test_media import SIZES
from tests.screens.test_record import opened


@pytest.fixture
def console(cms: CmsProcess, tmp_path: Path) -> Starter:
    return starter(cms, tmp_path)


@SIZES
async def test_a_page_its_schedule_and_its_addresses(
    console: Starter, size: tuple[int, int], snapshot: SnapshotAssertion
) -> None:
    async with console(start="/articles/2", size=size) as person:
        await opened(person, "en published · it not published")
        await person.settles()
        assert without_port(person.text()) == snapshot(name="page")
        await person.press("x")
        await chooses(person, "Schedule…")
        await person.until(lambda: isinstance(person.app.screen, PublicationDialog))
        person.app.screen.query_one(Input).value = "tomorrow"
        await person.press("ctrl+s")
        await person.sees("Use the format 2026-12-31 09:00.")
        await person.settles()
        assert without_port(person.text()) == snapshot(name="schedule")
        await person.press("escape", "x")
        await chooses(person, "Address…")
        await person.until(lambda: isinstance(person.app.screen, PublicationListDialog))
        await person.settles()
        assert without_port(person.text()) == snapshot(name="addresses")


@SIZES
async def test_ones_own_profile(
    console: Starter, size: tuple[int, int], snapshot: SnapshotAssertion
) -> None:
    async with console(user="editor", size=size) as person:
        await person.sees("Signed in as editor")
        person.app.action_own_profile()
        await person.sees("Édith")
        await person.settles()
        assert without_port(person.text()) == snapshot
