"""A new page's widgets are styled as they are mounted; a second time would change nothing."""

from __future__ import annotations

from typing import Any

import pytest
from textual.css.styles import RulesMap
from textual.dom import DOMNode

from tests.console import Person

PAGES_OF_A_RESOURCE = ("/articles", "/articles/1", "/articles/new")


def styles(person: Person) -> dict[DOMNode, RulesMap]:
    """Every rule that counts, for each widget of the page."""
    nodes = person.app.screen.walk_children(with_self=True)
    return {node: node.styles.base.get_rules() for node in nodes}


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
async def test_a_new_page_wears_what_the_sheets_say(console: Any, size: tuple[int, int]) -> None:
    async with console(size=size) as person:
        routes = person.app.svc.router.routes
        own = [one.pattern for one in routes if "resource" not in one.props and one.middleware]
        assert {"/", "/media", "/settings/pictures"} <= {*own}
        for page in (*own, *PAGES_OF_A_RESOURCE):
            await person.goes_to(page)
            await person.settles()
            wears_what_it_should(person)


async def test_what_opens_over_a_page_wears_what_the_sheets_say(console: Any) -> None:
    async with console(start="/articles") as person:
        await person.press("question_mark")
        await person.until(lambda: len(person.app.screen_stack) == 2)
        await person.settles()
        wears_what_it_should(person)


async def test_the_first_page_wears_what_the_sheets_say(console: Any) -> None:
    async with console(user=None) as person:
        await person.sees("Username")
        wears_what_it_should(person)


def wears_what_it_should(person: Person) -> None:
    once = styles(person)

    person.app.screen.update_node_styles(animate=False)

    twice = styles(person)
    assert {node: (once[node], twice[node]) for node in once if once[node] != twice[node]} == {}
