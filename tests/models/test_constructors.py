"""Declarations name each argument once, and tell wrong ones in sentences."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable
from functools import partial
from textwrap import dedent
from typing import Any

import pytest

from svc_tui import (
    Accessor,
    AuthCall,
    Block,
    Command,
    ConfigError,
    Console,
    Dialect,
    FieldRegistry,
    FormAuth,
    NoAuth,
    Options,
    Plugin,
    Route,
    SidebarGroup,
    Splash,
    Svc,
    SvcApp,
    SvcDetail,
    SvcForm,
    SvcList,
    TokenAuth,
    Unreadable,
    Wire,
    WireOrder,
    console_from,
    fields_from_schema,
)
from svc_tui.models.base import Declaration
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.listing import ActionDescriptor, FilterDescriptor, ListColumn
from svc_tui.models.resource import Resource
from svc_tui.testing import FakeBackend

FIELD = FieldDescriptor(key="a")


def test_an_endpoint_without_a_slash_at_its_beginning_gets_one() -> None:
    assert Resource(name="books", endpoint="api/books").endpoint == "/api/books"
    whole = "https://cms.test/api/books"
    assert Resource(name="books", endpoint=whole).endpoint == whole


A, B = FieldDescriptor(key="a"), FieldDescriptor(key="b")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (
            {"endpoint": "/api/books/{id}"},
            "endpoint contains the placeholder {id}, which has no value here",
        ),
        ({"fields": [A, B, A]}, 'has two fields with the key "a"; keep one of them'),
        ({"fields": [A], "sidebar_fields": [B, A]}, 'has two fields with the key "a"'),
        ({"edit_fields": [A, A]}, 'has two edit_fields with the key "a"'),
        ({"title_field": "a..b"}, "has an empty step"),
        ({"preview_field": ".."}, "has an empty step"),
    ],
)
def test_a_resource_that_could_not_work_is_refused(given: dict[str, Any], told: str) -> None:
    with pytest.raises(ConfigError) as refused:
        Resource(**{"name": "books", "endpoint": "/api/books", **given})
    assert told in str(refused.value)
    assert len(refused.value.problems) == 1


@pytest.mark.parametrize("given", [{"fields": [A, A]}, {"templates": {"page": [A, A]}}])
def test_two_fields_of_one_key_in_an_item_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match='with the key "a"; keep one of them'):
        FieldDescriptor(key="items", type="repeater", **given)


@pytest.mark.parametrize(
    "make",
    [
        lambda: SvcForm([A, B, A]),
        lambda: SvcDetail("/api/books", 1, [A, A]),
        lambda: SvcDetail("/api/books", 1, [A], sidebar_fields=[A]),
    ],
)
def test_two_fields_of_one_key_in_a_bare_form_are_refused(make: Callable[[], object]) -> None:
    with pytest.raises(ConfigError, match='two fields have the key "a"; keep one of them'):
        make()


@pytest.mark.parametrize("kind", [Options, Resource, FieldDescriptor, ActionDescriptor])
def test_help_names_every_argument(kind: type[Declaration]) -> None:
    kind.model_rebuild()
    names = [name.rstrip("_") for name in kind.model_fields]
    assert list(inspect.signature(kind).parameters) == names
    about, _, arguments = (inspect.getdoc(kind) or "").partition("\n\nArgs:\n")
    assert about.count("\n\n") < 2
    assert re.findall(r"^    (\w+): \S", arguments, re.MULTILINE) == names


@pytest.mark.parametrize(
    "kind", [ActionDescriptor, FieldDescriptor, FilterDescriptor, ListColumn, Resource]
)
def test_a_type_checker_knows_every_argument(kind: type[Declaration]) -> None:
    tree = ast.parse(dedent(inspect.getsource(kind)))
    init = next(
        one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef) and one.name == "__init__"
    )
    required = {
        arg.arg
        for arg, default in zip(init.args.kwonlyargs, init.args.kw_defaults, strict=True)
        if default is None
    }

    fields = {name.rstrip("_"): field for name, field in kind.model_fields.items()}
    assert [arg.arg for arg in init.args.kwonlyargs] == list(fields)
    assert required == {name for name, field in fields.items() if field.is_required()}


async def later(*args: object) -> None:
    """Stand for a function that nothing awaits."""


BOOKS = {"name": "books", "endpoint": "/api/books"}


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: Options(titel="x"), ["has no base_url; add base_url=…", 'did you mean "title"']),
        (lambda: Options("https://cms.test"), ["takes its arguments by name, such as base_url=…"]),
        (
            lambda: Options(base_url="https://a:b@cms.test", page_size="many", theme=3),
            [
                'page_size should be a whole number or "fit"',
                "theme should be a string, not a whole num",
                "base_url",
            ],
        ),
        (
            lambda: Options(base_url="https://cms.test", uikit={"media": {"endpoint": 3}}),
            ['Options(…), uikit.media: unknown argument "endpoint"; did you mean "endpoints"?'],
        ),
        (
            lambda: Options(base_url="https://cms.test", auth=NoAuth()),
            ["auth can't be set here: pass it as Svc(auth=…) or SvcApp(auth=…)"],
        ),
        (
            lambda: Resource(**BOOKS, colums=["title"]),
            ['Resource(name="books", …): unknown argument "colums"; did you mean "columns"?'],
        ),
        (lambda: Resource(**BOOKS, columns=[3]), ["column 1 should be ListColumn(…), not a whole"]),
        (lambda: Resource(**BOOKS, zzz=3), ["`help(Resource)` lists the arguments"]),
        (
            lambda: Resource(**BOOKS, slots={"head": "x"}),
            ["head should be a function, not a string"],
        ),
        (lambda: FieldDescriptor(key="isbn", typ="x"), ['FieldDescriptor(key="isbn", …): unknown']),
        (lambda: FieldDescriptor(key="seo..title"), ["key has an empty step; a path looks like"]),
        (lambda: FieldDescriptor(key=".x"), ["key has an empty step"]),
        (lambda: ListColumn(key="y."), ["key has an empty step"]),
        (lambda: Resource(**BOOKS, columns=[".x"]), ["column 1 has an empty step"]),
        (
            lambda: FieldDescriptor(key="a", attrs={"pattern": "("}),
            ['has the pattern "(", which is not a regular expression'],
        ),
        (
            lambda: ActionDescriptor(label="Go", handler=print, inputs=[{"key": "a.b"}]),
            ['has the input "a.b"; keys of inputs must not contain dots'],
        ),
        (lambda: FilterDescriptor(valu="x"), ['did you mean "value"?']),
        (
            lambda: ActionDescriptor(label="Go", handler=3),
            ["should be a string or a function, not"],
        ),
        (lambda: Route("/x", str, lable="x"), ['Route(…): unknown argument "lable"; did you mean']),
        (
            lambda: Route("/x", str, order="3", roles="x"),
            ["order should be a whole", "roles shoul"],
        ),
        (
            lambda: ActionDescriptor(label="Go", handler=print, inputs=[FIELD, FIELD]),
            ['ActionDescriptor(label="Go", …) has two inputs with the key "a"; keep one of them'],
        ),
        *(
            (partial(Resource, name="books", endpoint=endpoint), [f"endpoint {told}"])
            for endpoint, told in {
                "ftp://cms.test/b": "should be a path such as /api/books, or begin with http(s)",
                "//other.test/b": "should be a path such as /api/books",
                "?page=1": "should be a path such as /api/books",
                "/api/b c": "can't have spaces",
            }.items()
        ),
        (
            lambda: Resource(name="books", endpoint="/b", slots={"haed": print}),
            ['slots should name slots: there is no slot "haed"; did you mean "head"?'],
        ),
        (
            lambda: Resource(name="books", endpoint="/b", slots={"topbar:right": print}),
            ['slots has "topbar:right", which is not on its pages; fill it in the console'],
        ),
        (
            lambda: Resource(name="books", endpoint="/b", page_size=True),
            ['page_size should be a whole number or "fit", not True'],
        ),
        (
            lambda: Resource(name="books", endpoint="/b", permissions="", roles=""),
            ["permissions has an empty name; remove it", "roles has an empty name; remove it"],
        ),
        (
            lambda: Resource(name="books", endpoint="/b", slots={"nope": print}),
            ['there is no slot "nope"; `svc_tui.SLOTS` lists the slots'],
        ),
        (lambda: Svc("https://cms.test", state_dir=__file__), ["state_dir should be a folder"]),
        (
            lambda: SvcList("/api/books", ["title", ListColumn(key="title")]),
            ['SvcList(…): two columns have the key "title"; keep one of them'],
        ),
        (lambda: Unreadable("x"), ["Unreadable(…): missing a required argument: 'problem'"]),
        (lambda: Unreadable("x", " "), ["problem should say in a sentence what is wrong"]),
        (lambda: Plugin("x", 10), ["Plugin(…): missing a required argument: 'setup'"]),
        (lambda: Plugin("x", "10", print), ["order should be a whole number, not a string"]),
        (lambda: Command("a.b", "f7", "Go", None), ["run should be a function, not None"]),
        (lambda: Command("a.b", "f7", "Go", print, hlp="x"), ['did you mean "help"?']),
        (lambda: TokenAuth("/in", tokn="a"), ['TokenAuth(…): unknown argument "tokn"; did you']),
        (lambda: TokenAuth("/in", header="Bearer"), ["header should be a header with {token}"]),
        (lambda: FormAuth(3), ["login should be a string or AuthCall(…), not a whole number"]),
        (lambda: Dialect("x", from_wir=print), ['did you mean "from_wire"?']),
        (lambda: Dialect("x", from_wire=later), ["from_wire must not be async"]),
        (
            lambda: Dialect("x", from_wire=lambda: {}),
            ["from_wire has the wrong parameters: <lambda>() would be called with (record)"],
        ),
        (
            lambda: Dialect("x", list_params=lambda page: {}),
            ["<lambda>(page) would be called with (page=…, page_size=…, search=…, ordering=…, fi"],
        ),
        (
            lambda: Dialect("x", change_method="POKE"),
            ['Dialect(…): change_method = "POKE" is not valid; the choices here are PATCH, POST, '],
        ),
        (
            lambda: Dialect("x", multipart="envelop"),  # type: ignore[arg-type]
            ['multipart = "envelop" is not valid; did you mean "envelope"?'],
        ),
        (
            lambda: WireOrder(descending="-"),
            ['descending = "-" should have one {} for the field: "-{}"; or add a direction'],
        ),
        (
            lambda: Wire(order={"direction": "dir", "descending": "-{}"}),  # type: ignore[arg-type]
            ['descending = "-{}" is the value of "dir"; it should be a word such as "desc"'],
        ),
        (
            lambda: Dialect("x", roots="/api", trailing_slash="no", recognize=later),
            ["roots should be a tuple or a list", "trailing_slash should be True or False or None"],
        ),
        (lambda: Accessor(get=later), ["Accessor(…): get must not be async"]),
        (
            lambda: Accessor(set=str.upper),
            [
                "Accessor(…): set has the wrong parameters: str.upper(self) would be called with "
                "(model=…, val=…, lang=…)"
            ],
        ),
        (lambda: FieldDescriptor(key="a", visible=later), ["visible must not be async"]),
        (lambda: Command("a.b", "f7", "Go", later, later), ["blocked must not be async"]),
        (lambda: Command("a.b", "f7", "Go", later, shown="no"), ["shown should be True or False"]),
        (lambda: Block(missing="add_book"), ["missing should be a tuple or a list"]),
        (lambda: AuthCall("/in", method="PSOT"), ["AuthCall(…): method should be GET or POST"]),
        (lambda: AuthCall("/in", body="xml"), ['AuthCall(…): body should be "json" or "form"']),
        (lambda: Route("/x", str, middleware=None), ["middleware should be a tuple or a list"]),
        (lambda: Route("/x", str, middleware="auth"), ['a tuple of names: ("auth",)']),
        (
            lambda: Route("/x", str, roles=[5]),
            ["roles: each should be a string, not a whole number"],
        ),
        (
            lambda: Route("/x", str, permissions=[""]),
            ["permissions has an empty name; remove it"],
        ),
        (lambda: Route("", str), ["pattern should not be empty"]),
        (
            lambda: Route("/x", 5),
            ["page should be a SvcPage or its import path (module:Class), not a w"],
        ),
        (lambda: Route("/x", "pages"), ['its import path (module:Class), not "pages"']),
        (lambda: Route("/x", str, label=" "), ["label should not be blank; remove it"]),
        (
            lambda: Command("", "f7", "Go", print),
            ['the id "" should be a word such as mine.report'],
        ),
        (lambda: Command("a'b", "f7", "Go", print), ["should be a word such as mine.report"]),
        (lambda: Command("a.b", "f7", "", print), ['Command(…): "a.b" needs a label']),
        (lambda: Command("a.b", "f7,,f8", "Go", print), ['"a.b" has an empty key: "f7,,f8"']),
        (lambda: Command("a.b", " ", "Go", print), ['"a.b" has an empty key: " "']),
        (lambda: Splash(titel="x"), ['Splash(…): unknown argument "titel"; did you mean "title"?']),
        (lambda: Console(None), ["Console(…): svc should be Svc(…), not None"]),
        (lambda: Console(None, rotues=[]), ['unknown argument "rotues"; did you mean "routes"?']),
        (lambda: Splash(theme=5), ["theme should be a string or None, not a whole number"]),
        (lambda: Resource(**BOOKS, label=" "), ["label should not be empty"]),
        (lambda: Resource(**BOOKS, label=""), ["label should not be empty"]),
        (lambda: Resource(**BOOKS, title_field=""), ["title_field should not be empty"]),
        (lambda: Resource(**BOOKS, lookup=b"id"), ["lookup should not be bytes"]),
        (
            lambda: Resource(**BOOKS, sidebar_cols=True),
            ["sidebar_cols should be a number, not True"],
        ),
        (lambda: Resource(**BOOKS, languages=[""]), ["languages has an empty name; remove it"]),
        (lambda: Resource(**BOOKS, ordering=[" "]), ["ordering has an empty name; remove it"]),
        (lambda: Resource(**BOOKS, ordering=""), ["ordering has an empty name; remove it"]),
        (
            lambda: Resource(**BOOKS, middleware=[""]),
            ["middleware has an empty name; remove it"],
        ),
        (
            lambda: Resource(**BOOKS, list_page="x"),
            ['a page or its import path (module:Class), not "x"'],
        ),
        (
            lambda: Resource(**BOOKS, detail_page=5),
            ["detail_page should be a page or its import path"],
        ),
        (lambda: SidebarGroup(name="a", label=""), ["label should not be empty"]),
        (lambda: FilterDescriptor(value="a", endpoint=" "), ["endpoint should not be empty"]),
        (lambda: ListColumn(key=" "), ["key should not be empty"]),
        (lambda: ListColumn(key="a", width=True), ["width should be a number, not True"]),
        (
            lambda: Options(base_url="https://cms.test", timeout=True),
            ["timeout should be a number"],
        ),
        (lambda: console_from("nope.toml"), ["console_from(…): there is no file nope.toml; check"]),
        (lambda: console_from(""), ["console_from(…): path should not be empty"]),
        (lambda: Svc("https://cms.test", plugins=[print]), ["plugins: each should be Plugin(…)"]),
        (lambda: TokenAuth("/in", profile_map={"nmae": "x"}), ["profile_map has the unknown key"]),
        (lambda: Svc("https://cms.test").crud(" "), ["endpoint should be the path of a coll"]),
        (
            lambda: Svc("https://cms.test").crud("/api/books", "x"),  # type: ignore[call-overload]
            ["model should be a pydantic model, a dataclass or a TypedDict, not a string"],
        ),
        (lambda: FakeBackend().on("PSOT", "/api/books", {}), ["the method should be GET or POST"]),
        (lambda: FakeBackend().on("GET", "api/books", {}), ["the path should be a string such as"]),
        (lambda: FakeBackend().on("GET", "/api/books"), ["GET /api/books needs an answer"]),
        (lambda: FakeBackend().once("GET", "/api/books"), ["GET /api/books needs an answer"]),
        (lambda: FakeBackend().add_collection("books"), ["the path should be a string such as"]),
        (
            lambda: FakeBackend().add_user("q", permissions="view_book"),
            ["permissions should be a l"],
        ),
        (lambda: console_from(3), ["path should be a string or a path or None, not a whole"]),
        (lambda: fields_from_schema("x"), ["fields_from_schema(…): schema should be a dict"]),
        (lambda: FieldRegistry([1]), ["mapping should be a dict or None, not a list"]),
        (lambda: SvcApp(resource=[]), ['SvcApp(…): unknown argument "resource"; did you mean "r']),
        (lambda: Svc("https://cms.test", dialct="drf"), ['did you mean "dialect"?']),
        (lambda: Svc("https://cms.test", session="forever"), ['takes "memory" or "kept"']),
    ],
)
def test_wrong_arguments_are_told_in_sentences(make: Callable[[], object], told: list[str]) -> None:
    with pytest.raises(ValueError) as refused:
        make()

    said = str(refused.value).splitlines()
    assert len(said) == len(told)
    for line, words in zip(said, told, strict=True):
        assert words in line
    assert "a:b" not in str(refused.value)


def test_what_lies_inside_of_a_declaration_is_told_with_the_rest() -> None:
    with pytest.raises(ConfigError) as refused:
        Resource(
            name="books", columns=[{"key": "a"}, {"kee": "b"}], fields=[{"key": "a", "typ": 1}]
        )

    assert [problem.text for problem in refused.value.problems] == [
        'Resource(name="books", …) has no endpoint; add endpoint=…',
        'Resource(name="books", …), column 2: unknown argument "kee"; did you mean "key"?',
        'Resource(name="books", …), field "a": unknown argument "typ"; did you mean "type"?',
    ]


@pytest.mark.parametrize(
    ("options", "more", "name"),
    [
        ({"auth": {"kind": "form"}}, {"auth": NoAuth()}, "auth"),
        ({"dialect": "drf"}, {"dialect": Dialect("mine")}, "dialect"),
    ],
)
def test_one_thing_is_said_in_one_place(
    options: dict[str, Any], more: dict[str, Any], name: str
) -> None:
    given = Options(base_url="https://cms.test", **options)
    for make in (lambda: Svc(options=given, **more), lambda: SvcApp(given, **more)):
        with pytest.raises(ConfigError, match=f"{name}= is also set in the options"):
            make()


def test_what_stands_beside_the_options_of_a_script_counts() -> None:
    svc = Svc(options=Options(base_url="https://cms.test"), user="ada", dialect="drf")

    assert (svc.config.user, svc.dialect.name) == ("ada", "drf")


@pytest.mark.parametrize("name", ["auth_login_url", "user_info_api", "logout_url"])
def test_an_address_of_a_sign_in_that_is_replaced_is_refused(name: str) -> None:
    given = Options(base_url="https://cms.test", **{name: "/x/"})
    said = f"{name} in the options has no effect together with auth=; remove one"
    for make in (lambda: Svc(options=given, auth=NoAuth()), lambda: SvcApp(given, auth=NoAuth())):
        with pytest.raises(ConfigError, match=said):
            make()


def test_a_frame_rate_without_frames_is_refused() -> None:
    with pytest.raises(ConfigError, match="frame_rate= has no effect with thin=False"):
        SvcApp(Options(base_url="https://cms.test"), thin=False, frame_rate=30)
