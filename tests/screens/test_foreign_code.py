"""Code of whoever builds a console that fails, at every place where it can be put in."""

from __future__ import annotations

import asyncio
import contextlib
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

import httpx
import pytest
from textual import events
from textual.app import ComposeResult, RenderResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.reactive import reactive
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
from svc_tui.terminal.error_log import RECENT_ERRORS
from svc_tui.terminal.log_file import close_log, open_log
from svc_tui.widgets.command import Blocked, Command
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.text import TextField
from svc_tui.widgets.record.detail import SvcDetail
from svc_tui.widgets.shell.help import HelpScreen
from tests.backends.demo import DemoProcess
from tests.console import Person, person_at, signed_in
from tests.screens.books import logged

SECRET = "hunter2"


@pytest.fixture(autouse=True)
def fresh_log(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing was logged or found hanging before, and what hangs is found soon."""
    monkeypatch.setattr(foreign_code, "LIMIT", 0.3)
    foreign_code._logged.clear()
    foreign_code._hanging.clear()
    RECENT_ERRORS.entries.clear()
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
            wishes = {"base_url": demo.url, "user": "admin", "page_size": 20}
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


def gives_a_coroutine(*args: Any, **given: Any) -> Any:
    return is_async()


def says_false(*args: Any, **given: Any) -> Any:
    return False


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


async def leaks(*args: Any) -> None:
    raise asyncio.CancelledError  # As a timeout of a library that leaks.


async def closes_itself(*args: Any) -> None:
    raise GeneratorExit


class LeakingWork(Static):
    """Has a worker that leaks a cancellation."""

    def on_mount(self) -> None:
        self.run_worker(self.work())

    async def work(self) -> None:
        await leaks()


class LeakingTimer(Static):
    """Has a timer that leaks a cancellation."""

    def on_mount(self) -> None:
        self.set_timer(0.01, self.tick)

    async def tick(self) -> None:
        await leaks()


class ClosingWork(LeakingWork):
    """Has a worker that raises what closes a coroutine."""

    async def work(self) -> None:
        await closes_itself()


class ClosingTimer(LeakingTimer):
    """Has a timer that raises what closes a coroutine."""

    async def tick(self) -> None:
        await closes_itself()


class ClosingMount(Static):
    """Raises what closes a coroutine when it is mounted."""

    async def on_mount(self) -> None:
        await closes_itself()


class Watching(Static):
    """Has a watcher that fails as soon as it is called."""

    number = reactive(0)

    def watch_number(self) -> None:
        raises()


class WatchingLater(Watching):
    """Has an async watcher that leaks a cancellation."""

    async def watch_number(self) -> None:  # type: ignore[override]
        await leaks()


class LeakingCompose(Static):
    """Leaks a cancellation while it composes."""

    def compose(self) -> ComposeResult:
        is_cancelled()
        yield Static()


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
    await sees(person, "of 300")
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
    "kind",
    [
        Composing,
        Mounting,
        Drawing,
        Leaving,
        Ticking,
        Repeating,
        Within,
        LeakingWork,
        LeakingTimer,
        ClosingWork,
        ClosingTimer,
        ClosingMount,
        Watching,
        WatchingLater,
        LeakingCompose,
    ],
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
        await person.told_of("⚠ StuckComposing took more than")
        said = "StuckComposing has not returned within 0.3 seconds, and can't be stopped"
        assert said in logged()
        assert "in compose" in logged()


async def sees_articles(person: Person) -> None:
    await person.goes_to("/articles")
    await sees(person, "1-20 of 300")


def of_one_id(*args: Any, **given: Any) -> list[Widget]:
    """Return two widgets with one id."""
    return [Static("first", id="same"), Static("second", id="same")]


@pytest.mark.parametrize("place", ["head", "topbar:right", "dtable.toolbar", "sidebar:footer"])
async def test_widgets_of_a_slot_with_one_id_cost_a_mark(own: Opens, place: str):
    async with own(slots=Slots({place: of_one_id})) as person:
        await sees(person, "⚠", "Slug")
        assert f"{place} failed" in logged()
        assert 'the id "same" of its Static is already taken' in logged()
        await sees_articles(person)


async def test_slots_that_share_an_id_cost_the_later_one_a_mark(own: Opens):
    slots = Slots(
        {
            "topbar:left": lambda **given: Static("left", id="same"),
            "topbar:right": lambda **given: Static("right", id="same"),
        }
    )
    async with own(slots=slots) as person:
        await sees(person, "left", "⚠ topbar:right", "Slug")
        await sees_articles(person)


@pytest.mark.parametrize(
    "made", [of_one_id, lambda resource: resource_screen(), lambda resource: None]
)
async def test_a_card_with_widgets_that_can_not_be_mounted_costs_a_mark(
    demo: DemoProcess, tmp_path: Path, made: Any
):
    tags = Resource(name="tags", endpoint="/api/tags", columns=["name"], card=made)
    app = console_with(demo, tmp_path, resources=[tags], start="/")
    async with signed_in(app) as person:
        await person.sees("⚠ card of tags failed")
        await person.goes_to("/tags")
        await person.sees("1-20 of")


def resource_screen() -> Widget:
    """Return a dialog, which is no part of a page."""
    return Asking("")


class Given(SvcPage):
    """A page that returns what it has got for its widgets."""

    def __init__(self, visit: Any, *, given: Any, **props: Any) -> None:
        super().__init__(visit, **props)
        self.given = given

    def content(self) -> list[Widget]:
        return self.given(self)  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    "given",
    [
        lambda page: [page],
        lambda page: [Vertical(page)],
        lambda page: [page.app.screen],
        lambda page: [Inside()],
    ],
    ids=["itself", "itself in a box", "the screen", "a widget in itself"],
)
async def test_a_page_in_itself_is_told_on_its_place(own: Opens, given: Any):
    routes = [Route("/mine", Given, props={"given": given})]
    async with own(routes=routes, start="/mine") as person:
        await person.sees("⚠", "failed", "Newsroom")
        assert "can't be mounted in itself" in logged()
        await still_works(person)


class Inside(Static):
    """Composes itself."""

    def compose(self) -> ComposeResult:
        yield self


class OwnEditor(TextField):
    """Gives itself, or what is around it, for its editor."""

    def make_editor(self) -> Any:
        return self.screen if self.descriptor.key == "slug" else self


async def test_an_editor_that_is_its_field_or_its_page_costs_a_mark(
    demo: DemoProcess, tmp_path: Path
):
    tags = Resource(
        name="tags",
        endpoint="/api/tags",
        columns=["name"],
        fields=[FieldDescriptor(key=one, type="own") for one in ("name", "slug")],
    )
    app = console_with(
        demo, tmp_path, resources=[tags], field_types={"own": OwnEditor}, start="/tags/1"
    )
    async with signed_in(app) as person:
        await person.sees("⚠ field name failed", "⚠ field slug failed")
        await person.goes_to("/tags")
        await person.sees("1-20 of")


def replaces_handler(name: str) -> type[LoginPage]:
    """Return a sign-in page whose handler fails, or whose key does."""
    more = {"BINDINGS": [("f4", "mine", "Mine")]} if name == "action_mine" else {}

    def fails(self: LoginPage) -> None:
        raises()

    return type("Failing", (LoginPage,), {name: fails, "__module__": __name__, **more})


@pytest.mark.parametrize(
    ("name", "key"), [("on_key", "f6"), ("key_f4", "f4"), ("action_mine", "f4")]
)
async def test_a_sign_in_page_whose_handler_fails_is_replaced(
    demo: DemoProcess, tmp_path: Path, name: str, key: str
):
    app = console_with(demo, tmp_path, components={"login": replaces_handler(name)})
    async with person_at(app) as person:
        await person.sees("Username")
        await person.until(lambda: app.booted.is_set())
        await person.press(key)
        await person.until(lambda: type(person.app.screen) is LoginPage)
        await person.until(lambda: "⚠ component login failed · see :log" in person.toasts)
        await person.settles()
        await person.type("admin\nadmin\n")
        await person.sees("Slug", "1-20 of")


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


class LeakingLogin(LoginPage):
    """A sign-in whose mount leaks a cancellation."""

    async def on_mount(self) -> None:
        await leaks()


class ClosingLogin(LoginPage):
    """A sign-in whose mount raises what closes a coroutine."""

    async def on_mount(self) -> None:
        await closes_itself()


class EndingDialog(LoginOverlay):
    """A sign-in over the page that fails while it composes."""

    def compose(self) -> ComposeResult:
        raises()
        yield Static()


@pytest.mark.parametrize("kind", [ComposingLogin, MountingLogin, LeakingLogin, ClosingLogin])
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
            await person.told_of("command odd.run failed")
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
            Command("slow.leak", "f6", "Leak", leaks),
            Command("slow.close", "f9", "Close", closes_itself),
        )

    async with own(routes=[Route("/mine", Slow, props={"kind": Static})], start="/mine") as person:
        await person.until(lambda: isinstance(person.app.screen, Slow))
        await person.press("f7", "f8")
        await person.until(lambda: any("command slow.break failed" in one for one in person.toasts))
        await person.press("f6")
        await person.until(lambda: any("command slow.leak failed" in one for one in person.toasts))
        await person.press("f9")
        await person.told_of("command slow.close failed")
        await still_works(person)


@pytest.mark.parametrize(
    "blocked",
    [lambda app: True, lambda app: "not now", lambda app: "", lambda app: Blocked("")],
)
async def test_a_command_that_gives_no_reason_why_not_is_held(demo: DemoProcess, blocked: Any):
    ran: list[str] = []
    command = Command("mine.odd", "ctrl+f", "Odd", lambda app: ran.append("odd"), blocked=blocked)
    tags = Resource(name="tags", endpoint="/api/tags", columns=["name"])
    app = SvcApp(Options(base_url=demo.url), resources=[tags], commands=[command], start="/tags")
    async with signed_in(app) as person:
        await person.sees("1-20 of")
        await person.settles()
        await person.press("ctrl+f")
        await person.until(lambda: any("command mine.odd failed" in one for one in person.toasts))
        await person.press("question_mark")
        await person.until(lambda: isinstance(person.app.screen, HelpScreen))
        assert not ran
        said = ("blocked should return a Blocked or None", "reason should not be empty")
        assert any(one in logged() for one in said)


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


class Doubtful(SvcPage):
    """A page with a key of its own, whose handler of all keys fails before it says anything."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f6", "count", "Count")]

    def __init__(self, visit: Any, **props: Any) -> None:
        super().__init__(visit, **props)
        self.counted = 0

    def content(self) -> list[Widget]:
        return [Static("Mine")]

    def on_key(self, event: events.Key) -> None:
        raises()

    def key_f7(self) -> None:
        raises()

    def action_count(self) -> None:
        self.counted += 1


class Counting(Doubtful):
    """Counts with F6, and handles no other key."""

    def on_key(self, event: events.Key) -> None:
        pass


async def test_a_page_whose_handler_of_keys_fails_keeps_its_keys(own: Opens):
    async with own(routes=[Route("/mine", Doubtful)], start="/mine") as person:
        await person.sees("Mine")
        await person.press("f6")
        await person.until(lambda: person.app.page.counted)
        assert person.app.page.counted == 1
        assert "⚠ Doubtful failed · see :log" in person.toasts
        await person.press("f7")
        await person.press("f6")
        await person.until(lambda: person.app.page.counted == 2)
        await person.press("colon")
        await person.type("tags\n")
        await person.sees("1-20 of")
        await still_works(person)


class Leaving(ModalScreen[None]):
    """A dialog that any key closes, and whose handler then fails."""

    def compose(self) -> ComposeResult:
        yield Static("Press any key")

    def on_key(self, event: events.Key) -> None:
        self.app.pop_screen()
        raises()


async def test_a_key_that_closed_its_page_is_not_one_of_the_page_beneath(own: Opens):
    async with own(routes=[Route("/mine", Counting)], start="/mine") as person:
        await person.sees("Mine")
        page = person.app.page
        await person.app.push_screen(Leaving())
        await person.sees("Press any key")
        await person.press("f6")
        await person.until(lambda: person.app.screen is page)
        await person.until(lambda: "⚠ Leaving failed · see :log" in person.toasts)
        await person.settles()
        assert page.counted == 0
        await person.press("f6")
        await person.until(lambda: page.counted == 1)


async def counts() -> None:
    """Something that has to be awaited."""


@pytest.mark.filterwarnings("default:coroutine .* was never awaited")
@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda app: counts(), ""),  # Handed on to the console, which awaits it.
        (lambda app: [counts()].clear(), "counts"),
        (lambda app: app.svc.crud("/api/tags").delete("1") and None, "Crud.delete"),
    ],
)
async def test_a_call_without_await_is_told(
    demo: DemoProcess, tmp_path: Path, call: Any, name: str
):
    shown = warnings.showwarning
    app = console_with(demo, tmp_path, commands=[Command("count", "ctrl+f", "Count", call)])
    async with signed_in(app) as person:
        await person.sees("1-20 of")
        await person.press("ctrl+f")
        await person.settles()
        told = [f"⚠ {name} was never awaited · see :log"] if name else []
        assert [one for one in person.toasts if "await" in one] == told
        assert (
            f"{name} was never awaited, so it did nothing (test_foreign_code.py" in logged()
        ) == bool(name)
    assert warnings.showwarning is shown


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


@pytest.mark.parametrize(
    ("hook", "bad"),
    [("show", raises), ("record_changed", raises), ("show", lambda self: "takes no value")],
)
async def test_a_field_that_cannot_follow_its_record_is_told_and_edited(
    own: Opens, hook: str, bad: Any, fresh_demo: DemoProcess
):
    async with own(start="/tags/1") as person:
        assert person.app.svc is not None
        await person.sees("Slug")
        kind = type("OddField", (TextField,), {hook: bad, "__module__": __name__})
        person.app.svc.inject("svc_form_registry")._entries["text"] = kind
        await person.goes_to("/tags/2")
        await person.until(lambda: f"⚠ {hook} of field name failed · see :log" in person.toasts)
        await person.until(lambda: person.app.screen.query(kind))
        await person.press("enter", "x", "f2")
        await person.told_of("Saved.")


class Lamp(Static, can_focus=True):
    """Turned on by Space."""

    class Turned(Message):
        """It was turned on."""

    BINDINGS = [("space", "turn", "Turn")]
    on = False

    def action_turn(self) -> None:
        self.on = True
        self.update("turned on")
        self.post_message(self.Turned())


class LampField(SvcField):
    """Looks for its editor each time, as most first fields do."""

    def make_editor(self) -> Lamp:
        return Lamp("off")

    def put(self, value: Any) -> None:
        self.query_one(Lamp).on = value is True

    def content(self) -> Any:
        return self.query_one(Lamp).on or "off"

    def on_lamp_turned(self) -> None:
        """Tell it after a while, so that its page may go first."""
        self.edits.changed(60)


class Untidy(Static):
    """Fails when it is removed: its child is gone by then."""

    def compose(self) -> ComposeResult:
        yield Static(id="gone")

    def on_unmount(self) -> None:
        self.query_one("#gone")


async def test_what_fails_while_it_is_removed_is_told_and_what_was_typed_is_kept(own: Opens):
    heads = Slots({"head": lambda **given: Untidy()})
    async with own(slots=heads) as person:
        assert person.app.svc is not None
        await person.sees("Slug")
        registry = person.app.svc.inject("svc_form_registry")
        registry._entries["text"] = LampField
        await person.goes_to("/tags/2")
        await person.until(lambda: "⚠ head failed · see :log" in person.toasts)
        assert "No nodes match '#gone'" in logged()
        await person.until(lambda: person.app.screen.query(Lamp))
        await person.press("enter", "space")
        await person.sees("turned on")
        detail = person.app.screen.query_one(SvcDetail)
        await person.app.screen.query_one(".page", Widget).remove()
        assert detail.store.state.draft.current["name"] is True
        assert "Lamp" not in logged()


async def test_a_hook_of_a_field_that_hangs_or_returns_a_coroutine_costs_its_field(own: Opens):
    async with own(start="/tags/1") as person:
        assert person.app.svc is not None
        await person.sees("Slug")
        registry = person.app.svc.inject("svc_form_registry")
        fail = (hangs, gives_a_coroutine)
        hooks = [(name, bad) for name in ("written", "content", "put") for bad in fail]
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


class Lingering(Static):
    """Waits for ever when it is removed."""

    async def on_unmount(self) -> None:
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
        Route("/lingering", Page, props={"kind": Lingering}),
        Route("/nothing", type("Nothing", (SvcPage,), {})),
        Route("/waiting", Waiting, props={"kind": Static}),
    ]
    async with own(routes=routes, start="/tags") as person:
        await person.sees("1-20 of")
        await person.goes_to("/endless")
        await person.sees("⚠ Endless failed", "Newsroom")
        await person.goes_to("/endless-page")
        await person.sees("This page failed", "⚠ EndlessPage failed")
        await person.goes_to("/nothing")
        await person.sees("Nothing is empty: return its widgets in content().")
        await person.goes_to("/lingering")
        await person.until(lambda: person.app.screen.query(Lingering))
        await person.goes_to("/stuck")
        await person.sees("⚠ Stuck failed")
        await person.until(lambda: "⚠ Lingering failed · see :log" in person.toasts)
        await person.goes_to("/waiting")
        await person.until(lambda: isinstance(person.app.screen, Waiting))
        person.app.screen.post_message(events.Key("k", "k"))  # `press` waits for its handler.
        said = "⚠ on_key of Waiting took more than 0.3 seconds · see :log"
        await person.until(lambda: said in person.toasts)
        assert "is still waiting: use a worker for long tasks" in logged()
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


@pytest.mark.parametrize(
    "bad",
    [
        raises,
        leaves,
        hangs,
        gives_nonsense,
        partial(float, "nan"),
        partial(pow, 10, 5000),
        partial(dict, [(1, 2)]),
    ],
)
async def test_what_a_field_cannot_read_stays_in_it_and_can_be_corrected(own: Opens, bad: Any):
    class Reading(TextField):
        def read(self, content: Any) -> Any:
            return bad() if "x" in content else super().read(content)

    async with own(start="/tags/1") as person:
        assert person.app.svc is not None
        await person.sees("Slug")
        person.app.svc.inject("svc_form_registry")._entries["text"] = Reading
        await person.goes_to("/tags/2")
        await person.until(lambda: person.app.screen.query(Reading))
        await person.press("enter", "x", "f2")
        await person.sees("This field's code failed (see :log).", "1 error. Press F8")
        assert "⚠ field name failed · see :log" in person.toasts
        assert "Traceback" in logged()
        await person.press("backspace", "y", "f2")
        if bad is hangs:  # It is not called again.
            await person.sees("1 error. Press F8")
        else:
            await person.told_of("Saved.")


async def test_what_is_no_text_costs_the_mark_of_its_field(demo: DemoProcess):
    class Wordless(TextField):
        worded = True

        def words(self, value: Any) -> Any:
            return object()

    nonsense = Accessor(get=gives_nonsense)
    fields = [
        FieldDescriptor(key="name", type="wordless"),
        FieldDescriptor(key="slug", accessor=nonsense),
        FieldDescriptor(key="id", type="wordless", readonly=True),
    ]
    app = SvcApp(
        Options(base_url=demo.url),
        resources=[Resource(name="tags", endpoint="/api/tags", columns=["name"], fields=fields)],
        field_types={"wordless": Wordless},
        start="/tags/1",
    )
    async with signed_in(app) as person:
        await person.sees("Slug", "⚠ field id failed")
        await person.until(lambda: "⚠ accessor of slug failed · see :log" in person.toasts)
        await person.press("enter", "x", "escape", "equals_sign")
        await person.sees("- harbour", "+ harbourx")
        assert "object at 0x" not in person.text()
        assert "words should return a string, not an object" in logged()
        assert "it should return a value, not an object" in logged()


def says_nothing(*args: Any) -> str:
    return " "


@pytest.mark.parametrize(
    "bad", [raises, leaves, hangs, gives_a_coroutine, says_false, says_nothing]
)
async def test_a_check_that_fails_is_told_and_keeps_nobody_from_saving(
    own: Opens, bad: Any, fresh_demo: DemoProcess
):
    class Checked(TextField):
        check = staticmethod(bad)

    async with own(start="/tags/1") as person:
        assert person.app.svc is not None
        await person.sees("Slug")
        person.app.svc.inject("svc_form_registry")._entries["text"] = Checked
        await person.goes_to("/tags/2")
        await person.sees("Slug")
        await person.press("enter", "x", "f2")
        await person.sees("Saved")
        mark = "⚠ check of name failed · see :log"
        await person.until(lambda: mark in person.toasts)
        assert "Traceback" in logged()
        person.app.svc.snack.dismiss_all()
        await person.press("enter", "y", "f2")
        await person.told_of("Saved.")
        assert mark in person.toasts


async def test_the_log_is_shown_and_each_of_its_entries_whole(own: Opens):
    async with own(slots=Slots({"head": raises})) as person:
        await person.sees("⚠ head failed")
        await person.type(":log\n")
        await person.sees("✗ head failed")
        await person.press("home", "down")
        options = person.app.screen.query_one(OptionList)
        lines = [str(options.get_option_at_index(n).prompt) for n in range(options.option_count)]
        options.highlighted = next(n for n, one in enumerate(lines) if "head failed" in one)
        await person.press("enter")
        await person.sees("Traceback (most recent call last):", "a bug of mine")
        assert SECRET not in person.text()
        await person.press("escape")
        await person.press("escape")
        await person.sees("⚠ head failed", "Slug")


# Handlers


async def rename(ctx: ActionContext) -> None:
    """Ask for a name, then write it to every row."""
    answer = await ctx.ask([{"key": "name", "required": True}], "Which name?")
    for row in ctx.rows:
        await ctx.crud.partial_update(row["id"], {"name": f"{answer['name']} {row['id']}"})
        ctx.ok(row)


RENAME = ActionDescriptor(label="Rename all", handler=rename)


async def ask_wrongly(ctx: ActionContext) -> None:
    """Ask with a type of field that there is not."""
    await ctx.ask([{"key": "n", "type": "nmber"}])


WRONG = ActionDescriptor(label="Wrong", handler=ask_wrongly)


async def asked(person: Person) -> None:
    """Choose the action and agree, until its form is there."""
    await person.press("x")
    await person.sees("Rename all")
    await person.press("r", "enter")
    await person.sees("Rename all 1 row?")
    await person.press("y")
    await person.sees("Which name?")
    await person.until(lambda: isinstance(person.app.focused, Input))


@pytest.mark.parametrize("start", ["/tags", "/tags/1"])
async def test_a_handler_asks_in_a_list_and_on_a_record(
    own: Opens, start: str, fresh_demo: DemoProcess
):
    async with own(actions=(RENAME, WRONG), start=start) as person:
        await person.sees("Slug")
        await person.settles()
        await person.press("x")
        await person.sees("Wrong")
        await person.press("w", "enter")
        await person.sees("Wrong 1 row?")
        await person.press("y")
        await sees(person, '"nmber"; did you mean "number"? See :log.')
        await person.press("escape")
        await person.sees_no("Esc closes")
        await asked(person)
        await person.press("escape")
        await person.until(lambda: "Nothing was done." in person.toasts)
        await asked(person)
        await person.type("aaa")
        await person.press("ctrl+s")
        await person.until(lambda: "Rename all: 1 ok" in person.toasts)
        await person.sees("aaa ")


async def test_what_is_typed_is_saved_before_an_action_runs(own: Opens, fresh_demo: DemoProcess):
    met: list[str] = []

    async def note(ctx: Any) -> None:
        for row in ctx.rows:
            met.append(row["name"])
            ctx.ok(row)

    async def types(name: str) -> None:
        field = person.app.screen.query(Input).first()
        field.focus()
        field.value = name
        await person.until(lambda: bool(person.app.svc and person.app.svc.router.unsaved))
        await person.press("escape", "x")
        await person.sees("(your changes are saved first)")
        await person.press("n", "enter")

    async with own(actions=(ActionDescriptor(label="Note it", handler=note),), start="/tags/1") as (
        person
    ):
        await person.sees("Slug")
        await person.settles()
        await types("")  # Nothing is asked where the save could only fail.
        await person.told("Note it was not run. Correct the errors in the record first.")
        await person.sees("This field is required.")
        assert met == []
        await types("First saved")
        await person.sees("Save, then Note it 1 row?", "Saved first: Name.")
        await person.press("y")
        await person.until(lambda: "Note it: 1 ok" in person.toasts)
        assert met == ["First saved"]


async def test_a_connection_that_is_cut_in_a_handler_leaves_its_row_unknown(
    own: Opens, fresh_demo: DemoProcess
):
    async def cut(request: httpx.Request) -> None:
        if request.method == "PATCH":
            raise httpx.ReadError("cut")

    async with own(actions=(RENAME,), start="/tags/1") as person:
        await person.sees("Slug")
        await person.settles()
        await asked(person)
        await person.type("aaa")
        assert person.app.svc is not None
        client = person.app.svc.fetch._client
        assert client is not None
        client.event_hooks = {**client.event_hooks, "request": [cut]}
        await person.press("ctrl+s")
        await person.sees("Rename all: 1 unknown")


# Plugins, components, dialogs


def console_with(demo: DemoProcess, tmp_path: Path, **given: Any) -> SvcApp:
    """Return a console made in Python, on the demo."""
    shelf = Resource(
        name="tags",
        endpoint="/api/tags",
        columns=["name", "slug"],
        fields=[FieldDescriptor(key="name"), FieldDescriptor(key="slug")],
    )
    given = {"resources": [shelf], "start": "/tags", **given}
    return SvcApp(Options(base_url=demo.url), state_dir=tmp_path, **given)


def yields(svc: Any) -> Any:
    yield raises()


def subscribes(svc: Any) -> Any:
    svc.auth.subscribe(lambda: "takes no message")
    raises()


@pytest.mark.parametrize("bad", [raises, leaves, hangs, yields, subscribes, leaks, closes_itself])
async def test_a_plugin_that_fails_is_told_and_the_console_runs(
    demo: DemoProcess, tmp_path: Path, bad: Any
):
    app = console_with(demo, tmp_path, plugins=[Plugin("10.mine", 10, bad)])
    async with signed_in(app) as person:
        await person.sees("Slug", "archive")
        await person.until(lambda: "⚠ plugin 10.mine failed · see :log" in person.toasts)
        assert "Traceback" in logged()
        assert SECRET not in logged()


def breaking(name: str, bad: Any) -> Any:
    """Return a subclass of a component whose constructor fails."""
    module, _, attribute = COMPONENTS[name].place.partition(":")

    def __init__(self: Any, *args: Any, **given: Any) -> None:
        bad()

    built_in = getattr(import_module(module), attribute)
    return type("Breaking", (built_in,), {"__init__": __init__, "__module__": __name__})


@pytest.mark.parametrize("bad", [raises, leaves])
@pytest.mark.parametrize("name", ["login", "topbar", "sidebar", "footer", "not_found"])
async def test_the_built_in_component_stands_in_for_one_that_cannot_be_made(
    demo: DemoProcess, tmp_path: Path, name: str, bad: Any
):
    app = console_with(demo, tmp_path, components={name: breaking(name, bad)})
    async with signed_in(app) as person:
        if name == "not_found":
            await person.settles()
            await person.goes_to("/nowhere")
            await person.sees("Not found")
        else:
            await person.sees("Slug", "1-20 of")
        told = f"⚠ component {name} failed · see :log"
        await person.until(lambda: person.toasts.count(told) == 1)
        assert SECRET not in logged()


@pytest.mark.parametrize(("name", "start"), [("list", "/tags"), ("detail", "/tags/1")])
async def test_a_page_of_a_resource_that_cannot_be_made_is_told_on_its_place(
    demo: DemoProcess, tmp_path: Path, name: str, start: str
):
    app = console_with(demo, tmp_path, components={name: breaking(name, raises)}, start=start)
    async with signed_in(app) as person:
        await person.sees("This page failed")
        assert "a bug of mine" in logged()


class Asking(ModalScreen[None]):
    """A dialog of one's own that fails where it is told to."""

    def __init__(self, failing: str) -> None:
        super().__init__()
        self.failing = failing

    def compose(self) -> ComposeResult:
        if self.failing == "compose":
            raises()
        yield Drawing() if self.failing == "draw" else Static("What now?")

    def on_mount(self) -> None:
        if self.failing == "mount":
            leaves()

    def on_key(self) -> None:
        if self.failing == "key":
            raises()


@pytest.mark.parametrize("failing", ["compose", "mount", "draw", "key"])
async def test_a_dialog_that_fails_leaves_the_page_below(own: Opens, failing: str):
    async with own() as person:
        await person.sees("Slug")
        person.app.push_screen(Asking(failing))
        if failing == "key":
            await person.sees("What now?")
            await person.press("k")
            await person.until(lambda: "⚠ Asking failed · see :log" in person.toasts)
            assert isinstance(person.app.screen, Asking)
        elif failing == "draw":
            await sees(person, "⚠ Drawing failed")
        else:
            await person.until(lambda: "⚠ Asking failed · see :log" in person.toasts)
            await person.until(lambda: not isinstance(person.app.screen, Asking))
        if isinstance(person.app.screen, Asking):
            person.app.pop_screen()
        await still_works(person)


# Cells and lists


@pytest.mark.parametrize(
    "given",
    ["\x1b]0;owned\x07\x1b[2Jred\r\nalert", "red" + "x" * 10_000_000, "red" + "\u202e" * 99],
)
async def test_a_cell_of_controls_or_of_ten_megabytes_is_a_short_line(own: Opens, given: str):
    async with own(slots=Slots({"cell.name": lambda item, value: given})) as person:
        await person.sees("red", "Slug", "1-20 of")
        shown = person.text()
        assert not {"\x1b", "\x07", "\r", "\u202e"} & set(shown)
        await person.press("down", "up")
        await person.goes_to("/articles")
        await person.sees("1-20 of 300")
