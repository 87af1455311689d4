"""The whole console around the pages, on the real demo."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from textual.widgets import Input

from svc_tui import Options, Resource, SvcApp
from svc_tui.config.errors import ConfigError, ConfigProblem
from svc_tui.screens.error_pages import ForbiddenPage, NotFoundPage, UnreachablePage
from svc_tui.screens.listing import ListPage
from svc_tui.screens.login import LoginOverlay, LoginPage
from svc_tui.stores.listing.list_store import ListStore
from svc_tui.stores.session.auth_store import AuthStore
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.listing.grid import ListGrid
from svc_tui.widgets.shell.confirm_dialog import SvcConfirmDialog
from svc_tui.widgets.shell.log_panel import LogPanel
from svc_tui.widgets.shell.sidebar import SvcSidebarListItem
from tests.backends.demo import DemoProcess
from tests.console import Person, demo_console, person_at, screen_text, wait_until

RESOURCES = [
    Resource(
        name="articles", endpoint="/api/articles", model="article", columns=["title", "status"]
    ),
    Resource(name="categories", endpoint="/api/categories", model="category", columns=["name"]),
    Resource(name="secret", endpoint="/api/articles", permissions=["launch_missiles"]),
]


@pytest.fixture
def app(demo: DemoProcess, tmp_path: Path) -> SvcApp:
    """A console where nobody is signed in, and whose home asks nothing while a test looks."""
    return made(demo.url, tmp_path, options={"home": "plain"})


def made(url: str, folder: Path, **wishes: Any) -> SvcApp:
    """A console with three resources, one of them for superusers alone."""
    options = Options(base_url=url, title="Newsroom", **wishes.pop("options", {}))
    return SvcApp(options, resources=RESOURCES, state_dir=folder / "state", **wishes)


@asynccontextmanager
async def signed_in(app: SvcApp, user: str = "admin", **wishes: Any) -> AsyncIterator[Person]:
    """Somebody who has just signed in."""
    async with person_at(app, **wishes) as person:
        await sign_in(person, user)
        await person.until(lambda: not isinstance(app.screen, LoginPage))
        yield person


async def sign_in(person: Person, user: str, password: str | None = None) -> None:
    """Fill the form on the screen, whatever stands in it, and send it."""
    await person.until(lambda: person.app.screen.query("SvcLogin"))
    person.app.screen.query_one("#username", Input).value = user
    field = person.app.screen.query_one("#password", Input)
    field.value = password or user
    field.focus()
    await person.press("enter")


def expire(demo: DemoProcess) -> None:
    """End every session on the server."""
    httpx.post(f"{demo.url}/api/_test/expire", timeout=30, trust_env=False).raise_for_status()


def _shows_all(person: Person) -> bool:
    """Whether the list shows its rows and all that the backend tells of it and of the others."""
    page, svc = person.app.page, person.app.svc
    if not isinstance(page, ListPage) or svc is None or not page.is_mounted:
        return False
    found = svc.router.find(f"/{page.resource.name}")
    assert found is not None
    told = svc.discovery.knows(page.resource) and page.resource == found[0].props["resource"]
    return told and any(grid.keys for grid in page.list.table.query(ListGrid))


async def rows(person: Person) -> ListPage:
    """The list page, once it shows all that was learnt of it: it is not made anew any more."""
    await person.until(lambda: _shows_all(person))
    await person.settles()
    await person.until(lambda: _shows_all(person))
    page = person.app.page
    assert isinstance(page, ListPage)
    return page


# The first paint, and signing in


async def test_the_login_is_painted_before_anything_is_loaded(tmp_path: Path) -> None:
    from threading import Event

    may_load = Event()

    def slow() -> Any:
        may_load.wait(10)
        raise OSError("the disk is gone")

    app = SvcApp(load=slow)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: "Password" in screen_text(app))
        await pilot.press("e", "d", "question_mark")
        await wait_until(pilot, lambda: app.screen.query_one("#username", Input).value == "ed?")
        may_load.set()
        await wait_until(pilot, lambda: not app.is_running)
    assert app.return_code == 1


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (ConfigError(ConfigProblem("title is missing")), 2, "title is missing"),
        (OSError("no disk"), 1, "no disk"),
        (ValueError("x"), 2, "SvcApp(load=…): the function failed (ValueError: x)"),
    ],
    ids=["config", "os", "value"],
)
async def test_a_console_that_cannot_be_loaded_ends_with_one_sentence(
    error: Exception, code: int, said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    def load() -> Any:
        raise error

    app = SvcApp(load=load)
    async with app.run_test() as pilot:
        await wait_until(pilot, lambda: not app.is_running)
    assert app.return_code == code
    assert capfd.readouterr().err.strip() == said


def test_a_start_that_is_no_location_is_said_at_once() -> None:
    with pytest.raises(ValueError, match="without a host"):
        SvcApp(start="https://evil.test/")


async def test_the_login_leads_to_where_one_wanted_to_be(demo: DemoProcess, tmp_path: Path) -> None:
    app = made(demo.url, tmp_path, start="/articles?ordering=-id&page=2")
    async with signed_in(app) as person:
        page = await rows(person)

        assert person.location == "/articles?ordering=-id&page=2"
        assert page.store.state.query.page == 2


@pytest.mark.parametrize("redirect", ["//evil.test", "https://evil.test", "/login", "/login?x=1"])
async def test_the_login_leads_nowhere_else(
    demo: DemoProcess, tmp_path: Path, redirect: str
) -> None:
    app = made(demo.url, tmp_path, start=f"/login?redirect={redirect}")
    async with signed_in(app) as person:
        await person.until(lambda: person.location == "/")
        await person.sees("Signed in as admin")


async def test_wrong_credentials_are_said_and_the_name_stays(app: SvcApp) -> None:
    async with person_at(app) as person:
        await sign_in(person, "admin", "wrong")

        await person.until(lambda: app.screen.query(".error.-shown"))
        await person.sees("Sign-in failed. Check your username and password")
        assert app.screen.query_one("#username", Input).value == "admin"
        assert app.screen.query_one("#password", Input).value == ""
        assert isinstance(app.screen, LoginPage)


# Pages that cannot be shown


async def test_a_forbidden_page_names_the_missing_right(app: SvcApp) -> None:
    async with signed_in(app, "viewer") as person:
        await person.goes_to("/secret")

        await person.sees("Forbidden", "launch_missiles", "Signed in as viewer")
        assert isinstance(app.screen, ForbiddenPage)
        await person.press("escape")
        await person.until(lambda: person.location == "/")


async def test_an_unknown_path_is_said_and_one_gets_back(app: SvcApp) -> None:
    async with signed_in(app) as person:
        await person.goes_to("/nowhere/at/all")

        await person.sees("Not found", "/nowhere/at/all")
        assert isinstance(app.screen, NotFoundPage)
        await person.press("escape")
        await person.sees("Signed in as admin")


@pytest.fixture
def own_demo(tmp_path: Path) -> Iterator[DemoProcess]:
    """A demo that may be stopped."""
    with DemoProcess(tmp_path / "own", rows=30) as process:
        yield process


async def test_an_unreachable_server_keeps_the_session_until_it_is_back(
    own_demo: DemoProcess, tmp_path: Path
) -> None:
    async with signed_in(made(own_demo.url, tmp_path)) as person:
        await person.sees("Signed in as admin")
    port = int(own_demo.url.rpartition(":")[2].strip("/"))
    own_demo.stop()

    app = made(own_demo.url, tmp_path, start="/articles")
    async with person_at(app) as person:
        await person.sees("Server unreachable", "Your session is kept")
        await person.press("r")
        await person.until(lambda: isinstance(app.screen, UnreachablePage))
        with DemoProcess(tmp_path / "own", rows=30, port=port):
            await person.press("r")
            await rows(person)
            assert person.location == "/articles"


async def test_giving_an_unreachable_server_up_leads_to_the_login(
    own_demo: DemoProcess, tmp_path: Path
) -> None:
    async with signed_in(made(own_demo.url, tmp_path)):
        pass
    own_demo.stop()

    app = made(own_demo.url, tmp_path, start="/articles")
    async with person_at(app) as person:
        await person.sees("Server unreachable")
        await person.press("s")
        await person.until(lambda: isinstance(app.screen, LoginPage))
        assert list((tmp_path / "state" / "sessions").glob("*.json")) == []


# The session ends


async def test_a_session_that_ends_loses_neither_text_nor_cursor(
    app: SvcApp, demo: DemoProcess
) -> None:
    async with signed_in(app) as person:
        await person.goes_to("/articles")
        page = await rows(person)
        await person.press("down", "down", "down")
        here = page.list.table.grid.current
        await person.press("slash")
        expire(demo)
        await person.type("harb")
        await person.press("enter")

        await person.until(lambda: isinstance(app.screen, LoginOverlay))
        await person.may_type()
        await sign_in(person, "admin")
        await person.until(lambda: app.screen is page)

        assert page.list.query_one(".search", Input).value == "harb"
        assert person.location.startswith("/articles")
        await person.until(lambda: not page.store.state.expired and not page.store.state.loading)
        assert page.store.state.query.search == "harb"
        assert here is not None


async def test_ten_refusals_at_once_are_one_overlay(app: SvcApp, demo: DemoProcess) -> None:
    async with signed_in(app) as person:
        await person.goes_to("/articles")
        page = await rows(person)
        await person.press("down", "down")
        here = page.list.table.grid.current
        expire(demo)
        for _ in range(10):
            app.run_worker(page.store.refresh())
        await person.until(lambda: isinstance(app.screen, LoginOverlay))
        await person.may_type()
        await person.until(lambda: not page.store.state.loading)
        await app.workers.wait_for_complete()

        overlays = [shown for shown in app.screen_stack if isinstance(shown, LoginOverlay)]
        assert len(overlays) == 1
        assert len({id(said) for said in person.heard(AuthStore.SignedOut)}) >= 1
        await sign_in(person, "admin")
        await person.until(lambda: app.screen is page)
        await person.until(lambda: not page.store.state.expired and not page.store.state.loading)
        assert page.list.table.grid.current == here


async def test_a_second_end_of_the_session_is_met_like_the_first(
    app: SvcApp, demo: DemoProcess
) -> None:
    async with signed_in(app) as person:
        await person.goes_to("/articles")
        page = await rows(person)
        for _ in range(2):
            expire(demo)
            await person.press("r")
            await person.until(lambda: isinstance(app.screen, LoginOverlay))
            await person.may_type()
            await sign_in(person, "admin")
            await person.until(lambda: app.screen is page and not page.store.state.loading)


async def test_escape_does_not_leave_the_overlay(app: SvcApp, demo: DemoProcess) -> None:
    async with signed_in(app) as person:
        await person.goes_to("/articles")
        await rows(person)
        expire(demo)
        await person.press("r")
        await person.until(lambda: isinstance(app.screen, LoginOverlay))
        await person.may_type()

        await person.press("escape")

        await person.sees("Sign in to continue")
        assert isinstance(app.screen, LoginOverlay)


async def test_another_user_who_may_not_see_the_page_does_not_see_it(
    app: SvcApp, demo: DemoProcess
) -> None:
    async with signed_in(app, "admin") as person:
        await person.goes_to("/secret")
        await person.until(lambda: isinstance(app.page, ListPage))
        expire(demo)
        await person.press("r")
        await person.until(lambda: isinstance(app.screen, LoginOverlay))
        await person.may_type()

        await sign_in(person, "viewer")

        await person.sees("Forbidden", "launch_missiles")


async def test_another_user_finds_the_mark_of_the_page_that_is_open(
    app: SvcApp, demo: DemoProcess
) -> None:
    async with signed_in(app, "admin") as person:
        await person.goes_to("/articles")
        await person.until(lambda: isinstance(app.page, ListPage))
        entries = len(app.page.query(SvcSidebarListItem))
        expire(demo)
        await person.press("r")
        await person.until(lambda: isinstance(app.screen, LoginOverlay))
        await person.may_type()

        await sign_in(person, "viewer")

        await person.until(lambda: len(app.page.query(SvcSidebarListItem)) < entries)
        marked = [one.node.route for one in app.page.query("SvcSidebarListItem.-here")]
        assert marked == ["/articles"]


async def test_another_user_does_not_cost_what_was_typed_without_a_question(
    app: SvcApp, demo: DemoProcess
) -> None:
    async with signed_in(app, "admin") as person:
        await person.goes_to("/secret")
        await person.until(lambda: isinstance(app.page, ListPage))
        assert app.svc is not None
        svc = app.svc

        async def ask() -> bool:
            return await svc.confirm.ask("Leave?", "Something was typed.")

        svc.router.guard(ask)
        expire(demo)
        await person.press("r")
        await person.until(lambda: isinstance(app.screen, LoginOverlay))
        await person.may_type()
        await sign_in(person, "viewer")

        await person.sees("Something was typed.")
        await person.press("n")
        await person.until(lambda: isinstance(app.screen, ListPage))
        assert person.location.startswith("/secret")


async def test_signing_out_ends_at_the_login_and_asks_once(app: SvcApp) -> None:
    async with signed_in(app, size=(120, 40)) as person:
        assert app.svc is not None
        svc, asked = app.svc, list[int]()

        async def ask() -> bool:
            asked.append(1)
            return True

        svc.router.guard(ask)
        await person.until(lambda: app.screen.query("SvcLogoutButton"))
        app.screen.query_one("SvcLogoutButton").action_press()  # type: ignore[attr-defined]

        await person.until(lambda: isinstance(app.screen, LoginPage))
        assert person.location == "/login"
        assert asked == [1]


# Ways


async def test_keys_lead_back_forward_and_to_the_last_page(app: SvcApp) -> None:
    async with signed_in(app) as person:
        for place in ("/articles", "/categories"):
            await person.goes_to(place)
            await rows(person)

        for key, place in (("H", "/articles"), ("L", "/categories"), ("minus", "/articles")):
            await person.press(key)
            await person.until(lambda place=place: person.location.startswith(place))


async def test_number_keys_open_the_pages_of_the_sidebar(app: SvcApp) -> None:
    async with signed_in(app) as person:
        await person.press(await person.digit_of("/articles"))
        await person.until(lambda: person.location.startswith("/articles"))
        await rows(person)
        await person.press("1")
        await person.until(lambda: person.location == "/")


async def test_escape_leaves_typing_first_then_the_page_and_never_the_console(app: SvcApp) -> None:
    async with signed_in(app) as person:
        await person.goes_to("/articles")
        page = await rows(person)
        await person.press("slash")
        await person.type("sea")
        await person.until(lambda: page.store.state.query.search == "sea")
        await person.press("escape")
        assert app.focused is page.list.table.grid
        await person.press("escape")
        assert page.store.state.query.search == ""
        assert person.location.startswith("/articles")

        await person.press("escape")
        await person.until(lambda: person.location == "/")
        for _ in range(3):
            await person.press("escape")
        assert app.is_running


async def test_escape_takes_a_toast_that_stays_away_first(app: SvcApp) -> None:
    async with signed_in(app) as person:
        await person.goes_to("/articles")
        await rows(person)
        assert app.svc is not None
        app.svc.snack.show("Something to know", "warning", 0)
        await person.sees("Something to know")

        await person.press("escape")

        await person.sees_no("Something to know")
        assert person.location.startswith("/articles")


async def test_the_sidebar_is_as_it_was_at_the_next_start(
    demo: DemoProcess, tmp_path: Path
) -> None:
    app = made(demo.url, tmp_path)
    async with signed_in(app, size=(120, 40)) as person:
        await person.until(lambda: app.screen.query("SvcSidebar"))
        sidebar = app.screen.query_one("SvcSidebar")
        await person.press("B")
        await person.until(lambda: sidebar.has_class("-mini"))
        await person.press("b")
        await person.until(lambda: not sidebar.display)

    again = made(demo.url, tmp_path)
    async with person_at(again, size=(120, 40)) as person:
        await person.sees("Signed in as admin")
        sidebar = again.screen.query_one("SvcSidebar")
        assert not sidebar.display
        await person.press("b")
        await person.until(lambda: sidebar.display)
        assert sidebar.has_class("-mini")


async def test_the_sidebar_comes_back_with_the_room_for_it(app: SvcApp) -> None:
    async with signed_in(app, size=(120, 40)) as person:
        await person.until(lambda: app.screen.query("SvcSidebar"))
        sidebar = app.screen.query_one("SvcSidebar")
        await person.pilot.resize_terminal(20, 5)
        await person.until(lambda: not sidebar.display)

        await person.pilot.resize_terminal(80, 24)
        await person.until(lambda: sidebar.display and sidebar.has_class("-mini"))
        await person.pilot.resize_terminal(120, 40)
        await person.until(lambda: not sidebar.has_class("-mini"))


async def test_a_narrow_sidebar_has_no_key_that_changes_nothing(app: SvcApp) -> None:
    async with signed_in(app, size=(80, 24)) as person:
        assert app.svc is not None
        await person.press("B")
        assert not app.svc.preferences.state.sidebar_mini
        await person.pilot.resize_terminal(50, 20)
        await person.pilot.pause()
        await person.press("b")
        assert app.svc.preferences.state.sidebar_shown


@pytest.mark.parametrize("answer", ["n", "y"])
async def test_quitting_asks_while_something_would_be_lost(app: SvcApp, answer: str) -> None:
    async with signed_in(app) as person:
        assert app.svc is not None
        svc = app.svc

        async def ask() -> bool:
            return await svc.confirm.ask("Leave?", "Unsaved.", confirm_text="Discard")

        svc.router.guard(ask)
        await person.press("q")
        await person.sees("Unsaved.")
        await person.press(answer)
        if answer == "n":
            await person.until(lambda: not isinstance(app.screen, SvcConfirmDialog))
            assert app.is_running
        else:
            await person.until(lambda: not app.is_running)


async def test_going_elsewhere_takes_dialogs_down_and_answers_them_harmlessly(app: SvcApp) -> None:
    async with signed_in(app) as person:
        assert app.svc is not None
        svc, answers = app.svc, list[object]()

        async def ask() -> None:
            answers.append(await svc.confirm.ask("Delete all?", dangerous=True))

        async def open_dialog() -> None:
            answers.append(await app.push_screen_wait(LogPanel()))

        app.run_worker(open_dialog())
        await person.until(lambda: isinstance(app.screen, LogPanel))
        app.run_worker(ask())
        await person.sees("Delete all?")
        app.run_worker(svc.router.push("/articles"))
        await rows(person)

        await person.until(lambda: len(answers) == 2)
        assert answers in ([False, None], [None, False])
        assert isinstance(app.screen, ListPage)


async def test_a_question_taken_back_under_the_login_leaves_the_login_there(
    app: SvcApp, demo: DemoProcess
) -> None:
    async with signed_in(app) as person:
        await person.goes_to("/articles")
        page = await rows(person)
        assert app.svc is not None
        asking = app.run_worker(app.svc.confirm.ask("Delete?", "Really?"))
        await person.sees("Really?")
        expire(demo)
        app.run_worker(page.store.refresh())
        await person.until(lambda: isinstance(app.screen, LoginOverlay))
        await person.may_type()

        asking.cancel()
        await person.until(lambda: app.svc and app.svc.confirm.state.question is None)
        await person.pilot.pause()
        assert isinstance(app.screen, LoginOverlay)

        await sign_in(person, "admin")
        await person.until(lambda: app.screen is page)


# Faults


async def test_a_fault_in_a_worker_is_told_and_the_console_lives_on(app: SvcApp) -> None:
    async with signed_in(app) as person:

        async def breaks() -> None:
            raise KeyError("no such thing")

        app.run_worker(breaks())

        await person.sees("An error in the program stopped this (KeyError")
        await person.goes_to("/articles")
        await rows(person)
    assert not app.return_code


async def test_a_refused_request_that_nobody_caught_is_told_in_its_own_words(app: SvcApp) -> None:
    async with signed_in(app) as person:
        assert app.svc is not None
        app.run_worker(app.svc.crud("/api/nothing").list())

        await person.until(lambda: person.toasts)
        assert "/api/nothing/" in person.toasts[-1] or "not" in person.toasts[-1].casefold()
        assert app.is_running


async def test_the_connections_are_closed_at_the_end(app: SvcApp) -> None:
    async with signed_in(app):
        assert app.svc is not None
        client = app.svc.fetch._client
        assert client is not None and not client.is_closed
    assert client.is_closed


# The look


async def test_toolkit_words_are_at_hand_in_a_page(app: SvcApp) -> None:
    from svc_tui import use_can_access_route, use_permissions, use_svc

    async with signed_in(app, "viewer") as person:
        assert use_svc() is app.svc
        assert use_permissions().can_view("article")
        assert use_can_access_route("/articles") and not use_can_access_route("/secret")
        await person.settles()
        assert app.svc_fetch_loading is False
        await person.sees_no("Secret")


async def test_the_log_shows_what_was_said_and_sent(app: SvcApp) -> None:
    async with signed_in(app) as person:
        assert app.svc is not None
        app.svc.snack.show("Permission denied", "error", detail="GET /api/x/: no")
        await person.press("at")
        await person.until(lambda: isinstance(app.screen, LogPanel))
        await person.sees("Permission denied", "/api/profiles/me/")
        await person.press("escape")
        await person.until(lambda: not isinstance(app.screen, LogPanel))


async def test_the_ascii_console_says_so_to_its_style_sheet(
    demo: DemoProcess, tmp_path: Path
) -> None:
    app = made(demo.url, tmp_path, options={"ascii": True})
    async with signed_in(app) as person:
        assert app.has_class("-ascii")
        await person.sees("Signed in as admin")


async def test_the_ascii_console_names_arrow_keys_in_words(
    demo: DemoProcess, tmp_path: Path
) -> None:
    app = demo_console(demo.url, tmp_path, start="/orders/1", ascii=True)
    async with person_at(app) as person:
        await person.until(lambda: app.page is not None and app.page.query(SvcField))
        assert app.page is not None
        hints = [(one.hint, one.looking_hint) for one in app.page.query(SvcField)]
        said = " ".join(words for pair in hints for words in pair)

        assert "Shift+up down adjusts" in said
        assert not set("↑↓←→") & set(said)


async def test_without_colours_nothing_but_the_colours_is_missing(
    app: SvcApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with signed_in(app) as person:
        await person.goes_to("/articles")
        await rows(person)
        await person.sees("Title", "Newsroom")


SIZES = [(20, 5), (40, 12), (80, 24), (120, 40)]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
async def test_every_size_shows_every_page(
    demo: DemoProcess, tmp_path: Path, size: tuple[int, int]
) -> None:
    app = made(demo.url, tmp_path)
    async with signed_in(app, size=size) as person:
        for place in ("/articles", "/secret", "/nowhere", "/"):
            await person.goes_to(place)
            await person.pilot.pause()
        for key in ("question_mark", "escape", "at", "escape"):
            await person.press(key)
        await person.until(lambda: app.screen is app.page)


async def test_resizing_back_and_forth_keeps_the_page(app: SvcApp) -> None:
    async with signed_in(app, size=(120, 40)) as person:
        await person.goes_to("/articles")
        page = await rows(person)
        await person.press("down", "down")
        here = page.list.table.grid.current
        for width, height in [(20, 5), (80, 24), (40, 12), (1, 1), (120, 40)]:
            await person.pilot.resize_terminal(width, height)
            await person.pilot.pause()

        assert app.screen is page
        assert page.list.table.grid.current == here
        await person.sees("Title", "Newsroom")


# The trail of one page turn


async def test_a_page_turn_goes_down_as_a_call_and_comes_up_as_facts(app: SvcApp) -> None:
    async with signed_in(app) as person:
        await person.goes_to("/articles")
        page = await rows(person)  # The next page and the counts are there, too.
        person.trail.clear()

        await person.press("full_stop")
        await person.until(
            lambda: page.store.state.query.page == 2 and not page.store.state.loading
        )
        await person.pilot.pause()

        states = [said.state for said in person.heard(ListStore.Changed)]  # type: ignore[attr-defined]
        assert states and states[-1].loading is False and states[-1].query.page == 2
        kinds = [type(said).__qualname__ for said in person.trail]
        assert kinds.index("Key") < kinds.index("ListStore.Changed")
        await person.until(lambda: person.location == "/articles?page=2")
