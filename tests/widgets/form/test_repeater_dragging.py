"""Items of a list that are dragged with the mouse."""

from __future__ import annotations

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from svc_tui.widgets.form.repeater.item_list import ItemList
from svc_tui.widgets.form.repeater.open_item import OpenItem
from tests.console import wait_until
from tests.widgets.form.form_with_draft import Fielded
from tests.widgets.form.test_repeater import named, repeater, titles

NUMBER = 3
"""The column of an item's place number."""


def row_of(it: Fielded, words: str) -> int:
    """The row of the screen on which words stand."""
    return next(y for y, line in enumerate(it.text.splitlines()) if words in line)


async def takes(it: Fielded, words: str, column: int = NUMBER) -> None:
    """The button goes down on an item."""
    left = it.field.items.region.x
    await it.pilot.mouse_down(offset=(left + column, row_of(it, words)))


async def drags(it: Fielded, *rows: int) -> None:
    for y in rows:
        await it.pilot.hover(offset=(30, y))
        await it.pilot.pause()


async def lets_go(it: Fielded, y: int) -> None:
    await it.pilot.mouse_up(offset=(30, y))
    await it.pilot.pause()


async def test_an_item_is_dragged_by_its_number_and_told_once_where_it_is_let_go():
    async with repeater(titles(*"abcde")) as it:
        first = row_of(it, "1 a")
        await takes(it, "2 b")
        await drags(it, first + 2, first + 3)
        assert "Moving “b” to 4 of 5. Release to drop, Esc to cancel." in it.text
        assert row_of(it, "4 b") == first + 3
        assert it.values == []

        await lets_go(it, first + 3)
        assert [named(value) for value in it.values] == ["acdbe"]
        assert "Moving" not in it.text
        assert it.field.items.at == 1
        assert not it.field.items.opened

        await it.press("u")
        assert named(it.now) == "abcde"


async def test_escape_puts_a_dragged_item_back():
    async with repeater(titles(*"abc")) as it:
        await takes(it, "3 c")
        await drags(it, row_of(it, "1 a"))
        assert row_of(it, "1 c") < row_of(it, "2 a")
        await it.press("d", "escape")

        assert "Moving" not in it.text
        await lets_go(it, row_of(it, "2 b"))
        assert row_of(it, "1 a") < row_of(it, "3 c")
        assert it.values == []
        assert not it.field.items.items.past


async def test_a_drag_that_ends_where_it_began_changes_nothing():
    async with repeater(titles(*"abc")) as it:
        first = row_of(it, "1 a")
        await takes(it, "1 a")
        await drags(it, first + 2, first)
        await lets_go(it, first)

        assert it.values == []
        assert not it.field.items.items.past


async def test_marked_items_are_dragged_together():
    async with repeater(titles(*"abcde")) as it:
        await it.begin("space", "down", "space")  # a and c
        first = row_of(it, "1 a")
        await takes(it, "3 c")
        await drags(it, first + 3, first + 4)
        assert "Moving 2 items" in it.text
        await lets_go(it, first + 4)

        assert named(it.now) == "bdeac"


async def test_an_open_item_is_dragged_with_its_fields_and_past_larger_ones():
    async with repeater(titles(*"abc")) as it:
        await it.begin("enter")
        await wait_until(it.pilot, lambda: it.app.query(OpenItem))
        await it.press("end", "x", "escape")
        first = row_of(it, "1 ax")
        await takes(it, "2 b")
        await drags(it, row_of(it, "2 b") - 1)
        assert row_of(it, "2 b") > first, "nothing moves while the mouse would not be on it"
        await drags(it, first, first, first)
        assert row_of(it, "1 b") == first
        await lets_go(it, first)
        assert named(it.now) == "baxc"

        await takes(it, "2 ax")
        last = row_of(it, "3 c")
        await drags(it, last)
        await lets_go(it, last)
        assert named(it.now) == "bcax"
        assert len(it.app.query(OpenItem)) == 1


async def test_an_item_is_dragged_beyond_the_edge_of_the_screen():
    async with repeater(titles(*"abcdefghijklmnopqrstuvwxyz"), size=(80, 10)) as it:
        await takes(it, "2 b")
        bottom = it.app.size.height - 1
        for column in range(20):
            await it.pilot.hover(offset=(30 + column, bottom))
        await lets_go(it, bottom)

        assert it.field.items.items.index(1) > 20
        assert " b" in it.text


async def test_what_is_typed_in_an_item_comes_along():
    async with repeater(titles(*"ab")) as it:
        await it.begin("enter", "end", "x")
        await takes(it, "2 b")
        await drags(it, row_of(it, "1 ax"))
        await lets_go(it, row_of(it, "1 b"))
        assert it.now == [{"title": "b", "size": 1}, {"title": "ax", "size": 0}]


@pytest.mark.parametrize("column", [NUMBER, 12])
async def test_a_click_goes_on_being_a_click(column: int):
    async with repeater(titles(*"ab")) as it:
        left = it.field.items.region.x
        for _ in range(2):
            await it.pilot.click(offset=(left + column, row_of(it, "2 b")))
            await it.pilot.pause()

        assert it.field.items.opened == {1}
        assert it.values == []


async def test_an_item_is_dragged_by_its_number_only():
    async with repeater(titles(*"abc")) as it:
        await takes(it, "1 a", column=20)
        await drags(it, row_of(it, "3 c"))
        await lets_go(it, row_of(it, "3 c"))
        assert it.values == []


async def test_a_delete_that_was_asked_for_is_not_confirmed_behind_a_drag():
    async with repeater(titles(*"abc")) as it:
        await it.begin("d")
        await takes(it, "3 c")
        await lets_go(it, row_of(it, "3 c"))
        await it.press("y")
        assert it.values == []


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_face_of_a_drag(size: tuple[int, int], snapshot: SnapshotAssertion):
    async with repeater(titles("Harbour", "Quay", "Lighthouse", "Pier"), size=size) as it:
        await takes(it, "4 Pier")
        await drags(it, row_of(it, "2 Quay"))
        assert it.text == snapshot


async def test_readers_drag_nothing():
    async with repeater(titles(*"abc"), readonly=True) as it:
        await takes(it, "1 a")
        await drags(it, row_of(it, "3 c"))
        await lets_go(it, row_of(it, "3 c"))
        assert row_of(it, "1 a") < row_of(it, "2 b")
        assert it.values == []


async def test_a_list_in_an_item_is_dragged_by_itself():
    inner: Any = [{"key": "parts", "type": "repeater", "fields": [{"key": "word"}]}]
    value = [{"parts": [{"word": "x"}, {"word": "y"}]}, {"parts": []}]
    async with repeater(value, fields=inner, attrs={"default_expanded": True}) as it:
        await wait_until(it.pilot, lambda: len(it.app.query(ItemList)) == 3)
        await wait_until(it.pilot, lambda: "2 y" in it.text)
        y = row_of(it, "2 y")
        column = it.text.splitlines()[y].index("2 y")
        await it.pilot.mouse_down(offset=(column, y))
        await drags(it, y - 1)
        await lets_go(it, y - 1)
        assert it.now == [{"parts": [{"word": "y"}, {"word": "x"}]}, {"parts": []}]
