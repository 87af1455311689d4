"""A console in Python, built of public names alone, on the real demo."""

from __future__ import annotations

import stat
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.command import CommandList
from textual.theme import Theme
from textual.widget import Widget
from textual.widgets import Static

from examples.whole_console import console as newsroom
from svc_tui import (
    COMPONENTS,
    SLOTS,
    ActionDescriptor,
    Blocked,
    Command,
    ConfigError,
    Dialect,
    FieldDescriptor,
    FilterDescriptor,
    HomePage,
    LoginPage,
    Options,
    Plugin,
    Resource,
    Route,
    SidebarGroup,
    Svc,
    SvcApp,
    SvcConfirmDialog,
    SvcDetail,
    SvcField,
    SvcFooter,
    SvcLogin,
    SvcPage,
    SvcSidebar,
    SvcTopbar,
    console_from,
)
from svc_tui.api.auth.base import Auth
from svc_tui.api.auth.header import ApiKeyAuth, BasicAuth
from svc_tui.api.auth.no_auth import NoAuth
from svc_tui.api.auth.token import TokenAuth
from svc_tui.app.bindings import command_warnings, known_bindings
from svc_tui.app.command_checks import FREE, PAGE_KEYS
from svc_tui.testing import FakeBackend, sign_in, text, until
from tests.backends.demo import DemoProcess
from tests.console import person_at, signed_in, wait_until

BASE = "https://cms.test"
TAGS = Resource(name="tags", endpoint="/api/tags", columns=["name"])


# The example


async def test_every_part_of_the_example_is_in_its_console(
    demo: DemoProcess, tmp_path: Path
) -> None:
    app = newsroom(demo.url, state_dir=tmp_path)

    async with person_at(app, size=(100, 30)) as person:
        await person.sees("Welcome to the newsroom")  # the sign-in of the example
        assert app.theme == "paper"
        await person.type("admin\nadmin\n")
        await person.sees("The harbour office", "▤ Dashboard", "DESK", "Your last changes")
        assert app.svc is not None and app.svc.inject("started_by") == "newsroom"
        assert app.svc.svc_media_adapter.build_detail_params("it") == {"language": "it"}
        await person.press("ctrl+f")
        await person.until(lambda: "Good morning." in person.toasts)
        await person.goes_to("/articles")
        await person.sees("<published>")
        await person.press("ctrl+t")
        await person.until(lambda: any("articles match." in toast for toast in person.toasts))


async def test_a_page_of_ones_own_has_keys_a_store_and_an_entry(
    demo: DemoProcess, tmp_path: Path
) -> None:
    async with signed_in(newsroom(demo.url, state_dir=tmp_path), size=(100, 30)) as person:
        await person.sees("Your last changes")
        await person.press("1")  # It is the first entry of the sidebar.
        await person.until(lambda: person.location == "/dashboard")
        await person.until(lambda: "…" not in person.text() and "published: " in person.text())
        await person.press("r")
        await person.press("question_mark")
        await person.sees("Ask again.")
        await person.press("escape")
        await person.press("enter")
        await person.until(lambda: person.location.startswith("/articles?f_status=draft"))


async def test_a_page_is_handed_the_parts_of_its_path(demo: DemoProcess, tmp_path: Path) -> None:
    class Report(SvcPage):
        def content(self) -> list[Widget]:
            return [Static(f"Report {self.props['id']} by {self.props['author']}")]

    route = Route("/reports/{id}", Report, props={"author": "Ada"})
    app = SvcApp(Options(base_url=demo.url), routes=[route], state_dir=tmp_path, start="/reports/7")
    async with signed_in(app, size=(100, 30)) as person:
        await person.sees("Report 7 by Ada")


async def test_own_middleware_keeps_others_out(demo: DemoProcess, tmp_path: Path) -> None:
    app = newsroom(demo.url, state_dir=tmp_path, start="/orders")
    async with signed_in(app, "editor", size=(100, 30)) as person:
        await person.sees("Forbidden", "Ask the admin.")
        await person.goes_to("/orders/1")
        await person.sees("Forbidden", "Ask the admin.")


async def test_a_field_type_of_ones_own_checks_its_values(
    fresh_demo: DemoProcess, tmp_path: Path
) -> None:
    app = newsroom(fresh_demo.url, state_dir=tmp_path, start="/articles/5")
    async with signed_in(app, size=(100, 30)) as person:
        await person.sees("Slug")
        await person.settles()
        await person.press("enter")
        await person.type("12")
        await person.press("f2")
        await person.sees("13 digits, please.")


# Components


async def test_the_frame_is_made_of_replaced_components(demo: DemoProcess, tmp_path: Path) -> None:
    class Column(SvcSidebar):
        def compose(self) -> Any:
            yield Static("MY COLUMN")
            yield from super().compose()

    class Line(SvcTopbar):
        def compose(self) -> Any:
            yield Static("MY LINE")
            yield from super().compose()

    class Keys(SvcFooter):
        pass

    class Home(HomePage):
        def content(self) -> list[Widget]:
            return [Static("MY HOME"), *super().content()]

    app = SvcApp(
        Options(base_url=demo.url),
        resources=[TAGS],
        components={"sidebar": Column, "topbar": Line, "SvcFooter": Keys, "home": Home},
        state_dir=tmp_path,
    )
    async with signed_in(app, size=(100, 30)) as person:
        await person.sees("MY COLUMN", "MY LINE", "MY HOME")
        await person.until(lambda: app.screen.query(Keys))


async def test_dialogs_and_pages_that_are_not_there_are_replaced(
    demo: DemoProcess, tmp_path: Path
) -> None:
    from svc_tui import NotFoundPage

    class Lost(NotFoundPage):
        def content(self) -> list[Widget]:
            return [Static("LOST AT SEA")]

    class Question(SvcConfirmDialog):
        pass

    app = SvcApp(
        Options(base_url=demo.url),
        resources=[TAGS],
        components={"not_found": Lost, "confirm_dialog": Question},
        state_dir=tmp_path,
    )
    async with signed_in(app) as person:
        await person.sees("Your last changes")
        await person.goes_to("/nowhere")
        await person.sees("LOST AT SEA")
        assert app.svc is not None
        app.run_worker(app.svc.confirm.ask("Sure?", "Really."))
        await person.until(lambda: isinstance(app.screen, Question))


@pytest.mark.parametrize("name", COMPONENTS)
def test_every_component_can_be_imported_and_subclassed(name: str) -> None:
    from importlib import import_module

    module, _, attribute = COMPONENTS[name].place.partition(":")
    built_in = getattr(import_module(module), attribute)
    mine = type("Mine", (built_in,), {})

    app = SvcApp(Options(base_url=BASE), components={name: mine})

    assert app.pages.component(name) is mine


# A console file as a starting point


def file_of(folder: Path, url: str, more: str = "") -> Path:
    """A console file with two lists."""
    path = folder / "svc.toml"
    path.write_text(
        f'[svc]\nbase_url = "{url}"\ndialect = "rest"\ntitle = "From a file"\n{more}\n'
        '[[groups]]\nname = "shelf"\nlabel = "Shelf"\n'
        '[[resources]]\nname = "tags"\nendpoint = "/api/tags"\nparent = "shelf"\n'
        'columns = ["name"]\n'
        '[[resources]]\nname = "authors"\nendpoint = "/api/authors"\ncolumns = ["name"]\n',
        "utf-8",
    )
    return path


async def test_arguments_extend_a_console_file(demo: DemoProcess, tmp_path: Path) -> None:
    app = SvcApp(
        console_from(file_of(tmp_path, demo.url)),
        resources=[
            Resource(
                name="authors",
                label="Writers",
                endpoint="/api/authors",
                columns=["name"],
                slots={"cell.name": lambda item, value: f"*{value}*"},
            ),
            Resource(name="articles", endpoint="/api/articles", columns=["title"]),
        ],
        groups=[SidebarGroup(name="shelf", label="My shelf")],
        state_dir=tmp_path / "state",
        start="/authors",
    )
    async with signed_in(app, size=(100, 30)) as person:
        await person.sees("From a file", "MY SHELF", "Tags", "Writers", "Articles", "*")
        assert app.svc is not None
        names = [route.name for route in app.svc.router.routes if "resource" in route.props]
        assert names == [
            "tags", "tags.detail", "authors", "authors.detail", "articles", "articles.detail",
        ]  # fmt: skip


def test_a_file_that_is_wrong_is_told_at_once_with_its_line(tmp_path: Path) -> None:
    path = file_of(tmp_path, BASE, "pagesize = 3")

    with pytest.raises(ConfigError, match=r'line 5: .*unknown key "pagesize".*page_size'):
        console_from(path)
    with pytest.raises(ConfigError, match=r"there is no file .*none.toml; check"):
        console_from(tmp_path / "none.toml")


@pytest.mark.parametrize("key", ["slots = {}", 'middleware = ["x"]', 'listPage = "a:B"'])
def test_a_file_says_that_it_cannot_hold_functions(tmp_path: Path, key: str) -> None:
    path = tmp_path / "svc.toml"
    path.write_text(
        f'[svc]\nbase_url = "{BASE}"\n[[resources]]\nname = "a"\nendpoint = "/a"\n{key}\n', "utf-8"
    )

    with pytest.raises(ConfigError, match=r"line 6: .*has functions .* pass it in Python"):
        console_from(path)


# Names that do not exist


def shelf(**more: Any) -> Resource:
    return Resource(name="books", endpoint="/api/books", columns=["title"], **more)


def action(**more: Any) -> ActionDescriptor:
    return ActionDescriptor(label="Lend", **{"handler": nothing, **more})


def _theme(**more: Any) -> Theme:
    return Theme(**{"name": "mine", "primary": "#2f6f9f", **more})


def _of_type(kind: str) -> FieldDescriptor:
    return FieldDescriptor(key="a", type=kind)


def nothing(*args: Any, **given: Any) -> None:
    """A function for a place that is never reached."""


def two_wanted(a: Any, b: Any) -> Any:
    """A function that no place calls with what it takes."""


def _field(**given: Any) -> dict[str, Any]:
    return {"resources": [shelf(fields=[FieldDescriptor(key="a", **given)])]}


QEDIT = {"qedit.field.b": nothing}


async def later(*args: object, **given: object) -> None:
    """Stand for a function that nothing awaits."""


class Later:
    """Stands for an object that nothing awaits."""

    async def __call__(self, **given: object) -> None: ...


class Board(SvcPage):
    """A page that takes two keys of the sidebar, one of them on purpose."""

    KEYS = (
        Command("board.one", "1", "One", nothing),
        Command("board.two", "2", "Two", nothing, replaces=True),
    )


class KeyedPage(SvcPage):
    """A page with a key that is free."""

    KEYS = (Command("keyed.one", "ctrl+f", "One", nothing),)


class Unbound(SvcPage):
    """A page with a key whose action is misspelt."""

    BINDINGS = [("f7", "prnt", "Print"), ("f8", "print", "Print"), ("f9", "app.quit", "Quit")]

    def action_print(self) -> None: ...


class Empty(SvcPage):
    """A page without anything."""


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"slots": {"topbar:rihgt": nothing}}, 'no slot "topbar:rihgt"; did you mean "topbar:ri'),
        ({"slots": {"cell.": nothing}}, 'no slot "cell."'),
        ({"slots": {"head": "text"}}, '"head" should be a function, not a string'),
        ({"resources": [shelf(slots={"cell.titel": nothing})]}, 'did you mean "cell.title"'),
        ({"resources": [shelf(), shelf()]}, 'two resources are named "books"'),
        (
            {"resources": [shelf(parent="shpo")], "groups": [SidebarGroup(name="shop")]},
            'the parent of "books" is "shpo", which is not a group or page; did you mean "sho',
        ),
        ({"resources": [shelf()], "slots": {"cell.titel": nothing}}, 'did you mean "cell.title"'),
        (
            {"resources": [shelf(edit_fields=[FieldDescriptor(key="a")], slots=QEDIT)]},
            '"qedit.field.b" matches no field',
        ),
        (
            {"routes": [Route("/x", Board)]},
            'the key 1 of "board.one" of Board is taken by "Page 1" on every page',
        ),
        (
            {"themes": [Theme(name="mine", primary="notacolor")]},
            'the theme "mine" has an invalid color, primary: failed to parse',
        ),
        ({"themes": [_theme(primary=3)]}, "color, primary: it should be a string, not a whole"),
        (
            {"themes": [_theme(variables={"border": "nocolor"})]},
            'the theme "mine" has an invalid variable, "border": "nocolor" is not a valid color',
        ),
        (
            {"themes": [_theme(variables={"link-style": "wobbly"})]},
            'invalid variable, "link-style": "wobbly" is not a valid text style',
        ),
        (
            {"themes": [_theme(variables={"a": "red; }"})]},
            '"a": it can\'t have braces or semicolons',
        ),
        ({"auth": Auth()}, "auth= takes a sign-in with sign_in(), which Auth lacks"),
        ({"groups": [SidebarGroup(name="a"), SidebarGroup(name="a")]}, 'two groups are named "a"'),
        (
            {"routes": [Route("/x", Empty, permissions={"modle": "x"})]},
            'the route /x: permissions has the unknown key "modle"; only "model" is allowed',
        ),
        (
            {"routes": [Route("/x", Empty, permissions={})]},
            "the route /x: permissions is empty; name a model or codenames",
        ),
        ({"routes": [Route("/x/{id}/{id}", Empty)]}, "the route /x/{id}/{id} has {id} twice"),
        *(
            ({"routes": [Route(pattern, Empty)]}, f'the route {pattern}: "{step}" should be a word')
            for pattern, step in {
                "/x?y=1": "x?y=1",
                "/x/<int:id>": "<int:id>",
                "/X Y": "X Y",
                "/x//y": "",
                "/x/..": "..",
            }.items()
        ),
        (
            {"commands": [Command("a.b", "ctrl+p", "Mine", nothing)]},
            'the key ctrl+p of the command "a.b" is taken by "Command palette"',
        ),
        (
            {"commands": [Command("a.b", "control-g", "Mine", nothing)]},
            'the key control-g of the command "a.b" does not work: unknown key',
        ),
        (
            {"commands": [Command("a.b", "Ctrl+G", "Mine", nothing)]},
            'does not work: Textual calls it "ctrl+g"',
        ),
        (
            {"commands": [Command("a.b", "ctrl+h", "Mine", nothing)]},
            'of the command "a.b" does not work: terminals send it as Backspace',
        ),
        (
            {"commands": [Command("app.quit", "ctrl+f", "Mine", nothing)]},
            'the id of the command "app.quit" belongs to a built-in command; choose another id',
        ),
        (
            {"commands": [Command("list.mark", "ctrl+f", "Mine", nothing)]},
            'the id of the command "list.mark" starts with "list.", which is reserved; use '
            "your own prefix, such as mine.mark",
        ),
        (
            {"commands": [Command("a.b", "", "Go", nothing), Command("a.c", "", "go", nothing)]},
            'the commands "a.b" and "a.c" both have the label "go"; rename one of them',
        ),
        (
            {
                "routes": [Route("/x", KeyedPage)],
                "commands": [Command("a.b", "ctrl+f", "Mine", nothing)],
            },
            'the key ctrl+f of "keyed.one" of KeyedPage is taken by "Mine" on every page',
        ),
        (
            {"commands": [Command("a.b", "ctrl+f", "Mine", lambda: None)]},  # type: ignore[arg-type, misc]
            'run of the command "a.b" has the wrong parameters: <lambda>() would be called with '
            "(app)",
        ),
        (
            {"middleware": {"tenant": two_wanted}},
            'middleware: "tenant" has the wrong parameters: two_wanted(a, b) would be called with '
            "(request)",
        ),
        (
            {"slots": {"cell.title": two_wanted}},
            '"cell.title" has the wrong parameters: two_wanted(a, b) would be called with (item',
        ),
        ({"plugins": [Plugin("mine", 20, two_wanted)]}, 'the setup of the plugin "mine" has'),
        (
            {"media_adapter": {"build_list_params": two_wanted}},
            'media_adapter: "build_list_params" has the wrong parameters: two_wanted(a, b)',
        ),
        ({"resources": [shelf(card=two_wanted)]}, 'the card of "books" has the wrong parameters'),
        ({"components": {"list": LoginPage}}, '"list" is LoginPage, which is a "login"'),
        (
            {"components": {"footer": SvcTopbar}},
            '"footer" is SvcTopbar, which is a "topbar"',
        ),
        ({"resources": [shelf(list_page=SvcPage)]}, "a subclass of SvcPage of your own, not Svc"),
        ({"components": {"login": Static}}, "of LoginPage, not the class Static"),
        ({"components": {"login": 3}}, "of LoginPage, not a whole number"),
        ({"transport": 3}, "transport= takes an httpx.AsyncBaseTransport, not a whole number"),
        ({"dialect": "fastpi"}, 'unknown dialect "fastpi"; did you mean "fastapi"?'),
        ({"routes": [Route("/x", "nomod:Nope")]}, "the route /x: there is no module nomod"),
        (
            {"routes": [Route("/x", "svc_tui.screens.page:SvcPaeg")]},
            'svc_tui.screens.page has no "SvcPaeg"; did you mean "SvcPage"?',
        ),
        (
            {"resources": [shelf(actions=[action(handler="nomod:run")])]},
            'the action "Lend" of "books": there is no module nomod',
        ),
        ({"field_types": {"isbn": "nomod:Isbn"}}, '"isbn": there is no module nomod'),
        (
            {"routes": [Route("/x", Unbound)]},
            'the key f7 of Unbound runs the action "prnt", which Unbound does not have; did you '
            'mean "print"?',
        ),
        (
            {"resources": [shelf(model="book", actions=[action(permissions=("chnge",))])]},
            'the action "Lend" of "books" needs "chnge", which is neither a verb nor a codename',
        ),
        (
            {"resources": [shelf(actions=[action(inputs=[_of_type("nmber")])])]},
            'the field "a" of "books" has the unknown type "nmber"; did you mean "number"',
        ),
        (
            {"resources": [shelf(fields=[_of_type("select")])]},
            'the field "a" of "books" is a select without attrs={"items": …}',
        ),
        (
            {"plugins": [Plugin("50.a", -5, nothing)]},
            'the plugin "50.a" has the order -5, before the built-in ones',
        ),
        ({"auth": "basic"}, "auth= takes an Auth such as"),
        (
            {"resources": [shelf(list_page=int)]},
            'the list_page of "books" should be a subclass of SvcPage',
        ),
        ({"routes": [Route("/x", int)]}, "the route /x: the page should be a subclass of SvcPage"),
        (
            {"routes": [Route("/x", lambda: Empty)]},  # type: ignore[arg-type, misc]
            "the route /x: the page has the wrong parameters: <lambda>() would be called with (vis",
        ),
        (
            {"resources": [shelf(list_page=lambda: Empty)]},
            'the list_page of "books" has the wrong parameters: <lambda>() would be called with (v',
        ),
        ({"middleware": []}, "middleware should be a dict or None, not a list"),
        ({"field_types": ""}, "field_types should be a dict or None, not a string"),
        ({"slots": ()}, "slots should be a dict or None, not a tuple"),
        ({"resources": b""}, "resources should be a list, not bytes"),
        ({"log": " "}, "log should not be empty"),
        ({"state_dir": ""}, "state_dir should not be empty"),
        ({"transport": "nope:x"}, "transport= takes an httpx.AsyncBaseTransport, not a string"),
        ({"resources": [{"name": "books"}]}, "resources: each should be a Resource(…), not a dict"),
        ({"commands": [("a.b", "f7")]}, "commands: each should be a Command(…), not a tuple"),
        ({"plugins": [nothing]}, "plugins: each should be a Plugin(…), not a function"),
        ({"themes": [Theme(name="a", primary="#fff")] * 2}, 'the theme "a" is defined twice'),
        ({"themes": ["paper"]}, "themes: each should be a Theme(…), not a string"),
        ({"resources": [shelf(middleware=["auht"])]}, 'unknown middleware "auht"; did you mean "a'),
        ({"components": {"side_bar": SvcSidebar}}, 'no component "side_bar"; did you mean'),
        ({"components": {"login": HomePage}}, '"login" should be a subclass of LoginPage'),
        ({"components": {"home": Static("x")}}, '"home" should be a subclass of SvcPage, not a St'),
        ({"media_adapter": {"build_list_parms": nothing}}, 'did you mean "build_list_params"'),
        ({"field_types": {"isbn": Static}}, '"isbn" should be a subclass of SvcField'),
        (
            {"resources": [shelf(fields=[FieldDescriptor(key="a", type="tekst")])]},
            'the field "a" of "books" has the unknown type "tekst"; did you mean "text"',
        ),
        (
            {"resources": [shelf(fields=[FieldDescriptor(key="a", attrs={"max_lenght": 3})])]},
            'unknown attrs "max_lenght"; did you mean "max_length"',
        ),
        ({"plugins": [Plugin("06.cms", 20, nothing)]}, 'two plugins are named "06.cms"'),
        (
            {"plugins": [Plugin("a", 10, nothing), Plugin("b", 10, nothing)]},
            'the plugins "a" and "b" both have the order 10; choose '
            "another order for one of them, such as 11",
        ),
        ({"plugins": [Plugin("a", 5, nothing)]}, '"05.uikit" and "a" both have the order 5'),
        ({"routes": [Route("/x", Empty, layout="svc-emtpy")]}, 'did you mean "svc-empty"'),
        ({"routes": [Route("/x", Empty, middleware=("atuh",))]}, "the route /x names the unknown"),
        *(
            ({"routes": [Route(pattern, Empty)]}, f"is a built-in page; replace it with {new}")
            for pattern, new in {
                "/": 'components={"home": …}',
                "/media": 'components={"media": …}',
                "/media/": 'components={"media": …}',
                "/settings/pictures": 'components={"pictures": …}',
            }.items()
        ),
        (
            {"routes": [Route("/menus", Empty)], "dialect": "camomilla"},
            'replace it with components={"menus": …}',
        ),
        (
            {"routes": [Route("/menus/{name}", Empty)], "dialect": "camomilla"},
            'replace it with components={"menu": …}',
        ),
        ({"field_types": {"x": SvcField}}, '"x" needs a class with make_editor(), not SvcField'),
        ({"state_dir": __file__}, "state_dir should be a folder, but "),
        ({"routes": [Route("/login", Empty)]}, 'replace it with components={"login": …}'),
        ({"routes": [Route("/x", Empty), Route("/x", Empty)]}, "the route /x is defined twice"),
        (
            {"routes": [Route("/x/{a}", Empty), Route("/x/{b}", Empty)]},
            "the route /x/{b} is the same as /x/{a}; keep one of them",
        ),
        (
            {"resources": [shelf()], "routes": [Route("/books", Empty)]},
            'is a page of the resource "books"; set it as its list_page',
        ),
        ({"resources": [shelf()], "groups": [SidebarGroup(name="books")]}, "is used by an entry"),
        (
            {"commands": [Command("a.b", "question_mark", "Mine", nothing)]},
            'the key question_mark of the command "a.b" is taken by "Keys"',
        ),
        (
            {"commands": [Command("a.b", "", "Mine", nothing), Command("a.b", "", "x", nothing)]},
            'two commands have the id "a.b"',
        ),
        (
            {"resources": [shelf(fields=[FieldDescriptor(key="a")], slots=QEDIT)]},
            '"qedit.field.b" matches no field',
        ),
        ({"routes": [Route("/d/{", Empty)]}, '"{" should be a word, or a name in braces such as'),
        ({"routes": [Route("/d/x{id}", Empty)]}, 'the route /d/x{id}: "x{id}" should be a word'),
        (
            {"resources": [shelf(fields=[FieldDescriptor(key="a", when={"titel": "x"})])]},
            'the field "a" of "books" has a condition on "titel", which is not a field; did '
            'you mean "title"?',
        ),
        (
            _field(type="number", default="abc"),
            'the field "a" of "books": the default should be a number, not a string',
        ),
        (_field(type="switch", default="yes"), "the default should be True or False, not a string"),
        (
            _field(type="select", attrs={"items": ["x", {"value": 2}]}, default="z"),
            "the default 'z' is not one of its items: 'x', 2",
        ),
        (
            _field(type="number", attrs={"min": "x"}),
            'the field "a" of "books": attrs "min" should be a number, not a string',
        ),
        (_field(attrs={"max_length": True}), '"max_length" should be a whole number, not True'),
        (_field(attrs={"placeholder": 3}), '"placeholder" should be a string, not a whole number'),
        (
            _field(type="select", attrs={"items": {"a": "A"}}),
            'attrs "items" should be a list or a tuple, not a dict',
        ),
        (
            {"routes": [Route("/x", Empty, parent="shpo")], "groups": [SidebarGroup(name="shop")]},
            'the parent of the route /x is "shpo", which is not a group or page; did you mean "sho',
        ),
        (
            {"routes": [Route("/x", Empty, parent="/nope")]},
            'the parent of the route /x is "nope", which is not a group or page',
        ),
        (
            {"resources": [shelf(parent="/nope")]},
            'the parent of "books" is "nope", which is not a group or page',
        ),
        (
            {"resources": [shelf()], "routes": [Route("/x", Empty, parent="boks")]},
            'the parent of the route /x is "boks", which is not a group or page; did you mean "boo',
        ),
        (
            {"resources": [shelf(ordering="-tilte")]},
            'ordering refers to "tilte"; did you mean "title"',
        ),
        (
            {"resources": [shelf(title_field="tilte")]},
            'title_field refers to "tilte"; did you mean "title"',
        ),
        *(
            (
                {"resources": [shelf(actions=[action(id=id)])]},
                f'the action "Lend" of "books" has the id "{id}", which belongs to a built-in '
                f'action; choose another id, such as "my-{id}"',
            )
            for id in ("delete", "edit")
        ),
        (
            {"resources": [shelf(actions=[action(changes=["tilte"])])]},
            '"books": changes of the action "Lend" refers to "tilte"; did you mean "title"?',
        ),
        (
            {
                "resources": [
                    shelf(actions=[action(inputs=[FieldDescriptor(key="a", when={"b": 1})])])
                ]
            },
            'the input "a" of the action "Lend" has a condition on "b", which is not an input',
        ),
        (
            _field(
                type="repeater",
                fields=[FieldDescriptor(key="state"), FieldDescriptor(key="c", when={"sttae": 1})],
            ),
            'the field "c" of "books" has a condition on "sttae", which is not a field',
        ),
        ({"resources": [shelf(card=str)]}, 'the card of "books" should be a class of widgets, not'),
        ({"resources": [shelf(card=later)]}, 'the card of "books" must not be async'),
        ({"resources": [shelf(list_page=later)]}, "be a subclass of SvcPage, not a function"),
        ({"middleware": {"mine": later}}, 'middleware: "mine" must not be async'),
        ({"slots": {"head": Later()}}, 'slots: "head" must not be async'),
        ({"media_adapter": {"build_list_params": later}}, '"build_list_params" must not be async'),
        ({"start": "https://cms.test/books"}, "start: A location is a path such as /articles/42"),
        (
            {
                "resources": [
                    shelf(
                        filters=[
                            FilterDescriptor(
                                value="state", choices=["new", "old"], default_choice="nwe"
                            )
                        ]
                    )
                ]
            },
            'default_choice of the filter "state" is "nwe"; its choices are new, old',
        ),
        (
            {"routes": [Route("/a", SvcPage)]},
            "the page should be a subclass of SvcPage of your own, not SvcPage itself",
        ),
        ({"middleware": {"": nothing}}, "middleware: a name is empty"),
        *(
            ({part: {5: nothing}}, f"{part}: each name should be a string, not a whole number")
            for part in ("middleware", "field_types", "components", "media_adapter", "slots")
        ),
        ({"components": {"login": []}}, 'components: "login" should be a subclass of'),
        (
            {"themes": [Theme(name="mine", primary=5)]},  # type: ignore[arg-type]
            'the theme "mine" has an invalid color, primary: it should be a string, not a whole',
        ),
        (
            {"themes": [Theme(name="mine", primary="red", variables={"footer-background": 5})]},  # type: ignore[dict-item]
            'the theme "mine" has an invalid variable, "footer-background": it should be a string',
        ),
        ({"greeting": "Hi"}, "greeting should be Splash(…) or None, not a string"),
        ({"frame_rate": -1}, "frame_rate= should be a number from 1 to 120, not -1"),
        (
            {"field_types": {"is bn": "svc_tui:TextField"}},
            'field_types: "is bn" should be a word of letters',
        ),
    ],
)
def test_a_name_that_does_not_exist_is_an_error(given: dict[str, Any], told: str) -> None:
    with pytest.raises(ConfigError) as refused:
        SvcApp(Options(base_url=BASE), **given)

    assert told in str(refused.value)
    assert len(refused.value.problems) == 1


def test_a_transport_of_the_options_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ConfigError, match=r"^transport: there is no module nomod"):
        SvcApp(Options(base_url=BASE, transport="nomod:x"))


def test_a_page_of_a_package_that_fails_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pages_that_fail").mkdir()
    (tmp_path / "pages_that_fail" / "__init__.py").write_text("raise RuntimeError('no \x1b[31m')")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ConfigError) as refused:
        SvcApp(Options(base_url=BASE), routes=[Route("/a", "pages_that_fail.board:Board")])

    why = "pages_that_fail.board can't be imported: RuntimeError: no ␛[31m"
    assert str(refused.value).endswith(why)


@pytest.mark.parametrize(
    "given",
    [
        _field(when={"secret_of_the_record": 1}),
        _field(type="number", attrs={"min": "1.5", "max": None}, default="2"),
        _field(type="select", attrs={"items": [1, 2], "multiple": True}, default=[2]),
    ],
)
def test_fields_that_can_be_are_taken(given: dict[str, Any]) -> None:
    SvcApp(Options(base_url=BASE), **given)


@pytest.mark.parametrize(
    "more",
    [
        {"resources": [shelf(), Resource(name="tags", endpoint="/api/tags")]},
        {"resources": [shelf()], "routes": [Route("/x", Empty)]},
        {"resources": [shelf()], "dialect": Dialect("mine")},
        {},
    ],
)
def test_a_slot_of_a_list_that_is_not_declared_is_taken(more: dict[str, Any]) -> None:
    SvcApp(Options(base_url=BASE), slots={"cell.colour": nothing}, **more)


def test_keys_that_built_in_pages_take_first_are_refused() -> None:
    def told(keys: str) -> str:
        with pytest.raises(ConfigError) as refused:
            SvcApp(Options(base_url=BASE), commands=[Command("a.b", keys, "Mine", nothing)])
        return str(refused.value)

    for key in ("d", "x", "j", "slash", "y", "f2", "ctrl+s", "ctrl+g", "f7", "space"):
        assert f'the key {key} of the command "a.b" is taken on ' in told(key)
    assert "on lists, records and menus; choose another, such as ctrl+f" in told("ctrl+s")
    for key in ("tab", "enter", "up", "left"):
        assert "is taken by the list, table or field that has the focus" in told(key)
    SvcApp(Options(base_url=BASE), commands=[Command("a.b", ",".join(FREE), "Mine", nothing)])


def test_the_table_of_the_keys_of_pages_is_true() -> None:
    """When this fails: a key of a page was added or removed, so `PAGE_KEYS` has to follow."""
    real: dict[str, set[str]] = {name: set() for name in PAGE_KEYS}
    for id, keys in known_bindings().items():
        if (name := id.partition(".")[0]) in real:
            real[name].update(keys.split(","))

    for name, keys in real.items():
        told = f'the keys of PAGE_KEYS["{name}"] should be: {" ".join(sorted(keys))}'
        assert {*PAGE_KEYS[name].keys.split()} == keys, told


def test_what_may_be_in_the_way_of_a_command_is_told_at_the_start() -> None:
    def told(command: Command) -> list[str]:
        return [*command_warnings([command])]

    assert told(Command("a.b", "ctrl+f", "Mine", nothing)) == []
    assert told(Command("a.b", "f11", "Mine", nothing)) == [
        'The key f11 of the command "a.b" may never arrive: terminal windows use it.'
    ]
    for key in ("ctrl+e", "ctrl+k", "ctrl+z"):
        assert told(Command("a.b", key, "Mine", nothing)) == [
            f'The key {key} of the command "a.b" edits the text while a text field has the '
            "focus: choose another, such as ctrl+f."
        ]
    assert told(Command("history.undo", "", "Mine", nothing)) == [
        'The id "history.undo" belongs to a built-in command: choose another.'
    ]


def test_keys_that_are_no_commands_are_refused_when_their_page_is_declared() -> None:
    with pytest.raises(ConfigError, match=r"Odd\(…\): KEYS: each should be a Command"):
        type("Odd", (SvcPage,), {"KEYS": (("a.b", "f7"),)})
    for wrong in (None, "f7", {"f7": nothing}):
        with pytest.raises(ConfigError, match=r"Odd\(…\): KEYS should be a list of Command"):
            type("Odd", (SvcPage,), {"KEYS": wrong})


def yields(*args: Any) -> Any:
    yield


async def yields_async(*args: Any) -> Any:
    yield


@pytest.mark.parametrize("wrong", [yields, yields_async, partial(yields_async)])
def test_generators_are_refused_where_they_would_never_run(wrong: Any) -> None:
    with pytest.raises(ConfigError, match="run must not be a generator function"):
        Command("a.b", "f7", "Do", wrong)
    with pytest.raises(ValueError, match=r"handler\s.*must not be a generator function"):
        action(handler=wrong)


def test_places_of_the_dashboard_are_refused_where_there_is_none() -> None:
    slots = {"home.before": nothing}
    with pytest.raises(ConfigError, match=r'"home\.before" is a place of the dashboard'):
        SvcApp(Options(base_url=BASE, home="plain"), slots=slots)


def test_an_action_refuses_a_handler_with_other_parameters() -> None:
    wrong = r"two_wanted\(a, b\) would be called with \(ctx\)"
    with pytest.raises(ValueError, match=rf"handler\s.*has the wrong parameters: {wrong}"):
        action(handler=two_wanted)


def test_what_stands_in_the_place_of_every_page_leaves_the_sign_in() -> None:
    app = SvcApp(Options(base_url=BASE), slots={"default": nothing, "login:brand": nothing})
    page = app.pages.first(app.greeting)
    assert isinstance(page, SvcPage) and [*page.slots] == ["login:brand"]


def test_all_problems_are_told_at_once() -> None:
    with pytest.raises(ConfigError) as refused:
        SvcApp(Options(base_url=BASE, theme="papier"), slots={"haed": nothing, "footr": nothing})

    assert [problem.text[:30] for problem in refused.value.problems] == [
        'slots: there is no slot "haed"',
        'slots: there is no slot "footr',
        'the theme "papier" is unknown;',
    ]


@pytest.mark.parametrize("wanted", [True, False])
def test_the_mouse_is_left_to_the_terminal_where_the_options_say_so(
    wanted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []

    async def run(self: App[None], *, mouse: bool = True, **more: Any) -> None:
        asked.append(mouse)

    monkeypatch.setattr(App, "run_async", run)

    SvcApp(Options(base_url=BASE, mouse=wanted)).run(headless=True)

    assert asked == [wanted]


async def test_a_console_that_is_run_in_a_running_loop_names_the_other_way() -> None:
    with pytest.raises(RuntimeError, match=r"use `await app\.run_async\(\)`") as caught:
        SvcApp(Options(base_url=BASE)).run(headless=True)

    assert caught.value.__context__ is None


@pytest.mark.parametrize(
    ("load", "told"),
    [
        (lambda: None, "SvcApp(load=…): the function should return a Console, not None"),
        (lambda: [][0], "SvcApp(load=…): the function failed (IndexError: list index out of"),
    ],
)
async def test_a_loader_that_fails_is_named_when_the_console_ends(
    load: Any, told: str, capfd: pytest.CaptureFixture[str]
) -> None:
    app = SvcApp(load=load)
    async with app.run_test() as pilot:
        await wait_until(pilot, lambda: not app.is_running)
    assert app.return_code == 2
    assert told in capfd.readouterr().err


async def test_a_plugin_that_provides_what_is_there_is_named_and_the_console_runs(
    tmp_path: Path,
) -> None:
    backend = FakeBackend()
    app = SvcApp(
        Options(base_url=BASE),
        plugins=[
            Plugin("10.a", 10, lambda svc: svc.provide("rates", 1)),
            Plugin("20.b", 20, lambda svc: svc.provide("rates", 2)),
            Plugin("30.c", 30, lambda svc: svc.provide("more", 3)),
            Plugin("40.d", 40, lambda svc: svc.provide("auth", 4)),
        ],
        transport=backend.transport,
        state_dir=tmp_path,
    )
    async with app.run_test() as pilot:
        await wait_until(pilot, app.booted.is_set)
        svc = app.svc
        assert svc is not None and (svc.inject("rates"), svc.inject("more")) == (1, 3)
        [said] = [one.message for one in svc.snack.history if "rates" in one.message]
        assert any("'auth' is a built-in service" in one.message for one in svc.snack.history)
        with pytest.raises(LookupError, match='no plugin provides "ratse"; did you mean "rates"'):
            svc.inject("ratse")
        assert (svc.inject("ratse", None), svc.inject("ratse", 5)) == (None, 5)
    assert "plugin 20.b" in said and "already provided by the plugin 10.a" in said


def test_arguments_that_exclude_each_other_are_refused() -> None:
    with pytest.raises(ValueError, match=r"load=….*options, state_dir, slots can't be combined"):
        SvcApp(
            Options(base_url=BASE),
            load=nothing,
            slots={"head": nothing},
            state_dir="/tmp",  # type: ignore[arg-type]
        )
    with pytest.raises(ValueError, match=r"takes Options.* first, not a string"):
        SvcApp("https://cms.example.org")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="Name the backend"):
        SvcApp()


@pytest.mark.parametrize("place", SLOTS, ids=lambda place: str(place.name))
def test_every_slot_of_the_table_is_known(place: Any) -> None:
    name = place.name.replace("<column key>", "x").replace("<filter value>", "x")

    SvcApp(Options(base_url=BASE), slots={name.replace("<field key>", "x"): nothing})

    assert place.where


# Commands, dialects, logs


async def test_a_program_prints_its_own_mistakes_once_the_last_console_has_ended() -> None:
    before = sys.excepthook
    async with SvcApp(Options(base_url=BASE), transport=FakeBackend().transport).run_test():
        other = SvcApp(Options(base_url=BASE), transport=FakeBackend().transport)
        async with other.run_test():
            assert sys.excepthook is not before
        assert sys.excepthook is not before, "the first one still runs"
    assert sys.excepthook is before


async def test_a_hook_that_a_program_sets_while_a_console_runs_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    async with SvcApp(Options(base_url=BASE), transport=FakeBackend().transport).run_test():
        sys.excepthook = own = lambda *_: None
    assert sys.excepthook is own


async def test_a_console_that_fails_at_its_end_gives_the_hook_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def fail() -> None:
        raise RuntimeError("the anchor is stuck")

    before = sys.excepthook
    monkeypatch.setattr(sys, "excepthook", before)
    app = SvcApp(Options(base_url=BASE), transport=FakeBackend().transport)
    with pytest.raises(RuntimeError, match="stuck"):
        async with app.run_test() as pilot:
            await wait_until(pilot, lambda: app.svc is not None)
            monkeypatch.setattr(app.svc, "aclose", fail)
    assert sys.excepthook is before


async def test_commands_are_in_the_palette_and_a_failing_one_is_told(
    demo: DemoProcess, tmp_path: Path
) -> None:
    ran: list[str] = []

    async def later(app: SvcApp) -> None:
        ran.append("later")

    def fails(app: SvcApp) -> None:
        raise RuntimeError("no harbour here")

    log = tmp_path / "console.log"
    app = SvcApp(
        Options(base_url=demo.url),
        resources=[TAGS],
        commands=[
            Command("mine.later", "", "Do it later", later),
            Command("mine.fails", "ctrl+f", "Fail at once", fails),
            Command("mine.never", "Q", "Not even asked", fails, blocked=fails),
            Command("mine.not_now", "", "Not now", fails, blocked=lambda _: Blocked("Ebb tide.")),
            Command("mine.hidden", "", "Not here", fails, blocked=lambda _: Blocked(hidden=True)),
        ],
        log=log,
        state_dir=tmp_path,
    )
    async with signed_in(app) as person:
        await person.sees("Your last changes")
        await person.press("ctrl+p")
        await person.sees("Do it later")
        palette = app.screen.query_one(CommandList)
        await person.until(lambda: palette.option_count > 5)
        await person.type("it later")
        await person.until(lambda: palette.option_count == 1)
        await person.press("enter")
        await person.until(lambda: ran == ["later"])
        await person.press("ctrl+p")
        await person.type("Not now")
        await person.sees("Not now", "Ebb tide.")
        await person.sees_no("Not here")
        await person.press("enter")
        await person.until(lambda: "Ebb tide." in person.toasts)
        await person.press("ctrl+f")
        await person.until(lambda: any("mine.fails" in toast for toast in person.toasts))
        await person.press("Q")
        await person.until(lambda: any("mine.never" in toast for toast in person.toasts))
        await person.sees("Your last changes")
        assert app.svc is not None
        said = [one.kind for one in app.svc.snack.history if "mine.never" in one.message]
        assert said == ["error"]

    assert "no harbour here" in log.read_text("utf-8")
    assert "Traceback" in log.read_text("utf-8")
    assert stat.S_IMODE(log.stat().st_mode) == 0o600


async def test_the_palette_finds_words_of_the_help_below_those_of_the_label(tmp_path: Path) -> None:
    backend = FakeBackend()
    backend.add_user("admin", "admin")
    commands = [
        Command("mine.print", "", "Print", nothing, help="Print the overdue loans."),
        Command("mine.loans", "", "Overdue", nothing, help="Show what is late."),
    ]
    app = SvcApp(
        Options(base_url=BASE), commands=commands, transport=backend.transport, state_dir=tmp_path
    )
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        await pilot.press("ctrl+p", *"overdue")
        await until(pilot, lambda: "Show what is late." in text(pilot))
        await until(pilot, lambda: app.screen.query_one(CommandList).option_count == 2)
        shown = text(pilot)
        assert shown.index("Show what is late.") < shown.index("Print the overdue loans.")


class Loan(SvcPage):
    """A page with one record, which names the whole form as its main widget."""

    def content(self) -> list[Widget]:
        self.loan = SvcDetail("/api/loans", 7, [FieldDescriptor(key="borrower")])
        return [Static("Loan"), self.loan]

    def main(self) -> Widget:
        return self.loan


async def test_the_form_on_a_page_of_ones_own_has_the_focus(tmp_path: Path) -> None:
    backend = FakeBackend()
    backend.add_user("admin", superuser=True)
    backend.add_collection("/api/loans", [{"id": 7, "borrower": "Ada"}])
    app = SvcApp(
        Options(base_url=BASE),
        routes=[Route("/loan", Loan)],
        transport=backend.transport,
        start="/loan",
        state_dir=tmp_path,
    )
    async with app.run_test(size=(100, 30)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Ada")
        await pilot.press("enter", "end", *" L", "f2")
        await until(pilot, lambda: backend.collections[0].rows[0]["borrower"] == "Ada L")


def test_a_log_that_cannot_be_written_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"The log .*nowhere.*can't be written"):
        SvcApp(Options(base_url=BASE), log=tmp_path / "nowhere" / "console.log")


async def test_a_dialect_is_given_as_a_value(demo: DemoProcess, tmp_path: Path) -> None:
    loud = Dialect("loud", called="the loud one", from_wire=lambda row: {**row, "name": "LOUD"})

    async with Svc(demo.url, dialect=loud) as svc:
        assert svc.dialect is loud
    app = SvcApp(
        Options(base_url=demo.url),
        resources=[TAGS],
        dialect=loud,
        state_dir=tmp_path,
        start="/tags",
    )
    async with signed_in(app) as person:
        await person.sees("LOUD")


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: Svc(BASE, dialect=3), "takes a name or a Dialect, not a whole number"),  # type: ignore[arg-type]
        (lambda: Options(base_url=BASE, dialect=Dialect("x")), "pass it as Svc"),  # type: ignore[arg-type]
        (lambda: Options(base_url=BASE, dialect="rset"), 'is "rset"; did you mean "rest"'),
    ],
)
def test_what_is_no_dialect_is_told_in_a_sentence(make: Callable[[], Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        make()


@pytest.mark.parametrize(
    "make",
    [lambda auth: Svc(BASE, auth=auth), lambda auth: SvcApp(Options(base_url=BASE), auth=auth)],
)
@pytest.mark.parametrize(
    ("auth", "told"), [(("u", "p"), "not a tuple"), (TokenAuth, "the class TokenAuth")]
)
def test_what_is_no_sign_in_is_told_in_a_sentence(
    make: Callable[[Any], Any], auth: Any, told: str
) -> None:
    with pytest.raises(ValueError, match=told):
        make(auth)


@pytest.mark.parametrize("part", ["refresh", "profile", "logout"])
def test_a_sign_in_on_another_server_is_refused_when_it_is_made(part: str) -> None:
    auth = TokenAuth("/in", **{part: "https://other.test/x"})  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match=rf"auth\.{part}: https://other\.test"):
        Svc(BASE, auth=auth)


@pytest.mark.parametrize(
    ("auth", "key", "waiting"),
    [(ApiKeyAuth(login="/a"), True, ""), (NoAuth(), False, "Opening…"), (BasicAuth(), False, "")],
)
def test_the_first_page_asks_for_what_the_sign_in_asks_for(
    auth: Auth, key: bool, waiting: str
) -> None:
    app = SvcApp(Options(base_url=BASE), auth=auth)
    assert (app.greeting.key, app.greeting.waiting) == (key, waiting)


# Installed packages


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Install a package of one module with these entry points."""

    def install(source: str, points: str) -> None:
        folder = tmp_path / "site"
        info = folder / "harbour-1.0.dist-info"
        info.mkdir(parents=True)
        (folder / "harbour_kit.py").write_text(source, "utf-8")
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: harbour\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(points)
        monkeypatch.syspath_prepend(str(folder))
        monkeypatch.delitem(sys.modules, "harbour_kit", raising=False)

    return install


KIT = """
from svc_tui import Dialect, TextField

class Berth(TextField):
    pass

def setup(svc):
    svc.provide("harbour", True)

PORT = Dialect("port", from_wire=lambda row: {**row, "name": "BERTH 9"})
"""
POINTS = """
[svc_tui.field_types]
berth = harbour_kit:Berth
[svc_tui.dialects]
port = harbour_kit:PORT
[svc_tui.plugins]
harbour = harbour_kit:setup
"""
FILE = """
[svc]
base_url = "{url}"
dialect = "port"
plugins = ["harbour"]
[[resources]]
name = "tags"
endpoint = "/api/tags"
columns = ["name"]
fields = [{{ key = "name", type = "berth" }}]
"""


async def test_a_file_names_what_packages_bring(
    demo: DemoProcess, tmp_path: Path, package: Callable[[str, str], None]
) -> None:
    package(KIT, POINTS)
    path = tmp_path / "svc.toml"
    path.write_text(FILE.format(url=demo.url), "utf-8")
    app = SvcApp(console_from(path), state_dir=tmp_path / "state", start="/tags/1")

    async with signed_in(app) as person:
        await person.sees("BERTH 9")
        assert app.svc is not None and app.svc.inject("harbour") is True
        await person.until(lambda: app.screen.query("Berth"))


async def test_a_package_that_is_broken_costs_a_sentence(
    demo: DemoProcess, tmp_path: Path, package: Callable[[str, str], None]
) -> None:
    package("raise RuntimeError('rust')", POINTS)
    path = tmp_path / "svc.toml"
    path.write_text(FILE.format(url=demo.url).replace('"port"', '"rest"'), "utf-8")
    app = SvcApp(console_from(path), state_dir=tmp_path / "state")

    async with signed_in(app) as person:
        await person.sees("Your last changes")
        said = " ".join(person.toasts)
        assert 'The plugin "harbour" of harbour failed: RuntimeError: rust.' in said
        assert 'The field type "berth" of harbour failed: RuntimeError: rust.' in said
        await person.goes_to("/tags/1")
        await person.sees("Name")


def test_nothing_of_a_package_is_imported_that_nobody_names(
    tmp_path: Path, package: Callable[[str, str], None]
) -> None:
    package(KIT, POINTS)

    console_from(file_of(tmp_path, BASE))
    SvcApp(Options(base_url=BASE), resources=[TAGS])

    assert "harbour_kit" not in sys.modules


def test_a_package_that_is_not_there_is_told_with_its_line(
    tmp_path: Path, package: Callable[[str, str], None]
) -> None:
    package(KIT, POINTS)

    with pytest.raises(ConfigError, match=r'line 5: .*lists "habour".*did you mean "harbour"'):
        console_from(file_of(tmp_path, BASE, 'plugins = ["habour"]'))


def test_packages_that_a_found_file_names_wait_for_trust(
    tmp_path: Path, package: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    package(KIT, POINTS)
    clone = tmp_path / "clone"
    clone.mkdir()
    (clone / "svc.toml").write_text(FILE.format(url=BASE), "utf-8")
    monkeypatch.chdir(clone)

    found = console_from()

    assert 'the dialect, the plugin "harbour" and the field type "berth" do not run' in found.held
    assert (found.options.plugins, found.options.dialect) == ((), "rest")
    assert "harbour_kit" not in sys.modules


# Toasts, and a sign-in of one's own


async def test_toasts_of_textual_stand_in_the_snack_bar(demo: DemoProcess, tmp_path: Path) -> None:
    app = SvcApp(Options(base_url=demo.url), resources=[TAGS], state_dir=tmp_path)
    async with signed_in(app) as person:
        await person.sees("Tags")
        assert app.svc is not None
        app.notify("[b]Morning[/b]", title="Desk", severity="warning", timeout=30)
        await person.sees("! Desk: [b]Morning[/b]")
        app.screen.notify("Gone.", severity="error")
        await person.sees("✗ Gone.")
        assert [one.kind for one in app.svc.snack.history][-2:] == ["warning", "error"]
        assert not app._notifications


class Harbor(SvcPage):
    """A page that says something before it is composed."""

    def content(self) -> list[Widget]:
        self.app.notify("The tide tables are those of yesterday.", severity="warning")
        return [Static("Berths")]


async def test_a_toast_of_a_page_that_is_not_composed_yet_stands_in_its_snack_bar(
    demo: DemoProcess, tmp_path: Path
) -> None:
    app = SvcApp(
        Options(base_url=demo.url),
        resources=[TAGS],
        routes=[Route("/harbor", Harbor)],
        state_dir=tmp_path,
    )
    async with signed_in(app) as person:
        await person.sees("Your last changes")
        await person.goes_to("/harbor")
        await person.sees("! The tide tables are those of yesterday.")
        await person.press("question_mark")
        await person.sees("Keys")
        app.notify("High water in an hour.")
        await person.sees("i High water in an hour.")
        assert not app._notifications


async def test_the_sign_in_stays_in_the_middle_under_what_is_added(
    demo: DemoProcess, tmp_path: Path
) -> None:
    async with person_at(newsroom(demo.url, state_dir=tmp_path), size=(80, 24)) as person:
        await person.sees("Welcome to the newsroom", "Sign in")
        box = person.app.screen.query_one(SvcLogin).region
        assert (box.x, box.right) == (11, 69)
        assert box.bottom <= 24


async def test_what_stands_in_the_place_of_a_list_needs_no_rows(
    demo: DemoProcess, tmp_path: Path
) -> None:
    app = SvcApp(
        Options(base_url=demo.url, home="plain"),
        resources=[TAGS],
        slots={"default": lambda: Static("everything")},
        state_dir=tmp_path,
        start="/tags",
    )
    async with person_at(app) as person:
        await person.sees("Password")
        await person.type("admin\nadmin\n")
        await person.sees("everything")
        await person.goes_to("/tags/1")
        await person.sees("everything")
