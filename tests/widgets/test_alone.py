"""Every public widget stands alone in an app of somebody else, with services and without."""

from __future__ import annotations

import contextlib
import re
import runpy
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual.app import App, ComposeResult
from textual.containers import Vertical
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, Static

import svc_tui
import svc_tui.cms
from svc_tui import (
    AuthStore,
    Block,
    FieldDescriptor,
    FilterDescriptor,
    ForbiddenPage,
    HistoryEntry,
    HomePage,
    ListColumn,
    ListTabItem,
    Location,
    LoginOverlay,
    MediaAdapter,
    MediaItem,
    MediaStore,
    NotFoundPage,
    Resource,
    Route,
    Svc,
    SvcDetail,
    SvcField,
    SvcList,
    SvcListActions,
    SvcListFilters,
    SvcListTable,
    SvcLogoutButton,
    SvcMediaManager,
    SvcMediaManagerDialog,
    SvcPage,
)
from svc_tui.api.media import MediaApi
from svc_tui.app.app import SvcApp
from svc_tui.config.errors import ConfigError
from svc_tui.models.components import COMPONENTS
from svc_tui.models.field_types import FIELD_TYPES
from svc_tui.routing.route import import_page
from svc_tui.routing.sidebar import MenuNode
from svc_tui.stores.media.media_queue import MediaQueue
from svc_tui.stores.media.media_state import MediaState
from svc_tui.stores.media.missing_text import ALT_TEXT
from svc_tui.stores.record.draft import Draft
from svc_tui.stores.session.confirm_store import Choice, Question
from svc_tui.stores.uploads.upload_store import Progress, Upload
from svc_tui.stores.worklist.worklist_store import WorklistStore
from tests.console import screen_text, wait_until
from tests.fakes import BASE, FakeBackend, json_answer

USER = {"id": 1, "username": "ada", "is_superuser": True}
BOOKS = {"items": [{"id": 1, "title": "Emma"}], "count": 1}
PAGES: dict[str, Any] = {
    "/api/profiles/me/": USER,
    "/api/books/": BOOKS,
    "/api/books/1/": {"id": 1, "title": "Emma"},
    "/api/media/": {"results": [], "count": 0},
    "/api/media-folders/": {"folders": [], "parent_folders": []},
    "/api/menus/1/": {"id": 1, "key": "main", "nodes": []},
}
TITLE = FieldDescriptor(key="title")
COLUMNS = [ListColumn(key="title")]
STATUS = FilterDescriptor(value="status", choices=["draft"])
CAT = MediaItem(7, title="Cat", mime_type="text/plain", size=2048)
LIBRARY = MediaState(loaded=True, medias=(CAT,))
UPLOAD = Upload(1, Path("cat.png"), None, progress=Progress.WAITING)
QUESTION = Question(1, "Delete?", "It is gone then.", (Choice("no", "Keep", "n"),), cancel="no")


async def _save(name: str) -> str:
    return ""


class Plain(SvcField):
    """A field type as somebody else writes it."""

    def make_editor(self) -> Input:
        return Input(str(self.value), compact=True)

    def content(self) -> str:
        """Return what is typed."""
        return self.query_one(Input).value


def _worklist(kind: Any) -> Widget:
    """A worklist without a library: its store is handed in."""
    svc = Svc(BASE, transport=FakeBackend().transport)
    media = MediaStore(MediaApi(svc.fetch, MediaAdapter()))
    store = WorklistStore(MediaQueue(media, ALT_TEXT), svc.preferences)
    made: Widget = kind(store)
    return made


def _showing(widget: Any, *content: Any) -> Widget:
    """Hand a widget what it shows as soon as it is there."""
    widget.call_later(widget.show, *content)
    made: Widget = widget
    return made


def field_of(name: str) -> Make:
    """A field of a built-in type, as the reference shows it."""
    row = FIELD_TYPES[name]
    value, attrs = row.example
    inner = [FieldDescriptor(key=one) for one in row.parts]
    field = FieldDescriptor(key="title", type=name, attrs=dict(attrs), fields=inner)
    return lambda kind, svc: kind(field, value, svc=svc)


Make = Callable[[Any, Svc | None], Widget]
"""Makes a widget of a class; the services are None where it has to do without."""

CASES: dict[str, tuple[Make, str]] = {
    "SvcConfirmDialog": (lambda kind, svc: kind(QUESTION, svc), "It is gone then."),
    "SvcDefaultLayout": (lambda kind, svc: kind(svc=svc), "svc-tui"),
    "SvcDetail": (lambda kind, svc: kind("/api/books", 1, [TITLE], svc=svc), "Emma"),
    "SvcDetailButtons": (lambda kind, svc: kind(svc=svc), "Save"),
    "SvcDetailLangSwitch": (
        lambda kind, svc: kind("en", ["en", "it"], svc=svc),
        "[▸ English] Italiano",
    ),
    "SvcDropArea": (lambda kind, svc: kind(svc=svc), "Type a path"),
    "SvcEmptyLayout": (lambda kind, svc: kind(Static("Inside"), svc=svc), "Inside"),
    "SvcEnhancedMediaField": (lambda kind, svc: kind(TITLE, svc=svc), "Title"),
    "SvcField": (lambda kind, svc: Plain(TITLE, "Emma", svc=svc), "Emma"),
    "SvcFooter": (lambda kind, svc: kind(svc=svc), ""),
    "SvcForm": (lambda kind, svc: kind([TITLE], Draft.of({"title": "Emma"}), svc=svc), "Emma"),
    "SvcList": (lambda kind, svc: kind("/api/books", COLUMNS, svc=svc), "Emma"),
    "SvcListActions": (
        lambda kind, svc: kind(endpoint="/api/books", selection=[{"id": 1}], svc=svc),
        "1 row marked",
    ),
    "SvcListFilters": (lambda kind, svc: kind([STATUS], svc=svc), "f filters"),
    "SvcListQuickEdit": (
        lambda kind, svc: kind(
            open=True, endpoint="/api/books", item_id=1, edit_fields=[TITLE], svc=svc
        ),
        "Emma",
    ),
    "SvcListTable": (lambda kind, svc: kind("/api/books", COLUMNS, svc=svc), "Emma"),
    "SvcListTabs": (lambda kind, svc: kind([ListTabItem(value="draft")], svc=svc), "Draft"),
    "SvcLogin": (lambda kind, svc: kind(title="Library", svc=svc), "Password"),
    "SvcLogoutButton": (lambda kind, svc: kind(svc=svc), "Sign out"),
    "SvcMediaBreadcrumbs": (lambda kind, svc: kind(svc=svc), "Media"),
    "SvcMediaEditor": (lambda kind, svc: _showing(kind(svc=svc), CAT), "Cat"),
    "SvcMediaField": (lambda kind, svc: kind(TITLE, svc=svc), "Title"),
    "SvcMediaFolderDialog": (lambda kind, svc: kind("New folder", _save), "New folder"),
    "SvcMediaFolders": (lambda kind, svc: kind(svc=svc), "Images"),
    "SvcMediaGallery": (lambda kind, svc: _showing(kind(svc=svc), LIBRARY), "Cat"),
    "SvcMediaM2mField": (lambda kind, svc: kind(TITLE, svc=svc), "Title"),
    "SvcMediaManager": (lambda kind, svc: kind(svc=svc), "Images"),
    "SvcMediaManagerDialog": (lambda kind, svc: kind(model_value=True, svc=svc), "Choose a file"),
    "SvcMediaPreview": (lambda kind, svc: kind(CAT, svc=svc, size="lg"), "text/plain"),
    "SvcMediaStrip": (lambda kind, svc: kind(), "Nothing chosen"),
    "SvcMediaUploader": (lambda kind, svc: kind(svc=svc), ""),
    "SvcMediaWorklist": (lambda kind, svc: _worklist(kind), "No alt text"),
    "SvcMenuEntryEditor": (lambda kind, svc: kind(svc=svc), ""),
    "SvcMenuFinder": (lambda kind, svc: kind(), ""),
    "SvcMenuManager": (lambda kind, svc: kind(1, svc=svc), "main"),
    "SvcMenuTreeview": (lambda kind, svc: kind(), ""),
    "SvcModal": (lambda kind, svc: kind(), ""),
    "SvcPublication": (lambda kind, svc: kind("/api/books", svc=svc), ""),
    "SvcRootComponents": (lambda kind, svc: kind(svc=svc), ""),
    "SvcSidebar": (lambda kind, svc: kind(svc=svc), "A"),
    "SvcSidebarList": (lambda kind, svc: kind(svc=svc), "Books"),
    "SvcSidebarListItem": (lambda kind, svc: kind(MenuNode("Books", route="/books")), "Books"),
    "SvcSidebarProfile": (lambda kind, svc: kind(svc=svc), "ada"),
    "SvcSnackBar": (lambda kind, svc: kind(svc=svc), "Saved."),
    "SvcThemeToggle": (lambda kind, svc: kind(), "◐"),
    "SvcTopbar": (lambda kind, svc: kind(svc=svc), "ada"),
    "SvcUploadQueue": (lambda kind, svc: _showing(kind(), (UPLOAD,)), "cat.png"),
    "SvcWidget": (lambda kind, svc: kind(svc=svc), ""),
    "TextField": (lambda kind, svc: kind(TITLE, "Emma", svc=svc), "Emma"),
}
CASES |= {
    found: (field_of(name), "Title")
    for name, row in FIELD_TYPES.items()
    if (found := row.widget.partition(":")[2]) not in CASES
}
"""How each is made, and what it then shows; nothing, where somebody else fills it."""


def public_widgets() -> dict[str, type[Widget]]:
    """Every public widget but the pages, which a console's router shows."""
    found = {
        name: getattr(module, name) for module in (svc_tui, svc_tui.cms) for name in module.__all__
    }
    return {
        name: kind
        for name, kind in found.items()
        if isinstance(kind, type)
        and issubclass(kind, Widget)
        and not issubclass(kind, SvcPage | LoginOverlay)
    }


def test_every_public_widget_has_a_case() -> None:
    assert sorted(CASES) == sorted(public_widgets())


class Host(App[None]):
    """An app that knows nothing of svc-tui."""

    def __init__(self, shown: Widget) -> None:
        super().__init__()
        self.shown = shown

    def compose(self) -> ComposeResult:
        if not isinstance(self.shown, Screen):
            yield self.shown

    def on_mount(self) -> None:
        if isinstance(self.shown, Screen):
            self.push_screen(self.shown)


@asynccontextmanager
async def services() -> AsyncIterator[Svc]:
    """The services of a small library, with somebody signed in."""
    backend = FakeBackend()
    for path, body in PAGES.items():
        backend.on("GET", path, body)
    svc = Svc(BASE, transport=backend.transport)
    svc.router.routes.append(Route("/books", page="pages:Page", label="Books"))
    await svc.start()
    await svc.auth.fetch_user()
    svc.snack.show("Saved.", "success")
    try:
        yield svc
    finally:
        await svc.aclose()


ANSI = next(name for name in ("ansi-dark", "textual-ansi") if name in App[None]().available_themes)
LOOKS = [((80, 24), "textual-dark"), ((120, 40), "textual-light"), ((80, 24), ANSI)]


async def seen(pilot: Pilot[None], said: str) -> None:
    """Wait until something is shown, and see that it is legible at each size and in each theme."""
    app = pilot.app
    for size, theme in LOOKS:
        app.theme = theme
        await pilot.resize_terminal(*size)
        await wait_until(pilot, lambda: said in words(app))
        await wait_until(pilot, lambda: not illegible(app))


def words(app: App[None]) -> str:
    """What stands on the screen, in one line and without the border of a sidebar."""
    return " ".join(screen_text(app).replace("▕", " ").split())


def illegible(app: App[None]) -> list[str]:
    """The texts on the screen in the colour of their background."""
    return [
        segment.text
        for strip in app.screen._compositor.render_strips()
        for segment in strip
        if segment.text.strip()
        and segment.style is not None
        and segment.style.color is not None
        and not segment.style.color.is_default
        and segment.style.color == segment.style.bgcolor
        and not segment.style.reverse
        and not set(segment.text) <= set(BLOCKS)
    ]


BLOCKS = " ▁▂▃▄▅▆▇█▉▊▋▌▍▎▏▐░▒▓│─┃━▔▕"


SIZES = [(80, 24), (120, 40)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", CASES)
async def test_with_services_it_works_in_an_app_of_somebody_else(
    name: str, size: tuple[int, int]
) -> None:
    make, said = CASES[name]
    kind = public_widgets()[name]
    if name == "SvcMediaPreview":
        said = "It has no web address"  # It says its type for a moment alone, until it is fetched.
    async with services() as svc, Host(make(kind, svc)).run_test(size=size) as pilot:
        await seen(pilot, said)


@pytest.mark.parametrize(
    ("name", "keys", "main"),
    [
        ("SvcDetail", ["enter"], "DetailBody"),
        ("SvcList", ["slash"], "ListGrid"),
        ("SvcListTable", ["slash"], "ListGrid"),
    ],
)
async def test_escape_leaves_a_field_and_then_belongs_to_the_app(
    name: str, keys: list[str], main: str
) -> None:
    class Leaving(Host):
        BINDINGS = [("escape", "leave_all", "Leave")]
        left = 0

        def action_leave_all(self) -> None:
            self.left += 1

    async with services() as svc:
        app = Leaving(CASES[name][0](public_widgets()[name], svc))
        async with app.run_test(size=(100, 40)) as pilot:
            await wait_until(pilot, lambda: "Emma" in words(app))
            part = app.query_one(main)
            part.focus()
            await wait_until(pilot, lambda: part.has_focus)
            await pilot.press(*keys)
            await wait_until(pilot, lambda: isinstance(app.focused, Input))
            await pilot.press("escape")
            await wait_until(pilot, lambda: part.has_focus)
            assert app.left == 0
            await pilot.press("escape")
            await wait_until(pilot, lambda: app.left == 1)


async def test_a_question_that_nobody_shows_says_what_shows_it() -> None:
    async with services() as svc:
        app = Host(CASES["SvcDetail"][0](public_widgets()["SvcDetail"], svc))
        async with app.run_test(size=(100, 40), notifications=True) as pilot:
            await wait_until(pilot, lambda: "Emma" in words(app))
            app.query_one("DetailBody").focus()
            await pilot.press("d")
            await wait_until(
                pilot,
                lambda: any("SvcRootComponents(" in one.message for one in app._notifications),
            )
            svc.snack.show("The rates are new.", "warning")
            await wait_until(
                pilot, lambda: any("rates are new" in one.message for one in app._notifications)
            )


@pytest.mark.parametrize(
    ("name", "main"),
    [("SvcDetail", "DetailBody"), ("SvcList", "ListGrid"), ("SvcListTable", "ListGrid")],
)
async def test_what_is_mounted_later_takes_a_focus_that_nothing_has(name: str, main: str) -> None:
    async with services() as svc:
        app = Host(Static("Books"))
        async with app.run_test(size=(100, 40)) as pilot:
            await wait_until(pilot, lambda: "Books" in words(app))
            make = CASES[name][0]
            await app.mount(make(public_widgets()[name], svc))
            await wait_until(pilot, lambda: app.query(main) and app.query_one(main).has_focus)
            await app.mount(make(public_widgets()[name], svc))
            await wait_until(pilot, lambda: len(app.query(main)) == 2)
            assert app.query(main).first().has_focus


async def test_a_record_that_is_not_there_names_no_key_of_a_page() -> None:
    async with services() as svc:
        app = Host(public_widgets()["SvcDetail"]("/api/books", 404, [TITLE], svc=svc))  # type: ignore[call-arg]
        async with app.run_test(size=(100, 40)) as pilot:
            await wait_until(pilot, lambda: "it may have been deleted." in words(app))
            assert "Esc" not in words(app)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", CASES)
async def test_without_services_it_works_or_one_line_says_what_to_do(
    name: str, size: tuple[int, int]
) -> None:
    make, said = CASES[name]
    widget = make(public_widgets()[name], None)
    async with Host(widget).run_test(size=size) as pilot:
        missing = getattr(widget, "needs_services", False) or isinstance(widget, SvcLogoutButton)
        if missing:
            said = f"{name}: no services. Pass svc=Svc(…), or set app.svc first."
        await seen(pilot, said)
        assert screen_text(pilot.app).count("no services") <= 1


HERE = HistoryEntry(Location.parse("/books"), None)
BOOKS = Resource(name="books", endpoint="/api/books")
PROPS: dict[str, dict[str, Any]] = {
    "ListPage": {"resource": BOOKS},
    "DetailPage": {"resource": BOOKS},
    "MenusPage": {"endpoint": "/api/menus", "model": "menu"},
    "MenuPage": {"endpoint": "/api/menus", "model": "menu"},
}
"""What the route of a page gives it, for those that need something."""


def bare_page(place: str) -> SvcPage:
    """A built-in page, as its route makes it."""
    page: SvcPage = import_page(place)(HERE, **PROPS.get(place.partition(":")[2], {}))
    return page


BARE_PAGES: dict[str, Callable[[], SvcPage]] = {
    "Mine": lambda: type("Mine", (SvcPage,), {"content": lambda page: [Static("Books")]})(HERE),
    "NotFoundPage": lambda: NotFoundPage(HERE),
    "ForbiddenPage": lambda: ForbiddenPage(HERE, Block("Ask an administrator.")),
    **{
        one.class_name: partial(bare_page, one.place)
        for one in COMPONENTS.values()
        if one.base.endswith(":SvcPage")
    },
}


@pytest.mark.parametrize("name", BARE_PAGES)
async def test_a_page_without_services_says_so_and_closes(name: str) -> None:
    page = BARE_PAGES[name]()
    async with Host(page).run_test(size=(80, 24)) as pilot:
        await seen(pilot, f"{name}: no services. Set app.svc first.")
        await pilot.press("slash", "j", "d", "n", "enter", "f1", "ctrl+s", "escape")
        await wait_until(pilot, lambda: pilot.app.screen is not page)


def test_a_page_is_made_for_a_place_in_the_history() -> None:
    with pytest.raises(ConfigError, match=r"HomePage.*visit should be HistoryEntry.*, not None"):
        HomePage(None)  # type: ignore[arg-type]


async def test_a_library_whose_services_are_not_started_says_so() -> None:
    svc = Svc(BASE, transport=FakeBackend().transport)
    dialog = SvcMediaManagerDialog(svc=svc)
    async with Host(Vertical(SvcMediaManager(svc=svc), dialog)).run_test(size=(80, 24)) as pilot:
        said = "services not started. await svc.start() first."
        await wait_until(pilot, lambda: f"SvcMediaManager: {said}" in words(pilot.app))
        dialog.open()
        assert svc.snack.state.toasts[-1].message == f"SvcMediaManagerDialog: {said}"
        assert not dialog.model_value
    await svc.aclose()


async def test_a_list_fills_the_screen_where_it_is_asked_to() -> None:
    rows = [{"id": n, "title": f"Book {n}"} for n in range(1, 101)]
    table = SvcList(rows=rows, columns=COLUMNS, fit=True)
    async with Host(table).run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: "1-20 of 100" not in words(pilot.app))
        await wait_until(pilot, lambda: " of 100" in words(pilot.app))
        last = re.search(r"1-(\d+) of 100", words(pilot.app))
        assert last is not None
        assert f"Book {last[1]}" in words(pilot.app), "the last row of the page is seen"
        assert int(last[1]) < 24


class TwoLibraries(App[None]):
    """Two backends side by side; hears that a session ended."""

    def __init__(self, one: Svc, two: Svc) -> None:
        super().__init__()
        self.one, self.two = one, two
        self.heard: list[AuthStore.SignedOut] = []

    def compose(self) -> ComposeResult:
        yield SvcList("/api/books", COLUMNS, svc=self.one)
        yield SvcList("/api/books", COLUMNS, svc=self.two)

    def on_mount(self) -> None:
        self.one.auth.subscribe(self.post_message)

    def on_auth_store_signed_out(self, event: AuthStore.SignedOut) -> None:
        self.heard.append(event)


def _library(title: str) -> FakeBackend:
    found = {"items": [{"id": 1, "title": title}], "count": 1}
    return FakeBackend().on("GET", "/api/books/", found).on("GET", "/api/profiles/me/", USER)


async def test_two_backends_in_one_app_and_a_401_of_one_is_heard() -> None:
    emma, ulysses = _library("Emma"), _library("Ulysses")
    one, two = Svc(BASE, transport=emma.transport), Svc(BASE, transport=ulysses.transport)
    for svc in (one, two):
        await svc.start()
        await svc.auth.fetch_user()
    app = TwoLibraries(one, two)

    async with app.run_test(size=(80, 40)) as pilot:
        await wait_until(pilot, lambda: "Emma" in words(app) and "Ulysses" in words(app))
        emma.on("GET", "/api/books/", json_answer({"detail": "Sign in."}, 401))
        app.query(SvcList).first().reload()
        await wait_until(pilot, lambda: app.heard)

    assert [event.expired for event in app.heard] == [True]
    assert two.auth.is_authenticated
    await one.aclose()
    await two.aclose()


async def test_a_host_app_hears_that_somebody_signed_out() -> None:
    async with services() as svc:
        app = TwoLibraries(svc, svc)
        async with app.run_test(size=(80, 40)) as pilot:
            await app.mount(button := SvcLogoutButton(svc=svc))
            button.press()
            await wait_until(pilot, lambda: app.heard)

    assert [event.expired for event in app.heard] == [False]


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("TextField", ("a",), r"TextField\(…\): descriptor should be FieldDescriptor"),
        ("SvcList", (3,), r"SvcList\(…\): endpoint should be a string, not a whole number"),
        ("SvcList", (), r"SvcList\(…\): the endpoint is missing"),
        ("SvcList", ("api books",), "endpoint can't have spaces"),
        ("SvcList", (" ",), "endpoint should be a path such as /api/books"),
        ("SvcListTable", ("//books/x",), "endpoint should be a path such as /api/books"),
        ("SvcListTable", ("ftp://x.test/books",), r"endpoint should be a path .* http\(s\)://"),
        ("SvcDetail", (None, 1, []), "endpoint should be a string, not None"),
        (
            "SvcDetail",
            ("/api/{id}", 1, []),
            r"endpoint contains the placeholder \{id\}, which has no",
        ),
        ("SvcDetail", ("/api/books", None, []), "id should be a string or a whole number, not N"),
        ("SvcDetail", ("/api/books", 1.5, []), "id should be a string or a whole number, not a n"),
        ("SvcDetail", ("/api/books", True, []), "id should be a string or a whole number, not T"),
        ("SvcPublication", ("api books", 1), "endpoint can't have spaces"),
        ("SvcListActions", (), r"SvcListActions\(…\): the endpoint is missing"),
        ("SvcListTable", (), r"SvcListTable\(…\): the endpoint is missing"),
        ("SvcDetail", ("", 1, []), r"SvcDetail\(…\): the endpoint is missing"),
        ("SvcList", ("/a", "title"), "columns should be a list, not a string"),
        ("SvcForm", ([], {}), r"draft should be Draft\(…\) or None, not a dict"),
        ("SvcForm", (["a"],), r"fields: each should be FieldDescriptor\(…\), not a string"),
        ("SvcDetail", ("/a", 1, "title"), "fields should be a list, not a string"),
        ("SvcListTabs", (["a"],), r"tabs: each should be ListTabItem\(…\), not a string"),
        ("SvcListFilters", ([3],), r"filters: each should be FilterDescriptor\(…\), not a whole"),
        ("SvcMediaWorklist", (), r"SvcMediaWorklist\(…\): missing a required argument: 'store'"),
        ("SvcPublication", (), r"SvcPublication\(…\): missing a required argument: 'endpoint'"),
        ("SvcDetailLangSwitch", ("en",), "missing a required argument: 'langs'"),
        ("SvcListQuickEdit", (), "missing a required argument: 'open'"),
        ("SvcConfirmDialog", (3,), r"question should be Question\(…\), not a whole number"),
        ("SvcSidebarListItem", (3,), r"node should be MenuNode\(…\), not a whole number"),
        ("SvcField", (FieldDescriptor(key="a"),), r"make_editor\(\), put\(\) and content\(\) are"),
    ],
)
def test_wrong_arguments_of_a_widget_are_named(name: str, given: tuple[Any], words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        public_widgets()[name](*given)


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("SvcList", {"mode": "hybird"}, 'mode = "hybird" is not valid; did you mean "hybrid"'),
        ("SvcList", {"serchable": True}, 'argument "serchable"; did you mean "searchable"'),
        ("SvcList", {"slots": {"haed": str}}, 'no slot "haed"; did you mean "head"'),
        ("SvcListTable", {"edit_fields": ["a"]}, r"edit_fields: each should be FieldDescriptor"),
        ("SvcMediaManager", {"selecton_mode": "x"}, 'did you mean "selection_mode"'),
        ("SvcMediaManager", {"selection_mode": "sngle"}, 'did you mean "single"'),
        ("SvcMediaGallery", {"mode": "grd"}, 'did you mean "grid"'),
        ("SvcMediaPreview", {"size": "bgi"}, 'size = "bgi" is not valid; the choices'),
        ("SvcUploadQueue", {"svc": 3}, 'unknown argument "svc"'),
        ("SvcTopbar", {"svc": 3}, r"svc should be Svc\(…\), not a whole number"),
        ("SvcMediaEditor", {"svc": "x"}, r"svc should be Svc\(…\), not a string"),
        ("SvcListActions", {"endpoint": "api books"}, "endpoint can't have spaces"),
        ("SvcList", {"store": 3}, r"store should be ListStore\(…\) or None, not a whole"),
    ],
)
def test_wrong_keywords_of_a_widget_are_named(name: str, given: dict[str, Any], words: str) -> None:
    place = ("/api/books",) if name in ("SvcList", "SvcListTable") else ()
    with pytest.raises(ConfigError, match=words):
        public_widgets()[name](*place, **given)


@pytest.mark.parametrize("name", CASES)
def test_no_wrong_argument_of_a_widget_ends_in_a_traceback(name: str) -> None:
    kind = public_widgets()[name]
    plain = {"id": 3}, {"classes": 3}, {"name": 3}, {"slots": 3}, {"no_such": 1}, {"svc": 3}
    menu = name == "SvcMenuManager"  # Its id is that of a menu.
    for given in plain[1:] if menu else plain:
        with pytest.raises(ConfigError, match=r"\(…\): "):
            kind(**given)  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match=r"\(…\): "):
        kind(*(object() for _ in range(4)))  # type: ignore[arg-type]
    with contextlib.suppress(ConfigError):  # Some need nothing.
        kind()
    with contextlib.suppress(ConfigError) if menu else pytest.raises(ConfigError):
        kind(3)  # type: ignore[arg-type]


UNPATCHED = """
import asyncio
from textual.app import App
from textual._compositor import Compositor
from textual.widgets import DataTable
stock = App.panic, Compositor.render_partial_update, DataTable._render_cell
from tests.widgets.test_alone import CASES, Host, public_widgets, services
from svc_tui.textual_patches import apply

async def main():
    for name in ("SvcList", "SvcDetail", "SvcMediaManager", "SvcLogin"):
        async with services() as svc, Host(CASES[name][0](public_widgets()[name], svc)).run_test():
            pass

asyncio.run(main())
assert stock == (App.panic, Compositor.render_partial_update, DataTable._render_cell)
print(len(apply._applied), "patches")
"""


def test_textual_is_patched_by_a_console_alone() -> None:
    done = subprocess.run([sys.executable, "-c", UNPATCHED], capture_output=True, text=True)

    assert done.stdout == "0 patches\n", done.stderr


ELSEWHERE = "http://elsewhere.test/api/books"


@pytest.mark.parametrize(
    "make",
    [
        lambda svc: SvcList(ELSEWHERE, COLUMNS, svc=svc),
        lambda svc: SvcListTable(ELSEWHERE, COLUMNS, svc=svc),
        lambda svc: SvcListActions(endpoint=ELSEWHERE, selection=[{"id": 1}], svc=svc),
        lambda svc: SvcListFilters([FilterDescriptor(value="b", endpoint=ELSEWHERE)], svc=svc),
        lambda svc: SvcDetail(ELSEWHERE, 1, [TITLE], svc=svc),
    ],
)
async def test_an_endpoint_of_another_server_is_a_sentence_where_it_stands(make: Any) -> None:
    async with services() as svc:
        app = Host(Vertical(make(svc), Static("The rest")))
        async with app.run_test(size=(100, 40)) as pilot:
            said = ": elsewhere.test is another server. Pass its svc=Svc(…)."
            await wait_until(pilot, lambda: said in words(app) and "The rest" in words(app))


async def test_an_endpoint_that_is_no_address_is_a_sentence_where_it_stands() -> None:
    async with services() as svc:
        app = Host(Vertical(SvcListTable("http://[x", COLUMNS, svc=svc), Static("The rest")))
        async with app.run_test(size=(100, 40)) as pilot:
            await wait_until(pilot, lambda: "The rest" in words(app))
            assert "SvcListTable: Invalid IPv6 URL" in " ".join(words(app).split())


EXAMPLES = sorted((Path(svc_tui.__file__).parents[1] / "examples").glob("[a-z]*.py"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one.stem)
async def test_every_example_starts_as_its_last_line_starts_it(
    example: Path, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend = request.getfixturevalue("cms" if "menu" in example.stem else "demo")
    begun: list[App[Any]] = []
    for kind in (App, SvcApp):
        monkeypatch.setattr(kind, "run", lambda app: begun.append(app))
    monkeypatch.setattr(sys, "argv", [str(example), backend.url])
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SVC_TUI_STATE_DIR", str(tmp_path))
    inside = re.findall(r"^from (svc_tui\.(?!cms\b|testing\b)\S+)", example.read_text(), re.M)
    assert inside == [], "what an example needs is public"

    runpy.run_path(str(example), run_name="__main__")
    [app] = begun

    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: screen_text(app).strip())
        await pilot.pause()
        assert "see :log" not in screen_text(app)
    if (svc := getattr(app, "svc", None)) is not None:
        await svc.aclose()
