"""The sheet with the result of each row."""

from __future__ import annotations

import pytest
from textual.app import App

from svc_tui.stores.listing.action_store import ActionState
from svc_tui.stores.listing.action_types import Outcome
from svc_tui.widgets.listing.results import ResultSheet
from tests.console import screen_text, wait_until


@pytest.mark.parametrize("word", ["less", "以下"])
async def test_a_long_reason_is_indented_also_where_the_terminal_became_narrow(word: str) -> None:
    app = App[None]()
    failed = Outcome("1", "Book 1", "failed", " ".join([word] * 40))
    async with app.run_test(size=(120, 24)) as pilot:
        app.push_screen(ResultSheet(ActionState(order=("1",), results={"1": failed})))
        await pilot.pause()
        await pilot.resize_terminal(60, 24)

        def starts() -> set[int]:
            rows = [row for row in screen_text(app).splitlines() if word in row]
            return {row.index(word) for row in rows} if len(rows) > 4 else set()

        await wait_until(pilot, lambda: len(starts()) == 1)


async def test_a_reason_is_wrapped_once_where_a_sidebar_narrows_the_sheet() -> None:
    class Narrowed(App[None]):
        CSS = "ResultSheet { padding-left: 24; }"

    app = Narrowed()
    why = " ".join(["less"] * 40)
    unknown = Outcome("1", "Book 1", "unknown", why)
    async with app.run_test(size=(100, 26)) as pilot:
        app.push_screen(ResultSheet(ActionState(order=("1",), results={"1": unknown})))

        def starts() -> set[int]:
            rows = [row for row in screen_text(app).splitlines() if "less" in row]
            return {row.index("less") for row in rows} if len(rows) > 2 else set()

        await wait_until(pilot, lambda: len(starts()) == 1)
