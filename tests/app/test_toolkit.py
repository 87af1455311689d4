"""The toolkit as a consumer uses it: arguments are checked, and its parts are open."""

from __future__ import annotations

import inspect
from functools import partial
from pathlib import Path
from typing import Any, get_args

import pytest
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

import svc_tui
from svc_tui import (
    ActionContext,
    Block,
    Blocked,
    BooleanField,
    ConfigError,
    Console,
    Draft,
    FieldDescriptor,
    FieldRegistry,
    FilterDescriptor,
    HistoryEntry,
    ListAdapter,
    ListColumn,
    MenuNode,
    Options,
    PaginatedList,
    Resource,
    Route,
    RouteMeta,
    Selection,
    Slots,
    Store,
    StoreChanged,
    Svc,
    SvcApp,
    SvcDetail,
    SvcForm,
    SvcList,
    SvcListTable,
    SvcMediaManager,
    SvcPage,
    TextField,
    console_from,
    default_registry,
    stylesheet,
)
from svc_tui.models.base import Declaration
from svc_tui.testing import BASE, FakeBackend, sign_in, text, until, until_idle

WRONG: dict[str, Any] = {
    "a number": 5,
    "a fraction": -1.5,
    "True": True,
    "an object": object(),
    "bytes": b"",
    "blanks": "  ",
    "a list of a number": [5],
    "a list of an empty text": [""],
    "a dict of an empty name": {"": 1},
    "a dict of a number": {1: 1},
    "a class": object,
    "a generator": (one for one in ()),
}
"""Values that few arguments take."""

TAKEN = {
    "SvcApp": {
        "start": {"blanks"},  # Without resources, any path may be a page.
        "thin": {"True"},
    },
    "Resource": {
        "card": {"True", "a class"},  # The class is checked by the console.
        "list_page": {"a class"},
        "detail_page": {"a class"},
        "page_size": {"a number"},
        "sidebar_cols": {"a number"},
    },
}
"""Which of them an argument does take."""

SWITCHES = {name for name, one in Resource.model_fields.items() if one.annotation is bool}
LISTS = {name for name, one in Resource.model_fields.items() if "tuple" in str(one.annotation)}
DECLARATIONS = [
    one
    for name in svc_tui.__all__
    if isinstance(one := getattr(svc_tui, name), type) and issubclass(one, Declaration)
]
OF_APP = [name for name in inspect.signature(SvcApp.__init__).parameters if name != "self"]


def app_with(**given: Any) -> SvcApp:
    return SvcApp(**{"options": Options(base_url=BASE), **given})


def resource_with(**given: Any) -> Resource:
    return Resource(**{"name": "books", "endpoint": "/api/books", **given})


def refusal(make: Any, **given: Any) -> str:
    """Return the sentence that refuses arguments; "" if they are taken."""
    try:
        make(**given)
    except ConfigError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("name", OF_APP)
def test_an_argument_of_a_console_is_refused_in_a_sentence(name: str) -> None:
    numbers = {"a number"} if name == "frame_rate" else set()
    for words, value in WRONG.items():
        taken = words in TAKEN["SvcApp"].get(name, numbers)
        said = refusal(app_with, **{name: value})
        assert (said == "") is taken, (words, said)
        if name == "load" and words == "a class":
            continue  # It can be called; the options beside it are refused.
        assert taken or name in said or f"{name}=" in said or "SvcApp takes" in said, said


@pytest.mark.parametrize("name", Resource.model_fields)
def test_an_argument_of_a_resource_is_refused_in_a_sentence(name: str) -> None:
    more = {"True"} if name in SWITCHES | {"lifecycle"} else set()
    more |= {"a generator"} if name in LISTS else set()
    for words, value in WRONG.items():
        taken = words in TAKEN["Resource"].get(name, more)
        said = refusal(resource_with, **{name: value})
        assert (said == "") is taken, (words, said)
        assert taken or name.removesuffix("s").split("_")[-1] in said, said


@pytest.mark.parametrize(
    ("make", "names"), [(app_with, OF_APP), (resource_with, Resource.model_fields)]
)
def test_a_misspelt_argument_names_the_nearest(make: Any, names: Any) -> None:
    for name in names:
        if len(name) > 4:
            misspelt = name[:-2] + name[-1] + name[-2] if name[-1] != name[-2] else name[:-1]
            assert f'unknown argument "{misspelt}"; did you mean "' in refusal(
                make, **{misspelt: 1}
            )


@pytest.mark.parametrize("kind", DECLARATIONS)
def test_words_are_no_booleans_and_no_numbers_in_a_declaration(kind: type[Declaration]) -> None:
    for name, field in kind.model_fields.items():
        kinds = {*(get_args(field.annotation) or (field.annotation,))} - {type(None)}
        for one, words in ((bool, "True or False"), (int, "a whole number"), (float, "a number")):
            if kinds == {one}:
                assert f"{name} should be {words}, not a string" in refusal(kind, **{name: "3"})


FIELD = FieldDescriptor(key="title")


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: Resource(name="a", endpoint="/a", page_size="3"), 'a whole number or "fit"'),
        (lambda: Resource(name="a", endpoint="/a", card="yes"), "card should be"),
        (lambda: FieldDescriptor(key="a", cols="6"), "cols should be"),
        (lambda: FieldDescriptor(key="a", required=1), "not a whole number"),
        (lambda: ListColumn(key="a", choices=["x", "x"]), 'choices has "x" twice; keep one of'),
        (lambda: FilterDescriptor(value="a", choices=[1, "1"]), 'choices has "1" twice; keep one'),
        (lambda: RouteMeta(hidden="yes"), "hidden should be True or False, not a string"),
        (lambda: MenuNode("Books", sidebar_footer="yes"), "sidebar_footer should be True or False"),
        (lambda: ListAdapter(3), "pagination_params should be a function or None, not a whole"),
        (lambda: Selection(3), "rows should be a dict, not a whole number"),
        (lambda: Store(3), "state should be an instance of a dataclass, not a whole number"),
        (lambda: Store(Selection), "not the class Selection"),
        (lambda: Block(""), "Block(…): reason should not be empty"),
        (lambda: Blocked(" "), "Blocked(…): reason should not be empty"),
        (lambda: PaginatedList([], count="3"), "count should be a whole number, not a string"),
        (lambda: SvcList("/a", ["a"], draggable="yes"), "draggable should be True or False"),
        (lambda: SvcDetail("/a", 1, [FIELD], readonly="yes"), "readonly should be True or False"),
        (lambda: SvcForm([FIELD], debounce="3"), "debounce should be a whole number"),
        (lambda: BooleanField(FIELD, readonly="yes"), "readonly should be True or False"),
        (lambda: SvcMediaManager(languages=5), "languages should be a list, not a whole number"),
    ],
)
def test_a_value_that_makes_no_sense_is_refused_where_it_is_written(make: Any, told: str) -> None:
    assert told in refusal(make)


@pytest.mark.parametrize("kind", [SvcList, SvcListTable, type("Mine", (SvcList,), {})])
def test_a_list_without_an_endpoint_shows_its_own_name(kind: Any) -> None:
    assert f'{kind.__name__}(…): the endpoint is missing: {kind.__name__}("/api' in refusal(kind)


def test_a_command_without_a_reason_can_be_blocked() -> None:
    assert Blocked().reason == ""


@pytest.mark.parametrize("make", [app_with, resource_with])
@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("cel.title", "cell.title"),
        ("feild.title", "field.title"),
        ("qedit.feild.title", "qedit.field.title"),
        ("cel.category.name", "cell.category.name"),
        ("cell", "cell.<column key>"),
        ("topbar.rigth", "topbar:right"),
    ],
)
def test_a_misspelt_slot_names_the_nearest(make: Any, name: str, meant: str) -> None:
    for given in ({name: Static}, Slots({name: Static})):
        assert f'there is no slot "{name}"; did you mean "{meant}"?' in refusal(make, slots=given)


def test_a_misspelt_dialect_names_the_nearest(tmp_path: Path) -> None:
    file = tmp_path / "svc.toml"
    file.write_text(f'[svc]\nbase_url = "{BASE}"\ndialect = "fastpi"\n')
    makes = (
        partial(app_with, dialect="fastpi"),
        partial(Svc, BASE, dialect="fastpi"),
        partial(Options, base_url=BASE, dialect="fastpi"),
        partial(console_from, file),
    )
    for make in makes:
        assert '"fastpi"; did you mean "fastapi"?' in refusal(make)


def test_the_parts_of_a_console_are_given_by_name() -> None:
    options, *others = list(inspect.signature(SvcApp.__init__).parameters.values())[1:]
    assert options.name == "options"
    assert {one.kind for one in others} == {inspect.Parameter.KEYWORD_ONLY}


OPEN = [
    ActionContext, Console, Draft, FieldRegistry, HistoryEntry, Store, StoreChanged, SvcPage,
    *(
        one
        for name in svc_tui.__all__
        if isinstance(one := getattr(svc_tui, name), type) and issubclass(one, Widget | Store)
    ),
]  # fmt: skip


@pytest.mark.parametrize("kind", dict.fromkeys(OPEN), ids=lambda kind: str(kind.__name__))
def test_what_is_built_in_can_be_inherited_with_its_messages(kind: type) -> None:
    more = {"content": lambda page: []} if kind is SvcPage else {}
    mine = type("Mine", (kind,), more)

    messages = [
        one for one in vars(kind).values() if isinstance(one, type) and issubclass(one, Message)
    ]

    assert issubclass(mine, kind)
    assert all(issubclass(type("Own", (one,), {}), one) for one in messages)


def test_the_registry_and_the_style_sheet_are_there_to_be_extended() -> None:
    assert default_registry().extend({"isbn": TextField})["isbn"] is TextField
    assert default_registry()["isbn"] is None
    assert "SvcList" in Path(stylesheet()).read_text("utf-8")


async def test_a_console_of_a_loader_of_ones_own_is_shown(tmp_path: Path) -> None:
    """`Console` and `load`: services, routes and headings that a program puts together."""
    backend = FakeBackend()
    backend.add_user("admin", "admin", superuser=True)

    class Desk(SvcPage):
        def content(self) -> list[Widget]:
            return [Static("The desk", markup=False)]

    def load() -> Console:
        svc = Svc(BASE, transport=backend.transport, state_dir=tmp_path)
        routes = [Route("/", Desk, label="Desk"), Route("/login", svc_tui.LoginPage, middleware=())]
        return Console(svc, routes=routes)

    app = SvcApp(load=load)
    async with app.run_test(size=(80, 24)) as pilot:
        await sign_in(pilot)
        await until(pilot, "The desk")
        assert isinstance(app.screen, Screen)


async def test_the_log_of_a_console_is_a_private_file(
    fake_backend: FakeBackend, tmp_path: Path
) -> None:
    log = tmp_path / "console.log"
    fake_backend.add_collection("/api/books", [{"id": 1, "title": "Emma"}])
    app = app_with(
        resources=[resource_with(columns=["title"])],
        transport=fake_backend.transport,
        state_dir=tmp_path / "state",
        log=log,
        start="/books",
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Emma")
    assert "GET /api/books" in log.read_text("utf-8")
    assert log.stat().st_mode & 0o777 == 0o600


class Card(SvcPage):
    """The page of one record, in place of its form."""

    def content(self) -> list[Widget]:
        resource: Resource = self.props["resource"]
        return [Static(f"{resource.label} number {self.props['id']}", markup=False)]


@pytest.mark.parametrize(
    "page", [Card, f"{__name__}:Card", lambda visit, **more: Card(visit, **more)]
)
async def test_a_page_of_ones_own_stands_for_the_form_of_a_resource(
    page: Any, fake_backend: FakeBackend, tmp_path: Path
) -> None:
    fake_backend.add_collection("/api/books", [{"id": 7, "title": "Emma"}])
    app = app_with(
        resources=[resource_with(columns=["title"], detail_page=page)],
        transport=fake_backend.transport,
        state_dir=tmp_path,
        start="/books",
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Emma")
        await pilot.press("enter")
        await until(pilot, "Books number 7")


@pytest.mark.parametrize("readonly", [True, False])
async def test_a_record_names_the_actions_of_its_list_only_where_there_are_some(
    readonly: bool, fake_backend: FakeBackend, tmp_path: Path
) -> None:
    fake_backend.add_collection("/api/books", [{"id": 7, "title": "Emma"}])
    app = app_with(
        resources=[resource_with(columns=["title"], fields=[FIELD], readonly=readonly)],
        transport=fake_backend.transport,
        state_dir=tmp_path,
        start="/books/7",
    )
    async with app.run_test(size=(100, 24)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Emma")
        await until_idle(pilot)
        await pilot.press("x")
        await until(pilot, "There are no actions for this record.")
        assert ("In the list, press x" in text(pilot)) is not readonly
