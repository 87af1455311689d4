"""Code of whoever builds a console that fails, at every place where it can be put in."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest
from textual.app import ComposeResult, RenderResult
from textual.widget import Widget
from textual.widgets import Static

from svc_tui.app.app import SvcApp
from svc_tui.app.console import Console
from svc_tui.cli.console import prepare
from svc_tui.cli.demo import FILE
from svc_tui.cli.loading import load
from svc_tui.models import foreign_code
from svc_tui.models.slots import Slots
from svc_tui.routing.route import Route
from svc_tui.terminal.error_log import RECENT
from tests.backends.demo import DemoProcess
from tests.console import Person, person_at

SECRET = "hunter2"


@pytest.fixture(autouse=True)
def fresh_log(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing was logged or found hanging before, and what hangs is found soon."""
    monkeypatch.setattr(foreign_code, "LIMIT", 0.3)
    foreign_code._logged.clear()
    foreign_code._hanging.clear()
    RECENT.entries.clear()
    yield
    foreign_code._hanging.clear()


Opens = Callable[..., AbstractAsyncContextManager[Person]]


@pytest.fixture
def own(demo: DemoProcess, tmp_path: Path) -> Opens:
    """Open a console on the demo with code of a consumer in it."""

    def start(
        *,
        start: str = "/tags",
        routes: list[Route] | None = None,
        slots: Slots | None = None,
        middleware: dict[str, Any] | None = None,
    ) -> AbstractAsyncContextManager[Person]:
        def make() -> Console:
            wishes = {"base_url": demo.url, "user": "admin"}
            state = tmp_path / "state"
            found = load(FILE, wishes, password="admin", environ={}, state=state)
            found.routes.extend(routes or [])
            found.svc.router.middleware.update(middleware or {})
            return found

        prepare()
        app = SvcApp(load=make, start=start)
        app.slots = slots or Slots()
        return person_at(app)

    return start


def logged() -> str:
    """Everything in the log."""
    return "\n".join(one.text for one in RECENT.entries)


# What fails


def raises(*args: Any, **given: Any) -> Any:
    raise RuntimeError(f"a bug of mine: {{'password': {SECRET!r}}}")


def leaves(*args: Any, **given: Any) -> Any:
    raise SystemExit(3)


def interrupts(*args: Any, **given: Any) -> Any:
    raise KeyboardInterrupt


def hangs(*args: Any, **given: Any) -> Any:
    while True:
        time.sleep(0.01)


async def is_async(*args: Any, **given: Any) -> Any:
    return "too late"


def gives_nonsense(*args: Any, **given: Any) -> Any:
    return object()


class Composing(Static):
    """Fails while it composes."""

    def compose(self) -> ComposeResult:
        raises()
        yield Static()


class Mounting(Static):
    """Fails when it is mounted."""

    def on_mount(self) -> None:
        raises()


class Drawing(Widget):
    """Fails while it is drawn."""

    DEFAULT_CSS = "Drawing { width: 9; height: 1; }"

    def render(self) -> RenderResult:
        return str(raises())


class Leaving(Widget):
    """Ends the program while it is drawn."""

    DEFAULT_CSS = "Leaving { width: 9; height: 1; }"

    def render(self) -> RenderResult:
        return str(leaves())


class Ticking(Static):
    """Fails in a timer."""

    def on_mount(self) -> None:
        self.set_timer(0.01, leaves)


class Within(Static):
    """Has a child that fails."""

    def compose(self) -> ComposeResult:
        yield Drawing()


async def sees(person: Person, *texts: str) -> None:
    """Wait for texts on the screen; whoever reads it draws a widget that fails, too."""

    def shown() -> bool:
        try:
            return all(text in person.text() for text in texts)
        except (RuntimeError, SystemExit):
            return False

    await person.until(shown)


async def still_works(person: Person) -> None:
    """Assert that another page can be opened, and that the log was kept without the secret."""
    await person.goes_to("/articles")
    await sees(person, "1-20 of 300")
    assert "Traceback" in logged()
    assert SECRET not in logged()


PLACES = ("topbar:right", "sidebar:logo", "head", "cell.name")
BAD = (raises, leaves, interrupts, hangs, is_async, gives_nonsense)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("bad", BAD)
async def test_a_slot_that_fails_costs_a_mark(own: Opens, place: str, bad: Any):
    async with own(slots=Slots({place: bad})) as person:
        await person.sees("⚠", "Slug")
        assert f"{place} failed" in logged()
        await still_works(person)


@pytest.mark.parametrize("kind", [Composing, Mounting, Drawing, Leaving, Ticking, Within])
@pytest.mark.parametrize("place", ["head", "topbar:right"])
async def test_a_widget_of_a_slot_that_fails_is_replaced_by_a_mark(
    own: Opens, place: str, kind: Any
):
    async with own(slots=Slots({place: lambda **given: kind()})) as person:
        await sees(person, "⚠", "Slug")
        await person.until(lambda: not person.app.screen.query(kind))
        await still_works(person)
