"""The dialog in which something is chosen."""

from __future__ import annotations

import pytest
from textual.app import App
from textual.geometry import Size

from svc_tui.widgets.form.chooser import ChoiceDialog, ChoiceInput, ChoiceOption
from tests.console import screen_text, wait_until


async def test_words_that_match_nothing_say_so_and_enter_chooses_nothing():
    chosen: list[object] = []
    async with App[None]().run_test(size=(80, 24)) as pilot:
        offers = [ChoiceOption("draft", "Draft"), ChoiceOption("review", "In review")]
        pilot.app.push_screen(ChoiceDialog("Status", offers, 0, ""), chosen.append)
        await pilot.pause()
        await pilot.press(*"qq")
        await wait_until(pilot, lambda: "Nothing matches “qq”." in screen_text(pilot.app))
        await pilot.press("enter")
        await pilot.pause()
        assert chosen == []
        await pilot.press("backspace", "backspace", "enter")
        await wait_until(pilot, lambda: bool(chosen))
        assert chosen == [offers[0]]


def test_a_choice_is_one_line_and_not_drawn_to_be_measured(monkeypatch: pytest.MonkeyPatch):
    drawn: list[ChoiceInput] = []
    monkeypatch.setattr(ChoiceInput, "render", drawn.append)

    high = ChoiceInput("words " * 20).get_content_height(Size(20, 5), Size(80, 24), 20)

    assert (high, drawn) == (1, [])
