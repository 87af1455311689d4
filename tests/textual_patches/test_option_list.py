"""Keys that reach an option list before it is laid out."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import OptionList

from svc_tui.textual_patches.apply import apply_patches
from tests.console import wait_until


class Choices(App[None]):
    """A list that is filled, and not shown yet."""

    def compose(self) -> ComposeResult:
        options = OptionList(*(f"Option {number}" for number in range(50)))
        options.display = False
        yield options

    @property
    def options(self) -> OptionList:
        return self.query_one(OptionList)


async def typed_together(pilot: Pilot[None], *keys: str) -> None:
    """Keys that arrive in one piece, as on a slow line: nothing is drawn between them."""
    for key in keys:
        pilot.app.post_message(Key(key, None))
    await pilot.pause()


async def test_a_page_key_leaves_a_list_alone_that_is_not_laid_out_yet():
    apply_patches()
    app = Choices()
    async with app.run_test(size=(40, 10)) as pilot:
        app.options.highlighted = 3
        for action in (app.options.action_page_down, app.options.action_page_up):
            action()
            assert app.options.highlighted == 3
        app.options.display = True
        await wait_until(pilot, lambda: app.options.size.height)
        app.options.action_page_down()
        assert app.options.highlighted == 3 + app.options.scrollable_content_region.height


async def test_the_palette_outlives_page_keys_typed_behind_the_key_that_opens_it():
    apply_patches()
    for keys in (("pagedown",), ("pageup",), ("pagedown", "pageup", "shift+end", "shift+home")):
        app = App[None]()
        async with app.run_test(size=(60, 20)) as pilot:
            await typed_together(pilot, "ctrl+p", *keys, *keys)
            await wait_until(pilot, lambda app=app: len(app.screen_stack) == 2)
            for _ in range(20):
                await typed_together(pilot, *keys)
            await pilot.press("escape", "escape")
            await wait_until(pilot, lambda app=app: len(app.screen_stack) == 1)
