"""A dialog uses the services of the widget that opened it, whatever the app has."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.widgets import Button, Static

from svc_tui import FieldDescriptor, Svc, SvcDetail, SvcList, SvcModal, SvcWidget
from svc_tui.testing import BASE, FakeBackend, text, until
from svc_tui.testing.waiting import until_true


class Question(SvcModal):
    """A dialog that opens another one."""

    def compose(self) -> ComposeResult:
        yield Static("Which backend?")

    def key_n(self) -> None:
        self.app.push_screen(Question())


class Opener(SvcWidget, can_focus=True):
    """Opens a dialog by a key, by a button, and by a worker."""

    BINDINGS = [Binding("k", "open", "Open"), Binding("w", "work", "Work")]

    def compose(self) -> ComposeResult:
        yield Button("Open")

    def action_open(self) -> None:
        self.app.push_screen(Question())

    def action_work(self) -> None:
        self.ask(self._work())

    async def _work(self) -> None:
        await self.app.push_screen_wait(Question())

    def on_button_pressed(self) -> None:
        self.app.push_screen(Question())


class Host(App[None]):
    """An app of one backend, with a widget of another one in it."""

    def __init__(self, own: Svc, other: Svc | None) -> None:
        super().__init__()
        self.svc = own
        self.other = other

    def compose(self) -> ComposeResult:
        yield Opener(svc=self.other)


@pytest.mark.parametrize("handed", [True, False])
async def test_dialogs_use_the_services_of_their_opener(tmp_path: Path, handed: bool) -> None:
    first, second = (Svc(f"https://{name}.test", state_dir=tmp_path / name) for name in "ab")
    app = Host(first, second if handed else None)
    wanted = second if handed else first
    async with app.run_test() as pilot:
        app.query_one(Opener).focus()
        for way in ("k", "w"):
            await pilot.press(way)
            await until_true(app, lambda: isinstance(app.screen, Question))
            assert app.screen.svc is wanted
            await pilot.press("n")
            await until_true(app, lambda: len(app.screen_stack) == 3)
            assert app.screen.svc is wanted
            await pilot.press("escape", "escape")
            await until_true(app, lambda: len(app.screen_stack) == 1)
        app.set_focus(None)
        await pilot.click(Button)
        await pilot.pause()
        assert isinstance(app.screen, Question) and app.screen.svc is wanted


class TwoLibraries(App[None]):
    """Lists and a record that are on the screen before anybody signs in."""

    def __init__(self, *backends: Svc) -> None:
        super().__init__()
        self.backends = backends

    def compose(self) -> ComposeResult:
        for svc in self.backends:
            yield SvcList("/api/books", ["title"], svc=svc)
        yield SvcDetail("/api/books", "1", [FieldDescriptor(key="title")], svc=self.backends[0])


async def test_what_was_read_too_early_is_read_again_after_the_sign_in() -> None:
    backends = []
    for name in ("Harbour", "Quay"):
        backend = FakeBackend()
        backend.add_user("admin", superuser=True)
        backend.add_collection("/api/books", [{"id": 1, "title": name}])
        backends.append(backend)
    services = [Svc(BASE, transport=one.transport) for one in backends]
    app = TwoLibraries(*services)
    async with app.run_test(size=(80, 40)) as pilot:
        await until(pilot, lambda: text(pilot).count("You are not signed in") == 3)
        for svc in services:
            await svc.start()
            await svc.auth.login("admin", "admin")
        await until(pilot, lambda: "You are not signed in" not in text(pilot))
        await until(pilot, lambda: text(pilot).count("Harbour") >= 3 and "Quay" in text(pilot))
    for svc in services:
        await svc.aclose()
