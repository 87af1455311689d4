"""The title of the app is the console's name, also in a `Header` of one's own."""

from __future__ import annotations

import asyncio
from pathlib import Path

from textual.widget import Widget
from textual.widgets import Header

from svc_tui import Options, Route, Svc, SvcApp, SvcPage
from svc_tui.app.console import Console, Splash
from svc_tui.testing import BASE, FakeBackend, sign_in, text, until


class Headed(SvcPage):
    """A page with a header of Textual."""

    def content(self) -> list[Widget]:
        return [Header()]


class Own(SvcApp):
    """A console with a title of its own."""

    TITLE = "Harbour"


def test_the_name_in_the_options_is_the_title_of_the_app() -> None:
    assert SvcApp(Options(base_url=BASE, title="Newsroom")).title == "Newsroom"
    assert SvcApp(Options(base_url=BASE)).title == "svc-tui"
    assert SvcApp(Options(base_url=BASE, title="a\x1b[31mb")).title == "a␛[31mb"


async def test_a_header_of_ones_own_shows_the_name(tmp_path: Path) -> None:
    backend = FakeBackend()
    backend.add_user("admin", superuser=True)
    app = SvcApp(
        Options(base_url=BASE, title="Newsroom"),
        routes=[Route("/headed", Headed)],
        start="/headed",
        transport=backend.transport,
        state_dir=tmp_path,
    )
    async with app.run_test() as pilot:
        await sign_in(pilot, "admin", "admin")
        await until(pilot, lambda: bool(app.screen.query(Header)))
        assert app.screen.query_one(Header).screen_title == "Newsroom"
        app.title = "Night desk"
        assert app.svc is not None
        app.take_over(Console(app.svc))
        assert app.title == "Night desk", "what a program sets stays"
        await until(pilot, lambda: "Night desk" in text(pilot))


async def test_a_console_that_is_loaded_later_brings_its_name(tmp_path: Path) -> None:
    def load() -> Console:
        options = Options(base_url="http://127.0.0.1:9", title="Newsroom")
        return Console(Svc(options=options, state_dir=tmp_path))

    app = SvcApp(load=load, greeting=Splash("Good morning"))
    assert app.title == "Good morning"
    async with app.run_test():
        await asyncio.wait_for(app.booted.wait(), 30)
        assert app.title == "Newsroom"


def test_a_subclass_keeps_the_title_that_it_chose() -> None:
    assert Own(Options(base_url=BASE, title="Newsroom")).title == "Harbour"
