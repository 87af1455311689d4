"""The focus is moved at once, and only where there is something to focus."""

from __future__ import annotations

from textual.app import App
from textual.widgets import Input

from svc_tui.widgets.focusing import focus_now


async def test_the_focus_is_there_before_the_next_key_and_a_removed_widget_is_left_alone() -> None:
    app = App[None]()
    async with app.run_test():
        first, second = Input(), Input()
        await app.mount(first, second)
        focus_now(second)
        assert app.focused is second
        await first.remove()
        focus_now(first)
        focus_now(Input())
        assert app.focused is second
