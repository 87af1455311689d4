"""How often a screen is painted, as Textual is and mended, and that nothing is left unpainted."""

from __future__ import annotations

import sys
from contextlib import suppress

import pytest
from rich.segment import Segment
from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from svc_tui.textual_patches import app as compat
from tests.console import wait_until
from tests.pty.terminal import Terminal

PICTURES = """
import asyncio, sys
if sys.argv[1] == "mended":
    from svc_tui.textual_patches.app import apply_patches
    apply_patches()
from textual._compositor import Compositor
from textual.app import App
from textual.containers import VerticalScroll
from textual.widgets import Static

made = []
for name in ("render_full_update", "render_partial_update"):
    def counted(self, render=getattr(Compositor, name), **how):
        made.append(render(self, **how))
        return made[-1]
    setattr(Compositor, name, counted)

class Page(App):
    def compose(self):
        with VerticalScroll():
            yield Static("one")

async def main():
    app = Page()
    async with app.run_test() as pilot:
        await pilot.pause(0.1)
        made.clear()
        app.query_one(VerticalScroll).styles.padding = 1
        app.screen.refresh(layout=True)
        app.screen._on_timer_update()
        print("pictures", sum(one is not None for one in made), "end")

asyncio.run(main())
"""


@pytest.mark.parametrize(("how", "pictures"), [("unmended", 2), ("mended", 1)])
def test_a_screen_that_is_laid_out_and_repainted_is_painted_once(how: str, pictures: int) -> None:
    with Terminal([sys.executable, "-c", PICTURES, how]) as terminal:
        terminal.wait_for(f"pictures {pictures} end")


class Lines(App[None]):
    """More lines than fit."""

    CSS = "Static { height: 1; }"

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            for number in range(40):
                yield Static(f"line {number}")


@pytest.mark.parametrize("scrolled", [False, True], ids=["laid out", "scrolled"])
async def test_what_is_repainted_with_a_layout_or_a_scroll_is_painted_as_a_whole(
    scrolled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert compat.apply_patches()
    app = Lines()
    async with app.run_test(size=(20, 10)) as pilot:
        await pilot.pause()
        painted: list[object] = []
        monkeypatch.setattr(app, "_display", lambda screen, update: painted.append(update))

        scroll = app.query_one(VerticalScroll)
        if scrolled:
            scroll.set_reactive(VerticalScroll.scroll_y, 3.0)
            app.screen._scroll_required = True
        else:
            scroll.styles.padding = 1
        app.screen.refresh(layout=not scrolled)
        app.screen._on_timer_update()

        assert [type(one).__name__ for one in painted if one is not None] == ["LayoutUpdate"]
        assert not app.screen._repaint_required


REMOVED = """
import asyncio, sys
if sys.argv[1] == "mended":
    from svc_tui.textual_patches.app import apply_patches
    apply_patches()
from textual.app import App
from textual.widgets import Static, TextArea

class Page(App):
    def compose(self):
        yield TextArea("one")
        yield Static("two")

async def main():
    app = Page()
    async with app.run_test() as pilot:
        await pilot.pause(0.1)
        area = app.query_one(TextArea)
        gone = area._task
        area.remove()
        await gone
        print("on the old picture", area in app.screen._compositor.visible_widgets)
        try:
            app.screen._compositor.render_full_update()
        except KeyError:
            print("it fails end")
        else:
            print("it is painted end")

asyncio.run(main())
"""


@pytest.mark.parametrize(("how", "then"), [("unmended", "fails"), ("mended", "is painted")])
def test_what_was_removed_is_not_painted_before_the_next_layout(how: str, then: str) -> None:
    with Terminal([sys.executable, "-c", REMOVED, how]) as terminal:
        terminal.wait_for(f"it {then} end")
        assert "on the old picture True" in terminal.text()


def _made(strip: Strip) -> set[str]:
    """The parts of a line that are there."""
    made = set()
    for name in Strip.__slots__:
        with suppress(AttributeError):
            vars(Strip)[name].__get__(strip)
            made.add(name)
    return made


def test_a_line_makes_a_cache_when_it_is_asked() -> None:
    compat.apply_patches()
    strip = Strip([Segment("a line")])
    assert not any(name.endswith("_cache") for name in _made(strip) - {"_render_cache"})

    assert strip.crop(0, 1) is strip.crop(0, 1)
    assert "_crop_cache" in _made(strip)
    assert "_divide_cache" not in _made(strip)
    assert not hasattr(strip, "of_no_line")


BATCH = """
import asyncio, sys
if sys.argv[1] == "mended":
    from svc_tui.textual_patches.app import apply_patches
    apply_patches()
from textual._compositor import Compositor
from textual.app import App
from textual.widgets import Static

made = []
for name in ("render_full_update", "render_partial_update"):
    def counted(self, render=getattr(Compositor, name), **how):
        made.append(render(self, **how))
        return made[-1]
    setattr(Compositor, name, counted)

class Page(App):
    def compose(self):
        yield Static("one")

async def main():
    app = Page()
    async with app.run_test() as pilot:
        await pilot.pause(0.1)
        made.clear()
        with app.batch_update():
            app.query_one(Static).styles.height = 3
            await pilot.pause(0.1)
            app.screen._refresh_layout()
            await pilot.pause(0.1)
            print("pictures", sum(one is not None for one in made), "end")

asyncio.run(main())
"""


@pytest.mark.parametrize(("how", "pictures"), [("unmended", 1), ("mended", 0)])
def test_what_is_laid_out_in_a_batch_is_not_drawn_while_nobody_can_see_it(
    how: str, pictures: int
) -> None:
    with Terminal([sys.executable, "-c", BATCH, how]) as terminal:
        terminal.wait_for(f"pictures {pictures} end")


async def test_the_end_of_a_batch_paints_what_was_laid_out_in_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert compat.apply_patches()
    app = Lines()
    async with app.run_test(size=(20, 10)) as pilot:
        await pilot.pause()
        painted: list[object] = []
        monkeypatch.setattr(app, "_display", lambda screen, update: painted.append(update))

        with app.batch_update():
            app.query_one(Static).styles.height = 3
            await pilot.pause()
            app.screen._refresh_layout()
            app.screen._layout_required = False
            await pilot.pause()
            assert not any(painted)

        await wait_until(pilot, lambda: any(painted))


class Framed(VerticalScroll):
    """Draws a word where nothing covers it."""

    def render(self) -> str:
        return "focus" if self.has_focus else "no focus"


class Three(App[None]):
    """Containers that take the focus: one draws nothing, one its style, one itself."""

    CSS = "#own, #style, #drawn { height: 4; } Static { height: 1; } #style:focus { color: red; }"

    def compose(self) -> ComposeResult:
        for kind, name in ((VerticalScroll, "own"), (VerticalScroll, "style"), (Framed, "drawn")):
            with kind(id=name):
                yield Static("line")


@pytest.mark.parametrize(("name", "painted"), [("own", False), ("style", True), ("drawn", True)])
async def test_a_container_is_painted_for_the_focus_only_where_it_looks_otherwise(
    name: str, painted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert compat.apply_patches()
    drawn: list[Widget] = []
    draw = Widget.render_lines

    def noted(self: Widget, crop: Region) -> list[Strip]:
        drawn.append(self)
        return draw(self, crop)

    app = Three()
    async with app.run_test(size=(20, 20)) as pilot:
        app.set_focus(None)
        await pilot.pause()
        scroll = app.query_one(f"#{name}", VerticalScroll)
        monkeypatch.setattr(Widget, "render_lines", noted)

        for has_focus in (True, False):
            drawn.clear()
            app.set_focus(scroll if has_focus else None)
            await pilot.pause()
            await wait_until(pilot, lambda: not app.screen._dirty_widgets)

            assert scroll.has_focus is has_focus
            assert (scroll in drawn) is painted
