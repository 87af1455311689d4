"""SvcMediaPreview: what a file looks like, alone and at any size."""

from __future__ import annotations

import inspect
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image
from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.strip import Strip
from textual.widgets import Static

from svc_tui import Svc, SvcMediaPreview
from svc_tui.pictures.blocks import Blocks
from svc_tui.widgets.media.picture import strips_of
from tests.console import screen_text, wait_until
from tests.fakes import FakeBackend
from tests.pictures.samples import saved
from tests.widgets.media.pictures import file_answer, item, library, services


class Frame(App[None]):
    """A preview in an app."""

    CSS = "SvcMediaPreview { width: 40; height: 12; }"

    def __init__(self, svc: Svc | None, *args: Any, below: int = 0, **kwargs: Any) -> None:
        super().__init__()
        self.svc = svc
        self.args, self.kwargs, self.below = args, kwargs, below

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            for _ in range(self.below):
                yield Static("a line")
            yield SvcMediaPreview(*self.args, **self.kwargs)

    @property
    def preview(self) -> SvcMediaPreview:
        return self.query_one(SvcMediaPreview)


def test_its_props_are_those_of_the_specification():
    known = inspect.signature(SvcMediaPreview).parameters
    given = {name: one.default for name, one in known.items() if one.kind is not one.VAR_KEYWORD}
    assert given == {"media": None, "size": None, "contain": True, "show_filename": False}


async def test_a_picture_is_shown_with_its_name_and_its_facts(tmp_path: Path):
    async with services(library(2), tmp_path) as svc:
        app = Frame(svc, item(1), show_filename=True)
        async with app.run_test(size=(60, 20)) as pilot:
            await wait_until(pilot, lambda: "▀" in screen_text(app))
            assert "1.png" in screen_text(app)
            assert "64 × 40 PNG" in screen_text(app)


async def test_without_services_it_shows_what_the_media_says():
    app = Frame(None, item(1, size=2048))
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        assert "▣" in screen_text(app)
        assert "image/png 2.0 KiB" in screen_text(app)


async def test_without_a_media_it_is_empty():
    app = Frame(None)
    async with app.run_test(size=(60, 20)):
        assert not screen_text(app).strip()


@pytest.mark.parametrize(
    ("size", "cells"), [("sm", (16, 6)), ("md", (32, 12)), ("lg", (64, 24)), ((9, 4), (9, 4))]
)
async def test_its_size_can_be_given_by_name_or_in_cells(size: Any, cells: tuple[int, int]):
    app = Frame(None, item(1), size=size)
    async with app.run_test(size=(80, 30)) as pilot:
        await pilot.pause()
        assert app.preview.size == cells


async def test_contain_shows_all_of_it_and_without_it_the_box_is_filled(tmp_path: Path):
    async with services(library(2), tmp_path) as svc:
        app = Frame(svc, item(1), size=(20, 4))
        async with app.run_test(size=(60, 20)) as pilot:
            await wait_until(pilot, lambda: app.preview._drawing)
            assert app.preview._drawing.width == 13  # 64 × 40 in eight pixels of height
            app.preview.contain = False
            await wait_until(pilot, lambda: app.preview._drawing.width == 20)


async def test_another_file_takes_its_place(tmp_path: Path):
    backend = library(2).on("GET", "/b.txt", file_answer(b"hello there\nsecond", "text/plain"))
    async with services(backend, tmp_path) as svc:
        app = Frame(svc, item(1))
        async with app.run_test(size=(60, 20)) as pilot:
            await wait_until(pilot, lambda: "▀" in screen_text(app))
            app.preview.media = item(2, file="/b.txt", mime_type="text/plain")
            await wait_until(pilot, lambda: "hello there" in screen_text(app))
            assert "▀" not in screen_text(app)


async def test_nothing_is_fetched_before_it_is_seen(tmp_path: Path):
    backend = library(2)
    async with services(backend, tmp_path) as svc:
        app = Frame(svc, item(1), below=50)
        async with app.run_test(size=(60, 20)) as pilot:
            await pilot.pause()
            assert app.preview._wanted == ()
            assert not backend.requests
            app.preview.scroll_visible(animate=False)
            await wait_until(pilot, lambda: "▀" in screen_text(app))


async def test_a_file_that_is_passed_quickly_is_not_fetched(tmp_path: Path):
    backend = library(9)
    async with services(backend, tmp_path) as svc:
        app = Frame(svc)
        async with app.run_test(size=(60, 20)) as pilot:
            for number in range(9):
                app.preview.media = item(number)
                await pilot.pause()
            await wait_until(pilot, lambda: "▀" in screen_text(app))
            assert len(backend.requests) < 9
            assert backend.calls[-1] == "GET /media/8.png"


async def test_switched_off_nothing_is_fetched_and_it_says_how_to_switch_on(tmp_path: Path):
    backend = library(2)
    async with services(backend, tmp_path, pictures="off") as svc:
        app = Frame(svc, item(1))
        async with app.run_test(size=(60, 20)) as pilot:
            await wait_until(
                pilot, lambda: "Pictures are off. Press P to show them." in screen_text(app)
            )
            assert app.preview.has_class("-bare")
            assert not backend.requests
            svc.pictures.toggle()
            await wait_until(pilot, lambda: "▀" in screen_text(app))
            assert not app.preview.has_class("-bare")
            svc.pictures.toggle()
            await wait_until(pilot, lambda: "▀" not in screen_text(app))


async def test_without_colours_there_are_facts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("NO_COLOR", "1")
    backend = library(2)
    async with services(backend, tmp_path) as svc:
        app = Frame(svc, item(1))
        async with app.run_test(size=(60, 20)) as pilot:
            await wait_until(pilot, lambda: "Pictures need colors" in screen_text(app))
            assert not backend.requests


async def test_what_cannot_be_shown_says_why(tmp_path: Path):
    backend = FakeBackend().on("GET", "/media/1.png", lambda _: httpx.Response(200, content=b"no"))
    async with services(backend, tmp_path) as svc:
        app = Frame(svc, item(1))
        async with app.run_test(size=(60, 20)) as pilot:
            await wait_until(pilot, lambda: "not a picture in a known format" in screen_text(app))


async def test_a_known_reason_is_shown_where_tasks_begin_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """From Python 3.12 on, the apps of a terminal run a task's first step where it is made."""

    def begin(work: Any, **_: Any) -> None:
        with pytest.raises(StopIteration):
            work().send(None)

    backend = FakeBackend().on("GET", "/media/1.png", lambda _: httpx.Response(200, content=b"no"))
    async with services(backend, tmp_path) as svc:
        app = Frame(svc, item(1))
        async with app.run_test(size=(60, 20)) as pilot:
            await wait_until(pilot, lambda: "not a picture" in screen_text(app))
            monkeypatch.setattr(app.preview, "run_worker", begin)
            app.preview.show_filename = True
            await wait_until(pilot, lambda: "1.png" in screen_text(app))
            lines = screen_text(app).splitlines()
            name, fact = (
                next(n for n, line in enumerate(lines) if words in line)
                for words in ("1.png", "not a picture")
            )
            assert 0 < fact - name <= 2  # Together in the middle.


async def test_names_and_texts_of_strangers_are_data(tmp_path: Path):
    text = "[red]x[/red]\x1b[31m\x1b]0;title\x07\u202e"
    backend = FakeBackend().on("GET", "/e.txt", file_answer(text.encode(), "text/plain"))
    async with services(backend, tmp_path) as svc:
        media = item(1, file="/e.txt", mime_type="text/plain")
        app = Frame(svc, media)
        async with app.run_test(size=(60, 20)) as pilot:
            await wait_until(pilot, lambda: "[red]x" in screen_text(app))
            assert not {"\x1b", "\x07", "\u202e"} & set(screen_text(app))


async def test_it_is_drawn_anew_for_another_box(tmp_path: Path):
    async with services(library(2), tmp_path) as svc:
        app = Frame(svc, item(1), size=(20, 10))
        async with app.run_test(size=(60, 20)) as pilot:
            await wait_until(pilot, lambda: app.preview._drawing)
            app.preview.styles.width = 10
            await wait_until(pilot, lambda: app.preview._drawing.width == 10)


async def test_of_a_drawing_its_facts_and_the_beginning_of_its_text_are_shown(tmp_path: Path):
    svg = b"<svg width='24' height='24'><title>[b]Boat</title><path d='M0 \x1b[2J'/></svg>"
    backend = FakeBackend()
    backend.on("GET", "/a.svg", file_answer(svg, "image/svg+xml"))
    drawing = item(1, file="/a.svg", mime_type="image/svg+xml")
    async with services(backend, tmp_path) as svc:
        app = Frame(svc, drawing)
        async with app.run_test(size=(60, 20)) as pilot:
            await wait_until(pilot, lambda: "SVG drawing, 24 × 24" in screen_text(app))
            text = screen_text(app)
            assert "[b]Boat" in text and "<title>[b]Boat</title>" in text
            assert "<path d='M0 ␛[2J'/>" in text and not app.preview.has_class("-bare")

    async with services(backend, tmp_path) as svc:
        small = Frame(svc, drawing, size=(20, 6))
        async with small.run_test(size=(60, 20)) as pilot:
            await wait_until(pilot, lambda: "SVG" in screen_text(small))
            assert "<svg" not in screen_text(small)


@pytest.mark.parametrize(("size", "beside"), [((16, 6), False), ((90, 40), True)])
async def test_only_a_large_picture_becomes_lines_beside_the_keys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], beside: bool
):
    threads: list[Any] = []

    def noted(blocks: Blocks) -> list[Strip]:
        threads.append(threading.current_thread())
        return strips_of(blocks)

    monkeypatch.setattr("svc_tui.widgets.media.drawing.strips_of", noted)
    backend = FakeBackend()
    noise = Image.effect_noise((200, 150), 90)
    backend.on("GET", "/media/1.png", file_answer(saved(noise)))
    async with services(backend, tmp_path) as svc:
        app = Frame(svc, item(1), size=size)
        async with app.run_test(size=(100, 44)) as pilot:
            await wait_until(pilot, lambda: "▀" in screen_text(app))

    assert [one is not threading.main_thread() for one in threads] == [beside]
