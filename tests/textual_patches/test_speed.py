"""Patches for speed do less, and what comes of it is the same."""

from __future__ import annotations

import gc
import os
import selectors
import sys
from weakref import ref

import pytest
from textual.app import App, ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Label, Static

from svc_tui.textual_patches.apply import apply_patches
from svc_tui.textual_patches.speed import WakingSelector
from tests.console import wait_until
from tests.pty.terminal import Terminal
from tests.textual_patches.programs import Lines, run

STYLING = """
import asyncio, os
if os.environ["PATCHED"]:
    from svc_tui.textual_patches.apply import apply_patches
    apply_patches()
from textual.app import App
from textual.css.stylesheet import Stylesheet
from textual.screen import Screen
from textual.widgets import Static

styled = []
apply = Stylesheet.apply
Stylesheet.apply = lambda self, node, **how: styled.append(node) or apply(self, node, **how)

class Page(Screen):
    def compose(self):
        for number in range(15):
            yield Static(str(number))

async def main():
    app = App()
    async with app.run_test() as pilot:
        await app.push_screen(Page())
        await pilot.pause(0.1)
        print("styled", sum(isinstance(one, Static) for one in styled), "end")

asyncio.run(main())
"""


def test_the_widgets_of_a_new_page_are_styled_once() -> None:
    with run(STYLING, patched=False) as terminal:
        terminal.wait_for("styled 30 end")
    with run(STYLING, patched=True) as terminal:
        terminal.wait_for("styled 15 end")


PAINTING = """
import asyncio, os
if os.environ["PATCHED"]:
    from svc_tui.textual_patches.apply import apply_patches
    apply_patches()
from textual.app import App
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Input, Static

painted = []
render_lines = Widget.render_lines
Widget.render_lines = lambda self, crop: painted.append(self) or render_lines(self, crop)

class Lines(App):
    def compose(self):
        with Vertical():
            yield Input(compact=True)
            yield Input(compact=True)
            for number in range(15):
                yield Static(str(number))

async def main():
    app = Lines()
    async with app.run_test() as pilot:
        first, last = app.query(Static).first(), app.query(Static).last()
        await pilot.pause(0.1)
        painted.clear()
        first.update("x", layout=False)
        last.update("y", layout=False)
        await pilot.pause(0.1)
        changed = len({one for one in painted if isinstance(one, Static)})
        behind = len(set(painted)) - changed
        painted.clear()
        await pilot.press("tab")
        await pilot.pause(0.1)
        focused = len({one for one in painted if isinstance(one, Static)})
        painted.clear()
        app.screen.refresh()
        await pilot.pause(0.1)
        whole = app.screen in painted
        print("painted", changed, "behind", behind, "focus", focused, "whole", whole, "end")

asyncio.run(main())
"""


def test_two_changed_lines_render_nothing_between_or_behind_them_and_a_focus_nothing_else() -> None:
    with run(PAINTING, patched=False) as terminal:
        terminal.wait_for("painted 15 behind 4 focus 15 whole True end")
    with run(PAINTING, patched=True) as terminal:
        terminal.wait_for("painted 2 behind 0 focus 0 whole False end")


def test_the_drivers_wait_for_keys_ends_when_it_is_told_to() -> None:
    reading, writing = os.pipe()
    selector = WakingSelector()
    try:
        selector.register(reading, selectors.EVENT_READ)
        os.write(writing, b"x")
        assert [key.fd for key, _ in selector.select(60)] == [reading]

        os.read(reading, 1)
        selector.wake()
        assert selector.select(60) == []

        selector.unregister(reading)
        assert selector.select(60) == []
    finally:
        selector.close()
        os.close(reading)
        os.close(writing)


PICTURES = """
import asyncio, sys
if sys.argv[1] == "patched":
    from svc_tui.textual_patches.apply import apply_patches
    apply_patches()
from textual._compositor import Compositor
from textual.app import App
from textual.containers import Vertical, VerticalScroll
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


@pytest.mark.parametrize(("how", "pictures"), [("unpatched", 2), ("patched", 1)])
def test_a_screen_that_is_laid_out_and_repainted_is_painted_once(how: str, pictures: int) -> None:
    with Terminal([sys.executable, "-c", PICTURES, how]) as terminal:
        terminal.wait_for(f"pictures {pictures} end")


@pytest.mark.parametrize("scrolled", [False, True], ids=["laid out", "scrolled"])
async def test_what_is_repainted_with_a_layout_or_a_scroll_is_painted_as_a_whole(
    scrolled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert apply_patches()
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
    assert apply_patches()
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


class Panels(App[None]):
    """A panel with words in its frame and a line in it, padded and moved by a scroll."""

    CSS = """
    Vertical { height: 8; border: round red; padding: 1 2; border-title-color: blue; }
    Static { height: 1; }
    """

    def compose(self) -> ComposeResult:
        with VerticalScroll(), Vertical():
            yield Static("inside")


@pytest.mark.parametrize("edge", ["border_title", "border_subtitle"])
@pytest.mark.parametrize(
    ("word", "drawn"), [("old", []), ("new", ["Vertical"]), (None, ["Vertical"])]
)
async def test_a_word_in_a_frame_paints_the_edge_that_it_stands_in_and_nothing_in_the_panel(
    edge: str, word: str | None, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert apply_patches()
    rendered: list[str] = []
    draw = Widget.render_lines

    def noted(self: Widget, crop: Region) -> list[Strip]:
        rendered.append(type(self).__name__)
        return draw(self, crop)

    app = Panels()
    async with app.run_test(size=(20, 9)) as pilot:
        panel = app.query_one(Vertical)
        setattr(panel, edge, "old")
        await pilot.pause()
        monkeypatch.setattr(Widget, "render_lines", noted)
        sent: list[str] = []
        monkeypatch.setattr(
            app, "_display", lambda _, update: sent.append(update.render_segments(app.console))
        )

        setattr(panel, edge, word)
        await pilot.pause()
        await wait_until(pilot, lambda: not app.screen._dirty_widgets)

        corners = "╭╮" if edge == "border_title" else "╰╯"
        painted, changed = "".join(sent), word != "old"
        shown = [one in painted for one in (*corners, "new", "inside")]
        assert rendered == drawn
        assert shown == [changed, changed, word == "new", False]


async def removed_labels_alive(pushes: int) -> int:
    """How many widgets of screens that were shown and closed are still in memory."""

    class Page(Screen[None]):
        def compose(self):  # type: ignore[no-untyped-def]
            yield Label("painted")

    app: App[None] = App()
    alive = []
    async with app.run_test() as pilot:
        for _ in range(pushes):
            await app.push_screen(Page())
            await pilot.pause()
            alive.append(ref(app.screen.query_one(Label)._styles_cache))
            await app.pop_screen()
        await pilot.pause()
        gc.collect()
        return sum(label() is not None for label in alive)


LEAK = """
import asyncio, os, sys
if os.environ["PATCHED"]:
    from svc_tui.textual_patches.apply import apply_patches
    apply_patches()
from tests.textual_patches.test_speed import removed_labels_alive
print("alive:", asyncio.run(removed_labels_alive(8)))
"""


def test_the_painted_lines_of_closed_screens_are_released() -> None:
    with run(LEAK, patched=False) as terminal:
        terminal.wait_for("alive: 8")
    with run(LEAK, patched=True) as terminal:
        terminal.wait_for(lambda seen: any(f"alive: {n}" in seen.text() for n in (0, 1)))
