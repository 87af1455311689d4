"""What the slots of the list components receive, and where they stand."""

from __future__ import annotations

from typing import Any

import pytest
from textual.widget import Widget
from textual.widgets import Static

from svc_tui import (
    ActionDescriptor,
    FieldDescriptor,
    FilterDescriptor,
    ListColumn,
    ListTabItem,
    Slots,
    SvcList,
    SvcListActions,
    SvcListFilters,
    SvcListTabs,
)
from svc_tui.stores.listing.action_store import ActionStore, Outcome
from svc_tui.stores.listing.row_sources import OfflineSource
from tests.console import screen_text, wait_until
from tests.widgets.shell.widget_alone import Host

BOAT = {"id": 1, "name": "Aurora", "kind": "tug"}


def boats(slots: Slots, **props: Any) -> SvcList:
    columns = [ListColumn(key="name"), ListColumn(key="kind")]
    return SvcList(columns=columns, rows=[BOAT], slots=slots, **props)


async def test_a_list_hands_its_slots_to_its_parts():
    got: dict[str, Any] = {}
    kind = FilterDescriptor(value="kind", choices=("tug", "ferry"))

    def panel(filter: Any, toggle_choice: Any, remove_filter: Any) -> Widget:
        got.update(filter=filter.value, toggle=toggle_choice, remove=remove_filter)
        return Static("Kinds of boats", classes="own")

    def extra(model: Any) -> Widget:
        got["model"] = model
        return Static("Harbour master's note")

    slots = Slots(
        {
            "head": lambda: "The fleet",
            "dtable.toolbar": lambda: "Toolbar here",
            "cell.kind": lambda item, value: f"{value}/{item['name']}",
            "filter.kind": panel,
            "qedit.extra": extra,
        }
    )
    widget = boats(slots, filters=[kind], edit_fields=[FieldDescriptor(key="name")])
    async with Host(widget).run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: "tug/Aurora" in screen_text(pilot.app))
        await wait_until(pilot, lambda: widget.table.grid.has_focus)
        assert "The fleet" in screen_text(pilot.app)
        assert "Toolbar here" in screen_text(pilot.app)
        await pilot.press("i")
        await wait_until(pilot, lambda: "Harbour master's note" in screen_text(pilot.app))
        assert got["model"] == BOAT
        await pilot.press("escape", "f")
        await wait_until(pilot, lambda: "Kinds of boats" in screen_text(pilot.app))
        assert got["filter"] == "kind"
        got["toggle"]("ferry")
        await pilot.press("enter")
        await wait_until(pilot, lambda: "Kind: Ferry ×" in screen_text(pilot.app))


async def test_a_cell_that_exits_is_marked_and_ends_nothing():
    def exits(item: Any, value: Any) -> str:
        raise SystemExit(3)

    widget = boats(Slots({"cell.kind": exits}))
    async with Host(widget).run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: "failed · see :log" in screen_text(pilot.app))
        assert "Aurora" in screen_text(pilot.app)


async def test_the_loading_face_can_be_filled():
    widget = boats(Slots({"dtable.loading": lambda: "Boats are coming"}))
    async with Host(widget).run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: "Aurora" in screen_text(pilot.app))
        widget.store.change(loaded_at=None, loading=True, rows=(), keys=())
        await wait_until(pilot, lambda: "Boats are coming" in screen_text(pilot.app))
        assert "Loading…" not in screen_text(pilot.app)


async def test_actions_stand_between_prepend_and_append():
    slots = Slots({"prepend": lambda: "before", "append": lambda: "after"})
    bar = SvcListActions(selection=[BOAT], source=OfflineSource([BOAT]), slots=slots)
    async with Host(bar).run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: "after" in screen_text(pilot.app))
        line = screen_text(pilot.app).splitlines()[0]
        assert line.index("before") < line.index("1 row marked") < line.index("after")


async def test_actions_without_services_hear_of_a_late_report() -> None:
    bar = SvcListActions(selection=[BOAT], source=OfflineSource([BOAT]))
    async with Host(bar).run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: "1 row marked" in screen_text(pilot.app))
        action = ActionDescriptor(label="Paint", handler=lambda ctx: None)
        bar.store.publish(ActionStore.ReportedLate(action, Outcome("1", "Aurora", "ok")))
        await pilot.pause()
        assert pilot.app.is_running


async def test_a_tab_slot_gets_the_tab_and_whether_it_is_open():
    def tab(tab: ListTabItem, active: bool) -> str:
        return f"({tab.text}{'!' if active else ''})"

    items = [ListTabItem(value="", text="All"), ListTabItem(value="tug")]
    widget = SvcListTabs(items, model_value="tug", slots=Slots({"tab": tab}))
    async with Host(widget).run_test(size=(80, 24)) as pilot:
        assert "(All)   (Tug!)" in screen_text(pilot.app)


@pytest.mark.parametrize("disabled", [True, False])
async def test_disabled_filters_open_nothing(disabled: bool):
    chips = SvcListFilters([FilterDescriptor(value="kind", choices=("tug",))], disabled=disabled)
    async with Host(chips).run_test(size=(80, 24)) as pilot:
        chips.action_open()
        await pilot.pause()
        assert ("[ ] Tug" in screen_text(pilot.app)) is not disabled


async def test_columns_are_named_by_their_keys_alone():
    async with Host(SvcList(columns=["name", "kind"], rows=[BOAT])).run_test() as pilot:
        await wait_until(pilot, lambda: "Aurora" in screen_text(pilot.app))
        assert "Name" in screen_text(pilot.app) and "Kind" in screen_text(pilot.app)
