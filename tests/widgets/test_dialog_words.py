"""The keys in the frame of a dialog stand out from their words."""

from __future__ import annotations

import pytest
from textual.app import App
from textual.containers import Vertical

from svc_tui.text import label
from svc_tui.widgets.dialog_words import DialogHint, DialogTitle, with_keys
from tests.console import screen_text, wait_until


@pytest.mark.parametrize(
    ("hint", "keys"),
    [
        ("Ctrl+S saves · F9 next row · Esc leaves", ["Ctrl+S", "F9", "Esc"]),
        ("Space ▲▼ · J K rank · 0 clears", ["Space", "J K", "0"]),
        ("Ctrl+S or F2 sends them · < > year", ["Ctrl+S or F2", "< >"]),
        ("t today · 0-9 types a date\nEnter chooses", ["t", "0-9", "Enter"]),
        ("Type to search · ↓ list · . next page", ["↓", "."]),
        ("Press Enter to go there, Esc to close.", []),
        ("Loading…", []),
    ],
)
def test_the_keys_of_a_hint_are_in_the_accent_color(hint: str, keys: list[str]):
    colored = with_keys(label(hint, multiline=True))

    assert [colored.plain[one.start : one.end] for one in colored.spans] == keys


class Small(App[None]):
    CSS = "Vertical { width: 100%; height: auto; border: round red; }"

    def compose(self):
        with Vertical():
            yield DialogHint("Space ticks · J K move · Enter applies · Esc cancels", longest=60)


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (60, "Space ticks · J K move · Enter applies · Esc cancels"),
        (50, "Space ticks · J K move · Esc cancels"),
        (38, "Space ticks · Esc cancels"),
        (17, "Esc cancels"),
    ],
)
async def test_a_hint_in_a_narrow_frame_leaves_out_whole_keys(width: int, shown: str):
    app = Small()
    async with app.run_test(size=(90, 10)) as pilot:
        await pilot.resize_terminal(width, 10)
        await wait_until(pilot, lambda: f" {shown} ─" in screen_text(app))


class Titled(App[None]):
    CSS = "Vertical { height: auto; border: round red; }"

    def compose(self):
        dialog = Vertical(DialogTitle("A title of more cells than a small dialog has, in a large"))
        dialog.styles.width = 80
        yield dialog


@pytest.mark.parametrize(("width", "framed"), [(100, True), (60, False)])
async def test_a_long_title_is_in_the_frame_of_a_dialog_that_has_room(width: int, framed: bool):
    app = Titled()
    async with app.run_test(size=(width, 10)) as pilot:
        title = app.query_one(DialogTitle)
        await wait_until(pilot, lambda: title.display is not framed)
