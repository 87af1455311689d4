"""Code of whoever builds a console that fails, at every place where it can be put in."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx
import pytest
from textual import events
from textual.app import ComposeResult, RenderResult
from textual.message import Message
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static

from svc_tui.app import watchdog
from svc_tui.app.app import SvcApp
from svc_tui.app.console import Console
from svc_tui.app.plugins import Plugin
from svc_tui.cli.console import prepare
from svc_tui.cli.demo import FILE
from svc_tui.cli.loading import load
from svc_tui.config.options import Options
from svc_tui.models import foreign_code
from svc_tui.models.components import COMPONENTS
from svc_tui.models.fields import Accessor, FieldDescriptor
from svc_tui.models.listing import ActionDescriptor
from svc_tui.models.resource import Resource
from svc_tui.models.slots import Slots
from svc_tui.routing.route import Route
from svc_tui.screens.login import LoginOverlay, LoginPage
from svc_tui.screens.page import SvcPage
from svc_tui.stores.listing.action_types import ActionContext
from svc_tui.terminal.error_log import RECENT
from svc_tui.terminal.log_file import close_log, open_log
from svc_tui.widgets.command import Command
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.text import TextField
from svc_tui.widgets.record.detail import SvcDetail
from svc_tui.widgets.shell.help import HelpScreen
from tests.backends.demo import DemoProcess
from tests.console import Person, person_at, signed_in

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
        actions: tuple[ActionDescriptor, ...] = (),
    ) -> AbstractAsyncContextManager[Person]:
        def make() -> Console:
            wishes = {"base_url": demo.url, "user": "admin"}
            state = tmp_path / "state"
            found = load(FILE, wishes, password="admin", environ={}, state=state)
            found.routes[:] = [acting(route, actions) for route in found.routes]
            found.routes.extend(routes or [])
            found.svc.router.middleware.update(middleware or {})
            return found

        prepare()
        app = SvcApp(load=make, start=start)
        app.slots = slots or Slots()
        return person_at(app)

    return start


def acting(route: Route, actions: tuple[ActionDescriptor, ...]) -> Route:
    """Give the resource of tags other actions."""
    resource = route.props.get("resource")
    if not actions or resource is None or resource.name != "tags":
        return route
    resource = resource.model_copy(update={"actions": actions})
    return replace(route, props={**route.props, "resource": resource})


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


class Silent(Exception):
    """An exception that cannot say what it is."""

    def __str__(self) -> str:
        raise ValueError("no text")


def is_silent(*args: Any, **given: Any) -> Any:
    raise Silent


def is_cancelled(*args: Any, **given: Any) -> Any:
    raise asyncio.CancelledError


def closes(*args: Any, **given: Any) -> Any:
    raise GeneratorExit


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


class Measured(Static):
    """Fails as soon as the page is laid out, which asks how high it is."""

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


class Repeating(Static):
    """Has a function called again and again that is no method, and fails."""

    def on_mount(self) -> None:
        self.set_interval(0.01, raises)


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
ODD = (is_silent, is_cancelled, closes)
"""Exceptions that few functions raise."""


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("bad", [*BAD, *ODD])
async def test_a_slot_that_fails_costs_a_mark(own: Opens, place: str, bad: Any):
    async with own(slots=Slots({place: bad})) as person:
        await person.sees("⚠", "Slug")
        assert f"{place} failed" in logged()
        await still_works(person)


def hangs_on(seconds: float) -> str:
    """Wait, and swallow every error meanwhile."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        with contextlib.suppress(Exception):
            time.sleep(0.01)
    return "too late"


def test_a_function_that_swallows_errors_is_stopped_as_well():
    assert foreign_code.hold("head", hangs_on, "a mark", 3.0) == "a mark"
    assert "it did not return within 0.3 seconds" in logged()


@pytest.mark.parametrize("group", [BaseExceptionGroup("g", [KeyboardInterrupt()]), BaseException()])
def test_whatever_is_raised_costs_a_mark(group: BaseException):
    def bad() -> str:
        raise group

    assert foreign_code.hold("head", bad, "a mark") == "a mark"


def test_many_failures_of_one_place_leave_room_for_those_of_another():
    def bad(number: int) -> str:
        raise KeyError(number)

    for number in range(foreign_code.MOST_LOGGED + 50):
        foreign_code.hold("cell.name", bad, "", number)
    foreign_code.hold("plugin rates", raises, "")
    assert "KeyError: 9" in logged()
    assert "plugin rates failed" in logged()


def test_nothing_in_the_log_acts_on_a_terminal(tmp_path: Path):
    def bad() -> str:
        raise ValueError("a \x1b]0;title\x07 and \x9b31m")

    log = open_log(tmp_path / "log")
    foreign_code.hold("head", bad, "")
    close_log(log)
    written = (tmp_path / "log").read_text("utf-8")
    assert "␛]0;title␇" in written
    assert not {"\x1b", "\x07", "\x9b"} & set(written)


@pytest.mark.parametrize(
    "kind", [Composing, Mounting, Drawing, Leaving, Ticking, Repeating, Within]
)
@pytest.mark.parametrize("place", ["head", "topbar:right"])
async def test_a_widget_of_a_slot_that_fails_is_replaced_by_a_mark(
    own: Opens, place: str, kind: Any
):
    async with own(slots=Slots({place: lambda **given: kind()})) as person:
        await sees(person, "⚠", "Slug")
        await person.until(lambda: not person.app.screen.query(kind))
        await still_works(person)


async def fails_later() -> None:
    """Fail with no method of a widget on the way."""
    raises()


class Working(Static):
    """Fails in a worker of its own, as soon as it is there."""

    def on_mount(self) -> None:
        self.run_worker(fails_later())


class WorkingLogin(LoginPage):
    """A sign-in with a worker that fails as soon as it is there."""

    def on_mount(self) -> None:
        self.run_worker(fails_later())


@pytest.mark.parametrize(
    "given",
    [{"slots": {"login:panel": lambda: Working()}}, {"components": {"login": WorkingLogin}}],
    ids=["slot", "page"],
)
async def test_a_worker_that_fails_while_the_console_boots_is_held(
    demo: DemoProcess, given: dict[str, Any]
):
    app = SvcApp(
        Options(base_url=demo.url),
        resources=[
            Resource(name=one, endpoint=f"/api/{one}", columns=[column])
            for one, column in (("tags", "name"), ("articles", "title"))
        ],
        start="/tags",
        **given,
    )
    async with signed_in(app) as person:
        await person.sees("1-20 of")
        assert "Traceback" in logged()
        await still_works(person)


class Stuck(Static):
    """Keeps the console until the log says so."""

    def on_mount(self) -> None:
        end = time.monotonic() + 60
        while "Stuck" not in logged() and time.monotonic() < end:
            time.sleep(0.01)


class StuckComposing(Stuck):
    """Does so while it composes, which nothing stops."""

    def on_mount(self) -> None:
        """Do nothing."""

    def compose(self) -> ComposeResult:
        Stuck.on_mount(self)
        yield from ()


async def test_a_widget_that_keeps_the_console_is_named_in_the_log(
    demo: DemoProcess, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(watchdog, "EVERY", 0.01)
    tags = Resource(name="tags", endpoint="/api/tags", columns=["name"])
    page = Route("/mine", Page, props={"kind": StuckComposing})
    app = SvcApp(Options(base_url=demo.url), resources=[tags], routes=[page], start="/tags")
    async with signed_in(app) as person:
        await person.sees("1-20 of")
        await person.goes_to("/mine")
        await person.until(
            lambda: any("⚠ StuckComposing took more than" in one for one in person.toasts)
        )
        assert (
            "StuckComposing has not returned within 0.3 seconds, and can't be stopped" in logged()
        )
        assert "in compose" in logged()


class Misspelt(Static):
    """Has a style sheet with a property that does not exist."""

    DEFAULT_CSS = "Misspelt {\n  colr: red;\n}"


class Unclosed(Static):
    """Has a style sheet that can't be read."""

    DEFAULT_CSS = "Unclosed { color red"


class Undefined(Static):
    """Has a style sheet that uses a variable of nobody."""

    DEFAULT_CSS = "Undefined { color: $nobody; }"


async def test_a_wrong_style_sheet_costs_its_place(own: Opens):
    slots = Slots(
        {"topbar:right": lambda **given: Misspelt(), "head": lambda **given: [Unclosed()]}
    )
    routes = [
        Route("/mine", Page, props={"kind": Undefined}),
        Route("/own", type("Sheet", (SvcPage,), {"DEFAULT_CSS": "Sheet { colr: red; }"})),
        Route("/css", type("Extra", (SvcPage,), {"CSS": "Static { colr: red; }"})),
    ]
    async with own(slots=slots, routes=routes) as person:
        await person.sees("⚠ topbar:right failed", "⚠ head failed", "Slug")
        assert "Misspelt.DEFAULT_CSS, line 2: Invalid CSS property 'colr'" in logged()
        assert "Unclosed.DEFAULT_CSS, line 1" in logged()
        await person.goes_to("/mine")
        await person.sees("⚠ Undefined failed")
        assert "nobody" in logged()
        for path, name in (("/own", "Sheet"), ("/css", "Extra")):
            await person.goes_to(path)
            await person.sees("This page failed", f"⚠ {name} failed")
        assert "Extra.CSS, line 1" in logged()
        await person.goes_to("/articles")
        await person.sees("1-20 of 300")
        person.app.theme = "textual-light"
        await person.sees("⚠ topbar:right failed", "1-20 of 300")


class Page(SvcPage):
    """A page of one's own, in which a child fails."""

    def __init__(self, visit: Any, *, kind: Any, **props: Any) -> None:
        super().__init__(visit, **props)
        self.kind = kind

    def content(self) -> list[Widget]:
        return [self.kind()]


class Pressing(Page):
    """A page that fails when a key is pressed."""

    def on_key(self) -> None:
        raises()


def gives_nothing(*args: Any, **given: Any) -> Any:
    """Forgets its `return`."""


@pytest.mark.parametrize(
    "bad", [raises, leaves, interrupts, hangs, is_async, gives_nonsense, gives_nothing]
)
async def test_a_page_that_fails_is_told_on_its_place(own: Opens, bad: Any):
    class Bad(SvcPage):
        def content(self) -> list[Widget]:
            return bad()  # type: ignore[no-any-return]

    routes = [Route("/mine", Bad, label="Mine")]
    async with own(routes=routes, start="/mine") as person:
        await person.sees("This page failed", "⚠", "", "Newsroom")
        await still_works(person)


async def test_a_page_whose_class_was_made_by_type_is_held_too(own: Opens):
    made: Any = type("Made", (SvcPage,), {"content": raises})
    async with own(routes=[Route("/mine", made)], start="/mine") as person:
        await person.sees("This page failed", "Made failed", "Newsroom")
        await still_works(person)


@pytest.mark.parametrize("bad", [raises, leaves, hangs, is_async, gives_nonsense, gives_nothing])
async def test_a_sign_in_page_that_fails_costs_its_own_part(demo: DemoProcess, bad: Any):
    class Bad(LoginPage):
        def content(self) -> list[Widget]:
            super().content()
            return bad()  # type: ignore[no-any-return]

    tags = Resource(name="tags", endpoint="/api/tags", columns=["name"])
    options = Options(base_url=demo.url)
    app = SvcApp(
        options,
        resources=[tags],
        components={"login": Bad},
        start="/tags",
    )
    async with signed_in(app) as person:
        await person.sees("1-20 of")
        assert "component login failed" in logged()
        assert "⚠ component login failed · see :log" in person.toasts


class ComposingLogin(LoginPage):
    """A sign-in that fails while it composes."""

    def compose(self) -> ComposeResult:
        raises()
        yield Static()


class MountingLogin(LoginPage):
    """A sign-in that fails when it is mounted."""

    def on_mount(self) -> None:
        raises()


class EndingDialog(LoginOverlay):
    """A sign-in over the page that fails while it composes."""

    def compose(self) -> ComposeResult:
        raises()
        yield Static()


@pytest.mark.parametrize("kind", [ComposingLogin, MountingLogin])
async def test_a_broken_sign_in_gives_way_to_the_built_in_one(demo: DemoProcess, kind: Any):
    tags = Resource(name="tags", endpoint="/api/tags", columns=["name"])
    components = {"login": kind, "login_dialog": EndingDialog}
    app = SvcApp(Options(base_url=demo.url), resources=[tags], components=components, start="/tags")
    async with person_at(app) as person:
        await person.sees("Username")
        assert not isinstance(app.screen, kind)
        await person.until(lambda: "⚠ component login failed · see :log" in person.toasts)
        await person.type("admin\nadmin\n")
        await person.sees("1-20 of")
        assert app.svc is not None
        app.svc.auth.expire()
        await person.sees("Your session has ended.")
        assert not isinstance(app.screen, EndingDialog)
        assert "Traceback" in logged()


@pytest.mark.parametrize("bad", [raises, hangs, gives_nonsense])
async def test_a_command_of_a_page_that_fails_costs_a_toast(own: Opens, bad: Any):
    class Odd(Page):
        KEYS = (
            Command("odd.why", "f7", "Why", leaves, blocked=bad),
            Command("odd.run", "f8", "Run", bad),
        )

    async with own(routes=[Route("/mine", Odd, props={"kind": Static})], start="/mine") as person:
        await person.until(lambda: isinstance(person.app.screen, Odd))
        await person.press("f7")
        await person.until(lambda: any("command odd.why failed" in one for one in person.toasts))
        await person.press("f8")
        if bad is not gives_nonsense:
            await person.until(
                lambda: any("command odd.run failed" in one for one in person.toasts)
            )
        assert isinstance(person.app.screen, Odd)
        await still_works(person)


async def test_a_command_of_a_page_that_waits_leaves_the_keys_to_the_page(own: Opens):
    async def breaks(page: SvcPage) -> None:
        await asyncio.sleep(0)
        raise ValueError("boom")

    class Slow(Page):
        KEYS = (
            Command("slow.wait", "f7", "Wait", lambda page: asyncio.Event().wait()),
            Command("slow.break", "f8", "Break", breaks),
        )

    async with own(routes=[Route("/mine", Slow, props={"kind": Static})], start="/mine") as person:
        await person.until(lambda: isinstance(person.app.screen, Slow))
        await person.press("f7", "f8")
        await person.until(lambda: any("command slow.break failed" in one for one in person.toasts))
        await still_works(person)


@pytest.mark.parametrize("blocked", [lambda app: True, lambda app: "not now"])
async def test_a_command_that_gives_no_reason_why_not_is_held(demo: DemoProcess, blocked: Any):
    ran: list[str] = []
    command = Command("mine.odd", "f8", "Odd", lambda app: ran.append("odd"), blocked=blocked)
    tags = Resource(name="tags", endpoint="/api/tags", columns=["name"])
    app = SvcApp(Options(base_url=demo.url), resources=[tags], commands=[command], start="/tags")
    async with signed_in(app) as person:
        await person.sees("1-20 of")
        await person.settles()
        await person.press("f8")
        await person.until(lambda: any("command mine.odd failed" in one for one in person.toasts))
        await person.press("question_mark")
        await person.until(lambda: isinstance(person.app.screen, HelpScreen))
        assert not ran
        assert "blocked should return a Blocked or None" in logged()


@pytest.mark.parametrize("bad", [raises, leaves, hangs, gives_nonsense, "no.such:page"])
async def test_a_page_that_cannot_be_made_is_told_on_its_place(own: Opens, bad: Any):
    async with own(routes=[Route("/mine", bad)], start="/mine") as person:
        await person.sees("This page failed", "page mine failed", "Newsroom")
        await still_works(person)


async def test_a_widget_that_cannot_be_measured_costs_its_place_on_a_page(own: Opens):
    async with own(routes=[Route("/mine", Page, props={"kind": Measured})]) as person:
        await person.sees("Tags")
        await person.goes_to("/mine")
        await sees(person, "⚠ Measured failed")
        await still_works(person)


async def test_a_widget_that_fails_costs_its_place_on_a_page_and_a_key_costs_a_toast(own: Opens):
    routes = [Route("/mine", Pressing, props={"kind": Drawing})]
    async with own(routes=routes, start="/mine") as person:
        await sees(person, "⚠ Drawing failed")
        await person.press("k")
        await person.sees("⚠ Pressing failed")
        assert isinstance(person.app.screen, Pressing)
        await still_works(person)


@pytest.mark.parametrize("bad", BAD)
async def test_a_middleware_that_fails_closes_its_page(own: Opens, bad: Any):
    routes = [Route("/mine", Page, props={"kind": Static}, middleware=("tenant",))]
    async with own(routes=routes, middleware={"tenant": bad}, start="/mine") as person:
        await person.sees("Forbidden", "The middleware 'tenant' failed")
        await still_works(person)


# Fields


class Odd(TextField):
    """A type of field of which one method fails."""

    failing = ""
    how: Any = None

    def make_editor(self) -> Widget:
        return self.how() if self.failing == "make_editor" else super().make_editor()  # type: ignore[no-any-return]

    def put(self, value: Any) -> None:
        self.how() if self.failing == "put" else super().put(value)

    def content(self) -> Any:
        return self.how() if self.failing == "content" else super().content()

    def read(self, content: Any) -> Any:
        return self.how() if self.failing == "read" else super().read(content)

    def written(self, value: Any) -> str:
        return self.how() if self.failing == "written" else super().written(value)  # type: ignore[no-any-return]

    @property
    def type_hint(self) -> str:
        return self.how() if self.failing == "type_hint" else super().type_hint  # type: ignore[no-any-return]

    def as_text(self) -> Any:
        return self.how()


def odd(method: str, bad: Any) -> type[Odd]:
    own = {"failing": method, "how": staticmethod(bad), "__module__": __name__}
    return type("OddField", (Odd,), own)


@pytest.mark.parametrize("bad", [raises, leaves, gives_nonsense])
@pytest.mark.parametrize("method", ["make_editor", "content", "type_hint", "written"])
async def test_a_field_that_fails_leaves_the_others(own: Opens, method: str, bad: Any):
    async with own(start="/tags/1") as person:
        assert person.app.svc is not None
        await person.sees("Slug")
        registry = person.app.svc.inject("svc_form_registry")
        registry._entries["text"] = odd(method, bad)
        await person.goes_to("/tags/2")
        await person.until(lambda: person.app.screen.query(Odd))
        if method == "type_hint" or bad is gives_nonsense:
            await person.press("enter", "x")
        await person.sees("⚠ field name failed", "Slug")
        assert "Traceback" in logged()
        assert SECRET not in logged()




async def test_a_hook_of_a_field_that_hangs_or_is_async_costs_its_field(own: Opens):
    async with own(start="/tags/1") as person:
        assert person.app.svc is not None
        await person.sees("Slug")
        registry = person.app.svc.inject("svc_form_registry")
        hooks = [(name, bad) for name in ("written", "content", "put") for bad in (hangs, is_async)]
        for number, (name, bad) in enumerate(hooks, 2):
            kind = type("OddField", (TextField,), {name: bad, "__module__": __name__})
            registry._entries["text"] = kind
            await person.goes_to(f"/tags/{number}")
            if name == "put":
                await person.sees("Slug")
                await person.until(lambda kind=kind: person.app.screen.query(kind))
                person.app.screen.query(kind).first().call_later(
                    person.app.screen.query(kind).first().show, "another value"
                )
            await person.sees("⚠ field name failed", "Slug")
            assert name != "put" or "another value" not in person.text()
        assert "it must not be async" in logged()
        assert "it did not return within 0.3 seconds" in logged()
        await still_works(person)


class Endless(Static):
    """Waits for ever when it is mounted."""

    async def on_mount(self) -> None:
        await asyncio.Event().wait()


class Waiting(Page):
    """A page with a handler that waits until it may go on."""

    go_on = asyncio.Event()

    async def on_key(self, event: events.Key) -> None:
        if event.key == "k":
            await self.go_on.wait()
            self.query_one(Static).update("went on")


async def test_a_mount_that_waits_is_stopped_and_a_handler_that_waits_is_told(own: Opens):
    Waiting.go_on = asyncio.Event()
    routes = [
        Route("/endless", Page, props={"kind": Endless}),
        Route("/endless-page", type("EndlessPage", (SvcPage,), {"on_mount": Endless.on_mount})),
        Route("/stuck", Page, props={"kind": Stuck}),
        Route("/waiting", Waiting, props={"kind": Static}),
    ]
    async with own(routes=routes, start="/tags") as person:
        await person.sees("1-20 of")
        await person.goes_to("/endless")
        await person.sees("⚠ Endless failed", "Newsroom")
        await person.goes_to("/endless-page")
        await person.sees("This page failed", "⚠ EndlessPage failed")
        await person.goes_to("/stuck")
        await person.sees("⚠ Stuck failed")
        await person.goes_to("/waiting")
        await person.until(lambda: isinstance(person.app.screen, Waiting))
        person.app.screen.post_message(events.Key("k", "k"))  # `press` waits for its handler.
        said = "⚠ on_key of Waiting took more than 0.3 seconds · see :log"
        await person.until(lambda: said in person.toasts)
        assert "still waits: use a worker for what takes longer" in logged()
        Waiting.go_on.set()
        await person.sees("went on")
        await still_works(person)


def test_a_value_that_comes_too_late_is_not_used():
    def swallows() -> str:
        ends = time.monotonic() + 1
        while time.monotonic() < ends:
            with contextlib.suppress(BaseException):
                time.sleep(1)
        return "too late"

    assert foreign_code.hold("head", swallows, "a mark") == "a mark"
