"""Code of whoever builds a console that fails: a mark where it stands, and a line in the log."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from rich.text import Text
from textual.content import Content
from textual.widgets import Button, Static

from svc_tui import ListColumn, ListTabItem, Slots, SvcList, SvcListTabs, SvcThemeToggle
from svc_tui.app.context import Svc
from svc_tui.stores.session.snack_store import Toast
from svc_tui.widgets.shell.snack_bar import SvcSnackBar
from svc_tui.widgets.slots import FailureMark, slot_widgets
from tests.console import screen_text, wait_until
from tests.widgets.shell.widget_alone import Host


def raises(**given: Any) -> Any:
    raise RuntimeError("a bug of mine")


def boats(slots: Slots) -> SvcList:
    columns = [ListColumn(key="name"), ListColumn(key="kind")]
    return SvcList(columns=columns, rows=[{"id": 1, "name": "Aurora", "kind": "tug"}], slots=slots)


async def test_a_cell_that_raises_costs_a_mark_and_one_line_in_the_log(
    caplog: pytest.LogCaptureFixture,
):
    with caplog.at_level(logging.ERROR):
        async with Host(boats(Slots({"cell.kind": raises}))).run_test(size=(80, 24)) as pilot:
            await wait_until(pilot, lambda: "failed · see :log" in screen_text(pilot.app))
            await pilot.press("down", "up")
            assert "Aurora" in screen_text(pilot.app)
    lines = [one for one in caplog.records if "cell.kind" in one.getMessage()]
    assert len(lines) == 1


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        (None, "Aurora"),
        (17, "failed · see :log"),
        (True, "failed · see :log"),
        (Text("rich"), "rich"),
        (Content("own"), "own"),
        (Text("a\x1b[31mb\u202ec", "bold"), "a␛[31mb‹U+202E›c"),
        (Content("a\x1b[31mb"), "a␛[31mb"),
        ("a\x1b[31mb", "a␛[31mb"),
        (object(), "failed · see :log"),
        (["a"], "failed · see :log"),
    ],
)
async def test_a_cell_shows_what_it_can_of_what_a_slot_gives(given: Any, shown: str):
    slots = Slots({"cell.kind": lambda item, value: given})
    async with Host(boats(slots)).run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: "Aurora" in screen_text(pilot.app))
        await wait_until(pilot, lambda: shown in screen_text(pilot.app))


@pytest.mark.parametrize("fill", [raises, lambda: 17, lambda: [3], lambda: iter((Static("x"), 1))])
async def test_any_other_slot_that_fails_leaves_the_list_whole(fill: Any):
    slots = Slots({"head": fill, "dtable.toolbar": fill})
    async with Host(boats(slots)).run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: "Aurora" in screen_text(pilot.app))
        await wait_until(pilot, lambda: "failed · see :log" in screen_text(pilot.app))


async def test_tabs_outlive_their_slot():
    tabs = SvcListTabs([ListTabItem(value="", text="All")], slots=Slots({"tab": raises}))
    async with Host(tabs).run_test() as pilot:
        await wait_until(pilot, lambda: "failed · see :log" in screen_text(pilot.app))


async def test_a_toast_of_an_unknown_kind_is_a_plain_one(tmp_path: Any):
    svc, odd = Svc("http://127.0.0.1:9", state_dir=tmp_path), ("celebration", "long")
    async with svc, Host(SvcSnackBar(svc=svc)).run_test(size=(60, 10)) as pilot:
        say: Any = svc.snack.show
        say("Fresh from a plugin", *odd)
        await wait_until(pilot, lambda: "Fresh from a plugin" in screen_text(pilot.app))
        svc.snack.change(toasts=(Toast("As published", kind="party", id=99),))  # type: ignore[arg-type]
        await wait_until(pilot, lambda: "As published" in screen_text(pilot.app))


async def test_the_theme_toggle_turns_textuals_own_themes_in_an_app_without_ours():
    async with Host(SvcThemeToggle()).run_test() as pilot:
        app = pilot.app
        assert app.current_theme.dark
        app.query_one(Button).press()
        await wait_until(pilot, lambda: not app.current_theme.dark)
        app.query_one(Button).press()
        await wait_until(pilot, lambda: app.current_theme.dark)


def test_a_slot_that_gives_the_same_widget_again_is_marked(caplog: pytest.LogCaptureFixture):
    same = Static("once")
    slots = Slots({"head": lambda: same, "prepend": lambda: [Static("a")] * 2})

    assert slot_widgets(slots, "head") == [same]
    for name in ("head", "prepend"):
        [mark] = slot_widgets(slots, name)
        assert isinstance(mark, FailureMark)
    assert "it returned the same Static twice; return new widgets" in caplog.text


@pytest.mark.parametrize("given", [{"title": "Harbour"}, b"Harbour", [{"title": "Harbour"}]])
def test_a_slot_that_gives_an_object_is_marked(
    given: Any, caplog: pytest.LogCaptureFixture
) -> None:
    [mark] = slot_widgets(Slots({"head": lambda: given}), "head")

    assert isinstance(mark, FailureMark)
    assert "it should return widgets, not " in caplog.text
