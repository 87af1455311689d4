"""Keys of a program's own pages and widgets: what could never work is refused at once."""

from __future__ import annotations

from typing import Any

import pytest
from textual.binding import Binding

from svc_tui import (
    Command,
    ConfigError,
    DetailPage,
    ListPage,
    Options,
    Resource,
    SvcApp,
    SvcDetail,
    SvcListTable,
    SvcPage,
    TextField,
)

BASE = "https://cms.test"


def nothing(*args: Any) -> None: ...


async def later(*args: Any) -> None: ...


def key(id: str, keys: str = "", label: str = "Print", **more: Any) -> Command:
    return Command(id, keys, label, nothing, **more)


def made(base: type, **own: Any) -> type:
    return type("Mine", (base,), own)


@pytest.mark.parametrize(
    ("base", "own", "told"),
    [
        (SvcPage, {"KEYS": (key("a.b", "P"), key("a.b", "L"))}, 'KEYS: the id "a.b" is used twice'),
        (
            SvcPage,
            {"KEYS": (key("a.b", "P"), key("a.c", "P", "Look"))},
            'KEYS: the command "a.c" has the key P, which "Print" has too; choose another',
        ),
        (
            SvcPage,
            {"KEYS": (key("a.b", "P"),), "BINDINGS": [("P", "x", "Zoom")]},
            'KEYS: the command "a.b" has the key P, which "Zoom" has too',
        ),
        (
            SvcPage,
            {"KEYS": (key("a.b", "P"),), "BINDINGS": [Binding("L", "x", "Zoom", id="a.b")]},
            'KEYS: the id "a.b" is used twice',
        ),
        (
            SvcPage,
            {"BINDINGS": [Binding("L", "x", id="a.b"), Binding("P", "y", id="a.b")]},
            'BINDINGS: two have the id "a.b"; rename one of them',
        ),
        (
            SvcPage,
            {"KEYS": (key("a.b"),)},
            "can't be reached: give it a key, or help text for the p",
        ),
        (SvcPage, {"KEY": ()}, '"KEY" is not used; did you mean "KEYS"?'),
        (SvcPage, {"contnet": nothing}, '"contnet" is not used; did you mean "content"?'),
        (SvcPage, {"content": later}, "content must not be async"),
        (
            SvcPage,
            {"BINDINGS": [("q", "quit", "Quit")]},
            'BINDINGS: the key q is taken by "Close"; choose another, or set the id "page.close"',
        ),
        (
            SvcDetail,
            {"BINDINGS": [("f2", "mine", "Mine")]},
            'BINDINGS: the key f2 is taken by "Save"; choose another, or set the id "detail.save"',
        ),
        (TextField, {"BINDINGS": [("f4", "mine", "Mine")]}, 'the key f4 is taken by "Editor"'),
    ],
)
def test_keys_that_could_not_work_are_refused_when_their_class_is_made(
    base: type, own: dict[str, Any], told: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        made(base, **own)
    assert told in str(refused.value)
    assert len(refused.value.problems) == 1


@pytest.mark.parametrize("base", [SvcPage, SvcListTable, SvcApp])
@pytest.mark.parametrize(
    ("bindings", "told"),
    [
        (None, "BINDINGS should be a list of Binding(…), not None"),
        ("q", "BINDINGS should be a list of Binding(…), not a string"),
        ([("q",)], 'entry 1 has 1 part; write ("x", "action", "Label")'),
        ([("q", "quit"), "w"], 'entry 2 should be Binding(…) or ("x", "action", "Label"), not a'),
        ([("q,,w", "quit", "Quit")], 'entry 1 has an empty key: "q,,w"'),
        ([Binding("q", 5)], "entry 1 should have a string as its action, not a whole number"),  # type: ignore[arg-type]
    ],
)
def test_bindings_that_cannot_be_read_are_refused_in_a_sentence(
    base: type, bindings: Any, told: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        made(base, BINDINGS=bindings)
    assert "Mine(…): BINDINGS" in str(refused.value)
    assert told in str(refused.value)


def test_what_is_meant_is_taken() -> None:
    made(SvcPage, KEYS=(key("a.b", help="Print this report."), key("a.c", "P")))
    made(SvcPage, KEYS=(key("a.c", "P"),), BINDINGS=[("L", "look", "Look")])
    made(SvcDetail, BINDINGS=[Binding("f2", "mine", "Mine", id="detail.save")])


def start(page: type) -> None:
    part = "list_page" if issubclass(page, ListPage) else "detail_page"
    books = Resource(name="books", endpoint="/api/books", columns=["title"], **{part: page})  # type: ignore[arg-type]
    SvcApp(Options(base_url=BASE), resources=[books])


@pytest.mark.parametrize(
    ("base", "command", "told"),
    [
        (
            DetailPage,
            key("a.b", "f2"),
            'the key f2 of "a.b" of Mine is taken by a widget on that page',
        ),
        (ListPage, key("a.b", "j", replaces=True), "is taken by a widget on that page; choose an"),
        (
            ListPage,
            key("app.quit", "ctrl+f"),
            'the id "app.quit" of a command of Mine belongs to a',
        ),
        (ListPage, key("list.mark", "ctrl+f"), 'of Mine starts with "list.", which is reserved'),
    ],
)
def test_keys_that_a_kind_of_a_built_in_page_never_gets_are_refused(
    base: type, command: Command, told: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        start(made(base, KEYS=(command,)))
    assert told in str(refused.value)
    assert len(refused.value.problems) == 1


def test_a_kind_of_a_built_in_page_may_replace_a_key_of_that_page() -> None:
    own = next(
        one.key
        for one in Binding.make_bindings(ListPage.BINDINGS)
        if len(one.key) == 1 and one.id and one.id.startswith("list.")
    )
    with pytest.raises(ConfigError, match="choose another key, or set replaces=True"):
        start(made(ListPage, KEYS=(key("a.b", own),)))
    start(made(ListPage, KEYS=(key("a.b", own, replaces=True),)))
