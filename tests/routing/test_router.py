"""Where the console is, and how one gets elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from textual.message import Message

from svc_tui.app.context import Svc
from svc_tui.models.location import BadLocation, Location
from svc_tui.models.records import UserProfile
from svc_tui.routing.middleware import (
    ALLOW,
    Block,
    NavigationRequest,
    PageLoop,
    Redirect,
    Verdict,
)
from svc_tui.routing.route import Route, RouteMeta
from svc_tui.routing.router import Router
from tests.fakes import BASE, FakeBackend

EDITOR = UserProfile(
    id=2, username="editor", permissions=frozenset({"view_article", "add_article"})
)


def route(name: str, path: str = "", **meta: Any) -> Route:
    """A page for those who are signed in."""
    return Route(path or f"/{name}", page="pages:Page", name=name, label=name, **meta)


ARTICLE = {"model": "article"}
ROUTES = [
    Route("/login", page="pages:Page", middleware=()),
    route("home", "/"),
    route("articles", permissions=ARTICLE),
    route("articles.detail", "/articles/{id}", permissions=ARTICLE),
    route("pages", permissions={"model": "page"}),
    route("about", middleware=()),
]


@pytest.fixture
async def svc() -> AsyncIterator[Svc]:
    """Services without a word to any backend."""
    services = Svc(BASE, transport=FakeBackend().transport)
    services.router.routes.extend(ROUTES)
    yield services
    await services.aclose()


@pytest.fixture
def router(svc: Svc) -> Router:
    """A router with somebody signed in."""
    svc.auth.change(user=EDITOR)
    return svc.router


def told(router: Router) -> list[Message]:
    """What the router says from now on."""
    heard: list[Message] = []
    router.subscribe(heard.append)
    return heard


def here(router: Router) -> str:
    """The present location, as it is shown."""
    return str(router.state.location)


async def no() -> bool:
    """A guard that stays."""
    return False


# Going


async def test_going_somewhere_says_where_and_what_to_show(router: Router) -> None:
    heard = told(router)

    assert await router.push("/articles/42?lang=it")

    changed, navigated = heard
    assert isinstance(changed, Router.Changed) and isinstance(navigated, Router.Navigated)
    assert here(router) == "/articles/42?lang=it"
    assert navigated.visit.route is ROUTES[3]
    assert navigated.visit.params == {"id": "42"}


async def test_page_permissions_are_there_before_the_page(router: Router, svc: Svc) -> None:
    seen: list[object] = []
    router.subscribe(
        lambda said: (
            seen.append(dict(svc.auth.page_permissions))
            if isinstance(said, Router.Navigated)
            else None
        )
    )

    await router.push("/articles")

    assert seen == [{"articles": ("view", "add")}]


async def test_a_refused_page_says_what_is_missing_and_is_where_one_is(router: Router) -> None:
    heard = told(router)

    await router.push("/pages")

    (blocked,) = [said for said in heard if isinstance(said, Router.Blocked)]
    assert blocked.verdict.missing == ("view_page",)
    assert here(router) == "/pages"
    assert not any(isinstance(said, Router.Navigated) for said in heard)


async def test_an_unknown_path_is_not_found(router: Router) -> None:
    heard = told(router)

    await router.push("/nowhere/at/all")

    assert [type(said) for said in heard] == [Router.Changed, Router.NotFound]


async def test_who_is_not_signed_in_is_led_to_the_login(router: Router, svc: Svc) -> None:
    svc.auth.change(user=None)
    heard = told(router)

    await router.push("/articles?status=draft")

    assert here(router) == "/login?redirect=/articles%3Fstatus%3Ddraft"
    assert isinstance(heard[-1], Router.Navigated)


@pytest.mark.parametrize("text", ["https://evil.test/", "//evil.test", "/a\x1b[2J"])
async def test_what_is_no_location_moves_nothing(router: Router, text: str) -> None:
    await router.push("/articles")

    with pytest.raises(BadLocation):
        await router.push(text)

    assert here(router) == "/articles"


# The history


async def test_back_and_forward_walk_the_history(router: Router) -> None:
    for place in ("/", "/articles", "/articles/1"):
        await router.push(place)

    assert await router.back() and here(router) == "/articles"
    assert await router.back() and here(router) == "/"
    assert not await router.back()
    assert await router.forward() and here(router) == "/articles"
    assert await router.forward() and here(router) == "/articles/1"
    assert not await router.forward()


async def test_a_new_way_forgets_the_one_not_taken(router: Router) -> None:
    for place in ("/", "/articles", "/articles/1"):
        await router.push(place)
    await router.back()

    await router.push("/about")

    assert not await router.forward()
    assert await router.back() and here(router) == "/articles"


async def test_replacing_leaves_no_trace(router: Router) -> None:
    await router.push("/")
    await router.push("/articles/new")

    await router.replace("/articles/7")

    assert here(router) == "/articles/7"
    assert await router.back() and here(router) == "/"


async def test_replacing_at_the_very_start_is_a_beginning(router: Router) -> None:
    await router.replace("/articles")

    assert here(router) == "/articles"
    assert not router.can_go_back


async def test_going_where_one_is_renews_the_page_and_adds_nothing(router: Router) -> None:
    await router.push("/")
    await router.push("/articles")
    heard = told(router)

    await router.push("/articles")

    assert [type(said) for said in heard] == [Router.Navigated]
    assert await router.back() and here(router) == "/"


async def test_a_page_finds_its_memory_again_when_one_comes_back(router: Router) -> None:
    await router.push("/articles")
    assert router.visit is not None
    router.visit.memory["cursor"] = "7"
    await router.push("/articles/7")
    assert router.visit.memory == {}

    await router.back()

    assert router.visit.memory == {"cursor": "7"}


async def test_the_last_page_pressed_twice_is_where_one_was(router: Router) -> None:
    await router.push("/articles?page=2")
    assert router.visit is not None
    router.visit.memory["cursor"] = "7"
    await router.push("/about")

    assert await router.last() and here(router) == "/articles?page=2"
    assert router.visit.memory == {"cursor": "7"}
    assert await router.last() and here(router) == "/about"


async def test_a_forgotten_history_leaves_only_the_page_that_is_shown(router: Router) -> None:
    await router.push("/")
    await router.push("/articles")
    router.forget_history()

    assert here(router) == "/articles"
    assert not router.can_go_back
    assert not await router.last()


async def test_there_is_no_last_page_at_the_start(router: Router) -> None:
    assert not await router.last()
    await router.push("/articles")
    assert not await router.last()


async def test_a_page_that_was_lost_in_the_meantime_is_refused_on_the_way_back(
    router: Router, svc: Svc
) -> None:
    await router.push("/articles")
    await router.push("/about")
    svc.auth.change(user=UserProfile(id=3))
    heard = told(router)

    await router.back()

    assert isinstance(heard[-1], Router.Blocked)


# The location of a living page


async def test_a_living_page_describes_where_it_is(router: Router) -> None:
    await router.push("/articles")
    heard = told(router)

    router.describe(Location.parse("/articles?page=3"))

    assert [type(said) for said in heard] == [Router.Changed]
    await router.push("/about")
    await router.back()
    assert here(router) == "/articles?page=3"


async def test_a_record_that_was_new_gets_its_id(router: Router) -> None:
    await router.push("/articles/new")

    router.describe(Location("/articles/8"))

    assert router.visit is not None
    assert router.visit.params == {"id": "8"}


async def test_nothing_can_be_described_before_there_is_a_page(router: Router) -> None:
    router.describe(Location("/articles"))

    assert here(router) == "/"


# Guards


@pytest.mark.parametrize("way", ["push", "replace", "back", "forward", "last"])
async def test_a_guard_that_stays_stops_every_way_out(router: Router, way: str) -> None:
    for place in ("/", "/about", "/articles"):
        await router.push(place)
    await router.back()
    router.guard(no)
    heard = told(router)

    ways = {
        "push": lambda: router.push("/"),
        "replace": lambda: router.replace("/"),
        "back": router.back,
        "forward": router.forward,
        "last": router.last,
    }

    assert not await ways[way]()
    assert heard == []
    assert here(router) == "/about"


async def test_a_page_that_cannot_stay_is_not_asked(router: Router) -> None:
    await router.push("/articles")
    router.guard(no)

    assert await router.push("/login", asking=False)


async def test_a_guard_is_gone_with_its_page(router: Router) -> None:
    await router.push("/articles")
    asked: list[int] = []

    async def yes() -> bool:
        asked.append(1)
        return True

    router.guard(yes)
    await router.push("/about")
    await router.push("/")

    assert asked == [1]


async def test_a_guard_can_be_taken_away_and_that_twice(router: Router) -> None:
    await router.push("/articles")
    stop = router.guard(no)

    stop()
    stop()

    assert await router.push("/about")


async def test_the_first_guard_that_stays_ends_the_matter(router: Router) -> None:
    await router.push("/articles")
    asked: list[int] = []

    async def never_asked() -> bool:
        asked.append(1)
        return True

    router.guard(no)
    router.guard(never_asked)

    assert not await router.push("/about")
    assert asked == []


async def test_a_way_that_is_broken_off_while_it_is_asked_about_leads_nowhere(
    router: Router,
) -> None:
    await router.push("/articles")

    async def thinks() -> bool:
        await asyncio.Event().wait()
        return True

    stop = router.guard(thinks)
    going = asyncio.create_task(router.push("/about"))
    await asyncio.sleep(0)

    going.cancel()
    with pytest.raises(asyncio.CancelledError):
        await going
    assert here(router) == "/articles"

    stop()
    assert await router.push("/about")


async def test_the_answer_of_a_page_that_is_gone_moves_nothing(router: Router) -> None:
    await router.push("/articles")
    answered = asyncio.Event()

    async def thinks() -> bool:
        await answered.wait()
        return True

    router.guard(thinks)
    going = asyncio.create_task(router.push("/about"))
    await asyncio.sleep(0)
    await router.push("/login", asking=False)
    answered.set()

    assert not await going
    assert here(router) == "/login"


# Middleware


async def test_middleware_of_ones_own_is_asked_by_its_name(router: Router) -> None:
    asked_at: list[str] = []

    def tenant(going: NavigationRequest) -> Verdict:
        asked_at.append(str(going.location))
        return Block("Not your tenant.", ("tenant 7",))

    router.middleware["tenant"] = tenant
    router.routes.append(route("tenants", middleware=("auth", "tenant")))
    heard = told(router)

    await router.push("/tenants?x=1")

    assert isinstance(heard[-1], Router.Blocked)
    assert heard[-1].verdict.reason == "Not your tenant."
    assert asked_at == ["/tenants?x=1"]


async def test_middleware_of_a_route_is_asked_behind_the_sign_in(router: Router, svc: Svc) -> None:
    router.middleware["tenant"] = lambda going: ALLOW
    router.routes.append(route("tenants", middleware=("tenant",)))
    svc.auth.change(user=None)

    await router.push("/tenants")

    assert here(router) == "/login?redirect=/tenants"


async def test_unknown_middleware_lets_nobody_in(router: Router) -> None:
    router.routes.append(route("odd", middleware=("magic",)))
    heard = told(router)

    await router.push("/odd")

    assert isinstance(heard[-1], Router.Blocked)
    assert "magic" in heard[-1].verdict.reason


@pytest.mark.parametrize("error", [SystemExit(3), KeyError("tenant")])
async def test_middleware_that_fails_lets_nobody_in_and_ends_nothing(
    router: Router, error: BaseException
) -> None:
    def tenant(going: NavigationRequest) -> Verdict:
        raise error

    router.middleware["tenant"] = tenant
    router.routes.append(route("tenants", middleware=("tenant",)))
    heard = told(router)

    await router.push("/tenants")

    assert isinstance(heard[-1], Router.Blocked)
    assert "The middleware 'tenant' failed" in heard[-1].verdict.reason


async def test_a_redirect_is_followed_to_its_end(router: Router) -> None:
    router.middleware["moved"] = lambda going: Redirect(Location.parse("/articles?page=2"))
    router.routes.append(route("old", middleware=("moved",)))

    await router.push("/old")

    assert here(router) == "/articles?page=2"
    assert not router.can_go_back


async def test_a_page_that_redirects_is_in_the_sidebar_unless_to_the_sign_in(
    router: Router, svc: Svc
) -> None:
    router.middleware["choose"] = lambda going: Redirect(Location("/tenants"))
    router.routes.append(route("books", middleware=("auth", "choose")))

    assert "books" in [node.label for node in router.menu()]
    svc.auth.change(user=None)
    assert "books" not in [node.label for node in router.menu()]


async def test_a_circle_of_redirects_is_refused(router: Router) -> None:
    router.middleware["to_b"] = lambda going: Redirect(Location("/b"))
    router.middleware["to_a"] = lambda going: Redirect(Location("/a"))
    router.routes += [route("a", middleware=("to_b",)), route("b", middleware=("to_a",))]
    heard = told(router)

    await router.push("/a")

    assert isinstance(heard[-1], Router.Blocked)
    words = "The pages of this console redirect in a loop: /a, /b."
    assert heard[-1].verdict == PageLoop(words)


async def test_a_login_page_behind_a_login_is_shown_all_the_same(svc: Svc) -> None:
    svc.router.routes[:] = [route("login"), route("home", "/")]

    await svc.router.push("/")

    assert svc.router.state.location.path == "/login"


@pytest.mark.parametrize(
    ("target", "open_"),
    [
        ("/articles", True),
        ("/articles/42?lang=it", True),
        ("/pages", False),
        ("/nowhere", False),
        (ROUTES[4], False),
        (RouteMeta(middleware=("permissions",), permissions=("add_article",)), True),
        (RouteMeta(middleware=("roles",), roles=("admins",)), False),
        (Location("/about"), True),
    ],
)
def test_whether_a_page_is_open_is_known_without_going(
    router: Router, target: Any, open_: bool
) -> None:
    heard = told(router)

    assert router.can_access(target) is open_
    assert heard == []


async def test_another_user_on_the_same_page_is_checked_again(router: Router, svc: Svc) -> None:
    await router.push("/articles")
    svc.auth.change(user=UserProfile(id=3), page_permissions={})
    verdict = router.recheck()
    assert isinstance(verdict, Block) and verdict.missing == ("view_article",)

    svc.auth.change(user=EDITOR)
    assert not isinstance(router.recheck(), Block)
    assert svc.auth.page_permissions == {"articles": ("view", "add")}


# After the login


@pytest.mark.parametrize(
    ("redirect", "leads_to"),
    [
        ("/articles?status=draft", "/articles?status=draft"),
        ("/articles?search=https://example.org", "/articles?search=https://example.org"),
        ("", "/"),
        ("articles", "/"),
        ("//evil.test/articles", "/"),
        ("https://evil.test", "/"),
        ("/\x1b]0;pwn\x07", "/"),
        ("/login", "/"),
        ("/login/?redirect=/login", "/"),
    ],
)
def test_a_login_leads_back_into_the_console_and_never_to_itself(
    router: Router, redirect: str, leads_to: str
) -> None:
    login = Location("/login").with_query(redirect=redirect)

    assert str(router.redirect_target(login)) == leads_to


def test_a_login_that_nobody_was_led_to_leads_home(router: Router) -> None:
    assert str(router.redirect_target(Location("/login"))) == "/"


async def test_nothing_is_asked_for_a_page_that_middleware_refuses(router: Router) -> None:
    asked: list[str] = []

    async def before(location: Location) -> None:
        asked.append(location.path)

    router.before = before
    await router.push("/pages")
    assert asked == []
    await router.push("/articles")
    assert asked == ["/articles"]


@pytest.mark.parametrize(
    ("path", "title", "trail"),
    [
        ("/", "", ("home",)),
        ("/articles?search=x", "", ("articles",)),
        ("/articles/17", "", ("articles", "17")),
        ("/articles/17", "Town council", ("articles", "Town council")),
    ],
)
async def test_the_way_to_a_page_is_told_in_words(
    router: Router, path: str, title: str, trail: tuple[str, ...]
) -> None:
    await router.push(path)
    router.name_page(title, left := router.visit)
    assert router.trail == trail
    await router.push("/about")
    assert router.trail == ("about",), "the title is that of the page that was left"
    router.name_page("Late", left)  # Its record is drawn once more while the page is left.
    assert router.trail == ("about",)
