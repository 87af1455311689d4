"""The doors into Textual open where they should."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ClassVar

import pytest
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.css.query import NoMatches
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input, Label, Static, TextArea
from textual.worker import WorkerFailed

from svc_tui import Options, SvcApp
from svc_tui.textual_patches import hooks
from tests.console import wait_until


class Leaving(Static):
    """Taken away while it is mounted, as when somebody goes on before a page is there."""

    def __init__(self, look: Callable[[Widget], object]) -> None:
        super().__init__()
        self.look = look

    def compose(self) -> ComposeResult:
        """What `on_mount` looks for; Textual mounts nothing into what is leaving."""
        self.remove()
        yield Static(id="child")

    def on_mount(self) -> None:
        """Look for what is not there."""
        self.look(self)


class Passing(hooks.FaultGuard):
    """Passes over what `is_leaving` says is no fault."""

    passed = 0

    def survives(self, error: Exception) -> bool:
        self.passed += 1
        return hooks.is_leaving(error)


class Guarded(hooks.FaultTolerantApp):
    """Has a guard."""

    def __init__(self, guard: hooks.FaultGuard) -> None:
        super().__init__()
        self.foreign_guard = guard


@pytest.mark.parametrize(
    "look", [lambda widget: widget.query_one("#child"), lambda widget: Static().screen]
)
async def test_a_page_that_is_left_while_it_is_mounted_is_no_fault(
    look: Callable[[Widget], object],
) -> None:
    app = Guarded(guard := Passing())
    async with app.run_test():
        await app.mount(Leaving(look))
        assert guard.passed == 1
        assert not hooks.is_leaving(ValueError("something else"))


class Surviving(hooks.FaultGuard):
    """Goes on after the faults of workers."""

    met: Exception | None = None

    def survives(self, error: Exception) -> bool:
        self.met = error
        return isinstance(error, WorkerFailed)


async def stumbles() -> None:
    """Work that ends by a fault."""
    raise LookupError("a fault")


async def test_an_app_that_is_asked_first_lives_on_after_a_fault() -> None:
    app = Guarded(guard := Surviving())
    async with app.run_test() as pilot:
        app.run_worker(stumbles())
        await wait_until(pilot, lambda: guard.met is not None)

        assert isinstance(guard.met, WorkerFailed)
        assert isinstance(guard.met.error, LookupError)
        assert not hooks.is_ending(app)
        assert app.return_code in (None, 0)


async def test_a_fault_that_nobody_deals_with_ends_the_app() -> None:
    with pytest.raises(ZeroDivisionError):
        async with Guarded(Surviving()).run_test() as pilot:
            pilot.app.call_later(lambda: 1 // 0)
            await pilot.pause()


async def test_an_app_that_was_told_to_exit_is_ending() -> None:
    app: App[None] = App()
    async with app.run_test():
        assert not hooks.is_ending(app)
        app.exit()
        assert hooks.is_ending(app)


async def test_a_key_that_no_binding_takes_is_heard_once() -> None:
    heard: list[str] = []

    class Keys(hooks.UnusedKeys):
        BINDINGS: ClassVar[list[BindingType]] = [("x", "bell", "Ring")]

        def unused_key(self, key: str) -> None:
            heard.append(key)

    async with Keys().run_test() as pilot:
        await pilot.press("x", "y")
    assert heard == ["y"]


async def test_a_child_that_a_living_widget_misses_is_a_fault() -> None:
    app = Guarded(Passing())
    with pytest.raises(NoMatches):
        async with app.run_test() as pilot:
            app.call_later(app.query_one, "#nowhere")
            await pilot.pause()


class Counting(App[None]):
    """Counts its pictures."""

    pictures = 0

    def post_display_hook(self) -> None:
        self.pictures += 1


async def test_a_screen_that_is_to_be_painted_now_waits_for_no_tick(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = Counting()
    async with app.run_test() as pilot:
        await app.mount(label := Label("before"))
        await pilot.pause()
        monkeypatch.setattr(Timer, "resume", lambda _: None)
        app.screen._update_timer.pause()  # its clock stands still
        painted = app.pictures
        label.update("after")
        for _ in range(50):
            await asyncio.sleep(0)
        assert app.pictures == painted

        hooks.paint_now(app.screen)

        async with asyncio.timeout(30):
            while app.pictures == painted:
                await asyncio.sleep(0)


async def test_a_calm_app_neither_blinks_nor_slides() -> None:
    blinking = [editor.cursor_blink._default for editor in (Input, TextArea)]
    app: App[None] = App()
    try:
        hooks.disable_animation(app)
        async with app.run_test():
            await app.mount(Input(), TextArea())
            assert not app.query_one(Input).cursor_blink
            assert not app.query_one(TextArea).cursor_blink
            assert app.animation_level == "none"
    finally:
        for editor, blinks in zip((Input, TextArea), blinking, strict=True):
            editor.cursor_blink._default = blinks


async def test_a_text_area_that_is_imported_after_the_start_does_not_blink() -> None:
    app = SvcApp(Options(base_url="http://127.0.0.1:9"))
    async with app.run_test() as pilot:
        area = TextArea()
        area.set_reactive(TextArea.cursor_blink, True)
        await app.screen.mount(area)

        area.focus()

        await wait_until(pilot, lambda: area.has_focus and not area.cursor_blink)


class Named(App[None]):
    def compose(self) -> ComposeResult:
        yield Static(str(self.title))


async def test_the_lines_of_a_screen_are_those_of_its_app_beside_another_one() -> None:
    mine, other = Named(), Named()
    mine.title, other.title = "mine", "other"
    async with mine.run_test(), other.run_test():
        for app in (mine, other):
            lines = hooks.drawn_strips(app, app.screen)
            assert lines[0].text.strip() == app.title
