"""Edits that wait in a list of given rows, in a host without any services."""

from __future__ import annotations

from textual.pilot import Pilot
from textual.widgets import Input

from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.listing import ListColumn
from svc_tui.stores.listing.offline_sources import OfflineRecords, OfflineSource
from svc_tui.stores.listing.staged_store import StagedRecord
from svc_tui.stores.record.detail_store import DetailStore
from svc_tui.testing import until
from svc_tui.widgets.listing.quick_edit_dialog import QuickEditDialog
from svc_tui.widgets.listing.table import SvcListTable
from tests.console import screen_text, wait_until
from tests.widgets.listing.test_table import shown


def boats() -> SvcListTable:
    return SvcListTable(
        "",
        [ListColumn(key="name")],
        rows=[{"id": 1, "name": "Argo"}, {"id": 2, "name": "Dora"}],
        edit_fields=[FieldDescriptor(key="name")],
        stage=True,
    )


async def opened(pilot: Pilot[None]) -> Input:
    """The quick edit of the row under the cursor, with the caret in its one line."""
    await pilot.press("i")
    await wait_until(pilot, lambda: isinstance(pilot.app.screen, QuickEditDialog))
    await wait_until(pilot, lambda: isinstance(pilot.app.focused, Input))
    line = pilot.app.focused
    assert isinstance(line, Input)
    return line


async def test_a_row_that_waits_is_edited_again_and_sent() -> None:
    widget = boats()
    async with shown(widget) as pilot:
        widget.grid.focus()
        (await opened(pilot)).value = "Argonaut"
        await pilot.press("f2")
        await wait_until(pilot, lambda: widget.staging.waiting)
        again = await opened(pilot)
        assert again.value == "Argonaut"
        again.value = "Never kept"
        await pilot.press("escape", "escape")
        await wait_until(pilot, lambda: not isinstance(pilot.app.screen, QuickEditDialog))

        await pilot.press("W")
        await until(pilot, "Not sent yet")
        await pilot.press("f2")
        await wait_until(pilot, lambda: not widget.staging.waiting)
        source = widget.store.source
        assert isinstance(source, OfflineSource)
        assert [row["name"] for row in source.rows] == ["Argonaut", "Dora"]


async def test_a_value_inside_of_what_waits_has_a_star_too() -> None:
    widget = SvcListTable(
        "",
        [ListColumn(key="name"), ListColumn(key="captain.name")],
        rows=[{"id": 1, "name": "Argo", "captain": {"id": 7, "name": "Jason"}}],
        edit_fields=[FieldDescriptor(key="captain")],
        stage=True,
    )
    async with shown(widget) as pilot:
        await wait_until(pilot, lambda: "Jason" in screen_text(pilot.app))
        source = widget.store.source
        assert isinstance(source, OfflineSource)
        record = DetailStore(OfflineRecords(source), id="1")
        await record.load()
        record.edit("captain", 8)
        widget.staging.store.stage(StagedRecord("1", "Argo", record))
        await wait_until(pilot, lambda: "Jason" not in screen_text(pilot.app))
        assert "*—" in screen_text(pilot.app)
        assert "*Argo" not in screen_text(pilot.app)
