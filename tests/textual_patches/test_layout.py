"""Every widget hears of its size, whoever asked for a place before it was laid out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual._compositor import Compositor
from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from svc_tui.textual_patches.apply import apply_patches
from svc_tui.widgets.form.longtext import LongText
from tests.console import wait_until

WORDS = "word " * 30

Change = Callable[["Page"], Awaitable[LongText]]


class Page(App[None]):
    """A text area above what is taller than the screen."""

    CSS = "Static { height: 40; }"

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield LongText(WORDS, least=2, most=9)
            yield Static("near")
            yield Static("far", id="far")


async def narrower(app: Page) -> LongText:
    area = app.query_one(LongText)
    area.styles.width = 20
    return area


async def another(app: Page) -> LongText:
    area = LongText(WORDS, least=2, most=9)
    await app.query_one(VerticalScroll).mount(area, before=0)
    return area


@pytest.mark.parametrize(("change", "width"), [(narrower, 18), (another, 36)])
async def test_a_text_is_wrapped_though_a_place_was_asked_for_before_the_layout(
    change: Change, width: int
) -> None:
    apply_patches()
    app = Page()
    async with app.run_test(size=(40, 10)) as pilot:
        scroll, far = app.query_one(VerticalScroll), app.query_one("#far")
        await wait_until(pilot, lambda: far.region.y == 45)
        await pilot.pause()
        scroll.scroll_to(y=2, animate=False, immediate=True)
        await wait_until(pilot, lambda: app.screen._compositor._full_map_invalidated)
        with app.batch_update():
            area = await change(app)
            await wait_until(pilot, lambda: app.screen._layout_required)
            assert far.region.width == 38
        await pilot.pause()

        await wait_until(pilot, lambda: area.size.width == width)
        await wait_until(pilot, lambda: area.wrapped_document._width == area.wrap_width)
        await wait_until(pilot, lambda: area.size.height == area.rows > 2)


async def test_a_place_is_known_from_the_layout_that_has_just_been(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    apply_patches()
    app = Page()
    async with app.run_test(size=(40, 10)) as pilot:
        far, near = app.query_one("#far"), app.query_one(Static)
        await wait_until(pilot, lambda: far.region.y == 45)
        await pilot.pause()
        arranged: list[object] = []
        arrange = Compositor._arrange_root

        def noted(self: Compositor, *details: Any, **more: Any) -> Any:
            arranged.append(details)
            return arrange(self, *details, **more)

        monkeypatch.setattr(Compositor, "_arrange_root", noted)
        near.styles.height = 50
        await app.screen.mount(Static("new"))
        await wait_until(pilot, lambda: app.screen._layout_required)
        app.screen._on_timer_update()

        assert far.region.y == 55
        assert len(arranged) == 1
