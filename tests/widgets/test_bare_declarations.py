"""A widget alone refuses what a resource would refuse, with the same sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from textual.app import App, ComposeResult

from svc_tui import (
    ActionDescriptor,
    ConfigError,
    FieldDescriptor,
    FilterDescriptor,
    ListTabItem,
    Options,
    Resource,
    Svc,
    SvcApp,
    SvcDetail,
    SvcForm,
    SvcList,
    SvcListActions,
    SvcListFilters,
    SvcListQuickEdit,
    SvcListTable,
    SvcMediaManager,
    SvcMediaManagerDialog,
    default_registry,
    fields_from_schema,
)
from svc_tui.testing import FakeBackend
from svc_tui.widgets.form.text import TextField

PRICE = FieldDescriptor(key="price", type="number", attrs={"min": 9, "max": 1})
WRONG = [
    (PRICE, 'attrs "min" is 9, above "max" (1)'),
    (FieldDescriptor(key="a", type="nubmer"), 'unknown type "nubmer"; did you mean "number"?'),
    (FieldDescriptor(key="a", attrs={"max_lenght": 3}), 'did you mean "max_length"?'),
    (FieldDescriptor(key="a", type="select"), 'is a select without attrs={"items": …}'),
    (FieldDescriptor(key="a", type="number", default="x"), "the default should be a number"),
    (FieldDescriptor(key="a", type="repeater", fields=(PRICE,)), '"min" is 9'),
]
IN_WIDGETS: list[Callable[[FieldDescriptor], Any]] = [
    lambda field: SvcForm([field]),
    lambda field: SvcDetail("/api/books", 1, [field]),
    lambda field: SvcDetail("/api/books", 1, [], sidebar_fields=[field]),
    lambda field: SvcList("/api/books", edit_fields=[field]),
    lambda field: SvcList("/api/books", fields=[field]),
    lambda field: SvcList("/api/books", bulk_fields=[field]),
    lambda field: SvcListTable("/api/books", edit_fields=[field]),
    lambda field: SvcListActions(endpoint="/api/books", edit_fields=[field]),
    lambda field: SvcListQuickEdit(open=False, endpoint="/api/books", edit_fields=[field]),
    lambda field: SvcList(
        "/api/books",
        actions=[ActionDescriptor(id="a", label="Lend", handler=_lend, inputs=[field])],
    ),
]


async def _lend(ctx: object) -> None: ...


@pytest.mark.parametrize(("field", "words"), WRONG)
@pytest.mark.parametrize("make", IN_WIDGETS)
def test_a_widget_alone_refuses_the_fields_that_a_resource_refuses(
    make: Callable[[FieldDescriptor], Any], field: FieldDescriptor, words: str
) -> None:
    with pytest.raises(ConfigError) as told:
        make(field)
    assert words in str(told.value)
    resource = Resource(name="books", endpoint="/api/books", fields=[field])
    with pytest.raises(ConfigError) as of_resource:
        SvcApp(Options(base_url="http://x.test"), resources=[resource])
    bare = told.value.problems[0].text.partition(": ")[2]
    assert bare in [one.text.replace(' of "books"', "") for one in of_resource.value.problems]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: SvcMediaManager(max_items=-1), "max_items should be 0 or more, not -1"),
        (lambda: SvcMediaManager(mime=3), "mime should be a string or None"),  # type: ignore[arg-type]
        (lambda: SvcMediaManagerDialog(max_items=-1), "max_items should be 0 or more, not -1"),
        (
            lambda: SvcList("/b", filters=[FilterDescriptor(value="page")]),
            'is "page", which the list sends itself',
        ),
        (
            lambda: SvcListFilters([FilterDescriptor(value="a"), FilterDescriptor(value="a")]),
            'two filters have the value "a"',
        ),
        (
            lambda: SvcList("/b", tabs=[ListTabItem(value="a"), ListTabItem(value="a")]),
            'two tabs have the value "a"',
        ),
        (
            lambda: SvcListActions(
                endpoint="/b",
                actions=[ActionDescriptor(id=one, label="Lend", handler=_lend) for one in "ab"],
            ),
            'two actions have the label "Lend"',
        ),
    ],
)
def test_a_widget_alone_refuses_other_declarations(make: Callable[[], Any], words: str) -> None:
    with pytest.raises(ConfigError) as told:
        make()
    assert words in str(told.value)


def test_own_types_of_a_registry_are_known() -> None:
    stars = default_registry().extend({"stars": TextField, "number": TextField})
    SvcForm([FieldDescriptor(key="a", type="stars")], registry=stars)
    SvcForm([PRICE], registry=stars)  # Its own number reads these settings as it likes.
    with pytest.raises(ConfigError):
        SvcForm([FieldDescriptor(key="a", type="stars")])


@pytest.mark.parametrize(
    "property",
    [
        {"type": "integer", "minimum": 9, "maximum": 1},
        {"type": "string", "maxLength": 255.0, "minLength": -1},
        {"type": "number", "multipleOf": 0},
        {"enum": ["red", "red", "blue"]},
    ],
)
def test_the_mistakes_of_a_schema_refuse_no_form(property: dict[str, Any]) -> None:
    SvcForm(fields_from_schema({"properties": {"a": property}}))


def test_the_fields_of_records_may_be_those_of_several_forms() -> None:
    priority, title = (FieldDescriptor(key=key) for key in ("priority", "title"))
    note = FieldDescriptor(key="note", when={"priority": {"equals": 1}})
    table = SvcListTable("/api/books", fields=[title, priority, title], edit_fields=[note])
    assert [one.key for one in table.options.fields] == ["title", "priority", "title"]


async def test_own_types_of_the_services_are_known_to_a_widget_alone() -> None:
    backend = FakeBackend()
    backend.add_collection("/api/books", [{"id": 1, "a": "five"}])

    class Desk(App[None]):
        svc: Svc

        def compose(self) -> ComposeResult:
            yield SvcDetail("/api/books", 1, [FieldDescriptor(key="a", type="stars")])
            yield SvcForm([FieldDescriptor(key="a", type="stars")], id="form")

    async with Svc("http://books.test", transport=backend.transport) as svc:
        svc.inject("svc_form_registry").merge({"stars": TextField})
        app = Desk()
        app.svc = svc
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert app.query_one(SvcDetail).registry["stars"] is TextField
            assert app.query_one("#form", SvcForm).registry["stars"] is TextField
